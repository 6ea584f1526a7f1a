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

from flask import current_app, get_template_attribute
from markupsafe import Markup, escape

from referee.rules.kept import Remembered
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
_drawn: Remembered[Markup] = Remembered(PARTS_KEPT)


def part(template: str, same: Hashable, context: Callable[[], dict[str, Any]]) -> Markup:
    """A template's text, which depends on `same` alone."""
    return once((template, same), lambda: Markup(drawn(template, {"hidden": SENT, **context()})))


def once(same: Hashable, made: Callable[[], Markup]) -> Markup:
    """A text that depends on `same` alone, as it was made. Of two clubs two tables may have one id: what depends on a
    table depends on its club too.
    """
    return _drawn.get(same, made)


def part_of(template: str, language: Language, **values: Any) -> Markup:
    """A template's text made of a few plain values, which tell it from another."""
    return part(template, (language, repr(values)), lambda: values)


def put_in(
    template: str, same: Hashable, texts: Mapping[str, str], context: Callable[[], dict[str, Any]] = dict
) -> Markup:
    """A part with texts in its holes: drawn once, whatever they say, and kept as it was made."""
    return once((template, same, *texts.values()), lambda: filled_in(template, same, texts, context))


def filled_in(template: str, same: Hashable, texts: Mapping[str, str], context: Callable[[], dict[str, Any]]) -> Markup:
    """A part drawn once, with texts in its holes."""
    holes = {name: (escape(text),) for name, text in texts.items()}
    return Markup("".join(framed(template, same, holes, context)))


def card(face: Mapping[str, Any], language: Language, *, lies: bool = False) -> Markup:
    """A card as every page draws it; one that `lies` on the felt is found there by its code."""
    return part("table/_card.html", (language, face["code"], lies), lambda: {"card": face, "lies": lies})


def framed(
    template: str, same: Hashable, holes: Mapping[str, Sequence[Markup]], context: Callable[[], dict[str, Any]]
) -> list[Markup]:
    """A part, with something in each of its holes that is not kept with it."""
    known = part(template, (same, *holes), lambda: context() | {"holes": marks(holes)})
    return _fill(_around(known), holes)


class Joined(Markup):
    """Parts joined to one, which knows what it was made of."""

    parts: tuple[str, ...] = ()
    cut: Any = None
    """What was found in it, by who looked through it once."""


def joined(parts: Iterable[str]) -> Joined:
    """Parts as one."""
    parts = tuple(parts)
    whole = Joined("".join(parts))
    whole.parts = parts
    return whole


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


def drawn(template: str, context: dict[str, Any]) -> str:
    """A template's text, of its context and nothing that is so of every page."""
    return current_app.jinja_env.get_template(template).render(context)


def clear() -> None:
    """Forget every part and answer: what they were made of has been rewritten."""
    for known in Remembered.every:
        known.clear()


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
