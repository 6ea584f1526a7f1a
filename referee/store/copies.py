"""Streams copied from one store to another, with their ids, keys and times."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.store.errors import StreamsDiffer
from referee.store.hashes import Row
from referee.store.records import Event
from referee.store.sql import Connection, add_events, add_stream


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


def take_in(db: Connection, copies: Sequence[Copied]) -> None:
    """Add streams of another store under their own ids; one that is here already gets the events it lacks.

    Raises StreamsDiffer where the stream here is not the beginning of its copy.
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


def _rows(events: Sequence[Event]) -> Iterator[Row]:
    part, key = 0, ""
    for seq, event in enumerate(events, 1):
        part = part + 1 if event.key == key else 0
        key = event.key
        yield seq, key, part, event.kind, _text(event.body), event.at, event.by


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
