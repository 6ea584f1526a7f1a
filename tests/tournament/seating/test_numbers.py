"""How good draws are: the numbers that clubs' draws have reached, and what no draw can pass."""

from itertools import combinations

import pytest

from referee.tournament.seating import plan, strategies, tables_for
from referee.tournament.seating.certificate import bound
from referee.tournament.seating.shape import Shape

STEPS = 20_000  # far less than what the command takes, so that the whole grid stays quick
LONGER = dict.fromkeys(((14, 6), (16, 6), (16, 8), (19, 6), (20, 6), (40, 7), (48, 7), (48, 8)), 60_000)
LONGER |= dict.fromkeys(((13, 6), (40, 8)), 200_000) | {(20, 8): 400_000}
CLUBS = {
    8: (12, 20, 32, 44, 56, 68),
    12: (9, 17, 27, 42, 60, 78),
    13: (0, 0, 3, 12, 27, 42),
    14: (0, 0, 2, 17, 35, 53),
    15: (0, 0, 0, 21, 42, 63),
    16: (0, 0, 0, 24, 48, 72),
    17: (0, 0, 0, 2),
    18: (0, 0, 0, 2),
    19: (0, 0, 0, 3),
    20: (0, 0, 0, 6, 20, 50),
    **dict.fromkeys((21, 22, 23), (0,) * 5),
    24: (0, 0, 0, 0, 0, 18),
    **dict.fromkeys((*range(25, 32), 32, 36, 40, 44, 48), (0,) * 6),
    28: (0,) * 7,
}
"""Meetings beyond the first in 3, 4, … rounds, by players at tables of four and three."""


def begin_short(monkeypatch, steps):
    """Let the first attempts of a search take fewer steps than the command's: it has less to find what it must."""
    monkeypatch.setattr(strategies, "FIRST_STEPS", steps)


def checked(draw, players, rounds):
    """E of a draw, counted here, after checking that everybody sits once in each round."""
    assert len(draw.rounds) == rounds
    met = {}
    for tables in draw.rounds:
        assert sorted(player for table in tables for player in table) == list(range(1, players + 1))
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return sum(count - 1 for count in met.values())


def seat_spread(draw, players):
    counts = {player: [0, 0, 0] for player in players}
    for tables in draw.rounds:
        for table in tables:
            for seat, player in enumerate(table[:3]):
                counts[player][seat] += 1
    return max(max(each) - min(each) for each in counts.values())


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [(players, rounds, repeats) for players, row in CLUBS.items() for rounds, repeats in enumerate(row, 3)],
)
def test_no_more_meet_again_than_clubs_have_reached(players, rounds, repeats, monkeypatch):
    if players > strategies.FEW:
        begin_short(monkeypatch, 9_000)
    draw = plan(players, rounds, seed=1, steps=LONGER.get((players, rounds), STEPS))
    assert checked(draw, players, rounds) <= repeats
    assert seat_spread(draw, range(1, players + 1)) <= 1
    worth = draw.certificate()
    assert worth.e >= worth.bound.e
    assert worth.q >= worth.bound.q


@pytest.mark.parametrize("players", [*range(5, 18, 3), 21, 23, 28, 34, 47])
@pytest.mark.parametrize("sizes", [(4, 3), (4, 5), (4, 3, 5), (3, 2), (5, 4), (6, 4)])
def test_every_seat_and_every_sit_out_is_shared_whatever_the_tables(players, sizes, monkeypatch):
    if players < min(sizes):
        return
    begin_short(monkeypatch, 2_000)
    draw = plan(players, 4, sizes, seed=players, steps=1_000)
    worth = draw.certificate()
    assert worth.seat_spread <= 1
    assert worth.out_spread <= 1
    shape = tables_for(players, sizes)
    for tables, out in zip(draw.rounds, draw.out, strict=True):
        assert sorted(map(len, tables)) == sorted(shape.sizes)
        assert sorted([*out, *(player for table in tables for player in table)]) == list(range(1, players + 1))


@pytest.mark.parametrize(("players", "rounds"), [(13, 4), (14, 5), (17, 5), (18, 6), (22, 6)])
def test_short_tables_are_shared_evenly_where_that_is_asked(players, rounds, monkeypatch):
    begin_short(monkeypatch, 4_000)
    draw = plan(players, rounds, even=True, seed=1, steps=60_000)
    short = [0] * players
    for tables in draw.rounds:
        for table in tables:
            for player in table:
                short[player - 1] += len(table) == 3
    assert max(short) - min(short) <= 1
    assert draw.certificate().short_spread <= 1


def test_six_rounds_of_sixteen_repeat_at_least_what_counting_says():
    assert bound([Shape((4,) * 4)] * 6).e == 6 * 24 - 120


def test_two_tables_of_four_cannot_part_all_who_sat_together():
    limit = bound([Shape((4, 4))] * 2)
    assert limit.e == 4  # each table of four falls into two and two, or worse
    assert "part" in str(limit.reason)


def test_twenty_cannot_play_six_rounds_without_a_repeat():
    limit = bound([Shape((4,) * 5)] * 6)
    assert limit.e == 1
    assert "A107431" in str(limit.reason)


def test_whoever_sits_out_parts_a_table():
    assert bound([Shape((4,), 1)] * 2).e == 3  # one of the four waits, the other three meet again
