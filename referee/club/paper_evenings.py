"""Evenings from a spreadsheet: one row for each person, or one for each evening with a column for each person."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from referee.words.text import Slip, T

MOST = 5_000
"""The most evenings that one file brings."""
FORMS = (
    (re.compile(r"(\d{4})-(\d\d?)-(\d\d?)"), (0, 1, 2)),
    (re.compile(r"(\d\d?)[./](\d\d?)[./](\d{4})"), (2, 1, 0)),
)
"""How a day is written: 2025-11-27; 27.11.2025 or 27/11/2025. Each with the places of year, month and day."""


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a person."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class PaperEvening:
    """An evening on paper: its day (`2025-11-27`), its game (a name of a game here, else as it was written), scores."""

    day: str
    game: str
    scores: tuple[Score, ...]


def evenings_of(text: str, game: str) -> tuple[PaperEvening, ...]:
    """The evenings of a table of text: cells between tabs, semicolons or commas, as a spreadsheet copies or saves them.

    Its first row is either “date, name, points” (in any order; then perhaps “game”), in the words of any of our
    languages, with a row for each person; or a date and names, with a row for each evening. Raises Slip with its row.
    """
    rows = [(number, row) for number, row in enumerate(_rows(text), 1) if any(row)]
    if len(rows) < 2:
        raise Slip(T("expected a first row with names and a row for each evening below it"))
    head = [cell.casefold() for cell in rows[0][1]]
    places = [next((at for at, cell in enumerate(head) if cell in words), None) for words in HEADS]
    day, name, points, what = places
    won: dict[tuple[str, str], dict[str, int]] = {}
    for number, row in rows[1:]:
        cells = dict(enumerate(row))
        try:
            if name is None or points is None:
                key = _day(cells.get(0, "")), game
                scores = [(rows[0][1][at], cell) for at, cell in list(cells.items())[1:] if cell]
            else:
                key = _day(cells.get(day or 0, "")), (cells.get(what, "") if what is not None else "") or game
                scores = [(cells.get(name, ""), cells.get(points, ""))]
            for who, cell in scores:
                _add(won.setdefault(key, {}), who, cell)
        except Slip as slip:
            raise slip.at(number) from None
    if len(won) > MOST:
        raise Slip(T("{found} evenings: one file brings at most {most}", found=len(won), most=MOST))
    return tuple(PaperEvening(*key, tuple(map(Score, some, some.values()))) for key, some in sorted(won.items()))


HEADS = (
    ("date", "day", "jour", "datum", "tag"),
    ("name", "player", "nom", "joueur", "spieler"),
    ("points", "score", "punkte"),
    ("game", "jeu", "spiel"),
)
"""The words for the columns of day, name, points and game."""


def _rows(text: str) -> Iterator[list[str]]:
    text = text.lstrip("\ufeff")
    first = text.partition("\n")[0]
    between = max("\t;,", key=first.count)
    return ([cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=between))


def _day(cell: str) -> str:
    for form, places in FORMS:
        if match := form.fullmatch(cell):
            try:
                return date(*(int(match.groups()[at]) for at in places)).isoformat()
            except ValueError:
                break
    raise Slip(T("“{found}” is no day: expected one as 2025-11-27 or 27.11.2025", found=cell))


def _add(scores: dict[str, int], name: str, cell: str) -> None:
    if not name:
        raise Slip(T("there is no name"))
    if name in scores:
        raise Slip(T("{name} has points twice on this day", name=name))
    if not re.fullmatch(r"[+\-−]?\d{1,9}", cell):
        raise Slip(T("“{found}” is no number of points: expected a whole one, such as 120 or -40", found=cell))
    scores[name] = int(cell.replace("−", "-"))
