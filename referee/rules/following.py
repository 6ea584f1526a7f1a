"""How the cards of a trick follow one another: laws that look at the cards alone, not at a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from referee.rules.acts import Denial
from referee.rules.deal import Play

Asked = Any
"""What the plays of a trick ask of the next ones, in the game's own form: the suit led, say. None before the lead."""
Cards = tuple[str, ...]


class Following(Protocol):
    """The laws of a trick under its options and its trump, for plays that are in turn and all seen.

    It is a key of a cache: equal, with the same hash, where the laws are the same.
    """

    def __hash__(self) -> int: ...

    def asks(self, asked: Asked, cards: Cards) -> Asked:
        """What is asked after these cards, if `asked` was asked before them."""

    def denies(self, asked: Asked, cards: Cards) -> tuple[Denial, ...] | None:
        """What these cards say that their player does not hold; None if they break a law whatever he holds."""

    def beats(self, asked: Asked, later: Cards, earlier: Cards) -> bool:
        """Whether `later` takes the trick from `earlier`, the best so far; `asked` is what the trick asks by then."""


def best_of(following: Following, plays: Sequence[Play]) -> Play:
    """The play that takes a trick; of equal ones the first."""
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
