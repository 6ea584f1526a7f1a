"""How many taps a deal takes, counted: the figures of docs/tablet.md."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tests.browser.tablet import key, look_at_what_is_asked, recorded, take_in, tap
from tests.help.running import ROOT, Program

FOUR, THREE = ("Nora", "Élie", "Sacha", "Ouidad"), ("Nora", "Élie", "Sacha")
SCORES = {"tarot": 7, "doppelkopf": 6, "double-detente": 7, "double": 7, "da-ban": 5}
TRICKS = {"tarot": 27, "doppelkopf": 19, "double-detente": 17}
GESUND = "#beside button"
CARDS = {"doppelkopf": 50, "double-detente": 43}


class Thumb:
    """A thumb that counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def choose(self, name: str, value: str) -> None:
        """A chip of the form that is asked for."""
        self.page.click(f".prompt:not(.optional) label:has(> input[name='{name}'][value='{value}'])")
        self.taps += 1

    def send(self, selector: str = ".prompt:not(.optional) .send button") -> None:
        """What is then recorded."""
        tap(self.page, selector)
        self.taps += 1

    def bid(self, *bids: tuple[str, str]) -> None:
        for seat, word in bids:
            self.send(f".prompt:not(.optional) [value='bid {seat} {word}']")


def begin(page: Page, program: Program, game: str, seats: tuple[str, ...], depth: str) -> Thumb:
    take_in(page, program.url, f"game {game}\nseats {' '.join(seats)}\n")
    thumb = Thumb(page)
    thumb.send(f"[value*='depth={depth}']")
    return thumb


def points(thumb: Thumb, name: str, tens: str, ones: str) -> None:
    thumb.choose(f"{name}.10", tens)
    thumb.choose(f"{name}.1", ones)


def scores(page: Page, program: Program, game: str) -> tuple[int, str]:
    """The taps for a deal of which the score alone is kept, and the line they made."""
    thumb = begin(page, program, game, THREE if game.startswith("double") else FOUR, "score")
    if game == "tarot":
        for name, value in (("taker", "Élie"), ("contract", "garde"), ("bouts", "0")):
            thumb.choose(name, value)
        points(thumb, "points", "5", "7")
    elif game == "doppelkopf":
        thumb.choose("re", "Nora")
        thumb.choose("re", "Sacha")
        points(thumb, "points", "15", "1")
    elif game == "da-ban":
        thumb.choose("master", "Nora")
        points(thumb, "points", "4", "5")
    elif game == "double":
        thumb.bid(("Nora", "0"), ("Élie", "1"), ("Sacha", "1"))
        thumb.choose("tricks.Nora", "0")
        thumb.choose("tricks.Élie", "1")  # the third row fills itself
    else:
        thumb.bid(("Nora", "4"), ("Élie", "5"), ("Sacha", "3"))
        thumb.choose("tricks.Nora", "4")
        thumb.choose("tricks.Élie", "0")
    thumb.send()
    return thumb.taps, recorded(page)[-1]


@pytest.mark.parametrize("game", SCORES)
def test_a_score_takes_eight_taps_or_fewer(page: Page, program: Program, game: str) -> None:
    taps, line = scores(page, program, game)
    assert taps == SCORES[game] <= 8
    assert line.startswith("result ")
    assert page.locator(".sheet .why").count() >= 1  # it is scored


def test_tricks_take_one_tap_each(page: Page, program: Program) -> None:
    thumb = begin(page, program, "tarot", FOUR, "tricks")
    thumb.bid(*((seat, "garde" if seat == "Élie" else "pass") for seat in FOUR))
    for number in range(18):
        thumb.send(f".prompt:not(.optional) [value='took {FOUR[number % 4]}']")
    thumb.choose("bouts", "2")
    points(thumb, "points", "4", "9")
    thumb.send()
    assert thumb.taps == TRICKS["tarot"]
    thumb = begin(page, program, "doppelkopf", FOUR, "tricks")
    thumb.send(GESUND)
    for number in range(12):
        thumb.send(f".prompt:not(.optional) [value='took {('Nora', 'Élie')[number % 2]}']")
    thumb.choose("re", "Nora")
    thumb.choose("re", "Sacha")
    points(thumb, "points", "13", "1")
    thumb.send()
    assert thumb.taps == TRICKS["doppelkopf"]
    thumb = begin(page, program, "double-detente", THREE, "tricks")
    thumb.bid(("Nora", "4"), ("Élie", "5"), ("Sacha", "3"))
    for number in range(13):
        thumb.send(f".prompt:not(.optional) [value='took {THREE[number % 3]}']")
    assert thumb.taps == TRICKS["double-detente"]


def test_cards_take_one_tap_each(page: Page, program: Program) -> None:
    golden = (ROOT / "tests/golden/doppelkopf/published-normal.deal").read_text()
    seats = re.search(r"^seats (.*)$", golden, re.M)
    assert seats
    *others, dealer = seats[1].split()  # by the federation's rules the first seat deals first
    names = (dealer, *others)
    take_in(page, program.url, f"game doppelkopf\npreset ddv\nseats {' '.join(names)}\n")
    thumb = Thumb(page)
    thumb.send("[value*='depth=cards']")
    thumb.send(GESUND)
    for leader, cards in re.findall(r"^trick (\w+) ([^#\n]*)", golden, re.M):
        for place, card in enumerate(cards.split()):
            assert names[(names.index(leader) + place) % 4] in page.inner_text(".ask h2")
            thumb.send(key(card))
    assert thumb.taps == CARDS["doppelkopf"] == 1 + 1 + 48
    assert "+3" in page.inner_text(".sheet .sum")


