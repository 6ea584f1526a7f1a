"""A workbook's sheets as rows of text, read in a process of its own with limits on memory and time.

A few kilobytes may unpack to gigabytes, and a damaged file may end the whole process that reads it. Run as a module,
this is that process: the file comes on standard input, the sheets go to standard output as JSON.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import date, datetime
from itertools import islice
from pathlib import Path

from referee.typeset.child import limit, limit_work

Sheet = tuple[str, list[list[str]]]
"""A sheet: its name, its rows."""

OURS = Path(__file__).parents[2]
"""The folder this program was loaded from, so that the other process loads the same."""
MEMORY, SECONDS = 256 << 20, 4
"""The bytes and the seconds of the processor that a workbook may take."""
MOST_LETTERS = 2_000_000
"""The most letters of all cells together: many cells may show one long text."""
LOCKED, LARGE = 3, 4
"""Exit statuses: the workbook has a password; it holds more than it may."""
STARTS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
"""How files of Excel and of LibreOffice begin: packed, or in the form of old Windows."""


class Unreadable(Exception):
    """A workbook that cannot be read. `why`: `damaged`, `locked`, `large`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def is_workbook(data: bytes) -> bool:
    """Whether a file may be a workbook, by how it begins."""
    return data.startswith(STARTS)


def sheets(data: bytes, rows: int, columns: int) -> list[Sheet]:
    """The sheets that are not hidden, each at most so many rows and columns of it. Raises Unreadable."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "referee.typeset.workbook", str(rows), str(columns)],
            input=data,
            capture_output=True,
            timeout=2 * SECONDS,
            env={**os.environ, "PYTHONPATH": str(OURS)},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unreadable("large") from None
    if done.returncode:
        killed = done.returncode < 0 or done.returncode == LARGE
        raise Unreadable("locked" if done.returncode == LOCKED else "large" if killed else "damaged")
    return [(name, cells) for name, cells in json.loads(done.stdout)]


# --- the process that reads --------------------------------------------------------------------------------------


def main(rows: str, columns: str) -> int:
    """Read the workbook on standard input."""
    limit(MEMORY)
    limit_work(SECONDS)
    from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

    left, found = MOST_LETTERS, list[Sheet]()
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
        for sheet in book.sheets_metadata:
            if sheet.typ != SheetTypeEnum.WorkSheet or sheet.visible != SheetVisibleEnum.Visible:
                continue
            cells = list[list[str]]()
            there = book.get_sheet_by_name(sheet.name)
            first = there.start[1] if there.start else 0  # the rows above are there, the columns before are not
            for row in islice(there.iter_rows(), int(rows)):
                cells.append(_shown([*[""] * first, *row], int(columns)))
                left -= sum(map(len, cells[-1]))
                if left < 0:
                    return LARGE
            found.append((sheet.name, cells))
    except PasswordError:
        return LOCKED
    except MemoryError:
        return LARGE
    json.dump(found, sys.stdout)
    return 0


def _shown(row: Sequence[object], columns: int) -> list[str]:
    """A row as it is seen, up to its last cell with text."""
    texts = [_text(cell) for cell in row[:columns]]
    return texts[: max((at for at, text in enumerate(texts, 1) if text), default=0)]


def _text(cell: object) -> str:
    """A cell as it is seen: a whole number without a point, a date as 2026-05-04."""
    match cell:
        case bool():
            return "TRUE" if cell else "FALSE"
        case float():
            return str(int(cell)) if cell.is_integer() else str(cell)
        case datetime():
            return f"{cell:%Y-%m-%d %H:%M}"
        case date():
            return cell.isoformat()
    return str(cell).replace("\0", "")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
