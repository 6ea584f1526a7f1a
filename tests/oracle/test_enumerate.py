"""The exhaustive truth: small situations worked out by hand, and a still longer way round."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.oracle.deals import (
    PARTS,
    SMALL_DECK,
    make_part,
    make_round,
    situation_of,
    small_situation,
)
from tests.oracle.detente import KINDS, denied, legal, winner
from tests.oracle.enumerate import (
    Situation,
    candidate_plays,
    certain_plays,
    explanations,
    first_impossible,
    guilty,
    honest_play_possible,
    how_many,
    minimal_sets,
    suspects,
)
from tests.oracle.table import OneFoul


def shape_of(numbers: tuple[int, int, int]) -> dict[str, int]:
    players, cards, stock = numbers
    return {"players": players, "cards": cards, "stock": stock}


seeds = st.integers(0, 2**32).map(Random)
# (players, cards each, stock)
smaller = st.sampled_from([(2, 2, 2), (2, 3, 0), (3, 2, 0), (2, 2, 1)]).map(shape_of)
larger = st.sampled_from([(2, 3, 2), (3, 2, 2), (3, 3, 1), (2, 4, 1)]).map(shape_of)
at_leisure = settings(
    deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.filter_too_much]
)


def test_a_trump_on_hearts_and_a_heart_later_is_shown_by_the_heart() -> None:
    situation = Situation(
        deck=["H1", "H2", "H3", "T1", "S1", "S2"],
        rooms={"Ana": 2, "Ben": 2, "stock": 2},
        plays=[("Ana", "H1"), ("Ben", "T1"), ("Ben", "H2")],
    )
    assert first_impossible(situation) == 2
    assert guilty(situation, 3) == suspects(situation, 3) == {"Ben"}
    assert candidate_plays(situation, 3, "Ben") == certain_plays(situation, 3) == {1}


def test_an_open_hand_is_seen_at_once() -> None:
    situation = Situation(
        deck=["H1", "H2", "H3", "T1", "S1", "S2"],
        rooms={"Ana": 2, "Ben": 2, "stock": 2},
        plays=[("Ana", "H1"), ("Ben", "T1")],
        open_hands={"Ben": ["T1", "H2"]},
    )
    assert first_impossible(situation) == 1
    assert guilty(situation, 2) == {"Ben"}


def test_cards_that_fit_nowhere_are_counted_before_anything_is_shown() -> None:
    # Both Ben and Cléo deny hearts, and there is no stock: H2 is Ana's, but H3 too, and Ana has
    # room for one of them only.
    situation = Situation(
        deck=["H1", "H2", "H3", "S1", "S2", "D1"],
        rooms={"Ana": 2, "Ben": 2, "Cléo": 2},
        plays=[("Ana", "H1"), ("Ben", "S1"), ("Cléo", "S2")],
    )
    assert first_impossible(situation) == 2
    assert minimal_sets(situation, 3) == {frozenset({"Ben"}), frozenset({"Cléo"})}
    assert suspects(situation, 3) == {"Ben", "Cléo"}
    assert guilty(situation, 3) == set()
    assert certain_plays(situation, 3) == set()
    assert candidate_plays(situation, 3, "Ben") == {1}


def test_a_stock_with_room_explains_what_players_without_one_could_not() -> None:
    situation = Situation(
        deck=["H1", "H2", "H3", "S1", "S2", "D1", "D2"],
        rooms={"Ana": 2, "Ben": 2, "Cléo": 2, "stock": 1},
        plays=[("Ana", "H1"), ("Ben", "S1"), ("Cléo", "S2")],
    )
    assert first_impossible(situation) is None
    assert minimal_sets(situation, 3) == {frozenset()}
    assert suspects(situation, 3) == guilty(situation, 3) == set()


def test_one_of_two_plays_may_be_the_foul() -> None:
    # Ben discards twice: first no heart and no trump, then no spade. Ana's hand lies open, so Ben's
    # last card and the stock are H3, S2 and, in the larger deck, D3.
    situation = Situation(
        deck=["H1", "H3", "S1", "S2", "S3", "D1", "D2", "D3"],
        rooms={"Ana": 3, "Ben": 3, "stock": 2},
        plays=[("Ana", "H1"), ("Ben", "D1"), ("Ana", "S1"), ("Ben", "D2")],
        open_hands={"Ana": ["H1", "S1", "S3"]},
    )
    # D3 may be his.
    assert first_impossible(situation) is None
    without = Situation(
        deck=["H1", "H3", "S1", "S2", "S3", "D1", "D2"],
        rooms={"Ana": 3, "Ben": 3, "stock": 1},
        plays=situation.plays,
        open_hands=situation.open_hands,
    )
    # Without D3 he holds H3 or S2, and one of the two discards was a foul.
    assert first_impossible(without) == 3
    assert guilty(without, 4) == {"Ben"}
    assert candidate_plays(without, 4, "Ben") == {1, 3}
    assert certain_plays(without, 4) == set()


def test_who_cannot_go_over_is_not_accused() -> None:
    situation = Situation(
        deck=["T1", "T2", "T3", "T4", "S1", "S2"],
        rooms={"Ana": 2, "Ben": 2, "stock": 2},
        plays=[("Ana", "T3"), ("Ben", "T2"), ("Ana", "S1"), ("Ben", "T1")],
    )
    assert first_impossible(situation) is None


def test_who_kept_a_higher_trump_is() -> None:
    situation = Situation(
        deck=["T1", "T2", "T3", "T4", "S1", "S2"],
        rooms={"Ana": 2, "Ben": 2, "stock": 2},
        plays=[("Ana", "T3"), ("Ben", "T2"), ("Ana", "S1"), ("Ben", "T4")],
    )
    assert first_impossible(situation) == 3
    assert candidate_plays(situation, 4, "Ben") == {1}


def test_the_excuse_led_lets_the_next_card_name_the_suit() -> None:
    situation = Situation(
        deck=["EX", "H1", "H2", "S1", "D1", "C1"],
        rooms={"Ana": 2, "Ben": 2, "Cléo": 2},
        plays=[("Ana", "EX"), ("Ben", "H1"), ("Cléo", "S1"), ("Ben", "D1"), ("Cléo", "H2")],
    )
    assert first_impossible(situation) == 4
    assert guilty(situation, 5) == {"Cléo"}


def test_a_card_nobody_saw_may_be_what_makes_a_play_honest() -> None:
    situation = Situation(
        deck=["H1", "H2", "S1", "S2"],
        rooms={"Ana": 2, "Ben": 2},
        plays=[("Ana", "?"), ("Ben", "S1"), ("Ana", "?"), ("Ben", "H2")],
    )
    # Ana led S2. Had she led H1, Ben would have denied the heart he kept.
    assert first_impossible(situation) is None
    told = Situation(situation.deck, situation.rooms, situation.plays, took={0: "Ben"})
    # Ben took it: S1 beats neither S2 nor a heart led.
    assert first_impossible(told) == 1
    assert explanations(told, 2) == set()
    assert suspects(told, 2) == guilty(told, 2) == set()
    assert certain_plays(told, 2) == set()


def test_a_card_played_twice_cannot_be_explained() -> None:
    situation = Situation(
        deck=["H1", "H2", "S1", "S2"],
        rooms={"Ana": 2, "Ben": 2},
        plays=[("Ana", "H1"), ("Ben", "H1")],
    )
    assert first_impossible(situation) == 1
    assert minimal_sets(situation, 2) == set()


def test_rooms_must_hold_the_deck() -> None:
    with pytest.raises(ValueError, match="rooms"):
        Situation(deck=["H1", "H2"], rooms={"Ana": 1, "Ben": 2}, plays=[])


def replays(situation: Situation, prefix: int, dealt: dict[str, set[str]]) -> Iterator[frozenset[int]]:
    """The longer way: play a deal card by card, trying every card held for a "?"."""

    def go_on(index: int, left: dict[str, set[str]], cards: list[str]) -> Iterator[frozenset[int]]:
        size = situation.players
        if index and index % size == 0:
            trick = situation.plays[index - size : index]
            taker = trick[winner(cards[-size:])][0]
            if situation.took.get(index // size - 1, taker) != taker:
                return
        if index == prefix:
            yield frozenset()
            return
        seat, written = situation.plays[index]
        for card in sorted(left[seat]):
            if written in ("?", card):
                table = cards[index - index % size :]
                foul = set() if card in legal(left[seat], table) else {index}
                rest = {**left, seat: left[seat] - {card}}
                for more in go_on(index + 1, rest, [*cards, card]):
                    yield more | foul

    yield from go_on(0, dealt, [])


def all_explanations(situation: Situation, prefix: int) -> set[frozenset[int]]:
    """Every order of the deck is cut into hands, and each deal replayed."""
    found: set[frozenset[int]] = set()
    done = set()
    for cards in permutations(situation.deck):
        dealt = {}
        start = 0
        for holder, room in situation.rooms.items():
            dealt[holder] = set(cards[start : start + room])
            start += room
        key = tuple(frozenset(hand) for hand in dealt.values())
        closed = all(set(hand) == dealt[seat] for seat, hand in situation.open_hands.items())
        if key not in done and closed:
            found.update(replays(situation, prefix, dealt))
        done.add(key)
    return found


@at_leisure
@given(seeds, smaller, st.booleans())
def test_the_longer_way_finds_the_same_explanations(rng: Random, shape: dict[str, int], open_one: bool) -> None:
    situation = small_situation(rng, **shape, fouls=0.5, hide=0.2, open_hands=0.3 * open_one)
    prefix = rng.randint(0, len(situation.plays))
    expected = all_explanations(situation, prefix)
    assert explanations(situation, prefix) == expected
    assert honest_play_possible(situation, prefix) == (frozenset() in expected)


@at_leisure
@given(seeds, larger)
def test_honest_play_always_stays_possible(rng: Random, shape: dict[str, int]) -> None:
    situation = small_situation(rng, **shape, fouls=0.0, hide=0.1, open_hands=0.2)
    assume(all(how_many(situation, prefix) <= 20_000 for prefix in range(len(situation.plays))))
    assert first_impossible(situation) is None


@at_leisure
@given(seeds, larger)
def test_the_first_impossible_play_divides_the_possible_from_the_impossible(rng: Random, shape: dict[str, int]) -> None:
    situation = small_situation(rng, **shape, fouls=0.6)
    first = first_impossible(situation)
    for prefix in range(2, len(situation.plays) + 1):
        possible = first is None or prefix <= first
        assert (frozenset() in explanations(situation, prefix)) is possible
        assert bool(suspects(situation, prefix)) is not possible
        assert guilty(situation, prefix) <= suspects(situation, prefix)
        for seat in guilty(situation, prefix):
            assert candidate_plays(situation, prefix, seat)


@at_leisure
@given(seeds, st.sampled_from(KINDS), st.sampled_from([2, 3]))
def test_a_planted_foul_is_proved_by_the_card_that_shows_it_at_the_latest(rng: Random, kind: str, players: int) -> None:
    people = OneFoul(rng, kind)
    deck = rng.sample(SMALL_DECK, 9)
    seats = ("Ana", "Ben", "Cléo")[:players]
    part = make_part(rng, seats, "Ana", number=1, deck=deck, cards=3, choose=people)
    foul = people.foul
    assume(foul is not None)
    assert foul is not None
    situation = situation_of(part)
    said = denied(part.plays()[foul.play][1], part.table(foul.play))[kind]
    shown = next(
        index
        for index, (seat, card) in enumerate(situation.plays)
        if index > foul.play and seat == foul.seat and card in said
    )
    first = first_impossible(situation)
    assert first is not None
    assert foul.play <= first <= shown
    assert foul.seat in guilty(situation, shown + 1)
    assert foul.play in certain_plays(situation, shown + 1)
    assert candidate_plays(situation, shown + 1, foul.seat) == {foul.play}


@at_leisure
@given(seeds, st.sampled_from([2, 3]))
def test_the_end_of_a_last_part_can_be_enumerated_on_the_whole_deck(rng: Random, players: int) -> None:
    seats = ("Ana", "Ben", "Cléo")[:players]
    part = make_round(rng, seats, "Ana")[PARTS[players] - 1]
    situation = situation_of(part)
    prefix = len(situation.plays) - 3 * players
    assert how_many(situation, prefix) <= 1680
    assert honest_play_possible(situation, prefix)
