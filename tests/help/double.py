"""Short records of DOUBLE for its tests."""

from typing import Any

from referee.table.table import Table
from tests.help.tables import NAMES, a_table, checked, fouls


def table(*lines: str, seats: int = 3, options: tuple[str, ...] = ()) -> Table:
    """The table of these lines; the first is on line 1 + the number of options + 2."""
    return a_table("double", *lines, seats=NAMES[:seats], options=options)


def judged(*lines: str, seats: int = 3, options: tuple[str, ...] = ()) -> dict[str, Any]:
    """The answer of `referee check --json` on these lines."""
    return checked(table(*lines, seats=seats, options=options))


def bids(*numbers: int) -> tuple[str, ...]:
    """Bids from the first seat on."""
    return tuple(f"bid {name} {number}" for name, number in zip(NAMES, numbers, strict=False))


__all__ = ["NAMES", "bids", "fouls", "judged", "table"]
