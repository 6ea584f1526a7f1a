"""A tap by every door: in the front's loop, before the application, and by its page. Each answers the same."""

from __future__ import annotations

import asyncio
import gzip
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from referee import create_app
from referee.record.text import Header
from referee.server.front import Front, answer, environ_of
from referee.web.kit.proved import sign
from tests.help.front import Sender, request
from tests.help.web import ASKS_PART

Answer = tuple[int, list[tuple[str, str]], bytes]
Environ = dict[str, Any]

FRESH = re.compile(r'(name="(?:key|csrf_token)" value=|csrf-token" content=|data-shows=)"[^"]*"')
TOLD = (
    "Content-Type",
    "Vary",
    "Cache-Control",
    "X-Sequence",
    "X-Pieces",
    "X-Keep",
    "ETag",
    "Content-Encoding",
    "Location",
)
DEAL = ("deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3")


class Loop:
    """The door of the front: what is not answered in its loop goes to the application's thread."""

    def __init__(self, app: Flask, application: Any = None) -> None:
        self.app = app
        self.application = application or app
        self.at_work = 0

    def __call__(self, environ: Environ, scope: Any, body: bytes) -> Answer:
        return asyncio.run(self._ask(scope, body))

    async def _ask(self, scope: Any, body: bytes) -> Answer:
        front, sender = Front(self.application, direct=self.app.extensions["direct"]), Sender().send(body)
        front._handed_over = self.at_work
        front._loop = asyncio.get_running_loop()
        await front.__rsgi__(scope, sender)  # type: ignore[arg-type]
        front.__rsgi_del__(asyncio.get_running_loop())
        assert sender.answer is not None
        return sender.answer


def by_page(app: Flask) -> Callable[[Environ, Any, bytes], Answer]:
    """The application alone, without the short way."""
    return lambda environ, scope, body: answer(lambda *asked: Flask.wsgi_app(app, *asked), environ)


def by_wsgi(app: Flask) -> Callable[[Environ, Any, bytes], Answer]:
    """The application as a WSGI server calls it."""
    return lambda environ, scope, body: answer(app, environ)


DOORS = {"page": by_page, "wsgi": by_wsgi, "loop": Loop}


@dataclass
class Device:
    """A browser at one door of an application of its own."""

    app: Flask
    ask: Callable[[Environ, Any, bytes], Answer]
    client: str = "127.0.0.1:5000"
    language: str = "en"
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    shows: str = ""
    seq: int = 0
    more: dict[str, str] = field(default_factory=dict)

    def send(self, method: str, path: str, form: Mapping[str, Any] | None = None, **headers: str) -> tuple[Any, ...]:
        """What is answered: the status, the headers that count, and the body but for what is new in each."""
        body = urlencode(form or {}, doseq=True).encode()
        told = {
            "host": "localhost",
            "accept-language": self.language,
            "accept-encoding": "gzip",
            "cookie": "; ".join(map("=".join, self.cookies.items())),
            **{name.lower(): value for name, value in (self.more | headers).items() if value},
        }
        if method == "POST":
            kind = {"content-type": "application/x-www-form-urlencoded", "content-length": str(len(body))}
            told = {"origin": "http://localhost", **kind, **told}
        path, _, query = path.partition("?")
        scope = request(method, path, list(told.items()), client=self.client, query_string=query)
        environ = environ_of(scope)
        environ["wsgi.input"] = io.BytesIO(body)
        status, given, data = self.ask(environ, scope, body)
        for name, value in given:
            if name == "Set-Cookie":
                self.cookies.update([value.partition(";")[0].split("=", 1)])
        packed = ("Content-Encoding", "gzip") in given
        text = (gzip.decompress(data) if packed else data).decode()
        if found := re.search('data-shows="([^"]+)"', text):
            self.shows = found[1]
        if found := re.search('csrf_token" value="([^"]+)"', text):
            self.token = found[1]
        if "X-Sequence" in dict(given):
            self.seq = int(dict(given)["X-Sequence"])
        return status, {name: value for name, value in given if name in TOLD}, FRESH.sub(r"\1", text)

    def tap(self, fact: str | None, act: str = "fact", table: str = "", **more: Any) -> tuple[Any, ...]:
        """A tap as the page's scripts send it, but for what `more` says: of its form, or of its headers (`X_…`)."""
        headers = {name.replace("_", "-"): more.pop(name) for name in list(more) if name[0].isupper()}
        form = {"csrf_token": self.token, "key": f"k{self.seq}", "seq": self.seq, "fact": fact, **more}
        form = {name: value for name, value in form.items() if value is not None}
        headers = {**ASKS_PART, "X-Shows": self.shows, **headers}
        return self.send("POST", f"/t/{table or self.table}/{act}", form, **headers)

    @property
    def table(self) -> str:
        return str(self.app.extensions["tables"].all()[0].id)


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Device]]:
    """A device at each door, each of an application of its own; what is drawn by lot falls alike."""
    found = []
    for name, door in DOORS.items():
        app = create_app({"DATABASE": str(tmp_path / f"{name}.db"), "SECRET_KEY": "test"})
        lots = Random(1)
        monkeypatch.setattr("referee.store.log.secrets.choice", lots.choice)
        app.extensions["tables"].open(Header("double-detente", ("Ana", "Ben", "Cléo")), "", "k")
        found.append(Device(app, door(app)))
    yield found
    for device in found:
        device.app.extensions["tables"].store.close()


