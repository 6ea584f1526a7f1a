"""What changed at a table, told to the pages that show it: one stream each, held open by the front."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response

from referee.club.access import Access
from referee.store import Store
from referee.web.kit.request import tables
from referee.web.kit.rights import sees

news = Blueprint("news", __name__)


@news.get("/t/<id:table>/news")
@sees("scores")
def watch(table: str) -> Response:
    """Begin the stream of a table: `table 17` for its last entry, `door` when its devices or their rights changed.

    A server that does not hold it ends it at once; then the browser asks again every two seconds.
    """
    begun = f"retry: 2000\n\ndata: table {tables().seq(table)}\n\n"
    headers = {"X-Held": f"{table} door:{table}", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(begun, mimetype="text/event-stream", headers=headers)


def listen(store: Store, access: Access, tell: Callable[[str, str], None]) -> None:
    """Have `tell` called with topic and text for whatever `watch` promises."""
    store.listen(lambda stream, seq: tell(stream, f"table {seq}"))
    access.listen(lambda subject: tell(f"door:{subject}", "door"))
