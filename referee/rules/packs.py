"""The pack of 78 cards that more than one game is played with: four suits, twenty-one trumps and the Excuse."""

from __future__ import annotations

from referee.rules.cards import Deck
from referee.rules.prompt import Group
from referee.words.suits import SUIT_LABEL

SUITS = "SHDC"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
TRUMPS = tuple(f"T{n}" for n in range(1, 22))
EXCUSE, PETIT = "EX", "T1"

DECK = Deck([suit + rank for suit in SUITS for rank in RANKS] + [*TRUMPS, EXCUSE])
SUIT = {suit: DECK.of(*(suit + rank for rank in RANKS)) for suit in SUITS} | {"T": DECK.of(*TRUMPS)}
HEIGHT = {code: height for height, code in enumerate(TRUMPS, 1)}
"""The number of each trump."""
HIGHER = {n: DECK.of(*TRUMPS[n:]) for n in range(22)}
"""The trumps above a number."""

PAD = (
    *(Group(suit, SUIT_LABEL[suit], tuple(suit + rank for rank in RANKS)) for suit in SUITS),
    Group("T", SUIT_LABEL["T"], (*TRUMPS, EXCUSE)),
)
