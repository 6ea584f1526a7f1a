"""Plain rows as a document writes them: what rows of a kind have in common, and what each of them says.

A table of the class `plain`, its borders separate, says that its rows may be stamped: those of plain text in all cells,
or of a few pieces of text with marks of their own. In one that is `loose` too a page may break between any two.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

TABLE = re.compile(r'(<table class="[^"]*\bplain\b([^"]*)">\s*<colgroup>.*?</colgroup>)(.*?</table>)', re.S)
PIECE = re.compile(r"(<\w[^>]*>)([^<]*)(</\w+>)|([^<]+)")
CELL = re.compile(r"<(t[hd])\b([^>]*)>((?:[^<]++|<(?:span|small|b)\b[^>]*>[^<]*</(?:span|small|b)>)*+)</\1>")
RUN = re.compile(rf"(?:<tr(?: class=\"\w+\")?(?: style=\"[^\"]*\")?>(?:\s*{CELL.pattern})+\s*</tr>\s*)+")
"""Such rows, one below the other."""
ROW = re.compile(r"<tr([^>]*)>(.*?)</tr>", re.S)
BLANK = re.compile("[ \n\t]+")
WORDS = re.compile(r"\S(?:.*\S)?")
OTHERWISE = re.compile("[\u0590-\u08ff\u200e\u200f\u2066-\u2069\ufb1d-\ufdff\ufe0f\ufe70-\ufeff\U00010000-\U0010ffff]")
"""What is not written from left to right in one colour: such a row is laid out as ever."""


class PatternCell(NamedTuple):
    """A cell of a pattern: its tag, what this says, and the marks in it, each text of them a 0."""

    tag: str
    said: str
    marks: str

    @property
    def texts(self) -> int:
        return len(_pieces(self.marks)[1])


class Pattern(NamedTuple):
    """What rows have in common that are set alike: what the tag of the row says, and its cells."""

    said: str
    cells: tuple[PatternCell, ...]

    def sample(self) -> str:
        """A row of this pattern, each of its texts a 0."""
        cells = (f"<{cell.tag}{cell.said}>{cell.marks}</{cell.tag}>" for cell in self.cells)
        return f"<tr{self.said}>{''.join(cells)}</tr>"


class Written(NamedTuple):
    """A row as the document writes it: its pattern, and the texts of each cell; `straight`: from left to right."""

    pattern: Pattern
    texts: tuple[tuple[str, ...], ...]
    straight: bool


def written(row: re.Match[str]) -> Written:
    """What a row found by ROW says."""
    cells, texts = [], []
    for cell in CELL.finditer(row[2]):
        marks, said = _pieces(cell[3])
        cells.append(PatternCell(cell[1], cell[2], marks))
        texts.append(said)
    return Written(Pattern(row[1], tuple(cells)), tuple(texts), not OTHERWISE.search(row[0]))


def _pieces(inner: str) -> tuple[str, tuple[str, ...]]:
    """The marks in a cell, each text of them a 0, and these texts, blanks as they are set."""
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
