"""Do something automatically after files changed: each hour, and once they stay unchanged."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

EVERY = 3600.0  # seconds between two times, while something changes
STILL = 1200.0  # seconds without a change: the evening is over
LOOK = 60.0


def copy(database: Path, folder: Path) -> None:
    """Take a snapshot in another process, which tells on stderr itself where that fails."""
    command = [sys.executable, "-m", "referee.cli", "snapshot", "--folder", str(folder), "--database", str(database)]
    subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


State = tuple[tuple[int, int], ...]


class Due:
    """Decides when it is due, from the states of the files over time."""

    def __init__(self, state: State, now: float) -> None:
        self._done = self._last = state
        self._done_at = self._changed_at = now

    def look(self, state: State, now: float) -> bool:
        """Whether it is due now; then it counts as done."""
        if state != self._last:
            self._last, self._changed_at = state, now
        due = state != self._done and (now - self._done_at >= EVERY or now - self._changed_at >= STILL)
        if due:
            self._done, self._done_at = state, now
        return due


class Hourly:
    """A context that watches `files` in a thread and calls `act` there whenever it is due."""

    def __init__(self, files: Sequence[Path], act: Callable[[], None]) -> None:
        self._files = files
        self._act = act
        self._over = threading.Event()

    def __enter__(self) -> Hourly:
        threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()

    def _watch(self) -> None:
        due = Due(self._state(), time.monotonic())
        while not self._over.wait(LOOK):
            if due.look(self._state(), time.monotonic()):
                self._act()

    def _state(self) -> State:
        stamps = []
        for file in self._files:
            try:
                at = file.stat()
                stamps.append((at.st_mtime_ns, at.st_size))
            except OSError:
                stamps.append((0, 0))
        return tuple(stamps)
