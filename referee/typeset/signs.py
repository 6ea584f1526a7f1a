"""The signs that no font of this computer has: on paper a box stands for them."""

from __future__ import annotations

import shutil
import subprocess
import unicodedata
from functools import cache

SURE = 0x530
"""Letters below are in the font of all sheets: Latin, Greek and Cyrillic ones."""
SECONDS = 3
UNSEEN = ("Cf", "Mn", "Zs", "Cc")
"""Kinds of signs that print as nothing of their own, such as joiners and accents."""


def without_glyph(text: str) -> tuple[str, ...]:
    """The signs of a text that no font has, each once; none where Fontconfig cannot be asked.

    >>> without_glyph("Łukasz Müller, Ελένη")
    ()
    """
    asked = [sign for sign in dict.fromkeys(text) if ord(sign) >= SURE and unicodedata.category(sign) not in UNSEEN]
    known = _signs_of_fonts() if asked else ()
    return tuple(sign for sign in asked if known and not any(ord(sign) in some for some in known))


@cache
def _signs_of_fonts() -> tuple[range, ...]:
    """All signs of all fonts, as Fontconfig writes them (20-7e a0-2e9 2f3); none where it cannot be asked."""
    fontconfig = shutil.which("fc-list")
    if fontconfig is None:
        return ()
    try:
        answer = subprocess.run(
            [fontconfig, "--format", "%{charset} "], capture_output=True, timeout=SECONDS, check=False, text=True
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(map(_signs, dict.fromkeys(answer.stdout.split())))


def _signs(written: str) -> range:
    """The numbers of signs written as 2f3 or 20-7e."""
    first, _, last = written.partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)
