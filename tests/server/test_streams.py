"""Streams that are held open: told at once what changed, bounded, ended with the server. The page asks for nothing."""

from __future__ import annotations

import asyncio
import http.client
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.club.tables import Tables
from referee.server.front import Front
from referee.server.streams import MOST_OF_ADDRESS
from referee.store import Store
from tests.help.front import request
from tests.help.running import Program
from tests.server.test_held import ANSWERED, Tablet


class Reader:
    """Who reads a stream: `protocol` of RSGI and its transport."""

    def __init__(self) -> None:
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.came = asyncio.Event()
        self.read = ""
        self.status = 0

    def client_disconnect(self) -> asyncio.Future[None]:
        return self.gone

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Reader:
        self.status, self.headers = status, headers
        return self

    def response_empty(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.status = status

    async def send_bytes(self, data: bytes) -> None:
        await self.send_str(data.decode())

    async def send_str(self, data: str) -> None:
        self.read += data
        self.came.set()

    async def until(self, text: str) -> None:
        while text not in self.read:
            self.came.clear()
            await asyncio.wait_for(self.came.wait(), ANSWERED)


def watched(environ: dict[str, Any], start: Any) -> list[bytes]:
    """An application whose every answer is a stream about `a` and `b`."""
    start("200 OK", [("Content-Type", "text/event-stream"), ("X-Held", "a b"), ("Content-Length", "9")])
    return [b"data: 1\n\n"]


class Room:
    """A front whose application is `watched`, with readers before it."""

    def __init__(self) -> None:
        told = SimpleNamespace()
        self.front = Front(watched, lambda tell: setattr(told, "tell", tell))
        self.front.__rsgi_init__(asyncio.get_running_loop())
        self.tell = told.tell
        self.tasks: list[asyncio.Task[None]] = []

    async def enter(self, address: str = "192.168.1.7") -> Reader:
        reader = Reader()
        scope = request("GET", "/t/x/news", client=f"{address}:5000")
        self.tasks.append(asyncio.ensure_future(self.front.__rsgi__(scope, reader)))  # type: ignore[arg-type]
        while not reader.status:
            await asyncio.sleep(0)
        return reader

    async def end(self) -> None:
        self.front._streams.stop()
        await asyncio.wait_for(asyncio.gather(*self.tasks), ANSWERED)


def test_who_watches_is_told_of_what_he_watches_and_of_nothing_else() -> None:
    async def story() -> None:
        room = Room()
        reader = await room.enter()
        await reader.until("data: 1\n\n")
        room.tell("other", "no")
        room.tell("b", "door")
        await reader.until("data: door\n\n")
        assert "no" not in reader.read
        assert not {name.lower() for name, _ in reader.headers} & {"x-held", "content-length"}
        await room.end()

    asyncio.run(story())


def test_what_was_not_sent_yet_is_replaced_by_what_came_after() -> None:
    async def story() -> None:
        room = Room()
        reader = await room.enter()
        await reader.until("data: 1\n\n")
        for number in range(100):
            room.tell("a", f"table {number}")
        await reader.until("data: table 99\n\n")
        assert reader.read.count("table") == 1
        await room.end()

    asyncio.run(story())


def test_a_stream_of_which_the_rights_changed_is_told_so_and_ends() -> None:
    async def story() -> None:
        room = Room()
        reader = await room.enter()
        await reader.until("data: 1\n\n")
        room.tell("b", "door")
        room.tell("b", "")
        await asyncio.wait_for(room.tasks[0], ANSWERED)
        assert reader.read.endswith("data: door\n\n")
        await (await room.enter()).until("data: 1\n\n")
        await room.end()

    asyncio.run(story())


def test_an_address_holds_so_many_streams_and_one_more_when_one_has_left() -> None:
    async def story() -> None:
        room = Room()
        readers = [await room.enter() for _ in range(MOST_OF_ADDRESS)]
        assert {reader.status for reader in readers} == {200}
        assert (await room.enter()).status == 503
        assert (await room.enter("192.168.1.8")).status == 200
        readers[0].gone.set_result(None)
        await asyncio.wait_for(room.tasks[0], ANSWERED)
        assert (await room.enter()).status == 200
        await room.end()

    asyncio.run(story())


def test_the_addresses_that_one_device_has_in_its_network_of_ipv6_count_as_one() -> None:
    async def story() -> None:
        room = Room()
        for number in range(MOST_OF_ADDRESS):
            assert (await room.enter(f"2001:db8::{number:x}")).status == 200
        assert (await room.enter("2001:db8:0:0:aaaa::7")).status == 503
        assert (await room.enter("2001:db8:0:1::1")).status == 200
        await room.end()

    asyncio.run(story())


@pytest.mark.skipif(os.name != "posix", reason="signals and processes of POSIX")
class TestServed:
    @pytest.fixture
    def table(self, tmp_path: Path) -> Iterator[tuple[Program, str]]:
        program = Program(tmp_path / "referee.db")
        with Store.open(program.database) as store:
            table = Tables(store).take_in(b"game double-detente\nseats Ana Ben\n", "", key="t")
        program.start()
        yield program, table
        program.kill()

    def test_a_tap_is_heard_by_every_page_that_watches_and_the_server_ends_beside_them(
        self, table: tuple[Program, str]
    ) -> None:
        program, at = table
        connections = [http.client.HTTPConnection("127.0.0.1", program.port, timeout=ANSWERED) for _ in range(5)]
        streams = []
        for connection in connections:
            connection.request("GET", f"/t/{at}/news")
            streams.append(connection.getresponse())
        for stream in streams:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            heard(stream, b"data: table 0\n")
        Tablet(program, at).tap("a")
        for stream in streams:
            heard(stream, b"data: table 1\n")
        nowhere = http.client.HTTPConnection("127.0.0.1", program.port, timeout=ANSWERED)
        nowhere.request("GET", "/t/zzzzzzzz/news")
        assert nowhere.getresponse().status == 404  # what is no table has no news
        nowhere.close()
        assert program.process is not None
        program.process.terminate()
        for stream in streams:
            assert stream.read() in (b"", b"\n")
        for each in (*streams, *connections):
            each.close()


def heard(stream: http.client.HTTPResponse, line: bytes) -> None:
    while (said := stream.readline()) != line:
        assert said, line
