"""The facts of a round's boards. Rounds, tables and boards are counted from 1, seats from 0 in the order of play."""

from __future__ import annotations

from referee.tournament.form import Fact, fact
from referee.words.value import dataclass


@dataclass(frozen=True, slots=True)
class BoardFact(Fact):
    """Something that happened to boards."""


@fact("sealed")
class Sealed(BoardFact):
    """Boards were prepared for a round: so many from `first` on, for tables of so many seats. `hash` binds to the seal
    without telling it. `source`: dealt out of the `seal`, `typed`, or `unknown`. `tell`: who hears first of a foul that
    only the sealed hands prove: the `table`, the `director`, or nobody until the deal is over (`after`). `sets` of
    étuis are laid out: the tables share them in as many groups.
    """

    round: int
    first: int
    count: int
    seats: int
    hash: str
    source: str = "seal"
    tell: str = "director"
    sets: int = 1


@fact("boards-printed")
class SheetsPrinted(BoardFact):
    """A director took the hands of a round's boards, to lay them out."""

    round: int


@fact("boarded")
class Boarded(BoardFact):
    """What a table made of a board, from its slip: the scores by seat, and the seat that took it (-1 nobody)."""

    round: int
    table: int
    board: int
    scores: tuple[int, ...]
    taker: int = -1


@fact("board-adjusted")
class BoardAdjusted(BoardFact):
    """A board that could not be played as it should at a table: each seat gets so many percent of it."""

    round: int
    table: int
    board: int
    percents: tuple[int, ...]
    reason: str


@fact("board-fault")
class BoardFault(BoardFact):
    """Where two tables are compared, the side of this one spoiled a board, whose result stands."""

    round: int
    table: int
    board: int


@fact("percent")
class PercentTaken(BoardFact):
    """So many tenths of a percent are taken from a player's total."""

    player: int
    round: int
    tenths: int
    reason: str


@fact("sealed-foul")
class SealedFoulDecided(BoardFact):
    """What the director decided on what the sealed hands say of an entry of a table's log."""

    round: int
    table: int
    line: int
    decision: str


@fact("published")
class Published(BoardFact):
    """The boards of a round have been played: the seal, and the hands where they were typed, a text for each board."""

    round: int
    seal: str
    hands: tuple[str, ...] = ()
