"""Plain rows of a table, each kind set once and stamped as often as it stands there, without a box for every cell.

A table of the class `plain` says that its rows may be: those of plain text in all cells, none of which but the first
needs a second line. Before a document is laid out they become empty cells of their height; a sample of each kind, laid
out with the document's own style, says where its texts stand, in which type and on what ground. When the page is drawn
the texts come into these cells, and into the tags as the rows and cells they are.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

from weasyprint import draw
from weasyprint.draw.color import get_color
from weasyprint.draw.text import draw_first_line
from weasyprint.formatting_structure import boxes
from weasyprint.matrix import Matrix
from weasyprint.text.line_break import Layout, split_first_line

TABLE = re.compile(r'(<table class="[^"]*\bplain\b[^"]*">\s*<colgroup>.*?</colgroup>)(.*?</table>)', re.S)
RUN = re.compile(r"(?:<tr(?: class=\"\w+\")?>(?:\s*<(t[hd])[^>]*>[^<]*</\1>)+\s*</tr>\s*)+")
ROW = re.compile(r"<tr([^>]*)>(.*?)</tr>", re.S)
CELL = re.compile(r"<(t[hd])([^>]*)>([^<]*)</\1>")
BLANK = re.compile("[ \n\t]+")
OTHERWISE = re.compile("[\u0590-\u08ff\u200e\u200f\u2066-\u2069\ufb1d-\ufdff\ufe0f\ufe70-\ufeff\U00010000-\U0010ffff]")
"""What is not written from left to right in one colour: such a row is laid out as ever."""
MOST = 12
"""Rows stamped into one cell, which no page can break."""
TOLERANCE = 0.01

Skeleton = tuple[str, tuple[tuple[str, str], ...]]


class Face(NamedTuple):
    """Where the text of a cell stands in its row, and its style."""

    left: float
    width: float
    align: str
    baseline: float
    line: float
    style: Any


class Kind(NamedTuple):
    """How rows of a kind are set: a face for each cell, what is painted below, (x, y, width, height, colour)."""

    height: float
    faces: tuple[Face, ...]
    fills: tuple[tuple[float, float, float, float, Any], ...]


class Set(NamedTuple):
    """A row: its kind, what its cells are, the lines of each with their widths, and its height."""

    kind: Kind
    skeleton: Skeleton
    lines: tuple[tuple[tuple[str, float], ...], ...]
    height: float


class Stamp(boxes.TextBox):  # type: ignore[misc]  # the library carries no types
    """A line of text in a known place."""

    rows: Any


class Ground(boxes.LineBox):  # type: ignore[misc]
    """The stamps of a cell, and what is painted below them."""

    fills: tuple[tuple[float, float, float, float, Any], ...] = ()
    background = None


class Rows:
    """The plain rows of one document. `lay` lays out a document given as text."""

    def __init__(self, text: str, lay: Any) -> None:
        self.lay = lay
        self.head = text[: text.find(">", text.find("<body")) + 1]
        self.lots: list[list[Set]] = []
        # Styles are known by their address below, so that none may go before the document.
        self.held: list[dict[Skeleton, Kind | None]] = []
        self.widths: dict[tuple[int, float, str], tuple[tuple[str, float], ...]] = {}
        self.drawn: dict[tuple[int, str], list[Any]] = {}
        self.text = TABLE.sub(self._table, text)

    def _table(self, found: re.Match[str]) -> str:
        open_, body = found[1], found[2]
        kinds = self._kinds(open_, body)
        return open_ + RUN.sub(partial(self._run, kinds), body)

    def _kinds(self, open_: str, body: str) -> dict[Skeleton, Kind | None]:
        """The kinds of rows of a table, from a sample of each; None for one that is not to be stamped."""
        skeletons = list(dict.fromkeys(_skeleton(row) for run in RUN.finditer(body) for row in ROW.finditer(run[0])))
        if not skeletons:
            return {}
        samples = "".join(
            f"<tr{row}>{''.join(f'<{tag}{said}>0</{tag}>' for tag, said in cells)}</tr>" for row, cells in skeletons
        )
        sample = self.lay(f"{self.head}{open_}<tbody>{samples}</tbody></table></body></html>")
        rows = [box for page in sample.pages for box in _of(page._page_box, boxes.TableRowBox)]
        kinds = dict(zip(skeletons, map(_kind, rows), strict=True))
        self.held.append(kinds)
        return kinds

    def _run(self, kinds: dict[Skeleton, Kind | None], found: re.Match[str]) -> str:
        """Plain rows one below the other, as empty cells where they can be stamped."""
        out: list[str] = []
        lot: list[Set] = []
        for row in ROW.finditer(found[0]):
            set_ = self._set(row, kinds)
            if lot and (set_ is None or len(lot) == MOST):
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
        height, count = sum(row.height for row in lot), len(lot[0].skeleton[1])
        return (
            f'<tr><td colspan="{count}" data-lot="{len(self.lots) - 1}" '
            f'style="height: {height:.4f}px; padding: 0"></td></tr>'
        )

    def _set(self, row: re.Match[str], kinds: dict[Skeleton, Kind | None]) -> Set | None:
        skeleton = _skeleton(row)
        kind = kinds[skeleton]
        if kind is None or OTHERWISE.search(row[0]):
            return None
        lines = tuple(
            self._lines(BLANK.sub(" ", html.unescape(cell[3])), face)
            for cell, face in zip(CELL.finditer(row[2]), kind.faces, strict=True)
        )
        if any(len(cell) > 1 for cell in lines[1:]) or any(
            width > face.width + TOLERANCE for cell, face in zip(lines, kind.faces, strict=True) for _, width in cell
        ):
            return None
        return Set(kind, skeleton, lines, kind.height + max(0, len(lines[0]) - 1) * kind.faces[0].line)

    def _lines(self, text: str, face: Face) -> tuple[tuple[str, float], ...]:
        """A text broken as a cell would break it."""
        key = id(face.style), face.width, text
        if key not in self.widths:
            found, rest = [], text.strip(" ")
            while rest:
                layout, _, resume, width, _, _ = split_first_line(rest, face.style, DICTIONARIES, face.width, 0)
                found.append((layout.text.rstrip(" "), width))
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
        stamps, fills = [], []
        for row in lot:
            more = row.height - row.kind.height
            fills += [
                (x + left, y + top, width, height + (more if height > 1 else 0), colour)
                for left, top, width, height, colour in row.kind.fills
            ]
            for face, lines in zip(row.kind.faces, row.lines, strict=True):
                for number, (text, width) in enumerate(lines):
                    stamp = Stamp("span", face.style, None, text)
                    room = {"right": face.width - width, "center": (face.width - width) / 2}.get(face.align, 0)
                    stamp.position_x, stamp.position_y = x + face.left + room, y + face.baseline + number * face.line
                    stamp.rows = self
                    stamps.append(stamp)
            y += row.height
        ground.children, ground.fills = stamps, tuple(fills)
        return ground

    def draw(self, stream: Any, stamp: Stamp) -> None:
        """Draw a text; one drawn before in the same type is written again as it was."""
        key = id(stamp.style), stamp.text
        stream.set_color(stamp.style["color"])
        stream.begin_text()
        stream._current_font = None
        if key not in self.drawn:
            layout = Layout(stamp.style)
            layout.set_text(stamp.text)
            box = SimpleNamespace(text=stamp.text, style=stamp.style, pango_layout=layout)
            at = len(stream.stream)
            draw_first_line(stream, box, "clip", "none", Matrix())
            self.drawn[key] = stream.stream[at + 1 :]
            del stream.stream[at:]
        stream.set_text_matrix(1, 0, 0, -1, stamp.position_x, stamp.position_y)
        stream.stream += self.drawn[key]
        stream._current_font = None
        stream.end_text()

    # The tags

    def tag(self, document: Any, pdf: Any) -> None:
        """Make rows and cells of the tags of what was stamped."""
        for cell, lot in self._kept(document):
            _split(pdf, cell.mark, lot)


DICTIONARIES = SimpleNamespace(dictionaries={})


def _split(pdf: Any, cell: Any, lot: list[Set]) -> None:
    """The tag of a cell, its kids the texts, as the tags of rows."""
    from pydyf import Array, Dictionary

    def found(reference: bytes) -> Any:
        return pdf.objects[int(reference.split()[0])]

    def new(kind: str, parent: Any) -> Any:
        made = Dictionary({"Type": "/StructElem", "S": kind, "K": Array(), "Pg": cell["Pg"], "P": parent.reference})
        pdf.add_object(made)
        return made

    first = found(cell["P"])
    body = found(first["P"])
    texts = iter(list(cell["K"]))
    rows = []
    for number, row in enumerate(lot):
        line = new("/TR", body) if number else first
        cells = []
        for place, ((tag, said), lines) in enumerate(zip(row.skeleton[1], row.lines, strict=True)):
            kids = [next(texts) for _ in lines]
            if len(kids) == 1 and number + place:
                one = found(kids[0])
            else:
                one = new("/TD", line) if number + place else cell
                one["K"] = Array(kids)
                for kid in kids:
                    found(kid)["P"] = one.reference
            one["S"], one["P"] = f"/{tag.upper()}", line.reference
            one["A"] = Dictionary({"O": "/Table"})
            if tag == "th":
                one["A"]["Scope"] = "/Row" if 'scope="row"' in said else "/Column"
            cells.append(one.reference)
        line["K"] = Array(cells)
        rows.append(line.reference)
    at = body["K"].index(first.reference)
    body["K"][at : at + 1] = rows


def _skeleton(row: re.Match[str]) -> Skeleton:
    """What is the same in all rows of a kind."""
    return row[1], tuple((cell[1], cell[2]) for cell in CELL.finditer(row[2]))


def _of(box: Any, kind: type) -> Iterator[Any]:
    """The boxes of a kind below one, in order."""
    waiting = [box]
    while waiting:
        box = waiting.pop()
        if isinstance(box, kind):
            yield box
        if isinstance(box, boxes.ParentBox) and not isinstance(box, boxes.LineBox):
            waiting += reversed(box.children)


def _kind(row: Any) -> Kind | None:
    """How a sample row is set; None for one that is more than a text in each cell."""
    faces, fills = [], []
    x, y = row.children[0].position_x, row.position_y
    for cell in row.children:
        texts = [text for line in cell.children for text in getattr(line, "children", ())]
        if len(texts) != 1 or not isinstance(texts[0], boxes.TextBox) or cell.colspan != 1:
            return None
        text, style = texts[0], cell.style
        left, top = cell.position_x - x, cell.position_y - y
        width, height = cell.border_width(), cell.border_height()
        if get_color(style, "background_color").alpha:
            fills.append((left, top, width, height, get_color(style, "background_color")))
        if cell.border_top_width:
            fills.append((left, top, width, cell.border_top_width, get_color(style, "border_top_color")))
        if cell.border_bottom_width or cell.border_left_width or cell.border_right_width:
            return None
        baseline = text.position_y + text.baseline - y
        line = cell.children[0].height
        align = style["text_align_all"]
        faces.append(Face(cell.content_box_x() - x, cell.width, align, baseline, line, text.style))
    return Kind(row.height, tuple(faces), tuple(fills))


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
        for x, y, width, height, colour in box.fills:
            with stream.artifact():
                stream.set_color(colour)
                stream.rectangle(x, y, width, height)
                stream.fill()

    draw.draw_text, draw.draw_border = draw_text, draw_border


_hook()
