"""A table's paper list typed line by line: added up and shown, compared with the players' sums, then entered."""

from __future__ import annotations

import re

import pytest

from tests.help.desk import Desk
from tests.help.web import Control, Form, Page, Visitor

TOTALS = "3 -3 3 -3\n-6 0 6 0\n-4 2 4 -2\n. . . .\n-8 -2 0 10\n"
"""Two deals of two against two, two solos and a deal of nothing, as running totals."""


@pytest.fixture
def desk(visitor: Visitor) -> Desk:
    desk = Desk(visitor, game="doppelkopf")
    desk.begin()
    desk.open("/part/tables")
    desk.visitor.follow("Quick entry")
    return desk


def send(desk: Desk, said: str, **typed: str) -> Page:
    """Send the list with a button; what is not typed anew stays as it stands there."""
    form, button = form_of(desk.visitor.page, said)
    there = re.findall(r'<textarea[^>]*name="deals"[^>]*>([^<]*)</textarea>', desk.visitor.page.source)
    return desk.visitor.send(form, button, {"deals": there[0].strip()} | typed)


def form_of(page: Page, said: str) -> tuple[Form, Control]:
    """The form of the list, and a button of it."""
    for form in page.forms:
        for control in form.controls:
            if control.type == "submit" and control.label == said and any(c.name == "deals" for c in form.controls):
                return form, control
    raise AssertionError(said)


def totals_shown(page: Page) -> list[str]:
    return re.findall(r"<td>(\S+) <small>", page.source)


def test_a_list_is_added_up_and_shown_and_entered_when_it_is_sent_again(desk: Desk) -> None:
    desk.visitor.follow("deal by deal")
    page = send(desk, "Add it up", way="totals", deals=TOTALS)
    assert totals_shown(page)[-4:] == ["−8", "−2", "0", "10"]
    assert "5 deals stand here, and 24 are agreed." in page.text
    assert "entered" not in desk.log()
    desk.open("/quick/list?round=1&table=1")
    send(desk, "Add it up", way="totals", deals=TOTALS)
    send(desk, "Enter the result")
    assert "The list of table 2" in desk.visitor.page.text  # the next, written in the same way
    assert "table 1: entered −8, −2, 0, 10" in desk.log()
    desk.open("/quick/list?round=1&table=2&way=totals")
    send(desk, "Add it up", deals="1 -1 1 -1")
    send(desk, "Enter the result")
    assert desk.visitor.path.startswith(f"/tournament/{desk.id}/quick?round=1")


def test_what_was_changed_after_it_was_shown_is_shown_again_first(desk: Desk) -> None:
    desk.visitor.follow("deal by deal")
    send(desk, "Add it up", way="each", deals="3 -3 3 -3")
    page = send(desk, "Enter the result", deals="30 -30 30 -30")
    assert totals_shown(page) == ["30", "−30", "30", "−30"]
    assert "entered" not in desk.log()


def test_the_line_that_does_not_add_up_is_named_and_all_stays_typed(desk: Desk) -> None:
    desk.visitor.follow("deal by deal")
    page = send(desk, "Add it up", way="totals", deals=TOTALS.replace("4 -2", "14 -2"), sums="1 2 3")
    assert desk.visitor.status == 422
    assert "Deal 3, “-4 2 14 -2”: adds up to 10, not to 0." in page.alerts
    assert "-4 2 14 -2" in page.source
    assert 'value="1 2 3"' in page.source


def test_the_sums_of_the_players_are_compared(desk: Desk) -> None:
    desk.visitor.follow("deal by deal")
    page = send(desk, "Add it up", way="winners", deals="3 13\n3 234\n2 12", sums="-4 2 4 -4")
    assert "Dan: the deals come to −2, the list says −4" in page.alerts
    page = send(desk, "Add it up again", sums="-4 2 4")
    assert "3 numbers stand where 4 were expected" in page.alerts
    send(desk, "Add it up", sums="-4 2 4 -2")
    send(desk, "Enter the result")
    assert "table 1: entered −4, 2, 4, −2" in desk.log()


def test_a_table_that_has_a_result_is_not_entered_over(desk: Desk) -> None:
    desk.visitor.follow("deal by deal")
    form, button = form_of(desk.visitor.page, "Add it up")
    desk.result(1, 1, -1, 1, -1)
    page = desk.visitor.send(form, button, {"deals": TOTALS, "way": "totals"})
    assert "this table has a result" in page.alerts
    next(control for control in form.controls if control.name == "way").value = "by heart"
    page = desk.visitor.send(form, button, {"deals": TOTALS, "way": "by heart"})
    assert "choose one of these" in page.alerts
    desk.open("/quick/list?round=1&table=9")
    assert desk.visitor.status == 404


def test_a_round_that_has_not_begun_is_asked_about(visitor: Visitor) -> None:
    desk = Desk(visitor, game="doppelkopf")
    desk.add("Ana", "Ben", "Cléo", "Dan", "Eva", "Fay", "Gus", "Hal")
    desk.seat()
    desk.open("/quick/list?round=1&table=1")
    send(desk, "Add it up", way="each", deals="3 -3 3 -3")
    page = send(desk, "Enter the result")
    assert "Round 1 has not begun" in page.alerts
    send(desk, "Enter the result")
    assert "table 1: entered 3, −3, 3, −3" in desk.log()


def test_where_scores_need_not_add_up_only_two_ways_are_offered(visitor: Visitor) -> None:
    desk = Desk(visitor, game="double")
    desk.begin()
    page = desk.open("/quick/list?round=1&table=1")
    assert re.findall(r'name="way" value="(\w+)"', page.source) == ["each", "totals"]
