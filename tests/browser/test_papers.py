"""The papers of a tournament in a browser, which measures what is cut: no name is, however long, in any language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page

from referee.sheets.small import SMALL, SmallPapers
from referee.sheets.tournament import Links
from referee.tournament.facts import Added, Came, Changed, Drawn, Entered, Penalised
from referee.tournament.money.facts import FeesAgreed, Grouped, PrizesAgreed, Received
from referee.tournament.money.values import Category, Prize, Prizes
from referee.tournament.settings import Entrant, usual
from referee.tournament.tournament import Entry, Tournament
from tests.help.tournament import told

LONG = (
    "Marie-Antoinette de Montmorency-Laval", "Karl-Theodor Freiherr von und zu Guttenberg",
    "Jean-Christophe Kowalczyk-Brzezińska", "Friederike Müller-Lüdenscheidt", "Maximilian Ó Súilleabháin",
)  # fmt: skip
CLUB = "Doppelkopf-Freunde Saarbrücken 1974 e. V."
TITLE = "Grand tournoi de tarot de la Toussaint de Nancy-Est et de ses environs"
YOUNG, WOMEN = "Jeunes de moins de 25 ans", "Dames"
WIDTHS = {("a4", False): 190, ("a4", True): 277, ("a5", False): 128, ("a5", True): 190}
"""The room on a paper, upright and on its side, in millimetres; labels take the whole width."""
CUT = """() => Array.from(document.querySelectorAll("body *")).filter((one) => {
  const hides = getComputedStyle(one).overflowX !== "visible" && !one.closest("svg") && one.clientWidth;
  const low = !one.matches(".page, header") && one.scrollHeight > one.clientHeight + 2;
  return hides && (one.scrollWidth > one.clientWidth + 1 || low);
}).map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim()}`)"""


def evening(seats: int, game: str) -> Tournament:
    """Two tables of people with long names, some of them alike, who pay and win."""
    players = tuple(range(1, 2 * seats + 1))
    place, ties = "Salle des fêtes de Villers-lès-Nancy", ("won", "best", "last", "lot")
    return told(
        Added((Entrant(1, "Ana Ort", CLUB), *(Entrant(at, LONG[at % 5], CLUB) for at in players[1:]))), Came(players),
        FeesAgreed(150000, (Category(YOUNG), Category(WOMEN))), *(Grouped(at, (YOUNG, WOMEN)) for at in players),
        Received(1, 150000),
        PrizesAgreed(Prizes((Prize(1, cents=150100), Prize(2, thing="un jambon de Bayonne et une bouteille de cidre")))),
        Drawn(1, (players[:seats], players[seats:])), Entered(1, 1, (0,) * seats), Penalised(2, 50, "late", 1),
        start=replace(usual(game, TITLE), place=place, day="2026-11-21", rounds=5, ties=ties),
    )  # fmt: skip


@pytest.mark.parametrize(("paper", "lang"), [("a4", "fr"), ("a5", "de"), ("a5", "en")])
def test_nothing_on_a_paper_is_cut(own_page: Page, paper: str, lang: str) -> None:
    links = Links({1: "http://table.example/t/1"}, {1: "http://table.example/p"}, "http://table.example")
    papers = SmallPapers(evening(4, "tarot"), lang=lang, paper=paper, links=links)
    for piece in SMALL:
        for document in papers.documents(piece):
            body = document.split("<body class=", 1)[1].split(">", 1)[0]
            width = 210 if piece.startswith("l7") else WIDTHS[paper, "wide" in body or "pairs" in body]
            own_page.set_viewport_size({"width": round(width * 96 / 25.4), "height": 1100})
            own_page.set_content(document)
            assert own_page.evaluate(CUT) == [], piece


BESIDE = """() => [...document.querySelectorAll(".rows li")].filter((row) => {
  const [who, box] = [".who", ".box"].map((part) => row.querySelector(part).getBoundingClientRect());
  const seat = row.querySelector("i").getBoundingClientRect();
  return Math.abs(who.top + who.bottom - box.top - box.bottom) > 6 || seat.right > who.left || who.right > box.left;
}).map((row) => row.textContent)"""
"""The rows of slips whose player does not stand beside his own box."""


@pytest.mark.parametrize("lang", ["fr", "de", "en"])
def test_on_a_slip_each_player_stands_beside_the_own_box_where_seats_are_points_of_the_compass(
    own_page: Page, lang: str
) -> None:
    plain = evening(4, "tarot")
    compared = plain.extend([Entry(plain.seq + 1, Changed(replace(plain.settings, draw="movement")))])
    own_page.set_viewport_size({"width": 718, "height": 1100})
    for tournament in (plain, compared):
        for document in SmallPapers(tournament, lang=lang).documents("slips"):
            own_page.set_content(document)
            assert own_page.evaluate(BESIDE) == []
    assert own_page.locator(".rows i").first.text_content() == "N"
