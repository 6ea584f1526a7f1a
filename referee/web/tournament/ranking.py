"""Rankings: a page with the rule and the lines, and a page for each line that shows the arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from babel.dates import format_date
from flask import abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.tournament.ratings import RatingsMissing, steps
from referee.tournament.season import MISSED, RULES, Dated, Line, Part, Ranking, clubs, finals, ranking, rule_of
from referee.web.kit.request import number, say, who
from referee.web.kit.rights import belongs
from referee.web.tournament.season import Finished, all_finished, season
from referee.web.tournament.view import figure
from referee.words.numbers import decimal
from referee.words.text import T, Text

MOST = 50
KINDS: dict[str, Text] = {
    "played": T("played"),
    "bye": T("bye"),
    "adjusted": T("set by the director"),
    "average": T("not played, average"),
}


@dataclass(frozen=True)
class Asked:
    """A ranking as its address asks for it."""

    finished: Sequence[Finished]
    rule: str
    best: int
    least: int
    missed: str
    until: date | None
    final: int

    @cached_property
    def ranking(self) -> Ranking:
        evenings = [Dated(one.tournament, date.fromisoformat(one.day)) for one in self.finished]
        return ranking(evenings, rule_of(self.rule, self.best, self.least, self.missed), self.until)

    def address(self, endpoint: str, **more: Any) -> str:
        """The address of the same ranking on another page."""
        return url_for(
            endpoint,
            t=[one.id for one in self.finished],
            rule=self.ranking.rule.name,
            best=self.best,
            least=self.least,
            missed=self.missed,
            until=self.until.isoformat() if self.until else "",
            final=self.final,
            **more,
        )


@dataclass(frozen=True, slots=True)
class RuleShown:
    """A rule in words."""

    name: str
    version: str
    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of a ranking; `evenings`: how many count, `why`: why it has no place, `href`: the page of its parts."""

    place: int
    level: bool
    name: str
    club: str
    total: str
    played: int
    evenings: int
    why: str
    href: str


@dataclass(frozen=True, slots=True)
class ClubShown:
    """A club's total, and the players it comes from."""

    name: str
    total: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartShown:
    """An evening of a line: its rounds (round, table, points, kind), and the `sum` its worth comes from."""

    id: str
    title: str
    day: str
    place: int
    of: int
    counts: bool
    sum: str
    worth: str
    sat: tuple[tuple[int, int, str, str], ...]


@dataclass(frozen=True, slots=True)
class StepShown:
    """A line's rating after a table."""

    title: str
    round: int
    table: int
    rating: str


def _choice() -> Asked:
    wanted, args = set(request.args.getlist("t")), request.args
    try:
        until = date.fromisoformat(args.get("until", ""))
    except ValueError:
        until = None
    best, least, final = (min(number(args.get(name)) or 0, MOST) for name in ("best", "least", "final"))
    finished = [one for one in all_finished() if one.id in wanted]
    return Asked(finished, args.get("rule", ""), best, least, args.get("missed", "nothing"), until, final)


def _day(day: date) -> str:
    return str(format_date(day, "medium", locale=who().language.code))


@season.get("/ranking")
@belongs
def by_rule() -> ResponseReturnValue:
    """A ranking with its rule, and the form to choose another."""
    asked = _choice()
    result = asked.ranking
    return render_template(
        "tournament/ranking.html",
        rule=_rule(result),
        own=result.rule.name.startswith("club-"),
        asked=asked,
        rows=[_row(asked, line) for line in result.lines],
        rules=[(one.name, say(one.title)) for one in RULES.values()],
        missed=[(word, say(text)) for word, text in MISSED.items()],
        left_out=[(asked.finished[at].tournament.settings.title, say(why)) for at, why in result.left_out.items()],
        clubs=_clubs(asked) if result.rule.count == "sum" else [],
        finals=[[f"{line.place}. {line.name}" for line in table] for table in finals(result, asked.final)]
        if asked.final
        else [],
        too_few=bool(asked.final) and not finals(result, asked.final),
        bests=range(1, len(asked.finished) + 1),
        ids=[one.id for one in asked.finished],
        season=url_for("season.page", t=[one.id for one in asked.finished], best=asked.best, least=asked.least),
    )


