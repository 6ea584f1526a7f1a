"""The press: same bytes twice, tags for readers who listen, no way out to files, and limits."""

import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier

import pytest

from referee.sheets import PangoMissing, SheetTooLong, press, render
from tests.help.sheet import ROUNDS, hide_pango, no_press_ready, reader_of, table_of, text_of

EVENING = datetime(2026, 11, 20, 22, 15, tzinfo=UTC)
PAGE = '<html lang="en"><title>{0}</title><p>{0}</p>'


@pytest.fixture
def started(monkeypatch):
    """Presses are started for the test, and are none for the next."""
    with monkeypatch.context() as patch:
        no_press_ready(patch)
        yield
        press.retire()


@pytest.fixture
def ready():
    """The presses that stand ready, at least one."""
    press.pdf_of([[PAGE.format("one")]])
    return press.READY[press.MEMORY, press.SECONDS]


@pytest.fixture(scope="module")
def printed():
    return render([table_of(ROUNDS)], lang="fr", created=EVENING, url="http://table.example/t/1")


def test_the_same_sheet_is_the_same_bytes_whatever_its_press_has_printed(printed, started):
    press.pdf_of([[PAGE.format("one")]])
    for _ in range(2):
        assert render([table_of(ROUNDS)], lang="fr", created=EVENING, url="http://table.example/t/1") == printed


def test_a_press_stands_ready_for_the_next_sheet(ready):
    before = list(ready)
    press.pdf_of([[PAGE.format("two")]])
    assert ready == before != []


def test_a_press_that_ended_while_it_stood_ready_is_replaced(ready):
    for one in ready:
        one.process.kill()
        one.process.wait()
    assert text_of(press.pdf_of([[PAGE.format("two")]])) == "two"


def test_a_press_that_is_about_to_end_is_not_asked(ready):
    before = list(ready)
    for one in before:
        one.since -= press.IDLE - 1
    press.pdf_of([[PAGE.format("two")]])
    assert not set(ready).intersection(before)


def test_two_presses_stand_ready_however_many_sheets_were_asked_for_at_once(ready):
    at_once = Barrier(press.PRESSES + 1, timeout=60)

    def documents(word):
        at_once.wait()  # each has its press
        yield [PAGE.format(word)]

    with ThreadPoolExecutor(at_once.parties) as hands:
        made = hands.map(lambda word: text_of(press.pdf_of(documents(word), count=1)), "abc")
        assert list(made) == [*"abc"]
    assert len(ready) == press.PRESSES


@pytest.mark.skipif(sys.platform == "win32", reason="there it stands until it is stopped")
def test_a_press_nobody_asks_for_ends(started, monkeypatch):
    monkeypatch.setattr(press, "IDLE", 1)
    press.pdf_of([[PAGE.format("one")]])
    (first,) = press.READY[press.MEMORY, press.SECONDS]
    assert first.process.wait()


def test_the_date_given_is_the_date_of_the_file(printed):
    assert reader_of(printed).metadata.creation_date == EVENING
    assert reader_of(printed).metadata.modification_date == EVENING


def test_the_pdf_has_tags_a_language_and_a_title(printed):
    catalog = reader_of(printed).trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    assert catalog["/Lang"] == "fr"
    assert "/StructTreeRoot" in catalog
    assert "Jérôme" in reader_of(printed).metadata.title


def test_every_font_is_in_the_file(printed):
    fonts = {}
    for page in reader_of(printed).pages:
        fonts |= page["/Resources"]["/Font"]
    descendants = [font.get_object()["/DescendantFonts"][0].get_object() for font in fonts.values()]
    assert descendants
    for font in descendants:
        assert {"/FontFile2", "/FontFile3"} & set(font["/FontDescriptor"])


def test_each_table_begins_on_a_page_of_its_own():
    tables = [table_of(f"game double-detente\nseats {names}") for names in ("Ana Ben", "Cléo Dan")]
    pages = reader_of(render(tables)).pages
    assert len(pages) == 2
    assert "Ana" in pages[0].extract_text()
    assert "Cléo" in pages[1].extract_text()


def test_a_pile_of_sheets_is_put_together_in_order():
    pages = reader_of(press.pdf_of([[PAGE.format(word)] for word in ("one", "two", "three")])).pages
    assert [page.extract_text().strip() for page in pages] == ["one", "two", "three"]


ROWS = "".join(f'<tr><th scope="row">row {number}</th><td>1</td></tr>' for number in range(99))
LIST = (
    '<html lang="en"><title>t</title><table><thead><tr><th scope="col">Reason</th>'
    f'<th scope="col">Ana</th></tr></thead><tbody><tr><th scope="rowgroup" colspan="2">Deal 1</th></tr>{ROWS}</tbody></table>'
)


def elements(element, kind):
    """The tags of a kind below one, in order."""
    if element.get("/S") == kind:
        yield element
    for kid in element.get("/K", []):
        if not isinstance(kid, int):
            yield from elements(kid.get_object(), kind)


