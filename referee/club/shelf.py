"""Where a table or a tournament stands in a club's house: in sight, in the archive, thrown away; tables to try things
out on.
"""

from __future__ import annotations

from typing import Literal

from referee.store import Store, Stream

Shelf = Literal["", "archive", "bin"]
SHELVES: tuple[Shelf, ...] = ("", "archive", "bin")
"""In sight, put away, thrown away: a log is kept for ever, so that what was thrown away can be taken back."""


def shelf_of(stream: Stream) -> str:
    """Where a table, or a tournament, stands."""
    return str(stream.label.get("shelf", ""))


def put(store: Store, stream: str, shelf: Shelf) -> None:
    """Put a table, or a tournament with its tables, somewhere else."""
    store.set_label(stream, store.stream(stream).label | {"shelf": shelf})


def is_demo(stream: Stream) -> bool:
    """Whether a table was opened to try things out: it is nobody's evening."""
    return bool(stream.label.get("demo"))


def make_demo(store: Store, table: str) -> None:
    """Say of a table that it was opened to try things out."""
    store.set_label(table, store.stream(table).label | {"title": "", "demo": True})
