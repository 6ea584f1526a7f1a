"""A house of 1,000 tables and 500,000 entries: its pages as a program just started shows them, and all of it verified.

`python3 dev.py bench volume`. The logs are matches of Double-détente card by card, twenty of them again and again.
"""

from __future__ import annotations

import sys
import tempfile
import time
import urllib.request
from collections import deque
from pathlib import Path
from random import Random
from statistics import median

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from referee.club.summaries import Summaries
from referee.club.tables import Tables, header_json
from referee.club.verifying import verify
from referee.record.text import Record, read, renumber
from referee.store import Copied, Event, Store
from tests.bench.goals import goal
from tests.help.running import Program
from tests.oracle.deals import match_record

TABLES, OF_TABLE, LOGS = 1_000, 500, 20
AT = "2026-07-04T19:30:00.000Z"
STARTS = 5
PAGES = {
    "the first page": ("/", 0.2),
    "the players": ("/people", 0.1),
    "a player with all the tables": ("/people/Ana", 0.1),
}


def logs(rng: Random) -> list[Record]:
    """Beginnings of matches, all of the same length."""
    found: list[Record] = []
    while len(found) < LOGS:
        record = read(match_record(rng).record.text)
        if len(record.entries) >= OF_TABLE:
            found.append(renumber(Record(record.header, record.entries[:OF_TABLE])))
    return found


def fill(store: Store) -> None:
    """Tables that add up to so many entries."""
    kept = logs(Random(7))
    for first in range(0, TABLES, LOGS):
        copies = []
        for number, record in enumerate(kept, first):
            events = tuple(
                Event(seq, f"tap-{seq}", entry.fact.word, entry.fact.json(), AT, "bench")
                for seq, entry in enumerate(record.entries, 1)
            )
            meta, label = header_json(record.header), {"title": f"Table {number}"}
            copies.append(Copied(f"t{number:07}", "table", meta, label, AT, "bench", events))
        store.take_in(copies)


def cold(database: Path, path: str) -> float:
    """Seconds of processor that a program just started takes to answer for the first time, to the hundredth."""
    program = Program(database)
    try:
        program.start()
        before = program.seconds()
        urllib.request.urlopen(program.url + path).read()
        return program.seconds() - before
    finally:
        program.kill()


def run() -> list[str]:
    """Measure each page at several starts, the middle one; verify once."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        database = Path(name) / "referee.db"
        with Store.open(database) as store:
            fill(store)
            before = time.process_time()
            deque(Summaries(Tables(store)).fill(), maxlen=0)
            reckoned = time.process_time() - before
        told = [
            goal(f"{what}, cold, of one core", median(cold(database, path) for _ in range(STARTS)), wanted, " s")
            for what, (path, wanted) in PAGES.items()
        ]
        before = time.perf_counter()
        assert list(verify(database)) == []
        told.append(f"what all tables come to, reckoned anew beside the requests: {reckoned:.1f} s of processor")
        return [*told, goal(f"verify, {TABLES * OF_TABLE:,} entries", time.perf_counter() - before, 40, " s")]


if __name__ == "__main__":
    print("\n".join(run()))
