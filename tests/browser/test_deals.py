"""Whole deals of tarot and Doppelkopf, tapped card by card: every contract, every kind of deal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.deal_taps import by_hand, taps
from tests.browser.tablet import recorded, take_in
from tests.help.running import Program
from tests.oracle import tarot_deals
from tests.oracle.doppelkopf_deals import NAMES, Story
from tests.oracle.doppelkopf_table import House, Written
from tests.oracle.tarot import CONTRACTS
from tests.oracle.tarot_deals import Dealt, Style

HOUSE = House("standard", False, False, True, False, False, ())
KINDS = ("gesund", "silent-solo", "hochzeit", "hochzeit-solo", "armut", "solo-queens", "solo-clubs", "solo-aces")
"""Each course a deal can take; the other solos differ from these by a word and a column of the pad."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """One browser window for all deals, in which nothing may go wrong unseen."""
    context = browser.new_context(locale="en", viewport={"width": 390, "height": 664}, reduced_motion="reduce")
    shown = context.new_page()
    wrong: list[str] = []
    shown.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    yield shown
    context.close()
    assert wrong == []


def tarot(contract: str) -> Dealt:
    """The first random deal of this contract played to its end; in a garde a handful is shown with its cards."""
    for seed in range(3000):
        made = tarot_deals.deal(Random(seed), 4, Style(known_discard=0.5))
        if (
            made
            and made.complete
            and made.contract == contract
            and (contract == "garde") == (" handful T" in made.text)
        ):
            return made
    raise AssertionError("no such deal")


def doppelkopf(kind: str, seats: int = 4) -> tuple[Written, Story]:
    """The first random deal of this kind with an announcement in it."""
    for seed in range(3000):
        story = Story(Random(seed), HOUSE, kind, NAMES[:seats])
        made = story.happen()
        if made.worth is not None and (" announce " in f" {made.text}".replace("\n", " ") or kind == "hochzeit-solo"):
            return made, story
    raise AssertionError("no such deal")


def cards_played(lines: list[str]) -> list[str]:
    return [card for line in lines if line.split()[0] in ("play", "trick") for card in line.split()[2:]]


def the_scores_are(page: Page, scores: list[int]) -> None:
    """The row of the deal on the page's score sheet."""
    row = page.locator("table.sheet tr.sum td").all_inner_texts()
    assert [int(cell.replace("−", "-")) for cell in row] == scores


def tapped(page: Page, program: Program, lines: list[str], names: tuple[str, ...]) -> list[str]:
    """Tap all that comes after the deal; what the table has then written down, announcements as they were said."""
    begun = next(at for at, line in enumerate(lines) if line.startswith("deal "))
    take_in(page, program.url, "\n".join(lines[: begun + 1]) + "\n")
    by_hand(page, list(taps(lines[begun + 1 :], names)))
    written = recorded(page)
    assert cards_played(written) == cards_played(lines)
    assert said(written) == said(lines)
    return written


def said(lines: list[str]) -> list[list[str]]:
    """What was bid, called, announced and given, in order; cards given have none."""
    words = [line.partition(" side=")[0].split() for line in lines]
    return [word[:3] + sorted(word[3:]) for word in words if word[0] in ("bid", "call", "announce", "give")]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_tarot_deal_is_tapped_from_the_first_bid_to_its_score(page: Page, program: Program, contract: str) -> None:
    made = tarot(contract)
    tapped(page, program, made.lines, tarot_deals.NAMES[:4])
    the_scores_are(page, made.scores())


@pytest.mark.parametrize("kind", KINDS)
def test_a_doppelkopf_deal_is_tapped_from_gesund_to_its_score(page: Page, program: Program, kind: str) -> None:
    made, story = doppelkopf(kind, 5 if kind == "solo-aces" else 4)
    tapped(page, program, made.text.splitlines(), story.seats)
    assert made.worth is not None
    alone = len(made.re) == 1
    scores = [
        0 if seat not in story.order else made.worth * (3 if alone else 1) if seat in made.re else -made.worth
        for seat in story.seats
    ]
    the_scores_are(page, scores)
