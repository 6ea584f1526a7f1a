"""Boards at the director's desk: sealed, printed, gathered, closed; and the page that tells them to everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.boards import hash_of
from referee.club.boards import Found
from referee.record.facts import FoulSeen
from referee.record.grammar import whole as record_number
from referee.sheets.boards import BoardPapers, render_boards
from referee.tournament.boards import facts as told
from referee.tournament.boards.grid import Cells, frequency, meetings, missing
from referee.tournament.boards.movement import certify, movement
from referee.tournament.boards.values import TELLS, BoardSet
from referee.tournament.form import Fact
from referee.tournament.tournament import Tournament
from referee.tournament.values import Round
from referee.web.club.sheets import Hears, hand_out, language, paper
from referee.web.kit.reader import number
from referee.web.kit.request import file, key, say, tables, tournaments, why
from referee.web.kit.rights import anyone, directs
from referee.web.table.boards import boards
from referee.web.tournament.acts import text, whole
from referee.web.tournament.console import director, signature
from referee.web.tournament.players import club
from referee.web.tournament.view import EventView, event_view, figure
from referee.words.text import RefereeError, Slip, T

PIECES = {"hands": T("Dealing sheets"), "slips": T("Travelling slips"), "records": T("Hand records")}
"""What is printed of boards. The first tells the hands to the director, the last to everybody once they are told."""
QUADRETTE = 4
FAULTY, INNOCENT = 40, 60
"""The percents of a board that a side spoiled, and of the others (code of arbitration)."""


# The director's page


@director.get("/<id:event>/boards")
@directs
def board_page(event: str) -> ResponseReturnValue:
    """The boards of a round: what is sealed, what was seen, the grid."""
    return _page(event_view(event))


def _page(view: EventView, refused: str | None = None) -> ResponseReturnValue:
    at = _round(view)
    context: dict[str, Any] = {"event": view.event, "refused": refused, "said": request.form, "set": None}
    context |= {"rounds": [each.number for each in view.tournament.rounds], "round": at.number if at else 0}
    context |= {"tells": [(word, say(label)) for word, label in TELLS.items()], "seq": view.tournament.seq}
    context["next"] = max((found.numbers[-1] + 1 for found in view.tournament.value.boards.values()), default=1)
    if at is not None and at.number in view.tournament.value.boards:
        context |= _sealed(view, at, view.tournament.value.boards[at.number])
    return render_template("tournament/console/boards.html", **context), 422 if refused else 200


def _round(view: EventView) -> Round | None:
    asked = number(request.values.get("round"))
    return view.tournament.value.rounds.get(asked or 0) or view.shown_round


def _sealed(view: EventView, at: Round, found: BoardSet) -> dict[str, Any]:
    cells, t = boards().cells(view.kept.id, at.number), view.tournament
    tables_there = sorted(at.tables)
    certificate = certify(movement(found.numbers, tables_there), found.numbers)
    seen, lost = _seen(view, at, found)
    return {
        "set": found,
        "tables": tables_there,
        "names": {table: [view.name(player) for player in at.tables[table].seats] for table in tables_there},
        "rows": [_row(view, at, board, cells) for board in found.numbers],
        "sums": {table: _sums(view, at, table, found, cells) for table in tables_there},
        "matches": _matches(view, found, cells, tables_there),
        "missing": missing(found, tables_there, cells),
        "seen": seen,
        "lost": lost,
        "pieces": [(word, say(label)) for word, label in PIECES.items() if word != "records" or found.seal],
        "certificate": certificate,
        "players": [(p.number, view.name(p.number)) for p in t.players if at.sitting_of(p.number)],
        "percents": [
            {"seq": seq, "name": view.name(one.player), "tenths": figure_tenths(one.tenths), "reason": one.reason}
            for seq, one in t.value.percents.items()
            if one.round == at.number
        ],
    }


def figure_tenths(tenths: int) -> str:
    """Tenths of a percent in the reader's language."""
    return figure(Fraction(tenths, 10))


def _matches(view: EventView, found: BoardSet, cells: Cells, tables_: Sequence[int]) -> list[dict[str, Any]]:
    """The tables two by two, where teams play against each other: match points of each board, and their sums."""
    team = view.tournament.settings.team
    if team < 2 or len(tables_) % 2:
        return []
    matches = []
    for pair in zip(tables_[::2], tables_[1::2], strict=True):
        rows = meetings(found, cells, pair, quadrette=team == QUADRETTE)
        sums = [round(sum(row.marks[side] - (row.faulty == pair[side]) for row in rows), 3) for side in (0, 1)]
        matches.append({"tables": pair, "sums": [_points(points) for points in sums], "rows": [
            {"board": row.board, "scores": [figure(score) for score in row.scores], "faulty": row.faulty,
             "marks": [_points(points) for points in row.marks]} for row in rows
        ]})  # fmt: skip
    return matches


def _points(points: float) -> str:
    """Match points with three digits, as the federation writes them."""
    return f"{points:.3f}".rstrip("0").rstrip(".").replace("-", "−")


