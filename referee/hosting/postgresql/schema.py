"""The tables of the store on a server, and the migrations that make them.

They are those of the file (`referee/store/sqlite/schema.py`), with the club in every key. A connection says once which
club it serves; the server then shows and takes only rows of that club, so the statements of a store name no club.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from psycopg import Connection, sql
from psycopg.rows import TupleRow

from referee.store.checks import Problem

TABLES = ("stream", "event", "person", "head", "resealed")
EVERY_CLUB = "*"
"""In place of a club: shows the heads and reseals of all clubs, and nothing else of them."""
TRIGGERS = frozenset({"event_stays", "event_is_kept", "event_in_order", "stream_stays", "stream_is_kept"})
REWRITING = "referee.rewriting"
"""The setting that lets one transaction change events and streams."""

_MIGRATING = 0x52454652
_CLUB = """club text COLLATE "C" NOT NULL DEFAULT current_setting('referee.club')"""

MIGRATIONS: Mapping[str, str] = MappingProxyType(
    {
        "0001_log": """
            CREATE TABLE stream (
                <club>,
                id text COLLATE "C" NOT NULL CHECK (id <> ''),
                kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
                key text COLLATE "C" NOT NULL CHECK (key <> ''),
                meta text NOT NULL CHECK (meta::json IS NOT NULL),
                label text NOT NULL CHECK (label::json IS NOT NULL),
                created text COLLATE "C" NOT NULL,
                by text NOT NULL,
                rowid bigint GENERATED ALWAYS AS IDENTITY,
                PRIMARY KEY (club, id),
                UNIQUE (club, key)
            );
            CREATE INDEX stream_by_kind ON stream (club, kind, created);
            CREATE TABLE event (
                <club>,
                stream text COLLATE "C" NOT NULL,
                seq integer NOT NULL CHECK (seq > 0),
                key text COLLATE "C" NOT NULL CHECK (key <> ''),
                part integer NOT NULL CHECK (part >= 0),
                kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
                body text NOT NULL CHECK (body::json IS NOT NULL),
                at text COLLATE "C" NOT NULL,
                by text NOT NULL,
                PRIMARY KEY (club, stream, seq),
                UNIQUE (club, stream, key, part),
                FOREIGN KEY (club, stream) REFERENCES stream (club, id)
            );
            CREATE TABLE person (
                <club>,
                name text COLLATE "C" NOT NULL CHECK (name <> ''),
                last_seen text COLLATE "C" NOT NULL,
                PRIMARY KEY (club, name)
            );
            CREATE FUNCTION referee_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE integrity_constraint_violation USING MESSAGE = TG_ARGV[0]; END $$;
            CREATE FUNCTION referee_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF current_setting('referee.rewriting', true) = 'on' THEN RETURN NEW; END IF;
                    RAISE integrity_constraint_violation USING MESSAGE = TG_ARGV[0];
                END $$;
            CREATE FUNCTION referee_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM event WHERE stream = NEW.stream) THEN
                        RAISE integrity_constraint_violation USING MESSAGE = 'events are numbered without a gap';
                    END IF;
                    RETURN NEW;
                END $$;
            CREATE TRIGGER event_stays BEFORE UPDATE ON event
                FOR EACH ROW EXECUTE FUNCTION referee_refuse_change('an event never changes');
            CREATE TRIGGER event_is_kept BEFORE DELETE ON event
                FOR EACH ROW EXECUTE FUNCTION referee_refuse('an event is never removed');
            CREATE TRIGGER event_in_order BEFORE INSERT ON event
                FOR EACH ROW EXECUTE FUNCTION referee_in_order();
            CREATE TRIGGER stream_stays BEFORE UPDATE OF id, kind, key, meta, created, by ON stream
                FOR EACH ROW EXECUTE FUNCTION referee_refuse_change('a stream never changes');
            CREATE TRIGGER stream_is_kept BEFORE DELETE ON stream
                FOR EACH ROW EXECUTE FUNCTION referee_refuse('a stream is never removed');
            CREATE TRIGGER event_is_never_emptied BEFORE TRUNCATE ON event
                EXECUTE FUNCTION referee_refuse('an event is never removed');
        """,
        "0002_seal": """
            ALTER TABLE event ADD COLUMN seal bytea NOT NULL;
            ALTER TABLE person ADD COLUMN sum bytea NOT NULL;
            CREATE TABLE head (
                <club>,
                stream text COLLATE "C" NOT NULL,
                seq integer NOT NULL,
                seal bytea NOT NULL,
                sum bytea NOT NULL,
                PRIMARY KEY (club, stream),
                FOREIGN KEY (club, stream) REFERENCES stream (club, id)
            ) WITH (fillfactor = 50);
            CREATE TABLE resealed (
                <club>,
                stream text COLLATE "C" NOT NULL,
                at text COLLATE "C" NOT NULL,
                seq integer NOT NULL,
                old bytea NOT NULL,
                new bytea NOT NULL,
                PRIMARY KEY (club, stream, at),
                FOREIGN KEY (club, stream) REFERENCES stream (club, id)
            );
        """
        + "".join(
            f"""
            ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;
            ALTER TABLE {table} FORCE ROW LEVEL SECURITY;
            CREATE POLICY own_club ON {table} USING (club = current_setting('referee.club'));
            """
            for table in TABLES
        ),
        "0003_server": """
            CREATE UNLOGGED TABLE note (
                <club>,
                kind text COLLATE "C" NOT NULL,
                key text COLLATE "C" NOT NULL,
                text text NOT NULL,
                at timestamptz NOT NULL DEFAULT clock_timestamp(),
                PRIMARY KEY (club, kind, key)
            ) WITH (fillfactor = 50);
            ALTER TABLE note ENABLE ROW LEVEL SECURITY;
            ALTER TABLE note FORCE ROW LEVEL SECURITY;
            CREATE POLICY own_club ON note USING (club = current_setting('referee.club'));
            CREATE POLICY followed ON head FOR SELECT USING (current_setting('referee.club') = '*');
            CREATE POLICY followed ON resealed FOR SELECT USING (current_setting('referee.club') = '*');
        """,
        "0004_summary": """
            CREATE UNLOGGED TABLE summary (
                <club>,
                stream text COLLATE "C" NOT NULL,
                made text NOT NULL,
                seal bytea NOT NULL,
                body text NOT NULL,
                PRIMARY KEY (club, stream),
                FOREIGN KEY (club, stream) REFERENCES stream (club, id)
            );
            ALTER TABLE summary ENABLE ROW LEVEL SECURITY;
            ALTER TABLE summary FORCE ROW LEVEL SECURITY;
            CREATE POLICY own_club ON summary USING (club = current_setting('referee.club'));
        """,
    }
)
"""The statements of each migration, under the name it has in a file too; `<club>` is every table's first column."""


