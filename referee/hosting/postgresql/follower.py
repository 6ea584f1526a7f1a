"""A thread that looks for what other processes have added, for all clubs at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Protocol

from psycopg import Error
from psycopg_pool import PoolClosed, PoolTimeout

from referee.hosting.postgresql.connections import Pool
from referee.hosting.postgresql.schema import EVERY_CLUB
from referee.store.errors import StoreClosed

LOOK_SECONDS = 0.2
"""Seconds between two looks."""

_GROWN = """
    SELECT h.club, h.stream, h.seq FROM head AS h
    JOIN unnest(%s::text[], %s::text[], %s::int[]) AS k (club, stream, seq)
    ON h.club = k.club AND h.stream = k.stream AND h.seq > k.seq
"""
_REWRITTEN = "SELECT club, count(*), max(at) FROM resealed WHERE club = ANY(%s) GROUP BY club"


class Following(Protocol):
    """A store of one club that wants to hear of changes."""

    club: str

    def last_numbers(self) -> Mapping[str, int]:
        """The logs it watches, each with the last number it knows."""

    def grown(self, stream: str, seq: int) -> None:
        """Hear that a log has grown."""

    def rewritten(self, times: int, last: str) -> None:
        """Hear how often logs of the club were rewritten, and when last."""


class Follower:
    """Tell the stores of one server what other processes have added. The thread runs while there are stores."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._stores: list[Following] = []
        self._running = False

    def follow(self, store: Following) -> None:
        """Tell this store from now on."""
        with self._lock:
            if store in self._stores:
                return
            self._stores.append(store)
            if not self._running:
                self._running = True
                threading.Thread(target=self._run, name="referee-follow", daemon=True).start()

    def leave(self, store: Following) -> None:
        """Tell this store no more."""
        with self._lock:
            if store in self._stores:
                self._stores.remove(store)

    def _run(self) -> None:
        while True:
            with self._lock:
                stores = list(self._stores)
                self._running = bool(stores)
            if not stores:
                return
            try:
                self._look(stores)
            except (Error, PoolTimeout):  # the server is away; the next request says so
                pass
            except (PoolClosed, StoreClosed):
                return
            time.sleep(LOOK_SECONDS)

    def _look(self, stores: list[Following]) -> None:
        watched = [(store.club, stream, seq) for store in stores for stream, seq in store.last_numbers().items()]
        with self._pool.connection() as connection:
            connection.serve(EVERY_CLUB)
            columns = [list(column) for column in zip(*watched, strict=True)] or [[], [], []]
            grown = connection.execute(_GROWN, columns).fetchall()
            rewritten = connection.execute(_REWRITTEN, ([store.club for store in stores],)).fetchall()
        for store in stores:
            for club, stream, seq in grown:
                if club == store.club:
                    store.grown(stream, seq)
            for club, times, last in rewritten:
                if club == store.club:
                    store.rewritten(times, last)


_followers: dict[Pool, Follower] = {}
_lock = threading.Lock()


def follower_of(pool: Pool) -> Follower:
    """The one follower of a pool. Followers of closed pools are dropped."""
    with _lock:
        for each in [each for each in _followers if each.connections.closed]:
            del _followers[each]
        return _followers.setdefault(pool, Follower(pool))
