"""Double-détente: who has won, and when (end.1, end.2)."""

import pytest

from tests.help.detente import part, refused
from tests.help.record import HEAD, OPEN, check


def rounds(number: int, bids: tuple[int, ...], tricks: tuple[int, ...]) -> list[str]:
    """So many rounds of two parts each with that result."""
    found: list[str] = []
    for dealer in range(number):
        found += [*part(1, bids, tricks, dealer=dealer - 1), *part(2, bids, tricks, dealer=dealer - 1)]
    return found


def finished(*facts: str, head: str = HEAD) -> tuple[bool, list[str]]:
    found = check(*facts, head=head)
    return found["finished"], found["winners"]


# A round of these: Ana 16 + 26 = 42, Ben 14 + 24 = 38, Cléo 13 + 23 = 36.
ROUND = ((6, 4, 3), (6, 4, 3))


@pytest.mark.law("double-detente.end.1")
def test_the_match_ends_after_the_first_full_round_in_which_somebody_reached_200() -> None:
    assert check(*rounds(4, *ROUND))["totals"] == {"Ana": 168, "Ben": 152, "Cléo": 144}
    assert finished(*rounds(4, *ROUND)) == (False, [])
    found = check(*rounds(5, *ROUND))
    assert (found["finished"], found["winners"], found["next"]) == (True, ["Ana"], None)


@pytest.mark.law("double-detente.end.1")
def test_200_in_the_middle_of_a_round_is_no_victory_yet() -> None:
    # Ana 44 a round, then 10 + 13 + 7: 206 after the first part of the fifth.
    middle = [*rounds(4, (7, 6, 0), (7, 6, 0)), *part(1, (13, 0, 0), (13, 0, 0), "petit=Ana petit-last=yes", 3)]
    found = check(*middle)
    assert (found["totals"]["Ana"], found["finished"], found["next"]["part"]) == (206, False, "2")
    # In the second she takes nothing of her 13, and loses 7 by a penalty: 199 is not enough.
    rest = part(2, (13, 13, 13), (0, 6, 7), dealer=3)
    assert finished(*middle, *rest) == (True, ["Ana"])
    assert finished(*middle, *rest, "penalty Ana 7") == (False, [])


def test_exactly_200_is_enough_and_199_is_not() -> None:
    five = rounds(5, *ROUND)
    assert finished(*five, "penalty Ana 10") == (True, ["Ana"])
    assert finished(*five, "penalty Ana 11") == (False, [])


@pytest.mark.law("double-detente.end.1")
def test_of_two_with_200_the_higher_total_wins() -> None:
    six = rounds(6, (7, 6, 0), (7, 6, 0))
    # Ana 17 + 27 = 44, Ben 16 + 26 = 42, Cléo 10 + 20 = 30 a round; after five: 220, 210, 150.
    assert finished(*six[: 5 * 10]) == (True, ["Ana"])
    assert finished(*six[: 5 * 10], "penalty Ana 15") == (True, ["Ben"])
    assert "the match is over: no further deal is due" in refused(*six[: 5 * 10 + 1])


TIE = rounds(5, (6, 6, 1), (6, 6, 1))


@pytest.mark.law("double-detente.end.2")
def test_a_tie_at_the_top_is_played_out_in_one_more_round() -> None:
    found = check(*TIE)
    assert found["totals"] == {"Ana": 210, "Ben": 210, "Cléo": 160}
    assert (found["finished"], found["next"]) == (False, {"kind": "deal", "seat": "Ben", "part": "1"})


@pytest.mark.law("double-detente.end.2")
def test_a_tie_at_the_top_may_share_the_victory() -> None:
    assert finished(*TIE, head="option tie=shared\n" + HEAD) == (True, ["Ana", "Ben"])


def test_a_tie_below_the_top_or_below_200_is_none() -> None:
    assert finished(*TIE, "penalty Ana 60", "penalty Cléo 10") == (True, ["Ben"])
    assert finished(*rounds(4, (6, 6, 1), (6, 6, 1)), head="option tie=shared\n" + HEAD) == (False, [])


def test_a_stopped_part_counts_as_played_and_a_given_up_one_does_not() -> None:
    four = rounds(4, *ROUND)
    last = [*four, *part(1, (13, 0, 0), (13, 0, 0), "petit=Ana petit-last=yes", 3), "deal Cléo part=2"]
    assert finished(*last, "void") == (False, [])
    assert check(*last, "void")["next"] == {"kind": "deal", "seat": "Cléo", "part": "2"}
    assert check(*last, "foul Ben must-follow")["next"]["part"] == "1"


def test_totals_may_be_negative() -> None:
    assert check(*OPEN, "foul Ben must-follow")["totals"]["Ben"] == -20
