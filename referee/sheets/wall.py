"""Lists for the wall: seats by name in the largest type the page allows, standings of about forty lines a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.sheets.fitting.names import MILLIMETRES, size, width
from referee.sheets.page import parts

SCALE = tuple(half / 2 for half in range(44, 9, -1))
"""Sizes of type in points, from 22 down to 5 by halves."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The room for a list, in millimetres: width and height of the page below its head, and for standings the columns
    of rank, a round, penalties, total, a tie-break and the least of a name. `type` is the size of names in points.
    """

    width: float
    height: float
    rank: float
    round: float
    penalties: float
    total: float
    tie: float
    name: float
    type: float


SHEETS = {
    ("a4", False): Sheet(190, 236, 11, 13, 14, 17, 14, 50, 10),
    ("a4", True): Sheet(277, 150, 11, 13, 14, 17, 14, 50, 10),
    ("a5", False): Sheet(128, 160, 8, 9.2, 9, 11.5, 8.5, 36, 8),
    ("a5", True): Sheet(190, 98, 8, 9.2, 9, 11.5, 8.5, 36, 8),
}


class NameType(NamedTuple):
    """The type sizes of a name and its club in points, whether the club goes below the name, and whether the name takes
    two lines.
    """

    pt: float
    small: float
    below: bool
    wraps: bool


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of the seats by name: its letter if it is the first with it, the table (0: sits out), the seat, the size
    of its type in points.
    """

    letter: str
    name: str
    table: int
    place: str
    pt: float = 0


@dataclass(frozen=True, slots=True)
class NamesPage:
    """A page of the seats by name. In millimetres: the width of a list, the height of a line, the widths of the columns
    of tables and of places; `points` is the size of the type.
    """

    columns: Sequence[Sequence[NameLine]]
    wide: float
    high: float
    points: float
    figures: float
    places: float


def layout(columns: Sequence[str], paper: str) -> tuple[bool, Sheet, list[float]]:
    """Whether standings with these kinds of columns lie on their side, their room, and the width of each column.

    They lie on their side only where names would be too narrow upright.
    """
    for wide in (False, True):
        sheet = SHEETS[paper, wide]
        widths = [0 if word == "name" else getattr(sheet, word, sheet.tie) for word in columns]
        left = sheet.width - sum(widths)
        if left >= sheet.name or wide:
            return wide, sheet, [each or max(left, sheet.name) for each in widths]
    raise AssertionError


def name_type(name: str, club: str, room: float, sheet: Sheet) -> NameType:
    """The type of a name and its club in `room` millimetres.

    The club goes below where both do not fit side by side; then both are smaller, so that the row is no higher.
    """
    inside, scale = room - 3, [pt for pt in SCALE if pt <= sheet.type]
    points = size(name, inside, scale)
    wraps = width(name) * points * MILLIMETRES > inside
    if wraps:
        points = size(name, inside, scale, 2)
    small = points * 0.75
    together = width(name) * points + (width(club, bold=False) + 0.4) * small
    if not club or together * MILLIMETRES <= inside:
        return NameType(points, small, below=False, wraps=wraps)
    under = sheet.type * 0.58
    small = size(club, inside, [under, *(pt for pt in SCALE if pt < under)])
    return NameType(min(points, sheet.type * 0.82), small, below=True, wraps=wraps)


def by_name(seats: Sequence[NameLine], paper: str) -> Iterator[NamesPage]:
    """Pages of names in one, two or three columns, in the largest type that suits most of them."""
    sheet = SHEETS[paper, False]
    least = 5.2 if paper == "a4" else 4.4
    columns = next((n for n in (1, 2, 3) if len(seats) <= n * (26 if n == 1 else sheet.height / least)), 3)
    most = int(sheet.height / least)
    high = min(11.0, sheet.height / max(1, -(-min(len(seats), columns * most) // columns)))
    wide = (sheet.width - 7 * (columns - 1)) / columns - 0.3
    points = min(22.0, high / MILLIMETRES / 1.55)
    figures = max(9.0, points * MILLIMETRES * 2.1)
    places = max(figures, 3 + max(width(seat.place, bold=False) for seat in seats) * points * MILLIMETRES)
    room = wide - figures - places - 7

    def fits(name: str) -> float:
        """The type size of a name, on two lines if it is larger so."""
        one = size(name, room, [pt for pt in SCALE if pt <= points])
        return max(one, size(name, room, [pt for pt in SCALE if pt <= high / MILLIMETRES / 2.15] or [SCALE[-1]], 2))

    usual = sorted(fits(seat.name) for seat in seats)[len(seats) // 4]
    for page in parts(list(seats), columns * most):
        count = -(-len(page) // columns)
        lots = [[replace(seat, pt=min(usual, fits(seat.name))) for seat in lot] for lot in parts(page, count)]
        yield NamesPage(lots, wide, high, points, figures, places)
