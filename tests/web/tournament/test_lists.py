"""Lists of players as clubs keep them: other headings, titles, old machines, the same list once more."""

from __future__ import annotations

import io
import re

import openpyxl
import pytest

from tests.help.desk import Desk, form_of
from tests.help.web import Page, Visitor


@pytest.fixture
def desk(visitor: Visitor) -> Desk:
    return Desk(visitor, minutes="60")


def read(desk: Desk, data: bytes) -> Page:
    desk.open()
    return desk.do("read", players=(io.BytesIO(data), "players.csv"))


def names(desk: Desk) -> list[str]:
    """Who is on the list, as the console shows it."""
    return [name for name in ("Zoé Durand", "Hans Müller", "Ana", "Ben") if f"<b>{name}</b>" in desk.open().source]


@pytest.mark.parametrize(
    "data",
    [
        "Startnummer;Nachname;Vorname;Verein\n1;Müller;Hans;Lyon\n2;Durand;Zoé;Lyon\n".encode(),
        "N°;Nom de famille;Prénom;Licence\n1;Müller;Hans;77\n2;Durand;Zoé;78\n".encode(),
        "sep=;\nNachname;Vorname\nMüller;Hans\nDurand;Zoé\n".encode(),
        "Tournoi de Noël 2026\n\nNom;Prénom;Club\nMüller;Hans;Lyon\nDurand;Zoé;Paris, Est\n".encode(),
        "\n\nLast name,First name\nMüller,Hans\nDurand,Zoé\n".encode(),
        "Nachname;Vorname\nMüller;Hans\nDurand;Zoé\n".encode("mac_roman"),
        "Nachname;Vorname\r\nMüller;Hans\r\nDurand;Zoé\r\n".encode("cp1252"),
        "Nachname\tVorname\nMüller\tHans\nDurand\tZoé\n".encode("utf-16"),
    ],
    ids=["german", "french", "sep", "title", "blank", "macintosh", "windows", "utf-16"],
)
def test_a_list_is_read_as_clubs_keep_it(desk: Desk, data: bytes) -> None:
    page = read(desk, data)
    assert not page.alerts
    assert "2 players are new" in page.text
    assert names(desk) == []  # nobody is signed up by looking
    desk.visitor.open(f"/tournament/{desk.id}")
    read(desk, data)
    desk.do("take")
    assert names(desk) == ["Zoé Durand", "Hans Müller"]
    assert "2 signed up" in desk.open().text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"name,club,team\nAna,Lyon,\nBen,Club du Petit, Paris\n", "more columns than headings"),
        (b"name,club\nAna,Lyon\nBen,Club du Petit,Paris\n", "more columns than headings"),
        (b"name,club\nAna,Lyon\n,Lyon\n", "a player needs a name"),
    ],
    ids=["comma in a text", "one column more", "no name"],
)
def test_a_row_that_would_be_read_wrongly_is_left_out_and_says_why(desk: Desk, data: bytes, said: str) -> None:
    page = read(desk, data)
    assert "1 player is new · 1 row is left out" in page.text
    assert re.search(rf'<tr class="refused"><td>3</td>\s*<td class="why">{said}', page.source)
    desk.do("take")
    assert names(desk) == ["Ana"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'name,club\nAna,Lyon\n"Ben,Lyon\n', "line 3: this row cannot be read: is a quote left open?"),
        (b"PK\x03\x04\x14\x00\x06\x00", "save it as .xlsx or as “CSV UTF-8”"),
    ],
    ids=["open quote", "damaged workbook"],
)
def test_what_is_no_list_is_refused_and_said(desk: Desk, data: bytes, said: str) -> None:
    page = read(desk, data)
    assert desk.visitor.status == 422
    assert said in page.alerts
    assert names(desk) == []


@pytest.mark.parametrize("kind", ["workbook", "semicolons"])
def test_no_column_is_shown_in_which_nothing_stands(desk: Desk, kind: str) -> None:
    rows = [["Startnummer", "Nachname", "Vorname", "Verein"], ["1", "Müller", "Hans", ""], ["2", "Durand", "Zoé", ""]]
    data = "".join(";".join(row) + ";;;\n" for row in rows).encode()
    if kind == "workbook":
        book, file = openpyxl.Workbook(), io.BytesIO()
        for row in rows:
            book.worksheets[0].append(row)
        book.save(file)
        data = file.getvalue()
    page = read(desk, data)
    assert "2 players are new" in page.text
    assert page.source.count('<select name="column"') == 4


def test_columns_guessed_wrongly_are_said_otherwise(desk: Desk) -> None:
    page = read(desk, b"Startnummer;Kartenspieler;Verein\n4;Ana;Lyon\n9;Ben;Lyon\n")
    assert "No column is the name yet" in page.alerts
    form, button = form_of(page, "take", "Read it again with these columns")
    form.action = form.action.replace("/take", "/read")  # as the button says
    assert f'formaction="{form.action}"' in page.source
    page = desk.visitor.send(form, button, {"column": ["number", "name", "club"]})
    assert "2 players are new" in page.text
    desk.do("take")
    assert names(desk) == ["Ana", "Ben"]
    assert [line[:10] for line in desk.open("/players.csv").source.splitlines()[1:]] == ["4,Ana,Lyon", "9,Ben,Lyon"]


