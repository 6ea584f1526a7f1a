"""Deals by the thousand: honest play is never accused, and planted fouls are proved.

    python3 dev.py soak [GAME…] [--deals 100000] [--processes 2] [--seed 1]

Every `tests/soak/<game>.py` is a generator of one game, found by its name. It has one function

    def deal(rng: Random) -> tuple[str, Planted | None]

which plays by the laws with real hands, written independently of the program, draws all chance from `rng`, and
answers with a record as text and the one foul planted in it. `Planted` is a plain tuple

    (seat's name, line of the foul, first line that lets everybody see it or None, kinds it may be called)

The harness folds the record and holds the answer against the truth:

- nothing planted: no foul;
- a foul planted: nobody else is named, its player is among the suspects of everything that is reported;
  nothing shown blames another line, nothing counted begins after the true one;
- and where a line shows it, it is proved there or before, with its seat, its line and one of its kinds.

A record that is judged wrongly is printed whole, with its number: `--only NUMBER` plays it again.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import click

from referee.record.text import read
from referee.rules import Foul
from referee.table.table import fold_record

Planted = tuple[str, int, int | None, frozenset[str]]
Deal = Callable[[Random], tuple[str, Planted | None]]
BATCH = 100


def wrong_with(seats: tuple[str, ...], fouls: list[Foul], planted: Planted | None) -> str | None:
    """What is wrong with an answer, in a sentence; None where all is well."""
    if planted is None:
        return f"honest play is accused: {fouls[0].message}" if fouls else None
    name, committed, shown, kinds = planted
    seat = seats.index(name)
    exact = False
    for foul in fouls:
        if foul.seat not in (None, seat) or seat not in foul.suspects:
            return f"{name} fouled, and another is accused: {foul.message}"
        if foul.committed > committed or (foul.proof != "counted" and foul.committed != committed):
            return f"the foul was on line {committed}, and line {foul.committed} is blamed: {foul.message}"
        if foul.proof != "counted" and foul.kind not in kinds:
            return f"it was {' or '.join(sorted(kinds))}, and is called {foul.kind}: {foul.message}"
        exact |= foul.seat == seat and foul.committed == committed and shown is not None and foul.proved <= shown
    if shown is not None and not exact:
        return f"the foul of {name} on line {committed} is to be seen on line {shown}, and is not proved"
    return None


def play(game: str, seed: int, number: int) -> tuple[str, str | None, str]:
    """One record, judged: what became of it (honest, shown, counted, unproved), what is wrong, its text."""
    deal: Deal = import_module(f"tests.soak.{game}").deal
    text, planted = deal(Random(f"{game} {seed} {number}"))
    table = fold_record(read(text))
    fouls = [foul for judged in table.deals for foul in judged.fouls]
    found = "honest" if planted is None else "unproved" if not fouls else fouls[0].proof
    return found, wrong_with(table.seats, fouls, planted), text


def batch(game: str, seed: int, first: int, count: int) -> tuple[Counter[str], list[tuple[int, str, str]]]:
    """Some records in a row: how many of each kind, and those judged wrongly."""
    kinds: Counter[str] = Counter()
    wrong = []
    for number in range(first, first + count):
        found, reason, text = play(game, seed, number)
        kinds[found] += 1
        if reason is not None:
            wrong.append((number, reason, text))
    return kinds, wrong


def soak(game: str, seed: int, deals: int, processes: int) -> int:
    """Play so many records of a game and print what became of them; the number judged wrongly."""
    kinds: Counter[str] = Counter()
    wrong: list[tuple[int, str, str]] = []
    start = time.perf_counter()
    with (
        ProcessPoolExecutor(processes) as pool,
        click.progressbar(length=deals, label=game, file=sys.stderr) as bar,
    ):
        firsts = range(0, deals, BATCH)
        tasks = {pool.submit(batch, game, seed, n, min(BATCH, deals - n)): min(BATCH, deals - n) for n in firsts}
        for task in as_completed(tasks):
            found, more = task.result()
            kinds += found
            wrong += more
            bar.update(tasks[task])
    spent = time.perf_counter() - start
    planted = sum(kinds.values()) - kinds["honest"]
    print(
        f"{game}: {deals:,} records in {spent:.0f} s ({deals / spent:,.0f}/s): {kinds['honest']:,} honest, "
        f"{planted:,} with a foul planted (first seen {kinds['seen']:,}, shown {kinds['shown']:,}, "
        f"counted {kinds['counted']:,}, {kinds['unproved']:,} that nothing can prove yet); {len(wrong)} wrong"
    )
    for number, reason, text in sorted(wrong)[:3]:
        print(f"\n# record {number}: {reason}\n{text}")
    return len(wrong)


def games() -> list[str]:
    """The games that have a generator."""
    return sorted(path.stem for path in (ROOT / "tests" / "soak").glob("*.py"))


@click.command()
@click.argument("names", metavar="[GAME]…", nargs=-1, type=click.Choice(games()))
@click.option("--deals", default=100_000, show_default=True, help="Records of each game.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--only", type=int, help="Play this one record and print it.")
def main(names: tuple[str, ...], deals: int, processes: int, seed: int, only: int | None) -> None:
    """Honest play is never accused, and planted fouls are proved."""
    chosen = names or tuple(games())
    if only is not None:
        for game in chosen:
            found, reason, text = play(game, seed, only)
            click.echo(f"{text}# {found}: {reason or 'judged rightly'}")
        return
    wrong = sum([soak(game, seed, deals, processes) for game in chosen])
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
