"""Copies that can be trusted, and the search for damage."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from sqlite_utils import Database

from referee.store.connections import connect, make_private
from referee.store.errors import StoreDamaged, StoreUnwritable, named
from referee.store.schema import ROWS, TRIGGERS, check_ours, migrations
from referee.store.seal import first_link, first_misfit, seal_of


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a file holds."""

    streams: int
    events: int
    people: int


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing found wrong: in the file, in the order or the text of a stream, or by refolding it."""

    kind: Literal["integrity", "reference", "trigger", "gap", "body", "seal", "fold"]
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
            sync(dest.parent)
    finally:
        _remove(part)
    return found


def dated(path: Path, now: datetime) -> Path:
    """Where the backup of this moment lies: `referee.db-20260704T193000Z.backup`, in UTC."""
    return path.with_name(f"{path.name}-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.backup")


def drop_dated(path: Path, newest: Path, keep: int) -> list[Path]:
    """Remove the dated backups of `path` but `newest` and the `keep` - 1 last of the others. Raises OSError."""
    name = re.compile(re.escape(path.name) + r"-[0-9]{8}T[0-9]{6}Z\.backup")
    others = sorted(one for one in path.parent.iterdir() if name.fullmatch(one.name) and one != newest)
    older = others[: max(len(others) - keep + 1, 0)]
    for one in older:
        one.unlink()
    return older


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
            sync(path.parent)
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
        yield from _schema_problems(db)
        numbered = db.execute("SELECT stream, seq, row_number() OVER (PARTITION BY stream ORDER BY seq) FROM event")
        told = None
        for stream, seq, n in numbered:
            if seq != n and stream != told:
                told = stream
                yield Problem("gap", stream, n, f"event {n} is missing")
        yield from person_problems(db)
    except sqlite3.DatabaseError as error:
        yield Problem("integrity", None, None, str(error))


def _schema_problems(db: Database) -> Iterator[Problem]:
    """Triggers that are missing, and what else of the tables is not as this program makes them."""
    there = _statements(db)
    for name in sorted(TRIGGERS - there.keys()):
        yield Problem("trigger", None, None, f"the trigger {name} is missing")
    made = Database(memory=True)
    migrations.apply(made)
    for name, sql in _statements(made).items():
        if name not in TRIGGERS - there.keys() and there.get(name) != sql:
            yield Problem("trigger", None, None, f"{name} is not as this program makes it")
    made.close()


def _statements(db: Database) -> dict[str, str]:
    """The statements that made the tables, indexes and triggers of ours, by name."""
    found = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE '%sqlite%'")
    return dict(found.fetchall())


def seal_problems(db: Database, stream: str) -> Iterator[Problem]:
    """What of a stream is not as it was sealed: the first event that does not fit, a tail cut off, its key or label."""
    key, label, *begun = db.execute(
        "SELECT key, label, id, kind, meta, created, by FROM stream WHERE id = ?", (stream,)
    ).fetchone()
    head = db.execute("SELECT seq, seal, sum FROM head WHERE stream = ?", (stream,)).fetchone()
    if head is None:
        yield Problem("seal", stream, None, "its head is missing")
        return
    seq, seal, total = head
    found = db.execute(ROWS.replace("by FROM", "by, seal FROM") + " ORDER BY seq", (stream,)).fetchall()
    rows, seals = [row[:-1] for row in found], [row[-1] for row in found]
    first = first_link(*begun)
    misfit = first_misfit(first, rows, seals)
    if misfit is not None:
        yield Problem("seal", stream, misfit, f"event {misfit} is not as it was written, or not what came before it")
    elif len(rows) < seq:
        yield Problem("seal", stream, len(rows) + 1, f"cut off after event {len(rows)}: there were {seq}")
    elif len(rows) > seq or (seals[-1] if seals else first) != seal:
        yield Problem("seal", stream, seq, "its head is not that of its last event")
    if total != seal_of((key, label)):
        yield Problem("seal", stream, None, "its key or its label is not as it was written")


def person_problems(db: Database) -> Iterator[Problem]:
    """The players whose entry is not as it was written."""
    for name, seen, total in db.execute("SELECT name, last_seen, sum FROM person ORDER BY name"):
        if total != seal_of((name, seen)):
            yield Problem("seal", None, None, f"the player {name} is not as written")


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
        make_private(part)
        db.execute("VACUUM INTO ?", [str(part)])
        sync(part)
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
            new.chmod(0o600)
            sync(new)
    sync(path.parent)
    for suffix in ("-wal", "-shm"):
        _remove(path.with_name(path.name + suffix))
    return kept


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to the disk."""
    if os.name == "nt" and path.is_dir():  # Windows opens no folder, and needs it not
        return
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
