"""Sheets ordered from a page, printed in the background and kept until the next entry.

Printing takes a second or more and the web has one thread. So a sheet is begun, and the page asks again until it is
done.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import cast

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.evening import chain
from referee.club.tables import Kept, day_of
from referee.games import game
from referee.sheets import sheet as sheets
from referee.sheets.browser import join
from referee.sheets.page import PAPERS
from referee.sheets.press import PangoMissing, SheetError
from referee.table.table import Table
from referee.web.kit.limits import SHEETS, WAIT, may, usage
from referee.web.kit.request import htmx_asks, moment, say, tables, who
from referee.web.kit.rights import anyone, let_in, sees
from referee.web.kit.shared import shared
from referee.web.kit.visit import visit
from referee.web.past.history import table_before
from referee.words.languages import LANGUAGES
from referee.words.languages import language as voice
from referee.words.text import RefereeError, Slip, T, Text, bare

Order = tuple[str | int, ...]
"""The key of a sheet: table or game, sequence number or seats, language, paper, and what else distinguishes it."""

Hears = Callable[[int, int], None]
"""Called with how many parts of how many are printed."""
Render = Callable[[Hears], bytes]
"""Prints a sheet, and may report its progress."""
Pages = Callable[[], Sequence[str]]
"""The same sheet as HTML documents."""

print_ = Blueprint("print", __name__)
log = logging.getLogger(__name__)

HOST, CHARGE, OTHERS = range(3)
"""The ranks of orders: this machine first, then devices in charge, then others."""
KEPT = 60
WAITING = 20
"""How many sheets may wait for the press."""
EACH = 2
"""How many sheets of one device may wait or be printed."""
PATIENCE = 30
"""Seconds without a question after which a sheet is abandoned; its page asks every second."""


@dataclass
class Printing:
    """A sheet ordered by a device, and how many of how many parts are printed, at first 0 of 0.

    The smaller its `rank`, the sooner it is printed; `asked`: when somebody last asked for it.
    """

    render: Render
    by: str
    rank: int
    asked: float
    sheet: Future[bytes] = field(default_factory=Future)
    progress: tuple[int, int] = (0, 0)

    def hear(self, done: int, of: int) -> None:
        """Keep the progress."""
        self.progress = done, of


class Press:
    """Prints one sheet after the other without keeping a page waiting."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._printer = ThreadPoolExecutor(1, thread_name_prefix="press")
        self._lock = threading.Lock()
        self._orders: dict[Order, Printing] = {}

    def order(self, order: Order, render: Render, by: str = "", rank: int = HOST) -> Printing | None:
        """The sheet of an order, or its place in the queue; None if the queue is full, to be asked for again.

        The host's orders are not limited.
        """
        with self._lock:
            self._forsake()
            known = self._orders.get(order)
            if known is None:
                if not self._room(by, rank):
                    return None
                waiting = self._waiting()
                if len(waiting) >= WAITING and waiting[-1][1].rank > rank:
                    self._cancel(waiting[-1][0])
                known = self._orders[order] = Printing(render, by, rank, 0)
                self._printer.submit(self._print)
            known.asked, known.rank = self._clock(), min(known.rank, rank)
            done = [order for order, each in self._orders.items() if each.sheet.done()]
            for old in done[: max(len(done) - KEPT, 0)]:
                del self._orders[old]
            return known

    def takes(self, order: Order, by: str, rank: int) -> bool:
        """Whether an order is new and there is room for it."""
        with self._lock:
            self._forsake()
            return order not in self._orders and self._room(by, rank)

    def reread(self) -> None:
        """Drop all sheets: the logs were rewritten."""
        with self._lock:
            for each in self._orders.values():
                each.sheet.cancel()
            self._orders.clear()

    def forget(self, order: Order) -> None:
        """Drop a sheet, to print it again when next ordered."""
        self._orders.pop(order, None)

    def _waiting(self) -> list[tuple[Order, Printing]]:
        """The orders not begun, the next to be printed first."""
        waiting = [each for each in self._orders.items() if not (each[1].sheet.running() or each[1].sheet.done())]
        return sorted(waiting, key=lambda each: each[1].rank)

    def _room(self, by: str, rank: int) -> bool:
        """Whether one more may wait; a better rank may take the last one's place."""
        if rank > HOST and sum(each.by == by and not each.sheet.done() for each in self._orders.values()) >= EACH:
            return False
        waiting = self._waiting()
        return rank == HOST or len(waiting) < WAITING or waiting[-1][1].rank > rank

    def _forsake(self) -> None:
        """Cancel the orders that nobody waits for any more."""
        for order, each in self._waiting():
            if self._clock() - each.asked > PATIENCE:
                self._cancel(order)

    def _cancel(self, order: Order) -> None:
        self._orders.pop(order).sheet.cancel()

    def _print(self) -> None:
        """Print the next order, in the press's own thread."""
        with self._lock:
            self._forsake()
            waiting = self._waiting()
            if not waiting:
                return
            printing = waiting[0][1]
            printing.sheet.set_running_or_notify_cancel()
        try:
            printing.sheet.set_result(printing.render(printing.hear))
        except RefereeError as error:
            printing.sheet.set_exception(bare(error))
        except Exception as error:
            log.error("a sheet failed", exc_info=error)
            printing.sheet.set_exception(SheetError(T("A fault of the program.")))


