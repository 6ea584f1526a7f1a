"""The dearest requests of each address, as every role, at a club that has played much, while a table taps.

    python -m tests.bench.dearest [--only PART]

The club has a tournament of 400 with its last round under way, 300 tables of its past, a table with thousands of entries
and one with a foul of which nobody has computed yet what it did. Every page, file and paper of the map of addresses is
opened, and every form sent as it is refused and as it is taken: by a stranger, a scribe, a director and the computer, one
after the other. Printed is, for each that held a tap up most, how long the tap waited, what the program's one thread was at
work for it, which other work on the machine does not change, and how long it neither worked nor waited for a processor while
the tap waited: for a process of its own, say, or for the disk. Then the 99th of a hundred of all taps, and what memory the
program took on.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

import click

from referee import create_app
from referee.club.access import DIRECTOR, SCRIBE, Access
from referee.club.tables import Tables
from referee.club.transfer import export
from referee.paths import DEMOS
from referee.store import Store
from referee.web.kit.guard import secret
from tests.bench.room import ELSEWHERE, prepared
from tests.help.dear import Asker, Sent, doppelkopf, pages, refused, taken
from tests.help.device import Device
from tests.help.running import Program

GOAL, MOST_MEMORY = 0.3, 100
"""Seconds for the 99th of a hundred taps; MB that the program may take on."""
PAST, LONG = 300, 3000
FAULT = re.compile(r" (?:50[0-24-9]|TimeoutError|Remote\w+), \w+$")
"""The end of a request that was answered with a fault, or not at all; 503 asks to come again."""
ROLES = ("stranger", "scribe", "director", "computer")


class Tapper(Device):
    """A tablet that notes how long each of its taps took: (when, seconds)."""

    took: list[tuple[float, float]]

    def send(self, text: str) -> None:
        began, self.slowest = time.monotonic(), 0.0
        super().send(text)
        if self.slowest:
            self.took.append((began, self.slowest))


class Thread:
    """The one thread of the program that answers, and the seconds it was at work."""

    def __init__(self, program: Program, asker: Asker) -> None:
        before = self._times(program)
        for _ in range(40):
            asker.post(Sent("/"))
        after = self._times(program)
        self._file = max(after, key=lambda task: after[task] - before.get(task, 0))

    def seconds(self) -> tuple[float, float]:
        """The seconds it has been at work, and has waited for a processor."""
        worked, queued = map(int, self._file.read_text().split()[:2])
        return worked / 1e9, queued / 1e9

    @staticmethod
    def _times(program: Program) -> dict[Path, int]:
        tasks = [file for process in program.processes() for file in Path(f"/proc/{process}/task").glob("*/schedstat")]
        return {task: int(task.read_text().split()[0]) for task in tasks}


def filled(database: Path) -> tuple[str, list[str], dict[str, tuple[str, str]], bytes]:
    """The tournament; the table that taps, that with fouls, that with a long log of play, that with one of notes; each
    role's code, with the address where it is given; the whole tournament as a file.
    """
    event = prepared(database)[0]
    with Store.open(database) as store:
        kept, access = Tables(store), Access(store, secret(database))
        demos = sorted(DEMOS.glob("*.deal"))
        for number in range(PAST):
            kept.take_in(demos[number % len(demos)].read_bytes(), f"Evening {number}", f"past {number}")
        text = b"game double-detente\nseats Ana Ben Cid\n"
        tapping = kept.take_in(text, "", "tapping")
        played = kept.take_in(doppelkopf(LONG), "", "played")
        long = kept.take_in(text + b"note x\n" * LONG, "", "long")
        fouled = kept.take_in((DEMOS / "doppelkopf.deal").read_bytes(), "", "fouled")
        codes = {}
        for role, subject, kind, path in (
            ("scribe", long, SCRIBE, "/j/"),
            ("director", event, DIRECTOR, "/tournament/join/"),
        ):
            access.invite(subject, kind, f"dear {role}")
            (invited,) = access.of(subject).invitations.values()
            codes[role] = path, access.code(invited)
        return event, [tapping, fouled, played, long], codes, export(store, event)


def asked(program: Program, database: Path, only: str) -> Iterator[tuple[str, Asker, Sent]]:
    """Each role with each request, then what is taken; what ends a tournament or takes a name away comes last."""
    event, tables, codes, whole = filled(database)
    app = create_app({"DATABASE": str(database.with_name("other.db"))})
    requests = [*pages(app, event, tables), *refused(app, event, tables)]
    app.extensions["tables"].store.close()
    program.start()
    for role in ROLES:
        asker = Asker(0, program.port, tables[0], random.Random(0), threading.Event())
        asker.headers = {} if role == "computer" else ELSEWHERE
        if role in codes:
            asker.come_in(*reversed(codes[role]))
        yield role, asker, Sent("/")
        for sent in (*requests, *taken(event, tables, whole)):
            if only in sent.path:
                yield role, asker, sent


def memory(program: Program) -> float:
    """The MB that the program's two processes have. A press is a third, with a limit of its own, and soon ends."""
    pages = [int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in program.processes()[:2]]
    return sum(pages) * 4096 / 2**20


