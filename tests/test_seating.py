"""Draws: who sits where in each round of a tournament."""

import json

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.texts import Slip
from referee.tournament.seating import plan, tables_for


def call(*words):
    return CliRunner().invoke(main, ["seats", *map(str, words)])


def test_the_command_draws_rounds_of_tables_of_players():
    said = call(16, "--rounds", 4, "--json")
    assert said.exit_code == 0, said.output
    rounds = json.loads(said.stdout)["rounds"]
    assert len(rounds) == 4
    for tables in rounds:
        assert [len(table) for table in tables] == [4] * 4
        assert sorted(player for table in tables for player in table) == list(range(1, 17))


def test_a_person_can_read_the_draw():
    said = call(8, "--rounds", 2)
    assert said.exit_code == 0, said.output
    assert "Round 2" in said.stdout


@pytest.mark.parametrize(
    ("players", "sizes", "tables", "out"),
    [
        (13, (4, 3), (4, 3, 3, 3), 0),
        (9, (4, 5), (5, 4), 0),
        (11, (4, 5), (5, 5), 1),
        (5, (4, 3, 5), (5,), 0),
        (5, (3, 2), (3, 2), 0),
        (15, (4, 6), (6, 4, 4), 1),
    ],
)
def test_as_few_as_can_be_sit_out_then_most_tables_have_the_size_preferred(players, sizes, tables, out):
    shape = tables_for(players, sizes)
    assert (shape.sizes, shape.out) == (tables, out)


def test_the_same_seed_gives_the_same_draw_and_another_seed_another():
    one, again, other = (plan(18, 4, seed=seed, steps=60_000) for seed in (5, 5, 6))
    assert one == again
    assert one.rounds != other.rounds


@pytest.mark.parametrize(("players", "rounds", "sizes"), [(2, 3, (4, 3)), (16, 0, (4, 3)), (16, 3, (1,)), (16, 3, ())])
def test_what_cannot_be_drawn_is_refused(players, rounds, sizes):
    with pytest.raises(Slip):
        plan(players, rounds, sizes)
