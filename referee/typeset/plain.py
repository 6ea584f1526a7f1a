"""Plain rows in a document's HTML: the pattern that several rows share, and the texts of each row.

Rows of a table with the class `plain` and separate borders may be stamped, if their cells hold only text, or a few
pieces of text with tags. With the class `loose` too, a page may break between any two rows.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

TABLE = re.compile(r'(<table class="[^"]*\bplain\b([^"]*)">\s*<colgroup>.*?</colgroup>)(.*?</table>)', re.S)
PIECE = re.compile(r"(<\w[^>]*>)([^<]*)(</\w+>)|([^<]+)")
CELL = re.compile(r"<(t[hd])\b([^>]*)>((?:[^<]++|<(?:span|small|b)\b[^>]*>[^<]*</(?:span|small|b)>)*+)</\1>")
RUN = re.compile(rf"(?:<tr(?: class=\"\w+\")?(?: style=\"[^\"]*\")?>(?:\s*{CELL.pattern})+\s*</tr>\s*)+")
"""Several such rows in succession."""
ROW = re.compile(r"<tr([^>]*)>(.*?)</tr>", re.S)
BLANK = re.compile("[ \n\t]+")
WORDS = re.compile(r"\S(?:.*\S)?")
OTHERWISE = re.compile("[\u0590-\u08ff\u200e\u200f\u2066-\u2069\ufb1d-\ufdff\ufe0f\ufe70-\ufeff\U00010000-\U0010ffff]")
"""Characters of right-to-left scripts or in colours: a row with one is not stamped."""


class PatternCell(NamedTuple):
    """A cell of a pattern: its tag, the tag's attributes, and its contents with 0 for each text."""

    tag: str
    said: str
    marks: str

    @property
    def texts(self) -> int:
        return len(_pieces(self.marks)[1])


class Pattern(NamedTuple):
    """The common form of rows that are set alike: the attributes of the row's tag, and its cells."""

    said: str
    cells: tuple[PatternCell, ...]

    def sample(self) -> str:
        """A row of this pattern, with 0 for each text."""
        cells = (f"<{cell.tag}{cell.said}>{cell.marks}</{cell.tag}>" for cell in self.cells)
        return f"<tr{self.said}>{''.join(cells)}</tr>"


class Written(NamedTuple):
    """A row of the document: its pattern, and the texts of each cell. `straight`: it may be stamped (OTHERWISE)."""

    pattern: Pattern
    texts: tuple[tuple[str, ...], ...]
    straight: bool


def written(row: re.Match[str]) -> Written:
    """The pattern and texts of a row matched by ROW."""
    cells, texts = [], []
    for cell in CELL.finditer(row[2]):
        marks, said = _pieces(cell[3])
        cells.append(PatternCell(cell[1], cell[2], marks))
        texts.append(said)
    return Written(Pattern(row[1], tuple(cells)), tuple(texts), not OTHERWISE.search(row[0]))


def _pieces(inner: str) -> tuple[str, tuple[str, ...]]:
    """A cell's contents with 0 for each text, and the texts, with blanks collapsed."""
    inner = BLANK.sub(" ", inner).strip(" ")
    if "<" not in inner:
        return "0", (html.unescape(inner),) if inner else ()
    marks, texts = "", list[str]()
    for piece in PIECE.finditer(inner):
        text = html.unescape(piece[2] or piece[4] or "")
        if texts and texts[-1].endswith(" "):
            text = text.lstrip(" ")
        if text:
            marks += f"{piece[1] or ''}{WORDS.sub('0', text)}{piece[3] or ''}"
            texts.append(text)
    return marks or "0", tuple(texts)
