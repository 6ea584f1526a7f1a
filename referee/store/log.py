"""The log: streams of events that are only ever added to. It knows no game, and no engine that keeps it."""

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
from referee.store.addresses import Where, on_server
from referee.store.errors import StaleSequence, StoreUnwritable, UnknownStream
from referee.store.known import KnownStreams
from referee.store.notes import Notes
from referee.store.reading import STREAM, Readers, Reading
from referee.store.records import Appended, Clock, Event, Stream, stamp
from referee.store.rewriting import Change, naming, rewrite
from referee.store.rows import Connection, add_events, add_stream
from referee.store.seal import ID_LETTERS, seal_of
from referee.store.summaries import Summary

A = TypeVar("A")
Fold = Callable[[Stream, list[Event]], str | None]

ID_LENGTH = 8

# The first by its whole key and the last part by the order of the index: max(seq) would read the whole stream.
_BEFORE_APPEND = """
    SELECT (SELECT seq FROM event WHERE stream = :stream AND key = :key AND part = 0),
           (SELECT part FROM event WHERE stream = :stream AND key = :key ORDER BY part DESC LIMIT 1),
           (SELECT seq FROM head WHERE stream = :stream),
           (SELECT seal FROM head WHERE stream = :stream)
"""


class Writing(Protocol):
    """What writes to a store, each work in a transaction of its own."""

    def write(self, work: Callable[[Connection], A]) -> A:
        """Do `work` in a transaction; its answer once that is on the disk."""

    def hold(self, db: Connection, stream: str) -> None:
        """Keep others from adding to a stream until the transaction ends."""

    def lifted(self, db: Connection) -> AbstractContextManager[None]:
        """Let what never changes be changed for as long as the context lasts."""

    def wipe(self) -> None:
        """Leave nothing overwritten or deleted to be read, as far as the engine can."""

    def close(self) -> None:
        """Close after the transaction under way."""


