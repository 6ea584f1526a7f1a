"""Whist tournaments: everybody is once the partner and twice the opponent of everybody else.

For 4k players there are 4k-1 rounds; for 4k+1 as many as players, and one sits out in each (Moore 1896; Baker 1975
proved that there is one for each k). One round is found and developed: the players are residues, and from round to
round everybody adds one. It suffices that the differences of partners are all different, and each difference of
opponents comes twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.tournament.seating.transversal import field

INFINITE = -1
"""The player who stays, where there are 4k."""
BASES: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    4: ((-1, 1, 0, 2),),
    8: ((2, 6, 4, 3), (0, 5, 1, -1)),
    12: ((9, 1, 2, 7), (3, -1, 0, 4), (5, 10, 6, 8)),
    16: ((14, 5, 2, 0), (1, 12, 7, 8), (13, 11, 6, 9), (3, -1, 4, 10)),
    20: ((15, 13, 18, 7), (4, 0, 5, 17), (8, 1, 16, 6), (10, -1, 14, 11), (12, 9, 3, 2)),
    21: ((7, 5, 20, 16), (6, 19, 8, 13), (11, 15, 10, 12), (14, 17, 2, 3), (18, 4, 1, 9)),
    24: ((21, 12, 6, 5), (2, 9, 22, 14), (17, -1, 15, 19), (4, 13, 0, 1), (20, 18, 3, 8), (7, 10, 16, 11)),
    28: (
        (0, 25, 4, 16), (18, -1, 1, 21), (26, 23, 13, 17), (3, 22, 14, 15), (10, 24, 2, 19), (5, 12, 7, 11),
        (9, 20, 6, 8),
    ),
    32: (
        (30, 11, 26, 3), (15, 6, 24, 25), (18, 7, 4, 2), (14, 22, 8, 9), (27, 5, 12, 29), (0, 19, 1, 21),
        (23, 17, -1, 28), (13, 20, 16, 10),
    ),
    33: (
        (20, 15, 29, 26), (6, 31, 10, 12), (18, 19, 28, 13), (22, 2, 23, 5), (9, 8, 27, 16), (14, 25, 21, 30),
        (7, 4, 24, 17), (32, 3, 11, 1),
    ),
    36: (
        (6, 12, 2, 27), (15, 13, 1, 31), (3, 21, 30, 18), (34, 4, -1, 17), (28, 24, 16, 0), (23, 20, 14, 25),
        (33, 5, 32, 11), (19, 8, 9, 10), (29, 26, 22, 7),
    ),
}  # fmt: skip
"""First rounds that develop into a whist tournament, found by search; the tests check each."""


def whist(players: int) -> list[list[list[int]]] | None:
    """The rounds of a whist tournament as tables of the players 0 … n-1, partners opposite each other.

    None where none is known: there are 4k from 4 to 36, 4k+1 if a power of a prime, 21 and 33.
    """
    base: Sequence[Sequence[int]]
    modulus = players if players % 4 else players - 1
    algebra = field(players) if players % 4 == 1 else None
    if algebra is not None:
        add, base = algebra[0], _by_powers(players, algebra[1])
    elif players in BASES:
        add, base = [[(a + b) % modulus for b in range(modulus)] for a in range(modulus)], BASES[players]
    else:
        return None
    return [
        [[modulus if player == INFINITE else add[player][turn] for player in table] for table in base]
        for turn in range(modulus)
    ]


def _by_powers(q: int, times: list[list[int]]) -> list[list[int]]:
    """The round of a field: with g a generator and q = 4k + 1, the tables g^i, g^(i+k), g^(i+2k), g^(i+3k)."""
    k = (q - 1) // 4
    for generator in range(2, q):
        powers = [1]
        while (following := times[powers[-1]][generator]) != 1:
            powers.append(following)
        if len(powers) == q - 1:
            return [[powers[i + j * k] for j in range(4)] for i in range(k)]
    raise AssertionError("every field has a generator")
