"""A federation's pages: the clubs that agreed, their seasons, one ranking, the calendar of their evenings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from babel.dates import format_date
from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.games import game
from referee.hosting.clubs import Club
from referee.hosting.disclosure import Evening, Naming, display_name
from referee.hosting.pages.serving import club, clubs_served
from referee.tournament.exports import ics, number
from referee.tournament.people import Known, person, unite
from referee.tournament.season import RULES, Dated, Line, Ranking, ranking, rule_of
from referee.tournament.tournament import Tournament
from referee.web.kit.request import file, say, who
from referee.web.kit.request import number as whole
from referee.web.kit.rights import belongs
from referee.web.tournament.view import figure
from referee.words.spreadsheet import csv_text
from referee.words.text import T

federation = Blueprint("federation", __name__, url_prefix="/federation")

OF_EACH = 40
"""How many of a club's last tournaments count."""
AT_ONCE = 60
"""How many tournaments are read for one page; more would take too long."""
MOST = 50
"""The largest number of counting evenings one may ask for."""
PAST = 12
"""How many past evenings the calendar still shows."""

Held = tuple[Club, Evening]
"""An evening, and the club that held it."""


@dataclass(frozen=True)
class Asked:
    """What the address asks for, of what the agreeing clubs show.

    `left`: how many evenings are not read yet. `wishes_by_club`: the players who agreed to their full name or refused.
    """

    clubs: tuple[Club, ...]
    held: tuple[Held, ...]
    left: int
    wishes_by_club: Mapping[str, Mapping[str, bool]]

    @cached_property
    def seasons(self) -> Counter[tuple[str, str]]:
        """How many evenings each game and season has, the last played first."""
        return Counter((one.settings.game, one.settings.season) for _, one in reversed(self.played))

    @property
    def played(self) -> list[Held]:
        """The evenings whose results are shown, the first played first."""
        return [each for each in self.held if each[1].result is not None]

    @cached_property
    def chosen(self) -> tuple[str, str]:
        """The game and season asked for, else those played last."""
        asked = request.args.get("game", ""), request.args.get("season", "")
        return asked if asked in self.seasons else next(iter(self.seasons), ("", ""))

    @cached_property
    def counted(self) -> list[Held]:
        """The ranked evenings."""
        return [each for each in self.played if (each[1].settings.game, each[1].settings.season) == self.chosen]

    @cached_property
    def together(self) -> tuple[list[Tournament], Mapping[tuple[str, str], Known]]:
        """The ranked evenings with each person under one name, and who these people are."""
        return unite([(by.name, one.result) for by, one in self.counted if one.result is not None])

    @cached_property
    def wishes(self) -> Mapping[tuple[str, str], bool]:
        """Who agreed or refused to be named in full where they played; one refusal outweighs."""
        wishes: dict[tuple[str, str], bool] = {}
        for (by, one), tournament in zip(self.counted, self.together[0], strict=True):
            for at, player in one.result.value.players.items() if one.result else ():
                wish = self.wishes_by_club[by.word].get(player.entrant.name.casefold())
                who = tournament.value.players[at].entrant
                if wish is not None:
                    wishes[person(who.name, who.club)] = wish and wishes.get(person(who.name, who.club), True)
        return wishes

    @cached_property
    def best(self) -> int:
        """How many evenings of each player count, 0 for all."""
        return min(whole(request.args.get("best")) or 0, MOST)

    @cached_property
    def ranking(self) -> Ranking:
        """The ranking over all of them."""
        days = [date.fromisoformat(one.day) for _, one in self.counted]
        dated = [Dated(tournament, day) for tournament, day in zip(self.together[0], days, strict=True)]
        return ranking(dated, rule_of(request.args.get("rule", ""), self.best))

    def person_of(self, line: Line) -> Known:
        """The person of a line. A namesake in the same evening has no licence to tell them apart."""
        return self.together[1].get(person(line.name, line.club), Known(line.name, line.club))

    def name_of(self, line: Line) -> str:
        """The name of a line, in full or as initials, as its bearer wishes."""
        return display_name(line.name, self.person_of(line).licence, self.wishes.get(person(line.name, line.club)))

    def address(self, endpoint: str, chosen: tuple[str, str] | None = None) -> str:
        """The address of an endpoint with the same choices, or another game and season."""
        game_, season = chosen or self.chosen
        return url_for(endpoint, game=game_, season=season, rule=self.ranking.rule.name, best=self.best)