LAID = {
    "tarot": "game tarot\npreset fft\nseats Nora Élie Sacha Ouidad\ndeal Ouidad\nbid Nora pass\nbid Élie pass\nbid Sacha garde-sans\n"
    "bid Ouidad pass\ntrick Nora S1 S2 S3 S4\nplay Ouidad H5\n",
    "doppelkopf": "game doppelkopf\npreset ddv\nseats Nora Élie Sacha Ouidad\ndeal Ouidad\nbid Nora gesund\nbid Élie gesund\n"
    "bid Sacha gesund\nbid Ouidad gesund\ntrick Nora SA S9 S10 SK\nplay Nora HA\n",
    "double-detente": "game double-detente\nseats Nora Élie Sacha\ndeal Sacha part=1\nbid Nora 4\nbid Élie 5\nbid Sacha 3\n"
    "trick Nora S1 S2 S3\nplay Sacha H5\n",
    "double": "game double\nseats Nora Élie Sacha\ndeal Sacha\nturn SK/H4\nbid Nora 0\nbid Élie 1\nbid Sacha 1\nplay Nora C9\n",
    "da-ban": "game da-ban\nseats Nora Élie Sacha Ouidad\ndeal Ouidad master=Nora levels=3,3 trump=H cards=3\n"
    "play Nora S7\nplay Ouidad BK\nplay Élie BK\n",
}
ALL, BOTH, NOTED = tuple(LAID), ("tarot", "doppelkopf"), ("doppelkopf", "double-detente", "double", "da-ban")
GIVEN, WHO = "#rule .ruling button >> nth=0", "#seat-2"
OF_CODE = ("misdeal-found-in-play", "wrong-card-count-defender", "poignee-after-first-card-uncovered")
"""Rulings of tarot's code that are not among the likely ones: a misdeal, a wrong count, a late announcement."""


def case(kind: str) -> str:
    """A case of Referee!."""
    return f"#referee .cases [href*='kind={kind}']"


RULED = {
    ("misdeal", ALL): (case("stop"), "#pad .choice >> nth=0"),
    ("wrong count", ALL): (case("stop"), "#pad .choice >> nth=1"),
    ("exposed", ("tarot",)): (case("exposed"), WHO, GIVEN),
    ("exposed", NOTED): (case("exposed"), WHO),
    ("out of turn", ALL): (case("out-of-turn"), WHO, GIVEN),
    ("late announcement", ("doppelkopf",)): (case("late-announcement"), WHO, GIVEN),
    ("revoke", ALL): (case("must-follow"), WHO, GIVEN),
    ("not ruffed", ("tarot", "double-detente")): (case("must-trump"), WHO, GIVEN),
    ("not gone over", ("tarot", "double-detente")): (case("must-overtrump"), WHO, GIVEN),
    ("false announcement", ("doppelkopf",)): (case("false-announcement"), WHO, GIVEN),
    ("wrong claim", ("tarot",)): (case("claim"), WHO, "button[value='wrong']"),
    ("claim contested", NOTED): (case("claim"), WHO, "button[value='contested']"),
    ("withdrawn", ("da-ban",)): ("#more > summary", "#more button[value^='withdraw ']"),
    ("conduct", ALL): (case("warn"), WHO),
} | {
    (kind, ("tarot",)): ("#referee .cases [href$='seat=2']", f"#rule [href*='kind={kind}&']", GIVEN) for kind in OF_CODE
}
"""What is tapped, behind Referee! where nothing else is named: the last tap records it, ruled."""
SHUT = "() => document.querySelectorAll('#bar details[open]').forEach((drawer) => { drawer.open = false; })"


@pytest.mark.parametrize("game", LAID)
def test_what_somebody_saw_is_ruled_in_four_taps_and_taken_back_in_one(page: Page, program: Program, game: str) -> None:
    take_in(page, program.url, LAID[game])
    for what, path in RULED.items():
        if game not in what[1]:
            continue
        before = recorded(page)
        *way, last = path if path[0] == "#more > summary" else ("#referee > summary", *path)
        for selector in way:
            page.click(selector)
            if "#referee .cases [href*='kind=" in selector:
                look_at_what_is_asked(page)
        if what[0].endswith(("claim", "contested")):
            page.click(last)
            page.wait_for_selector("#table")
        else:
            tap(page, last)
        assert len(recorded(page)) == len(before) + 1, what[0]
        assert len(way) + 1 <= 4, what[0]
        tap(page, "#undo")
        assert recorded(page)[len(before) + 1 :] == ["undo"], what[0]
        page.evaluate(SHUT)


def test_the_figures_are_those_of_the_documents() -> None:
    text = (ROOT / "docs" / "tablet.md").read_text(encoding="utf-8")
    rows = {cells[0]: cells[1:] for line in text.splitlines() if len(cells := line.strip("| ").split(" | ")) == 4}
    named = {"tarot": "French Tarot", "doppelkopf": "Doppelkopf", "double-detente": "Double-détente",
             "double": "DOUBLE", "da-ban": "Da Ban"}  # fmt: skip
    for game, taps in SCORES.items():
        assert rows[named[game]][2].startswith(f"{taps}")
    for game, taps in TRICKS.items():
        assert rows[named[game]][1].startswith(f"{taps}")
    for game, taps in CARDS.items():
        assert rows[named[game]][0].startswith(f"{taps}")
