"""What a table's facts come to: deals judged, ruled and scored, and the way back.

Everything here is a value. A fact makes a new `State` that keeps the one before, so that an undo costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.judge import Case
from referee.record.facts import Decision
from referee.record.text import Entry, Header
from referee.rules.deal import Deal, DealState
from referee.rules.ruleset import Foul, Line, Ruleset, Scored, Standing, in_order, total
from referee.words.text import Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was decided on a foul, and the line it was decided on."""

    line: int
    at: int
    decision: Decision
    seat: int | None = None
    remedy: str | None = None

    def on(self, foul: Foul) -> bool:
        """Whether it is about this foul."""
        return self.at == foul.proved and (self.seat is None or self.seat == foul.seat or self.seat in foul.suspects)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken from a seat; 0 points are a warning."""

    line: int
    seat: int
    points: int
    reason: str | Text


FoulKey = tuple[str, int | None, int, int]
"""What tells fouls of a deal apart: kind, seat, where committed, where proved."""


def key(foul: Foul) -> FoulKey:
    """What tells a foul of a deal from the others."""
    return foul.kind, foul.seat, foul.committed, foul.proved


class Judged(NamedTuple):
    """A deal with what was proved, what people decided, and what it scores.
    `deal` is what was played, cards taken back included; `state`, `lines` and `costs`, the warnings and points of the
    fouls upheld, follow from the rest. `facts` are its lines in the order things happened; `ruled` is its state where
    that is not as played. `weights` are what fouls ruled on weigh by what they did.
    `undecided` is the line since which nobody could say whether all is right, 0 where it is known (`judge/worlds.py`).
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
        """What has become of the deal, after what was ruled."""
        return self.ruled or self.deal.state

    def after(self, line: int, deal: Deal, fouls: tuple[Foul, ...]) -> Judged:
        """It after the fact on a line: made for each card, so without `_replace`."""
        return Judged._make((deal, fouls, (*self.facts, line), *self[3:]))

    def ruling(self, foul: Foul) -> Ruling | None:
        """The last word on a foul."""
        return next((ruling for ruling in reversed(self.rulings) if ruling.on(foul)), None)

    def claimed(self, foul: Foul) -> Foul:
        """A foul with the place of the first ruling on it among those of the deal, and the line it was claimed on."""
        found = ((at, ruling.line) for at, ruling in enumerate(self.rulings, 1) if ruling.on(foul))
        place, line = next(found, (0, 0))
        return replace(foul, ruled=place, claimed=line)

    @property
    def upheld(self) -> tuple[Foul, ...]:
        """The fouls that count, as they were committed; one without a name as ruled on."""
        found = []
        for foul in self.fouls:
            ruling = self.ruling(foul)
            if ruling is not None and ruling.decision == "uphold":
                seat = ruling.seat if foul.seat is None else foul.seat
                weight = self.weights.get(key(foul))
                foul = self.claimed(foul)
                found.append(replace(foul, seat=seat, remedy=ruling.remedy, weight=weight))
        return in_order(found, self.deal, self.facts) if found else ()

    def beside(self, foul: Foul) -> Scored:
        """It as if only the other fouls had been upheld."""
        others = tuple(other for other in self.upheld if other.proved != foul.proved or other.seat != foul.seat)
        return Scored(self.deal, others, self._penalties, self.facts)

    @property
    def scored(self) -> Scored:
        """What the laws of the game see of it."""
        return Scored(self.deal._replace(state=self.state), self.upheld, self._penalties, self.facts)

    @property
    def _penalties(self) -> dict[int, int]:
        return {seat: self.penalised(seat) for seat in {penalty.seat for penalty in self.penalties}}

    @property
    def pending(self) -> tuple[Foul, ...]:
        """The fouls nobody has decided on."""
        return tuple(foul for foul in self.fouls if self.ruling(foul) is None and foul.explained is None)

    def scores(self, seats: int) -> tuple[int, ...]:
        """The sum of its lines, per seat."""
        return total(self.lines, seats)

    def penalised(self, seat: int) -> int:
        """The points taken from a seat, as a negative number."""
        return -sum(penalty.points for penalty in self.penalties + self.costs if penalty.seat == seat)

    def paid(self, seats: int) -> tuple[int, ...]:
        """Its scores with the penalties taken off, per seat."""
        scores = self.scores(seats)
        if not self.penalties and not self.costs:
            return scores
        return tuple(score + self.penalised(seat) for seat, score in enumerate(scores))


@dataclass(slots=True, eq=False, repr=False)
class State:
    """The fold so far: deals, what is known of the cards, the standing, the way back. Treated as a value.
    A fact makes one, so that it has the deals before the `last` in common with the others of that deal.
    """

    earlier: tuple[Judged, ...] = ()
    last: Judged | None = None
    past: tuple[Scored, ...] = ()
    """What the laws see of the deals before the last one, none of which is open."""
    paid: tuple[tuple[int, ...], ...] = ()
    """What those deals paid, per seat."""
    standing: Standing | None = None
    """Where the match stands, None before the first deal has ended."""
    case: Case | None = None
    entry: Entry | None = None
    facts: State | None = None
    """The state at the fact before, among those that stand."""
    before: State | None = None
    """The state an undo goes back to."""
    header: Header | None = None
    """The table's header once its names were put on other seats; None as long as it is the one it was opened with."""

    @property
    def deals(self) -> tuple[Judged, ...]:
        """All deals, first to last."""
        return self.earlier if self.last is None else (*self.earlier, self.last)

    @property
    def number(self) -> int:
        """How many deals there are."""
        return len(self.earlier) + (self.last is not None)

    def with_last(self, last: Judged, case: Case | None) -> State:
        """The state with this last deal and this case, of no fact yet: `with_entry` names it."""
        return State(self.earlier, last, self.past, self.paid, self.standing, case, header=self.header)

    def with_deals(self, deals: Sequence[Judged], case: Case | None) -> State:
        """The same with all deals."""
        return State(tuple(deals[:-1]), deals[-1], self.past, self.paid, self.standing, case, header=self.header)

    def with_entry(self, entry: Entry, before: State) -> State:
        """The state, which nobody else has seen yet, as what a fact made of the one before it."""
        after = replace(self) if self is before else self
        after.entry, after.facts, after.before = entry, before, before
        return after

    def entries(self) -> list[Entry]:
        """The facts that stand, first to last."""
        found, state = [], self
        while state.entry is not None and state.facts is not None:
            found.append(state.entry)
            state = state.facts
        return found[::-1]


EMPTY = State()


def settle(rules: Ruleset, judged_deal: Judged, past: tuple[Scored, ...], last: bool) -> Judged:
    """Work out the state and the score lines of a deal from all that was decided.
    Stopped for a foul that is no longer upheld, it goes on if it is the last one; before others it stays stopped and
    counts for nothing.
    """
    deal = judged_deal.deal
    if deal.state == "void":
        return judged_deal._replace(ruled=None, lines=(), costs=())
    scored = replace(judged_deal.scored, deal=deal, upheld=())
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


def standing(rules: Ruleset, state: State) -> Standing:
    """Where the match stands after the deals that are finished, penalties taken off."""
    last = state.last
    if last is None:
        return rules.standing((), (), None)
    paid = last.paid(len(rules.seats))
    if last.state != "open":
        return rules.standing((*state.past, last.scored), (*state.paid, paid), last.deal.dealer)
    found = rules.standing(state.past, state.paid, last.deal.dealer)
    return replace(found, totals=tuple(sum_ + points for sum_, points in zip(found.totals, paid, strict=True)))
