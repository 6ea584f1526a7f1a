"""The terms of a deal of tarot beside its tricks: contract, call, kitty, discard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee.rules import Deal, Play, Said, T, Text, of_deal

CONTRACTS = ("petite", "garde", "garde-sans", "garde-contre")
TIMES = dict(zip(CONTRACTS, (1, 2, 4, 6), strict=True))
PASS = "pass"
ALONE = "alone"
NEED = (56, 51, 41, 36)
"""The points the taker needs, by the number of bouts in his tricks."""
BOUTS_SAID = (T("0 bouts"), T("1 bout"), T("2 bouts"), T("3 bouts"))
SAID = {
    "pass": T("pass"),
    "petite": T("petite"),
    "garde": T("garde"),
    "garde-sans": T("garde sans"),
    "garde-contre": T("garde contre"),
    "slam": T("slam"),
    "handful": T("handful"),
    "petit-sec": T("the Petit alone"),
    "misere-trumps": T("misère of trumps"),
    "misere-heads": T("misère of bouts and court cards"),
}
"""Bids and announcements as a person says them."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a deal. `taker`: None during the auction, or if it was not recorded.

    `kitty`: the number of its cards; `turned`: those seen; `aside`: all cards set aside, if known; `shown`: else those
    shown; `set_aside`: how many there are; `ask`: what the taker asks of the next leader: the trick, `suit` or `other`,
    and the suit; `ally`: the partner or `alone`, as typed in; `why`: the reason of a void deal; `taken_back`: plays
    taken back, each with the number of its trick; `settled`: tricks and seats of revokes upheld;
    `barred`: seats that may not bid, or not be taker, each with this word (`bidder`, `taker`) and the law.
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
    taken_back: tuple[tuple[int, Play], ...] = ()
    settled: tuple[tuple[int, int], ...] = ()
    barred: tuple[tuple[int, str, str], ...] = ()

    @property
    def open_kitty(self) -> bool:
        """Whether the taker takes the kitty and sets cards aside."""
        return self.contract in ("petite", "garde")


def with_terms(deal: Deal, **changes: Any) -> Deal:
    """The deal with some of its terms changed."""
    return deal._replace(terms=replace(deal.terms, **changes))


def has_played(deal: Deal, seat: int) -> bool:
    """Whether a seat has played a card, recorded or not."""
    laid = (play.seat for trick in deal.all_tricks for play in trick.plays)
    return any(not trick.plays for trick in deal.tricks) or seat in laid


def standing_bid(deal: Deal) -> Said | None:
    """The highest bid, the first of equals; None if there is none but passes."""
    bids = [bid for bid in deal.bids if bid.word != PASS]
    return max(bids, key=lambda bid: CONTRACTS.index(bid.word), default=None)


@of_deal
def partner(deal: Deal) -> int | str | None:
    """The taker's partner: a seat, `alone`, or None while nobody can know."""
    terms: Terms = deal.terms
    if len(deal.order) < 5:
        return ALONE
    if terms.ally is not None:
        return terms.ally
    if terms.called is None:
        return None
    seat = deal.player_of(terms.called)
    if seat is None and terms.called in (*terms.turned, *terms.aside):
        return ALONE
    if seat is None and deal.over and all(trick.seen for trick in deal.tricks):
        return ALONE
    if seat is None:
        seat = next((at for at, hand in deal.hands.items() if terms.called in hand), None)
    return ALONE if seat is not None and seat == terms.taker else seat


def role(deal: Deal, seat: int) -> Text | None:
    """The role of a seat in this deal, as far as the table knows."""
    if deal.terms.taker is None:
        return None
    if seat == deal.terms.taker:
        return T("taker")
    return T("partner") if seat == partner(deal) else None


def team(deal: Deal, seat: int) -> int | None:
    """The side of a seat: 0 the taker's, 1 the defence; None while nobody can know."""
    if deal.terms.taker is None:
        return None
    ally = partner(deal)
    if seat in (deal.terms.taker, ally):
        return 0
    return None if ally is None else 1


def last_number(deal: Deal) -> int:
    """The number of the last trick; a hand with a card too many adds one."""
    return max(deal.cards_dealt(seat) for seat in deal.order)


def handfuls(deal: Deal) -> tuple[Said, ...]:
    """The handfuls shown, in order."""
    return tuple(one for one in deal.announced if one.word == "handful")


def slam_by(deal: Deal) -> Said | None:
    """The slam announced, if one was."""
    return next((one for one in deal.announced if one.word == "slam"), None)


def known_aside(deal: Deal) -> tuple[str, ...]:
    """The cards known to be in nobody's tricks: set aside, or in an untaken kitty."""
    terms: Terms = deal.terms
    return terms.aside if terms.open_kitty else terms.turned


def owner_of_rest(deal: Deal) -> str:
    """The side that the cards set aside, or the kitty, count for."""
    return "defence" if deal.terms.contract == "garde-contre" else "attack"
