"""Two versions of the program over the same records: do they say the same of every fact?

    python -m tests.bench.same OLD [GAME…] [--facts 10000] [--seed 1]

OLD is another checkout, as `git worktree add` makes one. Records of the soak, plain, spoilt (cards unseen, cards exchanged,
winners told) and mended (`undo`, `correct`, `claim`, `foul`, `ruling`), are folded by both, each in a process of its own:
after each fact whether it was refused, the deal's state and its fouls, after each deal what it pays, at the end the
JSON of `referee check` but for what a foul did to the rest of its deal, a second's work each. Verdicts are held against
each other first; where they are the same, so have the words to be. The first records on which they differ are printed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import IO

import click

ROOT = Path(__file__).resolve().parents[2]
BATCH, AHEAD = 20, 3
"""Records handed over at once, and how many times so many a process may have before it."""

SAY = """
import hashlib, json, sys
from referee.memory import keep_what_is_loaded
from referee.record.text import read
from referee.table import damage, report
from referee.table.table import open_table
from referee.words.languages import Language
from referee.words.text import RefereeError

VOICE = Language("en")
damage.damage_of = report.damage_of = lambda *_: None
TOLD = {"message", "text", "reason", "name", "said"}

def verdict(foul):
    return foul.seat, foul.kind, foul.proof, foul.committed, foul.proved, foul.law, foul.suspects, foul.explained

def bare(told):
    if isinstance(told, dict):
        return {key: bare(value) for key, value in told.items() if key not in TOLD}
    return [bare(value) for value in told] if isinstance(told, list) else told

def said(text):
    facts, words = [], []
    try:
        record = read(text.encode())
        table = open_table(record.header)
        for entry in record.entries:
            try:
                table = table.add(entry.line, entry.fact)
            except RefereeError as error:
                facts.append("refused")
                words.append(str(error))
                continue
            last = table.state.last
            now = [] if last is None else [last.state, [verdict(foul) for foul in last.fouls]]
            if last is not None and last.state != "open":
                now += [len(table.deals), last.lines and [(line.law, line.points) for line in last.lines], last.costs and
                        [(cost.seat, cost.points) for cost in last.costs], table.standing.totals]
            facts.append(repr(now))
            words.append([str(foul.message) for foul in last.fouls] if last else [])
        told = report.answer("record", table, VOICE)
        return [facts, bare(told)], [words, told]
    except RefereeError as error:
        return [facts, "refused"], [words, str(error)]

def digest(what):
    return hashlib.md5(json.dumps(what).encode()).hexdigest()

keep_what_is_loaded()
for line in sys.stdin:
    whole, text = json.loads(line)
    found = said(text)
    print(json.dumps(found if whole else [digest(part) for part in found]), flush=True)
