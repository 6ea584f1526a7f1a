"""The pages: Flask and htmx, driven by prompts. Nothing here knows a game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from typing import cast

from flask import Flask, Request, Response, g, render_template, request
from flask_wtf.csrf import CSRFError, CSRFProtect
from markupsafe import Markup, escape
from werkzeug.exceptions import HTTPException

from referee.cache import forget_answers
from referee.club.access import Access
from referee.club.boards import Boards
from referee.club.book import Book
from referee.club.drawing import SECONDS
from referee.club.seals import Seals
from referee.club.summaries import Summaries
from referee.club.tables import Tables, UnreadableLog
from referee.club.tournaments import Tournaments
from referee.paths import STATIC, TEMPLATES
from referee.server.front import MOST_BYTES, most_bytes
from referee.server.hourly import copy
from referee.server.proxy import BehindProxy
from referee.store import Store, StoreError, UnknownStream
from referee.web.api import people as open_people
from referee.web.api import readings as open_readings
from referee.web.api import tables as open_tables
from referee.web.api import tournaments as open_tournaments
from referee.web.api.answers import api, greet, name_site, problem
from referee.web.api.frames import embed
from referee.web.api.programs import programs
from referee.web.book import evening as book_evening
from referee.web.book import files as book_files
from referee.web.book import page as book_page
from referee.web.book import year as book_year
from referee.web.book.asked import pages as book
from referee.web.club.decks import decks
from referee.web.club.device_check import Checked, check
from referee.web.club.forgetting import Preparing
from referee.web.club.idle import Idle
from referee.web.club.laws import laws
from referee.web.club.people import people
from referee.web.club.sheets import Press, print_
from referee.web.club.trust import Opened, trust
from referee.web.help import help_pages
from referee.web.home import home
from referee.web.hooks.courier import Courier
from referee.web.hooks.log import Hooks
from referee.web.hooks.page import hooks
from referee.web.kit.addresses import Program, address
from referee.web.kit.beside import FOLDING, FOLDS_KEPT, PATIENCE, Reckoner, StillGoing, extend
from referee.web.kit.cookies import Session
from referee.web.kit.guard import StreamId, add_headers, compress, for_programs, guard, secret
from referee.web.kit.journal import keep_journal
from referee.web.kit.language import Reader, reader
from referee.web.kit.limits import WAIT, Acts, Pace, TooOften
from referee.web.kit.parts import part
from referee.web.kit.request import day_and_time, evening_day, htmx, label, why
from referee.web.kit.rights import admit, subject
from referee.web.kit.shared import Tell, Things, at_club
from referee.web.kit.visit import Sightings, keep_device, visit
from referee.web.offline import offline
from referee.web.past import damage, exports, replay, rulings, statistics
from referee.web.past.cases import referee
from referee.web.past.mend import past
from referee.web.photo import photo
from referee.web.table.drawn import NAMES
from referee.web.table.new import new
from referee.web.table.news import listen, news
from referee.web.table.page import table
from referee.web.table.people.devices import devices
from referee.web.table.people.panel import panel
from referee.web.table.people.players import players
from referee.web.table.pieces import Shown
from referee.web.table.score_board import board
from referee.web.table.tap import tap
from referee.web.tournament import boards as director_boards
from referee.web.tournament import met as club_met
from referee.web.tournament import papers as director_paper
from referee.web.tournament import ranking as season_ranking
from referee.web.tournament import reading as director_reading
from referee.web.tournament import room as club_room
from referee.web.tournament.console import director
from referee.web.tournament.desk import desk
from referee.web.tournament.draw import Draws
from referee.web.tournament.facts import clock_time
from referee.web.tournament.players import club
from referee.web.tournament.results import paper_list as director_paper_list
from referee.web.tournament.results import quick as director_quick
from referee.web.tournament.results.handin import handin
from referee.web.tournament.season import season
from referee.web.tournament.view import version_of
from referee.words.languages import LANGUAGES
from referee.words.text import T, Text

PAGES_OF_TABLES = (table, tap, news, board, devices, panel, referee, players, past, photo)
PAGES_OF_CLUB = (laws, people, book, print_, decks, trust, check)
PAGES = (home, help_pages, offline, new, *PAGES_OF_TABLES, *PAGES_OF_CLUB, api, programs, hooks, embed)
PAGES_OF_TOURNAMENTS = (director, club, season, handin, desk)
BEHIND = (
    book_evening,
    book_files,
    book_page,
    book_year,
    club_met,
    club_room,
    director_boards,
    director_paper,
    director_paper_list,
    director_quick,
    director_reading,
    damage,
    exports,
    replay,
    rulings,
    statistics,
    season_ranking,
    open_people,
    open_readings,
    open_tables,
    open_tournaments,
)
"""The modules whose pages join the blueprint of another module."""


class Asked(Request):
    """A request. A whole tournament as a file may be larger than any form."""

    @property
    def max_content_length(self) -> int | None:
        return most_bytes(self.environ)

    @max_content_length.setter
    def max_content_length(self, value: int | None) -> None:
        Request.max_content_length.fset(self, value)  # type: ignore[attr-defined]


def serve_file(app: Flask) -> None:
    """Serve the file at the application's DATABASE."""
    store = Store.open(app.config["DATABASE"])
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or secret(store.path)
    seals = store.path.with_name(f"{store.path.name}.seals")
    app.extensions |= share(app, store, seals, app.config["SECRET_KEY"])
    if into := app.config.get("SNAPSHOTS"):  # those made before somebody was forgotten go at once
        store.listen_rewritten(lambda: Thread(target=copy, args=(store.path, into), name="snapshot").start())


