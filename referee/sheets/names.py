"""Names set so that they stand whole: the largest type at which a name fits the room it has."""

from __future__ import annotations

import re
from collections.abc import Sequence

MILLIMETRES = 0.3528
"""Of a point."""
NARROW, WIDE = frozenset("iljftrI.,'’-()/| 1"), frozenset("mwMWŒÆœæ@")
THIN, USUAL, CAPITAL, BROAD = 0.42, 0.68, 0.80, 1.0
"""Widths of letters of the bold face, in ems; the plain one is narrower by PLAIN."""
PLAIN = 0.9
SLIP = 50
"""Millimetres for a name on a result slip."""


def width(text: str, bold: bool = True) -> float:
    """How wide a text is in ems, about and rather too wide."""
    found = sum(
        THIN if letter in NARROW else BROAD if letter in WIDE else CAPITAL if letter.isupper() else USUAL
        for letter in text
    )
    return found if bold else found * PLAIN


def lines(text: str, room: float, bold: bool = True) -> int:
    """On how many lines of so many ems a text stands, parted at spaces and hyphens; 99 where a word is too long."""
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
    """The first of some sizes in points, the largest first, at which a text stands on `most` lines of so many
    millimetres; else the last.
    """
    return next((pt for pt in sizes[:-1] if lines(text, room / (pt * MILLIMETRES), bold) <= most), sizes[-1])


def on_slip(name: str, seats: int) -> float:
    """The type of a name on a result slip, where many seats have lower rows: on two lines where it is larger so."""
    one, two = (9, 8) if seats <= 4 else (9, 7) if seats <= 6 else (7, 4.5)
    sizes = [half / 2 for half in range(18, 7, -1)]
    alone = size(name, SLIP, [pt for pt in sizes if pt <= one])
    return max(alone, size(name, SLIP, [pt for pt in sizes if pt <= two], 2)) if alone < one else alone
