"""A season: standings over several finished tournaments, chosen by a form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from babel.dates import format_date, format_skeleton
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.tables import UNREADABLE
from referee.games import game
from referee.sheets.press import pdf_of
from referee.sheets.season import SeasonPaper
from referee.tournament.exports import ics, season_csv
from referee.tournament.people import person
from referee.tournament.ratings import RatingsMissing, ratings
from referee.tournament.season import COUNTS, Count, Dated, Ranking, Rule, ranking, rate
from referee.tournament.standings import last_shown
from referee.tournament.tournament import Tournament
from referee.web.club.sheets import Hears, hand_out, paper
from referee.web.kit.parts import digest
from referee.web.kit.request import file, number, say, tournaments, who
from referee.web.kit.rights import belongs
from referee.web.kit.visit import visit
from referee.web.tournament.view import figure
from referee.words.numbers import decimal
from referee.words.text import T

Ratings = Mapping[tuple[str, str], tuple[str, int]]
"""The rating of each person in words, and from how many tables it comes."""
MOST = 200  # tournaments to choose from, last touched first

season = Blueprint("season", __name__, url_prefix="/season")


@dataclass(frozen=True)
class Finished:
    """A finished tournament whose standings this reader may see."""

    id: str
    tournament: Tournament
    last_at: str

    @property
    def day(self) -> str:
        """The day it was played: as agreed, else that of its last entry."""
        return (self.tournament.settings.day or self.last_at)[:10]


@dataclass(frozen=True)
class Chosen:
    """The choice of the form; `lost`: how many of the chosen are missing; `rated`: ratings are asked for."""

    finished: tuple[Finished, ...]
    best: int
    least: int
    count: Count
    lost: int
    rated: bool

    @property
    def tournaments(self) -> tuple[Tournament, ...]:
        return tuple(one.tournament for one in self.finished)

    def ranked(self) -> Ranking:
        """The season's standings."""
        rule = Rule("season", "1", COUNTS[self.count], self.count, best=self.best, least=self.least)
        return ranking([Dated(one.tournament, date.fromisoformat(one.day)) for one in self.finished], rule)

    def address(self, endpoint: str) -> str:
        """The address of the same choice on another page."""
        ids = [one.id for one in self.finished]
        rating = "yes" if self.rated else None
        return url_for(endpoint, t=ids, best=self.best, least=self.least, count=self.count, rating=rating)


