"""A club's evening against two processes on one PostgreSQL, one of them killed in the middle; and appends that race.

    python -m tests.bench.evening [--tables 100] [--chaos [--minutes 60]]

Each table is played card by card by a device that sends to the one process or the other by chance, keeps what has no
answer and sends it again under its key. In the end every table must come to what its record comes to by itself. Then it
is measured how long after a tap the other process tells of it, and how many appends race through.

With --chaos, until the last tap is taken: one of the processes is killed, or the database is stopped for seconds as a
power cut would, or a director's device opens the dearest pages and sends forms that are refused. In the end each of the
two processes is asked for every page that is dear. With --minutes each device begins another table until so long is over.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from statistics import quantiles

import click

from referee import create_app
from referee.club.tables import Tables
from referee.hosting.address import address_of
from referee.record.text import read
from referee.store import Store
from tests.help.dear import pages, refused
from tests.help.postgresql import Server, server
from tests.help.running import PATIENCE, ROOT, Program
from tests.oracle.deals import Record, round_record

Form = list[tuple[str, str]]
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "HX-Target": "table"}
RACE = """
import random, sys
from referee.store import StaleSequence, Store
with Store.open(sys.argv[1]) as store:
    streams, rng = sys.argv[4:], random.Random(sys.argv[2])
    seqs = dict.fromkeys(streams, 0)
    for count in range(int(sys.argv[3])):
        stream = rng.choice(streams)
        while True:
            try:
                seqs[stream] = store.append(stream, f"{sys.argv[2]}-{count}", seqs[stream], [("tap", {})]).seq_last
                break
            except StaleSequence as stale:
                seqs[stream] = stale.current
        print(stream, f"{sys.argv[2]}-{count}", seqs[stream])
"""


class Process(Program):
    """One of several that serve a server's clubs."""

    def __init__(self, address: str) -> None:
        code = "import sys; from referee.cli.main import main; main(['serve', '--port', sys.argv[1], '--database', "
        super().__init__(Path("server"), code + repr(address) + "])")


class Device:
    """The director's tablet, at whatever process."""

    def __init__(self, ports: list[int], host: str) -> None:
        self.ports, self.host = ports, host
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.seconds: list[float] = []
        self.again = 0

    def ask(self, method: str, path: str, form: Form | None = None) -> tuple[int, str, str]:
        """Status, text and where it leads on to; asked of another process where one does not answer."""
        body = urllib.parse.urlencode([("csrf_token", self.token), *form]) if form else None
        while True:
            began, port = time.monotonic(), random.choice(self.ports)
            try:
                with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
                    cookie = "; ".join(map("=".join, self.cookies.items()))
                    connection.request(method, path, body, {**FORM, "Host": self.host, "Cookie": cookie})
                    answer = connection.getresponse()
                    said = answer.read().decode(errors="replace")
            except (OSError, http.client.HTTPException):
                self.again += 1
                time.sleep(0.05)
                continue
            self.seconds.append(time.monotonic() - began)
            given = answer.headers.get_all("Set-Cookie") or []
            self.cookies |= dict(one.partition(";")[0].split("=", 1) for one in given)
            if found := re.search(r'name="csrf_token" value="([^"]+)"', said):
                self.token = found[1]
            return answer.status, said, answer.headers.get("Location", "")

    def send(self, path: str, form: Form) -> tuple[int, str, str]:
        """As `ask`, again and again while the database is away, or a process behind a proxy."""
        while (answer := self.ask("POST", path, form))[0] in (502, 503, 504):
            time.sleep(0.1)
        return answer

    def of(self) -> Device:
        """The same once more, for another thread."""
        made = Device(self.ports, self.host)
        made.cookies, made.token = dict(self.cookies), self.token
        return made

    def play(self, record: Record, mark: str) -> str:
        """Open a table and send it a record, fact by fact; its id."""
        told = read(record.text)
        seats = [("seat", seat) for seat in told.header.seats]
        status, said, path = self.send("/new", [("game", told.header.game), ("key", mark), *seats])
        assert status == 303, (status, said[-500:])
        table = path.split("/")[2]
        for seq, entry in enumerate(told.entries):
            fact = [("key", f"{mark}-{seq}"), ("seq", str(seq)), ("fact", entry.fact.line())]
            status, said, _ = self.send(f"/t/{table}/fact", fact)
            assert status == 200, (status, said[-500:])
        return table


