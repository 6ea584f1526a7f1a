"""Lists of players as clubs keep them: other headings, titles, old machines, the same list once more."""

from __future__ import annotations

import io

import pytest

from tests.help.desk import Desk
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
    assert names(desk) == ["Zoé Durand", "Hans Müller"]
    assert "2 signed up" in desk.open().text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"Startnummer;Kartenspieler;Verein\n1;Ana;Lyon\n", "line 1: no column of these headings is the name"),
        (b"name,club,team\nAna,Lyon,\nBen,Club du Petit, Paris\n", "line 3: more columns than headings"),
        (b"name,club\nAna,Lyon\nBen,Club du Petit,Paris\n", "line 3: more columns than headings"),
        (b'name,club\nAna,Lyon\n"Ben,Lyon\n', "line 3: this row cannot be read: is a quote left open?"),
        (b"PK\x03\x04\x14\x00\x06\x00", "save it as “CSV UTF-8”"),
    ],
    ids=["no name", "comma in a text", "one column more", "open quote", "spreadsheet"],
)
def test_what_would_be_read_wrongly_is_refused_and_said(desk: Desk, data: bytes, said: str) -> None:
    page = read(desk, data)
    assert desk.visitor.status == 422
    assert said in page.alerts
    assert names(desk) == []


def test_the_same_list_once_more_says_who_is_on_it_and_takes_only_who_is_new(desk: Desk) -> None:
    read(desk, b"name,club\nAna,Lyon\n")
    page = read(desk, b"name,club\nana,Lyon\nBen,Lyon\n")
    assert "on the list already: ana" in page.alerts
    desk.visitor.press("Take only those who are new")
    assert names(desk) == ["Ana", "Ben"]
    assert "2 signed up" in desk.open().text


def test_two_of_one_name_are_taken_where_they_are_others(desk: Desk) -> None:
    read(desk, b"number,name,club\n1,Ana,Lyon\n")
    read(desk, b"number,name,club\n1,Ana,Lyon\n")
    desk.visitor.press("They are others: take all")
    assert "Ana (Lyon) #2" in desk.open().text
