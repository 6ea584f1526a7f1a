"""The director's console: a whole tournament on one page, and its acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from flask import (
    Blueprint,
    Response,
    abort,
    g,
    get_template_attribute,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from referee.club.access import CASHIER, DIRECTOR, PLAYER
from referee.games import GAMES
from referee.tournament import facts
from referee.tournament.moment import SETTLED
from referee.tournament.results import AWARDS
from referee.tournament.settings import usual
from referee.tournament.standings import standings
from referee.tournament.tournament import Tournament
from referee.tournament.values import Round
from referee.web.kit.codes import code_card
from referee.web.kit.limits import TABLES, limit
from referee.web.kit.parts import with_version
from referee.web.kit.reader import number, safe_next
from referee.web.kit.request import htmx_asks, key, say, tournaments, who, why
from referee.web.kit.rights import decides, directs, opens
from referee.web.kit.shared import shared
from referee.web.kit.visit import access, device_kind, open_own, table_subject, visit
from referee.web.tournament.acts import ACTS, entrant, replaced_since, replacement, start_round, swap_seats, whole
from referee.web.tournament.agreed import agreed_context, settings_from, settings_typed
from referee.web.tournament.draw import Draws, by_hand, check_seen
from referee.web.tournament.facts import refusal
from referee.web.tournament.view import (
    EventView,
    event_view,
    figure,
    sitting_or_none,
    versions,
    whole_view,
)
from referee.words.languages import LANGUAGES, Language
from referee.words.text import RefereeError, Slip, T, Text

MANY = 24  # tables shown with their players; beyond that only numbers, by state
RECENT = 40  # log entries shown until all are asked for

director = Blueprint("director", __name__, url_prefix="/tournament")


def draws() -> Draws:
    return cast(Draws, shared("draws"))


def signature(event: str) -> str:
    """The name of this device in the log."""
    here = visit(event)
    return (here.member.name if here.member else "") or say(_nameless(event))


def signatures(event: str) -> frozenset[str]:
    """All names this device may have in the log: without a name of its own, one in each language."""
    return frozenset({signature(event)} | {Language(code).say(_nameless(event)) for code in LANGUAGES})


def _nameless(event: str) -> Text:
    return T("this computer") if visit(event).host else T("a device")


# --- a new tournament -----------------------------------------------------------------------------------------


@director.route("/new", methods=["GET", "POST"])
@opens
def new() -> ResponseReturnValue:
    """The form for a new tournament, which opens it when sent."""
    name = request.values.get("game", GAMES[0].name)
    name = name if name in {each.name for each in GAMES} else GAMES[0].name
    base, like = usual(name, request.values.get("title", "")), _like(request.values.get("like", ""))
    base = replace(like.settings if like else base, day=f"{datetime.now().astimezone():%Y-%m-%d}")
    errors = []
    if request.method == "POST":
        limit("table", TABLES)
        try:
            settings = settings_from(request.form, base if like else None)
            by = say(T("this computer")) if g.host else device_kind()
            event = open_own("tournament", lambda mark: tournaments().open(settings, mark, by))
            if like and request.form.get("players") == "yes" and visit(event).owns:
                again = [replace(player.entrant, number=0) for player in like.players if player.since is not None]
                tournaments().sign_up(event, f"{key()}/players", again, device_kind())
            return redirect(url_for("director.console", event=event), 303)
        except Slip as slip:
            errors = [say(slip.text)]
    context = agreed_context(settings_typed(request.form, base), who().language)
    context |= {"like": request.values.get("like", "") if like else "", "before": len(like.players) if like else 0}
    return render_template("tournament/console/new.html", errors=errors, **context), 422 if errors else 200


def _like(event: str) -> Tournament | None:
    """The tournament whose settings a new one copies, if this device directs it."""
    known = any(stream.id == event for stream in tournaments().all())
    return tournaments().get(event).tournament if known and visit(event).owns else None


# --- the console ----------------------------------------------------------------------------------------------


@director.get("/<id:event>")
@decides("who directs")
def console(event: str) -> ResponseReturnValue:
    """The director's page; other devices get the public one."""
    view = event_view(event)
    if not visit(event).owns:
        return redirect(url_for("club.public", event=event), 303)
    if htmx_asks("focus"):
        return render_template("tournament/console/_looked_at.html", event=view.event, focus=_focus(view))
    return console_page(view)


