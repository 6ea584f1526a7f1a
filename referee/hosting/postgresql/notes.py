"""The notes that all processes of a club share, in an unlogged table: a crash of the server empties it."""

from __future__ import annotations

from referee.hosting.postgresql.connections import Readers
from referee.store.notes import Note

KEPT = "1 hour"
_SWEEP_EVERY = 500
"""How many notes are written before old ones are removed."""


class SharedNotes:
    """The notes of one club."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._written = 0

    def put(self, kind: str, key: str, text: str = "") -> None:
        """Write a note, at the server's time."""
        self._write(
            "INSERT INTO note (kind, key, text) VALUES (?, ?, ?) ON CONFLICT (club, kind, key)"
            " DO UPDATE SET text = excluded.text, at = clock_timestamp()",
            (kind, key, text),
        )

    def claim(self, kind: str, key: str, seconds: float) -> bool:
        """Write an empty note unless there is one of the last `seconds`; of several processes at once only one does."""
        return self._write(
            "INSERT INTO note (kind, key, text) VALUES (?, ?, '') ON CONFLICT (club, kind, key)"
            " DO UPDATE SET text = '', at = clock_timestamp()"
            " WHERE note.at < clock_timestamp() - make_interval(secs => ?)",
            (kind, key, seconds),
        )

    def within(self, kind: str, seconds: float, begins: str = "") -> dict[str, Note]:
        """The notes of a kind from the last `seconds` whose key starts with `begins`, the newest first."""
        query = (
            "SELECT key, text, extract(epoch FROM clock_timestamp() - at)::float FROM note"
            " WHERE kind = ? AND at > clock_timestamp() - make_interval(secs => ?) AND starts_with(key, ?)"
            " ORDER BY at DESC"
        )
        with self._readers.one() as db:
            return {key: Note(text, ago) for key, text, ago in db.execute(query, (kind, seconds, begins))}

    def drop(self, kind: str, key: str) -> None:
        """Remove a note."""
        self._write("DELETE FROM note WHERE kind = ? AND key = ?", (kind, key))

    def _write(self, statement: str, values: tuple[object, ...]) -> bool:
        self._written += 1
        with self._readers.one() as db:
            written = db.execute(statement, values).rowcount > 0
            if self._written % _SWEEP_EVERY == 0:
                db.execute("DELETE FROM note WHERE at < clock_timestamp() - ?::interval", (KEPT,))
        return written
