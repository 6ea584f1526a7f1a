"""One deal as a value: its seats, bids and tricks so far. It knows turns, but no game.

A seat is a number here, counted in the table's order of play. A game keeps what only it needs in `terms`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from referee.rules.cards import UNSEEN
from referee.words.text import T, Text

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
    """The cards a seat laid in one turn, as codes; `?` for a card nobody saw."""

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
    """A trick: its plays in the order they came; none if only its winner was recorded. `known`: other cards in it."""

    number: int
    plays: tuple[Play, ...] = ()
    winner: int | None = None
    known: tuple[str, ...] = ()

    @property
    def leader(self) -> int | None:
        return self.plays[0].seat if self.plays else None

    @property
    def seen(self) -> bool:
        """Whether its plays were recorded, with every card."""
        return bool(self.plays) and not self.blind

    @property
    def blind(self) -> bool:
        """Whether a card of it was not seen."""
        return any([UNSEEN in cards for _, cards, _ in self.plays])  # noqa: C419 - a list is quicker, and every trick is asked

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards known to lie in it."""
        return (*[card for _, cards, _ in self.plays for card in cards if card != UNSEEN], *self.known)

    def by(self, seat: int) -> Play | None:
        """This seat's play to it."""
        return next((play for play in self.plays if play.seat == seat), None)


