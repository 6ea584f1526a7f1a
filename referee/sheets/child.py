"""The press: a process of its own that sets pages as PDF, with a limit on its memory and its time.

Run as a script, never imported by the program, and importing nothing of it: what it needs comes on its standard
input as JSON, the PDF leaves on its standard output. A web page never waits in it, and no text set in it reaches
a file or a network.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

NO_PANGO, NO_ROOM = 3, 4
"""Exit statuses: Pango is missing; the memory allowed does not hold the pages."""


def limit(memory: int, seconds: int) -> None:
    """At most so many bytes of memory and seconds of processor time, where the system can hold a process to it."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the caller's clock remains
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def pages(documents: list[list[str]], fonts: Any) -> bytes:
    """Documents, each laid out alone in the variant that fits, bound as one PDF with its tags."""
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    class Nothing(URLFetcher):  # type: ignore[misc]  # the library carries no types
        """Fetches nothing: style and drawings stand in the document, fonts come from the system."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            raise ValueError(f"a sheet fetches nothing: {url}")

    fetcher = Nothing()

    def lay(text: str) -> Any:
        return HTML(string=text, url_fetcher=fetcher).render(fonts, pdf_tags=True)

    laid = [fitting(variants, lay) for variants in documents]
    bound = laid[0].copy([page for document in laid for page in document.pages])
    made: bytes = bound.write_pdf(pdf_variant="pdf/ua-1", finisher=scope)
    return made


def scope(document: Any, _: Any) -> None:
    """Say of each header cell what it heads, a row or a column, which PDF/UA wants and WeasyPrint leaves out. A header
    that is alone in its row, over those of a deal, heads neither: PDF knows no group of rows, so it is a plain cell.
    """
    boxes = [page._page_box for page in document.pages]
    while boxes:
        box = boxes.pop()
        boxes += getattr(box, "children", ())
        tag = getattr(box, "mark", None)
        if box.element_tag == "tr" and len(box.children) == 1 and (alone := box.children[0].mark):
            alone["S"] = "/TD"
        elif tag and tag["S"] == "/TH":
            tag["A"]["Scope"] = "/Row" if box.element.get("scope") in {"row", "rowgroup"} else "/Column"


def fitting(variants: list[str], lay: Callable[[str], Any]) -> Any:
    """The first of several variants, each shorter than the one before, that fits one page; else the last."""
    found, low, high = None, 0, len(variants) - 1
    while low < high:
        middle = (low + high) // 2
        tried = lay(variants[middle])
        if len(tried.pages) == 1:
            found, high = tried, middle
        else:
            low = middle + 1
    return lay(variants[-1]) if found is None else found


def main() -> int:
    order = json.load(sys.stdin.buffer)
    try:
        from weasyprint.text.fonts import FontConfiguration
    except OSError as error:  # it fails here, and only here, where Pango is missing
        sys.stderr.write(str(error))
        return NO_PANGO
    # Before the limit: short of memory, Fontconfig takes a folder of fonts for empty and writes that into the
    # system's cache, for every program.
    fonts = FontConfiguration()
    limit(order["memory"], order["seconds"])
    try:
        made = pages(order["documents"], fonts)
    except MemoryError:
        return NO_ROOM
    sys.stdout.buffer.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
