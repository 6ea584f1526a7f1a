"""Taps through the real server: the judge, a durable commit, the pieces that differ; beside a bare one-row POST.

Ours runs as `referee serve` does, the bare one without our front, as a Flask page is served best; each in processes of
its own, and so is each client, a device let in as a scribe that comes from elsewhere, on a connection it keeps. The
tables are those with the largest pages: Tarot at five, Da Ban at six.
"""

from __future__ import annotations

import gzip
import http.client
import multiprocessing
import re
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Barrier

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from itsdangerous import TimestampSigner

from referee.club.access import SCRIBE, Access
from referee.club.tables import Tables
from referee.record.text import Record, read
from referee.store import Store
from referee.web.kit.guard import secret
from tests.bench.goals import goal
from tests.help.running import Program
from tests.oracle import da_ban_deals, tarot_deals
from tests.oracle.deals import make_round

HEAD = "game double-detente\nseats Ana Ben Cléo\n"
TABLES = 4  # of each client
CLIENTS = (1, 4)  # tap at the same time; the server answers one after the other
TURNS = 3
DEVICE = "bench"
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "HX-Target": "table"}
BARE = f"""
import functools, sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
from bare_app import create_app
from granian import Granian
bare = Granian("", port=int(sys.argv[1]), interface="wsgi", blocking_threads=1)
bare.serve(target_loader=functools.partial(create_app, {{"DATABASE": sys.argv[2]}}), wrap_loader=False)
"""

Facts = Sequence[str]
Measured = dict[int, list[tuple[float, float]]]
"""By the number of clients, for each turn: answers a second, and seconds of the server's processor for one."""


