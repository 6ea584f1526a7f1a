"""Lists in workbooks of Excel and LibreOffice, old and new; what is damaged or too large ends a process of its own."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pytest

from referee.tournament.lists.players import read_list
from referee.tournament.settings import Entrant
from referee.web.tournament.reading import text_of_file
from referee.words.text import Slip

OLD = Path(__file__).with_name("players.xls")
"""Written by xlwt 1.3: Nom, Prénom, Club, Réglé; Zoé Durand of Lyon paid 12.5, Éli Œuvre of Orléans paid."""
SHEET = "xl/worksheets/sheet1.xml"


def saved(*rows: list[object]) -> bytes:
    """A workbook of Excel with these rows."""
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(out)
    return out.getvalue()


def with_part(name: str, text: str, book: bytes = b"") -> bytes:
    """The workbook with one part in place of its own."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(book or saved(["Ana"]))) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for one in old.namelist():
            new.writestr(one, text if one == name else old.read(one))
    return out.getvalue()


def with_rows(rows: str) -> bytes:
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return with_part(SHEET, f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>')


def of_libreoffice(*tables: str) -> bytes:
    """A workbook of LibreOffice with these tables."""
    office = "urn:oasis:names:tc:opendocument:xmlns:"
    spaces = " ".join(f'xmlns:{name}="{office}{name}:1.0"' for name in ("office", "table", "text", "style"))
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces} office:version="1.3"><office:body>'
        f"<office:spreadsheet>{''.join(tables)}</office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", content)
        packed.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{office}manifest:1.0"/>')
    return out.getvalue()


def table(name: str, *rows: list[str]) -> str:
    lines = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>' if cell
            else "<table:table-cell/>" for cell in row
        )
        + "</table:table-row>" for row in rows
    )  # fmt: skip
    return f'<table:table table:name="{name}">{lines}</table:table>'


def test_a_workbook_of_excel_is_read_as_its_cells_are_seen() -> None:
    found = read_list(
        text_of_file(
            saved(
                ["Tournoi de Noël"], [], ["N°", "Nom", "Prénom", "Licence"],
                [1, "Durand", "Zoé", 1234567.0], [2, "Œuvre", "Éli", None],
            )
        )
    )  # fmt: skip
    assert found.titles == ("Tournoi de Noël",)
    assert found.entrants == (Entrant(1, "Zoé Durand", licence="1234567"), Entrant(2, "Éli Œuvre"))


def test_a_workbook_of_libreoffice_is_read() -> None:
    book = of_libreoffice(
        table("Joueurs", ["Nom", "Prénom", "Club"], ["Durand", "Zoé", ""], ["Œuvre", "Éli", "Orléans"])
    )
    assert read_list(text_of_file(book)).entrants == (Entrant(0, "Zoé Durand"), Entrant(0, "Éli Œuvre", "Orléans"))


def test_a_workbook_of_an_old_excel_is_read() -> None:
    rows = read_list(text_of_file(OLD.read_bytes())).rows
    assert [row.entrant for row in rows] == [Entrant(0, "Zoé Durand", "Lyon"), Entrant(0, "Éli Œuvre", "Orléans")]
    assert [row.dues.payment and row.dues.payment.cents for row in rows] == [1250, None]


def test_of_several_sheets_the_first_with_known_headings_is_read_with_its_dates_and_empty_rows() -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Notes of the evening"])
    hidden = book.create_sheet("Last year")
    hidden.append(["Nom", "Prénom"])
    hidden.sheet_state = "hidden"
    sheet = book.create_sheet("Joueurs")
    sheet["B2"], sheet["C2"], sheet["D2"], sheet["E2"] = "Nom", "Prénom", "Payé", "Points"
    sheet["B5"], sheet["C5"], sheet["D5"], sheet["E5"] = "Zoé", date(2001, 5, 4), True, 1.5
    sheet["B6"], sheet["C6"], sheet["E6"] = "Éli", datetime(1996, 2, 29, 18, 30), -3.0  # noqa: DTZ001
    out = io.BytesIO()
    book.save(out)
    assert text_of_file(out.getvalue()).splitlines()[1:] == [
        "",
        "\tNom\tPrénom\tPayé\tPoints",
        "",
        "",
        "\tZoé\t2001-05-04\tTRUE\t1.5",
        "\tÉli\t1996-02-29 18:30\t\t-3",
    ]


def test_without_headings_the_first_sheet_with_a_cell_is_read() -> None:
    book = of_libreoffice(table("Empty"), table("One", ["Ana", "Lyon"]), table("Two", ["Ben", "Bron"]))
    assert [one.name for one in read_list(text_of_file(book)).entrants] == ["Ana"]
    with pytest.raises(Slip, match="no player in this file"):
        text_of_file(of_libreoffice(table("Empty")))


ONE = '<row r="1"><c r="A1" t="inlineStr"><is><t>{}</t></is></c></row>'


@pytest.mark.parametrize(
    "book",
    [
        with_rows(ONE.format("a" * 5_000_000)),
        with_rows("".join(f'<row r="{at}"><c r="A{at}" t="inlineStr"><is><t>{"a" * 1000}</t></is></c></row>' for at in range(1, 3000))),
        with_rows('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
        of_libreoffice(
            '<table:table table:name="T"><table:table-row table:number-rows-repeated="1048576">'
            '<table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>a</text:p>'
            "</table:table-cell></table:table-row></table:table>"
        ),
    ],
    ids=["one text", "many texts", "far cells", "one cell many times"],
)  # fmt: skip
def test_a_small_workbook_that_unpacks_to_a_large_one_is_refused(book: bytes) -> None:
    assert len(book) < 60_000
    with pytest.raises(Slip, match=r"holds too much|cannot be read"):
        text_of_file(book)


def test_rows_beyond_any_list_are_not_read() -> None:
    rows = "".join(f'<row r="{at}"><c r="A{at}" t="inlineStr"><is><t>P{at}</t></is></c></row>' for at in range(1, 6001))
    with pytest.raises(Slip, match="at most 5000 rows"):
        read_list(text_of_file(with_rows(rows)))


@pytest.mark.parametrize(
    "book",
    [
        with_rows('<row r="1"><c r="A1" t="s"><v>7</v></c></row>'),
        with_rows('<row r="1"><c r="A1" t="s"><v>seven</v></c></row>'),
        with_rows("<row><open>"),
        with_part("xl/workbook.xml", "<workbook/>"),
        with_part("xl/_rels/workbook.xml.rels", "<Relationships><Relationship/></Relationships>"),
        saved(["Ana"])[:400],
        saved(["Ana"])[:2000],
        OLD.read_bytes()[:1500],
        OLD.read_bytes()[:512] + b"\xff" * 5000,
        b"PK\x03\x04" + b"\0" * 60,
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
    ],
)
def test_a_damaged_workbook_is_refused_with_what_to_do(book: bytes) -> None:
    with pytest.raises(Slip, match=r"cannot be read|no player in this file|holds too much"):
        text_of_file(book)


def test_an_entity_of_a_document_type_brings_nothing_in() -> None:
    text = f'<!DOCTYPE w [<!ENTITY a SYSTEM "file://{OLD}">]><worksheet><sheetData>{ONE.format("&a;")}</sheetData></worksheet>'
    try:
        found = text_of_file(with_part(SHEET, text))
    except Slip:
        return
    assert "Durand" not in found
