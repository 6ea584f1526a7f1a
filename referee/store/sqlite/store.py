"""A store in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import ClassVar, cast

from sqlite_utils import Database

from referee.store.checks import Counts, Problem, Progress
from referee.store.errors import StoreDamaged, StoreTooOld, name_errors
from referee.store.log import Store
from referee.store.records import Clock, utc_now
from referee.store.sql import Connection
from referee.store.sqlite import backup
from referee.store.sqlite.connections import Readers, Writer, connect, connect_writer
from referee.store.sqlite.lock import Lock
from referee.store.sqlite.schema import check_ours, migrations


class FileStore(Store):
    """An open file, held by this process alone where it may write."""

    READ_ERRORS: ClassVar[tuple[type[Exception], ...]] = (sqlite3.DatabaseError,)

    def __init__(self, path: Path, lock: Lock | None, writer: Writer | None, clock: Clock) -> None:
        self._files = Readers(path)
        super().__init__(path, self._files, writer, clock)
        self._lock = lock

    def close(self) -> None:
        """Finish the write under way, close the file and let another process in. Safe to call twice."""
        super().close()
        if self._lock:
            self._lock.release()

    def backup(self, dest: Path | str, progress: Progress | None = None) -> Counts:
        """Copy the store, even while it is in use, to a new file, and check the copy.

        Raises StoreUnwritable, StoreDamaged; then there is no file at `dest`.
        """
        with self._files.one() as db:
            return backup.back_up(db, self.path, Path(dest), progress)

    def _engine_problems(self, db: Connection) -> Iterator[Problem]:
        return backup.file_problems(cast(Database, db))


def open_store(database: Path | str, clock: Clock | None, read_only: bool) -> FileStore:
    """Open a file as `Store.open` describes."""
    path, clock = Path(database), clock or utc_now
    if read_only:
        _check_readable(path)
        return FileStore(path, None, None, clock)
    with name_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(path, make=True)
    try:
        return FileStore(path, lock, Writer(connect_writer(path), path), clock)
    except BaseException:
        lock.release()
        raise


def restore(
    source: Path | str, path: Path | str, *, clock: Clock = utc_now, progress: Progress | None = None
) -> Path | None:
    """Put a backup in place of a store and return where the old file now is, None if there was none.

    The backup is checked first; if it fails, nothing changes. Raises StoreLocked while the store is
    open, StoreDamaged, StoreTooNew, StoreUnwritable.
    """
    path = Path(path)
    with name_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    lock = Lock(path)
    try:
        return backup.restore(Path(source), path, clock().astimezone(UTC), progress)
    finally:
        lock.release()


def _check_readable(path: Path) -> None:
    with name_errors(path):
        if not path.is_file():
            raise StoreDamaged(path, "there is no such file")
        db = connect(path)
        try:
            check_ours(db, path)
            if migrations.pending(db):
                raise StoreTooOld(path)
        finally:
            db.close()
