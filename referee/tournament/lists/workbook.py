"""Read a workbook (.xlsx): the sheet that was open when it was saved, within bounds, whatever is in the file.

A few kilobytes unpack to a thousand times as much, and a library reads all of it. So this reads the parts that hold the
sheet's text piece by piece, and stops where a list of players never comes to. A document type is refused, and with it
every entity. The format: ECMA-376, part 1, 18.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from posixpath import join, normpath
from typing import IO
from xml.parsers import expat  # nosec B407

from referee.words.text import Slip, T

MOST_UNPACKED, MOST_ELEMENTS = 4_000_000, 200_000
"""The most bytes and elements that are read of all parts together."""
MOST_LETTERS = 2_000_000
"""The most letters of all cells together: many cells may show one long text."""
PIECE = 1 << 16

Rows = list[list[str]]
Start = Callable[[str, Mapping[str, str]], None]
End = Callable[[str, str], None]

BROKEN = (
    LookupError, StopIteration, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error, expat.ExpatError
)  # fmt: skip
"""The errors of a part that is not as it should be."""
DATES = frozenset((*range(14, 23), *range(45, 48)))
"""The numbers of the formats of a date or a time that need no code (18.8.30)."""
_NOT_SHOWN = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')


class Damaged(Exception):
    """The file is no workbook."""


class _Enough(Exception):
    """All rows wanted are read."""


class Workbook:
    """A workbook that is being read. All its parts share the bounds. Raises Damaged, and Slip for one too long."""

    def __init__(self, file: IO[bytes], rows: int, columns: int) -> None:
        self._most_rows, self._most_columns = rows, columns
        self._left, self._elements, self._letters = MOST_UNPACKED, MOST_ELEMENTS, MOST_LETTERS
        try:
            self._parts = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
            raise Damaged from error

    def rows(self) -> Rows:
        """The rows of the sheet, those without a cell too, each up to its last cell."""
        book = next(iter(self._relations("").get("officeDocument", {}).values()), "xl/workbook.xml")
        related, sheets, active = self._relations(book), list[str](), 0

        def start(name: str, has: Mapping[str, str]) -> None:
            nonlocal active
            if name == "workbookView":
                active = int(has.get("activeTab", "0"))
            elif name == "sheet":
                sheets.append(next(value for key, value in has.items() if key.endswith(":id")))

        self._read(book, start)
        there = related.get("worksheet", {})
        sheet = next((there[one] for one in (*sheets[max(active, 0) :][:1], *sheets) if one in there), None)
        if sheet is None:
            raise Damaged(book)
        strings, styles = (next(iter(related.get(word, {}).values()), "") for word in ("sharedStrings", "styles"))
        return self._cells(sheet, self._strings(strings), self._dates(styles))

    def _relations(self, part: str) -> dict[str, dict[str, str]]:
        """The parts that a part names, by their kind and id."""
        folder, _, name = part.rpartition("/")
        related: dict[str, dict[str, str]] = {}

        def start(name: str, has: Mapping[str, str]) -> None:
            if name == "Relationship":
                target = normpath(join("/", folder, has["Target"])).lstrip("/")
                related.setdefault(has["Type"].rpartition("/")[2], {})[has["Id"]] = target

        self._read(join(folder, "_rels", f"{name}.rels"), start)
        return related

    def _strings(self, part: str) -> list[str]:
        """The texts that cells name by number."""
        strings, parts, aside = list[str](), list[str](), 0

        def start(name: str, _: Mapping[str, str]) -> None:
            nonlocal aside
            aside += name == "rPh"  # how to pronounce it

        def end(name: str, text: str) -> None:
            nonlocal aside
            aside -= name == "rPh"
            if name == "t" and not aside:
                parts.append(text)
            elif name == "si":
                strings.append("".join(parts))
                parts.clear()

        if part:
            self._read(part, start, end)
        return strings

    def _dates(self, part: str) -> frozenset[int]:
        """The styles of cells whose number is a date."""
        codes, styles, within, at = dict[str, str](), set[int](), False, -1

        def start(name: str, has: Mapping[str, str]) -> None:
            nonlocal within, at
            if name == "numFmt":
                codes[has["numFmtId"]] = _NOT_SHOWN.sub("", has["formatCode"].casefold())
            elif name == "cellXfs":
                within = True
            elif name == "xf" and within:
                at, kind = at + 1, has.get("numFmtId", "0")
                if int(kind) in DATES or re.search("[dmyhs]", codes.get(kind, "")):
                    styles.add(at)

        def end(name: str, _: str) -> None:
            nonlocal within
            within = within and name != "cellXfs"

        if part:
            self._read(part, start, end)
        return frozenset(styles)

    def _cells(self, part: str, strings: list[str], dates: frozenset[int]) -> Rows:
        rows, row, column, kind, style, shown = Rows(), 0, 0, "n", -1, list[str]()

        def start(name: str, has: Mapping[str, str]) -> None:
            nonlocal row, column, kind, style
            if name == "row":
                row, column = int(has.get("r", row + 1)), 0
                if row > self._most_rows:
                    raise _Enough
            elif name == "c":
                place, kind, style = has.get("r", ""), has.get("t", "n"), int(has.get("s", "-1"))
                column = _column(place) or column + 1
                shown.clear()

        def end(name: str, text: str) -> None:
            if name in ("v", "t"):
                shown.append(text)
            elif name == "c" and shown and 0 < column <= self._most_columns and row > 0:
                cell = _cell_text("".join(shown), kind, strings, style in dates)
                self._letters -= len(cell)
                if self._letters < 0:
                    raise _too_long(MOST_LETTERS)
                while len(rows) < row:
                    rows.append([])
                rows[row - 1] += [""] * (column - len(rows[row - 1]))
                rows[row - 1][column - 1] = cell

        with suppress(_Enough):
            self._read(part, start, end)
        return rows

    def _read(self, part: str, start: Start, end: End | None = None) -> None:
        """Call `start` at each element with its attributes, and `end` with its text; its name has no prefix."""
        parser, text, names = expat.ParserCreate(), list[str](), dict[str, str]()

        def begin(name: str, has: dict[str, str]) -> None:
            self._elements -= 1
            if self._elements < 0:
                raise _too_long(MOST_UNPACKED)
            text.clear()
            start(names.get(name) or names.setdefault(name, name.rpartition(":")[2]), has)

        def finish(name: str) -> None:
            if end is not None:
                end(names[name], "".join(text))
            text.clear()

        def refuse(*_: object) -> None:
            raise Damaged(part)

        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = begin, finish
        parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = text.append, refuse
        try:
            info = self._parts.getinfo(part)
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise Damaged(part)
            with self._parts.open(info) as file:
                while piece := file.read(PIECE):
                    self._left -= len(piece)
                    if self._left < 0:
                        raise _too_long(MOST_UNPACKED)
                    parser.Parse(piece)
            parser.Parse(b"", True)
        except BROKEN as error:
            raise Damaged(part) from error


def _too_long(most: int) -> Slip:
    return Slip(T("the file is too long: at most {most} bytes", most=most))


def _column(place: str) -> int:
    """The number of the column of a place: 28 for AB7, 0 for none."""
    number = 0
    for letter in place.rstrip("0123456789")[:4]:
        number = 26 * number + ord(letter) - 64
    return number


def _day(number: int) -> str:
    """A day of the calendar, counted from 30 December 1899 (H. Hinnant, “chrono-compatible date algorithms”)."""
    era, of_era = divmod(number + 693_899, 146_097)  # 400 years, from a first of March on
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month += 3 if month < 10 else -9
    return f"{400 * era + year + (month <= 2):04}-{month:02}-{day:02}"


def _cell_text(text: str, kind: str, strings: list[str], date: bool) -> str:
    """A cell as Excel shows it: a whole number without a point, a date as 2026-05-04."""
    if kind == "s":
        return strings[int(text)].replace("\0", "")
    if kind == "b":
        return "TRUE" if text == "1" else "FALSE"
    if kind != "n" or not text.strip():
        return text
    number = float(text)
    if date and 0 < number < 2_958_466:  # up to the year 9999
        hours, minutes = divmod(round(number % 1 * 1440), 60)
        return _day(int(number)) + (f" {hours:02}:{minutes:02}" if number % 1 else "")
    return str(int(number)) if number.is_integer() else text.strip()
