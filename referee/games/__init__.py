"""The games, in the one list of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from referee.games.da_ban import DaBan
from referee.games.doppelkopf import Doppelkopf
from referee.games.double import Double
from referee.games.double_detente import DoubleDetente
from referee.games.tarot import Tarot
from referee.record.text import Header, check_seats
from referee.rules.ruleset import Ruleset
from referee.words.text import Slip, T

Found = TypeVar("Found")

GAMES: tuple[type[Ruleset], ...] = (Tarot, DoubleDetente, Doppelkopf, Double, DaBan)


def game(name: str) -> type[Ruleset]:
    """A game by its name; raises Slip for an unknown one."""
    found = next((game for game in GAMES if game.name == name), None)
    if found is None:
        names = tuple(game.name for game in GAMES)
        raise Slip(T("there is no game “{found}”: expected one of {expected}", found=name, expected=names), found=name)
    return found


def rules_of(header: Header) -> Ruleset:
    """The game of a table, under its preset and house rules; raises Slip for what there is not, its field `part`
    saying which part of the header is meant.
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
        options = _part(f"option {name}", partial(options.changed, name, value))
    if len(header.seats) not in rules.players:
        raise Slip(
            T("{found} seats: this game is for {expected}", found=len(header.seats), expected=rules.players),
            found=len(header.seats),
            part="seats",
        )
    _part("seats", lambda: check_seats(header.seats))
    return rules(options, header.seats)


def _part(part: str, found: Callable[[], Found]) -> Found:
    try:
        return found()
    except Slip as slip:
        slip.fields["part"] = part
        raise
