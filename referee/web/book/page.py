"""The page of a group: who leads, the curve, evenings, head to head."""

from __future__ import annotations

from flask import abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from referee.book.figures import MEASURES
from referee.tournament.ratings import RatingsMissing
from referee.web.book import view
from referee.web.book.asked import EVER, Asked, asked_for, book, game_title, pages
from referee.web.book.forms import FORMS, Saying, forms
from referee.web.book.money import money_view
from referee.web.kit.request import key, say
from referee.web.kit.rights import belongs, opens
from referee.web.kit.visit import visit
from referee.words.text import Slip, T

MOST_EVENINGS = 12
"""How many evenings the page lists until all are asked for."""


@pages.get("/<id:table>")
@belongs
def page(table: str) -> ResponseReturnValue:
    """The group that a table belongs to."""
    return _shown(asked_for(table))


@pages.get("/<id:table>/ratings")
@belongs
def ratings(table: str) -> ResponseReturnValue:
    """The ratings of a group, evening by evening. They take a while, so that they have a page of their own."""
    asked, missing, curve = asked_for(table), "", None
    try:
        curve = view.rating_view(asked)
    except RatingsMissing as error:
        missing = say(error.text)
    return render_template("book/ratings.html", asked=asked, curve=curve, missing=missing)


@pages.post("/<id:table>/<word>")
@opens
def say_of(table: str, word: str) -> ResponseReturnValue:
    """Say something of a group."""
    asked = asked_for(table)
    form = (FORMS.get(word) or abort(404))(asked, sent=True)
    try:
        form.check()
        book().say(form.facts(asked), f"{word} {table} {key()}", visit().device)
    except Slip as slip:
        form.refuse(slip, slip.text)
        return _shown(asked, form), 422
    return redirect(asked.address(), 303)


def _shown(asked: Asked, refused: Saying | None = None) -> str:
    """The page of a group, with the forms that say something of it, one of them as it was refused."""
    most = 0 if request.args.get("all") else MOST_EVENINGS
    return render_template(
        "book/group.html",
        asked=asked,
        spans=[*((span, span) for span in asked.spans), (EVER, say(T("ever")))],
        games=_games(asked),
        measures=[(word, say(view.MEASURE_NAMES[word])) for word in MEASURES],
        standing=view.standing_view(asked),
        curve=view.curve_view(asked),
        evenings=list(view.evening_views(asked, most)),
        count=len(asked.evenings),
        duels=view.duel_views(asked),
        pairs=view.pair_views(asked),
        aims=view.aim_views(asked),
        runs=view.run_views(asked),
        best=list(view.best_views(asked)),
        money=money_view(asked, asked.evenings),
        forms=forms(asked, refused) if visit().opens else [],
        refused=refused,
    )


def _games(asked: Asked) -> list[tuple[str, str]]:
    games = [(game, game_title(game)) for game in asked.games]
    return games if len(games) == 1 else [*games, ("all", say(T("all games")))]
