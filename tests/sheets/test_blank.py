"""Empty sheets: a game's own columns, its deals in order, its options to tick, on one leaf."""

import re
from functools import cache
from itertools import pairwise

import pytest

from referee.games import GAMES
from referee.sheets import Form, blank
from referee.sheets.blank import BlankSheet
from referee.sheets.sheet import blank_html
from referee.words.languages import language
from referee.words.text import Slip
from tests.help.sheet import numbers_below, reader_of, text_of, words_on, written


def empty(game, seats):
    """What the fullest empty sheet of a game says."""
    return written(blank_html(game, seats, Form())[0])


def test_an_empty_sheet_has_a_place_for_each_player_and_the_options_to_tick():
    text = empty("double-detente", 3)
    for said in ("Seat 1", "Seat 2", "Seat 3", "Club", "Place", "Date", "Signatures"):
        assert said in text
    assert "Seat 4" not in text
    assert re.search(r"A foul in the third part costs: ☐ 30 ☐ 40 ☐ 50", text)


def test_everybody_begins_with_the_chips_the_rules_give():
    """“Chaque joueur reçoit cinq jetons noirs et deux rouges, ce sont ses points initiaux.”"""
    sheet = BlankSheet("double", 4, language("en"), "a4", 7)
    assert sheet.tokens() == [("red", 5, 2), ("black", 1, 5)]
    assert sum(value * count for _, value, count in sheet.tokens()) == 15


def test_the_deals_are_named_in_the_order_of_the_match():
    text = empty("double-detente", 2)
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


LONG = "Kartenspielclub Hintertupfingen am Walde e. V."


@pytest.mark.parametrize(("seats", "deals"), [(4, 24), (5, 30)])
def test_all_deals_of_a_tournaments_round_stand_on_one_leaf(seats, deals):
    pages = words_on(blank("doppelkopf", seats=seats, lang="de", paper="a5", preset="ddv", title=LONG))
    assert len(pages) == 2
    assert [number for page in pages for number in numbers_below(page, "Spiel", "Gesamt")] == [*range(1, deals + 1)]


@pytest.mark.parametrize(
    ("game", "seats", "head"), [("tarot", 3, "Geber"), ("tarot", 4, "Geber"), ("da-ban", 4, "Nächster")]
)
def test_no_row_of_an_empty_sheet_runs_over_to_its_second_page(game, seats, head):
    first, second = (
        page.extract_text() for page in reader_of(blank(game, seats=seats, lang="de", paper="a5", title=LONG)).pages
    )
    assert head in first
    assert head not in second


@cache
def climb(lang):
    """An empty sheet of a match of ladders."""
    return blank("da-ban", lang=lang)


def ladders(lang):
    """The words on it: it is one page."""
    (page,) = words_on(climb(lang))
    return page


def test_an_empty_sheet_of_a_climb_has_empty_ladders_and_rows_for_its_rounds():
    said = text_of(climb("en"))
    assert "Next master" in said
    assert "10 9 8 7 6 5 4 3" in said


@pytest.mark.parametrize(("lang", "head"), [("en", "Round"), ("fr", "Manche"), ("de", "Runde")])
def test_a_match_of_ladders_has_a_row_for_each_of_eighteen_rounds_on_one_page(lang, head):
    assert numbers_below(ladders(lang), head)[:18] == list(range(1, 19))


def test_an_option_as_long_as_its_column_does_not_break_after_its_first_word():
    """German: “Ein Tribut wird aufgehoben durch drei gleiche Könige auf einer Hand von:” fills the line."""
    page = ladders("de")
    first = next(word for word, after in pairwise(page) if (word.text, after.text) == ("Ein", "Tribut"))
    second = page[page.index(first) + 1]
    assert second.top == pytest.approx(first.top, abs=0.1)


def test_a_short_list_of_options_leaves_one_page():
    assert len(reader_of(blank("double-detente", seats=3, lang="fr", paper="a5")).pages) == 1


def test_a_game_there_is_not_has_no_sheet():
    with pytest.raises(Slip, match="no game"):
        blank("no-such-game")


def test_a_game_for_three_has_no_sheet_for_nine():
    with pytest.raises(Slip, match="9 seats"):
        blank("double-detente", seats=9)
