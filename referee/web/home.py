"""The home page: tables, records, language and looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.shelf import SHELVES, Shelf, make_demo, put, shelf_of
from referee.club.tables import readable
from referee.club.tournaments import KIND as TOURNAMENT
from referee.games import GAMES
from referee.paths import DEMOS
from referee.web.club.laws import LONGEST_QUERY
from referee.web.kit.beside import StillGoing, folder
from referee.web.kit.language import COOKIE_AGE, LOOKS
from referee.web.kit.limits import TABLES, limit
from referee.web.kit.request import file, safe_next, say, tables, who
from referee.web.kit.rights import anyone, belongs, directs, opens, owns
from referee.web.kit.visit import open_own
from referee.web.tiles import Tile, event_tiles, table_streams, tile_of, tile_unread
from referee.words.languages import Face
from referee.words.text import Slip, T, with_line

home = Blueprint("home", __name__)

MOST_GROUPS = 3
"""The groups offered to play again."""
AT_ONCE = 500
"""How many entries are folded for one page; more would take too long. Other tables load as they scroll into view."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """What was just put on a shelf, and the address that takes it back."""

    back: str
    title: str
    shelf: str


@dataclass(frozen=True, slots=True)
class Group:
    """Who played together, and the table whose game and laws they would play again."""

    id: str
    names: tuple[str, ...]
    game: str


@dataclass(frozen=True, slots=True)
class Demo:
    """A game with a table to try."""

    code: str
    name: str
    cards: tuple[Face, ...]


@home.get("/")
@anyone
def page(refused: str | None = None) -> ResponseReturnValue:
    """The tables, evening by evening, last touched first; or those searched for, archived or thrown away."""
    query, shelf = request.args.get("q", "").strip()[:LONGEST_QUERY], _shelf(request.args.get("shelf"))
    tiles, room = [], AT_ONCE
    for stream in table_streams(shelf, query):
        room -= tables().behind(stream.id, stream.seq)
        tiles.append(tile_of(stream) if room >= 0 else tile_unread(stream))
    events, more_events = event_tiles(shelf, query)
    answer = render_template(
        "home.html",
        tables=tiles,
        events=events,
        more_events=more_events,
        query=query,
        shelf=shelf,
        away=any(shelf_of(stream) for stream in (*tables().all(), *tables().store.streams(TOURNAMENT))),
        refused=refused,
        demos=demos(),
        thrown=_thrown(),
        again=[] if shelf else _again(tiles),
    )
    return answer, 422 if refused else 200


@home.get("/tile/<id:table>")
@belongs
def tile(table: str) -> ResponseReturnValue:
    """A table of the home page that was not folded with it."""
    stream = next((stream for stream in tables().all() if stream.id == table), None)
    if stream is None:
        abort(404)
    return render_template("_tile.html", t=tile_of(stream), shelf=shelf_of(stream))


def _shelf(word: str | None) -> Shelf:
    return next((shelf for shelf in SHELVES if shelf == word), "")


def _thrown() -> Thrown | None:
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
                title, back = tile_of(stream).title, url_for("home.put_away", table=wanted)
            return Thrown(back, title, shelf_of(stream))
    return None


def _again(tiles: Sequence[Tile]) -> list[Group]:
    """The last groups that played, each with a tap for a table of the same game and laws."""
    groups: dict[tuple[str, ...], Group] = {}
    for tile in tiles:
        names = tuple(seat.name for seat in tile.seats)
        groups.setdefault((tile.game, *sorted(names)), Group(tile.id, names, tile.game))
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
    upload, name, data = request.files.get("record"), request.form.get("name", ""), b""
    if upload is not None and upload.filename:
        limit("table", TABLES)
        data, name = upload.read(), upload.filename
    elif not name:
        return page(say(T("Choose a file first.")))
    try:
        record = folder().once(("import", g.device, request.form.get("key")), lambda: readable(data))
        title = name.rsplit(".", 1)[0][:60]
        table_id = open_own("table", lambda mark: tables().keep(record, title, mark))
    except StillGoing:
        raise StillGoing(name=name) from None
    except Slip as slip:
        return page(say(T("{file}: {text}", file=name, text=with_line(slip))))
    return redirect(url_for("table.page", table=table_id), 303)


def demos() -> list[Demo]:
    """The games with a table to try."""
    return [
        Demo(game.name, say(game.title), tuple(map(who().language.face, game.picture)))
        for game in GAMES
        if (DEMOS / f"{game.name}.deal").exists()
    ]


@home.post("/try/<name>")
@opens
def try_out(name: str) -> ResponseReturnValue:
    """Open a table to try things out, in the middle of an evening; of a game with fouls one has just been proved."""
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
