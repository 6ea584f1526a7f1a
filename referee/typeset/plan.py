"""The layout of a pattern's rows, measured on a sample row that the library has laid out."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from operator import itemgetter
from typing import Any, NamedTuple

from weasyprint.draw.color import get_color
from weasyprint.formatting_structure import boxes

from referee.typeset.lines import Line, Type, lines, type_of
from referee.typeset.plain import Pattern, PatternCell

TOLERANCE = 0.01

Fill = tuple[float, float, float, float, Any]
"""A rectangle under a row: x, y, width, height, colour. A negative y is from its foot, height 0 is the row's own."""


class Slot(NamedTuple):
    """The place of a text in its line: the gap after the text before, the least width, the baseline below the row's
    top, type and colour; `text` where it is always the same.
    """

    lead: float
    least: float
    baseline: float
    type: Type
    colour: Any
    text: str | None


class Placed(NamedTuple):
    """A line in its slot, and its width there."""

    slot: Slot
    line: Line
    room: float


class CellPlan(NamedTuple):
    """The layout of a cell: left edge in the row, width, alignment, height of a line, columns spanned, empty height in
    the sample, whether lines are centred vertically, the slots of each line.
    """

    left: float
    width: float
    align: str
    high: float
    span: int
    room: float
    middle: bool
    slots: tuple[tuple[Slot, ...], ...]

    def placed(self, texts: tuple[str, ...]) -> tuple[tuple[Placed, ...], ...] | None:
        """The lines of a cell's texts, None where they do not fit. A single text is broken to the cell's width."""
        if len(texts) < 2:
            ((slot,),) = self.slots
            broken = (one for text in texts for one in lines(text, slot.type, self.width))
            found: tuple[tuple[Placed, ...], ...] = tuple((Placed(slot, one, one.width),) for one in broken)
        else:
            rest = iter(texts)
            found = tuple(tuple(_placed(slot, slot.text or next(rest)) for slot in row) for row in self.slots)
        fits = all(_width(row) <= self.width + TOLERANCE for row in found)
        return found if fits and all(one.line.shown is not None for row in found for one in row) else None

    def more(self, count: int) -> float:
        """The height that `count` lines need beyond the sample's row."""
        extra = count - len(self.slots)
        return max(0.0, extra * self.high - self.room) if extra > 0 else 0.0

    def stands(
        self, found: tuple[tuple[Placed, ...], ...], x: float, y: float, more: float
    ) -> Iterator[list[tuple[float, float, Placed]]]:
        """The lines with x and y of each text, in a row at (x, y) that is `more` higher than the sample."""
        extra = len(found) - len(self.slots)
        top = y + (more - extra * self.high) / 2 if self.middle else y
        for number, row in enumerate(found, 1):
            spare = self.width - _width(row)
            at = x + self.left + {"right": spare, "center": spare / 2}.get(self.align, 0)
            down = top + max(0, number - len(self.slots)) * self.high
            stand = []
            for one in row:
                stand.append((round(at + one.slot.lead, 3), round(down + one.slot.baseline, 3), one))
                at += one.slot.lead + one.room
            yield stand


class Plan(NamedTuple):
    """The layout of a pattern's rows."""

    pattern: Pattern
    height: float
    cells: tuple[CellPlan, ...]
    fills: tuple[Fill, ...]


def _placed(slot: Slot, text: str) -> Placed:
    (one,) = lines(text, slot.type, inf)
    return Placed(slot, one, max(slot.least, one.width))


def _width(row: tuple[Placed, ...]) -> float:
    return sum(one.slot.lead + one.room for one in row)


def plan(pattern: Pattern, row: Any) -> Plan | None:
    """The layout of a pattern's rows, from the box of its sample; None where cells hold more than lines of text."""
    cells, fills = list[CellPlan](), list[tuple[float, Fill]]()
    for cell, own in zip(row.children, pattern.cells, strict=True):
        slots = _slots(cell, own, row.position_y)
        if slots is None:
            return None
        left = cell.position_x - row.children[0].position_x
        fills += _fills(cell, left, cell.position_y - row.position_y)
        middle, empty = cell.vertical_align == "middle", cell.padding_bottom - cell.style["padding_bottom"].value
        room = (2 * empty if middle else empty) if cell.computed_height == "auto" else -inf
        inner, high = cell.content_box_x() - cell.position_x, cell.children[0].height
        align = cell.style["text_align_all"]
        cells.append(CellPlan(left + inner, cell.width, align, high, cell.colspan, room, middle, slots))
    return Plan(pattern, row.height, tuple(cells), tuple(fill for _, fill in sorted(fills, key=itemgetter(0))))


def _slots(cell: Any, own: PatternCell, top: float) -> tuple[tuple[Slot, ...], ...] | None:
    """The slots of a cell's lines; None where some text has no slot."""
    found = tuple(row for line in within(cell, boxes.LineBox) if (row := _line(line, top)))
    all_ = [slot for row in found for slot in row]
    if sum(slot.text is None for slot in all_) != own.texts or (own.texts == 1 and len(all_) > 1):
        return None
    return found


def _fills(cell: Any, left: float, top: float) -> Iterator[tuple[float, Fill]]:
    """The rectangles under a cell, each with its thickness: thicker borders are painted over thinner ones."""
    width = cell.border_width()
    if (colour := get_color(cell.style, "background_color")).alpha:
        yield 0, (left, top, width, 0, colour)
    for side, x, y, across, high in (
        ("top", left, top, width, cell.border_top_width),
        ("bottom", left, -cell.border_bottom_width, width, cell.border_bottom_width),
        ("left", left, top, cell.border_left_width, 0),
        ("right", left + width - cell.border_right_width, top, cell.border_right_width, 0),
    ):
        if thick := getattr(cell, f"border_{side}_width"):
            yield thick, (x, y, across, high, get_color(cell.style, f"border_{side}_color"))


def _line(line: Any, top: float) -> tuple[Slot, ...]:
    """The slots of a line; none if the line holds anything but text."""
    slots: list[Slot] = []
    end = 0.0
    for box in within(line, boxes.TextBox, boxes.InlineBlockBox, boxes.ReplacedBox):
        texts = [box] if isinstance(box, boxes.TextBox) else list(within(box, boxes.TextBox))
        if len(texts) != 1 or any(map(_painted, line.descendants())):
            return ()
        (text,) = texts
        least = 0 if box is text else box.min_width
        told = text.text if "::" in text.element_tag else None
        lead = text.position_x - end if slots else 0
        baseline = text.position_y + text.baseline - top
        slots.append(Slot(lead, least, baseline, type_of(text.style), text.style["color"], told))
        end = text.position_x + max(least, text.width)
    return tuple(slots)


def _painted(box: Any) -> bool:
    """Whether a box in a line has a background, border or decoration."""
    ground, struck = get_color(box.style, "background_color").alpha, box.style["text_decoration_line"] != "none"
    return bool(ground or struck or getattr(box, "border_top_width", 0))


def within(box: Any, *kinds: type) -> Iterator[Any]:
    """The outermost boxes of some kinds inside a box, in order."""
    for child in box.children:
        if isinstance(child, kinds):
            yield child
        elif hasattr(child, "children"):  # placeholders of boxes laid out elsewhere have some, too
            yield from within(child, *kinds)
