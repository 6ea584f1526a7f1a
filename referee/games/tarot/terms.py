"""What a deal of tarot knows beside its tricks: the contract, the call, the kitty, what was set aside."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.deal import Deal, Said

CONTRACTS = ("petite", "garde", "garde-sans", "garde-contre")
TIMES = dict(zip(CONTRACTS, (1, 2, 4, 6), strict=True))
PASS = "pass"
ALONE = "alone"
NEED = (56, 51, 41, 36)
"""The points the taker needs, by the number of bouts in his tricks."""


@dataclass(frozen=True, slots=True)
class Terms:
    """`taker` is None while the auction lasts, or where nobody wrote it down.

    `kitty` counts its cards, `turned` are those seen; `aside` the cards known to be set aside, or only those `shown`
    among them, `set_aside` how many there are; `ask` what the taker may ask of the next leader: the trick, `suit` or
    `other`, a suit; `ally` the partner or `alone` as typed in; `why` a deal came to nothing.
    """

    kitty: int
    taker: int | None = None
    contract: str | None = None
    called: str | None = None
    turned: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    set_aside: int | None = None
    ask: tuple[int, str, str] | None = None
    ally: int | str | None = None
    why: str = ""

    @property
    def open_kitty(self) -> bool:
        """Whether the taker takes the kitty and sets cards aside."""
        return self.contract in ("petite", "garde")


def with_terms(deal: Deal, **changes: Any) -> Deal:
    """The deal with some of its terms changed."""
    return deal._replace(terms=replace(deal.terms, **changes))


def begun(deal: Deal) -> bool:
    """Whether a card has been played, or a trick taken."""
    return bool(deal.tricks or deal.trick.plays)


def standing_bid(deal: Deal) -> Said | None:
    """The highest bid, the first of equal ones; None while all have passed."""
    bids = [said for said in deal.bids if said.word != PASS]
    return max(bids, key=lambda said: CONTRACTS.index(said.word), default=None)


def partner(deal: Deal) -> int | str | None:
    """The taker's partner at five: a seat, `alone`, or None while nobody can know. Alone at three and four."""
    terms: Terms = deal.terms
    if len(deal.order) < 5:
        return ALONE
    if terms.ally is not None:
        return terms.ally
    if terms.called is None:
        return None
    seat = player_of(deal, terms.called)
    if seat is None and terms.called in (*terms.turned, *terms.aside):
        return ALONE
    if seat is None and deal.over and all(trick.seen for trick in deal.tricks):
        return ALONE
    if seat is None:
        seat = next((at for at, hand in deal.hands.items() if terms.called in hand), None)
    return ALONE if seat is not None and seat == terms.taker else seat


def last_number(deal: Deal) -> int:
    """The number of the last trick: eighteen, or more where a hand has a card too many."""
    return max(deal.dealt(seat) for seat in deal.order)


def player_of(deal: Deal, card: str) -> int | None:
    """Who played a card, if it was seen."""
    for trick in (*deal.tricks, deal.trick):
        for play in trick.plays:
            if card in play.cards:
                return play.seat
    return None


def handfuls(deal: Deal) -> tuple[Said, ...]:
    """The handfuls shown, in order."""
    return tuple(said for said in deal.announced if said.word == "handful")


def slam_by(deal: Deal) -> Said | None:
    """The slam announced, if one was."""
    return next((said for said in deal.announced if said.word == "slam"), None)
