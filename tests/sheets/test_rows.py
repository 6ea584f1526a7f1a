"""Plain rows stamped: they look and read as rows laid out cell by cell."""

import re

import pytest

from referee.sheets import press
from tests.help.sheet import reader_of, text_of

HEAD = """<!DOCTYPE html><html lang="en"><head><title>Rows</title><style>
@page { size: a5; margin: 10mm; }
html { font: 9pt "DejaVu Sans"; }
table { width: 100%; table-layout: fixed; border-spacing: 0; }
td { text-align: right; }
.sum th, .sum td { border-top: 1px solid #000; background: #eee; }
</style></head><body class="a5"><table class="KIND"><colgroup><col><col style="width: 20mm"><col style="width: 20mm">
</colgroup><thead><tr><th scope="col">Reason</th><th scope="col">Ana</th><th scope="col">Ben</th></tr></thead>
"""
LONG = "A reason as long as nobody would write it, so that it needs a second line below the first"
ROWS = [("Bid &amp; won", "+5", ""), (LONG, "", "−12"), ("a שלום b", "7", "8")]


def sheet(kind, rows=ROWS):
    body = "".join(
        f'<tr class="sum"><th scope="row">{head}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for head, *cells in rows
    )
    return press.printed([[HEAD.replace("KIND", kind) + f"<tbody>{body}</tbody></table></body></html>"]])


def tags(element, kind):
    """The tags of a kind below one, in order."""
    if element.get("/S") == kind:
        yield element
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        if not isinstance(kid, int):
            yield from tags(kid.get_object(), kind)


@pytest.fixture(scope="module")
def stamped():
    return sheet("plain")


def test_stamped_rows_say_what_rows_laid_out_say(stamped):
    assert text_of(stamped) == text_of(sheet("other"))
    assert "Bid & won +5" in text_of(stamped)
    assert "second line below the first −12" in text_of(stamped)


def test_each_stamped_row_is_a_row_of_cells_for_a_listener(stamped):
    root = reader_of(stamped).trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object()
    (body,) = tags(root, "/TBody")
    rows = [[cell.get_object()["/S"] for cell in row["/K"]] for row in tags(body, "/TR")]
    assert rows == [["/TH", "/TD", "/TD"]] * 3
    assert {cell["/A"]["/Scope"] for cell in tags(body, "/TH")} == {"/Row"}


def test_many_stamped_rows_go_on_on_the_next_page():
    made = reader_of(sheet("plain", [(f"row {number}", "1", "2") for number in range(100)]))
    pages = [re.findall(r"row (\d+)", page.extract_text()) for page in made.pages]
    assert len(pages) > 1
    assert [int(number) for page in pages for number in page] == list(range(100))
