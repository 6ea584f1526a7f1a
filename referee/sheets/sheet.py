"""Make score sheets as PDF: of a table, empty ones to fill in by hand, and slips of rulings.

Everything comes from score lines, facts and options: a sheet knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from babel.dates import format_date

from referee.rules.allowance import allowance
from referee.sheets.blank import BlankSheet
from referee.sheets.codes import code
from referee.sheets.deals.fit import Fit, ways
from referee.sheets.deals.rows import TableSheet, clean
from referee.sheets.fitting.columns import READABLE, TYPE
from referee.sheets.page import PAPERS, environment, stylesheet
from referee.sheets.press import MEMORY, SECONDS, PangoMissing, SheetError, SheetTooLong, Variant, pdf_of
from referee.sheets.slip import AgreedSheet, RulingSlip
from referee.table.table import Table
from referee.words.chart import Frame, chart
from referee.words.languages import language
from referee.words.text import T

__all__ = [
    "PAPERS", "Form", "PangoMissing", "SheetError", "SheetTooLong", "agreed", "agreed_html", "blank", "html", "render",
    "ruling_slip",
]  # fmt: skip

WIDE = {"a4": 7, "a5": 5}
LISTED = {"a4": 4, "a5": 3}
"""With more seats than WIDE a sheet lies on its side, with a list of deals already beyond LISTED, with
ladders never."""
ON_A_PAGE = {"a4": 50, "a5": 40}
"""The most deals of which the sheet may stand on one page."""
TOGETHER = 4
"""The most deals whose sheet may stand on one page together with all reasons."""


@dataclass(frozen=True, slots=True)
class Form:
    """How to print a sheet, and its head and foot. Raises SheetError for an unknown paper.

    `title` is the club or the evening, `url` a link to the table, drawn as a QR code, `created` the date, `seal` the
    code of the log at the foot; `reasons`: whether the second part is printed too, each score line by line, options and
    laws.
    """

    lang: str = "en"
    paper: str = "a4"
    title: str = ""
    place: str = ""
    url: str = ""
    created: datetime | None = None
    seal: str = ""
    reasons: bool = True

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
    reasons: bool = True,
    memory: int = MEMORY,
    seconds: float = SECONDS,
    progress: Callable[[int, int], None] | None = None,
) -> bytes:
    """Tables as one PDF, each on new pages; the same bytes for the same arguments (see Form).

    Waits for other processes, up to `seconds` for a sheet. Raises PangoMissing, SheetTooLong (more than `memory` bytes
    or `seconds`), SheetError.
    """
    form = Form(lang, paper, title, place, url, created, seal, reasons)
    return pdf_of((_variants(table, form) for table in tables), memory, seconds, count=len(tables), progress=progress)


def blank(
    game: str,
    *,
    seats: int | None = None,
    lang: str = "en",
    paper: str = "a4",
    title: str = "",
    preset: str | None = None,
) -> bytes:
    """An empty sheet of a game as PDF; without `seats` for its fewest players, without `preset` for its first preset.

    Raises Slip for an unknown game or preset or a wrong number of players, else what `render` raises.
    """
    return pdf_of([blank_html(game, seats, Form(lang, paper, title), preset)])


def blank_html(game: str, seats: int | None, form: Form, preset: str | None = None) -> list[str]:
    """The HTML of an empty sheet in variants, each shorter than the one before. Raises Slip as `blank`."""
    sheet = BlankSheet(game, seats, language(form.lang), form.paper, WIDE[form.paper], preset)
    return [_page("blank.html", sheet, form, fill=fill) for fill in sheet.fills()]


def ruling_slip(table: Table, deal: int, place: int, form: Form) -> bytes:
    """The ruling slip of a foul of a deal, both counted from 1, as PDF. Raises what `render` raises."""
    return pdf_of([[slip_html(table, deal, place, form)]])


def slip_html(table: Table, deal: int, place: int, form: Form) -> str:
    """The HTML of a ruling slip."""
    slip = RulingSlip(table, deal, place, language(form.lang))
    return _page("slip.html", slip, form, columns=ways(slip.names, form.paper, slip.wide))


def agreed(table: Table, form: Form) -> bytes:
    """The laws that a table has agreed on, a page to lay on it, as PDF. Raises what `render` raises."""
    return pdf_of([agreed_html(table, form)])


def agreed_html(table: Table, form: Form) -> list[str]:
    """The HTML of the laws agreed in variants: all of it, without what is usual, without the sentences of the laws."""
    sheet = AgreedSheet(table, language(form.lang))
    ways = ((True, True), (False, True), (False, False))
    return [_page("agreed.html", sheet, form, rest=rest, sentences=sentences) for rest, sentences in ways]


def _variants(table: Table, form: Form) -> list[Variant]:
    """A table's sheet in variants; where it may stand on one page, that is tried first: with its reasons, then without
    them as it is, dense, upright too.
    """
    usual = _variant(table, form)
    if form.reasons and len(table.deals) > ON_A_PAGE[form.paper]:
        return [usual]
    dense = _variant(table, form, dense=True)
    together = [html(table, form, apart=False)] if form.reasons and len(table.deals) <= TOGETHER else []
    upright = [_variant(table, form, dense=True, upright=True)] if _may_stand(table, form) else []
    return [*together, usual, dense, *upright, usual]


def _variant(table: Table, form: Form, dense: bool = False, upright: bool = False) -> Variant:
    """A table's sheet with its reasons, if they are printed, on pages of their own."""
    first = html(table, replace(form, reasons=False), dense=dense, upright=upright)
    return (first, html(table, form, dense=dense, upright=upright)) if form.reasons else first


def _may_stand(table: Table, form: Form) -> bool:
    """Whether a list of deals that lies on its side has room upright too, in type that can be read."""
    if not table.rules.sheet.listed or not LISTED[form.paper] < len(table.seats) <= WIDE[form.paper]:
        return False
    sheet = TableSheet(table, language(form.lang), WIDE[form.paper])
    listing = sheet.listing()
    return listing is not None and Fit(sheet, form.paper).listing(listing, "").size * TYPE[form.paper] >= READABLE


def html(table: Table, form: Form, apart: bool = True, dense: bool = False, upright: bool = False) -> str:
    """The HTML of a table's sheet, with the reasons `apart` on pages of their own, its first part `dense` or not, and
    `upright` though its list is wide.

    Where the table is of a record that names day, title or place, these stand on it.
    """
    head = table.header
    created = datetime.fromisoformat(head.date) if head.date else form.created
    form = replace(form, title=head.title or form.title, place=head.place or form.place, created=created)
    widest = (LISTED if table.rules.sheet.listed and not upright else WIDE)[form.paper]
    if table.rules.ladders(()):
        widest = len(table.seats)
    with allowance():
        sheet = TableSheet(table, language(form.lang), widest)
        return _page(
            "sheet.html",
            sheet,
            form,
            fit=Fit(sheet, form.paper),
            apart=apart,
            dense=dense,
            reasons=form.reasons,
        )


def _page(template: str, sheet: TableSheet | BlankSheet | RulingSlip | AgreedSheet, form: Form, **more: object) -> str:
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
        "css": stylesheet("print"),
        "chart": chart,
        "frame": Frame,
        **more,
    }
    return environment().get_template(template).render(context)