def _row(view: EventView, at: Round, board: int, cells: Cells) -> dict[str, Any]:
    notes = {row.table: figure(row.attack) for row in frequency(cells, board)}
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
    """The running check of a table: how many boards are there, and what their scores add up to by seat."""
    own = [cells[table, board] for board in found.numbers if (table, board) in cells]
    scores = [cell.scores for cell in own if cell.scores]
    by_seat = [sum(column) for column in zip(*scores, strict=True)] if scores else [0] * len(at.tables[table].seats)
    return {"count": len(own), "seats": [figure(points) for points in by_seat], "sum": figure(sum(by_seat))}


def _seen(view: EventView, at: Round, found: BoardSet) -> tuple[list[dict[str, Any]], str]:
    """What the sealed hands say of the tables, and why they cannot be looked at."""
    if found.seal:
        return [], ""
    try:
        watched = boards().watched(view.kept.id, at.number)
    except RefereeError as error:
        return [], say(why(error))
    return [_finding(view, at, one) for one in watched if not one.finding.public], ""


def _finding(view: EventView, at: Round, one: Found) -> dict[str, Any]:
    sitting, finding = at.tables[one.table], one.finding
    return {
        "table": one.table, "board": one.board, "line": finding.line, "stream": sitting.stream,
        "name": view.name(sitting.seats[finding.seat]) if finding.seat is not None else "",
        "told": say(finding.told), "breach": finding.guess is None and finding.seat is not None, "decided": one.decided,
    }  # fmt: skip


# What the director does


@director.post("/<id:event>/boards/<act>")
@directs
def board_act(event: str, act: str) -> ResponseReturnValue:
    """Do one thing with the boards of a round."""
    view = event_view(event)
    if act not in ACTS:
        abort(404)
    try:
        ACTS[act](event, signature(event))
    except RefereeError as error:
        return _page(event_view(event), say(why(error)))
    if act == "print":
        at, piece = whole(request.form, "round"), request.form.get("piece", "")
        return redirect(url_for("director.board_papers", event=event, round=at, piece=piece, paper=paper_asked()), 303)
    at_round = number(request.form.get("round")) or 0
    return redirect(url_for("director.board_page", event=view.kept.id, round=at_round), 303)


def paper_asked() -> str:
    """The paper that a form asks for."""
    return "a5" if request.form.get("paper") == "a5" else "a4"


def _make(event: str, by: str) -> None:
    form = request.form
    upload = request.files.get("hands")
    typed = form.get("typed", "").encode()
    data = upload.read() if upload is not None and upload.filename else typed if typed.strip() else None
    boards().seal(
        event, key(), whole(form, "round"), whole(form, "first", 1), whole(form, "count", 6),
        form.get("tell", "director"), data, by,
    )  # fmt: skip


def _print(event: str, by: str) -> None:
    at, piece = whole(request.form, "round"), request.form.get("piece", "")
    if piece not in PIECES:
        abort(400)
    if piece == "hands":
        tournaments().act(event, key(), lambda _: [told.SheetsPrinted(at)], by)


def _points_of(said: str) -> int:
    """Points as somebody types them, with their sign; raises Slip for no number."""
    return record_number(said.replace("−", "-"), T("a number of points"))


def _enter(event: str, by: str) -> None:
    """A row of a travelling slip: who took the board at a table, and what the taker got; where others share it, or
    nobody plays alone, the scores of all seats.
    """
    form = request.form
    at, table, board = whole(form, "round"), whole(form, "table"), whole(form, "board")

    def make(t: Tournament) -> Sequence[Fact]:
        seats = len(t.sitting(at, table).seats)
        taker = whole(form, "taker", -1)
        if said := text(form, "scores").split():
            scores = tuple(_points_of(one) for one in said)
            return [told.Boarded(at, table, board, scores, taker)]
        if taker == -1:
            return [told.Boarded(at, table, board, (0,) * seats)]
        gained = whole(form, "score")
        if not 0 <= taker < seats:
            raise Slip(T("table {table} has no seat {found}", table=table, found=taker + 1), part="taker")
        if gained % (seats - 1):
            text_ = T("{found} is not shared evenly by {others} opponents: look at the slip again", found=gained,
                      others=seats - 1)  # fmt: skip
            raise Slip(text_, part="score")
        each = -gained // (seats - 1)
        return [told.Boarded(at, table, board, tuple(gained if s == taker else each for s in range(seats)), taker)]

    tournaments().act(event, key(), make, by)


def _adjust(event: str, by: str) -> None:
    """A board spoiled at a table: 40 percent for those at fault, 60 for the others."""
    form = request.form
    at, table, faulty = whole(form, "round"), whole(form, "table"), {number(s) for s in form.getlist("faulty")}

    def make(t: Tournament) -> Sequence[Fact]:
        seats = range(len(t.sitting(at, table).seats))
        percents = tuple(FAULTY if seat in faulty else INNOCENT for seat in seats)
        return [told.BoardAdjusted(at, table, whole(form, "board"), percents, text(form, "reason"))]

    tournaments().act(event, key(), make, by)


