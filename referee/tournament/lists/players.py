"""Read a list of players: guess its columns, find who is new, say why a row is left out. Write the list as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from referee.record.grammar import CONTROL
from referee.tournament.encoding import Fact
from referee.tournament.facts import Added
from referee.tournament.lists.file import Row, rows_of
from referee.tournament.lists.written import (
    CLUB,
    LISTED_NUMBER,
    MARK,
    NO_PLAYER,
    check_player,
    notes_of,
    one_a_line,
    plain_columns,
)
from referee.tournament.money.listed import Dues, categories_in, facts_of_list, payment_in
from referee.tournament.people import person
from referee.tournament.settings import Entrant
from referee.tournament.tournament import Tournament
from referee.words.spreadsheet import RUNS, csv_text
from referee.words.text import Slip, T, Text, Voice, clip

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "number": (
        "number", "no", "num", "#", "numéro", "numero", "n°", "nº", "dossard", "nummer", "nr", "startnummer",
        "start-nr", "startnr",
    ),
    "name": (
        "name", "player", "full name", "participant", "nom", "joueur", "nom et prénom", "nom prénom", "prénom nom",
        "prénom et nom", "spieler", "spielername", "teilnehmer", "vor- und nachname", "name vorname",
    ),
    "turned": (
        "nachname, vorname", "name, vorname", "nom, prénom", "last name, first name", "last, first",
        "surname, first name",
    ),
    "last": (
        "last name", "lastname", "surname", "family name", "nom de famille", "nachname", "familienname", "zuname",
    ),
    "first": ("first name", "firstname", "given name", "prénom", "prenom", "vorname", "rufname"),
    "club": ("club", "association", "klub", "verein", "spielgemeinschaft"),
    "team": ("team", "équipe", "equipe", "mannschaft"),
    "apart": ("apart", "keep apart", "séparer", "separer", "séparés", "getrennt"),
    "fixed": ("table", "fixed table", "table fixe", "tisch", "fester tisch"),
    "licence": (
        "licence", "n° licence", "n° de licence", "numéro de licence", "license", "licence number", "lizenz",
        "lizenznummer", "mitgliedsnummer", "mitglieds-nr",
    ),
    "seeded": ("seeded", "seed", "tête de série", "tete de serie", "tds", "gesetzt", "setzplatz", "setzliste"),
    "category": (
        "catégorie", "categorie", "catégories", "category", "categories", "kategorie", "kategorien", "série", "serie",
        "series", "klasse", "spielklasse", "altersklasse",
    ),
    "paid": (
        "paid", "payé", "paye", "payée", "réglé", "regle", "réglée", "règlement", "reglement", "paiement", "payment",
        "bezahlt", "gezahlt", "zahlung", "eingezahlt", "startgeld bezahlt", "droits réglés", "droits payés",
    ),
    "coming": (
        "coming", "comes", "attending", "attendance", "present", "présent", "présente", "présence", "presence", "vient",
        "participe", "participation", "kommt", "anwesend", "dabei", "teilnahme", "zusage",
    ),
    "": (
        "e-mail", "email", "mail", "courriel", "téléphone", "tél", "phone", "telefon", "tel", "mobile", "ville", "city",
        "ort", "âge", "age", "alter", "date", "datum", "comité", "ligue", "verband",
    ),
}  # fmt: skip
"""The known columns and their headings; last the headings to leave out, as any unknown one is."""
FIRST_WORDS: Mapping[str, tuple[str, ...]] = {
    "last": ("nom", "nachname", "last name", "surname"),
    "first": ("prénom", "prenom", "vorname", "first name"),
    "licence": ("licence", "license", "n° licence", "n° de licence", "numéro de licence", "lizenz", "mitgliedsnummer"),
    "club": ("club", "verein"),
}
"""The first words of longer headings."""
SOMEBODY_ELSE = ("payeur", "acheteur", "payer", "buyer", "besteller", "rechnung", "zahler", "contact", "kontakt")
"""What a heading says whose column names who paid, and not who plays."""
FIELDS: Mapping[str, Text] = {
    "": T("left out"),
    "name": T("name"),
    "last": T("last name"),
    "turned": T("last name, first name"),
    "first": T("first name"),
    "club": T("club"),
    "team": T("team"),
    "licence": T("licence number"),
    "number": T("number"),
    "apart": T("keep apart (same word)"),
    "fixed": T("table kept"),
    "seeded": T("seeded"),
    "category": T("category"),
    "paid": T("paid"),
    "coming": T("coming"),
}
"""The names of the columns on the page."""
HEADS: Mapping[str, Text] = {
    "number": T("number"),
    "first": T("first name"),
    "last": T("last name"),
    "name": T("name"),
    "club": T("club"),
    "team": T("team"),
    "apart": T("apart"),
    "fixed": T("table"),
    "licence": T("licence"),
    "seeded": T("seeded"),
    "category": T("category"),
}
"""The headings of a list that is written, in the order of its columns; `COLUMNS` knows them in every language."""
UNSEEDED = ("", "0", "no", "non", "nein", "-", "–")
"""The cells of the column `seeded` that say no."""
WHOLE_NAMES = ("name", "last", "turned")
"""The columns that name a player."""
MOST_TITLES = 5
"""How many title lines may stand above the headings."""
MOST_LETTERS = 80
NO_DUES = Dues(0)


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a list: its line in the file, its cells, the player it names, or why it names none.

    `dues`: the categories and the payment of that player, whose number it does not know.
    """

    line: int
    cells: tuple[str, ...]
    entrant: Entrant | None
    why: Text | None = None
    dues: Dues = NO_DUES


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as read: title lines, headings, the kind of each column (a word of FIELDS), rows."""

    titles: tuple[str, ...]
    heads: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[Listed, ...]

    @property
    def named(self) -> bool:
        """Whether a column holds the name."""
        return not set(WHOLE_NAMES).isdisjoint(self.columns)

    @property
    def beside(self) -> int:
        """The column, from 1, where a second block of names stands beside the first; 0 for none."""
        named = [_word(head) for head in self.heads]
        again = (at for at, word in enumerate(named) if word in WHOLE_NAMES and word in named[:at])
        numbered = (at for at in range(1, len(self.columns)) if self._goes_on(at)) if not self.heads else iter(())
        return next(chain(again, numbered), -1) + 1

    def _goes_on(self, at: int) -> bool:
        """Whether a column counts on as the first one does, both beside words."""
        cells = [[row.cells[column] for row in self.rows if column < len(row.cells)] for column in (0, at)]
        numbers = [[cell.rstrip(".)") for cell in column if cell] for column in cells]
        counts = all(column and all(map(str.isdecimal, column)) for column in numbers)
        return counts and all(int(two) == int(one) + 1 for column in numbers for one, two in pairwise(column))

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The players it names."""
        return tuple(row.entrant for row in self.rows if row.entrant)


