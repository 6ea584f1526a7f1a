"""Ratings for who wants them: the Plackett–Luce model of Weng and Lin, by the package openskill.

It is an extra (`pip install 'referee[ratings]'`); without it everything else works.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.tournament.season import people, person
from referee.tournament.tournament import Tournament
from referee.words.text import RefereeError, T


class RatingsMissing(RefereeError):
    """The package openskill is not installed."""

    def __init__(self) -> None:
        super().__init__(T("ratings need the package openskill: {command}", command="pip install 'referee[ratings]'"))


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a person is believed to be (`mu`), how sure that is (`sigma`), and the number to rank by: three
    sigma below, so that few tables do not make a champion.
    """

    name: str
    club: str
    mu: float
    sigma: float
    ordinal: float
    tables: int


def ratings(tournaments: Sequence[Tournament]) -> tuple[Rating, ...]:
    """The ratings after these tournaments, one after the other, best first: each table of each round is a match of
    all who sit there. Raises RatingsMissing.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise RatingsMissing from None
    model = PlackettLuce()
    found: dict[tuple[str, str], Any] = {}
    played: dict[tuple[str, str], int] = {}
    names: dict[tuple[str, str], tuple[str, str]] = {}
    for tournament in tournaments:
        for table, paid in _matches(tournament):
            keys = [person(*who) for who in table]
            for key, who in zip(keys, table, strict=True):
                names.setdefault(key, who)
                found.setdefault(key, model.rating())
                played[key] = played.get(key, 0) + 1
            rated = model.rate([[found[key]] for key in keys], scores=[float(points) for points in paid])
            found |= {key: team[0] for key, team in zip(keys, rated, strict=True)}
    rows = [Rating(*names[key], one.mu, one.sigma, one.ordinal(), played[key]) for key, one in found.items()]
    return tuple(sorted(rows, key=lambda row: (-row.ordinal, row.name.casefold())))


def _matches(tournament: Tournament) -> Iterable[tuple[list[tuple[str, str]], list[int]]]:
    there = people(tournament)
    for at in tournament.rounds:
        for sitting in at.tables.values():
            if sitting.result is None or not sitting.confirmed:
                continue
            yield (
                [there[number] for number in sitting.seats],
                [sitting.result.paid(seat) for seat in range(len(sitting.seats))],
            )
