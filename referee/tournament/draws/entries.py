"""What is drawn: single players, or teams whose players sit together.

A team is drawn like one player at a smaller table: two pairs make a table of four, two teams of three one of six, two
teams of four two tables of four. So the draws and certificates for players serve teams too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from referee.tournament.settings import Settings
from referee.tournament.tournament import Tournament
from referee.tournament.values import Round
from referee.words.text import Slip, T

Key = Hashable
"""An entry: a player's number, or a team's name."""
Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of a round: the players of each.

    `sizes`: how many entries may meet, the preferred number first; `spread`: over how many tables such a meeting
    spreads.
    """

    members: Mapping[Key, Seats]
    sizes: tuple[int, ...]
    spread: Mapping[int, int]
    known: Mapping[int, Key]
    """The entry of every player of the tournament."""

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(self.members)

    @property
    def team(self) -> int:
        """How many players an entry has."""
        return max(map(len, self.members.values()), default=1)

    def meetings(self, at: Round) -> list[list[Key]]:
        """The meetings of a round, entries in seat order. Two tables of the same teams are one meeting."""
        tables: list[list[Key]] = []
        for _, sitting in sorted(at.tables.items()):
            here = list(dict.fromkeys(self.known[player] for player in sitting.seats))
            same = next((one for one in tables if self.team > 1 and set(one) & set(here)), None)
            if same is None:
                tables.append(here)
            else:
                same += [key for key in here if key not in same]
        return tables

    def out(self, at: Round) -> list[Key]:
        """The entries that sat out."""
        return list(dict.fromkeys(self.known[player] for player in at.out))

    def seat(self, meeting: Sequence[Key], had: Counter[tuple[int, int]]) -> list[Seats]:
        """The tables of a meeting, partners as far apart as possible.

        Each player gets each seat as often as possible, by the seats they `had`, which this adds to. Where a meeting
        has two tables, half of each team sits at each, and the halves change.
        """
        teams = [self._in_turn(key, had, len(meeting), place) for place, key in enumerate(meeting)]
        spread = self.spread[len(meeting)]
        share = self.team // spread
        tables = []
        for table in range(spread):
            here = [team[table * share : (table + 1) * share] for team in teams]
            tables.append(tuple(team[place] for place in range(share) for team in here))
        for seats in tables:
            had.update((player, seat) for seat, player in enumerate(seats))
        return tables

    def _in_turn(self, key: Key, had: Counter[tuple[int, int]], entries: int, place: int) -> Seats:
        """A team's players in seat order, chosen for the seats they have had least."""
        share = self.team // self.spread[entries]
        seats = [place + entries * (at % share) for at in range(self.team)]
        return min(
            permutations(self.members[key]),
            key=lambda order: sum(2 ** had[player, seat] for player, seat in zip(order, seats, strict=True)),
        )


def entries_of(tournament: Tournament, players: Sequence[int]) -> Entries:
    """The entries among these players. Raises Slip where teams sit together and one is not complete."""
    settings, there = tournament.settings, tournament.value.players
    if not settings.together:
        alone: dict[Key, Seats] = {player: (player,) for player in players}
        return Entries(alone, settings.sizes, dict.fromkeys(settings.sizes, 1), {player: player for player in there})
    spread = meetings(settings)
    known = {number: " ".join(player.entrant.team.casefold().split()) for number, player in there.items()}
    teams: dict[Key, Seats] = {}
    for player in players:
        teams[known[player]] = (*teams.get(known[player], ()), player)
    _whole(tournament, teams)
    return Entries(teams, tuple(spread), spread, known)


def meetings(settings: Settings) -> dict[int, int]:
    """How many teams may meet (the preferred number first), and over how many tables.

    Raises Slip where no agreed table size suits whole teams.
    """
    team, sizes = settings.team, dict[int, int]()
    for size in settings.sizes:
        if size % team == 0 and size > team:
            sizes.setdefault(size // team, 1)
        elif 2 * team % size == 0 and size % 2 == 0:
            sizes.setdefault(2, 2 * team // size)
    if not sizes:
        text = T("teams of {team} cannot sit together at tables of {sizes}", team=team, sizes=settings.sizes)
        raise Slip(text, part="sizes")
    return sizes


def _whole(tournament: Tournament, teams: Mapping[Key, Seats]) -> None:
    names, settings = tournament.names, tournament.settings
    if alone := teams.get(""):
        some = tuple(names[player] for player in alone[:8])
        raise Slip(T("no team is written down for {names}", names=some), part="team")
    for members in teams.values():
        if len(members) != settings.team:
            team = tournament.value.player(members[0]).entrant.team
            text = T("team {team}: {found} here, not {size}", team=team, found=len(members), size=settings.team)
            raise Slip(text, part="team")
