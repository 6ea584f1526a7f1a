"""Durable appends a second, beside a bare write-and-sync loop of as many bytes on the same disk.

`python -m tests.bench.store`. The ratio is what to look at: the disk decides the rest.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from pathlib import Path
from statistics import median

from referee.store import Store
from tests.bench.goals import goal

SECONDS = 0.7
ROUNDS = 5
BODY = {"seat": "Nora", "card": "S1"}


def fsyncs(folder: Path, size: int) -> float:
    """Writes of `size` bytes a second, each synced before the next."""
    block = b"x" * size
    with (folder / "bare").open("wb", buffering=0) as file:
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS:
            file.write(block)
            os.fsync(file.fileno())
            count += 1
    return count / spent


def appends(store: Store, clients: int, name: str) -> float:
    """Appends a second by so many threads, each at a table of its own."""
    done = [0] * clients
    tables = [store.create("table", {}, key=f"{name}-{client}") for client in range(clients)]
    stop = time.perf_counter() + SECONDS

    def client(number: int) -> None:
        while time.perf_counter() < stop:
            store.append(tables[number], f"tap-{done[number]}", done[number], [("play", BODY)], by="Nora")
            done[number] += 1

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - start)


def bytes_of_an_append(folder: Path) -> int:
    """How far one append by one client lengthens the WAL."""
    with Store.open(folder / "size.db") as store:
        table = store.create("table", {}, key="t")
        wal = folder / "size.db-wal"
        before = wal.stat().st_size
        for seq in range(100):
            store.append(table, f"tap-{seq}", seq, [("play", BODY)], by="Nora")
        return (wal.stat().st_size - before) // 100


MOST_TAPS = 900
"""A second, where 2,000 clubs play on one evening, 6 tables each."""


def run() -> list[str]:
    """Measure in turns, so that what else the machine does falls on all alike; the middle of five rounds."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name)
        size = bytes_of_an_append(folder)
        bare, one, many = [], [], []
        with Store.open(folder / "bench.db") as store:
            for turn in range(ROUNDS):
                bare.append(fsyncs(folder, size))
                one.append(appends(store, 1, f"one-{turn}"))
                many.append(appends(store, 16, f"many-{turn}"))
    base = median(bare)
    return [
        f"bare write and fsync of {size} bytes: {base:,.0f}/s",
        f"durable appends, 1 client: {median(one):,.0f}/s ({median(one) / base:.2f} of the bare loop)",
        f"durable appends, 16 clients: {median(many):,.0f}/s ({median(many) / base:.2f} of the bare loop)",
        goal("durable appends, 16 clients", median(many), MOST_TAPS, "/s", least=True),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
