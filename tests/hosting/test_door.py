"""Who keeps one file never meets hosting: nothing of it is loaded, and what needs no server works without its library."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.main import main
from referee.store import Store
from tests.help.web import Visitor

ROOT = Path(__file__).resolve().parents[2]
LOADED = """
import atexit, sys
OF_HOSTING = ("referee.hosting", "referee.cli.hosting", "psycopg")
atexit.register(lambda: print("loaded:", [name for name in sys.modules if name.startswith(OF_HOSTING)]))
"""
SERVED = """
import referee.server.serve
from referee import create_app

def serve(host, port, database, *, settings, **more):
    visitor = create_app({"DATABASE": str(database), **settings}).test_client()
    print([visitor.get(path).status_code for path in ("/", "/people", "/new", "/health")])

referee.server.serve.serve = serve
"""
WITHOUT_LIBRARY = """
import sys
sys.modules["psycopg"] = sys.modules["psycopg_pool"] = None
"""


def referee(before: str, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What the command prints in a process of its own, which first runs the lines `before`."""
    program = f"{before}\nfrom referee.cli.__main__ import main\nsys.argv[1:] = {list(words)!r}\nmain()\n"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize(
    ("before", "words", "said"),
    [
        ("", ("check", str(ROOT / "referee" / "demos" / "tarot.deal")), "tarot"),
        (SERVED, ("serve", "--database", "club.db"), "[200, 200, 200, 200]"),
        ("", ("verify", "--database", "club.db"), "ok"),
        ("", ("games",), "tarot"),
    ],
    ids=["check", "serve", "verify", "games"],
)
def test_a_club_with_one_file_loads_nothing_of_hosting(
    before: str, words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    Store.open(tmp_path / "club.db").close()
    done = referee(LOADED + before, *words, folder=tmp_path)
    assert done.stdout.splitlines()[-1:] == ["loaded: []"], done.stderr
    assert said in done.stdout


def test_files_are_joined_and_moved_without_the_library_of_a_server(tmp_path: Path) -> None:
    for name in ("lyon", "brest"):
        with Store.open(tmp_path / f"{name}.db") as store:
            store.create("table", {"game": "tarot"}, key=name)
    done = referee(WITHOUT_LIBRARY, "join", "lyon.db", "brest.db", "--into", "league.db", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "2 logs, 0 entries, 0 players\n"), done.stderr
    done = referee(WITHOUT_LIBRARY, "move", "--from", "league.db", "--to", "other.db", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "2 logs, 0 entries, 0 players\n"), done.stderr


def test_a_server_without_its_library_is_refused_with_what_to_install(tmp_path: Path) -> None:
    done = referee(WITHOUT_LIBRARY, "export", "x", "--database", "postgresql://there/referee", folder=tmp_path)
    assert done.returncode == 2
    assert "pip install referee[hosting]" in done.stderr


def test_the_help_names_the_commands_of_who_hosts_clubs() -> None:
    told = CliRunner().invoke(main, ["--help"]).output
    for name, what in (("club", "Manage the clubs"), ("join", "Join the databases"), ("move", "Copy every log")):
        assert any(line.split()[:1] == [name] and what in line for line in told.splitlines()), told


def test_at_home_there_is_no_page_of_members_and_no_federation(visitor: Visitor) -> None:
    visitor.new_table("Ana", "Ben", "Cléo")
    assert "The club" not in visitor.open("/").text
    assert "To federations" not in visitor.open("/people/Ana").text
    for path in ("/club", "/club/copy", "/federation/ranking.csv", "/federation/calendar.ics"):
        visitor.open(path)
        assert visitor.status == 404, path
