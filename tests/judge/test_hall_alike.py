"""The condition for places that take only so many copies of a card, held against all deals of small decks."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.judge.hall import fits, fits_copies, limits
from referee.rules.cards import Deck

DECK = Deck(["H5"] * 3 + ["H6"] * 3 + ["H7"] * 2 + ["H8"])
KINDS = DECK.kinds

most = st.fixed_dictionaries({kind: st.integers(0, DECK.mask(kind).bit_count()) for kind in KINDS})
"""How many copies of each card a place takes."""


def denied(kind: str, count: int) -> tuple[int, int]:
    """The bits by which a place says that it takes so many of a card: denied wholly, or its last copies."""
    copies = [1 << place for place in DECK.of(kind)]
    return (sum(copies), 0) if count == 0 else (0, sum(copies[count:]))


def possible(counts: dict[str, int], rooms: list[int], limits: list[dict[str, int]]) -> bool:
    """Whether the cards can be dealt, by trying how many of each card go to each place."""

    def go_on(kinds: list[str], left: tuple[int, ...]) -> bool:
        if not kinds:
            return not any(left)
        kind = kinds[0]
        ways = product(*(range(min(room, limit[kind]) + 1) for room, limit in zip(left, limits, strict=True)))
        return any(
            go_on(kinds[1:], tuple(room - used for room, used in zip(left, way, strict=True)))
            for way in ways
            if sum(way) == counts[kind]
        )

    return go_on(list(KINDS), tuple(rooms))


@pytest.mark.untraced
@given(st.lists(st.tuples(st.integers(1, 4), most), min_size=1, max_size=3), st.permutations(list(DECK.all)))
def test_the_condition_is_met_exactly_when_the_cards_can_be_dealt(
    wanted: list[tuple[int, dict[str, int]]], order: list[int]
) -> None:
    rooms = [room for room, _ in wanted]
    rooms[-1] = min(rooms[-1], len(DECK) - sum(rooms[:-1])) if sum(rooms[:-1]) < len(DECK) else 0
    most_of = [limit for _, limit in wanted]
    cards = sum(1 << place for place in order[: sum(rooms)])
    counts = {kind: (cards & DECK.mask(kind)).bit_count() for kind in KINDS}
    places, limited = [], []
    for room, limit in zip(rooms, most_of, strict=True):
        none = again = 0
        for kind in KINDS:
            wholly, further = denied(kind, limit[kind])
            none, again = none | wholly, again | further
        if room:
            places.append((cards & ~none, room))
            limited.append(limits(again, DECK.copies))
    found = fits(cards, places) and fits_copies(cards, places, limited, [0] * len(limited), lambda: True)
    assert found == possible(counts, rooms, most_of)


def test_each_copy_too_many_takes_a_step_and_without_steps_the_cards_count_as_fitting() -> None:
    """One place has all three fives and takes one, the other takes one of each card: no deal, found in two steps."""
    fives, sixes = DECK.mask("H5"), DECK.mask("H6")
    cards, again = fives | sixes, sum(1 << place for kind in ("H5", "H6") for place in list(DECK.of(kind))[1:])
    places, alike = [(cards, 3)] * 2, [limits(again, DECK.copies)] * 2
    steps: list[bool] = []
    assert not fits_copies(cards, places, alike, [fives, sixes], lambda: not steps.append(True))
    assert len(steps) <= 4
    assert fits_copies(cards, places, alike, [fives, sixes], lambda: False)
