"""A table of any game out of a few lines of a record, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.record.text import read
from referee.table.report import answer
from referee.table.table import Table, fold_record

NAMES = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim")
Foul = tuple[str, str | None, int, int, str]


def a_table(
    game: str, *lines: str, seats: Sequence[str] = NAMES[:4], preset: str = "", options: Iterable[str] = ()
) -> Table:
    """The table of these lines; before them stand a line for the game, one for the preset if any, for each option, for
    the seats.
    """
    head = [f"game {game}", *([f"preset {preset}"] if preset else []), *(f"option {option}" for option in options)]
    return fold_record(read("\n".join([*head, "seats " + " ".join(seats), *lines]) + "\n"))


def checked(table: Table) -> dict[str, Any]:
    """What `referee check --json` says of a table."""
    return answer("x.deal", table)


def last(found: dict[str, Any]) -> dict[str, Any]:
    """The last deal of that."""
    deals: list[dict[str, Any]] = found["deals"]
    return deals[-1]


def fouls(found: dict[str, Any]) -> list[Foul]:
    """Every foul of that as (kind, seat, committed, proved, proof)."""
    return [
        (foul["kind"], foul["seat"], foul["committed"], foul["proved"], foul["proof"])
        for deal in found["deals"]
        for foul in deal["fouls"]
    ]
