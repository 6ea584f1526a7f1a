"""The groups of a club, found by who plays with whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from referee.book.sittings import Sitting, key_of, united

OFTEN = 3
"""A regular comes to one evening in so many at least."""


@dataclass(frozen=True, slots=True)
class Group:
    """People who play together: their tables, the first first; and those who come often, the most often first."""

    sittings: tuple[Sitting, ...]
    regulars: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id of its first table, by which it has an address."""
        return self.sittings[0].id

    @property
    def days(self) -> tuple[str, ...]:
        """The days it played, the first first."""
        return tuple(sorted({sitting.day for sitting in self.sittings}))


@dataclass
class _Growing:
    """A group as far as its tables are read, day by day: on how many days each person came, by the key of the name."""

    sittings: list[Sitting] = field(default_factory=list)
    came: dict[str, int] = field(default_factory=dict)
    last_came: dict[str, str] = field(default_factory=dict)
    days: int = 0
    last_day: str = ""

    def take(self, sitting: Sitting) -> None:
        self.sittings.append(sitting)
        self.days += sitting.day != self.last_day
        self.last_day = sitting.day
        for key in map(key_of, sitting.seats):
            self.came[key] = self.came.get(key, 0) + (self.last_came.get(key) != sitting.day)
            self.last_came[key] = sitting.day

    def regular(self, key: str) -> bool:
        return self.came.get(key, 0) * OFTEN >= self.days

    def with_other(self, other: _Growing) -> _Growing:
        """The group with the tables of another one."""
        both = _Growing()
        for sitting in sorted([*self.sittings, *other.sittings], key=lambda sitting: sitting.day):
            both.take(sitting)
        return both

    def group(self) -> Group:
        """The group once all its tables are read."""
        sittings = united(self.sittings)
        names = {key_of(name): name for sitting in sittings for name in sitting.seats}
        often = sorted(self.came, key=lambda key: (-self.came[key], key))
        return Group(sittings, tuple(names[key] for key in often if self.regular(key)))


def groups(sittings: Iterable[Sitting], together: Iterable[tuple[str, str]] = ()) -> tuple[Group, ...]:
    """The groups of these tables, the one that played last first.

    A table is its group's if more than half of its players are regulars there, else it begins a group. One that goes on
    with other players stays with its group. `together` are pairs of tables whose groups are one by somebody's word.
    """
    growing, of_table, of_name = dict[int, _Growing](), dict[str, int](), dict[str, set[int]]()
    for sitting in sorted(sittings, key=lambda sitting: sitting.day):
        keys = tuple(map(key_of, sitting.seats))
        number = of_table.get(sitting.after, _best(keys, growing, of_name))
        growing.setdefault(number, _Growing()).take(sitting)
        of_table.setdefault(sitting.id, number)
        for key in keys:
            of_name.setdefault(key, set()).add(number)
    for one, other in together:
        into, gone = of_table.get(one), of_table.get(other)
        if into is not None and gone is not None and into != gone:
            growing[into] = growing[into].with_other(growing.pop(gone))
            of_table = {table: into if number == gone else number for table, number in of_table.items()}
    return tuple(sorted((each.group() for each in growing.values()), key=lambda group: group.days[-1], reverse=True))


def _best(keys: Sequence[str], growing: Mapping[int, _Growing], of_name: Mapping[str, Set[int]]) -> int:
    """The group with the most regulars at a table, if these are more than half, of several the one that met last; else
    the number of a new one.
    """
    near = {number for key in keys for number in of_name.get(key, ())}
    shared = [(sum(map(growing[at].regular, keys)), growing[at].last_day, at) for at in near]
    most, _, number = max(shared, default=(0, "", 0))
    return number if most * 2 > len(keys) else len(growing)


def group_of(all_groups: Iterable[Group], table: str) -> Group | None:
    """The group that a table belongs to."""
    return next((each for each in all_groups if any(sitting.id == table for sitting in each.sittings)), None)
