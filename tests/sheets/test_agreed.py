"""The laws agreed at a table, a page to lay on it."""

import pytest

from referee.games import GAMES
from referee.record.text import read
from referee.sheets import Form
from referee.sheets.sheet import agreed, agreed_html
from referee.table.table import Table, fold_record
from tests.help.sheet import reader_of, written


def table(*options: str, preset: str = "standard") -> Table:
    lines = [
        "game doppelkopf",
        f"preset {preset}",
        *(f"option {option}" for option in options),
        "seats Ana Ben Cid Dan",
    ]
    return fold_record(read("\n".join(lines) + "\n"))


def test_each_option_agreed_stands_there_with_its_law_and_the_usual_ones_after() -> None:
    text = written(agreed_html(table("throw_in_kings=yes", "second_dulle=no", preset="schweinchen"), Form())[0])
    assert "Both foxes in one hand, announced, are the highest trumps (Schweinchen): yes" in text
    assert "trump.4 Where it is agreed, who holds both aces of diamonds" in text
    assert "A hand with five kings may be thrown in: yes" in text
    usual = text.partition("As usual")[2]
    assert "The second ten of hearts beats the first: no" in usual
    assert "With the nines: yes" in usual
    assert "Genscher" not in text, "a rule of few tables that is not agreed is no line"


def test_two_options_about_one_law_share_its_sentence() -> None:
    text = written(agreed_html(table("throw_in=yes", "throw_in_kings=yes"), Form())[0])
    assert text.count("A hand may be thrown in where it is agreed") == 1


def test_a_table_without_house_rules_says_so() -> None:
    text = written(agreed_html(table(), Form())[0])
    assert "Everything as usual." in text
    assert "With the nines: yes" in text


@pytest.mark.parametrize("preset", ["dulle", "schweinchen", "ddv"])
@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_laws_of_a_preset_are_one_page(preset: str, lang: str) -> None:
    more = ("genscher=first", "bock=double", "must_announce=30", "fox_last=both", "throw_in_kings=yes")
    assert len(reader_of(agreed(table(*more, preset=preset), Form(lang))).pages) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_that_names_a_law_names_one_there_is(game) -> None:
    laws = {law.id.removeprefix(f"{game.name}.") for law in game.laws}
    assert [option.name for option in game.presets["standard"].rows() if option.law and option.law not in laws] == []
    assert all(option.law for option in game.presets["standard"].rows()) or game.name != "doppelkopf"
