"""The scores below a table: the last deal line by line, totals, the climb of each side, the running totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.cache import cached
from referee.record.text import Header
from referee.rules import total
from referee.rules.caching import Same
from referee.table.table import Judged, Table
from referee.web.table.between import (
    Column,
    LineText,
    Round,
    Totals,
    columns,
    line_text,
    rows,
    ruling_texts,
    running_totals,
)
from referee.web.table.drawn import LawShown, law_view
from referee.words.languages import Language

SCORES_KEPT = 300


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score, with the points in each column; None for none."""

    law: LawShown
    what: LineText
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a deal."""

    label: str
    number: int
    columns: tuple[Column, ...]
    lines: tuple[ScoreLine, ...]
    sums: tuple[int, ...]
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Climb:
    """How far a side has climbed: all rungs from the lowest, and the place of the one it stands `at`."""

    name: str
    rungs: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Scores:
    """What the deals that have ended came to. `checks`: what does not add up, as far as the laws can tell. `rounds`:
    the rows of the sheet, the last deal first.
    """

    score: Score | None
    checks: tuple[str, ...]
    ladders: tuple[Climb, ...]
    course: tuple[Totals, ...]
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class PastDeals:
    """A table as far as its deals have ended: the same at every card of the next deal, so that what follows from them
    is worked out once.
    """

    table: Table = field(compare=False)
    header: Header
    earlier: Same
    last: Same | None


def scores_of(table: Table, language: Language) -> Scores:
    """The scores of a table."""
    last = None if table.current is not None else Same(table.state.last)
    return _scores(PastDeals(table, table.header, Same(table.state.earlier), last), language)


@cached(SCORES_KEPT)
def _scores(ended: PastDeals, language: Language) -> Scores:
    table, say = ended.table, language.say
    scored = [deal for deal in table.ended if deal.lines]
    paid = [deal.net(len(table.seats)) for deal in table.ended]
    ladders = table.rules.ladders(table.past)
    return Scores(
        score=_score(table, scored[-1], language) if scored else None,
        checks=tuple(say(text) for text in table.rules.checks(table.past, paid)),
        ladders=tuple(Climb(say(one.name), one.rungs, len(one.reached) - 1) for one in ladders),
        course=running_totals(table, language) if table.ended else (),
        rounds=rows(table, language, table.ended)[::-1],
    )


def _score(table: Table, last: Judged, language: Language) -> Score:
    shown = columns(table, language)
    sums = total(last.lines, len(table.seats))
    return Score(
        label=language.say(table.rules.label(last.deal)),
        number=last.deal.number,
        columns=shown,
        lines=score_lines(table, last, shown, language),
        sums=tuple(sums[one.seat] for one in shown),
        rulings=ruling_texts(table, last, language),
    )


def score_lines(table: Table, judged: Judged, shown: Sequence[Column], language: Language) -> tuple[ScoreLine, ...]:
    """The lines of the score of a deal, in these columns."""
    return tuple(
        ScoreLine(
            law_view(table.rules, line.law, language),
            line_text(line.text, language),
            tuple(line.points[one.seat] or None for one in shown),
        )
        for line in judged.lines
    )
