"""Who wins which prize: overall and by category, ties shared to the cent, the remainder told.

The lists are worked through as the table names them. Where everybody may win only once, a winner in one list is passed
over in later ones, and the next in line moves up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from referee.tournament.money.values import Handed, Money, Prize
from referee.tournament.standings import standings
from referee.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the standings that may win: its place, players, categories."""

    place: int
    players: tuple[int, ...]
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Won:
    """The prizes of a place.

    `winners`: several where they are level; `money`: the sum they share; `each`: what each gets; `left`: the cents
    over; `receivers`: who got each of the `things`, None where lots are still to be drawn.
    """

    category: str
    place: int
    winners: tuple[Entry, ...]
    money: int
    each: int
    left: int
    things: tuple[str, ...] = ()
    receivers: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Awarded:
    """All prizes won, those nobody won (`unwon`), and those handed out to players who have not won them (`stray`)."""

    won: tuple[Won, ...]
    unwon: tuple[Prize, ...]
    stray: tuple[Handed, ...]
    total: int
    taken: int

    @property
    def left(self) -> int:
        """The cents left over where ties were shared."""
        return sum(one.left for one in self.won)

    @property
    def short(self) -> int:
        """By how much the prizes exceed the fees taken in, at least 0."""
        return max(sum(one.money for one in self.won) - self.taken, 0)


def prizes_of(tournament: Tournament) -> Awarded:
    """The prizes of a tournament as it stands now."""
    money = tournament.value.money
    rows = standings(tournament).rows
    return award(money, [Entry(row.place, row.players, row.categories) for row in rows])


def award(money: Money, entries: Sequence[Entry]) -> Awarded:
    """The agreed prizes, given to lines of the standings in the order of their places."""
    won: list[Won] = []
    unwon: list[Prize] = []
    served: set[tuple[int, ...]] = set()
    for category in dict.fromkeys(prize.category for prize in money.prizes.table):
        table = [prize for prize in money.prizes.table if prize.category == category]
        there = [
            one
            for one in entries
            if (not category or category in one.categories) and (money.prizes.several or one.players not in served)
        ]
        places = list(_places(money, category, table, there))
        won += places
        unwon += [prize for prize in table if prize.place > len(there)]
        served |= {one.players for each in places for one in _winners(each)}
    total = sum(prize.money(money.taken) for prize in money.prizes.table)
    return Awarded(tuple(won), tuple(unwon), tuple(_stray(money, won)), total, money.taken)


def _places(money: Money, category: str, table: Sequence[Prize], there: Sequence[Entry]) -> Iterable[Won]:
    """The places of one list; level lines take as many places as they are, and share their prizes."""
    place = 1
    for _, group in groupby(there, key=lambda one: one.place):
        level = tuple(group)
        prizes = [prize for prize in table if place <= prize.place < place + len(level)]
        if prizes:
            yield _share(money, category, place, level, prizes)
        place += len(level)


def _share(money: Money, category: str, place: int, level: tuple[Entry, ...], prizes: Sequence[Prize]) -> Won:
    """The prizes of level lines: each gets the same whole cents; things go whole, by lot where several are level."""
    pot = sum(prize.money(money.taken) for prize in prizes)
    each, left = divmod(pot, len(level))
    things = tuple(prize.thing for prize in prizes if prize.thing)
    given = [one for one in money.handed if (one.category, one.place) == (category, place) and one.text]
    receivers: list[int | None] = []
    for thing in things:
        who = next((one for one in given if one.text == thing), None)
        if who is not None:
            given.remove(who)
        receivers.append(who.player if who else level[0].players[0] if len(level) == 1 else None)
    return Won(category, place, level, pot, each, left, things, tuple(receivers))


def _winners(won: Won) -> Iterable[Entry]:
    """The lines that had a prize: all that share money, else those that got a thing; all while lots are not drawn."""
    if won.each or None in won.receivers:
        return won.winners
    return [one for one in won.winners if set(one.players) & set(won.receivers)]


def _stray(money: Money, won: Sequence[Won]) -> Iterable[Handed]:
    for one in money.handed:
        prize = next((each for each in won if (each.category, each.place) == (one.category, one.place)), None)
        level = {player for entry in prize.winners for player in entry.players} if prize else set()
        right = prize is not None and (one.text in prize.things if one.text else one.cents == prize.each)
        if one.player not in level or not right:
            yield one
