"""The store on a server of PostgreSQL: what several processes and many clubs on one database ask of it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner
from psycopg_pool import ConnectionPool

from referee.cli import hosting
from referee.cli.main import main
from referee.hosting.postgresql import connections
from referee.hosting.postgresql.schema import MIGRATIONS
from referee.store import (
    Appended,
    StaleSequence,
    Store,
    StoreTooNew,
    StoreUnwritable,
    UnknownStream,
)
from referee.store.sqlite.schema import KNOWN
from tests.help.clubs import Hall
from tests.help.postgresql import ORDINARY, PORT, Server
from tests.help.store import TAP, together

STARTING_UP = """
import socket
refused = b"SFATAL\\0VFATAL\\0C57P03\\0Mthe database system is starting up\\0\\0"
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    for _ in range(2):
        with server.accept()[0] as connection:
            while b"user" not in connection.recv(1000):  # first it asks for encryption
                connection.sendall(b"N")
            connection.sendall(b"E" + (len(refused) + 4).to_bytes(4, "big") + refused)
"""
POOLERS = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"
PYTHON = [sys.executable, "-c"]
TAPS = """
import sys
from referee.store import StaleSequence, Store
with Store.open(sys.argv[1]) as store:
    table, name, seq = sys.argv[2], sys.argv[3], 0
    for count in range(int(sys.argv[4])):
        while True:
            try:
                seq = store.append(table, f"{name}-{count}", seq, [("tap", {"by": name})]).seq_last
                break
            except StaleSequence as stale:
                seq = stale.current
        print(f"{name}-{count}", seq, flush=True)
