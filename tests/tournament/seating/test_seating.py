"""Draws: who sits where in each round of a tournament."""

import json
from itertools import combinations

import pytest
from click.testing import CliRunner

from referee.cli.main import main
from referee.tournament.seating import federation, plan, tables_for
from referee.tournament.seating.federation_movement import LAST
from referee.words.text import Slip


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
    said = call(8, "--rounds", 2, "--seconds", 0.1)
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


TWENTY = plan(20, 5, seed=1, steps=300_000)


def test_five_rounds_of_twenty_bring_nobody_together_twice():
    worth = TWENTY.certificate()
    assert (worth.e, worth.m, worth.seat_spread) == (0, 1, 1)
    assert worth.proved


def test_rounds_already_played_stay_when_the_rest_is_drawn_again():
    players = [player for player in range(1, 23) if player != 7]
    again = plan(players, 5, frozen=TWENTY.rounds[:2], seed=2, steps=60_000)
    assert again.rounds[:2] == TWENTY.rounds[:2]
    for tables in again.rounds[2:]:
        assert sorted(player for table in tables for player in table) == players


def test_players_kept_apart_never_meet():
    draw = plan(16, 4, apart=[(1, 2), (3, 4)], seed=3, steps=100_000)
    assert draw.certificate().apart == 0
    assert not any({1, 2} <= set(table) or {3, 4} <= set(table) for tables in draw.rounds for table in tables)


def test_who_needs_a_table_stays_at_it():
    draw = plan(16, 5, fixed={5: 1, 9: 4}, seed=4, steps=100_000)
    for tables in draw.rounds:
        assert 5 in tables[0]
        assert 9 in tables[3]


def test_nobody_sits_out_twice_before_everybody_has():
    draw = plan(11, 7, (4,), seed=5, steps=60_000)
    waited = [sum(player in out for out in draw.out) for player in range(1, 12)]
    assert sum(waited) == 21
    assert max(waited) - min(waited) <= 1


@pytest.mark.parametrize("players", [8, 9, 12, 13, 16, 17, 20, 21])
def test_in_a_whole_whist_tournament_everybody_partners_everybody_once(players):
    rounds = players - 1 if players % 4 == 0 else players
    draw = plan(players, rounds, (4, 6), partners=True, seed=6, steps=10_000)
    worth = draw.certificate()
    assert worth.partners == (1, 1)
    assert worth.m == 3  # once partners, twice opponents
    assert worth.q == 3 * players * (players - 1) // 2


def test_the_federation_brings_nobody_together_twice_but_where_its_manual_does():
    again = []
    for tables in range(4, 201):
        met = set()
        for position, round_ in enumerate(federation(4 * tables, LAST.get(tables, 7)).rounds, 1):
            pairs = {frozenset(pair) for table in round_ for pair in combinations(table, 2)}
            again += [(tables, position)] if met & pairs else []
            met |= pairs
    assert again == [(5, 6), (5, 7), (10, 7), (24, 7)]


@pytest.mark.parametrize(
    "words",
    [
        ("16", "--rounds", "0"),
        ("2", "--rounds", "3"),
        ("16", "--rounds", "3", "--apart", "1-99"),
        ("16", "--rounds", "3", "--apart", "two"),
        ("16", "--rounds", "3", "--fixed", "1@9"),
        ("16", "--rounds", "3", "--fixed", "1@2", "--fixed", "2@2"),
        ("15", "--rounds", "3", "--partners"),
        ("12", "--rounds", "3", "--federation"),
        ("16", "--rounds", "3", "--game", "no-such-game"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_with_a_sentence(words):
    said = call(*words)
    assert said.exit_code == 2
    assert said.stderr.startswith("Error: ")
    assert not said.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("12", "--rounds", "4", "--seconds", "0.1", "--seed", "7"), "No draw has fewer of them."),
        (("16", "--rounds", "5", "--federation"), "The federation’s movement: North stays, the others move on."),
        (("16", "--rounds", "15", "--game", "da-ban"), "Everybody is everybody’s partner exactly once."),
    ],
)
def test_a_draw_is_certified_in_the_sentences_of_the_console(words, sentence):
    said = call(*words)
    assert sentence in said.stdout.splitlines()
    assert "None" not in said.stdout
