"""Players in CSV: read row by row, all or nothing, and written so that no spreadsheet runs them."""

from __future__ import annotations

import pytest

from referee.tournament.facts import Added, Opened
from referee.tournament.lists.file import text_of
from referee.tournament.lists.players import facts_of, on_list, players_csv, read_list
from referee.tournament.settings import Entrant, Settings
from referee.tournament.tournament import Entry, open_tournament
from referee.words.languages import LANGUAGES, language
from referee.words.text import ENGLISH, Slip


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


@pytest.mark.parametrize("sign", ["＝", "＋", "－", "＠"])
def test_a_wide_sign_is_taken_for_a_formula_too(sign: str) -> None:
    entrants = (Entrant(1, f"{sign}1"),)
    tournament = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extend([Entry(2, Added(entrants))])
    assert f"'{sign}1" in players_csv(tournament, ENGLISH)
    assert read_players(players_csv(tournament, ENGLISH).encode()) == entrants


def test_a_name_that_would_be_a_formula_goes_out_safe_and_comes_back_itself() -> None:
    entrants = (Entrant(1, "=1+1", "@club"), Entrant(2, '-Ben, the "first"', "+"), Entrant(3, "O’Neil", apart="f"))
    tournament = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extend([Entry(2, Added(entrants))])
    text = players_csv(tournament, ENGLISH)
    assert not any(cell.startswith(("=", "+", "-", "@")) for line in text.splitlines() for cell in line.split(","))
    assert read_players(text.encode()) == entrants


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_list_written_in_a_language_is_read_again(code: str) -> None:
    entrants = (
        Entrant(1, "Ana Ort", "Lyon", "Rot", "Ort", 3, licence="17", seeded=True, last="Ort"),
        Entrant(2, "Ben Zander", "Bron", last="Zander"),
    )
    tournament = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extend([Entry(2, Added(entrants))])
    text = players_csv(tournament, language(code), language(code).comma)
    assert read_players(text.encode()) == entrants
    plain = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extend([Entry(2, Added((Entrant(1, "Ana"),)))])
    head = players_csv(plain, language(code)).split(",")[1]
    assert head == {"en": "name", "fr": "nom", "de": "Name"}[code]
