"""The order in which tables play the boards, which move in a circle from table to table, and its properties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise, zip_longest

from referee.tournament.boards.values import BoardSet
from referee.tournament.values import Round

Order = Mapping[int, tuple[int, ...]]
"""The boards of each table in the order of play, one entry for the time of each board."""
PAUSE = -1
"""Stands for no board."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The properties of an order of boards.

    `once`: every table plays every board once. `copies`: how many tables at most play one board at once, so how many
    sets of étuis are needed. `times`: boards each table plays. `rest`: for how many boards' time a board lies still at
    least between two tables, None where none moves on. `shared`: on how many boards two tables are compared, least and
    most. `handed`: the table that gets a table's boards next, where it is always the same. `waits`: for how many
    boards' time a table has none before its next, at most.
    """

    once: bool
    copies: int
    times: int
    rest: int | None = None
    shared: tuple[int, int] = (0, 0)
    handed: Mapping[int, int] | None = None
    waits: int = 0


def movement(boards: Sequence[int], tables: Sequence[int], sets: int = 1) -> Order:
    """The boards of each table in order.

    The tables fall into `sets` groups, each with its own set of étuis; with a set for each table, all play the same
    board at once. In a group the first table begins with the first board, the others further on, spread over all
    boards; each then takes the next board. A group with fewer boards than tables spreads them out, and its tables
    pause: no board is ever at two of its tables.
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
    """The groups of tables that share a set of étuis, as even as possible."""
    count = min(sets, len(tables))
    parts: list[list[int]] = [[] for _ in range(count)]
    for at, table in enumerate(tables):
        parts[at * count // len(tables)].append(table)
    return [tuple(group) for group in parts]


def certify(order: Order, boards: Sequence[int]) -> Certificate:
    """The properties of an order, found from the order alone."""
    played = {table: [board for board in own if board != PAUSE] for table, own in order.items()}
    once = all(sorted(own) == sorted(boards) for own in played.values())
    together = [Counter(now) - Counter({PAUSE: len(now)}) for now in zip_longest(*order.values(), fillvalue=PAUSE)]
    copies = max((most for one in together for most in one.values()), default=0)
    shared = [len({*played[one]} & {*played[other]}) for one, other in combinations(played, 2)]
    return Certificate(
        once, copies, max(map(len, played.values()), default=0), _rest(order, boards, copies),
        (min(shared, default=0), max(shared, default=0)), _next_tables(order, boards) if copies == 1 else None,
        max(map(_waits, order.values()), default=0),
    )  # fmt: skip


def _waits(own: Sequence[int]) -> int:
    """For how many boards' time a table has none before its next, at most; the time after its last does not count."""
    last = max((time for time, board in enumerate(own) if board != PAUSE), default=0)
    return max((len(list(run)) for board, run in groupby(own[:last]) if board == PAUSE), default=0)


def _uses(order: Order, board: int) -> list[tuple[int, int]]:
    """The times and tables at which a board is played, in order."""
    return sorted((own.index(board), table) for table, own in order.items() if board in own)


def _rest(order: Order, boards: Sequence[int], copies: int) -> int | None:
    """For how many boards' time a board lies still between two tables, at least.

    With several copies the next table takes the one that has lain longest.
    """
    gaps = []
    for board in boards:
        times = [time for time, _ in _uses(order, board)]
        gaps += [after - before for before, after in zip(times, times[copies:], strict=False)]
    return min(gaps) - 1 if gaps else None


def _next_tables(order: Order, boards: Sequence[int]) -> Mapping[int, int] | None:
    """The table that gets a table's boards next; None where it is not always the same."""
    following: dict[int, int] = {}
    for board in boards:
        tables = [table for _, table in _uses(order, board)]
        for table, after in pairwise(tables):
            if following.setdefault(table, after) != after:
                return None
    return following or None


def repeats(sets: Iterable[BoardSet], rounds: Mapping[int, Round]) -> tuple[tuple[int, int], ...]:
    """The players and boards that meet more than once over all rounds, by the seats."""
    met = Counter(
        (player, board)
        for boards in sets
        if boards.round in rounds
        for sitting in rounds[boards.round].tables.values()
        for player in sitting.seats
        for board in boards.numbers
    )
    return tuple(sorted(one for one, times in met.items() if times > 1))
