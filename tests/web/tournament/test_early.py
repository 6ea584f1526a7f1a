"""Results in the wrong place: of a round not begun, the same twice; and what a lock says."""

from __future__ import annotations

from tests.help.desk import NAMES, Desk, form_of
from tests.help.web import Visitor

ASKED = "Round 2 has not begun. Is this its result? Then press once more."


def two_rounds(visitor: Visitor) -> Desk:
    """Two rounds of two tables, of which the first has begun."""
    desk = Desk(visitor)
    desk.begin()
    desk.seat(2, *NAMES)
    return desk


def test_a_result_of_a_round_not_begun_is_asked_about(visitor: Visitor) -> None:
    desk = two_rounds(visitor)
    desk.result(1, 30, -10, -10, -10, number=2)
    assert visitor.status == 422
    assert ASKED in visitor.page.text
    form, button = form_of(visitor.page, "result")
    visitor.send(form, button, {})
    assert "round 2, table 1: entered 30" in desk.log()


def test_quick_entry_asks_too(visitor: Visitor) -> None:
    desk = two_rounds(visitor)
    typed = {f"score.{seat}": score for seat, score in enumerate(("30", "-10", "-10", "-10"))}
    desk.open("/quick?round=2")
    form, button = form_of(visitor.page, "quick", **typed)
    visitor.send(form, button, typed)
    assert ASKED in visitor.page.text
    form, button = form_of(visitor.page, "quick", **typed, early="2")
    visitor.send(form, button, {})
    assert "round 2, table 1: entered 30" in desk.log()


def test_a_lock_names_the_table_and_the_entry_to_take_back(visitor: Visitor) -> None:
    desk = two_rounds(visitor)
    desk.result(1, 30, -10, -10, -10, number=2)
    visitor.send(*form_of(visitor.page, "result"), {})
    desk.add("Ida")
    lines = "\n".join("; ".join(NAMES[at : at + 4]) for at in (0, 4))
    desk.do("hand", at="", round="2", tables=lines)
    assert visitor.status == 422
    said = visitor.page.alerts
    assert "round 2 has a result of table 1: its draw stays. Take back “round 2, table 1: entered 30" in said
    assert "in the log first" in said


def test_a_result_equal_to_another_table_s_is_pointed_at(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.begin()
    desk.enter(1, 30, -10, -10, -10)
    assert "has the same result" not in desk.open("?round=1&table=1").text
    desk.enter(2, -10, 30, -10, -10)
    assert "Table 1 has the same result." in desk.open("?round=1&table=2").text
