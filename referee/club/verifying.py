"""Check all that a club keeps, and fold it again, on every core of the machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from math import inf

from referee.club.tables import KIND, UNREADABLE, header_of
from referee.club.workers import results
from referee.record.grammar import Fact, from_json, parse
from referee.record.text import Entry, Record, read, write
from referee.store import Event, Problem, Progress, Store, Stream, Where
from referee.store.log import Fold
from referee.table.table import open_table
from referee.words.text import RefereeError, Slip, with_line

FACTS = 3_000
"""How many facts are kept as checked against their lines: many repeat, such as a card played."""


def refold(stream: Stream, events: list[Event]) -> str | None:
    """Fold a table's log again; return what is wrong with it, or None."""
    if stream.kind != KIND:
        return None
    try:
        table = open_table(header_of(stream.meta))
        table = table.extend((Entry(event.seq, from_json(event.body)) for event in events), inf)
    except Slip as slip:
        return str(with_line(slip))
    except RefereeError as error:
        return str(error)
    except UNREADABLE as error:  # of the program, not of the laws: something in it is missing or no such value
        return f"it cannot be read: {type(error).__name__} {error}"
    if read(write(Record(table.opened, ()))).header != table.opened or not all(_says(e.fact) for e in table.log):
        return "the log and its record say different things"
    return None


@lru_cache(FACTS)
def _says(fact: Fact) -> bool:
    """Whether a fact's line reads back as the same fact."""
    return parse(fact.line()) == fact


def verify(path: Where, fold: Fold | None = refold, progress: Progress | None = None) -> Iterator[str]:
    """Every problem in a database: of the file, of a log and, unless `fold` is None, of a fold.

    `progress` gets (done, all), counted in logs.
    """
    with Store.open(path, read_only=True) as store:
        streams = [stream for kind in store.kinds() for stream in store.streams(kind)]
        problems = results(store, streams, partial(_check, fold=fold), progress)
        shown = set[Problem]()
        for problem in chain(store.engine_problems(), chain.from_iterable(problems)):
            if problem not in shown:  # many logs may meet one damaged page
                shown.add(problem)
                yield f"{problem.stream or '–'} {problem.seq or ''} {problem.text}"


def _check(store: Store, lot: Sequence[str], *, fold: Fold | None) -> list[Problem]:
    return list(store.problems_of(lot, fold))
