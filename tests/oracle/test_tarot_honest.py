"""Tarot against the laws written out by hand: honest deals are never accused and count alike, fouls are proved."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.tarot import Tarot
from referee.games.tarot.options import PRESETS
from referee.games.tarot.terms import Terms
from referee.record.text import read
from referee.rules.deal import Deal, Play, Trick
from referee.rules.packs import DECK
from referee.table.report import answer
from referee.table.table import fold_record
from tests.bench.soak import wrong_with
from tests.oracle.tarot import HAND, legal
from tests.oracle.tarot_deals import FOULS, NAMES, Dealt, Style, deal
from tests.soak.tarot import deal as soaked

SEEDS = st.integers(0, 2**32)


def honest(seed: int, seats: int, style: Style) -> Dealt:
    rng = Random(seed)
    made = deal(rng, seats, style)
    while made is None or made.void:
        made = deal(rng, seats, style)
    return made


@pytest.mark.parametrize("seats", [3, 4, 5])
@given(seed=SEEDS)
@settings(max_examples=40)
@pytest.mark.law("tarot.cards.2")
def test_an_honest_deal_is_not_accused_and_counts_as_by_hand(seats: int, seed: int) -> None:
    made = honest(seed, seats, Style())
    found = answer("x", fold_record(read(made.text)))["deals"][0]
    assert found["fouls"] == []
    count = made.counted()
    assert (found["points"], found["bouts"]) == (count.points, count.bouts)
    assert found["result"].get("petit") == count.petit
    assert found["result"].get("slam") == count.slam
    assert list(found["scores"].values()) == made.scores()


@pytest.mark.parametrize("seats", [3, 4, 5])
@given(seed=SEEDS)
@settings(max_examples=25)
def test_an_honest_deal_with_hidden_cards_and_open_hands_is_not_accused(seats: int, seed: int) -> None:
    made = honest(seed, seats, Style(hide=0.15, open_hands=0.4, known_discard=0.5, stop=0.3))
    assert answer("x", fold_record(read(made.text)))["deals"][0]["fouls"] == []


@pytest.mark.parametrize("kind", FOULS)
@given(seed=SEEDS)
@settings(max_examples=8)
def test_a_planted_foul_is_proved_and_nobody_else_accused(kind: str, seed: int) -> None:
    rng = Random(seed)
    seats = 5 if kind in ("called-lead", "queen") else rng.choice((3, 4, 5))
    made = None
    for _ in range(400):
        made = deal(rng, seats, Style(0.0, rng.choice((0.0, 0.3)), rng.choice((0.0, 1.0))), kind)
        if made is not None:
            break
    if made is None or made.offender is None or made.committed is None:
        return
    table = fold_record(read(made.text))
    fouls = [foul for judged in table.deals for foul in judged.fouls]
    planted = (NAMES[made.offender], made.committed, made.shown, made.kinds)
    assert wrong_with(table.seats, fouls, planted) is None, made.text


@given(seed=SEEDS)
@settings(max_examples=40)
def test_what_the_soak_plays_is_judged_rightly(seed: int) -> None:
    text, planted = soaked(Random(seed))
    table = fold_record(read(text))
    assert wrong_with(table.seats, [foul for judged in table.deals for foul in judged.fouls], planted) is None, text


@given(seed=SEEDS)
@settings(max_examples=300)
@pytest.mark.law("tarot.play.4")
def test_a_card_may_be_played_exactly_if_it_denies_nothing_held(seed: int) -> None:
    rng = Random(seed)
    pack = DECK.codes(DECK.all)
    rng.shuffle(pack)
    before = rng.randrange(4)
    on_table, hand = pack[:before], set(pack[4 : 4 + rng.randint(1, 12)])
    plays = tuple(Play(seat, (card,), 1) for seat, card in enumerate(on_table))
    at = Deal(1, 1, 3, (0, 1, 2, 3), HAND[4], terms=Terms(6), trick=Trick(1, plays))
    rules = Tarot(PRESETS["standard"], ("Ana", "Ben", "Cid", "Dan"))
    may = set()
    for card in hand:
        denials = rules.denies(at, Play(before, (card,), 1))
        if not any(denial.cards & DECK.of(*hand) for denial in denials):
            may.add(card)
    assert may == legal(hand, on_table)
