"""What fouls did, reckoned beside the requests: a page asks, goes on, and asks again."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from threading import Lock
from typing import cast

from flask import current_app

from referee.club.tables import Kept
from referee.endings.damage import Damage
from referee.rules.ruleset import Foul
from referee.table.damage import damage_of
from referee.table.table import Judged

PATIENCE = 0.05
"""Seconds a page waits for an answer."""
KEPT = 200
"""Answers kept, the oldest forgotten first."""


class Reckoner:
    """Reckons one foul after the other in a thread of its own. A page waits for an answer so many seconds at most."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="endings")
        self._lock = Lock()
        self._kept: OrderedDict[object, Future[Damage | None]] = OrderedDict()

    def ask(self, kept: Kept, judged: Judged, foul: Foul) -> Future[Damage | None]:
        """What a foul did, there or still to come."""
        key = kept.id, kept.seq, judged.deal.number, foul.seat, foul.kind, foul.committed, foul.proved
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                table = kept.table
                found = self._worker.submit(damage_of, table.rules, table.state, judged, foul)
                self._kept[key] = found
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)[1].cancel()
        with suppress(NotYet):
            found.exception(self._patience)
        return found


def reckoned(kept: Kept, judged: Judged, foul: Foul) -> Future[Damage | None]:
    """What a foul did, there or still to come."""
    return cast(Reckoner, current_app.extensions["reckoner"]).ask(kept, judged, foul)