class Client:
    """A device with a connection that it keeps, and the state of each table that it shows."""

    def __init__(self, port: int, device: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies = {"device": device}
        self.token = ""
        self.shows: dict[str, str] = {}
        self.packed = 0

    def ask(self, method: str, path: str, body: str | None = None, **more: str) -> bytes:
        """What is answered; anything but success ends the benchmark."""
        cookies = "; ".join(map("=".join, self.cookies.items()))
        headers = {**FORM, "Cookie": cookies, "Accept-Encoding": "gzip", "X-Forwarded-For": "192.0.2.7", **more}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        said = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{method} {path}: {answer.status} {said[:500]!r}")
        given = answer.headers.get_all("Set-Cookie") or []
        self.cookies |= dict(cookie.partition(";")[0].split("=", 1) for cookie in given)
        self.packed = len(said)
        return gzip.decompress(said) if answer.headers.get("Content-Encoding") == "gzip" else said

    def enter(self, table: str) -> None:
        """Get what every form of a page carries."""
        self._see(table, page := self.ask("GET", f"/t/{table}"))
        found = re.search(rb'name="csrf_token" value="([^"]+)"', page)
        self.token = found[1].decode() if found else ""

    def tap(self, table: str, seq: int, fact: str) -> None:
        """Record a fact, as the page's scripts do."""
        form = {"csrf_token": self.token, "key": f"{table}-{seq}", "seq": seq, "fact": fact}
        shows = {"X-Shows": self.shows.get(table, "")}
        self._see(table, self.ask("POST", f"/t/{table}/fact", urllib.parse.urlencode(form), **shows))

    def _see(self, table: str, page: bytes) -> None:
        if found := re.search(rb'data-shows="([^"]+)"', page):
            self.shows[table] = found[1].decode()


def deals() -> list[Record]:
    """Deals of Tarot at five and of Da Ban at six, each card a fact of its own."""
    found, rng = [], Random(1)
    while len(found) < 4:
        made = tarot_deals.deal(rng, 5, tarot_deals.Style())
        if made is not None and not made.void:
            found.append(read(made.text))
    writing = da_ban_deals.Writing(0.0, 0.0, 0.0, 0.0)
    return found + [read(da_ban_deals.Table(rng, 6, {}, writing, 13, None).match(1).text) for _ in range(4)]


def begun(given_up: int) -> str:
    """A record of a part under way, 5 facts, after so many parts played for 35 cards and given up, 40 facts each."""
    lines: list[str] = []
    for number in range(given_up + 1):
        part = make_round(Random(number), ("Ana", "Ben", "Cléo"), "Cléo", parts=1)[0]
        lines += ["deal Cléo part=1", *(f"bid {seat} {bid}" for seat, bid in part.bids)]
        lines += [f"play {seat} {card}" for seat, card in part.plays()[: 1 if number == given_up else 35]]
        lines += [] if number == given_up else ['void "dealt again"']
    return HEAD + "\n".join(lines) + "\n"


def let_in(store: Store, key: str, tables: Iterable[str]) -> str:
    """A device that may tap at these tables: what its cookie says."""
    access = Access(store, key)
    for table in tables:
        access.grant(table, DEVICE, SCRIBE, f"in {table}")
    return TimestampSigner(key, salt="device").sign(DEVICE).decode()


def tapping(port: int, device: str, told: dict[str, Facts], bare: bool, ready: Barrier) -> list[tuple[float, int]]:
    """What one client does once all have their pages, at one table after the other until every deal is at its end: how
    long each tap took, and its bytes.
    """
    client, took = Client(port, device), list[tuple[float, int]]()
    for table in () if bare else told:
        client.enter(table)
    ready.wait()
    for seq in range(max(map(len, told.values()))):
        for table, facts in told.items():
            if seq < len(facts):
                before = time.perf_counter()
                client.tap(table, seq, facts[seq])
                took.append((time.perf_counter() - before, client.packed))
    return took


def at_once(
    program: Program, device: str, told: dict[str, Facts], clients: int, bare: bool
) -> tuple[list[tuple[float, int]], tuple[float, float]]:
    """The taps of some clients at the same time, each in a process of its own; how many were answered in a second, and
    what one took of the program's processor. The pages they begin with are left out.
    """
    shares = [dict(list(told.items())[number::clients]) for number in range(clients)]
    with multiprocessing.Manager() as manager, multiprocessing.get_context("spawn").Pool(clients) as pool:
        ready = manager.Barrier(clients + 1)
        under_way = pool.starmap_async(tapping, [(program.port, device, share, bare, ready) for share in shares])
        ready.wait()
        spent, begun = program.seconds(), time.perf_counter()
        taps = [tap for share in under_way.get() for tap in share]
        return taps, (len(taps) / (time.perf_counter() - begun), (program.seconds() - spent) / len(taps))


def in_turns(port: int, device: str, tables: dict[str, int]) -> list[float]:
    """The middle time of a tap at each table, tapped at one after the other: a card and its undo."""
    client = Client(port, device)
    took: dict[str, list[float]] = {table: [] for table in tables}
    for table in tables:
        client.enter(table)
    for number in range(200):
        for table, last in tables.items():
            before = time.perf_counter()
            client.tap(table, last + number, "undo" if number % 2 else "play Ben ?")
            took[table].append(time.perf_counter() - before)
    return [median(times) for times in took.values()]


def run() -> list[str]:
    """Measure in turns, so that what else the machine does falls on all alike; the middle of some turns."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        ours, bare = Program(Path(name) / "referee.db"), Program(Path(name) / "bare.db", BARE)
        key = secret(ours.database)
        with Store.open(ours.database) as store:
            tables, records = Tables(store), deals()
            told: list[tuple[str, Facts]] = []
            for number in range(TURNS * sum(CLIENTS) * TABLES):
                record = records[number % len(records)]
                facts = [entry.fact.line() for entry in record.entries]
                told.append((tables.open(record.header, "", f"{number}"), facts))
            ids = {tables.take_in(begun(given_up).encode(), "", key=f"l{given_up}"): 0 for given_up in (0, 125)}
            lengths = {table: tables.seq(table) for table in ids}
            device = let_in(store, key, [*dict(told), *lengths])
        rows: Measured = {many: [] for many in CLIENTS}
        taps: Measured = {many: [] for many in CLIENTS}
        times: list[tuple[float, int]] = []
        try:
            ours.start()
            bare.start()
            for _ in range(TURNS):
                for many in CLIENTS:
                    share = dict(told.pop() for _ in range(many * TABLES))
                    rows[many].append(at_once(bare, device, share, many, bare=True)[1])
                    found, measured = at_once(ours, device, share, many, bare=False)
                    taps[many].append(measured)
                    times += found if many == max(CLIENTS) else []
            short, long = in_turns(ours.port, device, lengths)
        finally:
            ours.kill()
            bare.kill()
    return figures(rows, taps, times, [short, long], list(lengths.values()))


def figures(
    rows: Measured, taps: Measured, times: list[tuple[float, int]], middles: list[float], facts: list[int]
) -> list[str]:
    """What was measured, each beside its goal."""
    hundredths = quantiles([took for took, _ in times], n=100)
    lines = []
    for many in CLIENTS:
        (ours, spent), (bare, spent_bare) = (map(median, zip(*turns[many], strict=True)) for turns in (taps, rows))
        told = f"{many} clients: taps {ours:,.0f}/s, bare {bare:,.0f}/s, ratio"
        lines.append(goal(told, ours / bare, 0.75, least=True))
        told = f"{many} clients: of the server's processor {spent * 1000:.2f} ms a tap, bare {spent_bare * 1000:.2f}, ratio"
        lines.append(goal(told, spent / spent_bare, 1 / 0.75, least=False))
    p50, p99 = hundredths[49] * 1000, hundredths[98] * 1000
    return [
        *lines,
        goal(f"{max(CLIENTS)} clients: p50 {p50:.1f} ms, p99 {p99:.1f} ms, ratio", p99 / p50, 3, least=False),
        goal("the middle answer, packed, KB", median(packed for _, packed in times) / 1024, 1, least=False),
        goal(f"a tap at {facts[1]:,} facts against {facts[0]}", middles[1] / middles[0], 1.05, least=False),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
