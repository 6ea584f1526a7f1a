"""Sheets a second, from folded tables and a drawn tournament to the PDF, beside a bare table of as many rows.

`python3 dev.py bench sheets`. The evenings are of tarot, of Doppelkopf and of Double-détente, card by card, with lists, charts and
a foul in about every sixth deal; what these did is reckoned before, as it is while a table plays. The bare one has the same number of rows and cells and no style; its document goes through
the same presses.
"""

from __future__ import annotations

import io
import resource
import time
from collections.abc import Callable
from random import Random
from statistics import median
from types import ModuleType

from pypdf import PdfReader

from referee.record import text as record
from referee.sheets import render
from referee.sheets import tournament as papers
from referee.sheets.press import printed, retire
from referee.table.table import Table, fold_record
from referee.tournament.draws import by_lot
from referee.tournament.facts import Added, Came
from referee.tournament.settings import Entrant, usual
from referee.tournament.tournament import Tournament
from tests.bench.goals import goal
from tests.help.sheet import match
from tests.help.tournament import told
from tests.soak import doppelkopf, tarot

ROUNDS = 3
DEALS = 36
"""Deals of an evening."""


def drawn(players: int) -> Tournament:
    """A tournament whose first round is drawn, each player with a name of a usual length."""
    numbers = range(1, players + 1)
    entrants = Added(tuple(Entrant(number, f"Player Number{number}", "Lyon") for number in numbers))
    begun = told(entrants, Came(tuple(numbers)), start=usual("tarot", "Grand Prix"))
    return told(entrants, Came(tuple(numbers)), by_lot(begun, 1, 1), start=usual("tarot", "Grand Prix"))


def evening(game: ModuleType, seed: int) -> Table:
    """A table of so many deals that were seen to their end, card by card, a foul in some."""
    rng, head, found, fouls = Random(seed), "", list[str](), 0
    while len(found) < DEALS:
        text, planted = game.deal(rng)
        top, _, deal = text.partition("deal ")
        if (head and top != head) or "?" in text or (planted and fouls > len(found) // 6):
            continue
        if fold_record(record.read(text)).current is None:
            head, fouls = top, fouls + bool(planted)
            found.append(f"deal {deal.rstrip()}\n")
    return fold_record(record.read(head + "".join(found)))


def bare(rows: int, cells: int) -> str:
    """A table that somebody else would print."""
    row = f"<tr>{'<td>12</td>' * cells}</tr>"
    return f'<html lang="en"><title>Table</title><table>{row * rows}</table>'


def rate(make: Callable[[], bytes]) -> tuple[float, float]:
    """Pages a second, and the seconds all took; the middle one of several times."""
    found = []
    for _ in range(ROUNDS):
        before = time.perf_counter()
        made = make()
        spent = time.perf_counter() - before
        found.append((len(PdfReader(io.BytesIO(made)).pages) / spent, spent))
    return median(rate for rate, _ in found), median(spent for _, spent in found)


def memory() -> float:
    """The most that any press has taken so far, in MB; known once it has ended."""
    retire()
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def run() -> list[str]:
    """A page, an evening, two piles; each presses as the web's pages do."""
    evenings = [evening(tarot, 1), evening(tarot, 2), evening(doppelkopf, 1), fold_record(record.read(match(DEALS)))]
    render(evenings)
    links = papers.Links({number: f"http://192.168.1.20:8000/t/{number}" for number in range(1, 101)})
    small, large = (papers.Papers(drawn(players), links=links) for players in (40, 400))
    _, first = rate(lambda: render([fold_record(record.read(match(1)))]))
    plain, _ = rate(lambda: printed([[bare(DEALS * 9, 5)]] * 4))
    pages, _ = rate(lambda: render(evenings))
    rate(lambda: papers.render(small))
    few = memory()
    before = time.perf_counter()
    papers.render(large)
    pile = time.perf_counter() - before
    return [
        f"a bare table of as many rows: {plain:.1f} pages a second",
        goal(f"four evenings of {DEALS} deals in three games, pages a second", pages, 40, least=True),
        goal("a sheet of one page", first, 1, " s"),
        goal("a round's pile for 400 players", pile, 15, " s"),
        goal("a press's memory, for 400 players against 40", memory() / few, 1.1),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
