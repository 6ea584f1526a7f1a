"""Streams as they go from one store to another, with their ids, keys and times."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from referee.store.errors import StreamsDiffer
from referee.store.records import Event
from referee.store.seal import Row, first_link, links, seal_of


@dataclass(frozen=True, slots=True)
class Copied:
    """A stream with all its events, as another store has it."""

    id: str
    kind: str
    meta: Mapping[str, Any]
    label: Mapping[str, Any]
    created: str
    by: str
    events: tuple[Event, ...]


def take_in(db: Database, copies: Sequence[Copied]) -> None:
    """Streams of another store, under their own ids. One that is here already gets the events it lacks. Raises
    StreamsDiffer where what is here is not the beginning of what comes.
    """
    for copy in copies:
        known = db.execute("SELECT kind FROM stream WHERE id = ?", (copy.id,)).fetchone()
        if known is None:
            add_stream(
                db, (copy.id, copy.kind, f"copy/{copy.id}", _text(copy.meta), _text(copy.label), copy.created, copy.by)
            )
        elif known[0] != copy.kind:
            raise StreamsDiffer(copy.id, 0)
        here = db.execute("SELECT kind, body, at, by FROM event WHERE stream = ? ORDER BY seq", (copy.id,)).fetchall()
        for seq, (row, event) in enumerate(zip(here, copy.events, strict=False), 1):
            if (row[0], json.loads(row[1]), *row[2:]) != (event.kind, event.body, event.at, event.by):
                raise StreamsDiffer(copy.id, seq)
        add_events(db, copy.id, [row for row in _rows(copy.events) if row[0] > len(here)])


def add_stream(db: Database, row: tuple[str, str, str, str, str, str, str]) -> None:
    """Insert a stream, its id, kind, key, meta, label, created and by, with the head its chain begins with."""
    stream, kind, key, meta, label, created, by = row
    db.execute("INSERT INTO stream (id, kind, key, meta, label, created, by) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    begun = first_link(stream, kind, meta, created, by)
    db.execute("INSERT INTO head VALUES (?, 0, ?, ?)", (stream, begun, seal_of((key, label))))


def add_events(db: Database, stream: str, rows: Sequence[Row]) -> None:
    """Insert the next events of a stream, each with its hash, and move the head."""
    if not rows:
        return
    (before,) = db.execute("SELECT seal FROM head WHERE stream = ?", (stream,)).fetchone()
    seals = links(before, rows)
    db.conn.executemany(
        "INSERT INTO event (stream, seq, key, part, kind, body, at, by, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(stream, *row, seal) for row, seal in zip(rows, seals, strict=True)],
    )
    db.execute("UPDATE head SET seq = ?, seal = ? WHERE stream = ?", (rows[-1][0], seals[-1], stream))


def _rows(events: Sequence[Event]) -> Iterator[Row]:
    part, key = 0, ""
    for seq, event in enumerate(events, 1):
        part = part + 1 if event.key == key else 0
        key = event.key
        yield seq, key, part, event.kind, _text(event.body), event.at, event.by


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
