"""A tournament in two pictures: the race of the best by rounds, and who met whom at a table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

from flask import render_template
from flask.typing import ResponseReturnValue

from referee.tournament.standings import Row, standings
from referee.tournament.tournament import Tournament
from referee.web.kit.rights import let_in
from referee.web.tournament.players import club, shown_through
from referee.web.tournament.view import event_view, figure
from referee.words.chart import Chart, Frame, chart

MOST_LINES, MOST_NAMES = 8, 60
"""The most lines of the race, and the most names of the table of all with all."""
FRAME = Frame(380, 250, left=38, right=140, scale=1.35, letters=14, most_steps=10)


@club.get("/<id:event>/met")
@let_in
def met(event: str) -> ResponseReturnValue:
    """The race and the meetings, as far as the standings are shown."""
    view = event_view(event)
    through = shown_through(view)
    rows = standings(view.tournament, through).rows if through else ()
    best = rows[:MOST_LINES]
    totals = [_totals(view.tournament, best, at) for at in range(through + 1)] if len(best) > 1 else []
    return render_template(
        "tournament/players/met.html",
        event=view.event,
        chart=_race([row.name for row in best], totals) if totals else None,
        best=[row.name for row in best],
        totals=[[figure(points) for points in row] for row in totals[1:]],
        meetings=_meetings(view.tournament, rows[:MOST_NAMES], through),
    )


def _totals(tournament: Tournament, best: tuple[Row, ...], through: int) -> list[Fraction]:
    """The points of some after a round, 0 before their first result."""
    found = {row.players: row.total for row in standings(tournament, through).rows} if through else {}
    return [found.get(row.players, Fraction(0)) for row in best]


def _race(names: list[str], totals: list[list[Fraction]]) -> Chart:
    return chart(names, [[float(points) for points in row] for row in totals], [""] * len(names), FRAME)


def _meetings(tournament: Tournament, rows: tuple[Row, ...], through: int) -> list[tuple[str, list[int | None]]]:
    """For each of these players how often each of them sat at the same table; None for themselves."""
    times = Counter[tuple[int, int]]()
    for at in tournament.rounds:
        for sitting in at.tables.values() if at.number <= through else ():
            times.update(pair for one, two in combinations(sitting.seats, 2) for pair in ((one, two), (two, one)))
    return [
        (
            row.name,
            [None if row is other else sum(times[a, b] for a in row.players for b in other.players) for other in rows],
        )
        for row in rows
    ]
