"""Players in CSV: read row by row, all or nothing, and written so that no spreadsheet runs them."""

from __future__ import annotations

import pytest

from referee.tournament.facts import Added, Opened
from referee.tournament.players import RowsRefused, players_csv, read_players
from referee.tournament.settings import Entrant, Settings
from referee.tournament.tournament import Entry, open_tournament
from referee.words.text import Slip


def test_headings_are_known_in_three_languages_and_columns_may_be_parted_by_semicolons() -> None:
    data = "Prénom;NOM;Licence;Club;Équipe\nZoé;Durand;77;Lyon;A\n;Müller;78;;\n".encode()
    assert read_players(data) == (Entrant(1, "Zoé Durand", "Lyon", "A"), Entrant(2, "Müller"))


def test_a_list_without_headings_is_names_and_clubs() -> None:
    assert read_players(b"Ana,Lyon\n\nBen\n", first=5) == (Entrant(5, "Ana", "Lyon"), Entrant(6, "Ben"))


def test_a_file_of_an_old_spreadsheet_is_read_with_its_accents() -> None:
    assert read_players("nom;club\nÉlie;Orléans".encode("cp1252")) == (Entrant(1, "Élie", "Orléans"),)


def test_numbers_given_are_kept_and_the_others_go_round_them() -> None:
    data = b"number,name\n2,Ana\n,Ben\n,Dan\n"
    assert [entrant.number for entrant in read_players(data)] == [2, 1, 3]


def test_every_row_that_cannot_be_read_is_named_and_nothing_taken() -> None:
    data = b"number,name,table\n1,Ana,\n1,Ben,\nx,Dan,\n4,,\n5,Eva,three\n"
    with pytest.raises(RowsRefused) as refused:
        read_players(data)
    assert [line for line, _ in refused.value.rows] == [3, 4, 5, 6]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"name,club\n", b"name\n" + b"x" * 3_000_000, b'name\n"a\n'])
def test_a_file_that_holds_no_players_is_refused(data: bytes) -> None:
    with pytest.raises(Slip):
        read_players(data)


@pytest.mark.parametrize("sign", ["＝", "＋", "－", "＠"])
def test_a_wide_sign_is_taken_for_a_formula_too(sign: str) -> None:
    entrants = (Entrant(1, f"{sign}1"),)
    tournament = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extended([Entry(2, Added(entrants))])
    assert f"'{sign}1" in players_csv(tournament)
    assert read_players(players_csv(tournament).encode()) == entrants


def test_a_name_that_would_be_a_formula_goes_out_safe_and_comes_back_itself() -> None:
    entrants = (Entrant(1, "=1+1", "@club"), Entrant(2, '-Ben, the "first"', "+"), Entrant(3, "O’Neil", apart="f"))
    tournament = open_tournament(Entry(1, Opened(Settings("Open", "tarot")))).extended([Entry(2, Added(entrants))])
    text = players_csv(tournament)
    assert not any(cell.startswith(("=", "+", "-", "@")) for line in text.splitlines() for cell in line.split(","))
    assert read_players(text.encode()) == entrants