@season.get("/ranking/line")
@belongs
def line() -> ResponseReturnValue:
    """One line of a ranking: its evenings, their tables, the arithmetic."""
    asked = _choice()
    name, club = request.args.get("name", ""), request.args.get("club", "")
    mine = next((one for one in asked.ranking.lines if (one.name, one.club) == (name, club)), None) or abort(404)
    return render_template(
        "tournament/ranking_line.html",
        rule=_rule(asked.ranking),
        row=_row(asked, mine),
        parts=[_part(asked, part) for part in mine.parts],
        sum=_sum(asked.ranking, mine),
        back=asked.address("season.by_rule"),
        steps=_steps(asked, mine),
    )


def _rule(result: Ranking) -> RuleShown:
    rule = result.rule
    return RuleShown(rule.name, rule.version, say(rule.title), tuple(map(say, rule.sentences)))


def _row(asked: Asked, line: Line) -> LineShown:
    return LineShown(
        place=line.place,
        level=line.level,
        name=line.name,
        club=line.club,
        total=figure(line.total),
        played=line.played,
        evenings=len(line.counted),
        why=say(line.why) if line.why else "",
        href=asked.address("season.line", name=line.name, club=line.club),
    )


def _clubs(asked: Asked) -> list[ClubShown]:
    return [
        ClubShown(name, figure(total), tuple(line.name for line in lines))
        for name, total, lines in clubs(asked.ranking, asked.best or MOST)
    ]


def _part(asked: Asked, part: Part) -> PartShown:
    evening = asked.finished[part.evening]
    return PartShown(
        id=evening.id,
        title=evening.tournament.settings.title,
        day=_day(date.fromisoformat(evening.day)),
        place=part.place,
        of=part.of,
        counts=part.counts,
        sum=_sum_of_part(asked.ranking, part),
        worth=figure(part.worth),
        sat=tuple((sat.round, sat.table, figure(sat.points), say(KINDS[sat.kind])) for sat in part.sat),
    )


def _sum_of_part(result: Ranking, part: Part) -> str:
    """The arithmetic of an evening's worth."""
    terms = [figure(sat.points) for sat in part.sat]
    terms += [figure(-part.penalties)] if part.penalties else []
    plain = " + ".join(f"({term})" if term.startswith("−") else term for term in terms) or figure(part.points)
    sum_ = f"{plain} = {figure(part.points)}" if len(terms) > 1 else plain
    if part.handicap:
        return f"{sum_}; {figure(part.points)} + {figure(part.handicap)} = {figure(part.worth)}"
    if result.rule.count == "places" and part.place:
        return say(T("place {place} of {of}: {points}", place=part.place, of=part.of, points=figure(part.worth)))
    return sum_ if part.place else figure(part.worth)


def _sum(result: Ranking, line: Line) -> str:
    """The final sum of the arithmetic."""
    terms = [figure(part.worth) for part in line.counted]
    plain = " + ".join(f"({term})" if term.startswith("−") else term for term in terms) or "0"
    if result.rule.count == "average" and line.played:
        return f"({plain}) / {line.played} = {figure(line.total)}"
    return f"{plain} = {figure(line.total)}"


def _steps(asked: Asked, line: Line) -> list[StepShown]:
    """The rating table by table; empty where openskill is missing."""
    code = who().language.code
    try:
        return [
            StepShown(
                title=asked.finished[one.evening].tournament.settings.title,
                round=one.round,
                table=one.table,
                rating=decimal(one.ordinal, "0.0", code),
            )
            for one in steps([one.tournament for one in asked.finished], line.name, line.club)
        ]
    except RatingsMissing:
        return []
