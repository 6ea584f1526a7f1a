"""What is won and what is lost in two columns for each seat, summed, and the balance struck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Marked:
    """A deal in the balance: what was counted, or why it counts for nothing; of each seat what it won and lost."""

    number: int
    counted: tuple[str, ...]
    state: str
    plus: tuple[str, ...]
    minus: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """All deals with their sums. `heads` name what was counted; `balance` is plus less minus of each seat, `sum` that
    of all seats, which is 0 where the sheet closes; `penalties` stand apart, and `warnings` count.
    """

    heads: tuple[str, ...]
    deals: tuple[Marked, ...]
    plus: tuple[str, ...]
    minus: tuple[str, ...]
    balance: tuple[str, ...]
    penalties: tuple[str, ...]
    warnings: tuple[str, ...]
    sum: int


def columns(scores: Sequence[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The scores of a deal as they stand in the two columns of each seat, neither with a sign."""
    plus = tuple(str(score) if score > 0 else "" for score in scores)
    return plus, tuple(str(-score) if score < 0 else "" for score in scores)


def sums(rows: Sequence[Sequence[int]], seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What each seat won and what it lost, over all deals."""
    plus = tuple(sum(row[seat] for row in rows if row[seat] > 0) for seat in range(seats))
    return plus, tuple(-sum(row[seat] for row in rows if row[seat] < 0) for seat in range(seats))
