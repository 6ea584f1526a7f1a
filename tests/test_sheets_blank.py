"""Empty sheets: a game's own columns, its deals in order, its options to tick, on one leaf."""

import re

import pytest
from sheet_help import reader_of, text_of

from referee.games import GAMES
from referee.i18n import language
from referee.sheets import blank
from referee.sheets.blank import BlankSheet
from referee.texts import Slip


def test_an_empty_sheet_has_a_place_for_each_player_and_the_options_to_tick():
    text = text_of(blank("double-detente", seats=3))
    for said in ("Seat 1", "Seat 2", "Seat 3", "Club", "Place", "Date", "Signatures"):
        assert said in text
    assert "Seat 4" not in text
    assert re.search(r"A foul in the third part costs: ☐ 30 ☐ 40 ☐ 50", text)


def test_the_deals_are_named_in_the_order_of_the_match():
    text = text_of(blank("double-detente", seats=2))
    assert "Triple-détente" in text
    places = [text.index(f"round {number}, part {part} of 3") for number in (1, 2) for part in (1, 2, 3)]
    assert places == sorted(places)


def test_its_columns_are_what_is_bid_and_counted():
    sheet = BlankSheet("double-detente", 3, language("en"), "a4", 7)
    assert sheet.each == ["Bid", "Tricks", "Points", "Total"]
    assert len(sheet.shared) == 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_empty_sheet_of_any_game_fits_one_leaf(game):
    made = blank(game.name, seats=max(game.players), lang="de", paper="a5")
    assert len(reader_of(made).pages) <= 2


def test_a_short_list_of_options_leaves_one_page():
    assert len(reader_of(blank("double-detente", seats=3, lang="fr", paper="a5")).pages) == 1


def test_the_same_empty_sheet_is_the_same_bytes():
    assert blank("double-detente") == blank("double-detente")


def test_a_game_there_is_not_has_no_sheet():
    with pytest.raises(Slip, match="no game"):
        blank("whist")


def test_a_game_for_three_has_no_sheet_for_nine():
    with pytest.raises(Slip, match="9 seats"):
        blank("double-detente", seats=9)