def build(config: Mapping[str, object], serve: Callable[[Flask], None] = serve_file) -> Flask:
    """The application over what `serve` opens: one file, unless another function is given."""
    app = Program("referee", template_folder=str(TEMPLATES), static_folder=str(STATIC), static_url_path="/static")
    app.request_class = Asked
    app.session_interface = Session()
    app.url_map.converters["id"] = StreamId
    app.config.update(
        DATABASE="instance/referee.db",
        MAX_FORM_MEMORY_SIZE=MOST_BYTES,
        MAX_FORM_PARTS=2000,
        WTF_CSRF_TIME_LIMIT=None,
        SESSION_COOKIE_SAMESITE="Lax",
        SEND_FILE_MAX_AGE_DEFAULT=3600,
    )
    app.config.update(config)
    app.config.setdefault("SECRET_KEY", None)
    app.extensions["idle"] = Idle()
    app.extensions["begin"] = partial(_begin, app)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    CSRFProtect(app).exempt(api)  # it takes nothing but what a token allows
    htmx.init_app(app)
    for pages in PAGES + PAGES_OF_TOURNAMENTS:
        app.register_blueprint(pages)
    app.jinja_env.globals["additions"] = {}
    app.before_request(greet)
    app.before_request(guard)
    serve(app)
    app.before_request(_read_reader)
    app.before_request(admit)
    app.after_request(_lead_on)
    app.after_request(keep_device)
    app.after_request(compress)
    app.after_request(add_headers)
    app.after_request(name_site)
    app.context_processor(_page_context)
    app.jinja_env.globals.update(
        part=part,
        _=_gettext,
        ngettext=_ngettext,
        key=lambda: secrets.token_hex(16),
        url_for=address,
    )
    app.jinja_env.filters |= NAMES | {"clock_time": clock_time, "say": label, "version": version_of}
    _answer_errors(app)
    if app.config.get("JOURNAL"):
        keep_journal(app, Path(app.config["JOURNAL"]))
    if app.config.get("BEHIND_PROXY"):
        app.wsgi_app = BehindProxy(app.wsgi_app)  # type: ignore[method-assign]
    return app


