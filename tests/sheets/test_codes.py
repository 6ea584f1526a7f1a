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
    {number: f"{HOME}/in/7f3k2m9q-{number}" for number in (1, 2)},
    {number: f"{HOME}/tournament/7f3k2m9q/player/{number}" for number in range(1, 21)},
    f"{HOME}/tournament/7f3k2m9q",
)
TITLES = {"short": "Open", "long": "Grand tournoi de tarot de la Toussaint de Nancy-Est et de ses environs"}
DPI = 200


def scanned(pdf: bytes) -> Iterator[list[str]]:
    """The links of the codes on each page."""
    with pymupdf.open(stream=pdf) as document:
        for page in document:
            drawn = page.get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY)
            image = memoryview(drawn.samples).cast("B", (drawn.height, drawn.width))
            yield sorted(code.text for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode))


def papers(game: str, seats: int, paper: str, title: str) -> SmallPapers:
    """Two tables at a tournament, with links to the tables, the players and the public page."""
    start = replace(usual(game, title), place="Salle des fêtes de Villers-lès-Nancy", day="2026-11-21")
    numbers = tuple(range(1, 2 * seats + 1))
    entrants = tuple(Entrant(number, f"Player Number{number}", "Lyon") for number in numbers)
    seated = told(Added(entrants), Came(numbers), Drawn(1, (numbers[:seats], numbers[seats:])), start=start)
    return SmallPapers(seated, lang="fr", paper=paper, links=LINKS)


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize(("game", "seats"), [(game.name, max(game.players)) for game in GAMES] + [("tarot", 4)])
def test_the_code_of_every_table_s_sheet_is_scanned(game: str, seats: int, paper: str, title: str) -> None:
    made = render(papers(game, seats, paper, title), ["sheets"])
    assert list(scanned(made)) == [[LINKS.table[1]], [LINKS.table[2]]]


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize(("game", "seats"), [("tarot", 4), ("double", 10)])
def test_every_code_of_slips_personal_sheets_and_posters_is_scanned(game: str, seats: int, paper: str) -> None:
    pile = papers(game, seats, paper, TITLES["long"])
    for piece, links in (
        ("slips", list(LINKS.table.values())),
        ("personal", list(LINKS.player.values())[: 2 * seats]),
        ("posters", [LINKS.public, *LINKS.table.values()]),
    ):
        found = scanned(render(pile, [piece]))
        assert sorted(link for page in found for link in page) == sorted(links), piece


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_the_code_of_every_score_sheet_is_scanned(game: str, paper: str) -> None:
    played = fold_record(record.read((DEMOS / f"{game}.deal").read_text(encoding="utf-8")))
    first, *others = scanned(render_tables([played], paper=paper, title=TITLES["long"], url=f"{HOME}/t/7f3k2m9q"))
    assert first == [f"{HOME}/t/7f3k2m9q"]
    assert not any(others)
