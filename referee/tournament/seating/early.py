"""Keep people of one club, and seeded players, apart in the first rounds.

A draw is equally good whichever player has which number. So rounds are planned first; then the numbers are given out
such that members of a group meet late.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import exp
from random import Random

from referee.tournament.seating.certificate import Early, least_repeats
from referee.tournament.seating.draw import Draw, Player, Round

SWEEPS = 60
"""How often each player who meets somebody too early looks for another number."""
LOOKS = 24
"""How many numbers are tried each time."""
NEVER = 50
"""The cost of a meeting of two players kept apart in all rounds."""


def part_groups(
    draw: Draw, groups: Sequence[Collection[Player]], rounds: int, seed: int, stay: Collection[Player] = ()
) -> Draw:
    """The same draw, none of it played yet, with players exchanged so that groups meet least in the first rounds.

    Those in `stay` keep their seats.
    """
    given = _occupants(draw, groups, rounds, stay, Random(seed))  # nosec B311

    def tables(at: Round) -> Round:
        return tuple(tuple(given[player] for player in table) for table in at)

    moved = replace(
        draw,
        rounds=tuple(map(tables, draw.rounds)),
        out=tuple(tuple(given[player] for player in out) for out in draw.out),
    )
    return with_note(moved, groups, rounds)


def with_note(draw: Draw, groups: Sequence[Collection[Player]], rounds: int) -> Draw:
    """The draw with a note of how often groups meet in its first rounds, and how seldom they could."""
    here = [{player for player in group if player in set(draw.players)} for group in groups]
    pairs = _pairs(here)
    first = draw.rounds[:rounds]
    met = sum(frozenset(pair) in pairs for at in first for table in at for pair in combinations(table, 2))
    least = max((_least(draw, first, some) for some in (here, *([group] for group in here))), default=0)
    return replace(draw, early=Early(min(rounds, len(draw.rounds)), met, least))


def _pairs(groups: Iterable[Collection[Player]]) -> set[frozenset[Player]]:
    return {frozenset(pair) for group in groups for pair in combinations(group, 2)}


def _least(draw: Draw, rounds: Sequence[Round], groups: Sequence[Collection[Player]]) -> int:
    """How often members must meet, in groups without a common member: as when each is spread over all tables.

    Players who sit out may be of any group.
    """
    taken: set[Player] = set()
    total = 0
    for group in groups:
        if taken.isdisjoint(group):
            taken |= set(group)
            for at in rounds:
                out = len(draw.players) - sum(map(len, at))
                total += least_repeats(max(0, len(group) - out), len(at))
    return total


def _occupants(
    draw: Draw, groups: Sequence[Collection[Player]], rounds: int, stay: Collection[Player], rng: Random
) -> Mapping[Player, Player]:
    """The player who gets each place."""
    mates = [_mates(draw.rounds[:rounds]), _mates(draw.rounds)]
    foes = [_foes(_pairs(groups)), _foes(draw.apart)]
    given = {player: player for player in draw.players}
    free = [player for player in draw.players if player not in stay]

    def cost(place: Player, player: Player) -> int:
        """The cost of a player in a place, the others staying where they are."""
        total = 0
        for weight, near, hostile in zip((1, NEVER), mates, foes, strict=True):
            others = hostile.get(player)
            if others:
                total += weight * sum(times for mate, times in near.get(place, {}).items() if given[mate] in others)
        return total

    def exchange(one: Player, other: Player) -> int:
        """Exchange two players. Return what that saves."""
        before = cost(one, given[one]) + cost(other, given[other])
        given[one], given[other] = given[other], given[one]
        return before - cost(one, given[one]) - cost(other, given[other])

    if len(free) < 2:
        return given
    for sweep in range(SWEEPS):
        unhappy = [place for place in free if cost(place, given[place])]
        if not unhappy:
            break
        rng.shuffle(unhappy)
        heat = 0.6 * (1 - sweep / SWEEPS) + 0.01
        for place in unhappy:
            for _ in range(LOOKS):
                other = rng.choice(free)
                if other != place:
                    saved = exchange(place, other)
                    if saved < 0 and rng.random() >= exp(saved / heat):
                        exchange(place, other)
    return given


def _foes(pairs: Iterable[Collection[Player]]) -> dict[Player, set[Player]]:
    """By player those that should not meet him."""
    foes: dict[Player, set[Player]] = {}
    for one, other in pairs:
        foes.setdefault(one, set()).add(other)
        foes.setdefault(other, set()).add(one)
    return foes


def _mates(rounds: Sequence[Round]) -> dict[Player, Counter[Player]]:
    """How often each player sits with each other."""
    mates: dict[Player, Counter[Player]] = {}
    for at in rounds:
        for table in at:
            for player in table:
                mates.setdefault(player, Counter()).update(other for other in table if other != player)
    return mates
