"""What people say of the book: a group's name, whose colour is which, what a point is worth. Facts of one log."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from typing import ClassVar

from referee.book.money import NOTHING, Worth
from referee.record.encoding import JSON


@dataclass(frozen=True, slots=True)
class Said:
    """Something said of the book; `word` names its kind in the log."""

    word: ClassVar[str] = ""

    def json(self) -> JSON:
        """The fact as JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Named(Said):
    """The group of a table has a name, or none where it is empty."""

    word: ClassVar[str] = "named"
    group: str
    title: str


@dataclass(frozen=True, slots=True)
class Joined(Said):
    """The groups of two tables are one group."""

    word: ClassVar[str] = "joined"
    group: str
    other: str


@dataclass(frozen=True, slots=True)
class Parted(Said):
    """The groups of these tables, that were made one, are as they were found again."""

    word: ClassVar[str] = "parted"
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Styled(Said):
    """A person has a colour of the charts, by its number from 0, and letters to be known by."""

    word: ClassVar[str] = "styled"
    name: str
    colour: int
    letters: str


@dataclass(frozen=True, slots=True)
class Valued(Said):
    """What the points of a game are worth in the group of a table."""

    word: ClassVar[str] = "valued"
    group: str
    game: str
    worth: Worth


@dataclass(frozen=True, slots=True)
class Discreet(Said):
    """The group of a table is shared by initials, or by names."""

    word: ClassVar[str] = "discreet"
    group: str
    initials: bool


KINDS: Mapping[str, type[Said]] = {kind.word: kind for kind in (Named, Joined, Parted, Styled, Valued, Discreet)}


def said_of(word: str, body: JSON) -> Said:
    """A fact from its kind and its JSON in the log."""
    kind = KINDS[word]
    given = {one.name: body[one.name] for one in fields(kind)}
    if kind is Valued:
        given["worth"] = Worth(**body["worth"])
    if kind is Parted:
        given["tables"] = tuple(body["tables"])
    return kind(**given)


@dataclass(frozen=True, slots=True)
class Words:
    """All that was said of the book, the last last. A group is known by the ids of its tables."""

    said: tuple[Said, ...] = ()

    @property
    def joined(self) -> tuple[tuple[str, str], ...]:
        """The pairs of tables whose groups are one."""
        pairs: list[tuple[str, str]] = []
        for one in self.said:
            match one:
                case Joined(group, other):
                    pairs.append((group, other))
                case Parted(tables):
                    pairs = [pair for pair in pairs if not set(pair) <= set(tables)]
        return tuple(pairs)

    @property
    def styles(self) -> dict[str, Styled]:
        """The colours and letters of people, by name."""
        return {one.name: one for one in self.said if isinstance(one, Styled)}

    def title_of(self, tables: Collection[str]) -> str:
        """The name of a group; empty for none."""
        named = (one.title for one in reversed(self.said) if isinstance(one, Named) and one.group in tables)
        return next(named, "")

    def worth_of(self, tables: Collection[str], game: str) -> Worth:
        """What a game's points are worth in a group."""
        valued = (one for one in reversed(self.said) if isinstance(one, Valued) and one.group in tables)
        return next((one.worth for one in valued if one.game == game), NOTHING)

    def initials_of(self, tables: Collection[str]) -> bool:
        """Whether a group is shared by initials."""
        discreet = (one for one in reversed(self.said) if isinstance(one, Discreet) and one.group in tables)
        return next((one.initials for one in discreet), False)
