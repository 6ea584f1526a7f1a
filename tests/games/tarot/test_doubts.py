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
    return [one.told.say(ENGLISH) for one in found(played, boards()[0])]


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
        "taker=Ben contract=garde bouts=2 points=86",
        "taker=Ana contract=petite bouts=3 points=91",
    ],
)
def test_a_result_that_can_be_is_not_doubted(keys: str) -> None:
    assert said(keys) == []


@pytest.mark.parametrize("seed", range(12))
def test_what_an_honest_deal_comes_to_is_never_doubted(seed: int) -> None:
    _, played, board = generated(seed, (4, 3, 5)[seed % 3])
    doubted: tuple[Finding, ...] = found(played, board)
    assert doubted == ()
