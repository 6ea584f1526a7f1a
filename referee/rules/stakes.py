"""What the last tricks of a deal are played for: two sides, what each card brings, who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from referee.rules.deal import Deal, Play

OURS, THEIRS = 1, 2
"""Flags of a side that has taken a trick: ours the first, theirs the second. Above them marks are counted."""

MARKS = 2
"""The marks won by the first side (bouts) are counted from this bit of the flags on."""

OTHERS = "others"

Level = Callable[[int, int], int]
"""What points of the first side, and flags, come to; never lower with more points."""


@dataclass(frozen=True)
class Stakes:
    """What an ending is played for. `sides` are the words for both sides, `ours` the seats of the first. A card is
    `worth` so many units to who takes its trick, `own` to its player's side whoever takes it; each trick brings `each`,
    the last one `bonus` to the first side. `points` and `flags` are what the first side has so far. `marks` are the
    cards counted as marks.

    `winner` says 1 where the first side has won, -1 the second, 0 nobody; None in a game that has no winner of a deal.
    `pay` is what a soloist gets, where one plays alone. `last` plays a last trick with a card in it that is `special`
    there: who takes it, and what it brings the first side in points and marks; `told` puts units as a person counts.
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
    told: Callable[[int], int | float] = int
    unit: str = "points"
    left: int | None = None
    """What is not taken yet, where a side may have won before the end."""


@dataclass(frozen=True, slots=True)
class Influence:
    """What a foul could do. `forced`: a side takes every trick left whatever is laid; `won`: a side had won before;
    `decisive`: the offender's side can win after it, and can fail to without it; `best_play`: with best play of all
    it does, None where that was not computed; `harms`: it can cost a soloist.
    """

    forced: bool = False
    won: bool = False
    decisive: bool = False
    best_play: bool | None = False
    harms: bool = False


def of_tricks(deal: Deal, seat: int, name: str) -> Stakes:
    """The stakes of a game of tricks: a seat's own, all others against it."""
    own = deal.won(seat)
    flags = (OURS if own else 0) | (THEIRS if own < len(deal.tricks) else 0)
    return Stakes((name, OTHERS), frozenset({seat}), own, flags, deal.size, each=1, unit="tricks")
