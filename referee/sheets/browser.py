"""The sheets as one page for the browser to print, where Pango is missing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup, escape

from referee.sheets.page import environment
from referee.words.languages import Language
from referee.words.text import T

STYLE = re.compile(r"<style>(.*?)</style>", re.S)
BODY = re.compile(r'<body class="([^"]*)">(.*)</body>', re.S)
SIZE = re.compile(r"@page \{ size: (\w+) (\w+); \}")


def join(documents: Sequence[str], voice: Language) -> str:
    """HTML documents joined into one, each on its own paper size, under a note on the screen how to print them."""
    styles: dict[str, None] = {}
    bodies, pages = [], []
    for at, document in enumerate(documents):
        style, body = STYLE.search(document), BODY.search(document)
        if style is None or body is None:
            continue
        size = SIZE.search(style[1])
        pages.append(f"@page p{at} {{ size: {' '.join(size.groups()) if size else 'a4'}; margin: 10mm; }}")
        pages.append(f".sheet.p{at} {{ page: p{at}; }}")
        styles[SIZE.sub("", style[1])] = None
        bodies.append(Markup('<div class="sheet p{} {}">{}</div>').format(at, body[1], Markup(body[2])))
    note = voice.say(
        T("This computer has no Pango, so that the browser prints these sheets: choose “Print”, without headers.")
    )
    css = Markup("\n".join([*styles, *pages]))
    return (
        environment()
        .get_template("browser.html")
        .render(css=css, bodies=bodies, note=escape(note), lang=voice.code, title=voice.say(T("Print")))
    )
