"""How the rows of a pattern are set, read from a sample row that the library has laid out."""

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
"""What is painted below a row: x, y, width, height, colour; a y below 0 is from its foot, a height of 0 its own."""


class Slot(NamedTuple):
    """Where a text stands in its line: how far behind the one before, the least room it takes, how far the baseline is
    below the top of the row, its type and colour; the text itself where it is always one.
    """

    lead: float
    least: float
    baseline: float
    type: Type
    colour: Any
    text: str | None


class Placed(NamedTuple):
    """A line in its slot, and the room it takes there."""

    slot: Slot
    line: Line
    room: float


class CellPlan(NamedTuple):
    """How a cell is set: its left edge in the row, its width, how its lines are aligned and how high one is, the
    columns it spans, the room that is empty in the sample, whether its lines stand in the middle, the slots of each
    line.
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
        """The lines of some texts, a lone one broken as the cell would break it; None where they do not fit."""
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
        """How much higher than the sample its row has to be for so many lines."""
        extra = count - len(self.slots)
        return max(0.0, extra * self.high - self.room) if extra > 0 else 0.0

    def stands(
        self, found: tuple[tuple[Placed, ...], ...], x: float, y: float, more: float
    ) -> Iterator[list[tuple[float, float, Placed]]]:
        """Its lines, each text with its x and y, in a row which begins there and is so much higher than the sample."""
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
    """How the rows of a pattern are set."""

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
    """How rows of a pattern are set, from the box of its sample; None for one with more than lines of text in cells."""
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
    """The slots of a cell's lines; None where not every text of it has one."""
    found = tuple(row for line in within(cell, boxes.LineBox) if (row := _line(line, top)))
    all_ = [slot for row in found for slot in row]
    if sum(slot.text is None for slot in all_) != own.texts or (own.texts == 1 and len(all_) > 1):
        return None
    return found


def _fills(cell: Any, left: float, top: float) -> Iterator[tuple[float, Fill]]:
    """What is painted below a cell, each with how thick it is: a thicker border lies over a thinner one."""
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
    """The slots of a line; none for one with something else in it."""
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
    """Whether more is drawn of a box of a line than its text."""
    ground, struck = get_color(box.style, "background_color").alpha, box.style["text_decoration_line"] != "none"
    return bool(ground or struck or getattr(box, "border_top_width", 0))


def within(box: Any, *kinds: type) -> Iterator[Any]:
    """The boxes of some kinds in one, in order, none within another."""
    for child in box.children:
        if isinstance(child, kinds):
            yield child
        elif hasattr(child, "children"):  # also what holds the place of a box that stands elsewhere
            yield from within(child, *kinds)
