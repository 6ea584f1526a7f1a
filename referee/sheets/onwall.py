"""Lists that hang on a wall: seats by name as large as the page allows, standings of about forty lines a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.sheets.names import MILLIMETRES, size, width
from referee.sheets.page import parts
from referee.words.text import T, Text

SHORT_TIES: Mapping[str, Text] = {
    "won": T("Tables won"),
    "best": T("Best"),
    "last": T("Last"),
    "opponents": T("Opponents"),
    "penalties": T("Penalties"),
}
"""Tie-breaks over a narrow column. A lot is no figure for a wall."""
MOST_TIES = 2
SCALE = tuple(half / 2 for half in range(44, 9, -1))
"""Sizes of type in points, from 22 down to 5 by halves."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The room for a list, in millimetres: width and height of the page below its head; of the standings the columns of
    the rank, a round, the penalties, the total, a tie-break, the least for a name, the type of names in points.
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


def ranked(rounds: int, ties: Sequence[str], penalties: bool, paper: str) -> tuple[bool, Sheet, float]:
    """How standings lie: on the side or upright, the room, how wide the names may be. They lie on the side only where
    upright the names had too little.
    """
    for wide in (False, True):
        sheet = SHEETS[paper, wide]
        taken = sheet.rank + sheet.total + rounds * sheet.round + len(ties) * sheet.tie
        left = sheet.width - taken - (sheet.penalties if penalties else 0)
        if left >= sheet.name or wide:
            return wide, sheet, max(left, sheet.name)
    raise AssertionError


def name_type(name: str, club: str, room: float, sheet: Sheet) -> tuple[float, float, bool]:
    """The type of a name and of its club in points, and whether the club goes below: where both have no room side by
    side, both are small enough that the line is no higher.
    """
    inside = room - 3
    points = size(name, inside, [pt for pt in SCALE if pt <= sheet.type])
    small = points * 0.75
    together = width(name) * points + (width(club, bold=False) + 0.4) * small
    if not club or together * MILLIMETRES <= inside:
        return points, small, False
    under = sheet.type * 0.58
    return min(points, sheet.type * 0.82), size(club, inside, [under, *(pt for pt in SCALE if pt < under)]), True


def by_name(seats: Sequence[Mapping[str, Any]], paper: str) -> Iterator[dict[str, Any]]:
    """Pages of columns of names, in type as large as they all allow: one column, or two, or three for many."""
    sheet = SHEETS[paper, False]
    least = 5.2 if paper == "a4" else 4.4
    columns = next((n for n in (1, 2, 3) if len(seats) <= n * (26 if n == 1 else sheet.height / least)), 3)
    most = int(sheet.height / least)
    high = min(11.0, sheet.height / max(1, -(-min(len(seats), columns * most) // columns)))
    wide = (sheet.width - 7 * (columns - 1)) / columns - 0.3
    points = min(22.0, high / MILLIMETRES / 1.55)
    figures = max(9.0, points * MILLIMETRES * 2.1)
    places = max(figures, 3 + max(width(seat["place"], bold=False) for seat in seats) * points * MILLIMETRES)
    room = wide - figures - places - 7

    def fits(name: str) -> float:
        """The type of a name, on two lines where it is larger so."""
        one = size(name, room, [pt for pt in SCALE if pt <= points])
        return max(one, size(name, room, [pt for pt in SCALE if pt <= high / MILLIMETRES / 2.15] or [SCALE[-1]], 2))

    usual = sorted(fits(seat["name"]) for seat in seats)[len(seats) // 4]
    for page in parts(list(seats), columns * most):
        count = -(-len(page) // columns)
        lots = [[dict(seat, pt=min(usual, fits(seat["name"]))) for seat in lot] for lot in parts(page, count)]
        yield {"columns": lots, "wide": wide, "high": high, "points": points, "figures": figures, "places": places}
