"""The pages for players and the room: sign-up, the personal page, public standings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import CASHIER, DIRECTOR, Invitation
from referee.tournament import facts
from referee.tournament.standings import Standings, last_played, last_shown, standings, team_standings, within
from referee.tournament.tournament import Tournament
from referee.tournament.values import Round, Sitting
from referee.tournament.venues import provisional
from referee.web.kit.codes import outside
from referee.web.kit.parts import Piece
from referee.web.kit.request import htmx_asks, key, number, say, tournaments, why
from referee.web.kit.rights import decides, let_in
from referee.web.kit.visit import access, device_kind, guesser, others_at, visit
from referee.web.tournament.acts.players import SignUp
from referee.web.tournament.view import EventView, event_view, figure, version_of, whole_view
from referee.words.text import RefereeError, Slip, T

club = Blueprint("club", __name__, url_prefix="/tournament")

# --- coming in ------------------------------------------------------------------------------------------------


@club.get("/join/<code>")
@decides("whoever has a code", strangers=True)
def arrive(code: str) -> ResponseReturnValue:
    """The page of a code: what it lets this device be."""
    return _arrive(code)


def _invitation(code: str) -> Invitation:
    return access().find(code, guesser())


def _arrive(code: str, refused: Slip | None = None) -> ResponseReturnValue:
    try:
        invitation = _invitation(code)
    except RefereeError as error:
        return render_template(
            "table/people/arrive.html", invitation=None, refused=say(why(error)), code=code[:12]
        ), 403
    event, _, table = invitation.subject.partition("/")
    view = event_view(event)
    form = SignUp(request.form if refused else None)
    form.left_out = () if view.event.teams else ("team",)
    if refused:
        form.refuse(refused, refused.text)
        form.asked.raw_data = [str(refused.fields.get("asked", ""))]
    taken = access().of(event).taken_seats
    waiting = [p for p in view.players() if p.number not in taken and p.state != "gone"]
    page = render_template(
        "tournament/players/arrive.html",
        event=view.event,
        role="table" if table else invitation.role,
        table=table,
        also=others_at(event, int(table)) if table else [],
        player=view.name(invitation.seat) if invitation.seat else None,
        waiting=waiting,
        code=access().code(invitation),
        form=form,
    )
    return page, 422 if refused else 200


@club.post("/join/<code>")
@decides("whoever has a code", strangers=True)
def join(code: str) -> ResponseReturnValue:
    """Join as a table's device, a director, a cashier or a player; a form sent twice counts once."""
    try:
        if (subject := access().subject_of_change(g.device, key())) is not None:
            return _come_in(subject)
        invitation = _invitation(code)
        event, _, table = invitation.subject.partition("/")
        if table:
            return _serve_table(event, int(table), invitation)
        if invitation.role in (DIRECTOR, CASHIER):
            access().accept(invitation, g.device, request.form.get("name", "").strip()[:40] or device_kind(), key())
            return _come_in(event)
        player = invitation.seat or _sign_up(event)
        name = event_view(event).name(player)
        access().accept(invitation, g.device, name, key(), seat=player)
    except RefereeError as error:
        return _arrive(code, error if isinstance(error, Slip) else Slip(why(error)))
    return _come_in(event)


def _come_in(subject: str) -> ResponseReturnValue:
    """Redirect to the table, the console, the cash desk or the player's own page."""
    event, _, table = subject.partition("/")
    member = access().of(subject).members[g.device]
    if table:
        return redirect(url_for("club.at_table", event=event, table=int(table)), 303)
    if member.role == CASHIER:
        return redirect(url_for("desk.page", event=event), 303)
    if member.seat is None:
        return redirect(url_for("director.console", event=event), 303)
    return redirect(url_for("club.personal", event=event, player=member.seat), 303)


def _serve_table(event: str, table: int, invitation: Invitation) -> ResponseReturnValue:
    """Let a device serve a table from now on, beside any that already do."""
    view = event_view(event)
    before = access().of(invitation.subject).members
    access().accept(invitation, g.device, device_kind(), key())
    at = view.shown_round
    if at is not None and before and g.device not in before and table in at.tables:
        taken_over = [facts.TakenOver(at.number, table)]
        tournaments().act(event, key(), lambda _: taken_over, device_kind())
    return _come_in(invitation.subject)


def _sign_up(event: str) -> int:
    """Sign a player up: one on the list, or a new one; the player's number."""
    view, asked = event_view(event), number(request.form.get("player"))
    if asked:
        if asked not in view.tournament.value.players or asked in access().of(event).taken_seats:
            raise Slip(T("Somebody else has that name already: choose your own, or ask the director."))
        return asked
    if not view.tournament.settings.signup:
        raise Slip(T("Choose your name from the list, or ask the director to add you."))
    form, mark = SignUp(request.form), key()
    new = form.entrant()
    by = new.name
    if not tournaments().store.knows(event, mark):
        form.ask(view.tournament, by)

    def make(t: Tournament) -> list[facts.Fact]:
        return [facts.Added((replace(new, number=t.next_number),))]

    tournament = tournaments().act(event, mark, make, by).tournament
    log = tournaments().store.events(event)
    seq = next(entry.seq for entry in log if entry.key == mark)
    added = next(entry.fact for entry in tournament.log if entry.seq == seq)
    assert isinstance(added, facts.Added)
    return added.entrants[0].number


