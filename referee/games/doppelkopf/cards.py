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
OLD, DULLE, FOX, KARLCHEN, KING = "CQ", "H10", "DA", "CJ", "DK"
TRUMP = "T"
PIGS = ("schweinchen", "superschweinchen", "hyperschweinchen")
"""The words by which both copies of a card are announced to be the highest trumps, each above the one before."""
GENSCHER = "genscher"
PIG_CARDS = {"no": (), "tens": ("D10",), "nines": ("D9",), "tens_kings": ("D10", "DK")}
"""The cards that go above the foxes, by the choice of `superschweinchen`."""
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


@cache
def suits(contract: str, deck: Deck, dulle: bool, second_dulle: bool, pigs: tuple[str, ...] = ()) -> Suits:
    """The suits of a contract; a card that is no trump belongs to its printed suit. `pigs`: trumps announced to be the
    highest, lowest first.
    """
    order = [*reversed(pigs), *(card for card in trumps(contract, dulle) if card in deck and card not in pigs)]
    suit = {card: TRUMP if card in order else card[0] for card in deck.kinds}
    strength = {card: -order.index(card) if card in order else -RANKS.index(card[1:]) for card in deck.kinds}
    cards = {name: deck.of(*(card for card in deck.kinds if suit[card] == name)) for name in (*SUITS, TRUMP)}
    return Suits(suit, strength, cards, second_dulle)


@dataclass(frozen=True)
class Pack:
    """The cards of a table. `hand`: the size of a full one; `dulle`: the tens of hearts are trumps; `second_dulle`:
    when the second beats the first; `pigs`: the cards that may be announced to be the highest trumps, lowest first;
    `trumps`: of a deal without a solo; `old`: both queens of clubs.
    """

    deck: Deck
    hand: int
    dulle: bool
    second_dulle: str
    pigs: tuple[str, ...]
    trumps: CardSet
    old: CardSet

    def under(self, contract: str, pigs: int = 0, last: bool = False) -> Suits:
        """The suits to follow under a contract, with so many pairs announced as the highest, and in the last trick."""
        second = self.second_dulle == "yes" or (self.second_dulle == "not_last" and not last)
        named = contract if contract in SOLOS else "normal"
        return suits(named, self.deck, self.dulle, self.dulle and second, self.pigs[:pigs])

    def above(self, card: str) -> CardSet:
        """The trumps of a deal without a solo that go over a card."""
        order = [one for one in trumps("normal", self.dulle) if one in self.deck]
        return self.deck.of(*order[: order.index(card)])

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
    ranks = RANKS if options.nines == "yes" else RANKS[:-1]
    above = tuple(card for card in PIG_CARDS[options.superschweinchen] if card[1:] in ranks)
    pigs = (FOX, *above) if options.schweinchen == "yes" else ()
    return _pack(ranks, options.dulle == "yes", options.second_dulle, pigs)


@cache
def _pack(ranks: tuple[str, ...], dulle: bool, second_dulle: str, pigs: tuple[str, ...]) -> Pack:
    deck = Deck(suit + rank for suit in SUITS for rank in ranks for _ in range(2))
    high = suits("normal", deck, dulle, False).cards[TRUMP]
    return Pack(deck, len(deck) // 4, dulle, second_dulle, pigs, high, deck.of(OLD))
