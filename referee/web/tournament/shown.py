"""What the pages of a tournament show: values in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.words import numbers


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock with `left` seconds until `ends`. Its repr lacks `left`: a page keeps its version meanwhile."""

    running: bool
    over: bool
    ends: float
    left: int = field(repr=False)

    @property
    def text(self) -> str:
        minutes, seconds = divmod(abs(self.left), 60)
        return f"{numbers.MINUS if self.over else ''}{minutes}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class Event:
    """What every page of a tournament needs. `shows`: the word behind `visible`; `compared`: boards are played here;
    `venues`: it is played at several, each with players of its own.
    """

    id: str
    title: str
    game: str
    place: str
    day: str
    rounds: int
    finished: bool
    visible: str
    shows: str
    teams: bool
    confirm: bool
    signup: bool
    balanced: bool
    compared: bool
    venues: bool


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A player on a seat, with the points of its result, and a note of the game: “owes a solo”."""

    number: int
    name: str
    points: str | None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """A table of a round; `word` and `label` are its state, `sides` those who get a score together."""

    number: int
    round: int
    stream: str
    word: str
    label: str
    deals: int | None
    of: int
    slow: bool
    short: int
    version: int
    confirmed: bool
    seats: tuple[SeatShown, ...]
    sides: tuple[str, ...]
    settled: bool


@dataclass(frozen=True, slots=True)
class TileGroup:
    """The tables in one state."""

    word: str
    label: str
    tiles: tuple[Tile, ...]
    settled: bool


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call for the director, waiting for this many minutes."""

    number: int
    round: int
    table: int
    text: str
    state: str
    label: str
    minutes: int


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """A player; `plain` is the name as written, `table` the one of the round everybody plays, `sat` at any before."""

    number: int
    name: str
    plain: str
    club: str
    team: str
    state: str
    by: str | None
    table: int | None
    sat: bool


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings. `heading`: what stands above it and the lines like it.

    `cells`: the word of each column, what stands there, whether it counts.
    """

    place: int
    level: bool
    name: str
    club: str
    player: int
    penalties: int
    heading: str
    cells: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class StandingsShown:
    """Standings after a round. `columns`: word and head of each."""

    through: int
    complete: bool
    scoring: str
    ties: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    rows: tuple[StandingsLine, ...]


@dataclass(frozen=True, slots=True)
class Next:
    """The next act. While a round goes on (`wait`): `ahead` is the round that may be drawn meanwhile, 0 for none."""

    act: str
    round: int
    ahead: int = 0


@dataclass(frozen=True, slots=True)
class Now:
    """The round, its clock, the next step, the gaps, the waiting calls.

    `missing` and `differing` are (round, table); `coming`: the round drawn and not begun, with its draw; `drawing`: how
    many percent of a draw are done; `failed`: why the last one failed.
    """

    round: int
    begun: bool
    complete: bool
    missing: tuple[tuple[int, int], ...]
    differing: tuple[tuple[int, int], ...]
    clock: Clock | None
    next: Next | None
    here: int
    signed: int
    calls: tuple[CallShown, ...]
    coming: tuple[int, str] | None
    unseated: tuple[str, ...]
    absent: tuple[str, ...]
    certificate: tuple[str, ...]
    out: tuple[str, ...]
    drawing: int | None = None
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Venue:
    """A venue with its logs and its state in words."""

    name: str
    logs: tuple[str, ...]
    state: str


@dataclass(frozen=True, slots=True)
class Venues:
    """The venues, why the standings are not final, who played at two of them (name, venues)."""

    list: tuple[Venue, ...]
    provisional: str
    twice: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log."""

    seq: int
    at: float
    by: str
    text: str
    undone: bool

    @property
    def can(self) -> bool:
        """Whether it can be taken back."""
        return not self.undone and self.seq > 1


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a table's result."""

    scores: tuple[str, ...]
    award: str
    by: str
    at: float
    reason: str
