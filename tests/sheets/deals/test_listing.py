"""Lists of deals on a sheet: plus and minus columns and their balance; a tournament list with its duty solos."""

import re

import pytest

from referee.sheets import Form, blank, html
from referee.sheets.sheet import blank_html
from referee.words.text import Slip
from tests.help.sheet import Elements, table_of, written

EVENING = """\
game tarot
preset fft
seats Nora Élie Sacha Ouidad
deal Ouidad
result taker=Élie contract=garde bouts=2 points=45 handful=single:Élie petit=attack
foul Nora conduct
deal Nora
result taker=Sacha contract=petite bouts=1 points=47
penalty Sacha 100 late
deal Élie
void maldeal
"""
"""By hand: (25 + 4) × 2 + 20 + 10 × 2 = 98 from each defender; 25 + 4 = 29 to each defender."""


def rows_of(table):
    """The rows of a sheet's tables, each a list of its cells."""
    found = re.findall(r"<tr.*?</tr>", html(table, Form("en")), re.DOTALL)
    return [[Elements(cell).text.strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in found]


@pytest.fixture(scope="module")
def rows():
    return rows_of(table_of(EVENING))


def test_each_deal_stands_in_the_plus_or_the_minus_column_of_each_player(rows):
    assert [
        "1",
        "Élie",
        "garde",
        "2",
        "45",
        "for the taker",
        "single (Élie)",
        *["", "98", "294", "", "", "98", "", "98"],
    ] in rows
    assert ["2", "Sacha", "petite", "1", "47", "", "", "29", "", "29", "", "", "87", "29", ""] in rows
    assert ["3", "void", *[""] * 8] in rows


def test_the_columns_are_summed_and_the_balances_add_up_to_nothing(rows):
    assert ["Sums", "29", "98", "323", "0", "0", "185", "29", "98"] in rows
    assert ["they add up to 0 ✓ Balance", "−69", "+323", "−185", "−69"] in rows


def test_penalties_stand_apart_and_a_warning_is_no_nought(rows):
    assert ["Penalties, and ⚠ warnings", "1 ⚠", "", "−100", ""] in rows
    assert ["Total", "−69", "323", "−285", "−69"] in rows
    assert ["Warning: Discourtesy, a manner, a remark", "", "⚠", "", "", ""] in rows
    assert "Foul: Discourtesy, a manner, a remark: Nora admitted it, or everybody saw it." in [row[0] for row in rows]


def test_the_table_of_values_is_printed_for_those_who_count_by_hand():
    text = " ".join(Elements(html(table_of(EVENING), Form("en"))).text.split())
    for value in ("0 bouts 56", "garde sans × 4", "single handful: 10 trumps 20", "slam announced and failed −200"):
        assert value in text


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_sums_stand_on_the_sheet_in_every_language(lang):
    assert "323" in written(html(table_of(EVENING), Form(lang)))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_empty_sheet_has_the_two_columns_the_sums_and_the_values(seats):
    text = written(blank_html("tarot", seats, Form())[0])
    assert text.count("+ −") == seats
    assert "Balance they add up to 0 ☐" in text
    assert "garde contre × 6" in text


def test_two_handfuls_are_each_told_with_their_player():
    both = EVENING.replace("handful=single:Élie", "handful=single:Élie,single:Nora")
    assert "single (Élie), single (Nora)" in Elements(html(table_of(both), Form("en"))).text


ROUND = """\
game doppelkopf
preset ddv
seats Ana Ben Cid Dan
deal Dan
result re=Ana,Ben points=130 re-extra=fox:2
deal Ana
result re=Ben type=solo-jacks points=121
deal Ana
result re=Cid,Dan points=100
"""
"""By hand: 1 and two foxes; a solo won, three times 1; lost against the old ladies, 2."""


def test_a_tournament_list_has_points_and_running_totals_and_the_duty_solos_in_a_block_of_their_own():
    rows = rows_of(table_of(ROUND))
    deals = [row for row in rows if row[0] in ("1", "2", "3", "Duty solos") and len(row) in (1, 13)]
    assert [row[0] for row in deals] == ["1", "3", "Duty solos", "2"]
    assert deals[0][-8:] == ["+3", "3", "+3", "3", "−3", "−3", "−3", "−3"]
    assert deals[1][-8:] == ["+2", "5", "+2", "5", "−2", "−5", "−2", "−5"]
    assert deals[3][-8:] == ["−1", "4", "+3", "8", "−1", "−6", "−1", "−6"]
    assert ["Total", "4", "8", "−6", "−6"] in rows


def test_an_extra_that_does_not_score_stands_in_no_column():
    """In the federation's rules a Karlchen caught is worth nothing; in the document's it is 1."""
    deal = "deal Dan\nresult re=Ana,Ben points=150 re-extra=fox:1,karlchen-caught:1\n"
    for preset, told in (("ddv", "a fox caught"), ("standard", "a fox caught, Karlchen caught")):
        rows = rows_of(table_of(f"game doppelkopf\npreset {preset}\nseats Ana Ben Cid Dan\n{deal}"))
        (row,) = [row for row in rows if "150" in row]
        assert row[row.index("150") + 1] == told


@pytest.mark.parametrize(("seats", "deals"), [(4, 24), (5, 30)])
def test_an_empty_tournament_list_has_every_deal_of_the_round_and_the_block_of_duty_solos(seats, deals):
    text = written(blank_html("doppelkopf", seats, Form(), "ddv")[0])
    assert f" {deals} " in text
    assert text.index(f" {deals - seats} ") < text.index("Duty solos") < text.index(f" {deals} ")


def test_an_empty_sheet_of_laws_there_are_not_is_refused():
    with pytest.raises(Slip, match="preset"):
        blank("doppelkopf", preset="kneipe")
