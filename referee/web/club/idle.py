"""Background work that nobody waits for: one step at a time, then a rest three times as long."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from datetime import timedelta
from typing import Protocol

from referee.store import StoreError

PAUSE = timedelta(minutes=1)
"""The time between two rounds, and without a tap before a table is looked at."""
REST = 3
"""The rest after a step, as a multiple of its time."""


class Filling(Protocol):
    """Something to bring up to date."""

    def fill(self, quiet: timedelta | None) -> Generator[None, None, bool]:
        """Bring it up to date step by step, except what changed within `quiet`. Return whether that is left."""


class Idle:
    """Bring up to date what has changed, in one thread that lives while there is work."""

    def __init__(self) -> None:
        self._woken = threading.Condition()
        self._due: dict[Filling, bool] = {}
        self._running = False

    def note(self, changed: Filling, *, hurry: bool = False) -> None:
        """Look at it after a while, or at once if somebody waits for it."""
        with self._woken:
            self._due[changed] = self._due.get(changed, False) or hurry
            if hurry:
                self._woken.notify()
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="referee-idle", daemon=True).start()

    def _run(self) -> None:
        while due := self._round():
            for each, hurry in due.items():
                try:
                    left = _work(each.fill(None if hurry else PAUSE))
                except StoreError:  # closed, damaged or full: the next reader is told
                    continue
                if left:
                    self.note(each)

    def _round(self) -> dict[Filling, bool]:
        """The work due now; empty where the thread is to end."""
        with self._woken:
            if self._due and not any(self._due.values()):
                self._woken.wait(PAUSE.total_seconds())
            due, self._due = self._due, {}
            self._running = bool(due)
            return due


def _work(steps: Generator[None, None, bool]) -> bool:
    """Take all steps, with a rest after each. Return what the last one returns."""
    while True:
        began = time.thread_time()
        try:
            next(steps)
        except StopIteration as end:
            return bool(end.value)
        time.sleep(REST * (time.thread_time() - began))
