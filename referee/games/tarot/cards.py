"""The cards of French Tarot: bouts, points, and what 3, 4 or 5 players are dealt."""

from __future__ import annotations

from referee.rules.packs import DECK, EXCUSE, PETIT, SUIT, SUITS

TWENTY_ONE = "T21"
BOUTS = (TWENTY_ONE, PETIT, EXCUSE)
KINGS = tuple(suit + "K" for suit in SUITS)

ALL_TRUMPS = SUIT["T"] | DECK.of(EXCUSE)
"""The trumps, and the Excuse, which may stand for one in a handful."""
PLAIN = DECK.all - ALL_TRUMPS
COURT = frozenset(suit + rank for suit in SUITS for rank in ("J", "N", "Q", "K"))
NEVER_SET_ASIDE = DECK.of(*KINGS, *BOUTS)
DISCARDABLE = PLAIN - DECK.of(*KINGS)
"""The cards that may be set aside without being shown: suit cards but no king."""

HALVES = {card: {"K": 9, "Q": 7, "N": 5, "J": 3}.get(card[1:], 1) for card in DECK.codes(DECK.all)} | dict.fromkeys(
    BOUTS, 9
)
"""The half points of each card: 182 in all."""
ALL_HALVES = 182

HAND = {3: 24, 4: 18, 5: 15}
KITTY = {3: 6, 4: 6, 5: 3}
HANDFUL = {
    3: {"single": 13, "double": 15, "triple": 18},
    4: {"single": 10, "double": 13, "triple": 15},
    5: {"single": 8, "double": 10, "triple": 13},
}
"""The number of trumps in each handful, by the number of players."""


def is_trump(card: str) -> bool:
    """Whether a card is one of the 21 trumps; the Excuse is none."""
    return card[0] == "T"
