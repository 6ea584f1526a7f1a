"""Players in a table of text (CSV): read row by row, all or nothing, and written so that no spreadsheet runs them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from referee.grammar import CONTROL, clip
from referee.spreadsheet import RUNS, written
from referee.texts import Slip, T, Text
from referee.tournament.event import Tournament
from referee.tournament.settings import Entrant

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "number": ("number", "no", "numéro", "numero", "n°", "nummer", "nr"),
    "name": ("name", "player", "nom", "joueur", "spieler"),
    "first": ("first name", "firstname", "prénom", "prenom", "vorname"),
    "club": ("club", "klub", "verein"),
    "team": ("team", "équipe", "equipe", "mannschaft"),
    "apart": ("apart", "keep apart", "séparer", "separer", "getrennt"),
    "fixed": ("table", "fixed table", "table fixe", "tisch", "fester tisch"),
}
"""The columns known, by the words that may stand above them; what stands above others is left alone."""
MOST_ROWS, MOST_BYTES, MOST_LETTERS = 5000, 2_000_000, 80


class RowsRefused(Slip):
    """Rows that cannot be read: the line and the reason of each. Nothing was taken."""

    def __init__(self, rows: Sequence[tuple[int, Text]]) -> None:
        first = T("line {line}: {text}", line=rows[0][0], text=rows[0][1])
        super().__init__(
            T("{count} rows cannot be read, and nothing was taken. {first}", count=len(rows), first=first)
            if len(rows) > 1
            else T("one row cannot be read, and nothing was taken. {first}", first=first)
        )
        self.rows = tuple(rows)


def players_csv(tournament: Tournament) -> str:
    """The players, with the columns `read_players` reads."""
    rows: list[Sequence[object]] = [("number", "name", "club", "team", "apart", "table")]
    for player in tournament.players:
        who = player.entrant
        rows.append((who.number, who.name, who.club, who.team, who.apart, who.fixed or ""))
    return written(rows)


def read_players(data: bytes, first: int = 1) -> tuple[Entrant, ...]:
    """The players of a file, numbered from `first` in its order where it has no numbers. Commas, semicolons or tabs
    between the columns; without headings the first column is the name, the second the club. Raises RowsRefused with
    every row that cannot be read, Slip for a file that is none.
    """
    rows = _rows(_text(data))
    if not rows:
        raise Slip(T("there is no player in this file"))
    places = _places(rows[0][1])
    if places is None:
        places = {"name": 0, "club": 1}
    else:
        rows = rows[1:]
    found: list[Entrant] = []
    wrong: list[tuple[int, Text]] = []
    taken: dict[int, int] = {}
    for line, cells in rows:
        said = {name: _cell(cells, at) for name, at in places.items()}
        try:
            entrant = _entrant(said)
        except Slip as slip:
            wrong.append((line, slip.text))
            continue
        if entrant.number:
            if entrant.number in taken:
                wrong.append(
                    (
                        line,
                        T("number {found} stands on line {line} too", found=entrant.number, line=taken[entrant.number]),
                    )
                )
            taken[entrant.number] = line
        found.append(entrant)
    if wrong:
        raise RowsRefused(wrong)
    if not found:
        raise Slip(T("there is no player in this file"))
    return _numbered(found, set(taken), first)


def _numbered(found: Iterable[Entrant], taken: set[int], first: int) -> tuple[Entrant, ...]:
    given, number = [], first
    for entrant in found:
        if not entrant.number:
            while number in taken:
                number += 1
            entrant = replace(entrant, number=number)
            taken.add(number)
        given.append(entrant)
    return tuple(given)


def _text(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise Slip(T("the file is too long: at most {most} bytes", most=MOST_BYTES))
    for encoding in ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Slip(T("this file is no text"))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, each with its line."""
    head = text.split("\n", 1)[0]
    between = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((line, cells))
            line = reader.line_num + 1
            if len(rows) > MOST_ROWS:
                raise Slip(T("the file is too long: at most {most} rows", most=MOST_ROWS))
    except csv.Error:
        raise Slip(T("this row cannot be read: is a quote left open?"), line=line) from None
    return rows


def _places(cells: Sequence[str]) -> dict[str, int] | None:
    known = {word: name for name, words in COLUMNS.items() for word in words}
    found = {known[cell.strip().casefold()]: at for at, cell in enumerate(cells) if cell.strip().casefold() in known}
    return found if "name" in found else None


def _cell(cells: Sequence[str], at: int) -> str:
    text = cells[at].strip() if at < len(cells) else ""
    return text[1:] if text[:1] == "'" and text[1:2] in RUNS else text


def _entrant(said: Mapping[str, str]) -> Entrant:
    name = " ".join(part for part in (said.get("first", ""), said["name"]) if part)
    if not name:
        raise Slip(T("a player needs a name"))
    for text in said.values():
        if CONTROL.search(text):
            raise Slip(T("“{found}” holds a character that cannot be kept", found=clip(repr(text)[1:-1])))
        if len(text) > MOST_LETTERS:
            raise Slip(T("“{found}” is too long: at most {most} letters", found=clip(text), most=MOST_LETTERS))
    return Entrant(
        _count(said.get("number", "")),
        name,
        said.get("club", ""),
        said.get("team", ""),
        said.get("apart", ""),
        _count(said.get("fixed", "")),
    )


def _count(text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 6 and int(text)):
        raise Slip(T("“{found}” stands where {expected} was expected", found=clip(text), expected=T("a number")))
    return int(text)
