"""Results from a pile of paper: a row a table, the last seat filled in, then the next open table."""

from __future__ import annotations

import re

import pytest

from tests.help.desk import Desk
from tests.help.web import Form, Page, Visitor


@pytest.fixture
def desk(visitor: Visitor) -> Desk:
    desk = Desk(visitor, minutes="60")
    desk.begin()
    desk.open("/part/tables")
    desk.visitor.follow("Quick entry")
    return desk


def rows(page: Page) -> dict[str, Form]:
    """The rows that wait for a result, by table."""
    found = page.forms_of("quick")
    return {next(c.value for c in form.controls if c.name == "table"): form for form in found}


def enter(desk: Desk, table: str, *scores: str) -> Page:
    filled = {f"score.{seat}": score for seat, score in enumerate(scores)}
    return desk.visitor.send(rows(desk.visitor.page)[table], None, filled)


def waited_for(page: Page) -> list[str]:
    """Where the cursor stands."""
    return [got["id"] for tag, got in page.attributes if tag == "input" and "autofocus" in got]


def test_a_row_is_a_table_with_a_number_for_each_seat_in_their_order(desk: Desk) -> None:
    page = desk.visitor.page
    assert sorted(rows(page)) == ["1", "2"]
    assert waited_for(page) == ["score-1-0"]
    modes = {got.get("inputmode") for tag, got in page.attributes if got.get("name", "").startswith("score.")}
    assert modes == {"numeric"}


def test_the_seat_left_empty_is_filled_in_and_the_next_open_table_waited_for(desk: Desk) -> None:
    page = enter(desk, "1", "100", "−50", "-20", "")
    assert desk.visitor.status == 200, page.alerts
    assert sorted(rows(page)) == ["2"]
    assert waited_for(page) == ["score-2-0"]
    first = desk.seats(1)
    assert [desk.totals()[name] for name in first] == ["100", "-50", "-20", "-30"]


def test_after_the_last_table_come_those_left_out(desk: Desk) -> None:
    page = enter(desk, "2", "0", "0", "0", "0")
    assert waited_for(page) == ["score-1-0"]
    assert rows(enter(desk, "1", "0", "0", "0", "0")) == {}


@pytest.mark.parametrize("scores", [("10", "-10", "5", "-4"), ("10", "-10", "", ""), ("ten", "-10", "0", "0")])
def test_a_row_refused_keeps_its_numbers_and_says_why(desk: Desk, scores: tuple[str, ...]) -> None:
    page = enter(desk, "2", *scores)
    assert desk.visitor.status == 422
    assert page.alerts
    kept = {c.name: c.value for c in rows(page)["2"].controls}
    assert tuple(kept[f"score.{seat}"] for seat in range(4)) == scores
    assert waited_for(page) == ["score-2-0"]


def test_a_table_entered_meanwhile_is_not_entered_over(desk: Desk) -> None:
    old = rows(desk.visitor.page)["1"]
    desk.result(1, 10, -10, 0, 0)
    page = desk.visitor.send(old, None, {f"score.{seat}": "0" for seat in range(4)})
    assert desk.visitor.status == 422
    assert "a reason is needed" in page.alerts
    assert desk.totals()[desk.seats(1)[0]] == "10"


def test_a_row_sent_by_itself_is_answered_by_itself(desk: Desk) -> None:
    form = rows(desk.visitor.page)["1"]
    fields = {control.name: control.value for control in form.controls if control.name}

    def sent(key: str, **scores: str) -> tuple[int, str]:
        got = desk.visitor.client.post(form.action, data=fields | scores | {"key": key}, headers={"HX-Request": "true"})
        return got.status_code, got.text

    def seats(*scores: str) -> dict[str, str]:
        return {f"score.{seat}": score for seat, score in enumerate(scores)}

    status, text = sent("a", **seats("100", "-50", "-20", "-20"))
    assert status == 422
    assert text.startswith('<li id="table-1">')
    assert "add up to 10" in text
    assert all(f'value="{score}"' in text for score in ("100", "-50", "-20"))
    assert "autofocus" not in text
    status, text = sent("b", **seats("100", "-50", "-20", ""))
    assert (status, text.count("<li"), text.count("<form")) == (200, 1, 0)
    assert "−30" in text


def test_a_table_is_gone_to_by_its_number_and_one_that_is_not_there_is_said(desk: Desk) -> None:
    page = desk.open("/quick?round=1&table=2")
    assert waited_for(page) == ["score-2-0"]
    for nowhere in (9, 0):
        page = desk.open(f"/quick?round=1&table={nowhere}")
        assert f"There is no table {nowhere} in this round." in page.alerts
        assert waited_for(page) == ["score-1-0"]


def typed_twice(desk: Desk) -> None:
    desk.visitor.follow("Type each list twice")


def test_typed_twice_a_list_is_entered_once_two_of_its_typings_agree(desk: Desk) -> None:
    typed_twice(desk)
    page = enter(desk, "2", "205", "-100", "-105", "0")
    assert "Typed once" in page.text
    assert sorted(rows(page)) == ["1", "2"]
    assert "205" not in [control.value for form in page.forms for control in form.controls]  # not to be copied
    page = enter(desk, "2", "215", "-100", "-115", "0")
    seats = desk_seats(page, "2")
    assert f"not the same as before: {seats[0]} 205 / 215, {seats[2]} −105 / −115" in page.alerts
    assert "entered" not in desk.log()
    desk.open("/quick?round=1&twice=1")
    for _ in range(2):
        page = enter(desk, "2", "205", "-100", "", "0")  # the one that is worked out is compared as well
    assert sorted(rows(page)) == ["1"]
    assert "entered 205, −100, −105, 0" in desk.log()


def test_the_third_typing_may_agree_with_the_first(desk: Desk) -> None:
    typed_twice(desk)
    for score in ("205", "215", "205"):
        page = enter(desk, "1", score, "0", "0", "")
    assert sorted(rows(page)) == ["2"]
    assert "entered 205, 0, 0, −205" in desk.log()


def test_what_does_not_add_up_is_refused_at_the_first_typing_and_stays(desk: Desk) -> None:
    typed_twice(desk)
    page = enter(desk, "1", "205", "0", "0", "-204")
    assert "205" in [control.value for form in page.forms for control in form.controls]
    assert "Typed once" not in page.text


def desk_seats(page: Page, table: str) -> list[str]:
    """The names of a table, as its row has them."""
    return re.findall(rf'<label for="score-{table}-\d">([^<]*)</label>', page.source)
