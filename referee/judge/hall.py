"""Hall's condition: can these cards be dealt to these places?

Every place accepts some of the cards. All cards find a place, and all places a card, exactly if any group of
places may draw on at least as many cards as it has room for (P. Hall, 1935; there are as many cards as places).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.rules.cards import lowest

MOST_UNIONS = 6
"""With more groups of places than these, giving the cards out is faster than looking at every union."""

Places = tuple[int, int]
"""The cards (bits) that a group of alike places accepts, and how many places it has."""


def fits(cards: int, places: Iterable[Places]) -> bool:
    """Whether the cards (bits) can be dealt so that every place accepts its cards."""
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
        groups = [*tight.items(), (cards, rooms - sum(tight.values()))]
        return not surplus(cards, groups, deal_out(cards, groups))
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


def deal_out(cards: int, places: Sequence[Places]) -> list[int]:
    """What each of the places is given of the cards (bits) it accepts, the most exacting first."""
    given = [0] * len(places)
    for at in sorted(range(len(places)), key=lambda at: places[at][0].bit_count() - places[at][1]):
        accepted, room = places[at]
        left = mine = accepted & cards
        if left.bit_count() > room:
            for _ in range(room):
                left &= left - 1
            mine ^= left
        cards ^= mine
        given[at] = mine
    return given


def surplus(cards: int, places: Sequence[Places], given: list[int] | None = None) -> int:
    """The cards (bits) for which there is too little room together; 0 where all fit.
    Some may be `given` a place before; the others are added to these.

    Cards are given out one by one, others making way (augmenting paths); if one finds no place, it and all that
    might have made way for it are more than the places any of them may take.
    """
    dealt = [0] * len(places) if given is None else given
    left = cards & ~sum(dealt)
    while left:
        new = lowest(left)
        left ^= new
        stuck = _place(new, places, dealt)
        if stuck:
            return stuck
    return 0


def _place(new: int, places: Sequence[Places], given: list[int]) -> int:
    """Give a card a place; else answer all the cards that want one of its places."""
    into: dict[int, tuple[int, int]] = {}
    wanting = new
    queue = [-1]
    untried: Sequence[int] = range(len(places))
    for at in queue:
        moving = given[at] if into else new
        wanting |= moving
        found, rest = [], []
        for to in untried:
            card = places[to][0] & moving
            if card:
                found.append((card & -card, to))
            else:
                rest.append(to)
        untried = rest
        for card, to in sorted(found):
            into[to] = card, at
            if given[to].bit_count() < places[to][1]:
                _make_way(to, into, given)
                return 0
            queue.append(to)
    return wanting


def _make_way(at: int, into: dict[int, tuple[int, int]], given: list[int]) -> None:
    """Move each card along the path that found room, from its end to the new card."""
    while at >= 0:
        card, before = into[at]
        given[at] |= card
        if before >= 0:
            given[before] ^= card
        at = before


Counts = tuple[int, ...]
"""How many of each card: the cards (bits where their copies begin) there is one of, there are two of, …"""


def fits_alike(cards: int, places: Iterable[tuple[int, int, int]], runs: Sequence[int]) -> bool:
    """Whether cards that fit still do where places accept not all copies of one.

    Beside the cards accepted and the room stand the further copies denied: the last copies of a card, as many as may
    not be there. Any group of places may draw on the copies it accepts of a card, and on no more of them than its
    places take together (the least cut of a flow). `runs` says where copies lie (`Deck.runs`).
    """
    plain: dict[int, int] = {}
    limited: list[tuple[int, int, int]] = []
    for accepted, room, again in places:
        accepted &= cards
        if again:
            limited.append((accepted, room, again))
        elif accepted != cards:
            plain[accepted] = plain.get(accepted, 0) + room
    sums: dict[tuple[int, Counts], tuple[int, bool]] = {(0, (0,) * len(runs)): (0, False)}
    for accepted, room, again in (*limited, *((accepted, room, 0) for accepted, room in plain.items())):
        some = _counts(accepted, runs)[0]
        most = tuple((~again >> copy) & run & some for copy, run in enumerate(runs))
        for (union, limit), (taken, kept) in list(sums.items()):
            if not again and not kept:
                del sums[union, limit]  # no limit keeps a card from this group: as the cards fit, so does all it joins
                continue
            wider, more, taken = union | accepted, _added(limit, most), taken + room
            there = _counts(wider, runs)
            drawn = sum((has & may).bit_count() for has, may in zip(there, more, strict=True))
            if drawn < taken:
                return False
            if sums.get((wider, more), (0, False))[0] < taken:
                sums[wider, more] = taken, drawn < wider.bit_count()
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
