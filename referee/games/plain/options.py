"""The options of a plain score sheet, and the sets of them for games that many people play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.rules import Options, T, Text, option

NONE = "none"
GAMES: Mapping[str, Text] = {
    "skat": T("Skat"),
    "belote": T("Belote"),
    "tarot": T("Tarot"),
    "romme": T("Rummy"),
    "oh-hell": T("Oh Hell"),
}
"""Games that are called otherwise elsewhere; any other has the name that is typed."""


def _points(word: str) -> Text:
    return T("{number}", number=int(word))


def name_of(word: str) -> Text:
    """The name of a game by its word, or as it was typed."""
    return GAMES.get(word) or T("{word}", word=word)


@dataclass(frozen=True)
class PlainOptions(Options):
    """What a table agrees on. `called`: the game that is played."""

    called: str = option("", T("The game"), {"": T("no name"), **GAMES}, r"[^\W_][^\x00-\x1f]{0,29}", typed=True)
    sum: str = option(
        "free",
        T("The points of a round"),
        {"free": T("need not add up"), "0": T("add up to 0")},
        r"-?[1-9][0-9]{0,4}",
        lambda word: T("add up to {sum}", sum=int(word)),
        law="score.2",
        typed=True,
    )
    wins: str = option(
        "high", T("The winner has"), {"high": T("the most points"), "low": T("the fewest points")}, law="end.3"
    )
    goal: str = option(
        NONE, T("The match goes to"), {NONE: T("no goal")}, r"[1-9][0-9]{0,4}", _points, law="end.1", typed=True
    )
    rounds: str = option(
        NONE, T("Rounds of a match"), {NONE: T("any number")}, r"[1-9][0-9]{0,2}", _points, law="end.2", typed=True
    )


PRESETS: Mapping[str, PlainOptions] = {
    "standard": PlainOptions(),
    "skat": PlainOptions(called="skat"),
    "belote": PlainOptions(called="belote", goal="1000"),
    "tarot": PlainOptions(called="tarot", sum="0"),
    "romme": PlainOptions(called="romme", wins="low"),
    "oh-hell": PlainOptions(called="oh-hell"),
}
"""Where each comes from stands in docs/laws/plain.md."""
PRESET_NAMES: Mapping[str, Text] = {"standard": T("any game"), **GAMES}
