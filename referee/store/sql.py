"""Write the rows of a stream with their hashes, or hash them again, whatever the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from referee.store.hashes import Row, first_link, links, seal_of

ROWS = "SELECT seq, key, part, kind, body, at, by FROM event WHERE stream = ?"
"""Selects the columns of an event that are hashed."""


class Connection(Protocol):
    """A connection of a store. Placeholders are `?` and `:name`, whatever the engine."""

    @property
    def conn(self) -> Any:
        """The object that has `executemany(sql, rows)`."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Any:
        """A cursor over the rows of the statement."""

    def begin(self) -> None:
        """Begin a transaction that sees one state of the store."""

    def rollback(self) -> None:
        """End the transaction."""


def add_stream(db: Connection, row: tuple[str, str, str, str, str, str, str]) -> None:
    """Insert a stream, given as (id, kind, key, meta, label, created, by), and its first head."""
    stream, kind, key, meta, label, created, by = row
    db.execute("INSERT INTO stream (id, kind, key, meta, label, created, by) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    begun = first_link(stream, kind, meta, created, by)
    db.execute("INSERT INTO head (stream, seq, seal, sum) VALUES (?, 0, ?, ?)", (stream, begun, seal_of((key, label))))


def add_events(db: Connection, stream: str, rows: Sequence[Row], before: bytes | None = None) -> None:
    """Insert the next events of a stream with their hashes, and move the head; `before` is its hash, if known."""
    if not rows:
        return
    if before is None:
        (before,) = db.execute("SELECT seal FROM head WHERE stream = ?", (stream,)).fetchone()
    seals = links(before, rows)
    db.conn.executemany(
        "INSERT INTO event (stream, seq, key, part, kind, body, at, by, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(stream, *row, seal) for row, seal in zip(rows, seals, strict=True)],
    )
    db.execute("UPDATE head SET seq = ?, seal = ? WHERE stream = ?", (rows[-1][0], seals[-1], stream))


def seal_stream(db: Connection, stream: str) -> tuple[int, bytes]:
    """Hash a whole stream again, with the triggers lifted; return its length and its head."""
    key, label, *begun = db.execute(
        "SELECT key, label, id, kind, meta, created, by FROM stream WHERE id = ?", (stream,)
    ).fetchone()
    rows = db.execute(f"{ROWS} ORDER BY seq", (stream,)).fetchall()
    seals = links(first := first_link(*begun), rows)
    db.conn.executemany(
        "UPDATE event SET seal = ? WHERE stream = ? AND seq = ?",
        [(seal, stream, row[0]) for row, seal in zip(rows, seals, strict=True)],
    )
    head = seals[-1] if seals else first
    db.execute("DELETE FROM head WHERE stream = ?", (stream,))
    db.execute(
        "INSERT INTO head (stream, seq, seal, sum) VALUES (?, ?, ?, ?)",
        (stream, len(rows), head, seal_of((key, label))),
    )
    return len(rows), head
