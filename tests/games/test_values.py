"""The tables of values that a sheet prints are those of the options agreed."""

from __future__ import annotations

import pytest

from referee.games import GAMES
from referee.rules.options import Option, Options
from referee.rules.ruleset import Ruleset

OPTIONS = [(game, option) for game in GAMES for option in game.presets["standard"].rows()]


def tables(game: type[Ruleset], options: Options) -> list[tuple[str, list[tuple[str, str]]]]:
    """The tables for the fewest players, in words."""
    rules = game(options, tuple("abcdefghij"[: min(game.players)]))
    return [(str(head), [(str(name), str(value)) for name, value in rows]) for head, rows in rules.values()]


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=[f"{game.name}-{option.name}" for game, option in OPTIONS])
def test_an_option_changes_the_tables_of_values_or_says_why_not(game: type[Ruleset], option: Option) -> None:
    """A game that prints no tables under any choice has none that could be wrong."""
    standard = game.presets["standard"]
    usual = tables(game, standard)
    chosen = [tables(game, standard.with_option(option.name, word)) for word in option.choices]
    if any([usual, *chosen]):
        changed = any(made != usual for made in chosen)
        assert changed != bool(option.no_value), "no_value= of the option says why the tables stay, and only then"
