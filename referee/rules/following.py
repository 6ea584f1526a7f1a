"""The laws by which cards take one another in a trick, for cards alone, without a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from referee.rules.deal import Play

Asked = Any
"""The demand of a trick on its next plays, in the game's own form: the suit led, say. None before the lead."""
Cards = tuple[str, ...]


class Following(Protocol):
    """The laws of a trick under some options and a trump, for plays in turn, all of them seen."""

    def asks(self, asked: Asked, cards: Cards) -> Asked:
        """What is asked after these cards, if `asked` was asked before them."""

    def beats(self, asked: Asked, later: Cards, earlier: Cards) -> bool:
        """Whether `later` takes the trick from `earlier`, the best so far; `asked` is what is asked after both."""


def best_of(following: Following, plays: Sequence[Play]) -> Play:
    """The play that takes a trick; the first among equals."""
    asked, best = demand_of(following, (play.cards for play in plays)), plays[0]
    for play in plays[1:]:
        if following.beats(asked, play.cards, best.cards):
            best = play
    return best


def demand_of(following: Following, plays: Iterable[Cards]) -> Asked:
    """What the first plays of a trick ask."""
    asked = None
    for cards in plays:
        asked = following.asks(asked, cards)
    return asked
