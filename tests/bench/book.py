"""The book of a group at a club with 1,000 tables: its page with nothing of it in memory, all years, and a player's page.

The program is started anew for each measurement; the middle of them counts.
"""

from __future__ import annotations

import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from random import Random
from statistics import median
from urllib.request import urlopen

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from referee.club.summaries import Summaries
from referee.club.tables import Tables
from referee.store import Store
from tests.bench.goals import goal
from tests.book.made_up import ONE, TWO, tarot
from tests.help.running import Program

TABLES, STARTS, GOAL = 1000, 3, 0.1
SETTLED = 8
"""Seconds after a start in which the program makes its templates ready."""


def fill(path: Path) -> str:
    """Ten years of two groups; returns the last table."""
    rng, day, last = Random(1), date(2015, 9, 1), ""
    with Store.open(path) as store:
        tables = Tables(store)
        for number in range(TABLES):
            day += timedelta(days=3)
            text = tarot(rng, list(ONE if number % 2 else TWO)).replace("\n", f"\ndate {day.isoformat()}\n", 1)
            last = tables.take_in(text.encode(), "", f"table {number}")
        for _ in Summaries(tables).fill():
            pass
    return last


def seconds(address: str) -> float:
    """How long an answer takes."""
    began = time.perf_counter()
    with urlopen(address) as answer:
        answer.read()
    return time.perf_counter() - began


def run() -> list[str]:
    """Measure each page."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        ours = Program(Path(name) / "referee.db")
        table = fill(ours.database)
        cold: dict[str, list[float]] = {f"/book/{table}": [], "/people/Ana": []}
        again: list[float] = []
        for path in [path for _ in range(STARTS) for path in cold]:
            try:
                ours.start()
                time.sleep(SETTLED)
                seconds(f"{ours.url}/privacy")  # any page: what every page needs is loaded by the first of an evening
                cold[path].append(seconds(ours.url + path))
                if path.startswith("/book"):
                    again.append(seconds(f"{ours.url}{path}?span=ever"))
            finally:
                ours.kill()
    group, person = (median(times) for times in cold.values())
    return [
        goal(f"a group's page with {TABLES:,} tables, nothing of it in memory", group, GOAL, " s"),
        goal(f"a player's page with {TABLES:,} tables, nothing of it in memory", person, GOAL, " s"),
        f"a group's page of all years, 500 evenings: {median(again):.3f} s",
    ]


if __name__ == "__main__":
    print("\n".join(run()))
