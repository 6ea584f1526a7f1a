"""What a page of the book is asked for: the group of a table, and what part of its evenings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from flask import Blueprint, abort, g, make_response, render_template, request, url_for

from referee.book.facts import Words
from referee.book.figures import MEASURES, Line, Measure, spans, standings, within
from referee.book.groups import Group, group_of
from referee.book.sittings import Evening, evenings
from referee.club.book import Book
from referee.club.summaries import Summaries
from referee.games import GAMES
from referee.web.club.idle import Idle
from referee.web.kit.request import say, when
from referee.web.kit.shared import shared
from referee.web.kit.visit import visit
from referee.words.chart import STYLES
from referee.words.text import T

pages = Blueprint("book", __name__, url_prefix="/book")
MOST_LINES = 8
"""The most lines of a chart, and names of a table of all against all."""
MOST_NAMES = 4
"""The most names that stand for a group without a name."""
EVER = "ever"
"""The word of all years in an address."""


def book() -> Book:
    return cast(Book, shared("book"))


def all_groups() -> tuple[tuple[Group, ...], int]:
    """The groups that this device may see, the one that played last first; and how many tables are still to be read."""
    found, left = book().groups(_sees)
    if left:
        cast(Idle, shared("idle")).note(cast(Summaries, shared("summaries")), hurry=True)
    return found, left


def _sees(table: str) -> bool:
    return bool(g.host) or visit(table).sees_table


def tables_of(group: Group) -> frozenset[str]:
    return frozenset(sitting.id for sitting in group.sittings)


def name_of(group: Group, words: Words) -> str:
    """The name of a group, else those of its first regulars."""
    names = group.regulars[:MOST_NAMES]
    return words.title_of(tables_of(group)) or ", ".join(names) + ("…" if len(group.regulars) > MOST_NAMES else "")


def game_title(word: str) -> str:
    """The name of a game; one typed from paper as it was written."""
    name, _, called = word.partition(" ")
    return next((say(game.book_title(called)) for game in GAMES if game.name == name), word) or say(T("Other games"))


@dataclass(frozen=True, slots=True)
class GroupShown:
    """A group in a list: its address, its name, how many evenings, and the day of the last."""

    href: str
    name: str
    evenings: int
    last: str


def group_views(among: str = "") -> list[GroupShown]:
    """The groups that met more than once or have a name; only those with a person `among` the regulars, if named."""
    words, found = book().words(), all_groups()[0]
    there = [each for each in found if not among or among in each.regulars]
    return [
        GroupShown(url_for("book.page", table=each.id), name_of(each, words), len(each.days), when(each.days[-1]))
        for each in there
        if len(each.days) > 1 or words.title_of(tables_of(each))
    ]


@dataclass(frozen=True)
class Asked:
    """A group, and the part of its evenings asked for: a year or season, a game, a measure.

    `others`: the other groups of the club; `table`: whose group it is.
    """

    group: Group
    others: tuple[Group, ...]
    words: Words
    table: str

    @cached_property
    def all_evenings(self) -> tuple[Evening, ...]:
        return evenings(self.group.sittings)

    @cached_property
    def spans(self) -> tuple[str, ...]:
        return spans(evening.day for evening in self.all_evenings)

    @cached_property
    def span(self) -> str:
        """The year or season, the last year unless another is asked for; empty for ever."""
        asked = request.args.get("span", "")
        last = self.all_evenings[-1].day[:4]
        return "" if asked == EVER else asked if asked in self.spans else last

    @cached_property
    def games(self) -> list[str]:
        """The games of the span, the one played on most evenings first."""
        counts = Counter(evening.game for evening in self.all_evenings if within(evening, self.span, ""))
        return [game for game, _ in counts.most_common()]

    @cached_property
    def game(self) -> str | None:
        """The game, the one played most unless another is asked for; None for all together."""
        asked = request.args.get("game")
        if asked == "all" and len(self.games) > 1:
            return None
        return asked if asked in self.games else self.games[0]

    @cached_property
    def measure(self) -> Measure:
        """What people are ranked by: points, of several games places, unless another is asked for."""
        usual: Measure = "places" if self.game is None else "points"
        return next((word for word in MEASURES if word == request.args.get("by")), usual)

    @cached_property
    def evenings(self) -> tuple[Evening, ...]:
        return tuple(
            each for each in self.all_evenings if within(each, self.span, "") and self.game in (None, each.game)
        )

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Everybody who came, who leads first."""
        return standings(self.evenings, self.measure)

    @cached_property
    def most(self) -> list[str]:
        """Those who came most often, at most as many as a chart can show, who leads first."""
        often = sorted(self.lines, key=lambda line: -line.evenings)[:MOST_LINES]
        return [line.name for line in self.lines if line in often]

    @cached_property
    def name(self) -> str:
        return name_of(self.group, self.words)

    @cached_property
    def tables(self) -> frozenset[str]:
        return tables_of(self.group)

    @cached_property
    def styles(self) -> dict[str, int]:
        """The number of everybody's colour: the one chosen, else the first one free, regulars first."""
        chosen = {name: style.colour for name, style in self.words.styles.items()}
        names = dict.fromkeys([*self.group.regulars, *(n for s in self.group.sittings for n in s.seats)])
        free = [at for at in range(STYLES) if at not in {chosen[name] for name in names if name in chosen}]
        rest = [name for name in names if name not in chosen]
        return {name: chosen[name] for name in names if name in chosen} | {
            name: (free or list(range(STYLES)))[at % len(free or range(STYLES))] for at, name in enumerate(rest)
        }

    def address(self, endpoint: str = "book.page", **changed: str | int) -> str:
        """The address of a page with the same choice, but for what is changed."""
        choice = {"span": self.span or EVER, "game": "all" if self.game is None else self.game, "by": self.measure}
        return url_for(endpoint, table=self.table, **dict[str, Any](choice | changed))


def asked_for(table: str) -> Asked:
    """What a page of the group of a table is asked for; 404 where the table belongs to none."""
    return asked_if_any(table) or abort(404)


def asked_if_any(table: str) -> Asked | None:
    """The same; None where the table belongs to no group. While tables are still to be read a page says so instead."""
    found, left = all_groups()
    if left:
        waiting = make_response(render_template("book/counting.html", left=left))
        waiting.headers["Refresh"] = "1"
        abort(waiting)
    group = group_of(found, table)
    others = tuple(one for one in found if one is not group)
    return Asked(group, others, book().words(), table) if group else None
