"""The codes to scan, read by a decoder from the pages as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pymupdf
import pytest
import zxingcpp

from referee.games import GAMES
from referee.paths import DEMOS
from referee.record import text as record
from referee.sheets import render as render_tables
from referee.sheets.small import SmallPapers
from referee.sheets.tournament import Links, render
from referee.table.table import fold_record
from referee.tournament.facts import Added, Came, Drawn
from referee.tournament.settings import Entrant, usual
from tests.help.tournament import told

HOME = "http://192.168.178.120:8000"
LINKS = Links(
    {1: f"{HOME}/in/7f3k2m9q-1"},
    {number: f"{HOME}/tournament/7f3k2m9q/player/{number}" for number in range(1, 5)},
    f"{HOME}/tournament/7f3k2m9q",
)
TITLE = "Grand tournoi de tarot de la Toussaint de Nancy-Est et de ses environs"
"""A title of two lines on A5."""
DPI = 200
PAPERS = [*((game.name, max(game.players), "a5") for game in GAMES), ("tarot", 4, "a4"), ("da-ban", 4, "a4")]
"""Every game on the paper with less room, where a code is cut first; on the other the shortest list and the longest."""


def scanned(pdf: bytes) -> Iterator[list[str]]:
    """The links of the codes on each page."""
    with pymupdf.open(stream=pdf) as document:
        for page in document:
            drawn = page.get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY)
            image = memoryview(drawn.samples).cast("B", (drawn.height, drawn.width))
            yield sorted(code.text for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode))


def papers(game: str, seats: int, paper: str) -> SmallPapers:
    """A table at a tournament, with links to the table, its first players and the public page."""
    start = replace(usual(game, TITLE), place="Salle des fêtes de Villers-lès-Nancy", day="2026-11-21")
    numbers = tuple(range(1, seats + 1))
    entrants = tuple(Entrant(number, f"Player Number{number}", "Lyon") for number in numbers)
    seated = told(Added(entrants), Came(numbers), Drawn(1, (numbers,)), start=start)
    return SmallPapers(seated, lang="fr", paper=paper, links=LINKS)


@pytest.mark.parametrize(("game", "seats", "paper"), PAPERS)
def test_the_code_of_every_table_s_sheet_is_scanned(game: str, seats: int, paper: str) -> None:
    made = render(papers(game, seats, paper), ["sheets"])
    assert list(scanned(made)) == [[LINKS.table[1]]]


def test_the_sheets_of_a_short_round_are_two_to_a_page_each_with_its_code() -> None:
    start = replace(usual("tarot", TITLE), deals=((4, 5),), day="2026-11-21")
    entrants = tuple(Entrant(number, f"Véronique Chiavassa-Berthoud{number}", "Lyon") for number in range(1, 13))
    tables = tuple(tuple(range(at, at + 4)) for at in (1, 5, 9))
    seated = told(Added(entrants), Came(tuple(range(1, 13))), Drawn(1, tables), start=start)
    links = Links({number: f"{HOME}/in/7f3k2m9q-{number}" for number in (1, 2, 3)})
    made = render(SmallPapers(seated, lang="fr", links=links), ["sheets"])
    assert list(scanned(made)) == [[links.table[1], links.table[2]], [links.table[3]]]
    with pymupdf.open(stream=made) as document:
        assert [round(page.rect.width / 72 * 25.4) for page in document] == [297, 297]
        first, second, *_ = (area.x0 for area in document[0].search_for("Arbitre"))
        assert first < document[0].rect.width / 2 < second


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_every_code_of_slips_personal_sheets_and_posters_is_scanned(paper: str) -> None:
    links = [LINKS.table[1], *LINKS.player.values(), LINKS.public, LINKS.table[1]]
    found = scanned(render(papers("tarot", 4, paper), ["slips", "personal", "posters"]))
    assert sorted(link for page in found for link in page) == sorted(links)


@pytest.mark.parametrize(("game", "paper"), [(game, paper) for game, _, paper in PAPERS])
def test_the_code_of_every_score_sheet_is_scanned(game: str, paper: str) -> None:
    played = fold_record(record.read((DEMOS / f"{game}.deal").read_text(encoding="utf-8")))
    first, *others = scanned(render_tables([played], paper=paper, title=TITLE, url=f"{HOME}/t/7f3k2m9q"))
    assert first == [f"{HOME}/t/7f3k2m9q"]
    assert not any(others)
