"""The acts of a tournament's table: hand in, confirm, dispute, call the director, take over."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import SCRIBE
from referee.club.tournaments import Where
from referee.store import StoreError
from referee.tournament import facts
from referee.tournament.tournament import Tournament
from referee.tournament.values import Sitting
from referee.web.kit.forms import line_of, whole
from referee.web.kit.request import key, number, tournaments, why
from referee.web.kit.rights import speaks
from referee.web.kit.visit import Visit, access, place_of, sightings, table_subject, visit
from referee.web.table.tap import refused_page
from referee.web.tournament.acts.tables import Handed, confirm_result
from referee.web.tournament.place import waiting_calls
from referee.web.tournament.view import EventView, event_view
from referee.words.text import RefereeError, Slip, T

handin = Blueprint("handin", __name__, url_prefix="/t/<id:table>/round")


def _place(table: str) -> tuple[Where, EventView, Visit]:
    place = place_of(table) or abort(404)
    view = event_view(place.tournament)
    return place, view, visit(table)


def _seat(sitting: Sitting, here: Visit) -> int | None:
    """The seat a device speaks for: its own, or the one tapped."""
    if here.role == "player":
        return here.seat
    seat = number(request.form.get("seat"))
    if seat is None or seat >= len(sitting.seats):
        if here.owns:
            return None
        abort(400)
    return seat


def _by(view: EventView, sitting: Sitting, seat: int | None) -> str:
    return view.name(sitting.seats[seat]) if seat is not None else view.say(T("director"))


@handin.route("/scores", methods=["GET", "POST"])
@speaks
def enter(table: str) -> ResponseReturnValue:
    """The quick form: the scores of a round, one number for each seat."""
    place, view, here = _place(table)
    sitting = view.tournament.sitting(place.round, place.table)
    asks_seat, sent = here.role != "player" and not here.owns, request.method == "POST"
    form = Handed(request.form if sent else None, data={"version": sitting.version})
    form.ask(view, sitting, asks_seat)
    if sent:
        seat = _seat(sitting, here)
        try:
            scores = form.scores(view.tournament, sitting)
            entered = facts.Entered(place.round, place.table, scores, form.version.data, seat)
            tournaments().act(place.tournament, key(), lambda _: [entered], _by(view, sitting, seat))
            return redirect(url_for("table.page", table=table), 303)
        except RefereeError as error:
            form.refuse(error if isinstance(error, Slip) else Slip(why(error)), why(error))
    page = render_template(
        "tournament/players/enter.html",
        event=view.event,
        table=table,
        place=place,
        form=form,
        refused=form if form.errors else None,
        locked=sitting.confirmed and not here.owns,
    )
    return page, 422 if form.errors else 200


@handin.post("/<what>")
@speaks
def say_so(table: str, what: str) -> ResponseReturnValue:
    """Hand in, confirm, dispute, call the director, or take over writing."""
    place, view, here = _place(table)
    sitting = view.tournament.sitting(place.round, place.table)
    if what not in DOES:
        abort(404)
    try:
        DOES[what](place, view, sitting, here)
    except StoreError:
        raise
    except RefereeError as error:
        return refused_page(table, why(error))
    return redirect(url_for("table.page", table=table), 303)


def _hand_in(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    seat = _seat(sitting, here)
    by = _by(view, sitting, seat)
    tournaments().hand_in(place.tournament, key(), place.round, place.table, seat, by)


def _confirm(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    seat = _seat(sitting, here)
    version = whole(request.form.get("version", ""))

    def make(t: Tournament) -> Sequence[facts.Fact]:
        return confirm_result(t.sitting(place.round, place.table), version, seat)

    tournaments().act(place.tournament, key(), make, _by(view, sitting, seat))


def _dispute(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    seat = _seat(sitting, here)
    words = line_of(request.form.get("text", ""))
    disputed = facts.Disputed(place.round, place.table, whole(request.form.get("version", "")), seat, words)
    tournaments().act(place.tournament, key(), lambda _: [disputed], _by(view, sitting, seat))


def _call(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    seat = here.seat if here.role == "player" else None
    words = line_of(request.form.get("text", ""))

    def make(t: Tournament) -> list[facts.Fact]:
        waiting = waiting_calls(t, place)
        return [] if waiting and not words else [facts.DirectorCalled(place.round, place.table, seat, words)]

    by = _by(view, sitting, seat) if seat is not None else view.say(T("table {table}", table=place.table))
    tournaments().act(place.tournament, key(), make, by)


def _take(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    """Let a player's own phone write for the table: its tablet is dead, or there is none."""
    subject = table_subject(place.tournament, place.table)
    before, name = access().of(subject).members, here.member.name if here.member else ""
    access().grant(subject, here.device, SCRIBE, key(), name=name)
    sightings().note(sitting.stream, here.device, wrote=True)
    if before and here.device not in before:
        taken_over = [facts.TakenOver(place.round, place.table)]
        tournaments().act(place.tournament, f"{key()}/over", lambda _: taken_over, name)


DOES = {"hand-in": _hand_in, "confirm": _confirm, "dispute": _dispute, "call": _call, "take": _take}
