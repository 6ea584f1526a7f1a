"""Devices that hold their connection open, in all ways, while another device taps: nobody waits for them."""

from __future__ import annotations

import http.client
import os
import re
import socket
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee.club.tables import Tables
from referee.club.verifying import refold
from referee.store import Store
from tests.help.running import Program

resource = pytest.importorskip("resource", reason="limits of POSIX")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and processes of POSIX")

HEAD = b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
HELD = {
    "a body that comes slowly": HEAD + b"Content-Length: 200\r\n\r\ngame=",
    "a body in pieces that never ends": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\ngame=\r\n",
    "a body that waits to be asked for": HEAD + b"Expect: 100-continue\r\nContent-Length: 200\r\n\r\n",
    "a body too large": HEAD + b"Content-Length: 99000000\r\n\r\ngame=",
    "a question with a body": HEAD.replace(b"POST /new", b"GET /") + b"Content-Length: 200\r\n\r\ngame=",
    "half a head": HEAD[:30],
    "answers not read": b"GET /static/htmx.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300,
}
ANSWERED = 10  # seconds a tablet waits: without the front it would for ever


class Tablet:
    """Taps notes at a table."""

    def __init__(self, program: Program, table: str) -> None:
        self.url = f"{program.url}/t/{table}"
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with self.browser.open(self.url, timeout=ANSWERED) as page:
            self.seq = page.headers["X-Sequence"]
            self.token = re.findall(r'name="csrf_token" value="([^"]+)"', page.read().decode())[0]

    def tap(self, note: str) -> None:
        tap = {"csrf_token": self.token, "key": f"key-{note}", "seq": self.seq, "fact": f"note {note}"}
        asked = urllib.request.Request(f"{self.url}/fact", urllib.parse.urlencode(tap).encode(), {"HX-Request": "true"})
        with self.browser.open(asked, timeout=ANSWERED) as answer:
            assert answer.status == 200
            self.seq = answer.headers["X-Sequence"]


def hold(port: int, sent: bytes) -> socket.socket:
    """A connection on which something was sent, and no answer will be read."""
    device = socket.socket()
    device.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    device.connect(("127.0.0.1", port))
    device.sendall(sent)
    return device


Tabled = tuple[Program, dict[bytes, str]]
"""A program, and a table for each way to hold a connection."""


@pytest.fixture(scope="module")
def tabled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tabled]:
    program = Program(tmp_path_factory.mktemp("held") / "referee.db")
    with Store.open(program.database) as store:
        tables = Tables(store)
        found = {
            sent: tables.take_in(b"game double-detente\nseats Ana Ben\n", "", key=name) for name, sent in HELD.items()
        }
    program.start()
    yield program, found
    program.kill()


@pytest.fixture(scope="module")
def program(tabled: Tabled) -> Program:
    return tabled[0]


@pytest.mark.parametrize("sent", HELD.values(), ids=HELD)
def test_a_device_that_holds_its_connection_keeps_no_tap_waiting(tabled: Tabled, sent: bytes) -> None:
    program, tables = tabled
    at = tables[sent]
    tablet = Tablet(program, at)
    held = [hold(program.port, sent) for _ in range(5)]
    notes = [f"n{number}" for number in range(10)]
    for note in notes:
        tablet.tap(note)
    for device in held:
        device.close()
    with Store.open(program.database, read_only=True) as store:
        assert list(store.verify(refold)) == []
        assert [event.body["text"] for event in store.events(at)] == notes


def test_what_is_too_large_is_refused_with_a_page_in_the_readers_language(program: Program) -> None:
    asked = http.client.HTTPConnection("127.0.0.1", program.port, timeout=ANSWERED)
    asked.putrequest("POST", "/new")
    asked.putheader("Accept-Language", "de")
    asked.putheader("Content-Length", "1300000")
    asked.endheaders()
    answer = asked.getresponse()
    assert answer.status == 413
    assert "Das ist zu groß" in answer.read().decode()
    asked.close()


def test_half_a_form_is_no_form(program: Program) -> None:
    """Its sender went; what had come by then must not be taken for the whole."""
    device = hold(program.port, HELD["a body that comes slowly"])
    device.shutdown(socket.SHUT_WR)
    device.settimeout(ANSWERED)
    assert device.recv(100).startswith(b"HTTP/1.1 400 ")
    device.close()


CROWDED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (200, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
from referee.cli.main import main
main(["serve", "--port", sys.argv[1], "--database", sys.argv[2]])
"""
"""`referee serve` where the system begins with few open files, as most do."""


def test_one_phone_with_1100_connections_keeps_nobody_out(tmp_path: Path) -> None:
    program = Program(tmp_path / "referee.db", CROWDED)
    program.start()
    own = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (own[1], own[1]))
    try:
        with ExitStack() as held:
            for _ in range(1100):
                held.enter_context(hold(program.port, HELD["a body that comes slowly"]))
            with urllib.request.urlopen(program.url + "/health", timeout=ANSWERED) as answer:
                assert answer.status == 200
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, own)
        program.kill()
