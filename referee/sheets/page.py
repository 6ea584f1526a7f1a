"""What every printed page shares: the papers, the templates, codes to scan."""

from __future__ import annotations

from functools import cache

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from referee.paths import TEMPLATES

PAPERS = ("a4", "a5")


def code(url: str) -> Markup:
    """A link as a code to scan, drawn in SVG; nothing for no link."""
    if not url:
        return Markup()
    return Markup(segno.make(url, error="m").svg_inline(scale=1, border=2, omitsize=True))


@cache
def environment() -> Environment:
    """The templates of what is printed; what stands in them is escaped."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES / "print"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
