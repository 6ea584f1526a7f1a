"""The front alone: a request as granian hands it over, made up, and an application as PEP 3333 wants it."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from referee.server.front import MOST_BYTES, MOST_FORM, MOST_TAKEN_IN, SLOWEST, Front, environ_of, most_bytes
from tests.help.front import Sender, request, sized

Start = Callable[..., Callable[[bytes], object]]
CLOSE, SERVER = ("connection", "close"), ("server", "referee")


class Echo:
    """An application that answers with the body, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.threads: set[int] = set()

    def __call__(self, environ: dict[str, Any], start_response: Start) -> Iterable[bytes]:
        self.asked.append(environ)
        self.threads.add(threading.get_ident())
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [environ["wsgi.input"].read()]


@pytest.fixture(autouse=True)
def signals() -> Iterator[list[int]]:
    """The requests to end that came through; afterwards everything is as before."""
    heard: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    for number in before:
        signal.signal(number, lambda number, frame: heard.append(number))
    yield heard
    for number, handler in before.items():
        signal.signal(number, handler)


def fronted(application: Callable[..., Iterable[bytes]]) -> Front:
    front = Front(application)
    front.__rsgi_init__(asyncio.get_running_loop())
    return front


async def answered(application: Callable[..., Iterable[bytes]], scope: Any, body: bytes | None = None) -> Any:
    """The answer to one request, whose body is there at once, or never comes."""
    front, sender = fronted(application), Sender()
    if body is not None:
        sender.send(body)
    await front.__rsgi__(scope, sender)  # type: ignore[arg-type]
    front.__rsgi_del__(asyncio.get_running_loop())
    return sender.answer


async def begun(front: Front, scope: Any) -> tuple[Sender, asyncio.Task[None]]:
    """A request whose body is awaited."""
    sender = Sender()
    task = asyncio.ensure_future(front.__rsgi__(scope, sender))  # type: ignore[arg-type]
    await sender.asked.wait()
    return sender, task


def test_the_application_is_told_the_request_as_wsgi_tells_it() -> None:
    environ = environ_of(
        request(
            path="/t/é%76",
            query_string="q=%41&b",
            client="[fe80::1]:51234",
            server="[::1]:8000",
            headers=[
                ("host", "club.local:8000"),
                ("content-type", "text/plain"),
                ("content-length", "5"),
                ("x_forwarded-for", "127.0.0.1"),
                ("x-forwarded-for", "10.0.0.1"),
                ("x-forwarded-for", "10.0.0.2"),
                ("cookie", "a=1"),
                ("cookie", "b=2"),
            ],
        )
    )
    assert {name: value for name, value in environ.items() if not name.startswith("wsgi.")} == {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/t/é%76".encode().decode("latin1"),
        "QUERY_STRING": "q=%41&b",
        "SERVER_NAME": "::1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "fe80::1",
        "CONTENT_TYPE": "text/plain",
        "CONTENT_LENGTH": "5",
        "HTTP_HOST": "club.local:8000",
        "HTTP_X_FORWARDED_FOR": "10.0.0.1,10.0.0.2",
        "HTTP_COOKIE": "a=1; b=2",
    }
    assert environ["wsgi.url_scheme"] == "http"


def test_an_address_of_ipv4_is_told_as_such_by_a_door_of_ipv6_too() -> None:
    assert environ_of(request(client="[::ffff:127.0.0.1]:51234"))["REMOTE_ADDR"] == "127.0.0.1"


def test_the_host_is_the_header_else_the_authority_else_nobodys() -> None:
    host = [("host", "here")]
    assert environ_of(request(headers=host, authority="there"))["HTTP_HOST"] == "here"
    assert environ_of(request(authority="there"))["HTTP_HOST"] == "there"
    assert environ_of(request())["HTTP_HOST"] == ""


