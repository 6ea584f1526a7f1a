"""Long computations beside the requests: a page asks, goes on, and asks again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, TypeVar, cast

from referee.cache import Cache
from referee.club.tables import Kept
from referee.record.facts import Corrected, FoulSeen, Inserted, Reseated, Ruled, Struck
from referee.record.text import Entry
from referee.table.table import Table
from referee.web.kit.request import tables
from referee.web.kit.shared import shared
from referee.words.text import RefereeError, T, bare

Answer = TypeVar("Answer")

PATIENCE, FOLDING = 0.05, 0.2
"""Seconds a page waits for an answer that it can do without, and for the table that it is about."""
KEPT, FOLDS_KEPT = 200, 20
"""The most answers kept of either kind; the oldest is dropped first."""
FEW = 8
"""So many facts are added to a table at once, unless one of them makes it fold many again, or search."""
DEAR = (Corrected, FoulSeen, Inserted, Reseated, Ruled, Struck)


class Reckoner:
    """A thread that computes one answer after the other. A page waits `patience` seconds at most for an answer, and
    `behind` another question not at all: a page of eighty fouls would wait eighty times.
    """

    def __init__(self, patience: float, behind: float = 0, kept: int = KEPT) -> None:
        self._patience, self._behind = patience, behind
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="endings")
        self._lock = Lock()
        self._answers = Cache[Future[Any]](kept, on_drop=Future.cancel)

    def ask(self, key: Hashable, reckon: Callable[[], Answer]) -> Future[Answer]:
        """The answer to a question, done or still to come; computed once for each key, unless that failed."""
        with self._lock:
            answer = self._answers.get(key, lambda: self._worker.submit(self._reckon, key, reckon))
        behind = any(not other.done() for other in self._answers.values() if other is not answer)
        with suppress(NotYet):
            answer.exception(self._behind if behind else self._patience)
        return answer

    def once(self, key: Hashable, reckon: Callable[[], Answer]) -> Answer:
        """The answer to a question, or its error, which is not kept once it is given. Raises StillGoing where it takes
        longer.
        """
        answer = self.ask(key, partial(_outcome, reckon))
        if not answer.done():
            raise StillGoing
        with self._lock:
            self._answers.drop(key)
        outcome = answer.result()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _reckon(self, key: Hashable, reckon: Callable[[], Answer]) -> Answer:
        try:
            return reckon()
        except Exception:  # it holds all that was computed, so it is not kept
            with self._lock:
                self._answers.drop(key)
            raise


def _outcome(reckon: Callable[[], Answer]) -> Answer | Exception:
    """An answer, or the error in its place: whoever asks again is told it, in place of a second try."""
    try:
        return reckon()
    except RefereeError as error:
        return bare(error)
    except Exception as error:  # a fault of the program, which is told with its frames
        return error


class StillGoing(RefereeError):
    """Something takes longer than a request may wait; who asked asks again, and sends `more` fields with a form."""

    def __init__(self, **more: str) -> None:
        super().__init__(T("It is worked out while the other tables play on. This page asks again by itself."), **more)


def folder() -> Reckoner:
    """The reckoner that folds tables."""
    return cast(Reckoner, shared("folder"))


def lists() -> Reckoner:
    """The reckoner that reads files from outside, behind which no table waits."""
    return cast(Reckoner, shared("lists"))


def fold(table: str) -> None:
    """Fold a table that this request is about, if it is not folded yet. Raises StillGoing where that takes long."""
    known, seq = tables(), tables().seq(table)

    def reckon() -> None:  # the table itself is kept by the tables, and the view tells what is wrong with it
        with suppress(RefereeError):
            known.get(table)

    if known.behind(table, seq):
        folder().once(("fold", table, seq), reckon)


def extend(folder: Reckoner, kept: Kept, entries: Sequence[Entry]) -> Table:
    """A table after some facts. Raises StillGoing where that takes long, and Slip."""
    work = partial(kept.table.extend, entries)
    if len(entries) <= FEW and not any(isinstance(entry.fact, DEAR) for entry in entries):
        return work()
    return folder.once((kept.id, kept.seq, *(entry.fact.line() for entry in entries)), work)
