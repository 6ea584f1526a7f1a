"""Before the first lead of DOUBLE: the hands dealt, the card turned for trump, the bids."""

from __future__ import annotations

from dataclasses import replace

from referee.games.double.cards import Pack
from referee.games.double.decks import SPECIALS
from referee.games.double.laws import NAME
from referee.games.double.options import DoubleOptions
from referee.games.double.terms import Terms
from referee.rules import STOCK, Deal, Holds, Moves, Said, Slip, Step, T, Text, common
from referee.rules.common import plain_foul

TURNED = "turned"
"""The holder of the cards turned for trump: known, and out of play."""


def turn(deal: Deal, card: str, options: DoubleOptions, pack: Pack) -> Step:
    """Turn a card for trump; if the option says so, another one after a Fool or a Pope."""
    terms: Terms = deal.terms
    turned = (*terms.turned, pack.sides(card))
    trump = trump_of(turned[-1], options, pack)
    special = any(face in SPECIALS for face in turned[-1].split("/"))
    again = special and options.special_turned == "redraw" and len(turned) < pack.size - deal.size * len(deal.order)
    after = deal._replace(terms=replace(terms, turned=turned, trump=trump, settled=not again))
    return Step(after, (Moves(STOCK, TURNED, 1), Holds(TURNED, turned)))


def trump_of(card: str, options: DoubleOptions, pack: Pack) -> str | None:
    """The suit of the stronger motif of the card turned; None for no trump."""
    faces = card.split("/")
    suited = [face for face in faces if face not in SPECIALS]
    if len(faces) != 2 or not suited or (len(suited) == 2 and suited[0][1:] == suited[1][1:]):
        raise Slip(T("“{found}” is turned for trump: expected both its motifs, as SK/H4", found=card), found=card)
    if len(suited) == 2 or options.special_turned == "other_motif":
        return max(suited, key=pack.rank)[0]
    return None


def add_bid(deal: Deal, bid: Said, options: DoubleOptions, names: tuple[str, ...]) -> Step:
    """Bid a number of tricks; raises Slip for a word that is no number, and for a second bid."""
    step, tricks = common.bid_tricks(deal, bid, f"{NAME}.bid.1", names)
    objection = None if tricks is None else objection_to(deal, bid.seat, tricks, options, names)
    if objection is None:
        return step
    law, text = objection
    foul = plain_foul("illegal-bid", f"{NAME}.{law}", bid.seat, bid.line, text)
    return replace(step, fouls=(*step.fouls, foul))


def objection_to(
    deal: Deal, seat: int, tricks: int, options: DoubleOptions, names: tuple[str, ...]
) -> tuple[str, Text] | None:
    """Why a seat may not bid this number of tricks now, as law and sentence; else None."""
    name, chips = names[seat], deal.terms.chips[seat]
    if tricks > chips:
        return "bid.2", T("{name} bids {bid} and has only {points} points.", name=name, bid=tricks, points=chips)
    last = len(deal.bids) == len(deal.order) - 1
    if options.hook == "yes" and last and min(deal.size, chips) > 0:
        others = sum(int(bid.word) for bid in deal.bids)
        if others + tricks == deal.size:
            text = T("{name} bids {bid}: with the other bids that makes {most}, which the hook forbids.",
                     name=name, bid=tricks, most=deal.size)  # fmt: skip
            return "bid.3", text
    return None


def bid_so_far(deal: Deal) -> Text | None:
    """The tricks bid so far, out of all there are; None before the first bid."""
    if not deal.bids:
        return None
    return T("bid {bids} of {tricks}", bids=sum(int(bid.word) for bid in deal.bids), tricks=deal.size)
