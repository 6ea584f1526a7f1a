"""A store on a server of PostgreSQL: the logs of one club, which other processes write too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping
from psycopg.rows import TupleRow

from referee.hosting.address import split_club
from referee.hosting.moving import write_file
from referee.hosting.postgresql.connections import Readers, Session, Writer, name_errors
from referee.hosting.postgresql.follower import follower_of
from referee.hosting.postgresql.notes import SharedNotes
from referee.hosting.postgresql.schema import EVERY_CLUB, MIGRATIONS, migrate, past_migrations, schema_problems
from referee.store import checks
from referee.store.errors import StoreClosed, StoreTooNew, StoreUnwritable
from referee.store.log import Store
from referee.store.records import Clock, stamp, utc_now
from referee.store.sql import Connection


class ServerStore(Store):
    """An open store on a server. Its clock is the server's unless one is given, since computers disagree."""

    READ_ERRORS: ClassVar[tuple[type[Exception], ...]] = (psycopg.Error,)
    shared: ClassVar[bool] = True

    def __init__(self, path: Path, readers: Readers, writer: Writer | None, clock: Clock | None) -> None:
        super().__init__(path, readers, writer, clock or utc_now)
        self._own_clock = clock
        self.club = readers.club
        self.notes = SharedNotes(readers)
        self._follower = follower_of(readers.pool)
        with readers.one() as db:
            times, last = db.execute("SELECT count(*), coalesce(max(at), '') FROM resealed").fetchone() or (0, "")
        self._rewritten: tuple[int, str] = times, last

    def close(self) -> None:
        """Close, and hear of no more changes."""
        self._follower.leave(self)
        super().close()

    def seq(self, stream: str) -> int:
        """The number of the stream's last event, as the server has it now."""
        try:
            return self._note(stream, self.head(stream)[0])
        except StoreClosed:
            with self._noting:
                if stream not in self._seqs:
                    raise
                return self._seqs[stream]

    def listen(self, listener: Callable[[str, int], None]) -> None:
        """Call `listener` with a stream and its last number whenever any process adds to it."""
        super().listen(listener)
        self._look()

    def listen_rewritten(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever any process has taken a person out of the logs."""
        super().listen_rewritten(listener)
        self._look()

    def backup(self, dest: Path | str, progress: checks.Progress | None = None) -> checks.Counts:
        """Copy the club's store to one SQLite file. Raises StoreUnwritable, StoreDamaged."""
        return write_file(self, Path(dest), progress)

    def _engine_problems(self, db: Connection) -> Iterator[checks.Problem]:
        assert isinstance(db, Session)
        yield from schema_problems(db.server)
        yield from checks.gaps(db)
        yield from checks.person_problems(db)

    def _now(self, db: Connection) -> str:
        if self._own_clock:
            return super()._now(db)
        return stamp(db.execute("SELECT clock_timestamp()").fetchone()[0])

    def _look(self) -> None:
        with self._noting:
            if not self._closed:
                self._follower.follow(self)

    def last_numbers(self) -> dict[str, int]:
        """The logs whose last number is known here, with that number."""
        with self._noting:
            return dict(self._seqs)

    def grown(self, stream: str, seq: int) -> None:
        """Hear that a log has grown."""
        self._note(stream, seq)

    def rewritten(self, times: int, last: str) -> None:
        """Hear how often logs of the club were rewritten, and when last."""
        if (times, last) != self._rewritten:
            self._rewritten = times, last
            self._reread()


def open_store(database: Path | str, clock: Clock | None, read_only: bool) -> ServerStore:
    """Open the database at an address such as `postgresql://user@host/name?club=lyon`; the usual club is “club”.

    Raises StoreUnwritable where the server is not reached, may lose what it acknowledged, lets this user see every
    club, or is reached through a pooler that exchanges connections; StoreTooNew.
    """
    address, club = split_club(str(database))
    parts = urlsplit(address)
    path = Path(f"{parts.hostname or 'postgresql'}-{parts.path.strip('/') or 'referee'}-{club}")
    if club == EVERY_CLUB:
        raise StoreUnwritable(path, "read-only", "no club has this name")
    with name_errors(path), psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
        _check(connection, path)
        _check_pooler(connection, address, path)
        if not read_only:
            migrate(connection)
        if unknown := tuple(sorted(past_migrations(connection) - MIGRATIONS.keys())):
            raise StoreTooNew(path, unknown)
    readers = Readers(address, club, path, read_only=read_only)
    return ServerStore(path, readers, None if read_only else Writer(readers), clock)


def _check(connection: psycopg.Connection[TupleRow], path: Path) -> None:
    for setting in ("fsync", "full_page_writes"):
        if connection.execute(f"SHOW {setting}").fetchone() != ("on",):
            raise StoreUnwritable(path, "io", f"{setting} is off: the server would lose what it acknowledged")
    rights = connection.execute("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user").fetchone()
    if rights == (True,):
        raise StoreUnwritable(path, "read-only", "this user would see every club: give the program a role of its own")


def _check_pooler(connection: psycopg.Connection[TupleRow], address: str, path: Path) -> None:
    """Raise StoreUnwritable where a pooler gives each transaction another connection of the server.

    A connection says once which club it serves: exchanged, it would serve the rows of another.
    """
    if (own := _process(connection)) == connection.info.backend_pid:
        return
    with psycopg.connect(address, connect_timeout=5) as other:
        _process(other)  # in a transaction, which keeps whatever connection the pooler had free
        if _process(connection) != own:
            raise StoreUnwritable(path, "io", "pool_mode of the pooler before the server must be session")


def _process(connection: psycopg.Connection[TupleRow]) -> int:
    """The process of the server that answers on a connection."""
    row = connection.execute("SELECT pg_backend_pid()").fetchone()
    return int(row[0]) if row else 0


def starting_up(address: str) -> bool:
    """Whether a server answers that it takes no connections yet."""
    return PGconn.ping(make_conninfo(split_club(address)[0], connect_timeout=5).encode()) == Ping.REJECT
