"""What a game waits for, as the pages show it: one prompt is one fact to come, with all that may be said in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from referee.record.grammar import whole
from referee.words.text import Slip, T, Text
from referee.words.value import dataclass

FieldKind = Literal["number", "tally", "choice", "several", "counts", "seat", "seats", "flag", "text"]
PromptKind = Literal[
    "deal", "hand", "turn", "bid", "call", "show", "kitty", "discard", "give", "announce", "play", "withdraw", "trick",
    "took", "result", "foul", "ruling", "penalty", "void", "time", "note",
]  # fmt: skip
"""The words of the facts that a table may wait for."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be said; `note` where saying it would be unusual or a foul, `under` the heading of a row of
    short ones.
    """

    word: str
    label: Text
    note: Text | None = None
    under: Text | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One typed field of a result.

    `kind`: number (min, max, step), tally (a number per seat, summing to `total`), choice, several (any of the
    choices), counts (how many of each thing: choices `fox:1`, `fox:2`, one of each thing at most), seat, seats, flag,
    text. `start` is what stands there before anybody chooses. `optional` fields may be left out.
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

    def check(self, typed: str, seats: Sequence[str] = ()) -> Any:
        """The value of what was typed into a field of one value: a tally, a flag, a whole number, a seat, a
        choice. Raises Slip for what it does not take.
        """
        if self.kind == "number":
            return self._number(typed)
        if self.kind == "tally":
            return self._tally(typed, seats)
        if self.kind == "flag":
            return self._one_of(typed, ("yes", "no"), T("{key}={found}: expected yes or no")) == "yes"
        known = seats if self.kind == "seat" else tuple(choice.word for choice in self.choices)
        return self._one_of(typed, known, T("{key}={found}: expected one of {expected}"))

    def _one_of(self, typed: str, known: Sequence[str], text: Text) -> str:
        if typed not in known:
            raise Slip(Text(text.msgid, {"key": self.name, "found": typed, "expected": known}), found=typed)
        return typed

    def _number(self, typed: str) -> int:
        number = whole(typed, T("a number"))
        if not self.low <= number <= self.high or (number - self.low) % self.step:
            values = {"key": self.name, "found": typed, "low": int(self.low), "high": int(self.high)}
            text = T("{key}={found}: expected {low} to {high}", **values)
            if self.step != 1:
                text = T("{key}={found}: expected {low} to {high}, in steps of {step}", **values, step=f"{self.step:g}")
            raise Slip(text, found=typed)
        return number

    def _tally(self, typed: str, seats: Sequence[str]) -> list[int]:
        numbers = [whole(word, T("a number of tricks")) for word in typed.split(",") if word]
        if len(numbers) != len(seats) or min(numbers) < 0 or sum(numbers) != self.total:
            values = {"key": self.name, "found": typed, "names": seats, "sum": self.total}
            raise Slip(T("{key}={found}: expected a number for each of {names}, {sum} in all", **values), found=typed)
        return numbers


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the game waits for. `kind` is the word of the fact it will become; `seat` whose it is; `choices` what
    may be said; `count` how many cards (None: any number); `fields` of a result; `optional` if it need not come;
    `cards` the codes that come into question where not the whole deck does; `label` what a button or
    fold says that leads to it; `beside` whether its choices stand beside what has to come; `until` what a button says
    once there is no more of it to tell, which leads to what comes next; `closed` why nothing of it may be said yet. A
    page shows the pad for plays, discards, gifts, calls and cards turned or shown, for an announcement where a count is
    given.
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

    def __hash__(self) -> int:
        return hash((self.kind, self.text, self.seat, self.count, self.cards))  # enough to tell most apart


@dataclass(frozen=True, slots=True)
class Group:
    """A row of the card pad: a suit, and its cards in order."""

    suit: str
    label: Text
    cards: tuple[str, ...]
