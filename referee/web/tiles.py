"""The tables and tournaments of the home page, each as a tile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from babel.dates import format_date
from flask import request

from referee.club.shelf import Shelf, is_demo, shelf_of
from referee.club.tables import UNREADABLE, day_of
from referee.club.tournaments import KIND as TOURNAMENT
from referee.games import GAMES
from referee.store import Stream
from referee.table.table import Table
from referee.tournament.tournament import Tournament
from referee.web.club.laws import plain
from referee.web.kit.request import evening, say, tables, tournaments, when, who
from referee.web.kit.visit import visit
from referee.web.table.between import levels
from referee.web.table.drawn import STATES
from referee.words.text import T, Text

EVENTS, MOST_EVENTS = 20, 400
"""How many tournaments are shown at first, and how many when searched for or put away."""
MOST_SHOWN = 60
"""The tables on a page, last touched first."""
BROKEN = T("cannot be read: throw it away, or restore a backup")


@dataclass(frozen=True, slots=True)
class TileSeat:
    """A seat, or a side, on a table's tile: what it has come to, a number or a level, and whether it leads."""

    name: str
    total: int | str | None = None
    lead: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the home page. `label`: the state of its deal; `evening`: its day; `later`: its log is still to be
    read; `owns`: this device may put it away.
    """

    id: str
    title: str
    game: str
    when: str
    evening: str
    owns: bool
    seats: tuple[TileSeat, ...]
    label: str = ""
    finished: bool = False
    later: bool = False


@dataclass(frozen=True, slots=True)
class EventTile:
    """A tournament on the home page; `owns`: this device may put it away."""

    id: str
    title: str
    when: str
    owns: bool
    state: str
    game: str = ""
    day: str = ""
    finished: bool = False


def tile_of(stream: Stream) -> Tile:
    """A table for its tile; one whose log cannot be read says so."""
    tile = replace(tile_unread(stream), later=False)
    try:
        kept = tables().get(stream.id)
        table, standing = kept.table, kept.table.standing
        label = standing.due.label
        if table.current is not None:  # the contract may name who plays what
            label = table.rules.label(table.current.deal) if visit(stream.id).sees_table else STATES["open"]
        return replace(tile, title=kept.name, label=say(label), finished=standing.finished, seats=tuple(_sides(table)))
    except UNREADABLE:
        return replace(tile, label=say(BROKEN))


def _sides(table: Table) -> list[TileSeat]:
    """What each has come to, and whether they lead: the sides where a match is a climb, else the seats."""
    seats = zip(table.seats, table.standing.totals, strict=True)
    climbs = levels(table, len(table.ended), who().language)
    sides: list[tuple[str, str | int, int]] = [(one.name, one.level, one.place) for one in climbs]
    sides = sides or [(name, total, total) for name, total in seats]
    best = max(place for *_, place in sides) if any(place for *_, place in sides) else None
    return [TileSeat(name, total, place == best) for name, total, place in sides]


def tile_unread(stream: Stream) -> Tile:
    """What is known of a table before its log is read."""
    seats = stream.meta["seats"]
    return Tile(
        id=stream.id,
        title=stream.label.get("title", "") or ", ".join(seats),
        game=_game_of(stream),
        when=when(day_of(stream)),
        evening=evening(day_of(stream)),
        owns=visit(stream.id).owns,
        seats=tuple(map(TileSeat, seats)),
        later=True,
    )


def _game_of(stream: Stream) -> str:
    """The name of the game at a table; empty if this program does not know it."""
    return next((say(game.title) for game in GAMES if game.name == stream.meta["game"]), "")


def table_streams(shelf: Shelf, query: str) -> list[Stream]:
    """The tables on a shelf whose names, title or game contain every word searched for."""
    words, streams = plain(query).split(), []
    for stream in tables().all():
        if shelf_of(stream) != shelf or is_demo(stream):
            continue
        text = plain(" ".join((stream.label.get("title", ""), _game_of(stream), *stream.meta["seats"])))
        if all(word in text for word in words):
            streams.append(stream)
    return streams[:MOST_SHOWN]


def event_tiles(shelf: Shelf, query: str) -> tuple[list[EventTile], bool]:
    """The tournaments on a shelf, last touched first, and whether there are more than are shown.

    Searched, those whose title, game, place, season or day contain every word.
    """
    words, tiles = plain(query).split(), list[EventTile]()
    most = MOST_EVENTS if words or shelf or request.args.get("all") else EVENTS
    streams = (one for one in tables().store.streams(TOURNAMENT) if one.seq and shelf_of(one) == shelf)
    for stream in sorted(streams, key=lambda stream: stream.last_at, reverse=True):
        if len(tiles) == most:
            return tiles, True
        tile, text = _event(stream)
        if all(word in plain(text) for word in words):
            tiles.append(tile)
    return tiles, False


def _event(stream: Stream) -> tuple[EventTile, str]:
    """A tournament for its tile, and the text in which words are searched; one that cannot be read says so."""
    title, changed, owns = stream.label.get("title", ""), when(stream.last_at), visit(stream.id).owns
    try:
        tournament = tournaments().together(stream.id).tournament
        settings = tournament.settings
        game = say(next(game.title for game in GAMES if game.name == settings.game))
        day = date.fromisoformat(settings.day[:10]) if settings.day else None
    except UNREADABLE:
        return EventTile(stream.id, title, changed, owns, say(BROKEN)), title
    tile = EventTile(
        id=stream.id,
        title=settings.title,
        when=changed,
        owns=owns,
        state=say(_stands(tournament)),
        game=game,
        day=str(format_date(day, "long", locale=who().language.code)) if day else "",
        finished=tournament.value.finished,
    )
    return tile, " ".join((settings.title, game, settings.place, settings.day, settings.season))


def _stands(tournament: Tournament) -> Text:
    """How far a tournament is."""
    if tournament.value.finished:
        return T("over")
    at = tournament.current
    if at is None:
        return T("not begun")
    of = tournament.settings.rounds
    if at.complete:
        return T("Round {number} of {of} is over", number=at.number, of=of)
    return T("Round {number} of {of}", number=at.number, of=of)
