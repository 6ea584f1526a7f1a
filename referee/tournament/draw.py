"""Rounds drawn as the settings agree: planned together by lot, or best with best after each round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from referee.texts import Slip, T
from referee.tournament import seating
from referee.tournament.event import Tournament
from referee.tournament.facts import Drawn
from referee.tournament.standings import standings

Progress = Callable[[int, int], None]


def draw(
    tournament: Tournament,
    first: int,
    *,
    seed: int,
    steps: int = seating.STEPS_PER_SECOND,
    progress: Progress | None = None,
) -> tuple[Drawn, ...]:
    """The rounds from `first` on that can be drawn now, as the settings say: all that are left where they are planned
    together, one where it depends on the standings. Takes as long as `steps` allow (STEPS_PER_SECOND of them a
    nominal second), so not in a web thread. Raises Slip where nothing can be drawn, or only by hand.
    """
    settings = tournament.settings
    match settings.draw:
        case "best":
            return (best_with_best(tournament, first),)
        case "hand":
            raise Slip(T("this tournament is drawn by hand"), part="draw")
    players = tournament.entrants(first)
    rounds = max(1, settings.rounds - first + 1)
    found = seating.plan(players, rounds, settings.sizes, seed=seed, steps=steps, progress=progress)
    certificate = found.certificate().as_json()
    return tuple(
        Drawn(first + at, _numbers(tables), tuple(sorted(map(_number, out))), certificate=certificate)
        for at, (tables, out) in enumerate(zip(found.rounds, found.out, strict=True))
    )


def _numbers(tables: Sequence[Sequence[object]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(_number, table)) for table in tables)


def _number(player: object) -> int:
    assert isinstance(player, int)
    return player


def best_with_best(tournament: Tournament, number: int) -> Drawn:
    """The players in the order of the standings, the first at table 1 and so on; who is last waits, if they have not
    waited more often than others.
    """
    playing = tournament.entrants(number)
    ranked = [player for row in standings(tournament, number - 1).rows for player in row.players if player in playing]
    ranked += [player for player in playing if player not in ranked]
    sizes = table_sizes(len(ranked), tournament.settings.sizes)
    waited = {player: sum(player in at.out for at in tournament.rounds if at.number < number) for player in ranked}
    late = sorted(ranked, key=lambda player: (waited[player], -ranked.index(player)))
    out = set(late[: len(ranked) - sum(sizes)])
    seated = [player for player in ranked if player not in out]
    return Drawn(number, _tables(seated, sizes), tuple(sorted(out)))


def _tables(players: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    tables, at = [], 0
    for size in sizes:
        tables.append(tuple(players[at : at + size]))
        at += size
    return tuple(tables)


def by_lot(tournament: Tournament, number: int, seed: int) -> Drawn:
    """One round drawn by lot alone; the same for the same seed. Raises Slip where there are too few for a table."""
    players = tournament.entrants(number)
    sizes = table_sizes(len(players), tournament.settings.sizes)
    sat_out = {player: sum(player in at.out for at in tournament.rounds if at.number < number) for player in players}

    def lot(player: int) -> bytes:
        return sha256(f"{seed}:{number}:{player}".encode()).digest()

    order = sorted(players, key=lambda player: (-sat_out[player], lot(player)))
    seated = sorted(order[: sum(sizes)], key=lot)
    return Drawn(number, _tables(seated, sizes), tuple(sorted(order[sum(sizes) :])), certificate={"seed": seed})


def table_sizes(players: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """How many sit at each table, the larger first. Raises Slip where there are too few for a table."""
    return seating.tables_for(players, tuple(sizes)).sizes
