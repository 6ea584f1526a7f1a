"""The list of deals: a row for each with what was counted and what every seat won or lost, and the sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listed:
    """A deal in the list: what was counted, or its state if it counts for nothing; the cells of each seat."""

    number: int
    counted: tuple[str, ...]
    state: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Deals listed together; the title is empty for the list itself."""

    title: str
    deals: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """All deals with their sums. `heads` name what was counted, `short` tells whether it is a number, `each` the two
    columns of a seat.

    For a game that writes wins and losses apart: `sums` of both columns, `balance` their difference, `sum` that of all
    seats, 0 if all adds up. `penalties` are points by seat, `warnings` numbers; `carried`: what each seat brought from
    deals with other players, none where there were none.
    """

    heads: tuple[str, ...]
    short: tuple[bool, ...]
    each: tuple[str, str]
    blocks: tuple[Block, ...]
    sums: tuple[tuple[str, str], ...]
    balance: tuple[str, ...]
    penalties: tuple[str, ...]
    warnings: tuple[str, ...]
    carried: tuple[str, ...]
    sum: int


def apart(score: int) -> tuple[str, str]:
    """A score without its sign, in the column of wins or of losses."""
    return (str(score) if score > 0 else "", str(-score) if score < 0 else "")


def sums(rows: Sequence[Sequence[int]], seats: int) -> tuple[tuple[int, int], ...]:
    """Each seat's wins and losses over all deals."""
    columns = [[row[seat] for row in rows] for seat in range(seats)]
    return tuple((sum(s for s in column if s > 0), -sum(s for s in column if s < 0)) for column in columns)
