"""A table asks its sealed hands once: of a board of which it takes something back or changes it, it hears nothing more.

Else a scribe could lay a card, read what is said of it, take it back, and so learn a hand card by card.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.record.facts import Corrected, Dealt, Inserted, Reseated, Struck, Undone, Voided
from referee.record.grammar import Fact
from referee.table.table import Table, open_table


def silent_boards(table: Table) -> Mapping[str, int]:
    """The boards that a table may ask no more, each with the number of entries before the first change.

    A deal that was undone at once, before anything was laid, asked nothing.
    """
    silent: dict[str, int] = {}
    names: dict[int, set[str]] = {0: set()}
    deals: dict[int, int] = {}
    standing: list[int] = []
    for count, (line, fact) in enumerate((entry.line, entry.fact) for entry in table.log):
        deal = standing[-1] if standing else 0
        changed: list[int] = []
        match fact:
            case Undone():
                undone = standing.pop() if standing else 0
                changed = [undone] if standing and standing[-1] == undone else []
            case Dealt():
                deal, names[line] = line, {_board(fact)}
            case Corrected(at) | Struck(at) | Inserted(at):
                changed = [deals.get(at, deal), deal]
                inner = getattr(fact, "fact", None)
                names[deal] |= {_board(inner)} if isinstance(inner, Dealt) else set()
            case Reseated():
                changed = list(names)
            case Voided():
                changed = [deal]
        for one in changed:
            for board in names[one]:
                silent.setdefault(board, count)
        if not isinstance(fact, Undone):
            standing.append(deal)
            deals[line] = deal
    return silent


def dealt_boards(table: Table) -> set[str]:
    """The boards that a table ever began, also those that no longer stand in its log."""
    facts = [entry.fact for entry in table.log]
    return {_board(inner) for fact in facts for inner in (fact, getattr(fact, "fact", fact))} - {""}


def before_change(table: Table, count: int) -> Table:
    """The table after its first `count` entries."""
    return open_table(table.opened).restore(table.log[:count])


def _board(fact: Fact) -> str:
    return dict(fact.keys).get("board", "") if isinstance(fact, Dealt) else ""
