"""A tournament of 400 at 100 tables through the real server: every table at work at once, the room looking on.

    python -m tests.bench.room [--minutes 60]

The end of a round: every table's device comes in, taps a card every four seconds, enters the scores and confirms them;
meanwhile every player's phone, the desk, projectors and tables ask every two seconds for what is new. Somebody beside
them asks for a page that reads nothing. Printed are how long each kind of answer takes, beside that page's, and how much
of the time the server was at work. With --minutes the round lasts that long, deal after deal, and the memory of the
server at its end is compared with that of its first tenth.
"""

from __future__ import annotations

import gzip
import http.client
import random
import re
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

import click

from referee.club.access import SCRIBE, Access
from referee.club.tournaments import Tournaments
from referee.store import Store
from referee.tournament import facts
from referee.tournament.settings import Entrant, usual
from referee.web.kit.guard import secret
from referee.web.kit.visit import table_subject
from tests.bench.goals import goal
from tests.help.running import Program
from tests.help.tournament import by_lot
from tests.oracle.doppelkopf_deals import NAMES, Story
from tests.oracle.doppelkopf_table import House

PLAYERS = 400
TABLES = PLAYERS // 4
ROUNDS = 5  # four are played when it begins
COMING = 10  # seconds in which the tables' devices come in
SECONDS = 30  # seconds in which every table ends its round
EVERY = 2  # seconds until a page asks again
APART = 4  # seconds between two taps of a table
HOUSE = House("ddv", dulle=True, second_dulle=False, nines=True, skip=True, less_one=True, options=())
LOOKERS = (("player/{0}", PLAYERS), ("standings", 20), ("room", 2))
ELSEWHERE = {"X-Forwarded-For": "10.0.0.2"}  # not the program's own machine, which may see and do everything
BARE = "/static/icons/referee.svg"


