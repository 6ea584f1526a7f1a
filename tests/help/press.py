"""Presses that stand ready: half of what a page takes is the start of its press, and a run sets hundreds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from referee.sheets import press

STARTED = press._Press
FREE: list[Standing] = []


class Standing(STARTED):
    """A press that the next sheet finds where this one left it; one that did not finish is stopped."""

    at_work = False

    def work(self, order: dict[str, object]) -> None:
        self.at_work = True
        super().work(order)
        self.at_work = False

    def stop(self) -> None:
        if self.at_work:
            super().stop()
        else:
            FREE.append(self)


def ready(memory: int, seconds: float) -> Any:
    """A press; one with limits of its own is started."""
    if (memory, seconds) != (press.MEMORY, press.SECONDS):
        return STARTED(memory, seconds)
    return FREE.pop() if FREE else Standing(memory, seconds)


@contextmanager
def standing() -> Iterator[None]:
    """As long as the context lasts presses stand ready."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(press, "_Press", ready)
        yield
    while FREE:
        STARTED.stop(FREE.pop())
