"""A PostgreSQL server for the tests that need a real one: one for each run, a club for each test."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

PORT = 54329
ORDINARY = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
"""Put before each command where the tests run as root, as PostgreSQL refuses to run as root."""
NONE = "no PostgreSQL on this computer: on Debian and Ubuntu, apt-get install postgresql"


class Server:
    """A running server, with a role that is not a superuser."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def address(self, club: str = "", user: str = "referee") -> str:
        """The address of a club's store; without a name, of a new club."""
        return f"postgresql://{user}@/referee?host={self.folder}&port={PORT}&club={club or secrets.token_hex(4)}"

    def run(self, statement: str) -> list[tuple[object, ...]]:
        """Run a statement as the superuser, who sees every club."""
        where = f"postgresql://postgres@/referee?host={self.folder}&port={PORT}"
        with psycopg.connect(where, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def stop(self) -> None:
        """Stop it as a power cut would, without telling its clients."""
        self._control("-m", "immediate", "stop")

    def start(self) -> None:
        """Start it, or start it again."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -p {PORT}"
        self._control("-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def _control(self, *arguments: str) -> None:
        _run("pg_ctl", "-D", str(self.folder / "data"), *arguments)


@contextmanager
def server() -> Iterator[Server | None]:
    """A server for the length of the context; None where there is no PostgreSQL."""
    if _binaries() is None:
        yield None
        return
    memory = Path("/dev/shm")  # where a sync costs nothing
    folder = Path(
        tempfile.mkdtemp(prefix="pg", dir=memory if memory.is_dir() else None)
    )  # short, as it becomes a socket's name
    made = Server(folder)
    try:
        _run(
            "initdb",
            "-D",
            str(folder / "data"),
            "-A",
            "trust",
            "-U",
            "postgres",
            "--no-sync",
            "--locale=C",
            "-E",
            "UTF8",
        )
        made.start()
        where = f"postgresql://postgres@/postgres?host={folder}&port={PORT}"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute("CREATE ROLE referee LOGIN")
            connection.execute("CREATE DATABASE referee OWNER referee")
        yield made
        made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _binaries() -> Path | None:
    if (found := shutil.which("initdb")) is not None:
        return Path(found).parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def _run(command: str, *arguments: str) -> None:
    binaries = _binaries()
    assert binaries is not None
    before = ORDINARY if os.name == "posix" and os.geteuid() == 0 else []
    subprocess.run([*before, str(binaries / command), *arguments], check=True, stdout=subprocess.DEVNULL, timeout=60)
