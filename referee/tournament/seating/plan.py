"""Plan all rounds of a tournament together, after those already played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from random import Random

from referee.tournament.seating.anneal import STEPS_PER_SECOND, Past
from referee.tournament.seating.draw import Draw, Player, Table, refuse_twice
from referee.tournament.seating.pairs import search_partners
from referee.tournament.seating.seats import balance
from referee.tournament.seating.shape import Shape, tables_for
from referee.tournament.seating.strategies import Task, cut, ordered_pair, search
from referee.words.text import Slip, T

Progress = Callable[[int, int], None]
Played = Sequence[Sequence[Sequence[Player]]]
Pair = tuple[int, int]

MOST_ROUNDS = 60


def plan(
    players: int | Sequence[Player],
    rounds: int,
    sizes: tuple[int, ...] = (4, 3),
    *,
    frozen: Played = (),
    frozen_out: Sequence[Collection[Player]] = (),
    apart: Collection[tuple[Player, Player]] = (),
    fixed: Mapping[Player, int] | None = None,
    partners: bool = False,
    even: bool = False,
    seed: int = 0,
    steps: int = 3 * STEPS_PER_SECOND,
    progress: Progress | None = None,
) -> Draw:
    """Draw rounds for these players (or players 1 … n) at tables of the allowed sizes, the preferred one first.

    Q is minimised, then E. `tables_for` chooses the sizes.

    - `frozen`: rounds already played, tables of players in seat order; `frozen_out`: those who sat out in each. They
      stay as they are and count among `rounds`. Players may have come since, or left.
    - `apart`: pairs that should not meet. `fixed`: players who stay at a table, numbered from 1; two such never meet.
    - `partners`: players in alternate seats are partners and change; partners are shared as evenly as possible first,
      then meetings.
    - `even`: nobody sits at tables of unusual size twice more than another, whatever it costs in repeated meetings;
      without it, only where it costs nothing.
    - `steps` bounds the search, STEPS_PER_SECOND of them a nominal second; it ends early once nothing can be better.
      `progress` is told how many of the steps are done.

    The same arguments give the same draw. Nobody sits out a second time before everybody has once. Every player has
    each seat equally often, within one, as far as seats already played and tables of several sizes allow. Raises Slip
    for what cannot be drawn; its `part` names the argument.
    """
    names = tuple(range(1, players + 1)) if isinstance(players, int) else tuple(players)
    refuse_twice(names)
    if not max(1, len(frozen) + 1) <= rounds <= MOST_ROUNDS:
        least = len(frozen) + 1
        raise Slip(
            T("{found} rounds: expected {least} to {most}", found=rounds, least=least, most=MOST_ROUNDS), part="rounds"
        )
    shape = tables_for(len(names), sizes)
    if partners and any(size % 2 for size in shape.sizes):
        raise Slip(T("partners need tables of an even number: found {found}", found=shape.sizes), part="sizes")
    _check_played(frozen)
    stay = _check_fixed(fixed or {}, names, shape)
    separate = _separate(apart, stay, names)
    rng = Random(seed)  # nosec B311
    order = list(names)
    rng.shuffle(order)
    outs = [tuple(out) for out in frozen_out] + [()] * (len(frozen) - len(frozen_out))
    past = _past(order, frozen, outs, separate, shape)
    task = Task(shape, rounds - len(frozen), past, even)
    find = search_partners if partners else search
    places = find(task, rng, steps, progress or (lambda done, steps: None))
    if not partners:
        rng.shuffle(places)
    tables = [[[order[player] for player in table] for table in cut(at, shape)] for at in places]
    new_out = [tuple(order[player] for player in at[sum(shape.sizes) :]) for at in places]
    seated = balance(tables, rng, frozen, partners=partners)
    played = [tuple(tuple(table) for table in at) for at in frozen]
    drawn = [_at_their_tables(at, stay) for at in seated]
    return Draw(names, (*played, *drawn), (*outs, *new_out), seed, separate, partners)


def _check_played(frozen: Played) -> None:
    for number, tables in enumerate(frozen, 1):
        for name, count in Counter(player for table in tables for player in table).items():
            if count > 1:
                raise Slip(T("{name} sits twice in round {number}", name=name, number=number), part="frozen")


def _check_fixed(fixed: Mapping[Player, int], names: tuple[Player, ...], shape: Shape) -> dict[Player, int]:
    most = len(shape.sizes)
    for name, table in fixed.items():
        if name not in names:
            raise Slip(T("there is no player {name}", name=name), part="fixed")
        if not 1 <= table <= most:
            raise Slip(T("there is no table {found}: expected 1 to {most}", found=table, most=most), part="fixed")
    for one, other in combinations(fixed, 2):
        if fixed[one] == fixed[other]:
            raise Slip(
                T("{one} and {other} cannot both stay at table {table}", one=one, other=other, table=fixed[one]),
                part="fixed",
            )
    return dict(fixed)


def _separate(
    apart: Collection[tuple[Player, Player]], fixed: Mapping[Player, int], names: tuple[Player, ...]
) -> frozenset[frozenset[Player]]:
    for pair in apart:
        for name in pair:
            if name not in names:
                raise Slip(T("there is no player {name}", name=name), part="apart")
        if len(set(pair)) < 2:
            raise Slip(T("{name} cannot be kept apart from themselves", name=pair[0]), part="apart")
    return frozenset(frozenset(pair) for pair in (*apart, *combinations(fixed, 2)))


def _past(
    order: Sequence[Player],
    frozen: Played,
    outs: Sequence[Collection[Player]],
    apart: frozenset[frozenset[Player]],
    shape: Shape,
) -> Past:
    """The rounds played before, with players as numbered here.

    A newcomer counts as having sat at tables of unusual size as often as others on average, and never out.
    """
    number = {player: place for place, player in enumerate(order)}
    met, sides = _meetings(frozen, number)
    out = Counter(player for each in outs for player in each)
    short = Counter(p for at in frozen for table in at if len(table) != shape.usual for p in table)
    seen = {player for at in frozen for table in at for player in table}.union(*outs)
    known = [short[player] for player in order if player in seen]
    average = sum(known) // len(known) if known else 0
    return Past(
        dict(met),
        [out[player] for player in order] if frozen else [],
        [short[player] if player in seen else average for player in order] if frozen else [],
        frozenset(ordered_pair(number[one], number[other]) for one, other in apart),
        dict(sides),
    )


def _meetings(frozen: Played, number: Mapping[Player, int]) -> tuple[Counter[Pair], Counter[Pair]]:
    """How often each pair of these players met, and how often in alternate seats, where partners sit."""
    met: Counter[Pair] = Counter()
    sides: Counter[Pair] = Counter()
    for table in (table for tables in frozen for table in tables):
        there = [(seat, number[player]) for seat, player in enumerate(table) if player in number]
        for (i, one), (j, other) in combinations(there, 2):
            met[ordered_pair(one, other)] += 1
            sides[ordered_pair(one, other)] += (j - i) % 2 == 0
    return met, sides


def _at_their_tables(tables: Sequence[Table], fixed: Mapping[Player, int]) -> tuple[Table, ...]:
    """The tables ordered so that players who stay sit at theirs."""
    placed = list(tables)
    for player, number in fixed.items():
        here = next((at for at, table in enumerate(placed) if player in table), None)
        if here is not None and here != number - 1:
            placed[here], placed[number - 1] = placed[number - 1], placed[here]
    return tuple(placed)
