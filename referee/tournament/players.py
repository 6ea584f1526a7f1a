"""Players in a table of text (CSV): read row by row, all or nothing, and written so that no spreadsheet runs them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from referee.record.grammar import CONTROL
from referee.tournament.settings import Entrant
from referee.tournament.tournament import Tournament
from referee.words.spreadsheet import RUNS, csv_text
from referee.words.text import Slip, T, Text, clip

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "number": (
        "number", "no", "num", "#", "numéro", "numero", "n°", "nº", "dossard", "nummer", "nr", "startnummer",
        "start-nr", "startnr",
    ),
    "name": (
        "name", "player", "full name", "participant", "nom", "joueur", "nom et prénom", "nom prénom", "prénom nom",
        "prénom et nom", "spieler", "spielername", "teilnehmer", "vor- und nachname", "name vorname", "name, vorname",
    ),
    "last": (
        "last name", "lastname", "surname", "family name", "nom de famille", "nachname", "familienname", "zuname",
    ),
    "first": ("first name", "firstname", "given name", "prénom", "prenom", "vorname", "rufname"),
    "club": ("club", "association", "klub", "verein", "spielgemeinschaft"),
    "team": ("team", "équipe", "equipe", "mannschaft"),
    "apart": ("apart", "keep apart", "séparer", "separer", "getrennt"),
    "fixed": ("table", "fixed table", "table fixe", "tisch", "fester tisch"),
    "": (
        "licence", "n° licence", "n° de licence", "numéro de licence", "license", "lizenz", "mitgliedsnummer", "e-mail",
        "email", "mail", "courriel", "téléphone", "tél", "phone", "telefon", "tel", "mobile", "ville", "city", "ort",
        "catégorie", "category", "kategorie", "âge", "age", "alter", "date", "datum", "comité", "ligue", "verband",
    ),
}  # fmt: skip
"""The columns known, by the words that may stand above them; last those left alone, as is what is not here."""
SEPARATOR = re.compile(r"sep=([,;\t])")
"""What Excel writes before a table: what stands between its columns."""
MOST_TITLES = 5
"""How many lines of title may stand above the headings."""
MOST_ROWS, MOST_BYTES, MOST_LETTERS = 5000, 2_000_000, 80


class ListedAlready(Slip):
    """Players of a file who are on the list already. Nothing was taken."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(T("on the list already: {names}", names=tuple(names)), names=tuple(names))


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


def players_csv(tournament: Tournament, comma: bool = False) -> str:
    """The players, with the columns `read_players` reads."""
    parted = any(player.entrant.last for player in tournament.players)
    rows: list[Sequence[object]] = [
        ("number", *(("first name", "last name") if parted else ("name",)), "club", "team", "apart", "table")
    ]
    for player in tournament.players:
        who = player.entrant
        last = who.last or who.name
        names = (who.name.removesuffix(last).strip(), last) if parted else (who.name,)
        rows.append((who.number, *names, who.club, who.team, who.apart, who.fixed or ""))
    return csv_text(rows, comma)


def read_players(data: bytes, first: int = 1) -> tuple[Entrant, ...]:
    """The players of a file, numbered from `first` in its order where it has no numbers. Commas, semicolons or tabs
    between the columns; titles may stand above the headings; without headings the first column is the name, the second
    the club. Raises RowsRefused with every row that cannot be read, Slip for a file that is none.
    """
    places, head, rows = _headed(_rows(text_of(data)))
    loose = sum(_spaced(cells) for _, cells in rows) * 2 > len(rows)
    found: list[Entrant] = []
    wrong: list[tuple[int, Text]] = []
    taken: dict[int, int] = {}
    for line, cells in rows:
        said = {name: _cell(cells, at) for name, at in places.items() if name}
        try:
            if head and (any(map(str.strip, cells[len(head) :])) or (_spaced(cells) and not loose)):
                raise Slip(T("more columns than headings here: put quotes around a text that holds a comma"))
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


def new_ones(tournament: Tournament, entrants: Sequence[Entrant], doubles: str = "") -> tuple[Entrant, ...]:
    """The players of a file who are to be signed up. Some of the name and club of somebody on the list are left out
    with `doubles` as `skip`, taken as others with `take`; raises ListedAlready where nothing is said of them.
    """

    def key(one: Entrant) -> tuple[str, str]:
        return one.name.casefold(), one.club.casefold()

    there = {key(player.entrant) for player in tournament.players}
    listed = [one for one in entrants if key(one) in there]
    if listed and not doubles:
        raise ListedAlready([one.name for one in listed])
    left = [one for one in entrants if doubles == "take" or key(one) not in there]
    if doubles != "take":
        return tuple(left)
    return _numbered((replace(one, number=0) for one in left), set(), tournament.next_number)


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


def text_of(data: bytes) -> str:
    """The text of a file: Unicode, else as Windows or an old Macintosh wrote it. Raises Slip for what is no text."""
    if len(data) > MOST_BYTES:
        raise Slip(T("the file is too long: at most {most} bytes", most=MOST_BYTES))
    if data[:4] == b"PK\x03\x04":
        raise Slip(T("this is a spreadsheet, not CSV: save it as “CSV UTF-8”, and choose that file"))
    # What Windows writes as é, ü, ß lies above 0xC0, a Macintosh's below 0xA0, where Windows has signs seldom used.
    mac = sum(0x80 <= byte < 0xA0 for byte in data) > sum(byte >= 0xC0 for byte in data)
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "mac_roman" if mac else "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Slip(T("this file is no text"))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, each with its line."""
    lines = text.split("\n", MOST_TITLES * 2)
    said = SEPARATOR.match(lines[0].strip('"\r ').casefold())
    between = said[1] if said else max(";\t,", key="".join(lines[: MOST_TITLES * 2]).count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not (said and line == 1):
                rows.append((line, cells if between == "," else [cell.strip() for cell in cells]))
            line = reader.line_num + 1
            if len(rows) > MOST_ROWS:
                raise Slip(T("the file is too long: at most {most} rows", most=MOST_ROWS))
    except csv.Error:
        raise Slip(T("this row cannot be read: is a quote left open?"), line=line) from None
    if not rows:
        raise Slip(T("there is no player in this file"))
    return rows


Row = tuple[int, list[str]]


def _headed(rows: list[Row]) -> tuple[dict[str, int], list[str], list[Row]]:
    """Where each column stands, the headings, the rows below them. Raises Slip for headings without a name."""
    for at, (line, cells) in enumerate(rows[:MOST_TITLES]):
        known = _places(cells)
        if "name" in known and (at == 0 or len(known) > 1):
            return known, cells, rows[at + 1 :]
        if len(known) > 1:
            expected = ("Name", "Nom", "Nachname")
            text = T("no column of these headings is the name: expected one of {expected}", expected=expected)
            raise Slip(text, line=line)
    return {"name": 0, "club": 1}, [], rows


def _places(cells: Sequence[str]) -> dict[str, int]:
    words = {word: name for name, some in COLUMNS.items() for word in some}
    said = [" ".join(cell.strip(" \t.:*").casefold().split()) for cell in cells]
    found = {words[word]: at for at, word in reversed(list(enumerate(said))) if word in words}
    return {**found, "name": found["last"]} if "last" in found else found


def _spaced(cells: Sequence[str]) -> bool:
    """Whether a comma stands in a row as in a sentence, with a space after it."""
    return any(cell[:1] == " " for cell in cells[1:])


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
        said["name"] if said.get("first") else "",
    )


def _count(text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 6 and int(text)):
        raise Slip(T("“{found}” stands where {expected} was expected", found=clip(text), expected=T("a number")))
    return int(text)
