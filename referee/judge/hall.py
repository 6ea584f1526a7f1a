"""Hall's condition: can these cards be dealt to these places?

Every place accepts some of the cards. All cards find a place, and all places a card, exactly if any group of
places may draw on at least as many cards as it has room for (P. Hall, 1935; there are as many cards as places).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.cards import lowest
from referee.cards import places as bits

MOST_UNIONS = 6
"""With more groups of places than these, giving the cards out is faster than looking at every union."""

Places = tuple[int, int]
"""The cards (bits) that a group of alike places accepts, and how many places it has."""


def fits(cards: int, places: Iterable[Places]) -> bool:
    """Whether the cards (bits) can be dealt so that every place, of one or more, is filled with a card it accepts."""
    tight: dict[int, int] = {}
    rooms = 0
    for accepted, room in places:
        rooms += room
        accepted &= cards
        if accepted != cards:
            tight[accepted] = tight.get(accepted, 0) + room
    if rooms != cards.bit_count():
        return False
    if len(tight) > MOST_UNIONS:
        return not unplaced(cards, [*tight.items(), (cards, rooms - sum(tight.values()))])
    unions: dict[int, int] = {}
    for accepted, room in tight.items():
        if accepted.bit_count() < room:
            return False
        for union, taken in list(unions.items()):
            wider, more = union | accepted, taken + room
            if wider == cards:
                continue
            if wider.bit_count() < more:
                return False
            if unions.get(wider, 0) < more:
                unions[wider] = more
        if unions.get(accepted, 0) < room:
            unions[accepted] = room
    return True


def unplaced(cards: int, places: Sequence[Places]) -> int:
    """Cards for which there is too little room, together, as bits: 0 where all fit.

    Cards are given out one by one, others making way (augmenting paths); if one finds no place, it and all that
    might have made way for it are more than the places any of them may take.
    """
    given = [0] * len(places)
    owner: dict[int, int] = {}
    left = cards
    while left:
        new = lowest(left)
        left ^= new
        into: dict[int, int] = {}
        queue = [new]
        for card in queue:
            for at, (accepted, room) in enumerate(places):
                if at in into or not accepted & card:
                    continue
                into[at] = card
                if given[at].bit_count() < room:
                    _make_way(at, into, given, owner)
                    queue.clear()
                    break
                queue += [1 << place for place in bits(given[at])]
        if queue:
            return sum(set(queue))
    return 0


def _make_way(at: int, into: dict[int, int], given: list[int], owner: dict[int, int]) -> None:
    """There is room at a place: the card that found it goes there, the one that wanted its place there, and so on."""
    while True:
        card = into[at]
        before = owner.get(card)
        owner[card] = at
        given[at] |= card
        if before is None:
            return
        given[before] ^= card
        at = before


Counts = tuple[int, ...]
"""How many of each card: the cards (bits where their copies begin) there is one of, there are two of, …"""


def fits_alike(cards: int, places: Iterable[tuple[int, int, int]], runs: Sequence[int]) -> bool:
    """Whether cards that fit still do where places accept a card, yet not all copies of it.

    Beside the cards accepted and the room stand the further copies denied: the last copies of a card, as many as may
    not be there. Any group of places may draw on the copies it accepts of a card, and on no more of them than its
    places take together (the least cut of a flow). `runs` says where copies lie (`Deck.runs`).
    """
    sums: dict[tuple[int, Counts], int] = {(0, (0,) * len(runs)): 0}
    for accepted, room, again in sorted(places, key=lambda place: not place[2]):
        accepted &= cards
        if accepted == cards and not again:
            continue
        some = _counts(accepted, runs)[0]
        most = tuple((~again >> copy) & run & some for copy, run in enumerate(runs))
        for (union, limit), taken in list(sums.items()):
            wider, more = union | accepted, _added(limit, most)
            there = _counts(wider, runs)
            if sum((has & may).bit_count() for has, may in zip(there, more, strict=True)) < taken + room:
                return False
            if sums.get((wider, more), 0) < taken + room:
                sums[wider, more] = taken + room
    return True


def _counts(cards: int, runs: Sequence[int]) -> Counts:
    """How many of each card are among these."""
    found = [0] * len(runs)
    for copy, run in enumerate(runs):
        one = cards >> copy & run
        for n in range(copy, 0, -1):
            found[n] |= found[n - 1] & one
        found[0] |= one
    return tuple(found)


def _added(one: Counts, other: Counts) -> Counts:
    """Both together, as far as there are copies."""
    found = []
    for n in range(len(one)):
        both = one[n] | other[n]
        for i in range(n):
            both |= one[i] & other[n - 1 - i]
        found.append(both)
    return tuple(found)
