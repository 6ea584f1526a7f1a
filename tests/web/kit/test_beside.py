"""What takes long is worked out beside the requests: who asked is told so and asks again, and nobody else waits."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import Flask
from markupsafe import Markup

from referee import create_app
from referee.club.tables import readable
from referee.endings import asked
from referee.record.text import Record
from referee.web.kit import codes
from referee.web.tournament.reading import text_of_file
from tests.help.desk import Desk
from tests.help.web import Visitor

RECORD = "game double-detente\nseats Ana Ben Cid\nnote x\n"
CASES = json.loads((Path(__file__).parents[2] / "cases" / "damage.json").read_text(encoding="utf-8"))["damage"]
FOUL = next(case["text"] for case in CASES if case["id"] == "serious-re-ruffs").replace("Dan", "Pia")
"""A deal of Doppelkopf over but for a trick; what the foul in it costs follows from what it did."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A program in which no request waits for what is worked out."""
    made = create_app({"DATABASE": str(tmp_path / "referee.db"), "RECKON_SECONDS": 0})
    yield made
    made.extensions["tables"].store.close()


@pytest.fixture
def held(app: Flask) -> Iterator[Event]:
    """Set, it lets what is worked out go on."""
    free = Event()
    yield free
    free.set()


@pytest.fixture
def reading(held: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """No record is read before `held` is set."""

    def read(data: bytes) -> Record:
        assert held.wait(30)
        return readable(data)

    monkeypatch.setattr("referee.web.home.readable", read)


def wait(visitor: Visitor) -> None:
    """Ask again, as the page does, as long as it is told to take a moment."""
    while visitor.status == 503:
        assert "This takes a moment" in visitor.page.text
        assert visitor.headers["Retry-After"] == "1"
        if "Refresh" in visitor.headers:
            visitor.open(visitor.path)
        else:
            visitor.press("Go on")


def test_a_record_that_is_long_to_read_holds_up_no_tap_and_is_taken_in_without_being_sent_again(
    visitor: Visitor, other: Visitor, held: Event, reading: None
) -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(RECORD.encode()), "evening.deal"))
    assert visitor.status == 503
    other.new_table("Dora", "Emil", "Fay")
    assert "y" in other.tap("note y").text
    visitor.press("Go on")
    assert visitor.status == 503
    held.set()
    wait(visitor)
    assert "Ana" in visitor.page.text
    assert visitor.open("/").source.count("/t/") > 0


def test_a_bad_record_is_refused_by_its_file_s_name_however_long_that_took(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(b"game x\n"), "evening.deal"))
    wait(visitor)
    assert "evening.deal: " in visitor.page.text


def test_a_page_that_asks_again_is_led_where_the_form_leads(visitor: Visitor, held: Event, reading: None) -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(RECORD.encode()), "evening.deal"))
    fields = next(form for form in visitor.page.forms if form.action.startswith("/import")).sent(None, {})
    held.set()
    asks = {"HX-Request": "true", "HX-Trigger": "still", "Origin": visitor.origin}
    while (answer := visitor.client.post("/import", data=fields, headers=asks)).status_code == 503:
        pass
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"].startswith("/t/")


def test_the_codes_of_many_tables_are_drawn_beside_the_requests(
    visitor: Visitor, other: Visitor, held: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(url: str) -> Markup:
        assert held.wait(30)
        return drawn_before(url)

    desk, drawn_before = Desk(visitor), codes.qr
    desk.begin()
    monkeypatch.setattr(codes, "qr", drawn)
    monkeypatch.setattr(codes, "AT_ONCE", 1)
    desk.open("/codes")
    assert visitor.status == 503
    other.new_table("Dora", "Emil", "Fay")
    assert "y" in other.tap("note y").text
    held.set()
    wait(visitor)
    assert visitor.page.source.count('class="qr"') == 2


def test_a_ruling_waits_beside_the_requests_for_what_its_foul_did(
    visitor: Visitor, other: Visitor, held: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(*what: Any) -> Any:
        assert held.wait(30)
        return asked_before(*what)

    asked_before = asked.ask
    monkeypatch.setattr(asked, "ask", ask)
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(FOUL.encode()), "evening.deal"))
    wait(visitor)
    table, proved = visitor.path, len(FOUL.splitlines()) - 3  # the header is no entry
    other.new_table("Dora", "Emil", "Fay")
    visitor.open(table)
    page = visitor.tap(f"ruling {proved} uphold")
    assert visitor.status == 503, page.text
    assert "y" in other.tap("note y").text
    assert "uphold" not in visitor.record()
    visitor.open(table)
    visitor.tap(f"ruling {proved} uphold")
    held.set()
    wait(visitor)
    assert "uphold" in visitor.record()


def test_a_list_that_is_long_to_read_holds_up_no_tap_and_no_table_and_is_shown_without_being_sent_again(
    visitor: Visitor, other: Visitor, held: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(data: bytes) -> str:
        assert held.wait(30)
        return text_of_file(data)

    monkeypatch.setattr("referee.web.tournament.reading.text_of_file", read)
    desk = Desk(visitor)
    desk.do("read", at="", players=(io.BytesIO(b"name\nDora\n"), "list.csv"))
    assert visitor.status == 503
    other.open("/")
    other.press("Import", record=(io.BytesIO(RECORD.encode()), "evening.deal"))
    wait(other)
    assert "y" in other.tap("note y").text
    visitor.press("Go on")
    assert visitor.status == 503
    (still,) = (form for form in visitor.page.forms if form.action.endswith("/read"))
    held.set()
    wait(visitor)
    assert "1 player is new" in visitor.page.text
    visitor.send(still)  # of what was shown nothing is kept
    wait(visitor)
    assert "Choose a file first." in visitor.page.text