"""


@pytest.fixture
def address(postgresql: Server) -> str:
    return postgresql.address()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store.open(address) as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> str:
    return store.create("table", {"game": "tarot"}, key="new-table", by="Nora")


def tapping(address: str, table: str, name: str, count: int) -> subprocess.Popen[str]:
    """A process that adds so many entries, and prints each once it is acknowledged."""
    command = [*PYTHON, TAPS, address, table, name, str(count)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(Path.cwd())}
    )


def test_two_processes_at_one_table_lose_nothing_and_double_nothing(address: str, store: Store, table: str) -> None:
    processes = [tapping(address, table, name, 60) for name in ("a", "b")]
    told = dict(line.split() for process in processes for line in process.communicate()[0].splitlines())
    assert len(told) == 120
    assert {event.key: str(event.seq) for event in store.events(table)} == told
    assert [event.seq for event in store.events(table)] == list(range(1, 121))
    assert list(store.verify()) == []


def test_what_a_killed_process_was_told_is_kept_once_and_in_order(address: str, store: Store, table: str) -> None:
    killed, other = tapping(address, table, "a", 10_000), tapping(address, table, "b", 60)
    assert killed.stdout is not None
    first = [killed.stdout.readline() for _ in range(20)]
    killed.send_signal(signal.SIGKILL)
    told = [line.split() for line in [*first, *killed.communicate()[0].splitlines()] if line.endswith(("\n",)) or line]
    whole = dict(pair for pair in told if len(pair) == 2)
    whole |= dict(line.split() for line in other.communicate()[0].splitlines())
    kept = {event.key: str(event.seq) for event in store.events(table)}
    assert whole.items() <= kept.items()
    assert len(kept) - len(whole) <= 1  # committed, and killed before it was told
    assert sorted(map(int, kept.values())) == list(range(1, len(kept) + 1))


def test_a_server_that_stops_in_the_middle_says_so_and_what_it_acknowledged_is_there(
    postgresql: Server, store: Store, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    done: list[Appended] = []
    stopped = threading.Event()

    def taps() -> str:
        while True:
            try:
                done.append(store.append(table, f"tap-{len(done)}", len(done), TAP))
            except StoreUnwritable as refused:
                return refused.reason
            if len(done) == 20:
                stopped.set()

    def stop() -> None:
        stopped.wait()
        postgresql.stop()

    try:
        assert together(taps, stop)[0] == "away"
    finally:
        postgresql.start()
    again = until_saved(
        lambda: store.append(table, f"tap-{len(done)}", len(done), TAP)
    )  # the same key, as a tablet does
    events = store.events(table)
    assert [event.key for event in events] == [f"tap-{number}" for number in range(len(done) + 1)]
    assert again.seq_last == len(events)
    assert list(store.verify()) == []


def until_saved(append: Callable[[], Appended]) -> Appended:
    """Send a tap until it is saved, as a tablet does."""
    while True:
        with suppress(StoreUnwritable):
            return append()


def test_a_database_that_is_away_is_waited_for_once_and_every_page_says_so(
    hall: Hall, postgresql: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    lend = ConnectionPool.connection

    def noted(pool: ConnectionPool, timeout: float) -> object:
        if threading.current_thread() is threading.main_thread():
            waits.append(timeout)
        return lend(pool, timeout)

    director = hall.device(*hall.add())
    director.new_table("Ana", "Ben", "Cléo")
    table = "/".join(director.path.split("/")[:3])
    monkeypatch.setattr(ConnectionPool, "connection", noted)
    monkeypatch.setattr(connections, "PATIENCE", 0.3)
    postgresql.stop()
    try:
        for path in ("/health", "/", table, "/people", "/health"):
            page = director.open(path)
            assert director.status == 503
            assert "Nothing was saved" in page.text
            assert "the database cannot be reached" in page.text
            assert director.headers["Retry-After"] == "5"
        director.open("/static/css/base.css")
        assert director.status == 200  # so that the page looks as ever
    finally:
        postgresql.start()
    assert waits.count(0.3) <= 1
    while director.open(table) and director.status == 503:
        pass
    assert "Ana" in director.page.text


def test_what_another_process_adds_is_noticed(address: str, store: Store, table: str) -> None:
    told = SimpleQueue[tuple[str, int]]()
    with Store.open(address) as other:
        other.listen(lambda stream, seq: told.put((stream, seq)))
        assert other.seq(table) == 0
        store.append(table, "a", 0, TAP)
        while told.get(timeout=30) != (table, 1):
            pass
        with pytest.raises(StaleSequence):
            other.append(table, "b", 0, TAP)


def test_a_club_sees_nothing_of_another(postgresql: Server, store: Store, table: str) -> None:
    store.append(table, "a", 0, TAP)
    store.remember_people(["Nora"])
    with Store.open(postgresql.address()) as other:
        assert (other.streams("table"), other.people(), other.kinds(), other.having("play", [table])) == (
            [],
            [],
            [],
            set(),
        )
        with pytest.raises(UnknownStream):
            other.events(table)
        with pytest.raises(UnknownStream):
            other.append(table, "b", 1, TAP)
        # the same keys mean other things in another club
        assert other.create("table", {}, key="new-table") != table
        other.remember_people(["Nora"])
        other.rewrite(["Nora"], lambda stream, events: (stream, events))
    assert [person.name for person in store.people()] == ["Nora"]


def test_every_key_of_every_table_begins_with_the_club(postgresql: Server, store: Store) -> None:
    """So that the tables can be parted by club, or spread over several servers by it."""
    keys = postgresql.run(
        "SELECT c.conrelid::regclass::text, a.attname FROM pg_constraint AS c"
        " JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]"
        " WHERE c.contype IN ('p', 'u', 'f') AND c.connamespace = 'public'::regnamespace"
    )
    assert {table for table, _ in keys} == {
        "stream",
        "event",
        "person",
        "head",
        "resealed",
        "note",
        "summary",
        "migration",
    }
    assert {column for table, column in keys if table != "migration"} == {"club"}


def test_a_role_that_would_see_every_club_is_refused(postgresql: Server) -> None:
    with pytest.raises(StoreUnwritable, match="every club"):
        Store.open(postgresql.address(user="postgres"))


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreUnwritable, match="postgresql-referee-club"):
        Store.open(f"postgresql://referee@/referee?host={tmp_path}")


def test_serve_waits_for_a_server_that_is_starting_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "LOOK_AGAIN", 0.01)
    with subprocess.Popen([*PYTHON, STARTING_UP], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = f"postgresql://referee@127.0.0.1:{server.stdout.readline().strip()}/referee"
        done = CliRunner().invoke(main, ["serve", "--database", address], env={"REFEREE_SECRET_KEY": "one"})
    assert done.output.count("The database is starting up: waiting for it.") == 2
    assert "the database cannot be reached" in done.output  # then it was gone


@pytest.mark.skipif(not shutil.which("pgbouncer", path=POOLERS), reason="no PgBouncer on this computer")
@pytest.mark.parametrize("mode", ["session", "transaction"])
def test_a_pooler_that_exchanges_connections_is_refused(postgresql: Server, mode: str) -> None:
    with pooler(postgresql, mode) as address:
        if mode == "transaction":
            with pytest.raises(StoreUnwritable, match="pool_mode"):
                Store.open(address)
            return
        with Store.open(address) as opened:
            opened.create("table", {"game": "tarot"}, key="new-table", by="Nora")


@contextmanager
def pooler(postgresql: Server, mode: str) -> Iterator[str]:
    """The address of a new club's store through a PgBouncer."""
    folder, port = postgresql.folder / "pooler", 54330
    folder.mkdir(exist_ok=True)
    (folder / "users").write_text('"referee" ""\n')
    (folder / "ini").write_text(
        f"[databases]\nreferee = host={postgresql.folder} port={PORT}\n[pgbouncer]\nlisten_addr =\n"
        f"listen_port = {port}\nunix_socket_dir = {folder}\nauth_type = trust\nauth_file = {folder / 'users'}\n"
        f"pool_mode = {mode}\n"
    )
    before = ORDINARY if os.geteuid() == 0 else []
    command = shutil.which("pgbouncer", path=POOLERS)
    with subprocess.Popen([*before, str(command), "-q", str(folder / "ini")], stderr=subprocess.DEVNULL) as running:
        while not (folder / f".s.PGSQL.{port}").exists():
            assert running.poll() is None
        yield postgresql.address().replace(f"host={postgresql.folder}&port={PORT}", f"host={folder}&port={port}")
        running.terminate()


