"""The home page: tables, records, the first evening, language and looks."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

from babel.dates import format_date
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.shelf import SHELVES, Shelf, is_demo, make_demo, put, shelf_of
from referee.club.tables import UNREADABLE, day_of
from referee.club.tournaments import KIND as TOURNAMENT
from referee.games import GAMES
from referee.paths import DEMOS
from referee.store import Stream
from referee.table.table import Table
from referee.tournament.tournament import Tournament
from referee.web.club.laws import LONGEST_QUERY, plain
from referee.web.kit.limits import TABLES, limit
from referee.web.kit.reader import COOKIE_AGE, LOOKS, safe_next
from referee.web.kit.request import evening, file, say, tables, tournaments, when, who
from referee.web.kit.rights import anyone, belongs, directs, opens, owns
from referee.web.kit.visit import open_own, visit
from referee.web.table.between import levels
from referee.web.table.drawn import STATES
from referee.words.text import Slip, T, Text, with_line

EVENTS, MOST_EVENTS = 20, 400
"""How many tournaments are shown at first, and how many when searched for or put away."""
home = Blueprint("home", __name__)

MOST_SHOWN, MOST_GROUPS = 60, 3
"""The tables on a page, last touched first; the groups offered to play again."""
BROKEN = T("cannot be read: throw it away, or restore a backup")
AT_ONCE = 500
"""How many entries are folded for one page; more would take too long. Other tables load as they scroll into view."""


@home.get("/")
@anyone
def page(refused: str | None = None) -> ResponseReturnValue:
    """The tables, evening by evening, last touched first; or those searched for, archived or thrown away."""
    query, wanted = request.args.get("q", "").strip()[:LONGEST_QUERY], _shelf(request.args.get("shelf"))
    shown, room = [], AT_ONCE
    for stream in _streams(wanted, query):
        room -= tables().behind(stream)
        shown.append(_tile(stream) if room >= 0 else _unfolded(stream))
    found: dict[str, Any] = {"tables": shown, "events": _events(wanted, query), "query": query, "shelf": wanted}
    again = [] if wanted else _again(shown)
    found["away"] = any(shelf_of(stream) for stream in (*tables().all(), *tables().store.streams(TOURNAMENT)))
    beside = {"refused": refused, "demos": demos(), "thrown": _thrown(), "again": again}
    return render_template("home.html", **found, **beside), 422 if refused else 200


@home.get("/tile/<id:table>")
@belongs
def tile(table: str) -> ResponseReturnValue:
    """A table of the home page that was not folded with it."""
    stream = next((stream for stream in tables().all() if stream.id == table), None)
    if stream is None:
        abort(404)
    return render_template("_tile.html", t=_tile(stream), shelf=shelf_of(stream))


def _tile(stream: Stream) -> dict[str, Any]:
    """A table for its tile; one whose log cannot be read says so."""
    try:
        return _unfolded(stream) | _folded(stream)
    except UNREADABLE:
        return _unfolded(stream) | {"later": False, "label": say(BROKEN)}


def _folded(stream: Stream) -> dict[str, Any]:
    """What is known of a table once its log is read."""
    kept = tables().get(stream.id)
    table, standing = kept.table, kept.table.standing
    label = standing.due.label
    if table.current is not None:  # the contract may name who plays what
        label = table.rules.label(table.current.deal) if visit(stream.id).sees_table else STATES["open"]
    return {
        "title": kept.name,
        "label": say(label),
        "finished": standing.finished,
        "seats": _sides(table),
        "later": False,
    }


def _sides(table: Table) -> list[dict[str, Any]]:
    """What each has come to, and whether they lead: the sides where a match is a climb, else the seats."""
    seats = zip(table.seats, table.standing.totals, strict=True)
    climbs = levels(table, len(table.ended), who().language)
    found: list[tuple[str, str | int, int]] = [(one.name, one.level, one.place) for one in climbs]
    found = found or [(name, total, total) for name, total in seats]
    best = max(place for *_, place in found) if any(place for *_, place in found) else None
    return [{"name": name, "total": total, "lead": place == best} for name, total, place in found]


def _unfolded(stream: Stream) -> dict[str, Any]:
    """What is known of a table before its log is read."""
    seats = stream.meta["seats"]
    return {
        "id": stream.id,
        "later": True,
        "title": stream.label.get("title", "") or ", ".join(seats),
        "game": next((say(game.title) for game in GAMES if game.name == stream.meta["game"]), ""),
        "label": "",
        "finished": False,
        "when": when(day_of(stream)),
        "evening": evening(day_of(stream)),
        "owns": visit(stream.id).owns,
        "seats": [{"name": name, "total": None, "lead": False} for name in seats],
    }


def _streams(shelf: Shelf, query: str) -> list[Stream]:
    """The tables on a shelf whose names, title or game contain every word searched for."""
    words, found = plain(query).split(), []
    for stream in tables().all():
        if shelf_of(stream) != shelf or is_demo(stream):
            continue
        game = next((say(game.title) for game in GAMES if game.name == stream.meta["game"]), "")
        text = plain(" ".join((stream.label.get("title", ""), game, *stream.meta["seats"])))
        if all(word in text for word in words):
            found.append(stream)
    return found[:MOST_SHOWN]


def _events(shelf: Shelf, query: str) -> list[dict[str, Any]]:
    """The tournaments on a shelf, last touched first.

    Searched, those whose title, game, place, season or day contain every word.
    """
    words, found = plain(query).split(), list[dict[str, Any]]()
    most = MOST_EVENTS if words or shelf or request.args.get("all") else EVENTS
    streams = (one for one in tables().store.streams(TOURNAMENT) if one.seq and shelf_of(one) == shelf)
    for stream in sorted(streams, key=lambda stream: stream.last_at, reverse=True):
        if len(found) == most:
            return [*found, {"more": True}]
        event, text = _event(stream)
        if all(word in plain(text) for word in words):
            found.append(event)
    return found


def _event(stream: Stream) -> tuple[dict[str, Any], str]:
    """A tournament for its tile, and the text in which words are searched; one that cannot be read says so."""
    known = {"id": stream.id, "when": when(stream.last_at), "owns": visit(stream.id).owns}
    try:
        tournament = tournaments().together(stream.id).tournament
        settings = tournament.settings
        game = say(next(game.title for game in GAMES if game.name == settings.game))
        day = date.fromisoformat(settings.day[:10]) if settings.day else None
    except UNREADABLE:
        title = stream.label.get("title", "")
        return known | {"title": title, "game": "", "day": "", "finished": False, "state": say(BROKEN)}, title
    known |= {"title": settings.title, "game": game, "state": say(_stands(tournament))}
    known |= {"finished": tournament.value.finished}
    known |= {"day": str(format_date(day, "long", locale=who().language.code)) if day else ""}
    return known, " ".join((settings.title, game, settings.place, settings.day, settings.season))


def _stands(tournament: Tournament) -> Text:
    """How far a tournament is."""
    if tournament.value.finished:
        return T("finished")
    at = tournament.current
    if at is None:
        return T("not begun")
    return T("Round {number} of {of}", number=at.number, of=tournament.settings.rounds)


def _shelf(word: str | None) -> Shelf:
    return next((shelf for shelf in SHELVES if shelf == word), "")


def _thrown() -> dict[str, str] | None:
    """The table or tournament just thrown away or archived, to take it back."""
    wanted = request.args.get("put", "")
    if not wanted:
        return None
    store = tables().store
    for stream in (*tables().all(), *store.streams(TOURNAMENT)):
        if stream.id == wanted and shelf_of(stream):
            if stream.kind == TOURNAMENT:
                title, back = stream.label.get("title", ""), url_for("home.put_event_away", event=wanted)
            else:
                title, back = _tile(stream)["title"], url_for("home.put_away", table=wanted)
            return {"back": back, "title": title, "shelf": shelf_of(stream)}
    return None


def _again(shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The last groups that played, each with a tap for a table of the same game and laws."""
    groups: dict[tuple[str, ...], dict[str, Any]] = {}
    for table in shown:
        names = tuple(seat["name"] for seat in table["seats"])
        groups.setdefault((table["game"], *sorted(names)), {"id": table["id"], "names": names, "game": table["game"]})
    return list(groups.values())[:MOST_GROUPS]


