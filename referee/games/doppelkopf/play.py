"""The play of Doppelkopf: what a play denies, what comes after the last one."""

from __future__ import annotations

from referee.games.doppelkopf.cards import Suits
from referee.games.doppelkopf.result import is_known
from referee.rules.deal import Deal, Play
from referee.rules.ruleset import Denial


def denies(deal: Deal, play: Play, suits: Suits) -> tuple[Denial, ...]:
    """What a card says after the lead, if that was seen."""
    led = deal.trick.plays[0] if deal.trick.plays else None
    return () if led is None or led.unseen else suits.denies(suits.suit[led.card], play.cards)


def close(deal: Deal, hand: int) -> Deal:
    """End a deal after its last trick; a full one of which the score is not known yet waits for its result."""
    if not deal.played_out:
        return deal
    if deal.size == hand and not is_known(deal):
        return deal._replace(phase="count")
    return deal._replace(phase="done", state="done")
