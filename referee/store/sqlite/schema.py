"""The tables of the store in a file, and the migrations that make them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sqlite_utils import Database, Migrations

from referee.store.checks import Problem
from referee.store.errors import StoreDamaged, StoreTooNew
from referee.store.hashes import seal_of
from referee.store.sql import Connection, seal_stream

APPLICATION_ID = 0x52454652  # "REFR": tells our files from other programs' databases
TRIGGERS = frozenset({"event_stays", "event_is_kept", "event_in_order", "stream_stays", "stream_is_kept"})

migrations = Migrations("referee")
KNOWN = frozenset({"0001_log", "0002_seal", "0004_summary"})  # the name of every migration below


@migrations(name="0001_log")
def _log(db: Database) -> None:
    """Make the tables of streams, their events, and the players met.

    An append of several events has one key; `part` numbers them from 0, so that the unique
    (stream, key, part) lets a key be used once.
    """
    db.executescript("""
        CREATE TABLE stream (
            id TEXT PRIMARY KEY CHECK (id <> ''),
            kind TEXT NOT NULL CHECK (kind <> ''),
            key TEXT NOT NULL UNIQUE CHECK (key <> ''),
            meta TEXT NOT NULL CHECK (json_valid(meta)),
            label TEXT NOT NULL CHECK (json_valid(label)),
            created TEXT NOT NULL,
            by TEXT NOT NULL
        ) STRICT;
        CREATE INDEX stream_by_kind ON stream (kind, created);
        CREATE TABLE event (
            stream TEXT NOT NULL REFERENCES stream (id),
            seq INTEGER NOT NULL CHECK (seq > 0),
            key TEXT NOT NULL CHECK (key <> ''),
            part INTEGER NOT NULL CHECK (part >= 0),
            kind TEXT NOT NULL CHECK (kind <> ''),
            body TEXT NOT NULL CHECK (json_valid(body)),
            at TEXT NOT NULL,
            by TEXT NOT NULL,
            PRIMARY KEY (stream, seq),
            UNIQUE (stream, key, part)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE person (
            name TEXT PRIMARY KEY CHECK (name <> ''),
            last_seen TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER event_stays BEFORE UPDATE ON event
            BEGIN SELECT RAISE(ABORT, 'an event never changes'); END;
        CREATE TRIGGER event_is_kept BEFORE DELETE ON event
            BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END;
        CREATE TRIGGER event_in_order BEFORE INSERT ON event
            WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM event WHERE stream = NEW.stream)
            BEGIN SELECT RAISE(ABORT, 'events are numbered without a gap'); END;
        CREATE TRIGGER stream_stays BEFORE UPDATE OF id, kind, key, meta, created, by ON stream
            BEGIN SELECT RAISE(ABORT, 'a stream never changes'); END;
        CREATE TRIGGER stream_is_kept BEFORE DELETE ON stream
            BEGIN SELECT RAISE(ABORT, 'a stream is never removed'); END;
    """)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")


@migrations(name="0002_seal")
def _seal(db: Database) -> None:
    """Add a hash to every event, a head to every stream, and sums over the rest (see seal.py).

    `head` holds the length of a stream, so that a tail cut off is noticed; its `sum` covers key and label. `resealed`
    keeps the heads from before a person was taken out.
    """
    triggers = lift_triggers(db)
    db.execute("ALTER TABLE event ADD COLUMN seal BLOB NOT NULL DEFAULT x''")
    db.execute("ALTER TABLE person ADD COLUMN sum BLOB NOT NULL DEFAULT x''")
    db.execute("""
        CREATE TABLE head (
            stream TEXT PRIMARY KEY REFERENCES stream (id),
            seq INTEGER NOT NULL,
            seal BLOB NOT NULL,
            sum BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
    """)
    db.execute("""
        CREATE TABLE resealed (
            stream TEXT NOT NULL REFERENCES stream (id),
            at TEXT NOT NULL,
            seq INTEGER NOT NULL,
            old BLOB NOT NULL,
            new BLOB NOT NULL,
            PRIMARY KEY (stream, at)
        ) STRICT, WITHOUT ROWID
    """)
    for (stream,) in db.execute("SELECT id FROM stream").fetchall():
        seal_stream(db, stream)
    for row in db.execute("SELECT name, last_seen FROM person").fetchall():
        db.execute("UPDATE person SET sum = ? WHERE name = ?", (seal_of(row), row[0]))
    restore_triggers(db, triggers)


@migrations(name="0004_summary")
def _summary(db: Database) -> None:
    """Make the table of summaries, which is a cache and may be emptied (see summaries.py)."""
    db.execute("""
        CREATE TABLE summary (
            stream TEXT PRIMARY KEY REFERENCES stream (id),
            made TEXT NOT NULL,
            seal BLOB NOT NULL,
            body TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
    """)


def lift_triggers(db: Connection) -> list[str]:
    """Drop the triggers that keep rows from being changed; return the statements that restore them."""
    rows = db.execute("SELECT name, sql FROM sqlite_master WHERE name IN ('event_stays', 'stream_stays')").fetchall()
    for name, _ in rows:
        db.execute(f"DROP TRIGGER {name}")
    return [sql for _, sql in rows]


def restore_triggers(db: Connection, statements: list[str]) -> None:
    """Put back what `lift_triggers` dropped."""
    for sql in statements:
        db.execute(sql)


def check_ours(db: Database, path: Path, *, new: bool = False) -> None:
    """Raise StoreDamaged for a file that is not ours, StoreTooNew for one changed by a later version.

    A table, view or trigger that no migration made, or not in these words, is not ours: it could run with every entry.
    With `new` an empty file passes.
    """
    tables = set(db.table_names()) - {Migrations.migrations_table}
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID and not (new and not tables and application == 0):
        raise StoreDamaged(path, "written by another program" if tables else "empty")
    unknown = tuple(done.name for done in migrations.applied(db) if done.name not in KNOWN)
    if unknown:
        raise StoreTooNew(path, unknown)
    own, there = _own_statements(len(migrations.applied(db))), statements(db)
    if foreign := sorted(name for name, sql in there.items() if own.get(name) != sql):
        raise StoreDamaged(path, f"not made by this program: {', '.join(foreign)}")


def schema_problems(db: Database) -> Iterator[Problem]:
    """The triggers that are missing, and the statements that differ from those of this program or are none of it."""
    there, own = statements(db), _own_statements(len(KNOWN))
    for name in sorted(TRIGGERS - there.keys()):
        yield Problem("trigger", None, None, f"the trigger {name} is missing")
    for name, sql in own.items():
        if name not in TRIGGERS - there.keys() and there.get(name) != sql:
            yield Problem("trigger", None, None, f"{name} is not as this program makes it")
    for name in sorted(there.keys() - own.keys()):
        yield Problem("trigger", None, None, f"{name} is not made by this program")


def statements(db: Database) -> dict[str, bytes]:
    """The statements that made the tables, indexes, views and triggers of a file, by name.

    The library's list of migrations, with its index, is not among them: its next version may make it otherwise.
    """
    rows = db.execute(
        "SELECT CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master"
        " WHERE sql IS NOT NULL AND NOT (tbl_name = ? AND type IN ('table', 'index'))",
        (Migrations.migrations_table,),
    )
    return {bytes(name).decode(errors="replace"): bytes(sql) for name, sql in rows}  # damaged, it may be no text


@cache
def _own_statements(done: int) -> dict[str, bytes]:
    """The statements in a file of ours after so many migrations."""
    fresh = Database(memory=True)
    names = [migration.name for migration in migrations.pending(fresh)]
    migrations.apply(fresh, stop_before=names[done] if done < len(names) else None)
    own = statements(fresh)
    fresh.close()
    return own
