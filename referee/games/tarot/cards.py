"""The pack of French Tarot: 78 cards, what each counts, and what a table of 3, 4 or 5 deals."""

from __future__ import annotations

from referee.cards import CardSet, Deck
from referee.ruleset import Group
from referee.suits import LABEL

SUITS = "SHDC"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
TRUMPS = tuple(f"T{n}" for n in range(1, 22))
EXCUSE, PETIT, TWENTY_ONE = "EX", "T1", "T21"
BOUTS = (TWENTY_ONE, PETIT, EXCUSE)
KINGS = tuple(suit + "K" for suit in SUITS)

DECK = Deck([suit + rank for suit in SUITS for rank in RANKS] + [*TRUMPS, EXCUSE])
SUIT = {suit: DECK.of(*(suit + rank for rank in RANKS)) for suit in SUITS} | {"T": DECK.of(*TRUMPS)}
HIGHER = {n: DECK.of(*TRUMPS[n:]) for n in range(22)}
"""The trumps above a number."""

ALL_TRUMPS = SUIT["T"] | DECK.of(EXCUSE)
"""The trumps, and the Excuse, which may stand for one in a handful."""
PLAIN = DECK.all - ALL_TRUMPS
COURT = frozenset(suit + rank for suit in SUITS for rank in ("J", "N", "Q", "K"))
NEVER_SET_ASIDE = DECK.of(*KINGS, *BOUTS)
DISCARDABLE = PLAIN - DECK.of(*KINGS)
"""What may be set aside without showing it: suit cards but no king."""

HALVES = {card: {"K": 9, "Q": 7, "N": 5, "J": 3}.get(card[1:], 1) for card in DECK.codes(DECK.all)} | dict.fromkeys(
    BOUTS, 9
)
"""What each card counts, in half points: 182 in all."""
ALL_HALVES = 182

HAND = {3: 24, 4: 18, 5: 15}
KITTY = {3: 6, 4: 6, 5: 3}
HANDFUL = {
    3: {"single": 13, "double": 15, "triple": 18},
    4: {"single": 10, "double": 13, "triple": 15},
    5: {"single": 8, "double": 10, "triple": 13},
}
"""How many trumps make a handful, by the number of players."""

PAD = (
    *(Group(suit, LABEL[suit], tuple(suit + rank for rank in RANKS)) for suit in SUITS),
    Group("T", LABEL["T"], (*TRUMPS, EXCUSE)),
)


def is_trump(card: str) -> bool:
    """Whether a card is one of the 21 trumps; the Excuse is none."""
    return card[0] == "T"


def cards(*codes: str) -> CardSet:
    """These cards of the deck."""
    return DECK.of(*codes)
