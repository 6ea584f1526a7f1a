"""One tap: what it answers, what it answers the second time, and when another device was quicker."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from referee import create_app
from referee.games import GAMES
from referee.rules.ruleset import Ruleset
from referee.store import StoreLocked
from tests.help.web import ASKS_PART, ORIGIN, THREE, Page, Visitor, facts
from tests.oracle.deals import make_round
from tests.oracle.table import Part
from tests.web.table.test_results import at

DEAL = "deal Cléo part=1"
BIDS = ("bid Ana 4", "bid Ben 5", "bid Cléo 3")


def send(visitor: Visitor, fact: str, *, seq: int | str, key: str, part: str | None = "table", **more: str) -> Any:
    """A tap as the page's script sends it."""
    token = visitor.page.attribute("meta", "content") if not visitor.page.forms else _token(visitor.page)
    data = {"csrf_token": token, "key": key, "seq": str(seq), "fact": fact, **more}
    table = re.search(r"/t/\w+", visitor.path)
    assert table
    headers = {
        "Origin": ORIGIN,
        "Accept-Language": visitor.language,
        **({**ASKS_PART, "HX-Target": part} if part else {}),
    }
    answer = visitor.client.post(table[0] + "/fact", data=data, headers=headers)
    _ = answer.text
    return answer


def _token(page: Page) -> str:
    return next(c.value for form in page.forms for c in form.controls if c.name == "csrf_token")


@pytest.fixture
def at_table(visitor: Visitor) -> Visitor:
    visitor.new_table()
    return visitor


# Answers


@pytest.mark.parametrize(
    ("status", "path", "form", "headers"),
    [
        (422, "fact", {"fact": "play Nobody C7"}, {}),
        (422, "fact", {"fact": ""}, {}),
        (422, "prompt", {"kind": "bid"}, {}),
        (409, "fact", {"seq": "7"}, {}),
        (400, "fact", {"csrf_token": "forged"}, {}),
        (400, "fact", {"csrf_token": ""}, {}),
        (400, "fact", {"key": ""}, {}),
        (400, "fact", {"seq": "x"}, {}),
        (403, "fact", {}, {"Origin": "http://elsewhere.example"}),
        (400, "fact", {}, {"Content-Type": "application/x-www-form-urlencodedX"}),
    ],
)
def test_an_odd_tap_is_answered_by_what_is_odd_before_and_after_a_plain_one_and_records_nothing(
    at_table: Visitor, status: int, path: str, form: dict[str, str], headers: dict[str, str]
) -> None:
    table, token = at_table.path, _token(at_table.page)
    for before in (0, 1):
        odd = {"csrf_token": token, "key": "odd", "seq": str(before), "fact": BIDS[0], **form}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        sent = ASKS_PART | {"Origin": ORIGIN} | kind | headers
        assert at_table.client.post(f"{table}/{path}", data=urlencode(odd), headers=sent).status_code == status
        assert at_table.open(table).seq == before
        if not before:
            assert send(at_table, DEAL, seq=0, key="plain").status_code == 200


