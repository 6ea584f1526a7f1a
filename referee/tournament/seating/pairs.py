"""Rotating partners: players in alternate seats are partners, and change from round to round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb, exp
from random import Random

from referee.tournament.seating.anneal import APART, NEVER, OUT, UNIT, Past
from referee.tournament.seating.certificate import least_repeats
from referee.tournament.seating.strategies import Places, Task, cut, ordered_pair, relabel, search
from referee.tournament.seating.whist import whist

PARTNERS, OPPONENTS = 4, 2
"""The costs of being partners, or opponents, once more, beside the cost of meeting."""
DEAR = 8
"""How many steps of the plain search take as long as one here."""
FIRST_STEPS = 60_000


def search_partners(task: Task, rng: Random, steps: int, progress: Callable[[int, int], None]) -> list[Places]:
    """The best rounds that `steps` find: first with evenly shared partners, then with few repeated meetings."""
    best: tuple[tuple[int, ...], list[Places]] | None = None
    ideal = _ideal(task)
    done = 0

    def tick(more: int) -> None:
        nonlocal done
        done += more
        progress(min(done, steps), steps)

    for rounds in _attempts(task, rng, steps, tick):
        key = _key(task, rounds)
        if best is None or key < best[0]:
            best = key, rounds
        if done >= steps or best[0][:5] <= ideal:
            break
    assert best is not None
    progress(steps, steps)
    return best[1]


def _attempts(task: Task, rng: Random, steps: int, tick: Callable[[int], None]) -> Iterator[list[Places]]:
    players = task.shape.players
    tournament = whist(players) if set(task.shape.sizes) == {4} and task.fresh else None
    if tournament and task.rounds <= len(tournament):
        rounds = [[p for table in tables for p in table] for tables in tournament]
        rounds = [[*places, *(set(range(players)) - set(places))] for places in rounds]
        yield relabel(rng.sample(rounds, task.rounds), task, rng)
    if task.fresh:
        spent = 0

        def count_on(done: int, _: int) -> None:
            nonlocal spent
            tick(done - spent)
            spent = done

        met = search(task, rng, steps // 3, count_on)
        for _ in range(4):
            yield Pairing(task, rng, met).run(FIRST_STEPS // 3, tick, within=True)
    length = FIRST_STEPS
    while True:
        yield Pairing(task, rng, None).run(length, tick)
        length = length * 3 // 2


def _key(task: Task, rounds: Sequence[Places]) -> tuple[int, ...]:
    out, together, even, q, _, e, uneven, m = task.key(rounds)
    sides, met = Counter(task.past.sides), Counter(task.past.met)
    for places in rounds:
        for table in cut(places, task.shape):
            met.update(ordered_pair(*both) for both in combinations(table, 2))
            sides.update(ordered_pair(*both) for side in (table[::2], table[1::2]) for both in combinations(side, 2))
    partners = sum(comb(count, 2) for count in sides.values())
    opponents = sum(comb(count - sides[both], 2) for both, count in met.items())
    return out, together, even, partners, q, opponents, uneven, e, m


def _ideal(task: Task) -> tuple[int, ...]:
    """A lower limit for any key."""
    pairs = comb(task.shape.players, 2)
    sizes = task.shape.sizes
    sides = task.rounds * sum(comb((size + 1) // 2, 2) + comb(size // 2, 2) for size in sizes)
    meetings = task.rounds * sum(comb(size, 2) for size in sizes)
    return 0, 0, 0, least_repeats(sides, pairs), least_repeats(meetings, pairs)


class Pairing:
    """A search for rounds with partners, from given or random rounds."""

    def __init__(self, task: Task, rng: Random, rounds: Sequence[Places] | None) -> None:
        self.task, self.rng, shape = task, rng, task.shape
        count = self.count = shape.players
        self.rounds = (
            [list(places) for places in rounds]
            if rounds
            else [rng.sample(range(count), count) for _ in range(task.rounds)]
        )
        self.table_of = [table for table, size in enumerate(shape.sizes) for _ in range(size)]
        self.table_of += [len(shape.sizes)] * shape.out
        starts = [sum(shape.sizes[:table]) for table in range(len(shape.sizes))]
        self.places = [list(range(at, at + size)) for at, size in zip(starts, shape.sizes, strict=True)] + [[]]
        self.weight = [0 if size == shape.usual else UNIT for size in shape.sizes for _ in range(size)]
        self.weight += [OUT] * shape.out
        usual = [UNIT * met for met in range(NEVER)] + [APART] * (8 * task.rounds + 2)
        self.gains = [[PARTNERS * cost for cost in usual], [OPPONENTS * cost for cost in usual]]
        self.meeting = usual
        past: Past = task.past
        self.met, self.sides = [0] * count**2, ([0] * count**2, [0] * count**2)
        for both, times in past.met.items():
            self._note(both, times - past.sides.get(both, 0), 1)
            self._note(both, past.sides.get(both, 0), 0)
        for x, y in past.apart:
            self.met[min(x, y) * count + max(x, y)] += NEVER
        self.burden = {UNIT: list(past.short or [0] * count), OUT: list(past.out or [0] * count)}
        for places in self.rounds:
            for table in self.places:
                self._tally(places, table, 1)
            self._bear(places, range(count), 1)

    def _note(self, both: tuple[int, int], times: int, kind: int) -> None:
        at = both[0] * self.count + both[1]
        self.met[at] += times
        self.sides[kind][at] += times

    def _tally(self, places: Places, table: Sequence[int], way: int) -> int:
        """Count a table's pairs as meeting (way 1), or take them back (way -1). Return the cost."""
        met, cost, count = self.met, 0, self.count
        for i, j in combinations(table, 2):
            x, y = places[i], places[j]
            at = x * count + y if x < y else y * count + x
            kind = (i - j) % 2
            sides = self.sides[kind]
            if way > 0:
                cost += self.meeting[met[at]] + self.gains[kind][sides[at]]
            met[at] += way
            sides[at] += way
            if way < 0:
                cost -= self.meeting[met[at]] + self.gains[kind][sides[at]]
        return cost

    def _bear(self, places: Places, which: Sequence[int], way: int) -> int:
        cost = 0
        for place in which:
            weight = self.weight[place]
            if weight:
                burden, player = self.burden[weight], places[place]
                cost += way * weight * (burden[player] - (way < 0))
                burden[player] += way
        return cost

    def _exchange(self, places: Places, i: int, j: int) -> int:
        tables = {self.table_of[i], self.table_of[j]}
        cost = sum(self._tally(places, self.places[table], -1) for table in tables)
        cost += self._bear(places, (i, j), -1)
        places[i], places[j] = places[j], places[i]
        cost += self._bear(places, (i, j), 1)
        return cost + sum(self._tally(places, self.places[table], 1) for table in tables)

    def run(self, steps: int, tick: Callable[[int], None], *, within: bool = False) -> list[Places]:
        """The rounds after this many steps; `within` changes partners only, nobody's table."""
        random, heat, chunk = self.rng.random, 2.0 * UNIT, 256
        cooling = 0.1 ** (DEAR * chunk / max(steps, DEAR * chunk))
        for _ in range(0, steps, DEAR * chunk):
            for _ in range(chunk):
                places = self.rounds[int(random() * len(self.rounds))]
                i = int(random() * self.count)
                if within:
                    table = self.places[self.table_of[i]]
                    if not table:
                        continue
                    j = table[int(random() * len(table))]
                else:
                    j = int(random() * self.count)
                if i == j or (self.table_of[i] == self.table_of[j] and (i - j) % 2 == 0):
                    continue
                change = self._exchange(places, i, j)
                if change > 0 and random() >= exp(-change / heat):
                    self._exchange(places, i, j)
            heat *= cooling
            tick(DEAR * chunk)
        return self.rounds
