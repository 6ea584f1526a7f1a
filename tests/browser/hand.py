"""A hand on the screen: real touches, each at its own time, so that a slow machine changes nothing."""

from __future__ import annotations

import time

from playwright.sync_api import BrowserContext, Page

from tests.browser.tablet import await_answer

FINGER, PALM = 5, 60
"""Radii in pixels."""
MIDDLE = """(target) => {
  target.scrollIntoView({ block: "nearest", behavior: "instant" });
  const box = target.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class Hand:
    """Fingers of one hand. `at`: the time of its last touch, in seconds; gaps and pauses are in milliseconds."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.page, self.at = page, time.time()
        self._browser = context.new_cdp_session(page)
        page.on("load", lambda _: self.pause(0))  # to a page a touch from before it would come at its very beginning

    def _send(self, kind: str, *points: tuple[float, float, int, int]) -> None:
        fingers = [{"x": x, "y": y, "id": id_, "radiusX": r, "radiusY": r} for x, y, id_, r in points]
        time.sleep(max(0, self.at - time.time()))
        self._browser.send("Input.dispatchTouchEvent", {"type": kind, "timestamp": self.at, "touchPoints": fingers})

    def touch(self, x: float, y: float, gap: float = 20, long: float = 15, radius: int = FINGER) -> None:
        """Touch a point `gap` after the last touch."""
        self.at += gap / 1000
        self._send("touchStart", (x, y, 0, radius))
        self.at += long / 1000
        self._send("touchEnd")

    def beside_a_palm(self, x: float, y: float, palm: tuple[float, float]) -> None:
        """Touch a point while the palm rests on another."""
        self.at = max(self.at + 0.02, time.time())
        self._send("touchStart", (*palm, 0, PALM))
        self.at += 0.05
        self._send("touchStart", (*palm, 0, PALM), (x, y, 1, FINGER))
        self.at += 0.03
        self._send("touchEnd", (x, y, 1, FINGER))
        self.at += 0.7
        self._send("touchEnd")

    def at_once(self, *points: tuple[float, float], apart: float = 20) -> None:
        """A hand that comes down: its fingers one after the other, each so soon that the others still touch."""
        self.at, down = max(self.at + 0.02, time.time()), list[tuple[float, float, int, int]]()
        for finger, (x, y) in enumerate(points):
            down.append((x, y, finger, FINGER))
            self._send("touchStart", *down)
            self.at += apart / 1000
        self._send("touchEnd")

    def slide(self, x: float, y: float) -> None:
        """A finger that slips off where it came down."""
        self.at = max(self.at + 0.02, time.time())
        self._send("touchStart", (x, y, 0, FINGER))
        for step in (15, 30, 45):
            self.at += 0.02
            self._send("touchMove", (x + step / 2, y - step, 0, FINGER))
        self._send("touchEnd")

    def swipe(self, x: float, y: float, across: float) -> None:
        """A finger that moves so many pixels to the right."""
        self.at = max(self.at + 0.02, time.time())
        self._send("touchStart", (x, y, 0, FINGER))
        for part in (0.4, 0.7, 1):
            self.at += 0.03
            self._send("touchMove", (x + across * part, y, 0, FINGER))
        self._send("touchEnd")

    def place(self, selector: str) -> tuple[float, float]:
        """The middle of what is in sight there."""
        target = self.page.locator(selector).locator("visible=true").first
        x, y = target.evaluate(MIDDLE)
        return x, y

    def tap(self, selector: str) -> tuple[float, float]:
        """Touch, when the eye has found it; returns where."""
        where = self.place(selector)
        self.at = max(self.at + 0.02, time.time())
        self.touch(*where, gap=0)
        return where

    def record(self, selector: str) -> tuple[float, float]:
        """Touch, and wait until the table has answered."""
        with await_answer(self.page):
            return self.tap(selector)

    def pause(self, time_: float = 400) -> None:
        """Do nothing for a time."""
        self.at = max(self.at, time.time()) + time_ / 1000

    def look(self) -> None:
        """Look at what is new before it is touched."""
        self.page.wait_for_selector("#pad:not([aria-disabled])")
