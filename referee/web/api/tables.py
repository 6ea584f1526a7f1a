"""Tables for other programs: the list, what lies on the table, deals with their score lines, fouls."""

from __future__ import annotations

from functools import partial

from flask import Response

from referee.club.shelf import is_demo, shelf_of
from referee.club.tables import Kept, day_of
from referee.rules import JSON
from referee.store import Stream
from referee.table.report import deal_answer
from referee.web.api.answers import answer, api, excerpt, kept_answer
from referee.web.kit.request import tables, who
from referee.web.kit.rights import belongs, sees
from referee.web.kit.visit import visit
from referee.web.past.exports import effect_so_far
from referee.web.past.replay import visible
from referee.web.table.news import watch
from referee.web.table.view import TablePage, TableView

MOST_DEALS = 20
"""The deals in one answer."""


@api.get("/tables", endpoint="tables")
@belongs
def list_tables() -> Response:
    """The tables that lie on no shelf, last played first; not those of tournaments."""
    streams = [stream for stream in tables().all() if not shelf_of(stream) and not is_demo(stream)]
    shown, following = excerpt(streams)
    return answer("tables", {"tables": [_heading(stream) for stream in shown], "next": following})


def _heading(stream: Stream) -> JSON:
    """What is known of a table before its log is read."""
    return {
        "id": stream.id,
        "title": stream.label.get("title", ""),
        "game": stream.meta["game"],
        "seats": list(stream.meta["seats"]),
        "day": day_of(stream)[:10],
        "seq": stream.seq,
    }


@api.get("/t/<id:table>", endpoint="table")
@sees("scores")
def show_table(table: str) -> Response:
    """A table as its page shows it to this reader."""
    kept, here, language = tables().get(table), visit(table), who().language
    alike = kept.title, language.code, language.ranks, here.host, here.role, here.seat, here.level
    return kept_answer("table", alike, kept.table, partial(_table, kept))


def _table(kept: Kept) -> dict[str, object]:
    page = TableView(kept, who().language, here=visit(kept.id)).page("")
    header, standing = kept.table.header, kept.table.standing
    seats = kept.table.seats
    return {
        "id": kept.id,
        "seq": kept.seq,
        "title": kept.title,
        "game": header.game,
        "preset": header.preset or next(iter(kept.table.rules.presets)),
        "options": {option.name: option.value for option in kept.table.rules.options.rows()},
        "seats": list(seats),
        "totals": dict(zip(seats, standing.totals, strict=True)),
        "ended": len(kept.table.ended),
        "goal": kept.table.rules.goal,
        "finished": standing.finished,
        "winners": [seats[seat] for seat in standing.winners],
        "waits": page.waits,
        "deal": _deal(kept, page),
    }


def _deal(kept: Kept, page: TablePage) -> JSON | None:
    """The deal that is played, as far as this reader may see it; None between two deals."""
    current = kept.table.current
    if current is None or not visit(kept.id).sees_table:
        return None
    shown, seats = page.table, kept.table.seats
    turn = next((place.seat.name for place in shown.places if place.turn), None)
    trick = shown.trick
    return {
        "number": current.deal.number,
        "dealer": seats[current.deal.dealer],
        "label": shown.deal.label if shown.deal else "",
        "turn": turn,
        "bids": {seat.name: seat.bid for seat in shown.seats if seat.bid},
        "tricks": {seat.name: seat.tricks for seat in shown.seats if seat.tells_tricks and seat.tricks is not None},
        "trick": trick
        and {
            "number": trick.number,
            "winner": None if trick.winner is None else seats[trick.winner],
            "plays": [{"seat": seats[play.seat], "cards": [card.code for card in play.cards]} for play in trick.plays],
        },
    }


@api.get("/t/<id:table>/deals")
@sees("past")
def deals(table: str) -> Response:
    """The deals that this reader may look back at, as `referee check --json` prints them."""
    kept = tables().get(table)
    numbers, following = excerpt(range(1, len(visible(kept)) + 1), MOST_DEALS)
    return answer("deals", {"deals": [_past_deal(kept, number) for number in numbers], "next": following})


def _past_deal(kept: Kept, number: int) -> JSON:
    return deal_answer(kept.table, number, who().language, partial(effect_so_far, kept))


@api.get("/t/<id:table>/fouls")
@sees("past")
def fouls(table: str) -> Response:
    """The fouls of the deals that this reader may look back at, each with its deal."""
    kept = tables().get(table)
    fouled = [number for number, judged in enumerate(visible(kept), 1) if judged.fouls]
    numbers, following = excerpt(fouled, MOST_DEALS)
    rows = [{"deal": number, **foul} for number in numbers for foul in _past_deal(kept, number)["fouls"]]
    return answer("fouls", {"fouls": rows, "next": following})


@api.get("/t/<id:table>/news")
@sees("scores")
def news(table: str) -> Response:
    """The stream that tablets hold, at this door too, for programs with a token."""
    return watch(table)
