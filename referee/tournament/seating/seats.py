"""Who sits in which seat: every player as often in each, within one.

Two seats at a time: a table is then an edge between the two who sit there, and pointing the edges so that as many
lead out of every player as lead in halves what stands in each. Where a path runs from one who has too much to one
who has too little, it is turned round; once none is left, no two seats differ by more than one (the equitable edge
colouring of a bipartite graph; de Werra 1971). Tables of different sizes are done from their highest seat down: once
it is known who sits there, what remains is as many seats as the smaller tables have.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from random import Random

Seats = list[Hashable]


def balanced(
    rounds: Iterable[Sequence[Iterable[Hashable]]], rng: Random, past: Iterable[Iterable[Sequence[Hashable]]] = ()
) -> list[list[tuple[Hashable, ...]]]:
    """The rounds with each table's players in the order of their seats, after rounds already played.

    Without a past, and with tables of one size, nobody's counts of two seats differ by more than one; with several
    sizes the same holds for the seats that all tables have.
    """
    played = [[list(table) for table in tables] for tables in rounds]
    tables = [table for round_ in played for table in round_]
    for table in tables:
        rng.shuffle(table)
    counts = Counter((player, seat) for at in past for table in at for seat, player in enumerate(table))
    for top in sorted({len(table) for table in tables}, reverse=True):
        _level([table for table in tables if len(table) >= top], top, counts, rng)
    return [[tuple(table) for table in round_] for round_ in played]


def _level(tables: list[Seats], seats: int, past: Counter[tuple[Hashable, int]], rng: Random) -> None:
    """Level the first so many seats of these tables; higher seats stay as they are."""
    changed = True
    while changed:
        changed = False
        for pair in combinations(range(seats), 2):
            changed |= level_pair(tables, *pair, past, rng)


def level_pair(tables: Sequence[Seats], a: int, b: int, past: Counter[tuple[Hashable, int]], rng: Random) -> bool:
    """Exchange players between two seats of their tables until no exchange makes it more even; whether any did."""
    lean: Counter[Hashable] = Counter()
    edges: dict[Hashable, set[int]] = {}
    for number, table in enumerate(tables):
        for player, way in ((table[a], 1), (table[b], -1)):
            lean[player] += way
            edges.setdefault(player, set()).add(number)
    for player in edges:
        lean[player] += past[player, a] - past[player, b]
    changed, order = False, sorted(edges, key=lambda player: -lean[player])
    for player in order:
        while lean[player] > min(lean.values()) + 2 and (path := _path(player, tables, a, b, lean, edges)):
            for number in path:
                table = tables[number]
                lean[table[a]] -= 2
                lean[table[b]] += 2
                table[a], table[b] = table[b], table[a]
            changed = True
    return changed


def _path(
    start: Hashable,
    tables: Sequence[Seats],
    a: int,
    b: int,
    lean: Counter[Hashable],
    edges: dict[Hashable, set[int]],
) -> list[int]:
    """The shortest chain of tables from one who sits in `a` too often to one it relieves; empty where there is none."""
    came: dict[Hashable, tuple[Hashable, int] | None] = {start: None}
    queue = deque([start])
    while queue:
        player = queue.popleft()
        if lean[player] < lean[start] - 2:
            path = []
            while (step := came[player]) is not None:
                player, number = step
                path.append(number)
            return path
        for number in sorted(edges[player]):
            table = tables[number]
            if table[a] == player and table[b] not in came:
                came[table[b]] = (player, number)
                queue.append(table[b])
    return []


def spread(rounds: Iterable[Sequence[Sequence[Hashable]]]) -> int:
    """By how much a player's counts of two seats differ at most, over the seats that all tables have."""
    counts: Counter[tuple[Hashable, int]] = Counter()
    sizes, players = set(), set()
    for tables in rounds:
        for table in tables:
            sizes.add(len(table))
            players |= set(table)
            counts.update((player, seat) for seat, player in enumerate(table))
    common = range(min(sizes, default=0))
    return max((max(each) - min(each) for p in players if (each := [counts[p, seat] for seat in common])), default=0)
