"""Da Ban's play: leads, following by number, who takes a trick, cards laid early."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cache, lru_cache

from referee.games.da_ban.cards import COPIES, DECK, NO_OTHER, TRUMPS
from referee.games.da_ban.laws import NAME
from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.terms import Terms
from referee.rules.cards import EMPTY, UNSEEN, CardSet
from referee.rules.deal import Deal, Play, Trick
from referee.rules.ruleset import Denial, Foul, Returns, Step
from referee.words.suits import NO
from referee.words.text import CardName, Slip, T, Text


def alike(cards: Sequence[str]) -> bool:
    """Whether these are copies of one card."""
    return cards.count(cards[0]) == len(cards)


def unlawful(deal: Deal, play: Play, seats: Sequence[str]) -> tuple[str, str, Text] | None:
    """A lead is one, two or three copies of a card; everybody else plays as many."""
    number, name, cards = len(play.cards), seats[play.seat], tuple(map(CardName, play.cards))
    if not deal.trick.plays:
        if number <= COPIES and alike(play.cards):
            return None
        message = T("{name} leads {cards}: one card is led, or two or three identical ones.", name=name, cards=cards)
        return "illegal-lead", f"{NAME}.lead.2", message
    asked = min(deal.asked, deal.left(play.seat))
    if number == asked:
        return None
    message = T("{name} plays {cards}: the lead asks for {number}.", name=name, cards=cards, number=asked)
    return "must-follow", f"{NAME}.follow.1", message


def denies(deal: Deal, play: Play, options: DaBanOptions) -> tuple[Denial, ...]:
    """Fewer cards of the suit led than were led: there is no other."""
    lead = deal.trick.plays[0] if deal.trick.plays else None
    asked = min(deal.asked, deal.left(play.seat))
    if lead is None or lead.card == UNSEEN or len(play.cards) < asked:
        return ()
    terms: Terms = deal.terms
    order = terms.order
    suit = order.of[lead.card]
    followed = order.count(play.cards, suit)
    if followed < asked:
        return _no_more(suit, order.classes[suit], bool(followed))
    if options.follow_format == "pairs_first" and asked > 1:
        return _no_longer_set(play.cards, order.classes[suit])
    return ()


@cache
def _no_more(suit: str, cards: CardSet, followed: bool) -> tuple[Denial, ...]:
    text = (NO_OTHER if followed else NO)[suit]
    return (Denial("must-follow", f"{NAME}.follow.2", cards, text),)


@lru_cache(4096)
def _no_longer_set(cards: tuple[str, ...], suit: CardSet) -> tuple[Denial, ...]:
    """No longer set of identical cards in the hand these came from: of each card so many at most may be left."""
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


def demands(deal: Deal, plays: tuple[Play, ...]) -> Hashable:
    """The suit led, and how many cards of it."""
    terms: Terms = deal.terms
    return terms.order.of[plays[0].card], len(plays[0].cards)


def winner(deal: Deal, trick: Trick) -> int:
    """The best set of identical cards as large as the lead, of the suit led or trumps; of equals the first in turn.

    A lead that is no such set stands for its weakest card.
    """
    terms: Terms = deal.terms
    order, lead = terms.order, trick.plays[0]
    suits = (order.of[lead.card], TRUMPS)

    def strength(play: Play) -> int:
        fits = alike(play.cards) and len(play.cards) == len(lead.cards) and order.of[play.card] in suits
        return min(map(order.strength.__getitem__, play.cards)) if fits or play is lead else -1

    turns = deal.round(lead.seat)
    return max(trick.plays, key=lambda play: (strength(play), -turns.index(play.seat))).seat


# --- cards laid early


def withdrawable(deal: Deal) -> tuple[int, ...]:
    """The seats that may take their play back: they laid it early, and an equal one lies in turn before them."""
    trick = deal.on_table
    if not trick.seen:
        return ()
    order, turns = deal.terms.order, deal.round(trick.plays[0].seat)
    to_come = set(deal.waiting) if trick is deal.trick else set()

    def kind(play: Play) -> tuple[int, str, int] | None:
        """The same for equal plays; None for cards that are not alike."""
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
