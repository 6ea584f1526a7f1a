"""Plain cards: what is known of the hands as ints, and the case that comes of them.

Most cards come from a hand that may hold them, and leave the unseen ones at ease: the judge has nothing to say. For
these a few look-ups do (`referee/table/course.py`). What they come to is the same case that `judge_play` would have
made card by card, and is made when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.judge.case import Case, Claim, Pocket, sum_of
from referee.judge.tricks import Answer
from referee.rules.cards import lowest
from referee.rules.deal import Deal, Play


class Known(NamedTuple):
    """What is known of the cards: by seat, the rooms of its hand for unknown ones, those (bits) it is known to hold,
    those denied, those known to be elsewhere, those laid that may have come from there; all 0 where a hand is several
    pockets. `others` are all other pockets, each with its rooms, the cards it refuses and those laid; `apart` the cards
    whose copies are told apart.
    """

    rooms: tuple[int, ...]
    held: tuple[int, ...]
    denied: tuple[int, ...]
    barred: tuple[int, ...]
    laid: tuple[int, ...]
    others: tuple[tuple[int, int, int], ...]
    apart: int


class Laid(NamedTuple):
    """A plain play: the number of its trick, what was led there before it, and what it said."""

    play: Play
    trick: int
    led: tuple[str, ...]
    answer: Answer


def known(case: Case, deal: Deal, seats: int) -> Known | None:
    """What is known of the hands of an open deal; None where that is not all there is to know of the cards."""
    more = case.veils or case.limited or case.blamed or case.counted
    if more or case.lost or case.undecided or case.garbled == (deal.line, deal.trick.number):
        return None
    hands, others, apart = dict[int, Pocket](), list[Pocket](), 0
    for pocket in case.pockets:
        apart |= pocket.barred
        if isinstance(pocket.holder, int) and pocket.holder not in hands:
            hands[pocket.holder] = pocket
        else:
            others.append(pocket)
    several = {pocket.holder for pocket in others} & hands.keys()
    others += [hands.pop(seat) for seat in [*hands] if seat in several]
    found = [(0, 0, 0, 0, 0)] * seats
    for seat, (_, room, held, barred, _, denied, laid) in hands.items():
        beyond = room + held.bit_count() - deal.left(seat)
        if sum_of(laid) & ~case.placed or not 0 <= beyond <= len(laid):
            return None
        found[seat] = room, held, denied, barred, case.believed_laid(laid)
    if sum(pocket.room for pocket in case.pockets) != case.unseen.bit_count():
        return None
    rest = tuple((p.room, p.barred | p.denied, case.believed_laid(p.laid)) for p in others if p.room)
    rooms, all_held, all_denied, all_barred, all_laid = zip(*found, strict=True)
    return Known(rooms, all_held, all_denied, all_barred, all_laid, rest, apart)


def with_plays(case: Case, plays: Iterable[Laid]) -> Case:
    """The case after some plain plays, none of which it knows."""
    case = case.copy()
    pockets: list[list[Any]] = [[*pocket] for pocket in case.pockets]
    claims, last = [*case.claims], {**case.plays}
    hands = {pocket[0]: pocket for pocket in pockets}
    unseen, seen = case.unseen, case.seen
    for play, trick, led, (copies, denials, bits, *_) in plays:
        hand, out = hands[play.seat], []
        _, room, held, barred, said, denied, _ = hand
        for run in copies:
            if held & run:
                card = lowest(held & run)
                held ^= card
            else:
                card = lowest(unseen & run & ~(barred | case.placed))
                unseen ^= card
                room -= 1
            seen |= card
            out.append((card, said))
        last[play.seat] = play.line, tuple(out)
        if denials:
            said |= 1 << len(claims)
            denied |= bits
            claims.append(Claim(play.seat, play.line, denials, bits, play, trick, led, None, 0, 0, held))
        hand[1:6] = room, held, barred, said, denied
    case.pockets, case.claims, case.plays = tuple(map(Pocket._make, pockets)), tuple(claims), last
    case.unseen, case.seen = unseen, seen
    return case
