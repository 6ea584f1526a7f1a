"""The page for the room: names, tables and standings in turn, readable from eight metres; a clock; a gong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from flask import request, url_for
from flask.typing import ResponseReturnValue

from referee.club.access import PLAYER
from referee.tournament.moment import name_in_list, seat_name
from referee.tournament.standings import Standings, last_shown, standings, within
from referee.tournament.values import Round
from referee.web.kit.codes import CodeCard, code_card
from referee.web.kit.request import number
from referee.web.kit.rights import let_in
from referee.web.kit.visit import access
from referee.web.tournament.players import Seats, answer, club, seats
from referee.web.tournament.shown import StandingsLine, Tile, TileGroup
from referee.web.tournament.view import EventView, whole_view
from referee.words.letters import plain

LINES = 14
"""Lines of a column, two columns a screen. Letters 44 pixels high of 1080 are readable from eight metres."""
LETTERS = 21
"""Letters of a name on one line; a longer name takes two."""
FEW = 4
"""Tables with seats on one screen. Seats are shown for up to twice as many."""
FULL = 12
"""Up to this many tables each shows its state; beyond that, their numbers are listed by state."""
TILES = 100
TURN = (5, 12)
"""Seconds a screen stays, least and most."""
ROUND = 114
"""Seconds in which all screens have been shown."""
CALM = 8
"""With more screens than this, names and seats are left out during the round."""


@dataclass(frozen=True, slots=True)
class NameShown:
    """A player's name with table (0: sits out) and seat; `lines`: how many lines the name takes."""

    name: str
    lines: int
    table: int
    seat: str


@dataclass(frozen=True, slots=True)
class Content:
    """What is on a screen: `kind` names, seats, tables, standings, clock or wait, with what that kind shows.

    `category`: the one whose standings they are.
    """

    kind: str
    columns: Sequence[Sequence[NameShown | tuple[StandingsLine, int]]] = ()
    seats: Sequence[Seats] = ()
    tiles: Sequence[Tile] = ()
    groups: tuple[TileGroup, ...] = ()
    code: CodeCard | None = None
    category: str = ""


Item = TypeVar("Item")
Screen = Callable[[], Content]
"""Makes the content of a screen when its turn comes."""


@club.get("/<id:event>/room")
@let_in
def room(event: str) -> ResponseReturnValue:
    """The page for the room, which turns by itself: names, seats, tables, standings; or the clock alone."""
    view = whole_view(event)
    screens, at, clock = _screens(view), view.shown_round, request.args.get("clock") == "1"
    turn = (number(request.args.get("turn")) or 0) % len(screens)
    low, high = TURN
    return answer(
        "room",
        event=view.event,
        screen=Content("clock") if clock else screens[turn](),
        round=at.number if at else 0,
        clock=view.clock(at),
        calls=[call.table for call in view.calls()],
        turn=turn,
        next=url_for("club.room", event=event, turn=(turn + 1) % len(screens)),
        seconds=min(high, max(low, ROUND // len(screens))),
        screens=len(screens),
        held=clock or request.args.get("hold") == "1",
    )


def _screens(view: EventView) -> list[Screen]:
    """The screens, in order."""
    at, through, over = view.shown_round, last_shown(view.tournament), view.tournament.value.finished
    screens: list[Screen] = []
    if at and not (at.begun and at.complete):
        screens += _seats(view, at)
    if at and at.begun and not over:
        screens += _lots(sorted(at.tables), TILES, lambda some: _states(view, at, some))
    if through:
        table = standings(view.tournament, through)
        categories = [one for one in view.tournament.value.money.ranked if within(table, one).rows]
        lots = _columns([row.name for row in table.rows])
        most = max(2, ROUND // TURN[0] - len(screens))  # the rest is on the phones, and on paper
        shown = lots[: max(2, most - len(categories))]
        screens += [partial(_standings, view, table, lot) for lot in shown]
        screens += [partial(_best_of, view, table, category) for category in categories[: most - len(shown)]]
    return screens or [lambda: Content("wait", code=_entrance(view))]


def _lots(items: Sequence[Item], most: int, make: Callable[[Sequence[Item]], Content]) -> list[Screen]:
    """Screens of at most `most` items each, as even as possible."""
    count = -(-len(items) // most)
    each = -(-len(items) // max(1, count))
    return [partial(make, items[at : at + each]) for at in range(0, len(items), each or 1)]


def _seats(view: EventView, at: Round) -> list[Screen]:
    """Screens of all names with table and seat; with few tables, also table by table."""
    names = _names(view, at)
    lots = _columns([one.name for one in names])
    screens: list[Screen] = [partial(_list, names, lot) for lot in lots]
    tables = [at.tables[table] for table in sorted(at.tables)]
    if len(tables) <= 2 * FEW:
        screens += _lots(tables, FEW, lambda some: Content("seats", seats=[seats(view, one) for one in some]))
    return [] if at.begun and len(screens) > CALM else screens


def lines(name: str) -> int:
    """How many lines a name takes."""
    return -(-len(name) // LETTERS)


def _columns(names: Sequence[str]) -> list[list[range]]:
    """Names in columns of at most LINES lines, two columns a screen."""
    columns, first, used = [], 0, 0
    for at, name in enumerate(names):
        if used + lines(name) > LINES:
            columns.append(range(first, at))
            first, used = at, 0
        used += lines(name)
    columns.append(range(first, len(names)))
    return [columns[at : at + 2] for at in range(0, len(columns), 2)]


def _list(names: Sequence[NameShown], lot: Sequence[range]) -> Content:
    return Content("names", [[names[at] for at in column] for column in lot])


def _best_of(view: EventView, table: Standings, category: str) -> Content:
    """The first of a category, as many as fit on one screen."""
    own = within(table, category)
    lots = _columns([row.name for row in own.rows])
    return replace(_standings(view, own, lots[0]), category=category)


def _standings(view: EventView, table: Standings, lot: Sequence[range]) -> Content:
    rows = [view.standings(table, slice(column.start, column.stop), "room").rows for column in lot]
    columns = [[(row, lines(row.name)) for row in column] for column in rows]
    return Content("standings", columns)


def _names(view: EventView, at: Round) -> list[NameShown]:
    """All names from A to Z with table and seat, made once for all screens."""
    t = view.tournament
    parts = (t.settings, t.value.players, t.names, at.out, *(sitting.seats for sitting in at.tables.values()))
    return t.once(("from A to Z", at.number, view.language.code), parts, lambda: _from_a_to_z(view, at))


def _from_a_to_z(view: EventView, at: Round) -> list[NameShown]:
    places = dict.fromkeys(at.out, (0, ""))
    for sitting in at.tables.values():
        for seat, player in enumerate(sitting.seats):
            place = view.say(seat_name(view.tournament, len(sitting.seats), seat))
            places[player] = (sitting.number, place)
    names = {player: view.say(name_in_list(view.tournament, player)) for player in places}
    order = sorted(places, key=lambda player: plain(names[player]))
    return [NameShown(names[player], lines(names[player]), *places[player]) for player in order]


def _states(view: EventView, at: Round, tables: Sequence[int]) -> Content:
    tiles = [tile for tile in view.tiles(at) if tile.number in tables]
    return Content("tables", tiles=tiles, groups=view.groups(tiles) if len(at.tables) > FULL else ())


def _entrance(view: EventView) -> CodeCard | None:
    """The code to sign up, if the director made one."""
    invitations = [i for i in access().of(view.kept.id).invitations.values() if i.role == PLAYER and i.seat is None]
    return code_card(invitations[-1]) if invitations else None
