"""Readings of a program: taken once by their key, asked of people where it is not sure, refused with the reason."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from fastjsonschema import compile as compiled
from flask import Flask

from referee.club.tables import Tables
from referee.record.grammar import parse
from referee.store import StaleSequence
from referee.web.kit import codes
from tests.help.desk import Desk
from tests.help.web import Visitor

HEART = {"card": "H9", "sure": 0.97}
UNSURE = [{"card": "H9", "sure": 0.6}, {"card": "H6", "sure": 0.4}]


class Reader:
    """A program with a token that tells the cards of a table."""

    def __init__(self, app: Flask, path: str, tells: bool = True) -> None:
        computer = Visitor(app)
        computer.open("/programs")
        page = computer.press("Make a token", name="Camera", **({"tells": "yes"} if tells else {}))
        token = re.search(r"<code>(\w+)</code>", page.source)
        assert token
        self.client = Visitor(app, address="192.168.1.9").client
        self.bearer = {"Authorization": f"Bearer {token[1]}"}
        self.there = f"/api/1{path}/readings"
        self.schema = self.client.get("/api/1/schema.json").get_json()

    def tell(self, body: Any, **headers: str) -> Any:
        return self.client.post(self.there, json=body, headers={**self.bearer, **headers})

    def taken(self, key: str, *cards: Any) -> dict[str, Any]:
        """The answer to a reading that is taken, as the schema says."""
        answer = self.tell({"key": key, "cards": list(cards)})
        assert answer.status_code == 200, answer.text
        content = json.loads(answer.text)
        compiled({**self.schema, "$ref": "#/definitions/reading"})(content)
        return content


@pytest.fixture
def table(app: Flask) -> Visitor:
    visitor = Visitor(app)
    visitor.take_in("deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3")
    return visitor


@pytest.fixture
def reader(app: Flask, table: Visitor) -> Reader:
    return Reader(app, table.path)


def log(app: Flask, table: Visitor) -> list[str]:
    """The lines of the table's log."""
    return [entry.fact.line() for entry in app.extensions["tables"].get(table.path.split("/")[2]).table.log]


def test_a_card_it_is_sure_of_lies_on_the_table_and_one_undo_takes_it_back(
    app: Flask, table: Visitor, reader: Reader
) -> None:
    told = reader.taken("1", HEART)
    assert (told["reading"], told["seat"], told["cards"], told["seq"]) == ("read", "Ana", ["H9"], 5)
    assert log(app, table)[-1] == "read Ana H9"
    table.open(table.path)
    table.tap("undo")
    assert [
        play["seat"] for play in reader.client.get(f"/api/1{table.path}").get_json()["deal"]["trick"]["plays"]
    ] == []


def test_a_reading_counts_once_by_its_key_whatever_comes_with_it(app: Flask, table: Visitor, reader: Reader) -> None:
    first = reader.taken("1", HEART)
    assert reader.taken("2", {"card": "S1"})["seat"] == "Ben"
    assert reader.taken("1", {"card": "D1"}) == first
    assert log(app, table)[4:] == ["read Ana H9", "read Ben S1"]


def test_where_it_is_not_sure_people_are_asked_and_one_tap_answers(app: Flask, table: Visitor, reader: Reader) -> None:
    assert (asked := reader.taken("1", *UNSURE))["cards"] == ["H9", "H6"]
    assert asked["reading"] == "ask"
    page = table.open(table.path)
    assert "Ana: which card?" in page.text
    waits = reader.tell({"key": "2", "cards": [HEART]})
    assert (waits.status_code, waits.headers["Retry-After"]) == (409, "2")
    table.press("heart 6") if "heart 6" in page.text else table.tap("play Ana H6")
    assert log(app, table)[-1] == "play Ana H6"
    assert reader.taken("1", *UNSURE) == asked
    assert reader.taken("2", HEART)["seat"] == "Ben"


def test_people_look_at_the_cards_before_a_foul_is_told(app: Flask, table: Visitor, reader: Reader) -> None:
    for number, code in enumerate(("H5", "T4", "H9", "S2", "SK", "S9", "H2", "H8", "H7")):
        reader.taken(str(number), {"card": code})
    page = table.open(table.path)
    assert "must" not in page.text.partition("Ana plays")[0].lower()
    assert "A reader told these cards" in page.text
    assert table.client.get(f"/api/1{table.path}/fouls").get_json()["fouls"] == []
    table.press("Right")
    assert log(app, table)[-1] == "confirm 5 6 7 13"
    assert "Ben" in table.page.alerts
    assert table.client.get(f"/api/1{table.path}/fouls").get_json()["fouls"][0]["seat"] == "Ben"


