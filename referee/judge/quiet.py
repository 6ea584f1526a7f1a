"""Quiet cards: the knowledge about the hands as ints, and the case after quiet plays.

A quiet card comes from a hand that may hold it and leaves the unseen cards enough room, so the judge has nothing to
say: `referee/table/course.py` lays it with a few look-ups. When somebody asks for the case, `with_plays` makes the one
that `judge_play` would have made card by card.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import and_, or_
from typing import Any, NamedTuple

from referee.judge.case import Case, Claim, Pocket, sum_of
from referee.judge.pockets import stand_in
from referee.judge.tricks import Answer
from referee.rules import Holder
from referee.rules.cards import lowest
from referee.rules.deal import Deal, Play

Room = tuple[int, int, int, int, int]
"""A pocket with room: its seat (-1: none), its rooms (0 for a hand of one pocket), the cards it refuses, those of them
known to be elsewhere, the cards laid that may have come from it.
"""


class Known(NamedTuple):
    """The knowledge about the cards (bits) when a course begins.

    By seat, with a last entry for nobody: of a hand that is one pocket the `rooms` for unknown cards, the known cards
    `held` and those `denied`; the cards `barred`, known to be elsewhere; of a hand of `several` pockets the cards
    `refused` by all of them, or known not to be in one. `pockets` are all pockets with room, `apart` the cards whose
    copies are told apart. `spare` is a lower bound of the cards to spare, `tied` the number of rooms in pockets that do
    not accept all cards.
    """

    rooms: tuple[int, ...]
    held: tuple[int, ...]
    denied: tuple[int, ...]
    barred: tuple[int, ...]
    refused: tuple[int, ...]
    pockets: tuple[Room, ...]
    several: frozenset[int]
    apart: int
    spare: int
    tied: int


Hand = tuple[int, int, int, int, int]
"""The knowledge about one hand: rooms, held, denied, barred, refused, as in `Known`."""
NOTHING, UNTOLD = (0, 0, 0, 0, 0), (0, 0, 0, -1, 0)
HOLDER, ROOM, HELD, BARRED, CLAIMS, DENIED, LAID = range(7)
"""The places of the fields of a `Pocket`, which `with_plays` changes as a list."""

Laid = tuple[Play, int, tuple[str, ...], Answer]
"""A quiet play, the number of its trick, what was led before it there, and what the play says."""


def known_hands(case: Case, deal: Deal, seats: int) -> Known | None:
    """The knowledge about the hands of an open deal; None if the case holds more than that."""
    unsettled = case.veils or case.limited or case.blamed or case.counted
    if unsettled or case.lost or case.undecided or case.is_garbled(deal, deal.trick.number):
        return None
    hands = dict[Holder, list[Pocket]]()
    for pocket in case.pockets:
        hands.setdefault(pocket.holder, []).append(pocket)
    found, pockets, several = [NOTHING] * (seats + 1), list[Room](), set[int]()
    unseen, all_rooms, apart, tied, most_refused, sizes_fit = case.unseen, 0, 0, 0, 0, True
    for holder, mine in hands.items():
        seat = holder if isinstance(holder, int) else -1
        rooms = all_held = came = 0
        for _, room, held, barred, _, denied, laid in mine:
            rooms, all_held, apart = rooms + room, all_held | held, apart | barred
            out = case.believed_laid(laid) if laid else 0
            came |= sum_of(laid) if laid else 0
            if room:
                pockets.append((seat, 0 if seat >= 0 and len(mine) == 1 else room, barred | denied, barred, out))
                if refused := (barred | denied) & unseen:
                    tied, most_refused = tied + room, max(most_refused, refused.bit_count())
        all_rooms += rooms
        if seat >= 0:
            beyond = rooms + all_held.bit_count() - deal.left(seat)  # rooms of cards that came out of one of several
            sizes_fit = sizes_fit and not came & ~case.placed and 0 <= beyond <= came.bit_count()
            found[seat] = (rooms, all_held, denied, barred, 0) if len(mine) == 1 else _several(mine, all_held)
            if len(mine) > 1 and found[seat] != UNTOLD:
                several.add(seat)
    spare = -1 if case.placed else all_rooms - tied - most_refused
    if not sizes_fit or all_rooms != unseen.bit_count():
        return None
    rest = tuple(pockets), frozenset(several), apart, spare, tied
    return Known._make((*zip(*found, strict=True), *rest))


def _several(mine: list[Pocket], held: int) -> Hand:
    """The knowledge about a hand of several pockets; UNTOLD if one holds known cards: then no card of it is quiet."""
    if held or not all(pocket.room for pocket in mine):
        return UNTOLD
    barred = [pocket.barred for pocket in mine]
    nowhere = reduce(and_, [pocket.barred | pocket.denied for pocket in mine])
    return 0, 0, 0, reduce(and_, barred), reduce(or_, barred, nowhere)


def played_out(case: Case, unseen: int) -> Case:
    """The case once all cards of the hands are laid, without the pockets of these hands.
    No card of them may have come from elsewhere. The cards of other holders are `unseen`.
    """
    case = case.copy()
    hands = [pocket for pocket in case.pockets if isinstance(pocket.holder, int)]
    case.seen = reduce(or_, [pocket.held for pocket in hands], case.seen | case.unseen ^ unseen)
    case.pockets, case.unseen = tuple(pocket for pocket in case.pockets if pocket not in hands), unseen
    return case


def with_plays(case: Case, plays: Iterable[Laid]) -> Case:
    """The case after some more plays, all quiet."""
    case = case.copy()
    pockets: list[list[Any]] = [[*pocket] for pocket in case.pockets]
    claims, last, apart = [*case.claims], {**case.plays}, reduce(or_, [pocket[BARRED] for pocket in pockets])
    hands = dict[Holder, list[list[Any]]]()
    for pocket in pockets:
        hands.setdefault(pocket[HOLDER], []).append(pocket)
    unseen, seen, placed = case.unseen, case.seen, case.placed
    for play, trick, led, (copies, denials, bits, _, _, _) in plays:
        (hand, *more), out = hands[play.seat], []
        barred, said = hand[BARRED], hand[CLAIMS]
        for one in more:
            barred, said = barred & one[BARRED], said & one[CLAIMS]
        for run in copies:
            card = lowest(hand[HELD] & run)
            if card:
                hand[HELD] ^= card
            else:
                free = unseen & run & ~(barred | placed)
                card = lowest(stand_in(free, [one[BARRED] for one in pockets if one[ROOM]]) if free & apart else free)
                if more:
                    placed |= card
                    for one in (hand, *more):
                        one[LAID] = (*one[LAID], (card, one[CLAIMS]))
                else:
                    unseen ^= card
                    hand[ROOM] -= 1
            seen |= card
            out.append((card, said))
        last[play.seat] = play.line, tuple(out)
        if denials:
            for one in (hand, *more):
                one[CLAIMS] |= 1 << len(claims)
                one[DENIED] |= bits
            claims.append(Claim(play.seat, play.line, denials, bits, play, trick, led, None, 0, 0, hand[HELD]))
    case.pockets, case.claims, case.plays = tuple(map(Pocket._make, pockets)), tuple(claims), last
    case.unseen, case.seen, case.placed = unseen, seen, placed
    return case
