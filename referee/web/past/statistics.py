"""What players and pairs did over some deals."""

from __future__ import annotations

from dataclasses import dataclass

from flask import render_template
from flask.typing import ResponseReturnValue

from referee.book.pairs import pairs
from referee.table.tally import Tally, played, tallies
from referee.web.kit.request import tables, who
from referee.web.kit.rights import sees
from referee.web.past.mend import head, past
from referee.web.past.replay import visible
from referee.words.languages import Language
from referee.words.numbers import decimal


@dataclass(frozen=True, slots=True)
class BarOfDeal:
    """A deal of a player as a bar: its points as a fraction of the largest, -1 to 1."""

    points: int
    height: float


@dataclass(frozen=True, slots=True)
class AimShown:
    """What a player undertook: how often `tried` and `reached`, and the `part` of these, 0 to 1."""

    text: str
    tried: int
    reached: int
    part: float


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one player, in one `game` if several are shown (_tally.html)."""

    name: str
    game: str
    deals: int
    total: int
    average: str
    best: int
    worst: int
    won: int
    tricks: int
    bars: tuple[BarOfDeal, ...]
    aims: tuple[AimShown, ...]
    fouls: int
    warnings: int


def tally_view(name: str, tally: Tally, language: Language, total: int | None = None, game: str = "") -> Figures:
    """A tally for its template; the bars are those of the last deals."""
    most = max((abs(points) for points in tally.paid), default=0) or 1
    best, worst = (min, max) if tally.lowest_wins else (max, min)
    return Figures(
        name=name,
        game=game,
        deals=tally.deals,
        total=sum(tally.paid) if total is None else total,
        average=decimal(sum(tally.paid) / tally.deals, "+0.0;-0.0", language.code) if tally.deals else "–",
        best=best(tally.paid, default=0),
        worst=worst(tally.paid, default=0),
        won=tally.won,
        tricks=tally.tricks,
        bars=tuple(BarOfDeal(points, points / most) for points in tally.paid[-60:]),
        aims=tuple(
            AimShown(language.message(text), tried, reached, reached / tried)
            for text, (tried, reached) in tally.aims.items()
        ),
        fouls=tally.fouls,
        warnings=tally.warnings,
    )


@past.get("/t/<id:table>/statistics")
@sees("past")
def statistics(table: str) -> ResponseReturnValue:
    """What the players of a table did so far, singly and in pairs."""
    kept = tables().get(table)
    rules = kept.table.rules
    deals = [(rules, judged) for judged in visible(kept)]
    tally_of, totals = tallies(deals), kept.table.won if rules.before else kept.table.standing.totals
    players = [
        tally_view(name, tally_of[name], who().language, totals[seat])
        for seat, name in enumerate(kept.table.seats)
        if name in tally_of
    ]
    return render_template(
        "past/statistics.html",
        players=players,
        pairs=pairs((rules.seats, deal) for _, judged in deals if (deal := played(rules, judged)) is not None),
        tab="statistics",
        table=head(kept),
    )
