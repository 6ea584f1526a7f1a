"""A list out of a file, as rows: text as old and new machines write it, or a workbook of Excel."""

from __future__ import annotations

import csv
import io
import re
import zipfile

from referee.words.text import Slip, T

Row = tuple[int, list[str]]
"""A row that is not empty, after its line in the file."""

SEPARATOR = re.compile(r"sep=([,;\t])")
"""What Excel writes before a table: what stands between its columns."""
LOOKED_AT = 10
"""Lines by which it is found out what stands between the columns."""
MOST_ROWS, MOST_BYTES, MOST_COLUMNS = 5000, 2_000_000, 60
MOST_UNPACKED = 40_000_000
"""Bytes a workbook may hold, unpacked."""


def text_of(data: bytes) -> str:
    """The text of a file: Unicode, else as Windows or an old Macintosh wrote it; the first sheet of a workbook as text.
    Raises Slip for what is neither.
    """
    if len(data) > MOST_BYTES:
        raise Slip(T("the file is too long: at most {most} bytes", most=MOST_BYTES))
    if data[:4] == b"PK\x03\x04":
        return _workbook(data)
    # What Windows writes as é, ü, ß lies above 0xC0, a Macintosh's below 0xA0, where Windows has signs seldom used.
    mac = sum(0x80 <= byte < 0xA0 for byte in data) > sum(byte >= 0xC0 for byte in data)
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "mac_roman" if mac else "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Slip(T("this file is no text and no workbook (.xlsx): save it as one of them, and choose that file"))


def _workbook(data: bytes) -> str:
    """The sheet on top of a workbook, its columns parted by tabs."""
    import openpyxl

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(one.file_size for one in packed.infolist()) > MOST_UNPACKED:
                raise Slip(T("the file is too long: at most {most} bytes", most=MOST_UNPACKED))
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0] if book.active is None else book.active
        sheet.reset_dimensions()
        rows = [
            [_cell(value) for value in cells]
            for cells in sheet.iter_rows(max_row=MOST_ROWS + LOOKED_AT, max_col=MOST_COLUMNS, values_only=True)
        ]
    except Slip:
        raise
    except Exception:  # a damaged workbook fails in as many ways as it has parts
        raise Slip(
            T("this workbook cannot be read: save it as .xlsx or as “CSV UTF-8”, and choose that file")
        ) from None
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows([["sep=\t"], *rows])
    return out.getvalue()


def _cell(value: object) -> str:
    """A cell as it is seen: a whole number without a point, nothing for an empty one."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).replace("\0", "")


def parting(text: str) -> str:
    """What stands between the columns: as a line `sep=` says, else what is there most often."""
    lines = text.split("\n", LOOKED_AT)
    said = SEPARATOR.match(lines[0].strip('"\r ').casefold())
    return said[1] if said else max(";\t,", key="".join(lines[:LOOKED_AT]).count)


def rows_of(text: str) -> list[Row]:
    """The rows that are not empty, each with its line, as wide as something stands in one of them. Raises Slip, with
    the line, where one cannot be read.
    """
    between = parting(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)
    rows: list[Row] = []
    line = 1
    try:
        for cells in reader:
            told = line == 1 and bool(cells) and cells[0].strip().casefold().startswith("sep=")
            if any(cell.strip() for cell in cells) and not told:
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
