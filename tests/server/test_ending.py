"""A person who has only the pages: the program opens the first one by itself, and is ended from one."""

from __future__ import annotations

import http.cookiejar
import http.server
import os
import re
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.main import main
from tests.help.running import PATIENCE, Program

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """The program with --open, and a browser that writes the address down, in tmp_path/opened."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/opened\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    program = Program(tmp_path / "referee.db")
    program.environment["REFEREE_SERVE_SHOW"] = "1"
    return program


def opened(folder: Path, times: int) -> list[str]:
    """The addresses that the browser was given, once there are as many."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        lines = (folder / "opened").read_text().splitlines() if (folder / "opened").exists() else []
        if len(lines) >= times:
            return lines
        time.sleep(0.02)
    raise AssertionError("no page was opened")


def test_it_opens_its_page_also_when_it_runs_already_and_ends_from_a_page_with_a_snapshot(
    program: Program, tmp_path: Path
) -> None:
    program.start()
    try:
        assert opened(tmp_path, 1) == [f"{program.url}/"]
        again = ["serve", "--open", "--port", str(program.port), "--database", str(tmp_path / "referee.db")]
        assert CliRunner().invoke(main, again).exit_code == 0
        assert opened(tmp_path, 2) == [f"{program.url}/"] * 2
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        page = browser.open(f"{program.url}/computer", timeout=PATIENCE).read().decode()
        token = re.search('name="csrf_token" value="([^"]+)"', page)
        assert token
        form = urllib.parse.urlencode({"csrf_token": token[1]}).encode()
        request = urllib.request.Request(f"{program.url}/computer/end", form, {"Origin": program.url})
        assert "Referee has ended" in browser.open(request, timeout=PATIENCE).read().decode()
        assert program.process is not None
        assert program.process.wait(PATIENCE) == 0
        assert list((tmp_path / "referee.db.snapshots").iterdir())
    finally:
        program.kill()


def test_a_program_that_answers_there_and_is_not_referee_is_not_opened(program: Program, tmp_path: Path) -> None:
    with http.server.HTTPServer(("127.0.0.1", program.port), http.server.BaseHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        try:
            words = ["serve", "--open", "--port", str(program.port), "--database", str(tmp_path / "referee.db")]
            answer = CliRunner().invoke(main, words)
        finally:
            other.shutdown()
    assert answer.exit_code == 2
    assert f"Port {program.port} is taken" in answer.stderr
    assert not (tmp_path / "opened").exists()
