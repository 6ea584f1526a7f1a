"""The director's console: a whole tournament on one page, and its acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

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

from referee.club.access import CASHIER, PLAYER
from referee.games import GAMES
from referee.tournament.money.listed import facts_of_earlier
from referee.tournament.settings import usual
from referee.tournament.standings import standings
from referee.tournament.tournament import Tournament
from referee.tournament.values import Penalty, Player, Round, Sitting
from referee.web.kit.codes import CodeCard, code_card, code_cards
from referee.web.kit.limits import TABLES, limit
from referee.web.kit.request import htmx_asks, key, number, say, tournaments
from referee.web.kit.rights import decides, directs, opens
from referee.web.kit.visit import access, device_kind, open_own, table_subject, visit
from referee.web.tournament.acts import Act, Offers, take
from referee.web.tournament.acts.agreed import Agreed
from referee.web.tournament.draw import draws
from referee.web.tournament.shown import (
    CallShown,
    Clock,
    Entry,
    Now,
    PlayerShown,
    Tile,
    TileGroup,
    Version,
)
from referee.web.tournament.view import (
    EventView,
    alike,
    event_view,
    figure,
    sitting_or_none,
    version_of,
    versions,
    whole_view,
)
from referee.words.text import Slip, T

MANY = 24  # tables shown with their players; beyond that only numbers, by state
RECENT = 40  # log entries shown until all are asked for

director = Blueprint("director", __name__, url_prefix="/tournament")


# --- a new tournament -----------------------------------------------------------------------------------------


@director.route("/new", methods=["GET", "POST"])
@opens
def new() -> ResponseReturnValue:
    """The form for a new tournament, which opens it when sent."""
    name = request.values.get("game", GAMES[0].name)
    name = name if name in {each.name for each in GAMES} else GAMES[0].name
    fresh, like = usual(name, request.values.get("title", "")), _like(request.values.get("like", ""))
    base = like.settings if like else fresh
    base = replace(base, preset=request.args.get("preset", base.preset), day=f"{datetime.now().astimezone():%Y-%m-%d}")
    form = Agreed(request.form if request.method == "POST" else None, data=Agreed.proposal_of(base))
    form.choose(base)
    refused = None
    if request.method == "POST":
        limit("table", TABLES)
        try:
            settings = form.settings(base, None if like else fresh)
            by = say(T("this computer")) if g.host else device_kind()
            event = open_own("tournament", lambda mark: tournaments().open(settings, mark, by))
            if like and visit(event).owns:
                _take_over(event, like)
            return redirect(url_for("director.console", event=event), 303)
        except Slip as slip:
            refused = form
            form.refuse(slip, slip.text)
    page = render_template(
        "tournament/console/new.html",
        form=form,
        refused=refused,
        game=base.game,
        games=GAMES,
        like=request.values.get("like", "") if like else "",
        before=len(_regulars(like)) if like else 0,
        money=bool(like and like.value.money.agreed),
    )
    return page, 422 if refused else 200


def _regulars(like: Tournament) -> list[Player]:
    """Who came to a tournament, and did not leave before the first round."""
    return [player for player in like.players if player.since is not None and player.until != player.since]


def _take_over(event: str, like: Tournament) -> None:
    """Sign up the players of an earlier tournament, and agree on its fees, prizes and categories, as was ticked."""
    players = _regulars(like) if request.form.get("players") == "yes" else []
    if players:
        again = [replace(player.entrant, number=0) for player in players]
        tournaments().sign_up(event, f"{key()}/players", again, device_kind())
    if request.form.get("money") == "yes":
        money = facts_of_earlier(like.value.money, [player.number for player in players])
        tournaments().act(event, f"{key()}/money", lambda _: money, device_kind())


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
        return render_template(
            "tournament/console/_looked_at.html", event=view.event, focus=_focus(view), offer=_offers(view)
        )
    return console_page(view)


def console_page(view: EventView, refused: Act | None = None) -> str:
    """The console, with the form that was refused."""
    at = view.tournament.value.rounds.get(number(request.args.get("round")) or 0) or view.shown_round
    return render_template(
        "tournament/console/console.html",
        event=view.event,
        refused=refused,
        offer=_offers(view, refused),
        focus=_focus(view),
        invitations=_invitations(view),
        devices=_devices(view),
        venues=view.venues(),
        **{name: make(view, at) for name, make in SECTIONS.items()},
    )


def _offers(view: EventView, refused: Act | None = None) -> Offers:
    return Offers(view, "director.act", refused)


@director.get("/<id:event>/part/<name>")
@directs
def part(event: str, name: str) -> ResponseReturnValue:
    """A section of the console; nothing if it has not changed since `seen`."""
    view = event_view(event)
    if name not in SECTIONS:
        abort(404)
    at = view.tournament.value.rounds.get(number(request.args.get("round")) or 0) or view.shown_round
    section = SECTIONS[name](view, at)
    if version_of(section) == request.args.get("seen"):
        return Response(status=204)
    return _section(view, name, section)


def _section(view: EventView, name: str, section: object, beside: bool = False) -> str:
    """A section of the console; `beside`: it takes its place by itself, whatever else the answer is for."""
    return render_template(
        f"tournament/console/_{name}.html", event=view.event, offer=_offers(view), beside=beside, **{name: section}
    )


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a round. `only`: those without a result; `settled`: how many have one; `groups`, where many."""

    round: int
    rounds: tuple[int, ...]
    tiles: tuple[Tile, ...]
    groups: tuple[TileGroup, ...]
    only: bool
    settled: int


