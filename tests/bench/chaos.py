"""An evening on which everything goes wrong, and no tap that was acknowledged may be lost or doubled.

    python -m tests.bench.chaos [--minutes 60] [--devices 12] [--seed 1]

Twelve devices tap at six tables, two at each, keep what is not answered and send it again under its key, and go offline
at times. Meanwhile, by chance: the worker, the parent or both are killed (-9); the power is cut, and of what was not synced
any sectors are lost; the program stops for seconds and goes on; the clock jumps by a day either way; the disk is full (as
root, on a file system of its own); connections send half a request, byte by byte, or what is none; 64 connections flood; a
second server is started on the same file; one is started on a copy with pages overwritten; a snapshot is taken; the dearest
requests are sent (tests/help/dear.py). In the end
every page answers, each log holds what was acknowledged, once, and in the order of its device; a copy with any page
overwritten is refused. All traffic is to this machine itself.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from pathlib import Path

import click

from referee import create_app
from referee.club.tables import Tables
from referee.club.tournaments import Tournaments
from referee.club.transfer import export
from referee.club.verifying import verify
from referee.store import Store, StoreError, restore
from referee.tournament.settings import usual
from tests.help.dear import Asker, Sent, doppelkopf, pages, refused, taken
from tests.help.device import Device
from tests.help.powercut import COMPILER, PowerCut
from tests.help.running import ROOT, Program, free_port

TABLES = 6
PATIENT = 600
"""Seconds until a start is given up: on a busy machine it takes long."""
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
main(["serve", "--port", sys.argv[1], "--database", sys.argv[2], "--snapshots", sys.argv[2] + "/../../copies"])
"""
"""`referee serve` with the clock set by what stands beside the database, in seconds."""


class Chaos:
    """What goes wrong, by chance; `happened` counts it, `wrong` is what should not have come of it."""

    def __init__(
        self, program: Program, rng: random.Random, power: PowerCut | None, small_disk: bool, dear: list[Sent]
    ) -> None:
        self.program, self.rng, self.power, self.dear = program, rng, power, dear
        self.happened: Counter[str] = Counter()
        self.sectors = self.refused = 0
        self.wrong: list[str] = []
        self.acts = [
            self.kill,
            self.stop,
            self.jump,
            self.half,
            self.flood,
            self.second,
            self.snapshot,
            self.damage,
            self.ask,
        ]
        self.acts += [self.fill] if small_disk else []
        self.acts += [self.cut] if power else []

    def go_on(self) -> None:
        """One thing more."""
        revive(self.program, self.happened)
        act = self.rng.choice(self.acts)
        self.happened[act.__name__] += 1
        try:
            act()
        except Exception as error:  # such as a program that does not start again
            self.wrong.append(f"{act.__name__}: {type(error).__name__} {error}")
            self.program.kill()
            self.program.start()

    def ask(self) -> None:
        """The dearest requests of some addresses, from the computer itself."""
        asker = Asker(0, self.program.port, self.dear[0].path.split("/")[-1], self.rng, threading.Event())
        for sent in self.rng.sample(self.dear[1:], 20):
            with contextlib.suppress(OSError, http.client.HTTPException):
                status = asker.post(sent)
                self.wrong += [f"{sent.path} {sent.what}: {status}"] * (status >= 500 and status != 503)

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

    def cut(self) -> None:
        """The power is cut."""
        assert self.power is not None
        self.program.kill()
        self.sectors += self.power.lose(self.rng)
        self.program.start()

    def damage(self) -> None:
        """A server on a copy of which pages are overwritten: it refuses, or it says at each page whether it can."""
        with tempfile.TemporaryDirectory() as name:
            copy = Path(name) / "referee.db"
            with Store.open(self.program.database, read_only=True) as store:
                store.backup(copy)
                tables = [stream.id for stream in store.streams("table")]
            overwrite(copy, self.rng, self.rng.randrange(1, 20))
            other = Program(copy)
            try:
                other.start()
                self.wrong += [f"damaged: {path} {status}" for path, status in asked(other, tables, (200, 503)).items()]
            except AssertionError as error:
                self.refused += 1
                if "ended with" not in str(error):
                    raise
            finally:
                other.kill()

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
        """Connections that send half a request and fall silent, that send it byte by byte, or what is no request."""
        head = b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\nab"
        none = [self.rng.randbytes(500), b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20_000, b"GET /" + b"a" * 200_000]
        with contextlib.ExitStack() as stack:
            slow = []
            for sent in (head[:10], head[:30], head, *none) * 5:
                with contextlib.suppress(OSError):
                    one = stack.enter_context(socket.create_connection(("127.0.0.1", self.program.port), timeout=5))
                    one.sendall(sent)
                    slow += [one] if sent == head else []
            for _ in range(20):
                for one in slow:
                    with contextlib.suppress(OSError):
                        one.sendall(b"c")
                time.sleep(0.1)

    def flood(self) -> None:
        """64 connections that ask without reading."""
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
            for _ in range(64):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", self.program.port), timeout=5))
                one.settimeout(1)
                one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8)
            time.sleep(2)

    def second(self) -> None:
        """Another server on the same file, by another name: it has to be refused, once the first has the file."""
        wait_for(self.program, self.happened)
        name = self.rng.choice(["symbolic.db", "hard.db"])
        link = self.program.database.with_name(name)
        if not link.exists():
            link.symlink_to(self.program.database) if name == "symbolic.db" else link.hardlink_to(self.program.database)
        command = [sys.executable, "-m", "referee.cli", "serve", "--port", str(free_port()), "--database", str(link)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as other:
            try:
                _, said = other.communicate(timeout=PATIENT)
            except subprocess.TimeoutExpired:
                other.kill()
                raise
        if other.returncode != 2:
            raise AssertionError(f"{other.returncode} {said!r}")

    def snapshot(self) -> None:
        """A copy in the midst of it; on a full disk it may fail."""
        database = str(self.program.database)
        command = [sys.executable, "-m", "referee.cli", "snapshot", "--database", database]
        command += ["--folder", database + "/../../copies"]
        subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120)

    def fill(self) -> None:
        """The disk full for seconds."""
        ballast = self.program.database.with_name("ballast")
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 65536)
        time.sleep(self.rng.uniform(1, 4))
        ballast.unlink()