def migrate(connection: Connection[TupleRow]) -> None:
    """Bring the tables up to date, one process at a time, each migration in a transaction."""
    connection.execute("SELECT pg_advisory_lock(%s)", (_MIGRATING,))
    try:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())"
        )
        done = past_migrations(connection)
        for name, text in MIGRATIONS.items():
            if name not in done:
                with connection.transaction():
                    connection.execute(sql.SQL(text.replace("<club>", _CLUB)))
                    connection.execute("INSERT INTO migration (name) VALUES (%s)", (name,))
    finally:
        connection.execute("SELECT pg_advisory_unlock(%s)", (_MIGRATING,))


def past_migrations(connection: Connection[TupleRow]) -> set[str]:
    """The names of the migrations a database has had, none where it is new."""
    (there,) = connection.execute("SELECT to_regclass('migration') IS NOT NULL").fetchone() or (False,)
    return {name for (name,) in connection.execute("SELECT name FROM migration")} if there else set()


def schema_problems(connection: Connection[TupleRow]) -> Iterator[Problem]:
    """The triggers that are missing or disabled, and the tables that would show one club's rows to another."""
    there = connection.execute(
        "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
        " WHERE NOT tgisinternal AND tgenabled <> 'D' AND relnamespace = current_schema()::regnamespace"
    )
    for name in sorted(TRIGGERS - {name for (name,) in there}):
        yield Problem("trigger", None, None, f"the trigger {name} is missing")
    guarded = connection.execute(
        "SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity"
        " AND relnamespace = current_schema()::regnamespace"
    )
    for name in sorted({*TABLES, "note", "summary"} - {name for (name,) in guarded}):
        yield Problem("trigger", None, None, f"the rows of {name} are not kept apart by club")
