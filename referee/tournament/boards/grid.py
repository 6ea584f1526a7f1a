"""The director's grid of boards and tables: known results, comparisons, gaps, and the round's final results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.tournament.boards.values import BoardCell, BoardSet
from referee.tournament.duplicate import HUNDRED, by_seat, marks, match_points, sides, topage
from referee.tournament.values import Result, Round
from referee.words.text import Slip, T

Cells = Mapping[tuple[int, int], BoardCell]
"""The known results, by table and board."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A table's result of a board compared with the others: the taker's score and percents."""

    table: int
    taker: int
    score: Fraction
    attack: Fraction

    @property
    def defence(self) -> Fraction:
        return HUNDRED - self.attack


def frequency(cells: Cells, board: int) -> tuple[Compared, ...]:
    """The comparable results of a board, best for the attack first."""
    there = [
        (table, cell.taker, Fraction(cell.scores[cell.taker], len(cell.scores) - 1))
        for (table, number), cell in sorted(cells.items())
        if number == board and cell.scores and cell.taker >= 0
    ]
    notes = topage([score for _, _, score in there]) if there else ()
    rows = [Compared(table, taker, score, note) for (table, taker, score), note in zip(there, notes, strict=True)]
    return tuple(sorted(rows, key=lambda row: (-row.score, row.table)))


@dataclass(frozen=True, slots=True)
class Seated:
    """A table's result of a board that nobody takes alone: scores and percents by seat."""

    table: int
    scores: tuple[int, ...]
    notes: tuple[Fraction, ...]


def compare_seats(cells: Cells, board: int) -> tuple[Seated, ...]:
    """The results of a board compared seat by seat; empty where somebody took it or nobody scored."""
    there = {table: cell for (table, number), cell in sorted(cells.items()) if number == board and cell.scores}
    if any(cell.taker >= 0 for cell in there.values()):
        return ()
    notes = by_seat([cell.scores for cell in there.values()])
    return tuple(
        Seated(table, cell.scores, own) for (table, cell), own in zip(there.items(), notes, strict=True) if own
    )


@dataclass(frozen=True, slots=True)
class Meeting:
    """A board played at two tables that are compared with each other.

    `scores`: what each taker got from one opponent; `marks`: the match points of each table; `faulty`: the table that
    spoiled the board (0: none), which also loses a match point; `takers`: the seats that took it.
    """

    board: int
    scores: tuple[Fraction, Fraction]
    marks: tuple[float, float]
    faulty: int = 0
    takers: tuple[int, int] = (0, 0)

    def points(self, tables: tuple[int, int]) -> tuple[float, float]:
        """What each side gets for the board in all."""
        one, other = self.marks
        return one - (self.faulty == tables[0]), other - (self.faulty == tables[1])


def meetings(boards: BoardSet, cells: Cells, tables: tuple[int, int], quadrette: bool) -> tuple[Meeting, ...]:
    """The boards that both tables played, with the match points of each (R-RO p. 23).

    A spoiled board is adjusted by the code of arbitration (p. 15 for quadrettes, p. 16 for teams).
    """
    rows = []
    for board in boards.numbers:
        own, other = cells.get((tables[0], board)), cells.get((tables[1], board))
        if own is None or other is None or own.taker < 0 or other.taker < 0:
            continue
        one, two = (Fraction(cell.scores[cell.taker], len(cell.scores) - 1) for cell in (own, other))
        faulty = next((table for table in tables if (table, board) in boards.faults), 0)
        own_marks = marks(match_points(one, two), tables.index(faulty) if faulty else None, not quadrette)
        rows.append(Meeting(board, (one, two), own_marks, faulty, (own.taker, other.taker)))
    return tuple(rows)


def match_tables(boards: BoardSet, at: Round, quadrette: bool, provisional: bool) -> dict[int, Fraction]:
    """What each player of a closed round gets where tables are compared in pairs, the first with the second.

    It is the match points of the player's side, to three digits as the federation writes them.
    """
    there = {
        table: result
        for table, sitting in at.tables.items()
        if (result := sitting.counting(provisional)) is not None and result.takers
    }
    cells = {
        (table, board): BoardCell(scores, taker)
        for table, result in there.items()
        for board, scores, taker, award in zip(
            boards.numbers, result.deals, result.takers, result.awards or ((),) * len(result.deals), strict=False
        )
        if not award
    }
    awards: dict[int, Fraction] = {}
    tables = sorted(at.tables)
    for pair in zip(tables[::2], tables[1::2], strict=False):
        seats = at.tables[pair[0]].seats, at.tables[pair[1]].seats
        awards |= dict.fromkeys((*seats[0], *seats[1]) if there.keys() >= set(pair) else (), Fraction(0))
        for meeting in meetings(boards, cells, pair, quadrette):
            own = [Fraction(round(1000 * points), 1000) for points in meeting.points(pair)]
            for side, points in zip(sides(seats, meeting.takers), own, strict=True):
                for player in side:
                    awards[player] += points
    return awards


def without_result(boards: BoardSet, tables: Sequence[int], cells: Cells) -> tuple[tuple[int, int], ...]:
    """The pairs of table and board without a result."""
    return tuple((table, board) for table in tables for board in boards.numbers if (table, board) not in cells)


def results(boards: BoardSet, at: Round, cells: Cells) -> dict[int, Result]:
    """The result of each table of a round, deals in the order of the boards. Raises Slip while one is missing."""
    gaps = without_result(boards, sorted(at.tables), cells)
    if gaps:
        table, board = gaps[0]
        raise Slip(T("table {table} has no result of board {board}; missing in all: {count}", table=table,
                     board=board, count=len(gaps)))  # fmt: skip
    return {table: _result(boards, table, len(sitting.seats), cells) for table, sitting in at.tables.items()}


def _result(boards: BoardSet, table: int, seats: int, cells: Cells) -> Result:
    own = [cells[table, board] for board in boards.numbers]
    deals = tuple(cell.scores or (0,) * seats for cell in own)
    takers = tuple(cell.taker for cell in own)
    awards = tuple(cell.percents for cell in own)
    scores = tuple(map(sum, zip(*deals, strict=True)))
    return Result(scores, 0, None, "cards", (), deals, takers, awards=awards if any(awards) else ())
