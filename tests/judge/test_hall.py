"""Hall's condition beside the long way: every group of places looked at, every way to give the cards out tried."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.judge import hall
from referee.judge.hall import Places, fits, fits_copies, limits, surplus
from referee.rules.cards import Deck, places

UNTRACED = pytest.mark.untraced
thorough = settings(derandomize=True, deadline=None, max_examples=400)


@st.composite
def positions(draw: st.DrawFn, most: int = 9) -> tuple[int, list[Places]]:
    """Up to 14 cards and as many places in some groups, each of which accepts some of the cards."""
    rooms = draw(st.lists(st.integers(1, 3), min_size=1, max_size=most))
    cards = (1 << sum(rooms)) - 1
    picky = draw(st.booleans())
    accepted = st.integers(0, cards).map(lambda one: one if picky else cards & ~(one & one >> 1 & one >> 3))
    return cards, [(draw(accepted), room) for room in rooms]


def enough_for_all_groups(cards: int, groups: Sequence[Places]) -> bool:
    for size in range(1, len(groups) + 1):
        for some in combinations(groups, size):
            union = 0
            for accepted, _ in some:
                union |= accepted
            if (union & cards).bit_count() < sum(room for _, room in some):
                return False
    return True


@pytest.mark.parametrize("unions", [0, *(pytest.param(most, marks=UNTRACED) for most in (hall.MOST_UNIONS, 99))])
@thorough
@given(positions())
def test_the_cards_fit_if_no_group_of_places_lacks_any(unions: int, position: tuple[int, list[Places]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hall, "MOST_UNIONS", unions)
        assert fits(*position) == enough_for_all_groups(*position)


@UNTRACED
@thorough
@given(positions())
def test_the_cards_without_a_place_are_more_than_the_places_that_take_any(position: tuple[int, list[Places]]) -> None:
    cards, groups = position
    stuck = surplus(cards, groups)
    assert bool(stuck) != enough_for_all_groups(cards, groups)
    assert not stuck & ~cards
    if stuck:
        assert sum(room for accepted, room in groups if accepted & stuck) < stuck.bit_count()


@UNTRACED
@thorough
@given(positions(), st.data())
def test_so_many_cards_as_are_to_spare_may_leave_any_places(
    position: tuple[int, list[Places]], data: st.DataObject
) -> None:
    cards, groups = position
    for _ in range(hall.spare(cards, groups)):
        leaving = [
            (at, card) for at, (accepted, room) in enumerate(groups) if room for card in places(accepted & cards)
        ]
        at, card = data.draw(st.sampled_from(leaving))
        groups[at] = groups[at][0], groups[at][1] - 1
        cards &= ~(1 << card)
        assert enough_for_all_groups(cards, groups)


def test_as_many_places_as_cards_are_wanted() -> None:
    assert fits(0b111, [(0b111, 2), (0b111, 1)])
    assert not fits(0b111, [(0b111, 2)])
    assert not fits(0b11, [(0b11, 3)])


# --- places that accept a card, and not all its copies -----------------------------------------------------------

DECK = Deck(["H1", "H1", "H1", "H2", "H2", "S1"])


def dealt(cards: list[int], groups: list[tuple[int, int, int]]) -> bool:
    """Whether some way to give the cards out gives no group a card it denies, or more copies than it may have."""
    if not groups:
        return not cards
    (accepted, room, again), *others = groups
    for hand in combinations(cards, room):
        bits = sum(1 << card for card in hand)
        if bits & ~accepted:
            continue
        runs = {DECK.all_of(1 << card) for card in hand}
        if any((bits & run).bit_count() + (again & run).bit_count() > run.bit_count() for run in runs):
            continue
        if dealt([card for card in cards if card not in hand], others):
            return True
    return False


@st.composite
def positions_with_copies(draw: st.DrawFn) -> tuple[int, list[tuple[int, int, int]]]:
    """Some of the cards; places that deny whole cards, and of others the last copies; the rest in a stock."""
    seen = draw(st.integers(0, (1 << len(DECK)) - 1))
    cards = DECK.all.bits & ~seen
    rooms = draw(st.lists(st.integers(1, 3), max_size=4))
    groups = []
    for room in rooms:
        accepted, again = DECK.all.bits, 0
        for code in DECK.kinds:
            copies = list(places(DECK.mask(code)))
            allowed = draw(st.integers(0, len(copies)))
            if not allowed:
                accepted &= ~DECK.mask(code)
            else:
                again |= sum(1 << copy for copy in copies[allowed:])
        groups.append((accepted, room, again))
    left = cards.bit_count() - sum(rooms)
    assume(left >= 0)
    return cards, [*groups, (cards, left, 0)] if left else groups


@UNTRACED
@thorough
@given(positions_with_copies())
def test_no_place_takes_more_copies_than_it_may(position: tuple[int, list[tuple[int, int, int]]]) -> None:
    cards, groups = position
    if fits(cards, [(accepted, room) for accepted, room, _ in groups]):
        alike = [limits(again, DECK.copies) for _, _, again in groups]
        roomy = [(accepted, room) for accepted, room, _ in groups]
        assert fits_copies(cards, roomy, alike, [0] * len(groups), lambda: True) == dealt(list(places(cards)), groups)
