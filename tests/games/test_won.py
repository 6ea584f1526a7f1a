"""What a pile of won cards tells of a result, game by game; the totals are those of the laws."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest

from referee.record.text import read
from referee.rules import Fill, Won
from referee.table.table import Table, fold_record

TAROT = "game tarot\nseats Ana Ben Cid Dan\ndeal Ana depth=score\n"
DOPPELKOPF = "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Ana depth=score\n"
DETENTE = "game double-detente\nseats Ana Ben Cléo\ndeal Cléo part=1\nbid Ana 4\nbid Ben 6\nbid Cléo 3\n"
DOUBLE = "game double\nseats Ana Ben Cléo\ndeal Cléo\nturn H4\nbid Ana 0\nbid Ben 1\nbid Cléo 1\n"
DA_BAN = "game da-ban\noption kitty_bonus={bonus}\nseats Ana Ben Cid Dan\ndeal Ana depth=score\n"


def table(record: str) -> Table:
    return fold_record(read(record))


def won(record: str) -> Won:
    at = table(record)
    assert at.current
    piles = at.rules.won(at.current.deal)
    assert piles
    return piles


def value(fill: Fill, cards: Iterable[str]) -> Fraction:
    return Fraction(sum(fill.worth.get(card, 0) for card in cards), fill.per)


def deck(record: str) -> list[str]:
    rules = table(record).rules
    return [faces[0] for faces in rules.deck.faces]


def test_a_whole_pack_of_tarot_is_91_points_and_three_bouts_for_either_side() -> None:
    taker, defence = won(TAROT).piles
    points, bouts = taker.fills
    assert (points.field, bouts.field, defence.fills[0].field) == ("points", "bouts", "defence")
    assert value(points, deck(TAROT)) == 91 == value(defence.fills[0], deck(TAROT))
    assert value(bouts, deck(TAROT)) == 3
    # a king and a one, 5; a bout and two small ones, 5½; two jacks, 3
    assert value(points, ["SK", "H1", "EX", "C2", "C3", "DJ", "SJ"]) == Fraction(27, 2)
    assert won(TAROT).cards == 78
    assert all(set(pile.notable) == {"T1", "T21", "EX"} for pile in (taker, defence))


def test_a_pack_of_doppelkopf_is_240_with_nines_and_without() -> None:
    for nines, cards in (("yes", 48), ("no", 40)):
        record = DOPPELKOPF.replace("seats", f"option nines={nines}\nseats")
        re, kontra = won(record).piles
        assert value(re.fills[0], deck(record)) == 240
        assert re.notable == kontra.notable == ("DA",)
        assert (kontra.fills, won(record).cards) == ((), cards)
    assert value(re.fills[0], ["H10", "DA", "CK", "SQ", "HJ"]) == 10 + 11 + 4 + 3 + 2


@pytest.mark.parametrize(("bonus", "times"), [("none", None), ("x1", 1), ("x2", 2)])
def test_three_packs_of_da_ban_are_300_and_what_is_set_aside_counts_as_agreed(bonus: str, times: int | None) -> None:
    record = DA_BAN.format(bonus=bonus)
    opponents, _, *aside = won(record).piles
    assert value(opponents.fills[0], deck(record)) == 300
    assert [value(pile.fills[0], ["SK", "H5", "BK", "D10"]) for pile in aside] == ([25 * times] if times else [])
    assert all(pile.beside for pile in aside)
    assert won(record).cards == 162 - 6


def test_tricks_are_counted_by_their_cards_and_a_seat_that_has_the_petit_took_it() -> None:
    piles = won(DETENTE).piles
    tricks, petit = piles[1].fills
    assert (tricks.field, tricks.row, petit.field, petit.says) == ("tricks", "Ben", "petit", "Ben")
    assert value(tricks, ["S2", "S3", "S4", "H2", "T1", "C2"]) == 2
    assert [value(petit, cards) for cards in (["T1", "S2"], ["S2"])] == [1, 0]
    assert won(DETENTE).cards == 39


def test_either_side_of_a_card_of_double_counts_for_a_trick() -> None:
    [tricks] = won(DOUBLE).piles[0].fills
    assert value(tricks, ["H4", "POPE", "SA"]) == 1
    assert won(DOUBLE).cards == 3


def test_each_pile_fills_what_its_result_asks_and_says_whose_it_is() -> None:
    for record in (TAROT, DOPPELKOPF, DETENTE, DOUBLE, DA_BAN.format(bonus="x2")):
        at = table(record)
        assert at.current
        asked = {field.name for field in at.rules.fields(at.current.deal)}
        piles = won(record).piles
        assert {fill.field for pile in piles for fill in pile.fills} <= asked
        assert len({str(pile.whose) for pile in piles}) == len(piles) > 1
