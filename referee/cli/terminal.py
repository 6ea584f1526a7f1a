"""What the commands share: the language of the terminal, refusals, where the database is."""

from __future__ import annotations

import os
from pathlib import Path

import click

from referee.i18n import Language, best, language
from referee.texts import RefereeError, Slip, Text, located

DATABASE = Path("instance/referee.db")


def reader() -> Language:
    """The language of the terminal."""
    named = [os.environ.get(name, "") for name in ("REFEREE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    return language(best([name.split(".")[0] for name in named if name and name not in ("C", "POSIX")][:1]))


class Refused(click.ClickException):
    """What the program refuses, said in the reader's language; exit status 2."""

    exit_code = 2

    def __init__(self, text: Text) -> None:
        super().__init__(reader().say(text))


def said(error: Exception, voice: Language) -> str:
    """An error as a sentence."""
    if isinstance(error, Slip):
        return located(error).say(voice)
    if isinstance(error, RefereeError):
        return error.text.say(voice)
    return getattr(error, "strerror", None) or str(error)


database_option = click.option(
    "--database",
    type=click.Path(path_type=Path),
    default=DATABASE,
    show_default=True,
    help="Where the tables are kept.",
)
