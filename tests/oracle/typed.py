"""Which results a play of the cards can give, by dealing every kind of card to every place."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import product

from .doppelkopf import POINTS
from .tarot import HAND, KITTY

Count = tuple[int, int, bool, int]
"""Tricks of the taker's side, its bouts, whether it has the Petit, its half points."""


@cache
def courts(places: tuple[bool, bool]) -> frozenset[tuple[int, int, int]]:
    """The ways in which kings, queens, knights and jacks may lie: those in the tricks of the taker's side, those aside, the half points
    they are worth to it. `places`: whether kings may lie aside, whether the cards aside are the taker's.
    """
    found = {(0, 0, 0)}
    for halves in (9, 7, 5, 3):
        ways = [
            (mine, aside)
            for mine, aside in product(range(5), repeat=2)
            if mine + aside <= 4 and (places[0] or halves < 9 or not aside)
        ]
        found = {
            (mine + a, aside + b, worth + halves * (a + b * places[1]))
            for mine, aside, worth in found
            for a, b in ways
            if aside + b <= 6
        }
    return frozenset(found)


@cache
def court_worths(room: tuple[int, int, int], free: bool, kitty_mine: bool) -> frozenset[int]:
    """What court cards can be worth to the taker's side more than the low cards in whose places they lie. `room`: in the
    tricks of the taker's side, in those of the others, aside.
    """
    return frozenset(
        worth - mine - aside * kitty_mine
        for mine, aside, worth in courts((free, kitty_mine))
        if mine <= room[0] and 16 - mine - aside <= room[1] and aside <= room[2]
    )


@cache
def tarot_counts(players: int, contract: str, free: bool) -> Mapping[tuple[int, int], frozenset[tuple[int, bool]]]:
    """Every count of the taker's side: where the three bouts lie, who keeps the Excuse, where the court cards lie. By
    bouts and half points, the tricks and who has the Petit.
    """
    found = defaultdict[tuple[int, int], set[tuple[int, bool]]](set)
    for tricks, bouts, has_petit, halves in _tarot_counts(players, contract, free):
        found[bouts, halves].add((tricks, has_petit))
    return {key: frozenset(ways) for key, ways in found.items()}


def _tarot_counts(players: int, contract: str, free: bool) -> Iterator[Count]:
    free = free or contract in ("garde-sans", "garde-contre")
    kitty_mine = contract != "garde-contre"
    for tricks in range(HAND[players] + 1):
        room = {"mine": players * tricks, "theirs": players * (HAND[players] - tricks), "aside": KITTY[players]}
        for high, petit, excuse in product(room, repeat=3):
            where = (high, petit, excuse)
            if any(where.count(place) > size for place, size in room.items()) or ("aside" in where and not free):
                continue
            owner = {"mine": True, "theirs": False, "aside": kitty_mine}
            bouts = owner[high] + owner[petit]
            base = 9 * bouts
            keeps = (kitty_mine,) if excuse == "aside" else (True, False)
            for kept in keeps:
                taken = owner[excuse]
                excuse_halves = 9 * kept + (taken - kept if excuse != "aside" else 0)
                left = {place: size - where.count(place) for place, size in room.items()}
                low = left["mine"] + (left["aside"] if kitty_mine else 0)
                for more in court_worths((left["mine"], left["theirs"], left["aside"]), free, kitty_mine):
                    yield tricks, bouts + kept, owner[petit], base + excuse_halves + low + more


def tarot_result(
    players: int, contract: str, free: bool, bouts: int, halves: int, slam: str | None, petit: str | None
) -> bool:
    """Whether some play gives this result; a side that wins the last trick with the Petit has it."""
    every = HAND[players]
    for tricks, has_petit in tarot_counts(players, contract, free).get((bouts, halves), ()):
        if petit is not None and (has_petit != (petit == "attack") or tricks == {"attack": 0, "defence": every}[petit]):
            continue
        made = "attack" if tricks == every else "defence" if tricks == 0 else None
        if made == {None: None, "announced-failed": None, "announced-made": "attack", "made": "attack"}.get(
            slam, "defence"
        ):
            return True
    return False


