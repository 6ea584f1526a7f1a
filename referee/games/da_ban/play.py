"""The play of Da Ban: leads, following by number, who takes a trick, cards laid early."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from referee.games.da_ban.cards import COPIES, DECK, NO_OTHER, TRUMPS, Order
from referee.games.da_ban.laws import NAME
from referee.rules import (
    EMPTY,
    NO_SUIT,
    UNSEEN,
    CardName,
    Cards,
    CardSet,
    Deal,
    Denial,
    Foul,
    Play,
    Returns,
    Slip,
    Step,
    T,
    Text,
    Trick,
    best_of,
)

Asked = tuple[str, int]
"""The suit led, and the number of cards led."""


def alike(cards: Sequence[str]) -> bool:
    """Whether these are copies of one card."""
    return cards.count(cards[0]) == len(cards)


def _may_be_led(cards: Sequence[str]) -> bool:
    return len(cards) <= COPIES and alike(cards)


def unlawful(deal: Deal, play: Play, seats: Sequence[str]) -> tuple[str, str, Text] | None:
    """The breach of a lead that is not one to three copies of a card, or of a play of another number; else None."""
    number, name, cards = len(play.cards), seats[play.seat], tuple(map(CardName, play.cards))
    if not deal.trick.plays:
        if _may_be_led(play.cards):
            return None
        message = T("{name} leads {cards}: one card is led, or two or three identical ones.", name=name, cards=cards)
        return "illegal-lead", f"{NAME}.lead.2", message
    asked = min(deal.lead_size, deal.cards_left(play.seat))
    if number == asked:
        return None
    message = T("{name} plays {cards}: the lead asks for {number}.", name=name, cards=cards, number=asked)
    return "must-follow", f"{NAME}.follow.1", message


@dataclass(frozen=True)
class Numbers:
    """The laws of a trick: follow with as many cards of the suit as were led."""

    order: Order
    pairs_first: bool

    def asks(self, asked: Asked | None, cards: Cards) -> Asked:
        return (self.order.of[cards[0]], len(cards)) if asked is None else asked

    def denials(self, asked: Asked, cards: Cards) -> tuple[Denial, ...]:
        """The denials of a play: too few cards of the suit led deny any other of it; under `pairs_first` a broken set
        denies a longer one.
        """
        suit, number = asked
        followed = self.order.count(cards, suit)
        if followed < number:
            return _no_more(suit, self.order.classes[suit], bool(followed))
        return _no_longer_set(cards, self.order.classes[suit]) if self.pairs_first and number > 1 else ()

    def beats(self, asked: Asked, later: Cards, earlier: Cards) -> bool:
        return self.strength(asked, later) > self.weakest(earlier)

    def strength(self, asked: Asked, cards: Cards) -> int:
        """The strength of identical cards, as many as were led, of the suit led or trumps; -1 for any others."""
        fits = alike(cards) and len(cards) == asked[1] and self.order.of[cards[0]] in (asked[0], TRUMPS)
        return self.weakest(cards) if fits else -1

    def weakest(self, cards: Cards) -> int:
        return min(map(self.order.strength.__getitem__, cards))


def denies(deal: Deal, play: Play, numbers: Numbers) -> tuple[Denial, ...]:
    """What a play denies after a lead that was seen; a shorter hand need only play what it has."""
    lead = deal.trick.plays[0] if deal.trick.plays else None
    number = min(deal.lead_size, deal.cards_left(play.seat))
    if lead is None or lead.card == UNSEEN or len(play.cards) < number:
        return ()
    return numbers.denials((numbers.order.of[lead.card], number), play.cards)


@cache
def _no_more(suit: str, cards: CardSet, followed: bool) -> tuple[Denial, ...]:
    text = (NO_OTHER if followed else NO_SUIT)[suit]
    return (Denial("must-follow", f"{NAME}.follow.2", cards, text),)


@lru_cache(4096)
def _no_longer_set(cards: tuple[str, ...], suit: CardSet) -> tuple[Denial, ...]:
    """Deny that the hand held a longer set of identical cards than it played: limit the copies left of each card."""
    played = Counter(cards)
    longest = max(played.values())
    if longest == len(cards):
        return ()
    none, again = EMPTY, EMPTY
    for code in dict.fromkeys(DECK.codes(suit)):
        copies = DECK.of(code)
        left = longest - played[code]
        none |= EMPTY if left else copies
        again |= CardSet(copies.bits & copies.bits << left) if left else EMPTY
    text = T("no two alike in that suit") if longest == 1 else T("no three alike in that suit")
    return (Denial("must-follow", f"{NAME}.follow.3", none, text, again),)


def winner(deal: Deal, trick: Trick, numbers: Numbers) -> int:
    """The seat of the strongest play, of equals the first in turn. A lead that is no set counts as its weakest card."""
    return best_of(numbers, deal.in_turn(trick.plays)).seat


# --- cards laid early


def withdrawable(deal: Deal) -> tuple[int, ...]:
    """The seats that may take a play back: it was laid early, and an equal one comes before it in turn."""
    trick = deal.on_table
    if not trick.seen:
        return ()
    order, turns = deal.terms.order, deal.round(trick.plays[0].seat)
    to_come = set(deal.waiting) if trick is deal.trick else set()

    def kind(play: Play) -> tuple[int, str, int] | None:
        """A key, the same for equal plays; None for cards that are not alike."""
        return (len(play.cards), order.of[play.card], order.strength[play.card]) if alike(play.cards) else None

    def may(place: int, play: Play) -> bool:
        ahead = set(turns[: turns.index(play.seat)])
        early = ahead & (to_come | {later.seat for later in trick.plays[place + 1 :]})
        return bool(early and kind(play)) and any(
            kind(other) == kind(play) for other in trick.plays if other.seat in ahead
        )

    return tuple(play.seat for place, play in enumerate(trick.plays) if may(place, play))


def withdraw(deal: Deal, line: int, seat: int, seats: Sequence[str]) -> Step:
    """Take a play back into the hand; a foul where the law does not allow it."""
    trick = deal.on_table
    play, name = trick.by(seat), seats[seat]
    if play is None or UNSEEN in play.cards or play is trick.plays[0]:
        raise Slip(T("{name} has nothing to take back", name=name))
    fouls: tuple[Foul, ...] = ()
    if seat not in withdrawable(deal):
        message = T("{name} takes {cards} back: a card laid stays, unless an equal one comes in turn before it.",
                    name=name, cards=tuple(map(CardName, play.cards)))  # fmt: skip
        law, number = f"{NAME}.early.1", trick.number
        foul = Foul("out-of-turn", seat, "seen", line, line, law, message, (seat,), play, number, play.card, number)
        fouls = (foul,)
    return Step(deal.take_back(seat), (Returns(seat, play.cards),), fouls)
