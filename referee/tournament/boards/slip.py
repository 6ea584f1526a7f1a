"""Read and write a line of a travelling slip: who took the board, and what the taker got."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.record.grammar import whole
from referee.tournament.boards.values import BoardCell
from referee.tournament.duplicate import NOBODY
from referee.words.numbers import gain
from referee.words.text import Slip, T

PASSED = ("0", "-", "–", "−", "p", "pass", "passe", "passé", "gepasst")
"""What a cell may say, in lower case, of a board that nobody took."""
TAKEN = re.compile(r"(?P<who>[^\d\s+−-]+|\d+(?=\s))\s*(?P<points>[+−-]?\s*\d+)")


def number_of(text: str) -> int:
    """Typed points with their sign. Raises Slip for what is not a number."""
    plain = text.replace("−", "-").replace(" ", "")
    return whole(plain, T("a number of points"))


def equal_shares(seats: int, taker: int, gained: int) -> BoardCell:
    """The scores when the opponents pay the taker alike. Raises Slip where the gain does not divide evenly."""
    if gained % (seats - 1):
        text = T("{found} is not shared evenly by {others} opponents: look at the slip again", found=gained,
                 others=seats - 1)  # fmt: skip
        raise Slip(text, part="score")
    each = -gained // (seats - 1)
    return BoardCell(tuple(gained if seat == taker else each for seat in range(seats)), taker)


def read_cell(entry: str, positions: Sequence[str]) -> BoardCell:
    """A typed cell of the grid. `positions` are the letters on the reader's slips.

    `N +75` is the taker's position and points, `0` that nobody took it. The scores of all seats in order may stand
    instead, with `N:` before them if somebody took it and the others do not pay alike. Raises Slip for anything else.
    """
    words, seats = entry.split(), len(positions)
    if entry.strip().lower() in PASSED:
        return BoardCell((0,) * seats)
    letters = [position.lower() for position in positions]
    if len(words) == seats and seats > 2:
        return BoardCell(tuple(map(number_of, words)))
    if len(words) == seats + 1 and words[0].lower().removesuffix(":") in letters:
        return BoardCell(tuple(map(number_of, words[1:])), letters.index(words[0].lower().removesuffix(":")))
    match = TAKEN.fullmatch(entry.strip())
    if match is None or match["who"].lower() not in letters:
        text = T("“{found}”: expected the taker’s position and points such as {example}, 0 where nobody took it, "
                 "or {seats} scores", found=entry[:30], example=f"{positions[0]} +75", seats=seats)  # fmt: skip
        raise Slip(text, found=entry[:30])
    return equal_shares(seats, letters.index(match["who"].lower()), number_of(match["points"]))


def write_cell(cell: BoardCell, positions: Sequence[str]) -> str:
    """A cell as one would type it; empty for one that the director adjusted."""
    if not cell.scores:
        return ""
    if cell.taker == NOBODY:
        return " ".join(map(gain, cell.scores)) if any(cell.scores) else "0"
    if len({score for seat, score in enumerate(cell.scores) if seat != cell.taker}) == 1:
        return f"{positions[cell.taker]} {gain(cell.scores[cell.taker])}"
    return f"{positions[cell.taker]}: {' '.join(map(gain, cell.scores))}"
