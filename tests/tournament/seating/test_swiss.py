"""Best with best round after round: the strong meet the strong, and nobody the same people again and again."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from referee.tournament.seating import best_with_best


def swiss(players: int, rounds: int, sizes: tuple[int, ...], seed: int) -> list[list[list[int]]]:
    """Rounds of best with best, where the strong keep winning: the case that seats the same people together again."""
    rng = Random(seed)
    strength = {player: rng.gauss(0, 1) for player in range(1, players + 1)}
    total, played, out = dict.fromkeys(strength, 0.0), [], []
    for _ in range(rounds):
        order = sorted(strength, key=lambda player: -total[player])
        drawn = best_with_best(order, sizes, played=played, played_out=out, seed=seed)
        played, out = [[list(table) for table in at] for at in drawn.rounds], list(drawn.out)
        for table in played[-1]:
            for player in table:
                total[player] += 300 * strength[player] + rng.gauss(0, 100)
    return played


@pytest.mark.parametrize(
    ("players", "rounds", "sizes"), [(43, 5, (4, 3)), (43, 5, (4, 5)), (16, 5, (4,)), (100, 6, (4, 3))]
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_best_with_best_lets_no_two_meet_a_third_time(
    players: int, rounds: int, sizes: tuple[int, ...], seed: int
) -> None:
    played = swiss(players, rounds, sizes, seed)
    met = Counter(frozenset(pair) for at in played for table in at for pair in combinations(table, 2))
    assert max(met.values()) <= 2
    for at in played:
        assert len({player for table in at for player in table}) == sum(map(len, at))


def test_before_anybody_has_met_the_best_sit_together() -> None:
    order = [9, 3, 7, 1, 12, 4, 8, 2, 11, 5, 10, 6]
    (tables,) = best_with_best(order, (4,)).rounds
    assert [set(table) for table in tables] == [set(order[:4]), set(order[4:8]), set(order[8:])]