@federation.before_request
def _only_of_federations() -> None:
    if (own := club()) is None or not own.federation:
        abort(404)


def _read_request() -> Asked:
    held: list[Held] = []
    wishes, clubs, left, fresh = {}, [], 0, AT_ONCE
    for word in clubs_served().clubs.agreeing(g.word):
        things = clubs_served().get(word)
        if things is None:
            continue
        evenings, more = things["evenings"].last(OF_EACH, fresh)
        fresh, left = max(fresh - len(evenings), 0), left + more
        clubs.append(things["club"])
        held += [(things["club"], one) for one in evenings]
        wishes[word] = Naming(things["tables"].store).wishes()
    held.sort(key=lambda each: (each[1].day, each[0].word, each[1].id))
    return Asked(tuple(clubs), tuple(held), left, wishes)


def front_of_federation() -> ResponseReturnValue:
    """The federation's first page, for its members."""
    asked = _read_request()
    today = date.today().isoformat()  # noqa: DTZ011 - the day where the server stands
    coming = [each for each in asked.held if each[1].settings.day and each[1].day >= today]
    past = [each for each in reversed(asked.held) if each not in coming][:PAST]
    return render_template(
        "hosting/federation.html",
        club=club(),
        clubs=asked.clubs,
        left=asked.left,
        rows=[_row(asked, one) for one in asked.ranking.lines],
        evenings=len(asked.counted),
        of_each=OF_EACH,
        rule=asked.ranking.rule.name,
        sentences=[say(one) for one in asked.ranking.rule.sentences],
        rules=[(one.name, say(one.title)) for one in RULES.values()],
        seasons=_seasons(asked),
        chosen=asked.chosen,
        best=asked.best,
        bests=range(1, min(len(asked.counted), MOST) + 1),
        left_out=[(asked.counted[at][1].settings.title, say(why)) for at, why in asked.ranking.left_out.items()],
        coming=[_evening(each) for each in coming],
        past=[_evening(each) for each in past],
        csv=asked.address("federation.as_csv"),
        ics=url_for("federation.calendar"),
    )


@dataclass(frozen=True, slots=True)
class SeasonShown:
    """A season of a game; `count`: how many evenings it has."""

    label: str
    count: int
    href: str
    chosen: bool


def _seasons(asked: Asked) -> list[SeasonShown]:
    return [
        SeasonShown(
            label=" ".join(filter(None, (say(game(name).title), season))),
            count=count,
            href=asked.address("home.page", (name, season)),
            chosen=(name, season) == asked.chosen,
        )
        for (name, season), count in asked.seasons.items()
    ]


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the ranking; `evenings`: how many count, `why`: why it has no place."""

    place: int
    level: bool
    name: str
    club: str
    total: str
    evenings: int
    why: str


def _row(asked: Asked, line: Line) -> LineShown:
    why = say(line.why) if line.why else ""
    return LineShown(line.place, line.level, asked.name_of(line), line.club, figure(line.total), len(line.counted), why)


@dataclass(frozen=True, slots=True)
class EveningShown:
    """An evening in the calendar."""

    day: str
    hour: str
    title: str
    place: str
    club: str
    game: str


def _evening(held: Held) -> EveningShown:
    by, one = held
    day = format_date(date.fromisoformat(one.day), "medium", locale=who().language.code)
    hour, title = one.settings.day.partition("T")[2], say(game(one.settings.game).title)
    return EveningShown(str(day), hour, one.settings.title, one.settings.place, by.name, title)


@federation.get("/ranking.csv")
@belongs
def as_csv() -> ResponseReturnValue:
    """The ranking for a spreadsheet."""
    asked, voice = _read_request(), who().language
    words = (T("Rank"), T("Name"), T("Club"), T("Licence number"), T("Total"), T("Counted"))
    rows: list[tuple[object, ...]] = [tuple(say(text) for text in words)]
    for line in asked.ranking.lines:
        name = asked.name_of(line)
        licence = asked.person_of(line).licence if name == line.name else ""
        rows.append((line.place or "", name, line.club, licence, number(line.total), len(line.counted)))
    return file("\ufeff" + csv_text(rows, voice.comma), "ranking.csv", "text/csv")


@federation.get("/calendar.ics")
@belongs
def calendar() -> ResponseReturnValue:
    """The evenings with a day, for a calendar."""
    evenings = [(f"{by.word}-{one.id}", one.settings, one.changed) for by, one in _read_request().held]
    return file(ics(evenings), "calendar.ics", "text/calendar")
