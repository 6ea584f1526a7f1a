"""A season: several evenings of a club and the standings over all of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.tournament.settings import Entrant
from referee.tournament.standings import Row, standings
from referee.tournament.tournament import Tournament
from referee.words.text import T, Text

COUNTS: Mapping[str, Text] = {
    "sum": T("sum of the evenings"),
    "average": T("average a round"),
    "places": T("places of the evenings"),
}
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Evening:
    """A person's result of one evening: points, place, rounds played, whether it counts."""

    points: Fraction
    place: int
    rounds: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A line of a season's standings. `evenings` has None for a missed one.

    A person with too few evenings has place 0 and stands below the others.
    """

    place: int
    level: bool
    name: str
    club: str
    total: Fraction
    evenings: tuple[Evening | None, ...]


def person(name: str, club: str) -> tuple[str, str]:
    """The key of a person over a season."""
    return name.casefold(), club.casefold()


def people(tournament: Tournament) -> Mapping[int, tuple[str, str]]:
    """Name and club of an evening's players, by number. Of two people with both alike, the second is `name #2`."""
    alike: Counter[tuple[str, str]] = Counter()
    names = {}
    for player in sorted(tournament.players, key=lambda player: player.since is None):
        who = player.entrant
        alike[person(who.name, who.club)] += 1
        which = alike[person(who.name, who.club)]
        names[who.number] = (f"{who.name} #{which}" if which > 1 else who.name, who.club)
    return names


@dataclass(frozen=True, slots=True)
class Known:
    """A person of several clubs: the name and club they are ranked under, and their licence."""

    name: str
    club: str
    licence: str = ""


def unite(evenings: Sequence[tuple[str, Tournament]]) -> tuple[list[Tournament], Mapping[tuple[str, str], Known]]:
    """The evenings of several clubs with each person under one name and club, and who these people are.

    `evenings` are given with the club's name. A licence identifies a person, who goes by the name and club of the last
    evening; anybody else goes by name and club, by default the club that held the evening.
    """
    licences: dict[tuple[str, str], str] = {}
    last: dict[str, Entrant] = {}
    for club, tournament in evenings:
        for player in tournament.players:
            who = replace(player.entrant, club=player.entrant.club or club)
            if who.licence:
                licences[person(who.name, who.club)] = who.licence
                last[who.licence] = who
    tournaments, known = [], {}
    for club, tournament in evenings:
        players = {}
        for number, player in tournament.value.players.items():
            who = replace(player.entrant, club=player.entrant.club or club)
            licence = who.licence or licences.get(person(who.name, who.club), "")
            as_last = last.get(licence, who)
            who = replace(who, name=as_last.name, club=as_last.club, licence=licence)
            known[person(who.name, who.club)] = Known(who.name, who.club, licence)
            players[number] = replace(player, entrant=who)
        tournaments.append(Tournament(tournament.log[-1:], replace(tournament.value, players=players)))
    return tournaments, known


def initials(name: str) -> str:
    """A name as initials: “Jean-Paul Noël” is J.-P. N."""
    return re.sub(r"([^\W\d_])[^\W_]*\.?", lambda match: f"{match[1]}.", name)


def season_standings(
    tournaments: Sequence[Tournament], best: int = 0, count: str = "sum", least: int = 0
) -> tuple[SeasonRow, ...]:
    """The people in order over several tournaments. The same name and club is the same person.

    Only each person's `best` evenings count, 0 for all. `sum` adds up the evenings; `average` divides the points of all
    rounds by their number; `places` gives a point for each player left behind in an evening, half for each level. A
    line of two joined players counts for the first. A person with fewer than `least` evenings has no place: where
    points may be negative, one evening would otherwise beat three.
    """
    by_person: dict[tuple[str, str], list[Evening | None]] = {}
    names: dict[tuple[str, str], tuple[str, str]] = {}
    for at, tournament in enumerate(tournaments):
        rows, there = standings(tournament).rows, people(tournament)
        for row in rows:
            who = there[row.players[0]]
            names.setdefault(person(*who), who)
            mine = by_person.setdefault(person(*who), [None] * len(tournaments))
            mine[at] = Evening(_points(row, rows, count), row.place, row.played)
    lines = []
    for key, evenings in by_person.items():
        counted = _best(evenings, best, count)
        lines.append((_total(counted, count), names[key], counted))
    lines.sort(key=lambda line: (-line[0], line[1][0].casefold(), line[1][1].casefold()))
    placed = [line for line in lines if _there(line[2]) >= least]
    totals = [line[0] for line in placed]
    return (
        *(
            SeasonRow(totals.index(one[0]) + 1, totals.count(one[0]) > 1, *one[1], one[0], tuple(one[2]))
            for one in placed
        ),
        *(SeasonRow(0, False, *one[1], one[0], tuple(one[2])) for one in lines if one not in placed),
    )


def _there(evenings: Sequence[Evening | None]) -> int:
    """How many evenings somebody played."""
    return sum(one is not None for one in evenings)


def _points(row: Row, rows: Sequence[Row], count: str) -> Fraction:
    match count:
        case "places":
            return _beaten_players(row, rows)
        case "average":  # the rounds as played, whatever the evening's own scoring
            return sum((cell.points for cell in row.rounds if cell and cell.kind != "bye"), ZERO) - row.penalties
    return row.total


def _beaten_players(row: Row, rows: Sequence[Row]) -> Fraction:
    return Fraction(sum(2 * (other.place > row.place) + (other.place == row.place) for other in rows) - 1, 2)


def worth(evening: Evening, count: str) -> Fraction:
    """What an evening is worth against others; with `average`, its points per round."""
    return evening.points / evening.rounds if count == "average" and evening.rounds else evening.points


def _best(evenings: Sequence[Evening | None], best: int, count: str) -> list[Evening | None]:
    there = sorted(
        (at for at, one in enumerate(evenings) if one), key=lambda at: _key(evenings[at], count), reverse=True
    )
    dropped = set(there[best:]) if best else set()
    return [
        Evening(one.points, one.place, one.rounds, at not in dropped) if one else None
        for at, one in enumerate(evenings)
    ]


def _key(evening: Evening | None, count: str) -> Fraction:
    return worth(evening, count) if evening else ZERO


def _total(evenings: Sequence[Evening | None], count: str) -> Fraction:
    there = [one for one in evenings if one and one.counts]
    points = sum((one.points for one in there), ZERO)
    rounds = sum(one.rounds for one in there)
    return points / rounds if count == "average" and rounds else points
