"""Parts of pages: those rendered once, and what tells one from another.

A tap is answered with the whole part of the page that may change, thousands of times an evening; most of it is the
same as the time before. What differs at every answer, the hidden fields of each form, is put in last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, TypeVar
from urllib.parse import quote

from flask import current_app, g, get_template_attribute
from markupsafe import Markup

from referee.words.languages import Language

Chunk = TypeVar("Chunk", bound=str)

PARTS_KEPT = 4000
SENT = Markup("<!-- what every form sends -->")
ANY = "\x02"
"""Stands for a table's id in the addresses of parts, so that one is drawn once for all tables that show the same."""
_NUMBER = "\x03"
"""Stands for the number of a table's last entry."""
_ANY_TABLE = f"/t/{quote(ANY)}"
_HOLE = re.compile(r"<!--\((\w+)\)-->")
_young: dict[Hashable, Markup] = {}
_old: dict[Hashable, Markup] = {}
"""The parts asked for of late, and those asked for before them: what is asked for again is young again."""


def part(template: str, same: Hashable, context: Callable[[], dict[str, Any]]) -> Markup:
    """A template's text, which depends on `same` alone."""
    where = g.get("word", ""), template, same  # of two clubs two tables may have one id
    known = _young.get(where)
    if known is None:
        known = _old.get(where)
        if known is None:
            known = Markup(drawn(template, {"hidden": SENT, **context()}))
        _young[where] = known
        if len(_young) > PARTS_KEPT // 2:
            _old.clear()
            _old.update(_young)
            _young.clear()
    return known


def part_of(template: str, language: Language, **values: Any) -> Markup:
    """A template's text made of a few plain values, which tell it from another."""
    return part(template, (language, repr(values)), lambda: values)


def framed(
    template: str, same: Hashable, holes: Mapping[str, Sequence[Markup]], context: Callable[[], dict[str, Any]]
) -> list[Markup]:
    """A part, with something in each of its holes that is not kept with it."""
    known = part(template, (same, *holes), lambda: context() | {"holes": marks(holes)})
    return _fill(_around(known), holes)


def marks(names: Iterable[str]) -> dict[str, Markup]:
    """What a template puts where its holes are."""
    return {name: Markup(f"<!--({name})-->") for name in names}


def filled(text: str, holes: Mapping[str, Sequence[Markup]]) -> list[str]:
    """A text with something in each of its holes, in chunks: what was drawn once stays the very same."""
    return _fill(_HOLE.split(text), holes)


def _fill(texts: Sequence[Chunk], holes: Mapping[str, Sequence[Chunk]]) -> list[Chunk]:
    """Texts with something in place of each second one, which names a hole."""
    return [each for at, text in enumerate(texts) for each in (holes[text] if at % 2 else (text,))]


@lru_cache(PARTS_KEPT)
def _around(known: Markup) -> tuple[Markup, ...]:
    """A part's texts, and in between them the names of its holes."""
    return tuple(map(Markup, _HOLE.split(known)))


class Same:
    """A value, however large, that is the same as itself alone."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __hash__(self) -> int:
        return id(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other._value is self._value


def drawn(template: str, context: dict[str, Any]) -> str:
    """A template's text, of its context and nothing that is so of every page."""
    return current_app.jinja_env.get_template(template).render(context)


def clear() -> None:
    """Forget every part: what they were made of has been rewritten."""
    _young.clear()
    _old.clear()


def fill_in_hidden(text: str, table: dict[str, Any], macro: str = "hidden") -> str:
    """A page with its table's id, and the hidden fields in its forms, as `hidden` or `blank` of _macros.html says."""
    text = text.replace(_ANY_TABLE, f"/t/{table['id']}")
    if SENT not in text:
        return text
    if macro == "blank":
        return text.replace(SENT, _blank().replace(_NUMBER, str(table["seq"])))
    hidden: str = get_template_attribute("_macros.html", macro)(table)
    return text.replace(SENT, hidden)


@cache
def _blank() -> str:
    """The hidden fields that scripts fill in, of any table."""
    return str(get_template_attribute("_macros.html", "blank")({"seq": _NUMBER}))


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
