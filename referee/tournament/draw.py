"""The simplest draw: by lot, whoever sat out before seated first. `referee.tournament.seating` plans better ones."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from referee.texts import Slip, T
from referee.tournament.event import Tournament
from referee.tournament.facts import Drawn


def by_lot(tournament: Tournament, number: int, seed: int) -> Drawn:
    """A round drawn by lot; the same for the same seed. Raises Slip where there are too few for a table."""
    players = tournament.entrants(number)
    sizes = table_sizes(len(players), tournament.settings.sizes)
    sat_out = {player: sum(player in at.out for at in tournament.rounds if at.number < number) for player in players}

    def lot(player: int) -> bytes:
        return sha256(f"{seed}:{number}:{player}".encode()).digest()

    order = sorted(players, key=lambda player: (-sat_out[player], lot(player)))
    seated = sorted(order[: sum(sizes)], key=lot)
    tables, at = [], 0
    for size in sizes:
        tables.append(tuple(seated[at : at + size]))
        at += size
    return Drawn(number, tuple(tables), tuple(sorted(order[at:])), certificate={"seed": seed})


def table_sizes(players: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """How many sit at each table, the larger first: as few as can be sit out, as many tables as can be of the size
    wished first, then of the next. Raises Slip where there are too few for a table.
    """

    nothing = (0,) * len(sizes)
    found: dict[int, tuple[int, ...]] = {0: nothing}
    for seated in range(1, players + 1):
        ways = [
            tuple(count + (at == place) for at, count in enumerate(found[seated - size]))
            for place, size in enumerate(sizes)
            if seated - size in found
        ]
        if ways:
            found[seated] = max(ways)
    if max(found):
        counts = zip(sizes, found[max(found)], strict=True)
        return tuple(sorted((size for size, count in counts for _ in range(count)), reverse=True))
    raise Slip(T("{found} players are too few for a table of {size}", found=players, size=min(sizes)), found=players)
