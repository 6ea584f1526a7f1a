"""The state of a table after some facts: its deals, judged, ruled and scored.

Everything here is a value. A fact makes a new `State` that keeps the one before, so that an undo costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import NamedTuple

from referee.judge import Case
from referee.record.facts import Decision
from referee.record.text import Entry, Header
from referee.rules.deal import Deal, DealState
from referee.rules.ruleset import Foul, Line, Ruleset, Scored, Standing, in_order, total
from referee.table.course import Course
from referee.words.text import Text
from referee.words.value import dataclass, many_fields, replace


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision on the fouls proved at line `at`, made on `line`."""

    line: int
    at: int
    decision: Decision
    seat: int | None = None
    remedy: str | None = None

    def on(self, foul: Foul, others: Sequence[Foul]) -> bool:
        """Whether it is about this foul. A seat named is meant by its own foul proved there, if `others` have one."""
        if self.at != foul.proved or self.seat in (None, foul.seat):
            return self.at == foul.proved
        his = any(other.proved == self.at and other.seat == self.seat for other in others)
        return self.seat in foul.suspects and not his


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken from a seat; 0 points are a warning."""

    line: int
    seat: int
    points: int
    reason: str | Text


FoulKey = tuple[str, int | None, int, int]
"""The key of a foul in its deal: kind, seat, where committed, where proved."""


def foul_key(foul: Foul) -> FoulKey:
    """The key of a foul, different from those of all others in its deal."""
    return foul.kind, foul.seat, foul.committed, foul.proved


@many_fields
class Judged(NamedTuple):
    """A deal with its fouls, the decisions on them, and its score.

    `deal` is the deal as played, and `facts` are its lines in the order things happened. From the rest follow `ruled`,
    the state if rulings changed it, the score `lines`, and `costs`, the warnings and points of the fouls upheld.
    `weights` has the word of the remedy that follows from what a foul did. `undecided` is the line since which the
    judge could not say whether all is right, 0 if it could (`judge/worlds.py`).
    """

    deal: Deal
    fouls: tuple[Foul, ...] = ()
    facts: tuple[int, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    ruled: DealState | None = None
    lines: tuple[Line, ...] = ()
    costs: tuple[Penalty, ...] = ()
    weights: Mapping[FoulKey, str | None] = {}
    undecided: int = 0

    @property
    def state(self) -> DealState:
        """The state of the deal after all rulings."""
        return self.ruled or self.deal.state

    def after(self, lines: Sequence[int], deal: Deal, fouls: tuple[Foul, ...] | None = None) -> Judged:
        """The same deal after the facts on these lines, with the same fouls unless others are given."""
        return Judged._make((deal, self.fouls if fouls is None else fouls, (*self.facts, *lines), *self[3:]))

    def ruling(self, foul: Foul) -> Ruling | None:
        """The last ruling on a foul."""
        return next((ruling for ruling in reversed(self.rulings) if ruling.on(foul, self.fouls)), None)

    def claimed(self, foul: Foul) -> Foul:
        """A foul with the number of the first ruling on it, from 1, and the line of that ruling; 0 if there is none."""
        found = ((at, ruling.line) for at, ruling in enumerate(self.rulings, 1) if ruling.on(foul, self.fouls))
        place, line = next(found, (0, 0))
        return replace(foul, ruled=place, claimed=line)

    @property
    def upheld(self) -> tuple[Foul, ...]:
        """The fouls upheld, in the order they were committed, each with the seat that was ruled to be the offender."""
        found = []
        for foul in self.fouls:
            ruling = self.ruling(foul)
            if ruling is not None and ruling.decision == "uphold":
                seat = ruling.seat if foul.seat is None else foul.seat
                weight = self.weights.get(foul_key(foul))
                foul = self.claimed(foul)
                found.append(replace(foul, seat=seat, remedy=ruling.remedy, weight=weight))
        return in_order(found, self.deal, self.facts) if found else ()

    def upheld_as(self, foul: Foul) -> tuple[Foul, ...]:
        """The foul as it counts, with the seat that a ruling named; nothing if it was not upheld."""
        return tuple(
            one
            for one in self.upheld
            if (one.committed, one.proved, one.suspects) == (foul.committed, foul.proved, foul.suspects)
        )

    def beside(self, foul: Foul) -> Scored:
        """The deal as if only the other fouls had been upheld."""
        others = tuple(other for other in self.upheld if other.proved != foul.proved or other.seat != foul.seat)
        return Scored(self.deal, others, self._penalties, self.facts)

    @property
    def scored(self) -> Scored:
        """The deal as the laws of the game see it."""
        deal = self.deal if self.ruled is None else self.deal._replace(state=self.ruled)
        return Scored(deal, self.upheld, self._penalties, self.facts, self.lines)

    @property
    def _penalties(self) -> dict[int, int]:
        return {penalty.seat: self.penalised(penalty.seat) for penalty in self.penalties}

    @property
    def pending(self) -> tuple[Foul, ...]:
        """The fouls nobody has decided on."""
        return tuple(foul for foul in self.fouls if self.ruling(foul) is None and foul.explained is None)

    def scores(self, seats: int) -> tuple[int, ...]:
        """The points of its lines, per seat."""
        return total(self.lines, seats)

    def penalised(self, seat: int) -> int:
        """The points taken from a seat, as a negative number."""
        return -sum(penalty.points for penalty in self.penalties + self.costs if penalty.seat == seat)

    def paid(self, seats: int) -> tuple[int, ...]:
        """The points with the penalties taken off, per seat."""
        scores = self.scores(seats)
        if not self.penalties and not self.costs:
            return scores
        return tuple(score + self.penalised(seat) for seat, score in enumerate(scores))


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


class State:
    """The fold so far: the deals, the case, the standing, and the states before. Treated as a value.

    After a quiet card the last deal and the case are made only when somebody asks for them, from the `course` and the
    facts since they were last known. The score of a deal, and with it the standing, is computed only then too.
    """

    __slots__ = ("_case", "_evening", "_last", "_laws", "before", "course", "entry", "facts", "tried")

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
        self.facts = before
        """The state at the fact before, among those that stand."""
        self.before = before
        """The state an undo goes back to."""

    @property
    def last(self) -> Judged | None:
        """The last deal."""
        if self._last is None and self.course is not None:
            deal, known, lines = self.course.deal, self, list[int]()
            while known._last is None:
                assert known.entry is not None, "a course begins with a deal"
                assert known.facts is not None, "a course begins with a deal"
                lines.append(known.entry.line)
                known = known.facts
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
        after.entry, after.facts, after.before = entry, before, before
        return after

    def undone_to(self, before: State) -> State:
        """The state, with `before` as the one that an undo goes back to."""
        after = copy(self)
        after.before = before
        return after

    def alone(self, before: State) -> State:
        """The state without the other states of its deal; `before` stands in for them."""
        assert self.last is None or self._last is not None, "its last deal is made"
        after = copy(self)
        after.facts = after.before = before
        return after

    def entries(self) -> list[Entry]:
        """The facts that stand, first to last."""
        found, state = [], self
        while state.entry is not None and state.facts is not None:
            found.append(state.entry)
            state = state.facts
        return found[::-1]


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
