"""Home, a new table, and records taken in and out."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from referee.web import home
from tests.help.desk import Desk
from tests.help.web import ORIGIN, THREE, Visitor, encoded, facts

HEAD = "game double-detente\nseats Ana Ben Cléo\n"
RECORD = HEAD + "deal Cléo part=1\nbid Ana 4\nbid Ben 5\nbid Cléo 3\ntrick Ana H5 T4 H9\ntrick Ben S2 SK S9\n"


def setup(visitor: Visitor, **filled: Any) -> None:
    visitor.open("/new?game=double-detente&count=3")
    visitor.press("Open the table", **{"seat": list(THREE), **filled})


def take_in(visitor: Visitor, data: bytes, name: str = "friday.deal") -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(data), name))


# Home


def test_home_without_a_table_offers_a_new_one_and_an_import(visitor: Visitor) -> None:
    page = visitor.open("/")
    assert visitor.status == 200
    assert "New table" in page.text
    assert page.button("Import")
    assert not re.search('role="search"|shelf=', page.source)


def test_what_begins_an_evening_stands_before_what_was_played_and_the_guides_after(visitor: Visitor) -> None:
    visitor.new_table("Ana", "Ben", "Cléo", title="By the window")
    source = visitor.open("/").source
    wanted = ["New table", "New tournament", "Join a table", "Again: Ana, Ben, Cléo", "Search the tables", "evening-head",
              "Throw away", "director’s guide", "Try it"]  # fmt: skip
    places = [source.index(text) for text in wanted]
    assert places == sorted(places)


def test_home_shows_each_table_with_its_seats_totals_and_where_it_stands(visitor: Visitor) -> None:
    visitor.new_table(title="By the window")
    visitor.tap("deal Cléo part=1 depth=score")
    page = visitor.open("/")
    for words in ("By the window", *THREE, "round 1, part 1 of 2"):
        assert words in page.text


def test_where_a_match_is_a_climb_each_side_is_told_by_its_level(visitor: Visitor) -> None:
    """Da Ban: with 100 points the opponents do not hold the master's side, which rises from 3 to 4."""
    record = b"game da-ban\nseats Ana Ben Cid Dan\ndeal Dan\nresult master=Ana points=100\n"
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(record), "evening.deal"))
    tile = visitor.open("/").source.split('class="tile-seats"')[1].split('class="tile-foot"')[0]
    assert re.findall(r"<span>(.*?)</span>\s*<b>(.*?)</b>", tile) == [("Ana, Cid", "4"), ("Ben, Dan", "3")]
    assert tile.count("lead") == 1


