"""Parts of pages that are drawn once, as most of a page is the same from one tap to the next."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import current_app, get_template_attribute
from markupsafe import Markup

from referee.cache import cached
from referee.web.kit.request import who
from referee.words.languages import Language

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

PARTS_KEPT = 4000
FIELDS = Markup("<!-- what every form sends -->")
"""Stands for the hidden fields of a tap's form. They differ in every answer and are no part of what a page shows, so
`with_fields` puts them in last."""


def part(template: str, **values: Hashable) -> Markup:
    """A template that depends on nothing but the reader's language and these values: `include` for what is dear to draw
    and mostly the same. In a template: `{{ part("table/_seat.html", seat=seat) }}`.
    """
    return _part(template, who().language, **values)


@cached(PARTS_KEPT)
def _part(template: str, language: Language, /, **values: Hashable) -> Markup:
    return Markup(render(template, values))


def render(template: str, context: Mapping[str, object]) -> str:
    """A template with its context alone, without the values that every page has."""
    return current_app.jinja_env.get_template(template).render(context)


def context_of(view: DataclassInstance) -> dict[str, object]:
    """What a view tells its template: each field under its name."""
    return {field.name: getattr(view, field.name) for field in fields(view)}


def with_fields(html: str, seq: int, *, blank: bool = False) -> str:
    """What was drawn, with the hidden fields of its forms; if `blank`, scripts fill them in (static/js/send.js)."""
    hidden: str = get_template_attribute("_macros.html", "blank" if blank else "hidden")({"seq": seq})
    return html.replace(FIELDS, hidden)


class Piece:
    """HTML rendered once; its digest tells it from another piece."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.digest = digest(html)

    def __html__(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.digest

    def own(self, player: int | None) -> Piece:
        """The piece with one player's places marked (data-player)."""
        mark = f'data-player="{player}"'
        return self if mark not in self.html else Piece(self.html.replace(mark, f'{mark} class="own"'))


def digest(text: str) -> str:
    """What tells a text from another."""
    return sha256(text.encode()).hexdigest()[:16]