def read_list(text: str, columns: Sequence[str] = (), headed: bool | None = None) -> PlayerList:
    """The players listed in a text; each column is as said, or guessed by its heading.

    Commas, semicolons or tabs separate the columns. `headed`: whether there are headings, None where their words tell.
    Titles may stand above headings that are known. Without headings the first column is the name and the second the
    club. Raises Slip for a file that is no list.
    """
    all_rows = rows_of(one_a_line(text))
    titles, heads, rows = ([], [], all_rows) if headed is False else _split_headings(all_rows)
    if headed and not heads:
        heads, rows = [cell.strip() for cell in all_rows[0][1]], all_rows[1:]
    width = len(heads) or max((len(cells) for _, cells in rows), default=1)
    guessed = _guess(heads) if heads else plain_columns(rows)
    words = [word if word in FIELDS else "" for word in columns or guessed]
    words_by_column = tuple((words + [""] * width)[:width])
    taken: dict[int, int] = {}
    loose = sum(_is_spaced(cells) for _, cells in rows) * 2 > len(rows)
    notes = notes_of(rows, bool(heads))
    listed = [
        _note(line, cells)
        if line in notes
        else _read_row(line, _rejoin(cells, width, loose), words_by_column, bool(heads) and not loose, taken)
        for line, cells in rows
    ]
    return PlayerList(
        tuple(" ".join(filter(None, cells)) for _, cells in titles), tuple(heads), words_by_column, tuple(listed)
    )


