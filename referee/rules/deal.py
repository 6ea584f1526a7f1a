"""One deal as a value: who plays, what was said, the tricks so far. Knows how turns go round, and no game.

Seats are numbers here, counted in the order of play of the table; a game keeps what it alone needs in `terms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from referee.rules.cards import UNSEEN
from referee.words.text import T, Text
from referee.words.value import many_fields

DealState = Literal["open", "done", "stopped", "void"]
STATES: Mapping[DealState, Text] = {
    "open": T("not finished"), "done": T("finished"), "stopped": T("stopped"), "void": T("void"),
}  # fmt: skip

HIDDEN = (UNSEEN,)


class Said(NamedTuple):
    """A bid or an announcement, the line it stands on, and the cards shown with it."""

    seat: int
    word: str
    line: int
    cards: tuple[str, ...] = ()
    keys: Mapping[str, str] = {}


class Play(NamedTuple):
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


class Trick(NamedTuple):
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
        return bool(self.plays) and not self.blind

    @property
    def blind(self) -> bool:
        """Whether nobody saw a card of it."""
        return any([UNSEEN in cards for _, cards, _ in self.plays])  # noqa: C419 - asked of every trick, and so quicker

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card known to lie in it."""
        return (*[card for _, cards, _ in self.plays for card in cards if card != UNSEEN], *self.known)

    def by(self, seat: int) -> Play | None:
        """What this seat played to it."""
        return next((play for play in self.plays if play.seat == seat), None)


