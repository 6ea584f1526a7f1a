"""Share out the width of a table among its columns, so that no word and no name in it is parted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.sheets.fitting.names import MILLIMETRES, width

WIDTH = {("a4", False): 188.0, ("a4", True): 275.0, ("a5", False): 126.0, ("a5", True): 188.0}
"""Millimetres between the margins, by paper and whether it lies on its side (landscape)."""
ROUNDS = {"a4": 60.0, "a5": 46.0}
"""Millimetres that the ladders take from the course of a match."""
TYPE = {"a4": 8.0, "a5": 6.6}
"""The size of a sheet's type in points."""
LEAST = 0.62
"""The smallest that the type of a table becomes, as a part of its usual size."""
READABLE = 5.0
"""The least type in points of a list that is made smaller to stand on one page."""
SPARE = 1.08
"""Widths are estimated: this much of them is left free."""
PIECE = re.compile(r"[^ -]+-?|-")


class Need(NamedTuple):
    """What a column needs, in ems: for its longest word, and for its longest text on one line."""

    least: float = 0.0
    whole: float = 0.0

    def __or__(self, other: Need) -> Need:
        return Need(max(self.least, other.least), max(self.whole, other.whole))


class Columns(NamedTuple):
    """The widths of a table's columns in millimetres, and the size of its type as a part of the usual one; that of the
    names above its columns as a part of this.
    """

    widths: tuple[float, ...]
    size: float
    names: float = 1.0


def need(texts: Iterable[str], size: float = 1.0, bold: bool = False, head: bool = False) -> Need:
    """The need of a column of texts in type of `size`. Texts break at blanks and after hyphens; a head may do so."""
    lines = {text for text in texts if text}
    pieces = {piece for line in lines for piece in PIECE.findall(line)}
    least, whole = (size * SPARE * max((width(text, bold) for text in some), default=0.0) for some in (pieces, lines))
    return Need(least, least if head else whole)


def over(needs: Sequence[Need], head: Need) -> list[Need]:
    """The needs of columns that have one head over all of them."""
    part = Need(head.least / len(needs), head.whole / len(needs))
    return [Need(max(own.least, part.least), max(own.whole, part.least)) for own in needs]


def share(needs: Sequence[Need], room: float, pt: float, pad: float, low: bool = False) -> Columns:
    """Columns of `room` millimetres in type of `pt` points, with `pad` millimetres of each column beside its texts.

    Each has at least what its longest word needs. What is left goes to those whose texts are longer, the nearest to one
    line first, and then to all alike. Where there is too little the type is smaller, down to LEAST; for
    `low` rows down to READABLE, so that all columns but the one furthest from it have one line.
    """
    em, free = pt * MILLIMETRES, room - pad * len(needs)
    order = sorted(range(len(needs)), key=lambda at: needs[at].whole - needs[at].least)
    least = sum(own.least for own in needs) * em
    size = max(LEAST, min(1.0, free / least)) if least else 1.0
    if low:
        flat = (sum(needs[at].whole for at in order[:-1]) + needs[order[-1]].least) * em
        size = min(size, max(READABLE / pt, free / flat)) if flat else size
    widths = [pad + own.least * em * size for own in needs]
    left = max(0.0, room - sum(widths))
    for at in order:
        more = min(left, (needs[at].whole - needs[at].least) * em * size)
        widths[at], left = widths[at] + more, left - more
    widths = [wide + left / len(needs) for wide in widths]
    scale = room / sum(widths)
    return Columns(tuple(round(wide * scale, 2) for wide in widths), round(size, 3))


def in_row(names: Sequence[str], room: float, pt: float, bold: bool = False) -> float:
    """The size of the type, as a part of the usual one, at which no word of these names is wider than `room`."""
    longest = need(names, bold=bold).least * pt * MILLIMETRES
    return round(max(LEAST, min(1.0, room / longest)), 3) if longest else 1.0
