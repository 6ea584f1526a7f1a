"""Rounds drawn as the settings agree: planned together by lot, or best with best after each round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import combinations

from referee.games import game
from referee.tournament import seating
from referee.tournament.facts import Drawn
from referee.tournament.standings import standings
from referee.tournament.tournament import Tournament
from referee.words.text import Slip, T

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
    together, one where it depends on the standings. The rounds before stay as they are and count. Takes as long as
    `steps` allow (STEPS_PER_SECOND of them a nominal second), so not in a web thread. Raises Slip where nothing can be
    drawn, or only by hand.
    """
    settings = tournament.settings
    players = tournament.entrants(first)
    before = [at for at in tournament.rounds if at.number < first]
    frozen = [[sitting.seats for _, sitting in sorted(at.tables.items())] for at in before]
    out = [at.out for at in before]
    match settings.draw:
        case "hand":
            raise Slip(T("this tournament is drawn by hand"), part="draw")
        case "best":
            order = _ranked(tournament, players, first, seed)
            found = seating.best_with_best(
                order, settings.sizes, played=frozen, played_out=out, apart=_apart(tournament, players), seed=seed
            )
        case "movement":
            if first > 1:
                raise Slip(
                    T("the movement is drawn once for all positions: replace who leaves, or choose another draw"),
                    part="draw",
                )
            found = seating.federation(_in_order(tournament, players, seed), settings.rounds)
        case _:
            found = seating.plan(
                players,
                max(first, settings.rounds),
                settings.sizes,
                frozen=frozen,
                frozen_out=out,
                apart=_apart(tournament, players),
                fixed={player: table for player in players if (table := _fixed(tournament, player))},
                partners=game(settings.game).usual.partners,
                seed=seed,
                steps=steps,
                progress=progress,
            )
    certificate = found.certificate().as_json()
    return tuple(
        Drawn(number, _numbers(tables), tuple(sorted(map(_number, waiting))), certificate=certificate)
        for number, (tables, waiting) in enumerate(zip(found.rounds, found.out, strict=True), 1)
        if number >= first
    )


def _numbers(tables: Sequence[Sequence[object]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(_number, table)) for table in tables)


def _number(player: object) -> int:
    assert isinstance(player, int)
    return player


def _fixed(tournament: Tournament, player: int) -> int:
    return tournament.value.players[player].entrant.fixed


def _apart(tournament: Tournament, players: Sequence[int]) -> list[tuple[int, int]]:
    """Who should not meet: those of one group, and of one team where teams play."""
    teams = tournament.settings.team > 1

    def separate(one: int, other: int) -> bool:
        a, b = tournament.value.players[one].entrant, tournament.value.players[other].entrant
        return bool(a.apart and a.apart == b.apart) or bool(teams and a.team and a.team == b.team)

    return [(one, other) for one, other in combinations(players, 2) if separate(one, other)]


def _ranked(tournament: Tournament, players: Sequence[int], first: int, seed: int) -> list[int]:
    """The players in the order of the standings; before the first round, and among those who have none, by lot."""
    rank = {player: row.place for row in standings(tournament, first - 1).rows for player in row.players}
    return sorted(players, key=lambda player: (rank.get(player, len(players) + 1), _lot(seed, first, player)))


def _in_order(tournament: Tournament, players: Sequence[int], seed: int) -> list[int]:
    """The players as the movement numbers them, by lot; who keeps a table is its North, who does not move."""
    stay = {4 * (table - 1): player for player in players if (table := _fixed(tournament, player))}
    if len(players) % 4 or any(place >= len(players) for place in stay):
        stay = {}
    rest = iter(sorted(set(players) - set(stay.values()), key=lambda player: _lot(seed, 0, player)))
    return [stay[place] if place in stay else next(rest) for place in range(len(players))]


def _lot(seed: int, number: int, player: int) -> bytes:
    return sha256(f"{seed}:{number}:{player}".encode()).digest()


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

    order = sorted(players, key=lambda player: (-sat_out[player], _lot(seed, number, player)))
    seated = sorted(order[: sum(sizes)], key=lambda player: _lot(seed, number, player))
    return Drawn(number, _tables(seated, sizes), tuple(sorted(order[sum(sizes) :])), certificate={"seed": seed})


def table_sizes(players: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """How many sit at each table, the larger first. Raises Slip where there are too few for a table."""
    return seating.tables_for(players, tuple(sizes)).sizes
