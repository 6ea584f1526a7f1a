"""What a game waits for, as the pages show it: one prompt is one fact to come, with all that may be said in it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.texts import Text


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be said; `note` where saying it would be unusual or a foul."""

    word: str
    label: Text
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One typed field of a result.

    `kind`: number (min, max, step), tally (a number per seat, summing to `total`), choice, several (any of the
    choices), counts (how many of each thing: choices `fox:1`, `fox:2`, one of each thing at most), seat, seats, flag.
    `start` is what stands there before anybody chooses. `optional` fields may be left out.
    """

    name: str
    label: Text
    kind: str
    low: float = 0
    high: float = 0
    step: float = 1
    total: int | None = None
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    per_seat: bool = False
    start: str | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the game waits for. `kind` is the word of the fact it will become; `seat` whose it is; `choices` what
    may be said; `count` how many cards (None: any number); `fields` of a result; `optional` if it need not come;
    `cards` the codes that come into question where not the whole deck does; `label` what a button or
    fold says that leads to it. A page shows the pad for plays, discards, gifts, calls and cards turned or shown, for an
    announcement where a count is given.
    """

    kind: str
    text: Text
    seat: int | None = None
    choices: tuple[Choice, ...] = ()
    count: int | None = None
    fields: tuple[Field, ...] = ()
    optional: bool = False
    cards: tuple[str, ...] = ()
    label: Text | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A row of the card pad: a suit, and its cards in order."""

    suit: str
    label: Text
    cards: tuple[str, ...]
