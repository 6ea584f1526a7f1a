"""Sets of cards, and decks with copies and with two faces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import EMPTY, CardSet, Deck, lowest, places
from referee.words.text import Slip

PLACES = st.sets(st.integers(0, 107))
FRENCH = Deck([suit + rank for suit in "SH" for rank in "KQJ"])
TWICE = Deck(["H10", "H10", "CQ", "CQ", "C9"])
DOUBLE = Deck([("SK", "H4"), ("SQ", "H4"), ("H2", "S3")])


def cards(found: set[int]) -> CardSet:
    return CardSet(sum(1 << place for place in found))


@given(PLACES, PLACES)
def test_card_sets_are_sets_of_places(one: set[int], other: set[int]) -> None:
    assert set(cards(one) | cards(other)) == one | other
    assert set(cards(one) & cards(other)) == one & other
    assert set(cards(one) - cards(other)) == one - other
    assert (cards(one) <= cards(other)) == (one <= other)
    assert (cards(one) == cards(other)) == (one == other)
    assert list(cards(one)) == sorted(one)
    assert (len(cards(one)), bool(cards(one))) == (len(one), bool(one))


@given(PLACES)
def test_equal_card_sets_are_one_in_a_set(found: set[int]) -> None:
    assert len({cards(found), cards(found)}) == 1


def test_a_card_set_is_no_number() -> None:
    assert CardSet(3) != 3


def test_a_card_set_does_not_change() -> None:
    with pytest.raises(AttributeError):
        EMPTY.bits = 1


def test_the_lowest_bit_stands_for_any_of_several_copies() -> None:
    assert (lowest(0b1100), lowest(0), list(places(0b1010))) == (0b100, 0, [1, 3])


def test_a_deck_knows_its_cards_in_order() -> None:
    assert FRENCH.codes(FRENCH.all) == ["SK", "SQ", "SJ", "HK", "HQ", "HJ"]
    assert FRENCH.kinds == ("SK", "SQ", "SJ", "HK", "HQ", "HJ")
    assert len(FRENCH) == 6
    assert "HJ" in FRENCH
    assert "H9" not in FRENCH


def test_copies_of_a_card_share_its_code() -> None:
    assert TWICE.of("H10").bits == 0b11
    assert TWICE.of("H10", "C9").bits == 0b10011
    assert TWICE.kinds == ("H10", "CQ", "C9")
    assert TWICE.codes(TWICE.of("CQ")) == ["CQ", "CQ"]


def test_the_lowest_unused_copy_is_drawn_first() -> None:
    assert TWICE.draw(["CQ"], TWICE.all).bits == 0b100
    assert TWICE.draw(["CQ", "CQ"], TWICE.all).bits == 0b1100
    assert TWICE.draw(["CQ"], TWICE.all - TWICE.draw(["CQ"], TWICE.all)).bits == 0b1000


def test_a_copy_too_many_cannot_be_drawn() -> None:
    with pytest.raises(Slip, match="C9 stands here once too often"):
        TWICE.draw(["C9", "C9"], TWICE.all)


def test_a_card_the_deck_does_not_hold_is_a_slip_that_names_it() -> None:
    with pytest.raises(Slip, match="this deck has no card “H9”"):
        FRENCH.of("H9")


def test_a_card_with_two_faces_is_found_under_either_and_under_both_in_either_order() -> None:
    assert DOUBLE.of("SK") == DOUBLE.of("SK/H4") == DOUBLE.of("H4/SK") == CardSet(0b001)
    assert DOUBLE.of("H4") == CardSet(0b011)
    assert DOUBLE.code(0) == "SK/H4"


def test_all_copies_of_a_card_are_found_from_one_of_them() -> None:
    assert (TWICE.all_of(0b1), TWICE.all_of(0b10), TWICE.all_of(0b10000)) == (0b11, 0b11, 0b10000)
