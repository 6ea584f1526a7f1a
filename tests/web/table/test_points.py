"""A table of which only scores are recorded: one form a round."""

from __future__ import annotations

import io
import re
from urllib.parse import urlencode

import pytest

from tests.help.web import Visitor, facts

SHEET = "game plain\noption sum=26\noption wins=low\nseats Ana Ben Cid\n"


def take_in(visitor: Visitor, text: str) -> Visitor:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(text.encode()), "a.deal"))
    return visitor


@pytest.fixture
def sheet(visitor: Visitor) -> Visitor:
    return take_in(visitor, SHEET)


def points(**typed: str) -> dict[str, str]:
    return {f"points.{name}": value for name, value in typed.items()}


def inputs(visitor: Visitor) -> dict[str, str]:
    return {
        control.name: control.value
        for form in visitor.page.forms
        for control in form.controls
        if control.name.startswith("points.")
    }


def test_a_round_is_one_form_and_one_press_takes_it_back(sheet: Visitor) -> None:
    assert "Cid deals: round 1" in sheet.page.text
    sheet.press("Record", **points(Ana="13", Ben="5", Cid="8"))
    assert facts(sheet.record()) == ["deal Cid", "result points=13,5,8"]
    assert "Ana deals: round 2" in sheet.page.text
    assert set(inputs(sheet).values()) == {""}
    sheet.press("undo")
    assert facts(sheet.record()) == ["deal Cid", "result points=13,5,8", "undo", "undo"]
    assert "Cid deals: round 1" in sheet.page.text


def test_the_last_player_s_points_are_worked_out_or_compared(sheet: Visitor) -> None:
    sheet.press("Record", **points(Ana="30", Ben="", Cid="\N{MINUS SIGN}8"))
    assert facts(sheet.record())[-1] == "result points=30,4,-8"
    sheet.press("Record", **points(Ana="30", Ben="5", Cid="-8"))
    assert sheet.status == 422
    assert "Points: they add up to 27, expected 26" in sheet.page.alerts
    sheet.press("Record", **points(Ana="30", Ben="", Cid=""))
    assert "expected a number for each of Ana, Ben, Cid" in sheet.page.alerts
    assert facts(sheet.record())[2:] == []


def test_where_no_sum_is_agreed_an_empty_place_is_nothing(visitor: Visitor) -> None:
    take_in(visitor, "game plain\nseats Ana Ben Cid\n")
    visitor.press("Record", **points(Ana="", Ben="60", Cid=""))
    assert facts(visitor.record())[-1] == "result points=0,60,0"
    visitor.press("Record", **points(Ana="", Ben="", Cid=""))
    assert visitor.status == 422
    assert "expected a number for each of" in visitor.page.alerts


def test_a_tap_on_a_seat_makes_it_the_dealer(sheet: Visitor) -> None:
    sheet.open(f"{sheet.path}?as=1")
    assert "Ben deals: round 1" in sheet.page.text
    sheet.press("Record", **points(Ana="26", Ben="0", Cid="0"))
    assert facts(sheet.record())[0] == "deal Ben"


def test_a_round_is_corrected_in_the_form_it_was_typed_in(sheet: Visitor) -> None:
    sheet.press("Record", **points(Ana="13", Ben="5", Cid="8"))
    table = sheet.path
    sheet.open(f"{table}/history?fix=2&how=replace")
    assert inputs(sheet) == points(Ana="13", Ben="5", Cid="8")
    form = next(form for form in sheet.page.forms if any(c.name == "points.Ana" for c in form.controls))
    sheet.send(form, None, points(Ana="12", Ben="6", Cid="8"))
    assert "12" in sheet.open(f"{table}/history").text
    assert facts(sheet.record())[-1] == "correct 6 result points=12,6,8"


def test_nobody_is_asked_for_cards_tricks_or_announcements(sheet: Visitor) -> None:
    sheet.press("Record", **points(Ana="13", Ben="5", Cid="8"))
    bar = sheet.page.source.split('id="bar"')[1]
    assert "Card exposed" not in bar
    assert "Report a foul" not in bar
    assert "Count the hands" not in bar
    assert "Warn a player" in bar
    assert re.search(r'id="tell"><button type="button" class="button" aria-disabled="true"', bar)


def test_the_board_shows_who_has_the_fewest_first_where_they_win(sheet: Visitor) -> None:
    sheet.press("Record", **points(Ana="13", Ben="5", Cid="8"))
    board = sheet.open(f"{sheet.path}/board")
    assert re.findall(r'<li class="(lead)?[^"]*">\s*<span class="board-who"><strong>(\w+)', board.source) == [
        ("", "Ana"), ("lead", "Ben"), ("", "Cid"),
    ]  # fmt: skip


def test_a_round_has_its_score_but_no_replay_and_the_fewest_points_are_the_best(sheet: Visitor) -> None:
    sheet.press("Record", **points(Ana="13", Ben="5", Cid="8"))
    sheet.press("Record", **points(Ana="4", Ben="20", Cid="2"))
    table = sheet.path
    page = sheet.open(f"{table}/deals/1")
    assert "the points of the round" in page.text
    assert "trick" not in page.source.split("<main")[1].split("</main>")[0]
    assert "best +4 worst +13" in sheet.open(f"{table}/statistics").text


def test_who_has_the_fewest_stands_first_once_the_match_is_over(visitor: Visitor) -> None:
    take_in(visitor, SHEET.replace("seats", "option rounds=1\nseats") + "deal Cid\nresult points=13,5,8\n")
    podium = re.findall(r'<li class="place(\d)" value="\d"><strong>(\w+)', visitor.page.source)
    assert podium == [("1", "Ben"), ("2", "Cid"), ("3", "Ana")]


def test_a_new_table_takes_a_game_a_sum_and_a_goal_that_are_typed(visitor: Visitor) -> None:
    asked = {"game": "plain", "count": "2", "preset": "belote", "drawn": "standard"}
    visitor.open(f"/new?{urlencode(asked)}")
    form = next(form for form in visitor.page.forms if any(c.name == "seat" for c in form.controls))
    chosen = {name: next(c.value for c in form.controls if c.name == name and c.checked) for name in ("option.goal",)}
    assert chosen == {"option.goal": "1000"}
    typed = {"typed.called": "Coinche", "typed.sum": "162", "typed.goal": ""}
    visitor.send(form, None, {"seat": ["Nous", "Eux"], **typed})
    head = visitor.record().splitlines()
    assert head == ["game plain", "preset belote", "option called=Coinche", "option sum=162", "seats Nous Eux"]


def test_what_cannot_be_typed_for_an_option_is_said_and_stays(visitor: Visitor) -> None:
    visitor.open("/new?game=plain&count=2")
    form = next(form for form in visitor.page.forms if any(c.name == "seat" for c in form.controls))
    visitor.send(form, None, {"seat": ["Ana", "Ben"], "typed.goal": "many"})
    assert visitor.status == 422
    assert "many" in visitor.page.alerts
    assert 'value="many"' in visitor.page.source
