"""A deal as judged: its fouls, the decisions on them, and its score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.record.facts import Confirmed, Decision, PlayAsked
from referee.rules import Foul, Line, Scored, in_order, total
from referee.rules.deal import Deal, DealState, Play
from referee.table.reads import NO_READS, Reads, reads_behind, reads_beside
from referee.words.text import Slip, T, Text


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
    """Points taken from a seat, or added (below zero) where the fewest win; 0 points are a warning."""

    line: int
    seat: int
    points: int
    reason: str | Text


FoulKey = tuple[str, int | None, int, int]
"""The key of a foul in its deal: kind, seat, where committed, where proved."""


def foul_key(foul: Foul) -> FoulKey:
    """The key of a foul, different from those of all others in its deal."""
    return foul.kind, foul.seat, foul.committed, foul.proved


class Judged(NamedTuple):
    """A deal with its fouls, the decisions on them, and its score.

    `deal` is the deal as played, `findings` are all fouls that were found, and `facts` are its lines in the order
    things happened. From the rest follow `ruled`, the state if rulings changed it, the score `lines`, and `costs`, the
    warnings and points of the fouls upheld. `weights` has the word of the remedy that follows from what a foul did.
    `undecided` is the line since which the judge could not say whether all is right, 0 if it could
    (`judge/worlds.py`). `reads` are the cards that a reader told and nobody has confirmed, also those of other deals
    out of the same pack, and `earlier_reads` those of the packs before; `asked` is which card people are asked for
    since the last fact.
    """

    deal: Deal
    findings: tuple[Foul, ...] = ()
    facts: tuple[int, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    ruled: DealState | None = None
    lines: tuple[Line, ...] = ()
    costs: tuple[Penalty, ...] = ()
    weights: Mapping[FoulKey, str | None] = {}
    undecided: int = 0
    reads: Reads = NO_READS
    earlier_reads: Reads = NO_READS
    asked: PlayAsked | None = None

    @property
    def state(self) -> DealState:
        """The state of the deal after all rulings."""
        return self.ruled or self.deal.state

    @property
    def fouls(self) -> tuple[Foul, ...]:
        """The fouls that are told: none that nobody ruled on while it rests on a card that nobody has looked at."""
        if not self.reads and not self.earlier_reads:
            return self.findings
        return tuple(foul for foul in self.findings if not self._resting(foul))

    @property
    def own_reads(self) -> tuple[int, ...]:
        """The lines of this deal on which a reader told a card that nobody has confirmed."""
        return tuple(line for line in self.reads if line in self.facts)

    @property
    def looks(self) -> tuple[Play, ...]:
        """The read cards that people are to look at before more can be told, in the order they were played."""
        if not self.reads and not self.earlier_reads:
            return ()
        plays = {play.line: play for foul in self.findings for play in self._resting(foul)}
        return tuple(play for _, play in sorted(plays.items()))

    def _resting(self, foul: Foul) -> tuple[Play, ...]:
        """The read cards for which a foul is not told."""
        if foul.explained is not None or self.ruling(foul) is not None:
            return ()
        return reads_behind(self.deal, foul, self.reads, self.earlier_reads)

    def after(self, line: int, deal: Deal, fouls: tuple[Foul, ...]) -> Judged:
        """The deal as it is after a fact on this line, with its fouls."""
        return Judged._make((deal, fouls, (*self.facts, line), *self[3:]))

    def ruling(self, foul: Foul) -> Ruling | None:
        """The last ruling on a foul."""
        return next((ruling for ruling in reversed(self.rulings) if ruling.on(foul, self.findings)), None)

    def with_claim(self, foul: Foul) -> Foul:
        """A foul with the number of the first ruling on it, from 1, and the line of that ruling; 0 if there is none."""
        claims = ((at, ruling.line) for at, ruling in enumerate(self.rulings, 1) if ruling.on(foul, self.findings))
        place, line = next(claims, (0, 0))
        return replace(foul, ruled=place, claimed=line)

    def ruled_fouls(self) -> Iterator[tuple[FoulKey, Foul, Ruling]]:
        """Each foul that was ruled on: its key, the foul with claim and offender's seat, the last ruling on it."""
        for foul in self.findings:
            ruling = self.ruling(foul)
            if ruling is not None:
                seat = ruling.seat if foul.seat is None else foul.seat
                yield foul_key(foul), replace(self.with_claim(foul), seat=seat), ruling

    @property
    def upheld(self) -> tuple[Foul, ...]:
        """The fouls upheld, in the order they were committed, each with the seat that was ruled to be the offender."""
        fouls = [
            replace(foul, remedy=ruling.remedy, weight=self.weights.get(key))
            for key, foul, ruling in self.ruled_fouls()
            if ruling.decision == "uphold"
        ]
        return in_order(fouls, self.deal, self.facts) if fouls else ()

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
        return {penalty.seat: self.penalty_points(penalty.seat) for penalty in self.penalties}

    @property
    def live_fouls(self) -> tuple[Foul, ...]:
        """The fouls, without suspicions that were explained before anybody ruled on them."""
        return tuple(foul for foul in self.fouls if foul.explained is None or self.ruling(foul) is not None)

    @property
    def pending(self) -> tuple[Foul, ...]:
        """The fouls nobody has decided on."""
        return tuple(foul for foul in self.live_fouls if self.ruling(foul) is None)

    def scores(self, seats: int) -> tuple[int, ...]:
        """The points of its lines, per seat."""
        return total(self.lines, seats)

    def penalty_points(self, seat: int) -> int:
        """The points taken from a seat, as a negative number."""
        return -sum(penalty.points for penalty in self.penalties + self.costs if penalty.seat == seat)

    def net(self, seats: int) -> tuple[int, ...]:
        """The points with the penalties taken off, per seat."""
        scores = self.scores(seats)
        if not self.penalties and not self.costs:
            return scores
        return tuple(score + self.penalty_points(seat) for seat, score in enumerate(scores))


def confirm_reads(deals: Sequence[Judged], fact: Confirmed) -> tuple[Judged, ...]:
    """The deals once people have looked at the cards of some lines; raises Slip where a reader told none of them."""
    if not any(line in judged.reads for judged in deals for line in fact.lines):
        raise Slip(T("no card that a reader told stands at line {found}", found=fact.lines[0]), found=fact.lines[0])
    return tuple(
        judged._replace(
            reads=reads_beside(judged.reads, fact.lines), earlier_reads=reads_beside(judged.earlier_reads, fact.lines)
        )
        for judged in deals
    )
