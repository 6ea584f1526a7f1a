"""The quality of a draw, and the limits that no draw can beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from referee.tournament.seating.shape import Shape
from referee.words.text import T, Text

Round = Sequence[Sequence[Hashable]]

WITHOUT_REPEAT = {16: 5, 20: 5, 24: 7, 28: 9}
"""The most rounds at tables of four without a repeat (OEIS A107431); for 20 players, counting alone would allow 6."""


@dataclass(frozen=True, slots=True)
class Bound:
    """No draw of these rounds has a smaller E, or a smaller Q, for this reason."""

    e: int
    q: int
    reason: Text


@dataclass(frozen=True, slots=True)
class Early:
    """How often members of a group meet in the first `rounds`, where they should not, and the `least` possible."""

    rounds: int
    met: int
    least: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """The quality of a draw.

    `e`: meetings beyond the first, summed over pairs; `m`: most meetings of a pair; `q`: the sum of C(c, 2) over pairs
    that meet c times, which a draw minimises. `seat_spread`: by how much the counts of a player's seats differ;
    `short_spread`, `out_spread`: by how much players differ in tables of unusual size, and in sitting out.
    """

    e: int
    m: int
    q: int
    seat_spread: int
    short_spread: int
    out_spread: int
    bound: Bound
    seed: int | None = None
    apart: int = 0
    """How often players to be kept apart meet all the same."""
    partners: tuple[int, int] | None = None
    """Where partners rotate: the fewest and the most times that two players are partners."""
    early: Early | None = None
    fewest: int = 0
    """How often each pair meets at least: 1 where everybody meets everybody."""

    @property
    def proved(self) -> bool:
        """Whether no draw can have fewer repeats."""
        return self.q <= self.bound.q or self.e <= self.bound.e

    def as_json(self) -> dict[str, object]:
        """The certificate for a program."""
        content: dict[str, object] = {
            "E": self.e,
            "M": self.m,
            "Q": self.q,
            "seat_spread": self.seat_spread,
            "short_spread": self.short_spread,
            "out_spread": self.out_spread,
            "bound": {"E": self.bound.e, "Q": self.bound.q, "reason": str(self.bound.reason)},
            "apart": self.apart,
            "proved": self.proved,
            "seed": self.seed,
            "fewest": self.fewest,
        }
        if self.partners:
            content["partners"] = list(self.partners)
        if self.early:
            content["early"] = {"rounds": self.early.rounds, "met": self.early.met, "least": self.early.least}
        return content


def meetings(rounds: Iterable[Round]) -> Counter[frozenset[Hashable]]:
    """How often each pair has met; pairs that have not are left out."""
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


def excess(counts: Iterable[int]) -> tuple[int, int, int]:
    """E, M and Q of the numbers of times pairs have met."""
    e = m = q = 0
    for count in counts:
        e += max(count - 1, 0)
        m = max(m, count)
        q += comb(count, 2)
    return e, m, q


def least_repeats(meetings: int, pairs: int) -> int:
    """The least Q of this many meetings: shared among the pairs as evenly as can be."""
    often, rest = divmod(meetings, pairs) if pairs else (0, 0)
    return pairs * comb(often, 2) + rest * often


def bound(shapes: Sequence[Shape]) -> Bound:
    """The limits that no draw of rounds of these shapes, for the same players, can beat.

    The reason is for E, if that is above zero, else for Q.
    """
    players = max((shape.players for shape in shapes), default=0)
    pairs, total = comb(players, 2), sum(comb(size, 2) for shape in shapes for size in shape.sizes)
    shared = [
        [max(_pairs_kept(one, other), _pairs_kept(other, one)) for one in shapes[:i]] for i, other in enumerate(shapes)
    ]
    es = {
        T("{total} meetings are shared among {pairs} pairs", total=total, pairs=pairs): max(0, total - pairs),
        T("whoever sat at one table cannot all part in the next round"): sum(max(row, default=0) for row in shared),
    }
    sizes = {shape.sizes for shape in shapes}
    most = WITHOUT_REPEAT.get(players)
    if most is not None and len(shapes) > most and sizes == {(4,) * (players // 4)}:
        es[T("{most} rounds are the most without a repeat (OEIS A107431)", most=most)] = 1
    reason = max(es, key=lambda text: es[text])
    q = max(least_repeats(total, pairs), sum(map(sum, shared)), es[reason])
    return Bound(es[reason], q, reason)


def _pairs_kept(one: Shape, other: Shape) -> int:
    """How many pairs of one round's tables stay together when the other round separates them as well as it can."""
    tables, sizes = len(other.sizes), list(one.sizes)
    for _ in range(min(other.out, sum(sizes))):
        sizes[sizes.index(max(sizes))] -= 1
    return sum(least_repeats(size, tables) for size in sizes)