def test_no_card_is_taken_where_none_is_awaited(app: Flask, reader: Reader, table: Visitor) -> None:
    table.open(table.path)
    table.tap("void")
    refused = reader.tell({"key": "1", "cards": [HEART]}, **{"Accept-Language": "de"})
    assert (refused.status_code, refused.mimetype) == (409, "application/problem+json")
    assert "Retry-After" not in refused.headers
    assert "Karte" in refused.get_json()["detail"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (None, "one object of JSON"),
        ([], "one object of JSON"),
        ({"key": "a b", "cards": [HEART]}, 'key: "a b"'),
        ({"cards": [HEART]}, "key: null stands there"),
        ({"key": "1"}, "cards: null"),
        ({"key": "1", "cards": []}, "cards"),
        ({"key": "1", "cards": [HEART] * 21}, "up to 20 cards"),
        ({"key": "1", "cards": ["H9"]}, 'cards[1]: "H9"'),
        ({"key": "1", "cards": [{"card": "H9+"}]}, "code of a card"),
        ({"key": "1", "cards": [{"card": "\ud800"}]}, "code of a card"),
        ({"key": "1", "cards": [{"card": "H9", "sure": 10**400}]}, "above 0 and up to 1"),
        ({"key": "1", "cards": [{"card": "H9", "sure": 0}]}, "above 0 and up to 1"),
        ({"key": "1", "cards": [{"card": "H9", "sure": True}]}, "above 0 and up to 1"),
        ({"key": "1", "cards": [{"card": "H9", "sure": "much"}]}, "above 0 and up to 1"),
        ({"key": "1", "cards": [HEART, {"card": "H6", "sure": 0.5}]}, "of at most 1 in all"),
        ({"key": "1", "cards": [{"card": "H99"}]}, "H99"),
    ],
)
def test_what_is_no_reading_is_refused_with_what_is_wrong(
    app: Flask, table: Visitor, reader: Reader, body: Any, says: str
) -> None:
    refused = reader.tell(body)
    compiled({**reader.schema, "$ref": "#/definitions/problem"})(refused.get_json())
    assert (refused.status_code, len(log(app, table))) == (422, 4)
    assert says in refused.get_json()["detail"]


@pytest.mark.parametrize("data", ["{", "[" * 20_000, '{"key": "1", "cards": [{"card": "H9", "sure": NaN}]}', "\xff"])
def test_text_that_is_no_json_is_refused(reader: Reader, data: str) -> None:
    sent = data.encode("latin-1")
    refused = reader.client.post(reader.there, data=sent, content_type="application/json", headers=reader.bearer)
    assert refused.status_code == 422


@pytest.mark.parametrize("called", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_a_reading_is_taken_whatever_the_header_calls_it(reader: Reader, called: str) -> None:
    sent = json.dumps({"key": "1", "cards": [HEART]})
    told = reader.client.post(reader.there, data=sent, content_type=called, headers=reader.bearer)
    assert told.get_json()["reading"] == "read"


def test_who_may_not_tell_a_card_reads_that_the_host_makes_tokens(table: Visitor, reader: Reader) -> None:
    refused = table.client.post(reader.there, json={"key": "1", "cards": [HEART]})
    assert "Programs that read" in refused.get_json()["detail"]
    assert "GET" in reader.client.post("/api/1/tables", headers=reader.bearer).get_json()["detail"]


def test_a_program_that_only_reads_tells_no_card_nor_does_a_device_without_a_token(app: Flask, table: Visitor) -> None:
    reader = Reader(app, table.path, tells=False)
    assert reader.tell({"key": "1", "cards": [HEART]}).status_code == 403
    assert table.client.post(reader.there, json={"key": "1", "cards": [HEART]}).status_code == 403
    assert len(log(app, table)) == 4


def test_the_host_sees_which_programs_tell_cards_and_ends_them(app: Flask, reader: Reader) -> None:
    computer = Visitor(app)
    assert "tells cards" in computer.open("/programs").text
    computer.press("End")
    assert reader.tell({"key": "1", "cards": [HEART]}).status_code == 401


@pytest.mark.parametrize(
    ("listens", "there"), [("127.0.0.1", "http://localhost/api/1/"), ("0.0.0.0", "http://192.168.1.5/api/1/")]
)
def test_a_token_is_shown_with_an_address_that_answers(
    app: Flask, monkeypatch: pytest.MonkeyPatch, listens: str, there: str
) -> None:
    monkeypatch.setattr(codes, "lan_addresses", lambda: ["192.168.1.5"])
    app.config["LISTENS"] = listens
    computer = Visitor(app)
    computer.open("/programs")
    assert there in computer.press("Make a token", name="Camera").text


def stale(times: int, meanwhile: Callable[[], object]) -> Callable[..., Any]:
    """A way to write before which another device was quicker so many times."""
    write, left = Tables.add_to, [times]

    def add_to(self: Tables, *about: Any) -> Any:
        if left[0]:
            left[0] -= 1
            meanwhile()
            raise StaleSequence("", 1, 2)
        return write(self, *about)

    return add_to


def test_a_reading_is_crossed_again_where_another_device_was_quicker(
    app: Flask, table: Visitor, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, write = app.extensions["tables"], Tables.add_to
    ident = table.path.split("/")[2]
    tapped = lambda: write(tables, tables.get(ident), "tapped", 4, [parse("play Ana S3")])  # noqa: E731
    monkeypatch.setattr(Tables, "add_to", stale(1, tapped))
    assert reader.taken("1", HEART)["seat"] == "Ben"
    monkeypatch.setattr(Tables, "add_to", stale(99, lambda: None))
    refused = reader.tell({"key": "2", "cards": [{"card": "H1"}]})
    assert refused.status_code == 503
    assert log(app, table)[4:] == ["play Ana S3", "read Ben H9"]


def test_a_confirmed_result_takes_no_card(app: Flask) -> None:
    desk = Desk(Visitor(app), rounds="1")
    desk.begin()
    desk.enter(1, 90, -30, -30, -30)
    refused = Reader(app, desk.stream(1).partition("?")[0]).tell({"key": "1", "cards": [HEART]})
    assert refused.status_code == 422
    assert "only the director" in refused.get_json()["detail"]
