"""The command `referee`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from referee import record
from referee.report import answer, sentences
from referee.table import fold_record
from referee.texts import ENGLISH, RefereeError, Slip, located


@click.group()
def main() -> None:
    """A table referee and scorekeeper for real card games."""


@main.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file.")
@click.argument("files", nargs=-1, required=True)
def check(as_json: bool, files: tuple[str, ...]) -> None:
    """Read records, judge and score them.

    Exit status: 0 no foul, 1 a foul was proved, 2 a file could not be read.
    """
    status = 0
    for file in files:
        try:
            table = fold_record(record.read(Path(file).read_bytes()))
        except (OSError, RefereeError) as error:
            text = located(error).say(ENGLISH) if isinstance(error, Slip) else getattr(error, "strerror", None) or str(error)
            click.echo(f"{file}: {text}", err=True)
            status = 2
            continue
        if as_json:
            click.echo(json.dumps(answer(file, table), ensure_ascii=False))
        else:
            click.echo("\n".join(sentences(file, table, ENGLISH)))
        if any(deal.fouls for deal in table.deals):
            status = max(status, 1)
    sys.exit(status)


if __name__ == "__main__":
    main()
