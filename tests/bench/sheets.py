"""A score sheet from a folded table to the PDF, beside a page of one paragraph printed the same way.

`python -m tests.bench.sheets`. Each starts a press of its own, as a page of the web does.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from referee.record import text as record
from referee.sheets import blank, render
from referee.sheets.press import printed
from referee.table.table import fold_record

ROUNDS = 3
BARE = '<html lang="en"><title>One</title><p>One paragraph.'
SEATS = ("Ana", "Ben", "Cléo")


def match(deals: int) -> str:
    """A record of so many parts in which every bid is missed and nobody comes near the end; nine rows a part."""
    lines = ["game double-detente", "seats Ana Ben Cléo"]
    for number in range(deals):
        dealer = number // 2 % 3
        lines.append(f"deal {SEATS[dealer]} part={number % 2 + 1}")
        lines += [f"bid {SEATS[(dealer + step) % 3]} 13" for step in (1, 2, 3)]
        lines += ["result tricks=5,4,4", *(f"penalty {seat} 5" for seat in SEATS)]
    return "\n".join(lines)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def run() -> list[str]:
    """Measure in turns, so that what else the machine does falls on all alike; the middle of three rounds."""
    short, long = fold_record(record.read(match(4))), fold_record(record.read(match(33)))
    works: dict[str, Callable[[], object]] = {
        "a page of one paragraph": lambda: printed([[BARE]]),
        "a sheet of 36 rows": lambda: render([short]),
        "a sheet of 297 rows": lambda: render([long]),
        "an empty sheet": lambda: blank("double-detente", seats=3),
        "ten sheets of 36 rows in one PDF": lambda: render([short] * 10),
    }
    spent: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            spent[name].append(seconds(work))
    base = median(spent["a page of one paragraph"])
    return [
        f"{name}: {median(found):.2f} s ({median(found) / base:.1f} × the bare page)" for name, found in spent.items()
    ]


if __name__ == "__main__":
    print("\n".join(run()))
