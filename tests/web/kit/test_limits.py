"""What a stranger may ask for: so much in ten minutes, and no more."""

from __future__ import annotations

import gc
import io
from collections.abc import Callable, Iterator
from secrets import token_hex
from weakref import ref

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from referee.memory import keep_what_is_loaded
from referee.server.front import answer
from referee.web.kit import limits
from referee.web.kit.limits import TAPS, Acts, Pace, TooOften
from referee.words.text import T
from tests.help.desk import Desk, form_of
from tests.help.web import Visitor

RECORD = b"game double-detente\nseats Ana Ben Zoe\n"


@pytest.fixture
def guest(app: Flask) -> Visitor:
    made = Visitor(app, "de")
    made.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    return made


def opened(visitor: Visitor) -> None:
    visitor.open("/new?game=double-detente&count=3")
    visitor.press("Tisch eröffnen", seat=["Ana", "Ben", "Zoe"])


def imported(visitor: Visitor) -> None:
    form = next(form for form in visitor.open("/").forms if form.action == "/import")
    visitor.send(form, None, {"record": (io.BytesIO(RECORD), "a.deal")})


def import_tables(visitor: Visitor, count: int) -> None:
    """Import so many records with the form of one page."""
    form = next(form for form in visitor.open("/").forms if form.action == "/import")
    for _ in range(count):
        visitor.send_unseen(form, None, {"key": token_hex(16), "record": (io.BytesIO(RECORD), "a.deal")})


def tried(visitor: Visitor) -> None:
    visitor.send(next(form for form in visitor.open("/").forms if form.action.startswith("/try/")))


def entered(visitor: Visitor) -> None:
    form = next(form for form in visitor.open("/tournament/new").forms if form.action == "/tournament/new")
    visitor.send(form)


@pytest.mark.parametrize("act", [opened, imported, tried, entered])
def test_a_guest_who_opens_more_than_twenty_tables_is_asked_to_wait_in_its_language(
    app: Flask, guest: Visitor, act: Callable[[Visitor], None]
) -> None:
    import_tables(guest, 20)
    act(guest)
    assert guest.status == 429
    assert "Zehn Minuten warten" in guest.page.text
    neighbour = Visitor(app)
    neighbour.client.environ_base["REMOTE_ADDR"] = "192.168.1.78"
    imported(neighbour)
    assert neighbour.status == 200


@pytest.fixture
def collector() -> Iterator[None]:
    """The garbage collector as the program sets it while it serves."""
    before = gc.get_threshold()
    keep_what_is_loaded()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
@pytest.mark.parametrize("path", ["/new", "/import"])
def test_of_forms_that_are_refused_few_are_still_in_memory(app: Flask, path: str) -> None:
    kept: list[ref[io.BytesIO]] = []
    for _ in range(300):
        body = io.BytesIO(b"record=" + b"x" * 60_000)
        kept.append(ref(body))
        made = EnvironBuilder(path=path, method="POST", input_stream=body, content_length=60_007)
        made.content_type = "application/x-www-form-urlencoded"
        assert answer(app, made.get_environ())[0] == 400  # it has no token
        del body, made
    assert sum(one() is not None for one in kept) < 100


def test_a_guest_who_has_more_than_sixty_lists_read_is_asked_to_wait(app: Flask) -> None:
    desk = Desk(Visitor(app, address="192.168.1.77"), minutes="60")
    form, button = form_of(desk.open(), "read")
    for status in (*[200] * 60, 429):
        desk.visitor.send(form, button, {"key": token_hex(16), "players": (io.BytesIO(b"name\nAna\n"), "a.csv")})
        assert desk.visitor.status == status


def test_the_computer_itself_opens_as_many_tables_as_it_likes(visitor: Visitor) -> None:
    import_tables(visitor, 25)


def test_after_ten_minutes_an_address_may_again_and_no_more_than_2000_are_remembered() -> None:
    now = 0.0
    acts = Acts(lambda: now)
    assert [acts.may("table", "a", 2) for _ in range(3)] == [True, True, False]
    assert acts.may("sheet", "a", 2)
    now = 601.0
    assert acts.may("table", "a", 2)
    for number in range(5000):
        acts.may("table", f"10.0.{number // 256}.{number % 256}", 2)
    assert len(acts) == 2000


NETWORKS = ["2001:db8:1:2:{}::1", "2001:db8:1:2::{}", "fd00::{}", "fd00:0:0:0:{}::", "2001:db8::{}:1"]
"""Addresses of one network of IPv6 each, however they are written."""


@pytest.mark.parametrize("written", NETWORKS)
def test_all_the_addresses_of_one_device_in_the_new_internet_count_as_one(written: str) -> None:
    acts = Acts()
    assert [acts.may("table", written.format(n), 2) for n in (1, 2, 3)] == [True, True, False]
    assert acts.may("table", "2001:db8:1:3::1", 2)
    assert acts.may("table", "fd00:0:0:1::1", 2)


@pytest.mark.parametrize("written", NETWORKS)
def test_codes_are_not_guessed_from_many_addresses_of_one_device(app: Flask, written: str) -> None:
    pages = [Visitor(app, address=written.format(number)).open("/j/AAAAAA") for number in range(1, 13)]
    assert ["Too many wrong codes" in page.text for page in pages] == [False] * 10 + [True] * 2
    assert "Too many wrong codes" not in Visitor(app, address="2001:db8:1:3::1").open("/j/AAAAAA").text


WHY = T("Wait a minute.")


def test_a_program_may_ask_again_when_its_minute_is_over_and_no_other_waits_for_it() -> None:
    now = 0.0
    pace = Pace(lambda: now)
    for _ in range(300):
        pace.keep("program a", 300, WHY)
    now = 20.5
    with pytest.raises(TooOften) as refused:
        pace.keep("program a", 300, WHY)
    assert refused.value.seconds == 40
    pace.keep("program b", 300, WHY)
    now = 60.0
    pace.keep("program a", 300, WHY)


def test_a_hand_that_taps_five_times_a_second_while_what_it_kept_arrives_is_far_from_the_limit() -> None:
    assert TAPS > 400 + 5 * 60


def test_endless_taps_wait_for_the_next_minute_and_none_is_lost(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    app.extensions["pace"] = Pace(lambda: now)
    monkeypatch.setattr(limits, "TAPS", 3)
    scribe = Visitor(app, address="192.168.1.7")
    scribe.new_table()
    table = scribe.path
    for number, status in enumerate((200, 200, 200, 429)):
        scribe.open(table)
        page = scribe.tap(f"note {number}")
        assert scribe.status == status
    assert (scribe.headers["Retry-After"], "3 things within a minute" in page.text) == ("60", True)
    visitor.open(table)
    for number in range(4, 8):
        visitor.tap(f"note {number}")  # the computer itself waits for nothing
        assert visitor.status == 200
    now = 60.0
    scribe.open(table)
    scribe.tap("note 3")
    assert [line for line in scribe.record().splitlines() if line.startswith("note")] == [
        f"note {number}" for number in (0, 1, 2, 4, 5, 6, 7, 3)
    ]
