"""The list of deals: a row each, what was counted, what every seat won or lost, the sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listed:
    """A deal in the list: what was counted, or why it counts for nothing; the cells of each seat."""

    number: int
    counted: tuple[str, ...]
    state: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Deals that stand together, under a title where they are not the list itself."""

    title: str
    deals: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """All deals with their sums. `heads` name what was counted, `each` the two columns of a seat; `sums` are those of
    both columns, `balance` their difference and `sum` that of all seats, 0 where the sheet closes, for a game that
    keeps what is won and lost apart; `penalties` stand apart, and `warnings` count.
    """

    heads: tuple[str, ...]
    each: tuple[str, str]
    blocks: tuple[Block, ...]
    sums: tuple[tuple[str, str], ...]
    balance: tuple[str, ...]
    penalties: tuple[str, ...]
    warnings: tuple[str, ...]
    sum: int


def apart(score: int) -> tuple[str, str]:
    """A score in the column of what is won or in that of what is lost, without a sign."""
    return (str(score) if score > 0 else "", str(-score) if score < 0 else "")


def sums(rows: Sequence[Sequence[int]], seats: int) -> tuple[tuple[int, int], ...]:
    """What each seat won and what it lost, over all deals."""
    columns = [[row[seat] for row in rows] for seat in range(seats)]
    return tuple((sum(s for s in column if s > 0), -sum(s for s in column if s < 0)) for column in columns)
