"""All that a club keeps, read through and folded anew, on every core of the machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import inf
from multiprocessing import get_context

from referee.club.tables import KIND, header_of
from referee.memory import keep_what_is_loaded
from referee.record.grammar import from_json
from referee.record.text import Entry, Record, read, renumber, write
from referee.store import Event, Problem, Store, Stream, Where
from referee.table.table import open_table
from referee.words.text import RefereeError, Slip, with_line

Fold = Callable[[Stream, list[Event]], str | None]
ALONE = 20_000
"""Entries up to which a second process takes longer to start than it saves."""
LOT = 10
"""Logs folded between two steps of the bar."""
HASHES = 9
"""A log folded takes as long as so many read by their hashes."""


def refold(stream: Stream, events: list[Event]) -> str | None:
    """Fold a log anew; what is wrong with it, or None."""
    if stream.kind != KIND:
        return None
    try:
        table = open_table(header_of(stream.meta))
        table = table.extend((Entry(event.seq, from_json(event.body)) for event in events), inf)
    except Slip as slip:
        return str(with_line(slip))
    except (RefereeError, KeyError, TypeError, ValueError) as error:
        return str(error)
    again = read(write(Record(table.opened, table.log)))
    if [entry.fact for entry in renumber(again).entries] != [
        entry.fact for entry in renumber(Record(table.opened, table.log)).entries
    ]:
        return "the log and its record say different things"
    return None


def verify(
    path: Where, fold: Fold | None = refold, progress: Callable[[int, int], None] | None = None
) -> Iterator[str]:
    """Every problem found in a database: of the file, of a log and, unless `fold` is None, of a fold. `progress` hears
    how far it has come, of how much.
    """
    with Store.open(path, read_only=True) as store:
        kept = [stream for kind in store.kinds() for stream in store.streams(kind)]
        streams, entries = [stream.id for stream in kept], sum(stream.seq for stream in kept)
        share = 1 if fold is None else 1 + HASHES
        unreadable = set[str | None]()
        for problem in store.verify(None, progress and (lambda done, _: progress(done, share * len(streams)))):
            if problem.kind == "body":
                unreadable.add(problem.stream)
            yield _told(problem)
        if fold is None:
            return
        lots = [streams[at : at + LOT] for at in range(0, len(streams), LOT)]
        work = partial(_fold_lot, fold=fold, unreadable=frozenset(unreadable))
        done = len(streams)
        for lot, problems in zip(lots, _worked(path, store, work, lots, entries), strict=True):
            yield from map(_told, problems)
            done += HASHES * len(lot)
            if progress:
                progress(done, share * len(streams))


def _told(problem: Problem) -> str:
    return f"{problem.stream or '–'} {problem.seq or ''} {problem.text}"


Work = Callable[[Store, Sequence[str]], list[Problem]]


def _worked(
    path: Where, store: Store, work: Work, lots: Sequence[Sequence[str]], entries: int
) -> Iterator[list[Problem]]:
    """What `work` finds in each lot of logs, in their order; in processes of their own where there is much to do."""
    cores = os.cpu_count() or 1
    if cores == 1 or entries <= ALONE:
        return (work(store, lot) for lot in lots)
    return _spread(path, work, lots, cores)


def _spread(path: Where, work: Work, lots: Sequence[Sequence[str]], cores: int) -> Iterator[list[Problem]]:
    with ProcessPoolExecutor(cores, get_context("spawn"), _open_reader, (path,)) as pool:
        yield from pool.map(partial(_with_reader, work), lots)


_reader: list[Store] = []
"""The store that a process opened for itself."""


def _open_reader(path: Where) -> None:
    keep_what_is_loaded()
    _reader.append(Store.open(path, read_only=True))


def _with_reader(work: Work, lot: Sequence[str]) -> list[Problem]:
    return work(_reader[0], lot)


def _fold_lot(store: Store, lot: Sequence[str], *, fold: Fold, unreadable: frozenset[str | None]) -> list[Problem]:
    """What folding some logs finds wrong."""
    found = []
    for name in lot:
        if name in unreadable:
            continue
        try:
            said = fold(store.stream(name), store.events(name))
        except Exception as error:  # a log that breaks its reader must not hide the logs after it
            said = f"{type(error).__name__}: {error}"
        if said is not None:
            found.append(Problem("fold", name, None, said))
    return found
