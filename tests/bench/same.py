"""Two versions of the program over the same records: do they say the same of every fact, to the letter?

    python -m tests.bench.same OLD [GAME…] [--facts 10000] [--seed 1]

OLD is another checkout, as `git worktree add` makes one. Records of the soak, plain, spoilt (cards unseen, cards exchanged,
winners told) and mended (`undo`, `correct`, `claim`, `foul`, `ruling`), are folded by both, each in a process of its own:
after each fact the refusal or the deal's state, sums and fouls in words, at the end the JSON of `referee check`. A record
on which they differ is printed with the first line that does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import click

ROOT = Path(__file__).resolve().parents[2]

SAY = """
import json, sys, zlib
from referee.cli.check import answer
from referee.record.text import read
from referee.table.table import fold_record, open_table
from referee.words.languages import Language
from referee.words.text import RefereeError, with_line

def said(table):
    last = table.deals[-1] if table.deals else None
    fouls = [] if last is None else [
        (foul.seat, foul.kind, foul.committed, foul.proved, str(foul.message)) for foul in last.fouls
    ]
    return repr((len(table.deals), last and (last.state, last.lines), fouls, table.standing.totals))

voice = Language("en")
for line in open(sys.argv[1]):
    text, told = json.loads(line), []
    try:
        record = read(text.encode())
        table = open_table(record.header)
        for entry in record.entries:
            try:
                table = table.add(entry.line, entry.fact)
                now = said(table)
            except RefereeError as error:
                now = "refused: " + str(error)
            told.append(zlib.crc32(now.encode()))
    except RefereeError as error:
        told.append(str(error))
    try:
        report = json.dumps(answer("record", fold_record(read(text.encode())), voice), ensure_ascii=False)
    except RefereeError as error:
        report = str(with_line(error) if hasattr(error, "line") else error)
    print(json.dumps([told, report]))
"""


def texts(game: str, seed: int, facts: int) -> Iterator[str]:
    """Records that have so many facts together."""
    from tests.bench.stall import spoilt

    made, number = 0, 0
    while made < facts:
        rng = Random(f"same {game} {seed} {number}")
        text, _ = import_module(f"tests.soak.{game}").deal(rng)
        text = (text, spoilt(rng, text), mended(rng, text))[number % 3]
        made, number = made + text.count("\n"), number + 1
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


def said(tree: Path, records: Path) -> subprocess.Popen[str]:
    """A process that says what one version makes of the records, a line of JSON each."""
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", SAY, str(records)]
    return subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True)


def compare(old: Path, game: str, seed: int, facts: int) -> tuple[int, int, list[str]]:
    """How many records and facts there were, and each difference with its record."""
    found, wanted = list[str](), list(texts(game, seed, facts))
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records"
        records.write_text("".join(json.dumps(text) + "\n" for text in wanted), encoding="utf-8")
        processes = [said(tree, records) for tree in (old, ROOT)]
        answers = [process.communicate()[0].splitlines() for process in processes]
    assert [len(lines) for lines in answers] == [len(wanted)] * 2, "a version fell over: see above"
    for text, one, other in zip(wanted, *answers, strict=True):
        if one != other:
            (before, report), (now, told) = json.loads(one), json.loads(other)
            at = next((n for n, pair in enumerate(zip(before, now, strict=False)) if pair[0] != pair[1]), None)
            found.append(f"{game}: fact {at} differs\n{text}\n- {report}\n+ {told}")
    return len(wanted), sum(text.count("\n") for text in wanted), found


@click.command()
@click.argument("old", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("games", metavar="[GAME]…", nargs=-1)
@click.option("--facts", default=10_000, show_default=True, help="Of each game.")
@click.option("--seed", default=1, show_default=True)
def main(old: Path, games: tuple[str, ...], facts: int, seed: int) -> None:
    """Do two versions say the same?"""
    from tests.bench.stall import GAMES

    differing = 0
    for game in games or GAMES:
        records, lines, found = compare(old.resolve(), game, seed, facts)
        click.echo(f"{game}: {records:,} records, {lines:,} facts, {len(found)} records on which they differ")
        for each in found[:3]:
            click.echo(each)
        differing += len(found)
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
