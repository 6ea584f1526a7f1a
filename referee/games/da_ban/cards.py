"""The cards of Da Ban: three packs of 54, and their order once level and trump suit are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from referee.rules import EMPTY, SUIT_LABEL, SUIT_NAME, CardSet, Deck, Group, T

SUITS = "SHDC"
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""Best first."""
BIG, LITTLE = "BK", "LK"
KINGS = (BIG, LITTLE)
TRUMPS = "T"
NO_TRUMP = "none"
COPIES = 3
POINTS = {"K": 10, "10": 10, "5": 5}
ALL_POINTS = 300

CODES = tuple(suit + rank for suit in SUITS for rank in RANKS)
DECK = Deck(code for code in (*KINGS, *CODES) for _ in range(COPIES))
PAD = (
    *(Group(suit, SUIT_LABEL[suit], tuple(suit + rank for rank in RANKS)) for suit in SUITS),
    Group(TRUMPS, T("Kings"), KINGS),
)
SUIT_NAMES = SUIT_NAME | {NO_TRUMP: T("no suit")}
NO_OTHER = {
    "S": T("no other spade"),
    "H": T("no other heart"),
    "D": T("no other diamond"),
    "C": T("no other club"),
    TRUMPS: T("no other trump"),
}


def rank(level: int) -> str:
    """The rank of a level: 3 … 10, then J, Q, K, A."""
    return {11: "J", 12: "Q", 13: "K", 14: "A"}.get(level, str(level))


def points(cards: Iterable[str]) -> int:
    """The points of cards: a king 10, a ten 10, a five 5; the Big and the Little King nothing."""
    return sum(POINTS.get(code[1:], 0) for code in cards if code not in KINGS)


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """The cards under one level and one trump suit: their class (the suit they follow as) and their strength in it."""

    classes: Mapping[str, CardSet]
    of: Mapping[str, str]
    strength: Mapping[str, int]

    def better(self, code: str) -> CardSet:
        """The trumps that beat this trump."""
        return DECK.of(*(c for c in self.of if self.of[c] == TRUMPS and self.strength[c] > self.strength[code]))

    def count(self, cards: Iterable[str], suit: str) -> int:
        """The number of these cards that belong to this suit."""
        return [self.of[code] for code in cards].count(suit)


@cache
def order(level: int, trump: str) -> Order:
    """Big King, Little King, the level of the trump suit, the other levels alike, the 2 of trumps, the other 2s
    alike, then A K Q J 10 … of the trump suit; the plain suits without level and 2.
    """
    tiers: list[list[str]] = [[BIG], [LITTLE]]
    for special in (rank(level), "2"):
        tiers += [[suit + special for suit in SUITS if suit == trump], [s + special for s in SUITS if s != trump]]
    named = {code for tier in tiers for code in tier}
    tiers += [[trump + r] for r in RANKS if trump != NO_TRUMP and trump + r not in named]
    tiers = [tier for tier in tiers if tier]
    of = {code: TRUMPS for tier in tiers for code in tier}
    strength = {code: 100 - place for place, tier in enumerate(tiers) for code in tier}
    for code in CODES:
        of.setdefault(code, code[0])
        strength.setdefault(code, len(RANKS) - RANKS.index(code[1:]))
    classes = dict.fromkeys((*SUITS, TRUMPS), EMPTY)
    for code, suit in of.items():
        classes[suit] |= DECK.of(code)
    return Order(classes, of, strength)
