"""Posts lead to the addresses that were typed, and to none of the machine's own networks."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest

from referee.server import post as posting
from referee.server.post import Unreached, check, post
from referee.words.text import Slip
from tests.help.receiver import receiving

HERE = [ipaddress.ip_network("127.0.0.0/8")]
NEAR = "it leads into a network of this computer, which the host has not allowed"


def names(monkeypatch: pytest.MonkeyPatch, *places: str) -> list[str]:
    """Have every name lead to these addresses; return what was looked up."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def getaddrinfo(host: str, port: int, *rest: Any, **named: Any) -> Any:
        if host in places:
            return real(host, port, *rest, **named)
        asked.append(host)
        return [(socket.AF_INET6 if ":" in one else socket.AF_INET, 1, 6, "", (one, port)) for one in places]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize(
    "address",
    [
        "", "club.example", "ftp://club.example/", "https://", "https:///news", "//club.example", "javascript:alert(1)",
        "https://Ana:secret@club.example/", "https://club.example/#part", "https://club.example/a b",
        "https://club.example/a\r\nX: y", "https://club.example:0/", "https://club.example:99999/", "http://[::1/",
        "http://0.0.0.0/", "http://224.0.0.1/", "https://" + "a" * 64 + ".example/", "https://club.example/" + "x" * 500,
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_where_it_is_typed(address: str) -> None:
    with pytest.raises(Slip):
        check(address)


def test_addresses_are_taken_as_browsers_write_them() -> None:
    for address in ("https://club.example", "http://club.example:8080/a?b=c%20d", "https://müller.example/ä"):
        check(address)


@pytest.mark.parametrize(
    "place",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.9", "192.168.1.20", "169.254.169.254", "100.64.0.1", "0.0.0.0", "192.0.2.1",
        "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::5", "ff02::1", "::ffff:192.168.1.20",
        "64:ff9b::c0a8:114", "2002:c0a8:0114::1", "2001:0:c0a8:114::1",
    ],
)  # fmt: skip
def test_no_address_of_an_own_network_is_reached(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it connected"))
    names(monkeypatch, place)
    with pytest.raises(Unreached, match=NEAR):
        post("http://club.example/", {}, b"")


def test_one_own_address_among_others_is_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it connected"))
    names(monkeypatch, "93.184.215.14", "192.168.1.20")
    with pytest.raises(Unreached, match=NEAR):
        post("http://club.example/", {}, b"")


def test_the_public_network_of_the_machine_itself_is_an_own_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it connected"))
    monkeypatch.setattr(posting, "own_networks", lambda: [ipaddress.ip_network("93.184.215.0/24")])
    names(monkeypatch, "93.184.215.14")
    with pytest.raises(Unreached, match=NEAR):
        post("http://club.example/", {}, b"")


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(where: tuple[str, int], *_: object) -> socket.socket:
        places.append(where)
        raise ConnectionRefusedError

    places: list[tuple[str, int]] = []
    monkeypatch.setattr(socket, "create_connection", connect)
    asked = names(monkeypatch, "93.184.215.14", "2606:2800:21f::1")
    with pytest.raises(Unreached, match="no answer"):
        post("https://club.example/", {}, b"")
    assert places == [("93.184.215.14", 443), ("2606:2800:21f::1", 443)]
    assert asked == ["club.example"]  # a second look could find another


def test_an_allowed_network_is_reached_by_name_and_what_is_posted_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, "127.0.0.1")
    with receiving() as receiver:
        status = post(f"http://club.example:{receiver.port}/a b?c=d".replace(" ", "%20"), {"X-Y": "z"}, b"{}", HERE)
    [(path, headers, body)] = receiver.got
    assert (status, path, headers["x-y"], body) == (204, "/a%20b?c=d", "z", b"{}")
    assert headers["host"] == f"club.example:{receiver.port}"


def test_no_redirect_is_followed() -> None:
    with receiving() as receiver, receiving() as other:
        receiver.status, receiver.headers = 307, {"Location": other.url}
        assert post(receiver.url, {}, b"{}", HERE) == 307
    assert other.got == []


def test_a_name_that_nobody_knows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(Unreached, match="nobody knows its name"):
        post("https://club.example/", {}, b"")


@pytest.mark.parametrize(
    "answer",
    [
        lambda peer: None,  # nothing at all
        lambda peer: peer.sendall(b"HTTP/1.1 200"),  # half a line
        lambda peer: peer.sendall(b"nonsense\r\n" * 3),
        lambda peer: peer.sendall(b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(200)) + b"\r\n"),
        lambda peer: peer.sendall(b"HTTP/1.1 200 " + b"x" * 100_000),
    ],
)
def test_whoever_answers_nothing_proper_is_left_after_a_while(
    monkeypatch: pytest.MonkeyPatch, answer: Callable[[socket.socket], None]
) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            peer, _ = server.accept()
            answer(peer)
            peers.append(peer)

        peers: list[socket.socket] = []
        thread = threading.Thread(target=serve)
        thread.start()
        with pytest.raises(Unreached, match="no answer"):
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", {}, b"", HERE)
        thread.join()
        peers[0].close()


def test_a_peer_that_sends_a_byte_now_and_then_holds_nobody_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            peer, _ = server.accept()
            with peer:
                for _ in range(1000):
                    try:
                        peer.sendall(b"H")
                    except OSError:
                        return
                    gone.wait(0.02)

        gone = threading.Event()
        thread = threading.Thread(target=serve)
        thread.start()
        with pytest.raises(Unreached):
            post(f"http://127.0.0.1:{server.getsockname()[1]}/", {}, b"", HERE)
        gone.set()
        thread.join()
