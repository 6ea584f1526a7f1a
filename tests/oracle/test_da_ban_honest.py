"""Da Ban against its oracle: honest play is never accused, fouls are proved in time, rounds come out the same.

A round has 162 cards, so these are few; `python3 dev.py soak da_ban` plays them by the thousand.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.record import text as record
from referee.table.report import answer
from referee.table.table import Table, fold_record
from tests.oracle.da_ban_deals import FOULS, NAMES, Record, Writing, options, random_record
from tests.oracle.da_ban_deals import Table as People

seeds = st.integers(0, 2**32).map(Random)
players = st.sampled_from([4, 6])
sizes = st.sampled_from([None, 3, 8, 13])
few = settings(deadline=None, max_examples=25)


def folded(written: Record) -> Table:
    return fold_record(record.read(written.text))


def honest(rng: Random, players: int, cards: int | None, writing: Writing, rounds: int = 2) -> Record:
    return People(rng, players, options(rng), writing, cards).match(rounds)


@few
@given(seeds, players, sizes, st.sampled_from([Writing(), Writing(0.15), Writing(0.0, 0.3), Writing(0.15, 0.3, 0.2)]))
def test_honest_rounds_are_never_accused(rng: Random, players: int, cards: int | None, writing: Writing) -> None:
    written = honest(rng, players, cards, writing)
    assert [str(foul.message) for deal in folded(written).deals for foul in deal.fouls] == [], written.text


@few
@given(seeds, players)
def test_rounds_come_out_as_the_oracle_plays_them(rng: Random, players: int) -> None:
    written = honest(rng, players, rng.choice([None, 13]), Writing(early=0.2), rounds=3)
    found = answer("x", folded(written))
    for deal, made in zip(found["deals"], written.rounds, strict=True):
        assert deal["state"] == "done"
        assert [trick["winner"] for trick in deal["tricks"]] == list(made.winners)
        assert (deal["trump"], deal["result"]["points"]) == (made.trump or "none", made.points)
        over = found["finished"] and deal is found["deals"][-1]  # then there is no round to give a tribute in
        assert (tuple(deal["levels"]), deal["tribute"]) == (made.levels, 0 if over else made.tribute)


@few
@given(seeds, players)
@pytest.mark.law("da-ban.deal.3")
def test_all_points_are_somewhere_and_all_hands_stay_equal(rng: Random, players: int) -> None:
    written = People(rng, players, {}, Writing()).match(1)
    found = folded(written).deals[0]
    assert {found.deal.cards_left(seat) for seat in range(players)} == {0}
    cards = [card for trick in found.deal.tricks for card in trick.cards]
    assert len(cards) == 162 - 6
    assert max(cards.count(card) for card in cards) <= 3


@pytest.mark.parametrize("kind", sorted(FOULS))
@settings(deadline=None, max_examples=12)
@given(rng=seeds, players=players, cards=st.sampled_from([8, 13, None]))
def test_a_planted_foul_is_proved_at_the_first_card_that_shows_it(
    kind: str, rng: Random, players: int, cards: int | None
) -> None:
    house = options(rng) | ({"follow_format": "pairs_first"} if kind == "alike" else {})
    written = People(rng, players, house, Writing(), cards, kind).match(3 if kind == "tribute" else 1)
    fouls = [foul for deal in folded(written).deals for foul in deal.fouls]
    if written.planted is None:
        assert fouls == []
        return
    name, committed, shown, kinds = written.planted
    seat = NAMES.index(name)
    assert all(seat in foul.suspects for foul in fouls), written.text
    if shown is not None:
        proved = [foul for foul in fouls if foul.seat == seat and foul.committed == committed]
        assert [foul for foul in proved if foul.proved <= shown and foul.kind in kinds], written.text


def test_a_drawn_match_of_many_rounds_ends() -> None:
    written = honest(Random(7), 4, 3, Writing(), rounds=60)
    found = answer("x", folded(written))
    assert found["finished"] == (max(written.rounds[-1].levels) >= 10)


def test_the_record_generator_for_the_soak_writes_fouls_and_honest_play() -> None:
    written = [random_record(Random(seed), foul=bool(seed % 2)) for seed in range(12)]
    assert any(one.planted for one in written)
    assert all(one.planted is None for one in written[::2])
