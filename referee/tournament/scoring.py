"""What the players of a round get, by the agreed scoring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from referee.tournament.settings import Settings
from referee.tournament.values import Result, Round

Got = tuple[int, int, Fraction]
"""A table, a player, what the player gets."""


def points_of(settings: Settings, at: Round, provisional: bool = False) -> Iterator[Got]:
    """What each player of a round gets. Only confirmed results count; `provisional` adds those only entered."""
    most = max((len(sitting.seats) for sitting in at.tables.values()), default=0)
    for sitting in at.tables.values():
        if (result := sitting.counting(provisional)) is not None:
            paid = scores_of(result)
            points = places(paid, most) if settings.scoring == "places" else list(map(Fraction, paid))
            yield from zip([sitting.number] * len(points), sitting.seats, points, strict=True)


def places(paid: Sequence[int], most: int) -> list[Fraction]:
    """Points for the place at a table: one for each player beaten, half for each level.

    At a table smaller than the round's largest (`most` seats) they are stretched, so that first is worth the same
    everywhere.
    """
    others = len(paid) - 1
    return [
        Fraction((most - 1) * (2 * sum(p < own for p in paid) + sum(p == own for p in paid) - 1), 2 * others)
        for own in paid
    ]


def scores_of(result: Result) -> tuple[int, ...]:
    """What each seat gets, less the table's penalties."""
    return tuple(result.net(seat) for seat in range(len(result.scores)))
