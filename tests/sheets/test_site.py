"""The static folder: every link leads somewhere in it, no script, names escaped, the same results the same bytes."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from referee.sheets.site import Site, site_zip, write_site
from referee.tournament.facts import Added, Came, Drawn, Entered, Finished
from referee.tournament.money.facts import FeesAgreed, PrizesAgreed, Received
from referee.tournament.money.values import Prize, Prizes
from referee.tournament.settings import Entrant
from referee.tournament.tournament import Tournament
from tests.help.tournament import NAMES, SETTINGS, told


@pytest.fixture(scope="module")
def evening() -> Tournament:
    """Two rounds; somebody's name is what a browser would run."""
    names = ("<script>alert(1)</script>", *NAMES[1:])
    entrants = tuple(Entrant(number, name, "Lyon") for number, name in enumerate(names, 1))
    return told(Added(entrants), Came(tuple(range(1, 10))), FeesAgreed(1000), Received(1, 1000),
                PrizesAgreed(Prizes((Prize(1, cents=501), Prize(2, thing="a ham")))),
                Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8)), (9,)), Entered(1, 1, (20, 20, -10, -30)),
                Entered(1, 2, (1, 2, -3, 0)), Finished(), start=replace(SETTINGS, balanced=True))  # fmt: skip


def test_every_link_leads_to_a_page_of_the_folder(evening: Tournament) -> None:
    pages = Site(evening).pages()
    assert {"index.html", "round-1.html", "player-9.html", "tournament.json"} <= set(pages)
    for name, data in pages.items():
        if name.endswith(".html"):
            assert set(re.findall(r'(?:href|src)="([^"]*)"', data.decode())) <= set(pages), name


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_no_page_runs_anything_or_asks_anybody_for_more(evening: Tournament, lang: str) -> None:
    for name, data in Site(evening, lang).pages().items():
        text = data.decode()
        if name.endswith(".html"):
            assert f'<html lang="{lang}">' in text
            assert "<script" not in text, name
            assert "http" not in text, name


def test_standings_prizes_and_rounds_stand_there(evening: Tournament) -> None:
    pages = {
        name: " ".join(re.sub("<[^>]*>", " ", data.decode()).split()) for name, data in Site(evening).pages().items()
    }
    # 5.01 for two is 2.50 each.
    assert "1. &lt;script&gt;alert(1)&lt;/script&gt;, Ben: €2.50 each · a ham (by lot)" in pages["index.html"]
    assert "place 1 of 8 · 20" in pages["player-2.html"]
    assert "Sitting out: Ida" in pages["round-1.html"]


def test_the_same_results_are_the_same_bytes_on_disk_and_in_the_archive(evening: Tournament, tmp_path: Path) -> None:
    assert site_zip(evening) == site_zip(evening)
    first = write_site(evening, tmp_path / "new" / "folder")
    archive = zipfile.ZipFile(io.BytesIO(site_zip(evening)))
    assert first.name == "index.html"
    assert {path.name: path.read_bytes() for path in first.parent.iterdir()} == {
        name: archive.read(name) for name in archive.namelist()
    }
