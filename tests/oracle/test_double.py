"""The oracle of DOUBLE against worked cases, so that it can be trusted against the program."""

import pytest

from tests.oracle.double import House, Laid, bids, legal, lot, score, trump_of, winner

BELOW = {one: other for card in lot() for one, other in (card, card[::-1])}


def laid(cards: str) -> list[Laid]:
    return [(card, BELOW[card]) for card in cards.split()]


def test_a_lot_is_27_cards_of_54_motifs_that_differ_in_suit_and_rank() -> None:
    assert len(lot()) == 27
    assert len(BELOW) == 54
    suited = [(one, other) for one, other in lot() if one not in ("FOOL", "POPE")]
    assert all(one[0] != other[0] and one[1:] != other[1:] for one, other in suited)


@pytest.mark.parametrize(
    ("trump", "cards", "place", "ace"),
    [
        ("H", "S9 SK SQ", 1, "high"),
        ("H", "SK H3 H4", 2, "high"),
        (None, "S2 DK S3", 2, "high"),
        ("H", "S9 HK HK", 1, "high"),
        ("H", "SK POPE FOOL", 2, "high"),
        ("H", "SK FOOL FOOL", 1, "high"),
        ("D", "POPE S9 DK", 0, "high"),
        ("S", "C9 C8 CJ", 2, "high"),
        ("D", "HQ H10 HJ H7 D2", 4, "high"),
        ("H", "S2 SA S3", 2, "low"),
    ],
)
def test_the_oracle_knows_who_takes_a_trick(trump: str | None, cards: str, place: int, ace: str) -> None:
    assert winner(laid(cards), trump, ace) == place


@pytest.mark.parametrize(
    ("trump", "table", "hand", "ways"),
    [
        ("S", "D9", "HK CK", "D3"),
        ("S", "S9", "HK S8", "S8"),
        ("S", "D9", "FOOL SQ", "H2 SQ C4"),
        ("S", "H9", "FOOL C10", "H2"),
        (None, "D9", "POPE SQ", "POPE C2 SQ C4"),
        ("S", "FOOL", "SQ HK", "SQ C4 HK C3"),
        ("S", "FOOL S9", "SQ HK", "SQ C4 HK C3"),
    ],
)
def test_the_oracle_knows_what_may_be_played(trump: str | None, table: str, hand: str, ways: str) -> None:
    assert sorted(shown for shown, _ in legal(laid(hand), laid(table), trump, House())) == sorted(ways.split())


def test_the_oracle_knows_trump_bids_and_scores() -> None:
    assert trump_of(("SK", "H4"), House()) == "S"
    assert trump_of(("D7", "S8"), House()) == "S"
    assert trump_of(("FOOL", "H2"), House()) is None
    assert trump_of(("HA", "S2"), House()) == "H"
    assert bids([], 5, 3, 2, House()) == [0, 1, 2, 3]
    assert bids([], 3, 0, 2, House()) == [0]
    assert bids([1], 2, 15, 2, House(hook=True)) == [0, 2]
    assert bids([2], 2, 0, 2, House(hook=True)) == [0]
    assert [score(0, 0), score(2, 2), score(1, 0), score(0, 1), score(4, 1)] == [5, 7, -1, 0, -4]
