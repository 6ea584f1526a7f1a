"""Faster versions of WeasyPrint's functions for every box: break and draw texts, look up styles, with caches.

The layout and the drawing stay exactly the library's.
"""

from __future__ import annotations

import re
from copy import copy
from functools import lru_cache
from typing import Any

from weasyprint import draw
from weasyprint.css import ComputedStyle
from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS
from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES
from weasyprint.layout import absolute, block, flex, inline, page, percent, preferred, table
from weasyprint.layout import float as floats
from weasyprint.svg import TAGS
from weasyprint.text import line_break

from referee.typeset.lines import DICTIONARIES, KNOWN, Type, line, show, type_of

SPLIT, DRAW, MISSING, RESOLVE, PATH = (
    line_break.split_first_line, draw.draw_text, ComputedStyle.__missing__, percent.resolve_percentages, TAGS["path"],
)  # fmt: skip
"""The library's own functions."""
OWN = {"float", "display", "position", "page", *PHYSICAL_FUNCTIONS}
"""Properties that depend on more than the parent's value."""
TAKEN_OVER = {key for key in INHERITED if key[:16] != "text_decoration_"} - OWN
INITIAL = {key for key in INITIAL_VALUES if key[:16] != "text_decoration_"} - OWN - INHERITED - INITIAL_NOT_COMPUTED

LENGTHS = (
    *(f"{kind}_{side}" for kind in ("margin", "padding") for side in ("left", "right", "top", "bottom")),
    *(f"{least}{size}" for size in ("width", "height") for least in ("", "min_", "max_")),
)
"""Properties that may be percentages of the containing block."""
USED = (*LENGTHS, *(f"border_{side}_width" for side in ("left", "right", "top", "bottom")))
BARS = re.compile(r"M(\d+) (\d+)\.5((?:h\d+|m-?\d+ -?\d+)*)")
BAR = re.compile(r"h(\d+)|m(-?\d+) (-?\d+)")
"""A path of horizontal lines, as in QR codes, and each step of it."""


@lru_cache(KNOWN)
def _split(text: str, type_: Type, *more: Any) -> Any:
    return SPLIT(text, type_.style, DICTIONARIES, *more)


def split_first_line(
    text: str, style: Any, context: Any, width: Any, spacing: float, is_line_start: bool = True, minimum: bool = False
) -> Any:
    """The first line of a text and the library's other results, from a cache."""
    layout, *more = _split(text, type_of(style), width, spacing, is_line_start, minimum)
    return copy(layout), *more


def draw_text(stream: Any, box: Any, x: float, overflow: str = "clip", ellipsis: str = "none") -> None:
    """Draw a text from the cache if it has no decoration or other specialities."""
    style, layout = box.style, box.pango_layout
    plain = style["visibility"] == "visible" and style["text_decoration_line"] == "none"
    if plain and (overflow, ellipsis, layout.justification_spacing) == ("clip", "none", 0) and layout.text.strip():
        known = line(layout.text, type_of(style))
        if known.shown is not None:
            show(stream, known, type_of(style), box.position_x, box.position_y + box.baseline, style["color"])
            return
    DRAW(stream, box, x, overflow, ellipsis)


def missing(style: Any, key: str) -> Any:
    """A property of a style that no rule sets: the parent's value or the initial one."""
    if key not in style.cascaded:
        if key in TAKEN_OVER and style.parent_style is not None:
            value = style[key] = style.parent_style[key]
            return value
        if key in INITIAL:
            value = style[key] = INITIAL_VALUES[key]
            return value
    return MISSING(style, key)


def resolve_percentages(box: Any, containing_block: Any) -> None:
    """Give a box its lengths, from a cache in its style where none is a percentage."""
    style = box.style
    used = getattr(style, "used", None)
    if used:
        box.__dict__.update(used)
        return
    RESOLVE(box, containing_block)
    if used is None:
        lengths = (style[name] for name in LENGTHS)
        fixed = style["border_collapse"] == "separate" and all(one == "auto" or one.unit == "px" for one in lengths)
        style.used = {name: getattr(box, name) for name in USED} if fixed else {}


def path(svg: Any, node: Any, size: float) -> None:
    """Draw a path; one of horizontal lines is written directly."""
    found = BARS.fullmatch(node.get("d", ""))
    if found is None:
        PATH(svg, node, size)
        return
    x, y = int(found[1]), int(found[2])
    svg.stream.stream += [b"0 0 m", b"%d %d.5 m" % (x, y)]
    for across, right, down in BAR.findall(found[3]):
        x += int(across or right)
        y += int(down or 0)
        svg.stream.stream.append(b"%d %d.5 %s" % (x, y, b"l" if across else b"m"))


def hasten() -> None:
    """Replace the library's functions by ours."""
    for module in (absolute, block, flex, floats, inline, page, percent, table):
        module.resolve_percentages = resolve_percentages
    TAGS["path"] = path
    inline.split_first_line = preferred.split_first_line = split_first_line
    draw.draw_text = draw_text
    ComputedStyle.__missing__ = missing
