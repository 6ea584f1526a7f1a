"""The tricks of a deal, four at a time, and its kitty, each card a key that mends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from referee.record.facts import KittyTurned, Took
from referee.rules.deal import Deal, Trick
from referee.table.table import Table
from referee.web.table.drawn import Card, TrickShown, card, trick_view
from referee.words.languages import Language
from referee.words.numbers import minus
from referee.words.text import capitalize

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
    """Some tricks of a deal, by its number. `earlier`, `later`: the number of the last trick shown before and after;
    None where there are no more. `before`, `after`: the numbers of the deals before and after it that have tricks.
    `in_play`: the deal is, and else its name is `label`. `kitty`: its cards, told on `line`, for who may mend them.
    `seats`: the names.
    """

    shown: tuple[TakenShown, ...]
    earlier: int | None
    later: int | None
    number: int
    before: int | None
    after: int | None
    in_play: bool
    label: str
    kitty: tuple[Card, ...]
    line: int
    seats: tuple[str, ...]


def tricks_of(
    table: Table, language: Language, to: int | None = None, most: int = AT_ONCE, number: int | None = None
) -> Tricks | None:
    """The last tricks of a deal, or those up to the one numbered `to`; None before one is made or a kitty told.
    The deal is that of this `number`, else the last one that has any. Who sees the last trick alone sees no kitty, and
    no tricks of a deal before.
    """
    open_, mends, last = table.current is not None, most > 1, len(table.deals)
    kitty_line, kitty = _kitty(table) if open_ and mends else (0, ())
    deals = range(1 if mends else max(last, 1), last + 1)

    def noted(numbers: Iterable[int]) -> int | None:
        """The first of these deals of which something is known."""
        return next((at for at in numbers if (at == last and kitty) or any(_noted(table, at))), None)

    chosen = noted(chain((at for at in deals if at == number), reversed(deals)))
    if chosen is None:
        return None
    deal, tricks, in_play = table.deals[chosen - 1].deal, list(_noted(table, chosen)), open_ and chosen == last
    end = len(tricks) if to is None else min(max(to, 1), len(tricks))
    first = max(0, end - most)
    return Tricks(
        tuple(_taken(table, deal, chosen, tricks[first:end], language)),
        earlier=first or None,
        later=min(end + most, len(tricks)) if end < len(tricks) else None,
        number=chosen,
        before=noted(range(chosen - 1, deals.start - 1, -1)),
        after=noted(range(chosen + 1, deals.stop)),
        in_play=in_play,
        label="" if in_play or chosen == last else capitalize(language.say(table.rules.label(deal))),
        kitty=tuple(card(code, language) for code in kitty) if in_play else (),
        line=kitty_line,
        seats=table.seats,
    )


def _taken(table: Table, deal: Deal, number: int, tricks: list[Trick], language: Language) -> Iterator[TakenShown]:
    """Each of these tricks of a deal, with who took it."""
    lines = _taker_lines(table, number, tricks)
    for trick in tricks:
        taker = "" if trick.winner is None else table.seats[trick.winner]
        yield TakenShown(trick_view(trick, deal, language), taker, lines.get(trick.number, 0), _points(table, trick))


def _noted(table: Table, number: int) -> Iterator[Trick]:
    """The tricks of a deal of which something is known."""
    return (trick for trick in table.deals[number - 1].deal.tricks if trick.plays or trick.winner is not None)


def _kitty(table: Table) -> tuple[int, tuple[str, ...]]:
    """The cards of the kitty of the last deal, and the line that tells them."""
    for state in table.state.of_deal(table.state.number):
        if state.entry is not None and isinstance(state.entry.fact, KittyTurned):
            return state.entry.line, state.entry.fact.cards
    return 0, ()


def _points(table: Table, trick: Trick) -> str:
    points = table.rules.points_in(trick.cards) if trick.plays else None
    return "" if points is None else minus(points)


def _taker_lines(table: Table, number: int, tricks: list[Trick]) -> Mapping[int, int]:
    """The lines on which the takers of tricks were named, by the number of the trick."""
    if all(trick.seen for trick in tricks):
        return {}
    states = table.state.of_deal(number)
    return {
        state.last.deal.tricks[-1].number: state.entry.line
        for state in states
        if state.entry is not None and isinstance(state.entry.fact, Took) and state.last is not None
    }
