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
    choices), seat, seats, flag. `optional` fields may be left out. `usual`: what it is in most deals, and so chosen
    before anybody has tapped.
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
    usual: str | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the game waits for. `kind` is the word of the fact it will become; `seat` whose it is; `choices` what
    may be said; `count` how many cards (None: any number); `fields` of a result; `optional` if it need not come;
    `cards` the codes that come into question where not the whole deck does. A page shows the pad for plays, discards,
    gifts, calls and cards turned or shown, for an announcement where a count is given.
    """

    kind: str
    text: Text
    seat: int | None = None
    choices: tuple[Choice, ...] = ()
    count: int | None = None
    fields: tuple[Field, ...] = ()
    optional: bool = False
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """A row of the card pad: a suit, and its cards in order."""

    suit: str
    label: Text
    cards: tuple[str, ...]
