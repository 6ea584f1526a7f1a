"""Choose seats so that every player has each equally often, within one.

Two seats are levelled at a time. A table is then an edge between the two players in them; directing the edges so that
as many leave each player as enter halves that player's counts. Where a path runs from a player with too much to one
with too little, it is reversed; once none is left, no two seats differ by more than one (the equitable edge colouring
of a bipartite graph; de Werra 1971). Tables of different sizes are done from their highest seat down: once it is
filled, as many seats remain as the smaller tables have.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from math import exp
from random import Random

Seats = list[Hashable]


def balance(
    rounds: Iterable[Sequence[Iterable[Hashable]]],
    rng: Random,
    past: Iterable[Iterable[Sequence[Hashable]]] = (),
    *,
    partners: bool = False,
) -> list[list[tuple[Hashable, ...]]]:
    """The rounds with each table's players in seat order, after rounds already played (`past`).

    Partners, in alternate seats, stay together. Without a past, and with tables of one size, nobody's counts of two
    seats differ by more than one; with several sizes the same holds for the seats that all tables have.
    """
    played = [[list(table) for table in tables] for tables in rounds]
    tables = [table for round_ in played for table in round_]
    counts = Counter((player, seat) for at in past for table in at for seat, player in enumerate(table))
    if partners:
        _choose_sides(tables, counts, rng)
        for side in (0, 1):
            for table in tables:
                players = table[side::2]
                rng.shuffle(players)
                table[side::2] = players
            longest = max(map(len, tables), default=0)
            _level(tables, range(side, longest, 2), counts)
        return [[tuple(table) for table in round_] for round_ in played]
    for table in tables:
        rng.shuffle(table)
    for top in sorted({len(table) for table in tables}, reverse=True):
        _level([table for table in tables if len(table) >= top], range(top), counts)
    return [[tuple(table) for table in round_] for round_ in played]


def _level(tables: list[Seats], seats: range, past: Counter[tuple[Hashable, int]]) -> None:
    """Level these seats; the others stay as they are."""
    changed = True
    while changed:
        changed = False
        for a, b in combinations(seats, 2):
            changed |= _level_pair([table for table in tables if len(table) > b], a, b, past)


SIDES_STEPS = 40_000
KEEP = 1000
"""The cost of less even partners or opponents, beside the cost of unevenness between the sides."""


def _choose_sides(tables: list[Seats], past: Counter[tuple[Hashable, int]], rng: Random) -> None:
    """Give each player each side equally often, by annealing.

    Each step turns a table by one seat, or changes its partners where partners and opponents stay even.
    """
    lean: Counter[Hashable] = Counter()
    for (player, seat), count in past.items():
        lean[player] += -count if seat % 2 else count
    sides: tuple[Counter[frozenset[Hashable]], ...] = (Counter(), Counter())
    for table in tables:
        _stand(table, 1, lean, sides)
    heat = 8.0
    for step in range(SIDES_STEPS if tables else 0):
        if step % 512 == 0 and all(abs(each) < 2 for each in lean.values()):
            break
        table = tables[int(rng.random() * len(tables))]
        before = list(table)
        change = _stand(table, -1, lean, sides)
        if rng.random() < 0.5:
            table.append(table.pop(0))
        else:
            i, j = rng.randrange(0, len(table), 2), rng.randrange(1, len(table), 2)
            table[i], table[j] = table[j], table[i]
        change += _stand(table, 1, lean, sides)
        if change > 0 and rng.random() >= exp(-change / heat):
            _stand(table, -1, lean, sides)
            table[:] = before
            _stand(table, 1, lean, sides)
        heat *= 0.99985


def _stand(table: Seats, way: int, lean: Counter[Hashable], sides: tuple[Counter[frozenset[Hashable]], ...]) -> int:
    """Count a table in (way 1) or out (way -1). Return the cost."""
    cost = 0
    for seat, player in enumerate(table):
        old = lean[player]
        lean[player] = old + (-way if seat % 2 else way)
        cost += lean[player] ** 2 - old**2
    for i, j in combinations(range(len(table)), 2):
        together, pair = sides[(i - j) % 2], frozenset((table[i], table[j]))
        cost += way * KEEP * (together[pair] - (way < 0)) * (1 if (i - j) % 2 else 2)
        together[pair] += way
    return cost


def _level_pair(tables: Sequence[Seats], a: int, b: int, past: Counter[tuple[Hashable, int]]) -> bool:
    """Exchange players between two seats until no exchange makes them more even. Return whether any was made."""
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
    """The shortest chain of tables from a player too often in `a` to one it relieves; empty if none."""
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


def spread(rounds: Iterable[Sequence[Sequence[Hashable]]], players: Iterable[Hashable]) -> int:
    """By how much a player's counts of two seats differ at most, over the seats that all tables have."""
    counts: Counter[tuple[Hashable, int]] = Counter()
    sizes: set[int] = set()
    for tables in rounds:
        for table in tables:
            sizes.add(len(table))
            counts.update((player, seat) for seat, player in enumerate(table))
    common = range(min(sizes, default=0))
    return max((max(each) - min(each) for p in players if (each := [counts[p, seat] for seat in common])), default=0)
