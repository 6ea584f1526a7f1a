"""Which part of which round of Double-détente a deal is."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.ruleset import Scored
from referee.words.value import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """Which round this deal belongs to, counted from 1, which of its parts it is, and whether the Petit fell in an
    earlier one.
    """

    round: int
    part: int
    petit_gone: bool = False


def parts(players: int) -> int:
    """How many parts a round has."""
    return 3 if players == 2 else 2


def last_part(past: Sequence[Scored]) -> Terms | None:
    """What the last deal was that was not given up."""
    return next((scored.deal.terms for scored in reversed(past) if scored.deal.state != "void"), None)


def next_terms(past: Sequence[Scored], players: int) -> Terms:
    """The part that comes after the deals past; a deal given up is dealt again."""
    last = last_part(past)
    if last is None:
        return Terms(1, 1)
    return Terms(last.round, last.part + 1) if last.part < parts(players) else Terms(last.round + 1, 1)
