"""What a tournament's facts fold to: players, rounds, tables with every version of their results, calls, penalties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from referee.tournament.boards.values import BoardSet, PercentPenalty
from referee.tournament.money.values import Money
from referee.tournament.settings import Entrant, Settings
from referee.words.text import Slip, T


@dataclass(frozen=True, slots=True)
class Player:
    """A player. `since`: the first round they play, None before check-in; `until`: the first they no longer play.

    `by`: the player in their place from then on; `joined`: both count as one.
    """

    entrant: Entrant
    since: int | None = None
    until: int | None = None
    by: int | None = None
    joined: bool = False

    @property
    def number(self) -> int:
        return self.entrant.number

    @property
    def here(self) -> bool:
        """Whether they are checked in and have not left."""
        return self.since is not None and self.until is None

    def plays(self, number: int) -> bool:
        """Whether they are to be seated in a round."""
        return self.since is not None and self.since <= number and (self.until is None or number < self.until)


@dataclass(frozen=True, slots=True)
class Result:
    """One version of a table's result: the score of each seat, and the penalties the table itself took.

    `seat` entered it, None if the director did.
    """

    scores: tuple[int, ...]
    entry: int
    seat: int | None = None
    depth: str = "total"
    penalties: tuple[int, ...] = ()
    deals: tuple[tuple[int, ...], ...] = ()
    takers: tuple[int, ...] = ()
    marks: tuple[tuple[str, tuple[int, ...]], ...] = ()
    reason: str = ""
    award: str = ""
    """What each player of an unplayed table gets: `nothing`, `average`, `points`; empty where it was played."""
    awards: tuple[tuple[int, ...], ...] = ()
    """The percents by seat of each deal that the director adjusted, empty for the others; empty where none was."""

    def net(self, seat: int) -> int:
        """What a seat gets: its score less the table's penalties."""
        return self.scores[seat] + (self.penalties[seat] if self.penalties else 0)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A seat that disagrees with a result, and why."""

    entry: int
    seat: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table in one round: its players in the order of play, and every version of its result."""

    round: int
    number: int
    seats: tuple[int, ...]
    stream: str = ""
    results: tuple[Result, ...] = ()
    confirmed: bool = False
    dispute: Dispute | None = None

    @property
    def result(self) -> Result | None:
        """The last version, which counts; None for a table not played."""
        return None if not self.results or self.results[-1].award else self.results[-1]

    @property
    def unplayed(self) -> Result | None:
        """What the director gave a table that was not played."""
        return self.results[-1] if self.results and self.results[-1].award else None

    def counting(self, provisional: bool = False) -> Result | None:
        """The result if it counts: once confirmed, with `provisional` once entered."""
        return self.result if self.confirmed or provisional else None

    @property
    def version(self) -> int:
        """How many versions there are."""
        return len(self.results)

    def short(self, of: int) -> int:
        """How many deals the result has, if fewer than the `of` agreed; 0 if all, or unknown."""
        deals = len(self.result.deals) if self.result else 0
        return deals if deals < of else 0

    def seat_of(self, player: int) -> int | None:
        return self.seats.index(player) if player in self.seats else None


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A round's clock, in seconds: when it `began`, the `seconds` given, how long it stood `still`.

    `paused` is when it stopped, None while it runs; `extra` the time added by table (0: all).
    """

    began: float
    seconds: int
    still: float = 0.0
    paused: float | None = None
    extra: Mapping[int, int] = field(default_factory=dict)

    def seconds_left(self, now: float, table: int = 0) -> float:
        """Seconds left for a table at a moment, below 0 once its time is over."""
        return self.ends(table) - (self.paused if self.paused is not None else now)

    def ends(self, table: int = 0) -> float:
        """The moment a table's time is over, if the clock does not stop again."""
        given = self.seconds + self.extra.get(0, 0) + (self.extra.get(table, 0) if table else 0)
        return self.began + self.still + given

    def stop(self, now: float) -> RoundClock:
        """The clock stopped now, if it was not before."""
        return self if self.paused is not None else replace(self, paused=now)

    def resume(self, now: float) -> RoundClock:
        """The clock running again from now on."""
        return self if self.paused is None else replace(self, paused=None, still=self.still + now - self.paused)

    def give(self, minutes: int, table: int = 0) -> RoundClock:
        """The clock with extra time for a table (0: for all)."""
        return replace(self, extra={**self.extra, table: self.extra.get(table, 0) + minutes * 60})


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its tables by number, the players who sit `out`, how it was drawn, its clock once begun.

    `groups` are the players of each final, best final first; empty in a qualifying round.
    """

    number: int
    tables: Mapping[int, Sitting]
    out: tuple[int, ...] = ()
    certificate: Mapping[str, Any] = field(default_factory=dict)
    clock: RoundClock | None = None
    forced: bool = False
    groups: tuple[tuple[int, ...], ...] = ()

    @property
    def begun(self) -> bool:
        return self.clock is not None

    @property
    def draw(self) -> str:
        """The identity of this draw: the log of table 1, which each draw opens new."""
        return self.tables[1].stream

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables without a confirmed result."""
        return tuple(number for number, sitting in self.tables.items() if not sitting.confirmed)

    @property
    def complete(self) -> bool:
        return not self.missing

    def sitting_of(self, player: int) -> Sitting | None:
        """The table a player sits at."""
        return next((sitting for sitting in self.tables.values() if player in sitting.seats), None)