class _Templates:
    """All templates of an application: one compiled at its first use would hold up a tap."""

    def __init__(self, app: Flask) -> None:
        self._environment = app.jinja_env

    def fill(self, quiet: timedelta | None) -> Generator[None, None, bool]:
        """Compile one after the other."""
        for name in self._environment.list_templates():
            self._environment.get_template(name)
            yield
        return False


def _begin(app: Flask) -> None:
    """Load, before the first request, the templates every page needs and each language's way to write a time; load all
    others beside the requests.
    """
    for name in ("base.html", "_macros.html", "_sprite.html", "_contact.html"):
        app.jinja_env.get_template(name)
    Idle().note(_Templates(app), hurry=True)
    for code in LANGUAGES:
        day_and_time(datetime.now(UTC), code)


def share(app: Flask, store: Store, seals: Path, key: str) -> Things:
    """Make what all requests of a club share. `seals`: where the secrets of its boards lie; `key`: makes its codes."""
    access = Access(store, key)
    patience = app.config.get("RECKON_SECONDS")
    folding = FOLDING if patience is None else float(patience)
    folder = Reckoner(folding, folding, FOLDS_KEPT)
    tables = Tables(store, partial(extend, folder))
    summaries, idle = Summaries(tables), app.extensions["idle"]
    events = Tournaments(store, tables)
    networks = [ip_network(one) for one in app.config.get("HOOK_NETWORKS", ())]
    courier = Courier(Hooks(store, key), events, access, networks)
    things: Things = {
        "tables": tables,
        "summaries": summaries,
        "book": Book(tables, summaries, evening_day),
        "idle": idle,
        "access": access,
        "seen": Sightings(store.notes),
        "shown": Shown(),
        "acts": Acts(notes=store.notes),
        "pace": Pace(),
        "tournaments": events,
        "boards": Boards(events, Seals(seals)),
        "places": {},
        "events": set(),
        "draws": Draws(events, access, float(app.config.get("DRAW_SECONDS", SECONDS))),
        "press": Press(),
        "folder": folder,
        "lists": Reckoner(folding, folding, FOLDS_KEPT),
        "reckoner": Reckoner(PATIENCE if patience is None else float(patience)),
        "trust": Opened(),
        "checked": Checked(notes=store.notes),
        "preparing": Preparing(),
        "hooks": courier.hooks,
        "courier": courier,
        "listen": partial(_listen, store, access, partial(idle.note, summaries), courier.begin),
    }
    store.listen_rewritten(partial(_reread, things))
    return things


def _listen(store: Store, access: Access, changed: Callable[[], None], begin: Callable[[], None], tell: Tell) -> None:
    """Have `tell` called for changes at a table, and its summary brought up to date after a while; begin to post."""
    listen(store, access, tell)
    store.listen(lambda stream, seq: changed())
    changed()
    begin()


def _reread(things: Things) -> None:
    """Drop what was read before a person was taken out of the logs."""
    for shared in things.values():
        if hasattr(shared, "reread"):
            shared.reread()
    forget_answers()


def _gettext(message: str, **values: object) -> str:
    """A template's text; with a piece of HTML among its values it is HTML too."""
    language = cast(Reader, g.reader).language
    if any(isinstance(value, Markup) for value in values.values()):
        return escape(language.gettext(message)) % values
    return language.gettext(message, **values)


def _ngettext(one: str, many: str, num: int, **values: object) -> str:
    return cast(Reader, g.reader).language.ngettext(one, many, num, **values)


def _read_reader() -> None:
    g.reader = reader()


def _page_context() -> dict[str, object]:
    if "reader" not in g:
        _read_reader()
    who: Reader = g.reader
    try:
        here = visit(subject() if at_club() else "")
    except StoreError:  # the page that tells this must not ask the damaged file again
        here = visit()
    return who.context() | {"visit": here}


