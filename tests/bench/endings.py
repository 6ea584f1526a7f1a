"""What fouls did, by the thousand: right, and how soon.

    python3 tests/bench/endings.py GAME [--last 4] [--count 10000] [--seed 1] [--only-speed]

Deals of `tests/oracle/endings.py` laid at random to their last tricks, with a foul in the first of them; every answer is
held against all lawful lines. With --only-speed nothing is compared: told are the processor's time of each answer, how
many had room for no answer or for none on best play, and how many of both came within a second of it, beside the goal.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import click

from tests.bench.goals import goal
from tests.endings.test_endings import check, damage
from tests.oracle.endings import STORIES


@click.command()
@click.argument("game", type=click.Choice(list(STORIES)))
@click.option("--last", default=4, show_default=True, help="Tricks left at the foul.")
@click.option("--count", default=10_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--only-speed", is_flag=True)
def main(game: str, last: int, count: int, seed: int, only_speed: bool) -> None:
    """Hold the answers on random endings of a GAME against every line, or time them."""
    rng, done, wrong, times, spent, short = Random(seed), 0, 0, [], 0, 0
    soon = whole = 0
    while done < count:
        story = STORIES[game](rng, last)
        if story is None:
            continue
        done += 1
        if only_speed:
            began = time.process_time()
            found = damage(story.text, story.seat, story.line)
            times.append(time.process_time() - began)
            said = found["state"] in ("computed", "decided")
            best = bool({"points", "tricks"} & found.get("without", {}).keys())
            spent, short = spent + (not said), short + (not best)
            soon, whole = soon + (said and times[-1] <= 1), whole + (best and times[-1] <= 1)
            continue
        try:
            check(game, story)
        except AssertionError as error:
            wrong += 1
            print(f"{story.text}\n{error}\n")
    if times:
        times.sort()
        middle, most = times[len(times) // 2] * 1000, times[len(times) * 95 // 100] * 1000
        head = f"{game}, {last} tricks"
        print(f"{head}: {done} asked, {spent} not answered, {short} without best play; median {middle:.0f} ms")
        print(f"{head}: 95 % within {most:.0f} ms")
        print(goal(f"{head}, within a second: class and who can win", 100 * soon / done, 95, " %", least=True))
        print(goal(f"{head}, within a second: best play", 100 * whole / done, 95, " %", least=True))
    else:
        print(f"{game}, {last} tricks: {done} held against every line, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