@dataclass(frozen=True, slots=True)
class Call:
    """A table's call for the director. `state`: open, progress, resolved, deferred."""

    number: int
    round: int
    table: int
    seat: int | None
    text: str
    at: float
    state: str = "open"
    answers: tuple[str, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether the director still has to act on it."""
        return self.state in ("open", "progress")


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points the director took from a player; `cancelled` is the reason it was lifted."""

    number: int
    player: int
    points: int
    reason: str
    round: int
    by: str
    cancelled: str | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What the director gave a player for a round, whatever the table's result."""

    player: int
    round: int
    points: Fraction
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Value:
    """A tournament after its facts. Two logs that say the same fold to equal values."""

    settings: Settings
    players: Mapping[int, Player] = field(default_factory=dict)
    rounds: Mapping[int, Round] = field(default_factory=dict)
    calls: Mapping[int, Call] = field(default_factory=dict)
    penalties: Mapping[int, Penalty] = field(default_factory=dict)
    adjusted: Mapping[tuple[int, int], Adjustment] = field(default_factory=dict)
    finished: bool = False
    money: Money = field(default_factory=Money)
    boards: Mapping[int, BoardSet] = field(default_factory=dict)
    percents: Mapping[int, PercentPenalty] = field(default_factory=dict)

    def player(self, number: int) -> Player:
        """A player by number. Raises Slip for an unknown one."""
        if number not in self.players:
            raise Slip(T("there is no player with number {found}", found=number), found=number)
        return self.players[number]

    def round(self, number: int) -> Round:
        """A round by number. Raises Slip for one that is not drawn."""
        if number not in self.rounds:
            raise Slip(T("round {found} is not drawn", found=number), found=number)
        return self.rounds[number]

    def sitting(self, number: int, table: int) -> Sitting:
        """A table of a round. Raises Slip for an unknown one."""
        tables = self.round(number).tables
        if table not in tables:
            raise Slip(T("round {round} has no table {found}", round=number, found=table), found=table)
        return tables[table]

    def with_sitting(self, sitting: Sitting) -> Value:
        """The value with one table changed."""
        at = self.rounds[sitting.round]
        return self.with_round(replace(at, tables={**at.tables, sitting.number: sitting}))

    def with_round(self, at: Round) -> Value:
        return replace(self, rounds={**self.rounds, at.number: at})

    def sittings(self, player: int) -> Iterator[Sitting]:
        """The tables a player sits at, round by round."""
        for at in self.rounds.values():
            sitting = at.sitting_of(player)
            if sitting is not None:
                yield sitting
