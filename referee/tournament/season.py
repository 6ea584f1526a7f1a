"""A season: rankings over many tournaments. The rules are data with a name and a version; every number explains itself.

A rule says which tournaments count, what an evening is worth, which evenings are added up, and who gets a place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Literal

from referee.tournament.people import people, person
from referee.tournament.standings import Row, standings, team_standings
from referee.tournament.tournament import Tournament
from referee.words.text import T, Text

ZERO = Fraction(0)
Count = Literal["sum", "average", "places"]
Missed = Literal["nothing", "worst", "average"]

COUNTS: Mapping[Count, Text] = {
    "sum": T("sum of the evenings"),
    "average": T("average a round"),
    "places": T("places of the evenings"),
}
MISSED: Mapping[Missed, Text] = {
    "nothing": T("nothing"),
    "worst": T("as the last of that evening"),
    "average": T("one’s own average"),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of ranking.

    `points` are given for the places of an evening from the first down, or of each round (`by_round`); without any, an
    evening counted by places gives a point for each player left behind, half for each level. `group`: how many lines an
    evening must have. `best`: how many evenings count, 0 for all. A place takes `least` evenings and `least_rounds`
    rounds. Only evenings within `months` of the closing day count, with at least `players` and `rounds`. `regions`:
    only the best evening in each region counts, if above 0. `handicap`: the percentage of the gap to the best average
    that is added.
    """

    name: str
    version: str
    title: Text
    count: Count = "sum"
    points: tuple[int, ...] = ()
    group: int = 0
    best: int = 0
    least: int = 0
    least_rounds: int = 0
    months: int = 0
    players: int = 0
    rounds: int = 0
    regions: bool = False
    missed: Missed = "nothing"
    handicap: int = 0
    by_round: bool = False

    @property
    def sentences(self) -> tuple[Text, ...]:
        """The rule in sentences, for the page that applies it."""
        texts = [
            (self.count == "sum", T("The points of the evenings are added up.")),
            (self.count == "average", T("The points of all rounds are divided by their number.")),
            (self.by_round, T("The places of each round give {points} points; who is level shares them.",
                              points=self.points)),
            (bool(self.points) and not self.by_round,
             T("The places of an evening give {points} points; who is level shares them.", points=self.points)),
            (bool(self.group), T("An evening has a group of {count}.", count=self.group)),
            (bool(self.months), T("The last {count} months count.", count=self.months)),
            (bool(self.players or self.rounds), T("Tournaments with at least {players} players and {rounds} rounds "
                                                  "count.", players=self.players, rounds=self.rounds)),
            (self.regions, T("Of each region one’s best result counts, if it is above 0.")),
            (bool(self.best), T("Of each player the best {count} evenings count.", count=self.best)),
            (bool(self.least), T("A place takes at least {count} evenings.", count=self.least)),
            (bool(self.least_rounds), T("A place takes at least {count} rounds.", count=self.least_rounds)),
            (self.missed != "nothing", T("A missed evening counts: {what}.", what=MISSED[self.missed])),
            (bool(self.handicap), T("Handicap: each evening adds {percent} percent of what one’s average so far lies "
                                    "below the best average so far.", percent=self.handicap)),
        ]  # fmt: skip
        return tuple(text for stands, text in texts if stands)


RULES: Mapping[str, Rule] = {
    rule.name: rule
    for rule in (
        Rule("club-sum", "1", T("Club: sum of the evenings")),
        Rule("club-average", "1", T("Club: average a round"), "average"),
        Rule("club-places", "1", T("Club: points by place"), "places", (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)),
        Rule("club-handicap", "1", T("Club: sum with a handicap of one half"), handicap=50),
        Rule("ddv-ranking", "2026", T("DDV ranking"), "average", least_rounds=36, months=24, players=32, rounds=3),
        Rule("ddv-regions", "2026", T("DDV ranking of the Länder"), months=24, players=32, rounds=3, regions=True),
        Rule("bundesliga", "2026", T("Bundesliga: 4-3-2-1"), "places", (4, 3, 2, 1), 4),
        Rule("dskv-liga", "2026", T("Skat league: 3-2-1-0 in each round"), "places", (3, 2, 1, 0), 4, by_round=True),
    )
}
"""All rules. A club may change its own (`club-…`), but no federation's."""


def rule_of(name: str, best: int = 0, least: int = 0, missed: str = "nothing") -> Rule:
    """The rule of this name, a club's with the agreed changes; the first rule for an unknown name."""
    rule = RULES.get(name) or next(iter(RULES.values()))
    if not rule.name.startswith("club-"):
        return rule
    return replace(rule, best=best, least=least, missed=missed if missed in MISSED else "nothing")  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Dated:
    """A tournament and the day it was played."""

    tournament: Tournament
    day: date


@dataclass(frozen=True, slots=True)
class Sat:
    """A round of an evening, for the explanation: its `points`, its `table` (0: none), the `kind` of cell."""

    round: int
    table: int
    points: Fraction
    kind: str


