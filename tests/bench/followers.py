"""What two hundred followers cost the server: programs that hold the news of a table, or of a tournament, and ask at each.

    python -m tests.bench.followers [--followers 200] [--seconds 40]

At a table a card is tapped every four seconds; at a tournament of 400 a result comes in every two. Every follower holds the
stream and asks at each event, with the ETag of its last answer, as docs/api.md says. Printed is the processor time of the
server in each second, less that of the same taps and results without followers.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from random import Random

import click

from tests.bench.goals import goal
from tests.bench.room import Client, Times, deals, hidden, prepared
from tests.help.running import Program

FOLLOWERS, SECONDS = 200, 40
A_TAP, A_RESULT = 4.0, 2.0  # seconds between two
OF_ADDRESS = 20  # streams that one address may hold
SETTLED = 15  # seconds in which the server makes ready beside its requests
APART = 5.0  # seconds between two questions of a tournament's follower


async def ask(port: int, place: str, path: str, tag: str) -> tuple[int, str]:
    """The status and the ETag of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(place, 0))
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nX-Forwarded-For: 10.0.0.2\r\n"
        f"If-None-Match: {tag}\r\n\r\n".encode()
    )
    answer = await reader.read()
    writer.close()
    found = re.search(rb"(?i)^etag: (.*)\r$", answer, re.M)
    return int(answer.split()[1]), found[1].decode() if found else tag


async def follow(port: int, number: int, path: str, apart: float, counts: dict[int, int]) -> None:
    """Hold the news of what is at `path`, and ask for it at each event, not more often than every `apart` seconds."""
    place, tag, asked = f"127.0.0.{2 + number // OF_ADDRESS}", "", 0.0
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(place, 0))
    writer.write(f"GET {path.split('/standings', maxsplit=1)[0]}/news HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    try:
        while line := await reader.readline():
            if line.startswith((b"data: table", b"data: tournament")):
                await asyncio.sleep(max(0.0, asked + apart - time.monotonic()))
                asked = time.monotonic()
                status, tag = await ask(port, place, path, tag)
                counts[status] = counts.get(status, 0) + 1
    finally:
        writer.close()


def measure(
    server: Program, path: str, followers: int, seconds: float, apart: float, act: Callable[[], None], every: float
) -> tuple[float, dict[int, int]]:
    """The part of a core that the server uses while something happens and so many follow; what they were answered."""
    counts: dict[int, int] = {}

    async def happen() -> float:
        tasks = [asyncio.create_task(follow(server.port, n, path, apart, counts)) for n in range(followers)]
        await asyncio.sleep(3)
        before, began = server.seconds(), time.monotonic()
        while time.monotonic() - began < seconds:
            await asyncio.to_thread(act)
            await asyncio.sleep(every)
        used = (server.seconds() - before) / (time.monotonic() - began)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return used

    return asyncio.run(happen()), counts


def run(followers: int = FOLLOWERS, seconds: float = SECONDS) -> list[str]:
    """The cost of following a table, and of following a tournament."""
    lines = []
    with tempfile.TemporaryDirectory(dir=".") as name:
        server = Program(Path(name) / "referee.db")
        event, tables = prepared(server.database)
        try:
            server.start()
            time.sleep(SETTLED)
            client = Client(server.port, Times(), {})
            _, table, names = tables[1]
            token = hidden(client.ask("a page", f"/t/{table}"), "csrf_token")
            facts, seq = deals(Random(1), names), 0

            def tap() -> None:
                nonlocal seq
                form = {"csrf_token": token, "key": f"k{seq}", "seq": seq, "fact": next(facts)}
                client.ask("a tap", f"/t/{table}/fact", form, part=True)
                seq += 1

            entered = iter(range(2, 101))

            def enter() -> None:
                number = next(entered)
                scores = {f"score.{seat}": score for seat, score in enumerate((number, -number, 3, -3))}
                form = {"csrf_token": token, "key": f"e{number}", "round": 5, "table": number, **scores}
                client.ask("a result", f"/tournament/{event}/result", form, part=True)

            for what, path, apart, act, every in (
                ("a table", f"/api/1/t/{table}", 0.0, tap, A_TAP),
                ("a tournament", f"/api/1/tournament/{event}/standings", APART, enter, A_RESULT),
            ):
                alone, _ = measure(server, path, 0, seconds, apart, act, every)
                with_them, counts = measure(server, path, followers, seconds, apart, act, every)
                lines.append(
                    f"{followers} followers of {what} were answered {counts}; without them {alone:.1%} of a core"
                )
                lines.append(
                    goal(f"{followers} followers of {what} cost", (with_them - alone) * 100, 5, " % of a core")
                )
        finally:
            server.kill()
    return lines


@click.command()
@click.option("--followers", default=FOLLOWERS, show_default=True)
@click.option("--seconds", default=float(SECONDS), show_default=True)
def main(followers: int, seconds: float) -> None:
    """Measure them."""
    print("\n".join(run(followers, seconds)))


if __name__ == "__main__":
    main()
