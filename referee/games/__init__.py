"""The list of all games. A game is loaded when somebody first asks for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TypeVar

from referee.record.text import Header, check_seats
from referee.rules.ruleset import Ruleset
from referee.words.text import Slip, T

Found = TypeVar("Found")

CLASSES = {
    "tarot": "Tarot",
    "double-detente": "DoubleDetente",
    "doppelkopf": "Doppelkopf",
    "double": "Double",
    "da-ban": "DaBan",
    "plain": "Plain",
}
"""The class of each game, in the package of that name."""
GAMES: tuple[type[Ruleset], ...]
"""All games; they are loaded when this is read."""


def __getattr__(name: str) -> tuple[type[Ruleset], ...]:
    if name == "GAMES":
        return tuple(map(game, CLASSES))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def game(name: str) -> type[Ruleset]:
    """A game by its name; raises Slip for an unknown one, TypeError where its package lacks its class."""
    if name not in CLASSES:
        text = T("there is no game “{found}”: expected one of {expected}", found=name, expected=tuple(CLASSES))
        raise Slip(text, found=name)
    package = import_module(f"{__name__}.{name.replace('-', '_')}")
    if not hasattr(package, CLASSES[name]):
        raise TypeError(f"{package.__name__} has no class {CLASSES[name]}: is it in its __all__?")
    ruleset: type[Ruleset] = getattr(package, CLASSES[name])
    return ruleset


def rules_of(header: Header) -> Ruleset:
    """The game of a table, under its preset and options. Raises Slip for a header that does not fit; the slip's field
    `part` names the part of the header.
    """
    rules = _part("game", lambda: game(header.game))
    preset = header.preset or next(iter(rules.presets))
    if preset not in rules.presets:
        raise Slip(
            T("there is no preset “{found}”: expected one of {expected}", found=preset, expected=tuple(rules.presets)),
            found=preset,
            part="preset",
        )
    options = rules.presets[preset]
    for name, value in header.options:
        options = _part(f"option {name}", partial(options.with_option, name, value))
    if len(header.seats) not in rules.players:
        raise Slip(
            T("{found} seats: this game is for {expected}", found=len(header.seats), expected=rules.players),
            found=len(header.seats),
            part="seats",
        )
    _part("seats", lambda: check_seats(header.seats))
    return rules(options, header.seats)


def _part(part: str, make: Callable[[], Found]) -> Found:
    try:
        return make()
    except Slip as slip:
        slip.fields["part"] = part
        raise
