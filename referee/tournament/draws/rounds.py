"""Draw rounds as the settings say: planned together by lot, by a movement, or best with best.

Entries are drawn (players, or teams that sit together), each final by itself, and then seated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations
from typing import Any, cast

from referee.games import game
from referee.tournament import seating
from referee.tournament.draws import chairs, finals
from referee.tournament.draws.entries import Entries, Key, entries_of
from referee.tournament.facts import Drawn
from referee.tournament.seating.early import part_groups, with_note
from referee.tournament.settings import Entrant
from referee.tournament.tournament import Tournament
from referee.words.text import Slip, T

Progress = Callable[[int, int], None]
Met = list[list[Key]]


def draw(
    tournament: Tournament,
    first: int,
    *,
    seed: int,
    steps: int = seating.STEPS_PER_SECOND,
    progress: Progress | None = None,
) -> tuple[Drawn, ...]:
    """The rounds from `first` on that can be drawn now, by the settings.

    They are all that are left (or all qualifying rounds), or only one where it depends on the standings. Earlier rounds
    stay and count. A search takes up to `steps` (STEPS_PER_SECOND of them a nominal second), so do not call this in a
    web thread. Raises Slip where nothing can be drawn, or only by hand.
    """
    if tournament.settings.draw == "hand":
        raise Slip(T("this tournament is drawn by hand"), part="draw")
    groups = finals.groups(tournament, first)
    players = groups or (tournament.entrants(first),)
    drawn = [_Field(tournament, first, some, seed).draw(steps // len(players), progress) for some in players]
    return tuple(_join(first + at, [each[at] for each in drawn], groups) for at in range(min(map(len, drawn))))


def _join(number: int, parts: Sequence[Drawn], groups: tuple[finals.Group, ...]) -> Drawn:
    """One round of all finals."""
    if not groups:
        return parts[0]
    return Drawn(
        number,
        tuple(table for part in parts for table in part.tables),
        tuple(sorted(player for part in parts for player in part.out)),
        certificate={"finals": [dict(part.certificate) for part in parts], "seed": parts[0].certificate.get("seed")},
        groups=groups,
    )


def lot(seed: int, number: int, who: Key) -> bytes:
    """The lot of a player or team in a round; sorting by it shuffles."""
    return sha256(f"{seed}:{number}:{who}".encode()).digest()


@dataclass(frozen=True)
class _Field:
    """The players drawn with each other from a round on."""

    tournament: Tournament
    first: int
    players: Sequence[int]
    seed: int

    def draw(self, steps: int, progress: Progress | None) -> list[Drawn]:
        settings, entries = self.tournament.settings, entries_of(self.tournament, self.players)
        before = [at for at in self.tournament.rounds if at.number < self.first]
        played, out = [entries.meetings(at) for at in before], [entries.out(at) for at in before]
        match settings.draw:
            case "best":
                draw = self._best(entries, played, out)
            case "movement":
                return self._move(entries, played, out)
            case _:
                draw = self._number(entries, self._plan(entries, played, out, steps, progress))
        return self._seat(entries, draw, {})

    def _best(self, entries: Entries, played: list[Met], out: list[list[Key]]) -> seating.Draw:
        order = sorted(entries.keys, key=lambda key: lot(self.seed, self.first, key))
        order = finals.by_standings(self.tournament, entries.known, order, self.first)
        early = self._early(entries)
        apart = self._apart(entries) + (_pairs(early) if early else [])
        draw = seating.best_with_best(order, entries.sizes, played=played, played_out=out, apart=apart, seed=self.seed)
        return with_note(draw, early, self.tournament.settings.early) if early else draw

    def _plan(
        self, entries: Entries, played: list[Met], out: list[list[Key]], steps: int, progress: Progress | None
    ) -> seating.Draw:
        settings = self.tournament.settings
        rounds = max(self.first, finals.last_together(self.tournament, self.first))
        apart, early = self._apart(entries), self._early(entries)
        fixed = {key: table for key in entries.keys if (table := self._fixed_table(entries, key))}

        def plan(
            upto: int, apart: list[tuple[Key, Key]], frozen: Sequence[Any], frozen_out: Sequence[Any]
        ) -> seating.Draw:
            return seating.plan(
                entries.keys, upto, entries.sizes, frozen=frozen, frozen_out=frozen_out, apart=apart, fixed=fixed,
                partners=game(settings.game).usual.partners and entries.team == 1, seed=self.seed, steps=steps,
                progress=progress,
            )  # fmt: skip

        if not early:
            return plan(rounds, apart, played, out)
        if not played:
            return part_groups(plan(rounds, apart, played, out), early, settings.early, self.seed, tuple(fixed))
        until = min(settings.early, rounds)
        draw = plan(until, apart + _pairs(early), played, out)
        if until < rounds:
            draw = plan(rounds, apart, draw.rounds, draw.out)
        return with_note(draw, early, settings.early)

    def _number(self, entries: Entries, draw: seating.Draw) -> seating.Draw:
        """The new rounds with their tables numbered by lot, among those of one size; who has a fixed table keeps it."""
        rounds, fixed = list(draw.rounds), {key for key in entries.keys if self._fixed_table(entries, key)}
        for at in range(self.first - 1, len(rounds)):
            tables, numbers = list(rounds[at]), dict[int, list[int]]()
            for number, table in enumerate(tables):
                if fixed.isdisjoint(table):
                    numbers.setdefault(len(table), []).append(number)
            for level in numbers.values():
                for number, old in zip(level, sorted(level, key=lambda old: lot(self.seed, at + 1, old)), strict=True):
                    tables[number] = rounds[at][old]
            rounds[at] = tuple(tables)
        return replace(draw, rounds=tuple(rounds))

    def _move(self, entries: Entries, played: list[Met], out: list[list[Key]]) -> list[Drawn]:
        """The rounds of the movement from the first on, or continued with those who are there now."""
        tournament, last = self.tournament, finals.last_together(self.tournament, self.first)
        rounds, early = max(self.first, last), self._early(entries)
        moving, begin = chairs.movement(tournament, entries, last)
        if self.first > 1 and not (self.first == tournament.settings.qualifying + 1 and tournament.settings.finals):
            sat = chairs.continue_chairs(tournament, entries, self.first, entries.sizes[0] + 1 in moving.sizes)
        else:
            sat = begin(self._in_order(entries))
        draw = self._draw_of(entries, [moving.round(sat, at) for at in range(self.first, rounds + 1)], played, out)
        if early and self.first == 1:
            better = part_groups(draw, early, tournament.settings.early, self.seed, self._stay(entries).values())
            given = dict(zip(_in_rounds(draw), _in_rounds(better), strict=True))
            sat.grid = [[given.get(key) for key in table] for table in sat.grid]
            sat.fifths = {table: given[key] for table, key in sat.fifths.items()}
            draw = better
        elif early:
            draw = with_note(draw, early, tournament.settings.early)
        way = "federation" if chairs.is_federated(tournament) else "rotation"
        return self._seat(entries, draw, {"chairs": sat.as_json(), "way": way})

    def _draw_of(
        self, entries: Entries, new: Sequence[tuple[list[Met] | Any, list[Key]]], old: list[Met], out: list[list[Key]]
    ) -> seating.Draw:
        tables = [tuple(tuple(table) for table in at) for at in (*old, *(tables for tables, _ in new))]
        waiting = [tuple(some) for some in (*out, *(some for _, some in new))]
        apart = frozenset(frozenset(pair) for pair in self._apart(entries))
        return seating.Draw(entries.keys, tuple(tables), tuple(waiting), None, apart)

    def _seat(self, entries: Entries, draw: seating.Draw, more: dict[str, object]) -> list[Drawn]:
        """The drawn rounds, with a seat for each player."""
        certificate = draw.certificate().as_json() | more | ({"team": entries.team} if entries.team > 1 else {})
        had = Counter(
            (player, seat)
            for at in self.tournament.rounds
            if at.number < self.first
            for sitting in at.tables.values()
            for seat, player in enumerate(sitting.seats)
        )
        drawn = []
        for number in range(self.first, len(draw.rounds) + 1):
            tables = draw.rounds[number - 1]
            seats = tables if entries.team == 1 else [one for meeting in tables for one in entries.seat(meeting, had)]
            out = sorted(player for key in draw.out[number - 1] for player in entries.members[key])
            numbers = cast("tuple[tuple[int, ...], ...]", tuple(map(tuple, seats)))
            drawn.append(Drawn(number, numbers, tuple(out), certificate=certificate))
        return drawn

    # Wishes

    def _who(self, entries: Entries, key: Key) -> list[Entrant]:
        return [self.tournament.value.player(player).entrant for player in entries.members[key]]

    def _fixed_table(self, entries: Entries, key: Key) -> int:
        return next((who.fixed for who in self._who(entries, key) if who.fixed), 0)

    def _apart(self, entries: Entries) -> list[tuple[Key, Key]]:
        """The pairs that should not meet: same group, or same team where teams sit at tables of their own."""
        teams = self.tournament.settings.team > 1 and not self.tournament.settings.together

        def separate(one: Key, other: Key) -> bool:
            return any(
                bool(a.apart and a.apart == b.apart) or bool(teams and a.team and a.team == b.team)
                for a in self._who(entries, one)
                for b in self._who(entries, other)
            )

        return [(one, other) for one, other in combinations(entries.keys, 2) if separate(one, other)]

    def _early(self, entries: Entries) -> list[list[Key]]:
        """The groups that should not meet in the first rounds: each club, and the seeded players.

        Empty once these rounds are over.
        """
        if self.first > self.tournament.settings.early:
            return []
        clubs: dict[str, list[Key]] = {}
        for key in entries.keys:
            club = next((who.club for who in self._who(entries, key) if who.club), "")
            clubs.setdefault(club.casefold(), []).append(key)
        seeded = [key for key in entries.keys if any(who.seeded for who in self._who(entries, key))]
        clubs.pop("", None)
        return [group for group in (*clubs.values(), seeded) if len(group) > 1]

    # The movement's numbers

    def _stay(self, entries: Entries) -> dict[int, Key]:
        """The players who keep a table, by the place of its first seat, which does not move."""
        seats = entries.sizes[0]
        return {seats * (table - 1): key for key in entries.keys if (table := self._fixed_table(entries, key))}

    def _in_order(self, entries: Entries) -> list[Key]:
        """The entries as the movement numbers them, by lot; a player who keeps a table has its first seat."""
        stay = self._stay(entries)
        if len(entries.keys) % entries.sizes[0] or any(place >= len(entries.keys) for place in stay):
            stay = {}
        rest = iter(sorted(set(entries.keys) - set(stay.values()), key=lambda key: lot(self.seed, 0, key)))
        return [stay[place] if place in stay else next(rest) for place in range(len(entries.keys))]


def _pairs(groups: Sequence[Sequence[Key]]) -> list[tuple[Key, Key]]:
    return [pair for group in groups for pair in combinations(group, 2)]


def _in_rounds(draw: seating.Draw) -> list[Key]:
    """All players of all rounds, place by place."""
    places = [key for at in draw.rounds for table in at for key in table]
    return [*places, *(key for out in draw.out for key in out)]