class Held(NamedTuple):
    """Seconds: how long a tap waited for a request, the thread was at work, and it was still while the tap waited."""

    waited: float
    worked: float
    still: float

    @property
    def most(self) -> float:
        """What the request itself cost, whatever else the machine had to do."""
        return max(self.worked, self.still)


def measure(program: Program, database: Path, only: str) -> tuple[Tapper, dict[str, Held], float]:
    """The tablet that tapped; for each request how a tap was held up; the memory taken on."""
    held, over = dict[str, Held](), threading.Event()
    requests = asked(program, database, only)
    _, first, _ = next(requests)
    thread, before = Thread(program, first), memory(program)
    tapper = Tapper(1, program.port, first.table, random.Random(1), over)
    tapper.took = []
    tapper.start()
    for role, asker, sent in requests:
        began, before_it = time.monotonic(), thread.seconds()
        try:
            status: int | str = asker.post(sent)
        except OSError as error:
            status = type(error).__name__
        time.sleep(0.1)
        waits = [seconds for at, seconds in tapper.took if at + seconds > began]
        what = f"{'GET' if sent.body is None else 'POST'} {sent.path} {sent.what} {status}, {role}"
        worked, queued = (now - then for now, then in zip(thread.seconds(), before_it, strict=True))
        waited = max(waits, default=0)
        held[what] = Held(waited, worked, max(0, waited - worked - queued))
    over.set()
    tapper.join()
    return tapper, held, memory(program) - before


@click.command()
@click.option("--only", default="", help="Only addresses with this in them.")
def main(only: str) -> None:
    """Open and send everything while a table taps."""
    with tempfile.TemporaryDirectory() as name:
        program = Program(Path(name) / "referee.db")
        try:
            tapper, held, more = measure(program, program.database, only)
        finally:
            program.kill()
    for what, one in sorted(held.items(), key=lambda one: -one[1].most)[:40]:
        waited, worked, still = (f"{seconds * 1000:6.0f} ms" for seconds in one)
        print(f"{waited} waited, {worked} at work, {still} still  {what}")
    faults = [what for what in held if FAULT.search(what)]
    print("\n".join(["answered as no request may be:", *faults]) if faults else "each answered as it should be")
    late = quantiles([seconds for _, seconds in tapper.took], n=100)[-1]
    print(f"{len(held)} requests, {len(tapper.took)} taps, 99th {late * 1000:.0f} ms; {more:.0f} MB more")
    if late > GOAL or more > MOST_MEMORY or tapper.wrong or faults:
        raise SystemExit(tapper.wrong or 1)


if __name__ == "__main__":
    main()
