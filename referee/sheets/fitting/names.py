"""Choose the largest type size at which a whole name fits its room."""

from __future__ import annotations

import re
from collections.abc import Sequence

MILLIMETRES = 0.3528
"""The length of a point in millimetres."""
NARROW, WIDE = frozenset("iljftrI.,'’-()/| "), frozenset("mwMWŒÆœæ@+−♠♥♦♣")
THIN, USUAL, DIGIT, CAPITAL, BROAD = 0.42, 0.68, 0.72, 0.80, 1.0
"""Widths of bold letters, in ems; plain ones are narrower by the factor PLAIN."""
PLAIN = 0.9
SLIP = 50
"""Millimetres for a name on a result slip."""


def width(text: str, bold: bool = True) -> float:
    """The estimated width of a text in ems, rather too wide."""
    sum_ = sum(
        THIN if letter in NARROW
        else BROAD if letter in WIDE
        else CAPITAL if letter.isupper()
        else DIGIT if letter.isdigit()
        else USUAL
        for letter in text
    )  # fmt: skip
    return sum_ if bold else sum_ * PLAIN


def lines(text: str, room: float, bold: bool = True) -> int:
    """How many lines of `room` ems a text needs, broken at spaces and hyphens; 99 where a word is too long."""
    count, used = 1, 0.0
    for word in re.findall(r"[^\s-]+-?|-", text):
        wide = width(word, bold)
        if wide > room:
            return 99
        if used and used + wide > room:
            count, used = count + 1, 0.0
        used += wide + (0 if word.endswith("-") else THIN)
    return count


def size(text: str, room: float, sizes: Sequence[float], most: int = 1, bold: bool = True) -> float:
    """The first of these sizes in points at which a text fits `most` lines of `room` millimetres, else the last."""
    return next((pt for pt in sizes[:-1] if lines(text, room / (pt * MILLIMETRES), bold) <= most), sizes[-1])


def size_of_all(texts: Sequence[str], room: float, sizes: Sequence[float], most: int = 1) -> float:
    """The first of these sizes in points at which each of these texts fits, else the last."""
    return min(size(text, room, sizes, most) for text in texts)


def on_slip(name: str, seats: int) -> float:
    """The type size of a name on a result slip: on two lines if it is larger so. Many seats have lower rows."""
    one, two = (9, 8) if seats <= 4 else (9, 7) if seats <= 6 else (7, 4.5)
    sizes = [half / 2 for half in range(18, 7, -1)]
    alone = size(name, SLIP, [pt for pt in sizes if pt <= one])
    return max(alone, size(name, SLIP, [pt for pt in sizes if pt <= two], 2)) if alone < one else alone
