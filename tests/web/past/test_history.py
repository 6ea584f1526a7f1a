"""The history: everything recorded, and mending any of it."""

from __future__ import annotations

import io
import re

import pytest
from flask import Flask

from referee.record.grammar import parse
from referee.record.text import Header
from tests.help.web import Form, Visitor, facts

STORY = (
    "deal Cléo part=1",
    "bid Ana 4",
    "bid Ben 5",
    "bid Cléo 3",
    "play Ana H5",
    "play Ben T4",
    "play Cléo H9",
    "play Ben S2",
    "play Cléo SK",
    "play Ana S9",
    "play Cléo H2",
    "play Ana H8",
    "play Ben H7",
)


@pytest.fixture
def told(visitor: Visitor) -> Visitor:
    """Ben has trumped a heart (entry 6) and plays one two tricks later (entry 13)."""
    visitor.take_in(*STORY)
    visitor.open(visitor.path + "/history")
    return visitor


def mending(visitor: Visitor, line: int, how: str = "replace", seat: int | None = None) -> Form:
    """The form that mends an entry, or puts one before it."""
    table = re.search(r"/t/\w+", visitor.path)
    assert table
    visitor.open(f"{table[0]}/history?fix={line}&how={how}" + ("" if seat is None else f"&as={seat}"))
    assert visitor.status == 200
    *_, found = (
        form
        for form in visitor.page.forms
        if any(c.name == "line" and c.value == str(line) for c in form.controls)
        and any(c.name == "how" and c.type == "hidden" for c in form.controls)
    )
    return found


def with_card(visitor: Visitor, form: Form, card: str) -> None:
    visitor.send(form, next(control for control in form.controls if control.value == card))
    confirm(visitor)


def confirm(visitor: Visitor) -> None:
    """Go on from the page that tells what a correction has changed."""
    assert "What has changed" in visitor.page.text, visitor.page.alerts
    visitor.follow("To the table")


def strike(visitor: Visitor, line: int) -> None:
    """Strike an entry out."""
    table = re.search(r"/t/\w+", visitor.path)
    assert table
    visitor.open(f"{table[0]}/history?fix={line}")
    form = next(form for form in visitor.page.forms if any(c.value == "strike" for c in form.controls))
    visitor.send(form, next(control for control in form.controls if control.value == "strike"))


def test_an_entry_that_the_laws_refuse_now_is_told_and_stops_nothing(app: Flask, visitor: Visitor) -> None:
    """As after an update of the program, where its laws are stricter than those the table was played under."""
    tables = app.extensions["tables"]
    table = tables.open(Header("doppelkopf", ("Ana", "Ben", "Cid", "Dan")), "Friday", "k")
    foxes = "result re=Ana,Ben points=121 re-extra=fox:2 kontra-extra=fox:1"
    facts = [parse(text) for text in ("deal Dan", foxes, "deal Ana", "result re=Ana,Ben points=121")]
    tables.store.append(table, "a", 0, [(fact.word, fact.json()) for fact in facts])
    for path in ("/", f"/t/{table}", f"/t/{table}/statistics", f"/t/{table}/fouls", f"/t/{table}/record"):
        visitor.open(path)
        assert visitor.status == 200, path
    assert "“the result” and all entries after it no longer count" in visitor.open(f"/t/{table}").text
    assert visitor.open(f"/t/{table}/history").text.count("No longer counts:") == 3
    form = mending(visitor, 2)
    visitor.send(form, None, {"re-extra.fox": "", "kontra-extra.fox": ""})
    confirm(visitor)
    assert "no longer count" not in visitor.open(f"/t/{table}").text.lower()
    assert tables.get(table).table.standing.totals == (2, 2, -2, -2)


def test_it_tells_every_fact_in_order_by_tricks_and_marks_the_foul(told: Visitor) -> None:
    text = told.page.text
    at = [text.index(words) for words in ("Cléo deals", "Ana: 4", "Trick 1", "Trick 2", "Trick 3")]
    assert at == sorted(at)
    assert "Not following" in text


