"""The languages: messages from the .po files, cards with each language's letters and signs.

The .po files are read directly, without a compile step, and serve the pages, the sheets and the
command. A message without a translation stays in English.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from referee.paths import TRANSLATIONS
from referee.words.suits import SUIT_NAME
from referee.words.text import T, Text, say_value

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LETTERS: dict[str, dict[str, str]] = {
    "fr": {"K": "R", "Q": "D", "J": "V", "N": "C"},
    "de": {"Q": "D", "J": "B", "N": "C"},
}
RANKS = {
    "A": T("ace"), "K": T("king"), "Q": T("queen"), "N": T("knight"), "J": T("jack"),
}  # fmt: skip
SPECIAL = {
    "EX": T("the Excuse"), "FOOL": T("the Fool"), "POPE": T("the Pope"), "BK": T("the big King"),
    "LK": T("the little King"), "?": T("a card nobody saw"),
}  # fmt: skip
SHORT: dict[str, object] = {"EX": "", "FOOL": T("Fool"), "POPE": T("Pope"), "BK": T("BK"), "LK": T("LK"), "?": "?"}

Face = Mapping[str, str]
"""A card as pages draw it. It is shared, so nobody may change it."""


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """The messages of a language."""
    file = TRANSLATIONS / f"{code}.po"
    if not file.exists():
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with file.open("rb") as source:
        read = read_po(source, locale=code)
    compiled = io.BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@dataclass(frozen=True, eq=False)
class Language:
    """A language as a Voice: it says texts and names cards. `language` makes each once, so they compare by identity."""

    code: str
    ranks: str = ""
    """The language of the letters on the cards, where it is another one."""

    @property
    def comma(self) -> bool:
        """Whether decimals are written with a comma."""
        return self.code != "en"

    def message(self, msgid: str) -> str:
        return catalogue(self.code).gettext(msgid) if msgid else ""

    def say(self, text: Text) -> str:
        """A text in this language."""
        return text.say(self)

    def gettext(self, message: str, **values: Any) -> str:
        """A template's message with its %(name)s values."""
        translation = self.message(message)
        return translation % values if values else translation

    def ngettext(self, one: str, many: str, num: int, **values: Any) -> str:
        """A template's message in the singular or plural for `num`."""
        return catalogue(self.code).ngettext(one, many, num) % {"num": num, **values}

    def rank(self, rank: str) -> str:
        """A rank's letter: R D C V, K D B …"""
        return LETTERS.get(self.ranks or self.code, {}).get(rank, rank)

    def card(self, code: str) -> str:
        """A card in a sentence: ♥5, trump 6, the Excuse; a card with two faces as both."""
        if "/" in code:
            return "/".join(map(self.card, code.split("/")))
        if code in SPECIAL:
            return self.say(SPECIAL[code])
        suit, rank = code[:1], code[1:]
        if suit in SIGNS:
            return f"{SIGNS[suit]}{self.rank(rank)}"
        if suit == "T" and rank.isdigit():
            return self.say(T("trump {number}", number=rank))
        return code

    def name(self, code: str) -> str:
        """A card's full name, as it is read aloud: 5 of hearts, king of spades."""
        suit, rank = code[:1], code[1:]
        if suit not in SIGNS or code in SPECIAL or "/" in code:
            return self.card(code)
        spelling: object = RANKS.get(rank, rank)
        return self.say(T("{rank} of {suit}", rank=spelling, suit=SUIT_NAME[suit]))

    @lru_cache(1000)  # noqa: B019 - there are few languages, and they stay
    def face(self, code: str) -> Face:
        """A card as a page draws it: rank, suit and accessible name."""
        label = self.name(code)
        if code in SHORT:
            return MappingProxyType({"code": code, "rank": say_value(SHORT[code], self), "suit": "", "label": label})
        suit, rank = code[:1] if code[:1] in "SHDCT" else "", self.rank(code[1:])
        return MappingProxyType({"code": code, "rank": rank, "suit": suit, "label": label})


@cache
def language(code: str, ranks: str = "") -> Language:
    """A language by its code, English for an unknown one. `ranks` is the language of the letters on the cards."""
    return Language(code if code in LANGUAGES else "en", ranks if ranks in LANGUAGES and ranks != code else "")


def best(accepted: list[str]) -> str:
    """The code of the first accepted language that the program has, else English."""
    for tag in accepted:
        code = tag.replace("_", "-").split("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"
