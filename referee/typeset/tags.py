"""The tag tree for screen readers, completed where the library leaves something out.

The library builds it from the boxes of a page. It gives header cells no scope and does not know the rows stamped into a
block: both are added here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import weasyprint.pdf
from pydyf import Object

from referee.typeset.part import found
from referee.typeset.plain import PatternCell
from referee.typeset.stamp import Block


class Element(Object):  # type: ignore[misc]  # the library carries no types
    """An element of the tree as bytes: a dictionary for each cell would take longer than all the rest."""

    data = b""


def tagged(document: Any, part: int) -> Any:
    """A laid-out document as a PDF with its tag tree; `part` is its number in the whole."""
    weasyprint.pdf.add_tags = partial(_add_tags, part)
    return weasyprint.pdf.generate_pdf(document, None, 1, **OPTIONS)


LIBRARY = weasyprint.pdf.add_tags
OPTIONS = weasyprint.DEFAULT_OPTIONS | {"pdf_variant": "pdf/ua-1", "pdf_version": "1.7", "pdf_tags": True}


def _add_tags(part: int, pdf: Any, document: Any, version: Any, streams: Any) -> None:
    marked = [len(stream._tags) for stream in streams]
    first: dict[int, int] = {}
    for stream in streams:
        for number, (key, tag) in enumerate(list(stream._tags.items())):
            if tag is None:  # a line of a block
                first.setdefault(key[0], number)
                del stream._tags[key]
    LIBRARY(pdf, document, version, streams)
    tree = found(pdf, pdf.catalog["StructTreeRoot"])
    lists = found(pdf, tree["ParentTree"])["Nums"][1::2]
    for page, count, elements in zip(document.pages, marked, lists, strict=True):
        own: dict[int, bytes] = {}
        for box in _boxes(page._page_box):
            if isinstance(box, Block):
                own |= _add_rows(pdf, box, first[id(box.rows)])
            else:
                _say_scope(box, part)
        rest = iter(list(elements))
        elements[:] = [own[number] if number in own else next(rest) for number in range(count)]


def _boxes(box: Any) -> Iterator[Any]:
    yield box
    for child in getattr(box, "children", ()):
        yield from _boxes(child)


def _say_scope(box: Any, part: int) -> None:
    """Give a header cell its scope, row or column, and its ID the part's number, so that IDs of parts differ.

    A header alone in its row, above the rows of a deal, becomes a plain cell: PDF has no scope for a group of rows.
    """
    tag = getattr(box, "mark", None)
    if tag and "ID" in tag:
        tag["ID"].string = f"{part}-{tag['ID'].string}"
    if box.element_tag == "tr" and len(box.children) == 1 and (alone := box.children[0].mark):
        alone["S"] = "/TD"
        alone["A"].pop("Scope", None)
    elif tag and tag["S"] == "/TH":
        tag["A"]["Scope"] = "/Row" if box.element.get("scope") in {"row", "rowgroup"} else "/Column"


def _add_rows(pdf: Any, block: Block, at: int) -> dict[int, bytes]:
    """Put the rows of a block in place of its empty row; return the elements of its lines by their mark numbers.

    `at` is the number of the first mark.
    """
    kept = block.cell.mark
    line = found(pdf, kept["P"])
    body = found(pdf, line["P"])
    marked: dict[int, Any] = {}
    rows = []
    for row in block.rows:
        tr = Element()
        pdf.add_object(tr)
        cells = []
        for own, plan, lines in zip(row.plan.pattern.cells, row.plan.cells, row.cells, strict=True):
            cell = Element()
            pdf.add_object(cell)
            marks = range(at, at + len(lines))
            marked |= dict.fromkeys(marks, cell.reference)
            said, kids = _said(own, plan.span, alone=len(row.cells) == 1), b" ".join(b"%d" % mark for mark in marks)
            cell.data = b"<<%s /P %s /Pg %s /K [%s]>>" % (said, tr.reference, kept["Pg"], kids)
            cells.append(cell.reference)
            at += len(lines)
        tr.data = b"<</S /TR /P %s /Pg %s /K [%s]>>" % (body.reference, kept["Pg"], b" ".join(cells))
        rows.append(tr.reference)
    place = body["K"].index(kept["P"])
    body["K"][place : place + 1] = rows
    for gone in (kept, line):
        gone.free, gone.generation = "f", 65535
    return marked


@cache
def _said(cell: PatternCell, span: int, *, alone: bool) -> bytes:
    """The PDF entries of a cell's element; a header alone in its row becomes a plain cell."""
    more = b" /ColSpan %d" % span if span > 1 else b""
    if cell.tag == "th" and not alone:
        more += b" /Scope /Row" if 'scope="row"' in cell.said else b" /Scope /Column"
    kind = b"/S /TH" if cell.tag == "th" and not alone else b"/S /TD"
    return kind + (b" /A <</O /Table%s>>" % more if more else b"")
