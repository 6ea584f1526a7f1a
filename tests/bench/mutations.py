"""Records and forms with a few things wrong, and odd requests, by the ten thousand: none may end in a traceback or a 500,
none may be slow.

python -m tests.bench.mutations [--records 100000] [--forms 20000] [--requests 10000] [--seed 1] [--processes 2]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

import click

from tests.help import mutations, odd

BATCH = 500
WHOLE = 50  # of so many records one is answered as `referee check` does
SLOW = 0.75
"""Seconds of the processor that a form may take, or a record that is not answered as `referee check` does."""


def records(seed: int, count: int) -> tuple[Counter[str], list[str]]:
    """What became of so many records, and the faults."""
    rng, all_, faults = Random(f"records {seed}"), mutations.records(), []
    became: Counter[str] = Counter()
    for number in range(count):
        data = mutations.record(rng, all_)
        whole = number % WHOLE == 0
        began = time.thread_time()
        try:
            became[mutations.judged(data, whole)] += 1
        except Exception:
            faults.append(f"{data!r}\n{traceback.format_exc(limit=-3)}")
        if (spent := time.thread_time() - began) > (10 if whole else SLOW):
            faults.append(f"{data!r}\n{spent:.2f} s")
    return became, faults


def forms(seed: int, count: int) -> tuple[Counter[str], list[str]]:
    """The statuses of so many forms, and the faults."""
    statuses: Counter[str] = Counter()
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for path, data, status, spent in mutations.sent(Path(folder), Random(f"forms {seed}"), count):
            statuses[str(status)] += 1
            if status >= 500 or spent > SLOW:
                faults.append(f"{path} {data!r}: {status}, {spent:.2f} s")
    return statuses, faults


def requests(seed: int, count: int) -> tuple[Counter[str], list[str]]:
    """The statuses of so many odd requests, and the faults."""
    statuses: Counter[str] = Counter()
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for what, headers, status, spent in odd.asked(Path(folder), Random(f"requests {seed}"), count):
            statuses[str(status)] += 1
            if status >= 500 or spent > SLOW:
                faults.append(f"{what} {headers!r}: {status}, {spent:.2f} s")
    return statuses, faults


@click.command()
@click.option("--records", "record_count", default=100_000, show_default=True)
@click.option("--forms", "form_count", default=20_000, show_default=True)
@click.option("--requests", "request_count", default=10_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--processes", default=os.cpu_count() or 1, show_default=True)
def main(record_count: int, form_count: int, request_count: int, seed: int, processes: int) -> None:
    """Send them, and print what became of them."""
    wrong = 0
    with ProcessPoolExecutor(processes) as pool:
        for kind, count in ((records, record_count), (forms, form_count), (requests, request_count)):
            began = time.perf_counter()
            batches = [(seed * 1_000_000 + first, min(BATCH, count - first)) for first in range(0, count, BATCH)]
            became: Counter[str] = Counter()
            faults: list[str] = []
            for found, more in pool.map(kind, *zip(*batches, strict=True)) if batches else ():
                became += found
                faults += more
            spent = time.perf_counter() - began
            click.echo(f"{kind.__name__}: {count:,} in {spent:.0f} s, {dict(became)}, {len(faults)} faults")
            click.echo("\n".join(faults[:5]))
            wrong += len(faults)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
