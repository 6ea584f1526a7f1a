"""The shelf of a table or tournament: in sight, in the archive, thrown away. And tables for trying things out."""

from __future__ import annotations

from typing import Literal

from referee.store import Store, Stream

Shelf = Literal["", "archive", "bin"]
SHELVES: tuple[Shelf, ...] = ("", "archive", "bin")
"""In sight, in the archive, thrown away. A log is kept for ever, so what was thrown away can be taken back."""


def shelf_of(stream: Stream) -> str:
    """The shelf of a table or a tournament."""
    return str(stream.label.get("shelf", ""))


def put(store: Store, stream: str, shelf: Shelf) -> None:
    """Put a table, or a tournament with its tables, on a shelf."""
    store.set_label(stream, store.stream(stream).label | {"shelf": shelf})


def is_demo(stream: Stream) -> bool:
    """Whether a table was opened to try things out, and counts for nobody."""
    return bool(stream.label.get("demo"))


def make_demo(store: Store, table: str) -> None:
    """Mark a table as opened to try things out."""
    store.set_label(table, store.stream(table).label | {"title": "", "demo": True})