def test_a_card_long_ago_is_corrected_and_everything_after_judged_anew(told: Visitor) -> None:
    with_card(told, mending(told, 6), "H3")
    assert told.status == 200, told.page.alerts
    assert facts(told.record())[-1] == "correct 8 play Ben H3"
    assert "Not following ·" not in told.page.text
    # Cléo's ♥9 now takes the first trick, so the second was led out of turn
    assert "Out of turn ·" in told.page.text


def test_a_bid_is_corrected_by_its_choices(told: Visitor) -> None:
    form = mending(told, 3)
    told.send(form, next(control for control in form.controls if control.value == "bid Ben 6"))
    assert facts(told.record())[-1] == "correct 5 bid Ben 6"


def test_a_card_given_to_the_wrong_seat_is_corrected_with_another_seat(told: Visitor) -> None:
    told.open(told.path.removesuffix("/history"))
    told.press("undo")
    told.press("undo")
    with_card(told, mending(told, 11, seat=1), "H2")
    assert facts(told.record())[-1] == "correct 13 play Ben H2"
    assert "Out of turn · Ben" in told.page.text


def test_a_card_forgotten_is_put_in_where_it_belongs(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.tap(*STORY[:5], "play Cléo H9")
    assert "Out of turn · Cléo" in visitor.page.text
    with_card(visitor, mending(visitor, 6, "before"), "T4")
    assert facts(visitor.record())[-1] == "insert 8 play Ben T4"
    assert "Out of turn ·" not in visitor.page.text
    assert "Ben plays" in visitor.page.text  # his trump took the trick


def test_a_fact_struck_out_stays_to_be_seen_and_counts_no_more(told: Visitor) -> None:
    strike(told, 13)
    confirm(told)
    assert "Not following ·" not in told.page.text
    assert "Ben plays" in told.page.text
    page = told.open(told.path + "/history")
    assert re.search(r'class="fact struck" id="line-13"', page.source)


@pytest.mark.parametrize("line", [1, 2])
def test_what_others_rest_on_cannot_be_struck_out_and_the_page_says_what_would_fall(told: Visitor, line: int) -> None:
    strike(told, line)
    assert told.status == 422
    assert "could not stand" in told.page.alerts
    assert facts(told.record()) == list(STORY)


def test_a_ruling_is_dropped_when_its_foul_is_corrected_away(told: Visitor) -> None:
    told.open(told.path.removesuffix("/history"))
    told.press("Uphold it")
    with_card(told, mending(told, 13), "D7")
    assert told.status == 200, told.page.alerts
    assert "foul by Ben" not in told.page.text
    assert "Ana plays" in told.page.text


def test_a_correction_may_itself_be_taken_back(told: Visitor) -> None:
    with_card(told, mending(told, 13), "D7")
    assert "Not following ·" not in told.page.text
    told.press("undo")
    assert "Not following · Ben" in told.page.text


@pytest.mark.parametrize(
    "query", ["fix=99", "fix=0", "fix=x", "fix=²", "fix=5&how=sideways", "fix=5&as=9", "fix=" + "9" * 400]
)
def test_an_address_that_opens_nothing_shows_the_history_all_the_same(told: Visitor, query: str) -> None:
    told.open(told.path + "?" + query)
    assert told.status == 200
    assert "Trick 1" in told.page.text


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"line": "99"}, 422),
        ({"how": "replace", "fact": "frobnicate"}, 422),
        ({"how": "replace", "fact": "undo"}, 422),
        ({"how": "replace", "fact": "play Zoe H5"}, 422),
        ({"how": "before", "fact": "deal Ana part=2"}, 422),
        ({"how": "replace"}, 422),
        ({"how": "sideways"}, 400),
        ({"line": "²"}, 400),
        ({"seq": ""}, 400),
        ({"key": ""}, 400),
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_nothing_recorded(
    told: Visitor, change: dict[str, str], status: int
) -> None:
    form = mending(told, 5)
    data = form.sent(None, {})
    for name, value in {"line": "5", "how": "strike", **change}.items():
        data.setlist(name, [value])
    answer = told.client.post(form.action, data=data)
    assert answer.status_code == status
    assert facts(told.record()) == list(STORY)
    if status == 422:
        assert 'class="notice" role="alert"' in answer.text


