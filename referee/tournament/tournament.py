"""A tournament: its log of facts, folded.

A `Tournament` is a value. `extended` gives the one after more entries; taking an entry back folds the rest anew, and
is refused where what was written later could not stand without it.
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
from referee.tournament.fold import after, opened
from referee.tournament.settings import Settings
from referee.tournament.values import Player, Round, Sitting, Value
from referee.words.text import Slip, T

__all__ = ["Entry", "Tournament", "open_tournament"]

Made = TypeVar("Made")
RESEATS = (Replaced, SeatsRepaired)
"""The facts that others of the same act only carry out."""
Parts = tuple[object, ...]
"""Parts of a tournament's value, which are never changed but replaced."""
Log = tuple[()] | tuple["Log", tuple["Entry", ...]]
"""What was written down: a log, and the entries after its last. Tournaments that follow each other share it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact with its number in the log, when it was written (seconds since 1970, UTC), by whom, in which act."""

    seq: int
    fact: Fact
    at: float = 0.0
    by: str = ""
    act: str = ""


class Tournament:
    """The facts written down so far and what they come to, `value`; `added` are the last of them, one at least, those
    after the log `before`.
    """

    def __init__(
        self,
        added: tuple[Entry, ...],
        value: Value,
        made: dict[Hashable, tuple[Parts, Any]] | None = None,
        before: Log = (),
    ) -> None:
        self._log = (before, added)
        self.value = value
        self._made = {} if made is None else made

    @cached_property
    def log(self) -> tuple[Entry, ...]:
        """All that was written down, first to last."""
        return tuple(self.backwards())[::-1]

    def backwards(self) -> Iterator[Entry]:
        """All that was written down, last to first."""
        log: Log = self._log
        while log:
            log, entries = log
            yield from reversed(entries)

    @property
    def settings(self) -> Settings:
        return self.value.settings

    def once(self, what: Hashable, of: Parts, make: Callable[[], Made]) -> Made:
        """What `make` gives of some parts of the value, made anew only where one of them is another object than before:
        a fact leaves as it was what it does not concern, and at a hundred tables most facts concern one. Tournaments
        that follow each other remember together.
        """
        known = self._made.get(what)
        if known is None or len(known[0]) != len(of) or not all(map(is_, known[0], of)):
            known = self._made[what] = (of, make())
        found: Made = known[1]
        return found

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
        """The round being played or played last: the last one begun."""
        return next((at for at in reversed(self.rounds) if at.begun), None)

    @property
    def next_number(self) -> int:
        """The number of the next player to sign up."""
        return max(self.value.players, default=0) + 1

    def sitting(self, number: int, table: int) -> Sitting:
        """A table of a round; raises Slip for one there is not."""
        return self.value.sitting(number, table)

    def entrants(self, number: int) -> tuple[int, ...]:
        """The numbers of those to be seated in a round."""
        return tuple(player.number for player in self.players if player.plays(number))

    @property
    def names(self) -> dict[int, str]:
        """What each player is called here: their name, where two share it with their club, else with their number."""
        return self.once("names", (self.value.players,), self._names)

    def _names(self) -> dict[int, str]:
        def key(name: str) -> str:
            return name.casefold()

        shared = Counter(key(player.entrant.name) for player in self.players)
        found = {}
        for player in self.players:
            who = player.entrant
            found[who.number] = f"{who.name} ({who.club})" if shared[key(who.name)] > 1 and who.club else who.name
        still = Counter(map(key, found.values()))
        return {number: name if still[key(name)] == 1 else f"{name} #{number}" for number, name in found.items()}

    @cached_property
    def dropped(self) -> frozenset[int]:
        """The numbers of the entries taken back, with those by which others were, where these stand again."""
        found: set[int] = set()
        for entry in self.backwards():
            if isinstance(entry.fact, Undone) and entry.seq not in found:
                found.add(entry.fact.at)
        return frozenset(found)

    def standing(self) -> tuple[Entry, ...]:
        """The entries that were not taken back."""
        return tuple(e for e in self.log if e.seq not in self.dropped and not isinstance(e.fact, Undone))

    def acts(self, last: int = 0) -> Iterator[tuple[Entry, ...]]:
        """The `last` entries, 0 for all, act by act. Most stand alone; a replacement also signs somebody up and gives
        tables other logs, seats put right do the latter: what tells the act comes first.
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
        """What an entry is about: of one that takes back, what that said."""
        fact = entry.fact
        while isinstance(fact, Undone):
            fact = self.log[fact.at - 1].fact
        return fact

    def extended(self, entries: Iterable[Entry]) -> Tournament:
        """The tournament after more entries; raises Slip at the first that cannot have happened."""
        value, added = self.value, list[Entry]()
        for entry in entries:
            added.append(entry)
            if isinstance(entry.fact, Undone):
                value = _without(Tournament(tuple(added), value, before=self._log), entry.fact.at)
            else:
                value = after(value, entry.seq, entry.fact, entry.at, entry.by)
        return Tournament(tuple(added), value, self._made, self._log) if added else self


def open_tournament(first: Entry) -> Tournament:
    """The tournament its first entry opens; raises Slip for any other fact and for what cannot be agreed."""
    if not isinstance(first.fact, Opened):
        raise Slip(T("a tournament begins by being opened"))
    return Tournament((first,), opened(first.fact.settings))


def _without(tournament: Tournament, at: int) -> Value:
    known = {entry.seq for entry in tournament.log[1:-1]}
    if at not in known:
        raise Slip(T("there is no entry {found} to take back", found=at), found=at)
    standing = tournament.standing()
    first = standing[0].fact
    assert isinstance(first, Opened)
    value = opened(first.settings)
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
    """As it was folded before, but that a round which has begun stays begun whatever is missing now."""
    try:
        return after(value, entry.seq, entry.fact, entry.at, entry.by)
    except Slip:
        if not isinstance(entry.fact, RoundStarted):
            raise
    return after(value, entry.seq, replace(entry.fact, forced=True), entry.at, entry.by)
