"""A forgetting being prepared: each table of a person is folded under both names, while everybody else plays on."""

from __future__ import annotations

import threading
from typing import cast

from referee.club.forget import Prepared, prepare
from referee.store import Store
from referee.web.kit.shared import shared

PATIENCE = 2.0
"""Seconds until it is told how far it has come."""


class Preparing:
    """What is being prepared, each name with its spellings in a thread of its own, until it is asked for."""

    def __init__(self) -> None:
        self._under_way: dict[tuple[str, ...], _Job] = {}

    def prepared(self, store: Store, *names: str) -> Prepared | int:
        """What was prepared for a name and its spellings, or how many per cent of it; raises what was raised there."""
        job = self._under_way.get(names)
        if job is None:
            job = self._under_way[names] = _Job(store, names)
            job.start()
        job.join(PATIENCE)
        if job.is_alive():
            return job.percent
        del self._under_way[names]
        if job.error is not None:
            raise job.error
        assert job.found is not None
        return job.found


class _Job(threading.Thread):
    def __init__(self, store: Store, names: tuple[str, ...]) -> None:
        super().__init__(daemon=True)
        self._store, self._names = store, names
        self.percent = 0
        self.found: Prepared | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.found = prepare(self._store, *self._names, progress=self._hear)
        except Exception as error:  # raised where it is asked for
            self.error = error

    def _hear(self, done: int, of: int) -> None:
        self.percent = 100 * done // of


def preparing() -> Preparing:
    return cast(Preparing, shared("preparing"))
