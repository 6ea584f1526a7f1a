"""Qualification, then finals: who is in which, what is carried over, and the standings by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from referee.tournament.document import check_document, document
from referee.tournament.draws import draw
from referee.tournament.exports import standings_csv
from referee.tournament.facts import Added, Came, Drawn, Entered, Left, Penalised, Replaced, RoundStarted
from referee.tournament.seating import sentences
from referee.tournament.settings import TIES, Carry, Entrant, Scoring, Settings
from referee.tournament.standings import standings
from referee.tournament.tournament import Entry, Tournament
from referee.words.languages import language
from referee.words.text import Slip
from tests.help.tournament import told
from tests.tournament import second_reader


def after(tournament: Tournament, *facts: Any) -> Tournament:
    return tournament.extend(Entry(tournament.seq + n, fact, 0.0, "d") for n, fact in enumerate(facts, 1))


def qualified(**agreed: Any) -> Tournament:
    """Twelve players after one qualifying round: who has the smaller number has more, but at table 3 all have 0."""
    start = Settings("Open", "tarot", rounds=3, sizes=(4,), finals=(4,), qualifying=1, **agreed)
    tournament = told(Added(tuple(Entrant(n, f"P{n}") for n in range(1, 13))), Came(tuple(range(1, 13))), start=start)
    tables = ((1, 12, 11, 2), (3, 10, 9, 4), (5, 6, 7, 8))
    return after(
        tournament, Drawn(1, tables), RoundStarted(1), Entered(1, 1, (100, -120, -60, 80)),
        Entered(1, 2, (50, -50, -30, 30)), Entered(1, 3, (0, 0, 0, 0)),
    )  # fmt: skip


def played(**agreed: Any) -> Tournament:
    """The first final round as well: in the better final 4 wins and 1 loses, in the other 12 wins."""
    tournament = qualified(**agreed)
    drawn = draw(tournament, 2, seed=1, steps=30_000)[0]
    (best,) = [at for at, table in enumerate(drawn.tables) if set(table) == {1, 2, 3, 4}]
    tournament = after(tournament, drawn, RoundStarted(2))
    won = {4: 60, 1: -60, 2: 10, 3: -10, 12: 40, 11: 6}
    for at, table in enumerate(drawn.tables, 1):
        scores = [won.get(player, 0) for player in table]
        if at != best + 1:
            scores = [score - (sum(scores) if player == 8 else 0) for player, score in zip(table, scores, strict=True)]
        tournament = after(tournament, Entered(2, at, tuple(scores)))
    return tournament


def test_the_first_four_of_the_standings_play_the_better_final_the_others_one_more() -> None:
    drawn = draw(qualified(), 2, seed=1, steps=30_000)
    assert [at.round for at in drawn] == [2, 3]
    for at in drawn:
        assert at.groups == ((1, 2, 3, 4), (5, 6, 7, 8, 9, 10, 11, 12))
        assert sorted(map(sorted, at.tables))[0] == [1, 2, 3, 4]
    said = [str(text) for text in sentences(drawn[0].certificate)]
    assert any(text.startswith("Final A: ") for text in said)
    assert any(text.startswith("Final B: ") for text in said)
    assert sum("Drawn with number" in text for text in said) == 1


def test_finals_wait_for_the_last_qualifying_result() -> None:
    start = Settings("Open", "tarot", rounds=3, sizes=(4,), finals=(4,), qualifying=1)
    tournament = told(Added(tuple(Entrant(n, f"P{n}") for n in range(1, 9))), Came(tuple(range(1, 9))), start=start)
    drawn = draw(tournament, 1, seed=1, steps=30_000)
    assert [at.round for at in drawn] == [1]
    with pytest.raises(Slip, match="the finals go by the standings: round 1 still waits for table 1, 2"):
        draw(after(tournament, drawn[0]), 2, seed=1)


@pytest.mark.parametrize(
    ("carry", "order", "totals"),
    [  # qualifying 100 80 50 30, final -60 10 -10 60
        ("all", [2, 4, 1, 3], [90, 90, 40, 40]),
        ("half", [4, 2, 3, 1], [75, 50, 15, -10]),
        ("nothing", [4, 2, 3, 1], [60, 10, -10, -60]),
    ],
)
def test_what_is_carried_over_counts_and_the_better_final_stands_first(
    carry: Carry, order: list[int], totals: list[int]
) -> None:
    rows = standings(played(carry=carry)).rows
    assert sorted(row.players[0] for row in rows[:4]) == [1, 2, 3, 4]
    assert [row.final for row in rows] == [1] * 4 + [2] * 8
    assert [row.total for row in rows[:4]] == totals
    if carry != "all":  # level there
        assert [row.players[0] for row in rows[:4]] == order
    assert [row.place for row in rows[4:5]] == [5]


def test_a_penalty_of_a_qualifying_round_is_carried_over_as_its_points_are() -> None:
    rows = standings(after(played(carry="half"), Penalised(4, 10, "late", 1), Penalised(2, 10, "late", 2))).rows
    assert {row.players[0]: row.total for row in rows[:2]} == {4: 70, 2: 40}


def test_before_the_finals_are_played_all_stand_together_by_all_they_have() -> None:
    rows = standings(qualified(carry="nothing")).rows
    assert [row.final for row in rows] == [0] * 12
    assert rows[0].total == 100


def test_who_comes_in_anothers_place_has_theirs_and_who_is_new_joins_the_last_final() -> None:
    tournament = after(
        played(), Added((Entrant(13, "New"), Entrant(14, "Late"))), Replaced(1, 13, 3), Left(12, 3), Came((14,), 3)
    )
    (drawn,) = draw(tournament, 3, seed=2, steps=30_000)
    assert sorted(drawn.groups[0]) == [2, 3, 4, 13]
    assert sorted(drawn.groups[1]) == [5, 6, 7, 8, 9, 10, 11, 14]


def test_too_few_for_a_table_are_with_those_before_them() -> None:
    tournament = qualified()
    some = after(tournament, *(Left(player, 2) for player in (5, 6, 7, 8, 9)))
    assert draw(some, 2, seed=1, steps=30_000)[0].groups == ((1, 2, 3, 4, 10, 11, 12),)


@pytest.mark.parametrize("scoring", ["sum", "average", "places"])
@pytest.mark.parametrize("carry", ["all", "half", "nothing"])
@pytest.mark.parametrize("best", [0, 1])
def test_a_second_reader_comes_to_the_same_standings(scoring: Scoring, carry: Carry, best: int) -> None:
    tournament = played(carry=carry, scoring=scoring, best=best, ties=tuple(TIES))
    found = document(after(tournament, Penalised(4, 7, "late", 1)))
    check_document(found)
    assert found["version"] == 2
    mine = second_reader.standings(json.loads(json.dumps(found)))
    assert [(row["place"], row["players"], Fraction(row["total"])) for row in found["standings"]] == [
        (line["place"], line["players"], line["total"]) for line in mine
    ]


def test_the_list_of_standings_says_which_final() -> None:
    lines = standings_csv(standings(played()), language("fr")).splitlines()
    assert lines[0].startswith("Finale,Rang,")
    assert [line[:2] for line in lines[1:]] == ["A,"] * 4 + ["B,"] * 8


@pytest.mark.parametrize(
    ("agreed", "said"),
    [
        ({"finals": (4,), "qualifying": 0}, "a number from 1 to 2"),
        ({"finals": (4,), "qualifying": 3}, "a number from 1 to 2"),
        ({"finals": (1,), "qualifying": 1}, "a number from 2"),
        ({"finals": (4,), "qualifying": 1, "carry": "half", "scoring": "topage"}, "or nothing"),
    ],
)
def test_finals_that_cannot_be_are_refused(agreed: dict[str, Any], said: str) -> None:
    with pytest.raises(Slip, match=said):
        told(start=Settings("Open", "tarot", rounds=3, **agreed))
