"""Names put on other seats after the fact, in one step: everything stays where it was, and the names change."""

from __future__ import annotations

import pytest

from referee.record import text as record
from referee.record.text import read, rename, renumber, write
from referee.table.table import Table, fold_record
from referee.words.text import Slip
from tests.help.detente import PLAYED

PART = (
    PLAYED
    + """\
deal Cléo part=2
bid Ana 2
trick Ana H5 T4 H9
"""
)
BIDS = PART.replace("trick Ana", "bid Ben 5\nbid Cléo 3\ntrick Ana")


def folded(text: str) -> Table:
    return fold_record(record.read(text))


def totals(table: Table) -> dict[str, int]:
    return dict(zip(table.seats, table.standing.totals, strict=True))


def test_two_names_change_places_with_all_they_have_done() -> None:
    table = folded(BIDS + "reseat Ben Ana Cléo\n")
    assert table.seats == ("Ben", "Ana", "Cléo")
    assert totals(table) == {"Ben": 21, "Ana": 10, "Cléo": 9}
    trick = table.deals[-1].deal.tricks[0]
    assert table.seats[trick.plays[0].seat] == "Ben"  # the ♥5 was led from the first seat
    assert table.rules.result(table.deals[0].deal)["petit"] == "Ben"


def test_another_name_stands_in_every_fact_that_names_the_seat() -> None:
    text = BIDS + "reseat Ben Ana Cléo\ncorrect 4 bid Ana 5\n"
    assert write(rename(read(text), {"Ana": "Zoé"})) == text.replace("Ana", "Zoé")


def test_after_it_the_new_names_are_written_and_the_old_ones_are_not_known() -> None:
    table = folded(BIDS + "reseat Anna Ben Cléo\nplay Ben S2\n")
    assert table.deals[-1].deal.trick.plays[0].seat == 1
    with pytest.raises(Slip, match="Ana"):
        folded(BIDS + "reseat Anna Ben Cléo\nplay Ana S2\n")


def test_it_can_be_undone_and_so_can_what_came_before_it() -> None:
    text = BIDS + "reseat Ben Ana Cléo\nundo\n"
    assert totals(folded(text)) == {"Ana": 21, "Ben": 10, "Cléo": 9}
    table = folded(text + "undo\nplay Ana ?\n")
    assert table.seats == ("Ana", "Ben", "Cléo")


def test_a_correction_after_it_uses_the_new_names_and_one_twice_repaired_is_right() -> None:
    table = folded(BIDS + "reseat Ben Ana Cléo\ncorrect 4 bid Ben 6\nreseat Cléo Ana Ben\n")
    # the first seat now bid 6 and took 4: two away, 2: 4 + 2 + 2 + 5
    assert totals(table) == {"Cléo": 13, "Ana": 10, "Ben": 9}


@pytest.mark.parametrize("names", ["Ben Ana", "Ben Ana Cléo Dan", "Ana Ana Cléo", '"" Ana Ben', ""])
def test_every_seat_is_named_once(names: str) -> None:
    with pytest.raises(Slip):
        folded(BIDS + f"reseat {names}\n")


def test_a_record_with_it_is_written_and_read_again_as_the_same_table() -> None:
    text = BIDS + "reseat Ben Ana Cléo\nplay Ana S2\n"
    table = folded(text)
    again = fold_record(renumber(read(write(record.Record(table.opened, table.log)))))
    assert totals(again) == totals(table)
    assert again.seats == table.seats


def test_the_alternating_sides_stay_on_their_seats() -> None:
    head = "game da-ban\nseats Ana Ben Cid Dan\ndeal Dan master=Ana levels=3,3 trump=C\nresult points=30\n"
    table = folded(head + "reseat Ben Ana Cid Dan\n")
    assert table.seats[table.deals[0].deal.terms.master] == "Ben"
    assert totals(table)["Ben"] == totals(table)["Cid"] > totals(table)["Ana"]
