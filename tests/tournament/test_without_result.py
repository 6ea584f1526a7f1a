"""Who has no result has no rank, in every way of ranking; the sums are those of the second reader, and of the hand."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date

import pytest

from referee.sheets.tournament import Papers
from referee.tournament.columns import columns
from referee.tournament.document import check_document, document
from referee.tournament.exports import standings_csv
from referee.tournament.facts import (
    Added,
    Came,
    Drawn,
    Entered,
    Fact,
    Left,
    NotCome,
    Penalised,
    Removed,
    Replaced,
    RoundStarted,
)  # fmt: skip
from referee.tournament.money.facts import PrizesAgreed
from referee.tournament.money.prizes import prizes_of
from referee.tournament.money.values import Prize, Prizes
from referee.tournament.season import COUNTS, RULES, Count, Dated, Rule, ranking
from referee.tournament.settings import Entrant
from referee.tournament.standings import Standings, standings, team_standings
from referee.tournament.tournament import Tournament
from referee.words.text import ENGLISH, Slip
from tests.help.sheet import written
from tests.help.tournament import EIGHT, NAMES, SETTINGS, told, with_players
from tests.tournament import second_reader

ABSENT, LATE = 9, 10
PLAYED: tuple[Fact, ...] = (
    Added(tuple(Entrant(at, name, team=f"T{at % 2}") for at, name in enumerate((*NAMES, "Joe", "Kim"), 1))),
    Came(tuple(range(1, ABSENT + 1))), Left(ABSENT, 1, "never sat down"),
    Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))), RoundStarted(1),
    Entered(1, 1, (30, 10, -15, -25), deals=((30, 10, -15, -25),), takers=(0,)),
    Entered(1, 2, (8, -8, -40, 40), deals=((8, -8, -40, 40),), takers=(3,)),
    Came((LATE,), 2), Penalised(LATE, 5, "late", 1), Left(8, 2, "ill"),
)  # fmt: skip
"""A round of eight: Ida was checked in and left before it, Joe has come for the next, Kim never came, Hal has gone home."""
WAYS = ("sum", "average", "places", "topage")


def evening(scoring: str = "sum", team: int = 1) -> Tournament:
    agreed = replace(SETTINGS, scoring=scoring, team=team, balanced=False, ties=("won", "opponents", "best"))  # type: ignore[arg-type]
    return told(*PLAYED, start=agreed)


def named(found: Standings) -> set[str]:
    return {row.name for row in found.rows}


@pytest.mark.parametrize("scoring", WAYS)
def test_who_has_no_result_has_no_rank(scoring: str) -> None:
    tournament = evening(scoring)
    found = standings(tournament)
    assert named(found) == set(NAMES[:8])
    assert max(row.place for row in found.rows) <= 8
    assert [(row.name, row.place) for row in found.waiting] == [("Joe", 0)]
    told_to_others = document(tournament)
    check_document(told_to_others)
    mine = second_reader.standings(json.loads(json.dumps(told_to_others)))
    assert [(row.place, row.players, row.total, row.breaks) for row in found.rows] == [
        (line["place"], tuple(line["players"]), line["total"], tuple(line["breaks"])) for line in mine
    ]


def test_a_round_sat_out_is_no_result() -> None:
    said = (*with_players(9), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8)), (9,)), Entered(1, 1, (0, 0, 4, -4)))
    for bye in ("nothing", "average"):
        found = standings(told(*said, start=replace(SETTINGS, bye=bye)))  # type: ignore[arg-type]
        assert (len(found.rows), [row.name for row in found.waiting]) == (4, ["Eva", "Fay", "Gus", "Hal", "Ida"])


def test_a_team_has_the_sum_of_those_who_played_and_none_without_a_result() -> None:
    found = team_standings(evening(team=2))
    # T1: Ana 30, Cléo −15, Eva 8, Gus −40. T0: Ben 10, Dan −25, Fay −8, Hal 40, and Joe’s penalty of 5.
    assert [(row.name, row.total) for row in found.rows] == [("T0", 12), ("T1", -17)]
    alone = (Added((Entrant(12, "Lea", team="New"),)), Came((12,), 2))
    assert [row.name for row in team_standings(told(*PLAYED, *alone, start=evening(team=2).settings)).waiting] == [
        "New"
    ]


def test_the_prizes_and_the_diplomas_go_to_those_who_played() -> None:
    prizes = PrizesAgreed(Prizes(tuple(Prize(place, cents=100) for place in range(1, 11))))
    won = prizes_of(told(*PLAYED, prizes, start=evening().settings))
    assert {number for one in won.won for entry in one.winners for number in entry.players} == set(range(1, 9))
    assert [prize.place for prize in won.unwon] == [9, 10]
    diplomas = "".join(Papers(evening()).documents("diplomas"))
    assert set(re.findall(r'<p class="name .*?>(.*?)</p>', diplomas)) == set(NAMES[:8])
    assert re.findall(r'<p class="rank">(.*?)</p>', diplomas)[-1] == "Rank 8 of 8"


@pytest.mark.parametrize("count", COUNTS)
def test_a_season_knows_who_has_played(count: Count) -> None:
    rows = ranking([Dated(evening(), date(2026, 1, 1))], Rule("season", "1", COUNTS[count], count)).lines
    assert {row.name for row in rows} == set(NAMES[:8])
    if count == "places":
        # In order: Hal 40, Ana 30, Ben 10, Eva 8, Fay −8, Cléo −15, Dan −25, Gus −40. A point for each left behind.
        assert [(row.name, row.total) for row in rows][:2] == [("Hal", 7), ("Ana", 6)]
        assert rows[-1].total == 0


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_a_club_s_ranking_knows_who_has_played(rule: object) -> None:
    rule = replace(RULES["club-sum"], **{**_of(rule), "players": 0, "rounds": 0, "months": 0, "group": 0})
    tournament = evening()
    empty = told(*EIGHT, start=tournament.settings)
    found = ranking(
        [Dated(tournament, date(2026, 1, 1)), Dated(empty, date(2026, 2, 1))], replace(rule, missed="worst")
    )
    assert {line.name for line in found.lines} == set(NAMES[:8])
    assert list(found.left_out) == [1]


def _of(rule: object) -> dict[str, object]:
    return {
        name: getattr(rule, name) for name in ("count", "points", "by_round", "regions", "handicap", "least_rounds")
    }


def test_a_round_missed_takes_no_place_in_it() -> None:
    said = (*PLAYED, Drawn(2, ((1, 2, 3, 4), (5, 6, 7, LATE))), Entered(2, 2, (-1, -2, -3, 6)))
    found = ranking(
        [Dated(told(*said, start=evening().settings), date(2026, 1, 1))], replace(RULES["dskv-liga"], group=0)
    )
    # Round 1: Hal 3, Ana 2, Ben 1. Round 2, of those at table 2 alone: Joe 3, Eva 2, Fay 1, and Gus 0.
    assert {line.name: line.total for line in found.lines if line.total} == {
        "Hal": 3, "Ana": 2, "Ben": 1, "Joe": 3, "Eva": 2, "Fay": 1,
    }  # fmt: skip


def test_who_has_left_is_marked_and_who_has_no_result_stands_last_without_a_rank() -> None:
    found = standings(evening())
    lines = standings_csv(found, ENGLISH).splitlines()
    assert "Left before round" in lines[0]
    at = lines[0].split(",").index("Left before round")
    assert {line.split(",")[1]: line.split(",")[at] for line in lines[1:] if line.split(",")[at]} == {"Hal": "2"}
    assert lines[-1].startswith(",Joe,")
    (paper,) = Papers(evening()).documents("standings")
    assert dict(re.findall(r'pt">(\w+)</span> <small[^>]*>(\w+)</small>', paper)) == {"Hal": "left"}
    assert "Without a result Joe –" in written(paper)
    assert "left" not in {column.word for column in columns(found, "page")}


# --- a mark taken off again, a player taken off the list


def test_a_mark_can_be_taken_off_and_the_player_is_signed_up_again() -> None:
    tournament = told(*with_players(), NotCome(8))
    assert tournament.value.players[8].since is None
    assert tournament.entrants(1) == tuple(range(1, 8))


def test_who_sits_at_a_table_of_a_round_that_has_begun_is_here() -> None:
    with pytest.raises(Slip, match="Hal already sits at a table in round 1"):
        told(*EIGHT, NotCome(8))


def test_a_player_is_taken_off_the_list_before_play_alone() -> None:
    tournament = told(*with_players(9), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8)), (9,)), Removed(9))
    assert 9 not in tournament.value.players
    assert tournament.value.rounds[1].out == ()
    with pytest.raises(Slip, match="Hal already sits at a table in round 1"):
        told(*with_players(), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))), Removed(8))
    with pytest.raises(Slip, match="Ida has played, paid or been penalised"):
        told(*with_players(9), Penalised(9, 5, "late"), Removed(9))
    with pytest.raises(Slip, match="Ida has played, paid or been penalised"):
        told(*with_players(9), Replaced(8, 9, 1), Removed(9))
