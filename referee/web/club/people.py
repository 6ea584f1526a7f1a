"""The players known here, with their nights; and forgetting one who wishes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.federation import Naming
from referee.club.forget import Prepared, forget, somebody
from referee.club.mentions import NAMES, SEATS, TEXTS, known_of, mentions, spellings
from referee.club.shelf import is_demo, shelf_of
from referee.club.tables import KIND, Kept
from referee.club.tournaments import KIND as TOURNAMENT
from referee.record.facts import Reseated
from referee.store import Stream
from referee.tournament.season import initials
from referee.web.club.forgetting import preparing
from referee.web.kit.request import file, htmx_asks, key, say, tables, when, who
from referee.web.kit.rights import anyone, belongs, on_the_computer
from referee.web.kit.shared import many
from referee.web.kit.visit import visit
from referee.web.past.replay import visible
from referee.web.past.statistics import tallies, tally_view
from referee.words.text import Slip, Text

people = Blueprint("people", __name__)
MOST = 400


def _streams() -> list[Stream]:
    """Every table, tournaments' too, the last touched first; none that was thrown away, by itself or with its
    tournament, or opened to try things out.
    """
    store = tables().store
    thrown = {stream.id for stream in store.streams(TOURNAMENT) if shelf_of(stream) == "bin"}
    streams = [
        stream
        for stream in store.streams(KIND)
        if not is_demo(stream) and shelf_of(stream) != "bin" and stream.meta.get("tournament") not in thrown
    ]
    return sorted(streams, key=lambda stream: stream.last_at, reverse=True)


def _seatings() -> Iterator[tuple[Stream, tuple[str, ...]]]:
    """Every table with the names on its seats as they stand now."""
    moved = tables().store.having(Reseated.word)
    for stream in _streams():
        yield stream, tables().get(stream.id).table.seats if stream.id in moved else tuple(stream.meta["seats"])


@people.get("/people")
@belongs
def everybody() -> ResponseReturnValue:
    """Everybody who ever sat at a table or was entered as a player."""
    found: dict[str, dict[str, Any]] = {}
    for stream, names in _seatings():
        for name in names:
            if name not in found:
                found[name] = {"name": name, "nights": 0, "last": when(stream.last_at)}
            found[name]["nights"] += 1
    for entered in tables().store.people():
        found.setdefault(entered.name, {"name": entered.name, "nights": 0, "last": when(entered.last_seen)})
    return render_template("club/people.html", people=list(found.values()))


@people.get("/privacy")
@anyone
def privacy() -> ResponseReturnValue:
    """What is kept of people, who sees it, for how long, and what they can ask for."""
    return render_template("club/privacy.html")


@people.get("/people/<path:name>/known.json")
@on_the_computer
def known(name: str) -> ResponseReturnValue:
    """All that is known of a person, for them to have."""
    told = known_of(tables().store, name)
    if told is None:
        abort(404)
    return file(json.dumps(told, ensure_ascii=False, indent=1), "known.json", "application/json")


@people.get("/people/<path:name>")
@belongs
def person(name: str, refused: Text | None = None) -> ResponseReturnValue:
    """One player: the tables they sat at, and what they did there, game by game."""
    nights = list(_nights(name))
    if not nights and name not in (entered.name for entered in tables().store.people()):
        abort(404)
    games = []
    for title in dict.fromkeys(say(kept.table.rules.title) for _, kept in nights):
        of_game = [kept for _, kept in nights if say(kept.table.rules.title) == title]
        tally = tallies((kept.table.rules, deal) for kept in of_game for deal in visible(kept)).get(name)
        if tally is not None and tally.deals:
            games.append(tally_view(tally, who().language) | {"game": title})
    context = {
        "name": name,
        "nights": [_night(stream, kept, name) for stream, kept in nights],
        "games": games,
        "may_forget": visit().host,
        "refused": say(refused) if refused else None,
        "naming": _naming(name) if visit().host and many() else None,
    }
    if visit().host:
        context |= _forgets(name)
    return render_template("club/person.html", **context), 422 if refused else 200


def _naming(name: str) -> dict[str, Any]:
    """How a federation names this player: what was said, None for nothing, and the initials."""
    said = Naming(tables().store).said().get(name.casefold())
    return {"full": said, "initials": initials(name)}


@people.post("/people/<path:name>/named")
@on_the_computer
def name_person(name: str) -> ResponseReturnValue:
    """Note how somebody wishes to be named to federations."""
    full = request.form.get("full", "")
    if many() is None or full not in ("yes", "no"):
        abort(404)
    Naming(tables().store).say(name, full == "yes", key())
    return redirect(url_for("people.person", name=name), 303)


def _nights(name: str) -> Iterator[tuple[Stream, Kept]]:
    """The tables somebody sat at."""
    met = [stream for stream, names in _seatings() if name in names][:MOST]
    return ((stream, tables().get(stream.id)) for stream in met)


def _forgets(name: str) -> dict[str, Any]:
    """What forgetting somebody would change: the name that then stands there, at how many tables, and each text; and
    how else the name is written.
    """
    found = list(mentions(tables().store, name))
    texts = list(dict.fromkeys(each.text for each in found if each.key in TEXTS))
    forgets = {
        "stands": somebody(tables().store),
        "tables": len({each.stream for each in found if each.kind == KIND and each.key in SEATS}),
        "others": len({each.stream for each in found if each.kind != KIND and each.key in NAMES}),
        "texts": texts,
    }
    return {"forgets": forgets, "spellings": spellings(tables().store, name, found)}


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
@on_the_computer
def forget_person(name: str) -> ResponseReturnValue:
    """Take a name out of every log, at the wish of who bears it; asked again and again while that is being prepared."""
    if request.form.get("sure") != "yes":
        return redirect(url_for("people.person", name=name), 303)
    also = sorted(each for each in set(request.form.getlist("spelling")) if each.lower() == name.lower())
    try:
        prepared = preparing().prepared(tables().store, name, *also)
        if not isinstance(prepared, Prepared):
            return _forgetting(name, also, prepared)
        forget(tables().store, name, *also, prepared=prepared)
    except Slip as slip:
        return _forgetting(name, also, None, say(slip.text)) if htmx_asks() else person(name, slip.text)
    there = url_for("people.everybody")
    return Response(headers={"HX-Redirect": there}) if htmx_asks() else redirect(there, 303)


def _forgetting(name: str, also: list[str], percent: int | None, refused: str = "") -> str:
    return render_template("club/forgetting.html", name=name, spellings=also, percent=percent, refused=refused)
