"""What a director typed stands there again when it is refused."""

from __future__ import annotations

import pytest

from tests.help.desk import Desk
from tests.help.web import Page, Visitor


@pytest.fixture
def desk(visitor: Visitor) -> Desk:
    return Desk(visitor, minutes="60")


def typed(page: Page, act: str) -> dict[str, str]:
    """What the fields of the first form of an act hold."""
    return {control.name: control.value for control in page.forms_of(act)[0].controls}


def test_scores_that_do_not_add_up_stay_in_the_form(desk: Desk) -> None:
    desk.begin()
    page = desk.result(1, 10, -10, 5, -4)
    assert desk.visitor.status == 422
    assert "add up to 1" in page.alerts
    found = typed(page, "result")
    assert [found[f"score.{seat}"] for seat in range(4)] == ["10", "-10", "5", "-4"]


def test_a_correction_refused_keeps_its_numbers_and_its_reason(desk: Desk) -> None:
    desk.begin()
    desk.enter(1, 10, -10, 0, 0)
    found = typed(desk.result(1, 20, -10, 0, 0, reason="read wrongly"), "result")
    assert (found["score.0"], found["reason"]) == ("20", "read wrongly")
    other = typed(desk.open("?round=1&table=2"), "result")
    assert [other[f"score.{seat}"] for seat in range(4)] == [""] * 4


@pytest.mark.parametrize(
    ("act", "filled"),
    [
        ("penalty", {"points": "20", "reason": "  "}),
        ("adjust", {"round": "1", "points": "ten", "reason": "hands mixed up"}),
        ("rename", {"name": " ", "club": "North"}),
        ("replace", {"name": "x" * 81}),
    ],
)
def test_what_was_typed_about_a_player_stays_and_its_form_stands_open(
    desk: Desk, act: str, filled: dict[str, str]
) -> None:
    desk.begin()
    page = desk.do(act, at=desk.player("Ana"), **filled)
    assert desk.visitor.status == 422
    found = typed(page, act)
    fields = {name for name in filled if name != "round"}
    assert {name: found[name] for name in fields} == {name: filled[name] for name in fields}


def test_settings_refused_keep_what_was_changed(desk: Desk) -> None:
    page = desk.do("settings", at="", title="Autumn", season="26/27", best="all of them")
    assert desk.visitor.status == 422
    assert (typed(page, "settings")["title"], typed(page, "settings")["season"]) == ("Autumn", "26/27")
    assert desk.open().text.count("Autumn") == 0


def test_a_new_tournament_refused_keeps_what_was_agreed(visitor: Visitor) -> None:
    visitor.open("/tournament/new?game=tarot")
    page = visitor.press("Open the tournament", title="", place="Lyon", season="26/27", best="six")
    assert visitor.status == 422
    form = next(form for form in page.forms if form.action == "/tournament/new")
    found = {control.name: control.value for control in form.controls}
    assert (found["place"], found["season"]) == ("Lyon", "26/27")


@pytest.mark.parametrize(
    ("said", "hour", "kept"),
    [
        ("2026-11-22", "", ("2026-11-22", "")),
        ("22/11/2026", "", ("2026-11-22", "")),
        ("1.12.2026", "19:30", ("2026-12-01", "19:30")),
        ("2026-12-01T19:30", "", ("2026-12-01", "19:30")),
    ],
)
def test_a_day_is_picked_or_written_as_people_write_it(
    visitor: Visitor, said: str, hour: str, kept: tuple[str, str]
) -> None:
    desk = Desk(visitor, day=said, hour=hour)
    fields = {got.get("name"): got for tag, got in desk.open().attributes if tag == "input"}
    assert (fields["day"]["type"], fields["hour"]["type"]) == ("date", "time")
    assert (fields["day"]["value"], fields["hour"]["value"]) == kept


@pytest.mark.parametrize("said", ["31/02/2026", "2026-02-31", "tomorrow"])
def test_a_day_that_is_none_is_refused(visitor: Visitor, said: str) -> None:
    visitor.open("/tournament/new?game=tarot")
    page = visitor.press("Open the tournament", title="Open", day=said)
    assert visitor.status == 422
    assert said.replace("31/02/2026", "2026-02-31") in page.alerts