def all_alike(devices: list[Device], act: Callable[[Device], Any]) -> Any:
    """What each device gets for the same."""
    first, *others = [act(device) for device in devices]
    for device, other in zip(list(DOORS)[1:], others, strict=True):
        assert other == first, device
    logs = [
        [(e.seq, e.key, e.body) for e in device.app.extensions["tables"].store.events(device.table)]
        for device in devices
    ]
    assert logs[1:] == logs[:-1]
    return first


def taps(devices: list[Device], fact: str | None, **more: Any) -> tuple[Any, ...]:
    """The one answer to a tap, whichever door it comes by."""
    found: tuple[Any, ...] = all_alike(devices, lambda device: device.tap(fact, **more))
    return found


def enter(devices: list[Device]) -> None:
    for device in devices:
        status, *_ = device.send("GET", f"/t/{device.table}")
        assert status == 200
    for fact in DEAL:  # the first shows that the form is ours, and so is always answered by the page
        assert taps(devices, fact)[0] == 200


def test_taps_undone_mended_and_sent_again_are_answered_alike(devices: list[Device]) -> None:
    enter(devices)
    assert taps(devices, "play Ana C7")[1]["X-Pieces"] == "1"
    assert taps(devices, "play Ben C8")[0] == 200
    assert taps(devices, "undo")[0] == 200
    assert taps(devices, "play Ben H8")[0] == 200
    assert taps(devices, "correct 5 play Ana C8")[0] == 200
    assert taps(devices, "play Ana C9", behind="1")[0] == 200
    assert taps(devices, "play Cléo C9", key="k4")[0] == 200
    assert taps(devices, "play Ana", card="D7")[0] == 200
    assert taps(devices, None, act="prompt", kind="note", text="a remark")[0] == 200
    assert "X-Pieces" not in taps(devices, "play Ben ?", X_Shows="0")[1]
    assert taps(devices, "penalty Ben 10 conduct")[0] == 200


@pytest.mark.parametrize(
    ("status", "more"),
    [
        (422, {"fact": "play Ana Z9"}),
        (422, {"fact": "play Nobody C7"}),
        (422, {"fact": ""}),
        (422, {"act": "prompt", "kind": "bid"}),
        (409, {"seq": 1, "key": "late"}),
        (400, {"csrf_token": "forged"}),
        (400, {"csrf_token": None}),
        (400, {"key": None}),
        (400, {"seq": "x"}),
        (403, {"Origin": "http://elsewhere.example"}),
        (403, {"Host": "elsewhere.example"}),
        (404, {"table": "zzzzzzzz"}),
        (303, {"HX_Request": ""}),
        (200, {"HX_Target": "other"}),
        (303, {"HX_History_Restore_Request": "true"}),
    ],
)
def test_what_is_not_plain_is_answered_alike_by_every_door(
    devices: list[Device], status: int, more: dict[str, Any]
) -> None:
    enter(devices)
    assert taps(devices, **{"fact": "play Ana C7", **more})[0] == status


