"""Score sheets on paper: a table as a PDF a club would pin up, and empty sheets to write on by hand.

Everything is made from score lines, facts and options: a sheet knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from babel.dates import format_date
from markupsafe import Markup

from referee.paths import STATIC
from referee.rules.allowance import allowance
from referee.sheets.blank import BlankSheet
from referee.sheets.chart import chart
from referee.sheets.page import PAPERS, code, environment
from referee.sheets.press import MEMORY, SECONDS, PangoMissing, SheetError, SheetTooLong, printed
from referee.sheets.rows import TableSheet, clean
from referee.sheets.slip import RulingSlip
from referee.table.table import Table
from referee.words.languages import language
from referee.words.text import T

__all__ = ["PAPERS", "Form", "PangoMissing", "SheetError", "SheetTooLong", "blank", "html", "render", "ruling_slip"]

WIDE = {"a4": 7, "a5": 5}
FOULS = 500_000
"""Plays tried to tell on a sheet what its fouls did, about two seconds."""
LISTED = {"a4": 4, "a5": 3}
"""Seats beyond which a sheet lies on its side, one with a list of deals sooner."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a sheet is to be printed, and what stands above it: `title` is the club or the evening, `url` leads to the
    table and is drawn as a code to scan, `created` dates the sheet, `seal` is the code of the log, at its foot. Raises
    SheetError for a paper there is not.
    """

    lang: str = "en"
    paper: str = "a4"
    title: str = ""
    place: str = ""
    url: str = ""
    created: datetime | None = None
    seal: str = ""

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise SheetError(
                T("there is no paper “{found}”: expected one of {expected}", found=self.paper, expected=PAPERS)
            )


def render(
    tables: Sequence[Table],
    *,
    lang: str = "en",
    paper: str = "a4",
    title: str = "",
    place: str = "",
    url: str = "",
    created: datetime | None = None,
    seal: str = "",
    memory: int = MEMORY,
    seconds: float = SECONDS,
) -> bytes:
    """Tables as one PDF, each beginning on a page of its own; the same bytes for the same arguments (see Form).

    Waits for another process, up to `seconds`. Raises PangoMissing, SheetTooLong (more than `memory` bytes or
    `seconds`), SheetError.
    """
    form = Form(lang, paper, title, place, url, created, seal)
    return printed(([html(table, form)] for table in tables), memory, seconds, count=len(tables))


def blank(
    game: str,
    *,
    seats: int | None = None,
    lang: str = "en",
    paper: str = "a4",
    title: str = "",
    preset: str | None = None,
) -> bytes:
    """An empty sheet of a game for so many players, or for as few as it takes, under the laws of a preset. Raises Slip
    for a game, a preset or a number of players there is not, else what `render` raises.
    """
    form = Form(lang, paper, title)
    sheet = BlankSheet(game, seats, language(lang), paper, WIDE[paper], preset)
    return printed([[_page("blank.html", sheet, form, fill=fill) for fill in sheet.fills()]])


def ruling_slip(table: Table, deal: int, place: int, form: Form) -> bytes:
    """The slip of a foul of a deal, both counted from 1, as PDF. Raises what `render` raises."""
    return printed([[slip_html(table, deal, place, form)]])


def slip_html(table: Table, deal: int, place: int, form: Form) -> str:
    """The slip of a ruling as the HTML that is printed."""
    return _page("slip.html", RulingSlip(table, deal, place, language(form.lang)), form)


def html(table: Table, form: Form) -> str:
    """The sheet of a table as the HTML that is printed."""
    widest = (LISTED if table.rules.sheet.listed else WIDE)[form.paper]
    with allowance(FOULS):
        return _page("sheet.html", TableSheet(table, language(form.lang), widest), form)


def _page(template: str, sheet: TableSheet | BlankSheet | RulingSlip, form: Form, **more: object) -> str:
    voice = language(form.lang)
    created = form.created
    context = {
        "_": voice.gettext,
        "sheet": sheet,
        "lang": voice.code,
        "paper": form.paper,
        "wide": sheet.wide,
        "title": clean(form.title),
        "place": clean(form.place),
        "date": format_date(created, "long", locale=voice.code) if created else "",
        "created": created.isoformat(timespec="seconds") if created else "",
        "code": code(form.url, voice),
        "seal": form.seal,
        "css": Markup((STATIC / "css" / "print.css").read_text(encoding="utf-8")),
        "chart": chart,
        **more,
    }
    return environment().get_template(template).render(context)
