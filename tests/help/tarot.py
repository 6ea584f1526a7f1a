"""Tables of tarot from a few lines of a record, for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.table.table import Table
from tests.help import tables
from tests.help.tables import a_table, checked

FOUR = "Ana Ben Cid Dan"
HEAD = 3
"""How many lines precede the first deal without options: it is on line 4."""


def table(lines: str, seats: str = FOUR, preset: str = "standard", options: Sequence[str] = ()) -> Table:
    """The table of these lines; all options are on one line."""
    said = [" ".join(options)] if options else []
    facts = [line.strip() for line in lines.strip().splitlines()]
    return a_table("tarot", *facts, seats=seats.split(), preset=preset, options=said)


def check(lines: str, seats: str = FOUR, preset: str = "standard", options: Sequence[str] = ()) -> dict[str, Any]:
    """The answer of `referee check` on these lines."""
    return checked(table(lines, seats, preset, options))


def last(lines: str, seats: str = FOUR, preset: str = "standard", options: Sequence[str] = ()) -> dict[str, Any]:
    """The last deal of that answer."""
    return tables.last(check(lines, seats, preset, options))


def kinds(deal: dict[str, Any]) -> list[tuple[str, str | None, str]]:
    """The fouls of a deal: kind, seat, proof."""
    return [(foul["kind"], foul["seat"], foul["proof"]) for foul in deal["fouls"]]
