"""The signs that no font of this computer has: on paper a box stands for them."""

from __future__ import annotations

import shutil
import subprocess
import unicodedata
from functools import lru_cache

SURE = 0x530
"""Letters below are in the font of all sheets: Latin, Greek and Cyrillic ones."""
MOST = 40
"""How many signs are asked about at once."""
SECONDS = 3
UNSEEN = ("Cf", "Mn", "Zs", "Cc")
"""Kinds of signs that print as nothing of their own, such as joiners and accents."""


def without_glyph(text: str) -> tuple[str, ...]:
    """The signs of a text that no font has, each once; none where Fontconfig cannot be asked.

    >>> without_glyph("Łukasz Müller, Ελένη")
    ()
    """
    asked = [sign for sign in dict.fromkeys(text) if ord(sign) >= SURE and unicodedata.category(sign) not in UNSEEN]
    return tuple(sign for sign in asked[:MOST] if not _in_a_font(sign))


@lru_cache(maxsize=4096)
def _in_a_font(sign: str) -> bool:
    """Whether a font has this sign, also where nobody can tell."""
    fontconfig = shutil.which("fc-list")
    if fontconfig is None:
        return True
    try:
        answer = subprocess.run(
            [fontconfig, f":charset={ord(sign):x}", "family"], capture_output=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return True
    return bool(answer.stdout.strip()) or answer.returncode != 0
