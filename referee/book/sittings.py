"""Tables as the book reads them, and evenings made of them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.cache import cached
from referee.table.tally import Played


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table: its log's id, its game, its day (`2025-11-27`), the names on its seats, what each won, its deals.

    `after` is the id of the table that this one continues. An evening that was typed from paper has no deals, and may
    name a game that the program does not know.
    """

    id: str
    game: str
    day: str
    seats: tuple[str, ...]
    won: tuple[int, ...]
    deals: Sequence[Played] = ()
    after: str = ""
    lowest_wins: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """What a group played of one game on one day: what each person `won`, who won it first."""

    day: str
    game: str
    sittings: tuple[Sitting, ...]
    won: Mapping[str, int]

    @property
    def lowest_wins(self) -> bool:
        """Whether the fewest points win."""
        return self.sittings[0].lowest_wins

    @property
    def worth(self) -> Mapping[str, int]:
        """What the points of each person are worth beside those of others: more is better."""
        return {name: -points for name, points in self.won.items()} if self.lowest_wins else self.won

    def place(self, name: str) -> int:
        """A person's rank; people with equal points share one."""
        return 1 + sum(points > self.worth[name] for points in self.worth.values())

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won."""
        return tuple(name for name in self.won if self.place(name) == 1)

    @property
    def deals(self) -> Iterator[tuple[Sitting, Played]]:
        """Its finished deals in turn, each with its table."""
        return ((sitting, deal) for sitting in self.sittings for deal in sitting.deals)


def evenings(sittings: Iterable[Sitting]) -> tuple[Evening, ...]:
    """The evenings of these tables, the first first."""
    together: dict[tuple[str, str], list[Sitting]] = {}
    for sitting in sittings:
        together.setdefault((sitting.day, sitting.game), []).append(sitting)
    return tuple(_evening(*key, some) for key, some in sorted(together.items(), key=lambda one: one[0]))


def _evening(day: str, game: str, sittings: Sequence[Sitting]) -> Evening:
    won = Counter[str]()
    for sitting in sittings:
        for name, points in zip(sitting.seats, sitting.won, strict=True):
            won[name] += points
    best = 1 if sittings[0].lowest_wins else -1
    return Evening(day, game, tuple(sittings), dict(sorted(won.items(), key=lambda one: (best * one[1], one[0]))))


@cached(4000)
def key_of(name: str) -> str:
    """The key of a name: people write their own with and without capitals, and an accent in two ways."""
    return unicodedata.normalize("NFC", name).casefold()


def united(sittings: Sequence[Sitting]) -> tuple[Sitting, ...]:
    """The tables with each person under the spelling used last. Who sits at one table is never one person."""
    last = {key_of(name): name for sitting in sittings for name in sitting.seats}
    spelled = ((sitting, _spelled(sitting.seats, last)) for sitting in sittings)
    return tuple(sitting if sitting.seats == seats else replace(sitting, seats=seats) for sitting, seats in spelled)


def _spelled(seats: tuple[str, ...], last: Mapping[str, str]) -> tuple[str, ...]:
    keys = tuple(map(key_of, seats))
    return tuple(last[key] if keys.count(key) == 1 else name for key, name in zip(keys, seats, strict=True))
