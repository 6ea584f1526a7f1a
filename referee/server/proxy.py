"""Run behind a web server with a name and a certificate: visitors come through it, the host by a second port."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any
from wsgiref.types import WSGIEnvironment

from werkzeug.middleware.proxy_fix import ProxyFix

OWN = "referee.own"
"""Set in the environ of a request that came through this machine's own port."""
UNTOLD = b"The web server before this program must say for whom it asks: X-Forwarded-For, X-Forwarded-Proto, Host.\n"
CHUNK = 1 << 16
TOLD = {"x_for": 1, "x_proto": 1, "x_host": 0}
"""The forwarded headers that are trusted, and how many proxies set each."""

Application = Callable[..., Iterable[bytes]]


class BehindProxy:
    """An application behind one proxy. Requests without its headers are refused: they might pass for the host's."""

    def __init__(self, application: Application) -> None:
        self._own = application
        self._visited = ProxyFix(self._secure(application), **TOLD)

    def __call__(self, environ: WSGIEnvironment, start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get(OWN):
            return self._own(environ, start_response)
        if "HTTP_X_FORWARDED_FOR" not in environ:
            start_response("403 Forbidden", [("Content-Type", "text/plain"), ("Content-Length", str(len(UNTOLD)))])
            return [UNTOLD]
        return self._visited(environ, start_response)

    @staticmethod
    def _secure(application: Application) -> Application:
        """The application, with cookies marked Secure for visitors over https."""

        def answer(environ: WSGIEnvironment, start_response: Callable[..., Any]) -> Iterable[bytes]:
            def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
                if environ["wsgi.url_scheme"] == "https":
                    headers = [(n, f"{v}; Secure" if n.lower() == "set-cookie" else v) for n, v in headers]
                return start_response(status, headers, *more)

            return application(environ, start)

        return answer


class OwnDoor:
    """A second port for this machine alone; its connections are passed on to the first port and recognised there."""

    def __init__(self, port: int, first: int) -> None:
        self._port = port
        self._first = first
        self._ours: set[str] = set()

    async def open(self) -> None:
        """Start to listen."""
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", self._port)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def came_by(self, client: str) -> bool:
        """Whether a client of the first port, `127.0.0.1:51234`, is one of ours."""
        return client in self._ours

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            there, here = await asyncio.open_connection("127.0.0.1", self._first)
            name, port = here.get_extra_info("sockname")[:2]
            self._ours.add(f"{name}:{port}")
            try:
                await asyncio.gather(_copy(reader, here), _copy(there, writer))
            finally:  # forget it first: once closed, another may get its number
                self._ours.discard(f"{name}:{port}")
                here.close()
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
        writer.write_eof()
