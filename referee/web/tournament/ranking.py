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

from referee.tournament.ranking import MISSED, RULES, Dated, Line, Part, Ranking, agreed, clubs, finals, ranking
from referee.tournament.ratings import RatingsMissing, steps
from referee.web.kit.reader import number
from referee.web.kit.request import say, who
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
    def found(self) -> Ranking:
        evenings = [Dated(one.tournament, date.fromisoformat(one.day)) for one in self.finished]
        return ranking(evenings, agreed(self.rule, self.best, self.least, self.missed), self.until)

    def address(self, endpoint: str, **more: Any) -> str:
        """The address of the same ranking on another page."""
        said: dict[str, Any] = {
            "rule": self.found.rule.name,
            "best": self.best,
            "least": self.least,
            "missed": self.missed,
        }
        said |= {"until": self.until.isoformat() if self.until else "", "final": self.final}
        return url_for(endpoint, t=[one.id for one in self.finished], **said, **more)


def _asked() -> Asked:
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
    asked = _asked()
    found = asked.found
    context = {
        "rule": _rule(found), "own": found.rule.name.startswith("club-"), "asked": asked,
        "rows": [_row(asked, line) for line in found.lines],
        "rules": [(one.name, say(one.title)) for one in RULES.values()],
        "missed": [(word, say(text)) for word, text in MISSED.items()],
        "left_out": [(asked.finished[at].tournament.settings.title, say(why)) for at, why in found.left_out.items()],
        "clubs": [
            {"name": name, "total": figure(total), "lines": [line.name for line in some]}
            for name, total, some in clubs(found, asked.best or MOST)
        ] if found.rule.count == "sum" else [],
        "finals": [[f"{line.place}. {line.name}" for line in table] for table in finals(found, asked.final)]
        if asked.final else [],
        "too_few": bool(asked.final) and not finals(found, asked.final),
        "bests": range(1, len(asked.finished) + 1), "ids": [one.id for one in asked.finished],
        "season": url_for("season.page", t=[one.id for one in asked.finished], best=asked.best, least=asked.least),
    }  # fmt: skip
    return render_template("tournament/ranking.html", **context)


@season.get("/ranking/line")
@belongs
def line() -> ResponseReturnValue:
    """One line of a ranking: its evenings, their tables, the arithmetic."""
    asked = _asked()
    name, club = request.args.get("name", ""), request.args.get("club", "")
    mine = next((one for one in asked.found.lines if (one.name, one.club) == (name, club)), None) or abort(404)
    context = {
        "rule": _rule(asked.found), "row": _row(asked, mine), "parts": [_part(asked, part) for part in mine.parts],
        "sum": _sum(asked.found, mine), "back": asked.address("season.by_rule"), "steps": _steps(asked, mine),
    }  # fmt: skip
    return render_template("tournament/ranking_line.html", **context)


def _rule(found: Ranking) -> dict[str, Any]:
    rule = found.rule
    return {
        "name": rule.name,
        "version": rule.version,
        "title": say(rule.title),
        "told": [say(one) for one in rule.sentences],
    }


def _row(asked: Asked, line: Line) -> dict[str, Any]:
    return {
        "place": line.place, "level": line.level, "name": line.name, "club": line.club, "total": figure(line.total),
        "played": line.played, "evenings": len(line.counted), "why": say(line.why) if line.why else "",
        "href": asked.address("season.line", name=line.name, club=line.club),
    }  # fmt: skip


def _part(asked: Asked, part: Part) -> dict[str, Any]:
    """An evening of a line: its rounds with their tables, and the arithmetic of its worth."""
    one, rule = asked.finished[part.evening], asked.found.rule
    terms = [figure(sat.points) for sat in part.sat]
    terms += [figure(-part.penalties)] if part.penalties else []
    plain = " + ".join(f"({term})" if term.startswith("−") else term for term in terms) or figure(part.points)
    said = f"{plain} = {figure(part.points)}" if len(terms) > 1 else plain
    if part.handicap:
        said += f"; {figure(part.points)} + {figure(part.handicap)} = {figure(part.worth)}"
    elif rule.count == "places" and part.place:
        said = say(T("place {place} of {of}: {points}", place=part.place, of=part.of, points=figure(part.worth)))
    elif not part.place:
        said = figure(part.worth)
    return {
        "id": one.id, "title": one.tournament.settings.title, "day": _day(date.fromisoformat(one.day)),
        "place": part.place, "of": part.of, "counts": part.counts, "said": said, "worth": figure(part.worth),
        "sat": [(sat.round, sat.table, figure(sat.points), say(KINDS[sat.kind])) for sat in part.sat],
    }  # fmt: skip


def _sum(found: Ranking, line: Line) -> str:
    """The final sum of the arithmetic."""
    terms = [figure(part.worth) for part in line.counted]
    plain = " + ".join(f"({term})" if term.startswith("−") else term for term in terms) or "0"
    if found.rule.count == "average" and line.played:
        return f"({plain}) / {line.played} = {figure(line.total)}"
    return f"{plain} = {figure(line.total)}"


def _steps(asked: Asked, line: Line) -> list[dict[str, Any]]:
    """The rating table by table; empty where openskill is missing."""
    try:
        found = steps([one.tournament for one in asked.finished], line.name, line.club)
    except RatingsMissing:
        return []
    return [
        {
            "title": asked.finished[one.evening].tournament.settings.title, "round": one.round, "table": one.table,
            "rating": decimal(one.ordinal, "0.0", who().language.code),
        }
        for one in found
    ]  # fmt: skip