@cache
def _round(order: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The seats of an order, beginning with this one: asked several times a card."""
    at = order.index(seat)
    return order[at:] + order[:at]


@many_fields
class Deal(NamedTuple):
    """A deal as far as it has come. `order` are the seats that play, first to speak first; `size` the cards of a
    hand, `sizes` of those that were dealt another number; `gone` how many have left each hand; `phase` is the game's
    own word for what is going on.
    """

    number: int
    line: int
    dealer: int
    order: tuple[int, ...]
    size: int
    keys: Mapping[str, str] = {}
    phase: str = "bid"
    state: DealState = "open"
    hands: Mapping[int, tuple[str, ...]] = {}
    bids: tuple[Said, ...] = ()
    announced: tuple[Said, ...] = ()
    claims: tuple[Said, ...] = ()
    """Seats that showed their hand and said that they take the rest, in the order of `cards`, or in any."""
    counted: Mapping[str, str] | None = None
    terms: Any = None
    sizes: Mapping[int, int] = {}
    last: bool = False
    """Whether the agreed time ran out: no deal comes after this one."""
    tricks: tuple[Trick, ...] = ()
    trick: Trick = Trick(1)
    lead: int | None = None
    gone: Mapping[int, int] = {}

    def bid(self, seat: int) -> str | None:
        """What this seat bid, its last word."""
        for said in reversed(self.bids):
            if said.seat == seat:
                return said.word
        return None

    @property
    def bidder(self) -> int | None:
        """Who speaks next where each speaks once: the first who has not, out of turn or not."""
        return next(iter(self.silent), None)

    @property
    def silent(self) -> list[int]:
        """Who has not spoken yet, in turn."""
        spoken = [said.seat for said in self.bids]
        return [seat for seat in self.order if seat not in spoken]

    @property
    def leader(self) -> int:
        """Who leads the present trick: who took the last one, or the first to speak."""
        if self.trick.plays:
            return self.trick.plays[0].seat
        lead = self.order[0] if self.lead is None else self.lead
        if self.left(lead):
            return lead
        return next((seat for seat in self.round(lead) if self.left(seat)), lead)

    @property
    def turn(self) -> int:
        """Whose turn it is: after the leader, the first in the order of play who has not played and has a card."""
        seat = self.next if self.trick.plays else self.leader
        assert seat is not None, "a trick to which all have played is closed"
        return seat

    @property
    def next(self) -> int | None:
        """Who plays next to the present trick; None once everybody has who has a card."""
        played = [play.seat for play in self.trick.plays]
        for seat in self.round(self.leader):
            if seat not in played and self.left(seat):
                return seat
        return None

    def round(self, seat: int) -> tuple[int, ...]:
        """The seats that play, beginning with this one."""
        return _round(self.order, seat)

    @property
    def waiting(self) -> Iterator[int]:
        """Who has still to play to the present trick, in turn."""
        played = [play.seat for play in self.trick.plays]
        return (seat for seat in self.round(self.leader) if seat not in played and self.left(seat))

    def before(self, seat: int) -> list[Play]:
        """The plays to the present trick of those whose turn comes before this seat's, in the order they were laid."""
        turns = self.round(self.leader)
        ahead = turns[: turns.index(seat)]
        return [play for play in self.trick.plays if play.seat in ahead]

    def in_turn(self, plays: Iterable[Play]) -> list[Play]:
        """Plays to the present trick in the order of the turns."""
        turns = self.round(self.leader)
        return sorted(plays, key=lambda play: turns.index(play.seat))

    def dealt(self, seat: int) -> int:
        """How many cards a hand was dealt."""
        return self.sizes.get(seat, self.size)

    def left(self, seat: int) -> int:
        """How many cards a hand has left."""
        return self.sizes.get(seat, self.size) - self.gone.get(seat, 0)

    @property
    def asked(self) -> int:
        """How many cards the lead asks of everybody."""
        return len(self.trick.plays[0].cards) if self.trick.plays else 1

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.left(seat) for seat in self.order)

    @property
    def played_out(self) -> bool:
        """Whether every card has been played, and who took each trick is known."""
        return self.over and not self.undecided

    @property
    def to_take(self) -> int:
        """The number of the trick of which nobody knows yet who takes it."""
        return len(self.tricks) if self.undecided else self.trick.number

    @property
    def undecided(self) -> bool:
        """Whether the last trick holds an unseen card and nobody has said yet who took it."""
        return bool(self.tricks) and self.tricks[-1].winner is None and not self.trick.plays

    @property
    def all_tricks(self) -> tuple[Trick, ...]:
        """The tricks so far, with the present one once it has a card."""
        return (*self.tricks, self.trick) if self.trick.plays else self.tricks

    @property
    def last_trick(self) -> Trick | None:
        return self.tricks[-1] if self.tricks else None

    @property
    def on_table(self) -> Trick:
        """The present trick, or while it has no card the one before."""
        return self.trick if self.trick.plays or not self.tricks else self.tricks[-1]

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every play noted so far."""
        return tuple(play for trick in self.all_tricks for play in trick.plays)

    @property
    def begun(self) -> bool:
        """Whether a card has been played, or a trick taken."""
        return bool(self.tricks or self.trick.plays)

    def player_of(self, card: str) -> int | None:
        """Who played a card, if it was seen."""
        for _, plays, _, _ in self.all_tricks:
            for seat, cards, _ in plays:
                if card in cards:
                    return seat
        return None

    def laid_by(self, seat: int) -> list[str]:
        """The cards this seat has played."""
        return [card for _, plays, _, _ in self.all_tricks for at, cards, _ in plays if at == seat for card in cards]

    def won(self, seat: int) -> int:
        """How many tricks this seat has taken."""
        return [winner for _, _, winner, _ in self.tricks].count(seat)

    def trick_of(self, card: str) -> Trick | None:
        """The trick a card lies in, if it is known to have fallen."""
        for trick in self.all_tricks:
            _, plays, _, known = trick
            for _, cards, _ in plays:
                if card in cards:
                    return trick
            if card in known:
                return trick
        return None

    def lay(self, play: Play) -> Deal:
        """The deal with one more play in the present trick."""
        number, plays, _, _ = self.trick
        gone = {**self.gone, play.seat: self.gone.get(play.seat, 0) + len(play.cards)}
        return self.played(self.tricks, Trick(number, (*plays, play)), self.lead, gone)

    def played(self, tricks: tuple[Trick, ...], trick: Trick, lead: int | None, gone: Mapping[int, int]) -> Deal:
        """The deal with its last four fields as they are now: made for each card, so without `_replace`."""
        return Deal._make((*self[:-4], tricks, trick, lead, gone))

    def _without(self, cards: Mapping[int, int]) -> Mapping[int, int]:
        return {**self.gone, **{seat: self.gone.get(seat, 0) + count for seat, count in cards.items()}}

    def unseen(self, seat: int, line: int, count: int = 1) -> Play:
        """A play of this seat that nobody saw: so many cards, as far as the hand has them."""
        return Play(seat, HIDDEN * min(count, self.left(seat)), line)

    def take_back(self, seat: int) -> Deal:
        """The deal with this seat's play to the present trick, or to one just closed by it, back in its hand."""
        trick, tricks = (self.trick, self.tricks) if self.trick.plays else (self.tricks[-1], self.tricks[:-1])
        plays = tuple(play for play in trick.plays if play.seat != seat)
        back = sum(len(play.cards) for play in trick.plays if play.seat == seat)
        gone = self._without({seat: -back})
        lead = plays[0].seat if plays else tricks[-1].winner if tricks else None
        return self._replace(tricks=tricks, trick=Trick(trick.number, plays), gone=gone, lead=lead)

    def widen(self, count: int) -> Deal:
        """The deal with so many cards in each play of the present trick; nobody saw how many they were."""
        more = {play.seat: min(count - 1, self.left(play.seat)) for play in self.trick.plays}
        plays = tuple(play._replace(cards=HIDDEN * (1 + more[play.seat])) for play in self.trick.plays)
        return self._replace(trick=self.trick._replace(plays=plays), gone=self._without(more))

    def gather(
        self, winner: int | None, known: tuple[str, ...] = (), missing: int | None = None, count: int = 1
    ) -> Deal:
        """The deal with the present trick closed; `missing` is the line on which seats that were not seen playing are
        taken to have played, `count` cards each.
        """
        plays, gone = self.trick.plays, self.gone
        if missing is not None:
            hidden = tuple(self.unseen(seat, missing, count) for seat in self.waiting)
            gone = self._without({play.seat: len(play.cards) for play in hidden})
            plays += hidden if plays else ()
        trick = Trick(self.trick.number, plays, winner, known)
        return self.played((*self.tricks, trick), Trick(trick.number + 1), winner, gone)

    def award(self, winner: int, known: tuple[str, ...] = ()) -> Deal:
        """The deal with the winner of the last trick named, whom its cards left open."""
        trick = self.tricks[-1]._replace(winner=winner, known=known)
        return self._replace(tricks=(*self.tricks[:-1], trick), lead=winner)
