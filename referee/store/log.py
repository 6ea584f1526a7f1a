"""The log: append-only streams of events. It knows no game, and no database engine."""

from __future__ import annotations

import json
import secrets
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Protocol, TypeVar

from referee.store import backups, checks, copies, summaries
from referee.store.errors import StaleSequence, StoreDamaged, StoreUnwritable, UnknownStream
from referee.store.hashes import ID_LETTERS, seal_of
from referee.store.notes import Notes
from referee.store.reading import STREAM, Readers, Reading
from referee.store.records import Appended, Clock, Event, Stream, stamp
from referee.store.rewriting import Change, naming, rewrite
from referee.store.sql import Connection, add_events, add_stream
from referee.store.stream_cache import KnownStreams
from referee.store.summaries import Summary
from referee.store.where import Where, engine_of

A = TypeVar("A")
Fold = Callable[[Stream, list[Event]], str | None]

ID_LENGTH = 8

# Looks the first and the last part up in the index of keys: max(seq) would read the whole stream.
_BEFORE_APPEND = """
    SELECT (SELECT seq FROM event WHERE stream = :stream AND key = :key AND part = 0),
           (SELECT part FROM event WHERE stream = :stream AND key = :key ORDER BY part DESC LIMIT 1),
           (SELECT seq FROM head WHERE stream = :stream),
           (SELECT seal FROM head WHERE stream = :stream)
"""


class Writing(Protocol):
    """The writing side of a store: it does each work in a transaction."""

    def write(self, work: Callable[[Connection], A]) -> A:
        """Do `work` in a transaction and return its answer once that is on the disk."""

    def hold(self, db: Connection, stream: str) -> None:
        """Keep others from adding to a stream until the transaction ends."""

    def lift(self, db: Connection) -> AbstractContextManager[None]:
        """Let events and streams be changed for as long as the context lasts."""

    def wipe(self) -> None:
        """Erase what was overwritten or deleted, as far as the engine can."""

    def close(self) -> None:
        """Close after the transaction under way."""


