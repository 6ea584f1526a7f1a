"""Turn pages into PDF: start, watch and stop the press processes."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Timer
from time import monotonic

from referee.typeset import child
from referee.typeset.child import DONE, NO_PANGO, NO_ROOM
from referee.words.text import RefereeError, T

CHILD = Path(child.__file__)
APT = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core"
MEMORY = 1 << 30
"""The most bytes of memory of a press."""
SECONDS = 90
"""The most seconds a press may take for one document."""
PRESSES = 2
IDLE = 120
"""Seconds after which an idle press ends."""


class SheetError(RefereeError):
    """A sheet could not be printed."""


class PangoMissing(SheetError):
    """The library that sets the type is not installed."""


class SheetTooLong(SheetError):
    """A sheet took more memory or time than a press may."""


Variant = str | tuple[str, str]
"""A document as HTML; or the part of it that has to fit one page, and the whole."""


def pdf_of(
    documents: Iterable[Sequence[Variant]],
    memory: int = MEMORY,
    seconds: float = SECONDS,
    *,
    count: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> bytes:
    """HTML documents as one PDF, always the same bytes. Raises PangoMissing, SheetTooLong, SheetError.

    A document is a sequence of variants, each shorter than the one before: the first that fits one page is printed,
    else the last. If `documents` is made lazily, while the presses work, `count` is their number. `progress` gets
    (done, all), beginning with 0 done.
    """
    if count is None:
        documents = list(documents)
        count = len(documents)
    if progress:
        progress(0, count)
    with tempfile.TemporaryDirectory(prefix="referee-") as folder, _presses(count, memory, seconds) as ask:
        parts = [str(Path(folder) / f"{number}.part") for number in range(count)]
        orders = (
            {"document": [[one] if isinstance(one, str) else one for one in document], "to": parts[number]}
            for number, document in enumerate(documents)
        )
        with ThreadPoolExecutor(PRESSES) as hands:
            try:
                for done, _ in enumerate(hands.map(ask, orders), 1):
                    if progress:
                        progress(done, count)
            except SheetError:
                hands.shutdown(wait=False, cancel_futures=True)
                raise
        whole = Path(folder) / "whole.pdf"
        ask({"bind": parts, "to": str(whole)})
        return whole.read_bytes()


@contextmanager
def _presses(count: int, memory: int, seconds: float) -> Iterator[Callable[[dict[str, object]], None]]:
    """Presses for `count` documents: a function that gives an order to a free press and waits for it."""
    presses = [_ready(memory, seconds) for _ in range(min(count, PRESSES))]
    free: SimpleQueue[_Press] = SimpleQueue()
    for press in presses:
        free.put(press)

    def ask(order: dict[str, object]) -> None:
        press = free.get()
        try:
            press.work(order)
        finally:
            free.put(press)

    try:
        yield ask
    finally:
        for press in presses:
            press.keep(memory)


class _Press:
    """A process that does one order after another."""

    def __init__(self, memory: int, seconds: float) -> None:
        self.seconds, self.since = seconds, monotonic()
        self.output = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `stop`
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(CHILD), str(memory), str(max(1, round(seconds))), str(IDLE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.output,
            # The order of sets shows in the bytes of the PDF.
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )

    def work(self, order: dict[str, object]) -> None:
        """Do an order. Raises a SheetError with the reason if the press ends before it is done."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        late = Event()

        def give_up() -> None:
            late.set()
            self.process.kill()

        clock = Timer(self.seconds, give_up)
        clock.daemon = True
        clock.start()
        try:
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.flush()
            done = DONE in self.process.stdout
        except OSError:  # the press ended before it read the order
            done = False
        clock.cancel()
        if not done:
            raise self._failure(late.is_set())

    def _failure(self, late: bool) -> SheetError:
        status = self.process.wait()
        self.output.seek(0)
        output = self.output.read().decode(errors="replace").strip()
        if late:
            seconds = round(self.seconds)
            return SheetTooLong(
                T("The sheet is too long: it was not printed after {seconds} seconds.", seconds=seconds)
            )
        if status == NO_PANGO:
            return PangoMissing(T("Sheets need the library Pango: {line}", line=APT), said=output)
        if status == NO_ROOM or status < 0 or "MemoryError" in output:
            return SheetTooLong(T("The sheet is too long: it took more memory or time than a sheet may."), said=output)
        return SheetError(T("The sheet could not be printed: {said}", said=output[-300:]), said=output)

    def keep(self, memory: int) -> None:
        """Keep this press for later orders, unless it has ended or enough are kept."""
        with CHANGING:
            ready = READY[memory, self.seconds]
            if self.process.poll() is None and len(ready) < PRESSES:
                self.since = monotonic()
                ready.append(self)
                return
        self.stop()

    def waits(self) -> bool:
        """Whether it waits for an order and is not about to end from idleness."""
        return self.process.poll() is None and monotonic() - self.since < IDLE / 2

    def stop(self) -> None:
        """Kill the press."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.output):
            if pipe:
                with suppress(OSError):  # unread data in the pipe
                    pipe.close()


READY: defaultdict[tuple[int, float], list[_Press]] = defaultdict(list)
"""Idle presses, by their limits: starting one takes longer than a page."""
CHANGING = Lock()
"""Guards READY."""


def _ready(memory: int, seconds: float) -> _Press:
    """An idle press, else a new one."""
    while True:
        with CHANGING:
            press = READY[memory, seconds].pop() if READY[memory, seconds] else None
        if press is None:
            return _Press(memory, seconds)
        if press.waits():
            return press
        press.stop()


@atexit.register
def retire() -> None:
    """Stop the idle presses."""
    for ready in READY.values():
        while ready:
            ready.pop().stop()
