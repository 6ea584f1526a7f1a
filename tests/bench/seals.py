"""A large log checked by its hashes, and sealed anew as after somebody was forgotten.

`python3 dev.py bench seals`. Half a million entries: a club of ten tables, card by card, for some ten years.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path

from referee.store import Copied, Event, Store
from tests.bench.goals import goal

EVENTS, OF_TABLE = 500_000, 500
AT = "2026-07-04T19:30:00.000Z"
NAMES = ("Ana", "Ben", "Cid", "Dan")


def fill(store: Store) -> None:
    """Tables that add up to so many entries; Ana sits at each."""
    for first in range(0, EVENTS // OF_TABLE, 50):
        copies = []
        for number in range(first, first + 50):
            bodies = ({"fact": "play", "seat": NAMES[seq % 4], "card": f"H{seq % 10}"} for seq in range(OF_TABLE))
            events = tuple(Event(seq, f"tap-{seq}", "play", body, AT, "d1") for seq, body in enumerate(bodies, 1))
            copies.append(Copied(f"t{number:07}", "table", {"seats": NAMES}, {"title": "Friday"}, AT, "Ana", events))
        store.take_in(copies)


def run() -> list[str]:
    """Measure once each, in seconds of one core: what is read is read from memory, as after an evening."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        path = Path(name) / "referee.db"
        with Store.open(path) as store:
            fill(store)
            start = time.process_time()
            assert list(store.verify()) == []
            checked = time.process_time() - start
            start = time.process_time()
            changed = store.rewrite(["Ana"], lambda stream, events: (replace(stream, by=""), events))
            sealed = time.process_time() - start
            assert changed == EVENTS // OF_TABLE
    return [
        goal(f"{EVENTS:,} entries checked by their hashes, of one core", checked, 15, " s"),
        goal(f"{EVENTS:,} entries sealed anew, of one core", sealed, 15, " s"),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