@cache
def _round(order: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The seats of an order, beginning with this one. Cached, as each card asks several times."""
    at = order.index(seat)
    return order[at:] + order[:at]


class Deal(NamedTuple):
    """A deal so far.

    `order`: the seats that play, the first to speak first; `size`: the cards of a hand, `sizes`: of the hands dealt
    another number; `gone`: the number of cards that have left each hand; `phase`: the game's own word for the stage.
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
    """Claims of the rest by seats that showed their hand. `cards`: the order they play them in, if said."""
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
        """The last bid of this seat."""
        for bid in reversed(self.bids):
            if bid.seat == seat:
                return bid.word
        return None

    @property
    def bidder(self) -> int | None:
        """The next seat to speak, where each speaks once: the first in turn that has not spoken."""
        return next(iter(self.silent), None)

    @property
    def silent(self) -> list[int]:
        """The seats that have not spoken yet, in turn."""
        spoken = [bid.seat for bid in self.bids]
        return [seat for seat in self.order if seat not in spoken]

    @property
    def leader(self) -> int:
        """The seat that leads the present trick: the one that took the last, or the first to speak."""
        if self.trick.plays:
            return self.trick.plays[0].seat
        lead = self.order[0] if self.lead is None else self.lead
        if self.cards_left(lead):
            return lead
        return next((seat for seat in self.round(lead) if self.cards_left(seat)), lead)

    @property
    def turn(self) -> int:
        """The seat whose turn it is: from the leader on, the first that has not played and has a card."""
        seat = self.next if self.trick.plays else self.leader
        assert seat is not None, "a trick to which all have played is closed"
        return seat

    @property
    def next(self) -> int | None:
        """The next seat to play to the present trick; None once all that have cards have played."""
        return next(iter(self.waiting), None)

    def round(self, seat: int) -> tuple[int, ...]:
        """The seats that play, beginning with this one."""
        return _round(self.order, seat)

    @property
    def waiting(self) -> list[int]:
        """The seats still to play to the present trick, in turn."""
        played, size, sizes, gone = [seat for seat, _, _ in self.trick.plays], self.size, self.sizes, self.gone
        turns = self.round(self.leader)
        return [seat for seat in turns if seat not in played and sizes.get(seat, size) > gone.get(seat, 0)]

    def before(self, seat: int) -> list[Play]:
        """The plays to the present trick by seats whose turn comes before this one's, in the order laid."""
        turns = self.round(self.leader)
        ahead = turns[: turns.index(seat)]
        return [play for play in self.trick.plays if play.seat in ahead]

    def in_turn(self, plays: Sequence[Play]) -> list[Play]:
        """Plays to a trick, the lead first, in the order of the turns."""
        turns = self.round(plays[0].seat) if plays else ()
        return sorted(plays, key=lambda play: turns.index(play.seat))

    def cards_dealt(self, seat: int) -> int:
        """The number of cards that a hand was dealt."""
        return self.sizes.get(seat, self.size)

    def cards_left(self, seat: int) -> int:
        """The number of cards left in a hand."""
        return self.sizes.get(seat, self.size) - self.gone.get(seat, 0)

    @property
    def lead_size(self) -> int:
        """The number of cards that the lead asks of everybody."""
        return len(self.trick.plays[0].cards) if self.trick.plays else 1

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.cards_left(seat) for seat in self.order)

    @property
    def played_out(self) -> bool:
        """Whether every card has been played and each trick has a winner."""
        return self.over and not self.undecided

    @property
    def to_take(self) -> int:
        """The number of the trick whose winner is not known yet."""
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
        """The present trick; the one before while it has no card."""
        return self.trick if self.trick.plays or not self.tricks else self.tricks[-1]

    @property
    def plays(self) -> tuple[Play, ...]:
        """Every play recorded so far."""
        return tuple(play for trick in self.all_tricks for play in trick.plays)

    @property
    def begun(self) -> bool:
        """Whether a card has been played, or a trick taken."""
        return bool(self.tricks or self.trick.plays)

    def player_of(self, card: str) -> int | None:
        """The seat that played a card, if it was seen."""
        for _, plays, _, _ in self.all_tricks:
            for seat, cards, _ in plays:
                if card in cards:
                    return seat
        return None

    def cards_by(self, seat: int) -> Iterator[str]:
        """The cards this seat has played, first to last."""
        return (card for _, plays, _, _ in self.all_tricks for at, cards, _ in plays if at == seat for card in cards)

    def tricks_won(self, seat: int) -> int:
        """The number of tricks that this seat has taken."""
        return [winner for _, _, winner, _ in self.tricks].count(seat)

    def trick_of(self, card: str) -> Trick | None:
        """The trick that a card is known to lie in."""
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
        return self.with_play(self.tricks, Trick(number, (*plays, play)), self.lead, gone)

    def with_play(self, tricks: tuple[Trick, ...], trick: Trick, lead: int | None, gone: Mapping[int, int]) -> Deal:
        """The deal with its last four fields replaced. Done for each card, so without the slower `_replace`."""
        return Deal._make((*self[:-4], tricks, trick, lead, gone))

    def _without(self, cards: Mapping[int, int]) -> Mapping[int, int]:
        return {**self.gone, **{seat: self.gone.get(seat, 0) + count for seat, count in cards.items()}}

    def unseen_play(self, seat: int, line: int, count: int = 1) -> Play:
        """A play of this seat that nobody saw: `count` cards, or all the hand has left."""
        return Play(seat, HIDDEN * min(count, self.cards_left(seat)), line)

    def take_back(self, seat: int) -> Deal:
        """The deal with this seat's play back in its hand: its play to the present trick, or to one just closed."""
        trick, tricks = (self.trick, self.tricks) if self.trick.plays else (self.tricks[-1], self.tricks[:-1])
        plays = tuple(play for play in trick.plays if play.seat != seat)
        back = sum(len(play.cards) for play in trick.plays if play.seat == seat)
        gone = self._without({seat: -back})
        lead = plays[0].seat if plays else tricks[-1].winner if tricks else None
        return self._replace(tricks=tricks, trick=Trick(trick.number, plays), gone=gone, lead=lead)

    def widen(self, count: int) -> Deal:
        """The deal with `count` unseen cards in each play of the present trick, so far one each; itself where nobody
        has played to it, it has as many, or a card of it was seen.
        """
        if count <= self.lead_size or not self.trick.plays or any(play.cards != HIDDEN for play in self.trick.plays):
            return self
        more = {play.seat: min(count - 1, self.cards_left(play.seat)) for play in self.trick.plays}
        plays = tuple(play._replace(cards=HIDDEN * (1 + more[play.seat])) for play in self.trick.plays)
        return self._replace(trick=self.trick._replace(plays=plays), gone=self._without(more))

    def gather(
        self, winner: int | None, known: tuple[str, ...] = (), missing: int | None = None, count: int = 1
    ) -> Deal:
        """The deal with the present trick closed. With `missing`, a line, the seats that were not seen playing are
        taken to have played on that line, `count` cards each.
        """
        plays, gone = self.trick.plays, self.gone
        if missing is not None:
            hidden = tuple(self.unseen_play(seat, missing, count) for seat in self.waiting)
            gone = self._without({play.seat: len(play.cards) for play in hidden})
            plays += hidden if plays else ()
        trick = Trick(self.trick.number, plays, winner, known)
        return self.with_play((*self.tricks, trick), Trick(trick.number + 1), winner, gone)

    def award(self, winner: int, known: tuple[str, ...] = ()) -> Deal:
        """The deal with the winner of the last trick, which unseen cards had left open."""
        trick = self.tricks[-1]._replace(winner=winner, known=known)
        return self._replace(tricks=(*self.tricks[:-1], trick), lead=winner)
