"""Hall's condition: can these cards be dealt to these places?

Every place accepts some of the cards. There are as many cards as places. A deal exists exactly if every group of
places accepts, together, at least as many cards as it has room for (P. Hall, 1935).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from referee.rules.cards import lowest

MOST_UNIONS = 6
"""With more groups of places than these, giving the cards out is faster than looking at every union."""

Places = tuple[int, int]
"""The cards (bits) that a group of alike places accepts, and how many places it has."""


def fits(cards: int, places: Iterable[Places]) -> bool:
    """Whether the cards (bits) can be dealt so that every place accepts its cards."""
    return spare(cards, places) >= 0


def spare(cards: int, places: Iterable[Places]) -> int:
    """The cards to spare for the tightest group of places, or fewer; below 0 if the cards cannot be dealt.
    A card that leaves its place takes at most one of them.
    """
    tight: dict[int, int] = {}
    rooms = 0
    for accepted, room in places:
        rooms += room
        accepted &= cards
        if accepted != cards:
            tight[accepted] = tight.get(accepted, 0) + room
    least = cards.bit_count()
    tied = sum(tight.values())
    if rooms != least:
        return -1
    # A group refuses at most what its least exacting place refuses, and holds no place that refuses still less.
    lower, beside = least, least - tied
    for accepted in sorted(tight, key=int.bit_count, reverse=True):
        lower = min(lower, beside - least + accepted.bit_count())
        beside += tight[accepted]
    if lower > 0:
        return lower
    if len(tight) > MOST_UNIONS:
        groups = [*tight.items(), (cards, rooms - tied)]
        return -1 if surplus(cards, groups, deal_out(cards, groups)) else 0
    unions: dict[int, int] = {}
    for accepted, room in tight.items():
        for union, taken in [(0, 0), *unions.items()]:
            wider, more = union | accepted, taken + room
            if wider == cards:
                continue
            least = min(least, wider.bit_count() - more)
            if least < 0:
                return -1
            if unions.get(wider, 0) < more:
                unions[wider] = more
    return least


def deal_out(cards: int, places: Sequence[Places]) -> list[int]:
    """Cards (bits) for each place among those it accepts, the most exacting place first."""
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
    """Cards (bits) that together have too little room; 0 if all fit.
    Some may be `given` a place before; the others are added there.

    Each card gets a place, and others make way for it (augmenting paths). If one finds none, it and all that might have
    made way for it are more than all the places they may take.
    """
    dealt = [0] * len(places) if given is None else given
    left = cards & ~sum(dealt)
    if not left:
        return 0
    roomy, full = Accepting(), Accepting()
    for at, (mine, room) in enumerate(places):
        (roomy if dealt[at].bit_count() < room else full).append((at, mine))
    welcome = _acceptable(roomy)
    while left:
        new = lowest(left)
        left ^= new
        to, stuck = _place(new, roomy, full, welcome, dealt)
        if stuck:
            return stuck
        if dealt[to].bit_count() == places[to][1]:
            place = to, places[to][0]
            roomy.remove(place)
            full.append(place)
            welcome = _acceptable(roomy)
    return 0


Accepting = list[tuple[int, int]]
"""Places by number, each with the cards it accepts."""


def _acceptable(places: Accepting) -> int:
    """The cards that any of these places accepts."""
    accepted = 0
    for _, mine in places:
        accepted |= mine
    return accepted


def _place(new: int, roomy: Accepting, full: Accepting, welcome: int, given: list[int]) -> tuple[int, int]:
    """Give a card a place; return the place that had room, and 0. If none can make way for it: no place (-1), and all
    the cards that want one of its places. The `roomy` places accept `welcome`, the others are `full`.
    """
    ways = dict[int, Leaving]()
    wanting = moving = new
    while moving:
        if moving & welcome:
            to, mine = next(place for place in roomy if place[1] & moving)
            _make_way(to, lowest(mine & moving), ways, given)
            return to, 0
        asked, full, leaving = full, [], 0
        for place in asked:
            to, mine = place
            card = mine & moving
            if card:
                ways[to] = [(given[to], card & -card)]
                leaving |= given[to]
            else:
                full.append(place)
        wanting |= leaving
        moving = leaving
    return -1, wanting


Leaving = list[tuple[int, int]]
"""Cards that may leave a place, and the card that comes in for one of them."""


def _make_way(to: int, card: int, ways: Mapping[int, Leaving], given: list[int]) -> None:
    """Move a card to the place that has room, and to each place a card left the one that comes in there."""
    while True:
        given[to] |= card
        before = next((at for at in ways if at != to and given[at] & card), None)
        if before is None:
            return
        given[before] ^= card
        to, card = before, next(coming for leaving, coming in ways[before] if leaving & card)


Limits = list[tuple[int, int]]
"""The cards (bits of all copies) of which a place does not take every copy, and how many it takes."""


def fits_copies(
    cards: int, places: Sequence[Places], limits: Sequence[Limits], given: list[int], step: Callable[[], bool]
) -> bool:
    """Whether cards that fit still do if places do not accept all copies of one: each has its `limits`.

    A card `given` beyond the copies that a place accepts looks for another place, and so does a card not given yet:
    card by card, others make way, one `step` each. If `step` refuses, the cards count as fitting.
    """
    for at, mine in enumerate(limits):
        for run, count in mine:
            for _ in range((given[at] & run).bit_count() - count):
                given[at] ^= lowest(given[at] & run)
    left = cards & ~sum(given)
    while left and step():
        new = lowest(left)
        left ^= new
        if not _place_copy(new, places, limits, given):
            return False
    return True


def limits(again: int, copies: Sequence[int]) -> Limits:
    """The limits of a place that denies further copies: of each card the last ones (bits), as many as may not be there.
    `copies` has all copies of a card, by its place in the deck.
    """
    rows = []
    while again:
        run = copies[lowest(again).bit_length() - 1]
        rows.append((run, (run & ~again).bit_count()))
        again &= ~run
    return rows


def _place_copy(new: int, places: Sequence[Places], limits: Sequence[Limits], given: list[int]) -> bool:
    """Give a card a place, while others make way; return whether there was one.
    If a place has all the copies it takes of a card, only one of these makes way for another one.
    """
    ways = dict[int, Leaving]()
    left, moving = [0] * len(places), new
    while moving:
        out = 0
        for to, (accepted, room) in enumerate(places):
            here = given[to]
            coming, roomy = moving & accepted & ~here, here.bit_count() < room
            if not coming or (left[to] == here and not roomy):
                continue
            full = [run for run, count in limits[to] if coming & run and (here & run).bit_count() >= count]
            free = coming & ~sum(full)
            if free and roomy:
                _make_way(to, lowest(free), ways, given)
                return True
            for some, leaving in [(free, here)] if free else [(coming & run, here & run) for run in full]:
                leaving &= ~left[to]
                if leaving:
                    ways.setdefault(to, []).append((leaving, lowest(some)))
                    left[to] |= leaving
                    out |= leaving
        moving = out
    return False
