"""Plays of several cards, gifts, an early card taken back and the clock, through the forms of the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.help.web import Page, Visitor, facts

HEAD = "game da-ban\noption time_limit=120\nseats Ana Ben Cid Dan\n"
PLAYING = "deal Dan master=Ana levels=3,5 trump=H cards=9\n"


@pytest.fixture
def at_table(visitor: Visitor) -> Callable[[str], Visitor]:
    return lambda lines: sat(visitor, lines)


def sat(visitor: Visitor, lines: str) -> Visitor:
    """A visitor at a table that has come so far."""
    import io

    page = visitor.open("/")
    form = next(form for form in page.forms if "import" in form.action)
    visitor.send(form, None, {"record": (io.BytesIO((HEAD + lines).encode()), "a.deal")})
    return visitor


def ticks(page: Page, card: str) -> int:
    """How many copies of a card the pad of what comes now lets take."""
    form = re.search(r'<div class="prompt[^"]*"[^>]*>.*?</form>', page.source, re.S)
    assert form
    return form[0].count(f'name="card" value="{card}"')


def asked(page: Page) -> str:
    """After how many cards the play is sent by itself."""
    found = re.search(r'data-whole="(\d+)"', page.source)
    assert found
    return found[1]


def test_a_pair_is_two_copies_of_a_card_and_play(at_table: Any) -> None:
    visitor = at_table(PLAYING + "discard Ana count=6\n")
    assert ticks(visitor.page, "S5") == 3
    page = visitor.press("Play", card=["S5", "S5"])
    assert "Ben plays" in page.text
    assert asked(page) == "2"
    visitor.press("Play", card=["S6", "S7"])
    assert facts(visitor.record())[-2:] == ["play Ana S5+S5", "play Ben S6+S7"]


KEYS = re.compile(r'<label class="key.*?</label>', re.S)


@pytest.mark.parametrize(("led", "many"), [("S5", "1"), ("S5+S5", "2")])
def test_the_keys_of_a_lead_stand_for_the_cards_that_follow_and_the_last_one_sends(
    at_table: Any, led: str, many: str
) -> None:
    """So no key is drawn anew between them, and without network the next lead has its keys."""
    visitor = at_table(PLAYING + "discard Ana count=6\n")
    keys = KEYS.findall(visitor.page.source)
    page = visitor.press("Play", card=led.split("+"))
    assert KEYS.findall(page.source) == keys
    assert asked(page) == many
    visitor.press("Play", card=["S6"] * int(many))
    assert facts(visitor.record())[-1] == "play Ben " + "+".join(["S6"] * int(many))


def test_a_pair_that_nobody_saw_is_one_tap(at_table: Any) -> None:
    visitor = at_table(PLAYING + "play Ana S5+S5\n")
    visitor.press("a card nobody saw")
    assert facts(visitor.record())[-1] == "play Ben ?"


def test_who_takes_a_trick_of_pairs_is_said_with_how_many_cards_each_played(at_table: Any) -> None:
    visitor = at_table(PLAYING.replace("cards=9", "cards=9 depth=tricks"))
    assert "Who takes trick 1?" in visitor.page.text
    visitor.press("Ben", count="2")
    visitor.press("Cid")
    assert facts(visitor.record())[-2:] == ["took Ben count=2", "took Cid count=1"]


def test_an_early_card_goes_back_by_a_button(at_table: Any) -> None:
    visitor = at_table(PLAYING + "play Ana S5\nplay Cid S6\nplay Ben S6\n")
    page = visitor.press("Cid takes the early card back")
    assert facts(visitor.record())[-1] == "withdraw Cid"
    assert "Cid plays" in page.text


def test_the_agreed_time_is_called_by_a_button_and_the_page_says_that_this_is_the_last(at_table: Any) -> None:
    visitor = at_table(PLAYING + "play Ana S5\n")
    page = visitor.press("The agreed time is up")
    assert facts(visitor.record())[-1] == "time"
    assert "this is the last" in page.text
    assert "The agreed time is up" not in page.labels


def test_a_tribute_goes_to_its_receiver_with_its_cards_or_unseen(at_table: Any) -> None:
    owed = "deal Dan master=Ana levels=3,3 trump=H\nresult points=185\ndeal Ana\nshow Ben S3\n"
    visitor = at_table(owed)
    visitor.press("To Ben 0 of 2 cards", card=["BK", "S3"])
    visitor.press("To Ana, unseen")
    assert facts(visitor.record())[-2:] == ["give Ana Ben BK S3", "give Ben Ana count=2"]


def test_a_card_before_its_turn_is_called_early_where_the_laws_allow_it(at_table: Any) -> None:
    visitor = at_table(PLAYING + "play Ana S5\n")
    assert "Dan lays early" in visitor.open(visitor.path + "?as=3").text


def test_the_page_says_which_cards_play_the_kings_and_each_seat_its_level(at_table: Any) -> None:
    page = at_table(PLAYING).page
    assert "Big King: the coloured joker." in page.text
    assert "Ana master" in page.text
    assert page.text.count("level 3") >= 5
