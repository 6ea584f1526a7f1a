"""A rotation: the player in the first seat stays, the others move from table to table and keep their seats.

Two seats meet again when the tables between them come round. So each seat moves by a different number of tables, chosen
such that as few as possible meet again in the rounds wanted.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from itertools import combinations

Grid = list[list[Hashable]]
"""The players of the first round by table and seat, None where nobody sits."""

KEPT = 40
"""How many ways for the first seats are kept while searching one for all."""


@cache
def steps(tables: int, seats: int, rounds: int) -> tuple[int, ...]:
    """How many tables each seat moves up from round to round; the first seat stays.

    >>> steps(7, 4, 5)
    (0, 1, -1, -2)
    """
    near = sorted((step for step in range(-seats, seats + 1) if step), key=lambda step: (abs(step), -step))

    def again(path: Sequence[int]) -> int:
        pairs = combinations(path, 2)
        return sum((one - other) * turn % tables == 0 for one, other in pairs for turn in range(1, rounds))

    beam: list[tuple[int, ...]] = [(0,)]
    for _ in range(seats - 1):  # the best few of each length are enough
        longer = {(*each, step) for each in beam for step in near if step not in each}
        beam = sorted(longer, key=lambda each: (again(each), sum(map(abs, each)), each[::-1]))[:KEPT]
    return beam[0]


def rotate(first: Grid, number: int, moves: Sequence[int]) -> Grid:
    """The seating of a round."""
    tables = len(first)
    return [
        [first[(table - move * (number - 1)) % tables][seat] for seat, move in enumerate(moves)]
        for table in range(tables)
    ]
