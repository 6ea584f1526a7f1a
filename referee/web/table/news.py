"""What changed at a table, told to the pages that show it: one stream each, held open by the front."""

from __future__ import annotations

from collections.abc import Callable

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
    """Begin the stream of a table: `table 17` for its last entry, `door` when its devices, their rights or its
    tournament changed.

    A server that does not hold it ends it at once; then the browser asks again every two seconds.
    """
    begun = f"retry: 2000\n\ndata: table {tables().seq(table)}\n\n"
    place, topics = place_of(table), [table, f"door:{table}"]
    if place is not None:
        event, there = place.tournament, table_subject(place.tournament, place.table)
        topics += [f"event:{event}", f"door:{event}", f"door:{there}"]
    headers = {"X-Held": " ".join(map(topic, topics)), "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(begun, mimetype="text/event-stream", headers=headers)


def listen(store: Store, access: Access, tell: Callable[[str, str], None]) -> None:
    """Have `tell` called with topic and text for whatever `watch` promises."""

    def entered(stream: str, seq: int) -> None:
        tell(stream, f"table {seq}")
        tell(f"event:{stream}", "door")

    store.listen(entered)
    access.listen(lambda subject: tell(f"door:{subject}", "door"))
