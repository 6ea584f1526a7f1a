"""What players have done over some deals."""

from __future__ import annotations

from referee.record import text as record
from referee.table.table import fold_record
from referee.table.tally import Tally, played, tallies
from tests.help.detente import PLAYED

PART = (
    PLAYED
    + """\
deal Cléo part=2
bid Ana 2
bid Ben 5
bid Cléo 3
foul Ben out-of-turn
"""
)
"""Part 2 is being played."""


def tallied(text: str) -> dict[str, Tally]:
    table = fold_record(record.read(text))
    return tallies((table.rules, deal) for deal in table.deals)


def test_a_deal_that_is_over_counts_what_it_paid_and_one_being_played_only_its_fouls() -> None:
    found = tallied(PART)
    assert {name: (one.paid, one.won, one.deals) for name, one in found.items()} == {
        "Ana": ([21], 1, 1), "Ben": ([10], 1, 1), "Cléo": ([9], 1, 1),
    }  # fmt: skip
    assert {name: list(one.aims.values()) for name, one in found.items()} == {
        "Ana": [[1, 1]], "Ben": [[1, 0]], "Cléo": [[1, 0]],
    }  # fmt: skip
    assert {name: one.fouls for name, one in found.items()} == {"Ana": 0, "Ben": 1, "Cléo": 0}


def test_what_was_done_later_is_added() -> None:
    found, later = tallied(PART)["Ana"], tallied(PART)["Ana"]
    found.join(later)
    assert (found.paid, found.won, found.tricks, list(found.aims.values())) == ([21, 21], 2, 0, [[2, 2]])


def test_who_sits_out_a_deal_has_none_of_it() -> None:
    five = "game doppelkopf\nseats Ana Ben Cid Dan Eva\ndeal Eva\nresult re=Ana,Ben type=normal points=130\n"
    found = tallied(five)
    assert {name: one.deals for name, one in found.items()} == {"Ana": 1, "Ben": 1, "Cid": 1, "Dan": 1, "Eva": 0}
    table = fold_record(record.read(five))
    deal = played(table.rules, table.deals[0])
    assert deal is not None
    assert (deal.number, deal.sides) == (1, (0, 0, 1, 1, None))
    assert deal.paid[0] == -deal.paid[2]  # who plays with Re wins what Kontra loses
    assert deal.paid[4] is None
    assert [(seat, made) for seat, _, made in deal.aims] == [(0, True), (1, True), (2, False), (3, False)]
