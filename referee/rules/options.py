"""Laws, and the options by which a table changes them: closed choices, fixed for each table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from referee.words.text import Slip, T, Text


@dataclass(frozen=True, slots=True)
class Law:
    """A numbered law in one sentence. `source`: S its document, D our default; docs/laws explains other letters."""

    id: str
    text: Text
    source: str = "S"


def laws_of(game: str, *rows: tuple[str, str, Text]) -> tuple[Law, ...]:
    """The laws of a game from rows of number, source and sentence."""
    return tuple(Law(f"{game}.{number}", text, source) for number, source, text in rows)


@dataclass(frozen=True, slots=True)
class Usual:
    """The usual settings of a game's tournaments.

    `sizes`: of a table, the preferred one first; `deals`: pairs of a table's size and the deals of a round (none: left
    open); `balanced`: the scores of a table add up to 0; `partners`: they change from round to round; `movement`: a
    federation's movement is known.
    """

    sizes: tuple[int, ...]
    rounds: int = 4
    deals: tuple[tuple[int, int], ...] = ()
    preset: str = ""
    balanced: bool = False
    partners: bool = False
    movement: bool = False


NO_YES: Mapping[str, Text] = {"no": T("no"), "yes": T("yes")}
"""The choices of an option that is either agreed or not."""


def option(
    default: str,
    text: Text,
    choices: Mapping[str, Text] | None = None,
    pattern: str | None = None,
    in_words: Callable[[str], Text] | None = None,
    *,
    numbers: Iterable[int] = (),
    no_value: str = "",
    law: str = "",
    rare: bool = False,
    typed: bool = False,
) -> Any:
    """An option of a game: a closed choice of words and plain numbers, or a value of a pattern, as `minus:20`, which
    `in_words` puts in words. `no_value`: why it changes nothing in the tables of values that the game prints; `law`:
    the number of the law it changes; `rare`: few tables agree on it, so that it is offered and printed apart; `typed`:
    people type a value of the pattern beside the choices.
    """
    choices = dict(choices or {}) | {str(number): T("{number}", number=number) for number in numbers}
    metadata = {
        "text": text, "choices": choices, "pattern": pattern, "in_words": in_words, "no_value": no_value, "law": law,
        "rare": rare, "typed": typed,
    }  # fmt: skip
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Option:
    """An option as a page shows it."""

    name: str
    text: Text
    choices: Mapping[str, Text]
    value: str
    default: str
    in_words: Callable[[str], Text] | None = None
    no_value: str = ""
    law: str = ""
    rare: bool = False
    typed: bool = False

    def value_text(self, value: str) -> Text:
        """A value as a person says it."""
        if value in self.choices:
            return self.choices[value]
        return self.in_words(value) if self.in_words is not None else T("{value}", value=value)


TOLD = ("text", "in_words", "no_value", "law", "rare", "typed")
"""What `option` keeps of a field for an `Option`, beside its choices."""


@dataclass(frozen=True)
class Options:
    """A game's options: every field is one, made by `option`."""

    def rows(self) -> tuple[Option, ...]:
        """Every option with its value."""
        rows = ((f.name, getattr(self, f.name), str(f.default), f.metadata) for f in fields(self))
        return tuple(
            Option(name, choices=meta["choices"], value=value, default=default, **{key: meta[key] for key in TOLD})
            for name, value, default, meta in rows
        )

    def worth_a_line(self) -> tuple[Option, ...]:
        """The options to list: a rare one only where it is agreed."""
        return tuple(option for option in self.rows() if not option.rare or option.value != option.default)

    def with_option(self, name: str, value: str) -> Options:
        """The options with one changed; raises Slip for an unknown option or value."""
        known = {f.name: f for f in fields(self)}
        if name not in known:
            text = T("there is no option “{found}”: expected one of {expected}", found=name, expected=tuple(known))
            raise Slip(text, found=name)
        meta = known[name].metadata
        if value not in meta["choices"] and not (meta["pattern"] and re.fullmatch(meta["pattern"], value)):
            values = {"name": name, "found": value, "expected": tuple(meta["choices"])}
            raise Slip(T("option {name} cannot be “{found}”: expected one of {expected}", **values), found=value)
        return type(self)(**{f.name: getattr(self, f.name) for f in fields(self)} | {name: value})