@dataclass
class Times:
    """Seconds that each kind of answer took."""

    took: dict[str, list[float]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def line(self, kind: str, bare: float) -> str:
        """The middle and the 95th of a hundred, and what that is of a bare page's middle."""
        times = self.took[kind]
        late = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
        return (
            f"{kind}: {len(times)} answers, median {median(times) * 1000:.1f} ms ({median(times) / bare:.1f} of a bare "
            f"page), 95th {late * 1000:.1f} ms ({late / bare:.1f})"
        )


class Client:
    """A device with a connection that it keeps."""

    def __init__(self, port: int, times: Times, headers: Mapping[str, str] = ELSEWHERE) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.times = times
        self.headers = {"Accept-Language": "en", "Accept-Encoding": "gzip", **headers}
        self.cookies: dict[str, str] = {}

    def ask(self, kind: str, path: str, form: dict[str, object] | None = None, part: bool = False) -> str:
        """What is answered, after a redirection too; the time it took is kept under `kind`."""
        headers = {**self.headers, "Cookie": "; ".join(map("=".join, self.cookies.items()))}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if part:
            headers["HX-Request"] = "true"
        before = time.perf_counter()
        body = None if form is None else urllib.parse.urlencode(form)
        self.connection.request("GET" if form is None else "POST", path, body, headers)
        answer = self.connection.getresponse()
        said = answer.read()
        with self.times.lock:
            self.times.took.setdefault(kind, []).append(time.perf_counter() - before)
        given = answer.headers.get_all("Set-Cookie") or []
        self.cookies |= dict(cookie.partition(";")[0].split("=", 1) for cookie in given)
        if answer.status == 303:
            return self.ask(f"{kind}, the page after", answer.headers["Location"])
        text = (gzip.decompress(said) if answer.headers["Content-Encoding"] == "gzip" else said).decode()
        if answer.status not in (200, 204, 304):
            told = re.findall(r"<p class=.notice.*?</p>", text, re.S)
            raise SystemExit(f"{path}: {answer.status} {told[:5]}")
        return text


def hidden(page: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    return found[1] if found else ""


def prepared(database: Path) -> tuple[str, dict[int, tuple[str, str, Sequence[str]]]]:
    """A tournament with its last round begun and nothing entered in it: its id; for each table the code of its device,
    its log, its players.
    """
    with Store.open(database) as store:
        ts = Tournaments(store)
        access = Access(store, secret(database))
        event = ts.open(replace(usual("doppelkopf", "Four hundred"), rounds=ROUNDS), "open", "bench")
        said: list[facts.Fact] = [facts.Added(tuple(Entrant(n, f"Player{n}") for n in range(1, PLAYERS + 1)))]
        ts.act(event, "players", lambda _: [*said, facts.Came(tuple(range(1, PLAYERS + 1)))], "bench")
        for number in range(1, ROUNDS + 1):
            ts.draw(event, f"draw{number}", [by_lot(ts.get(event).tournament, number, number)], "bench")
            begun = [facts.RoundStarted(number, 60)]
            ts.act(event, f"start{number}", lambda _, begun=begun: begun, "bench")
            results = [facts.Entered(number, table, (9, -9, table, -table), 0) for table in range(1, TABLES + 1)]
            if number < ROUNDS:
                ts.act(event, f"enter{number}", lambda _, results=results: results, "bench")
        tournament = ts.get(event).tournament
        found = {}
        for table, sitting in tournament.value.round(ROUNDS).tables.items():
            subject = table_subject(event, table)
            access.invite(subject, SCRIBE, f"code{table}", once=False)
            (invited,) = access.of(subject).invitations.values()
            names = [tournament.names[player] for player in sitting.seats]
            found[table] = (access.code(invited), sitting.stream, names)
    return event, found


def come_in(client: Client, table: int, code: str) -> str:
    """A table's device comes in by its code; the token for what it sends."""
    page = client.ask("coming in", f"/tournament/join/{code}")
    token = hidden(page, "csrf_token")
    client.ask("coming in", f"/tournament/join/{code}", {"csrf_token": token, "key": f"in{table}"})
    return token


def deals(rng: random.Random, names: Sequence[str]) -> Iterator[str]:
    """The facts of a round's deals, dealt in turn, until the duty solos are due."""
    for dealer in range(20):
        lines = Story(rng, HOUSE, "gesund", NAMES[:4]).happen().text.splitlines()
        begin = next(at for at, line in enumerate(lines) if line.startswith("deal "))
        turned = dealer - NAMES.index(lines[begin].split()[1])
        seats = {name: names[(place + turned) % 4] for place, name in enumerate(NAMES[:4])}
        yield from (" ".join(seats.get(word, word) for word in line.split()) for line in lines[begin:])


def steps(client: Client, table: int, token: str, stream: str, names: Sequence[str], seconds: float) -> Iterator[None]:
    """What a table does, a step at a time."""
    facts = deals(random.Random(table), names)
    for seq, fact in enumerate(islice(facts, int(seconds / APART) - 2)):
        form = {"csrf_token": token, "key": f"{table}-{seq}", "seq": seq, "fact": fact}
        client.ask("a tap", f"/t/{stream}/fact", form, part=True)
        yield
    scores = {f"score.{seat}": score for seat, score in enumerate((table, -table, 3, -3))}
    sent: dict[str, object] = {"csrf_token": token, "key": f"table{table}-enters", "version": 0, "seat": 0, **scores}
    client.ask("entering scores", f"/t/{stream}/round/scores", sent)
    yield
    sent = {"csrf_token": token, "key": f"table{table}-confirms", "version": 1, "seat": 1}
    client.ask("confirming", f"/t/{stream}/round/confirm", sent)


def work(
    client: Client, table: int, code: str, stream: str, names: Sequence[str], begun: float, seconds: float
) -> None:
    """Come in; then a step every four seconds, and a poll every two."""
    place = table / TABLES
    wait_for(begun + COMING * place)
    token = come_in(client, table, code)
    left, seen = steps(client, table, token, stream, names, seconds), ""
    due = begun + COMING + APART * place
    turn, end = 0, begun + COMING + seconds
    while (at := begun + COMING + EVERY * (turn + place)) < end:
        if due <= at:
            wait_for(due)
            next(left, None)
            due += APART
        wait_for(at)
        panel = client.ask("a table's poll", f"/t/{stream}/door?seen={seen}")
        found = re.search(r"seen=(\w+)", panel)
        seen = found[1] if found else seen
        turn += 1
    if next(left, "done") != "done":
        raise SystemExit(f"table {table} did not come to its end")


def look(client: Client, kind: str, path: str, begun: float, end: float, place: float) -> None:
    """Ask for what is new every two seconds."""
    turn, seen = 0, ""
    while (at := begun + EVERY * (turn + place)) < end:
        wait_for(at)
        said = client.ask(kind, f"{path}?seen={seen}", part=True)
        found = re.search(r"[?;&]seen=(\w+)", said)
        seen = found[1] if found else seen
        turn += 1


def bare(client: Client, end: float) -> None:
    """Somebody who asks for a page that reads nothing."""
    while time.perf_counter() < end:
        client.ask("a bare page", BARE)
        time.sleep(0.1)


def wait_for(moment: float) -> None:
    time.sleep(max(0.0, moment - time.perf_counter()))


def weigh(server: Program, found: list[float], begun: float, seconds: float) -> None:
    """Note the server's memory (MB) after a tenth of the time and shortly before the end."""
    for part in (0.1, 0.95):
        wait_for(begun + COMING + seconds * part)
        found.append(server.memory())


def everybody(
    server: Program, times: Times, event: str, tables: dict[int, tuple[str, str, Sequence[str]]], seconds: float
) -> tuple[float, float]:
    """All at once. The server's memory (MB) after a tenth of the time and shortly before the end."""
    begun, port, memory = time.perf_counter() + 1, server.port, list[float]()
    end = begun + COMING + seconds
    works: list[Callable[[], None]] = [partial(bare, Client(port, times), end)]
    works.append(partial(weigh, server, memory, begun, seconds))
    for table, (code, stream, names) in tables.items():
        works.append(partial(work, Client(port, times), table, code, stream, names, begun, seconds))
    for what, count in LOOKERS:
        for place in range(count):
            path = f"/tournament/{event}/{what.format(place + 1)}"
            works.append(partial(look, Client(port, times), f"polling {what}", path, begun, end, place / count))
    for part in ("now", "tables", "players", "standings", "log"):
        path = f"/tournament/{event}/part/{part}"
        works.append(partial(look, Client(port, times, {}), f"console: {part}", path, begun, end, 0.5))
    together(works)
    early, late = memory
    return early, late


def together(works: Sequence[Callable[[], None]]) -> None:
    """Do all at once; what ends one of them ends the benchmark."""
    failed: list[BaseException] = []

    def tried(one: Callable[[], None]) -> None:
        try:
            one()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=tried, args=(one,), daemon=True) for one in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def run(minutes: float = 0) -> list[str]:
    """An evening's busiest half-minute, or so many minutes of it."""
    times, seconds = Times(), minutes * 60 or SECONDS
    with tempfile.TemporaryDirectory(dir=".") as name:
        server = Program(Path(name) / "referee.db")
        event, tables = prepared(server.database)
        try:
            server.start()
            idle, began = server.seconds(), time.perf_counter()
            early, late = everybody(server, times, event, tables, seconds)
            busy = (server.seconds() - idle) / (time.perf_counter() - began)
        finally:
            server.kill()
    alone = median(times.took["a bare page"])
    answers = sum(map(len, times.took.values()))
    told = [f"{PLAYERS} phones, {TABLES} tables: {answers} answers; of one core the server had {busy:.0%} of the time"]
    told += [times.line(kind, alone) for kind in sorted(times.took)]
    told.append(f"memory of the server: {early:.0f} MB early, {late:.0f} MB at the end")
    slow = {kind: quantiles(took, n=20)[-1] * 1000 for kind, took in times.took.items() if len(took) > 1}
    slowest = max(slow, key=lambda kind: slow[kind])
    return [*told, goal(f"the slowest kind of request ({slowest}), 95th of a hundred", slow[slowest], 150, " ms")]


@click.command()
@click.option("--minutes", default=0.0, help="How long the round lasts; without it, half a minute.")
def main(minutes: float) -> None:
    """Measure a tournament of 400 at 100 tables, all at work at once."""
    print("\n".join(run(minutes)))


if __name__ == "__main__":
    main()
