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


HEADS = """<tr class="head"><th scope="rowgroup" colspan="3"><span class="number">7</span>
 a deal <span class="dealer">dealt by Ana</span> <span class="fact">lost &lt; 3</span></th></tr>
<tr><th scope="row">Points <b>won</b></th><td>5 <small>of 9</small></td><td></td></tr>"""
STYLE = """.number { display: inline-block; min-width: 9mm; font-size: 12pt; } .dealer::before { content: "· "; color: #555; }
.head th { text-align: left; border-bottom: 1px solid #000; } small { font-size: 6pt; }</style>"""


def placed(kind, rows=HEADS, style=STYLE):
    """The texts of a sheet, by default one whose rows have several in a cell, and where each begins, in points."""
    head = HEAD.replace("KIND", kind).replace("</style>", style)
    found = []
    made = press.printed([[head + f"<tbody>{rows}</tbody></table></body></html>"]])
    reader_of(made).pages[0].extract_text(
        visitor_text=lambda text, cm, tm, *_: found.append((text.strip(), tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]))
    )
    return [one for one in found if one[0]]


def test_several_texts_in_a_cell_stand_where_they_are_laid_out():
    stamped, laid = placed("plain"), placed("other")
    assert [text for text, *_ in stamped] == [text for text, *_ in laid]
    assert "dealt by Ana" in [text for text, *_ in stamped]
    for (_, x, y), (_, wanted_x, wanted_y) in zip(stamped, laid, strict=True):
        assert (x, y) == (pytest.approx(wanted_x, abs=0.1), pytest.approx(wanted_y, abs=0.1))


WRAPPED = """<tr><th scope="row">Bid</th><td>a word too many here</td><td>5</td></tr>
<tr><th scope="row">A reason that takes a second line here, or even a third one here</th><td>6</td><td>too many of them</td></tr>"""


@pytest.mark.parametrize("align", ["baseline", "middle"])
def test_a_text_on_several_lines_stands_where_it_is_laid_out_and_so_do_the_others(align):
    style = f"td, th {{ vertical-align: {align}; border: solid #999; border-width: 0 1px 1px 0 }}</style>"
    stamped, laid = (placed(kind, WRAPPED, style) for kind in ("plain", "other"))
    assert [text for text, *_ in stamped] == [text for text, *_ in laid]
    assert "many here" in [text for text, *_ in stamped]
    for (_, x, y), (_, wanted_x, wanted_y) in zip(stamped, laid, strict=True):
        assert (x, y) == (pytest.approx(wanted_x, abs=0.1), pytest.approx(wanted_y, abs=0.1))


def test_a_row_with_letters_no_font_has_stands_as_it_is_laid_out():
    row = '<tr><th scope="row">\ua66e and \ua8fb</th><td>1</td><td>2</td></tr>'
    stamped, laid = (placed(kind, row) for kind in ("plain", "other"))
    assert [text for text, *_ in stamped][-2:] == ["1", "2"]
    assert stamped == laid


def test_the_foot_of_a_table_keeps_its_own_style():
    head = HEAD.replace("</style>", "tfoot td { font-size: 20pt; text-align: left }</style>")
    rows = (
        "<tbody><tr><td>a</td><td>1</td><td>2</td></tr></tbody><tfoot><tr><td>sum</td><td>3</td><td>4</td></tr></tfoot>"
    )
    sizes = []
    for kind in ("plain", "other"):
        (page,) = reader_of(press.printed([[head.replace("KIND", kind) + rows + "</table></body></html>"]])).pages
        found = {}
        page.extract_text(visitor_text=lambda text, cm, tm, font, size, found=found: found.update({text.strip(): size}))
        sizes.append(found["sum"])
    assert sizes[0] == sizes[1]


def test_a_cell_with_more_than_texts_is_laid_out():
    head = HEAD.replace("KIND", "plain").replace("</style>", ".state { border: 1px solid #000; }</style>")
    body = '<tr><th scope="row"><span class="state">open</span> a</th><td>1</td><td>2</td></tr>'
    made = press.printed([[head + f"<tbody>{body}</tbody></table></body></html>"]])
    assert "open a 1 2" in text_of(made)


def test_rows_of_a_table_that_stands_elsewhere_are_stamped_there():
    style = "div { position: absolute; bottom: 20mm; width: 100% } table { width: 128mm }</style>"
    head = HEAD.replace("</style>", style).replace('<body class="a5">', '<body class="a5"><p>above</p><div>')
    row = '<tr><th scope="row">at the foot</th><td>5</td><td></td></tr><tr style="height: 9mm"><td>a</td><td></td></tr>'
    stamped, laid = (
        press.printed([[head.replace("KIND", kind) + f"<tbody>{row}</tbody></table></div></body></html>"]])
        for kind in ("plain", "other")
    )
    assert text_of(stamped) == text_of(laid)
    assert "at the foot 5" in text_of(stamped)


def test_each_stamped_row_is_a_row_of_cells_for_a_listener(stamped):
    root = reader_of(stamped).trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object()
    (body,) = tags(root, "/TBody")
    rows = [[cell.get_object()["/S"] for cell in row["/K"]] for row in tags(body, "/TR")]
    assert rows == [["/TH", "/TD", "/TD"]] * 3
    assert {cell["/A"]["/Scope"] for cell in tags(body, "/TH")} == {"/Row"}


def test_a_page_breaks_between_two_rows_of_a_loose_table_as_if_they_were_laid_out():
    rows = [(f"row {number}", "1", "2") for number in range(100)]
    stamped, laid = (reader_of(sheet(kind, rows)).pages for kind in ("plain loose", "other"))
    assert [page.extract_text().split() for page in stamped] == [page.extract_text().split() for page in laid]
    assert len(stamped) > 1


def test_many_stamped_rows_go_on_on_the_next_page():
    made = reader_of(sheet("plain", [(f"row {number}", "1", "2") for number in range(100)]))
    pages = [re.findall(r"row (\d+)", page.extract_text()) for page in made.pages]
    assert len(pages) > 1
    assert [int(number) for page in pages for number in page] == list(range(100))
