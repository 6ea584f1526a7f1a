"""Plan all rounds together by simulated annealing: random exchanges, ever fewer of them for the worse.

A plan may be *developed*: a permutation of the players, applied repeatedly to a few base rounds, makes the others. The
search is then that much smaller, and finds in tenths of a second what is otherwise out of reach.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp
from random import Random

from referee.tournament.seating.shape import Shape

UNIT = 64
"""The cost of one more meeting, for each time the pair has met. The sum is 64·Q; below that, E breaks ties."""
TOO_OFTEN = 8
"""The extra cost of a meeting beyond the cap."""
NEVER = 70
"""The meetings that a pair to be kept apart begins with."""
APART = 40 * UNIT
OUT = 24 * UNIT
"""The cost of unevenness in sitting out."""
STEPS_PER_SECOND = 300_000
"""Steps of a nominal second. Steps, not time, are the budget, so that a seed gives the same draw on every machine."""


def meeting_costs(rounds: int, cap: int) -> tuple[int, ...]:
    """The cost of one more meeting, by how often the pair has met; from NEVER on for pairs kept apart."""
    usual = [UNIT * met + (1 if met else 0) + (TOO_OFTEN if met >= cap else 0) for met in range(NEVER)]
    return (*usual, *([APART] * (rounds * 8 + 2)))


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A permutation that makes `order` rounds of one: `cycles` cycles of `order` players; `fixed` players stay."""

    order: int = 1
    cycles: int = 0
    fixed: int = 0

    def turn(self, player: int, times: int) -> int:
        """The player that the permutation, applied this many times, makes of a player."""
        cycle, index = divmod(player, self.order)
        return player if cycle >= self.cycles else cycle * self.order + (index + times) % self.order


@dataclass(slots=True)
class Past:
    """The rounds before: how often each pair met, each player sat out and sat at tables of an unusual size."""

    met: dict[tuple[int, int], int] = field(default_factory=dict)
    out: list[int] = field(default_factory=list)
    short: list[int] = field(default_factory=list)
    apart: frozenset[tuple[int, int]] = frozenset()
    sides: dict[tuple[int, int], int] = field(default_factory=dict)
    """How often each pair were partners."""


