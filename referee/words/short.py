"""The shortest forms of names that tell those who play together apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

WHOLE = 11
"""A name of at most so many letters stands whole."""


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Each name by its first, where two share it with the first letter of their last, where they share this too whole.

    No two are alike, unless two whole names are.
    """
    forms: tuple[Callable[[str], str], ...] = (_first, _with_letter, str)
    found = list(names)
    for form in reversed(forms):
        taken = [form(name) for name in names]
        found = [
            name if len(name) <= WHOLE else short if taken.count(short) == 1 else longer
            for name, short, longer in zip(names, taken, found, strict=True)
        ]
    return tuple(found)


def _first(name: str) -> str:
    """The first word, and those after it while they are letters or titles, as in “J. R. Ewing” and “Dr. Weber”."""
    words = name.split()
    at = next((at for at, word in enumerate(words) if len(word) > 2 and not word.endswith(".")), len(words) - 1)
    return " ".join(words[: at + 1])


def _with_letter(name: str) -> str:
    first, last = _first(name), name.rsplit(maxsplit=1)[-1]
    return f"{first} {last[0]}." if len(first) < len(" ".join(name.split())) else first
