"""A tap at a large table beside one at a small one: six at Da Ban with 162 cards, ten at DOUBLE, three at Double-détente.

Through the real server, tapped at one after the other, so that what else the machine does falls on all alike.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from random import Random

from tap import Client, let_in

from referee.club.tables import Tables
from referee.store import Store
from referee.web.kit.guard import secret
from tests.bench.goals import goal
from tests.help.running import Program
from tests.oracle.deals import make_round

TAPS = 400
SIX = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay")
TEN = (*SIX, "Gus", "Hal", "Ida", "Jon")


def small() -> tuple[str, str]:
    """Three at Double-détente, a card led; the tap that follows."""
    part = make_round(Random(1), ("Ana", "Ben", "Cléo"), "Cléo", parts=1)[0]
    plays = list(part.plays())
    lines = ["game double-detente", "seats Ana Ben Cléo", "deal Cléo part=1"]
    lines += [f"bid {seat} {bid}" for seat, bid in part.bids] + [f"play {seat} {card}" for seat, card in plays[:7]]
    return "\n".join(lines) + "\n", "play {} {}".format(*plays[7])


def six() -> tuple[str, str]:
    """Six at Da Ban, four tricks of 26 played; the tap that answers the fifth lead."""
    lines = ["game da-ban", "seats " + " ".join(SIX), "deal Fay master=Ana levels=3,3 trump=H"]
    lines += ["trick Ana SA S6 S7 S8 S9 S10", "trick Ana SA S6 S7 S8 S9 S10", "trick Ana CA C4 C5 C6 C7 C8"]
    return "\n".join([*lines, "trick Ana DA D4 D5 D6 D7 D8", "play Ana CK"]) + "\n", "play Ben C9"


def ten() -> tuple[str, str]:
    """Ten at DOUBLE, two cards laid; the third."""
    lines = [
        "game double",
        "seats " + " ".join(TEN),
        "deal Jon cards=5",
        "turn D9/C8",
        *(f"bid {name} 1" for name in TEN),
    ]
    return "\n".join([*lines, "play Ana H5", "play Ben H6"]) + "\n", "play Cid H7"


def taps(port: int, device: str, tables: dict[str, tuple[int, str]]) -> list[float]:
    """The middle time of a tap at each table: a card, then its undo."""
    client = Client(port, device)
    took: dict[str, list[float]] = {table: [] for table in tables}
    for table in tables:
        client.enter(table)
    for number in range(TAPS):
        for table, (last, fact) in tables.items():
            before = time.perf_counter()
            client.tap(table, last + number, "undo" if number % 2 else fact)
            took[table].append(time.perf_counter() - before)
    return [median(times[20:]) for times in took.values()]


def run() -> list[str]:
    """Measure all three in turns."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        ours = Program(Path(name) / "referee.db")
        key = secret(ours.database)
        with Store.open(ours.database) as store:
            tables, found = Tables(store), {}
            for place, make in enumerate((small, six, ten)):
                text, fact = make()
                table = tables.take_in(text.encode(), "", key=f"{place}")
                found[table] = (tables.seq(table), fact)
            device = let_in(store, key, found)
        try:
            ours.start()
            few, da_ban, double = taps(ours.port, device, found)
        finally:
            ours.kill()
    return [
        f"a tap at a table of three, Double-détente, 78 cards: {few * 1000:.2f} ms",
        f"a tap at a table of six, Da Ban, 162 cards: {da_ban * 1000:.2f} ms ({da_ban / few:.2f} of that)",
        f"a tap at a table of ten, DOUBLE, 54 cards: {double * 1000:.2f} ms ({double / few:.2f} of that)",
        goal("a tap at the dearest table against the cheapest", max(few, da_ban, double) / min(few, da_ban, double), 3),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
