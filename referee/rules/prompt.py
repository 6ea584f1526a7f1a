"""What a game waits for, as pages show it: each prompt is one fact to come, with the possible answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.record.grammar import whole
from referee.words.text import Slip, T, Text

FieldKind = Literal["number", "tally", "points", "choice", "several", "counts", "seat", "seats", "flag", "text"]
PromptKind = Literal[
    "deal", "hand", "turn", "bid", "call", "show", "kitty", "discard", "give", "announce", "play", "withdraw", "trick",
    "took", "result", "foul", "ruling", "penalty", "void", "time", "note",
]  # fmt: skip
"""The words of the facts that a table may wait for."""

Value = bool | int | float | str | list[int] | list[str] | dict[str, int]
"""The value of a field: a tally is a list of numbers, several words are a list, counts an object."""
Result = Mapping[str, Value]
"""The values of a result by the names of their fields, as far as they are known."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers to a prompt. `note`: why it would be unusual or a foul; `under`: the heading of its row, for
    short choices.
    """

    word: str
    label: Text
    note: Text | None = None
    under: Text | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One typed field of a prompt, mostly of a result.

    `kind`: number (`low` to `high` by `step`), tally (a number per seat, `total` in all), points (the same, typed, also
    below zero, in all `total` if there is one), choice, several (any of the choices), counts (how many of each thing:
    choices `fox:1`, `fox:2`, at most one for each thing), seat, seats, flag, text. `per_seat`: each choice is made for
    one seat; `start`: the value before anybody chooses; `typed`: people said so, and may say less.
    """

    name: str
    label: Text
    kind: FieldKind
    low: float = 0
    high: float = 0
    step: float = 1
    total: int | None = None
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    per_seat: bool = False
    start: str | None = None
    typed: bool = False

    @property
    def of_seats(self) -> bool:
        """Whether every seat has a number of its own."""
        return self.kind in ("tally", "points")

    def word(self, typed: str) -> str:
        """The word of a choice; raises Slip for one that is not among them."""
        known = tuple(choice.word for choice in self.choices)
        if typed not in known:
            text = T("{key}={found}: expected one of {expected}", key=self.name, found=typed, expected=known)
            raise Slip(text, found=typed)
        return typed

    def tally(self, typed: str, seats: Sequence[str]) -> list[int]:
        """The numbers of a tally, one for each seat; raises Slip for others."""
        numbers = [whole(word, T("a number of tricks")) for word in typed.split(",") if word]
        if len(numbers) != len(seats) or min(numbers) < 0 or sum(numbers) != self.total:
            values = {"field": self.label, "names": seats, "sum": self.total}
            raise Slip(T("{field}: expected a number for each of {names}, {sum} in all", **values), found=typed)
        return numbers

    def points(self, typed: str, seats: Sequence[str]) -> list[int]:
        """The points of each seat; raises Slip for others."""
        numbers = [whole(word, T("a number of points")) for word in typed.split(",") if word]
        if len(numbers) != len(seats):
            text = T("{field}: expected a number for each of {names}", field=self.label, names=seats)
            raise Slip(text, found=typed)
        if self.total is not None and sum(numbers) != self.total:
            values = {"field": self.label, "found": sum(numbers), "sum": self.total}
            raise Slip(T("{field}: they add up to {found}, expected {sum}", **values), found=typed)
        return numbers

    def completed(self, typed: Sequence[str]) -> list[str]:
        """The points typed for each seat, with those left empty: of an agreed total the rest, where one seat is left;
        where none is agreed 0, unless nothing was typed at all. What is optional stays empty.
        """
        words = [word.strip().replace("\N{MINUS SIGN}", "-").removeprefix("+") for word in typed]
        if self.optional:
            return words
        if self.total is None:
            return [word or "0" for word in words] if any(words) else words
        rest = self.total - sum(whole(word, T("a number of points")) for word in words if word)
        return [word or str(rest) for word in words] if words.count("") == 1 else words


def tally_of(result: Result, name: str) -> list[int]:
    """The numbers of a tally in a result, one for each seat; none while it is not known."""
    numbers = result.get(name)
    return [int(number) for number in numbers] if isinstance(numbers, list) else []


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the game waits for: one fact.

    `kind`: the word of the fact; `seat`: whose it is; `choices`: what it may say; `count`: of cards (None: any number);
    `fields`: what is typed in; `optional`: it need not come; `cards`: the possible ones, if not the whole deck;
    `label`: of the button or fold that opens it; `beside`: its choices stand beside the prompt that must come;
    `until`: the button for “no more of these”, leading to the next prompt; `closed`: why it cannot be answered yet;
    `opens`: the line of the deal that the answer begins, where none is open.

    A page shows the pad for plays, discards, gifts, calls and cards turned or shown, and for announcements with a
    `count`.
    """

    kind: PromptKind
    text: Text
    seat: int | None = None
    choices: tuple[Choice, ...] = ()
    count: int | None = None
    fields: tuple[Field, ...] = ()
    optional: bool = False
    cards: tuple[str, ...] = ()
    label: Text | None = None
    beside: bool = False
    until: Text | None = None
    closed: Text | None = None
    opens: str = ""

    def __hash__(self) -> int:
        return hash((self.kind, self.text, self.seat, self.count, self.cards))  # tells most prompts apart


@dataclass(frozen=True, slots=True)
class Group:
    """A row of the card pad: a suit, and its cards in order."""

    suit: str
    label: Text
    cards: tuple[str, ...]