@dataclass(frozen=True, slots=True)
class Column:
    """A tournament of the season; `chosen`: whether it is among those counted."""

    id: str
    title: str
    day: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The tournaments of a game; `all`: label, address and size of each choice of several at once."""

    title: str
    all: list[tuple[str, str, int]]
    tournaments: list[Column]


@dataclass(frozen=True, slots=True)
class RowShown:
    """A line of the season.

    `rating`: in words, and from how many tables; `evenings`: what each is worth, and whether it counts.
    """

    place: int
    level: bool
    name: str
    club: str
    total: str
    rating: tuple[str, int]
    evenings: list[tuple[str, bool] | None]


def all_finished() -> list[Finished]:
    """The tournaments to choose from, first played first."""
    finished = []
    for stream in tournaments().all()[:MOST]:
        if not stream.seq:
            continue
        try:
            tournament = tournaments().together(stream.id).tournament
        except UNREADABLE:
            continue
        if tournament.value.finished and (last_shown(tournament) or visit(stream.id).owns):
            finished.append(Finished(stream.id, tournament, stream.last_at))
    return sorted(finished, key=lambda one: (one.day, one.last_at))


def _choice(finished: Sequence[Finished]) -> Chosen:
    asked = set(request.args.getlist("t"))
    there = tuple(one for one in finished if one.id in asked)
    count: Count = next((word for word in COUNTS if word == request.args.get("count")), "sum")
    best, least = (number(request.args.get(name)) or 0 for name in ("best", "least"))
    return Chosen(there, best, least, count, len(asked) - len(there), request.args.get("rating") == "yes")


@season.get("")
@belongs
def page() -> ResponseReturnValue:
    """The standings of a season, and the form that chooses its tournaments."""
    finished = all_finished()
    chosen = _choice(finished)
    games = {one.tournament.settings.game for one in chosen.finished}
    rated, missing = _ordinals(chosen)
    return render_template(
        "tournament/season.html",
        heading=_heading(chosen),
        chosen=[_column(one, True) for one in chosen.finished],
        rows=list(_rows(chosen, rated)),
        rated=bool(rated),
        missing=missing,
        ratings=replace(chosen, rated=not chosen.rated).address("season.page"),
        dropped=bool(chosen.best) and chosen.best < len(chosen.finished),
        mixed=len(games) > 1 and chosen.count != "places",
        lost=chosen.lost,
        best=chosen.best,
        least=chosen.least,
        bests=range(1, max(len(finished), min(max(chosen.best, chosen.least), MOST)) + 1),
        count=chosen.count,
        how=say(COUNTS[chosen.count]),
        counts=[(word, say(text)) for word, text in COUNTS.items()],
        games=_choices(finished, chosen),
        pdf=chosen.address("season.as_paper"),
        csv=chosen.address("season.as_csv"),
        ics=chosen.address("season.as_calendar"),
        by_rule=chosen.address("season.by_rule"),
    )


def _column(one: Finished, chosen: bool) -> Column:
    return Column(one.id, one.tournament.settings.title, _day(one), chosen)


def _day(one: Finished) -> str:
    return str(format_date(date.fromisoformat(one.day), "d MMM", locale=who().language.code))


def _choices(finished: Sequence[Finished], chosen: Chosen) -> list[GameChoice]:
    """The tournaments by game, with addresses that choose a game or a season."""
    games: dict[str, list[Finished]] = {}
    for one in finished:
        games.setdefault(one.tournament.settings.game, []).append(one)
    there = {one.id for one in chosen.finished}
    choices = []
    for name, some in games.items():
        seasons = sorted({one.tournament.settings.season for one in some} - {""})
        groups = [(each, [one for one in some if one.tournament.settings.season == each]) for each in seasons]
        if len(some) > max((len(of) for _, of in groups), default=1):
            groups.append((say(T("All")), some))
        links = [(label, replace(chosen, finished=tuple(of)).address("season.page"), len(of)) for label, of in groups]
        choices.append(GameChoice(say(game(name).title), links, [_column(one, one.id in there) for one in some]))
    return choices


def _rows(chosen: Chosen, rated: Ratings) -> Iterator[RowShown]:
    ranked = chosen.ranked()
    for line in ranked.lines:
        parts = {part.evening: (figure(rate(ranked.rule, part)), part.counts) for part in line.parts}
        yield RowShown(
            place=line.place,
            level=line.level,
            name=line.name,
            club=line.club,
            total=figure(line.total),
            rating=rated.get(person(line.name, line.club), ("", 0)),
            evenings=[parts.get(at) for at in range(len(chosen.finished))],
        )


def _ordinals(chosen: Chosen) -> tuple[Ratings, str]:
    """The ratings to one digit with their number of tables, if they are asked for, or why there are none."""
    try:
        rated = ratings(chosen.tournaments) if chosen.rated else ()
    except RatingsMissing as error:
        return {}, say(error.text)
    code = who().language.code
    return {person(one.name, one.club): (decimal(one.ordinal, "0.0", code), one.tables) for one in rated}, ""


@season.get("/season.csv")
@belongs
def as_csv() -> ResponseReturnValue:
    """The season's standings for a spreadsheet."""
    chosen = _choice(all_finished())
    columns = [f"{one.tournament.settings.title} {one.day}" for one in chosen.finished]
    voice = who().language
    csv = season_csv(chosen.ranked(), columns, voice, voice.comma)
    return file("\ufeff" + csv, "season.csv", "text/csv")


@season.get("/season.pdf")
@belongs
def as_paper() -> ResponseReturnValue:
    """The season's standings on paper."""
    chosen, voice, size = _choice(all_finished()), who().language, paper()
    how = say(COUNTS[chosen.count])
    if chosen.best and chosen.best < len(chosen.finished):
        how += " · " + say(T("the best {number} evenings count", number=chosen.best))
    heads = [format_skeleton("Md", date.fromisoformat(one.day), locale=voice.code) for one in chosen.finished]
    sheet = SeasonPaper(chosen.ranked(), _heading(chosen), heads, how, voice, size)
    played = digest(
        repr([(one.id, one.last_at) for one in chosen.finished] + [chosen.best, chosen.least, chosen.count])
    )

    if not sheet.documents():  # the page says that no evening has ended yet
        return redirect(chosen.address("season.page"), 303)

    def make(hears: Hears) -> bytes:
        return pdf_of([[document] for document in sheet.documents()], progress=hears)

    return hand_out(("season", played, voice.code, size), make, chosen.address("season.page"), sheet.documents)


def _heading(chosen: Chosen) -> str:
    """The name of the season, where its tournaments agree on one."""
    names, word = {one.tournament.settings.season for one in chosen.finished}, say(T("Season"))
    name = names.pop() if len(names) == 1 else ""
    return name if word.lower() in name.lower() else f"{word} {name}".strip()


@season.get("/season.ics")
@belongs
def as_calendar() -> ResponseReturnValue:
    """The season's tournaments with a day, for a calendar."""
    evenings = [(one.id, one.tournament.settings, one.last_at) for one in _choice(all_finished()).finished]
    return file(ics(evenings), "season.ics", "text/calendar")
