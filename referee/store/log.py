"""The log: streams of events that are only ever added to. It knows no game."""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlite_utils import Database

from referee.store import copies, safety
from referee.store.connections import Writer, connect, connect_writer
from referee.store.errors import StaleSequence, StoreDamaged, StoreUnwritable, UnknownStream, named
from referee.store.lock import Lock
from referee.store.reading import STREAM, Reading
from referee.store.records import Appended, Clock, Event, Stream, stamp, utc_now
from referee.store.rewriting import Change, rewrite
from referee.store.schema import check_ours
from referee.store.seal import ID_LETTERS, seal_of

Fold = Callable[[Stream, list[Event]], str | None]
Progress = Callable[[int, int], None]

ID_LENGTH = 8

# The first by its whole key and the last part by the order of the index: max(seq) would read the whole stream.
_BEFORE_APPEND = """
    SELECT (SELECT seq FROM event WHERE stream = :stream AND key = :key AND part = 0),
           (SELECT part FROM event WHERE stream = :stream AND key = :key ORDER BY part DESC LIMIT 1),
           (SELECT seq FROM head WHERE stream = :stream)
"""


class Store(Reading):
    """An open store, for all threads of one process. What a method of it has returned is on the disk.

    `changed` is notified after each append; `seq` then answers from memory.
    Any method may raise StoreDamaged or StoreClosed, and one that writes StoreUnwritable.
    """

    def __init__(self, path: Path, lock: Lock | None, writer: Writer | None, clock: Clock) -> None:
        super().__init__(path)
        self.changed = threading.Condition()
        self._lock = lock
        self._writer = writer
        self._clock = clock
        self._seqs: dict[str, int] = {}
        self._listeners: list[Callable[[str, int], None]] = []
        self._closed = False

    @classmethod
    def open(cls, path: Path | str, *, clock: Clock = utc_now, read_only: bool = False) -> Store:
        """Open the file, making it or bringing it up to date, and keep every other process from it.

        With `read_only` nothing is made, changed or locked: so a second process looks at or backs up a
        store in use. Raises StoreLocked, StoreUnwritable, StoreDamaged, StoreTooNew.
        """
        path = Path(path)
        if read_only:
            _check_readable(path)
            return cls(path, None, None, clock)
        with named(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path, make=True)
        try:
            return cls(path, lock, Writer(connect_writer(path), path), clock)
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Finish the write under way, close the file and let another process in. Safe to call twice."""
        with self.changed:
            if self._closed:
                return
            self._closed = True
            self.changed.notify_all()
        self._readers.close()
        if self._writer:
            self._writer.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Writing

    @property
    def writer(self) -> Writer:
        """The writing connection; raises StoreUnwritable where the store was opened to read."""
        if self._writer is None:
            raise StoreUnwritable(self.path, "read-only")
        return self._writer

    def create(
        self, kind: str, meta: Mapping[str, Any], key: str, by: str = "", *, label: Mapping[str, Any] | None = None
    ) -> str:
        """A new stream's id: eight letters and digits, not to be guessed. A known key gets the same id again."""
        return self.create_all(kind, [(meta, key, label or {})], by)[0]

    def create_all(
        self, kind: str, wanted: Sequence[tuple[Mapping[str, Any], str, Mapping[str, Any]]], by: str = ""
    ) -> list[str]:
        """New streams' ids, all or none, each made of its meta, key and label as by `create`."""
        rows = [(kind, key, _json(meta), _json(label)) for meta, key, label in wanted]

        def work(db: Database) -> list[str]:
            return [self._created(db, row, by) for row in rows]

        return self.writer.write(work)

    def _created(self, db: Database, row: tuple[str, str, str, str], by: str) -> str:
        known = db.execute("SELECT id FROM stream WHERE key = ?", (row[1],)).fetchone()
        if known:
            return str(known[0])
        new = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        copies.add_stream(db, (new, *row, stamp(self._clock()), by))
        return new

    def append(
        self, stream: str, key: str, expected_seq: int, events: Sequence[tuple[str, Mapping[str, Any]]], by: str = ""
    ) -> Appended:
        """Add events, all or none. `expected_seq` is the number of the last event the writer has seen.

        A known key gets the answer it got the first time, whatever else is asked. Raises StaleSequence
        where another wrote meanwhile, UnknownStream, and ValueError or TypeError for what no log can hold:
        no event at all, an empty key, a body that is not JSON.
        """
        if not events or not key:
            raise ValueError("an append needs a key and at least one event")
        bodies = [(part, kind, _json(body)) for part, (kind, body) in enumerate(events)]

        def work(db: Database) -> Appended:
            first, parts, current = db.execute(_BEFORE_APPEND, {"stream": stream, "key": key}).fetchone()
            if first is not None:
                return Appended(first, first + parts, repeated=True)
            if current is None:
                raise UnknownStream(stream)
            if current != expected_seq:
                raise StaleSequence(stream, expected_seq, current)
            at = stamp(self._clock())
            rows = [(current + 1 + part, key, part, kind, body, at, by) for part, kind, body in bodies]
            copies.add_events(db, stream, rows)
            return Appended(current + 1, current + len(bodies), repeated=False)

        try:
            done = self.writer.write(work)
        except StaleSequence as stale:  # whoever was first may not have come to note it yet: who asks again shall know
            self._note(stream, stale.current)
            raise
        self._note(stream, done.seq_last)
        return done

    def take_in(self, streams: Sequence[copies.Copied]) -> None:
        """Streams of another store under their own ids, all or none; one that is here goes on where the copy does.
        Raises StreamsDiffer where both have gone on.
        """
        self.writer.write(lambda db: copies.take_in(db, streams))
        for stream in streams:
            self._note(stream.id, self.stream(stream.id).seq)

    def set_label(self, stream: str, label: Mapping[str, Any]) -> None:
        """Replace what people may change about a stream: its title, whether it is put away. No truth in it."""
        text = _json(label)

        def work(db: Database) -> None:
            row = db.execute("SELECT key FROM stream WHERE id = ?", (stream,)).fetchone()
            if row is None:
                raise UnknownStream(stream)
            db.execute("UPDATE stream SET label = ? WHERE id = ?", (text, stream))
            db.execute("UPDATE head SET sum = ? WHERE stream = ?", (seal_of((row[0], text)), stream))

        self.writer.write(work)

    def remember_people(self, names: Iterable[str]) -> None:
        """Note that these players were seen now. An accent typed as two characters makes no second person."""
        met = sorted({unicodedata.normalize("NFC", name).strip() for name in names} - {""})

        def work(db: Database) -> None:
            now = stamp(self._clock())
            rows = [{"name": name, "last_seen": now, "sum": seal_of((name, now))} for name in met]
            db.table("person").upsert_all(rows, pk="name")

        self.writer.write(work)

    def rewrite(self, names: Sequence[str], change: Change) -> int:
        """Take a person, by all their names, off the list and out of the logs, in one transaction; how many streams
        were changed. What was overwritten is then wiped from the file. Only so does a log ever change; what `change`
        raises leaves all as it was.
        """

        def work(db: Database) -> int:
            rows = db.execute(f"{STREAM} ORDER BY s.created, s.rowid").fetchall()
            streams = [self._stream(row) for row in rows]
            for name in names:
                db.table("person").delete_where("name = ?", [name])
            logs = [(stream, self._events(db, stream.id, 0)) for stream in streams]
            return rewrite(db, logs, change, stamp(self._clock()))

        changed = self.writer.write(work)
        self.writer.wipe()
        return changed

    # Watching

    def seq(self, stream: str) -> int:
        """The number of the stream's last event, 0 before the first. Raises UnknownStream.

        After the first time it is known without touching the disk, for polls to ask often.
        """
        with self.changed:
            known = self._seqs.get(stream)
        if known is not None and self._writer:
            return known
        return self._note(stream, self.stream(stream).seq)

    def wait(self, stream: str, after: int, timeout: float) -> int:
        """As `seq`, but not before it is above `after`, `timeout` seconds have passed or the store closes.

        Only what this process appends is noticed.
        """
        seq = self.seq(stream)
        with self.changed:
            self.changed.wait_for(lambda: self._closed or self._seqs[stream] > after, timeout)
            return max(seq, self._seqs[stream])

    # Keeping safe

    def backup(self, dest: Path | str) -> safety.Counts:
        """Copy the store, while it is in use, to a file that is not there yet, and read the copy through.

        Raises StoreUnwritable, StoreDamaged; then there is no file at `dest`.
        """
        with self._readers.one() as db:
            return safety.back_up(db, self.path, Path(dest))

    def backup_dated(self) -> tuple[Path, safety.Counts]:
        """Copy the store as `backup` does, to a file beside it that has day and time in its name."""
        dest = safety.dated(self.path, self._clock())
        return dest, self.backup(dest)

    def drop_backups(self, newest: Path, keep: int) -> list[Path]:
        """Remove the dated backups of this store but `newest` and the `keep` - 1 before; return what was removed.

        Raises OSError.
        """
        return safety.drop_dated(self.path, newest, keep)

    @staticmethod
    def restore(backup: Path | str, path: Path | str, *, clock: Clock = utc_now) -> Path | None:
        """Put a backup in the place of a store and return where the old file now is, None if there was none.

        The backup is read through first; where it fails, nothing has changed. Raises StoreLocked while
        the store is open, StoreDamaged, StoreTooNew, StoreUnwritable.
        """
        path = Path(path)
        with named(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path)
        try:
            return safety.restore(Path(backup), path, clock().astimezone(UTC))
        finally:
            lock.release()

    def misfit(self, stream: str) -> safety.Problem | None:
        """The first thing in a stream that is not as it was sealed. Raises UnknownStream."""
        self.stream(stream)
        with self._readers.one() as db:
            return next(safety.seal_problems(db, stream), None)

    def verify(self, fold: Fold | None = None, progress: Progress | None = None) -> Iterator[safety.Problem]:
        """Read everything and report each problem found: none is the good news.

        `fold` is called with each stream's whole log, to say what is wrong with it or None. `progress` hears how many
        of how many streams have been read.
        """
        with self._readers.one() as db:
            db.begin()  # one state of the file throughout, while others write
            yield from safety.file_problems(db)
            try:
                rows = db.execute(f"{STREAM} ORDER BY s.created, s.rowid").fetchall()
                for done, row in enumerate(rows, 1):
                    yield from self._stream_problems(db, row, fold)
                    if progress:
                        progress(done, len(rows))
            except sqlite3.DatabaseError as error:
                yield safety.Problem("integrity", None, None, str(error))

    def _stream_problems(self, db: Database, row: Sequence[Any], fold: Fold | None) -> Iterator[safety.Problem]:
        name = row[0]
        unreadable = list(safety.body_problems(db, name))
        yield from unreadable
        yield from safety.seal_problems(db, name)
        if fold is None or unreadable:
            return
        try:
            said = fold(self._stream(row), self._events(db, name, 0))
        except Exception as error:  # a log that breaks its reader must not hide the logs after it
            said = f"{type(error).__name__}: {error}"
        if said is not None:
            yield safety.Problem("fold", name, None, said)

    # Between rows and values

    def listen(self, told: Callable[[str, int], None]) -> None:
        """Call `told` with a stream and its last number whenever the number grows, in the thread that noticed."""
        self._listeners.append(told)

    def _note(self, stream: str, seq: int) -> int:
        with self.changed:
            grown = seq > self._seqs.get(stream, -1)
            if grown:
                self._seqs[stream] = seq
                self.changed.notify_all()
            known = self._seqs[stream]
        for told in self._listeners if grown else ():
            told(stream, seq)
        return known


def _check_readable(path: Path) -> None:
    with named(path):
        if not path.is_file():
            raise StoreDamaged(path, "there is no such file")
        db = connect(path)
        try:
            check_ours(db, path)
        finally:
            db.close()


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
