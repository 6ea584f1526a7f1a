"""Score sheets on paper: a table as a PDF a club would pin up, and empty sheets to write on by hand.

Everything is made from score lines, facts and options: a sheet knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache

import segno
from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from referee.i18n import Language, language
from referee.paths import STATIC, TEMPLATES
from referee.sheets.blank import BlankSheet
from referee.sheets.chart import chart
from referee.sheets.printing import MEMORY, SECONDS, PangoMissing, SheetError, SheetTooLong, printed
from referee.sheets.view import TableSheet, clean
from referee.table import Table
from referee.texts import T

__all__ = ["PAPERS", "PangoMissing", "SheetError", "SheetTooLong", "blank", "html", "render"]

PAPERS = ("a4", "a5")
WIDE = {"a4": 7, "a5": 5}
"""Seats beyond which a sheet lies on its side."""


def render(
    tables: Sequence[Table],
    *,
    lang: str = "en",
    paper: str = "a4",
    title: str = "",
    place: str = "",
    url: str = "",
    created: datetime | None = None,
    memory: int = MEMORY,
    seconds: float = SECONDS,
) -> bytes:
    """Tables as one PDF, each beginning on a page of its own; the same bytes for the same arguments.

    `title` is the club or the evening, `url` leads to the table and is drawn as a code to scan, `created` dates
    the sheet. Raises PangoMissing, SheetTooLong (more than `memory` bytes or `seconds`), SheetError.
    """
    pages = [html(table, lang=lang, paper=paper, title=title, place=place, url=url, created=created) for table in tables]
    return printed(pages, memory, seconds)


def blank(
    game: str,
    *,
    seats: int | None = None,
    lang: str = "en",
    paper: str = "a4",
    title: str = "",
    created: datetime | None = None,
) -> bytes:
    """An empty sheet of a game for so many players, or as few as it takes. Raises Slip for a game or a number of
    players there is not, else what `render` raises.
    """
    sheet = BlankSheet(game, seats, language(lang), _paper(paper), WIDE[paper])
    return printed([_page("blank.html", sheet, language(lang), paper, len(sheet.names), title, "", "", created)])


def html(table: Table, *, lang: str, paper: str, title: str = "", place: str = "", url: str = "", created: datetime | None = None) -> str:  # fmt: skip
    """The sheet of a table as the HTML that is printed."""
    return _page("sheet.html", TableSheet(table, language(lang)), language(lang), paper, len(table.seats), title, place, url, created)  # fmt: skip


def _paper(paper: str) -> str:
    if paper not in PAPERS:
        raise SheetError(T("there is no paper “{found}”: expected one of {expected}", found=paper, expected=PAPERS))
    return paper


def _page(template: str, sheet: TableSheet | BlankSheet, voice: Language, paper: str, seats: int, title: str, place: str, url: str, created: datetime | None) -> str:  # fmt: skip
    return _environment().get_template(template).render(
        _=voice.gettext,
        sheet=sheet,
        lang=voice.code,
        paper=_paper(paper),
        wide=seats > WIDE[paper],
        title=clean(title),
        place=clean(place),
        date=format_date(created, "long", locale=voice.code) if created else "",
        created=created.isoformat(timespec="seconds") if created else "",
        code=Markup(segno.make(url, error="m").svg_inline(scale=1, border=2, omitsize=True)) if url else "",
        css=Markup((STATIC / "print.css").read_text(encoding="utf-8")),
        chart=chart,
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES / "print"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
