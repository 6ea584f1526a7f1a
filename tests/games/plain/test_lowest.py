"""A game in which the fewest points win: penalties, tournaments, ratings."""

import pytest

from referee.record.grammar import parse
from referee.table.rulings import rulings
from tests.help.tables import NAMES, a_table, checked

ROUND = ("deal Cid", "result points=10,4,12")


@pytest.mark.law("plain.foul.1")
def test_penalty_points_are_added_where_the_fewest_win() -> None:
    table = a_table("plain", *ROUND, 'penalty Ben 10 "late"', seats=NAMES[:3], options=("wins=low",))
    answer = checked(table)
    assert answer["deals"][0]["penalties"] == {"Ben": 10}
    assert answer["totals"] == {"Ana": 10, "Ben": 14, "Cid": 12}
    assert [str(text) for text in rulings(table, table.deals[0])] == ["Ben takes 10 points more: late"]
    assert str(parse('penalty Ben 10 "late"').says(table.rules)) == "Ben takes 10 points more: late"


@pytest.mark.law("plain.foul.1")
def test_a_warning_is_a_warning_whoever_wins() -> None:
    table = a_table("plain", *ROUND, 'penalty Ben 0 "late"', seats=NAMES[:3], options=("wins=low",))
    assert table.standing.totals == (10, 4, 12)
    assert [str(text) for text in rulings(table, table.deals[0])] == ["Ben is warned: late"]