def evening(
    tables: int, address: str, link: str, programs: list[Process], database: Server | None = None, minutes: float = 0
) -> Iterator[str]:
    """Play it, kill the second process in the middle, or with the `database` let all go wrong, and compare."""
    parts = urllib.parse.urlsplit(link)
    director = Device([program.port for program in programs], parts.netloc)
    director.ask("GET", parts.path)
    assert director.ask("POST", parts.path, [("key", "join"), ("name", "director")])[0] == 303
    records = [round_record(random.Random(number)) for number in range(tables)]
    devices = [director.of() for _ in records]
    found = list[tuple[str, Record]]()
    over = threading.Event()
    wrong_answers = list[str]()
    killed = threading.Thread(target=_kill, args=(programs[1], devices, sum(map(_facts, records)) // 2, over))
    dear = list[tuple[str, Form | None]]()
    if database:
        dear = dear_of(director.play(records[0], "dear"))
        killed = threading.Thread(target=_go_wrong, args=(programs, database, director, dear, over, wrong_answers))
    began = time.monotonic()
    killed.start()
    try:
        while True:
            first = len(found)
            with ThreadPoolExecutor(min(tables, 100)) as hall:
                played = hall.map(Device.play, devices, records, map(str, range(first, first + tables)))
                found += zip(played, records, strict=True)
            if time.monotonic() >= began + minutes * 60:
                break
            print(f"{(time.monotonic() - began) / 60:.0f} minutes, {len(found)} tables, {wrong_answers}", flush=True)
            records = [round_record(random.Random(number)) for number in range(len(found), len(found) + tables)]
    finally:
        over.set()
        killed.join()
    took = time.monotonic() - began
    wrong_answers += _silent(programs, director, dear) if database else []
    word = parts.netloc.partition(".")[0]
    with Store.open(address_of(address, word), read_only=True) as store:
        kept = Tables(store)
        wrong = [table for table, record in found if _totals(kept, table) != _wanted(record)]
        doubled = sum(kept.seq(table) != _facts(record) for table, record in found)
    taps = sorted(second for device in devices for second in device.seconds)
    again = sum(device.again for device in devices)
    yield (
        f"{len(found)} tables, {len(taps)} answers in {took:.0f} s ({len(taps) / took:.0f} a second), one of two processes"
        f" killed meanwhile: {again} sent again, {doubled} logs with more or less than was sent, {len(wrong)} wrong sums"
    )
    yield f"answers that should not have been: {wrong_answers}"
    yield f"logs with more or less than was sent, and wrong sums: {doubled + len(wrong)}"
    yield f"answers: half within {taps[len(taps) // 2] * 1e3:.0f} ms, 95 % within {taps[int(len(taps) * 0.95)] * 1e3:.0f} ms"
    yield from _elsewhere(director, found[0][0], programs)
    assert not wrong
    assert not doubled
    assert not wrong_answers


def _kill(program: Process, devices: list[Device], when: int, over: threading.Event) -> None:
    while sum(len(device.seconds) for device in devices) < when and not over.wait(0.05):
        pass
    program.kill()
    over.wait(2)
    program.start()


def dear_of(table: str) -> list[tuple[str, Form | None]]:
    """The dearest pages of a table, and forms that are refused."""
    with tempfile.TemporaryDirectory() as name:
        app = create_app({"DATABASE": str(Path(name) / "other.db")})
        found = [*pages(app, "x" * 8, [table]), *refused(app, "x" * 8, [table])]
        app.extensions["tables"].store.close()
    return [(one.path, urllib.parse.parse_qsl(one.body.decode()) if one.body else None) for one in found]


def _go_wrong(
    programs: list[Process], database: Server, director: Device, dear: list[tuple[str, Form | None]],
    over: threading.Event, wrong: list[str],
) -> None:  # fmt: skip
    """One thing after the other, by chance; `wrong` is what should not have been answered."""
    rng, happened = random.Random(1), Counter[str]()
    while not over.wait(rng.uniform(1, 4)):
        what = rng.choice(["killed", "database stopped", "asked"])
        happened[what] += 1
        if what == "killed":
            program = rng.choice(programs)
            program.kill()
            over.wait(1)
            program.start()
        elif what == "database stopped":
            database.stop()
            over.wait(rng.uniform(0.5, 4))
            database.start()
        else:
            for path, form in rng.sample(dear, 20):
                status = director.of().ask("GET" if form is None else "POST", path, form)[0]
                wrong += [f"{path}: {status}"] * (status >= 500 and status != 503)
    print(dict(happened), flush=True)


def _silent(programs: list[Process], director: Device, dear: list[tuple[str, Form | None]]) -> list[str]:
    """The pages that either process does not answer, once nothing goes wrong any more."""
    wrong = []
    for program in programs:
        asker = director.of()
        asker.ports = [program.port]
        for path in [path for path, form in dear if form is None]:
            end = time.monotonic() + PATIENCE
            while (status := asker.ask("GET", path)[0]) == 503 and time.monotonic() < end:
                time.sleep(1)  # it is worked out beside the requests
            wrong += [f"in the end, {path}: {status}"] * (status >= 500)
    return wrong


def _facts(record: Record) -> int:
    return len(read(record.text).entries)


def _wanted(record: Record) -> dict[str, int]:
    """What it comes to by the oracle, which knows nothing of the program."""
    scores = [part.scores() for part in record.parts]
    return {seat: sum(score[seat] for score in scores) for seat in scores[0]}


def _totals(kept: Tables, table: str) -> dict[str, int]:
    at = kept.get(table).table
    return dict(zip(at.seats, at.standing.totals, strict=True))


def _elsewhere(director: Device, table: str, programs: list[Process]) -> Iterator[str]:
    """How long after a tap at one process is acknowledged the other has told of it."""
    here, there = programs
    director.ports = [here.port]
    cookie = "; ".join(map("=".join, director.cookies.items()))
    found = []
    with closing(http.client.HTTPConnection("127.0.0.1", there.port, timeout=60)) as connection:
        connection.request("GET", f"/t/{table}/news", headers={"Host": director.host, "Cookie": cookie})
        answer = connection.getresponse()
        seq = _told(answer)
        for count in range(40):
            fact = [("key", f"seen-{count}"), ("seq", str(seq)), ("fact", f'note "{count}"')]
            assert director.ask("POST", f"/t/{table}/fact", fact)[0] == 200
            began = time.monotonic()
            seq = _told(answer)
            found.append(time.monotonic() - began)
            time.sleep(random.random() / 4)
    cuts = quantiles(found, n=20)
    yield f"told by the other process after the answer: half within {cuts[9] * 1e3:.0f} ms"
    yield f"told by the other process after the answer, 95th of a hundred: {cuts[18] * 1e3:.0f} ms"


def _told(answer: http.client.HTTPResponse) -> int:
    """The next number that a held stream tells."""
    while True:
        line = answer.readline().decode()
        assert line, "the stream has ended"
        if found := re.match(r"data: table (\d+)", line):
            return int(found[1])


def race(address: str, processes: int, appends: int) -> str:
    """So many appends by so many processes to four logs, by chance; each kept once, in order, as it was told."""
    with Store.open(address) as store:
        streams = [store.create("table", {}, f"race {processes} {number}") for number in range(4)]
    each = appends // processes
    began = time.monotonic()
    running = [
        subprocess.Popen(
            [sys.executable, "-c", RACE, address, f"p{number}", str(each), *streams],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for number in range(processes)
    ]
    told = [line.split() for one in running for line in one.communicate()[0].splitlines()]
    took = time.monotonic() - began
    with Store.open(address) as store:
        kept = [[stream, event.key, str(event.seq)] for stream in streams for event in store.events(stream)]
        problems = list(store.verify())
    assert sorted(told) == sorted(kept)
    assert len(kept) == each * processes
    assert problems == []
    return (
        f"{len(kept)} appends of {processes} processes to four logs in {took:.0f} s: each kept once, in order, as told"
    )


def play(tables: int, appends: int, chaos: bool = False, minutes: float = 0) -> Iterator[str]:
    """Play an evening and a race on a server of its own."""
    with server() as found:
        yield from _run(found, tables, appends, chaos, minutes) if found else ["not measured: no PostgreSQL here"]


def _run(found: Server, tables: int, appends: int, chaos: bool, minutes: float) -> Iterator[str]:
    os.environ["REFEREE_SECRET_KEY"] = "a long random text"
    address = found.address("x").replace("&club=x", "")
    command = [sys.executable, "-m", "referee.cli", "club", "add", "Lyon", "--at", "http://localhost"]
    where = {"cwd": ROOT, "env": {**os.environ, "PYTHONPATH": str(ROOT)}}
    link = subprocess.check_output([*command, "--database", address], text=True, **where).strip()  # type: ignore[call-overload]
    programs = [Process(address), Process(address)]
    try:
        for program in programs:
            program.start()
        yield from evening(tables, address, link, programs, found if chaos else None, minutes)
    finally:
        for program in programs:
            program.kill()
    for processes in (2, 4):
        yield race(found.address(), processes, appends)


@click.command()
@click.option("--tables", default=100)
@click.option("--appends", default=10_000)
@click.option("--chaos", is_flag=True, help="Let all go wrong meanwhile.")
@click.option("--minutes", default=0.0, help="Begin tables until so long is over.")
def main(tables: int, appends: int, chaos: bool, minutes: float) -> None:
    """Measure, and say so."""
    for line in play(tables, appends, chaos, minutes):
        print(line, flush=True)


if __name__ == "__main__":
    main()
