"""Where a table stands in a club's house: in sight, in the archive, thrown away; tables to try things out on."""

from __future__ import annotations

from typing import Literal

from referee.club.tables import Tables
from referee.store import Stream

Shelf = Literal["", "archive", "bin"]
SHELVES: tuple[Shelf, ...] = ("", "archive", "bin")
"""In sight, put away, thrown away: a log is kept for ever, so that what was thrown away can be taken back."""


def shelf_of(stream: Stream) -> str:
    """Where a table stands."""
    return str(stream.label.get("shelf", ""))


def put(tables: Tables, table: str, shelf: Shelf) -> None:
    """Put a table somewhere else."""
    tables.store.set_label(table, tables.store.stream(table).label | {"shelf": shelf})


def is_demo(stream: Stream) -> bool:
    """Whether a table was opened to try things out: it is nobody's evening."""
    return bool(stream.label.get("demo"))


def make_demo(tables: Tables, table: str) -> None:
    """Say of a table that it was opened to try things out."""
    tables.store.set_label(table, tables.store.stream(table).label | {"title": "", "demo": True})