def test_what_a_correction_has_changed_is_shown_and_taken_back_there(told: Visitor) -> None:
    form = mending(told, 6)
    told.send(form, next(control for control in form.controls if control.value == "H3"))
    text = told.page.text
    assert facts(told.record()) == [*STORY, "correct 8 play Ben H3"]
    assert "Ben plays ♥3" in text
    assert "No longer a foul: Not following · Ben" in text
    assert "New foul: Out of turn · Ben" in text  # Cléo's ♥9 takes the first trick, and Ben led the second
    assert "to Ben" in text
    assert "to Cléo" in text
    told.press("Take it back")
    assert told.status == 200
    assert facts(told.record()) == [*STORY, "correct 8 play Ben H3", "undo"]
    assert "Not following · Ben" in told.page.text


def test_scores_before_and_after_are_shown(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.tap("deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3", "result tricks=4,5,4")
    # Ana and Ben met their bids: 4 + 10 and 5 + 10; Cléo missed hers by one: 4 + 5; nobody took the Petit
    # Ana at three from her bid keeps her tricks alone
    visitor.open(visitor.path + "/history")
    form = mending(visitor, 2)
    visitor.send(form, next(control for control in form.controls if control.value == "bid Ana 7"))
    table = re.search(r"<table class=\"sheet compare\">.*?</table>", visitor.page.source, re.S)
    assert table
    cells = re.sub(r"<[^>]*>", " ", table[0]).split()
    assert cells[-6:] == ["Total", "14", "→", "4", "15", "9"]


def test_the_dealer_is_changed_afterwards(told: Visitor) -> None:
    told.open(re.sub(r"/history.*", "", told.path) + "/history?fix=1")
    told.press("deal Ben part=1")
    assert "New foul: Out of turn" in told.page.text
    assert facts(told.record())[-1] == "correct 3 deal Ben part=1"


def test_every_version_stays_with_the_hour_it_was_written(told: Visitor) -> None:
    with_card(told, mending(told, 13), "D7")  # it proves no foul any more
    form = mending(told, 13)
    told.send(form, next(control for control in form.controls if control.value == "C7"))
    assert facts(told.record())[-1].endswith(" play Ben C7")
    assert "What has changed" not in told.page.text, "where no score and no foul changes it leads back at once"
    told.press("undo")
    page = told.open(told.path + "/history?fix=13")
    versions = re.search(r'id="line-13".*?<ol class="versions"[^>]*>(.*?)</ol>', page.source, re.S)
    assert versions
    said = re.sub(r"<[^>]*>", " ", versions[1])
    assert [word in said for word in ("written down", "♥7", "♦7", "♣7", "taken back")] == [True] * 5
    assert re.search(r'class="gone"><b>corrected</b> <s>Ben plays ♣7</s>', versions[1])


def test_a_correction_another_device_has_overtaken_is_refused(told: Visitor, other: Visitor) -> None:
    form = mending(told, 13)
    other.open(re.sub(r"/history.*", "", told.path))
    other.tap("note x")
    told.send(form, next(control for control in form.controls if control.value == "D7"))
    assert told.status == 409
    assert "Another device" in told.page.alerts
    assert facts(told.record()) == [*STORY, "note x"]


def test_names_on_the_wrong_seats_are_put_right_in_one_step_and_what_that_changes_is_shown(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.tap("deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3", "result tricks=4,5,4")
    table = visitor.path
    visitor.open(table + "/history")
    visitor.follow("The names are on the wrong seats")
    before = facts(visitor.record())
    visitor.press("Ana ⇄ Ben")
    shown = re.search(r"<tfoot>(.*?)</tfoot>", visitor.page.source, re.S)
    assert shown
    # Ana had 14 and Ben 15: each now has the other's
    told = re.sub(r"<[^>]*>", " ", shown[1]).split()
    assert told[told.index("15") :] == ["15", "→", "14", "14", "→", "15", "9"]  # Ben, Ana, Cléo
    assert facts(visitor.record()) == [*before, "reseat Ben Ana Cléo"]
    page = visitor.open(table + "/history")
    assert "the seats put right: Ben, Ana, Cléo" in page.text
    assert "Ben: 4" in page.text
    visitor.open(table)
    visitor.press("undo")
    assert "Ana: 4" in visitor.open(table + "/history").text


@pytest.mark.parametrize("names", [["Ana", "Ana", "Cléo"], ["", "Ben", "Cléo"], ["x" * 41, "Ben", "Cléo"], ["Ana"]])
def test_seats_that_cannot_be_are_refused(told: Visitor, names: list[str]) -> None:
    form = mending(told, 5)
    data = form.sent(None, {})
    data.setlist("how", ["reseat"])
    data.setlist("seat", names)
    answer = told.client.post(form.action, data=data)
    assert answer.status_code == 422
    assert facts(told.record()) == list(STORY)


def test_a_long_history_is_told_in_pages_of_500_each_under_the_head_of_its_deal(visitor: Visitor) -> None:
    lines = ["game double-detente", "seats Ana Ben Cléo", "deal Cléo part=1", *(f"note n{at}" for at in range(2, 1204))]
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO("\n".join(lines).encode()), "long.deal"))
    history = visitor.path + "/history"

    def shown() -> list[int]:
        assert 'id="deal-1"' in visitor.page.source
        return [int(line) for line in re.findall(r'id="line-(\d+)"', visitor.page.source)]

    visitor.open(history)
    assert shown() == list(range(704, 1204))
    visitor.follow("Earlier entries")
    assert shown() == list(range(204, 704))
    visitor.follow("Earlier entries")
    assert shown() == list(range(1, 204))
    assert "Earlier entries" not in visitor.page.text
    visitor.follow("Later entries")
    assert shown() == list(range(204, 704))
    visitor.open(f"{history}?fix=300")
    assert 300 in shown()