@home.post("/t/<id:table>/shelf")
@owns
def put_away(table: str) -> ResponseReturnValue:
    """Put a table into the archive, throw it away, or take it back."""
    return _put(table)


@home.post("/tournament/<id:event>/shelf")
@directs
def put_event_away(event: str) -> ResponseReturnValue:
    """Put a tournament into the archive, throw it away with its tables, or take it back."""
    return _put(event)


def _put(stream: str) -> ResponseReturnValue:
    shelf = _shelf(request.form.get("shelf"))
    put(tables().store, stream, shelf)
    return redirect(url_for("home.page", put=stream if shelf else None), 303)


@home.get("/health")
@anyone
def health() -> ResponseReturnValue:
    """For monitoring: 200 where the program answers and reads its database, else 503."""
    tables().store.kinds()
    return file("ok\n", "health.txt", "text/plain")


@home.post("/import")
@opens
def import_record() -> ResponseReturnValue:
    """Import a record as a new table."""
    limit("table", TABLES)
    upload = request.files.get("record")
    if upload is None or not upload.filename:
        return page(say(T("Choose a file first.")))
    try:
        title = upload.filename.rsplit(".", 1)[0][:60]
        data = upload.read()
        table_id = open_own("table", lambda mark: tables().take_in(data, title, mark))
    except Slip as slip:
        return page(say(T("{file}: {text}", file=upload.filename, text=with_line(slip))))
    return redirect(url_for("table.page", table=table_id), 303)


