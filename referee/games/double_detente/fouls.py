"""The fouls of Double-détente: which of them stops a part, what it costs, and its remedy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.games.double_detente.laws import NAME
from referee.games.double_detente.options import DetenteOptions
from referee.games.double_detente.terms import parts
from referee.rules import KINDS, Deal, Foul, Line, Remedy, Scored, T, total
from referee.rules.common import AT_ONCE, WHO_WAS_IT, righted

FOUL_POINTS = {1: 20, 2: 30}

PUT_RIGHT = ("already-played", "not-in-hand", "inconsistent", "wrong-count")
"""Kinds of fouls that are put right at once, or are slips of the pen."""


def stopping_foul(scored: Scored, options: DetenteOptions) -> Foul | None:
    """The foul that stops the part: of those upheld that are not put right at once, the first committed."""

    def stops(foul: Foul) -> bool:
        if foul.seat is None or foul.kind in PUT_RIGHT:
            return False
        if foul.kind == "illegal-bid" or foul.law == f"{NAME}.bid.1":
            return options.illegal_bid == "foul"
        if foul.kind == "out-of-turn":
            return options.out_of_turn == "foul"
        return True

    return next(filter(stops, scored.upheld), None)


def price(deal: Deal, foul: Foul, options: DetenteOptions, seats: Sequence[str]) -> Line:
    """What a foul that stops the part costs its player."""
    part, name = deal.terms.part, seats[foul.seat or 0]
    cost = FOUL_POINTS.get(part) or int(options.foul_part3)
    text = T("{foul} by {name} in part {part}", foul=KINDS[foul.kind], name=name, part=part)
    return Line(f"{NAME}.foul.1", text, tuple(-cost if seat == name else 0 for seat in seats))


def remedy(
    scored: Scored,
    foul: Foul,
    options: DetenteOptions,
    seats: Sequence[str],
    lines: Callable[[Scored], tuple[Line, ...]],
) -> Remedy:
    """The remedy of a foul: a breach of play stops the part, others are put right at once. `lines` scores a part."""
    if foul.seat is None:
        return Remedy(WHO_WAS_IT, scored.deal.state, lines(scored))
    after = scored.also(foul)
    stopping = stopping_foul(after, options)
    if stopping is None:
        return righted(scored.deal, foul, Remedy(AT_ONCE, scored.deal.state, lines(scored)))
    scores = lines(after)
    lost = -min(total(scores, len(seats)))
    name = seats[stopping.seat or 0]
    text = T("The part stops; {name} loses {points}, the next part is played.", name=name, points=lost)
    if scored.deal.terms.part == parts(len(seats)):
        text = T("The part stops, the last of its round; {name} loses {points}.", name=name, points=lost)
    return Remedy(text, "stopped", scores)
