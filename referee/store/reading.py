"""Read a store: streams, their events and heads, and the players met."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from referee.store import summaries
from referee.store.errors import StoreDamaged, UnknownStream
from referee.store.hashes import code_of
from referee.store.records import Event, Json, Person, Stream
from referee.store.rewriting import naming, one_by_one
from referee.store.sql import Connection

STREAM = """
    SELECT s.id, s.kind, s.meta, s.label, s.created, s.by,
           coalesce((SELECT seq FROM head WHERE stream = s.id), 0),
           coalesce((SELECT at FROM event WHERE stream = s.id ORDER BY seq DESC LIMIT 1), s.created)
    FROM stream AS s
"""


AROUND = 200
"""About how many bytes an event takes beside its text, in its table and the indexes."""


class Readers(Protocol):
    """Connections to read with."""

    def one(self) -> AbstractContextManager[Connection]:
        """A connection, for as long as the context lasts."""

    def close(self) -> None:
        """Close all connections."""


class Reading:
    """The reading side of an open store.

    `path` is its file; for a store on a server its name in messages, beside which its backups lie.
    """

    def __init__(self, path: Path, readers: Readers) -> None:
        self.path = path
        self.readers = readers

    def events(self, stream: str, after: int = 0) -> list[Event]:
        """The events numbered above `after`, in order. Raises UnknownStream."""
        with self.readers.one() as db:
            events = self._events(db, stream, after)
            if not events and not db.execute("SELECT 1 FROM stream WHERE id = ?", (stream,)).fetchone():
                raise UnknownStream(stream)
        return events

    def knows(self, stream: str, key: str) -> bool:
        """Whether an append with this key has been made."""
        with self.readers.one() as db:
            asked = db.execute("SELECT 1 FROM event WHERE stream = ? AND key = ? AND part = 0", (stream, key))
            return asked.fetchone() is not None

    def stream_of_key(self, kind: str, key: str) -> str | None:
        """The id of the stream of a kind that was created with a key."""
        with self.readers.one() as db:
            row = db.execute("SELECT id FROM stream WHERE key = ? AND kind = ?", (key, kind)).fetchone()
        return str(row[0]) if row else None

    def stream(self, stream: str) -> Stream:
        """One stream by its id. Raises UnknownStream."""
        with self.readers.one() as db:
            row = db.execute(f"{STREAM} WHERE s.id = ?", (stream,)).fetchone()
        if row is None:
            raise UnknownStream(stream)
        return self._stream(row)

    def head(self, stream: str) -> tuple[int, bytes]:
        """A stream's length and the hash of its last event. Raises UnknownStream."""
        with self.readers.one() as db:
            row = db.execute("SELECT seq, seal FROM head WHERE stream = ?", (stream,)).fetchone()
        if row is None:
            raise UnknownStream(stream)
        return row[0], row[1]

    def places_of_code(self, code: str) -> list[tuple[str, int]]:
        """The streams and event numbers whose hash has this code, or had it before a person was taken out."""
        with self.readers.one() as db:
            rows = db.execute("SELECT stream, seq, seal FROM event UNION ALL SELECT stream, seq, old FROM resealed")
            return sorted({
                (stream, seq - back)
                for stream, seq, seals in rows
                for back, seal in enumerate(reversed(one_by_one(seals)))
                if code_of(seal) == code
            })  # fmt: skip

    def resealings(self, stream: str) -> list[tuple[str, int, bytes, bytes]]:
        """Each time a person was taken out of a stream: the time, its length then, the hash before and after."""
        query = "SELECT at, seq, old, new FROM resealed WHERE stream = ? ORDER BY at"
        with self.readers.one() as db:
            return [(at, seq, one_by_one(old)[-1], new) for at, seq, old, new in db.execute(query, (stream,))]

    def state(self) -> tuple[list[tuple[str, int, bytes, bytes]], int]:
        """The head of each stream and the number of reseals: equal for equal states of the logs."""
        with self.readers.one() as db:
            heads = db.execute("SELECT stream, seq, seal, sum FROM head ORDER BY stream").fetchall()
            (resealed,) = db.execute("SELECT count(*) FROM resealed").fetchone()
        return heads, resealed

    def last_at(self) -> str:
        """The UTC time of the newest event; empty where there is none."""
        with self.readers.one() as db:
            return str(db.execute("SELECT max(at) FROM event").fetchone()[0] or "")

    def having(self, kind: str, among: Collection[str]) -> set[str]:
        """The ids of the streams `among` these that have an event of a kind."""
        query = "SELECT 1 FROM event WHERE stream = ? AND kind = ? LIMIT 1"
        with self.readers.one() as db:
            return {stream for stream in among if db.execute(query, (stream, kind)).fetchone()}

    def summaries(self, version: str) -> dict[str, str]:
        """The summaries kept by this version of the program that still count, by stream."""
        with self.readers.one() as db:
            return summaries.valid(db, version)

    def without_summary(self, kind: str, version: str) -> list[tuple[str, str]]:
        """The streams of a kind without such a summary, and when each was last written to, the newest first."""
        with self.readers.one() as db:
            return summaries.streams_without(db, kind, version)

    def count(self, kind: str) -> int:
        """How many streams of a kind there are."""
        with self.readers.one() as db:
            return int(db.execute("SELECT count(*) FROM stream WHERE kind = ?", (kind,)).fetchone()[0])

    def entries(self) -> int:
        """How many events there are in all streams."""
        with self.readers.one() as db:
            return int(db.execute("SELECT coalesce(sum(seq), 0) FROM head").fetchone()[0])

    def size(self) -> int:
        """About how many bytes all events take: their text, and `AROUND` for each."""
        with self.readers.one() as db:
            return int(db.execute(f"SELECT coalesce(sum(length(body) + {AROUND}), 0) FROM event").fetchone()[0])  # nosec B608

    def naming(self, names: Iterable[str]) -> set[str]:
        """The ids of the streams whose texts contain one of the names, in any capitals, even inside a word."""
        with self.readers.one() as db:
            return naming(db, names)

    def keys(self, stream: str, after: int) -> dict[int, str]:
        """The key of each event of a stream after an entry, by its number."""
        with self.readers.one() as db:
            rows = db.execute("SELECT seq, key FROM event WHERE stream = ? AND seq > ? ORDER BY seq", (stream, after))
            return {int(seq): str(key) for seq, key in rows.fetchall()}

    def kinds(self) -> list[str]:
        """The kinds of streams there are."""
        with self.readers.one() as db:
            return [str(row[0]) for row in db.execute("SELECT DISTINCT kind FROM stream ORDER BY kind")]

    def streams(self, kind: str) -> list[Stream]:
        """All streams of a kind, in the order they were made."""
        with self.readers.one() as db:
            rows = db.execute(f"{STREAM} WHERE s.kind = ? ORDER BY s.created, s.rowid", (kind,)).fetchall()
        return [self._stream(row) for row in rows]

    def people(self) -> list[Person]:
        """The known players, the one seen last first."""
        with self.readers.one() as db:
            rows = db.execute("SELECT name, last_seen FROM person ORDER BY last_seen DESC, name").fetchall()
        return [Person(*row) for row in rows]

    def _events(self, db: Connection, stream: str, after: int) -> list[Event]:
        rows = db.execute(
            "SELECT seq, key, kind, body, at, by FROM event WHERE stream = ? AND seq > ? ORDER BY seq", (stream, after)
        ).fetchall()
        return [
            Event(seq, key, kind, self._read(body, f"{stream}/{seq}"), at, by) for seq, key, kind, body, at, by in rows
        ]

    def _stream(self, row: Sequence[Any]) -> Stream:
        name, kind, meta, label, created, by, seq, last_at = row
        return Stream(name, kind, self._read(meta, name), self._read(label, name), created, by, seq, last_at)

    def _read(self, text: str, where: str) -> Json:
        try:
            value: Json = json.loads(text)
        except ValueError as error:
            raise StoreDamaged(self.path, f"{where}: {error}") from error
        return value