def test_a_database_of_a_later_version_is_refused(postgresql: Server, store: Store, address: str) -> None:
    postgresql.run("INSERT INTO migration (name) VALUES ('9999_later')")
    try:
        with pytest.raises(StoreTooNew, match="9999_later"):
            Store.open(address)
    finally:
        postgresql.run("DELETE FROM migration WHERE name = '9999_later'")


def test_both_engines_know_the_same_migrations() -> None:
    assert MIGRATIONS.keys() - {"0003_server"} == KNOWN  # which a file does not need


def test_what_is_changed_behind_the_stores_back_is_found(postgresql: Server, store: Store, table: str) -> None:
    for seq in range(3):
        store.append(table, f"k{seq}", seq, TAP)
    postgresql.run(
        f"""ALTER TABLE event DISABLE TRIGGER event_stays;
        UPDATE event SET body = '{{"seat":"Nora","card":"S2"}}' WHERE stream = '{table}' AND seq = 2;"""
    )
    try:
        found = [(problem.kind, problem.stream, problem.seq) for problem in store.verify()]
        assert found == [("trigger", None, None), ("seal", table, 2)]
        postgresql.run("ALTER TABLE person NO FORCE ROW LEVEL SECURITY")
        assert "the rows of person are not kept apart by club" in [problem.text for problem in store.verify()]
    finally:
        postgresql.run("ALTER TABLE event ENABLE TRIGGER event_stays; ALTER TABLE person FORCE ROW LEVEL SECURITY")


def test_a_text_that_the_server_cannot_hold_is_refused_whole(store: Store, table: str) -> None:
    with pytest.raises(ValueError, match="NUL"):
        store.append(table, "a\0", 0, TAP)
    assert store.events(table) == []
