"""Which table plays which board when: carried in a circle from table to table, and what that comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Order = Mapping[int, tuple[int, ...]]
"""The boards of each table in the order in which it plays them."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What an order of boards comes to. `once`: every table plays every board once; `copies`: how many tables play one
    board at the same time at most, so many sets of étuis are needed; `times`: boards that each table plays.
    """

    once: bool
    copies: int
    times: int


def movement(boards: Sequence[int], tables: Sequence[int]) -> Order:
    """The boards of each table: the first table begins with the first board, the next ones further on, spread over all
    boards, and each goes on with the next. With as many boards as tables no board lies at two tables at once.
    """
    count = len(boards)
    starts = [at * count // len(tables) for at in range(len(tables))]
    return {
        table: tuple(boards[(start + step) % count] for step in range(count))
        for table, start in zip(tables, starts, strict=True)
    }


def certify(order: Order, boards: Sequence[int]) -> Certificate:
    """What an order comes to, counted from the order alone."""
    once = all(sorted(own) == sorted(boards) for own in order.values())
    times = max((len(own) for own in order.values()), default=0)
    together = [Counter(own[at] for own in order.values() if at < len(own)) for at in range(times)]
    return Certificate(once, max((most for one in together for most in one.values()), default=0), times)
