"""An evening never stands still: tables not played, players who leave, a start that is refused and what then."""

from __future__ import annotations

import re

import pytest

from tests.help.desk import Desk
from tests.help.web import Visitor


@pytest.fixture
def desk(visitor: Visitor) -> Desk:
    return Desk(visitor, minutes="60")


def test_a_round_left_behind_can_be_left_behind_again_two_rounds_later(desk: Desk) -> None:
    desk.begin()
    desk.enter(1, 100, -100, 20, -20)
    desk.seat(2)
    desk.do("force")
    desk.enter(1, 0, 0, 0, 0, number=2)
    desk.enter(2, 0, 0, 0, 0, number=2)
    desk.seat(3)
    page = desk.open()
    assert "Results missing: round 1, table 2" in page.text
    assert "Start round 3" not in page.labels  # it would be refused
    desk.do("force", "Start round 3 now")
    assert "Round 3 of" in desk.visitor.page.text


@pytest.mark.parametrize(
    ("award", "points", "total"),
    [("nothing", "", "10"), ("average", "", "20"), ("points", "-5", "5")],
)
def test_a_table_not_played_is_settled_and_gives_what_the_director_says(
    desk: Desk, award: str, points: str, total: str
) -> None:
    names = ("Ana", "Ben", "Cléo", "Dan")
    desk.begin(*names)
    desk.enter(1, 10, -10, 0, 0)
    desk.seat(2, *names)
    desk.do("start")
    desk.prepare("not-played", at="?round=2&table=1", award=award, points=points, reason="withdrawn")
    page = desk.open()
    assert "Results missing" not in page.text
    assert "not played" in page.text
    assert desk.totals()["Ana"] == total
    desk.seat(3, *names)
    desk.do("start")
    assert "Round 3 of" in desk.visitor.page.text
    assert "not played" in desk.log()


def test_a_table_not_played_may_be_played_after_all(desk: Desk) -> None:
    names = ("Ana", "Ben", "Cléo", "Dan")
    desk.begin(*names)
    desk.prepare("not-played", at="?round=1&table=1", award="points", points="7", reason="no time")
    assert desk.totals()["Ben"] == "7"
    desk.enter(1, 10, -10, 0, 0, reason="they played on")
    assert desk.totals()["Ben"] == "-10"


def test_a_table_all_of_whose_players_got_an_adjusted_score_is_waited_for_no_more(desk: Desk) -> None:
    names = ("Ana", "Ben", "Cléo", "Dan")
    desk.begin(*names)
    for name in names:
        desk.do("adjust", at=desk.player(name), round="1", points="3", reason="cards mixed up")
    assert "Results missing" not in desk.open().text
    assert desk.totals() == dict.fromkeys(names, "3")


def test_who_leaves_during_a_round_is_said_at_once_and_the_round_drawn_is_not_begun_with_them(desk: Desk) -> None:
    desk.begin()
    desk.seat(2)
    desk.enter(1, 0, 0, 0, 0)
    page = desk.do("left", at=desk.player("Ana"))
    assert "Round 2 Seated, but gone: Ana" in page.text
    assert "Draw again" in page.labels
    assert not page.forms_of("force")  # a round seating somebody who is gone is not forced
    desk.enter(2, 0, 0, 0, 0)
    page = desk.open()
    assert "Start round 2" not in page.labels
    desk.do("start", "Start round 2 now", hole="yes")
    assert "Round 2 of" in desk.visitor.page.text


def test_a_start_with_somebody_gone_is_refused_with_their_name(desk: Desk) -> None:
    desk.add("Ana", "Ben", "Cléo", "Dan")
    desk.seat(1, "Ana", "Ben", "Cléo", "Dan")
    old = desk.open().forms_of("start")[0]
    desk.do("left", at=desk.player("Ana"), reason="ill")
    page = desk.visitor.send(old, old.controls[-1])
    assert desk.visitor.status == 422
    assert "gone: Ana" in page.alerts
    assert "round 1 begins" not in desk.log()


def test_a_replacement_is_one_line_of_the_log_and_is_taken_back_as_one(desk: Desk) -> None:
    desk.begin()
    desk.prepare("replace", at="?player=1", name="Zoë", since="1")
    said = [text for text, _ in desk.entries()]
    assert said[0] == "Zoë sits in the place of Ana from round 1"
    assert not [text for text in said if "other names" in text or text == "signed up: Zoë"]
    desk.prepare("undo", f"Take back: {said[0]}", at="")
    assert desk.seats(1)[0] == "Ana"
    assert "Zoë" not in desk.open().source.split('id="s-players"')[1].split("</ul>")[0]
    desk.prepare("undo", f"Take back: taken back: {said[0]}", at="")
    assert desk.seats(1)[0] == "Zoë"


@pytest.mark.parametrize(
    ("said", "total"),
    [("2,5", "2.5"), ("-2.5", "−2.5"), ("−½", "−0.5"), ("7½", "7.5"), ("+3", "3"), ("3,50", "3.5")],
)
def test_an_adjusted_score_may_hold_a_half(desk: Desk, said: str, total: str) -> None:
    desk.begin()
    desk.prepare("adjust", at="?player=1", round="1", points=said, reason="average")
    desk.enter(1, 0, 0, 0, 0)
    assert desk.totals()["Ana"] == total.replace("−", "-")
    page = desk.do("adjust", at="?player=1", round="1", points="2,4", reason="average")
    assert "“2,4” stands where a number was expected" in page.alerts


def test_another_tournament_takes_over_settings_and_players_of_the_last(desk: Desk) -> None:
    desk.begin()
    page = desk.visitor.open(f"/tournament/new?like={desk.id}")
    assert "sign up the same 8 players" in page.text
    desk.visitor.press("Open the tournament", title="Next week")
    page = desk.visitor.page
    assert "Next week" in page.text
    assert "0 players here + 8 signed up" in page.text
    assert 'name="minutes" value="60" checked' in page.source


def test_the_tables_that_are_done_can_be_left_out_of_sight(desk: Desk) -> None:
    desk.begin()
    assert "Only the open ones" not in desk.open().text
    desk.enter(1, 0, 0, 0, 0)
    tiles = desk.open("?open=1").source.split('id="s-tables"')[1].split("</ul>")[0]
    assert re.findall(r'class="tile-number">(\d)<', tiles) == ["2"]
    assert "open=1" in tiles.split(">")[0]  # and stays so


def test_a_tournament_is_found_by_its_words_and_says_its_game_and_day(desk: Desk) -> None:
    Desk(desk.visitor, title="Coupe de Noël", place="Nancy", day="2026-12-20")
    page = desk.visitor.open("/")
    assert "Coupe de Noël" in page.text
    assert "French Tarot" in page.text
    assert "December 20, 2026" in page.text
    found = desk.visitor.open("/?q=noel+nancy")
    assert "Coupe de Noël" in found.text
    assert "Open French Tarot" not in found.text


def test_where_many_results_are_missing_one_tap_leads_to_the_next(desk: Desk) -> None:
    names = [f"P{number}" for number in range(1, 53)]
    desk.read("name\n" + "\n".join(names))
    desk.prepare("came", "All are here", at="")
    desk.seat(1, *names)
    desk.do("start")
    desk.open()
    assert "Table 1" in desk.visitor.follow("Next missing: table 1").text
    desk.enter(1, 0, 0, 0, 0)
    desk.enter(2, 0, 0, 0, 0)
    assert "11 results missing" not in desk.open().text  # eleven chips stand there by themselves
    assert "Results missing:" in desk.visitor.page.text
