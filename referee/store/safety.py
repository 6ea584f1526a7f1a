"""Copies that can be trusted, and the search for damage."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from sqlite_utils import Database

from referee.store.connections import connect
from referee.store.errors import StoreDamaged, StoreUnwritable, named
from referee.store.schema import TRIGGERS, check_ours


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a file holds."""

    streams: int
    events: int
    people: int


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing found wrong: in the file, in the order or the text of a stream, or by refolding it."""

    kind: Literal["integrity", "reference", "trigger", "gap", "body", "fold"]
    stream: str | None
    seq: int | None
    text: str


def counts(db: Database) -> Counts:
    """Count the rows, all in one state of the file."""
    row = db.execute(
        "SELECT (SELECT count(*) FROM stream), (SELECT count(*) FROM event), (SELECT count(*) FROM person)"
    ).fetchone()
    return Counts(*row)


def examine(path: Path) -> Counts:
    """Read a file through. Raises StoreDamaged, StoreTooNew."""
    if not path.is_file():
        raise StoreDamaged(path, "there is no such file")
    with named(path):
        db = connect(path)
        try:
            check_ours(db, path)
            for problem in file_problems(db):
                raise StoreDamaged(path, problem.text)
            return counts(db)
        finally:
            db.close()


def back_up(db: Database, path: Path, dest: Path) -> Counts:
    """Copy what `db` reads to `dest`, which appears only once it has been read through."""
    if dest.exists():
        raise StoreUnwritable(dest, "exists")
    with named(dest):
        dest.parent.mkdir(parents=True, exist_ok=True)
    part = dest.with_name(dest.name + ".part")
    try:
        before = counts(db)
        found = _copy(db, path, part, dest)
        after = counts(db)
        # A log only grows: what was written while the copy was made may be in it or not.
        if not (before.streams <= found.streams <= after.streams and before.events <= found.events <= after.events):
            raise StoreDamaged(dest, f"{found} is not between {before} and {after}")
        with named(dest):
            part.replace(dest)
            _sync(dest.parent)
    finally:
        _remove(part)
    return found


def restore(backup: Path, path: Path, now: datetime) -> Path | None:
    """Put `backup` in the place of `path`, whose lock the caller holds; return where the old file is kept."""
    expected = examine(backup)
    part = path.with_name(path.name + ".part")
    try:
        with named(backup):
            db = connect(backup)
        try:
            found = _copy(db, backup, part, path)
        finally:
            db.close()
        if found != expected:
            raise StoreDamaged(backup, f"{found} was copied of {expected}")
        with named(path):
            kept = _keep_old(path, now)
            part.replace(path)
            _sync(path.parent)
    finally:
        _remove(part)
    return kept


def file_problems(db: Database) -> Iterator[Problem]:
    """What SQLite finds, triggers that are missing, and events that are not numbered 1, 2, 3 …"""
    try:
        for (text,) in db.execute("PRAGMA integrity_check"):
            if text != "ok":
                yield Problem("integrity", None, None, text)
        for table, _, parent, _ in db.execute("PRAGMA foreign_key_check"):
            yield Problem("reference", None, None, f"a row of {table} names no row of {parent}")
        for name in sorted(TRIGGERS - {trigger.name for trigger in db.triggers}):
            yield Problem("trigger", None, None, f"the trigger {name} is missing")
        numbered = db.execute("SELECT stream, seq, row_number() OVER (PARTITION BY stream ORDER BY seq) FROM event")
        told = None
        for stream, seq, n in numbered:
            if seq != n and stream != told:
                told = stream
                yield Problem("gap", stream, n, f"event {n} is missing")
    except sqlite3.DatabaseError as error:
        yield Problem("integrity", None, None, str(error))


def body_problems(db: Database, stream: str) -> Iterator[Problem]:
    """The texts of a stream that are not JSON objects."""
    texts = "SELECT NULL, meta FROM stream WHERE id = :id UNION ALL SELECT NULL, label FROM stream WHERE id = :id"
    events = "SELECT seq, body FROM event WHERE stream = :id"
    for seq, text in db.execute(f"{texts} UNION ALL {events}", {"id": stream}):
        try:
            found = "" if isinstance(json.loads(text), dict) else "not a JSON object"
        except ValueError as error:
            found = str(error)
        if found:
            yield Problem("body", stream, seq, found)


def _copy(db: Database, source: Path, part: Path, dest: Path) -> Counts:
    """Copy by SQLite, since a file in use copied by its bytes lacks what its WAL holds."""
    with named(source, dest):
        _remove(part)
        db.execute("VACUUM INTO ?", [str(part)])
        _sync(part)
    return examine(part)


def _keep_old(path: Path, now: datetime) -> Path | None:
    """Copy the old file and its WAL, byte for byte, then take the WAL away: it must never meet the new file."""
    if not path.exists():
        return None
    kept = path.with_name(f"{path.name}.{now:%Y%m%dT%H%M%S%fZ}")
    for suffix in ("", "-wal", "-shm"):
        old = path.with_name(path.name + suffix)
        if old.exists():
            new = kept.with_name(kept.name + suffix)
            shutil.copy2(old, new)
            _sync(new)
    _sync(path.parent)
    for suffix in ("-wal", "-shm"):
        _remove(path.with_name(path.name + suffix))
    return kept


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to the disk."""
    if os.name == "nt" and path.is_dir():  # Windows opens no folder, and needs it not
        return
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
