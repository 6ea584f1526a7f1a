"""The state of a table after some facts: its deals, judged, ruled and scored.

Everything here is a value. A fact makes a new `State` that keeps the one before, so that an undo costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import NamedTuple

from referee.judge import Case
from referee.record.facts import Dealt
from referee.record.text import Entry, Header
from referee.rules import Ruleset, Scored, Standing
from referee.rules.deal import Deal, DealState
from referee.table.course import Course
from referee.table.judged import Judged, Penalty
from referee.words.value import dataclass, replace


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


class State:
    """The fold so far: the deals, the case, the standing, and the states before. Treated as a value.

    After a quiet card the last deal and the case are made only when somebody asks for them, from the `course` and the
    facts since they were last known. The score of a deal, and with it the standing, is computed only then too. Of the
    deals before the last two only the last state is kept; the others are made again when somebody goes back to them.
    """

    __slots__ = ("_before", "_case", "_evening", "_facts", "_last", "_laws", "course", "entry", "tried")

    def __init__(
        self,
        evening: Evening = Evening(),  # noqa: B008 - a value
        last: Judged | None = None,
        case: Case | None = None,
        course: Course | None = None,
        entry: Entry | None = None,
        before: State | None = None,
    ) -> None:
        self._evening = evening
        self._last = last
        self._laws: Ruleset | None = None
        """The laws under which the last deal has still to be settled; None if it is settled."""
        self._case = case
        self.course = course
        """The course of the open deal; None if its next card is not quiet, or nobody has `tried` to open one."""
        self.tried = False
        """Whether somebody has tried."""
        self.entry = entry
        self._facts: State | Past | None = before
        self._before: State | Past | None = before

    @property
    def facts(self) -> State | None:
        """The state at the fact before, among those that stand."""
        return self._facts.last() if isinstance(self._facts, Past) else self._facts

    @property
    def before(self) -> State | None:
        """The state an undo goes back to."""
        return self._before.last() if isinstance(self._before, Past) else self._before

    @property
    def last(self) -> Judged | None:
        """The last deal."""
        if self._last is None and self.course is not None:
            deal, known, lines = self.course.deal, self, list[int]()
            while known._last is None:
                assert known.entry is not None, "a course begins with a deal"
                assert isinstance(known._facts, State), "a course begins with a deal, and its end is made"
                lines.append(known.entry.line)
                known = known._facts
            self._last = known._last.after(lines[::-1], deal)
        elif self._laws is not None:
            self._settle(self._laws)
        return self._last

    @property
    def current(self) -> Judged | None:
        """The deal being played."""
        last = self.last
        return last if last is not None and last.state == "open" else None

    @property
    def evening(self) -> Evening:
        """The deals before the last one, and where the match stands."""
        if self._laws is not None:
            self._settle(self._laws)
        return self._evening

    def _settle(self, rules: Ruleset) -> None:
        assert self._last is not None, "there is something to settle"
        last = settled(rules, self._last, self._evening.past, last=True)
        self.settle(last, standing(rules, self._evening, last))

    @property
    def case(self) -> Case | None:
        """The case of the last deal; None in a game in which no foul can be proved."""
        if self._case is None and self.course is not None and self.last is not None:
            self._case = self.course.case(self.last.deal)
        return self._case

    @property
    def earlier(self) -> tuple[Judged, ...]:
        """The deals before the last one."""
        return self._evening.earlier

    @property
    def past(self) -> tuple[Scored, ...]:
        """The deals before the last one, as the laws see them."""
        return self._evening.past

    @property
    def paid(self) -> tuple[tuple[int, ...], ...]:
        """The points of the deals before the last one, per seat."""
        return self._evening.paid

    @property
    def standing(self) -> Standing | None:
        """Where the match stands, None before the first deal has ended."""
        return self.evening.standing

    @property
    def header(self) -> Header | None:
        """The table's header, once its names were put on other seats."""
        return self._evening.header

    @property
    def deals(self) -> tuple[Judged, ...]:
        """All deals, first to last."""
        return self.earlier if self.last is None else (*self.earlier, self.last)

    @property
    def number(self) -> int:
        """The number of deals."""
        return len(self.earlier) + (self._last is not None or self.course is not None)

    def with_last(self, last: Judged, case: Case | None) -> State:
        """The state with this last deal and this case; `with_entry` adds its fact."""
        return State(self.evening, last, case)

    def with_deals(self, deals: Sequence[Judged], case: Case | None) -> State:
        """The state with these deals and this case; `with_entry` adds its fact."""
        return State(self.evening._replace(earlier=tuple(deals[:-1])), deals[-1], case)

    def settle(self, last: Judged, standing: Standing) -> State:
        """Give the state its last deal, settled, and the standing after it."""
        self._last, self._evening = last, self._evening._replace(standing=standing)
        self._laws = None
        return self

    def settle_later(self, rules: Ruleset, last: Judged) -> State:
        """Give the state, still new, this last deal, to be settled under these laws when somebody looks."""
        self._last, self._laws = last, rules
        return self

    def close_trick(self, deal: Deal) -> None:
        """Give the state, still new, its deal with the last trick closed."""
        assert self._last is not None, "the trick was closed as it lay there"
        self._last = self._last._replace(deal=deal)

    def with_entry(self, entry: Entry, before: State) -> State:
        """The same state, still new, with the fact that made it and the state before; a copy if nothing changed."""
        after = State(self.evening, self.last, self.case) if self is before else self
        after.entry, after._facts, after._before = entry, before, before
        return after

    def undone_to(self, before: State) -> State:
        """The state, with `before` as the one that an undo goes back to."""
        after = copy(self)
        after._before = before
        return after

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
        found: list[State] = []
        state: State | None = self
        while state is not None and state.number >= number:
            if state.number == number:
                found.append(state)
            past = state._facts
            state = past.start if isinstance(past, Past) and state.number > number else state.facts
        return found[::-1]

    def before_deal(self) -> State:
        """The state before the last deal was dealt."""
        state, dealt = self, False
        while not dealt and (past := state._facts) is not None:
            dealt = state._dealt or isinstance(past, Past)
            state = past.start if isinstance(past, Past) else past
        return state

    def pack(self, fold: Callable[[State, Entry], State]) -> None:
        """Of the deals before the last one, keep only the last state and the facts, to `fold` if somebody goes back.
        A deal with corrections is kept whole.
        """
        end = self.before_deal()
        while isinstance(end._facts, State):
            end = end._pack_deal(fold)

    def _pack_deal(self, fold: Callable[[State, Entry], State]) -> State:
        """Keep of a deal only this state, its last; return the state before the deal."""
        state, entries, mended, dealt = self, list[Entry](), False, False
        while not dealt and isinstance(state._facts, State) and state.entry is not None:
            mended |= state._before is not state._facts or state.entry.refused is not None
            entries.append(state.entry)
            dealt, state = state._dealt, state._facts
        if not mended and self.last is not None and self.evening:
            self._facts = self._before = Past(state, tuple(entries[:0:-1]), fold)
        return state

    @property
    def _dealt(self) -> bool:
        """Whether its fact began a deal."""
        return self.entry is not None and isinstance(self.entry.fact, Dealt) and not self.entry.refused


