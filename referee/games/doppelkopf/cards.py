"""The pack, and what is trump under each contract: the suit to follow and the rank within it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.cards import CardSet, Deck
from referee.deal import Trick
from referee.ruleset import Group
from referee.suits import LABEL

SUITS = "CSHD"
RANKS = ("A", "10", "K", "Q", "J", "9")
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
"""Card points, the same in every suit; 240 in the pack."""

TOTAL = 240
OLD, DULLE, FOX, KARLCHEN = "CQ", "H10", "DA", "CJ"
TRUMP = "T"
SOLOS = ("solo-clubs", "solo-spades", "solo-hearts", "solo-diamonds", "solo-queens", "solo-jacks", "solo-aces")


def pack(nines: bool) -> Deck:
    """Two of each card, copies side by side."""
    ranks = RANKS if nines else RANKS[:-1]
    return Deck(suit + rank for suit in SUITS for rank in ranks for _ in range(2))


def pad(nines: bool) -> tuple[Group, ...]:
    """The rows of the card pad."""
    ranks = RANKS if nines else RANKS[:-1]
    return tuple(Group(suit, LABEL[suit], tuple(suit + rank for rank in ranks)) for suit in SUITS)


def points(cards: Iterable[str]) -> int:
    """The card points of some cards."""
    return sum(POINTS[card[1:]] for card in cards)


@dataclass(frozen=True)
class Suits:
    """The suits to follow under a contract: of each card its suit (T: trump) and its strength within it."""

    suit: Mapping[str, str]
    strength: Mapping[str, int]
    cards: Mapping[str, CardSet]
    second_dulle: bool

    def winner(self, trick: Trick) -> int:
        """The highest trump, else the highest of the suit led; of two equal cards the first."""
        best = trick.plays[0]
        for play in trick.plays[1:]:
            if self.beats(play.card, best.card):
                best = play
        return best.seat

    def beats(self, later: str, earlier: str) -> bool:
        """Whether a card takes the trick from the one that had it."""
        if self.suit[later] != self.suit[earlier]:
            return self.suit[later] == TRUMP
        if later == earlier == DULLE and self.suit[DULLE] == TRUMP:
            return self.second_dulle
        return self.strength[later] > self.strength[earlier]


def trumps(contract: str, dulle: bool) -> tuple[str, ...]:
    """The trumps of a contract, highest first."""
    if contract == "solo-aces":
        return ()
    if contract in ("solo-queens", "solo-jacks"):
        return tuple(suit + contract[5].upper() for suit in SUITS)
    suit = contract[5].upper() if contract in SOLOS else "D"
    high: tuple[str, ...] = (DULLE,) if dulle else ()
    high += tuple(colour + rank for rank in "QJ" for colour in SUITS)
    return high + tuple(suit + rank for rank in RANKS if suit + rank not in high)


def suits(contract: str, deck: Deck, dulle: bool, second_dulle: bool) -> Suits:
    """The suits of a contract; every card that is no trump belongs to its own suit."""
    order = [card for card in trumps(contract, dulle) if card in deck]
    suit = {card: TRUMP if card in order else card[0] for card in deck.kinds}
    strength = {card: -order.index(card) if card in order else -RANKS.index(card[1:]) for card in deck.kinds}
    cards = {name: deck.of(*(card for card in deck.kinds if suit[card] == name)) for name in (*SUITS, TRUMP)}
    return Suits(suit, strength, cards, second_dulle)
