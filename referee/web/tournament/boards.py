"""The director's boards: seal, print, collect results, close; and the public page of the hands."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

from flask import Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.boards import best_play
from referee.club.boards import form_at
from referee.sheets.boards import BoardPapers, Results, render_boards
from referee.tournament.boards import facts as board_facts
from referee.tournament.boards.seals import DrawnSeal, drawn_seals
from referee.tournament.boards.slip import read_cell
from referee.tournament.boards.values import TELLS, UNKNOWN, BoardSet
from referee.tournament.encoding import Fact
from referee.tournament.values import Round
from referee.web.club.sheets import Hears, hand_out, language, paper
from referee.web.kit.request import file, key, number, say, tournaments, why
from referee.web.kit.rights import directs, let_in
from referee.web.table.boards import boards
from referee.web.table.reckoner import reckoner
from referee.web.tournament.acts import Act, Offers, signature, signatures, take
from referee.web.tournament.acts.boards import HANDS, PIECES
from referee.web.tournament.board_view import certificate_view, grid_view, letters, sealed_view
from referee.web.tournament.console import director
from referee.web.tournament.players import club
from referee.web.tournament.view import EventView, event_view, figure, version_of
from referee.words.text import RefereeError, Slip, T, Text

# The director's page


@director.get("/<id:event>/boards")
@directs
def board_page(event: str) -> ResponseReturnValue:
    """The boards of a round: the seal, the findings, the grid."""
    return _page(event_view(event))


def _page(view: EventView, refused: Act | None = None, fault: str = "") -> str:
    t, at = view.tournament, _round(view)
    asked = number(request.values.get("round")) or 0
    here = asked if 1 <= asked <= t.settings.rounds else at.number if at else 1
    at, board_set = t.value.rounds.get(here), t.value.boards.get(here)
    return render_template(
        "tournament/console/boards.html",
        event=view.event,
        refused=refused,
        fault=fault,
        offer=_offers(view, refused),
        rounds=range(1, max(t.settings.rounds, len(t.rounds)) + 1),
        round=here,
        set=board_set,
        live=sealed_view(view, at, board_set) if at and board_set else None,
        sentences=certificate_view(view, at, board_set) if at and board_set else [],
        pieces=pieces_of(board_set, at is not None) if board_set else [],
        hears=say(TELLS[board_set.tell]) if board_set else "",
    )


def _offers(view: EventView, refused: Act | None = None) -> Offers:
    return Offers(view, "director.board_act", refused)


@director.get("/<id:event>/boards/seen")
@directs
def board_part(event: str) -> ResponseReturnValue:
    """The live part of the boards page; nothing if it has not changed since `seen`."""
    view, at, board_set = _there(event)
    live = sealed_view(view, at, board_set)
    if version_of(live) == request.args.get("seen"):
        return Response(status=204)
    return render_template("tournament/console/_boards.html", event=view.event, live=live, offer=_offers(view))


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
    view, at, board_set = _there(event)
    refused = None
    if request.method == "POST":
        try:
            tournaments().act(event, key(), lambda _: _cell_facts(view, at), signature(event))
            return redirect(url_for("director.board_page", event=event, round=at.number), 303)
        except RefereeError as error:
            refused = say(why(error))
    page = render_template(
        "tournament/console/board_grid.html",
        event=view.event,
        round=at.number,
        tables=sorted(at.tables),
        letters=letters(view, at),
        rows=grid_view(view, at, board_set),
        refused=refused,
        sent=request.form,
    )
    return page, 422 if refused else 200


def _cell_facts(view: EventView, at: Round) -> list[Fact]:
    """The facts for the changed cells of the grid. Raises Slip for the first that cannot be read."""
    changed: list[Fact] = []
    for name, text in request.form.items():
        _, _, place = name.partition("cell.")
        if not place or text.strip() == request.form.get(f"was.{place}", "").strip():
            continue
        table, board = (number(part) or 0 for part in place.split(".", 1))
        try:
            cell = read_cell(text, letters(view, at))
        except Slip as slip:
            text_ = T("table {table}, board {board}: {text}", table=table, board=board, text=slip.text)
            raise Slip(text_, part=name) from None
        changed.append(board_facts.Boarded(at.number, table, board, cell.scores, cell.taker))
    return changed


def _round(view: EventView) -> Round | None:
    asked = number(request.values.get("round"))
    return view.tournament.value.rounds.get(asked or 0) or view.shown_round


# The director's acts


@director.post("/<id:event>/boards/<act>")
@directs
def board_act(event: str, act: str) -> ResponseReturnValue:
    """Do one act with the boards of a round."""
    return take(event, act, _page)


def pieces_of(board_set: BoardSet, drawn: bool = True) -> list[str]:
    """The papers available for boards: hand records once they are closed, hands where they are known, frequency sheets
    once the round is drawn.
    """
    hidden = ["records"] * (not board_set.seal) + [*HANDS] * (board_set.source == UNKNOWN) + ["frequency"] * (not drawn)
    return [piece for piece in PIECES if piece not in hidden]


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


def best_plays(view: EventView, board_set: BoardSet) -> dict[int, Future[Text | None]]:
    """The outcome of each board of a closed round with best play, computed or still being computed."""
    header = form_at(view.tournament, board_set.round)[1]
    return {
        board.number: reckoner().ask((view.kept.id, board_set.hash, board.number), partial(best_play, header, board))
        for board in boards().boards_with_hands(view.kept.id, board_set.round)[1]
    }


def _papers(view: EventView, board_set: BoardSet, piece: str, back: str) -> ResponseReturnValue:
    code, size, event, seq = language(), paper(), view.kept.id, view.kept.seq
    try:
        form, dealt = boards().boards_with_hands(event, board_set.round) if piece in (*HANDS, "records") else (None, ())
    except RefereeError as error:
        return _page(view, fault=say(why(error)))
    cells = boards().cells(event, board_set.round)
    known = best_plays(view, board_set) if piece == "records" else {}

    def papers() -> BoardPapers:
        best = {number: one.result() for number, one in known.items()}
        return BoardPapers(view.tournament, board_set, form, dealt, cells, code, size, best)

    def make(hears: Hears) -> bytes:
        return render_boards(papers(), piece, hears)

    def pages() -> list[str]:
        return papers().documents(piece)

    return hand_out((f"{event}-boards-{piece}-{board_set.round}", seq, code, size), make, back, pages)


# For everybody


@club.get("/<id:event>/hands")
@let_in
def hands(event: str) -> ResponseReturnValue:
    """The hashes of the seals before play, the seals and hands after it."""
    view = event_view(event)
    sets = [_public(view, one) for one in view.tournament.value.boards.values()]
    return render_template("tournament/players/hands.html", event=view.event, sets=sets, figure=figure)


@dataclass(frozen=True, slots=True)
class SetShown:
    """The boards of a round with all their seals, and their results once the round is closed."""

    set: BoardSet
    seals: tuple[DrawnSeal, ...]
    boards: tuple[Results, ...] = ()


def _public(view: EventView, board_set: BoardSet) -> SetShown:
    seals = drawn_seals(view.tournament, board_set.round)
    if not board_set.seal:
        return SetShown(board_set, seals)
    form, dealt = boards().boards_with_hands(view.kept.id, board_set.round)
    cells = boards().cells(view.kept.id, board_set.round)
    known = {number: one.result() for number, one in best_plays(view, board_set).items() if one.done()}
    papers = BoardPapers(view.tournament, board_set, form, dealt, cells, view.language.code, best=known)
    return SetShown(board_set, seals, tuple(papers.records()))


@club.get("/<id:event>/hands/<int:played>.deal")
@let_in
def hands_file(event: str, played: int) -> ResponseReturnValue:
    """The hands of a closed round as a record."""
    view = event_view(event)
    board_set = view.tournament.value.boards.get(played)
    if board_set is None or not board_set.seal or board_set.source == UNKNOWN:
        abort(404)
    return file(boards().record(event, played), f"{view.kept.id}-{played}.deal", "text/plain")
