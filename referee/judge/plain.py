"""Plain cards: what is known of the hands as ints, and the case that comes of them.

Most cards come from a hand that may hold them, and leave the unseen ones at ease: the judge has nothing to say. For
these a few look-ups do (`referee/table/course.py`). What they come to is the same case that `judge_play` would have
made card by card, and is made when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.judge.case import Case, Claim, Pocket
from referee.judge.hall import fits
from referee.judge.tricks import Answer
from referee.rules.cards import lowest
from referee.rules.deal import Deal, Play

NOWHERE = -2
"""The slack of cards that do not all find a place."""

Rooms = tuple[tuple[int, int], ...]
"""So many rooms for unknown cards, and the cards (bits) they refuse."""


class Known(NamedTuple):
    """What is known of the hands, each of them one pocket: by seat, the cards it is known to hold (bits), those denied,
    those known to be elsewhere; and the other pockets.
    """

    held: tuple[int, ...]
    denied: tuple[int, ...]
    barred: tuple[int, ...]
    others: Rooms


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
    hands: dict[int, Pocket] = {}
    others: list[tuple[int, int]] = []
    for pocket in case.pockets:
        seat = pocket.holder
        if pocket.laid or seat in hands:
            return None
        if isinstance(seat, int):
            hands[seat] = pocket
        elif pocket.room:
            others.append((pocket.room, pocket.barred | pocket.denied))
    by_seat = [hands.get(seat, Pocket(seat, 0)) for seat in range(seats)]
    whole = all(by_seat[seat].room + by_seat[seat].held.bit_count() == deal.left(seat) for seat in deal.order)
    rooms = sum(pocket.room for pocket in by_seat) + sum(room for room, _ in others)
    held, denied, barred = zip(*((pocket.held, pocket.denied, pocket.barred) for pocket in by_seat), strict=True)
    return Known(held, denied, barred, tuple(others)) if whole and rooms == case.unseen.bit_count() else None


def slack(unseen: int, rooms: Iterable[tuple[int, int]]) -> int:
    """By how many the unseen cards that each choosy pocket accepts are more than all of these have room for; where that
    is not less than 0 all find a place (`at_ease` in `worlds.py`). Where it is: -1 if they do all the same, or NOWHERE.
    """
    rooms = tuple(rooms)
    fewest = left = unseen.bit_count()
    choosy = 0
    for room, refused in rooms:
        refused &= unseen
        if room and refused:
            choosy += room
            fewest = min(fewest, left - refused.bit_count())
    if choosy <= fewest:
        return fewest - choosy
    return -1 if fits(unseen, [(unseen & ~refused, room) for room, refused in rooms if room]) else NOWHERE


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
