"""Score sheets on paper: a table as a PDF a club would pin up, and empty sheets to write on by hand."""

from referee.sheets.page import PAPERS
from referee.sheets.press import PangoMissing, SheetError, SheetTooLong
from referee.sheets.sheet import Form, blank, html, render, ruling_slip

__all__ = ["PAPERS", "Form", "PangoMissing", "SheetError", "SheetTooLong", "blank", "html", "render", "ruling_slip"]