def test_tables_too_long_for_one_page_follow_one_by_one(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor.new_table()
    visitor.tap("deal Cléo part=1 depth=score")
    for seat in THREE:
        visitor.tap(f"penalty {seat} 7")
    tables = visitor.client.application.extensions["tables"]
    tables.reread()
    monkeypatch.setattr(home, "AT_ONCE", 2)
    page = visitor.open("/")
    [after] = re.findall(r'hx-get="(/tile/[^"]*)"', page.source)
    assert "Ana, Ben, Cléo" in page.text
    assert "−7" not in page.text
    tile = visitor.open(after)
    assert tile.text.count("−7") == 3
    assert "hx-get" not in tile.source
    assert "−7" in visitor.open("/").text
    visitor.open("/tile/nothing")
    assert visitor.status == 404


def test_a_table_without_a_title_is_called_by_its_players(visitor: Visitor) -> None:
    visitor.new_table()
    assert "Ana, Ben, Cléo" in visitor.open("/").text


def test_the_table_last_touched_stands_first_and_a_finished_match_last(visitor: Visitor) -> None:
    visitor.new_table(title="first")
    first = visitor.path
    visitor.new_table(title="second")
    visitor.open(first)
    visitor.tap('note "the window is open"')
    page = visitor.open("/")
    assert page.source.index("first") < page.source.index("second")


# A new table


def test_a_new_table_opens_with_the_first_deal_due(visitor: Visitor) -> None:
    page = visitor.new_table()
    assert "Cléo deals: round 1, part 1 of 2" in page.text
    assert visitor.record() == HEAD


def test_the_seats_stand_as_typed_and_a_tap_on_one_makes_it_the_dealer(visitor: Visitor) -> None:
    visitor.new_table()
    assert visitor.record().splitlines()[1] == "seats Ana Ben Cléo"
    page = visitor.open(visitor.path + "?as=1")
    assert "Ben deals: round 1, part 1 of 2" in page.text
    assert "Out of turn" not in page.text
    visitor.press("Record every card")
    assert facts(visitor.record()) == ["deal Ben part=1 depth=cards"]


def test_four_play_unless_said_otherwise(visitor: Visitor) -> None:
    page = visitor.open("/new?game=tarot")
    form = next(form for form in page.forms if form.action == "/new")
    assert [c.value for c in form.controls if c.name == "count" and c.checked] == ["4"]
    assert sum(c.name == "seat" for c in form.controls) == 4


def test_who_sat_here_last_takes_a_seat_by_a_tap(visitor: Visitor) -> None:
    visitor.new_table("Ouidad", "Élie", "Sacha")
    assert 'data-name="Ouidad"' in visitor.open("/new").source


def test_two_players_get_the_variant_for_two(visitor: Visitor) -> None:
    page = visitor.new_table("Ana", "Ben")
    assert "part 1 of 3" in page.text


def test_house_rules_chosen_stand_in_the_record_and_the_usual_ones_do_not(visitor: Visitor) -> None:
    setup(visitor, **{"option.tie": "shared"})
    assert [line for line in visitor.record().splitlines() if line.startswith("option")] == ["option tie=shared"]


FOUR = {"seat": ["Ana", "Ben", "Cid", "Dan"]}


def test_the_laws_of_a_preset_are_one_chip_and_the_options_of_another_do_not_undo_it(visitor: Visitor) -> None:
    visitor.open("/new?game=doppelkopf")
    visitor.press("Open the table", **FOUR, preset="schweinchen")
    assert [line for line in visitor.record().splitlines() if line.split()[0] in ("preset", "option")] == [
        "preset schweinchen"
    ]
    drawn = visitor.open("/new?game=doppelkopf&preset=schweinchen&drawn=standard&option.dulle=no")
    form = next(form for form in drawn.forms if form.action == "/new")
    assert [c.value for c in form.controls if c.name == "option.dulle" and c.checked] == ["yes"]
    visitor.press("Open the table", **FOUR, **{"option.dulle": "no", "option.genscher": "first"})
    assert [line for line in visitor.record().splitlines() if line.startswith("option")] == [
        "option dulle=no", "option genscher=first",
    ]  # fmt: skip


def test_house_rules_of_few_tables_are_folded_apart_unless_they_are_agreed(visitor: Visitor) -> None:
    usual = visitor.open("/new?game=doppelkopf").source
    first, more = usual.split('id="more"')
    assert "option.schweinchen" in first
    assert "option.genscher" in more
    agreed = visitor.open("/new?game=doppelkopf&option.genscher=first").source
    assert "option.genscher" in agreed.split('id="more"')[0]


def test_names_known_from_other_tables_are_offered(visitor: Visitor) -> None:
    visitor.new_table("Ouidad", "Élie", "Sacha")
    assert '<option value="Ouidad">' in visitor.open("/new").source


def test_a_table_like_another_one_begins_with_its_players_and_rules(visitor: Visitor) -> None:
    setup(visitor, **{"option.tie": "shared"})
    page = visitor.open("/new?like=" + visitor.path.rsplit("/", 1)[1])
    form = next(form for form in page.forms if form.action == "/new")
    assert [control.value for control in form.controls if control.name == "seat"] == list(THREE)
    assert [c.value for c in form.controls if c.name == "option.tie" and c.checked] == ["shared"]


@pytest.mark.parametrize(
    ("filled", "said"),
    [
        ({"seat": ["Ana", "", "Cléo"]}, "Every seat needs a name"),
        ({"seat": ["Ana", "   ", "Cléo"]}, "Every seat needs a name"),
        ({"seat": ["Ana", "Ben", "Ana"]}, "two seats are called Ana"),
        ({"seat": ["Ana", "Ben", " Ana "]}, "two seats are called Ana"),
        ({"seat": ["Ana", "Ben", "x" * 41]}, "at most 40 letters"),
        ({"seat": ["Ana", "Ben", "C\x07"]}, "cannot be printed"),
    ],
)
def test_names_that_cannot_serve_are_refused_with_the_reason_and_the_form_as_filled_in(
    visitor: Visitor, filled: dict[str, Any], said: str
) -> None:
    setup(visitor, **filled)
    assert visitor.status == 422
    assert said in visitor.page.alerts
    form = next(form for form in visitor.page.forms if form.action == "/new")
    assert next(control.value for control in form.controls if control.name == "seat") == "Ana"
    assert visitor.open("/").source.count('class="tile-seats"') == 0


@pytest.mark.parametrize(
    "change",
    [
        {"game": "poker"},
        {"game": ""},
        {"preset": "no-such"},
        {"option.tie": "no-such"},
        {"seat": ["Ana"]},
        {"seat": list("abcdefgh")},
    ],
)
def test_a_form_no_page_of_ours_could_send_opens_no_table(visitor: Visitor, change: dict[str, Any]) -> None:
    page = visitor.open("/new?game=double-detente&count=3")
    form = next(form for form in page.forms if form.action == "/new")
    data = form.sent(None, {"seat": list(THREE)})
    for name, value in change.items():
        data.setlist(name, value if isinstance(value, list) else [value])
    answer = visitor.client.post("/new", data=data)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert visitor.open("/").source.count('class="tile-seats"') == 0


@pytest.mark.parametrize("query", ["?game=poker&count=99", "?count=²", "?dealer=-1&count=x", "?preset=%00&game=%F0"])
def test_a_strange_address_shows_the_form_all_the_same(visitor: Visitor, query: str) -> None:
    visitor.open("/new" + query)
    assert visitor.status == 200


def test_a_table_like_one_there_is_not_is_not_found(visitor: Visitor) -> None:
    visitor.open("/new?like=nowhere2")
    assert visitor.status == 404


def test_the_same_form_sent_twice_opens_one_table(visitor: Visitor) -> None:
    page = visitor.open("/new?game=double-detente&count=3")
    form = next(form for form in page.forms if form.action == "/new")
    data = form.sent(None, {"seat": list(THREE)})
    first, second = (visitor.client.post("/new", data=data).location for _ in range(2))
    assert first == second


# Records


def test_a_record_taken_in_is_the_same_taken_out(visitor: Visitor) -> None:
    take_in(visitor, RECORD.encode())
    assert visitor.status == 200
    assert "friday" in visitor.page.text
    assert visitor.record() == RECORD


def test_records_of_two_evenings_stand_on_their_days_with_their_titles(visitor: Visitor) -> None:
    head = "game double-detente\n"
    take_in(visitor, RECORD.replace(head, head + 'date 2019-03-08\ntitle "At Nora’s"\n').encode(), "a.deal")
    take_in(visitor, RECORD.replace(head, head + "date 2018-11-02T21:30+01:00\n").encode(), "b.deal")
    text = visitor.open("/").text
    first, second = text.index("8 March 2019"), text.index("2 November 2018")
    assert first < text.index("At Nora’s") < second
    found = json.loads(visitor.client.get(re.findall(r'href="(/t/\w+)"', visitor.page.source)[0] + "/export.json").text)
    assert (found["date"], found["title"], found["place"]) == ("2019-03-08", "At Nora’s", None)


def test_what_was_taken_back_and_corrected_survives_export_and_import(visitor: Visitor) -> None:
    visitor.new_table()
    for line in (
        *facts(RECORD)[:4],
        "play Ana H5",
        "undo",
        'note "a \\"queen\\" # fell"',
        "play Ana H6",
        "play Ben T4",
        "correct 8 play Ana H7",
        "insert 9 note there",
        "strike 11",
        "play Cléo H9",
    ):
        visitor.tap(line)
        assert visitor.status == 200, (line, visitor.page.alerts)
    written, shown = visitor.record(), visitor.page.text
    take_in(visitor, written.encode())
    assert visitor.record() == written
    assert re.findall(r"Trick \d+ of 13", visitor.page.text) == re.findall(r"Trick \d+ of 13", shown)


def test_a_ruling_still_points_at_its_foul_after_export_and_import(visitor: Visitor) -> None:
    take_in(visitor, (RECORD + "trick Cléo H2 H8 H7\nruling 9 uphold\n").encode())
    assert "−20" in visitor.page.text
    take_in(visitor, visitor.record().encode())
    assert "−20" in visitor.page.text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no line"),
        (b"game double-detente\nseats Ana Ben\n\xff\xfe\n", "line 3"),
        (b"game poker\nseats Ana Ben\n", "line 1"),
        (b"game double-detente\nseats Ana Ana\n", "line 2"),
        ((HEAD + "deal Zoe part=1\n").encode(), "line 3"),
        ((HEAD + "deal Cléo part=1\nbid Ana many\n").encode(), "line 4"),
        ((HEAD + "deal Cléo part=1\nplay Ana H99\n").encode(), "line 4"),
        ((RECORD + "frobnicate\n").encode(), "line 9"),
        ((RECORD + 'note "no end\n').encode(), "line 9"),
        ((RECORD + "note \x1b[31m\n").encode(), "line 9"),
        (b"\x00" * 100, "line 1"),
        (b"# " + b"x" * 1_000_000, "1000000"),
        (HEAD.encode() + b"option tie=sideways\n", "line"),
    ],
)
def test_a_file_that_is_no_record_is_refused_by_line_and_nothing_of_it_is_taken(
    visitor: Visitor, data: bytes, said: str
) -> None:
    take_in(visitor, data, "broken.deal")
    assert visitor.status == 422
    assert "broken.deal" in visitor.page.alerts
    assert said in visitor.page.alerts
    assert 'class="tile-seats"' not in visitor.open("/").source


