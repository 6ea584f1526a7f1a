"""Parts of pages, rendered once and kept.

A tap is answered with the whole part of the page that may change, thousands of times an evening, and most of it is the
same as before. The hidden fields of each form, which differ every time, are put in last.
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
"""Stands for a table's id in the addresses of parts, so that tables that show the same share a part."""
_NUMBER = "\x03"
"""Stands for the number of a table's last entry."""
_ANY_TABLE = f"/t/{quote(ANY)}"
_HOLE = re.compile(r"<!--\((\w+)\)-->")
_drawn: Remembered[Markup] = Remembered(PARTS_KEPT)


def part(template: str, same: Hashable, context: Callable[[], dict[str, Any]]) -> Markup:
    """A rendered template that depends on `same` alone."""
    return once((template, same), lambda: Markup(drawn(template, {"hidden": SENT, **context()})))


def once(same: Hashable, made: Callable[[], Markup]) -> Markup:
    """A text that depends on `same` alone, made once.

    Tables of two clubs may share an id, so a text about a table has the club in `same`.
    """
    return _drawn.get(same, made)


def part_of(template: str, language: Language, **values: Any) -> Markup:
    """A template rendered with a few plain values, which are its key."""
    return part(template, (language, repr(values)), lambda: values)


def put_in(
    template: str, same: Hashable, texts: Mapping[str, str], context: Callable[[], dict[str, Any]] = dict
) -> Markup:
    """A part with texts in its holes: rendered once for all texts, and kept for each."""
    return once((template, same, *texts.values()), lambda: filled_in(template, same, texts, context))


def filled_in(template: str, same: Hashable, texts: Mapping[str, str], context: Callable[[], dict[str, Any]]) -> Markup:
    """A part rendered once, with texts in its holes."""
    holes = {name: (escape(text),) for name, text in texts.items()}
    return Markup("".join(framed(template, same, holes, context)))


def card(face: Mapping[str, Any], language: Language, *, lies: bool = False) -> Markup:
    """A card as every page draws it. One that `lies` on the felt is found there by its code."""
    return part("table/_card.html", (language, face["code"], lies), lambda: {"card": face, "lies": lies})


def framed(
    template: str, same: Hashable, holes: Mapping[str, Sequence[Markup]], context: Callable[[], dict[str, Any]]
) -> list[Markup]:
    """A part with something in each of its holes, which is not kept with it."""
    known = part(template, (same, *holes), lambda: context() | {"holes": marks(holes)})
    return _fill(_around(known), holes)


class Joined(Markup):
    """Several parts joined, with the list of them."""

    parts: tuple[str, ...] = ()
    cut: Any = None
    """What a reader found in it, kept so that the text is searched only once."""


def joined(parts: Iterable[str]) -> Joined:
    """Parts joined to one text."""
    parts = tuple(parts)
    whole = Joined("".join(parts))
    whole.parts = parts
    return whole


def marks(names: Iterable[str]) -> dict[str, Markup]:
    """The marks that a template puts where its holes are."""
    return {name: Markup(f"<!--({name})-->") for name in names}


def filled(text: str, holes: Mapping[str, Sequence[Markup]]) -> list[str]:
    """A text with its holes filled, in chunks: a chunk rendered once stays the same object."""
    return _fill(_HOLE.split(text), holes)


def _fill(texts: Sequence[Chunk], holes: Mapping[str, Sequence[Chunk]]) -> list[Chunk]:
    """Texts with each second one, a hole's name, replaced by the hole's content."""
    return [each for at, text in enumerate(texts) for each in (holes[text] if at % 2 else (text,))]


@lru_cache(PARTS_KEPT)
def _around(known: Markup) -> tuple[Markup, ...]:
    """A part's texts, alternating with the names of its holes."""
    return tuple(map(Markup, _HOLE.split(known)))


def drawn(template: str, context: dict[str, Any]) -> str:
    """A template rendered with its context alone, without the values that every page has."""
    return current_app.jinja_env.get_template(template).render(context)


def clear() -> None:
    """Drop all parts and answers: the logs they were made of were rewritten."""
    for known in Remembered.every:
        known.clear()


def fill_in_hidden(text: str, table: dict[str, Any], macro: str = "hidden") -> str:
    """A page with its table's id and the hidden fields of its forms, by the `macro` of _macros.html."""
    text = text.replace(_ANY_TABLE, f"/t/{table['id']}")
    if SENT not in text:
        return text
    if macro == "blank":
        return text.replace(SENT, _blank().replace(_NUMBER, str(table["seq"])))
    hidden: str = get_template_attribute("_macros.html", macro)(table)
    return text.replace(SENT, hidden)


@cache
def _blank() -> str:
    """The hidden fields that scripts fill in, for any table."""
    return str(get_template_attribute("_macros.html", "blank")({"seq": _NUMBER}))


class Piece:
    """HTML rendered once; its digest tells it from another piece."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.digest = _digest(html)

    def __html__(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.digest

    def own(self, player: int | None) -> Piece:
        """The piece with one player's places marked (data-player)."""
        mark = f'data-player="{player}"'
        return self if mark not in self.html else Piece(self.html.replace(mark, f'{mark} class="own"'))


def with_version(found: Mapping[str, Any]) -> dict[str, Any]:
    """A context with the digest of its values as `version`."""
    return {**found, "version": _digest(repr(sorted(found.items())))}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