class Search:
    """A search for `rounds` base rounds of one shape under a symmetry; no pair should meet more than `cap` times.

    `uneven` is the cost of unevenness in tables of unusual sizes, in repeated meetings. `cost` is what is left to
    improve: UNIT for each repeated meeting and 1 for each beyond the first, counted in both orders, and what sitting
    out and unusual tables cost above the most even way possible.
    """

    def __init__(
        self,
        shape: Shape,
        rounds: int,
        rng: Random,
        *,
        symmetry: Symmetry = Symmetry(),
        past: Past | None = None,
        cap: int = 2,
        uneven: float = 0.1,
    ) -> None:
        past = past or Past()
        short = max(1, int(uneven * UNIT))
        self.shape, self.symmetry, self.rng = shape, symmetry, rng
        count = shape.players
        self.count = count
        self.table_of = [table for table, size in enumerate(shape.sizes) for _ in range(size)] + [-1] * shape.out
        self.mates = _mates(shape)
        self.weight = [0 if size == shape.usual else short for size in shape.sizes for _ in range(size)] + [
            OUT
        ] * shape.out
        self.gain = meeting_costs(rounds * symmetry.order, cap)
        self.orbits: dict[int, tuple[int, ...]] = {}
        self.cycle = [[symmetry.turn(player, t) for t in range(symmetry.order)] for player in range(count)]
        self.met = [0] * (count * count)
        for pairs, times in ((past.apart, dict.fromkeys(past.apart, NEVER)), (past.met, past.met)):
            for x, y in pairs:
                self.met[x * count + y] += times[x, y]
                self.met[y * count + x] += times[x, y]
        self.burden = {short: list(past.short or [0] * count), OUT: list(past.out or [0] * count)}
        self.floor = sum(
            weight
            * _least(self.burden[weight], self.weight.count(weight) * rounds * symmetry.order, rounds * symmetry.order)
            for weight in (short, OUT)
        )
        self.cost = -2 * self.floor
        self.rounds = [self._round() for _ in range(rounds)]
        for places in self.rounds:
            self._count(places)

    def _round(self) -> list[int]:
        places = list(range(self.count))
        self.rng.shuffle(places)
        return places

    def _count(self, places: list[int]) -> None:
        for place, player in enumerate(places):
            for other in self.mates[place]:
                if other < place:
                    self.cost += self._meet(player, places[other])
            if self.weight[place]:
                self.cost += 2 * self._bear(player, self.weight[place])

    def _meet(self, x: int, y: int) -> int:
        """Let a pair, and all pairs it turns into, meet once more. Return the cost."""
        met, gain, cost = self.met, self.gain, 0
        for index in self.orbits.get(x * self.count + y) or self._orbit(x, y):
            cost += gain[met[index]]
            met[index] += 1
        return cost

    def _part(self, x: int, y: int) -> int:
        met, gain, cost = self.met, self.gain, 0
        for index in self.orbits.get(x * self.count + y) or self._orbit(x, y):
            met[index] -= 1
            cost -= gain[met[index]]
        return cost

    def _orbit(self, x: int, y: int) -> tuple[int, ...]:
        """The pairs that a pair turns into, in both orders, as indices in a flat square."""
        count = self.count
        turned = zip(self.cycle[x], self.cycle[y], strict=True)
        orbit = tuple(index for a, b in turned for index in (a * count + b, b * count + a))
        self.orbits[x * count + y] = orbit
        return orbit

    def _bear(self, player: int, weight: int) -> int:
        burden, cost = self.burden[weight], 0
        for turned in self.cycle[player]:
            cost += weight * burden[turned]
            burden[turned] += 1
        return cost

    def _relieve(self, player: int, weight: int) -> int:
        burden, cost = self.burden[weight], 0
        for turned in self.cycle[player]:
            burden[turned] -= 1
            cost -= weight * burden[turned]
        return cost

    def exchange(self, places: list[int], i: int, j: int) -> int:
        """Exchange two places of a round. Return the cost, in both orders."""
        x, y, cost = places[i], places[j], 0
        for place in self.mates[i]:
            cost += self._part(x, places[place])
        for place in self.mates[j]:
            cost += self._part(y, places[place])
        for place in self.mates[i]:
            cost += self._meet(y, places[place])
        for place in self.mates[j]:
            cost += self._meet(x, places[place])
        if self.weight[i] != self.weight[j]:
            for player, old, new in ((x, self.weight[i], self.weight[j]), (y, self.weight[j], self.weight[i])):
                cost += 2 * self._relieve(player, old) if old else 0
                cost += 2 * self._bear(player, new) if new else 0
        places[i], places[j] = y, x
        return cost

    def run(self, steps: int, hot: float, cold: float, enough: int, tick: Callable[[int], None]) -> None:
        """Search for this many steps, cooling from `hot` to `cold` (in repeats), or until the cost is `enough`."""
        random = self.rng.random
        rounds, places_, table_of, mates = self.rounds, self.count, self.table_of, self.mates
        met, gain, weight, count = self.met, self.gain, self.weight, self.count
        loss = (0, *gain)
        share = 2 * self.symmetry.order
        chunk = 512
        heat = hot * UNIT
        cooling = (cold / hot) ** (chunk / max(steps, chunk))
        for _ in range(0, steps, chunk):
            for _ in range(chunk):
                places = rounds[int(random() * len(rounds))]
                i, j = int(random() * places_), int(random() * places_)
                if table_of[i] == table_of[j]:
                    continue
                x, y = places[i] * count, places[j] * count
                change = 0
                for place in mates[i]:
                    other = places[place]
                    change += gain[met[y + other]] - loss[met[x + other]]
                for place in mates[j]:
                    other = places[place]
                    change += gain[met[x + other]] - loss[met[y + other]]
                if weight[i] != weight[j]:
                    change += self._shift(places[i], weight[i], weight[j]) + self._shift(
                        places[j], weight[j], weight[i]
                    )
                if change <= 0 or random() < exp(-change / heat):
                    real = self.exchange(places, i, j)
                    if real > share * change and random() >= exp(-(real - share * change) / (share * heat)):
                        self.exchange(places, i, j)
                    else:
                        self.cost += real
            heat *= cooling
            tick(chunk)
            if self.cost <= enough:
                return

    def _shift(self, player: int, old: int, new: int) -> int:
        cost = 0
        if old:
            cost -= old * (self.burden[old][player] - 1)
        if new:
            cost += new * self.burden[new][player]
        return cost

    def develop(self) -> list[list[int]]:
        """All rounds: the base rounds and their turns."""
        turn = self.symmetry.turn
        return [[turn(player, t) for player in places] for places in self.rounds for t in range(self.symmetry.order)]


def _mates(shape: Shape) -> list[tuple[int, ...]]:
    mates: list[tuple[int, ...]] = []
    for size in shape.sizes:
        table = range(len(mates), len(mates) + size)
        mates.extend(tuple(other for other in table if other != place) for place in table)
    return mates + [()] * shape.out


def _least(burden: Sequence[int], more: int, rounds: int) -> int:
    """The least that this much more burden can cost: always on the player who has borne least."""
    now, room, cost = list(burden), [rounds] * len(burden), 0
    for _ in range(more):
        player = min((p for p in range(len(now)) if room[p]), key=now.__getitem__)
        cost += now[player]
        now[player] += 1
        room[player] -= 1
    return cost
