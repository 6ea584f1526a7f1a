"""Plain rows of a table, each kind set once and stamped as often as it stands there, without a box for every cell.

A table of the class `plain`, its borders separate, says that its rows may be: those of plain text in all cells. In one
that is `loose` too a page may break between any two. Before a document is laid out they become empty cells of their
height; a sample of each kind, laid out with the document's own style, says where its texts stand, in which type and on
what ground. When the page is drawn the texts come into these cells, and into the tags as the rows and cells they are.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import groupby
from math import inf
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, NamedTuple

from weasyprint import draw
from weasyprint.draw.color import get_color
from weasyprint.draw.text import draw_first_line
from weasyprint.formatting_structure import boxes
from weasyprint.matrix import Matrix
from weasyprint.text.line_break import Layout, split_first_line

from referee.typeset.tags import split

TABLE = re.compile(r'(<table class="[^"]*\bplain\b([^"]*)">\s*<colgroup>.*?</colgroup>)(.*?</table>)', re.S)
PIECE = re.compile(r"(<\w[^>]*>)([^<]*)(</\w+>)|([^<]+)")
CELL = re.compile(r"<(t[hd])\b([^>]*)>((?:[^<]++|<(?:span|small|b)\b[^>]*>[^<]*</(?:span|small|b)>)*+)</\1>")
RUN = re.compile(rf"(?:<tr(?: class=\"\w+\")?>(?:\s*{CELL.pattern})+\s*</tr>\s*)+")
ROW = re.compile(r"<tr([^>]*)>(.*?)</tr>", re.S)
STYLED = re.compile(r"<html[^>]*>|<style>.*?</style>|<body[^>]*>", re.S)
BLANK = re.compile("[ \n\t]+")
WORDS = re.compile(r"\S(?:.*\S)?")
OTHERWISE = re.compile("[\u0590-\u08ff\u200e\u200f\u2066-\u2069\ufb1d-\ufdff\ufe0f\ufe70-\ufeff\U00010000-\U0010ffff]")
"""What is not written from left to right in one colour: such a row is laid out as ever."""
BARE = "padding: 0; border: 0; background: none; box-sizing: border-box"
MOST = 12
"""Rows stamped into one cell, which no page can break."""
TOLERANCE = 0.01

Texts = tuple[str, ...]
Skeleton = tuple[str, tuple[tuple[str, str, str], ...]]
Fill = tuple[float, float, float, float, Any]
"""What is painted below a row: x, y, width, height, colour; a y below 0 is from its foot, a height of 0 its own."""


class Piece(NamedTuple):
    """Where a text of a line stands: how far behind the one before, the least room it takes; its text if always one."""

    lead: float
    least: float
    baseline: float
    style: Any
    text: str | None


class Cell(NamedTuple):
    """Where the lines of a cell stand in their row; `room`: how much of it is empty in the sample."""

    left: float
    width: float
    align: str
    line: float
    span: int
    room: float
    middle: bool
    lines: tuple[tuple[Piece, ...], ...]

    def more(self, count: int) -> float:
        """How much higher than the sample its row has to be for so many lines."""
        extra = count - len(self.lines)
        return max(0.0, extra * self.line - self.room) if extra > 0 else 0.0

    def down(self, count: int, more: float) -> float:
        """How far below their place in the sample so many lines stand, in a row so much higher."""
        return (more - (count - len(self.lines)) * self.line) / 2 if self.middle else 0


class Kind(NamedTuple):
    """How rows of a kind are set, and what is painted below."""

    height: float
    cells: tuple[Cell, ...]
    fills: tuple[Fill, ...]


Words = tuple[tuple[str, Piece, float], ...]
"""The texts of a line, and the room each takes."""


class Set(NamedTuple):
    """A row: its kind, what its cells are, the lines of each, and its height."""

    kind: Kind
    skeleton: Skeleton
    cells: tuple[tuple[Words, ...], ...]
    height: float


class Stamp(boxes.TextBox):  # type: ignore[misc]  # the library carries no types
    """A line in a known place: its texts, (x, y, text, style)."""

    position_x = position_y = 0
    rows: Any
    parts: list[tuple[float, float, str, Any]]


class Ground(boxes.LineBox):  # type: ignore[misc]
    """The stamps of a cell, and what is painted below them."""

    fills: list[Fill]
    background = None


class Rows:
    """The plain rows of one document. `lay` lays out a document given as text."""

    def __init__(self, text: str, lay: Any) -> None:
        self.lay = lay
        self.head = "".join(STYLED.findall(text))
        self.lots: list[list[Set]] = []
        self.read: dict[str, tuple[Skeleton, tuple[Texts, ...]]] = {}
        self.widths: dict[tuple[int, float, str], tuple[tuple[str, float], ...]] = {}
        self.drawn: dict[tuple[int, str], bytes] = {}
        self.held: list[dict[Skeleton, Kind | None]] = []
        """The kinds of its tables, whose styles must last as long as what is kept by their ids."""
        self.text = TABLE.sub(self._table, text)

    def _table(self, found: re.Match[str]) -> str:
        open_, (head, end, rest) = found[1], found[3].rpartition("</thead>")
        body, foot, sums = rest.partition("<tfoot")
        self.loose = "loose" in found[2]
        self.read = {row[0]: _read(row) for run in RUN.finditer(body) for row in ROW.finditer(run[0])}
        self.held.append(self._kinds(open_))
        return open_ + head + end + RUN.sub(partial(self._run, self.held[-1]), body) + foot + sums

    def _kinds(self, open_: str) -> dict[Skeleton, Kind | None]:
        """The kinds of rows of a table, from a sample of each; None for one that is not to be stamped."""
        kinds = kept(self.head, open_)
        if new := list(dict.fromkeys(skeleton for skeleton, _ in self.read.values() if skeleton not in kinds)):
            samples = "".join(
                f"<tr{row}>{''.join(f'<{tag}{said}>{shape}</{tag}>' for tag, said, shape in cells)}</tr>"
                for row, cells in new
            )
            sample = self.lay(f"{self.head}{open_}<tbody>{samples}</tbody></table></body></html>")
            rows = [box for page in sample.pages for box in _of(page._page_box, boxes.TableRowBox)]
            kinds |= zip(new, map(_kind, rows, new), strict=True)
        return kinds

    def _run(self, kinds: dict[Skeleton, Kind | None], found: re.Match[str]) -> str:
        """Plain rows one below the other, as empty cells where they can be stamped."""
        out: list[str] = []
        lot: list[Set] = []
        for row in ROW.finditer(found[0]):
            set_ = self._set(row[0], kinds)
            if lot and (set_ is None or self.loose or len(lot) == MOST):
                out.append(self._cell(lot))
                lot = []
            if set_ is None:
                out.append(row[0])
            else:
                lot.append(set_)
        if lot:
            out.append(self._cell(lot))
        return "".join(out)

    def _cell(self, lot: list[Set]) -> str:
        self.lots.append(lot)
        height, count = sum(row.height for row in lot), sum(cell.span for cell in lot[0].kind.cells)
        return (
            f'<tr{lot[0].skeleton[0] if self.loose else ""}><td colspan="{count}" data-lot="{len(self.lots) - 1}" '
            f'style="height: {height:.4f}px; {BARE}"></td></tr>'
        )

    def _set(self, row: str, kinds: dict[Skeleton, Kind | None]) -> Set | None:
        skeleton, texts = self.read[row]
        kind = kinds[skeleton]
        if kind is None or OTHERWISE.search(row):
            return None
        cells = tuple(map(self._lines, texts, kind.cells))
        more = 0.0
        for lines, cell in zip(cells, kind.cells, strict=True):
            if any(_width(words) > cell.width + TOLERANCE for words in lines):
                return None
            more = max(more, cell.more(len(lines)))
        return Set(kind, skeleton, cells, kind.height + more) if more < inf else None

    def _lines(self, texts: Texts, cell: Cell) -> tuple[Words, ...]:
        """The texts of a cell, a lone one broken as the cell would break it."""
        if len(texts) < 2:
            ((piece,),) = cell.lines
            return tuple(
                ((line, piece, room),) for text in texts for line, room in self._broken(text, piece, cell.width)
            )
        rest = iter(texts)

        def placed(piece: Piece) -> tuple[str, Piece, float]:
            text = piece.text or next(rest)
            return text, piece, max(piece.least, self._broken(text, piece, inf)[0][1])

        return tuple(tuple(map(placed, line)) for line in cell.lines)

    def _broken(self, text: str, piece: Piece, width: float) -> tuple[tuple[str, float], ...]:
        """A text in lines of at most a width, and how wide each is."""
        key = id(piece.style), width, text
        if key not in self.widths:
            found, rest = [], text
            while rest:
                layout, _, resume, taken, _, _ = split_first_line(rest, piece.style, DICTIONARIES, width, 0)
                line = layout.text.rstrip(" ") if resume else layout.text
                found.append((line, taken if line == layout.text else self._broken(line, piece, inf)[0][1]))
                rest = rest.encode()[resume:].decode().lstrip(" ") if resume else ""
            self.widths[key] = tuple(found)
        return self.widths[key]

    # After the layout

    def put(self, document: Any) -> None:
        """Put the texts into the cells kept for them."""
        for cell, lot in self._kept(document):
            cell.children = [self._ground(cell, lot)]

    def _kept(self, document: Any) -> Iterator[tuple[Any, list[Set]]]:
        """The cells kept for rows, and the rows."""
        for page in document.pages if self.lots else ():
            for cell in _of(page._page_box, boxes.TableCellBox):
                number = cell.element.get("data-lot") if cell.element is not None else None
                if number is not None:
                    yield cell, self.lots[int(number)]

    def _ground(self, cell: Any, lot: list[Set]) -> Ground:
        ground: Ground = Ground.anonymous_from(cell, [])
        ground.position_x, ground.position_y = x, y = cell.position_x, cell.position_y
        ground.children, ground.fills = [], []
        for row in lot:
            for left, top, width, height, colour in row.kind.fills:
                down = top if top >= 0 else top + row.height
                ground.fills.append((x + left, y + down, width, height or row.height, colour))
            for own, lines in zip(row.kind.cells, row.cells, strict=True):
                first = y + own.down(len(lines), row.height - row.kind.height)
                for number, words in enumerate(lines):
                    spare = own.width - _width(words)
                    at = x + own.left + {"right": spare, "center": spare / 2}.get(own.align, 0)
                    down = first + max(0, number + 1 - len(own.lines)) * own.line
                    stamp = Stamp("span", words[0][1].style, None, words[0][0])
                    stamp.rows, stamp.parts = self, []
                    for text, piece, room in words:
                        stamp.parts.append((at + piece.lead, down + piece.baseline, text, piece.style))
                        at += piece.lead + room
                    ground.children.append(stamp)
            y += row.height
        return ground

    def draw(self, stream: Any, stamp: Stamp) -> None:
        """Draw a line; a text drawn before in the same type is written again as it was."""
        for x, y, text, style in stamp.parts:
            stream.set_color(style["color"])
            stream.begin_text()
            stream._current_font = None
            key = id(style), text
            if key not in self.drawn:
                layout = Layout(style)
                layout.set_text(text)
                box = SimpleNamespace(text=text, style=style, pango_layout=layout)
                at = len(stream.stream)
                draw_first_line(stream, box, "clip", "none", Matrix())
                told = (item if isinstance(item, bytes) else item.encode() for item in stream.stream[at + 1 :])
                self.drawn[key] = b"\n".join(told)
                del stream.stream[at:]
            stream.stream += (b"1 0 0 -1 %.3f %.3f Tm" % (x, y), self.drawn[key])
            stream._current_font = None
            stream.end_text()

    def tag(self, document: Any, pdf: Any) -> None:
        """Make rows and cells of the tags of what was stamped."""
        for cell, lot in self._kept(document):
            split(pdf, cell.mark, lot)


DICTIONARIES = SimpleNamespace(dictionaries={})


@lru_cache(16)
def kept(head: str, open_: str) -> dict[Skeleton, Kind | None]:
    """The kinds of rows known of a table with a style, for all documents that have it."""
    return {}


def _read(row: re.Match[str]) -> tuple[Skeleton, tuple[Texts, ...]]:
    """What is the same in all rows of a kind, and the texts of each cell of this one."""
    cells = [(cell[1], cell[2], *_pieces(cell[3])) for cell in CELL.finditer(row[2])]
    return (row[1], tuple((tag, said, shape) for tag, said, shape, _ in cells)), tuple(cell[3] for cell in cells)


def _pieces(inner: str) -> tuple[str, Texts]:
    """The shape of what a cell holds, each text of it a 0, and the texts, blanks as they are set."""
    shape, texts = "", list[str]()
    for piece in PIECE.finditer(BLANK.sub(" ", inner).strip(" ")):
        text = html.unescape(piece[2] or piece[4] or "")
        if texts and texts[-1].endswith(" "):
            text = text.lstrip(" ")
        if text:
            shape += f"{piece[1] or ''}{WORDS.sub('0', text)}{piece[3] or ''}"
            texts.append(text)
    return shape or "0", tuple(texts)


def _width(words: Words) -> float:
    return sum(piece.lead + room for _, piece, room in words)


def _of(box: Any, *kinds: type) -> Iterator[Any]:
    """The boxes of some kinds in one, in order, none within another."""
    for child in box.children:
        if isinstance(child, kinds):
            yield child
        elif isinstance(child, boxes.ParentBox):
            yield from _of(child, *kinds)


def _kind(row: Any, skeleton: Skeleton) -> Kind | None:
    """How a sample row is set; None for one that is more than lines of text in cells."""
    cells, fills = [], []
    x, y = row.children[0].position_x, row.position_y
    for cell, (_, _, shape) in zip(row.children, skeleton[1], strict=True):
        lines = [line for found in _of(cell, boxes.LineBox) if (line := _line(found, y))]
        pieces, count = [piece for line in lines for piece in line], len(_pieces(shape)[1])
        if sum(piece.text is None for piece in pieces) != count or (count == 1 and len(pieces) > 1):
            return None
        left, top, width = cell.position_x - x, cell.position_y - y, cell.border_width()
        if (colour := get_color(cell.style, "background_color")).alpha:
            fills.append((0, (left, top, width, 0, colour)))
        for side, at, down, across, high in (
            ("top", left, top, width, cell.border_top_width),
            ("bottom", left, -cell.border_bottom_width, width, cell.border_bottom_width),
            ("left", left, top, cell.border_left_width, 0),
            ("right", left + width - cell.border_right_width, top, cell.border_right_width, 0),
        ):
            if thick := getattr(cell, f"border_{side}_width"):
                fills.append((thick, (at, down, across, high, get_color(cell.style, f"border_{side}_color"))))
        middle, empty = cell.vertical_align == "middle", cell.padding_bottom - cell.style["padding_bottom"].value
        room = (2 * empty if middle else empty) if cell.computed_height == "auto" else -inf
        align, line = cell.style["text_align_all"], cell.children[0].height
        cells.append(Cell(cell.content_box_x() - x, cell.width, align, line, cell.colspan, room, middle, tuple(lines)))
    return Kind(row.height, tuple(cells), tuple(fill for _, fill in sorted(fills, key=itemgetter(0))))


def _line(line: Any, top: float) -> tuple[Piece, ...]:
    """The pieces of a line; none for one with something else in it."""
    pieces: list[Piece] = []
    end = 0.0
    for box in _of(line, boxes.TextBox, boxes.InlineBlockBox, boxes.ReplacedBox):
        texts = [box] if isinstance(box, boxes.TextBox) else list(_of(box, boxes.TextBox))
        if len(texts) != 1 or any(map(_painted, line.descendants())):
            return ()
        (text,) = texts
        least = 0 if box is text else box.min_width
        told = text.text if "::" in text.element_tag else None
        lead = text.position_x - end if pieces else 0
        pieces.append(Piece(lead, least, text.position_y + text.baseline - top, text.style, told))
        end = text.position_x + max(least, text.width)
    return tuple(pieces)


def _painted(box: Any) -> bool:
    """Whether more is drawn of a box of a line than its text."""
    ground, struck = get_color(box.style, "background_color").alpha, box.style["text_decoration_line"] != "none"
    return bool(ground or struck or getattr(box, "border_top_width", 0))


def _hook() -> None:
    """Have the library draw our boxes by us."""
    text, border = draw.draw_text, draw.draw_border

    def draw_text(stream: Any, box: Any, *more: Any) -> None:
        if isinstance(box, Stamp):
            box.rows.draw(stream, box)
        else:
            text(stream, box, *more)

    def draw_border(stream: Any, box: Any) -> None:
        if not isinstance(box, Ground):
            border(stream, box)
            return
        with stream.artifact():
            for colour, fills in groupby(box.fills, itemgetter(4)):
                stream.set_color(colour)
                for x, y, width, height, _ in fills:
                    stream.stream.append(b"%.3f %.3f %.3f %.3f re" % (x, y, width, height))
                stream.fill()

    draw.draw_text, draw.draw_border = draw_text, draw_border


_hook()
