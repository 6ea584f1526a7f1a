"""What a listener hears: the tags of tables, put right where the library leaves something out."""

from __future__ import annotations

from typing import Any

from pydyf import Array, Dictionary


def scope(document: Any, part: int) -> None:
    """Say of each header cell what it heads, a row or a column, which PDF/UA wants and WeasyPrint leaves out. A header
    that is alone in its row, over those of a deal, heads neither: PDF knows no group of rows, so it is a plain cell.
    The names by which cells call their headers differ from those of the other parts.
    """
    boxes = [page._page_box for page in document.pages]
    while boxes:
        box = boxes.pop()
        boxes += getattr(box, "children", ())
        tag = getattr(box, "mark", None)
        if tag and "ID" in tag:
            tag["ID"].string = f"{part}-{tag['ID'].string}"
        if box.element_tag == "tr" and len(box.children) == 1 and (alone := box.children[0].mark):
            alone["S"] = "/TD"
        elif tag and tag["S"] == "/TH":
            tag["A"]["Scope"] = "/Row" if box.element.get("scope") in {"row", "rowgroup"} else "/Column"


def split(pdf: Any, cell: Any, lot: list[Any]) -> None:
    """Make the tag of a cell, its kids the texts of rows, the tags of these rows (see `rows.Set`)."""

    def found(reference: bytes) -> Any:
        return pdf.objects[int(reference.split()[0])]

    def new(kind: str, parent: Any) -> Any:
        made = Dictionary({"Type": "/StructElem", "S": kind, "K": Array(), "Pg": cell["Pg"], "P": parent.reference})
        pdf.add_object(made)
        return made

    cell["A"] = Dictionary({"O": "/Table"})
    first = found(cell["P"])
    body = found(first["P"])
    texts = iter(list(cell["K"]))
    rows = []
    for number, row in enumerate(lot):
        line = new("/TR", body) if number else first
        cells = []
        for place, ((tag, said, _), own, lines) in enumerate(
            zip(row.skeleton[1], row.kind.cells, row.cells, strict=True)
        ):
            kids = [next(texts) for _ in lines]
            if len(kids) == 1 and number + place:
                one = found(kids[0])
            else:
                one = new("/TD", line) if number + place else cell
                one["K"] = Array(kids)
                for kid in kids:
                    found(kid)["P"] = one.reference
            one["P"] = line.reference
            one |= _said(tag, said, own.span, len(row.cells) == 1)
            cells.append(one.reference)
        line["K"] = Array(cells)
        rows.append(line.reference)
    at = body["K"].index(first.reference)
    body["K"][at : at + 1] = rows


def _said(tag: str, said: str, span: int, alone: bool) -> dict[str, Any]:
    """What the tag of a cell says; one alone in its row heads neither it nor a column."""
    more: dict[str, Any] = {"ColSpan": span} if span > 1 else {}
    if tag == "th" and not alone:
        more["Scope"] = "/Row" if 'scope="row"' in said else "/Column"
    made = {"S": "/TD" if alone else f"/{tag.upper()}"}
    return made | {"A": Dictionary({"O": "/Table", **more})} if more else made
