"""People for other programs: everybody known here, and what one of them played."""

from __future__ import annotations

from flask import Response

from referee.club.summaries import Summary
from referee.club.tables import day_of
from referee.rules import JSON
from referee.store import Stream
from referee.table.tally import Tally
from referee.web.api.answers import answer, api, excerpt
from referee.web.club.people import known_people, tables_of, tallies_of
from referee.web.kit.rights import belongs


@api.get("/people", endpoint="people")
@belongs
def list_people() -> Response:
    """Everybody known here: at how many tables they sat, and when last."""
    rows = [{"name": one.name, "tables": one.nights, "last": one.day[:10]} for one in known_people()]
    shown, following = excerpt(rows)
    return answer("people", {"people": list(shown), "next": following})


@api.get("/people/<path:name>", endpoint="person")
@belongs
def show_person(name: str) -> Response:
    """A player: their tables, and what they did there game by game, as far as this reader may look back."""
    sat = tables_of(name)
    shown, following = excerpt(sat.streams)
    return answer(
        "person",
        {
            "name": name,
            "games": [{"game": game, **_figures(tally)} for game, tally in tallies_of(sat)],
            "tables": [_table(stream, sat.summary_of[stream.id], name) for stream in shown],
            "left": sat.left,
            "next": following,
        },
    )


def _figures(tally: Tally) -> JSON:
    """What somebody did in a game: a tally without its rows."""
    return {
        "deals": tally.deals,
        "total": sum(tally.paid),
        "best": max(tally.paid),
        "worst": min(tally.paid),
        "won": tally.won,
        "tricks": tally.tricks,
        "fouls": tally.fouls,
        "warnings": tally.warnings,
    }


def _table(stream: Stream, summary: Summary, name: str) -> JSON:
    """A table at which somebody sat, and how it ended for them."""
    return {
        "id": stream.id,
        "title": stream.label.get("title", ""),
        "game": stream.meta["game"],
        "seats": list(summary.seats),
        "day": day_of(stream)[:10],
        "deals": summary.deals,
        "total": summary.total(name),
        "place": summary.place(name),
    }
