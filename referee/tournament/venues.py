"""One tournament at several venues: each venue keeps a tournament of its own, and this joins them.

The sums do not depend on the order in which venues report; venues stand in the agreed order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count

from referee.tournament.money.listed import joined
from referee.tournament.money.values import Money
from referee.tournament.people import person
from referee.tournament.tournament import Tournament
from referee.tournament.values import Player, Round, Sitting, Value
from referee.words.text import T, Text


@dataclass(frozen=True, slots=True)
class Twice:
    """A player found at several venues; both results stay until the organiser decides."""

    name: str
    venues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """All venues joined. `missing`: nothing is here of them; `playing`: not over yet; `doubled`: two logs, none counts.

    The standings are final when all three are empty.
    """

    tournament: Tournament
    missing: tuple[str, ...]
    playing: tuple[str, ...]
    doubled: tuple[str, ...]
    twice: tuple[Twice, ...]

    @property
    def final(self) -> bool:
        return not (self.missing or self.playing or self.doubled)


def whole(organiser: Tournament, parts: Mapping[str, Sequence[Tournament]]) -> Whole:
    """All venues of a tournament as one. Players and tables get new numbers, venue after venue."""
    agreed = organiser.settings.venues
    here = {venue: parts[venue][0] for venue in agreed if len(parts.get(venue, ())) == 1}
    value = Value(organiser.settings, money=Money(categories=organiser.value.money.categories))
    for part in here.values():
        value = _with(value, part.value)
    missing = tuple(venue for venue in agreed if not parts.get(venue))
    playing = tuple(venue for venue, part in here.items() if not part.value.finished)
    doubled = tuple(venue for venue in agreed if len(parts.get(venue, ())) > 1)
    over = replace(value, finished=not (missing or playing or doubled))
    return Whole(Tournament(organiser.log, over), missing, playing, doubled, _twice(here))


def provisional(whole: Whole) -> Text:
    """Why the standings are not final: the venues missing, not over, or doubled, by name."""
    reasons = (
        (whole.missing, T("nothing is here yet of {venues}", venues=whole.missing)),
        (whole.playing, T("still playing: {venues}", venues=whole.playing)),
        (whole.doubled, T("two logs of one venue, of which none counts: {venues}", venues=whole.doubled)),
    )
    why = reduce(lambda one, more: T("{one}; {more}", one=one, more=more), [text for some, text in reasons if some])
    return T("Provisional: {why}.", why=why)


def _with(value: Value, part: Value) -> Value:
    """Add to a tournament what one more venue played, and its players."""
    came = {number: player for number, player in part.players.items() if player.since is not None}
    players = max(value.players, default=0)
    tables = max((table for at in value.rounds.values() for table in at.tables), default=0)
    rounds = dict(value.rounds)
    for number, at in part.rounds.items():
        moved = {table + tables: _sitting(sitting, players, tables) for table, sitting in at.tables.items()}
        known = rounds.get(number, Round(number, {}, certificate=at.certificate, clock=at.clock))
        out = (*known.out, *(player + players for player in at.out))
        rounds[number] = replace(known, tables={**known.tables, **moved}, out=out, clock=known.clock or at.clock)
    fined = count(max(value.penalties, default=0) + 1)
    taken = count(max(value.percents, default=0) + 1)
    return replace(
        value,
        money=joined(value.money, part.money, {number: number + players for number in came}),
        players={**value.players} | {number + players: _player(one, players) for number, one in came.items()},
        rounds=rounds,
        penalties={**value.penalties}
        | {
            next(fined): replace(one, player=one.player + players)
            for one in part.penalties.values()
            if one.player in came
        },
        adjusted={**value.adjusted}
        | {(at, one + players): replace(by, player=one + players) for (at, one), by in part.adjusted.items()},
        percents={**value.percents}
        | {
            next(taken): replace(one, player=one.player + players)
            for one in part.percents.values()
            if one.player in came
        },
    )


def _player(player: Player, more: int) -> Player:
    entrant = replace(player.entrant, number=player.number + more)
    return replace(player, entrant=entrant, by=None if player.by is None else player.by + more)


def _sitting(sitting: Sitting, players: int, tables: int) -> Sitting:
    seats = tuple(player + players for player in sitting.seats)
    return replace(sitting, number=sitting.number + tables, seats=seats)


def _twice(here: Mapping[str, Tournament]) -> tuple[Twice, ...]:
    """The players who came to several venues, by licence if they have one, else by name and club."""
    by_person: dict[object, tuple[str, list[str]]] = {}
    for venue, part in here.items():
        for player in part.players:
            who = player.entrant
            if player.since is not None:
                _, at = by_person.setdefault(who.licence or person(who.name, who.club), (who.name, []))
                at += [venue] if venue not in at else []
    return tuple(Twice(name, tuple(at)) for name, at in by_person.values() if len(at) > 1)