@print_.get("/t/<id:table>/sheet.pdf", endpoint="sheet")
@sees("past")
def table_sheet(table: str) -> ResponseReturnValue:
    """The score sheet of a table's evening as PDF, without what this device may not see; with `reasons=no` in the
    address without its second part.
    """
    kept, stream = tables().get(table), tables().store.stream(table)
    code, size = language(), paper()
    evening = [one for one in chain(tables(), kept) if one.id == table or (one.table.deals and _sees(one.id))]
    shown = [_visible(one) for one in evening]
    reasons = request.args.get("reasons") != "no"
    form = sheets.Form(
        code,
        size,
        title=kept.title,
        place=stream.label.get("place", ""),
        url=url_for("table.page", table=table, _external=True),
        created=moment(day_of(stream)),
        seal=" ".join(filter(None, map(tables().code, evening))),
        reasons=reasons,
    )

    def render(_: Hears) -> bytes:
        return sheets.render(shown, **asdict(form))

    def pages() -> list[str]:
        return [sheets.html(one, form) for one in shown]

    order = (table, sum(one.seq for one in evening), code, size, sum(len(one.deals) for one in shown), reasons)
    return hand_out(order, render, url_for("table.page", table=table), pages)


@print_.get("/t/<id:table>/agreed.pdf")
@let_in
def agreed(table: str) -> ResponseReturnValue:
    """The laws that a table has agreed on as PDF, a page to lay on it."""
    kept, stream = tables().get(table), tables().store.stream(table)
    form = sheets.Form(
        language(),
        paper(),
        title=kept.title,
        place=stream.label.get("place", ""),
        url=url_for("laws.at_table", table=table, _external=True),
        created=moment(day_of(stream)),
    )

    def render(_: Hears) -> bytes:
        return sheets.agreed(kept.table, form)

    def pages() -> list[str]:
        return sheets.agreed_html(kept.table, form)[:1]

    order = (table, kept.seq, "agreed", form.lang, form.paper)
    return hand_out(order, render, url_for("laws.at_table", table=table), pages)


def _sees(table: str) -> bool:
    """Whether this device may see the past of a table."""
    here = visit(table)
    return here.let_in and here.sees_table


def _visible(kept: Kept) -> Table:
    """A table as this device may see it on paper."""
    current = kept.table.current
    return kept.table if current is None or visit(kept.id).sees_past else table_before(kept.table, current.deal.line)


@print_.get("/blank/<name>-<int:seats>.pdf")
@anyone
def blank(name: str, seats: int) -> ResponseReturnValue:
    """An empty sheet of a game for this many players, under the laws of a preset."""
    code, size, preset = language(), paper(), request.args.get("preset")
    try:
        known = game(name).players if preset is None or preset in game(name).presets else ()
    except Slip:
        known = ()
    if seats not in known:
        return _failure_page(T("There is no sheet for that game and number of players."), url_for("home.page"), 404)
    order = (name, seats, code, size, preset or "")

    def render(_: Hears) -> bytes:
        return sheets.blank(name, seats=seats, lang=code, paper=size, preset=preset)

    def pages() -> list[str]:
        return sheets.blank_html(name, seats, sheets.Form(code, size), preset)[-1:]

    return hand_out(order, render, url_for("home.page"), pages)


def language() -> str:
    """The language of a sheet: the one asked for (`?lang=de`), or the reader's."""
    asked = request.args.get("lang", "")
    return asked if asked in LANGUAGES else who().language.code


def paper(usual: str = "a4") -> str:
    """The paper asked for, or the usual one."""
    asked = request.args.get("paper", usual).lower()
    return asked if asked in PAPERS else usual


def hand_out(order: Order, render: Render, back: str, pages: Pages) -> ResponseReturnValue:
    """The sheet if it is done, else a page that asks again.

    Where the typesetting library is missing, `pages` are given for the browser to print.
    """
    press, here = cast(Press, shared("press")), visit(str(order[0]))
    rank = HOST if here.host else CHARGE if here.owns else OTHERS
    if press.takes(order, here.device, rank) and (refused := _refusal("/".join(map(str, order)))):
        return _failure_page(refused, back, 422 if htmx_asks() else 429)
    printing = press.order(order, render, here.device, rank)
    if printing is None or not printing.sheet.done():
        again, (done, of) = request.full_path.rstrip("?"), printing.progress if printing else (0, 0)
        return render_template("club/printing.html", again=again, back=back, failed=None, done=done, of=of)
    error = printing.sheet.exception()
    if isinstance(error, PangoMissing):
        return _for_browser(pages())
    if error is not None:
        press.forget(order)
        assert isinstance(error, RefereeError)
        return _failure_page(error.text, back, 422 if htmx_asks() else 503)  # htmx puts a part in for 422 alone
    if htmx_asks():
        return Response(headers={"HX-Redirect": request.full_path.rstrip("?")})
    name = f"{order[0]}-{order[1]}-{order[3]}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Content-Security-Policy": "frame-ancestors 'none'"}
    return Response(printing.sheet.result(), mimetype="application/pdf", headers=headers)


def _refusal(mark: str) -> Text | None:
    """Why this address or club may print no more, None if it may; `mark` tells a sheet from others."""
    if not may("sheet", SHEETS, mark):
        return WAIT
    club = usage()
    return club.print_one(mark) if club else None


def _for_browser(documents: Sequence[str]) -> ResponseReturnValue:
    if htmx_asks():
        return Response(headers={"HX-Redirect": request.full_path.rstrip("?")})
    response = Response(join(documents, voice(language())))
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    )
    return response


def _failure_page(why: Text, back: str, status: int) -> ResponseReturnValue:
    return render_template("club/printing.html", again=None, back=back, failed=say(why)), status
