"""What the players of a round get, by the agreed scoring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from referee.games import game
from referee.tournament.settings import Settings
from referee.tournament.values import Result, Round

Got = tuple[int, int, Fraction]
"""A table, a player, what the player gets."""


def points_of(settings: Settings, at: Round, provisional: bool = False) -> Iterator[Got]:
    """What each player of a round gets. Only confirmed results count; `provisional` adds those only entered."""
    most = max((len(sitting.seats) for sitting in at.tables.values()), default=0)
    worth = settings.place_points or tuple(range(most - 1, -1, -1))
    for sitting in at.tables.values():
        if (result := sitting.counting(provisional)) is not None:
            paid = scores_of(result)
            ranked = [-one for one in paid] if settings.lowest_wins else paid
            points = places(ranked, worth) if settings.scoring == "places" else list(map(Fraction, paid))
            yield from zip([sitting.number] * len(points), sitting.seats, points, strict=True)


def places(paid: Sequence[int], worth: Sequence[int]) -> list[Fraction]:
    """Points for the place at a table, of `worth` from the first to the last; those who are level share.

    At a table with other seats than these they are stretched, so that first and last are worth the same everywhere.
    """
    stretched = [_between(worth, Fraction(place * (len(worth) - 1), len(paid) - 1)) for place in range(len(paid))]
    points = []
    for own in paid:
        above, level = sum(other > own for other in paid), paid.count(own)
        points.append(sum(stretched[above : above + level], Fraction(0)) / level)
    return points


def _between(worth: Sequence[int], place: Fraction) -> Fraction:
    """What a place between two others is worth, as a part of the way from the one to the other."""
    above, part = int(place), place - int(place)
    return worth[above] + part * (worth[above + 1] - worth[above]) if part else Fraction(worth[above])


def sides_of(settings: Settings, seats: int) -> tuple[tuple[int, ...], ...]:
    """The seats that always get the same, side by side: every other one in a game of partners, else each alone."""
    if not game(settings.game).usual.partners:
        return tuple((seat,) for seat in range(seats))
    return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))


def scores_of(result: Result) -> tuple[int, ...]:
    """What each seat gets, less the table's penalties."""
    return tuple(result.net(seat) for seat in range(len(result.scores)))