def console_page(view: EventView, refused: str | None = None) -> ResponseReturnValue:
    """The console, with the reason for a refusal."""
    at = view.tournament.value.rounds.get(number(request.args.get("round")) or 0) or view.shown_round
    context: dict[str, Any] = {"event": view.event, "refused": refused}
    context |= {name: make(view, at) for name, make in SECTIONS.items()}
    settings = view.tournament.settings
    if refused and (request.view_args or {}).get("act") == "settings":
        settings = settings_typed(request.form, settings)
    context |= agreed_context(settings, view.language) | {"focus": _focus(view)}
    context |= {"said": request.form, "invitations": _invitations(view), "devices": _devices(view)}
    context |= {"seq": view.tournament.seq, "venues": view.venues()}
    return render_template("tournament/console/console.html", **context), 422 if refused else 200


@director.get("/<id:event>/part/<name>")
@directs
def part(event: str, name: str) -> ResponseReturnValue:
    """A section of the console; nothing if it has not changed since `seen`."""
    view = event_view(event)
    if name not in SECTIONS:
        abort(404)
    at = view.tournament.value.rounds.get(number(request.args.get("round")) or 0) or view.shown_round
    found = SECTIONS[name](view, at)
    if found["version"] == request.args.get("seen"):
        return Response(status=204)
    return render_template(f"tournament/console/_{name}.html", **{"event": view.event, name: found})


def _now(view: EventView, at: Round | None) -> dict[str, Any]:
    progress, failed = draws().progress(view.kept.id), draws().failure(view.kept.id)
    told = {"drawing": None if progress is None else round(progress * 100), "failed": say(failed) if failed else None}
    return with_version(view.now() | told)


def _tables(view: EventView, at: Round | None) -> dict[str, Any]:
    found = {"round": at.number if at else 0, "rounds": [each.number for each in view.tournament.rounds]}
    tiles, only = view.tiles(at) if at else [], request.args.get("open") == "1"
    settled = sum(tile["word"] in SETTLED for tile in tiles)
    shown = [tile for tile in tiles if not (only and tile["word"] in SETTLED)]
    groups = view.groups(shown) if len(tiles) > MANY else []
    return with_version(found | {"tiles": shown, "groups": groups, "only": only, "settled": settled})


def _players(view: EventView, at: Round | None) -> dict[str, Any]:
    return with_version({"list": view.players()})


def _standings(view: EventView, at: Round | None) -> dict[str, Any]:
    found = whole_view(view.kept.id)
    return with_version(found.standings(standings(found.tournament), slice(10)))


def _log(view: EventView, at: Round | None) -> dict[str, Any]:
    whole = request.args.get("log") == "all"
    return with_version({"entries": view.log(0 if whole else RECENT), "all": whole, "more": view.kept.seq > RECENT})


SECTIONS: dict[str, Callable[[EventView, Round | None], dict[str, Any]]] = {
    "now": _now,
    "tables": _tables,
    "players": _players,
    "standings": _standings,
    "log": _log,
}


