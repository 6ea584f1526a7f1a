"""Tournaments for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from referee.tournament.facts import Added, Came, Drawn, Fact, Opened, RoundStarted
from referee.tournament.seating import tables_for
from referee.tournament.settings import Entrant, Settings
from referee.tournament.tournament import Entry, Tournament, open_tournament

NAMES = ("Ana", "Ben", "Cléo", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida")
SETTINGS = Settings("Open", "tarot", rounds=3, sizes=(4,), balanced=True)


def told(*said: Fact, start: Settings = SETTINGS, at: Sequence[float] = ()) -> Tournament:
    """A tournament of these facts; `at` are their times."""
    tournament = open_tournament(Entry(1, Opened(start), 0.0, "director"))
    moments = [*at, *[0.0] * len(said)]
    return tournament.extend(Entry(n, fact, moments[n - 2], "director") for n, fact in enumerate(said, 2))


def by_lot(tournament: Tournament, number: int, seed: int) -> Drawn:
    """A round of tables of the agreed sizes, its players shuffled."""
    players = list(tournament.entrants(number))
    Random(seed).shuffle(players)
    rest = iter(players)
    sizes = tables_for(len(players), tournament.settings.sizes).sizes
    return Drawn(number, tuple(tuple(islice(rest, size)) for size in sizes), tuple(rest), certificate={"seed": seed})


def with_players(count: int = 8) -> tuple[Fact, ...]:
    entrants = tuple(Entrant(number, NAMES[number - 1]) for number in range(1, count + 1))
    return Added(entrants), Came(tuple(range(1, count + 1)))


EIGHT = (*with_players(), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))), RoundStarted(1, 60))
