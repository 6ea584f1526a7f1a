"""The play of Doppelkopf: what a play denies, and the end of a deal."""

from __future__ import annotations

from referee.games.doppelkopf.announce import may_choose
from referee.games.doppelkopf.cards import Suits
from referee.games.doppelkopf.result import is_known
from referee.rules import Deal, Denial, Play


def denies(deal: Deal, play: Play, suits: Suits) -> tuple[Denial, ...]:
    """The denials of a card after the lead; none if nobody saw the lead."""
    led = deal.trick.plays[0] if deal.trick.plays else None
    return () if led is None or led.unseen else suits.denies(suits.suit[led.card], play.cards)


def end(deal: Deal, hand: int) -> Deal:
    """End a deal after its last trick, once a new partner was chosen where one still may; a deal of full hands whose
    score is not known waits for its result.
    """
    if not deal.played_out:
        return deal
    if deal.phase == "play" and may_choose(deal, deal.terms.house) and deal.terms.house.genscher == "last":
        return deal._replace(phase="partner")
    if deal.size == hand and not is_known(deal):
        return deal._replace(phase="count")
    return deal._replace(phase="done", state="done")