def _focus(view: EventView) -> dict[str, Any] | None:
    """The details of the chosen table or player."""
    args, t = request.values, view.tournament  # a refused form keeps its subject in sight
    sitting = sitting_or_none(t, number(args.get("round")), number(args.get("table")))
    if sitting is not None:
        tile = view.tile(sitting, view.states(t.value.rounds[sitting.round])[sitting.number])
        calls = [call for call in view.calls() if (call["round"], call["table"]) == (sitting.round, sitting.number)]
        subject = table_subject(view.kept.id, sitting.number)
        codes = [code_card(i) for i in access().of(subject).invitations.values()]
        dispute = sitting.dispute.text if sitting.dispute else None
        others = [(p.number, view.name(p.number)) for p in t.players if p.plays(sitting.round)]
        played = tournaments().changed(sitting)
        return {"kind": "table", "versions": versions(view, sitting), "calls": calls, "codes": codes} | {
            "awards": [(word, say(text)) for word, text in AWARDS.items()],
            "tile": tile, "dispute": dispute, "disputed": sitting.dispute is not None, "others": others,
            "played": [figure(played.paid(seat)) for seat in range(len(sitting.seats))] if played else None,
            "scores": list(sitting.result.scores) if sitting.result else [], "clock": view.clock(
                t.value.rounds[sitting.round], sitting.number),
        }  # fmt: skip
    player = t.value.players.get(number(args.get("player")) or 0)
    if player is None:
        return None
    penalties = [p for p in t.value.penalties.values() if p.player == player.number]
    personal = [i for i in access().of(view.kept.id).invitations.values() if i.seat == player.number]
    return {
        "kind": "player", "player": view.player(player), "penalties": penalties,
        "adjusted": [
            {"round": a.round, "points": figure(a.points), "reason": a.reason}
            for a in t.value.adjusted.values() if a.player == player.number
        ],
        "codes": [code_card(i) for i in personal], "phones": [
            m.device for m in access().of(view.kept.id).members.values() if m.seat == player.number
        ], "rounds": [at.number for at in t.rounds if at.begun],
        "others": [(p.number, view.name(p.number)) for p in t.players if p.number != player.number],
        "since": replaced_since(t, player.number),
    }  # fmt: skip


def _invitations(view: EventView) -> list[dict[str, Any]]:
    """The codes shown on the console: to sign up, and for another director or a cashier."""
    return [code_card(i) for i in access().of(view.kept.id).invitations.values() if i.seat is None]


def _devices(view: EventView) -> list[dict[str, Any]]:
    """The devices of directors, cashiers and tables; players' phones are shown with the players."""
    event, grants = view.kept.id, access().of(view.kept.id)
    others = [m for m in grants.members.values() if m.role != PLAYER]
    places = [(event, say(T("cashier")), [m for m in others if m.role == CASHIER])]
    places.append((event, say(T("director")), [m for m in others if m.role != CASHIER]))
    for table in sorted({table for at in view.tournament.rounds for table in at.tables}):
        subject = table_subject(event, table)
        places.append((subject, say(T("table {table}", table=table)), list(access().of(subject).members.values())))
    found = [
        {"subject": subject, "device": member.device, "name": member.name, "what": what}
        for subject, what, members in places
        for member in members
    ]
    return [device | {"own": device["device"] == g.device} for device in found]


# --- the acts -------------------------------------------------------------------------------------------------


@director.post("/<id:event>/<act>")
@directs
def act(event: str, act: str) -> ResponseReturnValue:
    """Do one act. Answer with the console, or with one player's line."""
    view = event_view(event)
    try:
        _do(event, act)
        if act == "came" and htmx_asks():
            return _checked_in(event_view(event))
    except Slip as slip:
        now = event_view(event)
        return console_page(now, say(refusal(now.tournament, slip)))
    except RefereeError as error:
        return console_page(view, say(why(error)))
    return redirect(safe_next(request.form.get("back") or url_for("director.console", event=event)), 303)


def _checked_in(view: EventView) -> ResponseReturnValue:
    player = view.tournament.value.player(whole(request.form, "player"))
    row = get_template_attribute("tournament/console/_player.html", "row")
    return str(row(view.player(player), url_for("director.console", event=view.kept.id), request.path, say(T("here"))))


def _do(event: str, act: str) -> None:
    ts, form, by = tournaments(), request.form, signature(event)
    if act in ACTS:
        make = ACTS[act]
        tournaments().act(event, key(), lambda t: make(t, form), by)
    elif act in SPECIAL:
        SPECIAL[act](event, by)
    elif not ts.store.knows(event, key()):
        abort(404)


