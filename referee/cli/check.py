"""The command `referee check`: read, judge and score records. It loads nothing else of the program."""

from __future__ import annotations

import json
import os
import sys
from codecs import backslashreplace_errors, register_error
from collections.abc import Iterator
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

import click

from referee.cli.terminal import FAULT, fault, reader, sentence
from referee.record import text as record
from referee.rules.allowance import allowance
from referee.table.report import answer, sentences
from referee.table.table import fold_record
from referee.words.languages import LANGUAGES, language
from referee.words.numbers import MINUS
from referee.words.text import RefereeError

LONG = 200_000
"""From this many bytes of records on, a second process is worth its start."""

Checked = tuple[str, int, str]
"""The result to print for a file, the exit status, and the complaint about an unreadable file."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file.")
@click.option("--lang", type=click.Choice(list(LANGUAGES)), help="The language of the sentences.")
@click.argument("files", nargs=-1, required=True)
def check(as_json: bool, lang: str | None, files: tuple[str, ...]) -> None:
    """Read records, judge and score them.

    Exit status: 0 no foul, 1 a foul was proved, 2 a file could not be read, 3 a fault of the program itself.
    """
    register_error("plain-signs", plain_signs)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain-signs")
    code = lang or reader().code
    status, parted = 0, ""
    for shown, code_of_file, complaint in _results(files, as_json, code):
        if complaint:
            click.echo(complaint, err=True)
        else:
            click.echo(shown if as_json else parted + shown)
            parted = "\n"
        status = max(status, code_of_file)
    sys.exit(status)


def _results(files: tuple[str, ...], as_json: bool, code: str) -> Iterator[Checked]:
    """The result of each file, in their order; long ones in parallel where there are several cores."""
    ask = partial(check_file, as_json=as_json, code=code, ascii_only=ascii_only(sys.stdout))
    if len(files) == 1 or (os.cpu_count() or 1) == 1 or sum(map(_size, files)) < LONG:
        yield from map(ask, files)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(files))) as pool:
        yield from pool.map(ask, files)


def _size(file: str) -> int:
    path = Path(file)
    return min(path.stat().st_size, record.MOST_BYTES) if path.is_file() else 0


def check_file(file: str, as_json: bool, code: str, ascii_only: bool) -> Checked:
    """The result of one file, in the language `code`."""
    voice = language(code)
    try:
        with allowance():
            table = fold_record(record.read(start_of(file)))
            if as_json:
                shown = json.dumps(answer(file, table, voice), ensure_ascii=ascii_only)
            else:
                shown = "\n".join(sentences(file, table, voice))
    except (OSError, RefereeError) as error:
        return "", 2, f"{file}: {sentence(error, voice)}"
    except Exception as error:  # never status 1, which accuses somebody of a foul
        return "", FAULT, fault(error, voice, file)
    return shown, int(any(deal.fouls for deal in table.deals)), ""


def start_of(file: str) -> bytes:
    """The first bytes of a file: as many as a record may have, and one more to show that it is too long."""
    with Path(file).open("rb") as source:
        return source.read(record.MOST_BYTES + 1)


def plain_signs(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace a character that the terminal lacks: a minus by a hyphen, others by their number."""
    if isinstance(error, UnicodeEncodeError) and error.object[error.start] == MINUS:
        return "-", error.start + 1
    return backslashreplace_errors(error)


def ascii_only(stream: TextIO) -> bool:
    """Whether text for this stream must be ASCII."""
    return (stream.encoding or "").lower().replace("-", "") not in ("utf8", "utf8sig")
