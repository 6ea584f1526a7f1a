"""Taps through the real server: the judge, a durable commit, the part rendered; beside a bare one-row POST.

Ours runs as `referee serve` does, the bare one without our front, as a Flask page is served best; each in processes of
its own. The clients are here, each on a connection it keeps.
"""

from __future__ import annotations

import http.client
import re
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median, quantiles

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from referee.club.tables import Tables
from referee.store import Store
from tests.help.running import Program
from tests.oracle.deals import make_round
from tests.oracle.table import left_of

SEATS = ("Ana", "Ben", "Cléo")
HEAD = "game double-detente\nseats Ana Ben Cléo\n"
TABLES = 100
CLIENTS = 4  # tap at the same time; the server answers one after the other
TURNS = 5
SECONDS = 1.5
EVENING_SECONDS = 6
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "HX-Target": "table"}
BARE = f"""
import functools, sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
from bare_app import create_app
from granian import Granian
bare = Granian("", port=int(sys.argv[1]), interface="wsgi", blocking_threads=1)
bare.serve(target_loader=functools.partial(create_app, {{"DATABASE": sys.argv[2]}}), wrap_loader=False)
"""

Facts = Iterator[tuple[int, str]]


class Client:
    """A device with a connection that it keeps."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies: dict[str, str] = {}
        self.token = ""

    def ask(self, method: str, path: str, body: str | None = None) -> bytes:
        """What is answered; anything but success ends the benchmark."""
        headers = {
            **FORM,
            "Cookie": "; ".join(map("=".join, self.cookies.items())),
            "Accept-Encoding": "gzip" if body else "identity",
        }
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        said = answer.read()
        if answer.status not in (200, 304):
            raise SystemExit(f"{method} {path}: {answer.status} {said[:500]!r}")
        given = answer.headers.get_all("Set-Cookie") or []
        self.cookies |= dict(cookie.partition(";")[0].split("=", 1) for cookie in given)
        return said

    def enter(self, table: str) -> None:
        """Get what every form of a page carries."""
        found = re.search(rb'name="csrf_token" value="([^"]+)"', self.ask("GET", f"/t/{table}"))
        self.token = found[1].decode() if found else ""

    def tap(self, table: str, seq: int, fact: str) -> None:
        form = {"csrf_token": self.token, "key": f"{table}-{seq}", "seq": seq, "fact": fact}
        self.ask("POST", f"/t/{table}/fact", urllib.parse.urlencode(form))


def rounds(seed: int) -> Facts:
    """Three honest rounds, each fact with the number of the one before."""
    rng, dealer, lines = Random(seed), "Cléo", []
    for _ in range(3):
        for part in make_round(rng, SEATS, dealer):
            lines.append(f"deal {dealer} part={part.number}")
            lines += [f"bid {seat} {bid}" for seat, bid in part.bids]
            lines += [f"play {seat} {card}" for seat, card in part.plays()]
        dealer = left_of(SEATS, dealer)
    return enumerate(lines)


def begun(given_up: int) -> str:
    """A record of a part under way, 5 facts, after so many parts played for 35 cards and given up, 40 facts each."""
    lines: list[str] = []
    for number in range(given_up + 1):
        part = make_round(Random(number), SEATS, "Cléo", parts=1)[0]
        lines += ["deal Cléo part=1", *(f"bid {seat} {bid}" for seat, bid in part.bids)]
        lines += [f"play {seat} {card}" for seat, card in part.plays()[: 1 if number == given_up else 35]]
        lines += [] if number == given_up else ['void "dealt again"']
    return HEAD + "\n".join(lines) + "\n"


def per_second(port: int, told: dict[str, Facts], bare: bool) -> float:
    """Taps a second by CLIENTS at once, each at its own share of the tables in turn."""
    done = [0] * CLIENTS
    until = time.perf_counter() + SECONDS

    def tap_on(number: int) -> None:
        client, mine = Client(port), list(told)[number::CLIENTS]
        if not bare:
            client.enter(mine[0])
        for table in cycle(mine):
            client.tap(table, *next(told[table]))
            done[number] += 1
            if time.perf_counter() > until:
                return

    start = time.perf_counter()
    together([lambda number=number: tap_on(number) for number in range(CLIENTS)])
    return sum(done) / (time.perf_counter() - start)


def evening(port: int, told: dict[str, Facts]) -> list[float]:
    """How long each tap takes, in seconds, while every table is tapped at and asks for news once a second."""
    took: list[float] = []
    start = time.perf_counter() + 1

    def wait_for(moment: float) -> None:
        time.sleep(max(0, start + moment - time.perf_counter()))

    def sit_at(place: int, table: str) -> None:
        client = Client(port)
        client.enter(table)
        for second in range(EVENING_SECONDS):
            seq, fact = next(told[table])
            wait_for(second + place / TABLES)
            before = time.perf_counter()
            client.tap(table, seq, fact)
            took.append(time.perf_counter() - before)
            wait_for(second + place / TABLES + 0.5)
            client.ask("GET", f"/t/{table}/live?seq={seq + 1}")

    together([lambda place=place, table=table: sit_at(place, table) for place, table in enumerate(told)])
    return took


def in_turns(port: int, tables: dict[str, int]) -> list[float]:
    """The middle time of a tap at each table, tapped at one after the other: a card and its undo."""
    client = Client(port)
    took: dict[str, list[float]] = {table: [] for table in tables}
    client.enter(next(iter(tables)))
    for number in range(200):
        for table, last in tables.items():
            before = time.perf_counter()
            client.tap(table, last + number, "undo" if number % 2 else "play Ben ?")
            took[table].append(time.perf_counter() - before)
    return [median(times) for times in took.values()]


def together(works: list[Callable[[], None]]) -> None:
    """Do all at once."""
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def run() -> list[str]:
    """Measure in turns, so that what else the machine does falls on all alike; the middle of five turns."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        ours, bare = Program(Path(name) / "referee.db"), Program(Path(name) / "bare.db", BARE)
        with Store.open(ours.database) as store:
            tables = Tables(store)
            told = {tables.take_in(HEAD.encode(), "", key=f"{n}"): rounds(n) for n in range(TABLES)}
            lengths = {tables.take_in(begun(given_up).encode(), "", key=f"l{given_up}"): 0 for given_up in (0, 125)}
            lengths = {table: tables.seq(table) for table in lengths}
        try:
            ours.start()
            bare.start()
            same = {table: rounds(n) for n, table in enumerate(told)}
            rows, taps = [], []
            for _ in range(TURNS):
                rows.append(per_second(bare.port, same, bare=True))
                taps.append(per_second(ours.port, told, bare=False))
            times = quantiles(evening(ours.port, told), n=100)
            short, long = in_turns(ours.port, lengths)
        finally:
            ours.kill()
            bare.kill()
    few, many = lengths.values()
    return [
        f"bare one-row POST, {CLIENTS} clients: {median(rows):,.0f}/s",
        f"taps, {CLIENTS} clients at {TABLES} tables: {median(taps):,.0f}/s ({median(taps) / median(rows):.2f} of the bare POST)",
        f"{TABLES} tables, each a tap and a poll a second: p50 {times[49] * 1000:.1f} ms, p99 {times[98] * 1000:.1f} ms",
        f"a tap at a table of {many:,} facts: {long * 1000:.2f} ms ({long / short:.2f} of one at a table of {few})",
    ]


if __name__ == "__main__":
    print("\n".join(run()))