@dataclass(frozen=True, slots=True)
class Log:
    """Entries of the log: `all`, or the last, of which there may be `more`."""

    entries: list[Entry]
    all: bool
    more: bool


def _now(view: EventView, at: Round | None) -> Now:
    progress, failed = draws().progress(view.kept.id), draws().failure(view.kept.id)
    percent = None if progress is None else round(progress * 100)
    return replace(view.now(), drawing=percent, failed=say(failed) if failed else "")


def _tables(view: EventView, at: Round | None) -> Tables:
    tiles, only = view.tiles(at) if at else [], request.args.get("open") == "1"
    there = tuple(tile for tile in tiles if not (only and tile.settled))
    groups = view.groups(there) if len(tiles) > MANY else ()
    rounds = tuple(each.number for each in view.tournament.rounds)
    return Tables(at.number if at else 0, rounds, there, groups, only, sum(tile.settled for tile in tiles))


def _players(view: EventView, at: Round | None) -> list[PlayerShown]:
    return view.players()


def _standings(view: EventView, at: Round | None) -> object:
    whole = whole_view(view.kept.id)
    return whole.standings(standings(whole.tournament), slice(10))


def _log(view: EventView, at: Round | None) -> Log:
    whole = request.args.get("log") == "all"
    return Log(view.log(0 if whole else RECENT), whole, view.kept.seq > RECENT)


SECTIONS: dict[str, Callable[[EventView, Round | None], object]] = {
    "now": _now,
    "tables": _tables,
    "players": _players,
    "standings": _standings,
    "log": _log,
}


@dataclass(frozen=True, slots=True)
class TableFocus:
    """The chosen table in detail. `played`: what its deals come to, where that is not the result handed in.

    `alike`: another table with the same result, 0 for none.
    """

    tile: Tile
    versions: list[Version]
    calls: list[CallShown]
    codes: list[CodeCard]
    disputed: bool
    dispute: str
    played: list[str]
    clock: Clock | None
    alike: int


@dataclass(frozen=True, slots=True)
class AdjustedShown:
    """A score that the director set for a round."""

    round: int
    points: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerFocus:
    """The chosen player in detail. `rounds`: those begun; `phones`: the devices that are this player's."""

    player: PlayerShown
    penalties: list[Penalty]
    adjusted: list[AdjustedShown]
    codes: list[CodeCard]
    phones: list[str]
    rounds: list[int]
    tile: None = None


