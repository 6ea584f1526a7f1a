"""Make checked copies of a file, restore one, and search a file for damage."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path

from sqlite_utils import Database

from referee.store.checks import (
    Counts,
    Problem,
    Progress,
    bodies,
    counts,
    gaps,
    person_problems,
    rows_with_seals,
    seal_problems,
)
from referee.store.errors import StoreDamaged, StoreUnwritable, name_errors
from referee.store.sqlite.connections import connect, make_private
from referee.store.sqlite.schema import check_ours, migrations, schema_problems


def examine(path: Path, source: Path | None = None, progress: Progress | None = None) -> Counts:
    """Check every entry of a file and count what it holds. Raises StoreDamaged, StoreTooNew.

    The error names `source`, the file it was copied from, where given. `progress` gets (done, all), counted in logs.
    """
    with name_errors(path):
        db = connect(path)
        try:
            check_ours(db, source or path)
            for problem in chain(file_problems(db), _problems_of_all(db, progress)):
                where = f"{problem.stream} {problem.seq or ''}: " if problem.stream else ""
                raise StoreDamaged(source or path, where + problem.text)
            return counts(db)
        finally:
            db.close()


def _problems_of_all(db: Database, progress: Progress | None) -> Iterator[Problem]:
    streams = db.execute("SELECT id FROM stream ORDER BY id").fetchall()
    for done, (stream,) in enumerate(streams, 1):
        rows = rows_with_seals(db, stream)
        yield from bodies(db, stream, rows)[1]
        yield from seal_problems(db, stream, rows)
        if progress:
            progress(done, len(streams))


def back_up(db: Database, path: Path, dest: Path, progress: Progress | None = None) -> Counts:
    """Copy what `db` reads to `dest`, which appears only once it is checked."""
    if dest.exists():
        raise StoreUnwritable(dest, "exists")
    with name_errors(dest):
        dest.parent.mkdir(parents=True, exist_ok=True)
    part = dest.with_name(dest.name + ".part")
    try:
        before = counts(db)
        total = _copy(db, path, part, dest, progress)
        after = counts(db)
        # A log only grows: an entry written during the copy may be in it or not.
        if not (before.streams <= total.streams <= after.streams and before.events <= total.events <= after.events):
            raise StoreDamaged(dest, f"{total} is not between {before} and {after}")
        with name_errors(dest):
            part.replace(dest)
            sync(dest.parent)
    finally:
        _remove(part)
    return total


def restore(backup: Path, path: Path, now: datetime, progress: Progress | None = None) -> Path | None:
    """Put `backup` in place of `path`, whose lock the caller holds; return where the old file is before.

    The backup is copied, brought up to date and checked entry by entry before anything is replaced.
    """
    if not backup.is_file():
        raise StoreDamaged(backup, "there is no such file")
    part = path.with_name(path.name + ".part")
    try:
        with name_errors(backup, path):
            _remove(part)
            make_private(part)
            _copy_up_to_date(backup, part)
            sync(part)
        examine(part, backup, progress)
        with name_errors(path):
            before = _keep_old(path, now)
            part.replace(path)
            sync(path.parent)
    finally:
        _remove(part)
    return before


def _copy_up_to_date(backup: Path, part: Path) -> None:
    """Copy a database, then bring the copy's tables up to date."""
    db = connect(backup)
    try:
        check_ours(db, backup)
        before = counts(db)
        db.execute("VACUUM INTO ?", [str(part)])
    finally:
        db.close()
    copy = connect(part, write=True)
    try:
        migrations.apply(copy)
        if counts(copy) != before:
            raise StoreDamaged(backup, f"{counts(copy)} was copied of {before}")
    finally:
        copy.close()


def file_problems(db: Database) -> Iterator[Problem]:
    """The problems of a file outside its logs: what SQLite finds, tables, triggers, numbering and players."""
    try:
        for (text,) in db.execute("PRAGMA integrity_check"):
            if text != "ok":
                yield Problem("integrity", None, None, text)
        for table, _, parent, _ in db.execute("PRAGMA foreign_key_check"):
            yield Problem("reference", None, None, f"a row of {table} names no row of {parent}")
        yield from schema_problems(db)
        yield from gaps(db)
        yield from person_problems(db)
    except sqlite3.DatabaseError as error:
        yield Problem("integrity", None, None, str(error))


def _copy(db: Database, source: Path, part: Path, dest: Path, progress: Progress | None) -> Counts:
    """Copy through SQLite: the bytes of a file in use lack what is in its WAL."""
    with name_errors(source, dest):
        _remove(part)
        make_private(part)
        db.execute("VACUUM INTO ?", [str(part)])
        sync(part)
    return examine(part, progress=progress)


def _keep_old(path: Path, now: datetime) -> Path | None:
    """Copy the old file and its WAL, byte for byte, then remove the WAL: it must never meet the new file."""
    if not path.exists():
        return None
    before = path.with_name(f"{path.name}.{now:%Y%m%dT%H%M%S%fZ}")
    for suffix in ("", "-wal", "-shm"):
        old = path.with_name(path.name + suffix)
        if old.exists():
            new = before.with_name(before.name + suffix)
            shutil.copy2(old, new)
            new.chmod(0o600)
            sync(new)
    sync(path.parent)
    for suffix in ("-wal", "-shm"):
        _remove(path.with_name(path.name + suffix))
    return before


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to the disk."""
    if os.name == "nt" and path.is_dir():  # Windows opens no folder, and needs no sync of one
        return
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
