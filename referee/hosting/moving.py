"""Move a whole store to another, whatever the engines: row by row, unchanged, each log checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import islice, zip_longest
from pathlib import Path

from referee.store.checks import Counts, Progress, counts, rows_with_seals, seal_problems
from referee.store.errors import StoreDamaged, StoreUnwritable, StreamsDiffer, name_errors
from referee.store.hashes import seal_of
from referee.store.log import Store
from referee.store.sql import Connection
from referee.store.sqlite import backup
from referee.store.sqlite.store import open_store

Row = tuple[object, ...]

_COLUMNS = {
    "stream": ("id", "kind", "key", "meta", "label", "created", "by"),
    "head": ("stream", "seq", "seal", "sum"),
    "event": ("stream", "seq", "key", "part", "kind", "body", "at", "by", "seal"),
    "resealed": ("stream", "at", "seq", "old", "new"),
    "person": ("name", "last_seen", "sum"),
}


_LOGS = "SELECT s.created, s.id, h.seq, s.label FROM stream AS s JOIN head AS h ON h.stream = s.id"


def move(source: Store, target: Store, progress: Progress | None = None) -> Counts:
    """Copy every log of `source` to `target`, one transaction a log; return what `target` then holds.

    Keys, numbers, times and hashes stay. A log moved before gets only the events it lacks, so a move that was cut off
    can be run again. Raises StreamsDiffer where a log of `target` has events of its own, StoreDamaged where a log that
    arrived does not fit its hashes.
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
        arrived = counts(there)
    if (arrived.streams, arrived.events) < (wanted.streams, wanted.events):
        raise StoreDamaged(target.path, f"{arrived} arrived of {wanted}")
    return arrived


def write_file(source: Store, dest: Path, progress: Progress | None = None) -> Counts:
    """Copy a store to a new file, which appears once it is complete and checked.

    Raises StoreUnwritable, StoreDamaged.
    """
    return _write(dest, lambda file: move(source, file, progress))


def _write(dest: Path, fill: Callable[[Store], object]) -> Counts:
    if dest.exists():
        raise StoreUnwritable(dest, "exists")
    part = dest.with_name(dest.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with open_store(part, None, read_only=False) as file:
            fill(file)
        total = backup.examine(part)
        with name_errors(dest):
            part.replace(dest)
            backup.sync(dest.parent)
    finally:
        for suffix in ("", "-wal", "-shm", ".lock"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)
    return total


def join(sources: Sequence[Store], dest: Path) -> Counts:
    """Write the contents of several stores to one new file; the order of the stores makes no difference.

    Of a log that is in several stores the longest is taken. Raises StreamsDiffer where two of them differ, StoreDamaged
    where a store differs from its seals, each with the first entry that does not fit; then no file is written.
    """
    for source in sources:
        for problem in source.verify():
            where = f"{problem.stream}/{problem.seq}: " if problem.stream else ""
            raise StoreDamaged(source.path, f"{where}{problem.text}")
    with ExitStack() as opened:
        read = [opened.enter_context(source.readers.one()) for source in sources]
        logs: dict[str, list[tuple[str, str, int, str, int]]] = {}
        for at, db in enumerate(read):
            db.begin()
            for created, stream, seq, label in db.execute(_LOGS):
                logs.setdefault(stream, []).append((created, stream, -seq, label, at))

        def fill(target: Store) -> None:
            for (_, stream, _, _, longest), *others in sorted(map(sorted, logs.values())):
                for *_, at in others:
                    _require_beginning(read[at], read[longest], stream)
                _move_stream(read[longest], target, stream, rename=True)
            people = sorted(tuple(row) for db in read for row in db.execute(_select("person")))
            last = list({row[0]: row for row in people}.values())  # of equal names the one seen last stays
            target.writer.write(lambda db: _insert(db, "person", last))

        return _write(dest, fill)


def _require_beginning(shorter: Connection, longer: Connection, stream: str) -> None:
    """Raise StreamsDiffer, with the first entry that differs, where one log is not the beginning of the other."""
    begun = "SELECT kind, meta, created, by FROM stream WHERE id = ?"
    if shorter.execute(begun, (stream,)).fetchone() != longer.execute(begun, (stream,)).fetchone():
        raise StreamsDiffer(stream, 0)
    seals = "SELECT seq, seal FROM event WHERE stream = ? ORDER BY seq"
    for (seq, one), other in zip_longest(
        shorter.execute(seals, (stream,)), islice(longer.execute(seals, (stream,)), _length(shorter, stream))
    ):
        if other is None or bytes(one) != bytes(other[1]):
            raise StreamsDiffer(stream, seq)


def _length(db: Connection, stream: str) -> int:
    return int(db.execute("SELECT seq FROM head WHERE stream = ?", (stream,)).fetchone()[0])


def _move_stream(source: Connection, target: Store, stream: str, *, rename: bool = False) -> None:
    """Copy a log, or the events missing in `target`; `rename` changes its key where another log has that key."""
    ((seq, seal),) = source.execute("SELECT seq, seal FROM head WHERE stream = ?", (stream,)).fetchall()

    def work(db: Connection) -> None:
        there = db.execute("SELECT seq, seal FROM head WHERE stream = ?", (stream,)).fetchone()
        after = 0
        if there is not None:
            after = there[0]
            _require_beginning(db, source, stream)
        else:
            rows = _rows(source, "stream", "id", stream)
            if rename and db.execute("SELECT 1 FROM stream WHERE key = ?", (rows[0][2],)).fetchone():
                rows = [(*rows[0][:2], f"copy/{stream}", *rows[0][3:])]
            _insert(db, "stream", rows)
        if there is None or (after, there[1]) != (seq, seal):
            events = source.execute(f"{_select('event')} WHERE stream = ? AND seq > ? ORDER BY seq", (stream, after))
            _insert(db, "event", [tuple(row) for row in events])
        (label,) = source.execute("SELECT label FROM stream WHERE id = ?", (stream,)).fetchone()
        db.execute("UPDATE stream SET label = ? WHERE id = ?", (label, stream))
        for table in ("head", "resealed"):
            _replace(db, table, "stream", _rows(source, table, "stream", stream))
        (key,) = db.execute("SELECT key FROM stream WHERE id = ?", (stream,)).fetchone()
        db.execute("UPDATE head SET sum = ? WHERE stream = ?", (seal_of((key, label)), stream))
        for problem in seal_problems(db, stream, rows_with_seals(db, stream)):
            raise StoreDamaged(target.path, f"{stream}: {problem.text}")

    target.writer.write(work)


def _select(table: str) -> str:
    """The statement that reads a table of `_COLUMNS`."""
    return f"SELECT {', '.join(_COLUMNS[table])} FROM {table}"  # nosec B608


def _rows(db: Connection, table: str, by: str, value: str) -> list[Row]:
    return [tuple(row) for row in db.execute(f"{_select(table)} WHERE {by} = ?", (value,))]


def _insert(db: Connection, table: str, rows: Sequence[Row]) -> None:
    columns = _COLUMNS[table]
    marks = ", ".join("?" * len(columns))
    if rows:
        db.conn.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)  # nosec B608


def _replace(db: Connection, table: str, by: str, rows: Sequence[Row]) -> None:
    """Put rows in place of those with the same value of column `by`."""
    at = _COLUMNS[table].index(by)
    names = [(name,) for name in {row[at] for row in rows}]
    db.conn.executemany(f"DELETE FROM {table} WHERE {by} = ?", names)  # nosec B608
    _insert(db, table, rows)