def test_the_application_is_asked_once_the_whole_body_is_there() -> None:
    async def story() -> None:
        echo = Echo()
        front = fronted(echo)
        sender, task = await begun(front, request(headers=sized(5)))
        assert not echo.asked
        sender.send(b"hello")
        await task
        assert sender.answer == (200, [("Content-Type", "text/plain")], b"hello")

    asyncio.run(story())


def test_who_is_awaited_holds_up_nobody_and_all_are_answered_in_one_thread() -> None:
    async def story() -> None:
        echo = Echo()
        front = fronted(echo)
        slow = [await begun(front, request(headers=sized(4))) for _ in range(3)]
        for _ in range(3):
            quick = Sender().send(b"quick")
            await front.__rsgi__(request(headers=sized(5)), quick)  # type: ignore[arg-type]
            assert quick.answer is not None
            assert quick.answer[2] == b"quick"
        for sender, task in slow:
            sender.send(b"slow")
            await task
            assert sender.answer is not None
            assert sender.answer[2] == b"slow"
        assert len(echo.threads) == 1

    asyncio.run(story())


def test_a_body_that_does_not_come_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.server.front.SLOWEST", 1e9)
    echo = Echo()
    assert asyncio.run(answered(echo, request(headers=sized(5)))) == (408, [CLOSE, SERVER], b"")
    assert not echo.asked


def test_a_form_has_twenty_seconds() -> None:
    assert MOST_BYTES / SLOWEST == 20


def test_what_is_too_large_is_not_awaited_but_refused_by_the_application() -> None:
    def application(environ: dict[str, Any], start_response: Start) -> Iterable[bytes]:
        assert int(environ["CONTENT_LENGTH"]) > MOST_BYTES
        assert environ["wsgi.input"].read() == b""
        start_response("413 Content Too Large", [("Content-Type", "text/html")])
        return [b"too large"]

    answer = asyncio.run(answered(application, request(headers=sized(MOST_BYTES + 1))))
    assert answer == (413, [("Content-Type", "text/html"), CLOSE], b"too large")


def test_a_tournament_out_of_a_file_may_be_larger_than_a_form() -> None:
    own = {"PATH_INFO": "/tournament/take-in", "REMOTE_ADDR": "127.0.0.1"}
    assert most_bytes(own) == MOST_TAKEN_IN > most_bytes(own | {"REMOTE_ADDR": "192.168.1.7"}) == MOST_BYTES
    body = b"x" * (MOST_BYTES + 1)
    asked = request(path=own["PATH_INFO"], headers=sized(len(body)), client="127.0.0.1:4000")
    assert asyncio.run(answered(Echo(), asked, body))[2] == body


@pytest.mark.parametrize(
    "path", ["/t/x/fact", "/new", "/tournament/new", "/appearance", "/imports", "/tournament/x/act"]
)
def test_a_form_without_a_file_is_refused_unread_where_it_is_longer_than_any(path: str) -> None:
    echo = Echo()
    asyncio.run(answered(echo, request(path=path, headers=sized(MOST_FORM + 1))))
    assert echo.asked[0]["wsgi.input"].read() == b""
    assert asyncio.run(answered(echo, request(path=path, headers=sized(MOST_FORM)), b"x" * MOST_FORM))[0] == 200


@pytest.mark.parametrize(
    ("client", "more"), [("192.168.1.7:4000", []), ("127.0.0.1:4000", [("x-forwarded-for", "192.168.1.7")])]
)
def test_what_a_stranger_may_not_take_in_is_refused_before_it_is_read(client: str, more: list[tuple[str, str]]) -> None:
    echo = Echo()
    asked = request(path="/tournament/take-in", headers=[*sized(MOST_BYTES + 1), *more], client=client)
    asyncio.run(answered(echo, asked))
    assert echo.asked
    assert echo.asked[0]["wsgi.input"].read() == b""


