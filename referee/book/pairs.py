"""Two and two: what every two players did on one side, and against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from referee.table.tally import Played


@dataclass
class Pair:
    """Two players: their deals on one side and what these paid both; their deals apart.

    `ahead`: how often each was ahead in those apart.
    """

    names: tuple[str, str]
    together: int = 0
    won: int = 0
    points: int = 0
    apart: int = 0
    ahead: list[int] = field(default_factory=lambda: [0, 0])


def pairs(deals: Iterable[tuple[Sequence[str], Played]]) -> list[Pair]:
    """What every two players did in these deals (names on the seats, deal), those most often together first."""
    by_names: dict[tuple[str, str], Pair] = {}
    for seats, deal in deals:
        there = sorted((name, paid, side) for name, paid, side in zip(seats, deal.paid, deal.sides, strict=True)
                       if paid is not None)  # fmt: skip
        for (one, first, side), (two, second, other) in combinations(there, 2):
            pair = by_names.setdefault((one, two), Pair((one, two)))
            if side is not None and side == other:
                pair.together += 1
                pair.won += first > 0 and second > 0
                pair.points += first + second
            else:
                pair.apart += 1
                pair.ahead[deal.lowest_wins] += first > second
                pair.ahead[not deal.lowest_wins] += second > first
    return sorted(by_names.values(), key=lambda pair: (-pair.together, pair.names))
