"""A tournament folded from its facts: players, rounds, tables, results, calls, penalties, and what is refused."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games import GAMES
from referee.games import game as rules_for
from referee.sheets.tournament import Papers
from referee.tournament.draws import draw
from referee.tournament.encoding import FACTS, from_json
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
    Finished,
    Left,
    Noted,
    Opened,
    Paused,
    Penalised,
    PenaltyCancelled,
    Renamed,
    Replaced,
    Resumed,
    RoundStarted,
    SeatsRepaired,
    Undone,
)
from referee.tournament.moment import seat_name
from referee.tournament.settings import Entrant, Settings, usual
from referee.tournament.standings import last_shown, standings, team_standings
from referee.tournament.tournament import Entry, open_tournament
from referee.words.text import Slip
from tests.help.tournament import EIGHT, NAMES, SETTINGS, told, with_players


def test_a_player_who_signed_up_plays_once_checked_in() -> None:
    tournament = told(Added((Entrant(1, "Ana"), Entrant(2, "Ben"))), Came((2,)))
    assert tournament.entrants(1) == (2,)


def test_same_names_are_told_apart_by_club_and_else_by_number() -> None:
    entrants = (Entrant(1, "Ana", "Lyon"), Entrant(2, "ana", "Nice"), Entrant(3, "Ben"), Entrant(4, "Ben"))
    assert told(Added(entrants)).names == {1: "Ana (Lyon)", 2: "ana (Nice)", 3: "Ben #3", 4: "Ben #4"}


def test_who_comes_late_plays_from_that_round_and_who_left_no_more() -> None:
    tournament = told(*with_players(5), Came((5,), since=2), Left(1, since=3))
    assert [tournament.entrants(number) for number in (1, 2, 3)] == [(1, 2, 3, 4), (1, 2, 3, 4, 5), (2, 3, 4, 5)]


def test_the_other_side_confirms_what_one_entered() -> None:
    tournament = told(*EIGHT, Entered(1, 1, (30, -10, -10, -10), seat=0))
    assert tournament.value.round(1).missing == (1, 2)
    with pytest.raises(Slip, match="another player"):
        tournament.extend([Entry(9, Confirmed(1, 1, 1, seat=0))])
    assert tournament.extend([Entry(9, Confirmed(1, 1, 1, seat=2))]).value.round(1).missing == (2,)


def test_a_dispute_calls_the_director_and_only_they_settle_it() -> None:
    tournament = told(*EIGHT, Entered(1, 1, (30, -10, -10, -10), seat=0), Disputed(1, 1, 1, seat=3, text="60"))
    (call,) = tournament.value.calls.values()
    assert (call.table, call.state, call.text) == (1, "open", "60")
    with pytest.raises(Slip, match="director"):
        tournament.extend([Entry(9, Confirmed(1, 1, 1, seat=2))])
    settled = tournament.extend([Entry(9, Corrected(1, 1, (60, -20, -20, -20), "counted again"))])
    sitting = settled.sitting(1, 1)
    assert sitting.confirmed
    assert [result.scores[0] for result in sitting.results] == [30, 60]


def test_after_confirmation_only_the_director_corrects_and_every_version_stays() -> None:
    entered = Entered(1, 1, (30, -10, -10, -10), seat=0)
    tournament = told(*EIGHT, entered, Confirmed(1, 1, 1, seat=1))
    with pytest.raises(Slip, match="only the director"):
        tournament.extend([Entry(9, Entered(1, 1, (0, 0, 0, 0), version=1, seat=1))])
    with pytest.raises(Slip, match="reason"):
        tournament.extend([Entry(9, Corrected(1, 1, (0, 0, 0, 0), " "))])
    results = tournament.extend([Entry(9, Corrected(1, 1, (0, 0, 0, 0), "void"))]).sitting(1, 1).results
    assert [(result.scores, result.reason) for result in results] == [(entered.scores, ""), ((0, 0, 0, 0), "void")]


def test_a_result_entered_without_seeing_the_one_before_is_refused() -> None:
    tournament = told(*EIGHT, Entered(1, 1, (30, -10, -10, -10), seat=0))
    with pytest.raises(Slip, match="meanwhile"):
        tournament.extend([Entry(9, Entered(1, 1, (0, 0, 0, 0), seat=1))])


def test_scores_that_do_not_add_up_to_nothing_are_refused_where_they_must() -> None:
    with pytest.raises(Slip, match="add up to 10, not to 0"):
        told(*EIGHT, Entered(1, 1, (30, -10, -10, 0)))


def test_the_next_round_waits_for_every_table_unless_the_director_forces_it() -> None:
    drawn = (*EIGHT, Entered(1, 1, (0, 0, 0, 0)), Drawn(2, ((1, 5, 2, 6), (3, 7, 4, 8))))
    with pytest.raises(Slip, match="still waits for table 2"):
        told(*drawn, RoundStarted(2))
    assert told(*drawn, RoundStarted(2, forced=True)).current is not None


def test_the_clock_counts_pauses_and_extra_time_per_table() -> None:
    said = (*EIGHT, Paused(1), Resumed(1), ExtraTime(1, 5, table=2))
    clock = told(*said, at=[0, 0, 0, 1000, 1600, 1900, 2000]).value.round(1).clock
    assert clock is not None
    # Begun at 1000 with 60 minutes, still for 300 seconds: at 2300 a thousand seconds have run.
    assert (clock.seconds_left(2300, 1), clock.seconds_left(2300, 2)) == (2600, 2900)


def test_a_call_goes_from_open_to_resolved() -> None:
    tournament = told(*EIGHT, DirectorCalled(1, 2, 0, "card exposed"), CallMoved(6, "progress"))
    assert tournament.value.calls[6].state == "progress"
    done = tournament.extend([Entry(8, CallMoved(6, "resolved", "no remedy"))])
    assert (done.value.calls[6].state, done.value.calls[6].answers) == ("resolved", ("no remedy",))


def test_a_replacement_takes_the_seats_drawn_ahead() -> None:
    tournament = told(*EIGHT, Added((Entrant(9, "Ida"),)), Replaced(3, 9, since=1))
    assert tournament.sitting(1, 1).seats == (1, 2, 9, 4)
    assert tournament.entrants(2) == (1, 2, 4, 5, 6, 7, 8, 9)


def test_wrong_seats_are_repaired_in_one_step_and_results_stay_with_the_seats() -> None:
    entered = Entered(1, 1, (30, -10, -20, 0))
    repaired = SeatsRepaired(1, ((1, (2, 1, 3, 5)), (2, (4, 6, 7, 8))))
    tournament = told(*EIGHT, entered, repaired)
    got = {row.players[0]: row.total for row in standings(tournament).rows}
    assert (got[2], got[1], got[3], got[5]) == (30, -10, -20, 0)
    assert 4 not in got
    with pytest.raises(Slip, match="sits twice"):
        tournament.extend([Entry(9, SeatsRepaired(1, ((1, (4, 1, 3, 5)),)))])


def test_nobody_sits_twice_and_nobody_absent_is_seated() -> None:
    with pytest.raises(Slip, match="Ana sits twice"):
        told(*with_players(), Drawn(1, ((1, 2, 3, 4), (1, 6, 7, 8))))
    with pytest.raises(Slip, match="Hal does not play"):
        told(*with_players(), Left(8, 1), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))))


def test_a_round_with_a_result_is_not_drawn_again() -> None:
    with pytest.raises(Slip, match="its draw stays"):
        told(*EIGHT, Entered(1, 1, (0, 0, 0, 0)), Drawn(1, ((1, 2, 3, 5), (4, 6, 7, 8))))


def test_penalties_are_taken_off_until_they_are_cancelled_with_a_reason() -> None:
    tournament = told(*EIGHT, Entered(1, 1, (30, -10, -10, -10)), Penalised(1, 40, "late"))
    assert [row.total for row in standings(tournament).rows if row.players == (1,)] == [-10]
    with pytest.raises(Slip, match="reason"):
        tournament.extend([Entry(9, PenaltyCancelled(7, ""))])
    lifted = tournament.extend([Entry(9, PenaltyCancelled(7, "the bus"))])
    assert [row.total for row in standings(lifted).rows if row.players == (1,)] == [30]


def test_an_adjusted_score_stands_in_the_place_of_the_tables() -> None:
    tournament = told(*EIGHT, Entered(1, 1, (30, -10, -10, -10)), Adjusted(2, 1, 15, "wronged"))
    assert [row.total for row in standings(tournament).rows if row.players == (2,)] == [15]


# Undo


WHOLE = (
    *EIGHT,
    Entered(1, 1, (30, -10, -10, -10), seat=0),
    Confirmed(1, 1, 1, seat=1),
    DirectorCalled(1, 2, 1, "revoke"),
    CallMoved(8, "resolved", "upheld"),
    Penalised(5, 50, "insolence"),
    Entered(1, 2, (-60, 20, 20, 20), seat=None),
    ExtraTime(1, 5),
    Paused(1),
    Resumed(1),
    Corrected(1, 1, (33, -11, -11, -11), "a bonus forgotten"),
    PenaltyCancelled(10, "an apology"),
    Added((Entrant(9, "Ida"),)),
    Replaced(8, 9, since=2),
    Drawn(2, ((1, 5, 2, 6), (3, 7, 4, 9))),
    RoundStarted(2),
    Adjusted(1, 1, 20, "wronged"),
    Renamed(Entrant(2, "Benoît")),
    Noted("rain"),
    Changed(Settings("Open d'hiver", "tarot", rounds=2, balanced=True)),
    Left(4, since=3),
    Finished(),
)


@pytest.mark.parametrize("length", range(len(WHOLE) + 1))
def test_any_beginning_of_a_log_folds_and_taking_its_last_entry_back_restores_exactly(length: int) -> None:
    before = told(*WHOLE[:length])
    for fact in WHOLE[length : length + 1]:
        after = before.extend([Entry(before.seq + 1, fact)])
        undone = after.extend([Entry(after.seq + 1, Undone(after.seq))])
        assert undone.value == before.value
        redone = undone.extend([Entry(undone.seq + 1, Undone(undone.seq))])
        assert redone.value == after.value


def test_an_entry_others_stand_on_is_not_taken_back_and_says_which() -> None:
    tournament = told(*EIGHT, Entered(1, 1, (0, 0, 0, 0)))
    with pytest.raises(Slip, match="entry 5 could not stand without it"):
        tournament.extend([Entry(7, Undone(4))])
    with pytest.raises(Slip, match="no entry 1 to take back"):
        tournament.extend([Entry(7, Undone(1))])
    assert tournament.extend([Entry(7, Undone(6))]).sitting(1, 1).result is None


def test_a_result_of_a_round_long_past_can_be_taken_back() -> None:
    tournament = told(*WHOLE)
    undone = tournament.extend([Entry(tournament.seq + 1, Undone(15))])
    assert undone.sitting(1, 1).result is not None
    assert [result.scores[0] for result in undone.sitting(1, 1).results] == [30]


def test_a_confirmation_taken_back_leaves_the_round_after_begun() -> None:
    said = (*EIGHT, Entered(1, 1, (30, -10, -10, -10), seat=0), Confirmed(1, 1, 1), Entered(1, 2, (0, 0, 0, 0)),
            Drawn(2, ((1, 5, 2, 6), (3, 7, 4, 8))), RoundStarted(2))  # fmt: skip
    undone = told(*said).extend([Entry(11, Undone(7))])
    assert undone.value.round(1).missing == (1,)
    assert undone.current == undone.value.round(2)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(2, 40), max_size=6))
def test_undoing_in_any_order_comes_to_what_the_entries_that_stand_come_to(undone: list[int]) -> None:
    tournament = told(*WHOLE)
    for at in undone:
        try:
            tournament = tournament.extend([Entry(tournament.seq + 1, Undone(at))])
        except Slip:
            continue
    again = open_tournament(tournament.log[0]).extend(tournament.log[1:])
    assert again.value == tournament.value
    first, *rest = tournament.valid_entries()
    anew = open_tournament(first)
    for entry in rest:
        try:
            anew = anew.extend([entry])
        except Slip:  # a round begun before something was taken back stays begun
            assert isinstance(entry.fact, RoundStarted)
            anew = anew.extend([replace(entry, fact=replace(entry.fact, forced=True))])
    assert anew.value == tournament.value


def test_every_fact_comes_back_from_json_as_it_went_in() -> None:
    said = {type(fact) for fact in WHOLE} | {Opened}
    assert said < set(FACTS.values())
    for fact in (Opened(SETTINGS), *WHOLE, Came((1, 2), 2), Drawn(1, ((1, 2),), (3,), ("abc",), {"seed": 7})):
        assert from_json(json.loads(json.dumps(fact.json()))) == fact


@pytest.mark.parametrize(
    "said", [None, [], {}, {"kind": "poker"}, {"kind": "came"}, {"kind": "came", "players": [True]},
             {"kind": "came", "players": ["1"]}, {"kind": "noted", "text": "a\x00b"}, {"kind": "noted", "text": "x" * 5000}]
)  # fmt: skip
def test_what_is_no_fact_is_refused(said: object) -> None:
    with pytest.raises(Slip, match="no fact"):
        from_json(said)


@pytest.mark.parametrize(
    ("changed", "part"),
    [({"title": " "}, "title"), ({"game": "poker"}, None), ({"sizes": (9,)}, "sizes"), ({"scoring": "chess"}, "scoring"),
     ({"ties": ("coin",)}, "ties"), ({"rounds": 0}, "rounds"), ({"preset": "x"}, "preset"), ({"team": 5}, "team")],
)  # fmt: skip
def test_what_no_tournament_can_have_is_refused(changed: dict[str, object], part: str | None) -> None:
    fields = {"title": "Open", "game": "tarot"} | changed
    with pytest.raises(Slip) as refused:
        told(start=Settings(**fields))  # type: ignore[arg-type]
    assert refused.value.fields.get("part") == part


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_what_is_usual_for_a_game_can_be_agreed(game: str) -> None:
    tournament = told(start=usual(game, "Open"))
    assert all(size in rules_for(game).players for size in tournament.settings.sizes)


def test_tarot_is_played_in_six_positions_of_four_deals_or_five_at_five() -> None:
    # TOURNAMENTS.md: donnes libres, 24 deals (6 × 4) or 25 (5 × 5); Doppelkopf 24 a round at four, 30 at five.
    tarot, doppelkopf = usual("tarot", "Open"), usual("doppelkopf", "Open")
    assert (tarot.rounds, tarot.deals_at(4), tarot.deals_at(5), tarot.balanced) == (6, 4, 5, True)
    assert (doppelkopf.deals_at(4), doppelkopf.deals_at(5), doppelkopf.balanced) == (24, 30, True)


# Standings


def test_standings_agree_with_a_sum_by_hand() -> None:
    rounds = [
        (((1, 2, 3, 4), (5, 6, 7, 8)), ((90, -30, -30, -30), (10, 20, -50, 20))),
        (((1, 5, 2, 6), (3, 7, 4, 8)), ((-60, 20, 20, 20), (300, -100, -100, -100))),
        (((8, 1, 3, 6), (2, 7, 4, 5)), ((5, 5, -15, 5), (0, 0, 40, -40))),
    ]
    said: list[Fact] = [*with_players()]
    for number, (tables, scores) in enumerate(rounds, 1):
        said += [Drawn(number, tables), *(Entered(number, at, row) for at, row in enumerate(scores, 1))]
    sums = {1: 90 - 60 + 5, 2: -30 + 20 + 0, 3: -30 + 300 - 15, 4: -30 - 100 + 40,
            5: 10 + 20 - 40, 6: 20 + 20 + 5, 7: -50 - 100 + 0, 8: 20 - 100 + 5}  # fmt: skip
    rows = standings(told(*said)).rows
    assert {row.players[0]: row.total for row in rows} == sums
    assert [row.players[0] for row in rows[:4]] == [3, 6, 1, 2]
    assert [(row.place, row.level) for row in rows] == [
        (1, False), (2, False), (3, False), (4, True), (4, True), (6, False), (7, False), (8, False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ((), [(1, True), (1, True), (3, False), (4, False)]),
        (("best",), [(1, False), (2, False), (3, False), (4, False)]),
        (("won",), [(1, True), (1, True), (3, False), (4, False)]),
        (("last",), [(1, False), (2, False), (3, False), (4, False)]),
        (("won", "last"), [(1, False), (2, False), (3, False), (4, False)]),
    ],
)
def test_ties_are_broken_by_what_was_agreed_in_that_order(ties: tuple[str, ...], expected: list[object]) -> None:
    # Ana 40 + 0, Ben 10 + 30: level at 40, one table won each; Ana has the best round, Ben the last.
    start = Settings("Open", "tarot", balanced=True, ties=ties)
    said = (*with_players(4), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (40, 10, -20, -30)),
            Drawn(2, ((1, 2, 3, 4),)), Entered(2, 1, (0, 30, -10, -20)))  # fmt: skip
    rows = standings(told(*said, start=start)).rows
    assert [(row.place, row.level) for row in rows] == expected
    if ties:
        assert [row.name for row in rows[:2]] == (["Ben", "Ana"] if "last" in ties else ["Ana", "Ben"])


def test_a_tie_is_broken_by_who_sat_against_the_stronger() -> None:
    # Ana and Eva both have 10; Ana's opponents end at −10, 20, −20; Eva's at 30, −15, −25.
    start = Settings("Open", "tarot", balanced=True, ties=("opponents",))
    results = (Entered(1, 1, (10, -10, 20, -20)), Entered(1, 2, (10, 30, -15, -25)))
    rows = standings(told(*EIGHT, *results, start=start)).rows
    assert {row.name: row.breaks[0] for row in rows if row.total == 10} == {"Ana": -10, "Eva": -10}
    assert [row.level for row in rows if row.total == 10] == [True, True]


def test_a_result_nobody_has_confirmed_counts_in_no_tie_break() -> None:
    start = Settings("Open", "tarot", balanced=True, ties=("won", "opponents"))
    two = (Entered(1, 1, (10, -10, 20, -20), seat=0), Entered(1, 2, (0, 0, 0, 0)))
    tournament = told(*EIGHT, *two, start=start)
    assert [(row.name, row.breaks) for row in standings(tournament).rows] == [(name, (1, 0)) for name in NAMES[4:8]]
    assert standings(tournament, provisional=True).rows[0].breaks[0] == 1


def test_only_the_best_rounds_count_where_that_is_agreed() -> None:
    start = Settings("Open", "tarot", rounds=3, best=2)
    said: list[Fact] = [*with_players(4)]
    for number, first in enumerate((10, -40, 30), 1):
        said += [Drawn(number, ((1, 2, 3, 4),)), Entered(number, 1, (first, 0, 0, 0))]
    (row,) = (row for row in standings(told(*said, start=start)).rows if row.players == (1,))
    assert row.total == 40
    assert [cell.counts for cell in row.rounds if cell] == [True, False, True]


def test_places_are_worth_as_much_at_a_short_table() -> None:
    start = Settings("Open", "tarot", sizes=(4, 3), scoring="places")
    said = (*with_players(7), Drawn(1, ((1, 2, 3, 4), (5, 6, 7))))
    results = (Entered(1, 1, (50, 10, 10, 0)), Entered(1, 2, (9, 5, 1)))
    got = {row.players[0]: row.total for row in standings(told(*said, *results, start=start)).rows}
    assert got == {1: 3, 2: Fraction(3, 2), 3: Fraction(3, 2), 4: 0, 5: 3, 6: Fraction(3, 2), 7: 0}


def test_teams_add_up_their_players() -> None:
    entrants = tuple(Entrant(n, NAMES[n - 1], team="Rouge" if n % 2 else "Bleu") for n in range(1, 5))
    said = (Added(entrants), Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (30, -10, -15, -5)))
    assert [(row.name, row.total) for row in team_standings(told(*said)).rows] == [("Rouge", 15), ("Bleu", -15)]


def test_a_team_has_a_club_where_all_its_players_are_of_one() -> None:
    teams, clubs = ("Rouge", "Bleu"), ("Lyon", "Lyon", "Bron", "Lyon")
    entrants = tuple(Entrant(n, NAMES[n - 1], clubs[n - 1], teams[n % 2]) for n in range(1, 5))
    said = told(Added(entrants), Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (30, -10, -15, -5)),
                start=replace(SETTINGS, team=2, confirm=False))  # fmt: skip
    assert [(row.name, row.club) for row in team_standings(said).rows] == [("Bleu", ""), ("Rouge", "Lyon")]
    diplomas = "".join(Papers(said).documents("diplomas"))
    assert re.findall(r'<p class="low">(.*?)</p>', diplomas) == ["", "Lyon"]


def test_who_was_joined_to_another_counts_on_their_line() -> None:
    said = (*EIGHT, Entered(1, 1, (30, -10, -10, -10)), Entered(1, 2, (0, 0, 0, 0)), Added((Entrant(9, "Ida"),)),
            Replaced(1, 9, since=2, joined=True), Drawn(2, ((9, 2, 3, 4), (5, 6, 7, 8))), Entered(2, 1, (9, -3, -3, -3)))  # fmt: skip
    first = standings(told(*said)).rows[0]
    assert (first.players, first.name, first.total) == ((1, 9), "Ana / Ida", 39)


@pytest.mark.parametrize(("visible", "expected"), [("never", 0), ("always", 1), ("rounds", 1), ("end", 0)])
def test_the_public_sees_the_standings_as_agreed(visible: str, expected: int) -> None:
    start = Settings("Open", "tarot", visible=visible)
    said = (*with_players(4), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (0, 0, 0, 0)), Drawn(2, ((2, 1, 3, 4),)))
    assert last_shown(told(*said, start=start)) == expected
    assert last_shown(told(*said, Finished(), start=start)) == (1 if visible == "end" else expected)


# Draws


def test_rounds_planned_together_seat_everybody_once_a_round_and_say_what_they_are_worth() -> None:
    tournament = told(*with_players(8), start=Settings("Open", "tarot", rounds=3))
    drawn = draw(tournament, 1, seed=5, steps=20_000)
    assert [one.round for one in drawn] == [1, 2, 3]
    # TOURNAMENTS.md: 8 players in 3 rounds of tables of 4 meet 12 times beyond the first.
    assert all(one.certificate["E"] == 12 for one in drawn)
    for one in drawn:
        tournament = tournament.extend([Entry(tournament.seq + 1, one)])
        assert sorted(number for seats in one.tables for number in seats) == list(range(1, 9))


def test_best_plays_with_best() -> None:
    start = Settings("Open", "tarot", rounds=3, draw="best")
    said = (*EIGHT, Entered(1, 1, (40, -40, 30, -30)), Entered(1, 2, (20, -20, 10, -10)))
    (drawn,) = draw(told(*said, start=start), 2, seed=1)
    assert [set(seats) for seats in drawn.tables] == [{1, 3, 5, 7}, {8, 6, 4, 2}]


def test_who_is_last_waits_but_not_twice_running() -> None:
    start = Settings("Open", "tarot", draw="best")
    said = (*with_players(9), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8)), (9,)), Entered(1, 1, (40, -40, 30, -30)))
    (drawn,) = draw(told(*said, start=start), 2, seed=1)
    assert drawn.out == (2,)


def test_a_draw_after_some_left_keeps_the_rounds_played_and_avoids_those_who_met() -> None:
    tournament = told(*with_players(9), start=Settings("Open", "tarot", rounds=3, sizes=(4, 3)))
    (one, *_) = draw(tournament, 1, seed=5, steps=20_000)
    tournament = tournament.extend([Entry(4, one), Entry(5, Left(one.tables[0][0], since=2))])
    drawn = draw(tournament, 2, seed=5, steps=20_000)
    assert [each.round for each in drawn] == [2, 3]
    assert all(one.tables[0][0] not in seats for each in drawn for seats in each.tables)
    met = Counter(frozenset(pair) for each in (one, *drawn) for seats in each.tables for pair in combinations(seats, 2))
    assert max(met.values()) <= 2


def test_those_to_be_kept_apart_and_team_mates_do_not_meet_and_who_stays_keeps_the_table() -> None:
    entrants = tuple(
        Entrant(n, NAMES[n - 1], team="AB"[n % 2] if n < 5 else "", apart="x" if n > 6 else "", fixed=2 * (n == 6))
        for n in range(1, 9)
    )
    said = (Added(entrants), Came(tuple(range(1, 9))))
    for kind in ("random", "best"):
        start = Settings("Open", "tarot", rounds=2, team=2, draw=kind)
        for one in draw(told(*said, start=start), 1, seed=3, steps=50_000):
            pairs = {frozenset(pair) for seats in one.tables for pair in combinations(seats, 2)}
            assert not pairs & {frozenset((1, 3)), frozenset((2, 4)), frozenset((7, 8))}
            assert kind == "best" or 6 in one.tables[1]


def test_in_the_movement_north_stays_and_nobody_meets_twice() -> None:
    # The federation's movement at 7 tables: nobody meets twice in 6 positions.
    entrants = tuple(Entrant(n, f"Player {n}", fixed=3 * (n == 11)) for n in range(1, 29))
    start = Settings("Open", "tarot", rounds=6, draw="movement")
    tournament = told(Added(entrants), Came(tuple(range(1, 29))), start=start)
    drawn = draw(tournament, 1, seed=3)
    norths = {tuple(seats[0] for seats in one.tables) for one in drawn}
    assert len(norths) == 1
    assert next(iter(norths))[2] == 11
    assert drawn[0].certificate["E"] == 0
    again = draw(tournament.extend([Entry(4, drawn[0])]), 2, seed=4)
    assert [one.tables for one in again] == [one.tables for one in drawn[1:]]
    assert [str(seat_name(tournament, 4, seat)) for seat in range(4)] == ["North", "West", "South", "East"]
    assert [str(seat_name(tournament, 3, seat)) for seat in range(3)] == ["West", "South", "East"]


def test_a_tournament_drawn_by_hand_is_not_drawn_by_the_program() -> None:
    with pytest.raises(Slip, match="by hand"):
        draw(told(*EIGHT, start=Settings("Open", "tarot", draw="hand")), 2, seed=1)
