"""A table that goes on with other players: what it takes over from the one before."""

from __future__ import annotations

import pytest

from referee.record.text import Header
from referee.rules.score import Carried
from referee.table.table import Table, carry_over, open_table
from tests.help.tables import a_table

FOUR = ("Ana", "Ben", "Cid", "Dan")
WON = ("deal Dan", "result taker=Ana contract=garde bouts=2 points=45")
"""By the law (25 + 4) × 2 from each of three. Ana deals next."""


def first(*lines: str) -> Table:
    return a_table("tarot", *(lines or WON))


def after(before: Table, *names: str) -> Table:
    return open_table(Header("tarot", names), carry_over(before, names))


def test_each_person_keeps_what_they_have_and_the_deals_count_on() -> None:
    table = after(first(), "Ana", "Ben", "Eva", "Dan")
    assert table.standing.totals == (174, -58, 0, -58)
    assert str(table.standing.due.label) == "deal 2"
    assert table.won == (0, 0, 0, 0)


def test_what_is_won_at_the_table_is_told_apart_from_what_was_carried_over_and_who_sat_out_takes_up_theirs() -> None:
    second = after(first(), "Ana", "Ben", "Eva", "Dan")
    for line, fact in enumerate(a_table("tarot", "deal Ana", WON[1]).facts(), 1):
        second = second.add(line, fact.fact)
    assert (second.won, second.standing.totals) == ((174, -58, -58, -58), (348, -116, -58, -116))
    third = after(second, *FOUR)
    assert third.standing.totals == (348, -116, -58, -116)
    assert third.rules.carried.deals == 2


@pytest.mark.parametrize(
    ("names", "dealer"),
    [
        (("Dan", "Cid", "Ben", "Ana"), 3),  # Ana deals, wherever she sits
        (("Eva", "Ben", "Cid", "Dan"), 0),  # Eva sits in her place
        (("Cid", "Dan", "Ben"), 2),  # three go on: Ben, who sat after her
        (("Eva", "Fay", "Gus"), 2),  # nobody of before plays: the last seat, as at every beginning
    ],
)
def test_the_next_of_the_old_order_deals_or_who_sits_in_their_place(names: tuple[str, ...], dealer: int) -> None:
    assert after(first(), *names).standing.due.dealer == dealer


def test_a_game_that_begins_anew_takes_nothing_over() -> None:
    carried = Carried(3, None, (("Ana", 20),))
    table = open_table(Header("double-detente", ("Ana", "Ben", "Cléo")), carried)
    assert (table.standing.totals, table.rules.before) == ((0, 0, 0), 0)
