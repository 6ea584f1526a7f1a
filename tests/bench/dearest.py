"""The dearest request of each page, at a club that has played much, while a table taps.

    python -m tests.bench.dearest

The club has a tournament of 400 with its last round under way, 300 tables of its past, a table with thousands of entries
and one with a foul of which nobody has computed yet what it did. Every page, file and paper of the map of addresses is
opened once, one after the other. Printed is, for each that held a tap up most, how
long the tap waited; then the 99th of a hundred of all taps, and what memory the program took on.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import quantiles

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from flask import Flask, url_for
from werkzeug.routing import BuildError

from referee import create_app
from referee.club.tables import Tables
from referee.paths import DEMOS
from referee.store import Store
from tests.bench.room import prepared
from tests.help.device import Device
from tests.help.running import Program

GOAL, MOST_MEMORY = 0.3, 100
"""Seconds for the 99th of a hundred taps; MB that the program may take on."""
PAST, LONG = 300, 3000


class Tapper(Device):
    """A tablet that notes how long each of its taps took: (when, seconds)."""

    took: list[tuple[float, float]]

    def send(self, text: str) -> None:
        began, self.slowest = time.monotonic(), 0.0
        super().send(text)
        if self.slowest:
            self.took.append((began, self.slowest))


def addresses(app: Flask, event: str, tables: list[str]) -> Iterator[str]:
    """Every address that can be opened, of the tournament and of each of these tables."""
    names = ["now", "tables", "players", "log", "standings.csv", "seats.csv", "document.json", "whole", "tarot"]
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint == "static" or "news" in rule.rule:
                continue
            for table in tables if "table" in rule.arguments and "event" not in rule.arguments else tables[:1]:
                own = {"event": event, "table": 1 if "event" in rule.arguments else table, "subject": event}
                own |= dict.fromkeys(("player", "number", "round", "played", "deal", "place"), 1) | {"seat": 0}
                for name in names if "name" in rule.arguments else [""]:
                    if rule.arguments <= own.keys() | {"name"}:
                        with suppress(BuildError):  # a name that this file does not have
                            yield url_for(rule.endpoint, **{k: (own | {"name": name})[k] for k in rule.arguments})


def filled(database: Path) -> tuple[str, list[str]]:
    """The tournament; the table that taps, that with fouls, that with a long log."""
    event = prepared(database)[0]
    with Store.open(database) as store:
        kept = Tables(store)
        demos = sorted(DEMOS.glob("*.deal"))
        for number in range(PAST):
            kept.take_in(demos[number % len(demos)].read_bytes(), f"Evening {number}", f"past {number}")
        text = b"game double-detente\nseats Ana Ben Cid\n"
        tapping = kept.take_in(text, "", "tapping")
        long = kept.take_in(text + b"note x\n" * LONG, "", "long")
        fouled = kept.take_in((DEMOS / "doppelkopf.deal").read_bytes(), "", "fouled")
    return event, [tapping, fouled, long]


def memory(program: Program) -> float:
    """Megabytes that the program's processes hold."""
    kept = [Path(f"/proc/{process}/statm").read_text().split()[1] for process in program.processes()]
    return sum(map(int, kept)) * 4096 / 1e6


def main() -> None:
    """Open everything while a table taps."""
    with tempfile.TemporaryDirectory() as name:
        program = Program(Path(name) / "referee.db")
        event, tables = filled(program.database)
        app = create_app({"DATABASE": str(Path(name) / "other.db")})
        paths = list(addresses(app, event, tables))
        app.extensions["tables"].store.close()
        program.start()
        over, looker = threading.Event(), Device(0, program.port, tables[0], random.Random(0), threading.Event())
        tapper = Tapper(1, program.port, tables[0], random.Random(1), over)
        tapper.took = []
        before, held = memory(program), dict[str, float]()
        tapper.start()
        for path in paths:
            began = time.monotonic()
            try:
                status = looker.ask("GET", path)[0]
            except OSError as error:
                status = type(error).__name__
            time.sleep(0.15)
            waits = [seconds for at, seconds in tapper.took if at + seconds > began]
            held[f"{path.replace(event, 'EVENT')} {status} {time.monotonic() - began - 0.15:.2f} s"] = max(
                waits, default=0
            )
        over.set()
        tapper.join()
        more = memory(program) - before
        program.kill()
    for path, seconds in sorted(held.items(), key=lambda one: -one[1])[:20]:
        print(f"{seconds * 1000:6.0f} ms  {path}")
    late = quantiles([seconds for _, seconds in tapper.took], n=100)[-1]
    print(f"{len(paths)} addresses, {len(tapper.took)} taps, 99th {late * 1000:.0f} ms; {more:.0f} MB more")
    if late > GOAL or more > MOST_MEMORY or tapper.wrong:
        raise SystemExit(tapper.wrong or 1)


if __name__ == "__main__":
    main()
