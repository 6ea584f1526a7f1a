"""A movement of chairs that stay when people change: a late player takes an empty chair, a leaver leaves one.

The chairs are those of the first round, by table and seat; the movement says where each stands in a later round. The
certificate of each round keeps who sits on which chair, so that the next can go on from it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from referee.games import game
from referee.tournament.draws.entries import Entries, Key
from referee.tournament.seating.federation_movement import federation_grid, federation_round, fifth_step
from referee.tournament.seating.rotation import Grid, rotate, steps
from referee.tournament.tournament import Tournament
from referee.tournament.values import Value
from referee.words.text import Slip, T

Table = list[Key]


@dataclass(slots=True)
class Chairs:
    """The seating of the first round: a grid of chairs, None for an empty one.

    `fifths`: the extra player at a table, beyond its chairs; `waiting`: players without a place.
    """

    grid: Grid
    fifths: dict[int, Key] = field(default_factory=dict)
    waiting: list[Key] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """The chairs as the certificate keeps them."""
        more = [[table, key] for table, key in sorted(self.fifths.items())]
        return {"grid": self.grid, "fifths": more, "waiting": self.waiting}

    def all_keys(self) -> list[Hashable]:
        return [key for key in (*chain(*self.grid), *self.fifths.values(), *self.waiting) if key is not None]

    def change(self, old: Key, new: Key | None) -> None:
        """Give a player's chair to another, or leave it empty."""
        self.grid = [[new if key == old else key for key in table] for table in self.grid]
        self.waiting = [key for key in self.waiting if key != old]
        self.fifths = {table: new if key == old else key for table, key in self.fifths.items() if key != old or new}

    def add(self, key: Key, fifth: bool) -> None:
        """Seat a new player on an empty chair, else as an extra at the highest table without one, if `fifth` allows."""
        for table in self.grid:
            if None in table:
                table[table.index(None)] = key
                return
        free = [table for table in reversed(range(len(self.grid))) if table not in self.fifths]
        if fifth and free:
            self.fifths[free[0]] = key
        else:
            self.waiting.append(key)


@dataclass(frozen=True, slots=True)
class Movement:
    """How chairs move (`at`: the seating of a round), and the table sizes allowed."""

    at: Callable[[Grid, int], Grid]
    sizes: frozenset[int]
    more: Callable[[int], int]
    """How many tables an extra player moves up each round, for so many tables."""

    def round(self, chairs: Chairs, number: int) -> tuple[list[Table], list[Key]]:
        """The tables of a round, and the players who sit out."""
        tables = [[key for key in table if key is not None] for table in self.at(chairs.grid, number)]
        for table, key in chairs.fifths.items():
            tables[(table + self.more(len(tables)) * (number - 1)) % len(tables)].append(key)
        return self._playable(tables, list(chairs.waiting))

    def _playable(self, tables: list[Table], out: list[Key]) -> tuple[list[Table], list[Key]]:
        """Leave no table too small: fill it with waiting players, else spread its players over tables that lack some.

        Whoever finds no table sits out.
        """
        for table in tables:
            while out and table and len(table) not in self.sizes and len(table) < max(self.sizes):
                table.append(out.pop(0))
        while wrong := [table for table in tables if table and len(table) not in self.sizes]:
            smallest = min(wrong, key=len)
            tables.remove(smallest)
            for key in smallest:
                (self._place(tables) or out).append(key)
        return [table for table in tables if len(table) >= min(self.sizes)], out

    def _place(self, tables: list[Table]) -> Table | None:
        """The smallest table that may have one more, first among those that lack a player; None if there is none."""
        fitting = [table for table in tables if len(table) + 1 in self.sizes]
        lacking = [table for table in fitting if len(table) not in self.sizes or len(table) + 1 <= self.usual]
        return min(lacking or fitting, key=len, default=None)

    @property
    def usual(self) -> int:
        """The size of a full table."""
        return sorted(self.sizes)[len(self.sizes) // 2]


def movement(tournament: Tournament, entries: Entries, last: int) -> tuple[Movement, Callable[[Sequence[Key]], Chairs]]:
    """The movement of a tournament, and how it first gives chairs to entries in an order.

    It is the federation's for tarot at tables of four, else a rotation. Raises Slip for numbers it does not suit.
    """
    settings = tournament.settings
    rules = game(settings.game)
    seats = entries.sizes[0]
    sizes = frozenset(entries.spread) if entries.team > 1 else frozenset(
        size for size in rules.players if abs(size - seats) <= 1
    )  # fmt: skip
    if is_federated(tournament):
        return Movement(_federation, sizes, partial(fifth_step, positions=last)), lambda keys: Chairs(
            *federation_grid(keys, last)
        )

    def first(keys: Sequence[Key]) -> Chairs:
        more = len(keys) % seats == 1 and seats + 1 in sizes and len(keys) > seats
        tables = max(1, len(keys) // seats if more else -(-len(keys) // seats))
        empty = 0 if more else tables * seats - len(keys)
        if tables < 2:
            raise Slip(T("{found} tables: expected {least} to {most}", found=tables, least=2, most=250), part="players")
        none = {tables - 1 - at * tables // max(1, empty) for at in range(empty)}
        numbers = iter(keys)
        grid: Grid = [[None if not seat and table in none else next(numbers, None) for seat in range(seats)]
                      for table in range(tables)]  # fmt: skip
        return Chairs(grid, {tables - 1: keys[-1]} if more else {})

    moves = steps(max(2, len(entries.keys) // seats), seats + 1, last)
    return Movement(lambda grid, at: rotate(grid, at, moves[:-1]), sizes, lambda _: moves[-1]), first


def is_federated(tournament: Tournament) -> bool:
    """Whether the tournament uses the tarot federation's movement."""
    settings = tournament.settings
    return settings.draw == "movement" and game(settings.game).usual.movement and not settings.together


def _federation(grid: Grid, number: int) -> Grid:
    return [[table[seat] for seat in (0, 3, 1, 2)] for table in federation_round(grid, number)]


def continue_chairs(tournament: Tournament, entries: Entries, number: int, fifth: bool) -> Chairs:
    """The chairs after the round before, with later arrivals, departures and replacements.

    Raises Slip where that round was not drawn by the movement.
    """
    before = tournament.value.round(number - 1).certificate.get("chairs")
    if not isinstance(before, Mapping):
        raise Slip(T("the round before was not drawn by the movement: choose another draw"), part="draw")
    fifths = dict(before["fifths"])
    chairs = Chairs([list(table) for table in before["grid"]], fifths, list(before["waiting"]))
    for key in chairs.all_keys():
        if key not in entries.members:
            heir = _heir(tournament.value, key)
            chairs.change(key, heir if heir in entries.members and heir not in chairs.all_keys() else None)
    there = set(chairs.all_keys())
    waiting, chairs.waiting = chairs.waiting, []
    for key in (*waiting, *(key for key in entries.members if key not in there)):
        chairs.add(key, fifth)
    return chairs


def _heir(value: Value, key: Key) -> Key | None:
    """The player now in this one's place, after all replacements."""
    seen: set[Key] = set()
    while isinstance(key, int) and key not in seen and (by := value.player(key).by) is not None:
        seen.add(key)
        key = by
    return key
