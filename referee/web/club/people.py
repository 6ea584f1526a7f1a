"""The players known here and their nights; forgetting one who wishes it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.forget import Prepared, forget
from referee.club.shelf import is_demo, shelf_of
from referee.club.summaries import Summaries, Summary
from referee.club.tables import KIND, day_of
from referee.club.tournaments import KIND as TOURNAMENT
from referee.games import GAMES
from referee.store import Stream
from referee.table.tally import Tally
from referee.web.book.asked import group_views
from referee.web.club.forgetting import Change, preparing
from referee.web.club.idle import Idle
from referee.web.kit.beside import StillGoing
from referee.web.kit.request import file, htmx_asks, say, tables, when, who
from referee.web.kit.rights import anyone, belongs, on_the_computer
from referee.web.kit.shared import shared
from referee.web.kit.visit import ITSELF, visit
from referee.web.past.statistics import tally_view
from referee.words.letters import plain
from referee.words.text import Slip, Text

people = Blueprint("people", __name__)
MOST_SHOWN = 60
"""How many tables a page shows until all are asked for, last touched first."""


@dataclass(frozen=True, slots=True)
class PersonShown:
    """A player known here: how many tables they sat at, and when they were here last."""

    name: str
    nights: int
    day: str

    @property
    def last(self) -> str:
        """The day of the last time, as the reader writes it."""
        return when(self.day)


@dataclass(frozen=True, slots=True)
class Night:
    """A player's evening at a table: the deals and the total so far, and their place of how many."""

    id: str
    title: str
    game: str
    when: str
    deals: int
    total: int
    place: int
    of: int


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
    return render_template("club/people.html", people=known_people(), groups=group_views())


def known_people() -> list[PersonShown]:
    """Everybody who ever sat at a table or was entered as a player."""
    streams = _streams()
    nights, last = Counter[str](), dict[str, str]()
    for stream, names in zip(streams, summaries().seats(streams), strict=True):
        for name in names:
            nights[name] += 1
            last.setdefault(name, day_of(stream))
    for entry in tables().store.people():
        last.setdefault(entry.name, entry.last_seen)
    return [PersonShown(name, nights[name], day) for name, day in last.items()]


@people.get("/privacy")
@anyone
def privacy() -> ResponseReturnValue:
    """What is kept about people, who sees it, for how long, and what they may ask for."""
    return render_template("club/privacy.html")


@people.get("/people/<path:name>/known.json")
@on_the_computer
def personal_file(name: str) -> ResponseReturnValue:
    """All that is known about a person, as a file for them."""
    known = preparing().known(tables().store, name)
    if isinstance(known, int):
        raise StillGoing
    if known is None:
        abort(404)
    return file(json.dumps(known, ensure_ascii=False, indent=1), "known.json", "application/json")


@dataclass(frozen=True, slots=True)
class Sat:
    """The tables at which a player sat, last touched first, each with its summary; `left` are still to be folded."""

    name: str
    streams: Sequence[Stream]
    summary_of: Mapping[str, Summary]
    left: int


def tables_of(name: str) -> Sat:
    """The tables of a player; 404 where nobody knows the name. Those left are folded beside the requests."""
    streams = _streams()
    summary_of, left = summaries().of(streams, name)
    there = [stream for stream in streams if stream.id in summary_of]
    if left:
        cast(Idle, shared("idle")).note(summaries(), hurry=True)
    elif not there and name not in _entries():
        abort(404)
    return Sat(name, there, summary_of, left)


@people.get("/people/<path:name>")
@belongs
def person(name: str, refused: Text | None = None) -> ResponseReturnValue:
    """One player: their tables, and what they did there, game by game."""
    sat = tables_of(name)
    shown = sat.streams if request.args.get("all") else sat.streams[:MOST_SHOWN]
    answer = render_template(
        "club/person.html",
        name=name,
        nights=[_night(stream, sat.summary_of[stream.id], name) for stream in shown],
        count=len(sat.streams),
        left=sat.left,
        games=[tally_view(name, tally, who().language, game=_game(game)) for game, tally in tallies_of(sat)],
        groups=group_views(name),
        may_forget=visit().host,
        refused=say(refused) if refused else None,
    )
    return answer, 422 if refused else 200


def tallies_of(sat: Sat) -> Iterator[tuple[str, Tally]]:
    """What a player did, game by game, as far as this device may look back."""
    host = visit().host
    for game in dict.fromkeys(stream.meta["game"] for stream in sat.streams):
        tally = Tally()
        for stream in reversed(sat.streams):
            if stream.meta["game"] != game:
                continue
            here = ITSELF if host else visit(stream.id)
            if here.sees_table:
                summary = sat.summary_of[stream.id]
                for part in (summary.over, summary.open if here.sees_past else {}):
                    tally.join(part.get(sat.name, Tally()))
        if tally.deals:
            yield game, tally


def _game(word: str) -> str:
    return next((say(game.title) for game in GAMES if game.name == word), "")


def _entries() -> set[str]:
    """The names entered as players."""
    return {entry.name for entry in tables().store.people()}


def _night(stream: Stream, summary: Summary, name: str) -> Night:
    return Night(
        id=stream.id,
        title=stream.label.get("title", "") or ", ".join(summary.seats),
        game=_game(stream.meta["game"]),
        when=when(day_of(stream)),
        deals=summary.deals,
        total=summary.total(name),
        place=summary.place(name),
        of=len(summary.totals),
    )


@people.get("/people/<path:name>/forget")
@on_the_computer
def before_forgetting(name: str) -> str:
    """What forgetting somebody would change; the page asks again while the logs are searched."""
    change = preparing().change(tables().store, name)
    if not isinstance(change, Change):
        return render_template("club/looking.html", name=name, percent=change)
    if not (change.tables or change.others or change.texts) and name not in _entries():
        abort(404)
    return render_template("club/forget.html", name=name, forgets=change)


@people.post("/people/<path:name>")
@on_the_computer
def forget_person(name: str) -> ResponseReturnValue:
    """Take a name out of every log, at its bearer's wish; the page asks again while that is prepared."""
    if request.form.get("sure") != "yes":
        return redirect(url_for("people.before_forgetting", name=name), 303)
    also = sorted(each for each in set(request.form.getlist("spelling")) if plain(each) == plain(name))
    try:
        prepared = preparing().prepare(tables().store, name, *also)
        if not isinstance(prepared, Prepared):
            return _forgetting(name, also, prepared)
        forget(tables().store, name, *also, prepared=prepared)
    except Slip as slip:
        return _forgetting(name, also, None, say(slip.text)) if htmx_asks() else person(name, slip.text)
    there = url_for("people.everybody")
    return Response(headers={"HX-Redirect": there}) if htmx_asks() else redirect(there, 303)


def _forgetting(name: str, also: list[str], percent: int | None, refused: str = "") -> str:
    return render_template("club/forgetting.html", name=name, spellings=also, percent=percent, refused=refused)
