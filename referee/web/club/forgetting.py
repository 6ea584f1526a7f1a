"""Prepare to forget a person: search all logs, and fold each of their tables under both names.

This runs in a thread while everybody else plays on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import cast

from referee.club.forget import Prepared, prepare, somebody
from referee.club.mentions import NAMES, SEATS, TEXTS, alike, mentions, person_as_json, spellings
from referee.club.tables import KIND
from referee.store import Store
from referee.store.records import Json
from referee.web.kit.shared import shared

PATIENCE = 0.2
"""How many seconds a request waits before it tells the progress."""
UNASKED_KEPT = 4
"""How many results, or errors, are kept that nobody has asked for yet."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Change:
    """What forgetting a person would change.

    `stands`: the name put in; `tables`, `others`: how many tables and other logs; `texts`: each text concerned;
    `spellings`: other spellings of the name; `alike`: names that differ by accents.
    """

    stands: str
    tables: int
    others: int
    texts: tuple[str, ...]
    spellings: tuple[str, ...]
    alike: tuple[str, ...]


def change(store: Store, name: str, progress: Progress | None = None) -> Change:
    """Find out what forgetting a person would change."""
    mentioned = list(mentions(store, name, progress))
    return Change(
        somebody(store),
        len({each.stream for each in mentioned if each.kind == KIND and each.key in SEATS}),
        len({each.stream for each in mentioned if each.kind != KIND and each.key in NAMES}),
        tuple(dict.fromkeys(each.text for each in mentioned if each.key in TEXTS)),
        tuple(spellings(store, name, mentioned)),
        tuple(alike(store, name)),
    )


class Preparing:
    """The searches under way, each in a thread of its own, until the result is asked for."""

    def __init__(self) -> None:
        self._under_way: dict[tuple[str, ...], _Job] = {}

    def change(self, store: Store, name: str) -> Change | int:
        """What would change, or the percentage of the logs searched so far."""
        return cast("Change | int", self._result(("change", name), partial(change, store, name)))

    def prepare(self, store: Store, *names: str) -> Prepared | int:
        """What was prepared for a name and its spellings, or its percentage. Raises what the thread raised."""
        result = self._result(("prepared", *names), lambda progress: prepare(store, *names, progress=progress))
        return cast("Prepared | int", result)

    def known(self, store: Store, name: str) -> Json | int | None:
        """All that is known of a person, None for nothing, or the percentage of the logs searched so far."""
        return cast("Json | int | None", self._result(("known", name), partial(person_as_json, store, name)))

    def _result(self, key: tuple[str, ...], work: Callable[[Progress], object]) -> object:
        """What a search has found, or its percentage. Raises what it raised."""
        job = self._under_way.get(key)
        if job is None:
            over = [each for each, other in self._under_way.items() if not other.is_alive()]
            for each in over[: max(len(over) - UNASKED_KEPT, 0)]:
                del self._under_way[each]
            job = self._under_way[key] = _Job(work)
            job.start()
        job.join(PATIENCE)
        if job.is_alive():
            return job.percent
        del self._under_way[key]
        if job.error is not None:
            raise job.error
        return job.result


class _Job(threading.Thread):
    def __init__(self, work: Callable[[Progress], object]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.percent = 0
        self.result: object = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.result = self._work(self._hear)
        except Exception as error:  # raised again where the result is asked for
            self.error = error

    def _hear(self, done: int, of: int) -> None:
        self.percent = 100 * done // of


def preparing() -> Preparing:
    return cast(Preparing, shared("preparing"))
