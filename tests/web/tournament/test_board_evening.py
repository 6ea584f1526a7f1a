"""A whole evening of boards through the pages against percentages worked out by the long way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from flask import Flask

from referee.tournament import facts
from referee.tournament.settings import Entrant
from referee.words.numbers import figure
from tests.help.desk import Desk
from tests.help.web import ORIGIN, Visitor

TABLES, BOARDS = 8, 6
SCORES = (25, 26, 28, 35, 48, 66, -26, -31, -52, -40, 102, -110)
"""What the taker gets from one opponent."""
NAMES = [f"P{number:02d}" for number in range(4 * TABLES)]
Cells = Mapping[tuple[int, int], tuple[int, int]]


def by_hand(
    cells: Cells, names: Sequence[str] = NAMES, tables: int = TABLES, boards: int = BOARDS
) -> dict[str, Fraction]:
    """Every player's percentage (R-RO p. 17, 18): of each board the share of other results that one beats, a level one
    counting half; a quarter by the attacks and the rest by the defences.
    """
    attack: dict[str, list[Fraction]] = {name: [] for name in names}
    defence: dict[str, list[Fraction]] = {name: [] for name in names}
    for board in range(1, boards + 1):
        there = [(table, *cells[table, board]) for table in range(1, tables + 1) if cells[table, board][0] >= 0]
        for table, taker, score in there:
            others = [other for place, _, other in there if place != table]
            beaten = sum((Fraction(1) if other < score else Fraction(other == score, 2)) for other in others)
            note = 100 * beaten / len(others) if others else Fraction(50)
            for seat, name in enumerate(names[4 * (table - 1) : 4 * table]):
                (attack if seat == taker else defence)[name].append(note if seat == taker else 100 - note)
    return {name: mean(attack[name], defence[name]) for name in names}


def mean(attack: list[Fraction], defence: list[Fraction]) -> Fraction:
    if attack and defence:
        return sum(attack, Fraction()) / len(attack) / 4 + sum(defence, Fraction()) / len(defence) * 3 / 4
    both = attack + defence
    return sum(both, Fraction()) / len(both)


def test_the_standings_of_an_evening_are_those_worked_out_by_the_long_way(app: Flask, visitor: Visitor) -> None:
    desk, kept = Desk(visitor, scoring="topage", depth="cards"), app.extensions["tournaments"]
    entrants = tuple(Entrant(number, name) for number, name in enumerate(NAMES, 1))
    kept.act(desk.id, "signed up", lambda _: [facts.Added(entrants)])
    kept.act(desk.id, "here", lambda _: [facts.Came(tuple(range(1, len(NAMES) + 1)))])
    desk.seat(1, *NAMES)
    desk.do("start")
    page = desk.do("make", at="/boards", count=str(BOARDS))
    data = next(form for form in page.forms if form.action.endswith("/enter")).sent(None, {})
    rng, cells = Random(24), {}
    for table in range(1, TABLES + 1):
        for board in range(1, BOARDS + 1):
            taker, score = rng.randrange(-1, 4), rng.choice(SCORES)
            cells[table, board] = (taker, score)
            typed = {"table": table, "board": board, "taker": taker, "score": 3 * score, "key": f"{table}-{board}"}
            sent = {**data.to_dict(), **{name: str(value) for name, value in typed.items()}}
            path = f"/tournament/{desk.id}/boards/enter"
            assert visitor.client.post(path, data=sent, headers={"Origin": ORIGIN}).status_code == 303
    desk.do("close", at="/boards")
    expected = {name: figure(percent, "en").replace("−", "-") for name, percent in by_hand(cells).items()}
    assert desk.totals() == expected
