"""The https door: a second port with the same front and the same thread behind it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.log import LogLevels
from granian.server.embed import Server

from referee.server.network import lan_addresses

CONNECTIONS = 30_000
"""The most connections of a door at once; more have to wait."""
LOOK = 30.0  # seconds; the machine's addresses may change
RENEW = 30 * 24 * 3600.0  # seconds; a leaf is good for twice as long


class SecureDoor:
    """An https port with a certificate that follows the machine's addresses. Fields: folder, port."""

    def __init__(self, folder: Path, address: str, port: int) -> None:
        self.folder = folder
        self.port = port
        self._address = address

    def open(self, loop: asyncio.AbstractEventLoop, front: Callable[..., Awaitable[None]]) -> None:
        """Start to serve `front`, an RSGI application."""
        self._over = asyncio.Event()
        logging.getLogger("_granian").addFilter(lambda record: "experimental" not in record.getMessage())
        self._keeping = loop.create_task(self._keep(loop, front))

    def close(self) -> None:
        """Stop serving."""
        self._over.set()

    async def _keep(self, loop: asyncio.AbstractEventLoop, front: Callable[..., Awaitable[None]]) -> None:
        while not self._over.is_set():
            addresses, since = lan_addresses(), loop.time()
            server = self._server(addresses, front)
            serving = loop.create_task(server.serve())
            while not self._over.is_set() and addresses == lan_addresses() and loop.time() - since < RENEW:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._over.wait(), LOOK)
            server.stop()
            server.main_loop_interrupt.set()
            await serving

    def _server(self, addresses: list[str], front: Callable[..., Awaitable[None]]) -> Any:
        from referee.server.certificates import read

        authority = read(self.folder)
        if authority is None:
            raise FileNotFoundError(self.folder)
        chain, key = authority.sign(addresses, datetime.now(UTC))

        async def answer(scope: Any, protocol: Any) -> None:  # without the front's init and del: the worker calls those
            await front(scope, protocol)

        return Server(
            answer,
            address=self._address,
            port=self.port,
            interface=Interfaces.RSGI,
            http=HTTPModes.http1,
            backpressure=CONNECTIONS,
            websockets=False,
            log_level=LogLevels.warning,
            ssl_cert=chain,
            ssl_key=key,
            ssl_protocol_min=SSLProtocols.tls12,  # Android before 10 has no newer one
        )
