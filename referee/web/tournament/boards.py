"""The director's boards: seal, print, collect results, close; and the public page of the hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.boards import best_play
from referee.club.boards import form_at
from referee.record.facts import FoulSeen
from referee.sheets.boards import BoardPapers, render_boards
from referee.tournament.boards import facts as told
from referee.tournament.boards.grid import frequency, seated
from referee.tournament.boards.slip import number_of, read_cell, shared
from referee.tournament.boards.values import TELLS, UNKNOWN, BoardSet
from referee.tournament.form import Fact
from referee.tournament.tournament import Tournament
from referee.tournament.values import Round
from referee.web.club.sheets import Hears, hand_out, language, paper
from referee.web.kit.reader import number
from referee.web.kit.request import file, key, say, tables, tournaments, why
from referee.web.kit.rights import directs, let_in
from referee.web.table.boards import boards
from referee.web.table.reckoned import reckoner
from referee.web.tournament.acts import text, whole
from referee.web.tournament.board_view import certificate_view, grid_view, letters, sealed_view
from referee.web.tournament.console import director, signature, signatures
from referee.web.tournament.players import club
from referee.web.tournament.view import EventView, event_view, figure
from referee.words.text import RefereeError, Slip, T, Text

PIECES = {
    "hands": T("Dealing sheets"),
    "packs": T("Orders of the pack"),
    "slips": T("Travelling slips"),
    "frequency": T("Frequency sheets"),
    "records": T("Hand records"),
}
"""What is printed of boards. The last is for everybody once the hands are published."""
HANDS = ("hands", "packs")
"""The papers that show the director the hands."""
FAULTY, INNOCENT = 40, 60
"""The percents of a spoiled board: for the side at fault, and for the others (code of arbitration)."""


# The director's page


@director.get("/<id:event>/boards")
@directs
def board_page(event: str) -> ResponseReturnValue:
    """The boards of a round: the seal, the findings, the grid."""
    return _page(event_view(event))


def _page(view: EventView, refused: str | None = None) -> ResponseReturnValue:
    at = _round(view)
    context: dict[str, Any] = {"event": view.event, "refused": refused, "said": request.form, "set": None}
    context |= {"rounds": [each.number for each in view.tournament.rounds], "round": at.number if at else 0}
    context |= {"tells": [(word, say(label)) for word, label in TELLS.items()], "seq": view.tournament.seq}
    context["next"] = max((found.numbers[-1] + 1 for found in view.tournament.value.boards.values()), default=1)
    if at is not None and at.number in view.tournament.value.boards:
        found = view.tournament.value.boards[at.number]
        context |= {"set": found, "found": sealed_view(view, at, found), "told": certificate_view(view, at, found)}
        context |= {"letters": letters(view, at), "players": _players(view, at)}
        context["pieces"] = [(word, say(label)) for word, label in PIECES.items() if word in pieces_of(found)]
    return render_template("tournament/console/boards.html", **context), 422 if refused else 200


def _players(view: EventView, at: Round) -> list[tuple[int, str]]:
    """The players of a round, by number."""
    return [(p.number, view.name(p.number)) for p in view.tournament.players if at.sitting_of(p.number)]


@director.get("/<id:event>/boards/seen")
@directs
def board_part(event: str) -> ResponseReturnValue:
    """The live part of the boards page; nothing if it has not changed since `seen`."""
    view, at, found = _there(event)
    shown = sealed_view(view, at, found)
    if shown["version"] == request.args.get("seen"):
        return Response(status=204)
    return render_template("tournament/console/_boards.html", event=view.event, found=shown)


def _there(event: str) -> tuple[EventView, Round, BoardSet]:
    """A tournament, the round asked for and its boards; 404 where it has none."""
    view = event_view(event)
    at = _round(view)
    if at is None or at.number not in view.tournament.value.boards:
        abort(404)
    return view, at, view.tournament.value.boards[at.number]


@director.route("/<id:event>/boards/grid", methods=["GET", "POST"])
@directs
def board_grid(event: str) -> ResponseReturnValue:
    """The grid to type all boards and tables of a round, one row for each slip. All changes are taken, or none."""
    view, at, found = _there(event)
    refused = None
    if request.method == "POST":
        try:
            tournaments().act(event, key(), lambda _: _typed(view, at), signature(event))
            return redirect(url_for("director.board_page", event=event, round=at.number), 303)
        except RefereeError as error:
            refused = say(why(error))
    context = grid_view(view, at, found) | {"round": at.number, "refused": refused, "said": request.form}
    return render_template("tournament/console/board_grid.html", event=view.event, **context), 422 if refused else 200


def _typed(view: EventView, at: Round) -> list[Fact]:
    """The facts for the changed cells of the grid. Raises Slip for the first that cannot be read."""
    made: list[Fact] = []
    for name, said in request.form.items():
        _, _, place = name.partition("cell.")
        if not place or said.strip() == request.form.get(f"was.{place}", "").strip():
            continue
        table, board = (number(part) or 0 for part in place.split(".", 1))
        try:
            cell = read_cell(said, letters(view, at))
        except Slip as slip:
            text_ = T("table {table}, board {board}: {text}", table=table, board=board, text=slip.text)
            raise Slip(text_, part=name) from None
        made.append(told.Boarded(at.number, table, board, cell.scores, cell.taker))
    return made


def _round(view: EventView) -> Round | None:
    asked = number(request.values.get("round"))
    return view.tournament.value.rounds.get(asked or 0) or view.shown_round


# The director's acts


@director.post("/<id:event>/boards/<act>")
@directs
def board_act(event: str, act: str) -> ResponseReturnValue:
    """Do one act with the boards of a round."""
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


def pieces_of(found: BoardSet) -> list[str]:
    """The papers available for boards: hand records once they are closed, hands where they are known."""
    hidden = ["records"] * (not found.seal) + [*HANDS] * (found.source == UNKNOWN)
    return [piece for piece in PIECES if piece not in hidden]


def paper_asked() -> str:
    """The paper size a form asks for."""
    return "a5" if request.form.get("paper") == "a5" else "a4"


def _make(event: str, by: str) -> None:
    form = request.form
    upload = request.files.get("hands")
    typed = form.get("typed", "").encode()
    data = upload.read() if upload is not None and upload.filename else typed if typed.strip() else None
    boards().seal(
        event, key(), whole(form, "round"), whole(form, "first", 1), whole(form, "count", 6),
        form.get("tell", "director"), data, by, whole(form, "sets", 1), "unknown" in form,
    )  # fmt: skip


def _print(event: str, by: str) -> None:
    at, piece = whole(request.form, "round"), request.form.get("piece", "")
    if piece not in PIECES:
        abort(400)
    if piece in HANDS:
        tournaments().act(event, key(), lambda _: [told.SheetsPrinted(at)], by)


def _enter(event: str, by: str) -> None:
    """Enter a row of a travelling slip: the taker and the taker's score.

    Where the others do not pay alike, or nobody plays alone, it has the scores of all seats.
    """
    form = request.form
    at, table, board = whole(form, "round"), whole(form, "table"), whole(form, "board")

    def make(t: Tournament) -> Sequence[Fact]:
        seats = len(t.sitting(at, table).seats)
        taker = whole(form, "taker", -1)
        if said := text(form, "scores").split():
            return [told.Boarded(at, table, board, tuple(map(number_of, said)), taker)]
        if taker == -1:
            return [told.Boarded(at, table, board, (0,) * seats)]
        if not 0 <= taker < seats:
            raise Slip(T("table {table} has no seat {found}", table=table, found=taker + 1), part="taker")
        cell = shared(seats, taker, whole(form, "score"))
        return [told.Boarded(at, table, board, cell.scores, cell.taker)]

    tournaments().act(event, key(), make, by)


def _adjust(event: str, by: str) -> None:
    """Adjust a board spoiled at a table: 40 percent for those at fault, 60 for the others."""
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
    """Decide on a finding. Upheld, it goes into the table's log as a foul that was seen; waived, it changes nothing."""
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
    """A paper of boards as PDF. The hands are only for a director who recorded that they print them."""
    view, piece = event_view(event), request.args.get("piece", "")
    at = view.tournament.value.boards.get(number(request.args.get("round")) or 0)
    if at is None or piece not in pieces_of(at):
        abort(404)
    if piece in HANDS and not at.seal and at.printed.isdisjoint(signatures(event)):
        abort(403)
    return _papers(view, at, piece, url_for("director.board_page", event=event, round=at.round))