def test_each_reads_its_own_language_and_sits_where_it_sits(devices: list[Device]) -> None:
    enter(devices)
    for language, fact in (("fr", "play Ana C7"), ("de", "play Ben C8"), ("de-AT,en;q=0.5", "play Cléo C9")):
        for device in devices:
            device.language = language
        assert taps(devices, fact)[0] == 200
    for device in devices:
        device.cookies[f"sit-{device.table}"] = "2"
        device.cookies["language"] = "fr"
    assert "place" in taps(devices, "play Cléo D7")[2]


def test_who_may_not_write_is_refused_by_every_door(devices: list[Device]) -> None:
    enter(devices)
    for device in devices:
        device.cookies, device.client = {}, "192.0.2.7:4000"
        device.send("GET", f"/t/{device.table}")
    for _ in range(2):  # the second time the form is known to be ours
        assert taps(devices, "play Ana C7")[0] == 403


def test_nothing_is_refused_or_answered_otherwise_for_having_come_before(devices: list[Device]) -> None:
    """What is remembered of who asks is of these very headers."""
    enter(devices)
    for more, status in (({}, 200), ({"Host": "elsewhere.example"}, 403), ({"Origin": "null"}, 200), ({}, 200)):
        assert taps(devices, "undo" if status == 200 else "play Ana C7", **more)[0] == status


def test_a_plain_tap_troubles_neither_flask_nor_its_thread(devices: list[Device]) -> None:
    enter(devices)
    device = devices[-1]
    asked: list[Environ] = []

    def application(environ: Environ, start_response: Any) -> Any:
        asked.append(environ)
        return device.app(environ, start_response)

    device.ask = Loop(device.app, application)
    assert device.tap("play Ana C7")[0] == 200
    assert not asked
    assert device.tap("play Ben Z7")[0] == 422
    assert len(asked) == 1


def test_a_fault_of_the_program_is_written_down_and_left_to_the_page(
    devices: list[Device], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    enter(devices)
    monkeypatch.setattr("referee.web.direct.answered", lambda *given: 1 / 0)
    assert devices[-1].tap("play Ana C7")[0] == 200
    assert devices[-1].seq == 5
    assert "could not be answered the short way" in caplog.text


def test_while_the_application_is_at_work_a_tap_waits_behind_it(devices: list[Device]) -> None:
    enter(devices)
    device = devices[-1]
    loop = Loop(device.app)
    loop.at_work = 1
    device.ask = loop
    assert device.tap("play Ana C7")[0] == 200
    assert device.app.extensions["tables"].seq(device.table) == 5


def test_behind_a_proxy_that_does_not_tell_for_whom_it_asks_no_door_opens(tmp_path: Path) -> None:
    app = create_app({"DATABASE": str(tmp_path / "a.db"), "BEHIND_PROXY": True})
    table = app.extensions["tables"].open(Header("double-detente", ("Ana", "Ben", "Cléo")), "", "k")
    app.extensions["access"].grant(table, "tablet", "scribe", "k")
    told = {"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https", "Host": "localhost"}
    for door in (by_wsgi(app), Loop(app)):
        device = Device(app, door, cookies={"device": sign(app.config["SECRET_KEY"], "tablet")}, more=told)
        assert device.send("GET", f"/t/{table}")[0] == 200
        device.more["Origin"] = "https://localhost"
        device.more["Referer"] = "https://localhost/"
        for fact in (DEAL[0], "undo", DEAL[0], "undo"):
            assert device.tap(fact)[0] == 200
        device.more = {"Host": "localhost"}
        assert device.tap(DEAL[0])[0] == 403
    app.extensions["tables"].store.close()
