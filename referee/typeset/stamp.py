"""Stamp the plain rows of tables: lay each kind of row out once, then draw all its rows without boxes for their cells.

Before the layout the plain rows become empty cells of their height (`Stamps.text`). A sample of each kind, laid out
with the document's own style, gives the places of the texts. After the layout `Stamps.put` puts a block into each
empty cell, which draws the rows itself; `tags` adds their rows and cells to the tag tree.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Any, NamedTuple

from weasyprint import draw
from weasyprint.formatting_structure import boxes

from referee.typeset.lines import show
from referee.typeset.plain import ROW, RUN, TABLE, Pattern, Written, written
from referee.typeset.plan import Placed, Plan, plan, within

STYLED = re.compile(r"<html[^>]*>|<style>.*?</style>|<body[^>]*>", re.S)
BARE = "td[data-block] { padding: 0 !important; border: 0 !important; background: none !important }"
"""The style of the empty cells for blocks."""
MOST = 12
"""The most rows stamped into one cell, which no page break can split."""


class Row(NamedTuple):
    """A row to be stamped: its plan, the lines of each cell, and its height."""

    plan: Plan
    cells: tuple[tuple[tuple[Placed, ...], ...], ...]
    height: float


class Block(boxes.LineBox):  # type: ignore[misc]  # the library carries no types
    """The rows stamped into a cell."""

    cell: Any
    rows: list[Row]
    background = None

    def paint(self, stream: Any) -> None:
        """Draw the rows: backgrounds and borders, then the lines, each marked for screen readers."""
        fills: list[tuple[float, float, float, float, Any]] = []
        lines: list[list[tuple[float, float, Placed]]] = []
        x, y = self.position_x, self.position_y
        for row in self.rows:
            for left, top, width, height, colour in row.plan.fills:
                down = top if top >= 0 else top + row.height
                fills.append((x + left, y + down, width, height or row.height, colour))
            for own, found in zip(row.plan.cells, row.cells, strict=True):
                lines += own.stands(found, x, y, row.height - row.plan.height)
            y += row.height
        with stream.artifact():
            for colour, some in groupby(fills, itemgetter(4)):
                stream.set_color(colour)
                stream.stream += [b"%.3f %.3f %.3f %.3f re" % fill[:4] for fill in some]
                stream.fill()
        for line in lines:
            number = len(stream._tags)
            stream._tags[id(self.rows), number] = None
            stream.stream.append(b"/Span <</MCID %d>> BDC" % number)
            for left, down, one in line:
                show(stream, one.line, one.slot.type, left, down, one.slot.colour)
            stream.stream.append(b"EMC")


class Stamps:
    """The plain rows of one document. `lay` lays out a text; `text` is the document with empty cells for the rows."""

    def __init__(self, text: str, lay: Any) -> None:
        self.lay = lay
        self.head = "".join(STYLED.findall(text))
        self.blocks: list[list[Row]] = []
        self.rows: dict[str, Written] = {}
        self.text = TABLE.sub(self._table, text)

    def _table(self, found: re.Match[str]) -> str:
        open_, (head, end, rest) = found[1], found[3].rpartition("</thead>")
        body, foot, sums = rest.partition("<tfoot")
        self.rows = {row[0]: written(row) for run in RUN.finditer(body) for row in ROW.finditer(run[0])}
        plans = self._plans(open_, dict.fromkeys(row.pattern for row in self.rows.values()))
        run = partial(self._run, plans, loose="loose" in found[2])
        return open_ + head + end + RUN.sub(run, body) + foot + sums

    def _plans(self, open_: str, patterns: dict[Pattern, None]) -> dict[Pattern, Plan | None]:
        """The plan of each pattern of a table's rows, from a sample; None for a pattern that cannot be stamped."""
        plans = known(self.head, open_)
        if new := [pattern for pattern in patterns if pattern not in plans]:
            samples = "".join(pattern.sample() for pattern in new)
            sample = self.lay(f"{self.head}{open_}<tbody>{samples}</tbody></table></body></html>")
            rows = [box for page in sample.pages for box in within(page._page_box, boxes.TableRowBox)]
            plans |= zip(new, map(plan, new, rows), strict=True)
        return plans

    def _run(self, plans: dict[Pattern, Plan | None], found: re.Match[str], *, loose: bool) -> str:
        """Successive plain rows, replaced by empty cells where they can be stamped."""
        out: list[str] = []
        block: list[Row] = []
        for match in ROW.finditer(found[0]):
            row = _row(self.rows[match[0]], plans)
            if block and (row is None or loose or len(block) == MOST):
                out.append(self._cell(block, loose=loose))
                block = []
            if row is None:
                out.append(match[0])
            else:
                block.append(row)
        if block:
            out.append(self._cell(block, loose=loose))
        return "".join(out)

    def _cell(self, block: list[Row], *, loose: bool) -> str:
        """The empty cell of a block; a block of one loose row keeps the attributes of its row."""
        self.blocks.append(block)
        plan, height = block[0].plan, sum(row.height for row in block)
        said, span = plan.pattern.said if loose else "", sum(cell.span for cell in plan.cells)
        return (
            f'<tr{said}><td colspan="{span}" data-block="{len(self.blocks) - 1}" '
            f'style="height: {height:.4f}px"></td></tr>'
        )

    def put(self, document: Any) -> None:
        """Put the blocks into their empty cells in the document, after its layout."""
        for page in document.pages if self.blocks else ():
            for cell in within(page._page_box, boxes.TableCellBox):
                number = cell.element.get("data-block") if cell.element is not None else None
                if number is not None:
                    block: Block = Block.anonymous_from(cell, [])
                    block.position_x, block.position_y = cell.position_x, cell.position_y
                    block.cell, block.rows = cell, self.blocks[int(number)]
                    cell.children = [block]


@lru_cache(16)
def known(head: str, open_: str) -> dict[Pattern, Plan | None]:
    """The known plans of tables with this head and opening tag, shared by all documents."""
    return {}


def _row(row: Written, plans: dict[Pattern, Plan | None]) -> Row | None:
    """A row to be stamped; None for one that cannot be."""
    plan = plans[row.pattern]
    if plan is None or not row.straight:
        return None
    cells, more = [], 0.0
    for texts, own in zip(row.texts, plan.cells, strict=True):
        found = own.placed(texts)
        if found is None:
            return None
        cells.append(found)
        more = max(more, own.more(len(found)))
    return Row(plan, tuple(cells), plan.height + more) if more < inf else None


def _draw_border(border: Any, stream: Any, box: Any) -> None:
    if isinstance(box, Block):
        box.paint(stream)
    else:
        border(stream, box)


draw.draw_border = partial(_draw_border, draw.draw_border)
"""The border is the first thing that the library draws of a line; a Block draws itself whole instead."""
