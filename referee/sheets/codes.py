"""The QR codes of papers."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup

from referee.words.languages import Language
from referee.words.text import T


@lru_cache(256)
def code(url: str, voice: Language) -> Markup:
    """A link as a QR code in SVG, with a text for screen readers; nothing for no link.

    Cached, since a table's code is on two papers of a round.
    """
    if not url:
        return Markup()
    title = voice.say(T("Code to scan: {url}", url=url))
    drawn = segno.make(url, error="m").svg_inline(scale=1, border=2, omitsize=True, title=title)
    return Markup(drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1))
