"""Rows as CSV that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a text begins with that a spreadsheet would run."""


def safe(cell: object) -> str:
    """A cell that is no formula: an apostrophe stands before a text that would run; numbers stay what they are."""
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text.startswith(RUNS) else text


def csv_text(rows: Iterable[Sequence[object]], comma: bool = False) -> str:
    """Rows as CSV, every text cell safe; where a `comma` parts decimals, as in French and German, with semicolons."""

    def cell(value: object) -> str:
        return safe(value).replace(".", ",") if comma and isinstance(value, float) else safe(value)

    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if comma else ",", lineterminator="\r\n")
    writer.writerows(map(cell, row) for row in rows)
    return out.getvalue()
