"""A round's boards for the director's pages: findings from the hands, the grid, the matches, the certificate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.club.boards import Found, Rest, form_at
from referee.sheets.boards import letter
from referee.tournament.boards.grid import Cells, compare_seats, frequency, meetings, without_result
from referee.tournament.boards.movement import certify, groups, movement, repeats
from referee.tournament.boards.slip import write_cell
from referee.tournament.boards.values import BoardSet
from referee.tournament.standings import QUADRETTE
from referee.tournament.values import Round
from referee.web.kit.request import say, tables, who, why
from referee.web.table.boards import boards, claim_text
from referee.web.tournament.view import EventView, figure
from referee.words import numbers
from referee.words.text import RefereeError, T


@dataclass(frozen=True, slots=True)
class CellShown:
    """What a table got on a board: the taker and the taker's score, or percents with the reason; `note`: its mark."""

    there: bool
    score: str = ""
    taker: str = ""
    percents: str = ""
    reason: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board with a cell for each table."""

    board: int
    cells: tuple[CellShown, ...]


@dataclass(frozen=True, slots=True)
class TableSums:
    """A table's running check: how many boards are entered, and the sum of their scores."""

    count: int
    sum: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A board of a match: both scores, both marks, the table at fault."""

    board: int
    scores: tuple[str, ...]
    marks: tuple[str, ...]
    faulty: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """Two tables against each other."""

    tables: tuple[int, int]
    rows: tuple[MatchRow, ...]
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What the sealed hands prove. `breach`: whether it can be upheld; None: there is nothing to decide."""

    table: int
    board: int
    line: int
    stream: str
    text: str
    breach: bool | None = None
    decided: str = ""


