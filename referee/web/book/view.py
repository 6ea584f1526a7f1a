"""The figures of a group as its page shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil

from babel.dates import format_date, format_skeleton

from referee.book import figures
from referee.book.figures import Extreme, Line, Measure, aims, curve, duel, extremes, runs
from referee.book.pairs import Pair, pairs
from referee.book.sittings import Evening
from referee.tournament.ratings import rate
from referee.web.book.asked import Asked, game_title
from referee.web.kit.request import say, when, who
from referee.words.chart import Chart, Frame, chart
from referee.words.numbers import decimal, figure, gain, minus
from referee.words.text import T

PAGE = Frame(380, 250, left=38, right=104, scale=1.35, letters=9, most_steps=5)
MOST_STEPS = 80
"""The most evenings that a curve shows."""
MEASURE_NAMES = {"points": T("points"), "places": T("places"), "deal": T("per deal")}


def day_text(day: str, form: str = "medium") -> str:
    """A day as the reader writes it."""
    return str(format_date(date.fromisoformat(day), form, locale=_locale()))


def short_day(day: str) -> str:
    """A day without its year."""
    return str(format_skeleton("Md", date.fromisoformat(day), locale=_locale()))


def _locale() -> str:
    code = who().language.code
    return {"en": "en_GB"}.get(code, code)


@dataclass(frozen=True, slots=True)
class LineShown:
    """A person's line of the standings: rank, what counts, and an evening's mean with how far it may be chance."""

    place: int
    name: str
    style: int
    worth: str
    points: str
    evenings: int
    won: int
    deals: int
    evening: str
    spread: str
    deal: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where each stands, a sentence of who leads, and how sure that is."""

    lines: tuple[LineShown, ...]
    lead: str
    sure: str


def standing_view(asked: Asked) -> Standing:
    """The standings of what is asked for."""
    lines = asked.lines
    worth = [line.worth(asked.measure) for line in lines]
    shown = tuple(
        _line(asked, line, 1 + sum(other is not None and one is not None and other > one for other in worth))
        for line, one in zip(lines, worth, strict=True)
    )
    return Standing(shown, *_lead(asked, lines))


def _line(asked: Asked, line: Line, place: int) -> LineShown:
    code = who().language.code
    measured = line.measured(asked.measure)
    return LineShown(
        place=place,
        name=line.name,
        style=asked.styles[line.name],
        worth="–" if measured is None else _worth(measured, asked.measure),
        points=gain(line.points),
        evenings=line.evenings,
        won=line.won,
        deals=line.deals,
        evening=_signed(line.evening.value),
        spread="" if line.evening.spread is None else decimal(line.evening.spread, _digits(line.evening.spread), code),
        deal=_signed(line.deal.value),
    )


def _worth(worth: Fraction, measure: Measure) -> str:
    if measure == "places":
        return figure(worth, who().language.code)
    return _signed(worth)


def _signed(value: Fraction | None) -> str:
    if value is None:
        return "–"
    digits = _digits(abs(float(value))) if value.denominator > 1 else "0"
    return decimal(float(value), f"+{digits};-{digits}" if value else "0", who().language.code)


def _digits(value: float) -> str:
    """No more digits than mean something: one after the point below ten, none above."""
    return "0.0" if value < 10 else "0"


def _lead(asked: Asked, lines: Sequence[Line]) -> tuple[str, str]:
    """A sentence of who leads, and one of how far that may be chance."""
    first, worth = lines[0], lines[0].worth(asked.measure)
    if len(lines) == 1 or worth is None:
        return "", ""
    level = [line.name for line in lines if line.worth(asked.measure) == worth]
    if len(level) > 1:
        return say(T("{names} are level.", names=tuple(level))), ""
    second = lines[1]
    behind = second.worth(asked.measure)
    ahead = _worth(worth - (behind or 0), asked.measure).lstrip("+")
    lead = T("{name} leads, {number} ahead of {other}.", name=first.name, number=ahead, other=second.name)
    since = figures.in_front_since(asked.evenings, asked.measure) if len(asked.evenings) > 1 else None
    told = [lead, T("In front since {day}.", day=when(since.day))] if since else [lead]
    return " ".join(map(say, told)), _sure(asked, first.name, second.name)


def _sure(asked: Asked, first: str, second: str) -> str:
    """How far the lead of one over another may be chance, by the evenings when both were there."""
    lead = duel(asked.evenings, first, second).lead
    if asked.game is None:
        return ""
    if lead.value is None or lead.spread is None:
        return say(T("They have hardly met: that says nothing yet."))
    code = who().language.code
    mean, spread = _signed(lead.value), decimal(lead.spread, _digits(lead.spread), code)
    values = {"number": lead.count, "mean": mean, "spread": spread}
    hardly = T("Over {number} evenings together {mean} an evening, give or take {spread}: hardly chance.", **values)
    perhaps = T("Over {number} evenings together {mean} an evening, give or take {spread}: it may be chance.", **values)
    return say(hardly if lead.sure and lead.value > 0 else perhaps)


