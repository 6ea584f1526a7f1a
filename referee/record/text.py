"""A table's record: its header and its facts, each with its line number.

Other programs rely on the text (UTF-8, one fact a line, at most 1 MB). A text with an unreadable line is refused whole,
with the line, what was found there and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from unicodedata import normalize

from referee.record.facts import Confirmed, Corrected, Dealt, Inserted, Ruled, Struck
from referee.record.grammar import CONTROL, Fact, Word, parse_words, quote, split
from referee.words.text import Slip, T, Text, clip

MOST_BYTES = 1_000_000
MOST_FACTS = 20_000
"""The most facts of a table, many times an evening's; a record that is only checked may have more."""
A_DATE = T("a day as 2026-11-20, or a moment with its zone as 2026-11-20T20:15+01:00")
_AFTER = {
    "game": T("the name of a game"),
    "preset": T("the name of a preset"),
    "option": T("key=value"),
    "seats": T("the names of the seats"),
    "date": A_DATE,
    "title": T("a title"),
    "place": T("a place"),
}
HEADER = tuple(_AFTER)
ONE_WORD = ("game", "preset", "date", "title", "place")
_DATE = re.compile(
    r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
    r"(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d))?"
)
SHORT, LINES = 60, 3_000
"""How long a line may be to be cached, and how many are: short lines, such as a card played, repeat often."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact and its line (in the log: its sequence number).

    `refused`: why the laws refuse it now, where it was stored when they took it; it then changes nothing.
    """

    line: int
    fact: Fact
    refused: Text | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """What is agreed before the first deal: the game, its laws, the names on the seats.

    `date`, `title` and `place` say when, as what and where it was played; each is empty where that is not known.
    """

    game: str
    seats: tuple[str, ...]
    preset: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    date: str = ""
    title: str = ""
    place: str = ""

    def lines(self) -> list[str]:
        """The lines of the header in a record."""
        written = [f"game {quote(self.game)}"]
        if self.preset is not None:
            written.append(f"preset {quote(self.preset)}")
        written += [f"option {name}={quote(value)}" for name, value in self.options]
        written.append("seats " + " ".join(map(quote, self.seats)))
        known = {"date": self.date, "title": self.title, "place": self.place}
        return [*written, *(f"{name} {quote(word)}" for name, word in known.items() if word)]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record. `where` has the line of each part of the header: `game`, `option discard`, …"""

    header: Header
    entries: tuple[Entry, ...]
    where: Mapping[str, int] = field(default_factory=dict, compare=False)


def decode(data: bytes) -> str:
    """The text of a file, each letter with its accents one sign (NFC), so that a name is found however it was typed;
    raises Slip where it is over 1 MB or not UTF-8.
    """
    if len(data) > MOST_BYTES:
        raise Slip(T("the file is too long: a record has at most {most} bytes", most=MOST_BYTES), line=1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"0x{data[error.start]:02x}"
        line = data.count(b"\n", 0, error.start) + 1
        raise Slip(T("byte {found} is not UTF-8, the encoding of records", found=byte), line=line) from None
    return normalize("NFC", text)


def read(data: bytes | str, most: int | None = None) -> Record:
    """Read a record of at most `most` facts; raises Slip, with the line, at the first error."""
    text = decode(data if isinstance(data, bytes) else data.encode(errors="surrogatepass"))
    head = _Head()
    entries: list[Entry] = []
    dealt = False
    for number, line in enumerate(text.split("\n"), 1):
        try:
            content = _cached_content(line) if len(line) <= SHORT else _content(line)
            if isinstance(content, Fact):
                if most is not None and len(entries) >= most:
                    raise Slip(T("a table has at most {most} entries", most=most))
                dealt = dealt or isinstance(content, Dealt)
                entries.append(Entry(number, content))
            elif content:
                if dealt:
                    word = content[0].text
                    raise Slip(T("“{found}” belongs before the first deal", found=word), found=word)
                head.take(number, content)
        except Slip as slip:
            raise slip.at(number) from None
    return Record(head.whole(), tuple(entries), head.where)


def _content(line: str) -> Fact | list[Word]:
    """The fact on a line, or the words of an empty line or one of the header; raises Slip for anything else."""
    words = split(line.removesuffix("\r"))
    header = not words or (words[0].key is None and words[0].text in HEADER)
    return words if header else parse_words(words)


_cached_content = lru_cache(LINES)(_content)


class _Head:
    """The header under construction, line by line."""

    def __init__(self) -> None:
        self.where: dict[str, int] = {}
        self._said: dict[str, tuple[str, ...]] = {}
        self._options: dict[str, str] = {}

    def take(self, number: int, words: list[Word]) -> None:
        name, rest = words[0].text, words[1:]
        if not rest:
            raise Slip(T("the line ends too early: {expected} expected", expected=_AFTER[name]))
        wrong = next((word for word in rest if (word.key is None) == (name == "option")), None)
        if wrong is None and name in ONE_WORD and len(rest) > 1:
            wrong = rest[1]
        if wrong is None and name == "date" and not is_date(rest[0].text):
            wrong = rest[0]
        if wrong is not None:
            stray = clip(wrong.text if wrong.key is None else f"{wrong.key}={wrong.text}")
            raise Slip(
                T("“{found}” stands where {expected} was expected", found=stray, expected=_AFTER[name]), found=stray
            )
        if name == "option":
            for word in rest:
                self._enter(f"option {word.key}", number)
                self._options[word.key or ""] = word.text
            return
        self._enter(name, number)
        self._said[name] = tuple(word.text for word in rest)
        if name == "seats":
            check_seats(self._said[name])

    def _enter(self, name: str, number: int) -> None:
        if name in self.where:
            raise Slip(T("“{found}” stands twice in the header", found=name), found=name)
        self.where[name] = number

    def whole(self) -> Header:
        for name in ("game", "seats"):
            if name not in self._said:
                raise Slip(T("the record has no line “{expected}”", expected=name), line=1, expected=name)
        preset = self._said.get("preset", (None,))[0]
        date, title, place = (self._said.get(name, ("",))[0] for name in ("date", "title", "place"))
        options = tuple(self._options.items())
        return Header(self._said["game"][0], self._said["seats"], preset, options, date, title, place)


def is_date(word: str) -> bool:
    """Whether a word is a day of the calendar, or a moment of one with its zone (ISO 8601)."""
    match = _DATE.fullmatch(word)
    if not match:
        return False
    year, month, day = (int(part) for part in match.groups()[:3])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return year > 0 and day <= (31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def check_seats(seats: tuple[str, ...]) -> None:
    """Raise Slip for a name that is empty, cannot be written down, or occurs twice."""
    seen: set[str] = set()
    for seat in seats:
        if not seat.strip() or CONTROL.search(seat):
            raise Slip(
                T("“{found}” stands where {expected} was expected", found=seat, expected=T("a name")), found=seat
            )
        if seat in seen:
            raise Slip(T("two seats are called {found}", found=clip(seat)), found=seat)
        seen.add(seat)


def write(record: Record) -> str:
    """The record as text: the header, then a line for each fact. References to lines, as in `ruling`, are updated."""
    head = record.header.lines()
    moved = {entry.line: len(head) + place for place, entry in enumerate(record.entries, 1)}
    return "\n".join([*head, *(move_lines(entry.fact, moved).line() for entry in record.entries)]) + "\n"


def move_lines(fact: Fact, lines: dict[int, int]) -> Fact:
    """The fact with its references to lines replaced by their new numbers."""
    if isinstance(fact, Corrected | Inserted):
        return replace(fact, at=lines.get(fact.at, fact.at), fact=move_lines(fact.fact, lines))
    if isinstance(fact, Confirmed):
        return replace(fact, lines=tuple(lines.get(line, line) for line in fact.lines))
    if isinstance(fact, Ruled | Struck):
        return replace(fact, at=lines.get(fact.at, fact.at))
    return fact


def renumber(record: Record) -> Record:
    """The record with its facts numbered 1, 2, 3 …, as in a log."""
    moved = {entry.line: place for place, entry in enumerate(record.entries, 1)}
    return Record(
        record.header, tuple(Entry(place, move_lines(e.fact, moved)) for place, e in enumerate(record.entries, 1))
    )


def rename(record: Record, names: Mapping[str, str]) -> Record:
    """The record with other names on its seats, replaced all at once, so that two may change places."""
    seats = tuple(names.get(seat, seat) for seat in record.header.seats)
    entries = tuple(replace(entry, fact=_rename(entry.fact, names)) for entry in record.entries)
    return replace(record, header=replace(record.header, seats=seats), entries=entries)


def _rename(fact: Fact, names: Mapping[str, str]) -> Fact:
    changed: dict[str, object] = {}
    for each in fields(fact):
        value = getattr(fact, each.name)
        match each.metadata["form"]:
            case "seat" | "seat=":
                changed[each.name] = names.get(value, value)
            case "names":
                changed[each.name] = tuple(names.get(name, name) for name in value)
            case "keys":
                changed[each.name] = tuple((key, _rename_words(text, names)) for key, text in value)
            case "fact":
                changed[each.name] = _rename(value, names)
    return replace(fact, **changed) if changed else fact


def _rename_words(text: str, names: Mapping[str, str]) -> str:
    """A key's value with its names replaced, alone or between commas and colons: `single:Nora,double:Élie`."""
    return "".join(names.get(part, part) for part in re.split(r"([,:])", text))
