"""Deals with cards that nobody saw, by the hundred.

    python -m tests.bench.unseen [GAME…] [--endings 500] [--noise 1000] [--tricks 2] [--seed 1]

An ending is held against every explanation there is (`tests/oracle/unseen.py`). In a noisy deal any card may be unseen and
two players break the laws: whoever is named did so, by the play that is told where it is told as certain, somebody did
among the suspects, and an honest deal accuses nobody. A record that is judged otherwise is printed with its number.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from random import Random

import click

from referee.record.text import read
from referee.table.table import fold_record
from tests.help.unseen import differences, stale
from tests.oracle.unseen_deals import GAMES, Chance, Played, deal, play_out

MOST = 200_000
"""The most hands that are tried for a step of an ending: of tarot's endings of two tricks 4 in 100 have more."""

STALE = 3_000
"""The most hands that are tried once more after each later card."""


def ending(game: str, rng: Random, tricks: int) -> tuple[Played, Iterator[str] | None]:
    """An ending, and how its judgement differs from its explanations; None where there are too many."""
    played = deal(rng, game, Chance(tricks, rng.uniform(0.1, 0.4)))
    wrong = differences(played, MOST)
    return played, wrong and chain(wrong, stale(played, STALE))


def noise(game: str, rng: Random, tricks: int) -> tuple[Played, Iterator[str]]:
    """A deal with unseen cards everywhere and two players who break the laws, and what is untrue of what is said."""
    careless = rng.choice([0.02, 0.05, 0.1, 0.2])
    chance = Chance(sys.maxsize, rng.uniform(0.02, 0.3), late=careless, offenders=2)
    played = play_out(rng, GAMES[game](rng), chance)
    return played, untruths(played)


def untruths(played: Played) -> Iterator[str]:
    """What the program says that did not happen."""
    offenders = set(played.broken.values())
    for foul in fold_record(read(played.text)).deals[-1].fouls:
        if foul.seat is not None and foul.seat not in offenders:
            yield f"{foul.seat} is named and broke no law: {foul.message}"
        if foul.explained is None and not offenders & set(foul.suspects):
            yield f"{foul.suspects} broke no law: {foul.message}"
        sure = foul.seat is not None and not foul.vague and foul.explained is None
        if sure and foul.committed not in played.broken:
            yield f"line {foul.committed} broke no law: {foul.message}"


def run(what: str, play: Callable[..., tuple[Played, Iterator[str] | None]], game: str, count: int, tricks: int, seed: str) -> int:  # fmt: skip
    """Play so many deals of a kind and print how they were judged; the number of those judged wrongly."""
    kinds: Counter[str] = Counter()
    start = time.perf_counter()
    for number in range(count):
        played, wrong = play(game, Random(f"{what} {game} {seed} {number}"), tricks)
        reasons = [] if wrong is None else list(wrong)
        kinds["too large" if wrong is None else "wrong" if reasons else "fouled" if played.broken else "honest"] += 1
        if reasons:
            print(f"\n# {what} {number}: {'; '.join(reasons)}\n{played.text}")
    print(f"{game}: {count:,} of {what} in {time.perf_counter() - start:.0f} s: {dict(kinds)}", flush=True)
    return kinds["wrong"]


@click.command()
@click.argument("games", metavar="[GAME]…", nargs=-1, type=click.Choice(sorted(GAMES)))
@click.option("--endings", default=500, show_default=True)
@click.option("--noise", "noisy", default=1000, show_default=True)
@click.option("--tricks", default=2, show_default=True, help="How many tricks an ending has.")
@click.option("--seed", default="1", show_default=True)
def main(games: tuple[str, ...], endings: int, noisy: int, tricks: int, seed: str) -> None:
    """Hold endings against all their explanations, and noisy deals against what happened."""
    wrong = 0
    for game in games or sorted(GAMES):
        wrong += run("endings", ending, game, endings, tricks, seed)
        wrong += run("noise", noise, game, noisy, tricks, seed)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
