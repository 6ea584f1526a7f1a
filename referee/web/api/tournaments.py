"""Tournaments for other programs: what the public pages show."""

from __future__ import annotations

from functools import partial

from flask import Response, abort

from referee.club.shelf import shelf_of
from referee.club.tournaments import KIND
from referee.rules import JSON
from referee.store import Stream
from referee.tournament.document import row_as_json
from referee.tournament.standings import standings, team_standings
from referee.tournament.tournament import Tournament
from referee.tournament.values import Round
from referee.web.api.answers import answer, api, excerpt, kept_answer
from referee.web.hooks.posts import sitting_answer
from referee.web.kit.request import tables, tournaments
from referee.web.kit.rights import belongs, let_in
from referee.web.table.news import held
from referee.web.tournament.players import shown_through
from referee.web.tournament.view import EventView, whole_view


@api.get("/tournaments", endpoint="tournaments")
@belongs
def list_tournaments() -> Response:
    """The tournaments that lie on no shelf, last touched first."""
    streams = [one for one in tables().store.streams(KIND) if one.seq and not shelf_of(one)]
    shown, following = excerpt(sorted(streams, key=lambda stream: stream.last_at, reverse=True))
    return answer("tournaments", {"tournaments": [_heading(stream) for stream in shown], "next": following})


def _heading(stream: Stream) -> JSON:
    return {"id": stream.id, "title": stream.label.get("title", ""), "changed": stream.last_at, "seq": stream.seq}


@api.get("/tournament/<id:event>", endpoint="tournament")
@let_in
def show_tournament(event: str) -> Response:
    """A tournament: what is agreed, and how far it is."""
    view = whole_view(event)
    settings, at = view.tournament.settings, view.shown_round
    names = ("title", "game", "preset", "place", "day", "season", "scoring", "team", "rounds")
    return answer(
        "tournament",
        {
            "id": event,
            "seq": tables().store.seq(event),
            **{name: getattr(settings, name) for name in names},
            "finished": view.tournament.value.finished,
            "round": at.number if at else 0,
            "begun": bool(at and at.begun),
            "through": shown_through(view),
            "clock": _clock(view, at),
        },
    )


def _clock(view: EventView, at: Round | None) -> JSON | None:
    """The clock of a round: `ends` in seconds of the epoch, `left` in seconds, below 0 once the time is over."""
    clock = view.clock(at)
    return None if clock is None else {"running": clock.running, "ends": clock.ends, "left": clock.left}


@api.get("/tournament/<id:event>/clock")
@let_in
def clock(event: str) -> Response:
    """The clock alone."""
    view = whole_view(event)
    return answer("clock", {"clock": _clock(view, view.shown_round)})


@api.get("/tournament/<id:event>/players")
@let_in
def players(event: str) -> Response:
    """The players, from A to Z."""
    view = whole_view(event)
    rows = [
        {"number": one.number, "name": one.name, "club": one.club, "team": one.team, "state": one.state}
        for one in view.players()
    ]
    shown, following = excerpt(rows)
    return answer("players", {"players": list(shown), "next": following})


@api.get("/tournament/<id:event>/standings", endpoint="standings")
@let_in
def show_standings(event: str) -> Response:
    """The standings as far as this reader may see them; points are exact, as in the document of a tournament."""
    view = whole_view(event)
    through = shown_through(view)
    return kept_answer("standings", through, view.tournament, partial(_standings, view.tournament, through))


def _standings(tournament: Tournament, through: int) -> dict[str, object]:
    rows = standings(tournament, through).rows if through else ()
    teams = team_standings(tournament, through).rows if through and tournament.settings.team > 1 else ()
    shown, following = excerpt(rows)
    content = {"through": through, "rows": list(map(row_as_json, shown)), "teams": list(map(row_as_json, teams))}
    return {**content, "next": following}


@api.get("/tournament/<id:event>/rounds/<int:number>", endpoint="round")
@let_in
def show_round(event: str, number: int) -> Response:
    """A round that everybody plays or has played: who sits where, and how far each table is."""
    view = whole_view(event)
    shown, at = view.shown_round, view.tournament.value.rounds.get(number)
    if at is None or shown is None or number > shown.number:
        abort(404)
    known = number <= shown_through(view)
    sittings, following = excerpt([sitting for _, sitting in sorted(at.tables.items())])
    content = {"number": number, "begun": at.begun, "out": [view.name(player) for player in at.out]}
    return answer(
        "round",
        {**content, "tables": [sitting_answer(view.tournament, one, known) for one in sittings], "next": following},
    )


@api.get("/tournament/<id:event>/news")
@let_in
def event_news(event: str) -> Response:
    """The stream that tells when something of a tournament changed, at any of its venues."""
    logs = (event, *(part.id for part in tournaments().parts(event)))
    return held("tournament", tables().seq(event), [f"door:{event}", *(f"event-news:{log}" for log in logs)])
