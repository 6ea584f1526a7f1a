"""A sheet that is being printed: the page that waits for it."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from pypdf import PdfReader
from werkzeug.test import TestResponse

from referee.sheets import sheet as sheets
from referee.web.club.sheets import CHARGE, OTHERS, WAITING, Hears, Press, Printing
from referee.words.text import RefereeError, Slip, T
from tests.browser.tablet import THREE, foul, record_of
from tests.help.sheet import hide_pango
from tests.help.web import Visitor

SHEET = "/blank/tarot-4.pdf"


def waited(visitor: Visitor, sheet: str = SHEET) -> TestResponse:
    """What the waiting page is told in the end."""
    answer = visitor.client.get(sheet, headers={"HX-Request": "true"})
    while answer.status_code == 200 and "HX-Redirect" not in answer.headers:
        time.sleep(0.05)
        answer = visitor.client.get(sheet, headers={"HX-Request": "true"})
    return answer


FOUL = record_of(THREE, *foul())


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", ("Entscheidung", "Herz", "Geber")),
        ("fr", ("Décision", "cœur", "donneur")),
        ("en", ("Ruling", "heart", "dealt by")),
        ("xx", ("Ruling", "heart", "dealt by")),
    ],
)
def test_a_paper_speaks_the_language_asked_for_whoever_reads(
    visitor: Visitor, lang: str, said: tuple[str, ...]
) -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(FOUL.encode()), "evening.deal"))
    for paper, words in (("deals/1/fouls/1.pdf", said), ("sheet.pdf", said[1:])):
        waited(visitor, f"{visitor.path}/{paper}?lang={lang}")
        pdf = visitor.client.get(f"{visitor.path}/{paper}?lang={lang}").data
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
        for word in words:
            assert word in text, (paper, lang)


def test_where_pango_is_missing_the_browser_prints_the_sheets_of_a_table(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_pango(tmp_path, monkeypatch)
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(FOUL.encode()), "evening.deal"))
    for sheet, size, said in (
        (f"{visitor.path}/sheet.pdf", "a4", "Reason"), (f"{visitor.path}/deals/1/fouls/1.pdf", "a5", "Ruling"),
        ("/blank/tarot-4.pdf", "a4", "Seat 4"),
    ):  # fmt: skip
        waited(visitor, f"{sheet}?lang=en")
        page = visitor.client.get(f"{sheet}?lang=en").text
        assert "This computer has no Pango" in page, sheet
        assert f"@page p0 {{ size: {size} portrait" in page
        assert said in page


def test_the_page_that_waits_is_sent_to_the_sheet(visitor: Visitor) -> None:
    assert waited(visitor).headers["HX-Redirect"] == SHEET
    assert visitor.client.get(SHEET).data.startswith(b"%PDF")


def test_the_page_that_waits_says_why_there_is_no_sheet(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_paper(*_: object, **__: object) -> bytes:
        raise Slip(T("there is no paper"))

    monkeypatch.setattr(sheets, "blank", out_of_paper)
    answer = waited(visitor)
    assert answer.status_code == 422
    assert "there is no paper" in answer.text


class Jammed:
    """A press that holds its first sheet until it is let go, and notes in which order it prints the others."""

    def __init__(self) -> None:
        self.now = 0.0
        self.press = Press(lambda: self.now)
        self.printed: list[str] = []
        self.go, self.begun = threading.Event(), threading.Event()
        self.first = self.order("first", "host", 0)
        self.begun.wait()

    def order(self, name: str, by: str, rank: int = OTHERS) -> Printing | None:
        return self.press.order((name, 0, "en", "a4"), self._prints(name), by, rank)

    def _prints(self, name: str) -> Callable[[Hears], bytes]:
        def render(_: Hears) -> bytes:
            self.begun.set()
            self.go.wait()
            self.printed.append(name)
            return name.encode()

        return render


@pytest.fixture
def jammed() -> Iterator[Jammed]:
    made = Jammed()
    yield made
    made.go.set()


def test_a_device_has_two_places_at_the_press_and_asks_again_for_the_third(jammed: Jammed) -> None:
    one, two = jammed.order("one", "phone"), jammed.order("two", "phone")
    assert one
    assert two
    assert jammed.order("three", "phone") is None
    assert jammed.order("one", "phone") is one
    assert jammed.order("three", "another phone")
    jammed.go.set()
    assert [each.sheet.result() for each in (one, two)] == [b"one", b"two"]
    third = jammed.order("four", "phone")
    assert third
    assert third.sheet.result() == b"four"


def test_the_computer_itself_comes_first_and_then_who_is_in_charge(jammed: Jammed) -> None:
    ordered = [jammed.order(f"guest{n}", f"phone{n}") for n in range(2)]
    ordered += [jammed.order("owned", "tablet", CHARGE), jammed.order("own", "host", 0)]
    jammed.go.set()
    assert [each.sheet.result() for each in ordered if each]
    assert jammed.printed == ["first", "own", "owned", "guest0", "guest1"]


@pytest.mark.parametrize("error", [Slip(T("no paper")), ZeroDivisionError()])
def test_of_a_sheet_that_failed_only_the_reason_is_kept(jammed: Jammed, error: Exception) -> None:
    def fail(_: Hears) -> bytes:
        try:
            raise OSError
        except OSError:
            raise error from None

    failed = jammed.press.order(("failed",), fail)
    jammed.go.set()
    assert failed
    kept = failed.sheet.exception()
    assert isinstance(kept, RefereeError)
    assert (kept.__traceback__, kept.__context__, kept.__cause__) == (None, None, None)


def test_twenty_wait_at_most_and_who_comes_first_takes_the_place_of_the_last(jammed: Jammed) -> None:
    guests = [jammed.order(f"guest{n}", f"phone{n}") for n in range(WAITING)]
    assert all(guests)
    assert jammed.order("late", "phone") is None
    owned = jammed.order("owned", "tablet", CHARGE)
    assert owned
    assert [bool(each and each.sheet.cancelled()) for each in guests] == [False] * (WAITING - 1) + [True]
    assert all(jammed.order(f"own{n}", "host", 0) for n in range(40))


def test_a_sheet_that_nobody_asks_for_any_more_is_not_printed(jammed: Jammed) -> None:
    left, awaited = jammed.order("left", "phone"), jammed.order("awaited", "tablet")
    jammed.now = 20
    jammed.order("awaited", "tablet")
    jammed.now = 40
    assert awaited is jammed.order("awaited", "tablet")
    jammed.go.set()
    assert awaited
    assert awaited.sheet.result() == b"awaited"
    assert left
    assert left.sheet.cancelled()
    assert jammed.printed == ["first", "awaited"]


def test_an_address_that_orders_sheets_without_end_is_asked_to_wait(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "blank", lambda *_, **__: b"%PDF")
    monkeypatch.setattr("referee.web.club.sheets.SHEETS", 3)
    guest, own = Visitor(app), Visitor(app)
    guest.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"

    def ordered(visitor: Visitor, seats: int) -> int:
        answer = visitor.client.get(f"/blank/double-{seats}.pdf")
        while answer.status_code == 200 and answer.mimetype == "text/html":
            time.sleep(0.01)
            answer = visitor.client.get(f"/blank/double-{seats}.pdf")
        return answer.status_code

    assert [ordered(guest, seats) for seats in range(2, 6)] == [200, 200, 200, 429]
    assert ordered(guest, 2) == 200
    assert [ordered(own, seats) for seats in range(5, 11)] == [200] * 6
