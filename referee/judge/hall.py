"""Hall's condition: can these cards be dealt to these places?

Every place accepts some of the cards. All cards find a place, and all places a card, exactly if any group of
places may draw on at least as many cards as it has room for (P. Hall, 1935; there are as many cards as places).
"""

from __future__ import annotations

from collections.abc import Iterable

Places = tuple[int, int]
"""The cards (bits) that a group of alike places accepts, and how many places it has."""


def fits(cards: int, places: Iterable[Places]) -> bool:
    """Whether the cards (bits) can be dealt so that every place is filled with a card it accepts."""
    tight: dict[int, int] = {}
    rooms = 0
    for accepted, room in places:
        if room <= 0:
            if room:
                return False
            continue
        rooms += room
        accepted &= cards
        if accepted != cards:
            tight[accepted] = tight.get(accepted, 0) + room
    if rooms != cards.bit_count():
        return False
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


def witness(cards: int, places: Iterable[Places]) -> int:
    """Cards for which there is too little room: the fewest, as bits, that fit nowhere together. 0 where all fit."""
    places = [(accepted & cards, room) for accepted, room in places if room > 0]
    best = 0
    unions: dict[int, int] = {0: 0}
    for accepted, room in places:
        for union, taken in list(unions.items()):
            wider = union | accepted
            unions[wider] = max(unions.get(wider, 0), taken + room)
    for union, taken in unions.items():
        left = cards & ~union
        if union.bit_count() < taken and left and (not best or left.bit_count() < best.bit_count()):
            best = left
    return best
