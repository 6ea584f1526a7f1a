"""A Friday evening of many clubs on one PostgreSQL, scaled to this machine: what gives way first, as it is measured.

    python -m tests.bench.friday [--clubs 2000] [--playing 200] [--seconds 30]

So many clubs are on the server, of which some play: each has a table and a director's device. These tap, and look at
their tables, at random moments, more and more a second altogether, each at whichever of two processes. Told are the
answers, how long they take from the moment they were meant to be asked for, and how many milliseconds of a core each
costs: of the processes that serve, of PostgreSQL, and of what asks.
"""

from __future__ import annotations

import contextlib
import os
import random
import secrets
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from referee.club.access import CLUB, DIRECTOR, Access
from referee.club.clubs import Clubs
from referee.club.tables import Tables
from referee.record.text import Header
from referee.store import Store, address_of
from referee.web.kit.guard import of_club
from referee.web.kit.proved import COOKIE, sign
from tests.bench.evening import Device, Process
from tests.help.postgresql import Server, server
from tests.help.running import children

SECRET = "a long random text"
TICK = os.sysconf("SC_CLK_TCK")
SEATS = ("Ana", "Ben", "Cléo")


class Club:
    """A club at play: its director's device, and a table."""

    def __init__(self, word: str, device: str, table: str, ports: list[int]) -> None:
        self.table, self.seq = table, 0
        self.device = Device(ports, f"{word}.localhost")
        self.device.cookies[COOKIE] = sign(of_club(SECRET, word), device)
        self.lock = threading.Lock()

    def open(self) -> None:
        """Load the page once, which brings the form's token."""
        status, said, _ = self.device.ask("GET", f"/t/{self.table}")
        assert status == 200, (status, said[-400:])

    def tap(self, at: float) -> float:
        """Write a note; the seconds from the moment it was meant to be sent."""
        with self.lock:
            fact = [("key", secrets.token_hex(8)), ("seq", str(self.seq)), ("fact", f'note "{self.seq}"')]
            status, said, _ = self.device.ask("POST", f"/t/{self.table}/fact", fact)
            assert status == 200, (status, said[-400:])
            self.seq += 1
            return time.monotonic() - at

    def look(self, at: float) -> float:
        """Ask for the table anew, as who looks on does when there is news."""
        with self.lock:
            self.device.ask("GET", f"/t/{self.table}")
        return time.monotonic() - at


def founded(address: str, number: int) -> tuple[str, str, str]:
    """A club on the server: its word, its director's device, its table."""
    word, device = f"c{number}", secrets.token_hex(8)
    with Store.open(address_of(address, word)) as store:
        Access(store, of_club(SECRET, word)).grant(CLUB, device, DIRECTOR, "founded")
        return word, device, Tables(store).open(Header("double-detente", SEATS), "", "first")


def spent(pids: Iterable[int]) -> float:
    """Seconds of processor that some processes have taken; those that ended meanwhile are left out."""
    total = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
            total += (int(fields[11]) + int(fields[12])) / TICK
    return total


def memory(pids: Iterable[int]) -> float:
    """Kilobytes that are these processes' alone."""
    said = "".join(Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in pids)
    return sum(int(line.split()[1]) for line in said.splitlines() if line.startswith("Private"))


class Watched:
    """The processes of whom the cost of an answer is told."""

    def __init__(self, programs: Sequence[Process], postmaster: int) -> None:
        self.programs, self.postmaster = programs, postmaster

    def seconds(self) -> dict[str, float]:
        """What each has taken of a core so far."""
        server = (self.postmaster, *children(self.postmaster))
        serving = [pid for program in self.programs for pid in program.processes()]
        return {"serving": spent(serving), "PostgreSQL": spent(server), "asking": time.process_time()}


def offered(clubs: Sequence[Club], rate: float, looks: float, seconds: float, watched: Watched) -> str:
    """So many answers a second are asked for, for so long, each at a moment of its own; so many of them are looks."""
    before, began, waiting = watched.seconds(), time.monotonic(), []
    with ThreadPoolExecutor(64) as hall:
        at = began
        while at - began < seconds:
            at += random.expovariate(rate)
            time.sleep(max(0.0, at - time.monotonic()))
            club = random.choice(clubs)
            waiting.append(hall.submit(club.look if random.random() < looks else club.tap, at))
        found = sorted(one.result() for one in waiting)
    took, after, many = time.monotonic() - began, watched.seconds(), len(found)
    each = {name: (after[name] - before[name]) * 1e3 / many for name in after}
    share = sum(each.values()) * many / 1e3 / took / (os.cpu_count() or 1)
    told = ", ".join(f"{name} {ms:.1f}" for name, ms in each.items())
    return (
        f"{rate:.0f} a second asked for, {looks * 100:.0f} % of them looks: {many / took:.0f} answered; half within"
        f" {found[many // 2] * 1e3:.0f} ms, 95 % within {found[int(many * 0.95)] * 1e3:.0f} ms; ms of a core for each:"
        f" {told}; all of it {share * 100:.0f} % of this machine"
    )


def run(
    clubs: int = 2000, playing: int = 200, seconds: float = 15, rates: Sequence[float] = (10, 20, 40)
) -> Iterator[str]:
    """Measure on a server of its own."""
    with server() as found:
        if found is None:
            yield "not measured: no PostgreSQL here"
            return
        os.environ["REFEREE_SECRET_KEY"] = SECRET
        address = found.address("x").replace("&club=x", "")
        programs = [Process(address), Process(address)]
        made = list(prepared(address, clubs, playing))
        try:
            for program in programs:
                program.start()
            yield from _evening(found, made, programs, seconds, rates)
        finally:
            for program in programs:
                program.kill()


def prepared(address: str, clubs: int, playing: int) -> Iterator[tuple[str, str, str]]:
    """The clubs of the server, of which so many play."""
    with Store.open(address_of(address)) as store:
        register = Clubs(store)
        for number in range(clubs):
            register.add(f"Club {number}", f"c{number}")
    with ThreadPoolExecutor(4) as founding:
        yield from founding.map(founded, [address] * playing, range(playing))


def _evening(
    found: Server,
    made: Sequence[tuple[str, str, str]],
    programs: Sequence[Process],
    seconds: float,
    rates: Sequence[float],
) -> Iterator[str]:
    watched = Watched(programs, int((found.folder / "data" / "postmaster.pid").read_text().split("\n")[0]))
    serving = [pid for program in programs for pid in program.processes()]
    hall, empty, began = (
        [Club(*one, [program.port for program in programs]) for one in made],
        memory(serving),
        time.monotonic(),
    )
    with ThreadPoolExecutor(8) as opening:
        list(opening.map(Club.open, hall))
    took, grown = (time.monotonic() - began) * 1e3 / len(hall), (memory(serving) - empty) / len(hall)
    yield f"the first page of each of {len(hall)} clubs: {took:.0f} ms; {grown:.0f} KB of memory a club"
    for rate, looks in ((rates[0], 0.0), (rates[0], 1.0), *((rate, 0.25) for rate in rates)):
        yield offered(hall, rate, looks, seconds, watched)


@click.command()
@click.option("--clubs", default=2000)
@click.option("--playing", default=200)
@click.option("--seconds", default=15.0)
@click.option("--rate", "rates", multiple=True, type=float, default=(10, 20, 40))
def main(clubs: int, playing: int, seconds: float, rates: Sequence[float]) -> None:
    """Measure, and say so."""
    for line in run(clubs, playing, seconds, rates):
        print(line, flush=True)


if __name__ == "__main__":
    main()
