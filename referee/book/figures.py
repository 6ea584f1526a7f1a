"""What a group's evenings come to for each person: points, places, aims, runs, the best and the worst deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal

from referee.book.chance import Mean, mean_of
from referee.book.sittings import Evening, Sitting
from referee.table.tally import Played

Measure = Literal["points", "places", "deal"]
MEASURES: tuple[Measure, ...] = ("points", "places", "deal")
"""By all points, by the places of the evenings, by the points of a deal."""


@dataclass(frozen=True, slots=True)
class Line:
    """One person over some evenings: how many, the points, the deals and their mean, evenings won.

    `behind`: how many people the person left behind, half of one who was level, over all evenings; `lowest_wins`: the
    fewest points do, in every game of these evenings.
    """

    name: str
    evenings: int
    deals: int
    points: int
    won: int
    behind: Fraction
    evening: Mean
    deal: Mean
    lowest_wins: bool = False

    def measured(self, measure: Measure) -> Fraction | None:
        """What the person is ranked by; None where nothing was played that has it."""
        match measure:
            case "points":
                return Fraction(self.points)
            case "places":
                return self.behind
            case "deal":
                return self.deal.value

    def worth(self, measure: Measure) -> Fraction | None:
        """What that is worth beside the others: more is better."""
        measured = self.measured(measure)
        return -measured if measured is not None and self.lowest_wins and measure != "places" else measured


def standings(evenings: Sequence[Evening], measure: Measure) -> tuple[Line, ...]:
    """Everybody who came, who leads first; those without what is measured last."""
    paid = paid_by(evenings)
    lines = [_line(name, evenings, paid.get(name, [])) for name in dict.fromkeys(n for e in evenings for n in e.won)]

    def order(line: Line) -> tuple[bool, Fraction, int, str]:
        worth = line.worth(measure)
        return worth is None, -(worth or Fraction(0)), -line.evenings, line.name

    return tuple(sorted(lines, key=order))


def in_front_since(evenings: Sequence[Evening], measure: Measure) -> Evening | None:
    """The evening since which who leads has led alone; None where people are level, or nobody is measured."""
    sign = -1 if measure != "places" and all(evening.lowest_wins for evening in evenings) else 1
    sums, parts = defaultdict[str, int](int), defaultdict[str, int](int)
    leader, since = None, None
    for evening in evenings:
        for name, gained, deals in _gained(evening, measure):
            sums[name] += gained
            parts[name] = parts[name] + deals if measure == "deal" else 1
        worth = {name: Fraction(sign * sums[name], parts[name]) for name in sums if parts[name]}
        most = max(worth.values(), default=None)
        first = [name for name in worth if worth[name] == most]
        now = first[0] if len(first) == 1 else None
        if now != leader:
            leader, since = now, evening if now else None
    return since


def _gained(evening: Evening, measure: Measure) -> Iterator[tuple[str, int, int]]:
    """What an evening brings each person by a measure (places in halves), and in how many deals."""
    paid = paid_by([evening])
    for name, points in evening.won.items():
        own = paid.get(name, [])
        gained = {"points": points, "places": _halves_behind(evening, name), "deal": sum(own)}
        yield name, gained[measure], len(own)


def _halves_behind(evening: Evening, name: str) -> int:
    """How many halves of people a person left behind: two of each who had less, one of each who was level."""
    worth = evening.worth
    level = sum(other == worth[name] for other in worth.values()) - 1
    return 2 * sum(other < worth[name] for other in worth.values()) + level


def _line(name: str, evenings: Sequence[Evening], paid: Sequence[int]) -> Line:
    there = [evening for evening in evenings if name in evening.won]
    points = [evening.won[name] for evening in there]
    halves = sum(_halves_behind(evening, name) for evening in there)
    won, behind = sum(evening.place(name) == 1 for evening in there), Fraction(halves, 2)
    low = all(evening.lowest_wins for evening in evenings)
    return Line(name, len(there), len(paid), sum(points), won, behind, mean_of(points), mean_of(paid), low)


def paid_by(evenings: Iterable[Evening]) -> dict[str, list[int]]:
    """What each deal paid each person, in turn."""
    paid: dict[str, list[int]] = {}
    for evening in evenings:
        for sitting, deal in evening.deals:
            for name, points in zip(sitting.seats, deal.paid, strict=True):
                if points is not None:
                    paid.setdefault(name, []).append(points)
    return paid


def curve(evenings: Sequence[Evening], names: Sequence[str]) -> list[tuple[int, ...]]:
    """The points of these people before the first evening and after each, added up."""
    rows = [(0,) * len(names)]
    for evening in evenings:
        rows.append(tuple(sum_ + evening.won.get(name, 0) for name, sum_ in zip(names, rows[-1], strict=True)))
    return rows


def race(evening: Evening) -> tuple[tuple[str, ...], list[tuple[int, ...]]]:
    """The people of an evening, and their points before its first deal and after each."""
    names = tuple(evening.won)
    rows = [(0,) * len(names)]
    for sitting, deal in evening.deals:
        paid = dict(zip(sitting.seats, deal.paid, strict=True))
        rows.append(tuple(sum_ + (paid.get(name) or 0) for name, sum_ in zip(names, rows[-1], strict=True)))
    return names, rows


@dataclass(frozen=True, slots=True)
class Duel:
    """Two people on the evenings when both were there: how often the first was ahead, level, behind.

    `lead`: by how many points an evening the first was ahead.
    """

    ahead: int
    level: int
    behind: int
    lead: Mean


def duel(evenings: Iterable[Evening], one: str, other: str) -> Duel:
    """Two people head to head."""
    worths = (evening.worth for evening in evenings)
    apart = [worth[one] - worth[other] for worth in worths if {one, other} <= worth.keys()]
    return Duel(sum(x > 0 for x in apart), sum(x == 0 for x in apart), sum(x < 0 for x in apart), mean_of(apart))


def aims(evenings: Iterable[Evening]) -> dict[str, dict[str, tuple[int, int]]]:
    """By the message of each aim, how often each person tried and how often reached it."""
    counts: dict[str, dict[str, tuple[int, int]]] = {}
    for evening in evenings:
        for sitting, deal in evening.deals:
            for seat, text, made in deal.aims:
                of_aim, name = counts.setdefault(text, {}), sitting.seats[seat]
                tried, reached = of_aim.get(name, (0, 0))
                of_aim[name] = tried + 1, reached + made
    return counts


@dataclass(frozen=True, slots=True)
class Runs:
    """A person's longest runs: of evenings won one after the other, of deals above zero, and of deals below."""

    won: int
    above: int
    below: int