EMPTY = State()


def settled(rules: Ruleset, judged_deal: Judged, past: tuple[Scored, ...], last: bool) -> Judged:
    """The deal with its state and score lines, from all that was decided.
    If it was stopped for a foul that is no longer upheld, it goes on if it is the last deal; else it stays stopped and
    counts for nothing.
    """
    deal = judged_deal.deal
    if deal.state == "void":
        return judged_deal._replace(ruled=None, lines=(), costs=())
    scored = Scored(deal, (), judged_deal._penalties, judged_deal.facts)
    state: DealState = deal.state
    costs: tuple[Penalty, ...] = ()
    for foul in judged_deal.upheld:
        given = rules.remedy(scored, foul, past)
        state = given.state
        if foul.seat is not None and (given.warning or given.penalty):
            costs += (Penalty(foul.proved, foul.seat, given.penalty, given.fault or given.text),)
        scored = replace(scored, deal=deal._replace(state=state), upheld=(*scored.upheld, foul))
    if state == "open" and not last:
        return judged_deal._replace(ruled="stopped", lines=(), costs=costs)
    without = state == "void" or (state == "open" and not rules.weighs)
    lines = () if without else rules.lines(scored, past)
    return judged_deal._replace(ruled=None if state == deal.state else state, lines=lines, costs=costs)


def standing(rules: Ruleset, evening: Evening, last: Judged | None) -> Standing:
    """Where the match stands after the deals that are finished, penalties taken off."""
    if last is None:
        return rules.standing((), (), None)
    paid = last.paid(len(rules.seats))
    if last.state != "open":
        return rules.standing((*evening.past, last.scored), (*evening.paid, paid), last.deal.dealer)
    found = rules.standing(evening.past, evening.paid, last.deal.dealer)
    sums = [sum_ + points for sum_, points in zip(found.totals, paid, strict=True)]
    return replace(found, totals=tuple(sums if rules.least is None else [max(rules.least, one) for one in sums]))
