"""What a deal scores, line by line, what a foul costs, and where the match stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.rules.acts import Foul
from referee.rules.deal import Deal, DealState
from referee.words.text import Text
from referee.words.value import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: the law that made it, what it is for, the points of every seat."""

    law: str
    text: Text
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a seat undertook in a deal, or was to do, and whether it did: “garde”, made."""

    seat: int
    text: Text
    made: bool


def total(lines: Sequence[Line], seats: int) -> tuple[int, ...]:
    """The sum of score lines, per seat."""
    return tuple(map(sum, zip((0,) * seats, *[line.points for line in lines], strict=True)))


@dataclass(frozen=True, slots=True)
class Remedy:
    """What the laws give for a foul: a sentence, the state of the deal, its score lines if it is upheld; where the
    laws leave a choice, `word` and `label` name this one. It may also warn the offender (`warning`) or take points
    (`penalty`) that stand beside the score.
    """

    text: Text
    state: DealState
    lines: tuple[Line, ...] = ()
    word: str | None = None
    label: Text | None = None
    warning: bool = False
    penalty: int = 0
    fault: Text | None = None
    """What the laws call the foul."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal with its fouls and what was decided: `upheld` in the order they were committed; `penalties` the points
    taken from a seat beside the score, as negative numbers. `facts` are the lines of the deal in the order things
    happened, which is not their own where a fact was put in later. `lines` is what it scored, once that is settled.
    """

    deal: Deal
    upheld: tuple[Foul, ...] = ()
    penalties: Mapping[int, int] = field(default_factory=dict)
    facts: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()

    def also(self, foul: Foul) -> Scored:
        """With one more foul upheld, in its place among the others."""
        return replace(self, upheld=in_order((*self.upheld, foul), self.deal, self.facts))


def in_order(fouls: Iterable[Foul], deal: Deal, facts: Sequence[int]) -> tuple[Foul, ...]:
    """Fouls of a deal in the order they were committed: the lines as they happened, the plays of one line in turn."""
    lines = {line: at for at, line in enumerate(facts)}
    plays = {play: at for at, play in enumerate(deal.plays)}

    def committed(foul: Foul) -> tuple[int, int]:
        return lines.get(foul.committed, -1), -1 if foul.play is None else plays.get(foul.play, -1)

    return tuple(sorted(fouls, key=committed))


@dataclass(frozen=True, slots=True)
class Due:
    """The deal that comes next: who deals it, the keys of its line, what it is called."""

    dealer: int
    label: Text
    keys: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Ladder:
    """What a side climbs: its name, the rungs from the lowest, and the deal, counted from 1, after which each was
    reached, 0 at the start; shorter than the rungs until the top.
    """

    name: Text
    rungs: tuple[str, ...]
    reached: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match stands: totals by seat, the winners once it is finished, else the deal that is due."""

    totals: tuple[int, ...]
    due: Due
    finished: bool = False
    winners: tuple[int, ...] = ()
