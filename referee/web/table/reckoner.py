"""Long computations beside the requests: a page asks, goes on, and asks again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar, cast

from referee.cache import Cache
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
        self._answers = Cache[Future[Any]](KEPT, on_drop=Future.cancel)

    def ask(self, key: Hashable, reckon: Callable[[], Answer]) -> Future[Answer]:
        """The answer to a question, done or still to come; computed once for each key, unless that failed."""
        with self._lock:
            answer = self._answers.get(key, lambda: self._worker.submit(self._reckon, key, reckon))
        behind = any(not other.done() for other in self._answers.values() if other is not answer)
        with suppress(NotYet):
            answer.exception(0 if behind else self._patience)
        return answer

    def _reckon(self, key: Hashable, reckon: Callable[[], Answer]) -> Answer:
        try:
            return reckon()
        except Exception:  # it holds all that was computed, so it is not kept
            with self._lock:
                self._answers.drop(key)
            raise


def reckoner() -> Reckoner:
    """The reckoner of this program."""
    return cast(Reckoner, shared("reckoner"))


def effect_of(kept: Kept, judged: Judged, foul: Foul) -> Future[Damage | None]:
    """What a foul did, done or still to come; computed once for its deal, however the table goes on."""
    deal = kept.id, Same(judged.deal), judged.facts
    key = *deal, foul.seat, foul.kind, foul.committed, foul.proved
    return reckoner().ask(key, lambda: damage_of(kept.table.rules, kept.table.state, judged, foul))
