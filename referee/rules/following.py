"""How the cards of a trick follow one another: told by the cards alone, without a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from referee.rules.acts import Denial
from referee.rules.deal import Play

Asked = Any
"""What the plays of a trick so far ask of those to come: the suit led, say, as a game has it; None before the lead."""
Cards = tuple[str, ...]


class Following(Protocol):
    """The laws of a trick under one trump, say, and what was agreed on them, for plays in turn of which all are known.
    It is a key, the same where the laws are.
    """

    def __hash__(self) -> int: ...

    def asks(self, asked: Asked, cards: Cards) -> Asked:
        """What is asked once these cards were laid where that was asked before."""

    def denies(self, asked: Asked, cards: Cards) -> tuple[Denial, ...] | None:
        """What laying these cards says that their player does not hold; None where it is a breach whatever he holds."""

    def beats(self, asked: Asked, later: Cards, earlier: Cards) -> bool:
        """Whether cards take a trick, in which that is asked now, from those that had it."""


def best_of(following: Following, plays: Sequence[Play]) -> Play:
    """The play that takes a trick from the others: of equal ones the first."""
    asked, best = asked_by(following, (play.cards for play in plays)), plays[0]
    for play in plays[1:]:
        if following.beats(asked, play.cards, best.cards):
            best = play
    return best


def asked_by(following: Following, plays: Iterable[Cards]) -> Asked:
    """What the first plays of a trick ask."""
    asked = None
    for cards in plays:
        asked = following.asks(asked, cards)
    return asked
