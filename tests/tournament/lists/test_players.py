"""Players in CSV: read row by row, all or nothing, and written so that no spreadsheet runs them."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime

import openpyxl
import pytest

from referee.tournament.facts import Added, Opened
from referee.tournament.lists.file import text_of
from referee.tournament.lists.players import facts_of, on_list, players_csv, read_list
from referee.tournament.settings import Entrant, Settings
from referee.tournament.tournament import Entry, open_tournament
from referee.words.text import Slip


def read_players(data: bytes, first: int = 1) -> tuple[Entrant, ...]:
    """Who would be signed up from a file, where `first` is the next number."""
    others = tuple(Entrant(number, f"Other {number}") for number in range(1, first))
    said = [Entry(2, Added(others))] if others else []
    tournament = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extend(said)
    (added,) = facts_of(tournament, read_list(text_of(data)).rows)
    assert isinstance(added, Added)
    return added.entrants


def test_headings_are_known_in_three_languages_and_columns_may_be_parted_by_semicolons() -> None:
    data = "Prénom;NOM;Licence;Club;Équipe\nZoé;Durand;77;Lyon;A\n;Müller;78;;\n".encode()
    assert read_players(data) == (
        Entrant(1, "Zoé Durand", "Lyon", "A", licence="77"),
        Entrant(2, "Müller", licence="78"),
    )


def test_headings_are_known_by_their_first_words_and_who_paid_is_not_who_plays() -> None:
    found = read_list(
        "Référence commande;Nom participant;Prénom participant;Nom payeur;Prénom payeur;Statut;N° licence FFT\n"
        "8812;Durand;Zoé;Petit;Marc;Validé;0123\n8813;Petit;Marc;Petit;Marc;Remboursé;\n"
    )
    assert [(one.name, one.licence) for one in found.entrants] == [("Zoé Durand", "0123")]
    assert [str(row.why) for row in found.rows if row.why] == ["cancelled"]


def test_numbers_before_names_totals_and_notes_are_no_part_of_them() -> None:
    found = read_list("1. Jean Dupont\n2) Ana Müller\n\nTotal : 2\nSumme\nRappel : apporter son étui\n")
    assert [one.name for one in found.entrants] == ["Jean Dupont", "Ana Müller"]
    assert [str(row.why) for row in found.rows if row.why] == ["a total or a note, no player"] * 3


def test_a_list_without_headings_is_names_and_clubs() -> None:
    assert read_players(b"Ana,Lyon\n\nBen\n", first=5) == (Entrant(5, "Ana", "Lyon"), Entrant(6, "Ben"))


def test_a_file_of_an_old_spreadsheet_is_read_with_its_accents() -> None:
    assert read_players("nom;club\nÉlie;Orléans".encode("cp1252")) == (Entrant(1, "Élie", "Orléans"),)


def test_numbers_given_are_kept_and_the_others_go_round_them() -> None:
    data = b"number,name\n2,Ana\n,Ben\n,Dan\n"
    assert [entrant.number for entrant in read_players(data)] == [2, 1, 3]


def test_every_row_that_cannot_be_read_is_left_out_with_its_reason() -> None:
    found = read_list("number,name,table\n1,Ana,\n1,Ben,\nx,Dan,\n4,,\n5,Eva,three\n")
    assert [row.line for row in found.rows if row.why] == [3, 4, 5, 6]
    assert [one.name for one in found.entrants] == ["Ana"]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"name\n" + b"x" * 3_000_000, b'name\n"a\n', b"\xd0\xcf\x11\xe0\0\0a"])
def test_a_file_that_holds_no_list_is_refused(data: bytes) -> None:
    with pytest.raises(Slip):
        read_players(data)


def test_a_column_is_what_it_is_said_to_be() -> None:
    text = "A;B;C\nLyon;Ana;7\nNice;Ben;8\n"
    assert [one.name for one in read_list(text).entrants] == ["A", "Lyon", "Nice"]  # no heading is known
    found = read_list(text, ("club", "name", "licence"))
    assert found.entrants[1] == Entrant(0, "Ana", "Lyon", licence="7")
    assert not read_list("Startnummer;Kartenspieler;Verein\n1;Ana;Lyon\n").named


def test_a_comma_without_quotes_is_joined_again_where_it_is_told_by_its_space() -> None:
    found = read_list(
        "name,club,team\nAna,Lyon,\nBen,Club du Petit, Paris,Rouge\nDan,Club, Metz\nEva,Lyon,\nFay,Lyon,\n"
    )
    assert found.rows[1].entrant == Entrant(0, "Ben", "Club du Petit, Paris", "Rouge")
    assert found.rows[2].why is not None


def test_who_is_on_the_list_is_known_by_licence_else_by_name_and_club() -> None:
    there = (Entrant(1, "Ana", "Lyon", licence="7"), Entrant(2, "Ben", "Lyon"))
    tournament = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extend([Entry(2, Added(there))])
    asked = [
        Entrant(0, "Anna", "Lyon", licence="7"),  # written otherwise, the same licence
        Entrant(0, "Ana", "Lyon", licence="8"),  # another of that name
        Entrant(0, "ben", "LYON", licence="9"),  # may be the same: no licence was written then
        Entrant(0, "Dan", "Lyon"),
        Entrant(0, "Dan", "Lyon"),  # twice in the file
    ]
    assert on_list(tournament, asked) == [True, False, True, False, True]


def test_a_workbook_of_excel_is_read_as_its_cells_are_seen() -> None:
    book = openpyxl.Workbook()
    for row in (
        ["Tournoi de Noël"],
        [],
        ["N°", "Nom", "Prénom", "Licence"],
        [1, "Durand", "Zoé", 1234567.0],
        [2, "Œuvre", "Éli", None],
    ):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    found = read_list(text_of(out.getvalue()))
    assert found.titles == ("Tournoi de Noël",)
    assert found.entrants == (Entrant(1, "Zoé Durand", licence="1234567"), Entrant(2, "Éli Œuvre"))
    with pytest.raises(Slip, match="cannot be read"):
        text_of(out.getvalue()[:2000])


def test_of_a_workbook_the_sheet_is_read_that_was_open_with_its_dates_and_empty_rows() -> None:
    book = openpyxl.Workbook()
    book.active.append(["Nobody"])
    sheet = book.create_sheet("Joueurs")
    sheet["B2"], sheet["C2"], sheet["D2"], sheet["E2"] = "Nom", "Né le", "Payé", "Points"
    sheet["B5"], sheet["C5"], sheet["D5"], sheet["E5"] = "Zoé", date(2001, 5, 4), True, 1.5
    sheet["B6"], sheet["C6"], sheet["E6"] = "Éli", datetime(1996, 2, 29, 18, 30), -3.0  # noqa: DTZ001
    book.active = 1
    out = io.BytesIO()
    book.save(out)
    assert text_of(out.getvalue()).splitlines()[1:] == [
        "",
        "\tNom\tNé le\tPayé\tPoints",
        "",
        "",
        "\tZoé\t2001-05-04\tTRUE\t1.5",
        "\tÉli\t1996-02-29 18:30\t\t-3",
    ]


ROW = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'


def workbook(sheet: str = ROW, strings: str = "<si><t>Ana</t></si>", **more: str) -> bytes:
    """A workbook made by hand: the rows of its sheet, its texts, and further parts or parts in place of these."""
    related = '<Relationships><Relationship Id="{}" Type="/{}" Target="{}"/>{}</Relationships>'
    texts = '<Relationship Id="r2" Type="/sharedStrings" Target="/xl/strings.xml"/>'
    parts = {
        "_rels/.rels": related.format("r1", "officeDocument", "xl/book.xml", ""),
        "xl/book.xml": '<x:workbook xmlns:x="m" xmlns:r="n"><x:sheets><x:sheet r:id="r1"/></x:sheets></x:workbook>',
        "xl/_rels/book.xml.rels": related.format("r1", "worksheet", "sheet.xml", texts),
        "xl/sheet.xml": f"<worksheet><sheetData>{sheet}</sheetData></worksheet>",
        "xl/strings.xml": f"<sst>{strings}</sst>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in (parts | more).items():
            packed.writestr(name, text)
    return out.getvalue()


def test_a_text_of_several_parts_is_read_without_how_it_is_pronounced() -> None:
    text = "<si><r><t>An</t></r><r><t>a</t></r><rPh><t>ah-na</t></rPh></si>"
    assert text_of(workbook(strings=text)).splitlines()[1:] == ["Ana"]
    inline = '<row><c t="inlineStr"><is><t>Ana</t></is></c><c/><c t="str"><f>A1</f><v>Ben</v></c><c t="e"><v>#N/A</v></c></row>'
    assert text_of(workbook(inline)).splitlines()[1:] == ["Ana\t\tBen\t#N/A"]


@pytest.mark.parametrize(
    "book",
    [
        workbook(strings="<si><t>a</t></si>" * 300_000),
        workbook('<row r="1">' + "<c><v>1</v></c>" * 350_000 + "</row>"),
        workbook("<a>" * 400_000 + "</a>" * 400_000),
        workbook(strings="<si>" + "<r><t>a</t></r>" * 350_000 + "</si>"),
        workbook('<row r="1"><c t="inlineStr"><is><t>' + "a" * 5_000_000 + "</t></is></c></row>"),
        workbook(("<row>" + '<c t="s"><v>0</v></c>' * 50 + "</row>") * 100, f"<si><t>{'a' * 1_000_000}</t></si>"),
    ],
    ids=["texts", "cells of one row", "deep", "pieces of a text", "one text", "one text many times"],
)
def test_a_small_workbook_that_unpacks_to_a_large_one_is_refused(book: bytes) -> None:
    assert len(book) < 60_000
    with pytest.raises(Slip, match="the file is too long"):
        text_of(book)


def test_cells_beyond_any_list_are_not_read() -> None:
    far = '<row r="2"><c r="XFD2"><v>1</v></c><c r="ZZZZZZ2"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>1</v></c></row>'
    assert text_of(workbook(ROW + far)).splitlines()[1:] == ["Ana"]
    with pytest.raises(Slip, match="at most 5000 rows"):
        read_list(text_of(workbook('<row><c t="s"><v>0</v></c></row>' * 6000)))


@pytest.mark.parametrize(
    "book",
    [
        workbook(ROW.replace(">0<", ">7<")),
        workbook(ROW.replace(">0<", ">seven<")),
        workbook('<row r="x"/>'),
        workbook(ROW + "<open>"),
        workbook(**{"xl/sheet.xml": '<!DOCTYPE w [<!ENTITY a "Ana">]><worksheet>&a;</worksheet>'}),
        workbook(**{"xl/book.xml": "<workbook/>"}),
        workbook(**{"_rels/.rels": "<Relationships><Relationship/></Relationships>"}),
        workbook()[:400],
        b"PK\x03\x04" + b"\0" * 60,
    ],
)
def test_a_damaged_workbook_is_refused_with_what_to_do(book: bytes) -> None:
    with pytest.raises(Slip, match="this workbook cannot be read"):
        text_of(book)


@pytest.mark.parametrize("sign", ["＝", "＋", "－", "＠"])
def test_a_wide_sign_is_taken_for_a_formula_too(sign: str) -> None:
    entrants = (Entrant(1, f"{sign}1"),)
    tournament = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extend([Entry(2, Added(entrants))])
    assert f"'{sign}1" in players_csv(tournament)
    assert read_players(players_csv(tournament).encode()) == entrants


def test_a_name_that_would_be_a_formula_goes_out_safe_and_comes_back_itself() -> None:
    entrants = (Entrant(1, "=1+1", "@club"), Entrant(2, '-Ben, the "first"', "+"), Entrant(3, "O’Neil", apart="f"))
    tournament = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extend([Entry(2, Added(entrants))])
    text = players_csv(tournament)
    assert not any(cell.startswith(("=", "+", "-", "@")) for line in text.splitlines() for cell in line.split(","))
    assert read_players(text.encode()) == entrants
