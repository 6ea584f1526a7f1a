"""The facts of a tournament as JSON: the base of them all, and how they are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import dataclass_transform

from referee.record.encoding import Family, Stated
from referee.record.grammar import CONTROL

MOST_LETTERS = 2000
"""The longest text a fact may hold."""


@dataclass(frozen=True, slots=True)
class Fact(Stated):
    """A fact of a tournament."""


FAMILY: Family[Fact] = Family(lambda text: len(text) > MOST_LETTERS or CONTROL.search(text.replace("\n", " ")))
FACTS = FAMILY.facts
from_json = FAMILY.read


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def fact(word: str) -> Callable[[type[Fact]], type[Fact]]:
    """Register a class as the fact kept under this word."""
    return FAMILY.enter(word)