@cache
def doppelkopf_piles(nines: bool) -> dict[tuple[int, str], frozenset[tuple[int, int, int, int]]]:
    """What Re's tricks can hold, by its points and the side without a trick ("nobody": both have some): tricks, aces, tens,
    jacks.
    """
    size = 48 if nines else 40
    plain = {(0, 0)}
    for worth in (POINTS["K"], POINTS["Q"], *((0,) if nines else ())):
        plain = {(cards + number, made + worth * number) for cards, made in plain for number in range(9)}
    found = defaultdict[tuple[int, str], set[tuple[int, int, int, int]]](set)
    for aces, tens, jacks in product(range(9), repeat=3):
        for cards, made in plain:
            every = cards + aces + tens + jacks
            if every % 4 == 0:
                lacking = {0: "re", size: "kontra"}.get(every, "nobody")
                found[made + 11 * aces + 10 * tens + 2 * jacks, lacking].add((every // 4, aces, tens, jacks))
    return {key: frozenset(piles) for key, piles in found.items()}


def _needs(extras: Mapping[str, int]) -> tuple[int, int, int, int]:
    """What a side's extras need at least: tricks, aces, aces and tens, jacks. Foxes lie in a Doppelkopf, the last trick, or
    another.
    """
    rich, foxes = extras.get("doppelkopf", 0), extras.get("fox", 0)
    last = extras.get("karlchen", 0) + extras.get("karlchen-caught", 0)
    return rich + (last > 0) + (foxes > 0 and not rich and not last), foxes, 4 * rich, last


@cache
def _holds(
    points: int, lacking: str, re: tuple[int, int, int, int], kontra: tuple[int, int, int, int], nines: bool
) -> bool:
    """Whether tricks of these points can hold what both sides need."""
    most = 12 if nines else 10
    re_tricks, re_aces, re_rich, re_jacks = re
    tricks_left, aces_left, rich_left, jacks_left = most - kontra[0], 8 - kontra[1], 16 - kontra[2], 8 - kontra[3]
    return any(
        re_tricks <= tricks <= tricks_left
        and re_aces <= aces <= aces_left
        and re_rich <= aces + tens <= rich_left
        and re_jacks <= jacks <= jacks_left
        for tricks, aces, tens, jacks in doppelkopf_piles(nines).get((points, lacking), ())
    )


def doppelkopf_result(
    points: int, no_trick: str | None, extras: Mapping[str, Mapping[str, int]], nines: bool = True
) -> bool:
    """Whether some play gives Re these points and each side these extras. `no_trick`: the side without, or nobody; a
    side without points must say which.
    """
    if no_trick is None and points in (0, 240):
        return False
    return _holds(points, no_trick or "nobody", _needs(extras["re"]), _needs(extras["kontra"]), nines)


def detente_results(seats: int, noted: Sequence[int], unseen: Set[int], size: int) -> frozenset[tuple[object, ...]]:
    """Every result of a part of which the first tricks are noted, as tricks of each seat, who took the Petit, whether in
    the last trick, who played the Excuse to it. `noted`: who took them; `unseen`: those whose cards nobody saw. No
    noted card that was seen is the Petit or the Excuse.
    """
    found = set()
    for rest in product(range(seats), repeat=size - len(noted)):
        takers = (*noted, *rest)
        tricks = tuple(takers.count(seat) for seat in range(seats))
        hidden = [at for at in range(size) if at >= len(noted) or at in unseen]
        for petit, excuse in product((None, *hidden), (None, *range(seats))):
            if excuse is not None and (excuse == takers[-1] or size - 1 not in hidden):
                continue
            taker = None if petit is None else takers[petit]
            found.add((tricks, taker, petit == size - 1, excuse))
    return frozenset(found)
