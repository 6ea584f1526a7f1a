"""The press: a separate process that sets pages as PDF, with limits on memory and time.

It runs as a script and imports nothing of the program but this package. Its arguments are the bytes of memory, the
seconds for one order and the seconds to wait for the next. Orders come on standard input, one JSON object a line: a
document to set or parts to bind, and where the output goes. It answers each with the line DONE, and what the libraries
print goes to standard error. It keeps its work out of the web process, and no text in a document can make it read a
file or the network.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

DONE = b"done\n"
NO_PANGO, NO_ROOM = 3, 4
"""Exit statuses: Pango is missing; the pages need more memory than allowed."""


def limit(memory: int) -> None:
    """Limit the memory of this process to so many bytes, where the system can."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def limit_work(seconds: int) -> None:
    """Limit the processor time from now on, so that no order outlives its caller."""
    try:
        import resource
    except ImportError:  # the caller still has its own timer
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds + 1, resource.RLIM_INFINITY))


def pages(variants: list[list[str]], fonts: Any) -> bytes:
    """A document as PDF with the tags that a screen reader reads: the first variant that fits one page."""
    from weasyprint import HTML

    def lay(text: str) -> Any:
        return HTML(string=text, url_fetcher=nothing()).render(fonts, **OPTIONS)

    pdf: bytes = fitting(variants, lay).write_pdf(**OPTIONS)
    return pdf


OPTIONS = {"pdf_variant": "pdf/ua-1", "pdf_version": "1.7", "pdf_tags": True}


def nothing() -> Any:
    """A fetcher that refuses all URLs: style and drawings are in the document, fonts in the system."""
    from weasyprint.urls import URLFetcher

    class Nothing(URLFetcher):  # type: ignore[misc]  # the library carries no types
        def fetch(self, url: str, headers: Any = None) -> Any:
            raise ValueError(f"a sheet fetches nothing: {url}")

    return Nothing()


def fitting(variants: list[list[str]], lay: Callable[[str], Any]) -> Any:
    """The first variant that fits, else the last, laid out. Each is shorter than the one before, and begins with the
    part that has to fit one page; the whole, if it is more, comes second.
    """
    laid, low, high = None, 0, len(variants) - 1
    while low < high:
        middle = (low + high) // 2
        tried = lay(variants[middle][0])
        if len(tried.pages) == 1:
            laid, high = tried, middle
        else:
            low = middle + 1
    chosen = variants[high]
    return laid if laid is not None and len(chosen) == 1 else lay(chosen[-1])


def main(memory: str, seconds: str, idle: str) -> int:
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    try:
        from weasyprint.text.fonts import FontConfiguration
    except OSError as error:  # Pango is missing
        sys.stderr.write(str(error))
        return NO_PANGO
    from referee.typeset.bind import bind  # with the path to it

    # Load fonts and libraries before the limit: short of memory, Fontconfig takes a folder of fonts for empty and
    # writes that into the system's cache for all programs; and half-loaded libraries fail in any way.
    fonts = FontConfiguration()
    limit(int(memory))
    # A page makes hundreds of thousands of objects, which all live until it is written: collecting garbage on the way
    # takes a fifth of the time. The libraries' objects live as long as the press.
    gc.disable()
    gc.freeze()
    alarm: Callable[[int], int] = getattr(signal, "alarm", int)  # Windows has none: the press waits until stopped
    try:
        for line in sys.stdin.buffer:
            alarm(0)
            order = json.loads(line)
            limit_work(int(seconds))
            if "bind" in order:
                bind(order["bind"], order["to"])
            else:
                Path(order["to"]).write_bytes(pages(order["document"], fonts))
            answers.write(DONE)
            gc.collect()
            alarm(int(idle))
    except (MemoryError, SystemError):  # SystemError: too little memory even to raise MemoryError
        return NO_ROOM
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    sys.exit(main(*sys.argv[1:]))