def test_the_same_list_once_more_says_who_is_on_it_and_takes_only_who_is_new(desk: Desk) -> None:
    desk.read("name,club\nAna,Lyon\n")
    page = read(desk, b"name,club\nana,Lyon\nBen,Lyon\n")
    assert "1 player is new · 1 is on the list already" in page.text
    desk.visitor.press("Take only those who are new")
    assert names(desk) == ["Ana", "Ben"]
    assert "2 signed up" in desk.open().text


def test_two_of_one_name_are_taken_where_they_are_others(desk: Desk) -> None:
    desk.read("number,name,club\n1,Ana,Lyon\n")
    read(desk, b"number,name,club\n1,Ana,Lyon\n")
    desk.visitor.press("They are others: take all")
    assert "Ana (Lyon) #2" in desk.open().text


def test_a_list_is_pasted_and_a_line_left_out_by_its_tick(desk: Desk) -> None:
    desk.do("read", at="", pasted="Nom\tClub\nAna Müller\tLyon\nMairie de Lyon\t\nBen Li\tBron")
    form, button = form_of(desk.visitor.page, "take")
    lines = [control for control in form.controls if control.name == "line"]
    lines[1].checked = False
    desk.visitor.send(form, button, {})
    page = desk.open("/part/players").text
    assert "Ana Müller" in page
    assert "Ben Li" in page
    assert "Mairie" not in page


def test_categories_and_payments_of_a_list_are_told_before_and_kept_after(desk: Desk) -> None:
    desk.do("agreed/fees", at="/desk/agreed", fee="8")
    page = read(desk, b"Nom;Categorie;Regle\nAna;Dames;oui\nBen;Dames, Jeunes;5\nDan;;non\n")
    assert "New categories: Dames, Jeunes" in page.text
    assert "2 have paid" in page.text
    desk.do("take")
    assert "€13.00 taken in" in desk.open("/desk").text
    assert {"Ana pays €8.00", "Ben pays €5.00"} <= set(re.findall(r"\w+ pays €[0-9.]+", desk.log()))


def test_where_no_fee_is_agreed_paid_cannot_be_entered_and_the_page_says_so(desk: Desk) -> None:
    page = read(desk, b"Nom;Regle\nAna;oui\n")
    assert "no fee is agreed yet" in page.text


def test_a_column_taken_for_categories_by_mistake_is_said_otherwise(desk: Desk) -> None:
    page = read(desk, ("Nom;Série\n" + "".join(f"P{at};{at}\n" for at in range(40))).encode())
    assert "the list names 40 categories" in page.text
    form, button = form_of(page, "take", "Read it again with these columns")
    form.action = form.action.replace("/take", "/read")
    page = desk.visitor.send(form, button, {"column": ["name", ""]})
    assert "categories:" not in page.text
    desk.do("take")
    assert "40 signed up" in desk.open().text


def test_headings_nobody_knows_are_said_to_be_some_and_a_tick_taken_off_stays_off(desk: Desk) -> None:
    page = read(desk, b"Kartenfreund;Heimat\nAna;Lyon\nBen;Bron\nDan;Bron\n")
    assert "4 players are new" in page.text
    form, button = form_of(page, "take", "Read it again with these columns")
    form.action = form.action.replace("/take", "/read")
    next(control for control in form.controls if control.name == "line" and control.value == "3").checked = False
    next(control for control in form.controls if control.name == "headed").checked = True
    page = desk.visitor.send(form, button, {})
    assert "No column is the name yet" in page.alerts
    form, button = form_of(page, "take", "Read it again with these columns")
    form.action = form.action.replace("/take", "/read")
    page = desk.visitor.send(form, button, {"column": ["name", "club"]})
    assert "3 players are new" in page.text
    desk.do("take")
    assert names(desk) == ["Ana"]
    assert "2 signed up" in desk.open().text


def test_the_next_tournament_has_the_fees_prizes_and_categories_of_the_last(desk: Desk) -> None:
    desk.do("agreed/fees", at="/desk/agreed", fee="8")
    read(desk, b"Nom;Categorie\nAna;Dames\nBen;\nCleo;Jeunes\n")
    desk.do("take")
    form = next(form for form in desk.open().forms_of("came") if any(c.value == "all" for c in form.controls))
    desk.visitor.send(form, next(c for c in form.controls if c.type == "submit"))
    assert "the same fees, prizes and categories" in desk.visitor.open(f"/tournament/new?like={desk.id}").text
    desk.visitor.press("Open the tournament", title="Next week")
    later = desk.visitor.path.split("#")[0]
    assert desk.visitor.open(f"{later}/players.csv").source.splitlines()[1:] == [
        "1,Ana,,,,,Dames", "2,Ben,,,,,", "3,Cleo,,,,,Jeunes",
    ]  # fmt: skip
    assert "3 players still owe €24.00" in desk.visitor.open(f"{later}/desk").text
    page = desk.visitor.open(f"/tournament/new?like={desk.id}")
    form = next(form for form in page.forms if any(c.name == "money" for c in form.controls))
    next(c for c in form.controls if c.name == "money").checked = False
    desk.visitor.send(form, next(c for c in form.controls if c.type == "submit"), {"title": "Without"})
    assert "Dames" not in desk.visitor.open(f"{desk.visitor.path.split('#')[0]}/desk/agreed").text


def test_names_beside_the_first_names_are_said_to_be_left_out(desk: Desk) -> None:
    page = read(desk, b"Nom;Club;Nom;Club\nAna;Lyon;Ben;Bron\n")
    assert "1 player is new" in page.text
    assert "Column 3 begins more names beside the first, and they are left out" in page.text
    assert "begins more names" not in read(desk, b"Nom;Club\nAna;Lyon\nBen;Bron\n").text
