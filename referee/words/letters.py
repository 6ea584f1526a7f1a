"""Letters as they are sorted and searched by."""

from __future__ import annotations

import unicodedata

_OTHERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
"""Letters without an accent that are sorted like other letters."""


def plain(text: str) -> str:
    """A text in small letters without accents: Œuvrard sorts as oe, É as e, ß as ss."""
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_OTHERS)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
