"""The players known here, with their nights; and forgetting one who wishes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.events import Reseated
from referee.forget import forget
from referee.store import Stream
from referee.tables import KIND, Kept
from referee.texts import Slip, Text
from referee.web.page import say, tables, when, who
from referee.web.parts import clear
from referee.web.statistics import tallies, tally_view
from referee.web.visit import visit

people = Blueprint("people", __name__)
MOST = 400


def _streams() -> list[Stream]:
    """Every table, tournaments' too, the last touched first."""
    return sorted(tables().store.streams(KIND), key=lambda stream: stream.last_at, reverse=True)


def _seated() -> Iterator[tuple[Stream, tuple[str, ...]]]:
    """Every table with the names on its seats, as they stand since they were put right."""
    moved = tables().store.having(Reseated.word)
    for stream in _streams():
        yield stream, tables().get(stream.id).table.seats if stream.id in moved else tuple(stream.meta["seats"])


@people.get("/people")
def known() -> ResponseReturnValue:
    """Everybody who ever sat at a table or was entered as a player."""
    found: dict[str, dict[str, Any]] = {}
    for stream, names in _seated():
        for name in names:
            person = found.setdefault(name, {"name": name, "nights": 0, "last": when(stream.last_at)})
            person["nights"] += 1
    for entered in tables().store.people():
        found.setdefault(entered.name, {"name": entered.name, "nights": 0, "last": when(entered.last_seen)})
    return render_template("people.html", people=list(found.values()))


@people.get("/people/<path:name>")
def person(name: str, refused: Text | None = None) -> ResponseReturnValue:
    """One player: the tables they sat at, and what they did there, game by game."""
    nights = list(_nights(name))
    if not nights and name not in (entered.name for entered in tables().store.people()):
        abort(404)
    games = []
    for title in dict.fromkeys(say(kept.table.rules.title) for _, kept in nights):
        of_game = [kept for _, kept in nights if say(kept.table.rules.title) == title]
        tally = tallies((kept.table.rules, deal) for kept in of_game for deal in kept.table.deals).get(name)
        if tally is not None and tally.deals:
            games.append(tally_view(tally, who().language) | {"game": title})
    context = {
        "name": name,
        "nights": [_night(stream, kept, name) for stream, kept in nights],
        "games": games,
        "may_forget": visit().host,
        "refused": say(refused) if refused else None,
    }
    return render_template("person.html", **context), 422 if refused else 200


def _nights(name: str) -> Iterator[tuple[Stream, Kept]]:
    """The tables somebody sat at."""
    met = [stream for stream, names in _seated() if name in names][:MOST]
    return ((stream, tables().get(stream.id)) for stream in met)


def _night(stream: Stream, kept: Kept, name: str) -> dict[str, Any]:
    totals = kept.table.standing.totals
    total = totals[kept.table.seats.index(name)]
    return {
        "id": stream.id,
        "title": kept.name,
        "game": say(kept.table.rules.title),
        "when": when(stream.last_at),
        "deals": len(kept.table.deals),
        "total": total,
        "place": 1 + sum(other > total for other in totals),
        "of": len(totals),
    }


@people.post("/people/<path:name>")
def forgotten(name: str) -> ResponseReturnValue:
    """Take a name out of every log, at the wish of who bears it; only on the machine that keeps them."""
    if not visit().host:
        abort(403)
    if request.form.get("sure") != "yes":
        return redirect(url_for("people.person", name=name), 303)
    try:
        forget(tables().store, name)
    except Slip as slip:
        return person(name, slip.text)
    for kept in current_app.extensions.values():
        if hasattr(kept, "reread"):
            kept.reread()
    clear()
    return redirect(url_for("people.known"), 303)