@dataclass(frozen=True, slots=True)
class PercentsTaken:
    """Percents taken from a player."""

    name: str
    tenths: str
    reason: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """The live part of the boards page. `lost`: why the hands cannot be read."""

    round: int
    closed: bool
    count: int
    tables: tuple[int, ...]
    rows: tuple[BoardRow, ...]
    sums: dict[int, TableSums]
    matches: tuple[Match, ...]
    missing: int
    seen: tuple[Finding, ...]
    lost: str
    percents: tuple[PercentsTaken, ...]


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell to type in: its text as it stands, and the percents of an adjusted board."""

    table: int
    text: str
    percents: str


def sealed_view(view: EventView, at: Round, board_set: BoardSet) -> Sealed:
    """The live part of the boards page."""
    cells, tables = boards().cells(view.kept.id, at.number), tuple(sorted(at.tables))
    seen, lost = _findings(view, at, board_set)
    return Sealed(
        round=at.number,
        closed=bool(board_set.seal),
        count=board_set.count,
        tables=tables,
        rows=tuple(_row(view, at, board, cells) for board in board_set.numbers),
        sums={table: _sums(table, board_set, cells) for table in tables},
        matches=_matches(view, board_set, cells, tables),
        missing=len(without_result(board_set, tables, cells)),
        seen=seen,
        lost=lost,
        percents=tuple(
            PercentsTaken(view.name(one.player), figure_tenths(one.tenths), one.reason)
            for one in view.tournament.value.percents.values()
            if one.round == at.number
        ),
    )


def certificate_view(view: EventView, at: Round, board_set: BoardSet) -> list[str]:
    """The properties of the boards' movement, in sentences."""
    tables, value = sorted(at.tables), view.tournament.value
    order = movement(board_set.numbers, tables, board_set.sets)
    seen = certify(order, board_set.numbers)
    sentences = [T("Every table plays every board once.")] if seen.once else []
    again = repeats(value.boards.values(), value.rounds)
    sentences += [
        T("{name} meets board {board} twice: look at who sits where.", name=view.name(player), board=board)
        for player, board in again
    ] or [T("Nobody meets a board twice in any round.")]
    if seen.copies == 1:
        sentences.append(T("1 set of boards is enough."))
    else:
        sentences.append(
            T("{count} sets of boards are needed: a board is wanted at several tables at once.", count=seen.copies)
        )
    if seen.waits == 1:
        sentences.append(T("Fewer boards than tables: the tables pause in turn, nobody longer than one board’s time."))
    elif seen.waits:
        enough = -(-len(tables) // (2 * board_set.count))
        sentences.append(
            T(
                "Fewer boards than tables: the tables pause in turn, for up to {count} boards’ time; with "
                "{sets} sets nobody longer than one.",
                count=seen.waits,
                sets=enough,
            )
        )
    if board_set.sets > 1:
        each = "; ".join(", ".join(map(str, group)) for group in groups(tables, board_set.sets))
        sentences.append(T("Tables that share a set: {tables}.", tables=each))
    if seen.rest == 1:
        sentences.append(T("Between two tables a board lies still for one board’s time at least: nobody waits."))
    elif seen.rest:
        sentences.append(
            T("Between two tables a board lies still for at least {count} boards’ time: nobody waits.", count=seen.rest)
        )
    elif seen.rest == 0:
        sentences.append(T("A board goes straight on: who is quicker waits until the table before has played it."))
    if seen.handed and len(tables) > 2:
        way = ", ".join(f"{table} → {after}" for table, after in sorted(seen.handed.items()))
        sentences.append(T("Each table always hands on to the same one: {way}.", way=way))
    least, most = seen.shared
    if len(tables) > 1 and least == most:
        sentences.append(T("Every two tables are compared on the same number of boards: {count}.", count=most))
    return list(map(say, sentences))


def letters(view: EventView, at: Round) -> list[str]:
    """The letters of the positions on the reader's slips."""
    return [letter(position, view.language) for position in form_at(view.tournament, at.number)[0].positions]


def grid_view(view: EventView, at: Round, board_set: BoardSet) -> list[tuple[int, list[GridCell]]]:
    """The grid for typing: each board with the present cells of all tables."""
    cells, names = boards().cells(view.kept.id, at.number), letters(view, at)

    def grid_cell(table: int, board: int) -> GridCell:
        cell = cells.get((table, board))
        return (
            GridCell(table, write_cell(cell, names), " / ".join(map(str, cell.percents)))
            if cell
            else GridCell(table, "", "")
        )

    return [(board, [grid_cell(table, board) for table in sorted(at.tables)]) for board in board_set.numbers]


def figure_tenths(tenths: int) -> str:
    """Tenths of a percent in the reader's language."""
    return numbers.decimal(tenths / 10, "0.0", who().language.code)


def _matches(view: EventView, board_set: BoardSet, cells: Cells, tables_: Sequence[int]) -> tuple[Match, ...]:
    """The tables in pairs, where teams play against each other: match points of each board, and their sums."""
    settings = view.tournament.settings
    if (settings.team < 2 and settings.scoring != "match") or len(tables_) % 2:
        return ()
    matches = []
    for pair in zip(tables_[::2], tables_[1::2], strict=True):
        rows = meetings(board_set, cells, pair, quadrette=settings.team == QUADRETTE)
        sums = tuple(_points(round(sum(row.points(pair)[side] for row in rows), 3)) for side in (0, 1))
        lines = (
            MatchRow(row.board, tuple(map(figure, row.scores)), tuple(map(_points, row.marks)), row.faulty)
            for row in rows
        )
        matches.append(Match(pair, tuple(lines), sums))
    return tuple(matches)


def _points(points: float) -> str:
    """Match points with three digits, as the federation writes them."""
    return numbers.decimal(points or 0.0, "0.###", who().language.code)


def _row(view: EventView, at: Round, board: int, cells: Cells) -> BoardRow:
    notes = {row.table: figure(row.attack) for row in frequency(cells, board)}
    notes |= {row.table: " / ".join(map(figure, row.notes)) for row in compare_seats(cells, board)}
    shown = []
    for table in sorted(at.tables):
        cell, note = cells.get((table, board)), notes.get(table, "")
        if cell is None:
            shown.append(CellShown(False, note=note))
        elif cell.percents:
            percents = " / ".join(map(str, cell.percents))
            shown.append(CellShown(True, percents=percents, reason=cell.reason, note=note))
        else:
            taker, seats = cell.taker, at.tables[table].seats
            own = (cell.scores[taker],) if taker >= 0 else cell.scores if any(cell.scores) else (0,)
            name = view.name(seats[taker]) if taker >= 0 else say(T("nobody"))
            shown.append(CellShown(True, " / ".join(map(figure, own)), name, note=note))
    return BoardRow(board, tuple(shown))


def _sums(table: int, board_set: BoardSet, cells: Cells) -> TableSums:
    own = [cells[table, board] for board in board_set.numbers if (table, board) in cells]
    return TableSums(len(own), figure(sum(sum(cell.scores) for cell in own if cell.scores)))


def _findings(view: EventView, at: Round, board_set: BoardSet) -> tuple[tuple[Finding, ...], str]:
    """What the sealed hands prove at the tables, or why they cannot be read."""
    if board_set.seal:
        return (), ""
    try:
        watched = boards().findings(view.kept.id, at.number)
    except RefereeError as error:
        return (), say(why(error))
    shown = [_finding(at, one) for one in watched if not one.finding.public]
    return (*shown, *(_claim(at, one) for one in boards().claims(view.kept.id, at.number))), ""


def _claim(at: Round, one: Rest) -> Finding:
    stream = at.tables[one.table].stream
    text = claim_text(stream, tables().get(stream).table, one.claim)
    if one.taken_back:
        text = say(T("{text} The table was told so, and took it back.", text=text))
    return Finding(one.table, one.board, one.claim.line, stream, text)


def _finding(at: Round, one: Found) -> Finding:
    finding, stream = one.finding, at.tables[one.table].stream
    if one.taken_back:
        return Finding(
            one.table,
            one.board,
            finding.line,
            stream,
            say(T("{text} The table was told so, and took it back.", text=finding.text)),
        )
    breach = finding.guess is None and finding.seat is not None
    return Finding(one.table, one.board, finding.line, stream, say(finding.text), breach, one.decided)
