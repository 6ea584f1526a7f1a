"""Rounds found by long searches, kept as data; the tests check what each promises."""

from __future__ import annotations

from referee.tournament.seating.anneal import Symmetry

Base = tuple[int, ...]

Design = tuple[Symmetry, int, tuple[Base, ...]]
"""A symmetry, the fewest rounds it is worth using for, and the base rounds it develops."""

DESIGNS: dict[tuple[int, ...], Design] = {
    (4,) * 7: (  # nine rounds in which every pair of 28 meets once
        Symmetry(9, 3, 1),
        1,
        ((22, 13, 16, 21, 11, 6, 9, 3, 15, 18, 25, 14, 5, 24, 19, 4, 0, 10, 26, 27, 7, 20, 23, 2, 12, 8, 17, 1),),
    ),
    (4,) * 6: (  # seven rounds in which nobody of 24 meets twice
        Symmetry(7, 3, 3),
        1,
        ((17, 19, 16, 11, 18, 0, 8, 22, 15, 23, 13, 2, 4, 14, 7, 21, 1, 6, 20, 5, 10, 9, 3, 12),),
    ),
    (4,) * 5: (  # seven rounds in which every pair of 20 meets once or twice
        Symmetry(),
        7,
        (
            (10, 14, 4, 13, 18, 12, 1, 0, 2, 7, 8, 17, 6, 15, 9, 16, 19, 3, 5, 11),
            (3, 15, 19, 5, 16, 1, 18, 12, 17, 9, 8, 2, 10, 0, 11, 7, 13, 6, 14, 4),
            (1, 14, 9, 11, 18, 15, 2, 13, 12, 8, 10, 3, 19, 4, 7, 16, 6, 17, 5, 0),
            (0, 19, 14, 2, 4, 5, 9, 12, 8, 13, 16, 11, 17, 15, 10, 1, 7, 3, 18, 6),
            (0, 13, 9, 3, 7, 14, 12, 15, 10, 5, 16, 2, 1, 6, 8, 19, 18, 17, 11, 4),
            (7, 9, 6, 10, 8, 18, 14, 5, 3, 2, 4, 1, 0, 15, 11, 16, 13, 17, 19, 12),
            (7, 5, 13, 1, 3, 14, 17, 16, 6, 12, 2, 11, 0, 8, 15, 4, 18, 9, 10, 19),
        ),
    ),
    (4, 4, 4, 3, 3): (  # six rounds in which two pairs of 18 meet twice
        Symmetry(),
        6,
        (
            (12, 8, 4, 14, 7, 3, 13, 15, 5, 1, 11, 17, 6, 0, 10, 16, 2, 9),
            (13, 5, 2, 14, 4, 6, 1, 3, 0, 11, 12, 15, 9, 10, 17, 8, 16, 7),
            (14, 9, 7, 0, 17, 2, 3, 12, 6, 15, 8, 5, 4, 11, 16, 10, 1, 13),
            (16, 0, 5, 3, 2, 10, 15, 4, 1, 12, 9, 7, 11, 13, 8, 14, 6, 17),
            (15, 16, 14, 1, 17, 4, 0, 13, 11, 7, 6, 2, 10, 5, 12, 8, 9, 3),
            (13, 12, 16, 6, 0, 8, 2, 1, 3, 14, 10, 11, 5, 7, 4, 9, 17, 15),
        ),
    ),
    (4, 4, 3, 3, 3): (  # six rounds in which one pair of 17 meets twice
        Symmetry(),
        6,
        (
            (12, 1, 14, 3, 5, 16, 0, 2, 9, 15, 6, 10, 13, 7, 11, 4, 8),
            (6, 13, 4, 1, 15, 12, 11, 0, 8, 9, 16, 14, 7, 2, 3, 10, 5),
            (15, 16, 7, 1, 9, 14, 10, 4, 2, 12, 8, 0, 3, 13, 11, 5, 6),
            (16, 10, 12, 6, 7, 9, 11, 3, 14, 0, 4, 13, 15, 2, 8, 5, 1),
            (11, 10, 2, 1, 7, 6, 0, 8, 3, 16, 4, 13, 12, 9, 15, 14, 5),
            (14, 13, 16, 11, 4, 5, 12, 7, 8, 10, 15, 3, 6, 2, 0, 1, 9),
        ),
    ),
    (5, 5, 5, 4, 4, 4): (  # six rounds in which two pairs of 27 meet twice
        Symmetry(),
        6,
        (
            (4, 2, 11, 25, 9, 19, 1, 0, 18, 10, 17, 16, 12, 22, 8, 14, 21, 24, 7, 13, 26, 23, 15, 5, 20, 6, 3),
            (13, 24, 1, 8, 25, 19, 11, 21, 16, 5, 7, 12, 2, 18, 26, 0, 9, 20, 22, 3, 4, 17, 23, 14, 6, 10, 15),
            (8, 19, 14, 4, 26, 20, 11, 17, 1, 7, 6, 18, 25, 23, 16, 15, 2, 21, 22, 0, 12, 13, 3, 24, 10, 9, 5),
            (13, 16, 7, 4, 10, 18, 8, 21, 3, 9, 6, 24, 17, 2, 19, 11, 0, 14, 23, 26, 22, 1, 5, 20, 15, 25, 12),
            (16, 1, 14, 2, 3, 7, 8, 15, 0, 5, 21, 10, 17, 25, 26, 13, 6, 11, 22, 23, 12, 19, 9, 20, 4, 18, 24),
            (8, 2, 20, 10, 23, 25, 22, 3, 19, 7, 17, 5, 18, 14, 13, 6, 21, 12, 4, 1, 9, 16, 15, 11, 0, 24, 26),
        ),
    ),
}
"""The designs, by the sizes of the tables."""

