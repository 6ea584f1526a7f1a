"""The columns of a standings table. Pages, paper, files and the room each draw this one list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from referee.tournament.cells import Cell
from referee.tournament.seating import final_letter
from referee.tournament.settings import TIES
from referee.tournament.standings import Row, Standings
from referee.words.text import T, Text

Where = Literal["page", "paper", "file", "room"]
"""What draws the table. All but a file name the final above its lines, and the club beside the name."""
Value = Cell | Fraction | int | str | None

SHORT_TIES: Mapping[str, Text] = {
    "won": T("Tables won"),
    "best": T("Best"),
    "last": T("Last"),
    "opponents": T("Opponents"),
    "penalties": T("Penalties"),
}
"""Short heads of the tie-breaks on paper. A draw by lot has no column there."""
MOST_TIES = 2
"""How many tie-breaks have a column on paper."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: the word for its kind, its head, and what stands in it on a line. `left_out`: where it is not drawn."""

    word: str
    head: Text
    value: Callable[[Row], Value]
    left_out: tuple[Where, ...] = ()


def heading(row: Row) -> Text | None:
    """What stands above the lines of a final, and above those without a place."""
    if not row.place:
        return T("Without a result")
    return T("Final {letter}", letter=final_letter(row.final)) if row.final else None


def beside(row: Row) -> Text:
    """What stands beside a name: the club, and that they left."""
    if row.until is None:
        return T("{name}", name=row.club)
    return T("{club} · left", club=row.club) if row.club else T("left")


def columns(standings: Standings, where: Where) -> list[Column]:
    """The columns of standings for one drawing."""
    return [column for column in _columns(standings, where) if where not in column.left_out]


def _columns(standings: Standings, where: Where) -> Iterator[Column]:
    file: tuple[Where, ...] = ("page", "paper", "room")
    if any(row.final for row in standings.rows):
        yield Column("final", T("Final"), lambda row: final_letter(row.final) if row.final else "", file)
    yield Column("rank", T("Rank"), lambda row: row.place or "")
    yield Column("name", T("Name"), lambda row: row.name)
    yield Column("club", T("Club"), lambda row: row.club, file)
    yield Column("team", T("Team"), lambda row: row.team, file)
    if any(row.until is not None for row in standings.rows):
        yield Column("left", T("Left before round"), lambda row: "" if row.until is None else row.until, file)
    for at in range(max((len(row.rounds) for row in standings.rows), default=0)):
        head = T("Round {number}", number=at + 1) if where == "file" else T("{number}", number=at + 1)
        yield Column("round", head, lambda row, at=at: row.rounds[at], ("room",))  # type: ignore[misc]
    if where == "file" or any(row.penalties for row in standings.rows):
        yield Column("penalties", T("Penalties"), lambda row: -row.penalties, ("page", "room"))
    yield Column("total", T("Total"), lambda row: row.total)
    ties = [word for word in standings.ties if where == "file" or word in SHORT_TIES]
    for word in ties if where == "file" else ties[:MOST_TIES]:
        head, at = (TIES if where == "file" else SHORT_TIES)[word], standings.ties.index(word)
        yield Column("tie", head, lambda row, at=at: row.breaks[at] if row.breaks else None, ("page", "room"))  # type: ignore[misc]
    if any(row.categories for row in (*standings.rows, *standings.waiting)):
        yield Column("categories", T("Categories"), lambda row: ", ".join(row.categories), file)


def counts(value: Value) -> bool:
    """Whether a value counts for the total."""
    return not isinstance(value, Cell) or value.counts


def points(value: Value) -> Fraction | int | str | None:
    """A value without the round that it comes from."""
    return value.points if isinstance(value, Cell) else value
