"""How a table stands at a moment: what the director sees first."""

from __future__ import annotations

import pytest

from referee.tournament.facts import (
    Added,
    CallMoved,
    Came,
    Confirmed,
    DirectorCalled,
    Disputed,
    Drawn,
    Entered,
    ExtraTime,
    Fact,
    Left,
    RoundStarted,
)  # fmt: skip
from referee.tournament.moment import absent, state, without_table
from referee.tournament.settings import Entrant, Settings
from referee.tournament.tournament import Tournament
from tests.help.tournament import EIGHT, told, with_players

HOUR = Settings("Open", "tarot", minutes=60, deals=((4, 4),))
ENTERED = Entered(1, 1, (30, -10, -10, -10), seat=0)
CALL = DirectorCalled(1, 1, 0, "")


def evening(*said: Fact) -> Tournament:
    return told(*EIGHT, *said, start=HOUR)


@pytest.mark.parametrize(
    ("said", "now", "deals", "seen", "word"),
    [
        ((), 60, 0, None, "playing"),
        ((), 60, None, None, "playing"),
        ((), 60, None, 50.0, "idle"),
        ((), 60, 0, 50.0, "playing"),
        ((), 200, None, 50.0, "lost"),
        ((), 3601, None, 3600.0, "late"),
        ((CALL,), 60, None, 50.0, "call"),
        ((), 3601, 3, None, "late"),
        ((ExtraTime(1, 5, 1),), 3601, 3, None, "playing"),
        ((ExtraTime(1, 5, 2),), 3601, 3, None, "late"),
        ((), 600, 1, 500.0, "lost"),
        ((), 600, 1, 590.0, "playing"),
        ((ENTERED,), 4000, 4, 0.0, "waiting"),
        ((ENTERED, Confirmed(1, 1, 1, 1)), 4000, 4, 0.0, "done"),
        ((ENTERED, Disputed(1, 1, 1, 1)), 100, 4, None, "dispute"),
        ((CALL,), 100, 1, None, "call"),
        ((CALL, CallMoved(6, "progress")), 100, 1, None, "call"),
        ((CALL, CallMoved(6, "deferred")), 100, 1, None, "playing"),
    ],
)
def test_the_state_of_a_table_is_what_needs_somebody_first(
    said: tuple[Fact, ...], now: float, deals: int | None, seen: float | None, word: str
) -> None:
    tournament = evening(*said)
    assert state(tournament, tournament.sitting(1, 1), now, deals, seen).word == word


def test_a_table_of_a_round_that_has_not_begun_is_idle() -> None:
    tournament = told(*with_players(4), Drawn(1, ((1, 2, 3, 4),)), start=HOUR)
    assert state(tournament, tournament.sitting(1, 1), 0).word == "idle"


def test_a_table_far_behind_the_clock_is_slow() -> None:
    tournament = evening()
    # After 45 of 60 minutes three of the four deals are due.
    found = [state(tournament, tournament.sitting(1, 1), 2700, deals) for deals in (1, 2)]
    assert [one.slow for one in found] == [True, False]
    assert (found[0].left, found[0].of) == (900, 4)
    # A device that has written nothing is as far behind; of a table without one nothing is known.
    silent = [state(tournament, tournament.sitting(1, 1), 2700, None, seen) for seen in (2690.0, None)]
    assert [one.slow for one in silent] == [True, False]


def test_a_round_drawn_ahead_says_who_is_missing_from_it_and_who_is_gone() -> None:
    drawn = (*with_players(8), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))))
    tournament = told(*drawn, Left(4, 1), Added((Entrant(9, "Ida"),)), Came((9,)))
    assert (absent(tournament, 1), without_table(tournament, 1)) == ((4,), (9,))
    assert told(*drawn, RoundStarted(1)).current is not None
