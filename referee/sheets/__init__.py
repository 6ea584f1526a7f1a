"""Papers as PDF: score sheets of tables, empty sheets, and the papers of tournaments and boards."""

from referee.sheets.page import PAPERS
from referee.sheets.press import PangoMissing, SheetError, SheetTooLong
from referee.sheets.sheet import Form, blank, html, render, ruling_slip

__all__ = ["PAPERS", "Form", "PangoMissing", "SheetError", "SheetTooLong", "blank", "html", "render", "ruling_slip"]