"""


def texts(game: str, seed: int, facts: int) -> Iterator[str]:
    """Records that have so many facts together."""
    from tests.bench.stall import spoilt

    deal, made = import_module(f"tests.soak.{game}").deal, 0
    for number in count():
        if made >= facts:
            return
        rng = Random(f"same {game} {seed} {number}")
        text, _ = deal(rng)
        text = (text, spoilt(rng, text), mended(rng, text))[number % 3]
        made += text.count("\n")
        yield text


def mended(rng: Random, text: str) -> str:
    """A record with lines put in where they may stand or not: taken back, put right, claimed, called a foul, ruled on."""
    lines = text.splitlines()
    seats = next(line.split()[1:] for line in lines if line.startswith("seats "))
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(3, len(lines))
        played = [number for number, line in enumerate(lines[:at], 1) if line.startswith(("play", "trick", "bid"))]
        line = rng.choice(played or [3])
        lines.insert(at, rng.choice((
            "undo", f"correct {line} {rng.choice(lines[3:])}", f"strike {line}", f"ruling {at} uphold",
            f"ruling {at} waive", f"claim {rng.choice(seats)}", f"foul {rng.choice(seats)} revoke",
            f"penalty {rng.choice(seats)} 5", f"expose {rng.choice(seats)} {lines[line - 1].split()[-1]}",
        )))  # fmt: skip
    return "\n".join(lines) + "\n"


class Version:
    """A process that says what one version makes of records: their verdicts and words as digests, or whole."""

    def __init__(self, tree: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-c", SAY]
        self._process = subprocess.Popen(
            command, cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, text: str, whole: bool = False) -> None:
        _open(self._process.stdin).write(json.dumps([whole, text]) + "\n")

    def send(self) -> None:
        _open(self._process.stdin).flush()

    def answer(self) -> list[object]:
        line = _open(self._process.stdout).readline()
        assert line, "a version fell over: see above"
        found: list[object] = json.loads(line)
        return found


def _open(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def compare(versions: tuple[Version, Version], wanted: Iterator[str]) -> Iterator[tuple[str, str | None]]:
    """Each record, with what its two versions differ in: verdicts, words, or None."""
    asked = deque[str]()

    def answered() -> Iterator[tuple[str, str | None]]:
        for _ in range(min(BATCH, len(asked))):
            (verdict, words), (other, others) = (version.answer() for version in versions)
            yield asked.popleft(), "verdicts" if verdict != other else "words" if words != others else None

    while batch := list(islice(wanted, BATCH)):
        for version in versions:
            for text in batch:
                version.ask(text)
            version.send()
        asked.extend(batch)
        if len(asked) > AHEAD * BATCH:
            yield from answered()
    while asked:
        yield from answered()


def told(versions: tuple[Version, Version], text: str, what: str) -> str:
    """A record on which versions differ, with the first thing in which they do."""
    for version in versions:
        version.ask(text, whole=True)
        version.send()
    place = 0 if what == "verdicts" else 1
    (facts, report), (others, other) = (version.answer()[place] for version in versions)  # type: ignore[misc]
    lines = [line for line in text.splitlines() if line.split()[0] not in ("game", "preset", "option", "seats")]
    for line, fact, another in zip(lines, facts, others, strict=False):
        if fact != another:
            return f"{text}at {line}\n- {fact}\n+ {another}"
    return f"{text}{parted(report, other)}"


def parted(one: object, other: object, where: str = "") -> str:
    """Where two answers of `referee check` part, and what each says there."""
    pairs: list[tuple[object, object, object]] = []
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(key, one.get(key), other.get(key)) for key in {**one, **other}]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(at, *pair) for at, pair in enumerate(zip(one, other, strict=True))]
    found = next((pair for pair in pairs if pair[1] != pair[2]), None)
    if found is not None:
        return parted(found[1], found[2], f"{where}/{found[0]}")
    return f"at {where}\n- {json.dumps(one)}\n+ {json.dumps(other)}"


@click.command()
@click.argument("old", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("games", metavar="[GAME]…", nargs=-1)
@click.option("--facts", default=10_000, show_default=True, help="Of each game.")
@click.option("--seed", default=1, show_default=True)
@click.option("--shown", default=3, show_default=True, help="Records printed of each game on which they differ.")
def main(old: Path, games: tuple[str, ...], facts: int, seed: int, shown: int) -> None:
    """Do two versions say the same?"""
    from tests.bench.stall import GAMES

    versions = Version(old.resolve()), Version(ROOT)
    differing = 0
    for game in games or GAMES:
        records = lines = 0
        differ = {"verdicts": list[str](), "words": list[str]()}
        with click.progressbar(length=facts, label=game, file=sys.stderr) as bar:
            for text, what in compare(versions, texts(game, seed, facts)):
                records, lines = records + 1, lines + text.count("\n")
                bar.update(text.count("\n"))
                if what is not None:
                    differ[what].append(text)
        click.echo(
            f"{game}: {records:,} records, {lines:,} facts; of {len(differ['verdicts'])} the verdicts differ, "
            f"of {len(differ['words'])} the words alone"
        )
        for what, found in differ.items():
            for text in found[:shown]:
                click.echo(f"{game}, {what}:\n{told(versions, text, what)}")
            differing += len(found)
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