def test_an_import_without_a_file_asks_for_one(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.press("Import")
    assert visitor.status == 422
    assert "Choose a file" in visitor.page.alerts


def test_more_than_any_record_may_be_is_not_even_read(visitor: Visitor) -> None:
    take_in(visitor, b"x" * 1_300_000)
    assert visitor.status == 413
    assert "at most 1 MB" in visitor.page.text


def test_the_same_import_sent_twice_makes_one_table(visitor: Visitor, app: Flask) -> None:
    form, _ = visitor.open("/").button("Import")
    answers = []
    for _ in range(2):
        data = form.sent(None, {"record": (io.BytesIO(RECORD.encode()), "a.deal")})
        answers.append(visitor.client.post("/import", **encoded(data)).location)
    assert answers[0] == answers[1]
    assert len(app.extensions["tables"].all()) == 1


def test_a_record_is_offered_as_a_file_of_text(visitor: Visitor) -> None:
    visitor.new_table()
    answer = visitor.client.get(visitor.path + "/record")
    assert answer.headers["Content-Type"].startswith("text/plain; charset=utf-8")
    assert ".deal" in answer.headers["Content-Disposition"]


# Evenings, search, what is put away


def test_tables_stand_under_their_evening_and_are_found_by_a_name_or_their_game(visitor: Visitor) -> None:
    visitor.new_table("Ouidad", "Élie", "Sacha", title="first")
    visitor.new_table(title="second")
    page = visitor.open("/")
    assert page.source.count('class="evening-head"') == 1
    page = visitor.open("/?q=elie+detente")
    tiles = page.source.split('class="evening-head"')[1]
    assert "first" in tiles
    assert "second" not in tiles
    assert "No table has these words." in visitor.open("/?q=nobody").text


def test_a_day_is_written_as_its_language_writes_it(visitor: Visitor) -> None:
    visitor.new_table()
    for language, evening, moment in (
        ("de", r"\w+, \d{1,2}\. \w+ \d{4}", r"\d{1,2}\. \w+\.? \d\d:\d\d"),
        ("fr", r"\w+ \d{1,2} \w+ \d{4}", r"\d{1,2} \w+\.? \d\d:\d\d"),
        ("en", r"\w+,? \d{1,2} \w+ \d{4}", r"\d{1,2} \w+ \d\d:\d\d"),
    ):
        source = visitor.client.get("/", headers={"Accept-Language": language}).text
        assert re.search(f'class="evening-head"><h2>{evening}</h2>', source), language
        assert re.search(f"<span>{moment}</span>", source), language


def test_a_table_thrown_away_is_out_of_sight_counted_nowhere_and_comes_back(visitor: Visitor) -> None:
    visitor.new_table("Ouidad", "Élie", "Sacha", title="first")
    visitor.open("/")
    page = visitor.press("Throw away")
    assert "Thrown away: first" in page.text
    assert "evening-head" not in page.source
    assert "shelf=bin" in page.source
    assert "0 tables" in visitor.open("/people").text
    assert "first" in visitor.open("/?shelf=bin").text
    visitor.press("Put back")
    assert "first" in visitor.open("/").source.split("evening-head")[1]


def test_only_who_owns_a_table_puts_it_away(visitor: Visitor, far: Callable[[], Visitor]) -> None:
    visitor.new_table()
    other = far()
    page = other.open("/")
    assert "Throw away" not in page.labels
    token = next(c.value for form in page.forms for c in form.controls if c.name == "csrf_token")
    data = {"shelf": "bin", "csrf_token": token}
    answer = other.client.post(visitor.path + "/shelf", data=data, headers={"Origin": ORIGIN})
    assert answer.status_code == 403


def test_a_tournament_put_away_or_thrown_away_is_out_of_sight_and_comes_back(visitor: Visitor) -> None:
    desk = Desk(visitor, title="Coupe d’automne", place="Nancy")
    desk.begin("Zoé", "Ben", "Cléo", "Dan")
    visitor.open("/")
    page = visitor.press("Archive it")
    assert "In the archive: Coupe d’automne" in page.text
    assert "Round 1 of" not in page.text
    visitor.press("Undo")
    assert "Round 1 of" in visitor.open("/").text
    visitor.press("Throw away")
    assert "Zoé" not in visitor.open("/people").text
    assert "Coupe" not in visitor.open("/tournament/calendar.ics").text
    assert "Coupe d’automne" in visitor.open("/?shelf=bin&q=nancy").text
    visitor.press("Put back")
    assert "Zoé" in visitor.open("/people").text


def test_a_tournament_is_put_away_by_its_director_alone(visitor: Visitor, far: Callable[[], Visitor]) -> None:
    desk = Desk(visitor)
    other = far()
    page = other.open("/")
    assert "Archive it" not in page.labels
    token = next(c.value for form in page.forms for c in form.controls if c.name == "csrf_token")
    data = {"shelf": "bin", "csrf_token": token}
    answer = other.client.post(f"/tournament/{desk.id}/shelf", data=data, headers={"Origin": ORIGIN})
    assert answer.status_code == 403


def test_a_table_to_try_out_is_on_no_list_and_counts_for_nobody(visitor: Visitor) -> None:
    form = next(form for form in visitor.open("/").forms if form.action == "/try/tarot")
    visitor.send(form)
    assert "evening-head" not in visitor.open("/").source
    assert "Nobody has played here yet." in visitor.open("/people").text
    assert "data-name" not in visitor.open("/new").source


def test_the_same_people_play_again_by_one_tap(visitor: Visitor) -> None:
    setup(visitor, **{"option.tie": "shared"})
    first = visitor.record()
    visitor.open("/")
    visitor.press("Again: Ana, Ben, Cléo Double-détente")
    assert visitor.record() == first


def test_an_option_without_a_choice_is_not_asked_for(visitor: Visitor) -> None:
    page = visitor.open("/new?game=tarot").source
    assert "How many deals" not in page
    assert "option.half_point" in page


def test_a_tournament_s_tile_says_that_a_round_is_over_while_the_next_one_waits(visitor: Visitor) -> None:
    desk = Desk(visitor, title="Friday", rounds="2")
    desk.begin("Ana", "Ben", "Cléo", "Dan")
    assert "Round 1 of 2 " in visitor.open("/").text
    desk.enter(1, 10, -10, 0, 0)
    assert "Round 1 of 2 is over" in visitor.open("/").text
    desk.seat(2, "Ana", "Ben", "Cléo", "Dan")
    desk.do("start")
    desk.result(1, 10, -10, 0, 0, number=2)
    desk.do("finish")
    visitor.language = "fr"
    assert "terminé " in visitor.open("/").text  # a tournament, and no table
