"""DOUBLE against its oracle: honest play is never accused, fouls are proved in time, the bounds hold."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.record import text as record
from referee.table.report import answer
from referee.table.table import Table, fold_record
from tests.oracle.double import MUST_FOLLOW, TOO_EARLY, Card, House, Laid, legal, lot, trump_of
from tests.oracle.double_deals import (
    Foul,
    OneFoul,
    Round,
    Writing,
    foul_record,
    game_record,
    honest_record,
    play_round,
    write,
)

seeds = st.integers(0, 2**32).map(Random)
players = st.integers(2, 10)
writings = st.sampled_from([Writing(), Writing(hide=0.1), Writing(open_hands=0.3), Writing(0.1, 0.3)])
some = settings(deadline=None, max_examples=120)
few = settings(deadline=None, max_examples=40)


def folded(text: str) -> Table:
    return fold_record(record.read(text))


@some
@given(seeds, players, writings)
@pytest.mark.law("double.play.1")
def test_who_takes_each_trick_and_the_scores_are_the_oracles(rng: Random, players: int, writing: Writing) -> None:
    """And nobody is accused: the rounds are honest."""
    written = honest_record(rng, players, writing)
    table = folded(written.text)
    assert [foul for deal in table.deals for foul in deal.fouls] == [], written.text
    found = answer("x", table)
    made = written.rounds[0]
    assert [trick["winner"] for trick in found["deals"][0]["tricks"]] == [written.names[seat] for seat in made.takers]
    assert list(found["deals"][0]["scores"].values()) == made.scores()
    assert found["deals"][0]["trump"] == made.trump


@few
@given(seeds, players)
def test_an_honest_game_ends_after_ten_rounds_within_its_bounds(rng: Random, players: int) -> None:
    written = game_record(rng, players)
    found = answer("x", folded(written.text))
    assert [deal["fouls"] for deal in found["deals"]] == [[]] * 10
    points = [15] * players
    for made, deal in zip(written.rounds, found["deals"], strict=True):
        points = [before + won for before, won in zip(points, made.scores(), strict=True)]
        assert list(deal["scores"].values()) == made.scores()
        assert min(points) >= 0
    assert list(found["totals"].values()) == points
    assert max(points) <= 95
    assert found["finished"]
    assert found["winners"] == [name for name, had in zip(written.names, points, strict=True) if had == max(points)]


@few
@given(seeds, players, st.sampled_from(["bid_missed", "minus:7"]))
def test_nobody_goes_below_zero_whatever_is_upheld(rng: Random, players: int, foul: str) -> None:
    written = game_record(rng, players)
    lines = written.text.splitlines()
    deals = [number for number, line in enumerate(lines) if line.startswith("deal ")]
    for number in reversed(deals[1:]):
        for name in rng.sample(written.names, rng.randint(0, 2)):
            lines.insert(number, f"foul {name} must-follow")
    found = answer("x", folded("\n".join([f"option foul={foul}", *lines])))
    assert min(found["totals"].values()) >= 0
    assert max(found["totals"].values()) <= 95


@some
@given(seeds, players, writings, st.sampled_from([MUST_FOLLOW, TOO_EARLY]))
def test_a_planted_foul_is_proved_at_the_first_card_that_proves_it(
    rng: Random, players: int, writing: Writing, kind: str
) -> None:
    written = foul_record(rng, players, writing, kind)
    table = folded(written.text)
    assert written.foul is not None
    seat = written.foul.seat
    found = [foul for deal in table.deals for foul in deal.fouls]
    assert all(seat in foul.suspects for foul in found), written.text
    if written.plain is not None:
        mine = [foul for foul in found if foul.seat == seat and foul.committed == written.committed]
        assert mine, written.text
        assert mine[0].kind == kind
        assert mine[0].proved <= written.plain


def could_be_honest(made: Round, plays: int, house: House) -> bool:
    """Whether some way to deal the cards not seen makes the first so many plays honest. The slow way, for two."""
    seen = made.plays()[:plays]
    free = list(lot())
    free.remove(next(card for card in free if set(card) == set(made.turned[0])))
    for _, laid in seen:
        free.remove(next(card for card in free if set(card) == set(laid)))
    room = made.size - sum(seat == 0 for seat, _ in seen)
    return any(
        honest_so_far((list(part), [card for card in free if card not in part]), seen, made, house)
        for part in combinations(free, room)
    )


def honest_so_far(rest: tuple[list[Card], list[Card]], seen: list[tuple[int, Laid]], made: Round, house: House) -> bool:
    """Whether these plays were legal out of hands that hold so much after them."""
    hands = [list(cards) for cards in rest]
    for index in range(len(seen) - 1, -1, -1):
        seat, laid = seen[index]
        hands[seat].append(laid)
        table = [before for _, before in seen[index - index % 2 : index]]
        if laid not in legal(hands[seat], table, made.trump, house):
            return False
    return True


@settings(deadline=None, max_examples=25)
@given(seeds, st.sampled_from(["void_both", "void_led"]), st.sampled_from([MUST_FOLLOW, TOO_EARLY]))
def test_the_judge_speaks_at_the_first_card_after_which_no_honest_deal_is_left(
    rng: Random, follow: str, kind: str
) -> None:
    house = House(lots=1, special_follow=follow)
    people = OneFoul(rng, house, kind, rng.choice((0.05, 0.2, 1.0)))
    made = play_round(rng, house, 0, 13, [15, 15], people)
    written = write(rng, house, [made], Writing(styles=("play",)))
    fouls = [foul for deal in folded(written.text).deals for foul in deal.fouls]
    plays = written.lines[0]
    first = min((plays.index(foul.proved) + 1 for foul in fouls), default=len(plays) + 1)
    # Eight cards or fewer to place are few enough to try every deal of them.
    for count in range(18, len(plays) + 1):
        assert could_be_honest(made, count, house) == (count < first), (count, written.text)


@few
@given(seeds)
def test_the_trump_is_the_oracles_for_every_card_and_option(rng: Random) -> None:
    ace = rng.choice(("high", "low"))
    special = rng.choice(("no_trump", "other_motif"))
    for card in lot():
        text = (
            f"game double\noption ace={ace} special_turned={special}\nseats Ana Ben\ndeal Ana\nturn {'/'.join(card)}\n"
        )
        found = answer("x", folded(text))["deals"][0]["trump"]
        assert found == trump_of(card, House(ace=ace, special_turned=special))


@pytest.mark.parametrize("kind", [MUST_FOLLOW, TOO_EARLY])
def test_fouls_are_really_planted(kind: str) -> None:
    planted = [foul_record(Random(seed), 4, kind=kind) for seed in range(20)]
    assert all(isinstance(written.foul, Foul) and written.foul.kind == kind for written in planted)
    assert sum(written.plain is not None for written in planted) > 10
