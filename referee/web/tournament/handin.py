"""A tournament's table as its players serve it: hand in, confirm, dispute, call the director, take over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.access import SCRIBE
from referee.store import StoreError
from referee.texts import RefereeError, T
from referee.tournament import facts
from referee.tournament.event import Tournament
from referee.tournament.values import Sitting
from referee.tournaments import Where
from referee.web.director_acts import confirmed, scores, text, whole
from referee.web.director_view import EventView, figure
from referee.web.page import key, tournaments, who
from referee.web.reader import number
from referee.web.visit import Visit, access, place_of, seen, table_subject, visit

handin = Blueprint("handin", __name__, url_prefix="/t/<table>/round")


def _place(table: str) -> tuple[Where, EventView, Visit]:
    place = place_of(table) or abort(404)
    view = EventView(tournaments().get(place.tournament), tournaments(), seen(), who().language)
    return place, view, visit(table)


def _seat(sitting: Sitting, here: Visit) -> int | None:
    """For whom a device speaks: a player for itself, a table's device for the seat that was tapped."""
    if here.role == "player":
        return here.seat
    if not here.writes:
        abort(403)
    seat = number(request.form.get("seat"))
    if seat is None or seat >= len(sitting.seats):
        if here.owns:
            return None
        abort(400)
    return seat


def _by(view: EventView, sitting: Sitting, seat: int | None) -> str:
    return view.name(sitting.seats[seat]) if seat is not None else view.say(T("director"))


@handin.route("/scores", methods=["GET", "POST"])
def enter(table: str) -> ResponseReturnValue:
    """The quick form: the scores of a round, one number a seat."""
    place, view, here = _place(table)
    sitting = view.tournament.sitting(place.round, place.table)
    if here.role != "player" and not here.writes:
        abort(403)
    refused = None
    if request.method == "POST":
        seat = _seat(sitting, here)
        try:
            found = scores(request.form, sitting)
            said = facts.Entered(place.round, place.table, found, whole(request.form, "version"), seat)
            tournaments().act(place.tournament, key(), lambda _: [said], _by(view, sitting, seat))
            return redirect(url_for("scribe.table", table=table), 303)
        except RefereeError as error:
            refused = view.say(error.text)
    context = {
        "table": {"id": table, "number": place.table, "round": place.round},
        "event": view.event,
        "names": [view.name(p) for p in sitting.seats],
        "version": sitting.version,
        "locked": sitting.confirmed and not here.owns,
        "asks_seat": here.role != "player" and not here.owns,
        "balanced": view.tournament.settings.balanced,
        "refused": refused,
        "said": request.form,
    }
    return render_template("club/enter.html", **context), 422 if refused else 200


@handin.post("/<what>")
def say_so(table: str, what: str) -> ResponseReturnValue:
    """Hand in what was recorded, confirm, dispute, call the director, or write for this table from now on."""
    place, view, here = _place(table)
    sitting = view.tournament.sitting(place.round, place.table)
    if what not in DOES or (here.role != "player" and not here.writes):
        abort(403 if what in DOES else 404)
    try:
        DOES[what](place, view, sitting, here)
    except StoreError:
        raise
    except RefereeError as error:
        from referee.web.scribe import refused_page

        return refused_page(table, error.text)
    return redirect(url_for("scribe.table", table=table), 303)


def _hand_in(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    seat = _seat(sitting, here)
    by = _by(view, sitting, seat)
    tournaments().hand_in(place.tournament, key(), place.round, place.table, seat, by)


def _confirm(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    seat = _seat(sitting, here)
    version = whole(request.form, "version")

    def make(t: Tournament) -> Sequence[facts.Fact]:
        return confirmed(t.sitting(place.round, place.table), version, seat)

    tournaments().act(place.tournament, key(), make, _by(view, sitting, seat))


def _dispute(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    seat = _seat(sitting, here)
    words = text(request.form, "text")
    said = facts.Disputed(place.round, place.table, whole(request.form, "version"), seat, words)
    tournaments().act(place.tournament, key(), lambda _: [said], _by(view, sitting, seat))


def _call(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    seat = here.seat if here.role == "player" else None
    words = text(request.form, "text")

    def make(t: Tournament) -> list[facts.Fact]:
        waiting = _calls(t, place)
        return [] if waiting and not words else [facts.DirectorCalled(place.round, place.table, seat, words)]

    by = _by(view, sitting, seat) if seat is not None else view.say(T("table {table}", table=place.table))
    tournaments().act(place.tournament, key(), make, by)


def _take(place: Where, view: EventView, sitting: Sitting, here: Visit) -> None:
    """A player's own phone writes for the table: its tablet is dead, or there is none."""
    subject = table_subject(place.tournament, place.table)
    before, name = access().of(subject).members, here.member.name if here.member else ""
    access().grant(subject, here.device, SCRIBE, key(), name=name)
    seen().note(sitting.stream, here.device, wrote=True)
    if before and here.device not in before:
        said = [facts.TakenOver(place.round, place.table)]
        tournaments().act(place.tournament, f"{key()}/over", lambda _: said, name)


DOES = {"hand-in": _hand_in, "confirm": _confirm, "dispute": _dispute, "call": _call, "take": _take}


def _calls(t: Tournament, place: Where) -> list[str]:
    """The states of the calls of a table that wait."""
    return [
        call.state
        for call in t.value.calls.values()
        if (call.round, call.table) == (place.round, place.table) and call.waits
    ]


def place_context(table: str, here: Visit, ended: int) -> dict[str, Any] | None:
    """What the panel under a tournament's table shows; `ended` deals have ended there."""
    place = place_of(table)
    if place is None:
        return None
    view = EventView(tournaments().get(place.tournament), tournaments(), seen(), who().language)
    t = view.tournament
    sitting = t.sitting(place.round, place.table)
    result, of = sitting.result, t.settings.deals_at(len(sitting.seats))
    current = view.shown_round
    calls = _calls(t, place)
    player = here.role == "player"
    names = [view.name(p) for p in sitting.seats]
    entered = None if result is None else result.seat
    return {
        "event": view.event["id"],
        "title": view.event["title"],
        "round": place.round,
        "table": place.table,
        "other": sitting.stream != table,
        "version": sitting.version,
        "confirmed": sitting.confirmed,
        "disputed": sitting.dispute is not None,
        "called": calls,
        "ended": ended,
        "of": of,
        "full": bool(of and ended >= of),
        "quick": t.settings.depth == "total" and not ended and result is None,
        "may": player or here.writes,
        "seat": here.seat if player else None,
        "names": names,
        "entered": None if entered is None else names[entered],
        "points": None if result is None else [figure(result.paid(at)) for at in range(len(names))],
        "asked": [at for at in range(len(names)) if at != entered and (not player or at == here.seat)],
        "waits": bool(result) and not sitting.confirmed and sitting.dispute is None and t.settings.confirm,
        "takes": player and not here.writes,
        "clock": view.clock(t.value.rounds[place.round], place.table),
        "moved": current is not None and current.number > place.round and sitting.confirmed,
    }
