"""Event streams: a page that only watches is told when something changed, and need not poll.

The event loop holds them, without a thread or the application. An event is a word and a number, nothing secret: the
page then asks for what it may see.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, defaultdict
from typing import Any

from granian.rsgi import HTTPProtocol, ProtocolClosed  # type: ignore[attr-defined]  # mypy misses one of them

from referee.server.network import network_of

HEARTBEAT = 25.0  # seconds; a proxy or a phone's radio drops connections that are silent for longer
LONGEST = 15 * 60.0  # seconds, then the browser connects again: its access may have been taken away
MOST, MOST_OF_ADDRESS = 1000, 20


def _event(text: str) -> str:
    """A text as an event; the number at its end, if any, is the event's id."""
    number = text.rpartition(" ")[2]
    return f"id: {number}\ndata: {text}\n\n" if number.isdecimal() else f"data: {text}\n\n"


class Held:
    """One stream: the topics it watches, the last unsent text of each, and whether it ends after them."""

    def __init__(self, topics: list[str]) -> None:
        self.topics = topics
        self.news: dict[str, str] = {}
        self.woken = asyncio.Event()
        self.ends = False

    def tell(self, topic: str, text: str) -> None:
        """Have `text` sent, in place of an unsent one on the same topic; without any, have the stream end."""
        if text:
            self.news[topic] = text
        self.ends |= not text
        self.woken.set()

    def take(self) -> str:
        """Take the events to send; without any, a comment, so that a lost connection is noticed."""
        events = "".join(map(_event, self.news.values())) or ": \n\n"
        self.news.clear()
        self.woken.clear()
        return events


class Streams:
    """The streams of one worker, by topic."""

    def __init__(self) -> None:
        self._held: defaultdict[str, set[Held]] = defaultdict(set)
        self._of: Counter[str] = Counter()
        self._stopping = False

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Use this event loop."""
        self._loop = loop

    def tell(self, topic: str, text: str) -> None:
        """Tell all streams that watch `topic`; an empty text ends them. Any thread may call it."""
        if topic in self._held:
            self._loop.call_soon_threadsafe(self._tell, topic, text)

    def _tell(self, topic: str, text: str) -> None:
        for held in self._held.get(topic, ()):
            held.tell(topic, text)

    def full(self, address: str) -> bool:
        """Whether this address, or everybody, has as many streams as allowed."""
        return self._stopping or self._of[network_of(address)] >= MOST_OF_ADDRESS or self._of.total() >= MOST

    def stop(self) -> None:
        """End all streams."""
        self._stopping = True
        for held in {one for some in self._held.values() for one in some}:
            held.woken.set()

    async def hold(
        self, protocol: HTTPProtocol, headers: list[tuple[str, str]], begun: bytes, topics: list[str], address: str
    ) -> None:
        """Answer with a stream that begins with `begun` and lasts until its reader leaves or its time is up."""
        held = Held(topics)
        for topic in topics:
            self._held[topic].add(held)
        self._of[network_of(address)] += 1
        gone = asyncio.ensure_future(protocol.client_disconnect())
        try:
            transport = protocol.response_stream(200, headers)
            with contextlib.suppress(ProtocolClosed):
                await transport.send_bytes(begun)
                await self._send(transport, held, gone)
        finally:
            gone.cancel()
            self._release(held, address)

    async def _send(self, transport: Any, held: Held, gone: asyncio.Future[Any]) -> None:
        ends = self._loop.time() + LONGEST
        while self._loop.time() < ends:
            woken = asyncio.ensure_future(held.woken.wait())
            try:
                await asyncio.wait((woken, gone), timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            finally:
                woken.cancel()
            if self._stopping or gone.done():
                return
            await transport.send_str(held.take())
            if held.ends:
                return

    def _release(self, held: Held, address: str) -> None:
        for topic in held.topics:
            self._held[topic].discard(held)
            if not self._held[topic]:
                del self._held[topic]
        self._of -= Counter([network_of(address)])