def revive(program: Program, happened: Counter[str]) -> None:
    """Start it again where it ended by itself, as it does once its worker ends twice within seconds."""
    if program.process and program.process.poll() is not None:
        happened["ended by itself"] += 1
        program.kill()
        program.start()


def wait_for(program: Program, happened: Counter[str]) -> None:
    """Wait until it answers: a worker that was killed is replaced, and meanwhile the file is nobody's."""
    end = time.monotonic() + PATIENT
    while True:
        revive(program, happened)
        try:
            urllib.request.urlopen(program.url + "/health", timeout=60).close()
            return
        except (OSError, http.client.HTTPException):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def set_clock(database: Path, seconds: float) -> None:
    database.with_name(database.name + ".shift").write_text(str(seconds), encoding="utf-8")


def overwrite(copy: Path, rng: random.Random, pages: int = 1) -> None:
    """Overwrite pages, all of which are in use."""
    with copy.open("r+b") as file:
        there = range(1, copy.stat().st_size // 4096)
        for page in rng.sample(there, min(pages, len(there))):
            file.seek(page * 4096)
            file.write(b"\x55" * 4096)


def damaged(database: Path, rng: random.Random) -> tuple[int, int]:
    """Copies with a page in use overwritten: how many were tried, and how many were refused."""
    tried = refused = 0
    with tempfile.TemporaryDirectory() as name:  # the disk of the database is too small for copies
        whole, copy, restored = (Path(name) / file for file in ("whole.db", "damaged.db", "restored.db"))
        with Store.open(database, read_only=True) as store:
            store.backup(whole)
        for _ in range(20):
            shutil.copy(whole, copy)
            overwrite(copy, rng)
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
            wrong += [f"{device.name}: {device.wrong}"] if device.wrong else []
            wrong += [f"{device.name}: {len(device.waiting)} wait still"] if device.waiting else []
    return wrong


def _number(text: str) -> int:
    return int(text.split()[1])


def asked(program: Program, tables: list[str], well: tuple[int, ...] = (200,)) -> dict[str, int | str]:
    """The pages that do not answer as they should, and how they do."""
    paths = ["/", "/people", "/health", "/first-evening", "/privacy", "/season"]
    paths += [f"/t/{table}{rest}" for table in tables for rest in ("", "/history", "/board", "/deals", "/record")]
    visitor = Device(0, program.port, tables[0], random.Random(0), threading.Event())
    answers: dict[str, int | str] = {}
    for path in paths:
        try:
            answers[path] = visitor.ask("GET", path)[0]
        except (OSError, http.client.HTTPException) as error:
            answers[path] = type(error).__name__
    return {path: answer for path, answer in answers.items() if answer not in well}


@contextlib.contextmanager
def folder_of(small_disk: bool):  # type: ignore[no-untyped-def]
    """A folder with one for the database, as root on a file system of its own, of 120 MB; copies lie outside of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in ("disk", "copies", "notes"):
            (folder / each).mkdir()
        if small_disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=120m", "referee-chaos", folder / "disk"], check=True)
        try:
            yield folder
        finally:
            if small_disk:
                subprocess.run(["umount", folder / "disk"], check=False)


@click.command()
@click.option("--minutes", default=60.0, show_default=True)
@click.option("--devices", "count", default=12, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(minutes: float, count: int, seed: int) -> None:
    """An evening on which everything goes wrong."""
    rng, small_disk = random.Random(seed), hasattr(os, "geteuid") and os.geteuid() == 0
    with folder_of(small_disk) as folder:
        database = folder / "disk" / "referee.db"
        names, dear = tables_in(database), dear_of(database)
        set_clock(database, 0)
        power = PowerCut(database, folder / "notes", slow=20) if COMPILER else None
        program = Program(database, SHIFTED)
        program.environment |= power.environment if power else {}
        program.start()
        over = threading.Event()
        devices = [
            Device(n, program.port, names[n % TABLES], random.Random(seed * 100 + n), over) for n in range(count)
        ]
        for device in devices:
            device.start()
        chaos = Chaos(program, rng, power, small_disk, dear)
        try:
            go_wrong(chaos, devices, minutes)
            over.set()
            for device in devices:
                device.join(120)
            silent = asked(program, names)
        finally:
            over.set()
            program.kill()
        wrong = chaos.wrong + check(database, devices) + [f"{path}: {answer}" for path, answer in silent.items()]
        tried, refused = damaged(database, rng)
    tell(chaos, devices, minutes)
    click.echo(f"damaged copies refused {refused} of {tried}")
    click.echo("\n".join(wrong) or "nothing lost, nothing twice, every page answers")
    sys.exit(1 if wrong or refused < tried else 0)


def tables_in(database: Path) -> list[str]:
    with Store.open(database) as store:
        record = b"game double-detente\nseats Ana Ben Cid\n"
        return [Tables(store).take_in(record, f"Table {n}", key=f"t{n}") for n in range(TABLES)]


def dear_of(database: Path) -> list[Sent]:
    """A table at which no device taps, and the dearest requests to it and to a tournament."""
    with Store.open(database) as store:
        table = Tables(store).take_in(doppelkopf(1000), "Dear", "dear")
        event = Tournaments(store).open(usual("doppelkopf", "Dear"), "dear event")
        whole = export(store, event)
    with tempfile.TemporaryDirectory() as name:
        app = create_app({"DATABASE": str(Path(name) / "other.db")})
        found = [*pages(app, event, [table]), *refused(app, event, [table]), *taken(event, [table], whole)]
        app.extensions["tables"].store.close()
    return [Sent(f"/t/{table}"), *found]


def go_wrong(chaos: Chaos, devices: list[Device], minutes: float) -> None:
    """One thing after the other; every five minutes it is told how it stands."""
    began = told = time.monotonic()
    while time.monotonic() < began + minutes * 60:
        time.sleep(chaos.rng.uniform(1, 4))
        chaos.go_on()
        if time.monotonic() > told + 300:
            told = time.monotonic()
            tell(chaos, devices, (told - began) / 60)


def tell(chaos: Chaos, devices: list[Device], minutes: float) -> None:
    """How it stands, so far as the devices can tell."""
    answers = sum((device.answers for device in devices), Counter[str]())
    happened = dict(chaos.happened) | {"sectors lost": chaos.sectors, "damaged refused at the start": chaos.refused}
    click.echo(
        f"{minutes:.0f} minutes, {len(devices)} devices; went wrong, {chaos.happened.total()} in all: {happened}"
    )
    click.echo(
        f"acknowledged {sum(len(d.acknowledged) for d in devices):,}, answers {dict(answers)}, "
        f"slowest {max(d.slowest for d in devices):.1f} s; should not have been: {chaos.wrong}"
    )


if __name__ == "__main__":
    main()
