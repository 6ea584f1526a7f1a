"""The tarot federation's movement for free deals (organisers' manual of 2011).

From one position to the next North stays, South moves up one table, East two, West moves down two. Everybody keeps
their seat, and the highest table is followed by the first. Where these steps would bring people together again, the
manual names other steps for a position; four tables have a list of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from referee.tournament.seating.draw import Draw
from referee.words.text import Slip, T

MOST_POSITIONS = 7
LEAST_TABLES, MOST_TABLES = 4, 250
MOST_STEP = 12
APART = 6
"""How far apart two tables of three are kept."""

Seated = list[list[Hashable]]
"""The players of each table: North, South, East, West."""
Steps = tuple[int, int, int]
"""How many tables South, East and West move up."""

USUAL: Steps = (1, 2, -2)
ALL_ALONG: dict[int, Steps] = {6: (1, 2, -1), 8: (1, 2, -1), 10: (1, 2, -1)}
INTO: dict[tuple[int, int], Steps] = {
    (6, 3): (1, 3, -1),
    (6, 4): (1, 2, -2),
    (8, 5): (2, 3, -1),
    (8, 6): (1, 4, -1),
    (9, 4): (1, 3, -3),
    (9, 5): (1, 3, -3),
    (10, 6): (1, 3, -2),
    (12, 4): (1, 2, -3),
    (12, 7): (1, 3, -2),
    (14, 5): (1, 2, -3),
    (15, 5): (1, 2, -3),
    (16, 5): (1, 2, -3),
    (16, 6): (1, 2, -3),
    (18, 6): (1, 2, -3),
    (20, 6): (1, 2, -3),
}
"""The exceptions, by the number of tables and the position moved into."""
LAST = {4: 5, 6: 5, 8: 6}
"""The last position, where it is not MOST_POSITIONS."""

FOUR_TABLES = (
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
    (1, 8, 10, 15, 16, 9, 7, 2, 6, 3, 13, 12, 11, 14, 4, 5),
    (1, 7, 12, 14, 15, 9, 6, 4, 8, 2, 13, 11, 10, 16, 3, 5),
    (1, 6, 11, 16, 14, 9, 8, 3, 7, 4, 13, 10, 12, 15, 2, 5),
    (1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16),
)
"""Sixteen players: for each position and table the players at North, South, East and West."""


def steps_into(tables: int, position: int) -> Steps:
    """How many tables South, East and West move up into a position, counted from 1."""
    return INTO.get((tables, position), ALL_ALONG.get(tables, USUAL))


def federation(players: int | Sequence[Hashable], positions: int) -> Draw:
    """The federation's movement for these players (or players 1 … n), numbered by table: North, South, East, West.

    Within a table, seats are in the order of play: North, West, South, East. Where the number does not divide by four,
    the highest table and the table APART below it play without North; where three would be missing, the last player is
    the fifth, at first at the highest table. Raises Slip for fewer tables than LEAST_TABLES, for more than MOST_TABLES,
    and for more positions than there are.
    """
    names = tuple(range(1, players + 1)) if isinstance(players, int) else tuple(players)
    first, fifths = federation_grid(names, positions)
    rounds = []
    for position in range(1, positions + 1):
        placed = federation_round(first, position)
        seated = [tuple(at[seat] for seat in (0, 3, 1, 2) if at[seat] is not None) for at in placed]
        for table, fifth in fifths.items():
            seated[(table + fifth_step(len(first), positions) * (position - 1)) % len(first)] += (fifth,)
        rounds.append(tuple(seated))
    return Draw(names, tuple(rounds), ((),) * positions)


def federation_grid(names: Sequence[Hashable], positions: int) -> tuple[Seated, dict[int, Hashable]]:
    """The first position as North, South, East, West of each table (None: nobody), and each fifth player by table.

    Tables count from 0. Raises Slip as `federation` does.
    """
    fifth = len(names) % 4 == 1
    tables = len(names) // 4 if fifth else -(-len(names) // 4)
    if not LEAST_TABLES <= tables <= MOST_TABLES:
        raise Slip(
            T("{found} tables: expected {least} to {most}", found=tables, least=LEAST_TABLES, most=MOST_TABLES),
            part="players",
        )
    most = LAST.get(tables, MOST_POSITIONS)
    if not 1 <= positions <= most:
        raise Slip(
            T("{found} positions at {tables} tables: expected 1 to {most}", found=positions, tables=tables, most=most),
            part="rounds",
        )
    alone = tables - 1 - APART if tables > APART else 0
    absent = [tables - 1, alone][: 0 if fifth else 4 * tables - len(names)]  # the tables without North
    numbers = iter(names)
    first = [
        [None if (seat == 0 and table in absent) else next(numbers) for seat in range(4)] for table in range(tables)
    ]
    return first, {tables - 1: names[-1]} if fifth else {}


def fifth_step(tables: int, positions: int) -> int:
    """How many tables a fifth moves up each position, so that the fewest meet again. The manual does not say."""
    players: Seated = [[4 * table + seat for seat in range(4)] for table in range(tables)]
    positions = min(positions, LAST.get(tables, MOST_POSITIONS))
    seated = [federation_round(players, position) for position in range(1, positions + 1)]

    def again(step: int) -> int:
        met = Counter(player for at, moved in enumerate(seated) for player in moved[(step * at - 1) % tables])
        return sum(count**2 for count in met.values())

    return min(range(1, min(tables, MOST_STEP)), key=again)


def federation_round(first: Seated, position: int) -> Seated:
    """North, South, East and West of each table in a position, given the first position."""
    return _list_of_four(first, position) if len(first) == LEAST_TABLES else _move(first, position)


def _move(first: Seated, position: int) -> Seated:
    tables = len(first)
    into = [steps_into(tables, each) for each in range(2, position + 1)]
    ways = [0, *(sum(steps[seat] for steps in into) for seat in range(3))]
    return [[first[(table - ways[seat]) % tables][seat] for seat in range(4)] for table in range(tables)]


def _list_of_four(first: Seated, position: int) -> Seated:
    players = [player for table in first for player in table]
    line = FOUR_TABLES[position - 1]
    return [[players[line[4 * table + seat] - 1] for seat in range(4)] for table in range(4)]
