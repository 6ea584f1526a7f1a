"""Bind several documents into one PDF, one part at a time, so that memory does not grow with the pages.

Written by hand, because no library does so: pikepdf and pypdf hold the whole until it is saved (pikepdf 151 MB for 232
pages, this 56), and neither joins the tag trees.
"""

from __future__ import annotations

import marshal  # nosec B403
import zlib
from collections.abc import Sequence
from hashlib import md5
from io import BufferedWriter
from pathlib import Path

from referee.typeset.part import BETWEEN, CATALOG, DOCUMENT, INFO, PAGES, PARENTS, TREE, Open, Part

FREE = 0, 0, 65535
"""The entry of a number without an object."""


class Whole:
    """A PDF written object by object."""

    def __init__(self, out: BufferedWriter) -> None:
        self.out = out
        self.hash = md5(usedforsecurity=False)
        self.size = 0
        self.last = INFO
        self.where: dict[int, tuple[int, int, int]] = {}
        self.pages: list[bytes] = []
        self.elements: list[bytes] = []
        self.parents: list[bytes] = []
        self._write(b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n")

    def _write(self, data: bytes) -> None:
        self.out.write(data)
        self.hash.update(data)
        self.size += len(data)

    def new(self) -> int:
        self.last += 1
        return self.last

    def pack(self, objects: dict[int, bytes]) -> None:
        """Write objects that are no streams, packed in one object stream."""
        own, at, heads = self.new(), 0, []
        for place, (number, data) in enumerate(objects.items()):
            self.where[number] = (2, own, place)
            heads.append(b"%d %d" % (number, at))
            at += len(data) + 1
        head = b" ".join(heads) + b"\n"
        said = b"/Type /ObjStm /N %d /First %d" % (len(heads), len(head))
        self.stream(own, said, head + b"\n".join(objects.values()))

    def stream(self, number: int, said: bytes, data: bytes) -> None:
        """Compress and write a stream."""
        packed = zlib.compress(data)
        self.raw(number, b"<<%s /Filter /FlateDecode /Length %d>>" % (said, len(packed)), packed)

    def raw(self, number: int, said: bytes, data: bytes) -> None:
        """Write a stream as it is."""
        self.where[number] = (1, self.size, 0)
        self._write(b"%d 0 obj\n%s\nstream\n" % (number, said))
        self._write(data)
        self._write(b"\nendstream\nendobj\n")

    def take(self, part: Part) -> None:
        """Write a part; the objects that the whole has once come from the first part."""
        before = self.last
        self.last += part.last

        def filled(text: Open) -> bytes:
            return text[0] % tuple([number + before if number > 0 else -number for number in text[1]])

        if not self.pages:
            self.pack({CATALOG: filled(part.catalog), TREE: filled(part.tree), INFO: filled(part.info)})
        for numbers, text in part.packs:
            own = (number + before for number in numbers)
            self.pack(dict(zip(own, filled(text).split(BETWEEN), strict=True)))
        for number, said, data in part.streams:
            self.raw(number + before, filled(said), data)
        for number, text in zip(part.pages, part.parents, strict=True):
            self.pages.append(b"%d 0 R" % (number + before))
            self.parents.append(b"%d %s" % (number + before, filled(text)))
        self.elements.append(filled(part.elements))

    def close(self) -> None:
        """Write the objects that join all parts, and the table of where each object is."""
        kids, elements = b" ".join(self.pages), b" ".join(self.elements)
        self.pack(
            {
                PAGES: b"<</Type /Pages /Count %d /Kids [%s]>>" % (len(self.pages), kids),
                DOCUMENT: b"<</Type /StructElem /S /Document /P %d 0 R /K [%s]>>" % (TREE, elements),
                PARENTS: b"<</Nums [%s]>>" % b" ".join(self.parents),
            }
        )
        own, start, name = self.new(), self.size, self.hash.hexdigest().encode()
        self.where[own] = (1, start, 0)
        rows = b"".join(
            kind.to_bytes(1, "big") + at.to_bytes(5, "big") + place.to_bytes(2, "big")
            for kind, at, place in (self.where.get(number, FREE) for number in range(own + 1))
        )
        said = b"/Type /XRef /W [1 5 2] /Size %d /Root %d 0 R /Info %d 0 R /ID [<%s> <%s>]"
        self.stream(own, said % (own + 1, CATALOG, INFO, name, name), rows)
        self._write(b"startxref\n%d\n%%%%EOF\n" % start)


def bind(parts: Sequence[str], to: str) -> None:
    """Write parts as one PDF, with the first one's title and dates, their tags under one root."""
    with Path(to).open("wb") as out:
        whole = Whole(out)
        for name in parts:
            whole.take(Part(*marshal.loads(Path(name).read_bytes())))  # nosec B302  # a press wrote it
        whole.close()
