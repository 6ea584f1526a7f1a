"""The federation's sheet: a plus and a minus column for each player, sums, the balance, the table of values."""

import re

import pytest
from sheet_help import Elements, table_of, text_of

from referee.sheets import Form, blank, html, render

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


@pytest.fixture(scope="module")
def rows():
    """The rows of the sheet's tables, each a list of its cells."""
    found = re.findall(r"<tr.*?</tr>", html(table_of(EVENING), Form("en")), re.DOTALL)
    return [[Elements(cell).text.strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in found]


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


def test_the_table_of_values_is_printed_for_those_who_count_by_hand():
    text = " ".join(Elements(html(table_of(EVENING), Form("en"))).text.split())
    for value in ("0 bouts 56", "garde sans × 4", "single handful: 10 trumps 20", "slam announced and failed −200"):
        assert value in text


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_sheet_prints_filled_on_both_papers_in_every_language(lang, paper):
    printed = text_of(render([table_of(EVENING)], lang=lang, paper=paper))
    assert "323" in printed


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_empty_sheet_has_the_two_columns_the_sums_and_the_values(seats):
    text = text_of(blank("tarot", seats=seats))
    assert text.count("+ −") == seats
    assert "Balance they add up to 0 ☐" in text
    assert "garde contre × 6" in text


def test_two_handfuls_are_each_told_with_their_player():
    both = EVENING.replace("handful=single:Élie", "handful=single:Élie,single:Nora")
    assert "single (Élie), single (Nora)" in Elements(html(table_of(both), Form("en"))).text


def test_a_game_with_one_column_keeps_it():
    other = table_of("game doppelkopf\nseats A B C D\ndeal D\nresult re=A,B points=130 re-extra=fox:2\n")
    sheet = html(other, Form("en")).split("</style>")[1]
    assert "balance" not in sheet
    assert "2 foxes caught" in sheet
