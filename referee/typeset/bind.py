"""Bind several documents into one PDF, with one tree of tags for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from pikepdf import Dictionary, Name, ObjectStreamMode, Pdf


def bind(parts: Sequence[str], to: str) -> None:
    """Write the PDFs `parts` as one, with the first one's title and dates, and all their tags under one root."""
    first, *others = parts
    with Pdf.open(first) as whole:
        say_scope(whole)
        for name in others:
            with Pdf.open(name) as part:
                say_scope(part)
                append(whole, part)
        whole.save(to, deterministic_id=True, object_stream_mode=ObjectStreamMode.generate)


def append(whole: Pdf, part: Pdf) -> None:
    """Append the pages of a part, and its tags to those of the whole.

    A page's number in the tree leads to the elements of its marks; pages, which have no links, are copied before the
    tree that names them.
    """
    tree = whole.Root.StructTreeRoot
    document, before = tree.K[0], len(whole.pages)
    whole.pages.extend(part.pages)
    for number, page in enumerate(whole.pages[before:], before):
        page.obj.StructParents = number
    more = whole.copy_foreign(part.Root.StructTreeRoot)
    numbers = tree.ParentTree.Nums
    for number, elements in enumerate(more.ParentTree.Nums[1::2], before):
        numbers.append(number)
        numbers.append(elements)
    for element in more.K[0].K:
        element.P = document
        document.K.append(element)


def say_scope(pdf: Pdf) -> None:
    """Give each header cell its scope, row or column, in place of a list of headers in each other cell.

    WeasyPrint gives lists, by identifiers that two parts may share. A header alone in its row, above the rows of a
    deal, becomes a plain cell: PDF has no scope for a group of rows.
    """
    for row in pdf.objects:
        if not isinstance(row, Dictionary) or row.get(Name.S) != Name.TR:
            continue
        part, alone = row.P.S, len(row.K) == 1
        for cell in row.K:
            for holder, key in ((cell, Name.ID), (cell.A, Name.Headers)):
                if key in holder:
                    del holder[key]
            kind = cell.S
            if kind == Name.TH and alone and part != Name.THead:
                cell.S = Name.TD
            elif kind == Name.TH:
                cell.A.Scope = Name.Column if part == Name.THead else Name.Row