@dataclass(frozen=True, slots=True)
class Part:
    """What one evening brings to one line.

    `points` over its rounds, the `handicap` added, the `worth` that is summed. `place` is 0 for a missed evening;
    `counts`: whether it is among those added up.
    """

    evening: int
    place: int
    of: int
    played: int
    points: Fraction
    worth: Fraction
    sat: tuple[Sat, ...] = ()
    penalties: int = 0
    handicap: Fraction = ZERO
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a ranking. `place` is 0 for a line without one, `why` the reason; `parts` are its evenings in order."""

    name: str
    club: str
    total: Fraction
    parts: tuple[Part, ...]
    place: int = 0
    level: bool = False
    why: Text | None = None

    @property
    def counted(self) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.counts)

    @property
    def played(self) -> int:
        """The rounds played on the evenings that count."""
        return sum(part.played for part in self.counted)


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking: its rule, its lines, and why some evenings do not count."""

    rule: Rule
    lines: tuple[Line, ...]
    left_out: Mapping[int, Text]


def back(day: date, months: int) -> date:
    """The same day this many months earlier, or the last day of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, last)
        except ValueError:
            continue
    raise AssertionError(day)


def reason_left_out(rule: Rule, evening: Dated, until: date) -> Text | None:
    """Why a tournament does not count under a rule, None where it counts."""
    rows = _rows(rule, evening.tournament)
    if not rows:
        return T("no result yet")
    if evening.day > until:
        return T("after the day of reckoning")
    if rule.months and evening.day <= back(until, rule.months):
        return T("more than {count} months ago", count=rule.months)
    if rule.group and len(rows) != rule.group:
        return T("{count} in the group, and not {expected}", count=len(rows), expected=rule.group)
    if len(rows) < rule.players:
        return T("{count} players, and not {expected}", count=len(rows), expected=rule.players)
    if (played := len(evening.tournament.rounds)) < rule.rounds:
        return T("{count} rounds, and not {expected}", count=played, expected=rule.rounds)
    return None


def ranking(evenings: Sequence[Dated], rule: Rule, until: date | None = None) -> Ranking:
    """The ranking of evenings (earliest first) up to a day, by default the last evening's.

    The same name and club is the same person; where a rule ranks groups of teams, the same team.
    """
    until = until or max((evening.day for evening in evenings), default=date.min)
    out = {at: why for at, one in enumerate(evenings) if (why := reason_left_out(rule, one, until))}
    people: dict[tuple[str, str], dict[int, Part]] = {}
    names: dict[tuple[str, str], tuple[str, str]] = {}
    for at, evening in enumerate(evenings):
        if at in out:
            continue
        for who, part in _evening(rule, at, evening.tournament):
            key = person(*who)
            names.setdefault(key, who)
            people.setdefault(key, {})[at] = part
    if rule.handicap:
        _add_handicaps(rule, people)
    there = [at for at in range(len(evenings)) if at not in out]
    regions = [evening.tournament.settings.region for evening in evenings]
    lines = [_line(rule, names[key], _with_missed(rule, own, there, people), regions) for key, own in people.items()]
    return Ranking(rule, _rank(lines), out)


def _rows(rule: Rule, tournament: Tournament) -> Sequence[Row]:
    teams = rule.group and tournament.settings.team > 1
    return team_standings(tournament).rows if teams else standings(tournament).rows


def _evening(rule: Rule, at: int, tournament: Tournament) -> list[tuple[tuple[str, str], Part]]:
    rows, there = _rows(rule, tournament), people(tournament)
    given = _by_place(rule, rows) if rule.count == "places" else {}
    teams = bool(rule.group) and tournament.settings.team > 1
    parts = []
    for row in rows:
        sat = tuple(
            Sat(number, cell.table, cell.points, cell.kind)
            for number, cell in enumerate(row.rounds, 1)
            if cell and (cell.counts or rule.count == "average")
        )
        points = row.total
        if rule.count == "average":  # the rounds as played, whatever the evening's own scoring
            sat = tuple(one for one in sat if one.kind != "bye")
            points = sum((one.points for one in sat), ZERO) - row.penalties
        worth = given[row.players] if given else points
        who = (row.name, row.club) if teams else there[row.players[0]]
        parts.append((who, Part(at, row.place, len(rows), row.played, points, worth, sat, row.penalties)))
    return parts


def _by_place(rule: Rule, rows: Sequence[Row]) -> Mapping[tuple[int, ...], Fraction]:
    """The points for the places of an evening, or for those of each of its rounds."""
    if not rule.points:
        beaten = [sum(2 * (other.place > row.place) + (other.place == row.place) for other in rows) for row in rows]
        return {row.players: Fraction(twice - 1, 2) for row, twice in zip(rows, beaten, strict=True)}
    if not rule.by_round:
        return _points(rule, [(row.place, row.players) for row in rows])
    worth = dict.fromkeys((row.players for row in rows), ZERO)
    for at in range(max((len(row.rounds) for row in rows), default=0)):
        order = [(-cell.points, row.players) for row in rows if (cell := row.rounds[at])]
        for players, points in _points(rule, sorted(order)).items():
            worth[players] += points
    return worth


def _points(rule: Rule, level: Sequence[tuple[int | Fraction, tuple[int, ...]]]) -> Mapping[tuple[int, ...], Fraction]:
    """The points for places; level lines share those of their places. `level`: lines in order, each after its worth."""
    given: dict[tuple[int, ...], Fraction] = {}
    for _, group in groupby(level, key=lambda one: one[0]):
        some = [players for _, players in group]
        pot = sum(rule.points[len(given) : len(given) + len(some)])
        given |= dict.fromkeys(some, Fraction(pot, len(some)))
    return given


def _add_handicaps(rule: Rule, people: Mapping[tuple[str, str], dict[int, Part]]) -> None:
    """Add the handicap, evening by evening: a share of the gap between one's average so far and the best.

    The first evening has none.
    """
    sums: dict[tuple[str, str], list[Fraction]] = {}
    for at in sorted({at for parts in people.values() for at in parts}):
        mean = {key: sum(points, ZERO) / len(points) for key, points in sums.items()}
        best = max(mean.values(), default=ZERO)
        for key, parts in people.items():
            if (part := parts.get(at)) is not None:
                added = (best - mean[key]) * rule.handicap / 100 if key in mean else ZERO
                sums.setdefault(key, []).append(part.points)
                parts[at] = replace(part, handicap=added, worth=part.worth + added)


def _with_missed(
    rule: Rule, parts: Mapping[int, Part], there: Sequence[int], people: Mapping[tuple[str, str], Mapping[int, Part]]
) -> list[Part]:
    """A line's evenings, missed ones valued as the rule says."""
    if rule.missed == "nothing" or rule.count == "average":
        return [parts[at] for at in sorted(parts)]
    mean = sum((part.worth for part in parts.values()), ZERO) / len(parts)
    complete = []
    for at in there:
        if at in parts:
            complete.append(parts[at])
            continue
        last = min(others[at].worth for others in people.values() if at in others)
        complete.append(Part(at, 0, 0, 0, ZERO, mean if rule.missed == "average" else last))
    return complete


