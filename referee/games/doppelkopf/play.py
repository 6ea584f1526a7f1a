"""The play of Doppelkopf: what a play denies, who takes a trick, what comes after the last one."""

from __future__ import annotations

from functools import cache

from referee.games.doppelkopf.cards import Suits
from referee.games.doppelkopf.result import outcome
from referee.rules.cards import CardSet
from referee.rules.deal import Deal, Play, Trick
from referee.rules.ruleset import Denial
from referee.words.suits import NO


def denies(deal: Deal, play: Play, suits: Suits) -> tuple[Denial, ...]:
    """Not following says that there is no card of the suit led."""
    led = deal.trick.plays[0] if deal.trick.plays else None
    if led is None or led.unseen:
        return ()
    suit = suits.suit[led.card]
    if suits.suit[play.card] == suit:
        return ()
    return _void(suit, suits.cards[suit])


@cache
def _void(suit: str, cards: CardSet) -> tuple[Denial, ...]:
    return (Denial("must-follow", "doppelkopf.play.2", cards, NO[suit]),)


def winner(trick: Trick, suits: Suits) -> int:
    """The highest trump, else the highest of the suit led; of two equal cards the first."""
    best = trick.plays[0]
    for play in trick.plays[1:]:
        if suits.beats(play.card, best.card):
            best = play
    return best.seat


def close(deal: Deal, hand: int) -> Deal:
    """End a deal after its last trick; a full one of which the score is not known yet waits for its result."""
    if not deal.played_out:
        return deal
    if outcome(deal) is None and deal.size == hand:
        return deal._replace(phase="count")
    return deal._replace(phase="done", state="done")
