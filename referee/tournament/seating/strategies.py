"""The ways to find rounds with few repeated meetings: what to try, in which order, and for how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import comb
from random import Random

from referee.tournament.seating.anneal import Past, Search, Symmetry
from referee.tournament.seating.certificate import Bound, bound, excess
from referee.tournament.seating.designs import design_of, round_robin
from referee.tournament.seating.shape import Shape
from referee.tournament.seating.transversal import transversal

Places = list[int]
"""A round: the players 0 … n-1 in the order of the tables' seats, those who sit out last."""
FIRST_STEPS = 60_000
BEST_KNOWN = {(13, 5): 3, (14, 5): 2, (17, 6): 1, (18, 6): 2, (19, 6): 3, (20, 6): 6}
"""The smallest Q found so far, by players at tables of 4 and 3 and by rounds, where no proof ends the search."""
GROUPS = 300
"""How many groups of players who have never met are compared."""
RELABELLINGS = 3000
"""How many exchanges of two numbers are tried to keep players apart."""
IDLE = 600_000
"""After this many steps, give up on a smaller E at the same Q; after twice as many, on fairer short tables."""
FEW = 16
"""Up to this many players, many short searches find more than a long one."""


@dataclass(frozen=True, slots=True)
class Way:
    """Base rounds that a symmetry develops, and rounds found one by one after those."""

    symmetry: Symmetry
    base: int
    after: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """A search task: so many rounds of a shape after a past.

    `even`: nobody may sit at a table of unusual size twice more than another, whatever it costs in repeated meetings.
    """

    shape: Shape
    rounds: int
    past: Past
    even: bool = False

    @property
    def cap(self) -> int:
        """How often a pair should meet at most: once more than the average, and not in every round."""
        total = self.rounds * sum(comb(size, 2) for size in self.shape.sizes) + sum(self.past.met.values())
        average = -(-total // max(1, comb(self.shape.players, 2)))
        return max(average, min(average + 1, self.rounds - 1), 1)

    @property
    def fresh(self) -> bool:
        """Whether no round was played before."""
        return not (self.past.met or self.past.out or self.past.short)

    def key(self, rounds: Sequence[Places]) -> tuple[int, ...]:
        """The quality of rounds; smaller is better."""
        met = Counter(self.past.met)
        out, short = Counter(dict(enumerate(self.past.out))), Counter(dict(enumerate(self.past.short)))
        seated = sum(self.shape.sizes)
        for places in rounds:
            out.update(places[seated:])
            for table in cut(places, self.shape):
                met.update(ordered_pair(*both) for both in combinations(table, 2))
                if len(table) != self.shape.usual:
                    short.update(table)
        players = range(self.shape.players)
        uneven = [max(0, _spread([each[player] for player in players]) - 1) for each in (out, short)]
        together = sum(met[pair] for pair in self.past.apart)
        too_often = sum(max(0, count - self.cap) for count in met.values())
        e, m, q = excess(met.values())
        even = uneven[1] if self.even else 0
        return uneven[0], together, even, q, too_often, e, uneven[1], m


def _spread(counts: Sequence[int]) -> int:
    return max(counts) - min(counts)


def ordered_pair(one: int, other: int) -> tuple[int, int]:
    """Two players, the lower number first."""
    return (one, other) if one < other else (other, one)


def cut(places: Sequence[int], shape: Shape) -> Iterator[Sequence[int]]:
    """The tables of a round."""
    at = 0
    for size in shape.sizes:
        yield places[at : at + size]
        at += size


def search(task: Task, rng: Random, steps: int, progress: Callable[[int, int], None]) -> list[Places]:
    """The best rounds that this many steps find; it stops early once nothing can be better."""
    if task.past.apart and task.fresh:
        rounds = search(replace(task, past=Past()), rng, steps, progress)
        rounds = relabel(rounds, task, rng)
        if not task.key(rounds)[1]:
            return rounds
    limit = bound([task.shape] * task.rounds) if task.fresh else None
    best: tuple[tuple[int, ...], list[Places]] | None = None
    done = since = 0

    def tick(more: int) -> None:
        nonlocal done
        done += more
        progress(min(done, steps), steps)

    for attempt in _attempts(task, rng, tick):
        for rounds in attempt:
            key = task.key(rounds)
            if best is None or key < best[0]:
                best, since = (key, rounds), done
        if best and (done >= steps or _perfect(best[0], task, limit, done - since)):
            break
    assert best is not None
    progress(steps, steps)
    return best[1]


def relabel(rounds: list[Places], task: Task, rng: Random) -> list[Places]:
    """The same rounds with the players renumbered, so that those to be kept apart meet least."""
    pairs = sorted(task.past.apart)
    if not pairs:
        return rounds
    players = task.shape.players
    met = Counter(pair for places in rounds for table in cut(places, task.shape) for pair in permutations(table, 2))
    label = list(range(players))

    def meetings() -> int:
        return sum(met[label[x], label[y]] for x, y in pairs)

    now = meetings()
    for _ in range(RELABELLINGS if now else 0):
        i, j = rng.choice(rng.choice(pairs)), rng.randrange(players)
        label[i], label[j] = label[j], label[i]
        new = meetings()
        if new > now:
            label[i], label[j] = label[j], label[i]
        else:
            now = new
        if not now:
            break
    player = {place: number for number, place in enumerate(label)}
    return [[player[place] for place in places] for places in rounds]


def _perfect(key: tuple[int, ...], task: Task, limit: Bound | None, idle: int) -> bool:
    """Whether nothing can be better, or only tie-breaks could and they have not improved for long."""
    out, together, even, q, too_often, e, uneven, _ = key
    least_q, least_e = (limit.q, limit.e) if limit else (0, 0)
    if limit and set(task.shape.sizes) <= {3, 4} and not task.even:
        least_q = max(least_q, BEST_KNOWN.get((task.shape.players, task.rounds), 0))
    if out or together or even or q > least_q:
        return False
    least_e = max(least_e, -(-2 * q // task.cap))  # nobody meets more than `cap` times
    tied = e <= least_e and not too_often
    return (tied and not uneven) or idle >= (2 * IDLE if uneven else IDLE)


def _attempts(task: Task, rng: Random, tick: Callable[[int], None]) -> Iterator[list[list[Places]]]:
    """The finds of each attempt, without an end: every way in turn, longer each time."""
    if set(task.shape.sizes) == {2} and task.fresh and not task.past.apart:
        robin = round_robin(task.shape.players)
        again, rest = divmod(task.rounds, len(robin))
        yield [[list(places) for places in (*robin * again, *rng.sample(robin, rest))]]
    full = _full(task)
    if full is not None:
        size = full.shape.sizes[0]
        rows = transversal(len(full.shape.sizes), size, full.rounds)
        if rows:
            yield list(_without(rows, full.shape, task, rng))
        known = design_of(full.shape.sizes, full.rounds)
        if known:
            yield list(_without(rng.sample(known, full.rounds), full.shape, task, rng))
    if task.fresh and not task.past.apart and not task.shape.out:
        known = design_of(task.shape.sizes, task.rounds)
        if known:
            yield [rng.sample(known, task.rounds)]
    length, plain = FIRST_STEPS, 0
    for _ in range(12 if task.shape.players <= FEW else 0):
        plain += 1
        yield [_plain(task, rng, plain, FIRST_STEPS // 3, tick)]
    while True:
        for way in _ways(task, full):
            if way.symmetry.order == 1:
                plain += 1
                yield [_plain(task, rng, plain, length * 3, tick)]
            else:
                assert full is not None
                yield list(_without(_develop(full, way, rng, length, tick), full.shape, task, rng))
        length = length * 3 // 2


def _full(task: Task) -> Task | None:
    """The task with all tables of the largest size, if surplus players who never meet can then be left out."""
    sizes = task.shape.sizes
    size = max(sizes)
    if not task.fresh or task.past.apart or task.shape.out or min(sizes) < size - 1:
        return None
    return replace(task, shape=Shape((size,) * len(sizes)))


def _ways(task: Task, full: Task | None) -> list[Way]:
    """The ways worth a try: symmetries with enough kinds of pairs for their base rounds, tightest first; then none."""
    plain = Way(Symmetry(), task.rounds)
    if full is None:
        return [plain]
    players, tables, rounds = full.shape.players, len(full.shape.sizes), task.rounds
    need = sum(comb(size, 2) for size in full.shape.sizes)
    ways = []
    for base, order in ((1, rounds), (1, rounds + 1), (1, rounds + 2), (1, rounds - 1), (2, -(-rounds // 2))):
        for fixed in range(players % order, tables + 1, order) if order > 2 else ():
            cycles = (players - fixed) // order
            kinds = cycles * ((order - 1) // 2) + comb(cycles, 2) * order + cycles * fixed
            after = max(0, rounds - order * base)
            if kinds >= base * need:
                ways.append((bool(after), kinds - base * need, Way(Symmetry(order, cycles, fixed), base, after)))
    ways.sort(key=lambda each: each[:2])
    return [*(way for _, _, way in ways), plain]


def _plain(task: Task, rng: Random, number: int, steps: int, tick: Callable[[int], None]) -> list[Places]:
    """Rounds found without a symmetry; short tables weigh much and little by turns."""
    uneven = 8.0 if task.even else 1.0 if number % 2 else 0.1
    search = Search(task.shape, task.rounds, rng, past=task.past, cap=task.cap, uneven=uneven)
    search.run(steps, 0.45, 0.18, 0, tick)
    return search.rounds


def _develop(task: Task, way: Way, rng: Random, steps: int, tick: Callable[[int], None]) -> list[Places]:
    """Rounds that a symmetry develops from a few, and others found after them."""
    search = Search(task.shape, way.base, rng, symmetry=way.symmetry, cap=task.cap)
    search.run(steps, 1.0, 0.2, 0, tick)
    rounds = search.develop()
    rng.shuffle(rounds)
    rounds = rounds[: task.rounds]
    if way.after:
        met = Counter(
            ordered_pair(*both)
            for places in rounds
            for table in cut(places, task.shape)
            for both in combinations(table, 2)
        )
        more = Search(task.shape, way.after, rng, past=Past(met=dict(met)), cap=task.cap)
        more.run(steps // 3, 1.0, 0.2, 0, tick)
        rounds += more.rounds
    return rounds


def _without(rounds: list[Places], full: Shape, task: Task, rng: Random) -> Iterator[list[Places]]:
    """Rounds of full tables less the surplus players, a group that never meets; one for each of the two best groups."""
    many = full.players - task.shape.players
    if not many:
        yield rounds
        return
    met = [[0] * full.players for _ in range(full.players)]
    for places in rounds:
        for table in cut(places, full):
            for x, y in combinations(table, 2):
                met[x][y] += 1
                met[y][x] += 1
    ranked = []
    for group in sorted(set(_strangers(met, many, rng))):
        rest = [player for player in range(full.players) if player not in group]
        repeats = sum(comb(met[player][other], 2) for player in group for other in rest)
        uneven = _spread([sum(met[player][other] for player in group) for other in rest])
        ranked.append(((uneven, -repeats) if task.even else (-repeats, uneven), group))
    for _, group in sorted(ranked)[:2]:
        left = [player for player in range(full.players) if player not in group]
        number = {player: place for place, player in enumerate(left)}
        yield [_leave_out(places, full, number) for places in rounds]


def _strangers(met: list[list[int]], many: int, rng: Random) -> Iterator[tuple[int, ...]]:
    """Groups of this many players who have never met, at random."""
    for _ in range(GROUPS):
        group: list[int] = []
        left = list(range(len(met)))
        while left and len(group) < many:
            player = rng.choice(left)
            group.append(player)
            left = [other for other in left if other != player and not met[player][other]]
        if len(group) == many:
            yield tuple(sorted(group))


def _leave_out(places: Places, full: Shape, number: dict[int, int]) -> Places:
    tables = [[number[player] for player in table if player in number] for table in cut(places, full)]
    return [player for table in sorted(tables, key=len, reverse=True) for player in table]
