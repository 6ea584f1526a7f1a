"""The stakes of the last tricks of a deal: two sides, the value of each card, who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from referee.rules.deal import Deal, Play

OURS, THEIRS = 1, 2
"""Flags: the first side (ours), or the second (theirs), has taken a trick. Higher bits count marks."""

MARKS = 2
"""The bit of the flags where the count of the first side's marks (bouts) begins."""

OTHERS = "others"

Level = Callable[[int, int], int]
"""A value of the first side's points and the flags; more points never make it lower."""


@dataclass(frozen=True)
class Stakes:
    """The stakes of an ending, in units.

    `sides`: the words for both sides; `ours`: the seats of the first; `points`, `flags`: what it has so far. `worth`:
    units of a card for the side that takes its trick; `own`: for its player's side, whoever takes it; `each`: of every
    trick; `bonus`: of the last trick, if the first side takes it; `marks`: the cards that count as marks.

    `winner`: 1 if the first side has won, -1 the second, 0 nobody; None if a deal has no winner. `pay`: what a soloist
    gets. `last`: plays a last trick with the card that is `special` there, and gives its taker, and the first side's
    points and marks from it. `figure`: units as people count them.
    """

    sides: tuple[str, str]
    ours: frozenset[int]
    points: int
    flags: int
    total: int
    worth: Mapping[str, int] = field(default_factory=dict)
    own: Mapping[str, int] = field(default_factory=dict)
    each: int = 0
    bonus: int = 0
    marks: frozenset[str] = frozenset()
    winner: Level | None = None
    pay: Level | None = None
    special: str | None = None
    last: Callable[[tuple[Play, ...], int], tuple[int, int, int]] | None = None
    figure: Callable[[int], int | float] = int
    unit: str = "points"
    left: int | None = None
    """Units not taken yet, if a side may have won before the end."""


@dataclass(frozen=True, slots=True)
class Influence:
    """What a foul could do. `forced`: a side takes every trick left whatever is laid; `won`: a side had won before;
    `decisive`: the offender's side can win after it, and can fail to without it; `best_play`: with best play of all it
    wins only by the foul (None: not computed); `harms`: it can cost a soloist.
    """

    forced: bool = False
    won: bool = False
    decisive: bool = False
    best_play: bool | None = False
    harms: bool = False


def of_tricks(deal: Deal, seat: int, name: str) -> Stakes:
    """The stakes of a game of tricks: a seat's own, all others against it."""
    own = deal.tricks_won(seat)
    flags = (OURS if own else 0) | (THEIRS if own < len(deal.tricks) else 0)
    return Stakes((name, OTHERS), frozenset({seat}), own, flags, deal.size, each=1, unit="tricks")
