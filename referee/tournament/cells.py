"""The cells of a standings table: the result of one line in one round, and how they add up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.tournament.duplicate import overall
from referee.tournament.settings import Settings
from referee.tournament.values import Value

ZERO, WHOLE = Fraction(0), Fraction(1)
Shares = Sequence[Fraction]
"""The share of each round that counts. It is less than the whole only for qualifying rounds once finals are played."""
AVERAGED = ("bye", "average")
"""The kinds of a cell that may be worth the mean of the others."""
IDLE = (*AVERAGED, "missed")
"""The kinds of a cell in which nothing was played."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one round: points, table (0: none), whether it counts.

    `kind`: `played`, `bye`, `adjusted`, `average`, `missed`. `attack` and `defence` are the percentages of the compared
    deals.
    """

    points: Fraction
    table: int = 0
    kind: str = "played"
    counts: bool = True
    attack: tuple[Fraction, ...] = ()
    defence: tuple[Fraction, ...] = ()


def cell_of_line(cells: Mapping[int, Cell], line: tuple[int, ...]) -> Cell | None:
    for player in line:
        if player in cells:
            return cells[player]
    return None


def mark_counts(value: Value, cells: tuple[Cell | None, ...], shares: Shares) -> tuple[Cell | None, ...]:
    """The cells with byes at their agreed worth, and marked where they count.

    Only the best rounds count, and none with a share of 0.
    """
    cells = set_byes(cells, value.settings)
    dropped = {at for at, share in enumerate(shares) if not share}
    there = [at for at, cell in enumerate(cells) if cell and cell.counts and at not in dropped]
    if value.settings.best:
        there.sort(key=lambda at: points_in(cells[at]), reverse=True)
        dropped.update(there[value.settings.best :])
    if not dropped:
        return cells
    return tuple(replace(cell, counts=False) if cell and at in dropped else cell for at, cell in enumerate(cells))


def set_byes(cells: tuple[Cell | None, ...], settings: Settings) -> tuple[Cell | None, ...]:
    """The cells with the mean of the rounds played for a bye, where that is agreed."""
    played = [cell.points for cell in cells if cell is not None and cell.kind not in IDLE]
    worth = AVERAGED if settings.bye == "average" else ("average",)
    if not played or not any(cell and cell.kind in worth for cell in cells):
        return cells
    mean = sum_of(played) / len(played)
    return tuple(replace(cell, points=mean) if cell and cell.kind in worth else cell for cell in cells)


def points_in(cell: Cell | None) -> Fraction:
    return cell.points if cell else ZERO


def total_of(value: Value, cells: Sequence[Cell | None], shares: Shares) -> Fraction:
    """The sum or average of the rounds that count; with compared deals, the mean over all deals."""
    counted = [(cell, share) for cell, share in zip(cells, shares, strict=True) if cell and cell.counts]
    there = [(cell, share) for cell, share in counted if cell.kind not in IDLE]
    if value.settings.scoring == "topage" and all(cell.kind == "played" for cell, _ in there):
        attack = [note for cell, _ in there for note in cell.attack]
        return overall(attack, [note for cell, _ in there for note in cell.defence], value.settings.team)
    if value.settings.scoring not in ("average", "topage"):
        return weighed_sum(counted)
    return weighed_sum(there) / sum_of(share for _, share in there) if there else ZERO


def weighed_sum(cells: Sequence[tuple[Cell, Fraction]]) -> Fraction:
    """The points of cells, each times its share."""
    return sum_of(cell.points if share is WHOLE else cell.points * share for cell, share in cells)


def sum_of(points: Iterable[Fraction]) -> Fraction:
    """The sum; whole numbers, the usual case, are added faster as such."""
    points = list(points)
    if all(each.denominator == 1 for each in points):
        return Fraction(sum(each.numerator for each in points))
    return sum(points, ZERO)


def sum_of_cells(cells: Sequence[Cell | None], mean: bool = False) -> Cell | None:
    there = [cell for cell in cells if cell is not None]
    total = sum_of(cell.points for cell in there)
    kind = "bye" if all(cell.kind in IDLE for cell in there) else "played"
    return Cell(total / len(there) if mean else total, kind=kind) if there else None
