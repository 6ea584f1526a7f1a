"""The worst record: which single fact keeps the referee busy longest?

    python -m tests.bench.stall [GAME…] [--seconds 60] [--seed 1]

Records of the soak are spoilt: cards nobody saw, cards exchanged between players, tricks of which only the winner is
known. Every fact of each is timed (time of this process alone), and the slowest of each game told, with the number
that plays its record again: `--only NUMBER` prints it.
"""

from __future__ import annotations

import time
from importlib import import_module
from random import Random

import click

from referee.games import CLASSES
from referee.record.text import read
from referee.table.table import Table, fold_record, open_table
from referee.words.text import RefereeError
from tests.bench.goals import goal

GOAL = 0.3
"""Seconds the slowest fact of any record may take."""

GAMES = tuple(sorted(name.replace("-", "_") for name in CLASSES))


def spoilt(rng: Random, text: str) -> str:
    """The record with some cards unseen and some exchanged, each trick with an unseen card told by who took it."""
    table = fold_record(read(text))
    lines = text.splitlines()
    took = {trick.plays[-1].line: trick.winner for deal in table.deals for trick in deal.deal.tricks if trick.plays}
    words = {number: line.split() for number, line in enumerate(lines, 1)}
    cards = [
        (n, at) for n, line in words.items() if line and line[0] in ("play", "trick") for at in range(2, len(line))
    ]
    blind, swaps = rng.choice((0, 0.05, 0.2, 0.4, 0.6, 0.8)), rng.choice((0, 1, 1, 2, 3, 6))
    for _ in range(swaps if len(cards) > 1 else 0):
        (n, at), (m, to) = rng.sample(cards, 2)
        words[n][at], words[m][to] = words[m][to], words[n][at]
    first = rng.randrange(len(lines)) if rng.random() < 0.3 else 0
    for n, at in cards:
        if n >= first and rng.random() < blind:
            words[n][at] = "?" if "+" not in words[n][at] or rng.random() < 0.3 else words[n][at]
    made, hidden = [], False
    for n, line in enumerate(lines, 1):
        made.append(" ".join(words[n]) if words[n] and words[n][0] in ("play", "trick") else line)
        hidden |= "?" in words[n][2:]
        if hidden and n in took:
            winner, hidden = took[n], False
            if winner is not None and not (n < len(lines) and lines[n].startswith("took ")):
                made.append(f"took {table.seats[winner]}")
    return "\n".join(made) + "\n"


def record(game: str, seed: int, number: int) -> str:
    """The spoilt record of this number."""
    rng = Random(f"stall {game} {seed} {number}")
    text, _ = import_module(f"tests.soak.{game}").deal(rng)
    return spoilt(rng, text)


def slowest(text: str) -> tuple[float, int]:
    """The seconds of the slowest fact of a record, and its line; what cannot stand is left out."""
    found = read(text)
    table: Table = open_table(found.header)
    worst, where = 0.0, 0
    for entry in found.entries:
        start = time.process_time()
        try:
            table = table.add(entry.line, entry.fact)
        except RefereeError:
            continue
        finally:
            spent = time.process_time() - start
            if spent > worst:
                worst, where = spent, entry.line
    return worst, where


def search(game: str, seconds: float, seed: int) -> str:
    """Spoil records for so long, and tell the slowest fact."""
    end, number, worst = time.monotonic() + seconds, 0, (0.0, 0, 0)
    while time.monotonic() < end:
        spent, line = slowest(record(game, seed, number))
        worst = max(worst, (spent, number, line))
        number += 1
    spent, at, line = worst
    return goal(f"{game}: the slowest fact of {number} spoilt records (record {at}, line {line})", spent, GOAL, " s")


def run() -> list[str]:
    """A short search in every game."""
    return [search(game, 4, 1) for game in GAMES]


@click.command()
@click.argument("names", metavar="[GAME]…", nargs=-1, type=click.Choice(GAMES))
@click.option("--seconds", default=60.0, show_default=True, help="How long to search, all games together.")
@click.option("--seed", default=1, show_default=True)
@click.option("--only", type=int, help="Print this one record.")
def main(names: tuple[str, ...], seconds: float, seed: int, only: int | None) -> None:
    """Which single fact keeps the referee busy longest?"""
    chosen = names or GAMES
    for game in chosen:
        click.echo(record(game, seed, only) if only is not None else search(game, seconds / len(chosen), seed))


if __name__ == "__main__":
    main()
