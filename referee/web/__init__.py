"""The pages: Flask and htmx, driven by prompts. Nothing here knows a game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from flask import Flask, Request, g, render_template, request
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.exceptions import HTTPException

from referee.access import Access
from referee.paths import STATIC, TEMPLATES
from referee.store import Store, StoreError, UnknownStream
from referee.tables import Tables
from referee.texts import T, Text
from referee.tournaments import Tournaments
from referee.tournaments.drawing import SECONDS
from referee.web import director_paper, exports, replay, rulings, statistics
from referee.web.club import club
from referee.web.decks import decks
from referee.web.director import director
from referee.web.director_draw import Draws
from referee.web.director_told import clock_time
from referee.web.door import door
from referee.web.guard import guard, packed, secret, secured
from referee.web.handin import handin
from referee.web.laws import laws
from referee.web.page import htmx
from referee.web.past import past
from referee.web.people import people
from referee.web.reader import Reader, reader
from referee.web.room import room
from referee.web.scribe import scribe
from referee.web.season import season
from referee.web.sheets import Press, print_
from referee.web.view import breadth
from referee.web.visit import Seen, admit, keep_device, visit

BEHIND = (director_paper, exports, replay, rulings, statistics)
"""The modules whose pages join the blueprint of the past."""

MOST_BYTES = 1_200_000
MOST_TAKEN_IN = 64_000_000


class Asked(Request):
    """A request; a whole tournament out of a file may be larger than any form."""

    @property
    def max_content_length(self) -> int | None:
        return MOST_TAKEN_IN if self.path == "/tournament/take-in" else super().max_content_length

    @max_content_length.setter
    def max_content_length(self, value: int | None) -> None:
        Request.max_content_length.fset(self, value)  # type: ignore[attr-defined]


def build(config: Mapping[str, object]) -> Flask:
    """The application over one open store."""
    app = Flask("referee", template_folder=str(TEMPLATES), static_folder=str(STATIC))
    app.request_class = Asked
    database = Path(str(config.get("DATABASE", "instance/referee.db")))
    app.config.update(
        MAX_CONTENT_LENGTH=MOST_BYTES,
        MAX_FORM_MEMORY_SIZE=MOST_BYTES,
        MAX_FORM_PARTS=2000,
        WTF_CSRF_TIME_LIMIT=None,
        SESSION_COOKIE_SAMESITE="Lax",
        SEND_FILE_MAX_AGE_DEFAULT=3600,
    )
    app.config.update(config)
    store = Store.open(database)
    app.config.setdefault("SECRET_KEY", None)
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = secret(database)
    _kept(app, store)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    CSRFProtect(app)
    htmx.init_app(app)
    app.before_request(guard)
    app.before_request(_read)
    app.before_request(admit)
    app.after_request(keep_device)
    app.after_request(packed)
    app.after_request(secured)
    app.register_blueprint(scribe)
    app.register_blueprint(room)
    app.register_blueprint(past)
    app.register_blueprint(laws)
    app.register_blueprint(people)
    app.register_blueprint(print_)
    app.register_blueprint(door)
    app.register_blueprint(handin)
    app.register_blueprint(director)
    app.register_blueprint(club)
    app.register_blueprint(season)
    app.register_blueprint(decks)
    app.context_processor(_page_context)
    app.jinja_env.globals.update(
        _=_gettext,
        ngettext=_ngettext,
        key=lambda: secrets.token_hex(16),
    )
    app.jinja_env.filters |= {"clock_time": clock_time, "breadth": breadth}
    _answer_errors(app)
    return app


def _kept(app: Flask, store: Store) -> None:
    """What all requests share."""
    app.extensions["tables"] = Tables(store)
    app.extensions["access"] = Access(store, app.config["SECRET_KEY"])
    app.extensions["seen"] = Seen()
    app.extensions["tournaments"] = Tournaments(store, app.extensions["tables"])
    app.extensions["places"] = {}
    app.extensions["events"] = set()
    seconds = float(app.config.get("DRAW_SECONDS", SECONDS))
    app.extensions["draws"] = Draws(app.extensions["tournaments"], app.extensions["access"], seconds)
    app.extensions["press"] = Press()


def _gettext(message: str, **values: object) -> str:
    return cast(Reader, g.reader).language.gettext(message, **values)


def _ngettext(one: str, many: str, num: int, **values: object) -> str:
    return cast(Reader, g.reader).language.ngettext(one, many, num, **values)


def _read() -> None:
    g.reader = reader()


def _subject() -> str:
    """The table or the tournament a page is about."""
    args = request.view_args or {}
    return str(args.get("event") or (args.get("table") if isinstance(args.get("table"), str) else "") or "")


def _page_context() -> dict[str, Any]:
    if "reader" not in g:
        _read()
    who: Reader = g.reader
    return who.context() | {"visit": visit(_subject())}


def _answer_errors(app: Flask) -> None:
    """Every error as a page in the reader's language, never a traceback."""

    def page(status: int, title: Text, text: Text) -> tuple[str, int]:
        say = (g.get("reader") or reader()).language.say
        return render_template("error.html", status=status, title=say(title), text=say(text)), status

    @app.errorhandler(CSRFError)
    def forged(error: CSRFError) -> tuple[str, int]:
        return page(
            400, T("This page is too old"), T("Go back, load it again and send it once more; nothing was recorded.")
        )

    @app.errorhandler(UnknownStream)
    def unknown(error: UnknownStream) -> tuple[str, int]:
        return page(
            404, T("There is no such table"), T("Its address may have been mistyped, or it is on another computer.")
        )

    @app.errorhandler(StoreError)
    def unsaved(error: StoreError) -> tuple[str, int]:
        return page(503, T("Nothing was saved"), error.text)

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> HTTPException | tuple[str, int]:
        status = error.code or 500
        if status < 400:
            return error
        title, text = _TEXTS.get(status, (T("This cannot be done"), T("Nothing was recorded.")))
        return page(status, title, text)

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[str, int]:
        app.logger.error("a fault of the program", exc_info=error)
        return page(500, T("A fault of the program"), T("What was recorded before is safe. Go back and try again."))


_TEXTS = {
    400: (T("This cannot be read"), T("What was sent is incomplete. Nothing was recorded.")),
    403: (T("This is not allowed from here"), T("Open the table at the address shown when the program was started.")),
    404: (T("There is no such page"), T("Its address may have been mistyped.")),
    405: (T("This cannot be done so"), T("Go back to the table.")),
    413: (T("That is too large"), T("A record has at most 1 MB. Nothing was taken.")),
}
