"""The score of a deal, line by line, the remedy of a foul, and where the match stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from referee.rules.acts import Foul
from referee.rules.deal import Deal, DealState, Play
from referee.words.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: the law that made it, what it is for, the points of every seat."""

    law: str
    text: Text
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a seat undertook or had to do in a deal, and whether it did: “garde”, made."""

    seat: int
    text: Text
    made: bool


class Carried(NamedTuple):
    """What a table that goes on from others takes over: the number of their deals, the seat that deals next, and what
    each person won there, also one who left. Where a match goes on: its deals, and what they paid each seat.
    """

    deals: int = 0
    dealer: int | None = None
    won: tuple[tuple[str, int], ...] = ()
    past: tuple[Scored, ...] = ()
    paid: tuple[tuple[int, ...], ...] = ()


def total(lines: Sequence[Line], seats: int) -> tuple[int, ...]:
    """The sum of score lines, per seat."""
    return tuple(map(sum, zip((0,) * seats, *[line.points for line in lines], strict=True)))


@dataclass(frozen=True, slots=True)
class Remedy:
    """A consequence of a foul under the laws: a sentence, and the state and score lines of the deal if it is upheld.
    Where the laws leave a choice, `word` and `label` name it; if the sentence tells all that may be chosen, `chosen` is
    the one without the rest. It may also warn the offender (`warning`) or take points beside the score (`penalty`).
    """

    text: Text
    state: DealState
    lines: tuple[Line, ...] = ()
    word: str | None = None
    label: Text | None = None
    chosen: Text | None = None
    warning: bool = False
    penalty: int = 0
    fault: Text | None = None
    """The name of the foul in the laws."""

    @property
    def ruled(self) -> Text:
        """The sentence once it is what was ruled."""
        return self.chosen or self.text


def all_differ(remedies: Sequence[Remedy], say: Callable[[Text], str]) -> bool:
    """Whether no two of these remedies have the same sentence."""
    return len({say(each.text) for each in remedies}) == len(remedies)


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal and the decisions on it.

    `upheld`: fouls in the order they were committed; `penalties`: points taken from seats beside the score, as negative
    numbers; `facts`: its lines in the order things happened, not ascending if a fact was inserted later; `lines`: its
    score, once settled.
    """

    deal: Deal
    upheld: tuple[Foul, ...] = ()
    penalties: Mapping[int, int] = field(default_factory=dict)
    facts: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()

    def also(self, foul: Foul) -> Scored:
        """The deal with one more foul upheld, in its place among the others."""
        return replace(self, upheld=in_order((*self.upheld, foul), self.deal, self.facts))


def in_order(fouls: Iterable[Foul], deal: Deal, facts: Sequence[int]) -> tuple[Foul, ...]:
    """Fouls of a deal in the order they were committed: by their lines as things happened, then by play."""
    lines = {line: at for at, line in enumerate(facts)}
    plays = {play: at for at, play in enumerate(deal.plays)}

    def place(foul: Foul) -> tuple[int, int]:
        return lines.get(foul.committed, -1), -1 if foul.play is None else plays.get(foul.play, -1)

    return tuple(sorted(fouls, key=place))


def plays_on_table(scored: Scored, foul: Foul, laid: Iterable[tuple[int, Play]]) -> tuple[int, list[Play]]:
    """The number of the trick that lay on the table when people agreed on a foul, and its plays in the order they were
    laid; `laid` are all plays of the deal, each with the number of its trick. Where none was noted, it is the next one.
    """
    assert foul.trick is not None
    lines = {line: at for at, line in enumerate(scored.facts)}
    agreed = lines.get(foul.committed, len(lines))
    tricks: dict[int, list[Play]] = {}
    for trick, play in sorted(laid, key=lambda one: lines.get(one[1].line, agreed)):
        if lines.get(play.line, agreed) < agreed:
            tricks.setdefault(trick, []).append(play)
    number = foul.trick - 1 if foul.trick not in tricks and foul.trick - 1 in tricks else foul.trick
    return number, tricks.get(number, [])


@dataclass(frozen=True, slots=True)
class Due:
    """The next deal: its dealer, its name for people, the keys of its line."""

    dealer: int
    label: Text
    keys: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Ladder:
    """The climb of a side: its name, all rungs from the lowest, and for each rung `reached` the number of the deal
    after which the side stood on it (0: at the start).
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
