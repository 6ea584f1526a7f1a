"""The tricks of a deal, four at a time, each card a key that mends it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.record.facts import Took
from referee.rules.deal import Trick
from referee.table.table import Table
from referee.web.table.drawn import TrickShown, trick_view
from referee.words.languages import Language
from referee.words.numbers import minus

AT_ONCE = 4
"""How many tricks are shown side by side."""


@dataclass(frozen=True, slots=True)
class TakenShown:
    """A trick, the name of who took it, and the line that says so where the cards do not; 0 where they do. `points`:
    what its cards count, as a person reads it.
    """

    trick: TrickShown
    taker: str
    line: int
    points: str


@dataclass(frozen=True, slots=True)
class Tricks:
    """Some tricks of the last deal. `earlier`, `later`: the number of the last trick shown before and after; None where
    there are no more. `in_play`: the deal is.
    """

    shown: tuple[TakenShown, ...]
    earlier: int | None
    later: int | None
    in_play: bool


def tricks_of(table: Table, language: Language, to: int | None = None, most: int = AT_ONCE) -> Tricks | None:
    """The last tricks of the last deal, or those up to the one numbered `to`; None before one is made."""
    deal = table.deals[-1].deal if table.deals else None
    tricks = [trick for trick in deal.tricks if trick.plays or trick.winner is not None] if deal else []
    if deal is None or not tricks:
        return None
    end = len(tricks) if to is None else min(max(to, 1), len(tricks))
    first = max(0, end - most)
    lines = _taker_lines(table, tricks[first:end])
    shown = tuple(
        TakenShown(
            trick_view(trick, deal, language),
            "" if trick.winner is None else table.seats[trick.winner],
            lines.get(trick.number, 0),
            _points(table, trick),
        )
        for trick in tricks[first:end]
    )
    later = min(end + most, len(tricks)) if end < len(tricks) else None
    return Tricks(shown, first or None, later, table.current is not None)


def _points(table: Table, trick: Trick) -> str:
    points = table.rules.points_in(trick.cards) if trick.plays else None
    return "" if points is None else minus(points)


def _taker_lines(table: Table, tricks: list[Trick]) -> Mapping[int, int]:
    """The lines on which the takers of tricks were named, by the number of the trick."""
    if all(trick.seen for trick in tricks):
        return {}
    states = table.state.of_deal(table.state.number)
    return {
        state.last.deal.tricks[-1].number: state.entry.line
        for state in states
        if state.entry is not None and isinstance(state.entry.fact, Took) and state.last is not None
    }