def test_a_record_of_more_facts_than_any_evening_has_is_refused_with_its_line(visitor: Visitor) -> None:
    lines = ["game double-detente", "seats Ana Ben Cléo", "deal Cléo part=1", *["note n"] * 20_000]
    visitor.open("/")
    page = visitor.press("Import", record=(io.BytesIO("\n".join(lines).encode()), "long.deal"))
    assert visitor.status == 422
    assert "line 20003" in page.alerts
    assert "at most 20000 entries" in page.alerts


def test_what_could_not_stand_is_told_by_what_it_says_and_a_trick_by_who_led_it(app: Flask, visitor: Visitor) -> None:
    bids = "bid Ana 4\nbid Ben 5\nbid Cléo 3\n"
    text = f"game double-detente\nseats Ana Ben Cléo\ndeal Cléo part=1\n{bids}trick Ana H5 T4 H9\n"
    table = app.extensions["tables"].take_in(text.encode(), "", key="lines")
    page = visitor.open(f"/t/{table}/history")
    assert "None" not in page.text
    assert "Ana" in page.source.split('<div class="told">')[1].split("</div>")[0]
    strike(visitor, 2)
    assert "“Ana leads: ♥5, trump 4, ♥9” could not stand" in visitor.page.alerts
    assert not re.search(r"\bline\b|void", visitor.page.alerts)


def test_a_card_that_a_reader_told_is_marked_until_people_looked_at_it(visitor: Visitor) -> None:
    visitor.take_in(*(entry.replace("play Ben T4", "read Ben T4") for entry in STORY))
    assert "4 Ben (read)" in visitor.open(visitor.path + "/history").text
    visitor.open(visitor.path.removesuffix("/history"))
    visitor.tap("confirm 6")
    page = visitor.open(visitor.path + "/history").text
    assert "(read)" not in page
    assert "4 Ben" in page