def _focus(view: EventView) -> TableFocus | PlayerFocus | None:
    """The details of the chosen table or player."""
    args, t = request.values, view.tournament  # a refused form keeps its subject in sight
    sitting = sitting_or_none(t, number(args.get("round")), number(args.get("table")))
    if sitting is not None:
        return _table_focus(view, sitting)
    player = t.value.players.get(number(args.get("player")) or 0)
    if player is None:
        return None
    grants, who = access().of(view.kept.id), player.number
    return PlayerFocus(
        player=view.player(player),
        penalties=[p for p in t.value.penalties.values() if p.player == who],
        adjusted=[
            AdjustedShown(a.round, figure(a.points), a.reason) for a in t.value.adjusted.values() if a.player == who
        ],
        codes=[code_card(i) for i in grants.invitations.values() if i.seat == who],
        phones=[m.device for m in grants.members.values() if m.seat == who],
        rounds=[at.number for at in t.rounds if at.begun],
    )


def _table_focus(view: EventView, sitting: Sitting) -> TableFocus:
    at, place = view.tournament.value.rounds[sitting.round], (sitting.round, sitting.number)
    played, invited = tournaments().newer_result(sitting), access().of(table_subject(view.kept.id, sitting.number))
    return TableFocus(
        tile=view.tile(sitting, view.states(at)[sitting.number]),
        versions=versions(view, sitting),
        calls=[call for call in view.calls() if (call.round, call.table) == place],
        codes=[code_card(i) for i in invited.invitations.values()],
        disputed=sitting.dispute is not None,
        dispute=sitting.dispute.text if sitting.dispute else "",
        played=[figure(played.net(seat)) for seat in range(len(sitting.seats))] if played else [],
        clock=view.clock(at, sitting.number),
        alike=alike(at, sitting),
    )


def _invitations(view: EventView) -> list[CodeCard]:
    """The codes shown on the console: to sign up, and for another director or a cashier."""
    return [code_card(i) for i in access().of(view.kept.id).invitations.values() if i.seat is None]


@dataclass(frozen=True, slots=True)
class Device:
    """A device of a director, a cashier or a table; `what` it is, `own`: the one that asks."""

    subject: str
    device: str
    name: str
    what: str
    own: bool


def _devices(view: EventView) -> list[Device]:
    """The devices of directors, cashiers and tables; players' phones are shown with the players."""
    event, grants = view.kept.id, access().of(view.kept.id)
    others = [m for m in grants.members.values() if m.role != PLAYER]
    places = [(event, say(T("cashier")), [m for m in others if m.role == CASHIER])]
    places.append((event, say(T("director")), [m for m in others if m.role != CASHIER]))
    for table in sorted({table for at in view.tournament.rounds for table in at.tables}):
        subject = table_subject(event, table)
        places.append((subject, say(T("table {table}", table=table)), list(access().of(subject).members.values())))
    return [
        Device(subject, member.device, member.name, what, member.device == g.device)
        for subject, what, members in places
        for member in members
    ]


# --- the acts -------------------------------------------------------------------------------------------------


@director.post("/<id:event>/<act>")
@directs
def act(event: str, act: str) -> ResponseReturnValue:
    """Do one act. Answer with the console, or with one player's line and what happens now."""
    answer = take(event, act, console_page)
    if act in ("came", "not-come") and htmx_asks() and answer.status_code == 303:
        return _player_line(event_view(event))
    return answer


def _player_line(view: EventView) -> str:
    """The line of the player who came, or did not, and what happens now: its counts are right in the same moment."""
    player = view.tournament.value.player(number(request.form.get("player")) or 0)
    row = get_template_attribute("tournament/console/_player.html", "row")
    line = row(view.player(player), url_for("director.console", event=view.kept.id), say(T("here")))
    return f"{line}{_section(view, 'now', _now(view, None), beside=True)}"


@director.get("/<id:event>/codes")
@directs
def codes(event: str) -> ResponseReturnValue:
    """The codes of all tables, to print and lay on them."""
    view = event_view(event)
    at = view.shown_round
    invited = [
        (table, one)
        for table in (sorted(at.tables) if at else ())
        for one in access().of(table_subject(event, table)).invitations.values()
    ]
    cards = zip([table for table, _ in invited], code_cards([one for _, one in invited]), strict=True)
    return render_template("tournament/console/codes.html", event=view.event, codes=list(cards))
