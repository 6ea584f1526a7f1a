"""An evening on which everything goes wrong, and no tap that was acknowledged may be lost or doubled.

    python -m tests.bench.chaos [--minutes 60] [--devices 12] [--seed 1]

Twelve devices tap at six tables, two at each, keep what is not answered and send it again under its key, and go offline
at times. Meanwhile, by chance: the worker, the parent or both are killed (-9); the program stops for seconds and goes on; the
clock jumps by a day either way; the disk is full (as root, on a file system of its own); connections send half a request;
64 connections flood; a second server is started on the same file; a snapshot is taken. In the end every page answers,
each log holds what was acknowledged, once, and in the order of its device; a copy with any page overwritten is refused.
All traffic is to this machine itself.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections import Counter
from pathlib import Path

import click

from referee.club.tables import Tables
from referee.club.verifying import verify
from referee.store import Store, StoreError, restore
from tests.help.running import ROOT, Program

TABLES = 6
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "HX-Target": "table"}
SHIFTED = """
import sys, time
from datetime import datetime
import referee.store.records as records
shift = float(open(sys.argv[2] + ".shift").read())
now = time.time
time.time = lambda: now() + shift
class Shifted(datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime.fromtimestamp(time.time(), tz)
records.datetime = Shifted
from referee.cli.main import main
main(["serve", "--port", sys.argv[1], "--database", sys.argv[2]])
"""
"""`referee serve` with the clock set by what stands beside the database, in seconds."""


class Device(threading.Thread):
    """A tablet: taps, keeps what has no answer, sends it again. Fields: acknowledged, the texts the table took."""

    def __init__(self, number: int, port: int, table: str, rng: random.Random, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.name = f"d{number}"
        self.port, self.table, self.rng, self.over = port, table, rng, over
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.seq = 0
        self.made = 0
        self.waiting: list[str] = []
        self.acknowledged: list[str] = []
        self.answers: Counter[str] = Counter()
        self.slowest = 0.0

    def run(self) -> None:
        offline = 0.0
        while not self.over.is_set() or self.waiting:
            if not self.over.is_set() and self.rng.random() < 0.5 and len(self.waiting) < 60:
                self.made += 1
                self.waiting.append(f"{self.name} {self.made}")
            if self.rng.random() < 0.01:
                offline = time.monotonic() + self.rng.uniform(0.5, 5)
            if self.waiting and (time.monotonic() > offline or self.over.is_set()):
                self.send(self.waiting[0])
            time.sleep(self.rng.uniform(0.02, 0.15))

    def send(self, text: str) -> None:
        """Send one tap; it goes on waiting unless the table took it."""
        try:
            if not self.token:
                self.enter()
            form = {"csrf_token": self.token, "key": f"{self.table} {text}", "seq": self.seq, "fact": f'note "{text}"'}
            began = time.monotonic()
            status, said, headers = self.ask("POST", f"/t/{self.table}/fact", urllib.parse.urlencode(form))
            self.slowest = max(self.slowest, time.monotonic() - began)
        except (OSError, http.client.HTTPException) as error:
            self.answers[type(error).__name__] += 1
            return
        self.answers[str(status)] += 1
        self.seq = int(headers.get("X-Sequence") or self.seq)
        if status == 200:
            self.acknowledged.append(text)
            self.waiting.pop(0)
        elif status == 400:
            self.token = ""
        elif status not in (409, 503):
            raise SystemExit(f"{self.name}: {status} {said[:300]!r}")

    def enter(self) -> None:
        """Get what every form of the page carries."""
        _, said, headers = self.ask("GET", f"/t/{self.table}")
        found = re.search(rb'name="csrf_token" value="([^"]+)"', said)
        self.token = found[1].decode() if found else ""
        self.seq = int(headers.get("X-Sequence") or 0)

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes, http.client.HTTPMessage]:
        """Status, body and headers of what is answered within ten seconds."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            cookie = {"Cookie": "; ".join(map("=".join, self.cookies.items()))}
            connection.request(method, path, body, FORM | cookie)
            answer = connection.getresponse()
            said = answer.read()
        given = answer.headers.get_all("Set-Cookie") or []
        self.cookies |= dict(one.partition(";")[0].split("=", 1) for one in given)
        return answer.status, said, answer.headers


class Chaos:
    """What goes wrong, by chance; `happened` counts it."""

    def __init__(self, program: Program, rng: random.Random, small_disk: bool) -> None:
        self.program, self.rng = program, rng
        self.happened: Counter[str] = Counter()
        self.acts = [self.kill, self.stop, self.jump, self.half, self.flood, self.second, self.snapshot]
        self.acts += [self.fill] if small_disk else []

    def go_on(self) -> None:
        """One thing more."""
        act = self.rng.choice(self.acts)
        self.happened[act.__name__] += 1
        act()

    def kill(self) -> None:
        """Worker, parent or all, at once; then it is started again, or starts its worker itself."""
        everyone = self.program.processes()
        chosen = self.rng.choice([everyone, everyone[:1], everyone[1:]])
        for process in chosen:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        if self.program.process and self.program.process.pid in chosen:
            self.program.kill()
            self.program.start()

    def stop(self) -> None:
        """As a laptop that sleeps for seconds."""
        everyone = self.program.processes()
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for process in everyone:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, number)
            if number == signal.SIGSTOP:
                time.sleep(self.rng.uniform(0.5, 3))

    def jump(self) -> None:
        """The clock set forward or back, at a start."""
        self.program.kill()
        set_clock(self.program.database, self.rng.choice([-86400, -3600, 0, 3600, 86400]))
        self.program.start()

    def half(self) -> None:
        """Connections that send half a request and fall silent."""
        head = b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\nab"
        with contextlib.ExitStack() as stack:
            for cut in (10, 30, len(head)) * 10:
                with contextlib.suppress(OSError):
                    one = stack.enter_context(socket.create_connection(("127.0.0.1", self.program.port), timeout=5))
                    one.sendall(head[:cut])
            time.sleep(2)

    def flood(self) -> None:
        """64 connections that ask without reading."""
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
            for _ in range(64):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", self.program.port), timeout=5))
                one.settimeout(1)
                one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8)
            time.sleep(2)

    def second(self) -> None:
        """Another server on the same file, by another name: it has to be refused."""
        link = self.program.database.with_name("link.db")
        if not link.exists():
            link.symlink_to(self.program.database)
        command = [sys.executable, "-m", "referee.cli", "serve", "--port", "0", "--database", str(link)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60)
        if done.returncode != 2 and self.program.processes():
            raise SystemExit(f"a second server: {done.returncode} {done.stderr!r}")

    def snapshot(self) -> None:
        """A copy in the midst of it; on a full disk it may fail."""
        command = [sys.executable, "-m", "referee.cli", "snapshot", "--database", str(self.program.database)]
        subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120)

    def fill(self) -> None:
        """The disk full for seconds."""
        ballast = self.program.database.with_name("ballast")
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 65536)
        time.sleep(self.rng.uniform(1, 4))
        ballast.unlink()


