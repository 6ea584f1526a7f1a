"""The connections to a server: one pool for all stores of a process. Each use names the club it serves."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import psycopg
from psycopg import errors
from psycopg.rows import TupleRow
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from referee.hosting.postgresql.schema import REWRITING
from referee.store.errors import Reason, StoreClosed, StoreDamaged, StoreUnwritable
from referee.store.sql import Connection

A = TypeVar("A")

MOST = 8
"""The most connections of one process."""
PATIENCE, BRIEFLY = 5.0, 0.05
"""Seconds to wait for a connection, and while the server is known to be away."""
RECONNECT = 2.0
"""Seconds after which a connection that cannot be made is given up. The next request begins another."""
TRIES = 20
"""How often a write is tried while another with the same key is under way."""

_REASONS: dict[type[Exception], Reason] = {
    errors.ReadOnlySqlTransaction: "read-only",
    errors.InsufficientPrivilege: "read-only",
    errors.DiskFull: "full",
    errors.LockNotAvailable: "busy",
}


@cache
def translate(statement: str) -> str:
    """A statement with the placeholders of PostgreSQL instead of those of SQLite."""
    named = re.sub(r"(?<![:\w]):([a-z_]+)", r"%(\1)s", statement.replace("%", "%%"))
    return named.replace("?", "%s")


class Session:
    """One connection, with the methods and placeholders that stores use."""

    def __init__(self, connection: psycopg.Connection[TupleRow]) -> None:
        self.server = connection

    @property
    def conn(self) -> Session:
        """This session, which has `executemany`."""
        return self

    def execute(self, statement: str, parameters: Any = ()) -> psycopg.Cursor[TupleRow]:
        """A cursor over the rows of the statement."""
        return self.server.execute(translate(statement), parameters or None)

    def executemany(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        """Execute the statement once for each row."""
        with self.server.cursor() as cursor:
            cursor.executemany(translate(statement), rows)

    def begin(self) -> None:
        """Begin a transaction that sees one state of the store."""
        self.server.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def rollback(self) -> None:
        """End the transaction."""
        self.server.rollback()


class Serving(psycopg.Connection[TupleRow]):
    """A connection, and the club it serves, empty until it serves one."""

    club = ""

    def serve(self, club: str) -> None:
        """Show and take only rows of this club."""
        if self.club != club:
            self.club = ""  # if the next line fails, the club is unknown
            self.execute("SELECT set_config('referee.club', %s, false)", (club,))
            self.club = club


class Pool:
    """The connections of this process to one server, for as long as a store uses them."""

    _open: ClassVar[dict[tuple[str, bool], Pool]] = {}
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, address: str, read_only: bool) -> None:
        def configure(connection: Serving) -> None:
            connection.execute("SET synchronous_commit = on")
            connection.execute("SET default_transaction_read_only = " + ("on" if read_only else "off"))

        self._named = address, read_only
        self._users = 0
        self._away = False
        self.connections: ConnectionPool[Serving] = ConnectionPool(
            address,
            connection_class=Serving,
            min_size=1,
            max_size=MOST,
            timeout=PATIENCE,
            reconnect_timeout=RECONNECT,
            kwargs={"autocommit": True, "connect_timeout": int(PATIENCE), "tcp_user_timeout": int(PATIENCE * 1000)},
            configure=configure,
            check=ConnectionPool.check_connection,
            open=False,
        )

    @classmethod
    def take(cls, address: str, *, read_only: bool) -> Pool:
        """The pool of an address, opened by its first store. Raises what psycopg does."""
        with cls._lock:
            pool = cls._open.get((address, read_only)) or cls(address, read_only)
            if not pool._users:
                try:
                    pool.connections.open(wait=True, timeout=PATIENCE)
                except BaseException:
                    pool.connections.close()
                    raise
                cls._open[pool._named] = pool
            pool._users += 1
            return pool

    @contextmanager
    def connection(self) -> Iterator[Serving]:
        """A connection for one use. Once one was not to be had, nobody waits for the next, until one is there."""
        try:
            with self.connections.connection(BRIEFLY if self._away else PATIENCE) as connection:
                self._away = False
                yield connection
        except (PoolTimeout, psycopg.OperationalError) as error:
            self._away = self._away or isinstance(error, PoolTimeout)
            raise

    def leave(self) -> None:
        """Give the pool back; the last user closes it."""
        with self._lock:
            self._users -= 1
            if self._users:
                return
            del self._open[self._named]
        self.connections.close()


class Readers:
    """The connections of one club, for reading and writing."""

    def __init__(self, address: str, club: str, path: Path, *, read_only: bool) -> None:
        """Take the pool. Raises StoreUnwritable where the server is not reached."""
        self.club = club
        self.path = path
        self._closed = False
        with name_errors(path):
            self.pool = Pool.take(address, read_only=read_only)

    @contextmanager
    def one(self) -> Iterator[Session]:
        """A connection for one use. Raises StoreUnwritable (the server is not reached), StoreDamaged, StoreClosed."""
        if self._closed:
            raise StoreClosed(self.path)
        with name_errors(self.path), self.pool.connection() as connection:
            connection.serve(self.club)
            session = Session(connection)
            try:
                yield session
            finally:
                session.rollback()

    def close(self) -> None:
        """Give out no more connections; they are closed with the last store that uses them."""
        if not self._closed:
            self._closed = True
            self.pool.leave()


class Writer:
    """Write, each work in a transaction; the server commits many with one sync of its disk."""

    def __init__(self, readers: Readers) -> None:
        self.readers = readers

    def write(self, work: Callable[[Connection], A]) -> A:
        """Do `work` in a transaction and return its answer once that is on the server's disk.

        Of two that write the same key at once the second is done again, and finds the key. Raises StoreUnwritable or
        StoreClosed where nothing was kept. If the connection is lost during the commit, send the key again.
        """
        for left in reversed(range(TRIES)):
            try:
                with self.readers.one() as session, session.server.transaction():
                    return work(session)
            except errors.UniqueViolation:
                if not left:
                    raise
        raise AssertionError("unreachable")

    def hold(self, db: Connection, stream: str) -> None:
        """Keep others from adding to a stream until the transaction ends."""
        db.execute("SELECT seq FROM head WHERE stream = ? FOR UPDATE", (stream,))

    @contextmanager
    def lift(self, db: Connection) -> Iterator[None]:
        """Let this transaction change events and streams, with every log of the club held."""
        db.execute("SELECT seq FROM head ORDER BY stream FOR UPDATE")
        db.execute("SELECT set_config(?, 'on', true)", (REWRITING,))
        yield
        db.execute("SELECT set_config(?, 'off', true)", (REWRITING,))

    def wipe(self) -> None:
        """Do nothing: the server itself clears what was overwritten; its archives and copies keep it until they age."""

    def close(self) -> None:
        """Do nothing: the readers close the connections."""


@contextmanager
def name_errors(path: Path) -> Iterator[None]:
    """Raise the errors of the server under our names."""
    try:
        yield
    except PoolClosed as error:
        raise StoreClosed(path) from error
    except (errors.UndefinedTable, errors.UndefinedColumn, errors.DataCorrupted) as error:
        raise StoreDamaged(path, _first_line(error)) from error
    except (errors.DataError, errors.CheckViolation) as error:  # such as a NUL in a text, which SQLite takes
        raise ValueError(_first_line(error)) from error
    except (psycopg.OperationalError, PoolTimeout, errors.InsufficientPrivilege, errors.InternalError_) as error:
        raise StoreUnwritable(path, _reason(error), _first_line(error)) from error


def _reason(error: psycopg.Error) -> Reason:
    """Why it failed. What the server itself says of a statement has a code; it ends connections with a code 57P."""
    if isinstance(error, psycopg.OperationalError) and (error.sqlstate or "57P").startswith("57P"):
        return "away"
    return next((reason for kind, reason in _REASONS.items() if isinstance(error, kind)), "io")


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n", 1)[0]
