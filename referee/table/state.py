"""The state of a table after some facts: its deals, judged, ruled and scored.

Everything here is a value. A fact makes a new `State` that keeps the one before, so that an undo costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.judge import Case
from referee.record.facts import Dealt
from referee.record.text import Entry, Header
from referee.rules import Scored, Standing
from referee.table.judged import Judged


class Evening(NamedTuple):
    """The deals before the last one, and where the match stands: one value for all facts of a deal."""

    earlier: tuple[Judged, ...] = ()
    past: tuple[Scored, ...] = ()
    """The same deals, none of which is open, as the laws see them."""
    paid: tuple[tuple[int, ...], ...] = ()
    """The points they paid, per seat."""
    standing: Standing | None = None
    """Where the match stands, None before the first deal has ended."""
    header: Header | None = None
    """The table's header after its names were put on other seats; None as long as they were not."""


@dataclass(frozen=True, slots=True)
class Past:
    """The states of a past deal but for its last: the state before the deal, its facts, and how to fold them."""

    start: State
    entries: tuple[Entry, ...]
    fold: Callable[[State, Entry], State]

    def last(self) -> State:
        """The state after these facts, made again."""
        state = self.start
        for entry in self.entries:
            state = self.fold(state, entry)
        return state


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class State:
    """The fold so far: the deals, the case of the last one (None in a game in which no foul can be proved), the
    standing, the fact that made it, and the states before. Of a past deal only the last state is kept; the others are
    made again when somebody goes back to them.
    """

    evening: Evening
    last: Judged | None = None
    case: Case | None = None
    entry: Entry | None = None
    _facts: State | Past | None = None
    _before: State | Past | None = None

    @property
    def facts(self) -> State | None:
        """The state at the fact before, among those that stand."""
        return self._facts.last() if isinstance(self._facts, Past) else self._facts

    @property
    def before(self) -> State | None:
        """The state an undo goes back to."""
        return self._before.last() if isinstance(self._before, Past) else self._before

    @property
    def current(self) -> Judged | None:
        """The deal being played."""
        last = self.last
        return last if last is not None and last.state == "open" else None

    @property
    def earlier(self) -> tuple[Judged, ...]:
        """The deals before the last one."""
        return self.evening.earlier

    @property
    def past(self) -> tuple[Scored, ...]:
        """The deals before the last one, as the laws see them."""
        return self.evening.past

    @property
    def paid(self) -> tuple[tuple[int, ...], ...]:
        """The points of the deals before the last one, per seat."""
        return self.evening.paid

    @property
    def standing(self) -> Standing | None:
        """Where the match stands, None before the first deal has ended."""
        return self.evening.standing

    @property
    def header(self) -> Header | None:
        """The table's header, once its names were put on other seats."""
        return self.evening.header

    @property
    def deals(self) -> tuple[Judged, ...]:
        """All deals, first to last."""
        return self.earlier if self.last is None else (*self.earlier, self.last)

    @property
    def number(self) -> int:
        """The number of deals."""
        return len(self.earlier) + (self.last is not None)

    def after(self, entry: Entry, last: Judged | None, case: Case | None, evening: Evening | None = None) -> State:
        """The state after a fact: the last deal and its case then, and the deals before if it changed them."""
        return State(evening or self.evening, last, case, entry, self, self)

    def with_entry(self, entry: Entry) -> State:
        """The state after a fact that changes nothing."""
        return self.after(entry, self.last, self.case)

    def with_undo_to(self, before: State) -> State:
        """The state, with `before` as the one that an undo goes back to."""
        return replace(self, _before=before)

    def entries(self) -> list[Entry]:
        """The facts that stand, first to last."""
        return self.back_before(0)[1][::-1]

    def back_before(self, line: int) -> tuple[State | None, list[Entry]]:
        """The state before the fact on a line, None if it does not stand; and the facts from it on, last to first."""
        state: State | None = self
        since: list[Entry] = []
        while state is not None and state.entry is not None:
            since.append(state.entry)
            if state.entry.line == line:
                return state.facts, since
            past = state._facts
            if isinstance(past, Past) and all(entry.line != line for entry in past.entries):
                since += reversed(past.entries)
                state = past.start
            else:
                state = state.facts
        return None, since

    def of_deal(self, number: int) -> list[State]:
        """The states of a deal (counted from 1) at the facts that stand, first to last."""
        states: list[State] = []
        state: State | None = self
        while state is not None and state.number >= number:
            if state.number == number:
                states.append(state)
            past = state._facts
            state = past.start if isinstance(past, Past) and state.number > number else state.facts
        return states[::-1]

    def before_deal(self) -> State:
        """The state before the last deal was dealt."""
        state, dealt = self, False
        while not dealt and (past := state._facts) is not None:
            dealt = state._begins_deal or isinstance(past, Past)
            state = past.start if isinstance(past, Past) else past
        return state

    def pack(self, fold: Callable[[State, Entry], State]) -> State:
        """The state with only the facts of its deal kept before it, to `fold` if somebody goes back.
        A deal with corrections is kept whole.
        """
        state, entries, dealt = self, list[Entry](), False
        while not dealt and state.entry is not None and (before := state._facts) is not None:
            if state._before is not before or state.entry.refused is not None:
                return self
            entries.append(state.entry)
            dealt, state = state._begins_deal, before if isinstance(before, State) else before.start
            if isinstance(before, Past):
                entries, dealt = [*entries, *reversed(before.entries)], True
        past = Past(state, tuple(entries[:0:-1]), fold) if entries else None
        return replace(self, _facts=past, _before=past)

    @property
    def _begins_deal(self) -> bool:
        """Whether its fact began a deal."""
        return self.entry is not None and isinstance(self.entry.fact, Dealt) and not self.entry.refused


EMPTY = State(Evening())
