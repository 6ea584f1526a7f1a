"""The games, in the one list of them."""

from __future__ import annotations

from referee.games.double_detente import DoubleDetente
from referee.games.tarot import Tarot
from referee.record import Header
from referee.ruleset import Ruleset
from referee.texts import Slip, T

GAMES: tuple[type[Ruleset], ...] = (DoubleDetente, Tarot)


def game(name: str) -> type[Ruleset]:
    """A game by its name; raises Slip for an unknown one."""
    found = next((game for game in GAMES if game.name == name), None)
    if found is None:
        names = tuple(game.name for game in GAMES)
        raise Slip(T("there is no game “{found}”: expected one of {expected}", found=name, expected=names), found=name)
    return found


def rules_of(header: Header) -> Ruleset:
    """The game of a table, under its preset and house rules; raises Slip for what there is not."""
    rules = game(header.game)
    preset = header.preset or next(iter(rules.presets))
    if preset not in rules.presets:
        raise Slip(
            T("there is no preset “{found}”: expected one of {expected}", found=preset, expected=tuple(rules.presets)),
            found=preset,
        )
    options = rules.presets[preset]
    for name, value in header.options:
        options = options.changed(name, value)
    if len(header.seats) not in rules.players:
        raise Slip(
            T("{found} seats: this game is for {expected}", found=len(header.seats), expected=rules.players),
            found=len(header.seats),
        )
    return rules(options, header.seats)
