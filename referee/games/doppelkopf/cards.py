"""The pack, and each card's suit and strength under each contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.rules import NO_SUIT, SUIT_LABEL, Cards, CardSet, Deck, Denial, Group, T

SUITS = "CSHD"
RANKS = ("A", "10", "K", "Q", "J", "9")
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
"""Card points, the same in every suit; 240 in the pack."""

TOTAL = 240
OLD, DULLE, FOX, KARLCHEN = "CQ", "H10", "DA", "CJ"
TRUMP = "T"
SCHWEINCHEN = "schweinchen"
SOLOS = ("solo-clubs", "solo-spades", "solo-hearts", "solo-diamonds", "solo-queens", "solo-jacks", "solo-aces")


def points(cards: Iterable[str]) -> int:
    """The card points of these cards."""
    return sum(POINTS[card[1:]] for card in cards)


@dataclass(frozen=True, eq=False)
class Suits:
    """The suits to follow under a contract, and so the laws of a trick: each card's suit (T: trump) and its strength
    within it.
    """

    suit: Mapping[str, str]
    strength: Mapping[str, int]
    cards: Mapping[str, CardSet]
    second_dulle: bool

    def asks(self, asked: str | None, cards: Cards) -> str:
        return self.suit[cards[0]] if asked is None else asked

    def denies(self, asked: str | None, cards: Cards) -> tuple[Denial, ...]:
        """A card that does not follow denies the suit led."""
        return () if asked in (None, self.suit[cards[0]]) else _void(str(asked), self.cards[str(asked)])

    def beats(self, asked: str, others: Cards, before: Cards) -> bool:
        later, earlier = others[0], before[0]
        if self.suit[later] != self.suit[earlier]:
            return self.suit[later] == TRUMP
        if later == earlier == DULLE and self.suit[DULLE] == TRUMP:
            return self.second_dulle
        return self.strength[later] > self.strength[earlier]


@cache
def _void(suit: str, cards: CardSet) -> tuple[Denial, ...]:
    return (Denial("must-follow", "doppelkopf.play.2", cards, NO_SUIT[suit]),)


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


def suits(contract: str, deck: Deck, dulle: bool, second_dulle: bool, foxes: bool = False) -> Suits:
    """The suits of a contract; a card that is no trump belongs to its printed suit. `foxes`: they are the highest."""
    order = [card for card in trumps(contract, dulle) if card in deck]
    if foxes:
        order = [FOX, *(card for card in order if card != FOX)]
    suit = {card: TRUMP if card in order else card[0] for card in deck.kinds}
    strength = {card: -order.index(card) if card in order else -RANKS.index(card[1:]) for card in deck.kinds}
    cards = {name: deck.of(*(card for card in deck.kinds if suit[card] == name)) for name in (*SUITS, TRUMP)}
    return Suits(suit, strength, cards, second_dulle)


@dataclass(frozen=True)
class Pack:
    """The cards of a table. `hand`: the size of a full one; `suits`: for each contract that has its own; `trumps`: of a
    deal without a solo; `old`: both queens of clubs; `foxes`: both aces of diamonds; `high`: the suits where these are
    the highest trumps.
    """

    deck: Deck
    hand: int
    suits: Mapping[str, Suits]
    trumps: CardSet
    old: CardSet
    foxes: CardSet
    high: Suits

    def under(self, contract: str, schweinchen: bool = False) -> Suits:
        """The suits to follow under a contract."""
        return self.high if schweinchen else self.suits.get(contract, self.suits["normal"])

    def foxes_trump(self, contract: str) -> bool:
        """Whether the foxes are trumps under a contract, below queens and jacks."""
        return contract not in SOLOS or contract == "solo-diamonds"

    def pad(self, contract: str = "normal") -> tuple[Group, ...]:
        """The rows of the card pad: trumps in their order, then the plain suits; each of these in a row where a solo
        leaves few trumps or none.
        """
        under = self.under(contract)
        best = sorted(self.deck.kinds, key=lambda card: -under.strength[card])
        rows = {suit: tuple(card for card in best if under.suit[card] == suit) for suit in (TRUMP, *SUITS)}
        trumps = Group(TRUMP, T("Trumps"), rows.pop(TRUMP))
        if len(trumps.cards) > len(SUITS):
            return trumps, Group("", T("Plain suits"), tuple(card for row in rows.values() for card in row))
        plain = (Group(suit, SUIT_LABEL[suit], row) for suit, row in rows.items())
        return tuple(group for group in (trumps, *plain) if group.cards)


def pack(options: DoppelkopfOptions) -> Pack:
    """The pack under these options: two of each card, copies side by side."""
    dulle = options.dulle == "yes"
    return _pack(RANKS if options.nines == "yes" else RANKS[:-1], dulle, dulle and options.second_dulle == "yes")


@cache
def _pack(ranks: tuple[str, ...], dulle: bool, second: bool) -> Pack:
    deck = Deck(suit + rank for suit in SUITS for rank in ranks for _ in range(2))
    under = {one: suits(one, deck, dulle, second) for one in ("normal", *SOLOS)}
    high = suits("normal", deck, dulle, second, foxes=True)
    return Pack(deck, len(deck) // 4, under, under["normal"].cards[TRUMP], deck.of(OLD), deck.of(FOX), high)
