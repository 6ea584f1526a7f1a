"""The front reads each request whole before it calls the application.

The application answers one request after the other, in one thread. The event loop awaits a slow body, where it holds up
nobody. A body too large is left to the application to refuse (413); one too late is given up (408). The front connects
granian's RSGI 1.6 with a WSGI application.
"""

from __future__ import annotations

import asyncio
import io
import re
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any
from wsgiref.types import WSGIEnvironment

from granian.rsgi import HTTPProtocol, ProtocolClosed, Scope  # type: ignore[attr-defined]  # mypy misses two of them

from referee.server.network import plain
from referee.server.proxy import OWN, OwnDoor
from referee.server.streams import Streams
from referee.server.tls import SecureDoor

MOST_FORM, MOST_BYTES, MOST_TAKEN_IN = 64_000, 1_200_000, 64_000_000
"""The most bytes of a form, of one with a file or a long list, and of a tournament's file from this machine."""
LONG = re.compile(
    r"/import|/decks/\w[\w-]*/file|/t/\w+/decks/\w+/photo|/tournament/(take-in|\w+/(read|take|boards/\w+))"
)
"""The addresses of forms with a file or a long list."""
MOST_AWAITED = 200_000_000  # of all bodies together
SLOWEST = 60_000  # bytes a second: 20 s for the largest form
SECONDS_TO_LEAVE = 1  # for answers on their way out, when the worker ends

CLOSE, SERVER = ("connection", "close"), ("server", "referee")
"""Headers; without the second one granian would tell its own name."""
HELD = "x-held"
"""The header with which an application asks to hold its answer open as an event stream; it lists the topics."""

Listen = Callable[[Callable[[str, str], None]], None]
Answer = tuple[int, list[tuple[str, str]], bytes]
"""Status, headers and body."""


FORWARDED = frozenset({
    "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_REAL_IP",
})  # fmt: skip
"""The headers that a proxy adds: a request with any of them is not this machine's own."""


def most_bytes(environ: Mapping[str, Any]) -> int:
    """The most bytes of a request's body. A tournament's file, which only this machine may send, may be larger."""
    own = environ.get("REMOTE_ADDR", "").startswith(("127.", "::1")) and FORWARDED.isdisjoint(environ)
    if own and environ["PATH_INFO"] == "/tournament/take-in":
        return MOST_TAKEN_IN
    return MOST_BYTES if LONG.fullmatch(environ["PATH_INFO"]) else MOST_FORM


