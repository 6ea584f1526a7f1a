"""Browser tests use Debian's headless shell of Chromium, or Chromium, not a test tool's own download."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from dev import BROWSERS
from tests.help.running import Program

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


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The program, running for all tests; each opens its own tables."""
    running = Program(tmp_path_factory.mktemp("program") / "referee.db")
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
