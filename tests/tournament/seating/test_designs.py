"""Rounds kept as data: what each promises is counted here."""

from itertools import combinations

import pytest

from referee.tournament.seating import plan


def again(draw):
    """How often anybody meets somebody they have met."""
    pairs = [frozenset(pair) for tables in draw.rounds for table in tables for pair in combinations(table, 2)]
    return len(pairs) - len(set(pairs))


def everybody_sits_once(draw, players):
    return all(
        sorted(player for table in tables for player in table) == list(range(1, players + 1)) for tables in draw.rounds
    )


@pytest.mark.parametrize(("players", "least"), [(23, 11), (24, 12)])
def test_everybody_of_24_meets_everybody_in_eight_rounds_and_no_draw_repeats_less(players, least):
    draw = plan(players, 8, seed=2, steps=1_000)
    worth = draw.certificate()
    assert everybody_sits_once(draw, players)
    assert again(draw) == worth.e == worth.bound.e == least
    assert (worth.fewest, worth.m, worth.proved) == (1, 2, True)


def test_two_pairs_of_27_meet_again_in_six_rounds_at_tables_of_five_and_four():
    draw = plan(27, 6, (4, 5), seed=1, steps=1_000)
    assert everybody_sits_once(draw, 27)
    assert again(draw) == 2
    assert [sorted(map(len, tables)) for tables in draw.rounds] == [[4, 4, 4, 5, 5, 5]] * 6
