"""A round's boards for the director's pages: findings from the hands, the grid, the matches, the certificate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.club.boards import Found, Rest, form_at
from referee.sheets.boards import letter
from referee.tournament.boards.grid import Cells, frequency, meetings, missing, seated
from referee.tournament.boards.movement import certify, groups, met_again, movement
from referee.tournament.boards.slip import write_cell
from referee.tournament.boards.values import BoardSet
from referee.tournament.standings import QUADRETTE
from referee.tournament.values import Round
from referee.web.kit.parts import with_version
from referee.web.kit.request import say, tables, who, why
from referee.web.table.boards import boards, claim_told
from referee.web.tournament.view import EventView, figure
from referee.words import numbers
from referee.words.text import RefereeError, T


def sealed_view(view: EventView, at: Round, found: BoardSet) -> dict[str, Any]:
    """The live part of the boards page, with its version."""
    cells, tables = boards().cells(view.kept.id, at.number), sorted(at.tables)
    seen, lost = _seen(view, at, found)
    shown = {
        "round": at.number,
        "closed": bool(found.seal),
        "count": found.count,
        "tables": tables,
        "rows": [_row(view, at, board, cells) for board in found.numbers],
        "sums": {table: _sums(view, at, table, found, cells) for table in tables},
        "matches": _matches(view, found, cells, tables),
        "missing": len(missing(found, tables, cells)),
        "seen": seen,
        "lost": lost,
        "percents": [
            {"name": view.name(one.player), "tenths": figure_tenths(one.tenths), "reason": one.reason}
            for one in view.tournament.value.percents.values()
            if one.round == at.number
        ],
    }
    return with_version(shown)


def certificate_view(view: EventView, at: Round, found: BoardSet) -> list[str]:
    """The properties of the boards' movement, in sentences."""
    tables, value = sorted(at.tables), view.tournament.value
    order = movement(found.numbers, tables, found.sets)
    seen = certify(order, found.numbers)
    told = [say(T("Every table plays every board once."))] if seen.once else []
    again = met_again(value.boards.values(), value.rounds)
    told += [
        say(T("{name} meets board {board} twice: look at who sits where.", name=view.name(player), board=board))
        for player, board in again
    ] or [say(T("Nobody meets a board twice in any round."))]
    if seen.copies == 1:
        told.append(say(T("1 set of boards is enough.")))
    else:
        told.append(say(T("{count} sets of boards are needed: a board is wanted at several tables at once.",
                          count=seen.copies)))  # fmt: skip
    if seen.waits == 1:
        told.append(say(T("Fewer boards than tables: the tables pause in turn, nobody longer than one board’s time.")))
    elif seen.waits:
        enough = -(-len(tables) // (2 * found.count))
        told.append(say(T("Fewer boards than tables: the tables pause in turn, for up to {count} boards’ time; with "
                          "{sets} sets nobody longer than one.", count=seen.waits, sets=enough)))  # fmt: skip
    if found.sets > 1:
        each = "; ".join(", ".join(map(str, group)) for group in groups(tables, found.sets))
        told.append(say(T("Tables that share a set: {tables}.", tables=each)))
    if seen.rest == 1:
        told.append(say(T("Between two tables a board lies still for one board’s time at least: nobody waits.")))
    elif seen.rest:
        told.append(say(T("Between two tables a board lies still for at least {count} boards’ time: nobody waits.",
                          count=seen.rest)))  # fmt: skip
    elif seen.rest == 0:
        told.append(say(T("A board goes straight on: who is quicker waits until the table before has played it.")))
    if seen.handed and len(tables) > 2:
        way = ", ".join(f"{table} → {after}" for table, after in sorted(seen.handed.items()))
        told.append(say(T("Each table always hands on to the same one: {way}.", way=way)))
    least, most = seen.shared
    if len(tables) > 1 and least == most:
        told.append(say(T("Every two tables are compared on the same number of boards: {count}.", count=most)))
    return told


def letters(view: EventView, at: Round) -> list[str]:
    """The letters of the positions on the reader's slips."""
    return [letter(position, view.language) for position in form_at(view.tournament, at.number)[0].positions]


def grid_view(view: EventView, at: Round, found: BoardSet) -> dict[str, Any]:
    """The grid for typing, with the present cells."""
    cells, names = boards().cells(view.kept.id, at.number), letters(view, at)
    tables = sorted(at.tables)
    rows = [
        {"board": board, "cells": [
            {"table": table, "text": write_cell(cell, names) if (cell := cells.get((table, board))) else "",
             "percents": " / ".join(map(str, cell.percents)) if cell else ""}
            for table in tables
        ]}
        for board in found.numbers
    ]  # fmt: skip
    return {"tables": tables, "rows": rows, "letters": names}


def figure_tenths(tenths: int) -> str:
    """Tenths of a percent in the reader's language."""
    return numbers.decimal(tenths / 10, "0.0", who().language.code)


def _matches(view: EventView, found: BoardSet, cells: Cells, tables_: Sequence[int]) -> list[dict[str, Any]]:
    """The tables in pairs, where teams play against each other: match points of each board, and their sums."""
    settings = view.tournament.settings
    team = settings.team
    if (team < 2 and settings.scoring != "match") or len(tables_) % 2:
        return []
    matches = []
    for pair in zip(tables_[::2], tables_[1::2], strict=True):
        rows = meetings(found, cells, pair, quadrette=team == QUADRETTE)
        sums = [round(sum(row.points(pair)[side] for row in rows), 3) for side in (0, 1)]
        matches.append({"tables": pair, "sums": [_points(points) for points in sums], "rows": [
            {"board": row.board, "scores": [figure(score) for score in row.scores], "faulty": row.faulty,
             "marks": [_points(points) for points in row.marks]} for row in rows
        ]})  # fmt: skip
    return matches


def _points(points: float) -> str:
    """Match points with three digits, as the federation writes them."""
    return numbers.decimal(points or 0.0, "0.###", who().language.code)


def _row(view: EventView, at: Round, board: int, cells: Cells) -> dict[str, Any]:
    notes = {row.table: figure(row.attack) for row in frequency(cells, board)}
    notes |= {row.table: " / ".join(map(figure, row.notes)) for row in seated(cells, board)}
    found = []
    for table in sorted(at.tables):
        cell = cells.get((table, board))
        seats = at.tables[table].seats
        shown: dict[str, Any] = {"table": table, "there": cell is not None, "percents": "", "score": "", "taker": ""}
        if cell is not None and cell.percents:
            shown |= {"percents": " / ".join(map(str, cell.percents)), "reason": cell.reason}
        elif cell is not None:
            taker = cell.taker
            shown["taker"] = view.name(seats[taker]) if taker >= 0 else say(T("nobody"))
            own = (cell.scores[taker],) if taker >= 0 else cell.scores if any(cell.scores) else (0,)
            shown["score"] = " / ".join(map(figure, own))
        found.append(shown | {"note": notes.get(table, "")})
    return {"board": board, "cells": found}


def _sums(view: EventView, at: Round, table: int, found: BoardSet, cells: Cells) -> dict[str, Any]:
    """A table's running check: how many boards are entered, and the sums of their scores by seat."""
    own = [cells[table, board] for board in found.numbers if (table, board) in cells]
    scores = [cell.scores for cell in own if cell.scores]
    by_seat = [sum(column) for column in zip(*scores, strict=True)] if scores else [0] * len(at.tables[table].seats)
    return {"count": len(own), "seats": [figure(points) for points in by_seat], "sum": figure(sum(by_seat))}


def _seen(view: EventView, at: Round, found: BoardSet) -> tuple[list[dict[str, Any]], str]:
    """What the sealed hands prove at the tables, or why they cannot be read."""
    if found.seal:
        return [], ""
    try:
        watched = boards().watched(view.kept.id, at.number)
    except RefereeError as error:
        return [], say(why(error))
    shown = [_finding(view, at, one) for one in watched if not one.finding.public]
    return [*shown, *(_claim(at, one) for one in boards().claims(view.kept.id, at.number))], ""


def _claim(at: Round, one: Rest) -> dict[str, Any]:
    stream = at.tables[one.table].stream
    return {
        "table": one.table, "board": one.board, "line": one.claim.line, "stream": stream, "name": "",
        "told": claim_told(stream, tables().get(stream).table, one.claim), "breach": None, "decided": "",
    }  # fmt: skip


def _finding(view: EventView, at: Round, one: Found) -> dict[str, Any]:
    sitting, finding = at.tables[one.table], one.finding
    return {
        "table": one.table, "board": one.board, "line": finding.line, "stream": sitting.stream,
        "name": view.name(sitting.seats[finding.seat]) if finding.seat is not None else "",
        "told": say(finding.told), "breach": finding.guess is None and finding.seat is not None, "decided": one.decided,
    }  # fmt: skip
