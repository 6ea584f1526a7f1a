"""Two versions of the program over the same records: do they say the same of every fact?

    python -m tests.bench.same OLD [GAME…] [--facts 10000] [--seed 1]

OLD is another checkout, as `git worktree add` makes one. Records of the soak, plain, spoilt (cards unseen, cards exchanged,
winners told) and mended (`undo`, `correct`, `claim`, `foul`, `ruling`), are folded by both, each in a process of its own:
after each fact whether it was refused, the deal's state and its fouls, after each deal what it pays, at the end the
JSON of `referee check`, as far as both know its fields, but for what a foul did to the rest of its deal, a second's work
each. A record with an option or a fact that only one of them knows is left out. Verdicts are held against each other
first; where they are the same, so have the words to be. The first records on which they differ are printed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import IO

import click

ROOT = Path(__file__).resolve().parents[2]
Said = tuple[list[object], object]
"""What a version says after each fact, and of the whole record."""

SAY = """
import json, sys
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

keep_what_is_loaded()
for line in sys.stdin:
    print(json.dumps(said(json.loads(line))), flush=True)
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
            f"penalty {rng.choice(seats)} 5", f"show {rng.choice(seats)} {lines[line - 1].split()[-1]}",
        )))  # fmt: skip
    return "\n".join(lines) + "\n"


class Version:
    """A process that says what one version makes of records."""

    def __init__(self, tree: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-c", SAY]
        self._process = subprocess.Popen(
            command, cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, text: str) -> None:
        pipe = _open(self._process.stdin)
        pipe.write(json.dumps(text) + "\n")
        pipe.flush()

    def answer(self) -> tuple[Said, Said]:
        """Its verdicts and its words."""
        line = _open(self._process.stdout).readline()
        assert line, "a version fell over: see above"
        verdicts, words = json.loads(line)
        return verdicts, words


def _open(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def compare(versions: tuple[Version, Version], wanted: Iterator[str]) -> Iterator[tuple[str, str | None, str]]:
    """Each record, with what its two versions differ in (verdicts, words, or None), and the first thing in which they do."""
    for text in wanted:
        for version in versions:
            version.ask(text)
        one, other = (version.answer() for version in versions)
        pairs = zip(("verdicts", "words"), one, other, strict=True)
        known = one[0][0] and other[0][0]
        first = ((what, found) for what, mine, yours in pairs if (found := told(text, mine, yours)))
        yield text, *(next(first, (None, "")) if known else ("left out", ""))


def told(text: str, one: Said, other: Said) -> str:
    """The first fact on which versions differ, else the first place of the report; empty where they are the same."""
    lines = [line for line in text.splitlines() if line.split()[0] not in ("game", "preset", "option", "seats")]
    for line, fact, another in zip(lines, one[0], other[0], strict=False):
        if fact != another:
            return f"at {line}\n- {fact}\n+ {another}"
    return parted(one[1], other[1])


def parted(one: object, other: object, where: str = "") -> str:
    """Where two answers of `referee check` part, and what each says there; fields that one does not know are nothing."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(key, one[key], other[key]) for key in one if key in other]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(str(at), *pair) for at, pair in enumerate(zip(one, other, strict=True))]
    else:
        return "" if one == other else f"at {where}\n- {json.dumps(one)}\n+ {json.dumps(other)}"
    return next(filter(None, (parted(mine, yours, f"{where}/{key}") for key, mine, yours in pairs)), "")


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
        kinds = Counter[str]()
        with click.progressbar(length=facts, label=game, file=sys.stderr) as bar:
            for text, what, found in compare(versions, texts(game, seed, facts)):
                records, lines = records + 1, lines + text.count("\n")
                bar.update(text.count("\n"))
                if what is None:
                    continue
                kinds[what] += 1
                if found and kinds[what] <= shown:
                    click.echo(f"{game}, {what}:\n{text}{found}")
        click.echo(
            f"{game}: {records:,} records, {lines:,} facts, {kinds['left out']} of them left out; "
            f"of {kinds['verdicts']} the verdicts differ, of {kinds['words']} the words alone"
        )
        differing += kinds["verdicts"] + kinds["words"]
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