@pytest.mark.parametrize(
    ("headers", "status"), [([("transfer-encoding", "chunked")], 411), (sized("five"), 400), (sized(5) * 2, 400)]
)
def test_a_body_of_unknown_length_is_refused_since_nobody_could_tell_whether_it_is_whole(
    headers: list[tuple[str, str]], status: int
) -> None:
    echo = Echo()
    assert asyncio.run(answered(echo, request(headers=headers))) == (status, [CLOSE, SERVER], b"")
    assert not echo.asked


def test_who_goes_while_the_body_is_awaited_has_asked_nothing() -> None:
    async def story() -> None:
        echo = Echo()
        sender, task = await begun(fronted(echo), request(headers=sized(5)))
        sender.leave()
        await task
        assert not echo.asked
        assert sender.answer == (400, [CLOSE, SERVER], b"")

    asyncio.run(story())


def test_where_all_that_is_awaited_is_too_much_the_largest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.server.front.MOST_AWAITED", 1000)

    async def story() -> None:
        front = fronted(Echo())
        large, given_up = await begun(front, request(headers=sized(900)))
        small, task = await begun(front, request(headers=sized(300)))
        await given_up
        assert large.answer == (503, [CLOSE, SERVER], b"")
        small.send(b"s" * 300)
        await task
        assert small.answer is not None
        assert small.answer[0] == 200

    asyncio.run(story())


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_request_to_end_gives_up_what_is_awaited_and_is_handed_on(number: int, signals: list[int]) -> None:
    async def story() -> None:
        echo = Echo()
        front = fronted(echo)
        sender, task = await begun(front, request(headers=sized(5)))
        os.kill(os.getpid(), number)
        await task
        assert sender.answer == (503, [CLOSE, SERVER], b"")
        assert signals == [number]
        late = Sender()
        await front.__rsgi__(request(headers=sized(5)), late)  # type: ignore[arg-type]
        assert late.answer == (503, [CLOSE, SERVER], b"")
        assert not echo.asked

    asyncio.run(story())


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_body_of_a_question_is_not_awaited(method: str) -> None:
    echo = Echo()
    assert asyncio.run(answered(echo, request(method, headers=sized(5)))) == (
        200,
        [("Content-Type", "text/plain")],
        b"",
    )
    assert "CONTENT_LENGTH" not in echo.asked[0]


@pytest.mark.parametrize(("method", "status"), [("HEAD", "200 OK"), ("GET", "304 Not Modified")])
def test_an_answer_without_a_body_keeps_its_headers(method: str, status: str) -> None:
    headers = [("ETag", '"7"'), ("Content-Length", "390")]

    def application(environ: dict[str, Any], start_response: Start) -> Iterable[bytes]:
        start_response(status, headers)
        return []

    assert asyncio.run(answered(application, request(method))) == (int(status[:3]), headers, b"")


class Pieces:
    """An answer in pieces, which may break off."""

    def __init__(self, *pieces: bytes | Exception) -> None:
        self.pieces = pieces
        self.closed = 0

    def __iter__(self) -> Iterator[bytes]:
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece

    def close(self) -> None:
        self.closed += 1


def test_an_answer_in_pieces_is_joined_and_closed() -> None:
    pieces = Pieces(b"b", b"", b"c")

    def application(environ: dict[str, Any], start_response: Start) -> Iterable[bytes]:
        start_response("200 OK", [])(b"a")
        return pieces

    assert asyncio.run(answered(application, request("GET"))) == (200, [], b"abc")
    assert pieces.closed == 1


def test_an_answer_that_breaks_off_is_closed_and_not_sent() -> None:
    pieces = Pieces(b"b", RuntimeError("broken"))

    def application(environ: dict[str, Any], start_response: Start) -> Iterable[bytes]:
        start_response("200 OK", [])
        return pieces

    with pytest.raises(RuntimeError, match="broken"):
        asyncio.run(answered(application, request("GET")))
    assert pieces.closed == 1