def _answer_errors(app: Flask) -> None:
    """Show every error as a page in the reader's language, never a traceback."""

    @app.errorhandler(Exception)
    def page(error: Exception) -> HTTPException | tuple[str | Response, int, dict[str, str]]:
        status = (error.code or 500) if isinstance(error, HTTPException) else 500
        if isinstance(error, HTTPException) and status < 400:
            return error
        texts = _TO_PROGRAMS if for_programs() and status in _TO_PROGRAMS else _TEXTS
        title, text = texts.get(status, (T("This cannot be done"), T("Nothing was recorded.")))
        match error:
            case CSRFError():
                title, text = T("This page is too old"), _TOO_OLD
            case UnknownStream():
                status, title, text = 404, T("There is no such table"), _NO_TABLE
            case UnreadableLog():
                app.logger.error("a log cannot be read", exc_info=error)
                title, text = T("This cannot be read any more"), why(error)
            case StillGoing() if not for_programs():
                return _still_going(error)
            case StillGoing():
                status, title, text = 503, T("Ask again"), error.text
            case TooOften():
                status, (title, _), text = 429, _TEXTS[429], error.text
            case StoreError():
                status, title, text = 503, T("Nothing was saved"), why(error)
            case HTTPException():
                pass
            case _:
                number = secrets.token_hex(4)
                app.logger.error("a fault of the program, number %s", number, exc_info=error)
                title, text = T("A fault of the program"), Text(_FAULT.msgid, {"number": number})
        told = dict(error.get_headers()[1:]) if isinstance(error, HTTPException) else {}  # all but the type of its page
        if status == 503 or isinstance(error, TooOften):
            told["Retry-After"] = str(error.seconds) if isinstance(error, TooOften) else RETRY_AFTER
        return (*refusal(status, title, text), told)


RETRY_AFTER = "5"
"""Seconds after which to send again what was not saved."""


def _still_going(error: StillGoing) -> tuple[str, int, dict[str, str]]:
    """The page that asks again, until what it asked for is there."""
    fields = [*request.form.items(multi=True), *((name, str(value)) for name, value in error.fields.items())]
    again = {"Refresh": "1"} if request.method == "GET" else {}
    return render_template("still.html", why=error.text, fields=fields), 503, {"Retry-After": "1", **again}


def _lead_on(response: Response) -> Response:
    """Have the page whose script sent a form go where the answer leads."""
    if response.status_code == 303 and (htmx.trigger == "still" or "X-Form" in request.headers):
        response.status_code, response.headers["HX-Redirect"] = 200, response.headers.pop("Location")
    return response


def refusal(status: int, title: Text, text: Text) -> tuple[str | Response, int]:
    """What went wrong: a page for people, a problem as JSON for another program."""
    say = (g.get("reader") or reader()).language.say
    return (problem(status, say(title), say(text)), status) if for_programs() else error_page(status, title, text)


def error_page(status: int, title: Text, text: Text) -> tuple[str, int]:
    """The page that says what went wrong, or why something cannot be done."""
    say = (g.get("reader") or reader()).language.say
    return render_template("error.html", status=status, title=say(title), text=say(text)), status


_TOO_OLD = T("Go back, load it again and send it once more; nothing was recorded.")
_NO_TABLE = T("Its address may have been mistyped, or it is on another computer.")
_FAULT = T("What was recorded before is safe. Go back and try again. The program’s messages say more under {number}.")
_TEXTS = {
    400: (T("This cannot be read"), T("What was sent is incomplete. Nothing was recorded.")),
    401: (T("This token is not known"), T("It was mistyped or ended. Ask the host for a new one.")),
    403: (T("This is not allowed from here"), T("Open the table at the address shown when the program was started.")),
    404: (T("There is no such page"), T("Its address may have been mistyped.")),
    405: (T("This cannot be done so"), T("Go back to the table.")),
    429: (T("Too much at once"), WAIT),
    413: (T("That is too large"), T("A record has at most 1 MB. Nothing was taken.")),
}
_TO_PROGRAMS = {
    403: (_TEXTS[403][0], T("This device or token may not do it. The host makes tokens under “Programs that read”.")),
    405: (_TEXTS[405][0], T("Every address here is read with GET, and cards alone are told, with POST.")),
}
