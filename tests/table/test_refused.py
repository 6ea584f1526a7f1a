"""Facts that were taken when they were stored, and that the laws refuse now."""

from __future__ import annotations

import pytest

from referee.record.grammar import parse
from referee.record.text import Entry, Header
from referee.table.table import WAITS, Table, open_table
from referee.words.text import Slip

HEADER = Header("doppelkopf", ("Ana", "Ben", "Cid", "Dan"))
THREE_FOXES = "result re=Ana,Ben points=121 re-extra=fox:2 kontra-extra=fox:1"
"""There are two foxes in the pack."""
EVENING = ("deal Dan", THREE_FOXES, "deal Ana", "result re=Ana,Ben points=121")


def stored(*lines: str) -> Table:
    return open_table(HEADER).restore(Entry(line, parse(text)) for line, text in enumerate(lines, 1))


def refused(table: Table) -> list[int]:
    return [entry.line for entry in table.refused]


def test_a_fact_refused_now_and_all_after_it_wait_for_its_correction() -> None:
    table = stored(*EVENING)
    assert refused(table) == [2, 3, 4]
    assert "no deal has these extras" in str(table.refused[0].refused)
    assert (table.standing.totals, len(table.deals)) == ((0, 0, 0, 0), 1)
    with pytest.raises(Slip, match="earlier entry"):
        table.add(5, parse("deal Ben"))
    with pytest.raises(Slip, match="earlier entry"):
        table.add(5, parse("correct 4 void"))
    mended = table.add(5, parse("correct 2 result re=Ana,Ben points=121"))
    assert (refused(mended), [deal.state for deal in mended.deals]) == ([], ["done", "done"])
    assert mended.standing.totals == (2, 2, -2, -2), "Re wins with 121: one point a deal"
    assert refused(mended.add(6, parse("undo"))) == [2, 3, 4]
    assert refused(table.add(5, parse("undo"))) == [2, 3]


def test_a_ruling_on_a_foul_that_is_none_any_more_changes_nothing() -> None:
    table = stored("deal Dan", "ruling 1 uphold", "result re=Ana,Ben points=121", "undo", "undo", "undo", "note x")
    assert refused(table) == []
    table = stored("deal Dan", "ruling 1 uphold", "result re=Ana,Ben points=121")
    assert (refused(table), table.deals[0].state) == ([2], "done")
    assert table.add(4, parse("strike 2")).refused == []


def test_names_are_put_on_other_seats_while_a_fact_is_refused() -> None:
    table = stored(*EVENING).add(5, parse("reseat Ben Ana Cid Dan"))
    assert (refused(table), table.refused[1].refused is WAITS) == ([2, 3, 4], True)
    assert table.seats == ("Ben", "Ana", "Cid", "Dan")
