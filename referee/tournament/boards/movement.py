"""Which table plays which board when: carried in a circle from table to table, and what that comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise, zip_longest

from referee.tournament.boards.values import BoardSet
from referee.tournament.values import Round

Order = Mapping[int, tuple[int, ...]]
"""The boards of each table in the order in which it plays them, a place for each board's time."""
PAUSE = -1
"""What stands where a table has no board."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What an order of boards comes to. `once`: every table plays every board once; `copies`: how many tables play one
    board at the same time at most, so many sets of étuis are needed; `times`: boards that each table plays; `rest`: for
    how many boards' time one lies still at least between two tables, None where none is handed on; `shared`: on how
    many boards two tables are compared, at least and at most; `handed`: who gets a table's boards after it, where it
    is always the same table; `waits`: for how many boards' time a table has none before its next, at most.
    """

    once: bool
    copies: int
    times: int
    rest: int | None = None
    shared: tuple[int, int] = (0, 0)
    handed: Mapping[int, int] | None = None
    waits: int = 0


def movement(boards: Sequence[int], tables: Sequence[int], sets: int = 1) -> Order:
    """The boards of each table. With several sets of étuis the tables fall into as many groups, one set each; with a
    set for each table all play the same board at the same time. In a group the first table begins with the first board,
    the next ones further on, spread over all boards, and each goes on with the next. A group with fewer boards than
    tables has them go round as far apart as can be, and its tables pause: no board lies at two tables at once.
    """
    order: dict[int, tuple[int, ...]] = {}
    for group in groups(tables, sets):
        count, size = len(boards), len(group)
        first = {at * size // count: board for at, board in enumerate(boards)}
        for at, table in enumerate(group):
            if count < size:
                order[table] = tuple(first.get((at + time) % size, PAUSE) for time in range(size))
            else:
                order[table] = tuple(boards[(at * count // size + time) % count] for time in range(count))
    return order


def groups(tables: Sequence[int], sets: int) -> list[tuple[int, ...]]:
    """The tables that share a set of étuis, as even as can be."""
    count = min(sets, len(tables))
    found: list[list[int]] = [[] for _ in range(count)]
    for at, table in enumerate(tables):
        found[at * count // len(tables)].append(table)
    return [tuple(group) for group in found]


def certify(order: Order, boards: Sequence[int]) -> Certificate:
    """What an order comes to, counted from the order alone."""
    played = {table: [board for board in own if board != PAUSE] for table, own in order.items()}
    once = all(sorted(own) == sorted(boards) for own in played.values())
    together = [Counter(now) - Counter({PAUSE: len(now)}) for now in zip_longest(*order.values(), fillvalue=PAUSE)]
    copies = max((most for one in together for most in one.values()), default=0)
    shared = [len({*played[one]} & {*played[other]}) for one, other in combinations(played, 2)]
    return Certificate(
        once, copies, max(map(len, played.values()), default=0), _rest(order, boards, copies),
        (min(shared, default=0), max(shared, default=0)), _handed(order, boards) if copies == 1 else None,
        max(map(_waits, order.values()), default=0),
    )  # fmt: skip


def _waits(own: Sequence[int]) -> int:
    """For how many boards' time a table has none before its next, at most; after its last it waits for none."""
    last = max((time for time, board in enumerate(own) if board != PAUSE), default=0)
    return max((len(list(run)) for board, run in groupby(own[:last]) if board == PAUSE), default=0)


def _uses(order: Order, board: int) -> list[tuple[int, int]]:
    """When a board is played, and where, in the order of the times."""
    return sorted((own.index(board), table) for table, own in order.items() if board in own)


def _rest(order: Order, boards: Sequence[int], copies: int) -> int | None:
    """For how many boards' time one lies still between two tables, at least: who comes next takes the étui that has
    lain longest.
    """
    gaps = []
    for board in boards:
        times = [time for time, _ in _uses(order, board)]
        gaps += [after - before for before, after in zip(times, times[copies:], strict=False)]
    return min(gaps) - 1 if gaps else None


def _handed(order: Order, boards: Sequence[int]) -> Mapping[int, int] | None:
    """Who gets a table's boards after it; None where it is not always the same one."""
    found: dict[int, int] = {}
    for board in boards:
        tables = [table for _, table in _uses(order, board)]
        for table, after in pairwise(tables):
            if found.setdefault(table, after) != after:
                return None
    return found or None


def met_again(sets: Iterable[BoardSet], rounds: Mapping[int, Round]) -> tuple[tuple[int, int], ...]:
    """The players and boards that meet more than once over all rounds, counted from who sits where."""
    met = Counter(
        (player, board)
        for found in sets
        for sitting in rounds[found.round].tables.values()
        for player in sitting.seats
        for board in found.numbers
    )
    return tuple(sorted(one for one, times in met.items() if times > 1))