def _split_headings(rows: list[Row]) -> tuple[list[Row], list[str], list[Row]]:
    """The title lines, the headings, the rows below them."""
    for at, (_, cells) in enumerate(rows[:MOST_TITLES]):
        known = [word for word in map(_word, cells) if word is not None]
        if len(known) > 1 or (at == 0 and set(WHOLE_NAMES) & set(known)):
            return rows[:at], [cell.strip() for cell in cells], rows[at + 1 :]
    return [], [], rows


def _guess(heads: Sequence[str]) -> list[str]:
    """The kinds of the columns by their headings; each kind is given once."""
    guesses: list[str] = []
    for word in map(_word, heads):
        guesses.append("" if word is None or word in guesses else word)
    return guesses


def _word(head: str) -> str | None:
    """The kind of column a heading names, None where it is unknown."""
    plain = " ".join(head.strip(" \t.:*").casefold().split())
    if any(word in plain for word in SOMEBODY_ELSE):
        return ""
    exact = next((word for word, some in COLUMNS.items() if plain in some), None)
    longer = (word for word, some in FIRST_WORDS.items() if any(plain.startswith(f"{one} ") for one in some))
    return next(longer, None) if exact is None else exact


def _is_spaced(cells: Sequence[str]) -> bool:
    """Whether a row has a comma followed by a space, as in a sentence."""
    return any(cell[:1] == " " for cell in cells[1:])


def _rejoin(cells: Sequence[str], width: int, loose: bool) -> list[str]:
    """The cells of a row, joined again where unquoted commas split them.

    It is so if the row is too long by as many cells as begin with a space.
    """
    more = len(cells) - width
    if loose or more <= 0 or sum(cell[:1] == " " for cell in cells) != more:
        return list(cells)
    parts: list[str] = []
    for cell in cells:
        if cell[:1] == " " and parts:
            parts[-1] += "," + cell
        else:
            parts.append(cell)
    return parts


def _note(line: int, cells: Sequence[str]) -> Listed:
    return Listed(line, tuple(cell.strip() for cell in cells), None, NO_PLAYER)


def _read_row(line: int, cells: Sequence[str], columns: Sequence[str], strict: bool, taken: dict[int, int]) -> Listed:
    """Read a row. `strict`: a comma followed by a space is an error, as it split a text."""
    stripped = tuple(cell.strip() for cell in cells)
    fields = {name: _cell(cells, at) for at, name in reversed(list(enumerate(columns))) if name}
    _put_right(fields)
    try:
        if any(stripped[len(columns) :]) or (strict and _is_spaced(cells)):
            raise Slip(T("more columns than headings here: put quotes around a text that holds a comma"))
        check_player(stripped, columns, fields)
        entrant = _entrant(fields)
        dues = Dues(0, categories_in(fields.get("category", "")), payment_in(fields.get("paid", "")))
        if entrant.number in taken:
            other = taken[entrant.number]
            raise Slip(T("number {found} stands on line {line} too", found=entrant.number, line=other))
    except Slip as slip:
        return Listed(line, stripped, None, slip.text)
    if entrant.number:
        taken[entrant.number] = line
    return Listed(line, stripped, entrant, dues=dues)


def _put_right(fields: dict[str, str]) -> None:
    """Take numbers, marks and brackets from a name, and part it in two where it is written the other way round."""
    if "name" in fields:
        fields["name"] = LISTED_NUMBER.sub("", fields["name"])
    for part in {"name", "last", "first"} & set(fields):
        fields[part] = MARK.sub("", fields[part])
    if "turned" in fields:
        fields["last"], _, first = fields["turned"].partition(",")
        fields["first"] = fields.get("first") or first.strip()
    if "club" not in fields and (parts := CLUB.fullmatch(fields.get("name", ""))):
        fields["name"], fields["club"] = parts.groups()


