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


def written(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV, every text cell safe."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([safe(cell) for cell in row] for row in rows)
    return out.getvalue()
