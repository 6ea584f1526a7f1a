"""A tournament run through its pages by forms alone: the director's console, tables, players, standings."""

from __future__ import annotations

import io
import re
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader

from referee import create_app
from referee.sheets.tournament import Papers
from tests.help.desk import NAMES, Desk, form_of
from tests.help.sheet import hide_pango
from tests.help.web import ASKS_PART, ORIGIN, Visitor

Far = Callable[..., Visitor]


@pytest.fixture
def desk(visitor: Visitor) -> Desk:
    return Desk(visitor, minutes="60")


# The console


def test_the_home_page_offers_a_tournament_and_shows_it_afterwards(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.follow("New tournament")
    visitor.press("Open the tournament", title="Spring Open")
    assert "Spring Open" in visitor.page.text
    assert "Spring Open" in visitor.open("/").text


def test_another_game_brings_what_is_usual_for_it(visitor: Visitor) -> None:
    page = visitor.open("/tournament/new?game=doppelkopf")
    form = next(form for form in page.forms if form.action == "/tournament/new")
    sizes = [c.value for c in form.controls if c.name == "sizes"]
    assert sizes == ["4", "5"]
    assert next(c.value for c in form.controls if c.name == "deals.4") == "24"


def test_a_new_tournament_is_on_the_day_it_is_opened_unless_another_is_written(visitor: Visitor) -> None:
    Desk(visitor)
    Desk(visitor, day="2026-01-31")
    said = visitor.client.get("/tournament/calendar.ics").text
    assert said.count("DTSTART;VALUE=DATE:") == 2
    assert "DTSTART;VALUE=DATE:20260131" in said


def test_what_no_tournament_can_have_is_refused_in_words(visitor: Visitor) -> None:
    visitor.open("/tournament/new?game=tarot")
    page = visitor.press("Open the tournament", title="  ")
    assert visitor.status == 422
    assert "title" in page.alerts


def agreed_of(visitor: Visitor) -> dict[str, str]:
    """The options that a tournament has otherwise than its preset."""
    tournaments = visitor.client.application.extensions["tournaments"]
    [stream] = tournaments.all()
    return dict(tournaments.get(stream.id).tournament.settings.options)


def test_a_tournament_takes_the_house_rules_that_a_table_takes_also_typed_ones(visitor: Visitor) -> None:
    agreed = {"typed.called": "Hearts", "typed.sum": "26", "option.wins": "low", "typed.goal": "100"}
    visitor.open("/tournament/new?game=plain")
    visitor.press("Open the tournament", title="Hearts", preset="standard", scoring="places", **agreed)
    assert agreed_of(visitor) == {"called": "Hearts", "sum": "26", "wins": "low", "goal": "100"}
    visitor.press("Change", place="Here")  # the form of the console shows them, and keeps them
    assert agreed_of(visitor) == {"called": "Hearts", "sum": "26", "wins": "low", "goal": "100"}
    visitor.press("Change", preset="romme")  # its rules were not drawn yet: the usual ones count
    assert agreed_of(visitor) == {}


def test_a_house_rule_that_means_nothing_is_refused_and_stands_there_again(visitor: Visitor) -> None:
    visitor.open("/tournament/new?game=plain&preset=tarot")
    page = visitor.press("Open the tournament", title="Odd", **{"typed.goal": "-5"})
    assert visitor.status == 422
    assert "goal cannot be “-5”" in page.alerts
    [form] = [form for form in page.forms if form.action == "/tournament/new"]
    assert [c.value for c in form.controls if c.name == "option.sum" and c.checked] == ["0"]


def test_players_come_by_hand_and_by_file_and_are_checked_in_by_a_tap(desk: Desk) -> None:
    desk.add("Ana")
    desk.open()
    desk.read("name,club\nBen,North\nBen,South\n")
    page = desk.open()
    assert "Ben (North)" in page.text
    assert "Ben (South)" in page.text
    assert "1 player here + 2 signed up" in page.text
    desk.do("came", "Ben (North) is here")
    assert "2 players here" in desk.visitor.page.text
    desk.do("came", "All are here")
    assert "3 players here" in desk.visitor.page.text


def test_a_certificate_never_names_a_smaller_number_and_calls_itself_the_best(desk: Desk) -> None:
    # 13 players at a table of five and two of four: proved by how evenly repeats are spread, not by their number alone.
    desk.read("\n".join(f"P{n}" for n in range(1, 14)))
    desk.open()
    desk.do("came", "All are here")
    desk.draw()
    said = desk.visitor.page.text
    assert re.search(r"Meetings again: \d+; the same two at most \d+ times", said)
    assert ("No draw has fewer of them." in said) + ("Whether a draw has fewer" in said) + (
        "whether one has" in said
    ) == 1


def test_before_a_result_the_public_page_says_so(desk: Desk) -> None:
    desk.begin()
    page = desk.visitor.open(f"/tournament/{desk.id}/standings")
    assert "No result yet." in page.text
    assert "are shown" not in page.text
    desk.enter(1, 100, -100, 20, -20)
    assert "In round 1, as far as confirmed" in desk.visitor.open(f"/tournament/{desk.id}/standings").text
    desk.enter(2, 0, 0, 0, 0)
    assert "After round 1" in desk.visitor.open(f"/tournament/{desk.id}/standings").text


def test_the_players_come_out_as_a_file_that_goes_in_again(desk: Desk, other: Visitor) -> None:
    desk.add("Ana", "=1+1", "Zoë")
    text = desk.visitor.client.get(f"/tournament/{desk.id}/players.csv").text
    second = Desk(other)
    second.read(text)
    page = second.open()
    for name in ("Ana", "=1+1", "Zoë"):
        assert name in page.text


def test_a_name_refused_leaves_what_was_typed(desk: Desk) -> None:
    desk.open()
    page = desk.do("add", name="   ", club="North")
    assert desk.visitor.status == 422
    assert "name" in page.alerts
    assert 'value="North"' in page.source


def test_a_draw_seats_everybody_once_and_says_what_it_is_worth(desk: Desk) -> None:
    desk.add(*NAMES)
    desk.draw()
    assert sorted(desk.seats(1) + desk.seats(2)) == sorted(NAMES)
    assert "Drawn with number" in desk.open().text


def test_a_form_sent_twice_is_done_once(desk: Desk) -> None:
    page = desk.open()
    form = next(form for form in page.forms if form.action.endswith("/add"))
    button = next(c for c in form.controls if c.type == "submit")
    for _ in range(2):
        desk.visitor.send(form, button, {"name": "Ana"})
    assert desk.open().source.count(">Ana</b>") == 1


@pytest.mark.parametrize("role", ["player", "director"])
def test_a_code_tapped_twice_leads_to_the_same_page_twice(desk: Desk, far: Far, role: str) -> None:
    desk.open()
    page = desk.do("invite", role)
    phone = far()
    phone.go(re.findall(r"/j/\w+", page.source)[-1])
    form, control = phone.page.button("Sign up" if role == "player" else "Join")
    places = []
    for _ in range(2):
        phone.send(form, control, {"name": "Dora"})
        assert phone.status == 200, phone.page.alerts
        places.append(phone.path)
    assert places[0] == places[1]
    assert places[0].endswith("/player/1" if role == "player" else desk.id)


def test_the_next_round_waits_for_every_result_unless_it_is_forced(desk: Desk) -> None:
    desk.begin()
    desk.enter(1, 100, -100, 20, -20)
    page = desk.open()
    assert "Results missing: 2" in page.text
    assert "Start round 2" not in page.labels
    desk.seat(2)
    desk.do("force")
    assert "Round 2 of" in desk.visitor.page.text
    desk.enter(2, 10, -10, 0, 0)
    assert len([total for total in desk.totals().values() if total != "0"]) == 6


def test_a_result_entered_at_two_consoles_is_entered_once_and_another_needs_a_reason(desk: Desk) -> None:
    desk.begin()
    page = desk.open("?round=1&table=1")
    slow = next(f for f in page.forms if f.action.endswith("/result"))
    control = next(c for c in slow.controls if c.type == "submit")
    desk.enter(1, 100, -100, 20, -20)
    for last, status in (("-20", 200), ("-30", 422)):
        said = {"score.0": "100", "score.1": "-100", "score.2": last.strip("-"), "score.3": last}
        page = desk.visitor.send(slow, control, said)
        assert desk.visitor.status == status
    assert "a reason is needed" in page.alerts
    assert desk.log().count("round 1, table 1: entered") == 1


def test_scores_that_do_not_add_up_are_refused_with_their_sum(desk: Desk) -> None:
    desk.begin()
    page = desk.result(1, 100, -100, 20, 0)
    assert desk.visitor.status == 422
    assert "20" in page.alerts
    assert set(desk.totals().values()) <= {"0"}


def test_a_correction_of_an_earlier_round_needs_a_reason_and_every_version_stays(desk: Desk) -> None:
    desk.begin()
    names = desk.seats(1)
    desk.enter(1, 100, -100, 20, -20)
    desk.enter(2, 0, 0, 0, 0)
    desk.seat(2)
    desk.do("start")
    assert desk.totals()[names[0]] == "100"
    desk.enter(1, 90, -90, 20, -20, reason="misread")
    page = desk.open("?round=1&table=1")
    assert desk.totals()[names[0]] == "90"
    page = desk.open("?round=1&table=1")
    assert "misread" in page.text
    assert re.search(r'class="older">.*?100', page.source)


def test_any_act_is_taken_back_from_the_log_and_the_taking_back_too(desk: Desk) -> None:
    desk.add("Ana")
    page = desk.open()
    assert "1 player here" in page.text
    desk.do("undo", "Take back: here: Ana")
    assert "0 players here" in desk.open().text


def test_who_has_left_can_still_be_replaced(desk: Desk) -> None:
    desk.add(*NAMES)
    desk.seat()
    desk.open("?player=1")
    desk.do("left")
    assert "Seated, but gone: Ana" in desk.open("?player=1").text
    page = desk.do("replace", name=" ")
    assert "needs a name" in page.alerts  # and the form is still there:
    desk.do("replace", name="Zoë")
    page = desk.open("?round=1&table=1")
    assert "Seated, but gone" not in page.text
    assert desk.seats(1) == ["Zoë", *NAMES[1:4]]


def test_what_stands_on_an_entry_is_told_in_words_where_it_is_not_taken_back(desk: Desk) -> None:
    desk.add("Ana")
    desk.open()
    page = desk.do("undo", "Take back: signed up: Ana")
    assert desk.visitor.status == 422
    assert "“here: Ana” (" in page.alerts
    assert "Take that back first" in page.alerts
    assert "entry 3" not in page.alerts


def test_penalties_warn_cost_and_are_lifted_with_a_reason(desk: Desk) -> None:
    desk.begin()
    names = desk.seats(1)
    desk.enter(1, 100, -100, 20, -20)
    desk.open(f"?player={NAMES.index(names[0]) + 1}")
    desk.do("penalty", points="30", reason="late")
    assert desk.totals()[names[0]] == "70"
    desk.open(f"?player={NAMES.index(names[0]) + 1}")
    desk.do("cancel", reason="the bus")
    assert desk.totals()[names[0]] == "100"
    assert "the bus" in desk.open(f"?player={NAMES.index(names[0]) + 1}").text


def test_an_adjusted_score_stands_whatever_the_table_wrote(desk: Desk) -> None:
    desk.begin()
    names = desk.seats(1)
    desk.enter(1, 100, -100, 20, -20)
    desk.open(f"?player={NAMES.index(names[1]) + 1}")
    desk.do("adjust", points="−40", reason="ruling")
    assert desk.totals()[names[1]] == "-40"


def test_who_leaves_is_not_seated_again_and_a_replacement_sits_in_their_place(desk: Desk) -> None:
    desk.begin()
    desk.enter(1, 100, -100, 20, -20)
    desk.enter(2, 0, 0, 0, 0)
    page = desk.open("?player=1")
    slow = next(f for f in page.forms if f.action.endswith("/replace"))
    desk.open("?player=1")
    desk.do("replace", name="Zoë")
    page = desk.visitor.send(slow, next(c for c in slow.controls if c.type == "submit"), {"name": "Zoë"})
    assert "Ana is replaced by Zoë already" in page.alerts
    assert desk.open().source.count(">Zoë</b>") == 1
    desk.draw()
    seated = desk.seats(1, 2) + desk.seats(2, 2)
    assert "Zoë" in seated
    assert "Ana" not in seated


def test_wrong_seats_are_put_right_and_the_result_stays_with_the_seat(desk: Desk) -> None:
    desk.begin()
    one, two = desk.seats(1), desk.seats(2)
    desk.enter(1, 100, -100, 20, -20)
    desk.open("?round=1&table=1")
    number = {name: str(at) for at, name in enumerate(NAMES, 1)}
    form = next(form for form in desk.visitor.page.forms if form.action.endswith("/swap"))
    data = form.sent(None, {})
    data.setlist("player", [number[one[0]]])
    data.setlist("other", [number[two[0]]])
    desk.visitor.client.post(form.action, data=data, headers={"Origin": "http://localhost"})
    assert desk.seats(1)[0] == two[0]
    assert desk.totals()[two[0]] == "100"
    again = {**data.to_dict(), "key": "of-another-console"}
    answer = desk.visitor.client.post(form.action, data=again, headers={"Origin": "http://localhost"})
    assert answer.status_code == 422
    assert "the seats of table 1 were changed meanwhile" in answer.get_data(as_text=True)
    assert desk.seats(1)[0] == two[0]


@pytest.mark.parametrize(
    ("act", "said"),
    [("came", "here: Ana"), ("start", "round 1 begins"), ("undo", "taken back: round 1"), ("left", "Ana leaves")],
)
def test_an_act_done_at_two_consoles_is_done_once(desk: Desk, act: str, said: str) -> None:
    desk.add(*NAMES)
    desk.seat()
    if act == "came":
        desk.open("?player=1")
        desk.do("left")
    presses = []
    for _ in range(2):
        page = desk.open("?player=1")
        form = next(f for f in page.forms if f.action.endswith(f"/{act}"))
        button = "Take back: round 1 is drawn: 2 tables" if act == "undo" else None
        presses.append((form, next(c for c in form.controls if c.type == "submit" and button in (None, c.label))))
    before = desk.log().count(said)
    for form, control in presses:
        desk.visitor.send(form, control, {})
        assert desk.visitor.status == 200, desk.visitor.page.alerts
    assert desk.log().count(said) == before + 1


def test_who_is_here_stays_in_the_round_when_a_slow_console_checks_them_in(desk: Desk) -> None:
    desk.add(*NAMES)
    desk.visitor.open(f"/tournament/{desk.id}")
    desk.open("?player=1")
    desk.do("left")
    page = desk.open("?player=1")
    form = next(f for f in page.forms if f.action.endswith("/came"))
    control = next(c for c in form.controls if c.type == "submit")
    desk.do("came")
    desk.seat()
    desk.do("start")
    desk.visitor.send(form, control, {})
    assert "Seated, but gone" not in desk.open().text


def test_a_round_that_has_begun_is_neither_begun_nor_drawn_anew_by_a_slow_console(desk: Desk) -> None:
    desk.add(*NAMES)
    desk.seat()
    page = desk.open()
    slow = {act: next(f for f in page.forms if f.action.endswith(f"/{act}")) for act in ("start", "draw")}
    desk.open()
    desk.do("start")
    desk.do("extra", minutes="5")
    seats = desk.seats(1)
    for act, status in (("start", 200), ("draw", 422)):
        desk.visitor.send(slow[act], next(c for c in slow[act].controls if c.type == "submit"), {})
        assert desk.visitor.status == status
    assert "round 1 has begun: its draw stays" in desk.visitor.page.alerts
    left = re.search(r'data-left="(\d+)"', desk.open().source)
    assert left
    assert int(left[1]) > 60 * 60
    assert desk.seats(1) == seats


def test_a_draw_is_not_made_again_by_a_console_that_had_not_seen_it(desk: Desk) -> None:
    desk.add(*NAMES)
    first = next(form for form in desk.open().forms if form.action.endswith("/draw"))
    desk.draw()
    again = next(form for form in desk.open().forms if form.action.endswith("/draw"))
    for slow, times in ((first, 1), (again, 2), (again, 2)):
        desk.visitor.send(slow, next(c for c in slow.controls if c.type == "submit"), {})
        assert desk.visitor.status == 200, desk.visitor.page.alerts
        while "Drawing …" in desk.open().text:
            time.sleep(0.05)
        assert desk.log().count("round 1 is drawn") == times


def test_a_result_confirmed_from_two_seats_at_once_is_confirmed_once(desk: Desk, far: Far) -> None:
    desk.begin()
    tablet, names = at_table(desk, far, 1), desk.seats(1)
    where = tablet.path
    tablet.follow("Enter scores")
    tablet.press("Hand in", seat="0", **{f"score.{s}": v for s, v in enumerate(("50", "-50", "10", "-10"))})
    form, control = tablet.page.button(f"{names[2]}: it is right")
    tablet.press(f"{names[1]}: it is right")
    tablet.send(form, control, {})
    assert (tablet.status, tablet.path) == (200, where)
    assert desk.log().count("round 1, table 1: confirmed") == 1


def test_only_the_last_draw_of_a_round_counts_among_the_tables_of_its_players(desk: Desk) -> None:
    desk.add(*NAMES)
    tables = []
    for names in (NAMES, NAMES[::-1]):
        desk.seat(1, *names)
        tables.append(desk.stream(1))
    assert tables[0] != tables[1]
    page = desk.visitor.open("/people")
    assert [f"{name} 1 table" in page.text for name in NAMES] == [True] * len(NAMES)
    last, _ = desk.entries()[0]
    desk.do("undo", f"Take back: {last}")
    assert desk.stream(1) == tables[0]
    assert f"{NAMES[0]} 1 table" in desk.visitor.open("/people").text


def test_the_end_of_a_tournament_is_told_to_everybody(visitor: Visitor) -> None:
    desk = Desk(visitor, rounds="1")
    shown = f"/tournament/{desk.id}/standings"
    assert "Before the first round" in visitor.open(shown).text
    desk.begin()
    assert "Round 1 of 1" in visitor.open(shown).text
    for table in (1, 2):
        desk.enter(table, 0, 0, 0, 0)
    desk.prepare("finish", at="")
    page = visitor.open(shown)
    assert "The tournament is over" in page.text
    assert "Round 1 of 1" not in page.text
    assert "The tournament is over" in visitor.open(f"/embed/tournament/{desk.id}/clock").text


def test_the_clock_runs_stands_and_is_given_more(desk: Desk) -> None:
    desk.begin()
    assert "data-running" in desk.open().source
    desk.do("pause")
    assert "data-running" not in desk.open().source
    desk.do("extra", minutes="5")
    left = re.search(r'data-left="(\d+)"', desk.open().source)
    assert left
    assert 64 * 60 < int(left[1]) <= 65 * 60


def test_nobody_but_the_director_reaches_the_console(desk: Desk, far: Far) -> None:
    desk.begin()
    stranger = far()
    page = stranger.open(f"/tournament/{desk.id}/standings")
    found = re.search(r'name="csrf-token" content="([^"]+)"', page.source)
    assert found
    for act in ("draw", "start", "add", "result", "undo", "invite", "finish"):
        sent = {"csrf_token": found[1], "key": "k", "round": "1"}
        answer = stranger.client.post(f"/tournament/{desk.id}/{act}", data=sent, headers={"Origin": "http://localhost"})
        assert answer.status_code == 403
    assert stranger.client.get(f"/tournament/{desk.id}").status_code == 303
    assert stranger.client.get(f"/tournament/{desk.id}/part/now").status_code == 403
    assert stranger.client.get(f"/tournament/{desk.id}/players.csv").status_code == 403


def test_a_section_answers_nothing_while_it_is_the_same(desk: Desk) -> None:
    desk.begin()
    for name in ("now", "tables", "players", "standings", "log"):
        page = desk.open(f"/part/{name}")
        again = page.attribute("section", "hx-get")
        assert desk.visitor.client.get(again).status_code == 204, name
    desk.enter(1, 100, -100, 20, -20)
    for name in ("now", "tables", "standings", "log"):
        assert desk.visitor.client.get(f"/tournament/{desk.id}/part/{name}?seen=old").status_code == 200


def test_a_tap_that_checks_in_is_answered_with_the_players_line_and_the_head(desk: Desk) -> None:
    desk.read("name\nAna\nÉlodie\n")
    page = desk.open()
    form = next(form for form in page.forms if form.action.endswith("/came"))
    sent = {c.name: c.value for c in form.controls if c.type == "hidden"} | {"player": "2"}
    headers = {"Origin": ORIGIN, **ASKS_PART}
    line, _, head = desk.visitor.client.post(form.action, data=sent, headers=headers).text.strip().partition("</li>")
    assert line.startswith('<li class="player is-here">')
    assert "Élodie" in line
    assert "Ana" not in line + head
    assert "1 player here" in head
    assert "1 player here + 1 signed up" in desk.open().text


def test_what_the_room_is_not_shown_sends_nothing_anew_to_its_pages(desk: Desk, far: Far) -> None:
    """A call for the director changes what the projector shows, and no player's page."""
    desk.begin()
    phone = far()
    pages = {name: phone.open(f"/tournament/{desk.id}/{name}") for name in ("standings", "player/1", "room")}
    asks = {name: page.attribute("div", "hx-get") for name, page in pages.items()}
    assert {phone.client.get(ask, headers=ASKS_PART).status_code for ask in asks.values()} == {204}
    at_table(desk, far, 1).press("Call the director")
    answers = {name: phone.client.get(ask, headers=ASKS_PART) for name, ask in asks.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == {
        "standings": 204,
        "player/1": 204,
        "room": 200,
    }
    assert "Director to table 1" in answers["room"].text


def test_no_tournament_stands_at_an_address_of_something_else(visitor: Visitor) -> None:
    visitor.open("/tournament/nwhere22")
    assert visitor.status == 404
    visitor.new_table()
    visitor.open("/tournament/" + visitor.path.split("/t/")[1])
    assert visitor.status == 404


# The tables


def test_the_code_of_a_table_makes_a_device_write_there_in_every_round(desk: Desk, far: Far) -> None:
    desk.begin()
    tablet = far()
    tablet.go("/j/" + desk.code_of_table(1))
    tablet.press("This device writes here")
    assert "Round 1, table 1" in tablet.page.text
    assert any(form.action.endswith("/fact") for form in tablet.page.forms)
    desk.enter(1, 100, -100, 20, -20)
    desk.enter(2, 0, 0, 0, 0)
    desk.seat(2)
    desk.do("start")
    tablet.go(f"/tournament/{desk.id}/at/1")
    assert "Round 2, table 1" in tablet.page.text
    assert any(form.action.endswith("/fact") for form in tablet.page.forms)


@pytest.mark.parametrize(
    ("depth", "first"),
    [("score", "Record the score only"), ("tricks", "Record who takes each trick"), ("cards", "Record every card")],
)
def test_a_table_is_first_offered_what_the_tournament_agreed_to_write_down(
    visitor: Visitor, far: Far, depth: str, first: str
) -> None:
    desk = Desk(visitor, depth=depth)
    desk.begin()
    tablet = at_table(desk, far, 1)
    usual = re.search(r'<button class="choice primary"[^>]*>([^<]*)', tablet.page.source)
    assert usual
    assert usual[1].strip() == first


def test_one_player_enters_another_confirms_and_then_only_the_director_changes_it(desk: Desk, far: Far) -> None:
    desk.begin()
    tablet = at_table(desk, far, 1)
    names = desk.seats(1)
    where = tablet.path
    tablet.follow("Enter scores")
    filled = {f"score.{seat}": score for seat, score in enumerate(("50", "-50", "10", "-10"))}
    tablet.press("Hand in", seat="0", **filled)
    assert f"entered by {names[0]}" in tablet.page.text
    assert f"{names[0]}: it is right" not in tablet.page.labels
    tablet.press(f"{names[1]}: it is right")
    assert "confirmed" in tablet.page.text
    assert desk.totals()[names[0]] == "50"
    tablet.open(where + "/round/scores")
    assert "only the director" in tablet.page.text
    tablet.open(where)
    tablet.tap("note late")
    assert "only the director" in tablet.page.alerts
    tablet.open(where)
    data = next(form for form in tablet.page.forms if form.action.endswith("/fact")).sent(None, {})
    data.update({"line": "1", "how": "strike"})
    assert tablet.client.post(where + "/correct", data=data, headers={"Origin": "http://localhost"}).status_code == 403


def test_a_dispute_calls_the_director_who_decides(desk: Desk, far: Far) -> None:
    desk.begin()
    tablet = at_table(desk, far, 1)
    names = desk.seats(1)
    tablet.follow("Enter scores")
    tablet.press("Hand in", seat="0", **{f"score.{s}": v for s, v in enumerate(("50", "-50", "10", "-10"))})
    tablet.press(f"{names[1]} disputes", text="it was 40")
    assert "the director comes" in tablet.page.text
    page = desk.open()
    assert "it was 40" in page.text
    desk.enter(1, 40, -40, 10, -10, reason="counted again")
    assert desk.totals()[names[0]] == "40"


def test_a_call_is_seen_at_the_desk_and_what_became_of_it_at_the_table(desk: Desk, far: Far) -> None:
    desk.begin()
    tablet = at_table(desk, far, 2)
    tablet.press("Call the director")
    assert "The director is called" in tablet.page.text
    page = desk.open()
    assert "calls the director" in page.text
    desk.do("call", "I am coming")
    assert "on the way" in tablet.open(tablet.path).text
    desk.open()
    desk.do("call", "Resolved")
    assert "Call the director" in tablet.open(tablet.path).labels


def test_deals_recorded_at_the_table_are_handed_in_as_they_stand(desk: Desk, far: Far) -> None:
    desk.begin()
    tablet = at_table(desk, far, 1)
    names = desk.seats(1)
    tablet.tap(f"deal {names[3]} depth=score")
    taker = f"result taker={names[0]} contract=garde bouts=2 points=51"
    tablet.tap(taker)
    assert tablet.status == 200, tablet.page.alerts
    tablet.press(names[0])
    assert f"entered by {names[0]}" in tablet.page.text
    tablet.press(f"{names[2]}: it is right")
    # 51 points with two bouts: 10 over 41, (25 + 10) × 2 from each of three opponents
    assert desk.totals()[names[0]] == "210"


def test_a_dead_tablet_is_replaced_by_a_phone_of_the_table_and_the_log_says_so(desk: Desk, far: Far) -> None:
    desk.begin()
    at_table(desk, far, 1)
    names = desk.seats(1)
    phone = far()
    phone.open(f"/tournament/join/{personal_code(desk, names[0])}")
    phone.press("That is me")
    phone.follow("To my table")
    assert not any(form.action.endswith("/fact") for form in phone.page.forms)
    phone.press("Write on this phone")
    assert any(form.action.endswith("/fact") for form in phone.page.forms)
    assert "another device writes" in desk.open().text


def test_a_tablet_that_writes_and_the_phone_that_takes_over_are_told_of_each_other(desk: Desk, far: Far) -> None:
    desk.begin()
    tablet, names = at_table(desk, far, 1), desk.seats(1)
    tablet.tap("note begun")
    phone = far("fr")
    phone.open(f"/tournament/join/{personal_code(desk, names[0])}")
    phone.press("C’est moi")
    phone.follow("À ma table")
    phone.press("Saisir sur ce téléphone")
    assert "Deux appareils notent à cette table" in phone.page.text
    assert f"Two devices write at this table: this one and {names[0]}." in tablet.open(tablet.path).text


# Players


def test_players_sign_up_on_their_phones_and_find_their_table(visitor: Visitor, far: Far) -> None:
    desk = Desk(visitor, signup="yes")
    desk.open()
    desk.do("invite", "Code to sign up")
    found = re.search(r'<p class="code">(\w+)</p>', desk.open().source)
    assert found
    phones = []
    for name in NAMES[:4]:
        phone = far()
        phone.open(f"/tournament/join/{found[1]}")
        phone.press("Sign up", name=name, club="North")
        assert name in phone.page.text
        assert "Signed up" in phone.page.text
        phones.append(phone)
    desk.open()
    desk.do("came", "All are here")
    desk.seat(1, *NAMES[:4])
    desk.do("start")
    for phone in phones:
        assert "Table 1" in phone.open(phone.path).text


def test_who_is_on_the_list_takes_their_own_name_once(desk: Desk, far: Far) -> None:
    desk.add("Ana", "Ben")
    desk.open()
    desk.do("invite", "Code to sign up")
    found = re.search(r'<p class="code">(\w+)</p>', desk.open().source)
    assert found
    phone, late = far(), far()
    for visitor in (phone, late):
        visitor.open(f"/tournament/join/{found[1]}")
        form = next(form for form in visitor.page.forms if form.action.endswith(found[1]))
        data = form.sent(None, {})
        data.setlist("player", ["1"])
        answer = visitor.client.post(form.action, data=data, headers={"Origin": "http://localhost"})
        visitor.status = answer.status_code
    assert (phone.status, late.status) == (303, 422)
    assert "Ana" in phone.open(f"/tournament/{desk.id}/player/1").text


def test_a_player_confirms_on_their_own_phone(desk: Desk, far: Far) -> None:
    desk.begin()
    names = desk.seats(1)
    phones = []
    for name in names[:2]:
        phone = far()
        phone.open(f"/tournament/join/{personal_code(desk, name)}")
        phone.press("That is me")
        phone.follow("To my table")
        phones.append(phone)
    one, two = phones
    one.follow("Enter scores")
    one.press("Hand in", **{f"score.{s}": v for s, v in enumerate(("50", "-50", "10", "-10"))})
    assert f"entered by {names[0]}" in one.page.text
    two.open(two.path)
    two.press(f"{names[1]}: it is right")
    assert "confirmed" in two.page.text
    mine = next(at for at, n in enumerate(NAMES, 1) if n == names[1])
    assert "−50" in two.open(f"/tournament/{desk.id}/player/{mine}").text


@pytest.mark.parametrize(
    ("visible", "during", "after"), [("never", False, False), ("rounds", False, True), ("always", True, True)]
)
def test_the_room_sees_the_standings_when_that_is_agreed(
    visitor: Visitor, far: Far, visible: str, during: bool, after: bool
) -> None:
    desk = Desk(visitor, visible=visible)
    desk.begin()
    desk.enter(1, 100, -100, 20, -20)
    public = far()
    assert ("Total" in public.open(f"/tournament/{desk.id}/standings").text) == during
    desk.enter(2, 0, 0, 0, 0)
    assert ("Total" in public.open(f"/tournament/{desk.id}/standings").text) == after


def test_the_projector_turns_from_names_to_seats_to_tables_to_standings(desk: Desk, far: Far) -> None:
    desk.begin()
    desk.enter(1, 100, -100, 20, -20)
    screen = far()
    seen = set()
    address = f"/tournament/{desk.id}/room"
    for _ in range(4):
        page = screen.open(address)
        seen |= set(re.findall(r'class="(room-\w+)', page.source))
        following = re.search(r'http-equiv="refresh" content="\d+;url=([^"]+)"', page.source)
        assert following
        address = following[1].replace("&amp;", "&")
    assert seen >= {"room-names", "room-seats", "room-tables", "room-standings"}


def test_pages_that_follow_answer_nothing_while_nothing_happens(desk: Desk, far: Far) -> None:
    desk.begin()
    watcher = far()
    for address in ("standings", "player/1", "room"):
        page = watcher.open(f"/tournament/{desk.id}/{address}")
        again = page.attribute("div", "hx-get")
        assert watcher.client.get(again, headers={"HX-Request": "true"}).status_code == 204, address
    desk.enter(1, 100, -100, 20, -20)
    assert watcher.client.get(again, headers={"HX-Request": "true"}).status_code == 200


def test_a_deal_changed_after_the_hand_in_is_shown_to_the_director_who_takes_what_the_deals_come_to(
    desk: Desk, far: Far
) -> None:
    desk.begin()
    names, tablet = desk.seats(1), at_table(desk, far, 1)
    # 49 points with two bouts: (25 + 8) x 2 from each of three; with 50, (25 + 9) x 2.
    result = f"result taker={names[0]} contract=garde bouts=2 points="
    for line in (f"deal {names[3]} depth=score", result + "49"):
        tablet.tap(line)
    tablet.press(names[0])
    tablet.press(f"{names[1]}: it is right")
    assert desk.totals()[names[0]] == "198"
    assert "Deals changed" not in desk.open().text
    desk.visitor.open(desk.stream(1))
    desk.visitor.tap("undo")
    desk.visitor.tap(result + "50")
    assert "Deals changed after the result was handed in: Round 1, table 1" in desk.open().text
    page = desk.open("?round=1&table=1")
    assert f"{names[0]} 204" in page.alerts
    page = desk.do("deals")
    assert "Deals changed" not in page.text
    assert desk.totals()[names[0]] == "204"


def test_a_director_who_signs_up_stays_a_director(desk: Desk, far: Far) -> None:
    phone = far()
    for role, button in (("director", "Join"), ("player", "Sign up")):
        desk.open()
        page = desk.do("invite", role)
        code = re.findall(r'<p class="code">(\w+)</p>', page.source)[-1]
        phone.go(f"/j/{code}")
        phone.press(button, name="Ida")
    assert phone.path == f"/tournament/{desk.id}/player/1"
    assert "Ida" in phone.page.text
    phone.open(f"/tournament/{desk.id}")
    assert phone.status == 200
    assert phone.path == f"/tournament/{desk.id}"


def at_table(desk: Desk, far: Far, table: int) -> Visitor:
    """A tablet that writes at a table."""
    tablet = far()
    tablet.open(f"/tournament/join/{desk.code_of_table(table)}")
    tablet.press("This device writes here")
    return tablet


def personal_code(desk: Desk, name: str) -> str:
    """The code for one player's own phone."""
    number = NAMES.index(name) + 1
    desk.open(f"?player={number}")
    forms = [f for f in desk.visitor.page.forms if f.action.endswith("/invite")]
    form = next(f for f in forms if any(c.name == "player" for c in f.controls))
    desk.visitor.send(form, next(c for c in form.controls if c.type == "submit"), {})
    page = desk.open(f"?player={number}")
    focus = page.source.split('id="focus"')[1].split('class="console-side"')[0]
    found = re.search(r'<p class="code">(\w+)</p>', focus)
    assert found
    return found[1]


# Paper and files


def test_a_round_is_seated_by_hand_and_a_name_nobody_has_is_named_with_its_line(desk: Desk) -> None:
    desk.add(*NAMES)
    desk.open()
    page = desk.do("hand", round="1", tables="Ana; Ben; Cléo; Dan\nEva; Nobody; Gus; Hal")
    assert desk.visitor.status == 422
    assert "line 2" in page.alerts
    assert "Nobody" in page.alerts
    desk.seat(1, *reversed(NAMES))
    assert desk.seats(1) == ["Hal", "Gus", "Fay", "Eva"]


def test_the_second_of_two_directors_who_seat_a_round_by_hand_sees_the_first_ones_seats(desk: Desk) -> None:
    desk.add(*NAMES)
    desk.open()
    form = next(form for form in desk.visitor.page.forms if form.action.endswith("/hand"))
    desk.seat(1, *NAMES)
    other = "; ".join(reversed(NAMES[:4])) + "\n" + "; ".join(NAMES[4:])
    page = desk.visitor.send(form, None, {"round": "1", "tables": other})
    assert desk.visitor.status == 422
    assert "round 1 was drawn meanwhile" in page.alerts
    assert desk.seats(1) == list(NAMES[:4])
    desk.open()
    desk.do("hand", round="1", tables=other)
    assert desk.seats(1) == list(reversed(NAMES[:4]))


@pytest.mark.parametrize(
    ("act", "filled", "after"),
    [
        ("result", {"score.0": "60", "score.1": "-60", "reason": "second"}, "60"),
        ("not-played", {"reason": "second"}, "0"),
    ],
)
def test_the_second_of_two_directors_who_correct_a_result_sees_the_first_ones(
    desk: Desk, act: str, filled: dict[str, str], after: str
) -> None:
    desk.begin()
    desk.enter(1, 40, -40, 0, 0)
    form, button = form_of(desk.open("?round=1&table=1"), act)
    desk.result(1, 50, -50, 0, 0, reason="first")
    page = desk.visitor.send(form, button, filled)
    assert desk.visitor.status == 422
    assert "table 1 has another result meanwhile: look at it first" in page.alerts
    assert desk.totals()["Ana"] == "50"
    assert "first" in page.source
    assert 'value="second"' in page.source
    again, button = form_of(page, act)
    desk.visitor.send(again, button, {})
    assert desk.totals()["Ana"] == after


def test_seats_by_hand_sent_twice_are_taken_once_and_not_refused(desk: Desk) -> None:
    desk.add(*NAMES)
    desk.open()
    form = next(form for form in desk.visitor.page.forms if form.action.endswith("/hand"))
    for _ in range(2):
        desk.visitor.send(form, None, {"round": "1", "tables": "; ".join(NAMES[:4]) + "\n" + "; ".join(NAMES[4:])})
        assert desk.visitor.status == 200, desk.visitor.page.alerts


def test_a_rounds_pile_is_printed_by_one_click(desk: Desk) -> None:
    desk.begin()
    desk.open("/print")
    form = next(form for form in desk.visitor.page.forms if form.action.endswith("/paper.pdf"))
    answer = desk.visitor.client.get(form.action, query_string={"round": "1", "piece": ["tables", "slips"]})
    while answer.mimetype == "text/html" and "refresh" in answer.text:
        time.sleep(0.1)
        answer = desk.visitor.client.get(form.action, query_string={"round": "1", "piece": ["tables", "slips"]})
    assert answer.data.startswith(b"%PDF"), answer.text
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)
    for name in NAMES:
        assert name in text


def test_where_pango_is_missing_the_browser_prints_the_same_sheets(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_pango(tmp_path, monkeypatch)
    desk.begin()
    papers = {"/paper.pdf?round=1&piece=sheets&piece=diplomas": "landscape", "/desk/paper.pdf?piece=money": "portrait"}
    for paper, turned in papers.items():  # of a short round two sheets lie on each page
        desk.open(paper)
        while "refresh" in desk.visitor.page.source:
            time.sleep(0.05)
            desk.open(paper)
        page = desk.visitor.page
        assert "This computer has no Pango" in page.text
        assert all(name in page.text for name in NAMES)
        assert f"@page p0 {{ size: a4 {turned}" in page.source
        assert page.source.count('class="sheet') == page.source.count("@page p")


def test_a_pile_being_printed_shows_how_much_of_it_is_done(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    told, go_on = threading.Event(), threading.Event()

    def slow(papers: Papers, pieces: list[str], *, progress: Callable[[int, int], None]) -> bytes:
        progress(3, 7)
        told.set()
        go_on.wait(30)
        return b"%PDF"

    monkeypatch.setattr("referee.web.tournament.papers.render", slow)
    desk.begin()
    desk.open("/paper.pdf?round=1")
    assert told.wait(30)
    page = desk.open("/paper.pdf?round=1")
    go_on.set()
    assert ("3", "7") in [(a.get("value"), a.get("max")) for tag, a in page.attributes if tag == "progress"]
    assert "3 of 7 parts" in page.text
    assert any(tag == "meta" and a.get("http-equiv") == "refresh" for tag, a in page.attributes)


def test_a_tournament_goes_as_files_to_programs_calendars_and_another_computer(
    visitor: Visitor, tmp_path: Path
) -> None:
    desk = Desk(visitor, day="2026-11-21")
    desk.begin()
    desk.enter(1, 100, -100, 20, -20)
    names = desk.seats(1)
    client = visitor.client
    assert f"{names[0]}" in client.get(f"/tournament/{desk.id}/file/standings.csv").text
    assert client.get(f"/tournament/{desk.id}/file/seats.csv").text.count("\n") == 9
    assert client.get(f"/tournament/{desk.id}/file/document.json").get_json()["tournament"]["title"] == "Open"
    assert "SUMMARY:Open" in client.get("/tournament/calendar.ics").text
    whole = client.get(f"/tournament/{desk.id}/file/whole").data
    second = create_app({"DATABASE": str(tmp_path / "second.db")})
    try:
        there = Visitor(second)
        there.open("/")
        form = next(form for form in there.page.forms if form.action.endswith("/take-in"))
        there.send(form, None, {"tournament": (io.BytesIO(whole), "open.tournament")})
        assert "Open" in there.page.text
        assert "100" in there.open(f"/tournament/{desk.id}/standings").text
    finally:
        second.extensions["tables"].store.close()


def test_a_file_that_is_no_tournament_is_refused_in_words(visitor: Visitor) -> None:
    visitor.open("/")
    form = next(form for form in visitor.page.forms if form.action.endswith("/take-in"))
    page = visitor.send(form, None, {"tournament": (io.BytesIO(b"hello"), "hello.txt")})
    assert visitor.status == 422
    assert "hello.txt" in page.alerts
    assert page.text.index("hello.txt") < page.text.index("New table")


def test_a_devices_page_turns_out_a_tables_tablet_and_a_players_phone(desk: Desk, far: Far) -> None:
    desk.begin()
    tablet = at_table(desk, far, 1)
    names = desk.seats(1)
    phone = far()
    phone.open(f"/tournament/join/{personal_code(desk, names[0])}")
    phone.press("That is me")
    phone.follow("To my table")
    desk.open()
    desk.do("turn-out", "Turn out")
    tablet.open(tablet.path)
    assert not any(form.action.endswith("/fact") for form in tablet.page.forms)
    desk.open(f"?player={NAMES.index(names[0]) + 1}")
    desk.do("turn-out", "Turn this player’s phone out")
    assert "Enter scores" not in phone.open(phone.path).text


def test_the_clock_of_the_round_stands_at_the_table(desk: Desk, far: Far) -> None:
    desk.begin()
    tablet = at_table(desk, far, 1)
    assert "data-running" in tablet.page.source
    desk.open("?round=1&table=1")
    forms = [form for form in desk.visitor.page.forms if form.action.endswith("/extra")]
    form, button = next((f, c) for f in forms for c in f.controls if c.value == "10")
    desk.visitor.send(form, button, {})
    left = re.search(r'data-left="(\d+)"', tablet.open(tablet.path).source)
    assert left
    assert 69 * 60 < int(left[1]) <= 70 * 60


# What few evenings need is out of the way


def fold(source: str, name: str) -> str:
    """What is folded away under this id."""
    found = re.search(rf'<details[^>]* id="{name}".*?</details>', source, re.S)
    assert found
    return found[0]


def test_boards_are_among_the_other_pages_until_they_are_compared(visitor: Visitor) -> None:
    for scoring, away in (("sum", True), ("topage", False), ("match", False)):
        desk = Desk(visitor, scoring=scoring)
        page = desk.open()
        assert [href for href, said in page.links if said == "Boards"] == [f"/tournament/{desk.id}/boards"]
        assert ("/boards" in fold(page.source, "more-pages")) == away


def test_the_first_fold_of_what_is_agreed_holds_day_place_and_season(visitor: Visitor) -> None:
    page = visitor.open("/tournament/new?game=tarot")
    folds = re.findall(r'<details[^>]* id="([\w-]+-agreed)"', page.source)
    assert folds[0] == "day-agreed"
    assert set(re.findall(r'name="(\w+)"', fold(page.source, "day-agreed"))) == {"day", "hour", "place", "season"}
    rare = fold(page.source, "rare-agreed")
    assert {"venues", "finals", "qualifying", "region", "team"} <= set(re.findall(r'name="(\w+)"', rare))
    assert all(f'name="{name}"' not in page.source.replace(rare, "") for name in ("venues", "finals", "region"))


def test_lots_and_labels_are_printed_only_when_asked_for(desk: Desk) -> None:
    desk.begin()
    page = desk.open("/print")
    others = fold(page.source, "other-papers")
    assert {"lots", "l7160", "l7159", "l7163"} <= set(re.findall(r'value="(\w+)"', others))
    assert "checked" not in others


def test_signs_that_no_font_has_are_told_before_printing(desk: Desk) -> None:
    if shutil.which("fc-list") is None:
        pytest.skip("no Fontconfig")
    desk.begin("Ana", "Łukasz", "Ελένη", "Dan")
    assert "No font of this computer" not in desk.open("/print").text
    nowhere = chr(0x10FFFD)  # for private use
    desk.add(f"Wang {nowhere}")
    told = desk.open("/print").alerts
    assert "No font of this computer has these signs" in told
    assert f"{nowhere} Wang {nowhere}" in told
