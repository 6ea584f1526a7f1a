"""The facts of a round's boards. Rounds, tables and boards count from 1, seats from 0 in the order of play."""

from __future__ import annotations

from dataclasses import dataclass

from referee.tournament.encoding import Fact, fact


@dataclass(frozen=True, slots=True)
class BoardFact(Fact):
    """A fact about boards."""


@fact("sealed")
class Sealed(BoardFact):
    """Boards were prepared for a round: `count` from `first` on, for tables of `seats`.

    `hash` binds the director to the seal without revealing it. `source`: dealt out of the `seal`, `typed`, or
    `unknown`. `tell`: who hears first of a foul that only the sealed hands prove: the `table`, the `director`, or
    nobody before the round is closed (`after`). `sets` of étuis are laid out; the tables share them in as many groups.
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
    """A director printed the hands of a round's boards, to lay them out."""

    round: int


@fact("boarded")
class Boarded(BoardFact):
    """A table's result of a board, from its slip: the scores by seat, and the seat that took it (-1: nobody)."""

    round: int
    table: int
    board: int
    scores: tuple[int, ...]
    taker: int = -1


@fact("board-adjusted")
class BoardAdjusted(BoardFact):
    """A table could not play a board properly: each seat gets so many percent of it."""

    round: int
    table: int
    board: int
    percents: tuple[int, ...]
    reason: str


@fact("board-fault")
class BoardFault(BoardFact):
    """Where two tables are compared, this one's side spoiled a board; its result stands."""

    round: int
    table: int
    board: int


@fact("percent")
class PercentTaken(BoardFact):
    """Tenths of a percent were taken from a player's total."""

    player: int
    round: int
    tenths: int
    reason: str


@fact("sealed-foul")
class SealedFoulDecided(BoardFact):
    """The director decided on what the sealed hands prove of an entry in a table's log."""

    round: int
    table: int
    line: int
    decision: str


@fact("published")
class Published(BoardFact):
    """A round's boards were closed: their seal, and the hands if typed, one text for each board."""

    round: int
    seal: str
    hands: tuple[str, ...] = ()
