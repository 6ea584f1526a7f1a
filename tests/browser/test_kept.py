"""Over https a tablet loads its table anew while the laptop is off, taps on, and all of it arrives once."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect

from tests.browser.tablet import AGAIN, HASTE, THREE, key, press, record_of, recorded, seq, take_in
from tests.help.running import Program
from tests.oracle.doppelkopf_deals import honest

pytest.importorskip("cryptography")
pytestmark = pytest.mark.skipif(not shutil.which("certutil"), reason="no certutil: apt-get install libnss3-tools")

KEPT = """async () => {
  const pages = await caches.open("pages"), found = {};
  for (const { url } of await pages.keys()) {
    const kept = await pages.match(url);  // none if the page has just dropped it
    if (kept) found[new URL(url).pathname] = (await kept.text()).match(/data-seq="([0-9]+)"/)?.[1];
  }
  return found;
}"""
"""What is kept: the number of the last entry, by path."""


def until(page: Page, holds: Callable[[dict[str, str]], bool]) -> None:
    """Wait until what is kept is as wanted."""
    for _ in range(300):
        if holds(page.evaluate(KEPT)):
            return
        page.wait_for_timeout(50)
    raise AssertionError(page.evaluate(KEPT))


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    running = Program(tmp_path / "referee.db", https=True)
    running.start()
    yield running
    running.kill()


@pytest.fixture
def home(program: Program, tmp_path: Path) -> Path:
    """The home of somebody whose browser trusts the program's authority."""
    store = tmp_path / "home" / ".pki" / "nssdb"
    store.mkdir(parents=True)
    root = program.database.with_name("referee.db.https") / "root.crt"
    certutil = ["certutil", "-d", f"sql:{store}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    subprocess.run([*certutil, "-A", "-t", "C,,", "-n", "referee", "-i", str(root)], check=True)
    return tmp_path / "home"


@contextmanager
def tablet(browser_type: BrowserType, launch: dict[str, Any], home: Path) -> Iterator[BrowserContext]:
    """A browser that keeps what it has, from one start to the next."""
    env = {**os.environ, "HOME": str(home)}
    options = {**launch, "env": env, "viewport": {"width": 1280, "height": 800}, "locale": "en"}
    context = browser_type.launch_persistent_context(home / "profile", **options)
    yield context
    context.close()


def ready(page: Page) -> None:
    """Wait until the worker is there and keeps the page."""
    until(page, lambda kept: any(path.startswith("/t/") for path in kept))


def doppelkopf() -> tuple[list[str], list[str]]:
    """A whole honest deal: the lines before the first card, and all cards as they are played."""
    lines = honest(Random(1), "gesund").text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(("play", "trick")))
    seats = next(line.split()[1:] for line in lines if line.startswith("seats"))
    played = []
    for word, seat, *cards in (line.split() for line in lines[first:] if line.startswith(("play", "trick"))):
        begins = seats.index(seat)
        played += [f"{seats[(begins + place) % 4]} {card}" for place, card in enumerate(cards)]
        assert word == "trick" or len(cards) == 1
    return lines[:first], played


def test_forty_taps_without_the_laptop_through_reloads_and_a_closed_browser_arrive_once_and_in_order(
    program: Program, home: Path, browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> None:
    before, played = doppelkopf()
    assert len(played) == 48

    def tap(page: Page, first: int, end: int) -> None:
        for number, play in enumerate(played[first:end], first + 1):
            press(page, key(play.split()[1]), HASTE * AGAIN)
            expect(page.locator("#badge")).to_have_text(f"{number - 8} waiting")

    with tablet(browser_type, browser_type_launch_args, home) as context:
        page = context.pages[0]
        take_in(page, program.secure_url, "\n".join(before) + "\n")
        ready(page)
        begun = seq(page)
        for number, play in enumerate(played[:8], 1):
            press(page, key(play.split()[1]), HASTE * AGAIN)
            page.wait_for_selector(f"#table[data-seq='{begun + number}']")
        until(page, lambda kept: str(begun + 8) in kept.values())
        program.kill()
        tap(page, 8, 15)
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-kept", "")
        expect(page.locator("#table")).to_have_attribute("data-seq", str(begun + 8))
        expect(page.locator("#badge")).to_have_text("7 waiting")
        tap(page, 15, 33)
        page.goto(program.secure_url + "/")
        expect(page.locator("h1")).to_have_text("No contact")
        page.click("main .links a")
        expect(page.locator("#badge")).to_have_text("25 waiting")
    with tablet(browser_type, browser_type_launch_args, home) as context:
        page = context.pages[0]
        page.goto(program.secure_url + "/")
        page.click("main .links a")
        expect(page.locator("#badge")).to_have_text("25 waiting")
        tap(page, 33, 48)
        assert page.locator("#contact .waiting li").count() == 40
        program.start()
        page.wait_for_selector(f"#table[data-seq='{begun + 48}']", timeout=60_000)
        expect(page.locator("#badge")).to_have_text("saved")
        page.goto(page.url.replace(program.secure_url, program.url))
        assert [line for line in recorded(page) if line.startswith("play")] == [f"play {play}" for play in played]


def test_who_looks_on_or_was_turned_out_keeps_nothing_and_a_sleeping_laptop_is_waited_for_a_moment(
    program: Program, home: Path, browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> None:
    with tablet(browser_type, browser_type_launch_args, home) as context:
        page = context.pages[0]
        take_in(page, program.secure_url, record_of(THREE, "deal Cléo part=1"))
        ready(page)
        address = page.url
        stopped = program.processes()
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-kept", "")
        for process in stopped:
            os.kill(process, signal.SIGCONT)
        page.reload()
        expect(page.locator("html")).not_to_have_attribute("data-kept", "")
        page.evaluate("document.getElementById('door').removeAttribute('data-keep')")  # as it comes once turned out
        until(page, lambda kept: not kept)
        program.kill()
        page.goto(address)
        expect(page.locator("h1")).to_have_text("No contact")
        expect(page.locator("main .links li")).to_have_count(0)