@club.get("/<id:event>/at/<int:table>")
@let_in
def at_table(event: str, table: int) -> ResponseReturnValue:
    """Redirect to the log of a numbered table in the current round."""
    view = event_view(event)
    at = view.shown_round
    sitting = at.tables.get(table) if at else None
    if sitting is None or not sitting.stream:
        page = render_template("tournament/players/waiting.html", event=view.event, table=table)
        return Response(status=204) if htmx_asks() else page
    there = url_for("table.page", table=sitting.stream)
    return Response(headers={"HX-Redirect": there}) if htmx_asks() else redirect(there, 303)


# --- the public pages -----------------------------------------------------------------------------------------


def answer(page: str, **context: object) -> ResponseReturnValue:
    """A page, or its live part; nothing if the device already shows it."""
    version = version_of(context)
    if not htmx_asks():
        return render_template(f"tournament/players/{page}.html", version=version, **context)
    if request.args.get("seen") == version:
        return Response(status=204)
    return render_template(f"tournament/players/_{page}.html", version=version, **context)


def shown_through(view: EventView) -> int:
    """After how many rounds this reader may see the standings."""
    return last_played(view.tournament) if visit(view.kept.id).owns else last_shown(view.tournament)


@club.get("/<id:event>/standings")
@let_in
def public(event: str) -> ResponseReturnValue:
    """The public page: standings as far as shown, and the seats."""
    view, whole = whole_view(event), tournaments().whole(event)
    at, through, t, mine = view.shown_round, shown_through(view), view.tournament, _me(event)
    categories = t.value.money.ranked if through else ()
    category = next((one for one in categories if one == request.args.get("category")), "")
    return answer(
        "public",
        event=view.event,
        categories=categories,
        category=category,
        standings=_ranking(view, category, standings(t, through)).own(mine) if through else None,
        teams=_ranking(view, "", team_standings(t, through), "teams") if through and t.settings.team > 1 else None,
        round=at.number if at else 0,
        clock=view.clock(at),
        seats=_seating(view, at).own(mine) if at else None,
        me=mine,
        cashes=visit(event).takes_money,
        share=outside(url_for("club.public", event=event)),
        provisional=say(provisional(whole)) if whole and not whole.final else None,
        prizes=bool(t.value.finished and through and t.value.money.prizes.table),
    )


def _ranking(view: EventView, category: str, table: Standings, who: str = "players") -> Piece:
    """Standings as a table, of a category if one is named; rendered once for each language."""

    def make() -> Piece:
        return Piece(
            render_template(
                "tournament/players/_standings.html",
                event=view.event,
                standings=view.standings(within(table, category) if category else table),
            )
        )

    return view.tournament.once(("listed", who, category, table.through, view.language.code), (table,), make)


def _seating(view: EventView, at: Round) -> Piece:
    """The seats of a round, rendered once for each language."""
    tables = sorted(at.tables.values(), key=lambda sitting: sitting.number)

    def make() -> Piece:
        return Piece(
            render_template(
                "tournament/players/_seats.html", event=view.event, seats=[seats(view, one) for one in tables]
            )
        )

    parts = (at.number, view.tournament.names, *(sitting.seats for sitting in tables))
    return view.tournament.once(("seated", view.language.code), parts, make)


@dataclass(frozen=True, slots=True)
class Seats:
    """The players of a table, seat by seat, as number and name."""

    table: int
    seats: tuple[tuple[int, str], ...]


def seats(view: EventView, sitting: Sitting) -> Seats:
    """The players of a table."""
    return Seats(sitting.number, tuple((p, view.name(p)) for p in sitting.seats))


def _me(event: str) -> int | None:
    member = access().of(event).members.get(g.device)
    return member.seat if member else None


@club.get("/<id:event>/me")
@let_in
def me(event: str) -> ResponseReturnValue:
    """Redirect a player to the personal page."""
    player = _me(event)
    if player is None:
        return redirect(url_for("club.public", event=event), 303)
    return redirect(url_for("club.personal", event=event, player=player), 303)


@club.get("/<id:event>/player/<int:player>")
@let_in
def personal(event: str, player: int) -> ResponseReturnValue:
    """A player's page: the present table and its players, and the results of earlier rounds."""
    view = whole_view(event)
    listed = view.tournament.value.players.get(player) or abort(404)
    at, through = view.shown_round, shown_through(view)
    sitting = at.sitting_of(player) if at else None
    rows = standings(view.tournament, through).rows if through else ()
    line = next((row for row in rows if player in row.players), None)
    return answer(
        "personal",
        event=view.event,
        player=view.player(listed),
        own=_me(event) == player,
        round=at.number if at else 0,
        begun=bool(at and at.begun),
        clock=view.clock(at, sitting.number if sitting else 0),
        table=sitting.number if sitting else None,
        stream=sitting.stream if sitting else "",
        seat=sitting.seat_of(player) if sitting else None,
        names=[(p, view.name(p)) for p in sitting.seats] if sitting else [],
        out=bool(at and player in at.out),
        place=(line.place, figure(line.total)) if line else None,
        history=_history(view, player),
    )


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A player's round; `points` None where the result is not confirmed."""

    round: int
    table: int
    others: tuple[str, ...]
    points: str | None


def _history(view: EventView, player: int) -> list[RoundPlayed]:
    """A player's rounds; the own confirmed results are no secret."""
    rounds = []
    for sitting in view.tournament.value.sittings(player):
        seat, result = sitting.seat_of(player), sitting.result
        known = result is not None and sitting.confirmed and seat is not None
        points = figure(result.net(seat)) if known and result is not None and seat is not None else None
        others = tuple(view.name(p) for p in sitting.seats if p != player)
        rounds.append(RoundPlayed(sitting.round, sitting.number, others, points))
    return rounds