def best_plays(view: EventView, found: BoardSet) -> dict[int, Future[Text | None]]:
    """The outcome of each board of a closed round with best play, computed or still being computed."""
    header = form_at(view.tournament, found.round)[1]
    return {
        board.number: reckoner().ask((view.kept.id, found.hash, board.number), partial(best_play, header, board))
        for board in boards().dealt(view.kept.id, found.round)[1]
    }


def _papers(view: EventView, found: BoardSet, piece: str, back: str) -> ResponseReturnValue:
    code, size, event, seq = language(), paper(), view.kept.id, view.kept.seq
    try:
        form, dealt = boards().dealt(event, found.round) if piece in (*HANDS, "records") else (None, ())
    except RefereeError as error:
        return _page(view, say(why(error)))
    cells = boards().cells(event, found.round)
    known = best_plays(view, found) if piece == "records" else {}

    def papers() -> BoardPapers:
        best = {number: one.result() for number, one in known.items()}
        return BoardPapers(view.tournament, found, form, dealt, cells, code, size, best)

    def make(hears: Hears) -> bytes:
        return render_boards(papers(), piece, hears)

    def pages() -> list[str]:
        return papers().documents(piece)

    return hand_out((f"{event}-boards-{piece}-{found.round}", seq, code, size), make, back, pages)


# For everybody


@club.get("/<id:event>/hands")
@let_in
def hands(event: str) -> ResponseReturnValue:
    """The hashes of the seals before play, the seals and hands after it."""
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
    known = {number: one.result() for number, one in best_plays(view, found).items() if one.done()}
    papers = BoardPapers(view.tournament, found, form, dealt, cells, view.language.code, best=known)
    for board in papers.dealt():
        results = [
            {"table": r.table, "score": figure(r.score), "attack": figure(r.attack), "defence": figure(r.defence)}
            for r in frequency(cells, board["board"])
        ]
        level = [
            {"table": r.table, "scores": list(map(figure, r.scores)), "notes": list(map(figure, r.notes))}
            for r in seated(cells, board["board"])
        ]
        shown["boards"].append(board | {"results": results, "level": level, "given": papers.given(board["board"])})
    return shown


@club.get("/<id:event>/hands/<int:played>.deal")
@let_in
def hands_file(event: str, played: int) -> ResponseReturnValue:
    """The hands of a closed round as a record."""
    view = event_view(event)
    found = view.tournament.value.boards.get(played)
    if found is None or not found.seal or found.source == UNKNOWN:
        abort(404)
    return file(boards().told(event, played), f"{view.kept.id}-{played}.deal", "text/plain")