def runs(evenings: Sequence[Evening]) -> Mapping[str, Runs]:
    """The longest runs of everybody; an evening missed breaks none."""
    paid = paid_by(evenings)
    names = dict.fromkeys(name for evening in evenings for name in evening.won)
    return {
        name: Runs(
            _longest([e.place(name) == 1 for e in evenings if name in e.won]),
            _longest([points > 0 for points in paid.get(name, ())]),
            _longest([points < 0 for points in paid.get(name, ())]),
        )
        for name in names
    }


def _longest(signs: Iterable[bool]) -> int:
    return max((len(list(run)) for sign, run in groupby(signs) if sign), default=0)


@dataclass(frozen=True, slots=True)
class Extreme:
    """A deal that paid somebody most or least, with its table and day."""

    name: str
    points: int
    table: str
    deal: int
    day: str


def extremes(evenings: Iterable[Evening]) -> tuple[Extreme, Extreme] | None:
    """The best and the worst deal of anybody, the first of several alike; None where no deal was laid."""
    all_paid = [(-points if deal.lowest_wins else points, Extreme(name, points, sitting.id, deal.number, evening.day))
                for evening in evenings for sitting, deal in evening.deals
                for name, points in _paid(sitting, deal)]  # fmt: skip
    if not all_paid:
        return None

    def worth(one: tuple[int, Extreme]) -> int:
        return one[0]

    return max(all_paid, key=worth)[1], min(all_paid, key=worth)[1]


def _paid(sitting: Sitting, deal: Played) -> Iterator[tuple[str, int]]:
    return ((name, paid) for name, paid in zip(sitting.seats, deal.paid, strict=True) if paid is not None)


def spans(days: Iterable[str]) -> tuple[str, ...]:
    """The years (`2025`) and the seasons (`2025/26`, from September on) with an evening, the last first."""
    found = {span for day in days for span in (day[:4], season_of(day))}
    return tuple(sorted(found, key=lambda span: (span[:4], len(span)), reverse=True))


def season_of(day: str) -> str:
    """The season that a day falls in, from September to August."""
    begun = int(day[:4]) - (day[5:7] < "09")
    return f"{begun:04}/{(begun + 1) % 100:02}"


def within(evening: Evening, span: str, game: str) -> bool:
    """Whether an evening is of this year or season and this game; empty words take all."""
    return game in ("", evening.game) and span in ("", evening.day[:4], season_of(evening.day))