@home.get("/first-evening")
@anyone
def first_evening() -> ResponseReturnValue:
    """What to do on the first evening, in pictures."""
    face = who().language.face
    cards = {code: face(code) for code in ("H5", "T4", "H9", "H7", "SK", "S1", "DQ", "C10", "?")}
    return render_template("first_evening.html", cards=cards, demos=demos())


@home.get("/directors-guide")
@anyone
def guide() -> ResponseReturnValue:
    """An evening from the director's chair, in pictures."""
    return render_template("guide.html")


def demos() -> list[dict[str, Any]]:
    """The games with a table to try."""
    return [
        {"code": game.name, "name": say(game.title), "cards": [who().language.face(card) for card in game.picture]}
        for game in GAMES
        if (DEMOS / f"{game.name}.deal").exists()
    ]


@home.post("/try/<name>")
@opens
def try_out(name: str) -> ResponseReturnValue:
    """Open a table to try things out, in the middle of an evening with a foul just proved."""
    limit("table", TABLES)
    game = next((game for game in GAMES if game.name == name), None)
    file = DEMOS / f"{name}.deal"
    if game is None or not file.exists():
        abort(404)
    table = open_own("table", partial(_demo, file.read_bytes()))
    return redirect(url_for("table.page", table=table), 303)


def _demo(data: bytes, mark: str) -> str:
    table = tables().take_in(data, "", mark, demo=True)
    make_demo(tables().store, table)
    return table


# --- language and looks ----------------------------------------------------------------------------------------


@home.get("/language")
@anyone
def language() -> ResponseReturnValue:
    """Choose a language and go back."""
    response = redirect(safe_next(request.args.get("next")), 303)
    response.set_cookie("language", request.args.get("code", "")[:2], max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response


@home.post("/appearance")
@anyone
def appearance() -> ResponseReturnValue:
    """Choose the looks and go back."""
    response = redirect(safe_next(request.form.get("next")), 303)
    for name, values in LOOKS.items():
        if request.form.get(name) in values:
            response.set_cookie(name, request.form[name], max_age=COOKIE_AGE, samesite="Lax", httponly=True)
    return response
