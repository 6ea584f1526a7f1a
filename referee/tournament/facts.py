"""The facts of a tournament: one frozen value each, in the past tense. The log keeps their author and time.

Rounds and tables count from 1, the seats of a table from 0 in the order of play; players go by their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from referee.tournament.encoding import Fact, fact
from referee.tournament.settings import Entrant, Settings

__all__ = ["Fact"]

Seats = tuple[int, ...]
"""The numbers of a table's players, in the order of play."""


@fact("opened")
class Opened(Fact):
    """The tournament came into being with these settings."""

    settings: Settings


@fact("changed")
class Changed(Fact):
    """The settings changed; the game stays once a round is drawn."""

    settings: Settings


# Players


@fact("added")
class Added(Fact):
    """Players signed up: one, or a list read from a file. They are not checked in yet."""

    entrants: tuple[Entrant, ...]


@fact("renamed")
class Renamed(Fact):
    """A player's entry was corrected: name, club, team, fixed table."""

    entrant: Entrant


@fact("came")
class Came(Fact):
    """Players checked in; `since` is the first round they play, above 1 for late arrivals."""

    players: tuple[int, ...]
    since: int = 1


@fact("not-come")
class NotCome(Fact):
    """A player's check-in was a mistake: they have not come."""

    player: int


@fact("removed")
class Removed(Fact):
    """A player who has not played was taken off the list."""

    player: int


@fact("left")
class Left(Fact):
    """A player dropped out: round `since` and later ones are played without them."""

    player: int
    since: int
    reason: str = ""


@fact("replaced")
class Replaced(Fact):
    """From round `since` on, player `by` sits in this player's place. `joined`: both count as one in the standings."""

    player: int
    by: int
    since: int
    joined: bool = False


# Rounds


@fact("drawn")
class Drawn(Fact):
    """The seats of a round were drawn: the players of each table, and `out`, those who sit out.

    A second draw replaces the first as long as the round has no result. `streams` are the tables' own logs in the
    store; `groups` the players of each final, best final first.
    """

    round: int
    tables: tuple[Seats, ...]
    out: tuple[int, ...] = ()
    streams: tuple[str, ...] = ()
    certificate: Mapping[str, Any] = field(default_factory=dict)
    groups: tuple[Seats, ...] = ()


@fact("linked")
class Linked(Fact):
    """A table now has another log of its own in the store."""

    round: int
    table: int
    stream: str


@fact("seated")
class SeatsRepaired(Fact):
    """Players sat otherwise than drawn: the seats of some tables as they really were. Results stay with the seats."""

    round: int
    tables: tuple[tuple[int, Seats], ...]
    reason: str = ""


@fact("started")
class RoundStarted(Fact):
    """A round and its clock began. `forced`: although results of earlier rounds are missing."""

    round: int
    minutes: int = 0
    forced: bool = False


@fact("paused")
class Paused(Fact):
    """The round's clock was stopped."""

    round: int


@fact("resumed")
class Resumed(Fact):
    """The round's clock runs again."""

    round: int


@fact("extra")
class ExtraTime(Fact):
    """A table got more minutes; table 0 is the whole room. Negative minutes take some back."""

    round: int
    minutes: int
    table: int = 0


@fact("finished")
class Finished(Fact):
    """The tournament is over and its standings are final."""


# Tables


@fact("entered")
class Entered(Fact):
    """A table's result was entered by `seat`, or by the director (None).

    `scores` are the round's scores by seat, `deals` those of each deal where known, `takers` the seat that took each
    deal (-1: nobody). `penalties` are points the table itself took, negative. `version` is how many results of this
    table the writer has seen. `awards` are the percents by seat of each adjusted deal.
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
    """The director, or a seat other than the one that entered it, agreed with the last result."""

    round: int
    table: int
    version: int
    seat: int | None = None


@fact("disputed")
class Disputed(Fact):
    """A seat disagreed with the last result. This calls the director."""

    round: int
    table: int
    version: int
    seat: int | None = None
    text: str = ""


@fact("corrected")
class Corrected(Fact):
    """The director set a table's result, in any round. Earlier versions stay."""

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
    """The director counted a table as not played.

    `award`: each player gets `nothing`, their `average`, or as many `points`. A later correction replaces this.
    """

    round: int
    table: int
    reason: str
    award: str = "nothing"
    points: int = 0


@fact("called")
class DirectorCalled(Fact):
    """A table called the director. The number of this entry names the call."""

    round: int
    table: int
    seat: int | None = None
    text: str = ""


@fact("call")
class CallMoved(Fact):
    """The director dealt with a call; its state is now `progress`, `resolved`, `deferred` or `open`."""

    call: int
    state: str
    text: str = ""


@fact("taken-over")
class TakenOver(Fact):
    """Another device now serves a table."""

    round: int
    table: int


# The director


@fact("penalised")
class Penalised(Fact):
    """The director took points from a player; 0 is a warning. The number of this entry names the penalty."""

    player: int
    points: int
    reason: str
    round: int = 0


@fact("cancelled")
class PenaltyCancelled(Fact):
    """A penalty was lifted, for a reason."""

    penalty: int
    reason: str


@fact("adjusted")
class Adjusted(Fact):
    """The director set a player's points for a round, whatever the table's result. `half` adds half a point."""

    player: int
    round: int
    points: int
    reason: str
    half: bool = False


@fact("noted")
class Noted(Fact):
    """A note that changes nothing."""

    text: str
    round: int = 0
    table: int = 0


@fact("undone")
class Undone(Fact):
    """An entry was taken back, as if never written; taking this one back restores it."""

    at: int
