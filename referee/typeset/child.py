"""The press: a process of its own that sets pages as PDF, with a limit on its memory and its time.

Run as a script, and importing nothing of the program but what stands beside it. Its arguments are the bytes it may
take, and in seconds how long it may work at one order and how long it waits for the next. Orders come on its standard
input, a JSON object a line: documents to be set, or parts to be bound, and where the PDF goes. Each is answered by a
line. A web page never waits in it, and no text set in it reaches a file or a network.
"""

from __future__ import annotations

import gc
import json
import marshal  # nosec B403  # for what presses leave each other
import re
import signal
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree  # nosec B405  # of our own documents

STYLE = re.compile(r"<style>(.*?)</style>", re.S)
NO_PANGO, NO_ROOM = 3, 4
"""Exit statuses: Pango is missing; the memory allowed does not hold the pages."""


def limit(memory: int) -> None:
    """At most so many bytes of memory, where the system can hold a process to it."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def limit_work(seconds: int) -> None:
    """At most so many seconds of processor time from now on, so that nothing outlives who ordered it."""
    try:
        import resource
    except ImportError:  # the caller's clock remains
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds + 1, resource.RLIM_INFINITY))


def pages(variants: list[str], fonts: Any, number: int = 0) -> bytes:
    """A document, in the variant that fits, as a part of a whole with its tags; `number`: which part it is."""
    from referee.typeset.part import part  # with the path to it
    from referee.typeset.quick import hasten
    from referee.typeset.stamp import BARE
    from referee.typeset.tags import tagged

    def lay(text: str) -> Any:
        css, rest = styled(text)
        return tree(rest).render(fonts, pdf_tags=True, stylesheets=[*css, read(BARE)])

    hasten()
    document = fitting(variants, lambda text: stamped(text, lay))
    return marshal.dumps(tuple(part(tagged(document, number))))


def stamped(text: str, lay: Callable[[str], Any]) -> Any:
    """A document laid out, its plain rows stamped."""
    from referee.typeset.stamp import Stamps  # with the path to it

    stamps = Stamps(text, lay)
    document = lay(stamps.text)
    stamps.put(document)
    return document


def tree(text: str) -> Any:
    """A document read: as XML, which every sheet is, in a twentieth of the time; what is not, as HTML."""
    from cssselect2 import ElementWrapper
    from weasyprint import HTML

    try:
        root = ElementTree.fromstring(text)  # nosec B314  # made by our templates
    except ElementTree.ParseError:
        return HTML(string=text, url_fetcher=nothing())
    document = HTML(string="", url_fetcher=nothing())
    document.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
    document.etree_element = root
    return document


def styled(text: str) -> tuple[list[Any], str]:
    """A document's style, read, and the document without it."""
    found = STYLE.search(text)
    return ([read(found[1])], text[: found.start()] + text[found.end() :]) if found else ([], text)


@lru_cache(4)
def read(style: str) -> Any:
    """A style, read once for all documents that have it."""
    from weasyprint import CSS

    return CSS(string=style, url_fetcher=nothing())


def nothing() -> Any:
    """What fetches nothing: style and drawings stand in the document, fonts come from the system."""
    from weasyprint.urls import URLFetcher

    class Nothing(URLFetcher):  # type: ignore[misc]  # the library carries no types
        def fetch(self, url: str, headers: Any = None) -> Any:
            raise ValueError(f"a sheet fetches nothing: {url}")

    return Nothing()


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


def main(memory: str, seconds: str, idle: str) -> int:
    try:
        import weasyprint
    except OSError as error:  # it fails here, and only here, where Pango is missing
        sys.stderr.write(str(error))
        return NO_PANGO
    # Before the limit: short of memory, Fontconfig takes a folder of fonts for empty and writes that into the
    # system's cache, for every program; and a library half read fails with anything.
    fonts = weasyprint.text.fonts.FontConfiguration()
    limit(int(memory))
    # A page makes hundreds of thousands of objects that all live until it is written; looked through on the way they
    # cost a fifth of the time. What the libraries hold lives as long as the press.
    gc.disable()
    gc.freeze()
    alarm: Callable[[int], int] = getattr(signal, "alarm", int)  # Windows has none: there it stands until it is stopped
    try:
        for line in sys.stdin.buffer:
            alarm(0)
            order = json.loads(line)
            limit_work(int(seconds))
            if "bind" in order:
                from referee.typeset.whole import bind  # with the path to it

                bind(order["bind"], order["to"])
            else:
                Path(order["to"]).write_bytes(pages(order["document"], fonts, order["part"]))
            sys.stdout.write("done\n")
            sys.stdout.flush()
            gc.collect()
            alarm(int(idle))
    except (MemoryError, SystemError):  # the second is what an interpreter says that has no room to say the first
        return NO_ROOM
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    sys.exit(main(*sys.argv[1:]))
