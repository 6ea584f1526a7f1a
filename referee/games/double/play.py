"""The play of DOUBLE: what is to be followed, what a play denies, who takes a trick.

A card in hand is both its motifs, a card on the table the one that lies up. So what a play denies is told by both
sides of every card, and the other side of the card itself may give the play away.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_

from referee.games.double.cards import Pack
from referee.games.double.decks import FOOL, SPECIALS
from referee.games.double.laws import KIND_LAWS, NAME
from referee.games.double.options import DoubleOptions
from referee.rules.cards import CardSet
from referee.rules.deal import Deal, Play, Trick
from referee.rules.ruleset import Denial
from referee.words.suits import NO
from referee.words.text import CardName, T, Text

ANY = ""
"""The suit led where everybody plays what he likes to the end of the trick."""


def demand(
    deal: Deal, plays: Sequence[Play], options: DoubleOptions, pack: Pack
) -> tuple[str | None, str | None]:  # fmt: skip
    """The suit to follow after these plays and the trump of their trick; None where there is none, or not yet."""
    trump = deal.terms.trump
    if not plays:
        return None, trump
    first = plays[0].card
    if first in SPECIALS and trump is not None and pack.other.get(first, " ")[0] == trump:
        trump = None
    for play in plays:
        suit = play.card[0]
        if play.unseen:
            return None, trump
        if play.card not in SPECIALS and (first not in SPECIALS or suit != trump):
            return suit, trump
        if play.card not in SPECIALS and options.special_led == "free":
            return ANY, trump
    return None, trump


def suits_denied(deal: Deal, play: Play, options: DoubleOptions, pack: Pack) -> tuple[str, ...]:
    """The suits of which a play says that its player has none, on either side of any card."""
    led, trump = demand(deal, deal.trick.plays, options, pack)
    if not led or play.card[0] == led:
        return ()
    if play.card not in SPECIALS:
        return (led,)
    if options.special_follow == "anytime":
        return ()
    both = options.special_follow == "void_both" and trump not in (None, led)
    return (led, str(trump)) if both else (led,)


def unlawful(
    deal: Deal, play: Play, options: DoubleOptions, pack: Pack, names: tuple[str, ...]
) -> tuple[str, str, Text] | None:
    """Why the other side of the card played, of a suit that its player says he has not, makes the play a breach."""
    other = other_side(play, options, pack)
    if other is None or other[0] not in suits_denied(deal, play, options, pack):
        return None
    return *_breach(play), T(
        "{name} plays {card}, and its other side is {other}: it had to be played that side up, or kept.",
        name=names[play.seat], card=CardName(play.card), other=CardName(other),
    )  # fmt: skip


def other_side(play: Play, options: DoubleOptions, pack: Pack) -> str | None:
    """What on the other side of a card that follows may give it away; None where nobody knows, or it does not count."""
    ignored = play.card in SPECIALS and options.special_other == "ignored"
    return None if ignored else pack.other.get(play.card)


def denies(deal: Deal, play: Play, options: DoubleOptions, pack: Pack) -> tuple[Denial, ...]:
    """Not following denies the suit led on either side of any card, the Fool and the Pope deny trump as well."""
    suits = suits_denied(deal, play, options, pack)
    if not suits or not pack.other or (other_side(play, options, pack) or " ")[0] in suits:
        return ()
    return _void(*_breach(play), suits, tuple(pack.suits[suit] for suit in suits))


@cache
def _void(kind: str, law: str, suits: tuple[str, ...], cards: tuple[CardSet, ...]) -> tuple[Denial, ...]:
    text = NO[suits[0]]
    if len(suits) == 2:
        text = T("{one} and {other}", one=text, other=NO[suits[1]])
    return (Denial(kind, law, reduce(or_, cards), text),)


def _breach(play: Play) -> tuple[str, str]:
    """The kind of foul that not following is, and the law it breaks."""
    kind = "special-too-early" if play.card in SPECIALS else "must-follow"
    return kind, f"{NAME}.{KIND_LAWS[kind]}"


def winner(deal: Deal, trick: Trick, options: DoubleOptions, pack: Pack) -> int:
    """The Fool, else the Pope, else the highest trump, else the highest card of the suit led; the first of two."""
    led, trump = demand(deal, trick.plays, options, pack)

    def strength(play: Play) -> tuple[int, int]:
        if play.card in SPECIALS:
            return (4 if play.card == FOOL else 3), 0
        suit, rank = play.card[0], pack.rank(play.card)
        return (2, rank) if suit == trump else (1, rank) if suit == led else (0, 0)

    return max(trick.plays, key=strength).seat
