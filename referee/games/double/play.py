"""The play of DOUBLE: the suit to follow, what a play denies, who takes a trick.

A card in a hand has two motifs, a card on the table only the upper one. So a play denies a suit on both sides of every
card, and the other side of the card played may itself show a breach.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

from referee.games.double.cards import Pack
from referee.games.double.decks import FOOL, SPECIALS
from referee.games.double.laws import KIND_LAWS, NAME
from referee.rules import NO_SUIT, UNSEEN, CardName, Cards, CardSet, Deal, Denial, Play, T, Text, demand_of

ANY = ""
"""The suit led if everybody may play any card to the end of the trick."""
Asked = tuple[str | None, str | None]
"""The suit to follow and the trump of the trick; None if there is none, or none yet."""


@dataclass(frozen=True)
class Sides:
    """The laws of a trick of cards with two sides, under this trump."""

    trump: str | None
    pack: Pack
    special_follow: str
    special_other: str
    special_led: str

    def asks(self, asked: Asked | None, cards: Cards) -> Asked:
        card, trump = cards[0], self.trump if asked is None else asked[1]
        if asked is not None and asked[0] is not None:
            return asked
        if card in SPECIALS:
            turned = asked is None and trump is not None and self.pack.other.get(card, " ")[0] == trump
            return None, None if turned else trump
        if card == UNSEEN:
            return ANY, trump
        if asked is not None and card[0] == trump:
            return ANY if self.special_led == "free" else None, trump
        return card[0], trump

    def denies(self, asked: Asked | None, cards: Cards) -> tuple[Denial, ...] | None:
        """A card that does not follow denies the suit led on either side of any card; Fool and Pope deny trump too."""
        suits = self.suits_denied(asked, cards[0])
        if not suits:
            return ()
        if (self.other_side(cards[0]) or " ")[0] in suits:
            return None
        return _void(*_breach(cards[0]), suits, tuple(self.pack.suits[suit] for suit in suits))

    def beats(self, asked: Asked, later: Cards, earlier: Cards) -> bool:
        return self.strength(asked, later[0]) > self.strength(asked, earlier[0])

    def strength(self, asked: Asked, card: str) -> tuple[int, int]:
        """The strength of a card: the Fool, the Pope, trumps by rank, the suit led by rank, then all others."""
        if card in SPECIALS:
            return (4 if card == FOOL else 3), 0
        suit, rank = card[0], self.pack.rank(card)
        return (2, rank) if suit == asked[1] else (1, rank) if suit == asked[0] else (0, 0)

    def suits_denied(self, asked: Asked | None, card: str) -> tuple[str, ...]:
        """The suits that a card denies, on either side of any card."""
        led, trump = asked or (None, None)
        if not led or card[0] == led:
            return ()
        if card not in SPECIALS:
            return (led,)
        if self.special_follow == "anytime":
            return ()
        both = self.special_follow == "void_both" and trump not in (None, led)
        return (led, str(trump)) if both else (led,)

    def other_side(self, card: str) -> str | None:
        """The other side of a card, which may show a breach; None if it is not known or does not count."""
        ignored = card in SPECIALS and self.special_other == "ignored"
        return None if ignored else self.pack.other.get(card)


def unlawful(deal: Deal, play: Play, sides: Sides, names: tuple[str, ...]) -> tuple[str, str, Text] | None:
    """The breach of a card whose own other side is of a suit that the play denies; else None."""
    other = sides.other_side(play.card)
    if other is None or other[0] not in sides.suits_denied(demand(deal.trick.plays, sides), play.card):
        return None
    return *_breach(play.card), T(
        "{name} plays {card}, and its other side is {other}: it had to be played that side up, or kept.",
        name=names[play.seat], card=CardName(play.card), other=CardName(other),
    )  # fmt: skip


def denies(deal: Deal, play: Play, sides: Sides) -> tuple[Denial, ...]:
    """The denials of a card after those before it; none if nobody knows the other sides."""
    return (sides.denies(demand(deal.trick.plays, sides), play.cards) or ()) if sides.pack.other else ()


def demand(plays: Sequence[Play], sides: Sides) -> Asked | None:
    """What the first plays of a trick ask."""
    answer: Asked | None = demand_of(sides, (play.cards for play in plays))
    return answer


@cache
def _void(kind: str, law: str, suits: tuple[str, ...], cards: tuple[CardSet, ...]) -> tuple[Denial, ...]:
    text = NO_SUIT[suits[0]]
    if len(suits) == 2:
        text = T("{one} and {other}", one=text, other=NO_SUIT[suits[1]])
    return (Denial(kind, law, reduce(or_, cards), text),)


def _breach(card: str) -> tuple[str, str]:
    """The kind and the law of the foul of not following with this card."""
    kind = "special-too-early" if card in SPECIALS else "must-follow"
    return kind, f"{NAME}.{KIND_LAWS[kind]}"
