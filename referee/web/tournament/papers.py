"""A tournament on paper and as files."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from flask import abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.tables import UNREADABLE
from referee.club.transfer import export, take_in
from referee.sheets.site import site_zip
from referee.sheets.small import SMALL, SmallPapers
from referee.sheets.tournament import PILE, Links, render
from referee.tournament.document import document
from referee.tournament.exports import ics, seats_csv, standings_csv
from referee.tournament.standings import standings, team_standings
from referee.typeset.signs import without_glyph
from referee.web.club.sheets import Hears, hand_out, language, paper
from referee.web.home import page as home_page
from referee.web.kit.codes import outside
from referee.web.kit.request import file, number, say, tournaments
from referee.web.kit.rights import belongs, decides, directs
from referee.web.kit.visit import access, table_subject
from referee.web.tournament.console import director
from referee.web.tournament.view import EventView, whole_view
from referee.words.text import RefereeError, T

CALENDAR = 200  # tournaments, last touched first


MOMENTS = (
    (T("Before the round"), ("names", "tables", "sheets", "slips", "personal")),
    (T("After the round"), ("standings", "categories", "rulings")),
    (T("At the end of the evening"), ("prizes", "diplomas", "money", "receipts")),
)
"""When which piece is printed."""
OTHERS = ("cards", "lots", "posters", "l7160", "l7159", "l7163")
"""The pieces that few evenings need."""
BEFORE, AFTER = ("names", "sheets"), ("standings",)
"""The pieces that are ticked at first: while a round waits for its results, and once it has them."""


@director.get("/<id:event>/print")
@directs
def piles(event: str) -> ResponseReturnValue:
    """The list of what can be printed."""
    view = whole_view(event)
    at = view.shown_round
    wanted = () if at is None else AFTER if at.complete else BEFORE
    none = () if view.tournament.value.money.ranked else ("categories",)

    def ticks(words: Iterable[str]) -> list[tuple[str, str, bool]]:
        return [(word, say(SMALL[word]), word in wanted) for word in words if word not in none]

    return render_template(
        "tournament/console/print.html",
        event=view.event,
        boxes=_boxes(view),
        pieces=[(say(when), ticks(words)) for when, words in MOMENTS],
        others=ticks(OTHERS),
        rounds=[each.number for each in view.tournament.rounds],
        round=at.number if at else 0,
        teams=view.tournament.settings.team > 1,
    )


def _boxes(view: EventView) -> list[tuple[str, str]]:
    """The texts with signs that no font of this computer has, each with these signs."""
    settings = view.tournament.settings
    entrants = [player.entrant for player in view.tournament.players]
    texts = [settings.title, settings.place, *(text for one in entrants for text in (one.name, one.club, one.team))]
    lost = without_glyph("".join(texts))
    found = ((text, "".join(sign for sign in lost if sign in text)) for text in dict.fromkeys(texts))
    return [(text, signs) for text, signs in found if signs]


@director.get("/<id:event>/paper.pdf")
@directs
def papers(event: str) -> ResponseReturnValue:
    """The papers of a round as PDF."""
    view = whole_view(event)
    pieces = [piece for piece in request.args.getlist("piece") if piece in SMALL] or list(PILE)
    at, code, size = number(request.args.get("round")) or None, language(), paper()
    links, tournament = _links(view), view.tournament
    order = (f"{event}-{'-'.join(pieces)}-{at or 0}", view.kept.seq, code, size)

    def make(hears: Hears) -> bytes:
        return render(SmallPapers(tournament, lang=code, paper=size, round_=at, links=links), pieces, progress=hears)

    def pages() -> list[str]:
        papers = SmallPapers(tournament, lang=code, paper=size, round_=at, links=links)
        return [document for piece in pieces for document in papers.documents(piece)]

    return hand_out(order, make, url_for("director.piles", event=event), pages)


def _links(view: EventView) -> Links:
    """The targets of the codes on paper: a table's own code, a player's page."""
    event, t, host = view.kept.id, view.tournament, outside("")
    tables = {table for at in t.rounds for table in at.tables}
    codes: dict[int, str] = {}
    for table in tables:
        invitation = next(iter(access().of(table_subject(event, table)).invitations.values()), None)
        if invitation is not None:
            codes[table] = host + url_for("devices.arrive", code=access().code(invitation))
    players = {p.number: host + url_for("club.personal", event=event, player=p.number) for p in t.players}
    return Links(codes, players, host + url_for("club.public", event=event))


@director.get("/<id:event>/file/<name>")
@directs
def as_file(event: str, name: str) -> ResponseReturnValue:
    """The tournament as a file for other programs, or for another computer."""
    view = whole_view(event)
    t, voice = view.tournament, view.language
    if name == "standings.csv":
        return file("\ufeff" + standings_csv(standings(t), voice, voice.comma), f"{event}-standings.csv", "text/csv")
    if name == "teams.csv" and t.settings.team > 1:
        return file("\ufeff" + standings_csv(team_standings(t), voice, voice.comma), f"{event}-teams.csv", "text/csv")
    if name == "seats.csv":
        return file("\ufeff" + seats_csv(t, voice, voice.comma), f"{event}-seats.csv", "text/csv")
    if name == "site.zip":
        return file(site_zip(t, voice.code), f"{event}-site.zip", "application/zip")
    if name == "document.json":
        return file(
            current_app.json.dumps(document(t), ensure_ascii=False), f"{event}-document.json", "application/json"
        )
    if name not in ("whole", "all"):  # all venues of it
        abort(404)
    return file(export(tournaments().store, event), f"{event}.tournament", "application/octet-stream")


@director.get("/calendar.ics")
@belongs
def calendar() -> ResponseReturnValue:
    """Every tournament with a day, for a calendar."""
    evenings = []
    for stream in tournaments().all()[:CALENDAR]:
        with suppress(*UNREADABLE):
            evenings.append((stream.id, tournaments().get(stream.id).tournament.settings, stream.last_at))
    return file(ics(evenings), "tournaments.ics", "text/calendar")


@director.post("/take-in")
@decides("this computer")
def take() -> ResponseReturnValue:
    """Import a whole tournament from another computer's file."""
    upload = request.files.get("tournament")
    if not g.host:
        return home_page(say(T("A tournament is taken in on the computer the program runs on.")))
    if upload is None or not upload.filename:
        return home_page(say(T("Choose a file first.")))
    try:
        event = take_in(tournaments().store, upload.read())
    except RefereeError as error:
        return home_page(say(T("{file}: {text}", file=upload.filename, text=error.text)))
    return redirect(url_for("director.console", event=event), 303)
