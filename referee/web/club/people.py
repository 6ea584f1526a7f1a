"""The players known here and their nights; forgetting one who wishes it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.forget import Prepared, forget
from referee.club.mentions import person_as_json
from referee.club.shelf import is_demo, shelf_of
from referee.club.summaries import Summaries, Summary
from referee.club.tables import KIND, day_of
from referee.club.tournaments import KIND as TOURNAMENT
from referee.games import GAMES
from referee.store import Stream
from referee.table.tally import Tally
from referee.web.club.forgetting import Change, preparing
from referee.web.club.idle import Idle
from referee.web.kit.request import file, htmx_asks, say, tables, when, who
from referee.web.kit.rights import anyone, belongs, on_the_computer
from referee.web.kit.shared import shared
from referee.web.kit.visit import ITSELF, visit
from referee.web.past.statistics import Figures, tally_view
from referee.words.text import Slip, Text

people = Blueprint("people", __name__)
MOST_SHOWN = 60
"""How many tables a page shows until all are asked for, last touched first."""


def summaries() -> Summaries:
    return cast(Summaries, shared("summaries"))


def _streams() -> list[Stream]:
    """All tables, tournaments' too, last touched first.

    Without demos, and without tables thrown away, alone or with their tournament.
    """
    store = tables().store
    thrown = {stream.id for stream in store.streams(TOURNAMENT) if shelf_of(stream) == "bin"}
    streams = [
        stream
        for stream in store.streams(KIND)
        if not is_demo(stream) and shelf_of(stream) != "bin" and stream.meta.get("tournament") not in thrown
    ]
    return sorted(streams, key=day_of, reverse=True)


@people.get("/people")
@belongs
def everybody() -> ResponseReturnValue:
    """Everybody who ever sat at a table or was entered as a player."""
    found: dict[str, dict[str, Any]] = {}
    streams = _streams()
    for stream, names in zip(streams, summaries().seats(streams), strict=True):
        for name in names:
            if name not in found:
                found[name] = {"name": name, "nights": 0, "last": when(day_of(stream))}
            found[name]["nights"] += 1
    for entered in tables().store.people():
        found.setdefault(entered.name, {"name": entered.name, "nights": 0, "last": when(entered.last_seen)})
    return render_template("club/people.html", people=list(found.values()))


@people.get("/privacy")
@anyone
def privacy() -> ResponseReturnValue:
    """What is kept about people, who sees it, for how long, and what they may ask for."""
    return render_template("club/privacy.html")


@people.get("/people/<path:name>/known.json")
@on_the_computer
def known(name: str) -> ResponseReturnValue:
    """All that is known about a person, as a file for them."""
    told = person_as_json(tables().store, name)
    if told is None:
        abort(404)
    return file(json.dumps(told, ensure_ascii=False, indent=1), "known.json", "application/json")


@people.get("/people/<path:name>")
@belongs
def person(name: str, refused: Text | None = None) -> ResponseReturnValue:
    """One player: their tables, and what they did there, game by game."""
    streams = _streams()
    found, left = summaries().of(streams, name)
    nights = [stream for stream in streams if stream.id in found]
    if left:
        cast(Idle, shared("idle")).note(summaries(), hurry=True)
    elif not nights and name not in _entered():
        abort(404)
    shown = nights if request.args.get("all") else nights[:MOST_SHOWN]
    context = {
        "name": name,
        "nights": [_night(stream, found[stream.id], name) for stream in shown],
        "count": len(nights),
        "left": left,
        "games": list(_games(nights, found, name)),
        "may_forget": visit().host,
        "refused": say(refused) if refused else None,
    }
    return render_template("club/person.html", **context), 422 if refused else 200


def _games(nights: Sequence[Stream], found: Mapping[str, Summary], name: str) -> Iterator[Figures]:
    """What a player did, game by game, as far as this device may look back."""
    host = visit().host
    for game in dict.fromkeys(stream.meta["game"] for stream in nights):
        tally = Tally()
        for stream in reversed(nights):
            if stream.meta["game"] != game:
                continue
            here = ITSELF if host else visit(stream.id)
            if here.sees_table:
                for part in (found[stream.id].over, found[stream.id].open if here.sees_past else {}):
                    tally.join(part.get(name, Tally()))
        if tally.deals:
            yield tally_view(name, tally, who().language, game=_game(game))


def _game(word: str) -> str:
    return next((say(game.title) for game in GAMES if game.name == word), "")


def _entered() -> set[str]:
    return {entered.name for entered in tables().store.people()}


def _night(stream: Stream, summary: Summary, name: str) -> dict[str, Any]:
    return {
        "id": stream.id,
        "title": stream.label.get("title", "") or ", ".join(summary.seats),
        "game": _game(stream.meta["game"]),
        "when": when(day_of(stream)),
        "deals": summary.deals,
        "total": summary.total(name),
        "place": summary.place(name),
        "of": len(summary.totals),
    }


@people.get("/people/<path:name>/forget")
@on_the_computer
def before_forgetting(name: str) -> str:
    """What forgetting somebody would change; the page asks again while the logs are searched."""
    found = preparing().change(tables().store, name)
    if not isinstance(found, Change):
        return render_template("club/looking.html", name=name, percent=found)
    if not (found.tables or found.others or found.texts) and name not in _entered():
        abort(404)
    return render_template("club/forget.html", name=name, forgets=found)


@people.post("/people/<path:name>")
@on_the_computer
def forget_person(name: str) -> ResponseReturnValue:
    """Take a name out of every log, at its bearer's wish; the page asks again while that is prepared."""
    if request.form.get("sure") != "yes":
        return redirect(url_for("people.before_forgetting", name=name), 303)
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