@dataclass(frozen=True, slots=True)
class CurveShown:
    """The curve of each, and its numbers for who cannot see it: heads, then a row for each evening."""

    chart: Chart
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def curve_view(asked: Asked, frame: Frame = PAGE) -> CurveShown | None:
    """The points of those who came most, added up evening by evening; None before the second evening.

    Of very many evenings it shows one in so many, the last one always.
    """
    if len(asked.evenings) < 2:
        return None
    return _curve_shown(asked, curve(asked.evenings, asked.most), frame, minus)


def rating_view(asked: Asked) -> CurveShown | None:
    """How strong each who came most is held to be after each evening; None before the second evening.

    Raises RatingsMissing.
    """
    now = dict.fromkeys(asked.most, 0.0)
    rows = [tuple(now.values())]
    for each, rated in zip(asked.evenings, rate(each.worth for each in asked.evenings), strict=True):
        now |= {name: after.ordinal() for name, after in zip(each.won, rated, strict=True) if name in now}
        rows.append(tuple(now.values()))
    if len(rows) < 3:
        return None
    return _curve_shown(asked, rows, PAGE, lambda value: decimal(value, "0.0", who().language.code))


def _curve_shown(
    asked: Asked, rows: Sequence[tuple[float, ...]], frame: Frame, say_number: Callable[[float], str]
) -> CurveShown:
    """A curve of those who came most, by their numbers before the first evening and after each."""
    every = ceil(len(asked.evenings) / MOST_STEPS)
    some = asked.evenings[::-1][::every][::-1]
    rows = [rows[0], *rows[:0:-1][::every][::-1]]
    long = some[0].day[:4] != some[-1].day[:4]
    days = [f"{each.day[5:7]}/{each.day[2:4]}" if long else short_day(each.day) for each in some]
    names = tuple(asked.most)
    drawn = chart(names, rows, [""] * len(names), frame, steps=days, styles=[asked.styles[name] for name in names])
    told = zip((day_text(each.day) for each in some), (tuple(map(say_number, row)) for row in rows[1:]), strict=True)
    return CurveShown(drawn, names, tuple(told))


@dataclass(frozen=True, slots=True)
class EveningShown:
    """An evening of the list: who won with how many points, and everybody’s place."""

    href: str
    day: str
    game: str
    winners: tuple[str, ...]
    points: str
    others: str


def evening_views(asked: Asked, most: int) -> Iterator[EveningShown]:
    """The last evenings, the last first."""
    for each in reversed(asked.evenings[-most:] if most else asked.evenings):
        others = (f"{each.place(name)}. {name} {gain(won)}" for name, won in each.won.items() if each.place(name) > 1)
        yield EveningShown(
            href=asked.address("book.evening", day=each.day, game=each.game),
            day=day_text(each.day),
            game=game_title(each.game),
            winners=each.winners,
            points=gain(next(iter(each.won.values()))),
            others=" · ".join(others),
        )


@dataclass(frozen=True, slots=True)
class DuelShown:
    """One person against another: evenings ahead and behind, None against oneself; the lead with its spread."""

    ahead: int
    behind: int
    lead: str


def duel_views(asked: Asked) -> list[tuple[str, list[DuelShown | None]]]:
    """Everybody who came most against everybody: a row for each."""
    names = asked.most
    return [(one, [None if one == other else _duel(asked.evenings, one, other) for other in names]) for one in names]


def _duel(evenings: Iterable[Evening], one: str, other: str) -> DuelShown:
    met = duel(evenings, one, other)
    return DuelShown(met.ahead, met.behind, _signed(met.lead.value))


def pair_views(asked: Asked) -> list[Pair]:
    """What every two of those who came most did together and apart."""
    there = set(asked.most)
    all_pairs = pairs((sitting.seats, deal) for each in asked.evenings for sitting, deal in each.deals)
    return [pair for pair in all_pairs if set(pair.names) <= there]


def aim_views(asked: Asked) -> tuple[list[str], list[tuple[str, list[tuple[int, int] | None]]]]:
    """The aims that anybody tried, and a row for each person: how often tried and reached."""
    counts = aims(asked.evenings)
    names = dict.fromkeys(name for of_aim in counts.values() for name in of_aim)
    order = [line.name for line in asked.lines if line.name in names]
    heads = [who().language.message(text) for text in counts]
    return heads, [(name, [of_aim.get(name) for of_aim in counts.values()]) for name in order]


def run_views(asked: Asked) -> list[tuple[str, figures.Runs]]:
    """The longest runs of everybody, in the order of the standings."""
    of = runs(asked.evenings)
    return [(line.name, of[line.name]) for line in asked.lines]


def best_views(asked: Asked) -> Iterator[tuple[str, Extreme, str]]:
    """The best and the worst deal, with its day."""
    found = extremes(asked.evenings)
    if found is not None:
        for label, one in zip((T("The best deal"), T("The worst deal")), found, strict=True):
            yield say(label), one, day_text(one.day)
