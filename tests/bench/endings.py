"""What fouls did, by the thousand: right, and how soon.

    python3 tests/bench/endings.py GAME [--last 4] [--count 10000] [--first 0] [--seed 1] [--unknown | --only-speed]

Deals of `tests/oracle/endings.py` laid at random to their last tricks, with a foul in the first of them: half have as many
tricks left as is said, half that many at most. Every answer is held against all lawful lines, in Doppelkopf its class and
what it costs too against the federation's text. With --unknown two hands stay closed, at tarot one, in deals in which
few cards are not in play, and what is said is held against every deal there can be. With --only-speed nothing is compared:
told are the processor's time of each answer, how many had room for no answer or for none on best play, and how many of
both came within a second of it.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import click

from tests.endings.test_endings import check, check_class, check_unknown, damage
from tests.oracle.closed import CLOSED
from tests.oracle.doppelkopf_fouls import verdict
from tests.oracle.endings import STORIES, Story

WHOLE = 4
"""As many tricks left are always computed whole."""


def story_of(game: str, seed: int, number: int, last: int, unknown: bool = False) -> Story:
    """The ending of this number."""
    rng, stories = Random(f"endings {game} {seed} {number}"), CLOSED if unknown else STORIES
    while True:
        story = stories[game](rng, rng.randint(1, last) if number % 2 else last)
        if story is not None:
            return story


def held(game: str, story: Story, unknown: bool) -> dict[str, int]:
    """Hold the answer on an ending against the oracle; what was compared, and how often."""
    tricks = f"{max(map(len, story.hands))} tricks"
    if unknown:
        others = [seat for seat in range(story.game.seats) if seat != story.seat]
        closed = Random(story.text).sample(others, 1 if game == "tarot" else 2)
        state, deals = check_unknown(game, story, tuple(closed))
        return {tricks: 1, state: 1, f"deals {state}": deals}
    wanted = max(map(len, story.hands)) <= WHOLE
    whole = check(game, story, wanted)
    found = {tricks: 1} if whole else {tricks: 1, "not all told": 1}
    if game != "doppelkopf":
        return found
    return found | {verdict(story).kind if check_class(story, wanted) else "class not told": 1}


def compare(game: str, last: int, numbers: range, seed: int, unknown: bool) -> int:
    """Hold the answers against every line and print what was compared; how many were wrong."""
    wrong, kinds = 0, Counter[str]()
    for number in numbers:
        story = story_of(game, seed, number, last, unknown)
        try:
            kinds.update(held(game, story, unknown))
        except AssertionError:
            wrong += 1
            print(f"# ending {number}\n{story.text}\n{traceback.format_exc(limit=-1)}")
    found = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"{game}, {last} tricks: {len(numbers)} held against every line, {wrong} wrong ({found})")
    return wrong


def clock(game: str, last: int, numbers: range, seed: int) -> None:
    """Print how soon answers come."""
    times, spent, short, soon, whole, count = list[float](), 0, 0, 0, 0, len(numbers)
    for number in numbers:
        story = story_of(game, seed, 2 * number, last)
        began = time.process_time()
        found = damage(story.text, story.seat, story.line)
        times.append(time.process_time() - began)
        said = found["state"] in ("computed", "decided")
        best = bool({"points", "tricks"} & found.get("without", {}).keys())
        spent, short = spent + (not said), short + (not best)
        soon, whole = soon + (said and times[-1] <= 1), whole + (best and times[-1] <= 1)
    times.sort()
    middle, most = times[count // 2] * 1000, times[count * 95 // 100] * 1000
    head = f"{game}, {last} tricks"
    print(f"{head}: {count} asked, {spent} not answered, {short} without best play; median {middle:.0f} ms")
    print(f"{head}: 95 % within {most:.0f} ms")
    print(
        f"{head}, within a second: class and who can win {100 * soon / count:.1f} %, best play {100 * whole / count:.1f} %"
    )


@click.command()
@click.argument("game", type=click.Choice(list(STORIES)))
@click.option("--last", default=4, show_default=True, help="Tricks left at the foul.")
@click.option("--count", default=10_000, show_default=True)
@click.option("--first", default=0, show_default=True, help="The number of the first ending.")
@click.option("--seed", default=1, show_default=True)
@click.option("--unknown", is_flag=True, help="With hands closed.")
@click.option("--only-speed", is_flag=True)
def main(game: str, last: int, count: int, first: int, seed: int, unknown: bool, only_speed: bool) -> None:
    """Hold the answers on random endings of a GAME against every line, or time them."""
    numbers = range(first, first + count)
    if only_speed:
        clock(game, last, numbers, seed)
    elif compare(game, last, numbers, seed, unknown):
        sys.exit(1)


if __name__ == "__main__":
    main()
