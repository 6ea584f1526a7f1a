"""Draws planned together beside two ways to draw round by round: the best of many shuffles, and hill climbing.

E counts meetings beyond the first; "asked" is what a draw must reach.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import combinations
from multiprocessing import Pool
from random import Random

from referee.tournament.seating import STEPS_PER_SECOND, plan, tables_for
from referee.tournament.seating.certificate import excess, meetings
from tests.bench.goals import goal

SECONDS = 3  # nominal; a search ends sooner where nothing can be better
SHUFFLES = 1000
CLIMBS = 4000
CORES = 2
ROUNDS = range(3, 9)
ASKED: dict[int, Sequence[int | None]] = {
    8: (12, 20, 32, 44, 56, 68),
    12: (9, 17, 27, 42, 60, 78),
    13: (0, 0, 3, 12, 27, 42),
    14: (0, 0, 2, 17, 35, 53),
    15: (0, 0, 0, 21, 42, 63),
    16: (0, 0, 0, 24, 48, 72),
    **dict.fromkeys((17, 18), (0, 0, 0, 2, None, None)),
    19: (0, 0, 0, 3, None, None),
    20: (0, 0, 0, 6, 20, 50),
    **dict.fromkeys((21, 22), (0, 0, 0, 0, 0, None)),
    23: (0, 0, 0, 0, 0, 11),
    24: (0, 0, 0, 0, 0, 12),
    **dict.fromkeys((*range(25, 32), 32, 36, 40, 44, 48), (0,) * 6),
}

COMPARED = (13, 16, 20, 24, 32)
"""Players whose draws are also made round by round, which takes longer than all the rest."""

Table = tuple[int, ...]


def by_shuffles(players: int, rounds: int, rng: Random) -> int:
    """E of the best of SHUFFLES draws at random, round by round: the best for each round after those before."""
    sizes = tables_for(players).sizes
    drawn: list[list[Table]] = []
    for _ in range(rounds):
        met = set(meetings(drawn))
        drawn.append(min((_tables(_lot(players, rng), sizes) for _ in range(SHUFFLES)), key=lambda at: _again(at, met)))
    return excess(meetings(drawn).values())[0]


def by_climbing(players: int, rounds: int, rng: Random) -> int:
    """E of rounds each improved, after those before, by exchanging two players as long as that helps."""
    sizes = tables_for(players).sizes
    drawn: list[list[Table]] = []
    for _ in range(rounds):
        met = set(meetings(drawn))
        order = _lot(players, rng)
        now = _again(_tables(order, sizes), met)
        for _ in range(CLIMBS):
            i, j = rng.randrange(players), rng.randrange(players)
            order[i], order[j] = order[j], order[i]
            new = _again(_tables(order, sizes), met)
            if new > now:
                order[i], order[j] = order[j], order[i]
            else:
                now = new
        drawn.append(_tables(order, sizes))
    return excess(meetings(drawn).values())[0]


def _lot(players: int, rng: Random) -> list[int]:
    return rng.sample(range(players), players)


def _tables(order: Sequence[int], sizes: Sequence[int]) -> list[Table]:
    tables, at = [], 0
    for size in sizes:
        tables.append(tuple(order[at : at + size]))
        at += size
    return tables


def _again(tables: Sequence[Table], met: set[frozenset[object]]) -> int:
    return sum(frozenset(pair) in met for table in tables for pair in combinations(table, 2))


def measured(case: tuple[int, int]) -> str:
    """One line of the table."""
    players, rounds = case
    began = time.perf_counter()
    worth = plan(players, rounds, seed=1, steps=SECONDS * STEPS_PER_SECOND).certificate()
    seconds = time.perf_counter() - began
    beside = ""
    if players in COMPARED:
        ways = by_shuffles(players, rounds, Random(1)), by_climbing(players, rounds, Random(1))
        beside = "   shuffles {:3}  climbing {:3}".format(*ways)
    asked = ASKED[players][rounds - 3]
    mark = "" if asked is None else "worse" if worth.e > asked else "better" if worth.e < asked else "reached"
    return (
        f"{players:3} × {rounds}  E {worth.e:3}  asked {'–' if asked is None else asked:>3} {mark:8} M {worth.m}  Q {worth.q:3}  "
        f"bound {worth.bound.e:3} {'proved' if worth.proved else '':6}  seats ±{worth.seat_spread}  "
        f"short ±{worth.short_spread}  {seconds:5.1f} s{beside}"
    )


def run(players: Sequence[int] = ()) -> list[str]:
    """The whole grid, or the rows of these numbers of players."""
    cases = [(count, rounds) for count in players or sorted(ASKED) for rounds in ROUNDS]
    with Pool(CORES) as pool:
        lines = pool.map(measured, cases, chunksize=1)
    worse = [line[:7].strip() for line in lines if " worse " in line]
    return [*lines, goal(f"plans worse than asked ({', '.join(worse) or 'none'})", len(worse), 0)]


if __name__ == "__main__":
    print("\n".join(run([int(word) for word in sys.argv[1:]])))