def _add(event: str, by: str) -> None:
    """Add one player by hand, checked in already if the box is ticked."""
    form, new = request.form, entrant(request.form)
    if form.get("here") != "yes":
        tournaments().sign_up(event, key(), [new], by)
        return

    def make(t: Tournament) -> list[facts.Fact]:
        at = t.current.number + 1 if t.current else 1
        return [facts.Added((replace(new, number=t.next_number),)), facts.Came((t.next_number,), at)]

    tournaments().act(event, key(), make, by)


def _draw(event: str, by: str) -> None:
    """Draw a round and those after it, in a process of its own that the console watches."""
    draws().begin(event, whole(request.form, "round"), key(), by, request.form.get("instead"))


def _by_hand(event: str, by: str) -> None:
    """Draw a round by hand, unless it was drawn after the director last saw it."""
    tournament = tournaments().get(event).tournament
    drawn = by_hand(tournament, request.form)
    if not tournaments().store.knows(event, key()):
        check_seen(tournament, drawn.round, whole(request.form, "saw", tournament.seq))
    tournaments().draw(event, key(), [drawn], by)
    draws().let_in(event, len(drawn.tables))


def _stop(event: str, by: str) -> None:
    draws().stop(event)


def _swap(event: str, by: str) -> None:
    tournaments().reseat(event, key(), swap_seats(tournaments().get(event).tournament, request.form), by)


def _replace(event: str, by: str) -> None:
    """Put another player in one's place, signing them up if they are new."""
    kept = tournaments().get(event)
    if tournaments().store.knows(event, key()):
        return
    new, said = replacement(kept.tournament, request.form)
    tournaments().reseat(event, key(), said, by, new)


def _take_deals(event: str, by: str) -> None:
    """Take over the result of a table's deals so far."""
    tournaments().hand_in(event, key(), whole(request.form, "round"), whole(request.form, "table"), None, by)


def _invite(event: str, by: str) -> None:
    """Make a code: to sign up, for another director or a cashier, for one player's phone."""
    role, player = request.form.get("role", ""), whole(request.form, "player", 0)
    if role == PLAYER:
        access().invite(event, PLAYER, key(), seat=player or None, once=bool(player))
    elif role in (DIRECTOR, CASHIER):
        access().invite(event, role, key())
    else:
        abort(400)


def _turn_out(event: str, by: str) -> None:
    """Turn out a device of a director, a table or a player."""
    subject, device = request.form.get("subject", ""), request.form.get("device", "")
    if subject.split("/")[0] == event and device in access().of(subject).members:
        access().revoke(subject, device, key())


def _close(event: str, by: str) -> None:
    wanted = request.form.get("invitation", "")
    if wanted in access().of(event).invitations:
        access().close(event, wanted, key())


def _force(event: str, by: str) -> None:
    """Begin a drawn round although earlier results are missing."""
    at = whole(request.form, "round")
    tournaments().act(event, key(), lambda t: start_round(t, at, t.settings.minutes, True), by)


SPECIAL: dict[str, Callable[[str, str], None]] = {
    "add": _add,
    "draw": _draw,
    "hand": _by_hand,
    "stop": _stop,
    "force": _force,
    "swap": _swap,
    "replace": _replace,
    "deals": _take_deals,
    "invite": _invite,
    "close": _close,
    "turn-out": _turn_out,
}


@director.get("/<id:event>/codes")
@directs
def codes(event: str) -> ResponseReturnValue:
    """The codes of all tables, to print and lay on them."""
    view = event_view(event)
    at = view.shown_round
    found = []
    for table in sorted(at.tables) if at else ():
        found += [(table, code_card(i)) for i in access().of(table_subject(event, table)).invitations.values()]
    return render_template("tournament/console/codes.html", event=view.event, codes=found)