LONGER: dict[tuple[int, ...], Design] = {
    (4,) * 6: (  # eight rounds in which every pair of 24 meets, twelve of them twice: no draw has fewer
        Symmetry(),
        8,
        (
            (22, 20, 21, 10, 11, 13, 7, 9, 5, 0, 1, 16, 15, 12, 8, 17, 6, 19, 18, 2, 23, 4, 3, 14),
            (23, 18, 22, 11, 9, 14, 8, 10, 3, 1, 2, 17, 16, 13, 6, 15, 7, 20, 19, 0, 21, 5, 4, 12),
            (21, 19, 23, 9, 10, 12, 6, 11, 4, 2, 0, 15, 17, 14, 7, 16, 8, 18, 20, 1, 22, 3, 5, 13),
            (11, 20, 3, 15, 9, 18, 17, 5, 13, 4, 8, 19, 7, 6, 1, 21, 23, 2, 16, 10, 12, 0, 14, 22),
            (9, 18, 4, 16, 10, 19, 15, 3, 14, 5, 6, 20, 8, 7, 2, 22, 21, 0, 17, 11, 13, 1, 12, 23),
            (10, 19, 5, 17, 11, 20, 16, 4, 12, 3, 7, 18, 6, 8, 0, 23, 22, 1, 15, 9, 14, 2, 13, 21),
            (0, 6, 3, 9, 1, 7, 4, 10, 2, 8, 5, 11, 19, 22, 12, 16, 20, 23, 13, 17, 18, 21, 14, 15),
            (10, 13, 18, 0, 11, 14, 19, 1, 9, 12, 20, 2, 17, 4, 22, 6, 15, 5, 23, 7, 16, 3, 21, 8),
        ),
    ),
}
"""Designs for more rounds than those above have."""


def design_of(sizes: tuple[int, ...], rounds: int) -> list[list[int]]:
    """At least this many rounds for tables of these sizes; empty where none are known."""
    for symmetry, fewest, bases in (known[sizes] for known in (DESIGNS, LONGER) if sizes in known):
        if fewest <= rounds <= len(bases) * symmetry.order:
            turns = range(symmetry.order)
            return [[symmetry.turn(player, times) for player in base] for base in bases for times in turns]
    return []


def round_robin(entries: int) -> list[list[int]]:
    """Rounds of tables of two in which everybody meets everybody once: one stays, the others go round it.

    With an odd number, the one due to meet the one that stays sits out, last in the list.

    >>> round_robin(3)
    [[1, 2, 0], [2, 0, 1], [0, 1, 2]]
    """
    turn = entries - 1 + entries % 2
    rounds = []
    for at in range(turn):
        pairs = [((at + step) % turn, (at - step) % turn) for step in range(1, (turn + 1) // 2)]
        alone = [at] if entries % 2 else []
        rounds.append([*(() if alone else (at, turn)), *(player for pair in pairs for player in pair), *alone])
    return rounds
