"""CSV files of standings, seats and seasons, and a season as a calendar; document.py has the whole as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from referee.tournament.columns import columns, points
from referee.tournament.season import Ranking, rate
from referee.tournament.settings import Settings
from referee.tournament.standings import Standings
from referee.tournament.tournament import Tournament
from referee.words.spreadsheet import csv_text
from referee.words.text import T, Voice

PLACES = 2
"""Digits after the point of points that are not whole."""


def number(value: Fraction) -> int | float:
    """Points for a program: a whole number, or rounded to two digits."""
    return int(value) if value.denominator == 1 else round(float(value), PLACES)


def standings_csv(standings: Standings, voice: Voice, comma: bool = False) -> str:
    """Standings as CSV: every column of `columns.py`; who has no result stands last, without a rank."""
    there = columns(standings, "file")
    rows: list[Sequence[object]] = [[column.head.say(voice) for column in there]]
    rows += [[_cell(points(column.value(row))) for column in there] for row in (*standings.rows, *standings.waiting)]
    return csv_text(rows, comma)


def _cell(value: Fraction | int | str | None) -> object:
    return number(value) if isinstance(value, Fraction) else "" if value is None else value


def season_csv(ranked: Ranking, evenings: Sequence[str], voice: Voice, comma: bool = False) -> str:
    """A season's standings as CSV: rank, name, club, total, each evening, how many evenings count."""
    words = (T("Rank"), T("Name"), T("Club"), T("Total"))
    lines: list[Sequence[object]] = [[*(text.say(voice) for text in words), *evenings, T("Counted").say(voice)]]
    for line in ranked.lines:
        worth = {part.evening: number(rate(ranked.rule, part)) for part in line.parts}
        cells = [worth.get(at, "") for at in range(len(evenings))]
        lines.append((line.place or "", line.name, line.club, number(line.total), *cells, len(line.counted)))
    return csv_text(lines, comma)


def seats_csv(tournament: Tournament, voice: Voice, comma: bool = False) -> str:
    """Every seat of every round as CSV: round, table, seat, number, name, points."""
    words = (T("Round no."), T("Table"), T("Seat"), T("Number"), T("Name"), T("Points"))
    rows: list[Sequence[object]] = [[text.say(voice) for text in words]]
    for at in tournament.rounds:
        for table, sitting in sorted(at.tables.items()):
            for seat, player in enumerate(sitting.seats):
                points = sitting.result.net(seat) if sitting.result else ""
                rows.append((at.number, table, seat + 1, player, tournament.names[player], points))
        rows += [(at.number, "", "", player, tournament.names[player], "") for player in at.out]
    return csv_text(rows, comma)


# A season in a calendar


def ics(evenings: Iterable[tuple[str, Settings, str]]) -> str:
    """A calendar (RFC 5545) of tournaments, each given as id, settings and time of the last change (UTC, ISO 8601).

    A tournament without a day is left out. One with a time (`2026-11-21T19:30`) lasts five hours in local time, one
    without lasts all day.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Referee//Tournaments//EN", "CALSCALE:GREGORIAN"]
    for key, settings, changed in evenings:
        if not settings.day:
            continue
        day, _, hour = settings.day.partition("T")
        plain = day.replace("-", "")
        start = f"DTSTART;VALUE=DATE:{plain}" if not hour else f"DTSTART:{plain}T{hour.replace(':', '')}00"
        lines += [
            "BEGIN:VEVENT",
            f"UID:{key}@referee",
            "DTSTAMP:" + re.sub(r"[-:]|[.]\d+", "", changed),
            start,
            *(["DURATION:PT5H"] if hour else []),
            f"SUMMARY:{_escape(settings.title)}",
            *([f"LOCATION:{_escape(settings.place)}"] if settings.place else []),
            *([f"CATEGORIES:{_escape(settings.season)}"] if settings.season else []),
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _fold(line))


def _escape(text: str) -> str:
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\n", "\\n")


def _fold(line: str) -> Iterable[str]:
    """A calendar line folded to at most 75 bytes; each continuation begins with a space."""
    part, length = "", 0
    for letter in line:
        size = len(letter.encode())
        if length + size > 75:
            yield part
            part, length = " ", 1
        part, length = part + letter, length + size
    yield part
