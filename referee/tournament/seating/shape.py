"""How many tables of which sizes, and how many players sit out."""

from __future__ import annotations

from dataclasses import dataclass

from referee.words.text import Slip, T

LEAST_SEATS, MOST_SEATS = 2, 10
MOST_PLAYERS = 1000


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a round: the sizes of its tables, largest first, and how many players sit out."""

    sizes: tuple[int, ...]
    out: int = 0

    @property
    def players(self) -> int:
        """How many players there are."""
        return sum(self.sizes) + self.out

    @property
    def usual(self) -> int:
        """The size most tables have; of two as frequent, the larger."""
        return max(self.sizes, key=lambda size: (self.sizes.count(size), size))


def tables_for(players: int, sizes: tuple[int, ...] = (4, 3)) -> Shape:
    """The shape for this many players at tables of the allowed sizes, the preferred one first.

    As few as possible sit out; then as few of the sizes are used as that takes, in their order; then as few players as
    possible sit at a table of another size than the first. Raises Slip for impossible sizes, for too few players to
    fill a table, for more than MOST_PLAYERS.

    >>> tables_for(13).sizes
    (4, 3, 3, 3)
    >>> tables_for(5, (4, 3, 5)).sizes
    (5,)
    """
    if not sizes or any(not LEAST_SEATS <= size <= MOST_SEATS for size in sizes):
        raise Slip(
            T(
                "tables of {found}: expected sizes from {least} to {most}",
                found=sizes or "–",
                least=LEAST_SEATS,
                most=MOST_SEATS,
            ),
            part="sizes",
        )
    if players == 0:
        raise Slip(T("nobody is marked as here: at least {least} players are needed", least=min(sizes)), part="players")
    if not min(sizes) <= players <= MOST_PLAYERS:
        raise Slip(
            T("{found} players: expected {least} to {most}", found=players, least=min(sizes), most=MOST_PLAYERS),
            part="players",
        )
    best: dict[int, tuple[int, ...]] = {}
    for used in range(1, len(sizes) + 1):
        best |= {total: filling for total, filling in _fillings(players, sizes[:used]).items() if total not in best}
    seated = max(best)
    return Shape(tuple(sorted(best[seated], reverse=True)), players - seated)


def sizes_by_preference(sizes: tuple[int, ...], first: int = 4) -> tuple[int, ...]:
    """The sizes a game allows in a club's order of preference: nearest to `first`; of two as near, the smaller.

    >>> sizes_by_preference((3, 4, 5))
    (4, 3, 5)
    """
    return tuple(sorted(sizes, key=lambda size: (abs(size - first), size)))


def _fillings(players: int, sizes: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """For every number that tables of these sizes can seat, the tables with the fewest players at unpreferred sizes."""

    def key(filling: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        return sum(size for size in filling if size != sizes[0]), tuple(filling.count(size) for size in sizes[::-1])

    fillings: dict[int, tuple[int, ...]] = {0: ()}
    for total in range(1, players + 1):
        ways = [(*fillings[total - size], size) for size in sizes if total - size in fillings]
        if ways:
            fillings[total] = min(ways, key=key)
    del fillings[0]
    return fillings
