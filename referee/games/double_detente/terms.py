"""The terms of a deal of Double-détente: its round and its part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules import Scored


@dataclass(frozen=True, slots=True)
class Terms:
    """The round of this deal, counted from 1; its part in the round; the Petit and the Excuse if they fell in an
    earlier part.
    """

    round: int
    part: int
    gone: frozenset[str] = frozenset()


def parts(players: int) -> int:
    """The number of parts of a round."""
    return 3 if players == 2 else 2


def last_part(past: Sequence[Scored]) -> Terms | None:
    """The terms of the last deal that was not void."""
    return next((scored.deal.terms for scored in reversed(past) if scored.deal.state != "void"), None)


def next_terms(past: Sequence[Scored], players: int) -> Terms:
    """The terms of the next deal; a void one is dealt again."""
    last = last_part(past)
    if last is None:
        return Terms(1, 1)
    return Terms(last.round, last.part + 1) if last.part < parts(players) else Terms(last.round + 1, 1)
