"""Extra parts of a sheet: the ladders that sides climb, and the card of bids and tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules import Ruleset, Scored
from referee.words.languages import Language

STEP = 21
"""Height of a rung, in the units of the drawing."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung: its label, its y in the drawing, the deal after which it was reached (None: not yet, 0: at the start),
    whether the side is on it now.
    """

    label: str
    y: int
    at: int | None
    here: bool


@dataclass(frozen=True, slots=True)
class Climb:
    """A ladder to draw, highest rung first.

    `empty`: it is to be marked by hand; `pt`: the size of its name where that must fit.
    """

    name: str
    rungs: tuple[Rung, ...]
    height: int
    empty: bool
    pt: float = 0


@dataclass(frozen=True, slots=True)
class CardRow:
    """A deal in the card: its label; for each seat the bid, the tricks, whether it scored, its score, its total."""

    label: str
    cells: tuple[tuple[str, str, bool, str, str], ...]


def climbs(rules: Ruleset, deals: Sequence[Scored], language: Language, empty: bool = False) -> list[Climb]:
    """The ladders of a match after these deals; with `empty` unmarked, for marking by hand."""
    rows = []
    for ladder in rules.ladders(deals):
        many = len(ladder.rungs)
        rungs = []
        for place, label in enumerate(ladder.rungs):
            at = ladder.reached[place] if place < len(ladder.reached) and not empty else None
            here = not empty and place == len(ladder.reached) - 1
            rungs.append(Rung(label, STEP * (many - place), at, here))
        name = "" if empty else ladder.name.say(language)
        rows.append(Climb(name, tuple(reversed(rungs)), STEP * (many + 1), empty))
    return rows
