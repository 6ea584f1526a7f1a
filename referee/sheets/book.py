"""A group’s year on paper: who led, the curve of each, the evenings, head to head."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.sheets.page import environment, stylesheet
from referee.sheets.press import pdf_of
from referee.words.languages import language


@dataclass(frozen=True, slots=True)
class YearPage:
    """What stands on the page, as plain values: a title, a line under it, and the figures of the group’s page."""

    title: str
    under: str
    figures: dict[str, Any]


def html(page: YearPage, lang: str, paper: str) -> str:
    """The HTML of a year."""
    voice = language(lang)
    return environment().get_template("book.html").render(
        _=voice.gettext,
        lang=voice.code,
        paper=paper,
        wide=False,
        css=stylesheet("print") + stylesheet("print-book"),
        created="",
        seal="",
        code="",
        page=page,
        **page.figures,
    )  # fmt: skip


def render(page: YearPage, lang: str, paper: str) -> bytes:
    """The same as PDF. Raises PangoMissing, SheetError."""
    return pdf_of([[html(page, lang, paper)]])
