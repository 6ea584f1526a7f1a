"""A whole store moved to another, whatever the engines: row by row as it is, checked log by log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from referee.store.checks import Counts, counts, seal_problems
from referee.store.errors import StoreDamaged, StoreUnwritable, StreamsDiffer, named
from referee.store.log import Store
from referee.store.rows import Connection
from referee.store.sqlite import safety
from referee.store.sqlite.store import open_store

Progress = Callable[[int, int], None]
Row = tuple[object, ...]

_COLUMNS = {
    "stream": ("id", "kind", "key", "meta", "label", "created", "by"),
    "head": ("stream", "seq", "seal", "sum"),
    "event": ("stream", "seq", "key", "part", "kind", "body", "at", "by", "seal"),
    "resealed": ("stream", "at", "seq", "old", "new"),
    "person": ("name", "last_seen", "sum"),
}


def move(source: Store, target: Store, progress: Progress | None = None) -> Counts:
    """Copy every log of `source` to `target`, one transaction a log; what `target` then holds.

    Keys, numbers, times and hashes stay what they are. What was moved before is passed over, and goes on where it had
    gone on; so a move that was cut off is begun again. Raises StreamsDiffer where `target` has gone on by itself,
    StoreDamaged where what arrived does not fit its hashes.
    """
    with source.readers.one() as db:
        db.begin()
        ids = [row[0] for row in db.execute("SELECT id FROM stream AS s ORDER BY s.created, s.rowid")]
        for done, stream in enumerate(ids, 1):
            _move_stream(db, target, stream)
            if progress:
                progress(done, len(ids))
        people = [tuple(row) for row in db.execute(_select("person"))]
        wanted = counts(db)
    target.writer.write(lambda there: _replace(there, "person", "name", people))
    with target.readers.one() as there:
        found = counts(there)
    if (found.streams, found.events) < (wanted.streams, wanted.events):
        raise StoreDamaged(target.path, f"{found} arrived of {wanted}")
    return found


def write_file(source: Store, dest: Path) -> Counts:
    """Copy a store to a file that is not there yet, which appears once it is complete and has been read through.

    Raises StoreUnwritable, StoreDamaged.
    """
    if dest.exists():
        raise StoreUnwritable(dest, "exists")
    part = dest.with_name(dest.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with open_store(part, None, read_only=False) as file:
            move(source, file)
        found = safety.examine(part)
        with named(dest):
            part.replace(dest)
            safety.sync(dest.parent)
    finally:
        for suffix in ("", "-wal", "-shm", ".lock"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)
    return found


def _move_stream(source: Connection, target: Store, stream: str) -> None:
    ((seq, seal),) = source.execute("SELECT seq, seal FROM head WHERE stream = ?", (stream,)).fetchall()

    def work(db: Connection) -> None:
        there = db.execute("SELECT seq, seal FROM head WHERE stream = ?", (stream,)).fetchone()
        after = 0
        if there is not None:
            after = there[0]
            if _seal_at(source, stream, after) != _seal_at(db, stream, after):
                raise StreamsDiffer(stream, after)
        else:
            _insert(db, "stream", _rows(source, "stream", "id", stream))
        if there is None or (after, there[1]) != (seq, seal):
            events = source.execute(f"{_select('event')} WHERE stream = ? AND seq > ? ORDER BY seq", (stream, after))
            _insert(db, "event", [tuple(row) for row in events])
        (label,) = source.execute("SELECT label FROM stream WHERE id = ?", (stream,)).fetchone()
        db.execute("UPDATE stream SET label = ? WHERE id = ?", (label, stream))
        for table in ("head", "resealed"):
            _replace(db, table, "stream", _rows(source, table, "stream", stream))
        for problem in seal_problems(db, stream):
            raise StoreDamaged(target.path, f"{stream}: {problem.text}")

    target.writer.write(work)


def _seal_at(db: Connection, stream: str, seq: int) -> bytes | None:
    """The hash of an event; of a stream without any, None."""
    row = db.execute("SELECT seal FROM event WHERE stream = ? AND seq = ?", (stream, seq)).fetchone()
    return bytes(row[0]) if row else None


def _select(table: str) -> str:
    """The statement that reads a table, whose name stands in this module as its columns do."""
    return f"SELECT {', '.join(_COLUMNS[table])} FROM {table}"  # nosec B608


def _rows(db: Connection, table: str, by: str, value: str) -> list[Row]:
    return [tuple(row) for row in db.execute(f"{_select(table)} WHERE {by} = ?", (value,))]


def _insert(db: Connection, table: str, rows: Sequence[Row]) -> None:
    columns = _COLUMNS[table]
    marks = ", ".join("?" * len(columns))
    if rows:
        db.conn.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)  # nosec B608


def _replace(db: Connection, table: str, by: str, rows: Sequence[Row]) -> None:
    """Put rows in the place of those with the same name."""
    at = _COLUMNS[table].index(by)
    names = [(name,) for name in {row[at] for row in rows}]
    db.conn.executemany(f"DELETE FROM {table} WHERE {by} = ?", names)  # nosec B608
    _insert(db, table, rows)
