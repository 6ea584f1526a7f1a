"""The time to print a page, an evening and a round's pile, from folded tables and a drawn tournament to the PDF.

`python3 dev.py bench sheets`. The evenings are of tarot, of Doppelkopf and of Double-détente, card by card, with lists,
charts and a foul in about every sixth deal; what these did is reckoned before, as it is while a table plays.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from random import Random
from statistics import median
from types import ModuleType

from referee.record import text as record
from referee.sheets import render
from referee.sheets import tournament as papers
from referee.sheets.press import retire
from referee.table.table import Table, fold_record
from referee.tournament.facts import Added, Came
from referee.tournament.settings import Entrant, usual
from referee.tournament.tournament import Tournament
from tests.bench.goals import goal
from tests.help.sheet import match
from tests.help.tournament import by_lot, told
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


def seconds(make: Callable[[], bytes], rounds: int = ROUNDS) -> float:
    """The seconds it took, the middle one of several times."""
    found = []
    for _ in range(rounds):
        before = time.perf_counter()
        make()
        found.append(time.perf_counter() - before)
    return median(found)


def run() -> list[str]:
    """A page, an evening, a pile; each presses as the web's pages do."""
    evenings = [evening(tarot, 1), evening(doppelkopf, 1), fold_record(record.read(match(DEALS)))]
    page = fold_record(record.read(match(1)))
    links = papers.Links({number: f"http://192.168.1.20:8000/t/{number}" for number in range(1, 101)})
    pile = papers.Papers(drawn(400), links=links)
    render([*evenings, page])  # a press stands ready
    one, longest = seconds(lambda: render([page])), max(seconds(lambda each=each: render([each])) for each in evenings)
    whole = seconds(lambda: papers.render(pile), 1)
    retire()  # its memory is known once it has ended
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return [
        goal("a sheet of one page", one, 0.2, " s"),
        goal(f"an evening of {DEALS} deals, the slowest of three games", longest, 1.5, " s"),
        goal("a round's pile for 400 players", whole, 30, " s"),
        goal("a press's memory for that pile", memory, 256, " MB"),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