def on_list(tournament: Tournament, entrants: Sequence[Entrant]) -> list[bool]:
    """Whether each of these players is listed already: by licence where both have one, else by name and club.

    A player who appears twice among them counts as listed the second time.
    """
    there = [player.entrant for player in tournament.players]
    by_licence = {one.licence for one in there if one.licence}
    by_name: dict[tuple[str, str], list[str]] = {}
    for one in there:
        by_name.setdefault(person(one.name, one.club), []).append(one.licence)
    answers = []
    for one in entrants:
        alike = by_name.setdefault(person(one.name, one.club), [])
        answers.append(one.licence in by_licence if one.licence and all(alike) else bool(alike))
        by_licence |= {one.licence} - {""}
        alike.append(one.licence)
    return answers


def facts_of(tournament: Tournament, rows: Sequence[Listed], doubles: bool = False) -> list[Fact]:
    """The facts of signing up from a list; those already listed only if `doubles` (they are other people).

    Each keeps its number where it is free.
    """
    players = [(row.entrant, row.dues) for row in rows if row.entrant]
    there = on_list(tournament, [entrant for entrant, _ in players])
    wanted = [one for one, known in zip(players, there, strict=True) if doubles or not known]
    taken = {player.number for player in tournament.players}
    free = [replace(one, number=0) if one.number in taken else one for one, _ in wanted]
    new = _number(free, taken | {one.number for one in free}, tournament.next_number)
    listed = [replace(dues, player=one.number) for one, (_, dues) in zip(new, wanted, strict=True)]
    return [Added(new), *facts_of_list(tournament.value.money, listed)] if new else []


def _number(entrants: Iterable[Entrant], taken: set[int], first: int) -> tuple[Entrant, ...]:
    given, number = [], first
    for entrant in entrants:
        if not entrant.number:
            while number in taken:
                number += 1
            entrant = replace(entrant, number=number)
            taken.add(number)
        given.append(entrant)
    return tuple(given)


def _cell(cells: Sequence[str], at: int) -> str:
    text = cells[at].strip() if at < len(cells) else ""
    return text[1:] if text[:1] == "'" and text[1:2] in RUNS else text


def _entrant(fields: Mapping[str, str]) -> Entrant:
    last, first = fields.get("last") or fields.get("name", ""), fields.get("first", "")
    name = " ".join(part for part in (first, last) if part)
    if not name:
        raise Slip(T("a player needs a name"))
    for text in fields.values():
        if CONTROL.search(text):
            raise Slip(T("“{found}” holds a character that cannot be kept", found=clip(repr(text)[1:-1])))
        if len(text) > MOST_LETTERS:
            raise Slip(T("“{found}” is too long: at most {most} letters", found=clip(text), most=MOST_LETTERS))
    words = {word: fields.get(word, "") for word in ("club", "team", "apart", "licence")}
    numbers = {word: _count(fields.get(word, "")) for word in ("number", "fixed")}
    seeded = fields.get("seeded", "").casefold() not in UNSEEDED
    return Entrant(name=name, last=last if first else "", seeded=seeded, **words, **numbers)  # type: ignore[arg-type]


def _count(text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and 0 < len(text) <= 6 and int(text)):
        raise Slip(T("“{found}” stands where {expected} was expected", found=clip(text), expected=T("a number")))
    return int(text)


def players_csv(tournament: Tournament, voice: Voice, comma: bool = False) -> str:
    """The players as CSV, with headings that `read_list` reads."""
    players = [player.entrant for player in tournament.players]
    groups, parted = tournament.value.money.groups, any(who.last for who in players)
    left_out = {"name"} if parted else {"first", "last"}
    left_out |= {word for word in ("licence", "seeded") if not any(getattr(who, word) for who in players)}
    left_out |= set() if any(groups.values()) else {"category"}
    words = [word for word in HEADS if word not in left_out]
    rows: list[Sequence[object]] = [[HEADS[word].say(voice) for word in words]]
    for who in players:
        last = who.last or who.name
        cells = {
            "number": who.number, "name": who.name, "first": who.name.removesuffix(last).strip(), "last": last,
            "club": who.club, "team": who.team, "apart": who.apart, "fixed": who.fixed or "", "licence": who.licence,
            "seeded": T("yes").say(voice) if who.seeded else "", "category": ", ".join(groups.get(who.number, ())),
        }  # fmt: skip
        rows.append([cells[word] for word in words])
    return csv_text(rows, comma)