class Store(Reading):
    """An open store, for all threads of one process. A write is on the disk when its method returns.

    Any method may raise StoreDamaged or StoreClosed, and one that writes StoreUnwritable.
    """

    READ_ERRORS: ClassVar[tuple[type[Exception], ...]] = ()
    """The errors that the engine raises where it cannot read."""
    shared: ClassVar[bool] = False
    """Whether other processes write to the store too."""
    notes: Notes | None = None
    """The notes these processes share beside the log; None where only one process writes."""

    where: Where
    """The path or address given to `open`: another process opens the store with it."""

    def __init__(self, path: Path, readers: Readers, writer: Writing | None, clock: Clock) -> None:
        super().__init__(path, readers)
        self._noting = threading.RLock()
        self._writer = writer
        self._clock = clock
        self._seqs: dict[str, int] = {}
        self._known = KnownStreams()
        self._listeners: list[Callable[[str, int], None]] = []
        self._rereaders: list[Callable[[], None]] = []
        self._closed = False

    @staticmethod
    def open(database: Where, *, clock: Clock | None = None, read_only: bool = False) -> Store:
        """Open a file, or the database at an address as `postgresql://…`, and bring its tables up to date.

        A file is locked against every other process. With `read_only` nothing is made, changed or locked, so that a
        second process can read or back up a store in use. Without `clock` the time is the computer's or the server's.
        Raises StoreLocked, StoreUnwritable, StoreDamaged, StoreTooNew.
        """
        try:
            opened: Store = import_module(engine_of(database)).open_store(database, clock, read_only)
        except ModuleNotFoundError as error:
            raise StoreUnwritable(Path("postgresql"), "io", f"{error}: pip install referee[hosting]") from error
        opened.where = database
        return opened

    def close(self) -> None:
        """Finish the write under way, close the file and let another process in. Safe to call twice."""
        with self._noting:
            if self._closed:
                return
            self._closed = True
        self.readers.close()
        if self._writer:
            self._writer.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Writing

    @property
    def writer(self) -> Writing:
        """The writing side. Raises StoreUnwritable where the store was opened to read."""
        if self._writer is None:
            raise StoreUnwritable(self.path, "read-only")
        return self._writer

    def create(
        self, kind: str, meta: Mapping[str, Any], key: str, by: str = "", *, label: Mapping[str, Any] | None = None
    ) -> str:
        """Create a stream and return its id: eight letters and digits that nobody can guess.

        A known key gets the same id again. Raises StoreDamaged where a stream of another kind has it.
        """
        return self.create_all(kind, [(meta, key, label or {})], by)[0]

    def create_all(
        self, kind: str, wanted: Sequence[tuple[Mapping[str, Any], str, Mapping[str, Any]]], by: str = ""
    ) -> list[str]:
        """Create streams, all or none, each of its meta, key and label, as `create` does; return their ids."""
        rows = [(kind, key, _json(meta), _json(label)) for meta, key, label in wanted]

        def work(db: Connection) -> list[str]:
            return [self._create(db, row, by) for row in rows]

        return self.writer.write(work)

    def _create(self, db: Connection, row: tuple[str, str, str, str], by: str) -> str:
        kind, key, *_ = row
        known = db.execute("SELECT id, kind FROM stream WHERE key = ?", (key,)).fetchone()
        if known and known[1] != kind:
            raise StoreDamaged(self.path, f"the key “{key}” is that of a {known[1]}, not of a {kind}")
        if known:
            return str(known[0])
        new = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        add_stream(db, (new, *row, self._now(db), by))
        return new

    def append(
        self, stream: str, key: str, expected_seq: int, events: Sequence[tuple[str, Mapping[str, Any]]], by: str = ""
    ) -> Appended:
        """Add events, all or none. `expected_seq` is the number of the last event the writer has seen.

        A known key gets its first answer again, whatever the other arguments. Raises StaleSequence
        where another wrote meanwhile, UnknownStream, and ValueError or TypeError for no event at all,
        an empty key or a body that is not JSON.
        """
        if not events or not key:
            raise ValueError("an append needs a key and at least one event")
        bodies = [(part, kind, _json(body)) for part, (kind, body) in enumerate(events)]
        at = ""

        def work(db: Connection) -> Appended:
            nonlocal at
            self.writer.hold(db, stream)
            first, parts, current, seal = db.execute(_BEFORE_APPEND, {"stream": stream, "key": key}).fetchone()
            if first is not None:
                return Appended(first, first + parts, repeated=True)
            if current is None:
                raise UnknownStream(stream)
            if current != expected_seq:
                raise StaleSequence(stream, expected_seq, current)
            at = self._now(db)
            rows = [(current + 1 + part, key, part, kind, body, at, by) for part, kind, body in bodies]
            add_events(db, stream, rows, seal)
            return Appended(current + 1, current + len(bodies), repeated=False)

        try:
            done = self.writer.write(work)
        except StaleSequence as stale:  # the thread that was first may not have noted it yet
            self._note(stream, stale.current)
            raise
        if not done.repeated:
            self._known.lengthen(stream, done, at)
        self._note(stream, done.seq_last)
        return done

    def stream(self, stream: str) -> Stream:
        """One stream by its id, from memory where no other process writes. Raises UnknownStream."""
        if self._writer is None or self.shared:
            return super().stream(stream)
        return self._known.get(stream, self._seqs.get(stream, 0), super().stream)

    def take_in(self, streams: Sequence[copies.Copied]) -> None:
        """Add streams of another store under their own ids, all or none; one that is here gets the events it lacks.

        Raises StreamsDiffer where the stream here is not the beginning of its copy.
        """
        self.writer.write(lambda db: copies.take_in(db, streams))
        self._known.forget()
        for stream in streams:
            self._note(stream.id, self.stream(stream.id).seq)

    def set_label(self, stream: str, label: Mapping[str, Any]) -> None:
        """Replace a stream's label: its title, whether it is put away. A label is no evidence."""
        text = _json(label)

        def work(db: Connection) -> None:
            row = db.execute("SELECT key FROM stream WHERE id = ?", (stream,)).fetchone()
            if row is None:
                raise UnknownStream(stream)
            db.execute("UPDATE stream SET label = ? WHERE id = ?", (text, stream))
            db.execute("UPDATE head SET sum = ? WHERE stream = ?", (seal_of((row[0], text)), stream))

        self.writer.write(work)
        self._known.forget()

    def keep_summaries(self, version: str, new: Sequence[Summary]) -> None:
        """Keep summaries beside the logs, except of streams that have changed since. They are no evidence."""
        self.writer.write(lambda db: summaries.keep(db, version, new, self.writer.hold))

    def remember_people(self, names: Iterable[str]) -> None:
        """Note that these players were seen now. A letter and its accent typed apart make no second person."""
        met = sorted({unicodedata.normalize("NFC", name).strip() for name in names} - {""})

        def work(db: Connection) -> None:
            now = self._now(db)
            db.conn.executemany("DELETE FROM person WHERE name = ?", [(name,) for name in met])
            rows = [(name, now, seal_of((name, now))) for name in met]
            db.conn.executemany("INSERT INTO person (name, last_seen, sum) VALUES (?, ?, ?)", rows)

        self.writer.write(work)

    def rewrite(self, names: Sequence[str], change: Change) -> int:
        """Take a person off the list and, by `change`, out of the logs; return how many streams were changed.

        `names` are all names of the person. It is one transaction: if `change` raises, nothing changes. What was
        overwritten is then wiped. A log changes in no other way.
        """

        def work(db: Connection) -> int:
            for name in names:
                db.execute("DELETE FROM person WHERE name = ?", (name,))
            named = naming(db, names)
            rows = db.execute(f"{STREAM} ORDER BY s.created, s.rowid").fetchall()
            streams = [self._stream(row) for row in rows if row[0] in named]
            logs = ((stream, self._events(db, stream.id, 0)) for stream in streams)
            with self.writer.lift(db):
                return rewrite(db, logs, change, self._now(db))

        changed = self.writer.write(work)
        self._known.forget()
        self.writer.wipe()
        self._reread()
        return changed

    # Watching

    def seq(self, stream: str) -> int:
        """The number of the stream's last event, 0 before the first. Raises UnknownStream.

        After the first time it is answered from memory, so that it can be asked often.
        """
        with self._noting:
            known = self._seqs.get(stream)
        if known is not None and self._writer:
            return known
        return self._note(stream, self.stream(stream).seq)

    # Keeping safe

    def backup(self, dest: Path | str, progress: checks.Progress | None = None) -> checks.Counts:
        """Copy the store, even while it is in use, to a new file, and check the copy.

        `progress` gets (done, all), counted in logs. Raises StoreUnwritable, StoreDamaged; then there is no file at
        `dest`.
        """
        raise NotImplementedError

    def backup_dated(self, progress: checks.Progress | None = None) -> tuple[Path, checks.Counts]:
        """Copy the store as `backup` does, to a file beside it with day and time in its name."""
        dest = backups.path_at(self.path, self._clock())
        return dest, self.backup(dest, progress)

    def drop_backups(self, newest: Path, keep: int) -> list[Path]:
        """Remove and return the dated backups of this store but `newest` and the last `keep` - 1 others.

        Raises OSError.
        """
        return backups.drop_dated(self.path, newest, keep)

    def misfit(self, stream: str) -> checks.Problem | None:
        """The first place where a stream differs from its seal. Raises UnknownStream."""
        self.stream(stream)
        with self.readers.one() as db:
            db.begin()
            return next(checks.seal_problems(db, stream, checks.rows_with_seals(db, stream)), None)

    def verify(self, fold: Fold | None = None) -> Iterator[checks.Problem]:
        """Read everything and yield each problem found.

        `fold` is called with each stream's whole log; it returns what is wrong with it, or None.
        """
        yield from self.engine_problems()
        yield from self.problems_of(None, fold)

    def engine_problems(self) -> list[checks.Problem]:
        """The problems that the engine itself finds outside the streams."""
        with self.readers.one() as db:
            db.begin()
            return list(self._engine_problems(db))

    def problems_of(self, streams: Sequence[str] | None, fold: Fold | None = None) -> Iterator[checks.Problem]:
        """The problems of some streams, or of all where `streams` is None."""
        with self.readers.one() as db:
            db.begin()  # one state of the file throughout, while others write
            try:
                if streams is None:
                    streams = [row[0] for row in db.execute(f"{STREAM} ORDER BY s.created, s.rowid").fetchall()]
                for stream in streams:
                    yield from self._stream_problems(db, stream, fold)
            except self.READ_ERRORS as error:
                yield checks.Problem("integrity", None, None, str(error))

    def _stream_problems(self, db: Connection, name: str, fold: Fold | None) -> Iterator[checks.Problem]:
        rows = checks.rows_with_seals(db, name)
        bodies, unreadable = checks.bodies(db, name, rows)
        yield from unreadable
        yield from checks.seal_problems(db, name, rows)
        if fold is None or unreadable:
            return
        try:
            events = [
                Event(seq, key, kind, body, at, by)
                for (seq, key, _, kind, _, at, by, _), body in zip(rows, bodies, strict=True)
            ]
            complaint = fold(self._stream(db.execute(f"{STREAM} WHERE s.id = ?", (name,)).fetchone()), events)
        except Exception as error:  # a log that breaks its reader must not hide the logs after it
            complaint = f"{type(error).__name__}: {error}"
        if complaint is not None:
            yield checks.Problem("fold", name, None, complaint)

    def _engine_problems(self, db: Connection) -> Iterator[checks.Problem]:
        """The problems that the engine itself finds outside the streams."""
        raise NotImplementedError

    def listen(self, listener: Callable[[str, int], None]) -> None:
        """Call `listener` with a stream and its last number whenever it grows, in the thread that noticed."""
        self._listeners.append(listener)

    def listen_rewritten(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever a person was taken out of the logs: every log must then be folded again."""
        self._rereaders.append(listener)

    def _reread(self) -> None:
        for listener in self._rereaders:
            listener()

    def _now(self, db: Connection) -> str:
        return stamp(self._clock())

    def _note(self, stream: str, seq: int) -> int:
        with self._noting:
            grown = seq > self._seqs.get(stream, -1)
            if grown:
                self._seqs[stream] = seq
            known = self._seqs[stream]
        for listener in self._listeners if grown else ():
            listener(stream, seq)
        return known


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
