"""An evening of a group: who won, the race deal by deal, the money; and its picture and text to share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.book.figures import race
from referee.book.sittings import Evening
from referee.tournament.people import initials
from referee.web.book.asked import Asked, asked_if_any, game_title, pages
from referee.web.book.files import play_link
from referee.web.book.money import money_view
from referee.web.book.view import day_text
from referee.web.kit.rights import belongs
from referee.words.chart import Chart, Frame, chart
from referee.words.numbers import gain

PICTURE = Frame(380, 200, left=38, right=104, scale=1.35, letters=9, most_steps=6)
LINE = 24.0
"""The height of a line of the picture, in its units."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A person’s place on an evening."""

    place: int
    name: str
    points: str
    style: int


@dataclass(frozen=True, slots=True)
class Picture:
    """An evening to share: heads, places, the race where it was told deal by deal; and the same as text."""

    title: str
    under: str
    places: tuple[Placed, ...]
    chart: Chart | None
    names: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    text: str

    @property
    def height(self) -> float:
        """The height of the picture."""
        return 70 + LINE * len(self.places) + (self.chart.height + 10 if self.chart else 0)


def evening_of(asked: Asked) -> Evening:
    """The evening asked for by its day and game, else that of the table."""
    day, game = request.args.get("day"), request.args.get("game")
    mine = (each for each in asked.all_evenings if any(sitting.id == asked.table for sitting in each.sittings))
    there = (each for each in asked.all_evenings if (each.day, each.game) == (day, game))
    return next(mine if day is None else there, None) or abort(404)


def picture(asked: Asked, evening: Evening) -> Picture:
    """An evening as a picture, with names as the group wants them."""
    called = _called(asked)
    places = tuple(
        Placed(evening.place(name), called(name), gain(points), asked.styles[name])
        for name, points in evening.won.items()
    )
    names, rows = race(evening)
    short = tuple(map(called, names))
    drawn = None
    if len(rows) > 2:
        drawn = chart(short, rows, [""] * len(names), PICTURE, styles=[asked.styles[name] for name in names])
    title, under = game_title(evening.game), day_text(evening.day, "long")
    told = [f"{one.place}. {one.name} {one.points}" for one in places]
    name = asked.words.title_of(asked.tables)
    heads = (name, f"{title} · {under}") if name else (title, under)
    return Picture(*heads, places, drawn, short, tuple(rows), "\n".join([" · ".join(heads), *told]))


def _called(asked: Asked) -> Callable[[str], str]:
    """How people are called in what is shared."""
    if not asked.words.initials_of(asked.tables):
        return str
    letters = {name: style.letters for name, style in asked.words.styles.items() if style.letters}
    return lambda name: letters.get(name) or initials(name)


@pages.get("/<id:table>/evening")
@belongs
def evening(table: str) -> ResponseReturnValue:
    """An evening, ready to share. A table of no group, such as a tournament's, has its statistics alone."""
    asked = asked_if_any(table)
    if asked is None:
        return redirect(url_for("past.statistics", table=table), 303)
    shown = evening_of(asked)
    tables = [(sitting.id, ", ".join(sitting.seats)) for sitting in shown.sittings if sitting.deals]
    return render_template(
        "book/evening.html",
        asked=asked,
        picture=picture(asked, shown),
        line=LINE,
        money=money_view(asked, [shown]),
        tables=tables,
        deals=sum(1 for _ in shown.deals),
        link=play_link(shown, game_title(shown.game), _called(asked)),
    )
