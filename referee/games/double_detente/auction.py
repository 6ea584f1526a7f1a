"""A part of Double-détente before its first lead: the deal, and the bids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from referee.games.double_detente.laws import NAME
from referee.games.double_detente.result import fallen_bouts
from referee.games.double_detente.terms import Terms, last_part, next_terms, parts
from referee.rules import Deal, Holder, Said, Scored, Slip, Step, T, common, whole
from referee.rules.common import hand_size, plain_foul, refuse_other
from referee.rules.packs import DECK

HAND = 13
DEAL_TAKES = T("“{found}”: a deal of this game takes part= and cards=")


def begin(deal: Deal, past: Sequence[Scored]) -> Step:
    """Begin a part by the keys of its line and the deals past; raises Slip for unknown keys."""
    keys, players = deal.keys, len(deal.order)
    refuse_other(keys, ("part", "cards"), DEAL_TAKES)
    due = next_terms(past, players)
    part = whole(keys["part"], T("a part")) if "part" in keys else due.part
    if not 1 <= part <= parts(players):
        raise Slip(T("part {found}: a round has {most} parts", found=part, most=parts(players)), found=part)
    size = hand_size(keys, len(DECK) // (parts(players) * players), deal.size)
    number = due.round if part >= due.part else due.round + 1
    before = takewhile(lambda deal: deal.terms.round == number, (one.deal for one in reversed(past)))
    gone = frozenset[str]().union(*(fallen_bouts(deal) for deal in before if deal.state != "void"))
    return Step(deal._replace(size=size, terms=Terms(number, part, gone)))


def holders(deal: Deal, past: Sequence[Scored]) -> Mapping[Holder, int] | None:
    """The sizes of hands and stock; None in the later parts of a round, which use the cards left."""
    last = last_part(past)
    if last is not None and last.round == deal.terms.round:
        return None
    return common.holders(deal, len(DECK))


def add_bid(deal: Deal, bid: Said, seats: Sequence[str]) -> Step:
    """Record a bid; raises Slip for a seat's second one."""
    step, tricks = common.bid_tricks(deal, bid, f"{NAME}.bid.1", seats)
    if tricks is None or tricks != forbidden(deal):
        return step
    text = T("{name} bids {bid}, which makes {most} with the first bid: that is forbidden.",
             name=seats[bid.seat], bid=tricks, most=deal.size)  # fmt: skip
    foul = plain_foul("illegal-bid", f"{NAME}.bid.2", bid.seat, bid.line, text)
    return replace(step, fouls=(*step.fouls, foul))


def forbidden(deal: Deal) -> int | None:
    """The bid that the second of two players may not make: it would bring the sum to the number of tricks."""
    if len(deal.order) != 2 or len(deal.bids) != 1:
        return None
    return deal.size - int(deal.bids[0].word)
