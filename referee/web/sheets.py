"""Sheets ordered from a page: printed beside the web, kept until the table has moved on.

Printing takes a second or more and the web has one thread, so a sheet is begun, and the page asks again until it lies
there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from flask import Blueprint, Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee import sheets
from referee.games import game
from referee.texts import RefereeError, Slip, T, Text
from referee.web.page import htmx_asks, say, tables, who

Order = tuple[str | int, ...]
"""What is printed: table or game, sequence number or seats, language, paper, and what more tells it from others."""

Hears = Callable[[int, int], None]
"""Is told how many parts of how many are printed."""
Render = Callable[[Hears], bytes]
"""Prints a sheet, and may tell how far it is."""

PAPERS = ("a4", "a5")
print_ = Blueprint("print", __name__)

KEPT = 60


@dataclass
class Printing:
    """A sheet ordered: how many of how many parts are printed, 0 of 0 until its printing has begun."""

    sheet: Future[bytes] = field(default_factory=Future)
    told: tuple[int, int] = (0, 0)

    def hear(self, done: int, of: int) -> None:
        """So many of so many are printed."""
        self.told = done, of


class Press:
    """Prints one sheet after the other without keeping a page waiting."""

    def __init__(self) -> None:
        self._printers = ThreadPoolExecutor(1, thread_name_prefix="press")
        self._orders: OrderedDict[Order, Printing] = OrderedDict()

    def order(self, order: Order, render: Render) -> Printing:
        """The sheet of an order, begun if it was not; a failed one is begun anew the next time it is asked for."""
        known = self._orders.get(order)
        if known is None:
            known = self._orders[order] = Printing()
            known.sheet = self._printers.submit(render, known.hear)
        while len(self._orders) > KEPT:
            self._orders.popitem(last=False)
        return known

    def reread(self) -> None:
        """Print everything anew: the logs have been rewritten."""
        self._orders.clear()

    def forget(self, order: Order) -> None:
        """Print it again the next time."""
        self._orders.pop(order, None)


@print_.get("/t/<table>/sheet.pdf", endpoint="sheet")
def table_sheet(table: str) -> ResponseReturnValue:
    """The score sheet of a table, as PDF."""
    kept, stream = tables().get(table), tables().store.stream(table)
    code, size = language(), paper()
    url = url_for("scribe.table", table=table, _external=True)
    created = datetime.fromisoformat(stream.last_at.replace("Z", "+00:00"))

    def render(_: Hears) -> bytes:
        return sheets.render([kept.table], lang=code, paper=size, title=kept.title, url=url, created=created)

    return handed_out((table, kept.seq, code, size), render, url_for("scribe.table", table=table))


@print_.get("/blank/<name>-<int:seats>.pdf")
def blank(name: str, seats: int) -> ResponseReturnValue:
    """An empty sheet of a game for so many players, under the laws of a preset."""
    code, size, preset = language(), paper(), request.args.get("preset")
    try:
        known = game(name).players if preset is None or preset in game(name).presets else ()
    except Slip:
        known = ()
    if seats not in known:
        return _failed(T("There is no sheet for that game and number of players."), url_for("scribe.home"), 404)
    order = (name, seats, code, size, preset or "")

    def render(_: Hears) -> bytes:
        return sheets.blank(name, seats=seats, lang=code, paper=size, preset=preset)

    return handed_out(order, render, url_for("scribe.home"))


def language() -> str:
    """The language a sheet is printed in."""
    return who().language.code


def paper(usual: str = "a4") -> str:
    """The paper asked for, or the usual one."""
    asked = request.args.get("paper", usual).lower()
    return asked if asked in PAPERS else usual


def handed_out(order: Order, render: Render, back: str) -> ResponseReturnValue:
    """The sheet if it lies there, else a page that asks again."""
    press = cast(Press, current_app.extensions["press"])
    printing = press.order(order, render)
    if not printing.sheet.done():
        again, (done, of) = request.full_path.rstrip("?"), printing.told
        return render_template("printing.html", again=again, back=back, failed=None, done=done, of=of)
    error = printing.sheet.exception()
    if error is not None:
        press.forget(order)
        if not isinstance(error, RefereeError):
            current_app.logger.error("a sheet failed", exc_info=error)
        why = error.text if isinstance(error, RefereeError) else T("A fault of the program.")
        return _failed(why, back, 422 if htmx_asks() else 503)  # a part of a page is put in for 422 alone
    if htmx_asks():
        return Response(headers={"HX-Redirect": request.full_path.rstrip("?")})
    name = f"{order[0]}-{order[1]}-{order[3]}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Content-Security-Policy": "frame-ancestors 'none'"}
    return Response(printing.sheet.result(), mimetype="application/pdf", headers=headers)


def _failed(why: Text, back: str, status: int) -> ResponseReturnValue:
    return render_template("printing.html", again=None, back=back, failed=say(why)), status
