"""Cards with two faces: found under either, in either order."""

import pytest

from referee.rules.cards import Deck
from referee.words.text import Slip


def test_a_card_with_two_faces_is_found_under_either_and_under_both_in_any_order() -> None:
    deck = Deck([("SK", "H4"), ("SK", "H4"), ("D9", "C8")])
    for code in ("SK", "H4", "SK/H4", "H4/SK"):
        assert list(deck.of(code)) == [0, 1], code
    assert deck.codes(deck.all) == ["SK/H4", "SK/H4", "D9/C8"]
    assert deck.kinds == ("SK", "H4", "D9", "C8")


def test_two_faces_of_different_cards_are_no_card() -> None:
    with pytest.raises(Slip, match="SK/C8"):
        Deck([("SK", "H4"), ("D9", "C8")]).of("SK/C8")


def test_a_card_on_the_table_is_written_with_the_side_that_lies_up() -> None:
    deck = Deck([("SK", "H4"), ("D9", "C8")])
    assert deck.up("H4") == deck.mask("SK")
    with pytest.raises(Slip, match="side that lies up"):
        deck.up("SK/H4")
