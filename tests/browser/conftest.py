"""Browser tests use Debian's headless shell of Chromium, or Chromium, not a test tool's own download."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from dev import BROWSERS
from tests.browser.tablet import HASTE
from tests.help.running import ROOT, Program

expect.set_options(timeout=30_000)  # as long as every other wait: a busy machine is no fault
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if Path(CHROMIUM).exists():
        return
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="no chromium: apt-get install chromium-headless-shell libatomic1"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    tablet = {"viewport": {"width": 1280, "height": 800}, "locale": "en", "reduced_motion": "reduce"}
    return {**browser_context_args, **tablet}


HASTY = """
import sys
from pathlib import Path
from referee import paths
paths.STATIC = Path(sys.argv[2]).with_name("static")
from referee.cli.main import main
main(["serve", "--port", sys.argv[1], "--database", sys.argv[2]])
"""
"""`referee serve` with the scripts in the folder beside its database."""
GUARD = re.compile(r"\b(TWICE|AGAIN|STILL|BOUNCE)_MS = (\d+)")


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The program, running for all tests; each opens its own tables.

    What it waits for lest a hand does what it does not mean is a tenth of its time, as nobody's hand is here.
    """
    folder = tmp_path_factory.mktemp("program")
    scripts = shutil.copytree(ROOT / "static", folder / "static") / "js"
    script = scripts / "meant.js"
    text, found = GUARD.subn(lambda one: f"{one[1]}_MS = {int(one[2]) // HASTE}", script.read_text(encoding="utf-8"))
    assert found == 4
    script.write_text(text, encoding="utf-8")
    running = Program(folder / "referee.db", HASTY)
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The program as it is, running for all tests of what a hand means."""
    running = Program(tmp_path_factory.mktemp("unhurried") / "referee.db")
    running.start()
    yield running
    running.kill()


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Program]:
    """A test's own program, to kill and start again."""
    running = Program(tmp_path / "referee.db")
    running.start()
    yield running
    running.kill()
