"""What the facts about boards fold to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.words.text import T, Text

TELLS: Mapping[str, Text] = {
    "director": T("the director first"),
    "table": T("the table at once"),
    "after": T("nobody before the round is closed"),
}
"""Who hears first of a foul that only the sealed hands prove."""
UNKNOWN = "unknown"
"""The source of boards whose hands were never told; stands for their seal once they are closed."""


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A table's result of a board: scores by seat and the taker, or the percents the director gave."""

    scores: tuple[int, ...] = ()
    taker: int = -1
    percents: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BoardSet:
    """The boards of a round.

    `cells`: what the director wrote, by table and board; `printed`: who printed the hands; `faults`: the tables and
    boards spoiled; `decided`: the decisions, by table and line; `seal`: empty until published; `sets`: sets of étuis
    laid out.
    """

    round: int
    first: int
    count: int
    seats: int
    hash: str
    source: str
    tell: str
    cells: Mapping[tuple[int, int], BoardCell] = field(default_factory=dict)
    printed: frozenset[str] = frozenset()
    faults: frozenset[tuple[int, int]] = frozenset()
    decided: Mapping[tuple[int, int], str] = field(default_factory=dict)
    seal: str = ""
    hands: tuple[str, ...] = ()
    sets: int = 1

    @property
    def numbers(self) -> range:
        """The numbers of the boards."""
        return range(self.first, self.first + self.count)


@dataclass(frozen=True, slots=True)
class PercentPenalty:
    """Tenths of a percent taken from a player."""

    player: int
    round: int
    tenths: int
    reason: str
    by: str