class Front:
    """An RSGI application for granian that wraps a WSGI application, one for each worker.

    `listen` gets a function to call with a topic and a text whenever something changes. A request through `door` comes
    from this machine itself (see BehindProxy); `secure` serves the same over https.
    """

    def __init__(
        self,
        application: Callable[..., Iterable[bytes]],
        listen: Listen | None = None,
        door: OwnDoor | None = None,
        secure: SecureDoor | None = None,
    ) -> None:
        self._application = application
        self._door = door
        self._secure = secure
        self._streams = Streams()
        if listen:
            listen(self._streams.tell)
        self._thread = ThreadPoolExecutor(1, "application")
        self._awaited: set[_Body] = set()
        self._stopping = False

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Open the doors, and hear of the signals to end: granian would wait for unfinished bodies."""
        self._loop = loop
        self._streams.begin(loop)
        if self._door:
            self._opening = loop.create_task(self._door.open())
        if self._secure:
            self._secure.open(loop, self.__rsgi__)
        for number in (signal.SIGTERM, signal.SIGINT):
            self._stop_at(number)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Close the doors and let the application finish its request."""
        if self._door:
            self._door.close()
        if self._secure:
            self._secure.close()
        self._thread.shutdown()

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer one request."""
        environ = environ_of(scope)
        environ[OWN] = self._door is not None and self._door.came_by(scope.client)
        length, most = _length(environ), most_bytes(environ)
        if scope.method in ("GET", "HEAD"):
            environ.pop("CONTENT_LENGTH", None)  # a body has no meaning here: do not await one
        elif "HTTP_TRANSFER_ENCODING" in environ:  # granian cannot tell a broken-off body from a whole one
            return protocol.response_empty(411, [CLOSE, SERVER])
        elif length is None:
            return protocol.response_empty(400, [CLOSE, SERVER])
        elif 0 < length <= most:
            try:
                body = await self._body(protocol, length, max(most, MOST_BYTES) / SLOWEST)
            except GivenUp as why:
                return protocol.response_empty(why.status, [CLOSE, SERVER])
            except ProtocolClosed:  # the sender is gone, or sends no more
                return protocol.response_empty(400, [CLOSE, SERVER])
            environ["wsgi.input"] = io.BytesIO(body)
        status, headers, data = await self._loop.run_in_executor(self._thread, answer, self._application, environ)
        topics = next((value for name, value in headers if name.lower() == HELD), "")
        if topics and scope.method == "GET":
            return await self._hold(protocol, headers, data, topics.split(), environ["REMOTE_ADDR"])
        if length and length > most:
            headers = [*headers, CLOSE]
        if data:
            return protocol.response_bytes(status, headers, data)
        return protocol.response_empty(status, headers)

    async def _hold(
        self, protocol: HTTPProtocol, headers: list[tuple[str, str]], begun: bytes, topics: list[str], address: str
    ) -> None:
        if self._streams.full(address):
            return protocol.response_empty(503, [("retry-after", "30"), ("cache-control", "no-store"), SERVER])
        headers = [(name, value) for name, value in headers if name.lower() not in (HELD, "content-length")]
        return await self._streams.hold(protocol, headers, begun, topics, address)

    async def _body(self, protocol: HTTPProtocol, length: int, seconds: float) -> bytes:
        """The whole body, of `length` bytes.

        Raises GivenUp if it is late, the worker ends, or it is the largest while all bodies together are too large;
        ProtocolClosed if its sender goes.
        """
        body = _Body(protocol, length, self._loop)
        late = self._loop.call_later(seconds, body.give_up, 408)
        self._awaited.add(body)
        if self._stopping:
            body.give_up(503)
        elif sum(one.length for one in self._awaited) > MOST_AWAITED:
            max(self._awaited, key=lambda one: one.length).give_up(503)
        try:
            return await body.task
        except asyncio.CancelledError:
            raise GivenUp(body.status) from None
        finally:
            late.cancel()
            self._awaited.discard(body)

    def _stop_at(self, number: int) -> None:
        """Stop at a signal, before its present handler runs."""
        then = signal.getsignal(number)

        def stop(number: int, frame: FrameType | None) -> None:
            self._loop.call_soon_threadsafe(self._stop)
            if callable(then):
                then(number, frame)

        signal.signal(number, stop)

    def _stop(self) -> None:
        """Give up all bodies and streams; end the worker soon after the requests in hand are answered.

        granian ends it sooner if it can, but would wait for an unfinished head, or a client that reads no answer.
        """
        self._stopping = True
        self._streams.stop()
        if self._secure:
            self._secure.close()
        for body in self._awaited:
            body.give_up(503)
        in_hand = self._loop.run_in_executor(self._thread, int)  # runs after all requests handed over before
        in_hand.add_done_callback(lambda _: self._loop.call_later(SECONDS_TO_LEAVE, sys.exit))


class GivenUp(Exception):
    """A body was given up. Field: status, the HTTP status that says why."""

    def __init__(self, status: int) -> None:
        self.status = status


class _Body:
    """A body that is still awaited."""

    def __init__(self, protocol: HTTPProtocol, length: int, loop: asyncio.AbstractEventLoop) -> None:
        async def whole() -> bytes:
            return await protocol()

        self.length = length
        self.status = 0
        self.task = loop.create_task(whole())

    def give_up(self, status: int) -> None:
        """Stop awaiting it."""
        self.status = self.status or status
        self.task.cancel()


def _length(environ: WSGIEnvironment) -> int | None:
    """The length of the body as its sender says, None for an invalid one."""
    length = environ.get("CONTENT_LENGTH", "0")
    return int(length) if length.isdecimal() else None


def answer(application: Callable[..., Iterable[bytes]], environ: WSGIEnvironment) -> Answer:
    """The answer of a WSGI application."""
    head: tuple[int, list[tuple[str, str]]] = (500, [])
    parts: list[bytes] = []

    def start(status: str, headers: list[tuple[str, str]], error: object = None) -> Callable[[bytes], None]:
        nonlocal head
        head = int(status.partition(" ")[0]), headers
        return parts.append

    body = application(environ, start)
    try:
        parts.extend(body)
    finally:
        if hasattr(body, "close"):
            body.close()
    return *head, b"".join(parts)


def environ_of(scope: Scope) -> WSGIEnvironment:
    """A request's WSGI environ, still without its body.

    A header sent twice is joined into one. A name with `_` is left out: WSGI could not tell it from the one with `-`,
    which a proxy may have set.
    """
    address, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": _latin(scope.path),  # already decoded: a %41 left in it is literal
        "QUERY_STRING": _latin(scope.query_string),
        "SERVER_NAME": address.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": plain(scope.client.rpartition(":")[0].strip("[]")),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if "_" not in name:
            key = name.upper().replace("-", "_")
            key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
            joint = "; " if name == "cookie" else ","
            environ[key] = f"{environ[key]}{joint}{value}" if key in environ else value
    environ.setdefault("HTTP_HOST", scope.authority or "")  # HTTP/2 has no Host header
    return environ


def _latin(text: str) -> str:
    """A text's UTF-8 with one character for each byte, as WSGI wants it."""
    return text.encode().decode("latin1")
