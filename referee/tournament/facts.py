"""The facts of a tournament, one frozen value each, in the past tense. Who and when stand beside them in the log.

Rounds and tables are counted from 1, seats of a table from 0 in the order of play; players go by their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from referee.tournament.form import Fact, fact
from referee.tournament.settings import Entrant, Settings

__all__ = ["Fact"]

Seats = tuple[int, ...]
"""The numbers of the players at a table, in the order of play."""


@fact("opened")
class Opened(Fact):
    """The tournament begins to exist."""

    settings: Settings


@fact("changed")
class Changed(Fact):
    """Something else was agreed; the game stays once a round is drawn."""

    settings: Settings


# Players


@fact("added")
class Added(Fact):
    """Players signed up: one, or a list read from a file. They are not checked in yet."""

    entrants: tuple[Entrant, ...]


@fact("renamed")
class Renamed(Fact):
    """What was written about a player was wrong, or has changed: their name, club, team, fixed table."""

    entrant: Entrant


@fact("came")
class Came(Fact):
    """Players checked in; `since` is the first round they play, above 1 for those who came late."""

    players: tuple[int, ...]
    since: int = 1


@fact("left")
class Left(Fact):
    """A player dropped out before a round: it and the later ones are played without them."""

    player: int
    since: int
    reason: str = ""


@fact("replaced")
class Replaced(Fact):
    """From a round on another player sits where this one sat. `joined`: both count as one in the standings."""

    player: int
    by: int
    since: int
    joined: bool = False


# Rounds


@fact("drawn")
class Drawn(Fact):
    """The seats of a round: a list of players for each table, `out` who sits out. A round drawn again replaces the
    draw before, as long as it has no result. `streams` are the tables' own logs in the store; `groups` the players of
    each final, the best first.
    """

    round: int
    tables: tuple[Seats, ...]
    out: tuple[int, ...] = ()
    streams: tuple[str, ...] = ()
    certificate: Mapping[str, Any] = field(default_factory=dict)
    groups: tuple[Seats, ...] = ()


@fact("linked")
class Linked(Fact):
    """A table's own log in the store is another one now."""

    round: int
    table: int
    stream: str


@fact("seated")
class SeatsRepaired(Fact):
    """People sat otherwise than drawn: the players of some tables of a round as they really sat. What was entered
    stays with the seats.
    """

    round: int
    tables: tuple[tuple[int, Seats], ...]
    reason: str = ""


@fact("started")
class RoundStarted(Fact):
    """A round began, and its clock. `forced`: although results of the round before are missing."""

    round: int
    minutes: int = 0
    forced: bool = False


@fact("paused")
class Paused(Fact):
    """The round's clock stands still."""

    round: int


@fact("resumed")
class Resumed(Fact):
    """The round's clock runs again."""

    round: int


@fact("extra")
class ExtraTime(Fact):
    """More minutes for a table; table 0 is the whole room. Negative minutes take some back."""

    round: int
    minutes: int
    table: int = 0


@fact("finished")
class Finished(Fact):
    """The tournament is over: the standings are final."""


# Tables


@fact("entered")
class Entered(Fact):
    """A table's result as its players enter it: the scores of the round by seat, in `deals` of each deal where they
    are known, in `takers` the seat that took each deal (-1 nobody). `penalties` are points the table itself took, as
    negative numbers. `seat` who enters, none for the director. `version` is how many results of this table the
    writer has seen. `awards`: the percents by seat of
    each deal that was adjusted.
    """

    round: int
    table: int
    scores: tuple[int, ...]
    version: int = 0
    seat: int | None = None
    depth: str = "total"
    penalties: tuple[int, ...] = ()
    deals: tuple[tuple[int, ...], ...] = ()
    takers: tuple[int, ...] = ()
    marks: tuple[tuple[str, tuple[int, ...]], ...] = ()
    awards: tuple[tuple[int, ...], ...] = ()


@fact("confirmed")
class Confirmed(Fact):
    """Another seat than the one that entered, or the director, agrees with the result entered last."""

    round: int
    table: int
    version: int
    seat: int | None = None


@fact("disputed")
class Disputed(Fact):
    """A seat does not agree with the result entered last. The director is called."""

    round: int
    table: int
    version: int
    seat: int | None = None
    text: str = ""


@fact("corrected")
class Corrected(Fact):
    """The director sets a table's result, of any round. Every version stays."""

    round: int
    table: int
    scores: tuple[int, ...]
    reason: str
    penalties: tuple[int, ...] = ()
    deals: tuple[tuple[int, ...], ...] = ()
    takers: tuple[int, ...] = ()
    marks: tuple[tuple[str, tuple[int, ...]], ...] = ()


@fact("not-played")
class NotPlayed(Fact):
    """The director counts a table as not played: its players get nothing for it (`nothing`), each their average
    (`average`), or each so many `points` (`points`). A result corrected afterwards takes its place.
    """

    round: int
    table: int
    reason: str
    award: str = "nothing"
    points: int = 0


@fact("called")
class DirectorCalled(Fact):
    """A table calls the director; the number of this entry names the call."""

    round: int
    table: int
    seat: int | None = None
    text: str = ""


@fact("call")
class CallMoved(Fact):
    """What the director did about a call: `progress`, `resolved`, `deferred`, or `open` again."""

    call: int
    state: str
    text: str = ""


@fact("taken-over")
class TakenOver(Fact):
    """Another device serves a table now."""

    round: int
    table: int


# The director


@fact("penalised")
class Penalised(Fact):
    """Points taken from a player, 0 for a warning. The number of this entry names the penalty."""

    player: int
    points: int
    reason: str
    round: int = 0


@fact("cancelled")
class PenaltyCancelled(Fact):
    """A penalty is lifted, and why."""

    penalty: int
    reason: str


@fact("adjusted")
class Adjusted(Fact):
    """The director sets what a player gets for a round, whatever the table's result; `half`: and half a point more."""

    player: int
    round: int
    points: int
    reason: str
    half: bool = False


@fact("noted")
class Noted(Fact):
    """Something worth remembering that changes nothing."""

    text: str
    round: int = 0
    table: int = 0


@fact("undone")
class Undone(Fact):
    """An entry is taken back, as if it had never been written; taking this one back restores it."""

    at: int
