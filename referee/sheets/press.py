"""Pages to PDF: the press is started, watched and stopped here."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from referee.sheets.child import NO_PANGO, NO_ROOM
from referee.words.text import RefereeError, T

CHILD = Path(__file__).with_name("child.py")
APT = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core"
MEMORY = 1 << 30
"""Bytes a press may take."""
SECONDS = 90
"""Time a press may take."""
BOUND = 10
"""Documents one press binds. More go to several presses, and lose their tags where they are put together."""
CHILDES = 2

AT_ONCE = 5.0
"""Seconds; a press that ends sooner has not worked itself to death."""


class SheetError(RefereeError):
    """A sheet could not be printed."""


class PangoMissing(SheetError):
    """The library that sets the type is not installed."""


class SheetTooLong(SheetError):
    """A sheet took more memory or time than a press may."""


def printed(
    documents: Sequence[Sequence[str]],
    memory: int = MEMORY,
    seconds: float = SECONDS,
    *,
    bound: int = BOUND,
    progress: Callable[[int, int], None] | None = None,
) -> bytes:
    """HTML documents as one PDF, the same bytes each time. Each may come in several variants, each shorter than the
    one before: the first that fits one page is printed, else the last. `bound` of them share a press; `progress` hears
    how many of how many presses are done, first of none. Raises PangoMissing, SheetTooLong, SheetError.
    """
    bundles = [list(documents[at : at + bound]) for at in range(0, len(documents), bound)]
    made: list[bytes] = []
    if progress:
        progress(0, len(bundles))
    with ThreadPoolExecutor(CHILDES) as presses:
        for one in presses.map(lambda bundle: _pressed_again(bundle, memory, seconds), bundles):
            made.append(one)
            if progress:
                progress(len(made), len(bundles))
    return made[0] if len(made) == 1 else _bound(made)


def _pressed_again(documents: list[Sequence[str]], memory: int, seconds: float) -> bytes:
    """What `_pressed` makes; a press that fell at once may have wanted what another beside it held, and tries again."""
    begun = time.monotonic()
    try:
        return _pressed(documents, memory, seconds)
    except SheetTooLong:
        if time.monotonic() - begun > AT_ONCE:
            raise
    return _pressed(documents, memory, seconds)


def _pressed(documents: list[Sequence[str]], memory: int, seconds: float) -> bytes:
    order = {"documents": documents, "memory": memory, "seconds": max(1, round(seconds))}
    # The order of sets and dictionaries is part of the bytes.
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    try:
        press = subprocess.run(
            [sys.executable, "-P", str(CHILD)],
            input=json.dumps(order).encode(),
            capture_output=True,
            timeout=seconds,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise SheetTooLong(
            T("The sheet is too long: it was not printed after {seconds} seconds.", seconds=round(seconds))
        ) from None
    if press.returncode == 0:
        return press.stdout
    said = press.stderr.decode(errors="replace").strip()
    if press.returncode == NO_PANGO:
        raise PangoMissing(T("Sheets need the library Pango: {line}", line=APT), said=said)
    if press.returncode == NO_ROOM or press.returncode < 0 or "MemoryError" in said:
        raise SheetTooLong(T("The sheet is too long: it took more memory or time than a sheet may."), said=said)
    raise SheetError(T("The sheet could not be printed: {said}", said=said[-300:]), said=said)


def _bound(parts: Sequence[bytes]) -> bytes:
    """Several PDFs as one."""
    from pypdf import PdfReader, PdfWriter

    readers = [PdfReader(io.BytesIO(part)) for part in parts]
    writer = PdfWriter()
    for reader in readers:
        writer.append(reader)
    writer.metadata = readers[0].metadata
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
