"""Places at the tables with points of their own, and rounds missed: sums by hand, and those of the second reader."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from referee.tournament.document import check_document, document
from referee.tournament.facts import Added, Came, Drawn, Entered, Fact, Left, Replaced, RoundStarted
from referee.tournament.settings import Entrant, Settings, check_settings
from referee.tournament.standings import Row, standings
from referee.tournament.tournament import Tournament
from referee.words.text import Slip
from tests.help.desk import Desk
from tests.help.tournament import EIGHT, NAMES, SETTINGS, told
from tests.help.web import Visitor
from tests.tournament import second_reader

CLUB = replace(SETTINGS, scoring="places", place_points=(3, 1, -1, -3), missed=-3, balanced=False, sizes=(4, 3))
"""The rule of a club: +3, +1, −1, −3 for the places, −3 for a round missed."""
ROUND = Entered(1, 1, (30, 10, -15, -25)), Entered(1, 2, (8, -8, -40, 40))


def rows(*said: Fact, start: Settings = CLUB) -> dict[str, Row]:
    tournament = told(*said, start=start)
    same_as_the_second_reader(tournament)
    return {row.name: row for row in (*standings(tournament).rows, *standings(tournament).waiting)}


def same_as_the_second_reader(tournament: Tournament) -> None:
    text = document(tournament)
    check_document(text)
    assert text["version"] == 3
    assert [(row.place, list(row.players), row.total) for row in standings(tournament).rows] == [
        (line["place"], line["players"], line["total"])
        for line in second_reader.standings(json.loads(json.dumps(text)))
    ]


def test_each_place_is_worth_what_was_agreed() -> None:
    found = rows(*EIGHT, *ROUND)
    assert {name: row.total for name, row in found.items()} == {
        "Ana": 3, "Ben": 1, "Cléo": -1, "Dan": -3, "Hal": 3, "Eva": 1, "Fay": -1, "Gus": -3,
    }  # fmt: skip


def test_who_is_level_shares() -> None:
    found = rows(*EIGHT, Entered(1, 1, (30, 0, 0, -30)), Entered(1, 2, (5, 5, 5, -15)))
    assert [found[name].total for name in NAMES[:4]] == [3, 0, 0, -3]
    assert [found[name].total for name in NAMES[4:8]] == [1, 1, 1, -3]


def test_at_a_smaller_or_larger_table_first_and_last_are_worth_the_same() -> None:
    seven = (Added(tuple(Entrant(at, name) for at, name in enumerate(NAMES[:7], 1))), Came(tuple(range(1, 8))))
    said = (*seven, Drawn(1, ((1, 2, 3, 4), (5, 6, 7))), RoundStarted(1), ROUND[0], Entered(1, 2, (9, 1, -10)))
    assert [rows(*said)[name].total for name in NAMES[4:7]] == [3, 0, -3]
    five = (*seven, Drawn(1, ((1, 2, 3, 4, 5),), (6, 7)), RoundStarted(1), Entered(1, 1, (9, 4, 1, 0, -10)))
    assert [rows(*five)[name].total for name in NAMES[:5]] == [3, Fraction(3, 2), 0, Fraction(-3, 2), -3]
    uneven = replace(CLUB, place_points=(5, 2, 1, 0))  # between the second and the third: half of the way
    assert rows(*said, start=uneven)["Fay"].total == Fraction(3, 2)


def test_late_comer_leaver_and_no_show_pay_for_the_rounds_they_missed() -> None:
    late = (
        Added((Entrant(9, "Ida"), Entrant(10, "Joe"))), Came((9,), 2), Left(8, 2), Left(4, 2),
        Drawn(2, ((1, 5, 2, 9), (3, 6, 7))), RoundStarted(2), Entered(2, 1, (4, 3, 2, 1)), Entered(2, 2, (3, 2, 1)),
    )  # fmt: skip
    found = rows(*EIGHT, *ROUND, *late)
    assert found["Ida"].total == -3 - 3  # missed the first, last in the second
    assert found["Hal"].total == 3 - 3
    assert found["Dan"].total == -3 - 3
    assert found["Ana"].total == 3 + 3
    assert "Joe" not in found  # never came
    assert found["Ida"].rounds[0] is not None
    assert found["Ida"].rounds[0].kind == "missed"


def test_who_has_only_missed_rounds_has_no_result() -> None:
    found = rows(*EIGHT, *ROUND, Added((Entrant(9, "Ida"),)), Came((9,), 2))
    assert (found["Ida"].place, found["Ida"].played) == (0, 0)


def test_a_substitute_plays_the_round_of_the_one_replaced_and_who_sits_out_has_missed_nothing() -> None:
    more = (
        Added((Entrant(9, "Ida"), Entrant(10, "Joe"))), Came((9, 10), 2), Replaced(3, 9, 2, joined=True), Left(8, 2),
        Drawn(2, ((1, 5, 2, 9), (4, 6, 7)), (10,)), RoundStarted(2), Entered(2, 1, (4, 3, 2, 1)), Entered(2, 2, (3, 2, 1)),
    )  # fmt: skip
    found = rows(*EIGHT, *ROUND, *more)
    assert found["Cléo / Ida"].total == -1 - 3
    assert found["Joe"].place == 0
    assert [cell and cell.kind for cell in found["Joe"].rounds] == ["missed", "bye"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"place_points": (3,)}, "at least two places"),
        ({"place_points": (3, 1, -1, -1000)}, "−1000 stands where a number from −999"),
        ({"missed": 1000}, "1000 stands where"),
        ({"scoring": "sum"}, "count where places at the tables do"),
        ({"scoring": "sum", "place_points": ()}, "count where places at the tables do"),
    ],
)
def test_what_cannot_be_agreed_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(Slip, match=said):
        check_settings(replace(CLUB, **change))  # type: ignore[arg-type]


def test_they_are_agreed_on_the_form_of_the_tournament(visitor: Visitor) -> None:
    desk = Desk(visitor, scoring="places", place_points="3 1 -1 -3", missed="−3")
    desk.begin()
    desk.result(1, 30, 10, -15, -25)
    assert [desk.totals()[name] for name in desk.seats(1)] == ["3", "1", "-1", "-3"]
    page = desk.open()
    assert 'value="3, 1, -1, -3"' in page.source
    assert 'name="missed"' in page.source
    desk.do("settings", at="", scoring="sum")
    assert desk.totals()["Ana"] == "30"
    assert 'value="3, 1, -1, -3"' not in desk.open().source