def test_each_header_cell_says_what_it_heads_and_a_header_alone_above_its_rows_is_a_plain_cell():
    made = press.pdf_of([[PAGE.format("one")], [LIST]])
    tree = reader_of(made).trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object()
    heads, bodies = ([list(elements(part, "/TR")) for part in elements(tree, kind)] for kind in ("/THead", "/TBody"))
    assert [[cell.get_object()["/A"]["/Scope"] for cell in row["/K"]] for row in heads[0]] == [["/Column", "/Column"]]
    (alone,), *rows = ([cell.get_object() for cell in row["/K"]] for body in bodies for row in body)
    assert alone["/S"] == "/TD"
    assert [[cell["/S"] for cell in row] for row in rows] == [["/TH", "/TD"]] * 99
    assert {row[0]["/A"]["/Scope"] for row in rows} == {"/Row"}


def test_the_tags_of_all_parts_of_a_pile_stand_below_one_root():
    made = reader_of(press.pdf_of([[PAGE.format(word)] for word in ("one", "two", "three")]))
    tree = made.trailer["/Root"]["/StructTreeRoot"]
    assert [kid.get_object()["/S"] for kid in tree["/K"][0].get_object()["/K"]] == ["/P", "/P", "/P"]
    numbers = tree["/ParentTree"]["/Nums"][::2]
    assert numbers == [page["/StructParents"] for page in made.pages] == sorted(set(numbers))


@pytest.mark.parametrize(("fits", "expected"), [(3, 3), (1, 1), (0, 9)])
def test_the_first_variant_that_fits_is_printed(fits, expected):
    long = [PAGE.format(f"{number}" + "<br>line" * (9 if number <= fits else 90)) for number in (5, 4, 3, 2, 1)]
    made = reader_of(press.pdf_of([[*long, PAGE.format("9" + "<br>line" * 200)]]))
    assert made.pages[0].extract_text().startswith(f"{expected}")


def test_of_a_document_whose_first_part_has_to_fit_one_page_the_whole_is_printed():
    long, short = (PAGE.format(word + "<br>line" * lines) for word, lines in (("long", 90), ("short", 9)))
    then = PAGE.format('short<p style="break-before: page">the rest</p>')
    made = reader_of(press.pdf_of([[(long, PAGE.format("never")), (short, then), PAGE.format("shorter")]]))
    assert [page.extract_text().split()[0] for page in made.pages] == ["short", "the"]


def test_a_page_reaches_no_file(tmp_path):
    (tmp_path / "secret.txt").write_text("SECRET")
    (tmp_path / "secret.css").write_text("p::after { content: 'SECRET' }")
    (tmp_path / "secret.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="9">SECRET</text></svg>')
    home = tmp_path.as_uri()
    page = (
        f'<html lang="en"><title>t</title><link rel="stylesheet" href="{home}/secret.css">'
        f'<link rel="attachment" href="{home}/secret.txt"><style>@import "{home}/secret.css";</style>'
        f'<p>here</p><img alt="i" src="{home}/secret.svg"><object data="{home}/secret.svg"></object>'
    )
    made = press.pdf_of([[page]])
    reader = reader_of(made)
    assert "here" in text_of(made)
    assert "SECRET" not in text_of(made)
    assert not reader.attachments
    assert not reader.pages[0].images


def test_a_missing_pango_is_told_with_the_line_that_installs_it(tmp_path, monkeypatch):
    hide_pango(tmp_path, monkeypatch)
    for _ in range(2):
        with pytest.raises(PangoMissing, match="apt install libpango-1"):
            press.pdf_of([[PAGE.format("one")]])


def test_a_sheet_that_takes_too_long_is_given_up():
    with pytest.raises(SheetTooLong, match="too long"):
        press.pdf_of([[PAGE.format("one")]], seconds=0.01)


@pytest.fixture
def fonts(tmp_path, monkeypatch, started):
    """The system's fonts with a cache of our own, filled."""
    cache = tmp_path / "cache"
    config = tmp_path / "fonts.conf"
    folders = "<dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>"
    config.write_text(f"<?xml version='1.0'?><fontconfig>{folders}<cachedir>{cache}</cachedir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(config))
    press.pdf_of([[PAGE.format("one")]])
    return cache


@pytest.mark.skipif(sys.platform != "linux", reason="no limits, or fonts elsewhere")
def test_a_sheet_that_needs_too_much_memory_is_given_up_and_leaves_the_systems_fonts_alone(fonts):
    before = {file.name: file.read_bytes() for file in fonts.iterdir()}
    with pytest.raises(SheetTooLong, match="too long"):
        press.pdf_of([[PAGE.format("one")]], memory=1 << 20)
    assert {file.name: file.read_bytes() for file in fonts.iterdir()} == before
    assert any(before.values())
