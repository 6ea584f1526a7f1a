"""Parts of pages: those rendered once, and what tells one from another.

A tap is answered with the whole part of the page that may change, thousands of times an evening; most of it is the
same as the time before. What differs at every answer, the hidden fields of each form, is put in last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from hashlib import sha256
from typing import Any

from flask import current_app, g, get_template_attribute
from markupsafe import Markup

from referee.words.languages import Language

PARTS_KEPT = 4000
SENT = Markup("<!-- what every form sends -->")
_parts: OrderedDict[Hashable, Markup] = OrderedDict()


def part(template: str, same: Hashable, context: Callable[[], dict[str, Any]]) -> Markup:
    """A template's text, which depends on `same` alone."""
    where = g.get("word", ""), template, same  # of two clubs two tables may have one id
    known = _parts.pop(where, None)
    if known is None:
        known = Markup("".join(drawn(template, {"hidden": SENT, **context()})))
    _parts[where] = known
    if len(_parts) > PARTS_KEPT:
        _parts.popitem(last=False)
    return known


def part_of(template: str, language: Language, **values: Any) -> Markup:
    """A template's text made of a few plain values, which tell it from another."""
    return part(template, (language, repr(values)), lambda: values)


class Same:
    """A value, however large, that is the same as itself alone."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __hash__(self) -> int:
        return id(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other._value is self._value


def drawn(template: str, context: dict[str, Any]) -> list[str]:
    """A template's text in chunks, of its context and nothing that is so of every page."""
    return list(current_app.jinja_env.get_template(template).generate(context))


def clear() -> None:
    """Forget every part: what they were made of has been rewritten."""
    _parts.clear()


def fill_in_hidden(text: str, table: dict[str, Any], macro: str = "hidden") -> str:
    """A page with the hidden fields in the forms of its table, as `hidden` or `blank` of _macros.html says."""
    if SENT not in text:
        return text
    hidden: str = get_template_attribute("_macros.html", macro)(table)
    return text.replace(SENT, hidden)


class Piece:
    """HTML rendered once; told from another piece by its digest."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.digest = _digest(html)

    def __html__(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.digest

    def own(self, player: int | None) -> Piece:
        """The same with one player's places marked: whatever has their data-player."""
        mark = f'data-player="{player}"'
        return self if mark not in self.html else Piece(self.html.replace(mark, f'{mark} class="own"'))


def with_version(found: Mapping[str, Any]) -> dict[str, Any]:
    """A context with the digest of its values as `version`."""
    return {**found, "version": _digest(repr(sorted(found.items())))}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
