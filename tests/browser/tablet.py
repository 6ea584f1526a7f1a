"""What a thumb does on the tablet."""

from __future__ import annotations

import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urljoin
from weakref import WeakKeyDictionary

from playwright.sync_api import Page, expect

Screen = Callable[..., Page]
"""Gives a page of this width and height, of a browser with these options: the fixture `screen`."""

THREE = ("Ana", "Ben", "Cléo")
REVOKE = (("Ana", "H5"), ("Ben", "T4"), ("Cléo", "H9"), ("Ben", "S2"), ("Cléo", "SK"), ("Ana", "S9"), ("Cléo", "H2"),
          ("Ana", "H8"), ("Ben", "H7"))  # fmt: skip


def press_on(page: Page, place: str) -> None:
    """Press what leads to another page, and wait for it."""
    with page.expect_event("load"):
        page.click(place)


def bring(page: Page, url: str, text: str) -> str:
    """The address of a new table with this record; no page is drawn for it."""
    got = page.request.get(url + "/j", ignore_https_errors=True)  # what asks here knows no authority of the browser's
    [token, *_] = re.findall(r'name="csrf_token" value="([^"]+)"', got.text())
    record = {"name": "a.deal", "mimeType": "text/plain", "buffer": text.encode()}
    answer = page.request.post(
        url + "/import",
        headers={"Origin": url, "Referer": url + "/"},
        multipart={"csrf_token": token, "record": record},
        ignore_https_errors=True,
        max_redirects=0,
    )
    assert answer.status == 303, answer.text()
    return urljoin(url, answer.headers["location"])


def take_in(page: Page, url: str, text: str) -> None:
    """Open a new table with this record."""
    page.goto(bring(page, url, text))
    page.wait_for_selector("#table")


def record_of(names: tuple[str, ...] = THREE, *lines: str) -> str:
    return "\n".join(["game double-detente", "seats " + " ".join(names), *lines]) + "\n"


def bidding() -> tuple[str, ...]:
    return ("deal Cléo part=1",)


def playing() -> tuple[str, ...]:
    return (*bidding(), "bid Ana 4", "bid Ben 5", "bid Cléo 3")


def foul() -> tuple[str, ...]:
    return (*playing(), *(f"play {seat} {card}" for seat, card in REVOKE))


def seq(page: Page) -> int:
    return int(page.get_attribute("#table", "data-seq") or -1)


HASTE = 10
"""How many times as short as its own the waits of static/js/meant.js are in tests that are not about them."""
AGAIN, LOOK = 0.42 / HASTE, 0.75 / HASTE
"""Seconds until a key is meant again, and until what is new has been looked at."""
PRESSED: WeakKeyDictionary[Page, dict[str, float]] = WeakKeyDictionary()
"""When each key of a page was left."""


def press(page: Page, selector: str, again: float = AGAIN) -> None:
    """Tap; the same key or bid not before the hand has left it, as no hand comes back to it as fast as a script."""
    left, word = PRESSED.setdefault(page, {}), selector.rsplit(maxsplit=1)[-1]
    if (wait := left.get(word, 0) + again - time.monotonic()) > 0:
        page.wait_for_timeout(wait * 1000)
    page.click(selector)
    left[word] = time.monotonic()


ANOTHER = """(before) => {
  const table = document.getElementById("table");
  return table && table.dataset.seq !== before;
}"""


@contextmanager
def await_answer(page: Page) -> Iterator[None]:
    """Wait, after what is done meanwhile, until the table has answered. Asked at each frame, a page would draw for that."""
    before = page.get_attribute("#table", "data-seq")
    yield
    page.wait_for_function(ANOTHER, arg=before, polling=10)


def tap(page: Page, selector: str) -> None:
    """Tap, and wait until the table has answered."""
    with await_answer(page):
        press(page, selector)


def pause(page: Page) -> None:
    """The hand leaves the key: a touch at once would be the last one's trembling."""
    page.wait_for_timeout(AGAIN * 1000)


def decide(page: Page) -> None:
    """Open what a foul is told by; its decisions take no press before it has been seen."""
    page.click("#decide > summary")
    page.wait_for_selector(".rulings:not([aria-disabled])")


def look(page: Page) -> None:
    """What has just come takes no touch where the drawer or another pad just was."""
    page.wait_for_timeout(LOOK * 1000)


def look_at_what_is_asked(page: Page) -> None:
    """See what Referee! asks."""
    page.wait_for_selector("#mend")
    look(page)


HEADER = ("game", "date", "title", "place", "seats")


def key(card: str) -> str:
    return "#k-unseen" if card == "?" else f"#k-{card}"


def record_text(page: Page) -> str:
    """The record of the table that is open."""
    address = re.sub(r"(/t/\w+).*", r"\1/record", page.url)
    with urllib.request.urlopen(address) as answer:
        text: str = answer.read().decode()
    return text


def recorded(page: Page) -> list[str]:
    """The facts of the table that is open, as its record has them."""
    return [line for line in record_text(page).splitlines() if line.split()[0] not in HEADER]


def says(page: Page, text: str) -> None:
    expect(page.locator("#table")).to_contain_text(text)
