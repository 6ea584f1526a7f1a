"""The cards of a table of DOUBLE: their order, and the motif on the other side of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.games.double import decks
from referee.games.double.decks import SPECIALS, SUITS
from referee.games.double.options import DoubleOptions
from referee.rules import SUIT_LABEL, CardSet, Deck, Group, Slip, T, lowest

SIZES = (1, 2, 3, 4, 5, 5, 4, 3, 2, 1)
"""The number of cards a player, round by round."""
PACKS = 64
"""The most packs kept for other tables."""


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """The cards of a table, `size` in all: the ranks, lowest first; the motif on the `other` side of each motif, if
    known; by suit the cards that show it on either side.
    """

    deck: Deck
    size: int
    ranks: tuple[str, ...]
    other: Mapping[str, str]
    suits: Mapping[str, CardSet]

    def sides(self, code: str) -> str:
        """A card with both its sides, as far as they are known; raises Slip for a card that the deck does not hold."""
        first = lowest(self.deck.mask(code))
        return self.deck.code(first.bit_length() - 1) if self.other else code

    def rank(self, face: str) -> int:
        """The place of a motif in its suit, 0 the lowest."""
        return self.ranks.index(face[1:])

    def pad(self) -> tuple[Group, ...]:
        """The rows of the card pad."""
        suits = (Group(suit, SUIT_LABEL[suit], tuple(suit + rank for rank in self.ranks)) for suit in SUITS)
        return (*suits, Group("X", T("Fool, Pope"), SPECIALS))


def pack(options: DoubleOptions, seats: int) -> Pack:
    """The cards that a table plays with; raises Slip if they are too few for its seats."""
    lots = int(options.lots)
    most = (lots * decks.CARDS - 1) // max(SIZES)
    if seats > most:
        raise Slip(T("{found} seats: one lot of cards is enough for {most}", found=seats, most=most), found=seats)
    return _pack(options.deck, lots, options.ace == "low")


@lru_cache(PACKS)
def _pack(word: str, lots: int, ace_low: bool) -> Pack:
    pairing = decks.pairing(word)
    deck = pairing.deck(lots)
    ranks = ("A", *decks.RANKS) if ace_low else (*decks.RANKS, "A")
    other = {one: two for row in pairing.rows for one, two in (row, row[::-1])}
    suits = {suit: deck.of(*(suit + rank for rank in ranks)) for suit in SUITS}
    return Pack(deck, lots * decks.CARDS, ranks, other, suits)
