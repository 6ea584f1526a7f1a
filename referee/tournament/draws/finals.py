"""Finals after qualifying rounds: who plays in which, by the standings after the last qualifying round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.tournament.draws.entries import Key, entries_of
from referee.tournament.standings import standings, team_standings
from referee.tournament.tournament import Tournament
from referee.words.text import Slip, T

Group = tuple[int, ...]


def last_together(tournament: Tournament, first: int) -> int:
    """The last round that can be drawn together with round `first`."""
    settings = tournament.settings
    return settings.qualifying if settings.finals and first <= settings.qualifying else settings.rounds


def groups(tournament: Tournament, number: int) -> tuple[Group, ...]:
    """The players of each final of a round, the best first; empty in a qualifying round.

    Once formed the finals stay: a replacement takes the place of the player before, a newcomer joins the last final.
    Raises Slip where an earlier round still waits for a result.
    """
    settings = tournament.settings
    if not settings.finals or number <= settings.qualifying:
        return ()
    before = tournament.value.rounds.get(number - 1)
    if before is not None and before.groups:
        return _keep(tournament, number, before.groups)
    late = [at for at in tournament.rounds if at.number < number and not at.complete]
    if late:
        at, tables = late[0].number, late[0].missing
        text = T(
            "the finals go by the standings: round {round} still waits for table {tables}", round=at, tables=tables
        )
        raise Slip(text, part="round")
    entries = entries_of(tournament, tournament.entrants(number))
    order = by_standings(tournament, entries.known, entries.keys, number)
    parted: list[list[Key]] = []
    for size in settings.finals:
        parted.append(order[:size])
        order = order[size:]
    parted.append(order)
    least = min(entries.sizes)
    whole: list[list[Key]] = []
    for group in filter(None, parted):
        if whole and len(group) < least:
            whole[-1] += group
        else:
            whole.append(list(group))
    return tuple(tuple(sorted(p for key in group for p in entries.members[key])) for group in whole)


def _keep(tournament: Tournament, number: int, before: Sequence[Group]) -> tuple[Group, ...]:
    place = {player: at for at, group in enumerate(before) for player in group}
    for player in tournament.players:
        if player.by is not None and player.number in place:
            place.setdefault(player.by, place[player.number])
    parts: list[list[int]] = [[] for _ in before]
    for playing in tournament.entrants(number):
        parts[place.get(playing, len(before) - 1)].append(playing)
    return tuple(tuple(group) for group in parts if group)


def by_standings(tournament: Tournament, known: Mapping[int, Key], keys: Sequence[Key], number: int) -> list[Key]:
    """Entries in the order of the standings before a round; those without a result stand at 0."""
    teams = tournament.settings.together
    ranking = (team_standings if teams else standings)(tournament, number - 1)
    rank: dict[Key, int] = {}
    rows = (*ranking.rows, *ranking.waiting)
    for at, row in enumerate(sorted(rows, key=lambda row: (row.final or len(rows) + 1, -row.total))):
        for player in row.players:
            rank.setdefault(known[player], at)
    return sorted(keys, key=lambda key: rank.get(key, len(rows)))
