"""A group’s year on paper: who led, the curve of each, the evenings, head to head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.sheets.fitting.columns import WIDTH, Columns, need, share
from referee.sheets.page import environment, stylesheet
from referee.sheets.press import pdf_of
from referee.words.languages import language

TYPE, HEAD, PAD = 8.5, 0.88, 2.2
"""The type of the tables in points, that of their heads as a part of it, and the millimetres beside a text."""


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
        matrix=partial(_matrix, paper),
        **page.figures,
    )  # fmt: skip


def _matrix(paper: str, names: Sequence[str], heads: Sequence[str]) -> Columns:
    """The columns of a table of people by `heads`, with two numbers in each cell; the first column has the names."""
    cells = [need([head], HEAD, head=True) | need(["10 : 10"]) for head in heads]
    return share([need(names), *cells], WIDTH[paper, False], TYPE, PAD)


def render(page: YearPage, lang: str, paper: str) -> bytes:
    """The same as PDF. Raises PangoMissing, SheetError."""
    return pdf_of([[html(page, lang, paper)]])
