"""A draw: the seats of each round, and their quality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from referee.tournament.seating.certificate import Bound, Certificate, Early, bound, excess, meetings
from referee.tournament.seating.seats import spread
from referee.tournament.seating.shape import Shape
from referee.words.text import Slip, T

Player = Hashable
Table = tuple[Player, ...]
Round = tuple[Table, ...]


def refuse_twice(players: Sequence[Player]) -> None:
    """Refuse a player named twice: raises Slip."""
    if len(set(players)) < len(players):
        twice = next(name for name, count in Counter(players).items() if count > 1)
        raise Slip(T("{name} is there twice", name=twice), part="players")


@dataclass(frozen=True, slots=True)
class Draw:
    """Rounds of tables of players, seat by seat; rounds already played come first."""

    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    out: tuple[tuple[Player, ...], ...]
    """The players who sit out, in each round."""
    seed: int | None = None
    apart: frozenset[frozenset[Player]] = field(default=frozenset())
    partners: bool = False
    """Whether players in alternate seats of a table are partners."""
    early: Early | None = None
    """How often players meet in the first rounds who should not."""

    def certificate(self) -> Certificate:
        """The quality of the draw, with the limits for this many rounds."""
        met = meetings(self.rounds)
        usual = Counter(len(table) for tables in self.rounds for table in tables)
        size = max(usual, key=lambda size: (usual[size], size), default=0)
        return Certificate(
            *excess(met.values()),
            seat_spread=spread(self.rounds, self.players),
            short_spread=self._spread(p for at in self.rounds for table in at if len(table) != size for p in table),
            out_spread=self._spread(p for out in self.out for p in out),
            bound=self._bound(),
            seed=self.seed,
            apart=sum(met[pair] for pair in self.apart),
            partners=self._partners() if self.partners else None,
            early=self.early,
            fewest=min((met[frozenset(pair)] for pair in combinations(self.players, 2)), default=0),
        )

    def as_json(self) -> dict[str, object]:
        """The draw for a program: rounds of tables of players, those who sit out, the certificate."""
        return {
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "out": [list(out) for out in self.out],
            "certificate": self.certificate().as_json(),
        }

    def _spread(self, times: Iterable[Player]) -> int:
        counts = Counter(times)
        each = [counts[player] for player in self.players]
        return max(each, default=0) - min(each, default=0)

    def _bound(self) -> Bound:
        everybody = {p for at in self.rounds for table in at for p in table}.union(self.players, *self.out)
        sizes = [tuple(map(len, tables)) for tables in self.rounds]
        return bound([Shape(each, len(everybody) - sum(each)) for each in sizes if each])

    def _partners(self) -> tuple[int, int]:
        """The fewest and the most times that two players are partners."""
        together = partnerships(self.rounds)
        fewest = min(together.values(), default=0) if len(together) == comb(len(self.players), 2) else 0
        return fewest, max(together.values(), default=0)


def partnerships(rounds: Iterable[Sequence[Sequence[Player]]]) -> Counter[frozenset[Player]]:
    """How often each pair have been partners, that is, in alternate seats of a table."""
    return Counter(
        frozenset(pair)
        for tables in rounds
        for table in tables
        for side in (table[::2], table[1::2])
        for pair in combinations(side, 2)
    )
