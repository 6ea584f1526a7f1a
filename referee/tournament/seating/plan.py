"""A draw: all rounds of a tournament planned together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from referee.texts import Slip, T
from referee.tournament.seating.anneal import STEPS_PER_SECOND, Past, Search, Symmetry
from referee.tournament.seating.certificate import Bound, Certificate, bound, excess, meetings
from referee.tournament.seating.seats import balanced, spread
from referee.tournament.seating.shape import Shape, tables_for

Player = Hashable
Table = tuple[Player, ...]
Progress = Callable[[int, int], None]

MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Draw:
    """Rounds of tables of players, the place in a table being the seat; those played before come first."""

    rounds: tuple[tuple[Table, ...], ...]
    out: tuple[tuple[Player, ...], ...]
    """Who sits out, in each round."""
    seed: int | None = None
    partners: bool = False
    """Whether every other seat of a table plays together."""

    def certificate(self) -> Certificate:
        """What the draw is worth, with the limits that no draw can pass."""
        met = meetings(self.rounds)
        shapes = [
            Shape(tuple(map(len, tables)), len(out))
            for tables, out in zip(self.rounds, self.out, strict=True)
            if tables
        ]
        everybody = {p for at in self.rounds for table in at for p in table} | {p for at in self.out for p in at}
        short = Counter(p for p in everybody for _ in ())
        usual = Counter(size for shape in shapes for size in shape.sizes)
        size = max(usual, key=lambda size: (usual[size], size), default=0)
        short.update(p for at in self.rounds for table in at if len(table) != size for p in table)
        out = Counter(p for at in self.out for p in at)
        return Certificate(
            *excess(met.values()),
            seat_spread=spread(self.rounds),
            short_spread=_spread(short, everybody),
            out_spread=_spread(out, everybody),
            bound=_bound(shapes, len(everybody)),
            seed=self.seed,
        )

    def as_json(self) -> dict[str, object]:
        """The draw for a program: rounds of tables of players, who sits out, and the certificate."""
        return {
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "out": [list(out) for out in self.out],
            "certificate": self.certificate().as_json(),
        }


def _bound(shapes: Sequence[Shape], everybody: int) -> Bound:
    return bound([replace(shape, out=everybody - sum(shape.sizes)) for shape in shapes])


def _spread(counts: Counter[Player], players: set[Player]) -> int:
    each = [counts[player] for player in players]
    return max(each, default=0) - min(each, default=0)


def plan(
    players: int | Sequence[Player],
    rounds: int,
    sizes: tuple[int, ...] = (4, 3),
    *,
    seed: int = 0,
    steps: int = 3 * STEPS_PER_SECOND,
    progress: Progress | None = None,
) -> Draw:
    """Draw so many rounds for these players, or for the players 1 … n, at tables of the sizes allowed, the preferred
    first (see `tables_for`).

    `steps` bounds the search, STEPS_PER_SECOND of them a nominal second; it ends as soon as nothing can be better.
    The same arguments give the same draw. `progress` hears how many of the steps are done. Raises Slip for what
    cannot be drawn.
    """
    names = tuple(range(1, players + 1)) if isinstance(players, int) else tuple(players)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Slip(T("{found} rounds: expected 1 to {most}", found=rounds, most=MOST_ROUNDS), part="rounds")
    shape = tables_for(len(names), sizes)
    rng = Random(seed)
    order = list(names)
    rng.shuffle(order)
    places = _search(shape, rounds, Past(), rng, steps, progress or _silent)
    rng.shuffle(places)
    tables = [[[order[player] for player in table] for table in _cut(at, shape)] for at in places]
    out = [tuple(order[player] for player in at[sum(shape.sizes) :]) for at in places]
    return Draw(tuple(map(tuple, balanced(tables, rng))), tuple(out), seed)


def _silent(done: int, steps: int) -> None:
    """Nobody wants to know."""


def _cut(places: Sequence[int], shape: Shape) -> Iterator[Sequence[int]]:
    at = 0
    for size in shape.sizes:
        yield places[at : at + size]
        at += size


def _search(shape: Shape, rounds: int, past: Past, rng: Random, steps: int, progress: Progress) -> list[list[int]]:
    """The best rounds that so many steps find."""
    least = _bound([shape] * rounds, shape.players)
    done, best, best_key = 0, [], None

    def tick(more: int) -> None:
        nonlocal done
        done += more
        progress(min(done, steps), steps)

    tries = list(symmetries(shape, rounds))
    turn = 0
    while done < steps:
        symmetry, base = tries[turn % len(tries)]
        length = 60_000 * (1 + turn // len(tries))
        turn += 1
        search = Search(shape, base, symmetry, past, rng)
        search.run(min(length, steps - done), 1.2, 0.15, 0, tick)
        found = search.developed()
        rng.shuffle(found)
        found = found[:rounds]
        key = _key(found, shape)
        if best_key is None or key < best_key:
            best, best_key = found, key
            if key[0] <= 0 and key[1] <= least.q and (key[2] <= least.e):
                break
    return best


def _key(rounds: list[list[int]], shape: Shape) -> tuple[int, int, int, int]:
    met = Counter(
        frozenset(pair) for places in rounds for table in _cut(places, shape) for pair in combinations(table, 2)
    )
    seated = sum(shape.sizes)
    out = Counter(player for places in rounds for player in places[seated:])
    short = Counter(
        player for places in rounds for table in _cut(places, shape) if len(table) != shape.usual for player in table
    )
    everybody: set[Player] = set(range(shape.players))
    uneven = sum(max(0, _spread(Counter(each), everybody) - 1) for each in (out, short))
    e, m, q = excess(met.values())
    return uneven, q, e, m


def symmetries(shape: Shape, rounds: int) -> Iterator[tuple[Symmetry, int]]:
    """The ways to develop rounds of a shape that are worth a try, with the number of base rounds each needs."""
    players = shape.players
    if len(set(shape.sizes)) == 1 and not shape.out:
        for order in range(rounds, rounds + 3):
            for fixed in range(players % order, min(len(shape.sizes), players) + 1, order):
                yield Symmetry(order, (players - fixed) // order, fixed), 1
    yield Symmetry(), rounds