def _line(rule: Rule, who: tuple[str, str], parts: Sequence[Part], regions: Sequence[str]) -> Line:
    chosen = {part.evening for part in parts}
    if rule.regions:
        best: dict[str, Part] = {}
        for part in parts:
            known = best.get(regions[part.evening])
            if part.worth > (known.worth if known else 0):
                best[regions[part.evening]] = part
        chosen = {part.evening for part in best.values()}
    if rule.best:
        ordered = sorted((part for part in parts if part.evening in chosen), key=lambda part: -rate(rule, part))
        chosen = {part.evening for part in ordered[: rule.best]}
    marked = tuple(replace(part, counts=part.evening in chosen) for part in parts)
    line = Line(*who, ZERO, marked)
    total = sum((part.worth for part in line.counted), ZERO)
    if rule.count == "average":
        total = total / line.played if line.played else ZERO
    evenings, rounds = sum(part.place > 0 for part in parts), sum(part.played for part in parts)
    why = None
    if evenings < rule.least:
        why = T("evenings: {count} of {least}", count=evenings, least=rule.least)
    elif rounds < rule.least_rounds:
        why = T("rounds: {count} of {least}", count=rounds, least=rule.least_rounds)
    return replace(line, total=total, why=why)


def rate(rule: Rule, part: Part) -> Fraction:
    """What an evening is worth against others: its worth, or its points a round where rounds are averaged."""
    return part.worth / part.played if rule.count == "average" and part.played else part.worth


def _rank(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines in order, those without a place last; level lines share a place and stand by name."""
    ordered = sorted(lines, key=lambda line: (line.why is not None, -line.total, person(line.name, line.club)))
    totals = [line.total for line in ordered if line.why is None]
    return tuple(
        line if line.why else replace(line, place=totals.index(line.total) + 1, level=totals.count(line.total) > 1)
        for line in ordered
    )


# --- clubs, finals


def clubs(ranking: Ranking, best: int) -> tuple[tuple[str, Fraction, tuple[Line, ...]], ...]:
    """The clubs, each by the sum of its `best` placed lines: name, sum, those lines."""
    names = dict.fromkeys(line.club for line in ranking.lines if line.place and line.club)
    rows = []
    for name in names:
        some = tuple(line for line in ranking.lines if line.place and line.club == name)[:best]
        rows.append((name, sum((line.total for line in some), ZERO), some))
    return tuple(sorted(rows, key=lambda row: (-row[1], row[0].casefold())))


def finals(ranking: Ranking, tables: int, seats: int = 4) -> tuple[tuple[Line, ...], ...]:
    """The tables of a final, the first of the ranking spread over them (1-5-9-13, 2-6-10-14 with four tables).

    Empty where too few have a place.
    """
    some = [line for line in ranking.lines if line.place][: tables * seats]
    return tuple(tuple(some[at::tables]) for at in range(tables)) if len(some) == tables * seats else ()
