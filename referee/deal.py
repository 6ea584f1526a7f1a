"""One deal as a value: who plays, what was said, the tricks so far. Knows how turns go round, and no game.

Seats are numbers here, counted in the order of play of the table; a game keeps what it alone needs in `terms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.cards import UNSEEN

HIDDEN = (UNSEEN,)


@dataclass(frozen=True, slots=True)
class Said:
    """A bid or an announcement, the line it stands on, and the cards shown with it."""

    seat: int
    word: str
    line: int
    cards: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Play:
    """What a seat laid down, as codes; `?` where nobody saw it."""

    seat: int
    cards: tuple[str, ...]
    line: int

    @property
    def card(self) -> str:
        """The card, or the first of several identical ones."""
        return self.cards[0]

    @property
    def unseen(self) -> bool:
        return UNSEEN in self.cards


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: its plays in the order they came. Without plays where only its winner was recorded."""

    number: int
    plays: tuple[Play, ...] = ()
    winner: int | None = None
    known: tuple[str, ...] = ()

    @property
    def leader(self) -> int | None:
        return self.plays[0].seat if self.plays else None

    @property
    def seen(self) -> bool:
        """Whether every card of it was recorded."""
        return bool(self.plays) and not any(play.unseen for play in self.plays)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card known to lie in it."""
        return tuple(card for play in self.plays for card in play.cards if card != UNSEEN) + self.known

    def by(self, seat: int) -> Play | None:
        """What this seat played to it."""
        return next((play for play in self.plays if play.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as far as it has come. `order` are the seats that play, first to speak first; `size` the cards of a
    hand, which is the number of tricks; `phase` is the game's own word for what is going on.
    """

    number: int
    line: int
    dealer: int
    order: tuple[int, ...]
    size: int
    keys: Mapping[str, str] = field(default_factory=dict)
    phase: str = "bid"
    state: str = "open"
    hands: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    bids: tuple[Said, ...] = ()
    announced: tuple[Said, ...] = ()
    tricks: tuple[Trick, ...] = ()
    trick: Trick = Trick(1)
    lead: int | None = None
    counted: Mapping[str, str] | None = None
    terms: Any = None

    def bid(self, seat: int) -> str | None:
        """What this seat bid, its last word."""
        return next((said.word for said in reversed(self.bids) if said.seat == seat), None)

    @property
    def bidder(self) -> int | None:
        """Who speaks next where each speaks once."""
        return self.order[len(self.bids)] if len(self.bids) < len(self.order) else None

    @property
    def leader(self) -> int:
        """Who leads the present trick: who took the last one, or the first to speak."""
        if self.trick.plays:
            return self.trick.plays[0].seat
        return self.order[0] if self.lead is None else self.lead

    @property
    def turn(self) -> int:
        """Whose turn it is: after the leader, the first in the order of play who has not played."""
        order, plays = self.order, self.trick.plays
        at = order.index(self.leader)
        if not plays:
            return order[at]
        gone = [play.seat for play in plays]
        return next(seat for seat in order[at:] + order[:at] if seat not in gone)

    @property
    def over(self) -> bool:
        """Whether every trick has been played."""
        return len(self.tricks) == self.size

    @property
    def undecided(self) -> bool:
        """Whether the last trick holds an unseen card and nobody has said yet who took it."""
        return bool(self.tricks) and self.tricks[-1].winner is None and not self.trick.plays

    @property
    def last_trick(self) -> Trick | None:
        return self.tricks[-1] if self.tricks else None

    def won(self, seat: int) -> int:
        """How many tricks this seat has taken."""
        return sum(trick.winner == seat for trick in self.tricks)

    def holder_of(self, card: str) -> int | None:
        """Who took the trick a card fell in, if it is known to have fallen."""
        return next((trick.winner for trick in self.tricks if card in trick.cards), None)

    def laid(self, play: Play) -> Deal:
        """With one more play in the present trick."""
        trick = Trick(self.trick.number, (*self.trick.plays, play))
        if play.seat != self.leader and len(trick.plays) == 1:
            return replace(self, trick=trick, lead=play.seat)
        return replace(self, trick=trick)

    def gathered(self, winner: int | None, known: tuple[str, ...] = (), missing: int | None = None) -> Deal:
        """With the present trick closed; `missing` is the line on which seats that were not seen playing are
        taken to have played.
        """
        plays = self.trick.plays
        if missing is not None and plays:
            gone = [play.seat for play in plays]
            at = self.order.index(gone[0])
            after = self.order[at:] + self.order[:at]
            plays += tuple(Play(seat, HIDDEN, missing) for seat in after if seat not in gone)
        trick = Trick(self.trick.number, plays, winner, known)
        return replace(self, tricks=(*self.tricks, trick), trick=Trick(trick.number + 1), lead=winner)

    def taken_by(self, winner: int, known: tuple[str, ...] = ()) -> Deal:
        """With the winner of the last trick, which its cards left open, named."""
        trick = replace(self.tricks[-1], winner=winner, known=known)
        return replace(self, tricks=(*self.tricks[:-1], trick), lead=winner)
