"""The examples of docs/api.md against the program as people start it."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.help.desk import Desk
from tests.help.running import Program
from tests.help.web import Visitor

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


class Quiet(SimpleHTTPRequestHandler):
    """A web site that writes no log."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    """The address of another site, which serves the examples."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=EXAMPLES))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_each_example_is_short() -> None:
    files = list(EXAMPLES.iterdir())
    assert len(files) >= 3
    assert [path.name for path in files if len(path.read_text(encoding="utf-8").splitlines()) > 60] == []


@pytest.fixture
def evening(app: Flask) -> dict[str, str]:
    """A table with a deal under way, and a tournament of one round that is over."""
    visitor = Visitor(app)
    visitor.new_table("Ana", "Ben", "Cléo", title="Tuesday")
    for fact in ("deal Ana part=1", "bid Ben 4", "bid Cléo 5", "bid Ana 3"):
        visitor.tap(fact)
    table = visitor.path.split("/")[2]
    desk = Desk(visitor, rounds="1")
    desk.begin()
    for number in (1, 2):
        desk.result(number, 90, -30, -30, -30)
    desk.do("finish", at="")
    visitor.open("/programs")
    token = re.search(r"<code>(\w+)</code>", visitor.press("Make a token", name="Camera", tells="yes").source)
    assert token
    app.extensions["tables"].store.close()
    return {"database": app.config["DATABASE"], "table": table, "event": desk.id, "token": token[1]}


def run(program: Program, name: str, *subject: str, errors: int | None = None) -> subprocess.Popen[str]:
    """An example at work."""
    words = [sys.executable, "-u", str(EXAMPLES / name), program.url, *subject]
    pipe, env = subprocess.PIPE, {"PYTHONUTF8": "1"}
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=errors, text=True, encoding="utf-8", env=env)


def test_the_examples_do_what_the_document_says(evening: dict[str, str], site: str, page: Page) -> None:
    program = Program(Path(evening["database"]))
    program.environment["REFEREE_SERVE_SITES"] = site
    program.start()
    try:
        with run(program, "results.py", evening["event"]) as bot:
            lines = bot.stdout.read().splitlines() if bot.stdout else []
        assert [line.partition(":")[0] for line in lines] == ["Round 1, table 1", "Round 1, table 2"]
        assert lines[0].count("-30") == 3
        with run(program, "scoreboard.py", evening["table"]) as board:
            assert board.stdout
            shown = [board.stdout.readline() for _ in range(6)]
            board.kill()
        assert shown[1] == "Tuesday – 0 deals\n"
        assert sorted(line.split()[-1] for line in shown[2:5]) == ["Ana", "Ben", "Cléo"]
        assert shown[5] == "Ben plays\n"
        with run(program, "reader.py", evening["table"], evening["token"]) as reader:
            told, _ = reader.communicate("H9\n\nS99\nH1=0.5 H7=0.5\n", timeout=60)
        assert told.splitlines()[0] == "read Ben H9"
        assert told.splitlines()[1].startswith("not taken: ")
        assert told.splitlines()[2:] == ["ask Cléo H7 H1"]
        page.goto(f"{site}/standings.html?host={program.url}&event={evening['event']}")
        expect(page.locator("#rows tr")).to_have_count(8)
        expect(page.get_by_role("status")).to_have_text("After round 1")
        assert page.locator("#rows tr").first.locator("td").first.inner_text() == "1"
        page.goto(f"{site}/standings.html?host={program.url}&event={evening['event']}&token=nobody")
        expect(page.get_by_role("status")).to_contain_text("mistyped")
        for name in ("scoreboard.py", "results.py"):
            with run(program, name, "nothere", errors=subprocess.PIPE) as lost:
                assert "mistyped" in lost.communicate(timeout=60)[1]
    finally:
        program.kill()
