"""The connections of a store: one that writes, for all threads together, and as many readers as needed."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

from sqlite_utils import Database

from referee.store.errors import StoreClosed, StoreDamaged, StoreUnwritable, name_errors, of_sqlite
from referee.store.sql import Connection
from referee.store.sqlite.schema import check_ours, lift_triggers, migrations, restore_triggers

A = TypeVar("A")

BUSY_SECONDS = 5.0


def connect(path: Path, *, write: bool = False) -> Database:
    """A connection that begins no transaction by itself. Without `write` it can change nothing."""
    address = f"{path.absolute().as_uri()}?mode={'rwc' if write else 'ro'}"
    connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    # Triggers also fire for the rows that INSERT OR REPLACE removes: sqlite-utils sets recursive_triggers.
    return Database(connection, execute_plugins=False)


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read; SQLite gives the files beside it the same rights."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def connect_writer(path: Path) -> Database:
    """Open the writing connection and bring the tables up to date. A commit that returns is on the disk.

    Raises StoreDamaged, StoreTooNew, StoreUnwritable.
    """
    # SQLite would open a read-only file without an error, and refuse the first write.
    if path.exists() and not os.access(path, os.W_OK):
        raise StoreUnwritable(path, "read-only")
    with name_errors(path):
        if not path.exists():
            make_private(path)
        db = connect(path, write=True)
    try:
        with name_errors(path):
            check_ours(db, path, new=True)
            (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
            if mode != "wal":
                raise StoreUnwritable(path, "io", f"journal mode {mode}")
            db.execute("PRAGMA synchronous = FULL")
            # On macOS a plain fsync stops at the drive's cache; elsewhere these two do nothing.
            db.execute("PRAGMA fullfsync = ON")
            db.execute("PRAGMA checkpoint_fullfsync = ON")
            db.execute("PRAGMA foreign_keys = ON")
            if pending := migrations.pending(db):
                _keep_before(db, path, pending[0].name)
                migrations.apply(db)
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise StoreDamaged(path, verdict)
    except BaseException:
        db.close()
        raise
    return db


def _keep_before(db: Database, path: Path, name: str) -> None:
    """Back a store up beside itself before a migration; a new file needs no backup."""
    copy = path.with_name(f"{path.name}-before-{name}.backup")
    if "stream" in db.table_names() and not copy.exists():
        make_private(copy)
        db.execute("VACUUM INTO ?", [str(copy)])


class _Job(Generic[A]):
    """A waiting write: its work, then its answer or its error."""

    def __init__(self, work: Callable[[Database], A]) -> None:
        self.work = work
        self.woken = threading.Event()
        self.settled = False
        self.answer: A | None = None
        self.error: BaseException | None = None

    def settle(self) -> None:
        self.settled = True
        self.woken.set()


class Writer:
    """Group commit: all waiting writes go into one transaction and share one sync of the disk.

    A thread that finds no leader leads: it commits all waiting writes, wakes their threads, and hands
    the lead to the first that came meanwhile. A lone write stays in its own thread.
    """

    def __init__(self, db: Database, path: Path) -> None:
        self.db = db
        self._path = path
        self._closed = False
        self._committing = threading.Lock()
        self._queue = threading.Lock()
        self._waiting: list[_Job[Any]] = []
        self._led = False

    def write(self, work: Callable[[Database], A]) -> A:
        """Do `work` in a transaction and return its answer once that is on the disk.

        If `work` raises, only its own changes are undone. Raises StoreUnwritable, StoreDamaged or
        StoreClosed where nothing of it was kept.
        """
        job = _Job(work)
        with self._queue:
            self._waiting.append(job)
            led, self._led = self._led, True
        if led:
            job.woken.wait()
        if not job.settled:
            self._lead()
        if job.error is not None:
            raise job.error
        return job.answer  # type: ignore[return-value]

    @property
    def waiting(self) -> int:
        """The number of writes that wait for the transaction under way."""
        with self._queue:
            return len(self._waiting)

    def hold(self, db: Connection, stream: str) -> None:
        """Do nothing: a file has only one writer at a time."""

    @contextmanager
    def lift(self, db: Connection) -> Iterator[None]:
        """Drop the triggers that keep rows from being changed, and put them back."""
        triggers = lift_triggers(db)
        yield
        restore_triggers(db, triggers)

    def wipe(self) -> None:
        """Rebuild the file, so that nothing overwritten or deleted can be read from it."""
        with self._committing:
            if not self._closed:
                self.db.execute("VACUUM")
                self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close after the transaction under way; writes still waiting get StoreClosed."""
        with self._committing:
            self._closed = True
            self.db.close()

    def _lead(self) -> None:
        with self._queue:
            batch, self._waiting = self._waiting, []
        try:
            with self._committing:
                self._commit(batch)
        except BaseException:  # such as Ctrl-C, before or after the commit: sending the key again tells
            for job in batch:
                job.error = StoreUnwritable(self._path, "io", "interrupted")
            raise
        finally:
            for job in batch:
                job.settle()
            with self._queue:
                self._led = bool(self._waiting)
                if self._led:
                    self._waiting[0].woken.set()

    def _commit(self, batch: list[_Job[Any]]) -> None:
        connection = self.db.conn
        try:
            if self._closed:
                raise StoreClosed(self._path)
            connection.execute("BEGIN IMMEDIATE")
            if len(batch) == 1:
                self._try_alone(batch[0])
            else:
                for job in batch:
                    self._try(job)
            if connection.in_transaction:
                connection.execute("COMMIT")
        except (sqlite3.Error, StoreClosed) as error:
            # Even the answers "repeated" and "stale" may rest on rows of this transaction, which is undone.
            for job in batch:
                job.error = self._name(error)
        finally:
            if not self._closed and connection.in_transaction:
                connection.execute("ROLLBACK")

    def _try_alone(self, job: _Job[Any]) -> None:
        """Do the only work of a transaction; if it raises, undo the transaction."""
        try:
            job.answer = job.work(self.db)
        except Exception as error:
            if not self.db.conn.in_transaction:  # SQLite has undone it, as it may on a full disk
                raise
            self.db.conn.execute("ROLLBACK")
            job.error = self._name(error)

    def _try(self, job: _Job[Any]) -> None:
        connection = self.db.conn
        connection.execute("SAVEPOINT job")
        try:
            job.answer = job.work(self.db)
        except Exception as error:
            if not connection.in_transaction:  # SQLite has undone all of it, as it may on a full disk
                raise
            connection.execute("ROLLBACK TO job")
            job.error = self._name(error)
        connection.execute("RELEASE job")

    def _name(self, error: Exception) -> Exception:
        known = of_sqlite(error, self._path) if isinstance(error, sqlite3.Error) else None
        return known or error


class Readers:
    """Connections that only read. Each serves one reader at a time and is kept for the next."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._idle: list[Database] = []
        self._closed = False

    @contextmanager
    def one(self) -> Iterator[Database]:
        """A connection to read with; it sees one state of the file for as long as it is in a transaction.

        Raises StoreDamaged, StoreUnwritable (the file cannot be opened), StoreClosed.
        """
        with self._lock:
            if self._closed:
                raise StoreClosed(self._path)
            db = self._idle.pop() if self._idle else None
        with name_errors(self._path):
            db = db or connect(self._path)
            try:
                yield db
            finally:
                self._give_back(db)

    def close(self) -> None:
        """Close idle connections now, and those in use when they are given back."""
        with self._lock:
            self._closed = True
            for db in self._idle:
                db.close()
            self._idle.clear()

    def _give_back(self, db: Database) -> None:
        db.rollback()
        with self._lock:
            if self._closed:
                db.close()
            else:
                self._idle.append(db)
