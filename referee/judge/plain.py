"""Plain cards: what is known of the hands as ints, and the case that comes of them.

Most cards come from a hand that may hold them, and leave the unseen ones at ease: the judge has nothing to say. For
these a few look-ups do (`referee/table/course.py`). What they come to is the same case that `judge_play` would have
made card by card, and is made when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.judge.case import Case, Claim, Pocket
from referee.judge.tricks import Answer
from referee.rules.cards import lowest
from referee.rules.deal import Deal, Play

Rooms = tuple[tuple[int, int], ...]
"""So many rooms for unknown cards, and the cards (bits) they refuse."""


class Known(NamedTuple):
    """What is known of the hands, each of them one pocket: by seat, the cards it is known to hold (bits), those denied,
    those known to be elsewhere; the other pockets; and the cards (bits) whose copies are told apart.
    """

    held: tuple[int, ...]
    denied: tuple[int, ...]
    barred: tuple[int, ...]
    others: Rooms
    apart: int


class Laid(NamedTuple):
    """A plain play: the number of its trick, what was led there before it, and what it said."""

    play: Play
    trick: int
    led: tuple[str, ...]
    answer: Answer


def known(case: Case, deal: Deal, seats: int) -> Known | None:
    """What is known of the hands of an open deal; None where that is not all there is to know of the cards."""
    beyond = case.placed or case.veils or case.limited or case.blamed or case.counted
    if beyond or case.lost or case.undecided or case.garbled == (deal.line, deal.trick.number):
        return None
    held, denied, barred = [0] * seats, [0] * seats, [0] * seats
    others, rooms, apart = list[tuple[int, int]](), 0, 0
    left = {seat: deal.left(seat) for seat in deal.order}
    for holder, room, its, elsewhere, _, said, laid in case.pockets:
        seat = holder if isinstance(holder, int) else -1
        if laid or (seat >= 0 and left.pop(seat, None) != room + its.bit_count()):
            return None
        rooms += room
        apart |= elsewhere
        if seat >= 0:
            held[seat], denied[seat], barred[seat] = its, said, elsewhere
        elif room:
            others.append((room, elsewhere | said))
    whole = rooms == case.unseen.bit_count() and not any(left.values())
    return Known(tuple(held), tuple(denied), tuple(barred), tuple(others), apart) if whole else None


def with_plays(case: Case, plays: Iterable[Laid]) -> Case:
    """The case after some plain plays, none of which it knows."""
    case = case.copy()
    pockets, claims, last = list(case.pockets), list(case.claims), dict(case.plays)
    place = {pocket.holder: at for at, pocket in enumerate(pockets)}
    unseen, seen = case.unseen, case.seen
    for play, trick, led, (copies, denials, bits, *_) in plays:
        at = place[play.seat]
        holder, room, held, barred, said, denied, _ = pockets[at]
        out = []
        for run in copies:
            if held & run:
                card = lowest(held & run)
                held ^= card
            else:
                card = lowest(unseen & run)
                unseen ^= card
                room -= 1
            seen |= card
            out.append((card, said))
        last[play.seat] = play.line, tuple(out)
        if denials:
            said |= 1 << len(claims)
            denied |= bits
            claims.append(Claim(play.seat, play.line, denials, bits, play, trick, led, met=held))
        pockets[at] = Pocket(holder, room, held, barred, said, denied)
    case.pockets, case.claims, case.plays = tuple(pockets), tuple(claims), last
    case.unseen, case.seen = unseen, seen
    return case
