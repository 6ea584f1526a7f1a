"""A tournament: its log of facts, folded.

A `Tournament` is a value; `extend` returns the next one. Taking an entry back folds the rest again, and is refused
where a later entry cannot stand without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, islice
from operator import is_
from typing import Any, TypeVar

from referee.tournament.facts import Fact, Opened, Replaced, RoundStarted, SeatsRepaired, Undone
from referee.tournament.fold import after, opening
from referee.tournament.settings import Settings
from referee.tournament.values import Player, Round, Sitting, Value
from referee.words.text import Slip, T

__all__ = ["Entry", "Tournament", "open_tournament"]

Result = TypeVar("Result")
RESEATS = (Replaced, SeatsRepaired)
"""The facts that lead an act; the other entries of the act only carry them out."""
Parts = tuple[object, ...]
"""Parts of a tournament's value: never changed, only replaced."""
Log = tuple[()] | tuple["Log", tuple["Entry", ...]]
"""A log: the log before, and the entries added to it. Tournaments that follow each other share it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact with its number in the log, its time (seconds since 1970, UTC), its author, its act."""

    seq: int
    fact: Fact
    at: float = 0.0
    by: str = ""
    act: str = ""


class Tournament:
    """The facts so far and the `value` they fold to. `added` are the last ones, at least one; `before` the others."""

    def __init__(
        self,
        added: tuple[Entry, ...],
        value: Value,
        cache: dict[Hashable, tuple[Parts, Any]] | None = None,
        before: Log = (),
    ) -> None:
        self._log = (before, added)
        self.value = value
        self._cache = {} if cache is None else cache

    @cached_property
    def log(self) -> tuple[Entry, ...]:
        """All entries, first to last."""
        return tuple(self.backwards())[::-1]

    def backwards(self) -> Iterator[Entry]:
        """All entries, last to first."""
        log: Log = self._log
        while log:
            log, entries = log
            yield from reversed(entries)

    @property
    def settings(self) -> Settings:
        return self.value.settings

    def once(self, what: Hashable, of: Parts, make: Callable[[], Result]) -> Result:
        """What `make` returns for these parts of the value, cached until a part is another object.

        A fact replaces only the parts it concerns, and at a hundred tables most facts concern one. Tournaments that
        follow each other share the cache.
        """
        known = self._cache.get(what)
        if known is None or len(known[0]) != len(of) or not all(map(is_, known[0], of)):
            known = self._cache[what] = (of, make())
        value: Result = known[1]
        return value

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self._log[1][-1].seq

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, by number."""
        return tuple(self.value.players[number] for number in sorted(self.value.players))

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds drawn, in order."""
        return tuple(self.value.rounds[number] for number in sorted(self.value.rounds))

    @property
    def current(self) -> Round | None:
        """The last round begun: the one being played, or played last."""
        return next((at for at in reversed(self.rounds) if at.begun), None)

    @property
    def next_number(self) -> int:
        """The number of the next player to sign up."""
        return max(self.value.players, default=0) + 1

    def sitting(self, number: int, table: int) -> Sitting:
        """A table of a round. Raises Slip for an unknown one."""
        return self.value.sitting(number, table)

    def entrants(self, number: int) -> tuple[int, ...]:
        """The numbers of the players to seat in a round."""
        return tuple(player.number for player in self.players if player.plays(number))

    @property
    def names(self) -> dict[int, str]:
        """The shown name of each player; those who share a name get their club added, or else their number."""
        return self.once("names", (self.value.players,), self._names)

    def _names(self) -> dict[int, str]:
        shared = Counter(player.entrant.name.casefold() for player in self.players)
        names = {}
        for player in self.players:
            who = player.entrant
            names[who.number] = f"{who.name} ({who.club})" if shared[who.name.casefold()] > 1 and who.club else who.name
        still = Counter(map(str.casefold, names.values()))
        return {at: name if still[name.casefold()] == 1 else f"{name} #{at}" for at, name in names.items()}

    @cached_property
    def dropped(self) -> frozenset[int]:
        """The numbers of the entries taken back, including each Undone that was itself taken back."""
        seqs: set[int] = set()
        for entry in self.backwards():
            if isinstance(entry.fact, Undone) and entry.seq not in seqs:
                seqs.add(entry.fact.at)
        return frozenset(seqs)

    def valid_entries(self) -> tuple[Entry, ...]:
        """The entries that were not taken back."""
        return tuple(e for e in self.log if e.seq not in self.dropped and not isinstance(e.fact, Undone))

    def acts(self, last: int = 0) -> Iterator[tuple[Entry, ...]]:
        """The `last` entries, 0 for all, grouped by act; most are acts of their own.

        A replacement also signs a player up and gives tables other logs; repaired seats do the latter. The entry that
        leads the act comes first.
        """
        recent = tuple(islice(self.backwards(), last or None))[::-1]
        for _, some in groupby(recent, key=lambda entry: entry.act or entry.seq):
            entries = tuple(some)
            tells = next((entry for entry in entries if isinstance(self._at_bottom(entry), RESEATS)), None)
            if tells is None:
                yield from ((entry,) for entry in entries)
            else:
                yield (tells, *(entry for entry in entries if entry is not tells))

    def _at_bottom(self, entry: Entry) -> Fact:
        """The fact an entry is about; of an Undone, the fact it takes back."""
        fact = entry.fact
        while isinstance(fact, Undone):
            fact = self.log[fact.at - 1].fact
        return fact

    def extend(self, entries: Iterable[Entry]) -> Tournament:
        """The tournament after more entries. Raises Slip at the first that cannot have happened."""
        value, added = self.value, list[Entry]()
        for entry in entries:
            added.append(entry)
            if isinstance(entry.fact, Undone):
                value = _without(Tournament(tuple(added), value, before=self._log), entry.fact.at)
            else:
                value = after(value, entry.seq, entry.fact, entry.at, entry.by)
        return Tournament(tuple(added), value, self._cache, self._log) if added else self


def open_tournament(first: Entry) -> Tournament:
    """The tournament opened by its first entry. Raises Slip for any other fact and for impossible settings."""
    if not isinstance(first.fact, Opened):
        raise Slip(T("a tournament begins by being opened"))
    return Tournament((first,), opening(first.fact.settings))


def _without(tournament: Tournament, at: int) -> Value:
    known = {entry.seq for entry in tournament.log[1:-1]}
    if at not in known:
        raise Slip(T("there is no entry {found} to take back", found=at), found=at)
    standing = tournament.valid_entries()
    first = standing[0].fact
    assert isinstance(first, Opened)
    value = opening(first.settings)
    for entry in standing[1:]:
        try:
            value = _again(value, entry)
        except Slip as slip:
            raise Slip(
                T("entry {entry} could not stand without it: {text}", entry=entry.seq, text=slip.text),
                found=at,
                entry=entry.seq,
                why=slip.text,
            ) from None
    return value


def _again(value: Value, entry: Entry) -> Value:
    """Fold an entry again. A round that has begun stays begun, whatever is missing now."""
    try:
        return after(value, entry.seq, entry.fact, entry.at, entry.by)
    except Slip:
        if not isinstance(entry.fact, RoundStarted):
            raise
    return after(value, entry.seq, replace(entry.fact, forced=True), entry.at, entry.by)