def test_everybody_is_gesund_by_one_tap_of_who_writes(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\n")
    page = visitor.press("Everybody gesund")
    assert page.seq == 5
    assert "Ana plays" in page.text
    assert "Dan: gesund" in page.source.split('id="undone"')[1].split("</small>")[0]
    at(app, visitor, "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana vorbehalt\n")
    assert "Everybody gesund" not in visitor.page.labels  # not everybody is


def test_a_tap_answers_the_part_alone_with_its_sequence_number(at_table: Visitor) -> None:
    answer = send(at_table, DEAL, seq=0, key="a")
    assert answer.status_code == 200
    assert answer.headers["X-Sequence"] == "1"
    assert answer.text.lstrip().startswith('<div id="table"')
    assert "HX-Request" in answer.headers["Vary"]


def test_a_tap_by_a_plain_form_leads_back_to_the_table(at_table: Visitor) -> None:
    answer = send(at_table, DEAL, seq=0, key="a", part=None)
    assert (answer.status_code, answer.location) == (303, at_table.path)


def test_a_browser_going_back_gets_the_whole_page(at_table: Visitor) -> None:
    page = at_table.open(at_table.path, **ASKS_PART, **{"HX-History-Restore-Request": "true"})
    assert page.source.lstrip().startswith("<!doctype html>")


# The same tap again


def test_a_known_key_gets_the_same_answer_again_and_records_nothing(at_table: Visitor) -> None:
    first, second = (send(at_table, DEAL, seq=0, key="a") for _ in range(2))
    hide = re.compile(r'name="(key|csrf_token)" value="[^"]*"')
    assert (second.status_code, second.headers["X-Sequence"]) == (200, "1")
    assert hide.sub("", second.text) == hide.sub("", first.text)
    assert facts(at_table.record()) == [DEAL]


def test_a_known_key_is_no_collision_though_others_have_recorded_since(at_table: Visitor) -> None:
    send(at_table, DEAL, seq=0, key="a")
    send(at_table, BIDS[0], seq=1, key="b")
    again = send(at_table, DEAL, seq=0, key="a")
    assert (again.status_code, again.headers["X-Sequence"]) == (200, "2")
    assert facts(at_table.record()) == [DEAL, BIDS[0]]


def test_a_result_sent_again_is_known_though_the_table_no_longer_asks_for_it(at_table: Visitor) -> None:
    at_table.tap("deal Cléo part=1 depth=score", *BIDS)
    form = next(f for f in at_table.page.forms if any(c.name == "tricks.Ana" for c in f.controls))
    data = form.sent(None, {"tricks.Ana": "5", "tricks.Ben": "5", "tricks.Cléo": "3"})
    for _ in range(2):
        answer = at_table.client.post(form.action, data=data, headers={"Origin": ORIGIN, **ASKS_PART})
        assert (answer.status_code, answer.headers["X-Sequence"]) == (200, "5")
    assert len(facts(at_table.record())) == 5


def test_a_correction_sent_again_is_known_and_made_once(at_table: Visitor) -> None:
    at_table.tap(DEAL, *BIDS)
    form = next(f for f in at_table.open(at_table.path + "/history?fix=4").forms if f.action.endswith("/correct"))
    data = form.sent(None, {})
    data.setlist("how", ["strike"])
    for _ in range(2):
        assert at_table.client.post(form.action, data=data, headers={"Origin": ORIGIN}).status_code in (200, 303)
    assert facts(at_table.record()) == [DEAL, *BIDS, "strike 6"]


# Another was quicker


def test_a_stale_tap_is_not_recorded_and_gets_the_table_the_news_and_itself_to_send_again(
    at_table: Visitor, other: Visitor
) -> None:
    other.open(at_table.path)
    other.tap(DEAL)
    answer = send(at_table, 'note "hello"', seq=0, key="late")
    assert answer.status_code == 409
    assert answer.headers["X-Sequence"] == "1"
    page = Page(answer.text)
    assert page.seq == 1
    assert "Cléo deals" in page.alerts
    assert "note: hello" in page.alerts
    form, button = page.button("Record it all the same")
    at_table.send(form, button)
    assert facts(at_table.record()) == [DEAL, "note hello"]


def test_a_stale_undo_is_not_offered_again_for_it_would_take_back_something_else(
    at_table: Visitor, other: Visitor
) -> None:
    at_table.tap(DEAL)
    other.open(at_table.path)
    other.tap(BIDS[0])
    answer = send(at_table, "undo", seq=1, key="late")
    assert answer.status_code == 409
    assert "Record it all the same" not in answer.text
    assert facts(at_table.record()) == [DEAL, BIDS[0]]


def test_a_plain_form_that_came_too_late_gets_the_whole_page(at_table: Visitor, other: Visitor) -> None:
    other.open(at_table.path)
    other.tap(DEAL)
    at_table.tap(DEAL)
    assert at_table.status == 409
    assert at_table.page.source.lstrip().startswith("<!doctype html>")
    assert facts(at_table.record()) == [DEAL]


def test_a_tap_that_asks_for_another_part_than_the_table_gets_the_whole_page(at_table: Visitor) -> None:
    answer = send(at_table, DEAL, seq=0, key="first", part="elsewhere")
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith("<!doctype html>")
    assert facts(at_table.record()) == [DEAL]


def test_a_stale_correction_is_refused_and_says_why(at_table: Visitor, other: Visitor) -> None:
    at_table.tap(DEAL, *BIDS)
    other.open(at_table.path)
    at_table.open(at_table.path + "/history?fix=4")
    other.tap("play Ana H5")
    at_table.press("strike")
    assert at_table.status == 409
    assert "Another device" in at_table.page.alerts
    assert not any(line.startswith("strike") for line in facts(at_table.record()))


def test_two_devices_in_turns_and_in_collisions_lose_nothing_and_double_nothing(
    at_table: Visitor, other: Visitor
) -> None:
    part: Part = make_round(Random(11), THREE, "Cléo", parts=1)[0]
    lines = [DEAL, *(f"bid {seat} {bid}" for seat, bid in part.bids)]
    lines += [f"play {seat} {card}" for seat, card in part.plays()]
    other.open(at_table.path)
    seen = {id(at_table): 0, id(other): 0}
    chance, key = Random(3), 0
    for line in lines:
        first, second = (at_table, other) if chance.random() < 0.5 else (other, at_table)
        for device in (first, second):  # both tap the same card; the quicker one is recorded
            key += 1
            answer = send(device, line, seq=seen[id(device)], key=f"{key}")
            if chance.random() < 0.3:  # the answer got lost: the device sends the very same again
                answer = send(device, line, seq=seen[id(device)], key=f"{key}")
            assert answer.status_code in (200, 409)
            seen[id(device)] = int(answer.headers["X-Sequence"])
    assert facts(at_table.record()) == lines
    scores = part.scores()
    assert all(f"{name} {scores[name]}".replace("-", "−") in at_table.open("/").text for name in THREE)


def test_a_stale_tap_that_says_the_same_says_so(at_table: Visitor, other: Visitor) -> None:
    other.open(at_table.path)
    other.tap(DEAL)
    page = Page(send(at_table, DEAL, seq=0, key="late").text)
    assert "Another device has recorded the same already." in page.alerts
    assert "data-same" in page.source
    assert "data-same" not in send(at_table, BIDS[0], seq=0, key="later").text


def test_a_tap_made_while_others_waited_is_for_whoever_turns_out_to_be_next(at_table: Visitor) -> None:
    at_table.tap(DEAL, *BIDS, "play Ana H5")
    answer = send(at_table, "play Ana H6", seq=5, key="k", behind="1")
    assert answer.status_code == 200
    assert facts(at_table.record())[-1] == "play Ben H6"


# What cannot be recorded


@pytest.mark.parametrize(
    "line",
    [
        "",
        "frobnicate",
        "play",
        "play Zoe H5",
        "play Ana H99",
        "bid Ana 4",
        "play Ana H5 H6",
        'note "no end',
        "ruling 3 uphold",
        "deal Cléo part=1",
        "took Zoe",
        "correct 99 play Ana H5",
        "strike 99",
        "insert 1 undo",
        "result tricks=1,2,3",
        "play Ana " + "H" * 5000,
        "play Ana /",
        "play Ana H5/",
        "penalty Ana 99999999999999999999",
        "foul Ana no-such-kind",
        'note "a\nplay Ana H5"',
        "note \x00",
    ],
)
def test_a_line_that_cannot_be_is_refused_in_a_sentence_and_nothing_recorded(at_table: Visitor, line: str) -> None:
    at_table.tap(DEAL, *BIDS)
    answer = send(at_table, line, seq=4, key="k")
    assert answer.status_code == 422
    page = Page(answer.text)
    assert len(page.alerts) > len("Not recorded. ")
    assert page.seq == 4
    assert facts(at_table.record()) == [DEAL, *BIDS]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("said", ["bid Ana {word}", "announce Ana {word}"])
@pytest.mark.parametrize("word", ["/", "H15", "garde-double"])
def test_a_word_that_a_game_does_not_know_is_refused_and_repeated_to_who_said_it(
    visitor: Visitor, game: type[Ruleset], said: str, word: str
) -> None:
    names = ["Ana", "Ben", "Cid", "Dan"][: max(3, min(game.players))]
    visitor.open(f"/new?game={game.name}&count={len(names)}")
    visitor.press("Open the table", seat=names)
    visitor.tap(f"deal {names[-1]}")
    seq = visitor.page.seq
    answer = send(visitor, said.format(word=word), seq=seq, key="k")
    assert answer.status_code == 422
    page = Page(answer.text)
    assert word in page.alerts
    assert page.seq == seq


def test_a_key_refused_once_may_still_be_used(at_table: Visitor) -> None:
    assert send(at_table, "frobnicate", seq=0, key="k").status_code == 422
    assert send(at_table, DEAL, seq=0, key="k").status_code == 200


@pytest.mark.parametrize("change", [{"seq": ""}, {"seq": "²"}, {"seq": "-1"}, {"seq": "9" * 5000}, {"key": ""}])
def test_a_tap_without_its_number_or_key_is_refused(at_table: Visitor, change: dict[str, str]) -> None:
    answer = send(at_table, DEAL, **{"seq": "0", "key": "k", **change})  # type: ignore[arg-type]
    assert answer.status_code == 400
    assert facts(at_table.record()) == []


class Marked(gettext.NullTranslations):
    """A language that says everything in English with its own code before it."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def gettext(self, message: str) -> str:
        return f"{self.code}:{message}"


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_refusal_is_in_the_readers_language(
    language: str, at_table: Visitor, speaking: Callable[[str], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.words.languages.catalogue", Marked)
    visitor = speaking(language)
    visitor.open(at_table.path)
    answer = send(visitor, "play Ana H99", seq=0, key="k")
    assert answer.status_code == 422
    assert f"{language}:Not recorded. {language}:“play” here" in Page(answer.text).alerts


# Prompts that do not come


@pytest.mark.parametrize(
    "form",
    [{"kind": "announce"}, {"kind": ""}, {"kind": "play", "seat": "²", "card": "H5"}, {"kind": "play", "seat": "7"}],
)
def test_a_form_for_what_the_table_does_not_ask_is_refused(at_table: Visitor, form: dict[str, str]) -> None:
    at_table.tap(DEAL, *BIDS)
    data = {"csrf_token": _token(at_table.page), "key": "k", "seq": "4", **form}
    answer = at_table.client.post(at_table.path + "/prompt", data=data)
    assert answer.status_code == 422


# Seeing what others record


def test_a_device_that_is_up_to_date_is_told_so_in_no_bytes(at_table: Visitor) -> None:
    at_table.tap(DEAL)
    answer = at_table.client.get(at_table.path + "/live?seq=1", headers=ASKS_PART)
    assert (answer.status_code, answer.data, answer.headers["X-Sequence"]) == (304, b"", "1")


def test_a_device_behind_gets_the_table_and_its_number(at_table: Visitor) -> None:
    at_table.tap(DEAL)
    for query in ("?seq=0", "", "?seq=x", "?seq=0&as=1&sit=2"):
        answer = at_table.client.get(at_table.path + "/live" + query, headers=ASKS_PART)
        assert (answer.status_code, answer.headers["X-Sequence"]) == (200, "1")
        assert Page(answer.text).seq == 1


def test_the_address_to_ask_for_news_keeps_the_seat_tapped_and_the_readers_own(at_table: Visitor) -> None:
    page = at_table.open(at_table.path + "?as=1&sit=2")
    live = page.attribute("div", "data-live")
    assert "as=1" in live
    assert "sit=2" in live


@pytest.mark.parametrize("path", ["", "/live", "/history", "/record"])
def test_an_unknown_table_is_not_found(visitor: Visitor, path: str) -> None:
    page = visitor.open("/t/nwhere22" + path)
    assert visitor.status == 404
    assert "There is no such table" in page.text


@pytest.mark.parametrize("path", ["fact", "prompt", "correct"])
def test_nothing_is_recorded_at_an_unknown_table(at_table: Visitor, path: str) -> None:
    data = {"csrf_token": _token(at_table.page), "key": "k", "seq": "0", "fact": DEAL, "line": "1", "how": "strike"}
    answer = at_table.client.post(f"/t/nwhere22/{path}", data=data)
    assert answer.status_code == 404
    assert "There is no such table" in answer.text


# A disk that takes nothing more


@contextmanager
def full(app: Flask) -> Iterator[None]:
    db = app.extensions["tables"].store.writer.db
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages}")
    yield
    db.execute("PRAGMA max_page_count = 1000000")


@contextmanager
def read_only(app: Flask) -> Iterator[None]:
    db = app.extensions["tables"].store.writer.db
    db.execute("PRAGMA query_only = ON")
    yield
    db.execute("PRAGMA query_only = OFF")


@pytest.mark.parametrize(("trouble", "said"), [(full, "the disk is full"), (read_only, "writing there is not allowed")])
def test_a_disk_that_takes_nothing_is_said_the_table_stays_and_the_same_tap_counts_later(
    at_table: Visitor, app: Flask, trouble: Any, said: str
) -> None:
    long = "note " + "x" * 20_000
    with trouble(app):
        answer = send(at_table, long, seq=0, key="k")
        assert answer.status_code == 503
        assert "X-Sequence" not in answer.headers  # so that the page's script keeps the tap
        assert "Nothing was saved" in answer.text
        assert said in answer.text
        assert at_table.open(at_table.path).seq == 0
        assert at_table.open("/")
        assert at_table.status == 200
        page = at_table.open("/new?game=double-detente&count=3")
        if trouble is read_only:
            form = next(form for form in page.forms if form.action == "/new")
            refused = at_table.client.post("/new", data=form.sent(None, {"seat": list(THREE)}))
            assert refused.status_code == 503
    at_table.path = "/t/" + app.extensions["tables"].all()[0].id
    assert send(at_table, long, seq=0, key="k").status_code == 200
    assert facts(at_table.record()) == [long]


def test_a_second_program_on_the_same_database_is_refused(app: Flask) -> None:
    with pytest.raises(StoreLocked):
        create_app({"DATABASE": app.config["DATABASE"]})


def test_one_press_is_one_undo_whatever_it_wrote(app: Flask, visitor: Visitor) -> None:
    """Everybody healthy writes four bids, a claim accepted every trick left; a record read in was no press."""
    at(app, visitor, "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\n")
    before = standing(visitor)
    visitor.press("Everybody gesund")
    assert len(standing(visitor)) == len(before) + 4
    assert "and 3 more" in visitor.page.source.split('id="undone"')[1].split("</small>")[0]
    visitor.press("undo")
    assert standing(visitor) == before
    table = visitor.path
    for name in ("Ana", "Ben", "Cid", "Dan"):
        visitor.tap(f"bid {name} gesund")
    visitor.tap("play Ana SA")
    laid = standing(visitor)
    visitor.open(f"{table}/claim?seat=0")
    visitor.press("Accepted: record it")
    assert len(standing(visitor)) > len(laid) + 9
    visitor.press("undo")
    assert standing(visitor) == laid
    visitor.press("undo")
    visitor.press("undo")
    assert standing(visitor) == laid[:-2]
    at(app, visitor, "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana gesund\nbid Ben gesund\n")
    visitor.press("undo")
    assert standing(visitor)[-1] == "bid Ana gesund"


def standing(visitor: Visitor) -> list[str]:
    """The facts of a record that were not taken back."""
    found: list[str] = []
    for line in facts(visitor.record()):
        found = found[:-1] if line == "undo" else [*found, line]
    return found
