"""Long computations beside the requests: a page asks, goes on, and asks again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar, cast

from referee.club.tables import Kept
from referee.endings.damage import Damage
from referee.rules import Foul
from referee.rules.caching import Same
from referee.table.damage import damage_of
from referee.table.table import Judged
from referee.web.kit.shared import shared

Answer = TypeVar("Answer")

PATIENCE = 0.05
"""Seconds a page waits for an answer."""
KEPT = 200
"""The most answers kept; the oldest is dropped first."""


class Reckoner:
    """A thread that computes one answer after the other. A page waits `patience` seconds at most for an answer, and
    not at all behind another question: a page of eighty fouls would wait eighty times.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="endings")
        self._lock = Lock()
        self._kept: OrderedDict[object, Future[Any]] = OrderedDict()

    def ask(self, key: object, reckon: Callable[[], Answer]) -> Future[Answer]:
        """The answer to a question, done or still to come; computed once for each key, unless that failed."""
        with self._lock:
            behind = any(not other.done() for asked, other in self._kept.items() if asked != key)
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = self._worker.submit(self._reckon, key, reckon)
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)[1].cancel()
        with suppress(NotYet):
            found.exception(0 if behind else self._patience)
        return found

    def _reckon(self, key: object, reckon: Callable[[], Answer]) -> Answer:
        try:
            return reckon()
        except Exception:  # it holds all that was computed, so it is not kept
            with self._lock:
                self._kept.pop(key, None)
            raise


def reckoner() -> Reckoner:
    """The reckoner of this program."""
    return cast(Reckoner, shared("reckoner"))


def reckoned(kept: Kept, judged: Judged, foul: Foul) -> Future[Damage | None]:
    """What a foul did, done or still to come; computed once for its deal, however the table goes on."""
    deal = kept.id, Same(judged.deal), judged.facts
    key = *deal, foul.seat, foul.kind, foul.committed, foul.proved
    return reckoner().ask(key, lambda: damage_of(kept.table.rules, kept.table.state, judged, foul))
