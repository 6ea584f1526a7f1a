"""What the last tricks are played for: the points of the master's opponents, with the kitty's for the last trick."""

from __future__ import annotations

from referee.games.da_ban.cards import ALL_POINTS, POINTS, SUITS, points
from referee.games.da_ban.options import DaBanOptions
from referee.games.da_ban.result import KITTY_TIMES, holds
from referee.games.da_ban.terms import Terms
from referee.rules import OURS, THEIRS, Deal, Stakes

WORTH = {suit + rank: number for suit in SUITS for rank, number in POINTS.items()}
SIDES = ("opponents", "master")


def stakes(options: DaBanOptions, deal: Deal) -> Stakes | None:
    """What the rest of a deal is played for, from its hands as they were played. None while the master or a trick is
    not known.
    """
    terms: Terms = deal.terms
    if terms.master is None or not all(trick.seen for trick in deal.tricks):
        return None
    ours = frozenset(seat for seat in deal.order if (seat - terms.master) % 2)
    taken = [trick for trick in deal.tricks if trick.winner in ours]
    flags = (OURS if taken else 0) | (THEIRS if len(taken) < len(deal.tricks) else 0)
    dealt = sum(points(hand) for hand in deal.hands.values())
    bonus = 0 if "cards" in deal.keys else KITTY_TIMES[options.kitty_bonus] * (ALL_POINTS - dealt)

    def winning_side(total: int, flags: int) -> int:
        return -1 if holds(options, total) else 1

    return Stakes(
        SIDES, ours, sum(points(trick.cards) for trick in taken), flags, ALL_POINTS + bonus, WORTH,
        bonus=bonus, winner=winning_side,
    )  # fmt: skip
