"""Best with best: the next round by the standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations, islice
from random import Random

from referee.tournament.seating.certificate import meetings
from referee.tournament.seating.draw import Draw, Player, refuse_twice
from referee.tournament.seating.seats import balance
from referee.tournament.seating.shape import Shape, tables_for

Played = Sequence[Sequence[Sequence[Player]]]


def best_with_best(
    order: Sequence[Player],
    sizes: tuple[int, ...] = (4, 3),
    *,
    played: Played = (),
    played_out: Sequence[Collection[Player]] = (),
    apart: Collection[tuple[Player, Player]] = (),
    seed: int = 0,
) -> Draw:
    """The rounds played and one more: the first of the standings sit together, then the next, and so on.

    Players who have sat out least sit out, of those the lowest. Tables of unusual size go to players who have been at
    such tables least. Of two to be kept apart, the lower changes places with the next who can; so do players who have
    met, with a table near by (see `_brake`). Each player gets each seat as often as possible. Raises Slip for too few
    players, or one named twice.
    """
    refuse_twice(order)
    shape = tables_for(len(order), sizes)
    outs = [tuple(out) for out in played_out] + [()] * (len(played) - len(played_out))
    waited = Counter(player for out in outs for player in out)
    rank = {player: place for place, player in enumerate(order)}
    out = set(sorted(order, key=lambda player: (waited[player], -rank[player]))[: shape.out])
    seated = [player for player in order if player not in out]
    short = Counter(p for at in played for table in at if len(table) != shape.usual for p in table)
    separate = frozenset(frozenset(pair) for pair in apart)
    ranks = iter(seated)
    tables = [list(islice(ranks, size)) for size in _sizes_by_rank(seated, shape, short)]
    _part(tables, separate)
    _brake(tables, meetings(played), separate)
    new = balance([tables], Random(seed), played)  # nosec B311
    before = [tuple(tuple(table) for table in at) for at in played]
    sitting = tuple(player for player in order if player in out)
    return Draw(tuple(order), (*before, *map(tuple, new)), (*outs, sitting), seed, separate)


def _sizes_by_rank(seated: Sequence[Player], shape: Shape, short: Counter[Player]) -> tuple[int, ...]:
    """The table sizes from the first of the standings down; unusual sizes go to players who have had few."""
    counts = Counter(shape.sizes)
    best: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {(0,) * len(counts): (0, ())}
    kinds = sorted(counts, reverse=True)
    for _ in shape.sizes:
        following: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        for used, (cost, sizes) in best.items():
            at = sum(sizes)
            for kind, size in enumerate(kinds):
                if used[kind] == counts[size]:
                    continue
                more = sum(2 * short[p] + 1 for p in seated[at : at + size]) if size != shape.usual else 0
                now = tuple(times + (place == kind) for place, times in enumerate(used))
                option = (cost + more, (*sizes, size))
                if now not in following or option[0] < following[now][0]:
                    following[now] = option
        best = following
    return next(iter(best.values()))[1]


def _part(tables: list[list[Player]], apart: frozenset[frozenset[Player]]) -> None:
    """Exchange the lower of two to be kept apart with the nearest who may sit there, preferably further down."""
    for number, table in enumerate(tables):
        for one, other in combinations(tuple(table), 2):
            if frozenset((one, other)) in apart and one in table and other in table:
                nearest = sorted(range(len(tables)), key=lambda at: (at < number, abs(at - number)))
                _exchange(table, other, [tables[at] for at in nearest if at != number], apart)


NEAR = 3
"""How many tables up or down a player may move to meet others."""


def _brake(tables: list[list[Player]], met: Counter[frozenset[Player]], apart: frozenset[frozenset[Player]]) -> None:
    """Exchange players of near tables while that lowers the repeats.

    A third meeting weighs far more than a second. Of two equal exchanges, the one between nearer tables is made.
    """

    def cost(player: Player, others: Sequence[Player]) -> int:
        pairs = (frozenset((player, other)) for other in others if other != player)
        return sum(1000 * (pair in apart) + (0, 1, 30)[min(met[pair], 2)] for pair in pairs)

    def gain(one: Player, here: list[Player], other: Player, there: list[Player]) -> int:
        before = cost(one, here) + cost(other, there)
        return before - cost(one, [p for p in there if p != other]) - cost(other, [p for p in here if p != one])

    better = True
    while better:
        better = False
        for at, here in enumerate(tables):
            for one in tuple(here):
                if not cost(one, here):
                    continue
                near = [n for n in range(max(0, at - NEAR), min(len(tables), at + NEAR + 1)) if n != at]
                exchanges = [
                    (gain(one, here, other, tables[n]), -abs(n - at), -n, place, other)
                    for n in near
                    for place, other in enumerate(tables[n])
                ]
                best = max(exchanges, key=lambda each: each[:4], default=None)
                if best is not None and best[0] > 0:
                    there = tables[-best[2]]
                    here[here.index(one)], there[there.index(best[4])] = best[4], one
                    better = True


def _exchange(
    table: list[Player],
    player: Player,
    others: list[list[Player]],
    apart: frozenset[frozenset[Player]],
) -> None:
    for other in others:
        for stranger in other:
            here = [each for each in table if each != player]
            there = [each for each in other if each != stranger]
            if any(frozenset((stranger, each)) in apart for each in here):
                continue
            if any(frozenset((player, each)) in apart for each in there):
                continue
            table[table.index(player)], other[other.index(stranger)] = stranger, player
            return
