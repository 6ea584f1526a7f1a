"""A list file as rows: text from old and new machines, or the rows of a workbook."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from referee.words.text import Slip, T

Row = tuple[int, list[str]]
"""A row that is not empty: its line in the file, its cells."""

SEPARATOR = re.compile(r"sep=([,;\t])")
"""The line Excel writes above a table to name its column separator."""
LOOKED_AT = 10
"""How many lines the guess at the separator reads."""
MOST_ROWS, MOST_BYTES, MOST_COLUMNS = 5000, 2_000_000, 60


def check_size(data: bytes) -> None:
    """Refuse a file that is longer than a list."""
    if len(data) > MOST_BYTES:
        raise Slip(T("the file is too long: at most {most} bytes", most=MOST_BYTES))


def text_of(data: bytes) -> str:
    """The text of a file in Unicode or an encoding of Windows or the old Macintosh. Raises Slip for what is no text."""
    check_size(data)
    # Windows writes é, ü, ß above 0xC0; a Macintosh writes them below 0xA0, where Windows has rare signs.
    mac = sum(0x80 <= byte < 0xA0 for byte in data) > sum(byte >= 0xC0 for byte in data)
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "mac_roman" if mac else "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Slip(
        T("this file is no text and no workbook (.xlsx, .ods, .xls): save it as one of them, and choose that file")
    )


def text_of_rows(rows: Sequence[Sequence[str]]) -> str:
    """The rows of a sheet as text, columns separated by tabs."""
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows([["sep=\t"], *rows])
    return out.getvalue()


def parting(text: str) -> str:
    """The column separator: the one a `sep=` line names, else the most frequent."""
    lines = text.split("\n", LOOKED_AT)
    match = SEPARATOR.match(lines[0].strip('"\r ').casefold())
    return match[1] if match else max(";\t,", key="".join(lines[:LOOKED_AT]).count)


def rows_of(text: str) -> list[Row]:
    """The rows that are not empty, each with its line, up to the last column with text.

    Raises Slip, with the line, for a row that cannot be read.
    """
    between = parting(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)
    rows: list[Row] = []
    line = 1
    try:
        for cells in reader:
            is_separator = line == 1 and bool(cells) and cells[0].strip().casefold().startswith("sep=")
            if any(cell.strip() for cell in cells) and not is_separator:
                rows.append((line, cells if between == "," else [cell.strip() for cell in cells]))
            line = reader.line_num + 1
            if len(rows) > MOST_ROWS:
                raise Slip(T("the file is too long: at most {most} rows", most=MOST_ROWS))
    except csv.Error:
        raise Slip(T("this row cannot be read: is a quote left open?"), line=line) from None
    if not rows:
        raise Slip(T("there is no player in this file"))
    width = max(at for _, cells in rows for at, cell in enumerate(cells, start=1) if cell.strip())
    return [(line, cells[:width]) for line, cells in rows]
