"""A large tournament: what an entry and the standings cost, beside a tournament of a tenth of the size.

`python -m tests.bench.tournament`. What its paper costs, `sheets` says.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from random import Random
from statistics import median

from referee.club.tournaments import Tournaments
from referee.store import Store
from referee.tournament.draws import by_lot
from referee.tournament.facts import Came, Confirmed, Corrected, Entered, RoundStarted
from referee.tournament.settings import Entrant, usual
from referee.tournament.standings import standings
from referee.tournament.tournament import Entry, Tournament
from tests.bench.goals import goal

TURNS, EACH = 40, 50


def played(players: int, rounds: int, path: Path) -> tuple[Tournament, float]:
    """A tournament of so many after so many rounds, and the median time of entering a result at one of its tables."""
    chance, spent = Random(1), []
    with Store.open(path) as store:
        kept = Tournaments(store)
        name = kept.open(usual("tarot", "Grand Prix"), "open")
        kept.sign_up(name, "players", [Entrant(0, f"Player {number}") for number in range(players)])
        kept.act(name, "came", lambda t: [Came(tuple(player.number for player in t.players))])
        for number in range(1, rounds + 1):
            kept.draw(name, f"draw {number}", [by_lot(kept.get(name).tournament, number, number)])
            kept.act(name, f"start {number}", lambda _, number=number: [RoundStarted(number)])  # type: ignore[misc]
            for table, sitting in kept.get(name).tournament.value.round(number).tables.items():
                score = chance.randrange(300)
                entered = Entered(number, table, (score, -score, *(0,) * (len(sitting.seats) - 2)), 0, 0)
                spent.append(seconds(lambda: kept.act(name, f"{entered.round} {entered.table}", lambda _: [entered])))  # noqa: B023
                agreed = Confirmed(number, table, 1, 1)
                kept.act(name, f"agreed {number} {table}", lambda _, agreed=agreed: [agreed])  # type: ignore[misc]
        return kept.get(name).tournament, median(spent)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def fold(tournaments: Sequence[Tournament]) -> list[float]:
    """Seconds of one more entry, without the disk: a result put right; the least of many, all tournaments in turn."""
    least = [inf] * len(tournaments)
    for _ in range(TURNS):
        for at, tournament in enumerate(tournaments):
            scores = (1, -1, *(0,) * (len(tournament.value.round(1).tables[1].seats) - 2))
            entry = Entry(tournament.seq + 1, Corrected(1, 1, scores, "bench"))
            spent = seconds(lambda: [tournament.extended([entry]) for _ in range(EACH)])  # noqa: B023
            least[at] = min(least[at], spent / EACH)
    return least


def ranked(tournament: Tournament) -> float:
    """The standings worked out anew."""

    return median(seconds(lambda: standings(Tournament(tournament.log, tournament.value))) for _ in range(10))


def run() -> list[str]:
    lines, evenings = [], []
    with tempfile.TemporaryDirectory() as folder:
        for players in (40, 400):
            tournament, entering = played(players, 5, Path(folder) / f"{players}.db")
            evenings.append(tournament)
            standings_ = ranked(tournament)
            kept, shown = f"a result kept {entering * 1e3:.1f} ms", f"the standings {standings_ * 1e3:.1f} ms"
            lines.append(f"{players} players, 5 rounds: {kept}, {shown}")
    few, many = fold(evenings)
    lines.append(f"a result put right: {few * 1e6:.1f} and {many * 1e6:.1f} µs")
    lines.append(goal("an entry folded, of 400 players against 40", many / few, 1.05))
    lines.append(goal("the standings of 400 players, as slow as any request may be", standings_ * 1e3, 150, " ms"))
    return lines


if __name__ == "__main__":
    print("\n".join(run()))
