"""Long records: `referee check` of a thousand deals, its start, a record of corrections, and the collector's pauses.

`python3 dev.py bench check`. Seconds are processor time of the command, all it loads included, compiled before.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from referee.memory import keep_what_is_loaded
from referee.record.text import read
from referee.table.table import Table, fold_record
from tests.bench.goals import goal
from tests.soak import tarot

DEALS, CORRECTIONS, LOADED = 1_000, 20_000, 100_000
DIFFERENT, STARTS = 300, 5
"""So many deals that the reader does not know a trick by heart when it comes again."""
THREE = 3


def honest(rng: Random) -> tuple[str, list[str]]:
    """The head of a record of tarot, and deals that end, each card seen."""
    head, found = "", list[str]()
    while len(found) < DIFFERENT:
        text, planted = tarot.deal(rng, THREE)
        top, _, deal = text.partition("deal ")
        if planted is None and "?" not in text and fold_record(read(text)).current is None and (head or top) == top:
            head = top
            found.append("deal " + deal.rstrip() + "\n")
    return head, found


def checked(text: str) -> tuple[float, float]:
    """The seconds of processor and the megabytes that `referee check` takes for a record."""
    with tempfile.NamedTemporaryFile("w", suffix=".deal", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        command = [sys.executable, "-m", "referee.cli", "check", file.name]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def corrections(head: str, deal: str) -> str:
    """A record that says one of its lines anew again and again."""
    bids = [line for line in deal.splitlines() if line.split()[0] in ("deal", "bid")]
    at = head.count("\n") + 2
    return "\n".join([head.rstrip(), *bids, *[f"correct {at} {bids[1]}"] * CORRECTIONS, ""])


def longest_pause(head: str, deals: list[str]) -> float:
    """The longest round of the collector, in milliseconds, while so many facts are loaded and kept."""
    keep_what_is_loaded()
    pauses, began = [0.0], [0.0]

    def heard(phase: str, _: object) -> None:
        if phase == "start":
            began[0] = time.process_time()
        else:
            pauses.append(time.process_time() - began[0])

    gc.callbacks.append(heard)
    evening = read(head + "".join(islice(cycle(deals), 60)))
    tables, facts = list[Table](), 0
    while facts < LOADED:
        tables.append(fold_record(evening))
        facts += len(evening.entries)
    gc.callbacks.remove(heard)
    return max(pauses) * 1000


def run() -> list[str]:
    """Measure each once, the start several times."""
    head, deals = honest(Random(5))
    start = min(checked(head + deals[0])[0] for _ in range(STARTS))
    tenth, _ = checked(head + "".join(islice(cycle(deals), DEALS // 10)))
    seconds, room = checked(head + "".join(islice(cycle(deals), DEALS)))
    mended, _ = checked(corrections(head, deals[0]))
    return [
        goal("start of `referee check`, a deal in it", start, 0.15, " s"),
        goal(f"`referee check` of {DEALS:,} deals, every card", seconds, 3, " s"),
        goal("the same, against ten times a tenth of it", (seconds - start) / (tenth - start) / 10, 1.1),
        goal("the same, memory", room, 100, " MB"),
        goal(f"{CORRECTIONS:,} corrections answered or refused", mended, 3, " s"),
        goal(f"the collector's longest pause, {LOADED:,} facts loaded", longest_pause(head, deals), 50, " ms"),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
