"""A tournament of a game in which the fewest points win: places by hand, and those of the second reader."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from referee.tournament.document import check_document, document
from referee.tournament.facts import Entered
from referee.tournament.ratings import ratings
from referee.tournament.settings import Settings, check_settings, usual
from referee.tournament.standings import standings
from referee.words.text import Slip
from tests.help.tournament import EIGHT, NAMES, told
from tests.tournament import second_reader

RUMMY = replace(usual("plain", "Club evening"), preset="romme", scoring="places", sizes=(4,), ties=("won",))
ROUND = (*EIGHT, Entered(1, 1, (30, 10, 75, 25)), Entered(1, 2, (8, 0, 0, 40)))


def test_who_has_fewer_points_leaves_the_others_behind() -> None:
    """Ana 30 leaves one behind, Ben 10 three, Cléo 75 none, Dan 25 two; Fay and Gus with 0 share three and two."""
    tournament = told(*ROUND, start=RUMMY)
    found = {row.name: row for row in standings(tournament).rows}
    assert {name: found[name].total for name in NAMES[:8]} == {
        "Ana": 1, "Ben": 3, "Cléo": 0, "Dan": 2, "Eva": 1, "Fay": 2.5, "Gus": 2.5, "Hal": 0,
    }  # fmt: skip
    assert [row.name for row in standings(tournament).rows][:3] == ["Ben", "Fay", "Gus"]
    assert [found[name].breaks for name in ("Ben", "Fay", "Dan")] == [(1,), (1,), (0,)]
    best = ratings([tournament])
    assert {best[0].name, best[-1].name} <= {"Ben", "Fay", "Gus", "Cléo", "Hal"}
    assert best[0].name in ("Ben", "Fay", "Gus")


def test_the_document_says_so_and_another_reader_finds_the_same_standings() -> None:
    tournament = told(*ROUND, start=RUMMY)
    text = document(tournament)
    check_document(text)
    assert (text["version"], text["rules"]["lowest_wins"]) == (4, True)
    assert [(row.place, list(row.players), row.total) for row in standings(tournament).rows] == [
        (line["place"], line["players"], line["total"])
        for line in second_reader.standings(json.loads(json.dumps(text)))
    ]
    places = told(*ROUND, start=replace(RUMMY, place_points=(5, 2, 1, 0)))
    check_document(document(places))
    assert {row.name: row.total for row in standings(places).rows}["Ben"] == 5


@pytest.mark.parametrize("scoring", ["sum", "average"])
def test_a_sum_of_points_is_refused_where_the_fewest_win(scoring: str) -> None:
    with pytest.raises(Slip) as refused:
        check_settings(replace(RUMMY, scoring=scoring))  # type: ignore[arg-type]
    assert refused.value.fields["part"] == "scoring"
    assert "the fewest points win" in str(refused.value)
    house = replace(usual("plain", "Open"), options=(("wins", "low"),), scoring=scoring)  # type: ignore[arg-type]
    with pytest.raises(Slip):
        check_settings(house)
    check_settings(replace(house, options=()))


def test_laws_that_there_are_not_do_not_say_who_wins() -> None:
    assert not Settings("Open", "poker").lowest_wins
    assert not Settings("Open", "plain", preset="x").lowest_wins
