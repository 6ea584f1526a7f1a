"""A document as a part of a PDF: its objects in their final form, except for the object numbers.

The whole sets the numbers (see `whole`). So the presses do the slow work, and binding is quick.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from pydyf import Dictionary, Stream, _to_bytes

CATALOG, PAGES, TREE, DOCUMENT, PARENTS, INFO = range(1, 7)
"""The numbers of the objects that the whole has only once."""
TOGETHER = 200
"""How many objects are packed into one stream."""
BETWEEN = b"\0"
"""Separates objects in a pack; no object contains it."""
NUMBER = re.compile(rb"\((?:[^\\()]|\\.)*\)|((?<=/StructParents )\d+|\b\d+(?= 0 R\b))", re.S)
"""An object's number, in a reference or after /StructParents; or a string, whose contents must be left alone."""

Open = tuple[bytes, list[int]]
"""Bytes with a %d for each number, and the numbers: the part's own from 1; negative for those above."""


class Part(NamedTuple):
    """A part of a PDF.

    `last` is its highest object number. `packs` holds numbers and their objects; `streams` holds number, dictionary and
    bytes. The whole takes `catalog`, `tree` and `info` from its first part, and joins those of all parts: the pages,
    the top elements of the tag tree, and for each page the elements of its marks.
    """

    last: int
    packs: list[tuple[list[int], Open]]
    streams: list[tuple[int, Open, bytes]]
    catalog: Open
    tree: Open
    info: Open
    pages: list[int]
    elements: Open
    parents: list[Open]


def part(pdf: Any) -> Part:
    """The part made from a document of the library, which must have no links."""
    tree = found(pdf, pdf.catalog["StructTreeRoot"])
    document, parents = found(pdf, tree["K"][0]), found(pdf, tree["ParentTree"])
    own = {CATALOG: pdf.catalog, PAGES: pdf.pages, TREE: tree, DOCUMENT: document, PARENTS: parents}
    single = {one.number: -number for number, one in own.items()}
    pages = pdf.pages["Kids"][::3]
    for number in pages:
        pdf.objects[number]["StructParents"] = number
    rest = [one for one in pdf.objects if one.free != "f" and one.number not in single]
    plain = [one for one in rest if not isinstance(one, Stream)]
    packs = (plain[at : at + TOGETHER] for at in range(0, len(plain), TOGETHER))
    return Part(
        len(pdf.objects) - 1,
        [([one.number for one in some], _open(BETWEEN.join(one.data for one in some), single)) for some in packs],
        [(one.number, *_stream(one, single)) for one in rest if isinstance(one, Stream)],
        _open(pdf.catalog.data, single),
        _open(tree.data, single),
        _open(pdf.info.data, single),
        pages,
        _open(b" ".join(document["K"]), single),
        [_open(listed.data, single) for listed in parents["Nums"][1::2]],
    )


def found(pdf: Any, reference: bytes) -> Any:
    """The object of a reference."""
    return pdf.objects[int(reference.split()[0])]


def _open(said: bytes, single: Mapping[int, int]) -> Open:
    numbers: list[int] = []

    def leave(match: re.Match[bytes]) -> bytes:
        if match[1] is None:
            return match[0]
        number = int(match[1])
        numbers.append(single.get(number, number))
        return b"%d"

    return NUMBER.sub(leave, said.replace(b"%", b"%%")), numbers


def _stream(one: Stream, single: Mapping[int, int]) -> tuple[Open, bytes]:
    """A stream's dictionary and its bytes."""
    items = (item if isinstance(item, bytes) else _to_bytes(item) for item in one.stream)
    data, said = b"\n".join(items), Dictionary(one.extra)
    if one.compress:
        data, said["Filter"] = zlib.compress(data), "/FlateDecode"
    said["Length"] = len(data)
    return _open(said.data, single), data
