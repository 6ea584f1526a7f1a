"""Work on many logs, on every core of the machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from referee.memory import keep_what_is_loaded
from referee.store import Progress, Store, Stream, Where

A = TypeVar("A")
Work = Callable[[Store, Sequence[str]], A]
"""Does something with logs, given by their ids; it must be picklable for another process."""

ALONE = 20_000
"""With no more entries than this, a second process takes longer to start than it saves."""
LOT = 10
"""Logs between two steps of progress."""


def results(
    store: Store,
    streams: Sequence[Stream],
    work: Work[A],
    progress: Progress | None = None,
) -> Iterator[A]:
    """The results of `work` on each lot of logs, in order, from several processes where there is much to do.

    `progress` gets (done, all), counted in logs.
    """
    lots = [[stream.id for stream in streams[at : at + LOT]] for at in range(0, len(streams), LOT)]
    cores = os.cpu_count() or 1
    alone = cores == 1 or sum(stream.seq for stream in streams) <= ALONE
    answers = (work(store, lot) for lot in lots) if alone else _spread(store.where, work, lots, cores)
    for done, one in enumerate(answers, 1):
        yield one
        if progress:
            progress(min(done * LOT, len(streams)), len(streams))


def _spread(path: Where, work: Work[A], lots: Sequence[Sequence[str]], cores: int) -> Iterator[A]:
    with ProcessPoolExecutor(cores, get_context("spawn"), _open_reader, (path,)) as pool:
        yield from pool.map(partial(_with_reader, work), lots)


_reader: list[Store] = []
"""The store that this process opened for itself."""


def _open_reader(path: Where) -> None:
    keep_what_is_loaded()
    _reader.append(Store.open(path, read_only=True))


def _with_reader(work: Work[A], lot: Sequence[str]) -> A:
    return work(_reader[0], lot)
