"""A tournament for other programs: standings and seats as CSV, everything as JSON, a season as a calendar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from referee.record.encoding import freeze
from referee.tournament.season import SeasonRow, worth
from referee.tournament.seating import final_letter
from referee.tournament.settings import SCORINGS, TIES, Settings
from referee.tournament.standings import Row, Standings, standings, team_standings
from referee.tournament.tournament import Tournament
from referee.words.spreadsheet import csv_text
from referee.words.text import T, Text, Voice

PLACES = 2
"""Digits after the point where points are no whole number."""


def number(value: Fraction) -> int | float:
    """Points as a program reads them: whole where they are, else to two digits."""
    return int(value) if value.denominator == 1 else round(float(value), PLACES)


def standings_csv(found: Standings, voice: Voice, comma: bool = False) -> str:
    """Standings as CSV: the final where there are any, place, name, club, team, a column for each round, penalties,
    total, the tie-breaks.
    """

    def say(text: Text) -> str:
        return text.say(voice)

    rounds = max((len(row.rounds) for row in found.rows), default=0)
    finals = any(row.final for row in found.rows)
    head = [say(T("Final"))] if finals else []
    head += [say(text) for text in (T("Rank"), T("Name"), T("Club"), T("Team"))]
    head += [say(T("Round {number}", number=at)) for at in range(1, rounds + 1)]
    head += [say(T("Penalties")), say(T("Total")), *(say(TIES[word]) for word in found.ties)]
    rows: list[Sequence[object]] = [head]
    for row in found.rows:
        cells = [number(cell.points) if cell else "" for cell in row.rounds]
        breaks = [number(value) for value in row.breaks]
        final = [final_letter(row.final) if row.final else ""] if finals else []
        rows.append(
            (*final, row.place, row.name, row.club, row.team, *cells, -row.penalties, number(row.total), *breaks)
        )
    return csv_text(rows, comma)


def season_csv(
    rows: Sequence[SeasonRow], evenings: Sequence[str], count: str, voice: Voice, comma: bool = False
) -> str:
    """A season's standings as CSV: rank, name, club, total, a column for each evening, how many of them count."""
    words = (T("Rank"), T("Name"), T("Club"), T("Total"))
    lines: list[Sequence[object]] = [[*(text.say(voice) for text in words), *evenings, T("Counted").say(voice)]]
    for row in rows:
        cells = [number(worth(one, count)) if one else "" for one in row.evenings]
        counted = sum(one is not None and one.counts for one in row.evenings)
        lines.append((row.place or "", row.name, row.club, number(row.total), *cells, counted))
    return csv_text(lines, comma)


def seats_csv(tournament: Tournament, voice: Voice, comma: bool = False) -> str:
    """Every seat of every round as CSV: round, table, seat, number, name, points."""
    words = (T("Round no."), T("Table"), T("Seat"), T("Number"), T("Name"), T("Points"))
    rows: list[Sequence[object]] = [[text.say(voice) for text in words]]
    for at in tournament.rounds:
        for table, sitting in sorted(at.tables.items()):
            for seat, player in enumerate(sitting.seats):
                points = sitting.result.paid(seat) if sitting.result else ""
                rows.append((at.number, table, seat + 1, player, tournament.names[player], points))
        rows += [(at.number, "", "", player, tournament.names[player], "") for player in at.out]
    return csv_text(rows, comma)


def as_json(tournament: Tournament, voice: Voice) -> dict[str, Any]:
    """The whole tournament for a program: what was agreed, players, rounds with every version of each result, the
    standings of players and teams, with the scoring and the tie-breaks by word and in the reader's language.
    """
    found = standings(tournament)
    return {
        "settings": freeze(tournament.settings),
        "scoring": {"word": found.scoring, "text": SCORINGS[found.scoring].say(voice)},
        "ties": [{"word": word, "text": TIES[word].say(voice)} for word in found.ties],
        "players": [_player(tournament, player.number) for player in tournament.players],
        "rounds": [_round(tournament, at.number) for at in tournament.rounds],
        "standings": [_row(row) for row in found.rows],
        "teams": [_row(row) for row in team_standings(tournament).rows] if tournament.settings.team > 1 else [],
        "penalties": [freeze(penalty) for penalty in tournament.value.penalties.values()],
        "finished": tournament.value.finished,
    }


def _player(tournament: Tournament, player: int) -> dict[str, Any]:
    found = tournament.value.players[player]
    return {
        **freeze(found.entrant),
        "shown": tournament.names[player],
        "since": found.since,
        "until": found.until,
        "replaced_by": found.by,
    }


def _round(tournament: Tournament, at: int) -> dict[str, Any]:
    found = tournament.value.rounds[at]
    return {
        "number": at,
        "out": list(found.out),
        "certificate": dict(found.certificate),
        "complete": found.complete,
        "tables": [
            {
                "number": sitting.number,
                "seats": list(sitting.seats),
                "confirmed": sitting.confirmed,
                "results": [freeze(result) for result in sitting.results],
            }
            for _, sitting in sorted(found.tables.items())
        ],
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "place": row.place,
        "level": row.level,
        "players": list(row.players),
        "name": row.name,
        "club": row.club,
        "team": row.team,
        "total": number(row.total),
        "penalties": row.penalties,
        "rounds": [
            {"points": number(cell.points), "table": cell.table, "kind": cell.kind, "counts": cell.counts}
            if cell
            else None
            for cell in row.rounds
        ],
        "breaks": [number(value) for value in row.breaks],
    }


# A season in a calendar


def ics(evenings: Iterable[tuple[str, Settings, str]]) -> str:
    """A calendar (RFC 5545) of tournaments: id, settings, when it was last changed (UTC, ISO 8601). One without a day
    is left out. A day with a time (`2026-11-21T19:30`) lasts five hours, in the time of the place; without, all day.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Referee//Tournaments//EN", "CALSCALE:GREGORIAN"]
    for key, settings, changed in evenings:
        if not settings.day:
            continue
        day, _, hour = settings.day.partition("T")
        plain = re.sub("-", "", day)
        start = f"DTSTART;VALUE=DATE:{plain}" if not hour else f"DTSTART:{plain}T{hour.replace(':', '')}00"
        lines += [
            "BEGIN:VEVENT",
            f"UID:{key}@referee",
            "DTSTAMP:" + re.sub(r"[-:]|[.]\d+", "", changed),
            start,
            *(["DURATION:PT5H"] if hour else []),
            f"SUMMARY:{_escaped(settings.title)}",
            *([f"LOCATION:{_escaped(settings.place)}"] if settings.place else []),
            *([f"CATEGORIES:{_escaped(settings.season)}"] if settings.season else []),
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _escaped(text: str) -> str:
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\n", "\\n")


def _folded(line: str) -> Iterable[str]:
    """A line of a calendar has at most 75 bytes; what follows begins with a space."""
    part, length = "", 0
    for letter in line:
        size = len(letter.encode())
        if length + size > 75:
            yield part
            part, length = " ", 1
        part, length = part + letter, length + size
    yield part
