"""Several PDFs as one, a part at a time, so that the memory it takes does not grow with the pages.

By hand, as no library does it so: pikepdf and pypdf hold the whole until it is saved (pikepdf 151 MB for 232 pages,
this 56), and neither joins the trees of tags, which would be ours to write all the same.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from hashlib import md5
from io import BufferedWriter
from pathlib import Path

import pikepdf

CATALOG, PAGES, TREE, DOCUMENT, NUMBERS, INFO = range(1, 7)
"""The numbers of what the whole has one of, whatever its parts."""
TOGETHER = 200
"""Objects packed into one stream."""
REFERENCE = re.compile(rb"\((?:[^\\()]|\\.)*\)|\b(\d+) 0 R\b", re.S)
"""A reference to an object, or a string, in which what looks like one is none."""


class Whole:
    """A PDF written object by object."""

    def __init__(self, out: BufferedWriter) -> None:
        self.out = out
        self.hash = md5(usedforsecurity=False)
        self.size = 0
        self.last = INFO
        self.where: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
        self.waiting: list[tuple[int, bytes]] = []
        self.pages: list[bytes] = []
        self.elements: list[bytes] = []
        self.numbers: list[bytes] = []
        self._write(b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n")

    def _write(self, data: bytes) -> None:
        self.out.write(data)
        self.hash.update(data)
        self.size += len(data)

    def new(self) -> int:
        self.last += 1
        return self.last

    def add(self, number: int, data: bytes) -> None:
        """An object without a stream, packed with others."""
        self.waiting.append((number, data))
        if len(self.waiting) == TOGETHER:
            self.pack()

    def pack(self) -> None:
        """Write the objects that wait."""
        own, at, heads = self.new(), 0, []
        for place, (number, data) in enumerate(self.waiting):
            self.where[number] = (2, own, place)
            heads.append(b"%d %d" % (number, at))
            at += len(data) + 1
        head = b" ".join(heads) + b"\n"
        said = b"/Type /ObjStm /N %d /First %d" % (len(heads), len(head))
        self.stream(own, said, head + b"\n".join(data for _, data in self.waiting))
        self.waiting.clear()

    def stream(self, number: int, said: bytes, data: bytes) -> None:
        """Write a stream of our own, packed."""
        packed = zlib.compress(data)
        self.raw(number, b"<<%s /Filter /FlateDecode /Length %d>>" % (said, len(packed)), packed)

    def raw(self, number: int, said: bytes, data: bytes) -> None:
        """Write a stream as it is."""
        self.where[number] = (1, self.size, 0)
        self._write(b"%d 0 obj\n%s\nstream\n" % (number, said))
        self._write(data)
        self._write(b"\nendstream\nendobj\n")

    def take(self, part: pikepdf.Pdf) -> None:
        """Write what a part holds; what there is one of, the first part gives."""
        first, before = not self.pages, len(self.pages)
        tree, info = part.Root.StructTreeRoot, part.trailer.Info
        (top,) = tree.K
        single = {
            CATALOG: part.Root, PAGES: part.Root.Pages, TREE: tree, DOCUMENT: top, NUMBERS: tree.ParentTree, INFO: info,
        }  # fmt: skip
        new = {_number(found): number for number, found in single.items()}
        rest = [found for found in part.objects if _kept(found) and _number(found) not in new]
        new |= {_number(found): self.new() for found in rest}
        for page in part.pages:
            page.obj.StructParents = int(page.obj.StructParents) + before
            self.pages.append(_reference(page.obj, new))
        for found in [*((part.Root, tree, info) if first else ()), *rest]:
            number = new[_number(found)]
            if isinstance(found, pikepdf.Stream):
                self.raw(number, renumbered(found.stream_dict.unparse(), new), found.read_raw_bytes())
            else:
                self.add(number, renumbered(found.unparse(resolved=True), new))
        self.elements += [_reference(kid, new) for kid in top.K]
        pairs = tree.ParentTree.Nums
        for at in range(0, len(pairs), 2):
            self.numbers.append(b"%d %s" % (int(pairs[at]) + before, renumbered(pairs[at + 1].unparse(), new)))

    def close(self) -> None:
        """Write what all parts share, and where everything stands."""
        count, pages = len(self.pages), b" ".join(self.pages)
        self.add(PAGES, b"<</Type /Pages /Count %d /Kids [%s]>>" % (count, pages))
        kids = b" ".join(self.elements)
        self.add(DOCUMENT, b"<</Type /StructElem /S /Document /P %d 0 R /K [%s]>>" % (TREE, kids))
        self.add(NUMBERS, b"<</Nums [%s]>>" % b" ".join(self.numbers))
        self.pack()
        own, start, name = self.new(), self.size, self.hash.hexdigest().encode()
        self.where[own] = (1, start, 0)
        rows = b"".join(
            kind.to_bytes(1, "big") + at.to_bytes(5, "big") + place.to_bytes(2, "big")
            for kind, at, place in (self.where[number] for number in range(own + 1))
        )
        said = b"/Type /XRef /W [1 5 2] /Size %d /Root %d 0 R /Info %d 0 R /ID [<%s> <%s>]"
        self.stream(own, said % (own + 1, CATALOG, INFO, name, name), rows)
        self._write(b"startxref\n%d\n%%%%EOF\n" % start)


def bind(parts: Sequence[str], to: str) -> None:
    """Several PDFs as one, under the first one's title and dates, their tags below one root."""
    with Path(to).open("wb") as out:
        whole = Whole(out)
        for name in parts:
            with pikepdf.open(name) as part:
                whole.take(part)
        whole.close()


def renumbered(said: bytes, new: Mapping[int, int]) -> bytes:
    """What an object says, with the new numbers of those it refers to."""
    return REFERENCE.sub(lambda found: b"%d 0 R" % new[int(found[1])] if found[1] else found[0], said)


def _number(found: pikepdf.Object) -> int:
    return found.objgen[0]


def _reference(found: pikepdf.Object, new: Mapping[int, int]) -> bytes:
    return b"%d 0 R" % new[_number(found)]


def _kept(found: pikepdf.Object) -> bool:
    """Whether an object is one of the document, not of how its file was packed."""
    return not (isinstance(found, pikepdf.Stream) and found.get("/Type") in ("/ObjStm", "/XRef"))
