"""What the hands of a board can give: a result beyond that is said, one that can be is never doubted."""

from __future__ import annotations

import pytest

from referee.boards import Finding
from referee.words.text import ENGLISH
from tests.help.boards import boards, found, generated
from tests.help.tarot import table

# Board 1 of these tests: Ana holds the 21 and the Excuse with T3 T7 T18 T19, the kitty T9 T17.


def said(keys: str) -> list[str]:
    """What is said of a result of board 1."""
    played = table(f"deal Dan board=1\nresult {keys}")
    return [one.text.say(ENGLISH) for one in found(played, boards()[0])]


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ("taker=Ana contract=garde bouts=0 points=40", "0 bouts cannot be: these hands give the taker’s side 1 to 3"),
        ("taker=Ben contract=garde bouts=3 points=60", "3 bouts cannot be: these hands give the taker’s side 0 to 2"),
        (
            "taker=Ben contract=garde bouts=2 points=50 handful=single:Dan",
            "Dan was dealt 4 trumps: a handful of 10 cannot be",
        ),
    ],
)
def test_a_result_that_no_play_of_these_hands_gives_is_said(keys: str, why: str) -> None:
    assert [text for text in said(keys) if why in text]


@pytest.mark.parametrize(
    "keys",
    [
        "taker=Ana contract=garde bouts=1 points=40",
        "taker=Ben contract=garde bouts=2 points=85",
        "taker=Ana contract=petite bouts=3 points=91 slam=made",
    ],
)
def test_a_result_that_can_be_is_not_doubted(keys: str) -> None:
    assert said(keys) == []


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(12))
def test_what_an_honest_deal_comes_to_is_never_doubted(seed: int) -> None:
    _, played, board = generated(seed, (4, 3, 5)[seed % 3])
    doubted: tuple[Finding, ...] = found(played, board)
    assert doubted == ()


EIGHT = (*(f"T{number}" for number in range(2, 8)), "T21", "EX", *(f"H{number}" for number in range(1, 11)))
"""A hand with eight trumps, the Excuse counted."""


def doubted(line: str) -> list[str]:
    """What is said where Ana was dealt eight trumps and the kitty holds two more."""
    at = table(f"deal Dan\n{line}")
    hands: dict[int, tuple[str, ...]] = {0: EIGHT, 1: (), 2: (), 3: ()}
    rest = {"kitty": ("T8", "T9", "S1", "S2", "S3", "S4")}
    return [text.say(ENGLISH) for text in at.rules.doubts(at.deals[0].deal, hands, rest)]


@pytest.mark.parametrize(
    ("contract", "found"),
    [
        ("petite", []),
        ("garde", []),
        ("garde-sans", ["Ana was dealt 8 trumps: a handful of 10 cannot be"]),
    ],
)
def test_a_handful_may_count_the_trumps_of_the_kitty_where_the_taker_takes_it(contract: str, found: list[str]) -> None:
    assert doubted(f"result taker=Ana contract={contract} bouts=2 points=50 handful=single:Ana") == found


def test_of_a_deal_that_everybody_passed_nothing_is_doubted() -> None:
    assert doubted("\n".join(f"bid {name} pass" for name in ("Ana", "Ben", "Cid", "Dan"))) == []


def test_a_deal_whose_result_is_not_known_yet_is_not_doubted() -> None:
    assert doubted("bid Ana garde-sans\nplay Ana S1") == []
