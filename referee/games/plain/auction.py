"""What each player says before a round: how many tricks to take."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules import Deal, Said, Slip, T, whole
from referee.rules.common import refuse_second_bid

MOST = 20
"""The tricks of the longest round there is: Wizard for three."""


def add_bid(deal: Deal, bid: Said, seats: Sequence[str]) -> Deal:
    """Record a bid, in any order; the tricks follow the last one. Raises Slip for one that cannot be."""
    expected = T("a number of tricks, 0 to {most}", most=MOST)
    tricks = whole(bid.word, expected)
    if not 0 <= tricks <= MOST:
        raise Slip(T("“{found}” stands where {expected} was expected", found=bid.word, expected=expected))
    refuse_second_bid(deal.silent, bid, seats)
    after = deal._replace(bids=(*deal.bids, bid._replace(word=str(tricks))))
    return after if after.silent else after._replace(phase="result")
