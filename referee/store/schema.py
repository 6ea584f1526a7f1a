"""The tables of the store, and how a file comes to have them."""

from __future__ import annotations

from pathlib import Path

from sqlite_utils import Database, Migrations

from referee.store.errors import StoreDamaged, StoreTooNew

APPLICATION_ID = 0x52454652  # "REFR": tells our files from other programs' databases
TRIGGERS = frozenset({"event_stays", "event_is_kept", "event_in_order", "stream_stays", "stream_is_kept"})

migrations = Migrations("referee")
KNOWN = frozenset({"0001_log"})  # the name of every migration below


@migrations(name="0001_log")
def _log(db: Database) -> None:
    """Streams, their events, and the people met.

    An append of several events has one key; `part` numbers them from 0, so (stream, key, part) being
    unique means that a key is used once.
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


def check_ours(db: Database, path: Path, *, new: bool = False) -> None:
    """Raise StoreDamaged for a file that is not ours, StoreTooNew for one changed by a later version.

    `new` lets an empty file pass.
    """
    tables = set(db.table_names()) - {Migrations.migrations_table}
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID and not (new and not tables and application == 0):
        raise StoreDamaged(path, "written by another program" if tables else "empty")
    unknown = tuple(done.name for done in migrations.applied(db) if done.name not in KNOWN)
    if unknown:
        raise StoreTooNew(path, unknown)
