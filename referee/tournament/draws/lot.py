"""What chance alone decides; the same seed gives the same result."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from hashlib import sha256
from itertools import islice

from referee.tournament import seating
from referee.tournament.facts import Drawn
from referee.tournament.tournament import Tournament


def lot(seed: int, number: int, who: Hashable) -> bytes:
    """The lot of a player or team in a round; sorting by it shuffles."""
    return sha256(f"{seed}:{number}:{who}".encode()).digest()


def by_lot(tournament: Tournament, number: int, seed: int) -> Drawn:
    """One round drawn by lot, the same for the same seed. Those who sat out most play first.

    Raises Slip where there are too few for a table.
    """
    players = tournament.entrants(number)
    sizes = table_sizes(len(players), tournament.settings.sizes)
    sat_out = {player: sum(player in at.out for at in tournament.rounds if at.number < number) for player in players}
    order = sorted(players, key=lambda player: (-sat_out[player], lot(seed, number, player)))
    seated = sorted(order[: sum(sizes)], key=lambda player: lot(seed, number, player))
    rest = iter(seated)
    tables = tuple(tuple(islice(rest, size)) for size in sizes)
    return Drawn(number, tables, tuple(sorted(order[sum(sizes) :])), certificate={"seed": seed})


def table_sizes(players: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The sizes of the tables, largest first. Raises Slip where there are too few for a table."""
    return seating.tables_for(players, tuple(sizes)).sizes
