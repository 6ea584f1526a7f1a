"""Letters as they are looked up by."""

from __future__ import annotations

import unicodedata

_OTHERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
"""Letters that are no accented ones and yet stand with another in a list of names."""


def plain(text: str) -> str:
    """A text in small letters without accents: Œuvrard stands with oe, É with e, ß with ss."""
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_OTHERS)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