def _fault(event: str, by: str) -> None:
    form = request.form
    fact = told.BoardFault(whole(form, "round"), whole(form, "table"), whole(form, "board"))
    tournaments().act(event, key(), lambda _: [fact], by)


def _percent(event: str, by: str) -> None:
    form = request.form
    fact = told.PercentTaken(whole(form, "player"), whole(form, "round"), whole(form, "tenths"), text(form, "reason"))
    tournaments().act(event, key(), lambda _: [fact], by)


def _decide(event: str, by: str) -> None:
    """What a finding is: upheld, which is written into the table's log as a foul that was seen, or left alone."""
    form = request.form
    at, table, line = whole(form, "round"), whole(form, "table"), whole(form, "line")
    decision = form.get("decision", "")
    if decision not in ("uphold", "waive"):
        abort(400)
    found = next((f for f in boards().watched(event, at) if (f.table, f.finding.line) == (table, line)), None)
    if found is None:
        raise Slip(T("this entry is another one meanwhile: look at it again"))
    if decision == "uphold" and found.finding.guess is None and found.finding.seat is not None and not found.decided:
        sitting = tournaments().get(event).tournament.sitting(at, table)
        kept = tables().get(sitting.stream)
        foul = FoulSeen(kept.table.seats[found.finding.seat], found.finding.kind)
        tables().add(sitting.stream, f"{key()}/foul", kept.seq, foul, by)
    tournaments().act(event, key(), lambda _: [told.SealedFoulDecided(at, table, line, decision)], by)


def _close(event: str, by: str) -> None:
    boards().close(event, key(), whole(request.form, "round"), by)


ACTS: dict[str, Callable[[str, str], None]] = {
    "make": _make,
    "print": _print,
    "enter": _enter,
    "adjust": _adjust,
    "fault": _fault,
    "percent": _percent,
    "decide": _decide,
    "close": _close,
}


# Paper


@director.get("/<id:event>/boards.pdf")
@directs
def board_papers(event: str) -> ResponseReturnValue:
    """Dealing sheets, travelling slips or hand records. The sheets are for a director who said that they print them."""
    view, piece = event_view(event), request.args.get("piece", "")
    at = view.tournament.value.boards.get(number(request.args.get("round")) or 0)
    if at is None or piece not in PIECES or (piece == "records" and not at.seal):
        abort(404)
    if piece == "hands" and not at.seal and signature(event) not in at.printed:
        abort(403)
    return _papers(view, at, piece, url_for("director.board_page", event=event, round=at.round))


def _papers(view: EventView, found: BoardSet, piece: str, back: str) -> ResponseReturnValue:
    code, size, event, seq = language(), paper(), view.kept.id, view.kept.seq
    try:
        form, dealt = boards().dealt(event, found.round) if piece != "slips" else (None, ())
    except RefereeError as error:
        return _page(view, say(why(error)))
    cells = boards().cells(event, found.round)

    def make(hears: Hears) -> bytes:
        return render_boards(BoardPapers(view.tournament, found, form, dealt, cells, code, size), piece, hears)

    return hand_out((f"{event}-boards-{piece}-{found.round}", seq, code, size), make, back)


# For everybody


@club.get("/<id:event>/hands")
@anyone
def hands(event: str) -> ResponseReturnValue:
    """The hashes of the seals before, the seals and hands after."""
    view = event_view(event)
    found = [_public(view, one) for one in view.tournament.value.boards.values()]
    return render_template("tournament/players/hands.html", event=view.event, sets=found)


def _public(view: EventView, found: BoardSet) -> dict[str, Any]:
    shown: dict[str, Any] = {"round": found.round, "first": found.numbers[0], "last": found.numbers[-1]}
    shown |= {"hash": found.hash, "seal": found.seal, "source": found.source, "boards": []}
    if not found.seal:
        return shown
    form, dealt = boards().dealt(view.kept.id, found.round)
    cells = boards().cells(view.kept.id, found.round)
    for board in BoardPapers(view.tournament, found, form, dealt, cells, view.language.code).dealt():
        results = [
            {"table": r.table, "score": figure(r.score), "attack": figure(r.attack), "defence": figure(r.defence)}
            for r in frequency(cells, board["board"])
        ]
        shown["boards"].append(board | {"results": results})
    return shown | {"right": hash_of(bytes.fromhex(found.seal), "".join(found.hands)) == found.hash}


@club.get("/<id:event>/hands/<int:played>.deal")
@anyone
def hands_file(event: str, played: int) -> ResponseReturnValue:
    """The hands of a closed round as a record."""
    view = event_view(event)
    found = view.tournament.value.boards.get(played)
    if found is None or not found.seal:
        abort(404)
    return file(boards().told(event, played), f"{view.kept.id}-{played}.deal", "text/plain")
