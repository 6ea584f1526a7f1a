"""What the library does for every box, done once where the answer is known: texts broken and drawn, styles looked up.

Nothing is laid out or drawn otherwise than it would do it.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import Any

from weasyprint import draw
from weasyprint.css import ComputedStyle
from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS
from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES
from weasyprint.layout import inline, preferred
from weasyprint.text import line_break

from referee.typeset.lines import DICTIONARIES, KNOWN, Type, line, show, type_of

LOOKED_UP = line_break.split_first_line, draw.draw_text, ComputedStyle.__missing__
"""The library's own."""
OWN = {"float", "display", "position", "page", *PHYSICAL_FUNCTIONS}
"""Properties that depend on more than the parent's."""
TAKEN_OVER = {key for key in INHERITED if key[:16] != "text_decoration_"} - OWN
INITIAL = {key for key in INITIAL_VALUES if key[:16] != "text_decoration_"} - OWN - INHERITED - INITIAL_NOT_COMPUTED


@lru_cache(KNOWN)
def _split(text: str, type_: Type, *more: Any) -> Any:
    return LOOKED_UP[0](text, type_.style, DICTIONARIES, *more)


def split_first_line(
    text: str, style: Any, context: Any, width: Any, spacing: float, is_line_start: bool = True, minimum: bool = False
) -> Any:
    """The first line of a text, and the rest of what the library says of it."""
    layout, *more = _split(text, type_of(style), width, spacing, is_line_start, minimum)
    return copy(layout), *more


def draw_text(stream: Any, box: Any, x: float, overflow: str = "clip", ellipsis: str = "none") -> None:
    """Draw a text as one that is known, if there is nothing else about it."""
    style, layout = box.style, box.pango_layout
    plain = style["visibility"] == "visible" and style["text_decoration_line"] == "none"
    if plain and (overflow, ellipsis, layout.justification_spacing) == ("clip", "none", 0) and layout.text.strip():
        known = line(layout.text, type_of(style))
        if known.shown is not None:
            show(stream, known, type_of(style), box.position_x, box.position_y + box.baseline, style["color"])
            return
    LOOKED_UP[1](stream, box, x, overflow, ellipsis)


def missing(style: Any, key: str) -> Any:
    """A property of a style where no rule speaks of it: the parent's, or what it is at first."""
    if key not in style.cascaded:
        if key in TAKEN_OVER and style.parent_style is not None:
            value = style[key] = style.parent_style[key]
            return value
        if key in INITIAL:
            value = style[key] = INITIAL_VALUES[key]
            return value
    return LOOKED_UP[2](style, key)


def hasten() -> None:
    """Have the library ask us first."""
    inline.split_first_line = preferred.split_first_line = split_first_line
    draw.draw_text = draw_text
    ComputedStyle.__missing__ = missing