class Store(Reading):
    """An open store, for all threads of one process. What a method of it has returned is on the disk.

    `changed` is notified after each append; `seq` then answers from memory.
    Any method may raise StoreDamaged or StoreClosed, and one that writes StoreUnwritable.
    """

    READ_ERRORS: ClassVar[tuple[type[Exception], ...]] = ()
    """What the engine raises for what cannot be read."""
    shared: ClassVar[bool] = False
    """Whether other processes write to it too."""
    notes: Notes | None = None
    """What they tell each other beside the log; None where there is but one."""

    where: Where
    """What `open` was given: another process opens it by the same."""

    def __init__(self, path: Path, readers: Readers, writer: Writing | None, clock: Clock) -> None:
        super().__init__(path, readers)
        self.changed = threading.Condition()
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

        A file is kept from every other process; with `read_only` nothing is made, changed or locked: so a second
        process looks at or backs up a store in use. `clock` is the computer's, or the server's, where none is given.
        Raises StoreLocked, StoreUnwritable, StoreDamaged, StoreTooNew.
        """
        engine = "postgresql" if on_server(database) else "sqlite"
        try:
            opened: Store = import_module(f"referee.store.{engine}.store").open_store(database, clock, read_only)
        except ModuleNotFoundError as error:
            raise StoreUnwritable(Path("postgresql"), "io", f"{error}: pip install referee[server]") from error
        opened.where = database
        return opened

    def close(self) -> None:
        """Finish the write under way, close the file and let another process in. Safe to call twice."""
        with self.changed:
            if self._closed:
                return
            self._closed = True
            self.changed.notify_all()
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
        """What writes; raises StoreUnwritable where the store was opened to read."""
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

        def work(db: Connection) -> list[str]:
            return [self._created(db, row, by) for row in rows]

        return self.writer.write(work)

    def _created(self, db: Connection, row: tuple[str, str, str, str], by: str) -> str:
        known = db.execute("SELECT id FROM stream WHERE key = ?", (row[1],)).fetchone()
        if known:
            return str(known[0])
        new = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        add_stream(db, (new, *row, self._now(db), by))
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
        except StaleSequence as stale:  # whoever was first may not have come to note it yet: who asks again shall know
            self._note(stream, stale.current)
            raise
        if not done.repeated:
            self._known.lengthen(stream, done, at)
        self._note(stream, done.seq_last)
        return done

    def stream(self, stream: str) -> Stream:
        """One stream by its id, from memory where nobody else writes. Raises UnknownStream."""
        if self._writer is None or self.shared:
            return super().stream(stream)
        return self._known.get(stream, self._seqs.get(stream, 0), super().stream)

    def take_in(self, streams: Sequence[copies.Copied]) -> None:
        """Streams of another store under their own ids, all or none; one that is here goes on where the copy does.
        Raises StreamsDiffer where both have gone on.
        """
        self.writer.write(lambda db: copies.take_in(db, streams))
        self._known.forget()
        for stream in streams:
            self._note(stream.id, self.stream(stream.id).seq)

    def set_label(self, stream: str, label: Mapping[str, Any]) -> None:
        """Replace what people may change about a stream: its title, whether it is put away. No truth in it."""
        text = _json(label)

        def work(db: Connection) -> None:
            row = db.execute("SELECT key FROM stream WHERE id = ?", (stream,)).fetchone()
            if row is None:
                raise UnknownStream(stream)
            db.execute("UPDATE stream SET label = ? WHERE id = ?", (text, stream))
            db.execute("UPDATE head SET sum = ? WHERE stream = ?", (seal_of((row[0], text)), stream))

        self.writer.write(work)
        self._known.forget()

    def keep_summaries(self, made: str, found: Sequence[Summary]) -> None:
        """Keep beside the logs what streams come to, but of those that have changed since. No truth in it."""
        self.writer.write(lambda db: summaries.keep(db, made, found, self.writer.hold))

    def remember_people(self, names: Iterable[str]) -> None:
        """Note that these players were seen now. An accent typed as two characters makes no second person."""
        met = sorted({unicodedata.normalize("NFC", name).strip() for name in names} - {""})

        def work(db: Connection) -> None:
            now = self._now(db)
            db.conn.executemany("DELETE FROM person WHERE name = ?", [(name,) for name in met])
            rows = [(name, now, seal_of((name, now))) for name in met]
            db.conn.executemany("INSERT INTO person (name, last_seen, sum) VALUES (?, ?, ?)", rows)

        self.writer.write(work)

    def rewrite(self, names: Sequence[str], change: Change) -> int:
        """Take a person, by all their names, off the list and out of the logs, in one transaction; how many streams
        were changed. What was overwritten is then wiped from the file. Only so does a log ever change; what `change`
        raises leaves all as it was.
        """

        def work(db: Connection) -> int:
            for name in names:
                db.execute("DELETE FROM person WHERE name = ?", (name,))
            named = naming(db, names)
            rows = db.execute(f"{STREAM} ORDER BY s.created, s.rowid").fetchall()
            streams = [self._stream(row) for row in rows if row[0] in named]
            logs = ((stream, self._events(db, stream.id, 0)) for stream in streams)
            with self.writer.lifted(db):
                return rewrite(db, logs, change, self._now(db))

        changed = self.writer.write(work)
        self._known.forget()
        self.writer.wipe()
        self._reread()
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

    def backup(self, dest: Path | str) -> checks.Counts:
        """Copy the store, while it is in use, to a file that is not there yet, and read the copy through.

        Raises StoreUnwritable, StoreDamaged; then there is no file at `dest`.
        """
        raise NotImplementedError

    def backup_dated(self) -> tuple[Path, checks.Counts]:
        """Copy the store as `backup` does, to a file beside it that has day and time in its name."""
        dest = backups.dated(self.path, self._clock())
        return dest, self.backup(dest)

    def drop_backups(self, newest: Path, keep: int) -> list[Path]:
        """Remove the dated backups of this store but `newest` and the `keep` - 1 before; return what was removed.

        Raises OSError.
        """
        return backups.drop_dated(self.path, newest, keep)

    def misfit(self, stream: str) -> checks.Problem | None:
        """The first thing in a stream that is not as it was sealed. Raises UnknownStream."""
        self.stream(stream)
        with self.readers.one() as db:
            db.begin()
            return next(checks.seal_problems(db, stream, checks.sealed_rows(db, stream)), None)

    def verify(self, fold: Fold | None = None) -> Iterator[checks.Problem]:
        """Read everything and report each problem found: none is the good news.

        `fold` is called with each stream's whole log, to say what is wrong with it or None.
        """
        yield from self.engine_problems()
        yield from self.problems_of(None, fold)

    def engine_problems(self) -> list[checks.Problem]:
        """What is wrong beside the streams, by the engine's own means."""
        with self.readers.one() as db:
            db.begin()
            return list(self._engine_problems(db))

    def problems_of(self, streams: Sequence[str] | None, fold: Fold | None = None) -> Iterator[checks.Problem]:
        """What is wrong with some streams, or with all."""
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
        rows = checks.sealed_rows(db, name)
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
            said = fold(self._stream(db.execute(f"{STREAM} WHERE s.id = ?", (name,)).fetchone()), events)
        except Exception as error:  # a log that breaks its reader must not hide the logs after it
            said = f"{type(error).__name__}: {error}"
        if said is not None:
            yield checks.Problem("fold", name, None, said)

    def _engine_problems(self, db: Connection) -> Iterator[checks.Problem]:
        """What is wrong beside the streams, by the engine's own means."""
        raise NotImplementedError

    def listen(self, told: Callable[[str, int], None]) -> None:
        """Call `told` with a stream and its last number whenever the number grows, in the thread that noticed."""
        self._listeners.append(told)

    def listen_rewritten(self, told: Callable[[], None]) -> None:
        """Call `told` whenever a person was taken out of the logs: what was folded before must be folded anew."""
        self._rereaders.append(told)

    def _reread(self) -> None:
        for told in self._rereaders:
            told()

    def _now(self, db: Connection) -> str:
        return stamp(self._clock())

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


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
