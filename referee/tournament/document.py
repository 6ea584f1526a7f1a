"""A tournament as one JSON document for other programs, with a version and a JSON Schema that checks it.

docs/document.md describes its fields; the schema lies beside this module. Points are exact: whole numbers, or `"7/2"`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, cast

from referee.tournament.boards.grid import match_tables
from referee.tournament.cells import Cell
from referee.tournament.scoring import scores_of
from referee.tournament.settings import Settings
from referee.tournament.standings import QUADRETTE, Row, standings, team_standings
from referee.tournament.tournament import Tournament
from referee.tournament.values import Player, Round, Sitting
from referee.words.text import RefereeError, T

FORMAT, VERSION = "referee-tournament", 1
WITH_FINALS, WITH_PLACES, WITH_FEWEST = 2, 3, 4
"""The version with finals: totals and places follow from more than in version 1."""
SCHEMA = Path(__file__).with_name("document.schema.json")


class DocumentRefused(RefereeError):
    """A document that breaks the schema: `where` in it, and what the schema expects there."""


@cache
def schema() -> Mapping[str, Any]:
    """The JSON Schema of the document."""
    return cast("Mapping[str, Any]", json.loads(SCHEMA.read_text(encoding="utf-8")))


@cache
def _checker() -> Callable[[object], object]:
    from fastjsonschema import compile as compiled

    return cast("Callable[[object], object]", compiled(dict(schema())))


def check_document(content: object) -> None:
    """Refuse what is not a tournament document of a known version. Raises DocumentRefused."""
    from fastjsonschema import JsonSchemaValueException

    try:
        _checker()(content)
    except JsonSchemaValueException as error:
        where = error.name.replace("data", "$", 1) if error.name else "$"
        complaint = error.message.removeprefix(error.name or "").strip()
        raise DocumentRefused(T("{where}: {said}", where=where, said=complaint), where=where) from None


def document(tournament: Tournament, extensions: Mapping[str, object] | None = None) -> dict[str, object]:
    """The tournament as a document: settings, players, what every table paid, standings.

    Other programs keep their own data under `extensions`, each under its own name.
    """
    value, settings = tournament.value, tournament.settings
    certificate = value.rounds[1].certificate if 1 in value.rounds else {}
    finals = any(at.groups for at in tournament.rounds)
    places = bool(settings.place_points or settings.missed)
    versions = {VERSION: True, WITH_FINALS: finals, WITH_PLACES: places, WITH_FEWEST: settings.lowest_wins}
    return {
        "format": FORMAT,
        "version": max(version for version, there in versions.items() if there),
        "tournament": {
            name: getattr(settings, name) for name in ("title", "game", "preset", "place", "day", "season", "region")
        }
        | {"options": dict(settings.options), "finished": value.finished},
        "rules": _rules(settings, str(certificate.get("seed", "")), finals, places),
        "players": [_player(tournament, player) for player in tournament.players],
        "rounds": [_round(tournament, at) for at in tournament.rounds],
        "adjusted": [
            {"player": one.player, "round": one.round, "points": exact(Fraction(one.points)), "reason": one.reason}
            for one in value.adjusted.values()
        ],
        "penalties": [
            {"player": one.player, "round": one.round, "points": one.points, "reason": one.reason}
            for one in value.penalties.values()
            if one.cancelled is None
        ],
        "percents": [
            {"player": one.player, "round": one.round, "points": exact(Fraction(one.tenths, 10)), "reason": one.reason}
            for one in value.percents.values()
        ],
        "standings": [row_as_json(row) for row in standings(tournament).rows],
        "teams": [row_as_json(row) for row in team_standings(tournament).rows] if settings.team > 1 else [],
        "extensions": dict(extensions or {}),
    }


def _rules(settings: Settings, seed: str, finals: bool, places: bool) -> dict[str, object]:
    """How the standings follow from the results."""
    return (
        {name: getattr(settings, name) for name in ("scoring", "best", "bye", "team", "rounds")}
        | {"ties": list(settings.ties), "seed": seed}
        | ({"carry": settings.carry} if finals else {})
        | ({"places": list(settings.place_points), "missed": settings.missed} if places else {})
        | ({"lowest_wins": True} if settings.lowest_wins else {})
    )


def exact(points: Fraction) -> int | str:
    """Points without rounding: 7 or "7/2"."""
    return points.numerator if points.denominator == 1 else f"{points.numerator}/{points.denominator}"


def _player(tournament: Tournament, player: Player) -> dict[str, object]:
    who = player.entrant
    return {
        "number": who.number,
        "name": who.name,
        "shown": tournament.names[who.number],
        "club": who.club,
        "team": who.team,
        "categories": list(tournament.value.money.groups.get(who.number, ())),
        "since": player.since,
        "until": player.until,
        "replaced_by": player.by,
        "joined": player.joined,
    }


def _round(tournament: Tournament, at: Round) -> dict[str, object]:
    settings, boards = tournament.settings, tournament.value.boards.get(at.number)
    marks: Mapping[int, Fraction] = {}
    if settings.scoring == "match" and boards is not None:
        marks = match_tables(boards, at, settings.team == QUADRETTE, provisional=False)
    tables = [_table(sitting, marks) for _, sitting in sorted(at.tables.items())]
    groups = {"groups": [list(group) for group in at.groups]} if at.groups else {}
    return {"number": at.number, "out": list(at.out), "tables": tables} | groups


def _table(sitting: Sitting, marks: Mapping[int, Fraction]) -> dict[str, object]:
    """A table as JSON; `paid` is what each seat gets after its penalties, null before a result.

    `marks`: the match points of players, at least of those whose match is over.
    """
    result, unplayed = sitting.result, sitting.unplayed
    row: dict[str, object] = {
        "number": sitting.number,
        "seats": list(sitting.seats),
        "confirmed": sitting.confirmed,
        "paid": list(scores_of(result)) if result else None,
    }
    if result and result.deals:
        row |= {"deals": [list(deal) for deal in result.deals], "takers": list(result.takers)}
    if result and any(result.awards):
        row["awards"] = [list(given) for given in result.awards]
    if unplayed:
        row["unplayed"] = {"award": unplayed.award, "points": list(unplayed.scores), "reason": unplayed.reason}
    if marks.keys() >= set(sitting.seats):
        row["match"] = [exact(marks[player]) for player in sitting.seats]
    return row


def row_as_json(row: Row) -> dict[str, object]:
    """A line of the standings, with exact points."""
    return {
        "place": row.place,
        "level": row.level,
        "players": list(row.players),
        "name": row.name,
        "total": exact(row.total),
        "penalties": row.penalties,
        "rounds": [_cell(cell) if cell else None for cell in row.rounds],
        "breaks": [exact(value) for value in row.breaks],
    }


def _cell(cell: Cell) -> dict[str, object]:
    return {"points": exact(cell.points), "table": cell.table, "kind": cell.kind, "counts": cell.counts}
