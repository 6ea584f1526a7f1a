"""A tournament on paper and as files: the pile of a round, standings, seats, the whole of it, a calendar."""

from __future__ import annotations

from typing import Any

from flask import current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.sheets.tournament import PIECES, PILE, Links, Papers, render
from referee.texts import RefereeError, T
from referee.tournament.papers import as_json, ics, seats_csv, standings_csv
from referee.tournament.standings import standings
from referee.tournaments import export, take_in
from referee.web.director import director, event_view, owned
from referee.web.director_view import EventView
from referee.web.door import outside
from referee.web.page import file, say, tournaments
from referee.web.reader import number
from referee.web.scribe import home
from referee.web.sheets import Hears, handed_out, language, paper
from referee.web.visit import access, table_subject

CALENDAR = 200  # tournaments, the last touched first


@director.get("/<event>/print")
def piles(event: str) -> ResponseReturnValue:
    """What can be printed."""
    view = event_view(event)
    owned(event)
    pieces = [{"word": word, "label": say(text), "pile": word in PILE} for word, text in PIECES.items()]
    rounds = [at.number for at in view.tournament.rounds]
    at = view.shown_round
    context = {"event": view.event, "pieces": pieces, "rounds": rounds, "round": at.number if at else 0}
    return render_template("director/print.html", **context)


@director.get("/<event>/paper.pdf")
def papers(event: str) -> ResponseReturnValue:
    """Pieces of a round as PDF."""
    view = event_view(event)
    owned(event)
    pieces = [piece for piece in request.args.getlist("piece") if piece in PIECES] or list(PILE)
    at, code, size = number(request.args.get("round")) or None, language(), paper()
    links, tournament = _links(view), view.tournament
    order = (f"{event}-{'-'.join(pieces)}-{at or 0}", view.kept.seq, code, size)

    def make(hears: Hears) -> bytes:
        return render(Papers(tournament, lang=code, paper=size, round_=at, links=links), pieces, progress=hears)

    return handed_out(order, make, url_for("director.piles", event=event))


def _links(view: EventView) -> Links:
    """Where the codes on paper lead: to a table's own code, to a player's page."""
    event, t = view.kept.id, view.tournament
    tables = {table for at in t.rounds for table in at.tables}
    codes: dict[int, str] = {}
    for table in tables:
        found = next(iter(access().of(table_subject(event, table)).invitations.values()), None)
        if found is not None:
            codes[table] = outside(url_for("door.arrive", code=access().code(found)))
    players = {p.number: outside(url_for("club.personal", event=event, player=p.number)) for p in t.players}
    return Links(codes, players)


@director.get("/<event>/file/<name>")
def as_file(event: str, name: str) -> ResponseReturnValue:
    """The tournament for other programs, or for another computer."""
    view = event_view(event)
    owned(event)
    t, voice = view.tournament, view.language
    if name == "standings.csv":
        return file("\ufeff" + standings_csv(standings(t), voice), f"{event}-standings.csv", "text/csv")
    if name == "seats.csv":
        return file("\ufeff" + seats_csv(t, voice), f"{event}-seats.csv", "text/csv")
    if name == "tournament.json":
        found: dict[str, Any] = as_json(t, voice)
        return file(current_app.json.dumps(found, ensure_ascii=False), f"{event}.json", "application/json")
    return file(export(tournaments().store, event), f"{event}.tournament", "application/octet-stream")


@director.get("/calendar.ics")
def calendar() -> ResponseReturnValue:
    """Every tournament that has a day, for a calendar."""
    some = tournaments().all()[:CALENDAR]
    evenings = [(s.id, tournaments().get(s.id).tournament.settings, s.last_at) for s in some if s.seq]
    return file(ics(evenings), "tournaments.ics", "text/calendar")


@director.post("/take-in")
def take() -> ResponseReturnValue:
    """A whole tournament out of a file, from another computer: this computer's alone to do."""
    upload = request.files.get("tournament")
    if not g.host:
        return home(say(T("A tournament is taken in on the computer the program runs on.")))
    if upload is None or not upload.filename:
        return home(say(T("Choose a file first.")))
    try:
        event = take_in(tournaments().store, upload.read())
    except RefereeError as error:
        return home(say(T("{file}: {text}", file=upload.filename, text=error.text)))
    return redirect(url_for("director.console", event=event), 303)
