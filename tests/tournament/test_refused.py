"""What cannot have happened in a tournament is refused with a sentence, and changes nothing."""

from __future__ import annotations

import pytest

from referee.tournament.boards.facts import Sealed
from referee.tournament.facts import (
    Added,
    Adjusted,
    CallMoved,
    Came,
    Changed,
    Confirmed,
    Corrected,
    DirectorCalled,
    Disputed,
    Drawn,
    Entered,
    ExtraTime,
    Fact,
    Left,
    Linked,
    Noted,
    Opened,
    Paused,
    Penalised,
    PenaltyCancelled,
    Renamed,
    Replaced,
    RoundStarted,
    SeatsRepaired,
    TakenOver,
    Undone,
)  # fmt: skip
from referee.tournament.moment import checks
from referee.tournament.settings import Entrant, Settings
from referee.tournament.tournament import Entry, open_tournament
from referee.words.text import Slip
from tests.help.tournament import EIGHT, told, with_players

ENTERED = Entered(1, 1, (30, -10, -10, -10), seat=0)
BEFORE = (*EIGHT, ENTERED)  # entries 2 to 6


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (Opened(Settings("Open", "tarot")), "open already"),
        (Changed(Settings("Open", "doppelkopf")), "cannot change once a round is drawn"),
        (Changed(Settings("Open", "tarot", options=(("colour", "red"),))), "no option “colour”"),
        (Added((Entrant(3, "Ida"),)), "number 3 is taken"),
        (Added((Entrant(0, "Ida"),)), "number 0 is taken"),
        (Added((Entrant(9, " "),)), "needs a name"),
        (Added((Entrant(9, "Ida", fixed=-1),)), "is no table"),
        (Renamed(Entrant(77, "Ida")), "no player with number 77"),
        (Renamed(Entrant(1, "")), "needs a name"),
        (Came((1, 77)), "no player with number 77"),
        (Came((1,), since=0), "counted from 1"),
        (Left(1, since=1), "Ana has a result in round 1"),
        (Left(77, since=1), "no player with number 77"),
        (Replaced(2, 2, since=2), "cannot replace themselves"),
        (Replaced(1, 5, since=1), "Ana has a result in round 1"),
        (Replaced(5, 1, since=1), "Ana already sits at a table in round 1"),
        (Drawn(3, ((1, 2, 3, 4),)), "before round 3 are not drawn"),
        (Drawn(2, ()), "needs tables"),
        (Drawn(2, ((1, 2, 3, 4),), streams=("a", "b")), "needs tables"),
        (Drawn(2, ((1, 2),)), "2 seats: this game is for 3, 4, 5"),
        (SeatsRepaired(1, ((1, (1, 2, 3)),)), "as many seats as before"),
        (SeatsRepaired(1, ((9, (1, 2, 3, 4)),)), "no table 9"),
        (Linked(1, 9, "abc"), "no table 9"),
        (Sealed(9, 1, 4, 4, ""), "round 9 is not drawn"),
        (Sealed(2, 1, 4, 4, "", sets=100), "100 sets of boards"),
        (TakenOver(2, 1), "round 2 is not drawn"),
        (RoundStarted(2), "round 2 is not drawn"),
        (Paused(2), "round 2 is not drawn"),
        (ExtraTime(1, 5, table=9), "no table 9"),
        (Entered(1, 1, (1, -1, 0), version=1), "table 1 has 4 seats"),
        (Entered(1, 1, (1, -1, 0, 0), version=1, seat=4), "no seat 5"),
        (Entered(1, 1, (1, -1, 0, 0), version=0), "meanwhile"),
        (Entered(1, 1, (1, -1, 0, 0), version=1, penalties=(5, 0, 0, 0)), "with a minus"),
        (Entered(1, 1, (1, -1, 0, 0), version=1, deals=((2, -2, 0, 0),)), "do not add up to its scores"),
        (Entered(1, 1, (1, -1, 0, 0), version=1, deals=((1, -1, 0, 0),), takers=(0, 1)), "a taker, or nobody"),
        (Confirmed(1, 2, 0, seat=1), "no result yet"),
        (Confirmed(1, 1, 0, seat=1), "meanwhile"),
        (Disputed(1, 2, 0, seat=1), "no result yet"),
        (Corrected(1, 1, (1, 0, 0, 0), "why"), "add up to 1"),
        (DirectorCalled(1, 1, seat=7), "no seat 8"),
        (CallMoved(77, "resolved"), "no call 77"),
        (Penalised(1, -5, "late"), "without a minus"),
        (Penalised(1, 5, " "), "a reason is needed"),
        (PenaltyCancelled(77, "why"), "no penalty 77"),
        (Adjusted(1, 1, 5, ""), "a reason is needed"),
        (Adjusted(1, 9, 5, "why"), "round 9 is not drawn"),
        (Undone(1), "no entry 1 to take back"),
        (Undone(77), "no entry 77 to take back"),
    ],
)
def test_it_is_refused_with_its_sentence(fact: Fact, sentence: str) -> None:
    tournament = told(*BEFORE)
    with pytest.raises(Slip, match=sentence):
        tournament.extend([Entry(7, fact)])
    assert tournament.value == told(*BEFORE).value


def test_a_clock_that_never_ran_is_neither_stopped_nor_given_time() -> None:
    tournament = told(*with_players(4), Drawn(1, ((1, 2, 3, 4),)))
    for fact in (Paused(1), ExtraTime(1, 5)):
        with pytest.raises(Slip, match="has not begun"):
            tournament.extend([Entry(5, fact)])


def test_a_call_has_only_the_states_there_are() -> None:
    with pytest.raises(Slip, match="resolved"):
        told(*BEFORE, DirectorCalled(1, 1), CallMoved(7, "forgotten"))


def test_what_is_confirmed_is_not_disputed_by_a_seat_but_the_director_may_open_it() -> None:
    tournament = told(*BEFORE, Confirmed(1, 1, 1, seat=1))
    with pytest.raises(Slip, match="only the director"):
        tournament.extend([Entry(8, Disputed(1, 1, 1, seat=2))])
    assert tournament.extend([Entry(8, Disputed(1, 1, 1))]).sitting(1, 1).dispute is not None


def test_a_tournament_begins_by_being_opened() -> None:
    with pytest.raises(Slip, match="begins by being opened"):
        open_tournament(Entry(1, Noted("rain")))


def test_a_replacement_who_waited_no_longer_waits_and_who_left_neither() -> None:
    drawn = (*with_players(9), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8)), (9,)))
    assert told(*drawn, Replaced(1, 9, since=1)).value.round(1).out == ()
    assert told(*drawn, Left(9, since=1)).value.round(1).out == ()


def test_what_does_not_add_up_is_said() -> None:
    entrants = tuple(Entrant(n, f"P{n}", team="Rouge" if n < 4 else "") for n in range(1, 5))
    start = Settings("Open", "tarot", team=2, balanced=True)
    said = (Added(entrants), Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (30, -10, -10, -10)))
    assert [str(text) for text in checks(told(*said, start=start))] == ["team Rouge has 3 players, not 2"]
    found = checks(told(*said, Adjusted(2, 1, 5, "wronged"), start=start))
    assert str(found[1]) == "round 1: the scores add up to 15, not to 0"
    assert checks(told(*said)) == ()
