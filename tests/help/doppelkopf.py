"""Short records of Doppelkopf for its tests."""

from typing import Any

from referee.rules import Prompt
from referee.table.table import Table
from tests.help import tables
from tests.help.tables import a_table, checked

NAMES = tables.NAMES[:5]
HEALTHY = tuple(f"bid {name} gesund" for name in NAMES[:4])
"""Everybody says gesund; Dan deals."""


def table(*lines: str, seats: int = 4, preset: str = "standard", options: tuple[str, ...] = ()) -> Table:
    """The table of these lines; the first is on line 1 + the number of options + 3."""
    return a_table("doppelkopf", *lines, seats=NAMES[:seats], preset=preset, options=options)


def judged(*lines: str, seats: int = 4, preset: str = "standard", options: tuple[str, ...] = ()) -> dict[str, Any]:
    """The answer of `referee check --json` on these lines."""
    return checked(table(*lines, seats=seats, preset=preset, options=options))


def last(*lines: str, seats: int = 4, preset: str = "standard", options: tuple[str, ...] = ()) -> dict[str, Any]:
    """The last deal of the answer on these lines."""
    return tables.last(judged(*lines, seats=seats, preset=preset, options=options))


def solo(name: str, word: str) -> tuple[str, ...]:
    """The bids by which a seat announces a solo; Dan deals."""
    return (*(f"bid {n} {'vorbehalt' if n == name else 'gesund'}" for n in NAMES[:4]), f"bid {name} {word}")


def kinds(deal: dict[str, Any]) -> list[tuple[str, str | None]]:
    """The fouls of a deal as (kind, seat)."""
    return [(foul["kind"], foul["seat"]) for foul in deal["fouls"]]


def prompts(at: Table) -> tuple[Prompt, ...]:
    """The prompts of a table."""
    assert at.current is not None
    return at.rules.prompts(at.current.deal)


def scores(deal: dict[str, Any]) -> list[int]:
    """The scores of a deal in the order of the seats."""
    return list(deal["scores"].values())
