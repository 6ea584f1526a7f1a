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


@dataclass(frozen=True, slots=True)
class Count:
    """A way to count bids: `met` and `each` trick for exactly the bid; else `taken` for each trick, and `off` for each
    that the bid was missed by.
    """

    text: Text
    met: int
    each: int
    taken: int = 0
    off: int = 0

    def points(self, bid: int, tricks: int) -> int:
        """The points of a player who bid so many tricks and took so many."""
        if bid == tricks:
            return self.met + self.each * tricks
        return self.taken * tricks + self.off * abs(bid - tricks)


COUNTS: Mapping[str, Count] = {
    "ten-tricks": Count(T("1 a trick, and 10 for exactly the bid"), 10, 1, taken=1),
    "ten": Count(T("10 and 1 a trick for exactly the bid, else nothing"), 10, 1),
    "two": Count(T("2 and 1 a trick for exactly the bid, else 1 off for each trick missed by"), 2, 1, off=-1),
    "twenty": Count(T("20 and 10 a trick for exactly the bid, else 10 off for each trick missed by"), 20, 10, off=-10),
}


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
    bids: str = option(
        NONE,
        T("Each player bids tricks first"),
        {NONE: T("no"), **{word: count.text for word, count in COUNTS.items()}},
        law="bid.1",
    )


PRESETS: Mapping[str, PlainOptions] = {
    "standard": PlainOptions(),
    "skat": PlainOptions(called="skat"),
    "belote": PlainOptions(called="belote", goal="1000"),
    "tarot": PlainOptions(called="tarot", sum="0"),
    "romme": PlainOptions(called="romme", wins="low"),
    "oh-hell": PlainOptions(called="oh-hell"),
    "oh-hell-bids": PlainOptions(called="oh-hell", bids="ten-tricks"),
    "wizard": PlainOptions(called="Wizard", bids="twenty"),
}
"""Where each comes from stands in docs/laws/plain.md."""
PRESET_NAMES: Mapping[str, Text] = {
    "standard": T("any game"),
    **GAMES,
    "oh-hell-bids": T("Oh Hell with bids"),
    "wizard": T("Wizard"),
}
