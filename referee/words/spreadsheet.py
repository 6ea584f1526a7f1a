"""CSV whose cells no spreadsheet runs as formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The beginnings of a text that a spreadsheet may run as a formula."""


def safe(cell: object) -> str:
    """A cell that is no formula: a text that might run gets an apostrophe in front; numbers stay."""
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text.startswith(RUNS) else text


def csv_text(rows: Iterable[Sequence[object]], comma: bool = False) -> str:
    """Rows as CSV, every text cell safe. With a decimal `comma`, as in French and German, semicolons separate cells."""

    def cell(value: object) -> str:
        return safe(value).replace(".", ",") if comma and isinstance(value, float) else safe(value)

    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if comma else ",", lineterminator="\r\n")
    writer.writerows(map(cell, row) for row in rows)
    return out.getvalue()
