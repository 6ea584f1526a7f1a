"""What every printed page shares: the papers, the templates, QR codes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, islice
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from referee.paths import STATIC, TEMPLATES
from referee.rules import Ruleset
from referee.words.letters import plain

PAPERS = ("a4", "a5")
LINE = 60
"""About how many characters a line in one of two columns holds."""


@cache
def stylesheet(name: str) -> Markup:
    """A stylesheet, to stand in the page itself."""
    return Markup((STATIC / "css" / f"{name}.css").read_text(encoding="utf-8"))


@cache
def environment() -> Environment:
    """The templates for print, with autoescape."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES / "print"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals["beside"] = beside
    return templates


def beside(items: Sequence[Any], many: int) -> list[list[Any]]:
    """Items spread over `many` columns of about equal numbers of lines, in order."""
    lines = [1 + len(str(item)) // LINE for item in items]
    columns: list[list[Any]] = [[] for _ in range(many)]
    for item, own, end in zip(items, lines, accumulate(lines), strict=True):
        columns[(end - own) * many // sum(lines)].append(item)
    return columns


def parts(items: Sequence[Any], most: int) -> Iterator[list[Any]]:
    """Items in lots of at most `most`."""
    rest = iter(items)
    while some := list(islice(rest, most)):
        yield some


def initial_first(name: str) -> str:
    """The sorting key of a name: capitals without accents, with # in front unless it begins with a letter."""
    letters = plain(name.strip()).upper()
    return letters if letters[:1].isalpha() else f"#{letters}"


def size_of(name: str) -> str:
    """The size class of a name by its length: l, m or s."""
    return "l" if len(name) <= 14 else "m" if len(name) <= 24 else "s"


def short_law(rules: Ruleset, law_id: str) -> str:
    """A law's number without the game's name; only the chapter where its last part is no number."""
    chapter, _, number = law_id.removeprefix(f"{rules.name}.").rpartition(".")
    return f"{chapter}.{number}" if number.isdigit() else chapter
