"""What the commands share: the terminal's language, refusals, faults, the option for the database."""

from __future__ import annotations

import os
import sys
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.paths import INSTALLED
from referee.words.languages import Language, best, language
from referee.words.text import RefereeError, Slip, T, Text, clip, with_line

if TYPE_CHECKING:
    from referee.store import Counts, Where

FAULT = 3
"""The exit status of a fault of the program itself."""

ENVIRONMENT = {"auto_envvar_prefix": "REFEREE"}
"""Each option of a command also has a variable: REFEREE_SERVE_PORT is `referee serve --port`."""

IN_THIS_FOLDER = Path("instance/referee.db")


def usual_database() -> Path:
    """The database where none is named: of a checkout `instance/referee.db` in the current folder; of a program that
    is installed too, where there is one, else the file in the user's folder for data."""
    return IN_THIS_FOLDER if not INSTALLED or IN_THIS_FOLDER.exists() else of_user()


def of_user() -> Path:
    """The database of this user, in the folder that the system means for it."""
    from platformdirs import user_data_path

    return user_data_path("referee", appauthor=False) / IN_THIS_FOLDER.name


def reader() -> Language:
    """The language of the terminal."""
    named = [os.environ.get(name, "") for name in ("REFEREE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    return language(best([name.split(".")[0] for name in named if name and name not in ("C", "POSIX")][:1]))


class Refused(click.ClickException):
    """A refusal, in the reader's language; exit status 2."""

    exit_code = 2

    def __init__(self, text: Text) -> None:
        super().__init__(reader().say(text))


class Commands(click.Group):
    """The group of commands. A RefereeError ends a command with status 2, any other error with 3."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except RefereeError as error:
            raise Refused(error.text) from None
        except Exception as error:
            click.echo(fault(error, reader()), err=True)
            sys.exit(FAULT)


def fault(error: Exception, voice: Language, file: str = "") -> str:
    """A message that the program itself failed, and at which file; with REFEREE_DEBUG set also the traceback."""
    message = " ".join(f"{type(error).__name__}: {error}".split())
    text = T("a fault of the program itself ({found}); with REFEREE_DEBUG=1 it says where", found=clip(message)).say(
        voice
    )
    where = traceback.format_exception(error) if os.environ.get("REFEREE_DEBUG") else ()
    return "".join([f"{file}: {text}" if file else text, *("\n" for _ in where[:1]), *where])


def sentence(error: Exception, voice: Language) -> str:
    """An error as a sentence."""
    if isinstance(error, Slip):
        return with_line(error).say(voice)
    if isinstance(error, RefereeError):
        return error.text.say(voice)
    return getattr(error, "strerror", None) or str(error)


def file_refusal(file: object, error: Exception) -> Refused:
    """The refusal of a file that could not be read or written: its name, and why."""
    return Refused(T("{file}: {text}", file=str(file), text=sentence(error, reader())))


VARIABLE = "REFEREE_DATABASE"
USUALLY = f"{VARIABLE}, else {IN_THIS_FOLDER}" + (", else in the user's folder" if INSTALLED else "")


def contents(counts: Counts) -> Text:
    """What a database holds, in one phrase."""
    return T("{streams} logs, {events} entries, {people} players", **asdict(counts))


class Database(click.ParamType["Where"]):
    """A parameter that is a path, or the address of a database on a server."""

    name = "path or postgresql://…"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Where:
        from referee.store import on_server

        return value if on_server(value) else Path(value)


database_option = click.option(
    "--database",
    type=Database(),
    default=usual_database,
    show_default=USUALLY,
    envvar=VARIABLE,
    help="The database of the tables.",
)

file_option = click.option(
    "--database",
    type=Database(),
    default=usual_database,
    show_default=USUALLY,
    envvar=VARIABLE,
    callback=lambda _context, _option, value: _file_of(value),
    help="The database file of the tables.",
)


def _file_of(database: Where) -> Path:
    if isinstance(database, Path):
        return database
    raise Refused(
        T("{address}: a server is copied and restored by its own means, or by `referee move`", address=database)
    )


class Progress:
    """A progress bar on stderr, where that is a terminal."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._done = 0

    def __call__(self, done: int, steps: int) -> None:
        if not sys.stderr.isatty():
            return
        if self._bar is None:
            self._bar = click.progressbar(length=max(steps, 1), file=sys.stderr).__enter__()
        self._bar.update(done - self._done)
        self._done = done
        if done >= steps:
            self._bar.__exit__(None, None, None)
