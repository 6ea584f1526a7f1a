"""Short records of Da Ban for its tests."""

from collections.abc import Iterable
from typing import Any

from referee.table.table import Table
from tests.help.tables import NAMES as EVERYBODY
from tests.help.tables import a_table, checked, fouls, last

NAMES = EVERYBODY[:6]
START = "deal Dan master=Ana levels=3,3 trump=H"
"""A round at level 3 with hearts as trumps; Ana is master and leads."""


def table(*lines: str, seats: int = 4, options: Iterable[str] = ()) -> Table:
    """The table of these lines; the first is on line 3, one further down for each option."""
    return a_table("da-ban", *lines, seats=NAMES[:seats], options=options)


def judged(*lines: str, seats: int = 4, options: Iterable[str] = ()) -> dict[str, Any]:
    """The answer of `referee check --json` on these lines."""
    return checked(table(*lines, seats=seats, options=options))


def cited(found: dict[str, Any]) -> list[str]:
    """The laws of all fouls."""
    return [foul["law"].removeprefix("da-ban.") for deal in found["deals"] for foul in deal["fouls"]]


def takers(found: dict[str, Any]) -> list[str | None]:
    """The winner of each trick of the last deal."""
    return [trick["winner"] for trick in last(found)["tricks"]]


def waits(found: Table) -> list[tuple[str, str | None, int | None]]:
    """What the table waits for: kind, seat, number of cards."""
    deal = found.deals[-1].deal
    seats = found.seats
    return [
        (prompt.kind, None if prompt.seat is None else seats[prompt.seat], prompt.count)
        for prompt in found.rules.prompts(deal)
    ]


__all__ = ["NAMES", "START", "cited", "fouls", "judged", "last", "table", "takers", "waits"]
