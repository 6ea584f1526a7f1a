"""Cards as bits of an int. A deck knows the faces of its cards, but no game.

A physical card is one bit. Copies of a card are neighbouring bits with the same faces, so that the lowest
unseen one can stand for any of them. A card with two faces (DOUBLE) is one bit found under either code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.words.text import Slip, T

UNSEEN = "?"


@dataclass(frozen=True, slots=True)
class CardSet:
    """An immutable set of physical cards."""

    bits: int = 0

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits | other.bits)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits & other.bits)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.bits & ~other.bits)

    def __le__(self, other: CardSet) -> bool:
        return not self.bits & ~other.bits

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __iter__(self) -> Iterator[int]:
        """The cards' places in the deck, lowest first."""
        return places(self.bits)


EMPTY = CardSet()


def places(bits: int) -> Iterator[int]:
    """The places of the set bits, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def lowest(bits: int) -> int:
    """The lowest set bit alone; 0 if none is set."""
    return bits & -bits


class Deck:
    """The physical cards of a game, in the order a player sorts them; `rows` gives the faces of each card.

    >>> deck = Deck(["H5", "H6", "H6"])
    >>> deck.of("H6").bits
    6
    >>> deck.codes(deck.all)
    ['H5', 'H6', 'H6']
    """

    def __init__(self, rows: Iterable[str | Sequence[str]]) -> None:
        self.faces = tuple((row,) if isinstance(row, str) else tuple(row) for row in rows)
        self.all = CardSet((1 << len(self.faces)) - 1)
        self._masks: dict[str, int] = {}
        for place, faces in enumerate(self.faces):
            for code in (*faces, "/".join(faces), "/".join(reversed(faces))):
                self._masks[code] = self._masks.get(code, 0) | 1 << place
        self._up = {code: mask for code, mask in self._masks.items() if "/" not in code}
        self.copies = tuple(self._masks["/".join(faces)] for faces in self.faces)
        """All copies (bits) of the card at each place."""

    def __len__(self) -> int:
        return len(self.faces)

    def __contains__(self, code: object) -> bool:
        return code in self._masks

    def mask(self, code: str) -> int:
        """The bits of all copies of a card; raises Slip for a card the deck does not hold."""
        try:
            return self._masks[code]
        except KeyError:
            text = T(
                "this deck has no card “{found}”: expected for example {one} or {other}",
                found=code, one=self.kinds[0], other=self.kinds[-1],
            )  # fmt: skip
            raise Slip(text, found=code) from None

    def up(self, code: str) -> int:
        """The same for a card on the table, where one side lies up; raises Slip for a card written with both."""
        if code in self._up:
            return self._up[code]
        if code in self:
            raise Slip(T("“{found}” is played: expected the side that lies up alone", found=code), found=code)
        return self.mask(code)

    def of(self, *codes: str) -> CardSet:
        """All copies of these cards."""
        bits = 0
        for code in codes:
            bits |= self.mask(code)
        return CardSet(bits)

    def draw(self, codes: Iterable[str], free: CardSet) -> CardSet:
        """One copy from `free` for each code, the lowest; raises Slip if none is left."""
        left, taken = free.bits, 0
        for code in codes:
            card = lowest(self.mask(code) & left)
            if not card:
                raise Slip(T("the card {found} stands here once too often", found=code), found=code)
            left ^= card
            taken |= card
        return CardSet(taken)

    def all_of(self, card: int) -> int:
        """All copies (bits) of a card, given one of them (a bit)."""
        return self.copies[card.bit_length() - 1]

    def code(self, place: int) -> str:
        """The code of a card by its place: two faces are joined by a stroke."""
        return "/".join(self.faces[place])

    def codes(self, cards: CardSet) -> list[str]:
        """These cards in the deck's order."""
        return [self.code(place) for place in cards]

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Every code that may be played, once, in the deck's order."""
        return tuple(dict.fromkeys(code for faces in self.faces for code in faces))