def set_clock(database: Path, seconds: float) -> None:
    database.with_name(database.name + ".shift").write_text(str(seconds), encoding="utf-8")


def damaged(database: Path, rng: random.Random) -> tuple[int, int]:
    """Copies with a page in use overwritten: how many were tried, and how many were refused."""
    tried = refused = 0
    with tempfile.TemporaryDirectory() as name:  # the disk of the database is too small for copies
        whole, copy, restored = (Path(name) / file for file in ("whole.db", "damaged.db", "restored.db"))
        with Store.open(database, read_only=True) as store:
            store.backup(whole)  # every page of it is in use
        size = whole.stat().st_size
        for _ in range(20):
            shutil.copy(whole, copy)
            with copy.open("r+b") as file:
                file.seek(rng.randrange(1, size // 4096) * 4096)
                file.write(b"\x55" * 4096)
            tried += 1
            try:
                restore(copy, restored)
            except StoreError:
                refused += 1
    return tried, refused


def check(database: Path, devices: list[Device]) -> list[str]:
    """What is wrong in the end."""
    wrong = [str(problem) for problem in verify(database)]
    with Store.open(database, read_only=True) as store:
        for device in devices:
            noted = [event.body["text"] for event in store.events(device.table) if event.kind == "note"]
            own = [text for text in noted if text.startswith(f"{device.name} ")]
            if own != device.acknowledged:
                lost = sorted(set(device.acknowledged) - set(own))
                twice = [text for text, count in Counter(own).items() if count > 1]
                wrong.append(f"{device.name}: lost {lost}, twice {twice}, in order {own == sorted(own, key=_number)}")
    return wrong


def _number(text: str) -> int:
    return int(text.split()[1])


def pages(program: Program, tables: list[str]) -> list[str]:
    """The pages that do not answer."""
    paths = ["/", "/people", "/health", "/first-evening", "/privacy", "/season"]
    paths += [f"/t/{table}{rest}" for table in tables for rest in ("", "/history", "/board", "/deals", "/record")]
    asked = Device(0, program.port, tables[0], random.Random(0), threading.Event())
    return [path for path in paths if asked.ask("GET", path)[0] != 200]


@contextlib.contextmanager
def folder_of(small_disk: bool):  # type: ignore[no-untyped-def]
    """A folder; as root on a file system of 40 MB."""
    with tempfile.TemporaryDirectory() as name:
        if small_disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40m", "referee-chaos", name], check=True)
        try:
            yield Path(name)
        finally:
            if small_disk:
                subprocess.run(["umount", name], check=False)


@click.command()
@click.option("--minutes", default=60.0, show_default=True)
@click.option("--devices", "count", default=12, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(minutes: float, count: int, seed: int) -> None:
    """An evening on which everything goes wrong."""
    rng, small_disk = random.Random(seed), hasattr(os, "geteuid") and os.geteuid() == 0
    with folder_of(small_disk) as folder:
        database = folder / "referee.db"
        with Store.open(database) as store:
            record = b"game double-detente\nseats Ana Ben Cid\n"
            names = [Tables(store).take_in(record, f"Table {n}", key=f"t{n}") for n in range(TABLES)]
        set_clock(database, 0)
        program = Program(database, SHIFTED)
        program.start()
        over = threading.Event()
        devices = [
            Device(n, program.port, names[n % TABLES], random.Random(seed * 100 + n), over) for n in range(count)
        ]
        for device in devices:
            device.start()
        chaos, until = Chaos(program, rng, small_disk), time.monotonic() + minutes * 60
        try:
            while time.monotonic() < until:
                time.sleep(rng.uniform(1, 4))
                chaos.go_on()
            over.set()
            for device in devices:
                device.join(120)
            silent = pages(program, names)
        finally:
            program.kill()
        wrong = check(database, devices) + [f"{path} does not answer" for path in silent]
        wrong += [f"{device.name}: {len(device.waiting)} wait still" for device in devices if device.waiting]
        tried, refused = damaged(database, rng)
        answers = sum((device.answers for device in devices), Counter())
        click.echo(f"{minutes:g} minutes, {count} devices; went wrong: {dict(chaos.happened)}")
        click.echo(f"acknowledged {sum(len(d.acknowledged) for d in devices):,}, answers {dict(answers)}")
        click.echo(
            f"slowest answer {max(d.slowest for d in devices):.1f} s; damaged copies refused {refused} of {tried}"
        )
        click.echo("\n".join(wrong) or "nothing lost, nothing twice, every page answers")
    sys.exit(1 if wrong or refused < tried else 0)


if __name__ == "__main__":
    main()
