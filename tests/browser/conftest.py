"""Browser tests use Debian's headless shell of Chromium, or Chromium, not a test tool's own download."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from dev import BROWSERS
from tests.browser.tablet import HASTE, Screen
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


class Shelf:
    """The devices no test uses: one that is wiped is ready in a third of the time a new one takes."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self._idle = browser, list[tuple[Any, Page]]()

    def take(self, width: int, height: int, options: dict[str, Any]) -> Page:
        """A page of this size of a browser with these options, in which nothing of another test is left."""
        page = self._kept(options) or self._browser.new_context(**options).new_page()
        page.set_viewport_size({"width": width, "height": height})
        return page

    def _kept(self, options: dict[str, Any]) -> Page | None:
        for number, (kind, page) in enumerate(self._idle):
            if kind == options:
                del self._idle[number]
                return page
        return None

    def put_back(self, page: Page, options: dict[str, Any]) -> None:
        """Keep it, wiped, as the one of its kind. One that was closed or whose program was ended is of no more use."""
        try:
            wipe(page)
        except Error:
            page.context.close()
            return
        self._idle.append((options, page))
        while len(self._idle) > KEPT:
            self._idle.pop(0)[1].context.close()


KEPT = 6
"""So many devices wait for a test."""


def wipe(page: Page) -> None:
    """Leave nothing that a test did. Raises Error where the page or its program is gone."""
    context = page.context
    for other in context.pages:
        if other is not page:
            other.close()
    page.unroute_all(behavior="ignoreErrors")
    context.unroute_all(behavior="ignoreErrors")
    context.set_offline(False)
    context.clear_cookies()
    if page.url.startswith("http"):
        origin = "/".join(page.url.split("/")[:3])
        page.goto(origin + "/static/icons/referee.svg")  # nothing runs on there
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})


@pytest.fixture(scope="session")
def shelf(browser: Browser) -> Shelf:
    return Shelf(browser)


@pytest.fixture
def screen(shelf: Shelf) -> Iterator[Screen]:
    """Gives a page of this width and height, of a browser with these options, in which nothing of another test is left.

    What is never taken back – a listener, a script for every page, a clock – belongs to a context of the test's own.
    """
    taken = []

    def take(width: int = 1280, height: int = 800, **options: Any) -> Page:
        options = {"locale": "en", "reduced_motion": "reduce"} | options
        taken.append((shelf.take(width, height, options), options))
        return taken[-1][0]

    yield take
    for page, options in taken:
        shelf.put_back(page, options)


@pytest.fixture
def own_page(context: BrowserContext) -> Page:
    """A tablet that no other test uses."""
    return context.new_page()


@pytest.fixture
def page(screen: Screen) -> Page:
    """A tablet."""
    return screen()


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
def fragile(unhurried: Program) -> Iterator[Program]:
    """The program as it is, to kill and start again; whatever the test did, it runs for the next one."""
    yield unhurried
    if unhurried.process is None:
        unhurried.start()
