"""Of the deals before the last a table keeps only the last state; going back to them shows no difference."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from referee.record.facts import Corrected, Struck, Undone
from referee.record.grammar import parse
from referee.record.text import read
from referee.table.state import Past, State
from referee.table.table import Table, fold_record, open_table
from referee.words.text import Slip

GOLDEN = Path(__file__).parent.parent / "golden"
LONG = [path for path in sorted(GOLDEN.glob("*/*.deal")) if path.read_text().count("\ndeal ") > 2]
"""The golden records of at least three deals."""


def reached(state: State) -> set[int]:
    """The states, and the packed deals, that this one keeps in memory."""
    found, left = set[int](), list[object]([state])
    while left:
        one = left.pop()
        if isinstance(one, State | Past) and id(one) not in found:
            found.add(id(one))
            left += gc.get_referents(one)
    return found


def states(record: str) -> list[Table]:
    """The table after each entry of a record."""
    found = read(record)
    made = [open_table(found.header)]
    for entry in found.entries:
        made.append(made[-1].add(entry.line, entry.fact))
    return made


@pytest.mark.parametrize("path", LONG, ids=lambda path: path.stem)
def test_undo_goes_back_through_every_deal(path: Path) -> None:
    then = states(path.read_text())
    now, line = then[-1], 10_000
    for before in reversed(then[:-1]):
        if now.latest is not None and now.latest.amends:
            return  # undo after a correction is tested elsewhere
        now = now.add(line, Undone())
        assert (now.deals, now.standing, now.facts()) == (before.deals, before.standing, before.facts())
        line += 1


@pytest.mark.parametrize("path", LONG, ids=lambda path: path.stem)
def test_a_correction_reaches_back_to_the_first_deal(path: Path) -> None:
    table = fold_record(read(path.read_bytes()))
    for entry in table.facts()[:6]:
        after = table.add(10_000, Corrected(entry.line, entry.fact))
        assert (after.deals, after.standing, after.facts()) == (table.deals, table.standing, table.facts())


def test_no_fact_stands_on_a_line_nobody_wrote() -> None:
    table = fold_record(read(LONG[0].read_bytes()))
    with pytest.raises(Slip, match="no fact stands at line 9999"):
        table.add(10_000, Struck(9999))


def test_an_evening_keeps_the_states_of_one_deal() -> None:
    part = "deal Cid cards=3\nbid Ana 1\nbid Ben 1\nbid Cid 1\nresult tricks=1,1,1\n"
    kept = fold_record(read("game double-detente\nseats Ana Ben Cid\n" + 20 * part))
    assert len(kept.deals) == 20
    assert len(kept.facts()) == 100
    assert len(reached(kept.state)) <= 5 + 2 * 20


def test_an_impossible_line_is_named() -> None:
    with pytest.raises(Slip) as slip:
        fold_record(read("game double-detente\nseats Ana Ben Cid\ndeal Cid\nplay Ana H1\nplay Ana H2\nplay Ana H3\n"))
    assert slip.value.line == 4


PART = "deal Cid cards=3\nbid Ana 1\nbid Ben 1\nbid Cid 1\nresult tricks=1,1,1\n"
HEAD = "game double-detente\nseats Ana Ben Cid\n"


def test_each_deal_of_an_evening_can_be_stepped_through() -> None:
    kept = fold_record(read(HEAD + 6 * PART))
    for number in range(1, 7):
        lines = [state.entry.line for state in kept.state.of_deal(number) if state.entry]
        assert lines == list(range(5 * number - 2, 5 * number + 3))


def test_a_correction_is_taken_back_also_after_three_more_deals() -> None:
    made = fold_record(read(HEAD + PART + "correct 4 bid Ana 2\n" + 3 * PART))
    assert made.deals[0].deal.bid(0) == "2"
    for line in range(100, 115):
        made = made.add(line, Undone())
    assert (len(made.deals), made.deals[0].deal.bid(0)) == (1, "2")
    assert made.add(115, Undone()).deals[0].deal.bid(0) == "1"


def test_a_deal_is_a_value_whatever_else_is_played_from_it() -> None:
    bids = "deal Cid part=1 cards=3\nbid Ana 1\nbid Ben 1\nbid Cid 1\n"
    begun = fold_record(read(HEAD + bids + "trick Ana H2 H3 H4\n"))
    one = begun.add(9, parse("play Cid S5")).add(10, parse("play Ana S6"))
    other = begun.add(9, parse("play Cid D5")).add(10, parse("play Ana D9"))
    back = one.add(11, Undone()).add(12, Undone())
    assert [play.card for play in one.deals[0].deal.trick.plays] == ["S5", "S6"]
    assert [play.card for play in other.deals[0].deal.trick.plays] == ["D5", "D9"]
    assert (back.state, [entry.line for entry in back.log[-4:]]) == (begun.state, [9, 10, 11, 12])
    assert [len(table.log) for table in (begun, one, other, back)] == [5, 7, 7, 9]
    assert begun.extend([]).log == begun.log
    assert (one.latest, back.latest, open_table(begun.header).latest) == (parse("play Ana S6"), Undone(), None)


def test_two_facts_after_a_deal_that_was_undone_go_back_one_by_one() -> None:
    made = fold_record(read(HEAD + 2 * PART + "undo\n" * 5 + "penalty Ana 1\npenalty Ben 1\n" + 2 * PART))
    assert [len(judged.penalties) for judged in made.deals] == [2, 0, 0]
    for line in range(100, 110):
        made = made.add(line, Undone())
    assert [len(judged.penalties) for judged in made.deals] == [2]
    for line, left in ((110, 1), (111, 0)):
        made = made.add(line, Undone())
        assert [len(judged.penalties) for judged in made.deals] == [left]
    assert [entry.line for entry in made.state.before_deal().entries()] == []
