"""Take a person out of a log: the one exception to append-only. Everything else in the log stays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from referee.store.hashes import SEAL_BYTES
from referee.store.records import Event, Json, Stream
from referee.store.sql import Connection, seal_stream

Change = Callable[[Stream, list[Event]], tuple[Stream, list[Event]]]
"""Returns a stream and its events as they shall be; if it raises, nothing changes."""


def naming(db: Connection, names: Iterable[str]) -> set[str]:
    """The ids of the streams whose texts contain one of the names, in any capitals, even inside a word."""
    wanted = re.compile("|".join(re.escape(_json(name)[1:-1]) for name in names), re.IGNORECASE)
    about = "SELECT id, meta || ' ' || label || ' ' || by FROM stream UNION ALL "
    events = "SELECT stream, body || ' ' || by FROM event"
    return {str(stream) for stream, text in db.execute(about + events) if wanted.search(text)}


def rewrite(db: Connection, streams: Iterable[tuple[Stream, list[Event]]], change: Change, now: str) -> int:
    """Rewrite the streams that `change` changes; return how many.

    Needs the caller's transaction, with the triggers lifted. Ids, keys, numbers, times and kinds stay. A rewritten
    stream is sealed again, and `resealed` notes the hashes that it had, one after the other, and its new head.
    """
    changed = 0
    for stream, events in streams:
        after, new = change(stream, events)
        if (after, new) == (stream, events):
            continue
        changed += 1
        db.execute("DELETE FROM summary WHERE stream = ?", (stream.id,))
        db.execute(
            "UPDATE stream SET meta = ?, label = ?, by = ? WHERE id = ?",
            (_json(after.meta), _json(after.label), after.by, stream.id),
        )
        rows = [(_json(e.body), e.by, stream.id, e.seq) for e, old in zip(new, events, strict=True) if e != old]
        db.conn.executemany("UPDATE event SET body = ?, by = ? WHERE stream = ? AND seq = ?", rows)
        (old,) = db.execute("SELECT seal FROM head WHERE stream = ?", (stream.id,)).fetchone()
        before = _seals(db, stream.id)
        seq, head = seal_stream(db, stream.id)
        if old != head:
            db.execute("DELETE FROM resealed WHERE stream = ? AND at = ?", (stream.id, now))
            gone = [one for one, other in zip(before, _seals(db, stream.id), strict=True) if one != other]
            noted = (stream.id, now, seq, b"".join(gone or [old]), head)
            db.execute("INSERT INTO resealed (stream, at, seq, old, new) VALUES (?, ?, ?, ?, ?)", noted)
    return changed


def _seals(db: Connection, stream: str) -> list[bytes]:
    """The hashes of a stream's events."""
    rows = db.execute("SELECT seal FROM event WHERE stream = ? ORDER BY seq", (stream,))
    return [bytes(seal) for (seal,) in rows]


def one_by_one(seals: bytes) -> list[bytes]:
    """The hashes that are written one after the other."""
    return [seals[at : at + SEAL_BYTES] for at in range(0, len(seals), SEAL_BYTES)]


def with_bodies(events: Sequence[Event], bodies: Sequence[Json]) -> list[Event]:
    """The same events with other bodies."""
    return [replace(event, body=body) for event, body in zip(events, bodies, strict=True)]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
