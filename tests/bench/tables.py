"""A tap at a large table beside one at a small one, and late in a long log beside one at its begin.

Six at Da Ban with 162 cards, ten at DOUBLE, three at Double-détente with 5 facts and with 5,005. Through the real server,
tapped at one after the other, so that what else the machine does falls on all alike.
"""

from __future__ import annotations

import gzip
import http.client
import re
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterable
from pathlib import Path
from random import Random
from statistics import median

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from itsdangerous import TimestampSigner

from referee.club.access import SCRIBE, Access
from referee.club.tables import Tables
from referee.store import Store
from referee.web.kit.guard import secret
from tests.bench.goals import goal
from tests.help.running import Program
from tests.oracle.deals import make_round

TAPS = 280  # at four tables: a device may write down 1,200 things a minute
DEVICE = "bench"
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "HX-Target": "table"}
SIX = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay")
TEN = (*SIX, "Gus", "Hal", "Ida", "Jon")


class Client:
    """A device with a connection that it keeps, and the state of each table that it shows."""

    def __init__(self, port: int, device: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies = {"device": device}
        self.token = ""
        self.shows: dict[str, str] = {}

    def ask(self, method: str, path: str, body: str | None = None, **more: str) -> bytes:
        """What is answered, asked again where the program still reads the log; anything else ends the benchmark."""
        cookies = "; ".join(map("=".join, self.cookies.items()))
        headers = {**FORM, "Cookie": cookies, "Accept-Encoding": "gzip", "X-Forwarded-For": "192.0.2.7", **more}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status == 503:
            time.sleep(0.5)
            return self.ask(method, path, body, **more)
        if answer.status != 200:
            raise SystemExit(f"{method} {path}: {answer.status} {content[:500]!r}")
        given = answer.headers.get_all("Set-Cookie") or []
        self.cookies |= dict(cookie.partition(";")[0].split("=", 1) for cookie in given)
        return gzip.decompress(content) if answer.headers.get("Content-Encoding") == "gzip" else content

    def enter(self, table: str) -> None:
        """Get what every form of a page carries."""
        self._see(table, page := self.ask("GET", f"/t/{table}"))
        token = re.search(rb'name="csrf_token" value="([^"]+)"', page)
        self.token = token[1].decode() if token else ""

    def tap(self, table: str, seq: int, fact: str) -> None:
        """Record a fact, as the page's scripts do."""
        form = {"csrf_token": self.token, "key": f"{table}-{seq}", "seq": seq, "fact": fact}
        shows = {"X-Shows": self.shows.get(table, "")}
        self._see(table, self.ask("POST", f"/t/{table}/fact", urllib.parse.urlencode(form), **shows))

    def _see(self, table: str, page: bytes) -> None:
        if state := re.search(rb'data-shows="([^"]+)"', page):
            self.shows[table] = state[1].decode()


def let_in(store: Store, key: str, tables: Iterable[str]) -> str:
    """The cookie of a device that may tap at these tables."""
    access = Access(store, key)
    for table in tables:
        access.grant(table, DEVICE, SCRIBE, f"in {table}")
    return TimestampSigner(key, salt="device").sign(DEVICE).decode()


def after(given_up: int) -> tuple[str, str]:
    """Three at Double-détente, a card led after so many parts given up at 35 cards, 40 facts each; the tap that follows."""
    lines = ["game double-detente", "seats Ana Ben Cléo"]
    for number in range(given_up + 1):
        part = make_round(Random(number), ("Ana", "Ben", "Cléo"), "Cléo", parts=1)[0]
        last = number == given_up
        lines += ["deal Cléo part=1", *(f"bid {seat} {bid}" for seat, bid in part.bids)]
        lines += [f"play {seat} {card}" for seat, card in part.plays()[: 1 if last else 35]]
        lines += [] if last else ['void "dealt again"']
    return "\n".join(lines) + "\n", "play Ben ?"


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
    """Measure all in turns."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        ours = Program(Path(name) / "referee.db")
        key = secret(ours.database)
        with Store.open(ours.database) as store:
            tables, lasts = Tables(store), {}
            for place, (text, fact) in enumerate((after(0), six(), ten(), after(125))):
                table = tables.take_in(text.encode(), "", key=f"{place}")
                lasts[table] = (tables.seq(table), fact)
            device = let_in(store, key, lasts)
        try:
            ours.start()
            few, da_ban, double, long = taps(ours.port, device, lasts)
        finally:
            ours.kill()
    return [
        f"a tap at a table of three, Double-détente, 78 cards: {few * 1000:.2f} ms",
        f"a tap at a table of six, Da Ban, 162 cards: {da_ban * 1000:.2f} ms ({da_ban / few:.2f} of that)",
        f"a tap at a table of ten, DOUBLE, 54 cards: {double * 1000:.2f} ms ({double / few:.2f} of that)",
        goal("a tap at the dearest table against the cheapest", max(few, da_ban, double) / min(few, da_ban, double), 3),
        goal("a tap at 5,005 facts against 5", long / few, 1.1),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
