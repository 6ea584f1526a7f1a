"""What the papers of a tournament show: the contents of a document, and its rows in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.sheets.ladders import Climb
from referee.sheets.tablesheet import TableList
from referee.sheets.wall import NameType
from referee.tournament.season import Line
from referee.tournament.standings import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What one document of a piece shows: its rows, and how they lie.

    `wide`: on its side; `pairs`: two pages of A5 side by side on one of A4, to cut; `listed`: under heads that every
    page repeats; `numbered`: its number among the pages; `round`: the round it is about, empty for that of all papers.
    """

    rows: Sequence[object]
    wide: bool = False
    pairs: bool = False
    listed: bool = False
    numbered: str = ""
    round: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsByTable(Contents):
    """The tables, and the names of those who sit out."""

    out: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks(Contents):
    """Standings: the word and the head of each column, its width in millimetres."""

    columns: Sequence[tuple[str, str]]
    widths: Sequence[float]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's seat at a table. `size` is the class of the name's type; `pt`, and `small` for the text `about` the
    player, are sizes in points where a paper has them.
    """

    name: str
    size: str
    club: str
    place: str
    number: int
    about: str = ""
    pt: float = 0
    small: float = 0


@dataclass(frozen=True, slots=True)
class TablePaper:
    """A table with its seats, the link to it if any, and on its sheet the game's list and the ladders of its sides."""

    number: int
    seats: Sequence[Seat]
    url: str
    own: TableList | None = None
    climbs: Sequence[Climb] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A player's card. `size` is the class of the name's type."""

    number: int
    name: str
    size: str
    club: str
    team: str


@dataclass(frozen=True, slots=True)
class PersonalRound:
    """A round of a player: the table (0: none), the seat, the others at it in type of `pt` points, the points."""

    number: int
    table: int
    place: str
    others: str
    pt: float
    out: bool
    points: str


@dataclass(frozen=True, slots=True)
class PersonalSheet:
    """A player's rounds, and once one was played the total and the rank."""

    card: Card
    rounds: Sequence[PersonalRound]
    total: str
    rank: int
    url: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the standings, or a line of a season's.

    Each cell is the word of its column, the text, and whether it counts.
    `heading` is the title of its part of the standings, such as a final; `type` that of the name on paper.
    """

    row: Row | Line
    heading: str
    name: str
    club: str
    cells: Sequence[tuple[str, str, bool]]
    type: NameType | None = None


@dataclass(frozen=True, slots=True)
class RulingText:
    """A penalty or an adjusted score on its slip; all empty on a slip to fill in."""

    round: str = ""
    table: str = ""
    player: str = ""
    reason: str = ""
    decision: str = ""


@dataclass(frozen=True, slots=True)
class Diploma:
    """A diploma. `size` is the class of the name's type; `prize` what was won."""

    rank: str
    name: str
    size: str
    club: str
    points: str
    prize: str
