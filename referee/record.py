"""A table's record: its header and its facts, each with the line it stands on.

The text is a contract other programs rely on (UTF-8, one fact a line, at most 1 MB). Anything unreadable is
refused with its line, what stood there and what was expected, and nothing of the text is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.events import Corrected, Inserted, Ruled, Struck
from referee.grammar import Fact, Word, parse_words, quote, split, unwritable
from referee.texts import Slip, T

MOST_BYTES = 1_000_000
HEADER = ("game", "preset", "option", "seats")


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact and the line it stands on (in the log: its sequence number)."""

    line: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class Header:
    """What is agreed before the first deal: the game, its laws, who sits where."""

    game: str
    seats: tuple[str, ...]
    preset: str | None = None
    options: tuple[tuple[str, str], ...] = ()

    def lines(self) -> list[str]:
        """The header as the record writes it."""
        written = [f"game {quote(self.game)}"]
        if self.preset is not None:
            written.append(f"preset {quote(self.preset)}")
        written += [f"option {name}={quote(value)}" for name, value in self.options]
        return [*written, "seats " + " ".join(map(quote, self.seats))]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record, read."""

    header: Header
    entries: tuple[Entry, ...]


def decode(data: bytes) -> str:
    """The text of a file; raises Slip for more than 1 MB, for what is not UTF-8 and for control characters."""
    if len(data) > MOST_BYTES:
        raise Slip(T("the file has {found} bytes; a record has at most {most}", found=len(data), most=MOST_BYTES))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Slip(
            T("byte {found} is not UTF-8, the encoding of records", found=f"0x{data[error.start]:02x}"), line=line
        ) from None
    for number, line_text in enumerate(text.split("\n"), 1):
        odd = None if line_text.isprintable() else unwritable(line_text)
        if odd is not None:
            raise Slip(T("the character {found} has no place in a record", found=repr(odd)), line=number)
    return text


def read(data: bytes | str) -> Record:
    """Read a record; raises Slip, with the line, at the first thing that is not one."""
    text = decode(data if isinstance(data, bytes) else data.encode())
    found: list[tuple[int, list[Word]]] = []
    entries: list[Entry] = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            words = split(line.rstrip("\r"))
            if not words:
                continue
            if words[0].key is None and words[0].text in HEADER:
                if entries:
                    raise Slip(T("“{found}” belongs before the first deal", found=words[0].text), found=words[0].text)
                found.append((number, words))
            else:
                entries.append(Entry(number, parse_words(words)))
        except Slip as slip:
            raise slip.at(number) from None
    return Record(_header(found), tuple(entries))


def _header(lines: list[tuple[int, list[Word]]]) -> Header:
    said: dict[str, str] = {}
    options: dict[str, str] = {}
    seats: tuple[str, ...] = ()
    for number, words in lines:
        name = words[0].text
        if name == "option":
            for word in words[1:]:
                if word.key is None or word.key in options:
                    raise Slip(T("“{found}”: expected one key=value for each house rule", found=word.text), line=number)
                options[word.key] = word.text
            continue
        if name in said:
            raise Slip(T("“{found}” stands twice in the header", found=name), line=number, found=name)
        said[name] = words[1].text if len(words) > 1 else ""
        if len(words) < 2 or any(word.key for word in words[1:]) or (name != "seats" and len(words) > 2):
            raise Slip(T("“{found}”: expected a name after it", found=name), line=number, found=name)
        if name == "seats":
            seats = tuple(word.text for word in words[1:])
            twice = next((seat for seat in seats if seats.count(seat) > 1), None)
            if twice is not None:
                raise Slip(T("two seats are called {found}", found=twice), line=number, found=twice)
    for name in ("game", "seats"):
        if name not in said:
            raise Slip(T("the record has no line “{expected}”", expected=name), line=1, expected=name)
    return Header(said["game"], seats, said.get("preset"), tuple(options.items()))


def write(record: Record) -> str:
    """The record as text. Its facts follow the header line by line, so their lines may move: what refers to a
    line (`ruling`, `correct`, …) moves with it.
    """
    head = record.header.lines()
    moved = {entry.line: len(head) + place for place, entry in enumerate(record.entries, 1)}
    return "\n".join([*head, *(moved_to(entry.fact, moved).line() for entry in record.entries)]) + "\n"


def moved_to(fact: Fact, lines: dict[int, int]) -> Fact:
    """The same fact, referring to lines that have moved."""
    if isinstance(fact, Corrected | Inserted):
        return replace(fact, at=lines.get(fact.at, fact.at), fact=moved_to(fact.fact, lines))
    if isinstance(fact, Ruled | Struck):
        return replace(fact, at=lines.get(fact.at, fact.at))
    return fact


def renumbered(record: Record) -> Record:
    """The same record with its facts numbered 1, 2, 3 …, as the log keeps them."""
    moved = {entry.line: place for place, entry in enumerate(record.entries, 1)}
    return Record(
        record.header, tuple(Entry(place, moved_to(e.fact, moved)) for place, e in enumerate(record.entries, 1))
    )
