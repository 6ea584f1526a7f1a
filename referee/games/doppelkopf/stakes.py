"""What the last tricks are played for: Re's card points, and who wins with what was announced."""

from __future__ import annotations

from referee.games.doppelkopf.announce import may_choose, next_pig
from referee.games.doppelkopf.cards import DULLE, POINTS, SUITS, TOTAL, pack, points
from referee.games.doppelkopf.options import DoppelkopfOptions
from referee.games.doppelkopf.result import ALONE, levels
from referee.games.doppelkopf.score import items, winner
from referee.games.doppelkopf.terms import KONTRA, RE, Count, alone, sides
from referee.rules import OURS, THEIRS, Deal, Stakes

WORTH = {suit + rank: number for suit in SUITS for rank, number in POINTS.items()}


def _may_meet(deal: Deal, options: DoppelkopfOptions) -> bool:
    """Whether both tens of hearts may fall in the last trick, where another law holds for them."""
    return options.second_dulle == "not_last" and not any(play.card == DULLE for play in deal.plays)


def stakes(deal: Deal, options: DoppelkopfOptions, whole: int) -> Stakes | None:
    """What the rest of a deal is played for; None while sides or tricks are not known. Only in a deal of full hands,
    `whole` cards, may a side have won before the end.
    """
    known = sides(deal)
    if next_pig(deal, pack(options)) is not None or may_choose(deal, options) or _may_meet(deal, options):
        return None  # nobody knows which trumps will be the highest, or who plays with whom
    if len(known.re) + len(known.kontra) != len(deal.order) or not all(trick.seen for trick in deal.tricks):
        return None
    re = tuple(seat for seat in deal.order if seat in known.re)
    level, kind = levels(deal, known), deal.terms.contract
    kind = ALONE.get(kind, kind) if len(re) == 1 else kind
    taken = [trick for trick in deal.tricks if trick.winner in known.re]
    flags = (OURS if taken else 0) | (THEIRS if len(taken) < len(deal.tricks) else 0)

    def count(re_points: int, flags: int) -> Count:
        no_trick = RE if not flags & OURS else KONTRA if not flags & THEIRS else None
        return Count(re, kind, re_points, level, no_trick)

    def winning_side(re_points: int, flags: int) -> int:
        return {RE: 1, None: 0, KONTRA: -1}[winner(count(re_points, flags))]

    def pay(re_points: int, flags: int) -> int:
        rows = items(count(re_points, flags), options, deal.terms.bock)
        return 3 * sum(item.points if item.side == RE else -item.points for item in rows)

    re_points = sum(points(trick.cards) for trick in taken)
    left = TOTAL - sum(points(trick.cards) for trick in deal.tricks) if deal.size == whole else -1
    return Stakes(
        (RE, KONTRA), known.re, re_points, flags, TOTAL, WORTH,
        winner=winning_side, pay=pay if alone(deal) is not None else None, left=left if left >= 0 else None,
    )  # fmt: skip
