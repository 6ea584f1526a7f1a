"""News of a table for the pages that show it: one stream each, which the front holds open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flask import Blueprint, Response

from referee.club.access import Access
from referee.store import Store
from referee.web.kit.request import tables
from referee.web.kit.rights import sees
from referee.web.kit.shared import topic
from referee.web.kit.visit import place_of, table_subject

news = Blueprint("news", __name__)


@news.get("/t/<id:table>/news")
@sees("scores")
def watch(table: str) -> Response:
    """Begin the stream of a table's news.

    `table 17` tells its last entry, `door` that its devices, their rights or its tournament changed. It ends where
    rights changed. A server that does not hold the stream ends it at once. The browser then asks again
    after two seconds.
    """
    place, topics = place_of(table), [table, f"door:{table}"]
    if place is not None:
        event, there = place.tournament, table_subject(place.tournament, place.table)
        topics += [f"event:{event}", f"door:{event}", f"door:{there}"]
    return held("table", tables().seq(table), topics)


def held(word: str, seq: int, topics: Sequence[str]) -> Response:
    """A stream that begins with the number of the last entry, and tells the news of these topics."""
    begun = f"retry: 2000\n\nid: {seq}\ndata: {word} {seq}\n\n"
    headers = {"X-Held": " ".join(map(topic, topics)), "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(begun, mimetype="text/event-stream", headers=headers)


def listen(store: Store, access: Access, tell: Callable[[str, str], None]) -> None:
    """Call `tell` with topic and text for all news that the streams of tables and tournaments promise."""

    def tell_entry(stream: str, seq: int) -> None:
        tell(stream, f"table {seq}")
        tell(f"event:{stream}", "door")
        tell(f"event-news:{stream}", f"tournament {seq}")

    store.listen(tell_entry)
    access.listen(partial(_tell_door, tell))


def _tell_door(tell: Callable[[str, str], None], subject: str) -> None:
    """Tell that rights changed, and end the streams: whoever was turned out gets no new one."""
    for text in ("door", ""):
        tell(f"door:{subject}", text)
