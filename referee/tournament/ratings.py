"""Ratings by the Plackett–Luce model of Weng and Lin, with the package openskill.

It is an optional extra (`pip install 'referee[ratings]'`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from referee.tournament.people import people, person
from referee.tournament.scoring import scores_of
from referee.tournament.tournament import Tournament
from referee.words.text import RefereeError, T

Key = TypeVar("Key", bound=Hashable)


class RatingsMissing(RefereeError):
    """The package openskill is not installed."""

    def __init__(self) -> None:
        super().__init__(
            T("Ratings are not installed on this computer: who looks after it can add the package openskill.")
        )


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's estimated strength (`mu`), its uncertainty (`sigma`), and the number to rank by (`ordinal`).

    `ordinal` lies three sigma below `mu`, so that a few tables make no champion.
    """

    name: str
    club: str
    mu: float
    sigma: float
    ordinal: float
    tables: int


def ratings(tournaments: Sequence[Tournament]) -> tuple[Rating, ...]:
    """The ratings after these tournaments in turn, best first. Raises RatingsMissing.

    Each table of each round is a match of all its players.
    """
    latest: dict[tuple[str, str], Any] = {}
    played: dict[tuple[str, str], int] = {}
    names: dict[tuple[str, str], tuple[str, str]] = {}
    for _, sitting, rated in _rate(tournaments):
        for (_, who), after in zip(sitting, rated, strict=True):
            key = person(*who)
            names.setdefault(key, who)
            played[key] = played.get(key, 0) + 1
            latest[key] = after
    rows = [Rating(*names[key], one.mu, one.sigma, one.ordinal(), played[key]) for key, one in latest.items()]
    return tuple(sorted(rows, key=lambda row: (-row.ordinal, row.name.casefold())))


@dataclass(frozen=True, slots=True)
class Step:
    """A person's `ordinal` after one table: the evening (from 0), the round, the table."""

    evening: int
    round: int
    table: int
    ordinal: float


def steps(tournaments: Sequence[Tournament], name: str, club: str) -> tuple[Step, ...]:
    """The steps of a person's rating, table by table. Raises RatingsMissing."""
    mine = person(name, club)
    return tuple(
        Step(*at, after.ordinal())
        for at, sitting, rated in _rate(tournaments)
        for (_, who), after in zip(sitting, rated, strict=True)
        if person(*who) == mine
    )


Seated = list[tuple[int, tuple[str, str]]]
"""The players of a table: what each was paid, name and club."""


def rate(matches: Iterable[Mapping[Key, int]]) -> Iterator[list[Any]]:
    """The ratings of those who played each match, after it: what each was paid, by any key. Raises RatingsMissing."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise RatingsMissing from None
    model = PlackettLuce()
    known: dict[Key, Any] = {}
    for paid in matches:
        before = [[known.get(key) or model.rating()] for key in paid]
        rated = [team[0] for team in model.rate(before, scores=[float(points) for points in paid.values()])]
        known |= dict(zip(paid, rated, strict=True))
        yield rated


def _rate(tournaments: Sequence[Tournament]) -> Iterator[tuple[tuple[int, int, int], Seated, list[Any]]]:
    """Each table in turn: evening, round and table, its players, and their ratings afterwards."""
    tables = [
        ((evening, *at), list(zip(paid, table, strict=True)))
        for evening, tournament in enumerate(tournaments)
        for at, table, paid in _matches(tournament)
    ]
    matches = ({person(*who): points for points, who in seated} for _, seated in tables)
    for (at, seated), rated in zip(tables, rate(matches), strict=True):
        yield at, seated, rated


def _matches(tournament: Tournament) -> Iterable[tuple[tuple[int, int], list[tuple[str, str]], list[int]]]:
    """Every table with a confirmed result: round and table, its players, what each was paid, more is better."""
    there, sign = people(tournament), -1 if tournament.settings.lowest_wins else 1
    for at in tournament.rounds:
        for sitting in at.tables.values():
            if (result := sitting.counting()) is not None:
                paid = [sign * points for points in scores_of(result)]
                yield (at.number, sitting.number), [there[seat] for seat in sitting.seats], paid
