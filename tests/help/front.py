"""Made-up requests as granian delivers them, and their sender."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from types import SimpleNamespace
from typing import Any

from granian.rsgi import ProtocolClosed


class Headers(list[tuple[str, str]]):
    """Headers as granian has them: names in lower case, one pair for each line."""

    def items(self) -> Headers:
        return self


def request(
    method: str = "POST", path: str = "/t/x/fact", headers: Iterable[tuple[str, str]] = (), **other: str
) -> Any:
    """A scope of RSGI 1.6."""
    told = {
        "proto": "http",
        "http_version": "1.1",
        "scheme": "http",
        "server": "127.0.0.1:8000",
        "client": "192.168.1.7:51234",
        "query_string": "",
        "authority": None,
    }
    return SimpleNamespace(**{**told, **other}, method=method, path=path, headers=Headers(headers))


def sized(length: object) -> list[tuple[str, str]]:
    return [("content-length", str(length))]


class Sender:
    """The sender, as RSGI's `protocol`. `send` or `leave` delivers the body; answers are kept."""

    def __init__(self) -> None:
        self.body: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.asked = asyncio.Event()
        self.answer: tuple[int, list[tuple[str, str]], bytes] | None = None

    def __call__(self) -> Awaitable[bytes]:
        self.asked.set()
        return self.body

    def send(self, body: bytes) -> Sender:
        self.body.set_result(body)
        return self

    def leave(self) -> None:
        self.body.set_exception(ProtocolClosed())

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        assert self.answer is None
        self.answer = status, headers, body

    def response_empty(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.response_bytes(status, headers, b"")
