"""Every role at a table and at a tournament, on a phone, a small window, and a screen enlarged fourfold: axe finds nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.barriers import barriers
from tests.browser.tablet import THREE, foul, playing, record_of, take_in
from tests.browser.test_door import invited
from tests.browser.test_looks import WIDER
from tests.browser.test_past import LONG
from tests.help.running import Program

WIDTHS = {390: 844, 640: 512, 320: 256}
"""The width and height in pixels; the last is 1280 × 1024 at 400 %."""


@pytest.fixture(scope="module")
def devices(browser: Browser) -> Iterator[Callable[[], Page]]:
    """Gives a new device elsewhere in the room."""
    contexts = []

    def new() -> Page:
        here = {"X-Forwarded-For": f"192.168.7.{len(contexts) + 1}"}
        contexts.append(browser.new_context(reduced_motion="reduce", locale="en", extra_http_headers=here))
        return contexts[-1].new_page()

    yield new
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def seen(browser: Browser, program: Program, devices: Callable[[], Page]) -> dict[str, tuple[Page, list[str]]]:
    """The device of each role, and the pages it looks at."""
    computer = browser.new_page(locale="en", reduced_motion="reduce")
    take_in(computer, program.url, record_of((LONG, "Ben", "Cléo")))  # its tile is among those of the first page
    take_in(computer, program.url, record_of(THREE, *foul()))
    table = computer.url
    parts = ("devices", "history", "deals", "deals/1", "fouls", "statistics", "board")
    roles = {"the computer": (computer, ["/", "/computer", table, *(f"{table}/{part}" for part in parts)])}
    for role, looks in (("scribe", ("history", "deals/1")), ("player", ("statistics",)), ("spectator", ("board",))):
        computer.goto(f"{table}/devices")
        device = devices()
        device.goto(f"{program.url}/j/{invited(computer, role)}")
        device.click("main form button")
        device.wait_for_selector("#table")
        roles[role] = device, [table, *(f"{table}/{part}" for part in looks)]
    roles["a stranger"] = devices(), ["/", "/j", "/check", table]
    return {role: (page, [urljoin(program.url, path) for path in paths]) for role, (page, paths) in roles.items()}


@pytest.mark.parametrize("role", ["the computer", "scribe", "player", "spectator", "a stranger"])
def test_no_narrow_page_keeps_anybody_out_whatever_the_role(role: str, seen: dict[str, tuple[Page, list[str]]]) -> None:
    page, addresses = seen[role]
    found = {}
    for address in addresses:
        answer = page.goto(address)
        assert answer
        assert answer.ok, address
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            broken, wider = barriers(page), page.evaluate(WIDER)
            if broken or wider:
                found[f"{address} at {width}"] = broken, wider
    assert found == {}


# The words of the bar that are broken where no hyphen is foreseen.
BROKEN = """() => [...document.querySelectorAll("#bar .button > span")].filter((word) => {
  const letters = document.createRange();
  letters.selectNodeContents(word);
  const lines = new Set([...letters.getClientRects()].map(({ top }) => Math.round(top)));
  return lines.size > 1 && !word.textContent.includes("\\u00ad");
}).map((word) => word.textContent)"""


def test_no_word_of_the_bar_is_broken_on_the_smallest_phone(browser: Browser, program: Program) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 568})
    take_in(page, program.url, record_of(THREE, *playing()))
    for language in ("en", "fr", "de"):
        page.context.add_cookies([{"name": "language", "value": language, "url": program.url}])
        page.reload()
        assert page.evaluate(BROKEN) == [], language
    page.context.close()
