"""The board for the room, the first evening, the tables to try, numbers by taps, letters on the cards."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from tests.help.tables import CARD_GAMES
from tests.help.web import ASKS_PART, Visitor, facts

TAROT = "game tarot\nseats Nora Élie Sacha Ouidad\ndeal Ouidad depth=score\n"


def take_in(visitor: Visitor, text: str) -> None:
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO(text.encode()), "a.deal"))


# Tables to try


@pytest.mark.parametrize("game", [game.name for game in CARD_GAMES])
def test_every_game_of_cards_has_a_table_to_try_with_a_foul_that_the_last_card_proves(
    visitor: Visitor, game: str
) -> None:
    page = visitor.open("/")
    form = next(form for form in page.forms if form.action == f"/try/{game}")
    page = visitor.send(form)
    assert visitor.status == 200
    assert page.source.count('class="foul"') == 1
    assert "proved in trick " in page.text
    played = facts(visitor.record())[-1]
    visitor.tap("undo")
    assert 'class="foul"' not in visitor.page.source
    visitor.tap(played)
    visitor.press("Waive it")
    assert 'class="foul"' not in visitor.page.source
    assert "plays" in visitor.page.text


def test_there_is_no_table_to_try_of_an_unknown_game(visitor: Visitor) -> None:
    page = visitor.open("/first-evening")
    form = next(form for form in page.forms if form.action.startswith("/try/"))
    form.action = "/try/..%2Ftarot"
    visitor.send(form)
    assert visitor.status == 404


def test_the_first_evening_is_told_in_six_steps_and_leads_on(speaking: Callable[[str], Visitor]) -> None:
    for language, word in (("en", "A foul"), ("fr", "Une faute"), ("de", "Ein Regelverstoß")):
        page = speaking(language).open("/first-evening")
        assert page.source.count('<li class="panel">') == 6
        assert word in page.text
        assert any(href == "/new" for href, _ in page.links)


# The board


def test_the_board_shows_totals_and_asks_for_news_alone(visitor: Visitor) -> None:
    take_in(visitor, TAROT + "result taker=Élie contract=garde bouts=2 points=49\n")
    table = visitor.path
    page = visitor.open(table + "/board")
    assert visitor.status == 200
    for total in ("198", "−66"):  # 49 points with two bouts: (25 + 8) × 2 from each of three
        assert total in page.text
    seq = page.attribute("div", "data-seq")
    assert page.attribute("div", "data-live") == table + "/board"
    assert visitor.client.get(f"{table}/board?seq={seq}").status_code == 304
    part = visitor.client.get(f"{table}/board?seq=1", headers=ASKS_PART)
    assert part.text.lstrip().startswith('<div id="table"')
    assert part.headers["X-Sequence"] == seq
    assert [form for form in page.forms if form.action.endswith("/fact")] == []  # it shows, and records nothing


# Numbers by taps


def result(visitor: Visitor, **filled: str) -> None:
    form = next(f for f in visitor.page.forms if any(c.name == "kind" and c.value == "result" for c in f.controls))
    visitor.send(form, None, {"taker": "Élie", "contract": "garde", "bouts": "2", **filled})


@pytest.mark.parametrize(("tens", "units", "points"), [("4", "9", "49"), ("0", "5", "5"), ("8", "7", "87")])
def test_a_number_is_a_row_of_tens_and_a_row_of_units(visitor: Visitor, tens: str, units: str, points: str) -> None:
    take_in(visitor, TAROT)
    bouts = {"5": "0", "87": "3"}.get(points, "2")
    result(visitor, **{"points.10": tens, "points.1": units, "bouts": bouts})
    assert visitor.status == 200, visitor.page.alerts
    assert f"points={points}" in facts(visitor.record())[-1]


def test_the_points_may_be_those_of_the_other_side(visitor: Visitor) -> None:
    take_in(visitor, TAROT)
    result(visitor, **{"defence.10": "4", "defence.1": "2"})
    assert "defence=42" in facts(visitor.record())[-1]
    assert "49 points" in visitor.page.text


def test_three_and_five_players_have_a_row_for_halves(visitor: Visitor) -> None:
    take_in(visitor, "game tarot\nseats Nora Élie Sacha\ndeal Sacha depth=score\n")
    result(visitor, **{"points.10": "4", "points.1": "0", "points.half": "1"})
    assert "points=40.5" in facts(visitor.record())[-1]


def test_a_row_left_out_is_asked_for_and_nothing_is_recorded(visitor: Visitor) -> None:
    take_in(visitor, TAROT)
    result(visitor, **{"points.10": "4"})
    assert visitor.status == 422
    assert "Points of the taker's side: choose both the tens and the ones, a zero too" in visitor.page.alerts
    assert len(facts(visitor.record())) == 1


def test_nothing_on_the_page_of_a_result_is_typed(visitor: Visitor) -> None:
    for game, seats, bids in (
        ("tarot", "Ana Ben Cid Dan", ()),
        ("doppelkopf", "Ana Ben Cid Dan", ()),
        ("da-ban", "Ana Ben Cid Dan", ()),
        ("double-detente", "Ana Ben Cid", ("bid Ana 4", "bid Ben 5", "bid Cid 3")),
        ("double", "Ana Ben Cid", ("bid Ana 0", "bid Ben 1", "bid Cid 1")),
    ):
        dealer = seats.split()[-1]
        part = " part=1" if game == "double-detente" else ""
        lines = [f"game {game}", f"seats {seats}", f"deal {dealer}{part} depth=score", *bids]
        take_in(visitor, "\n".join(lines) + "\n")
        form = next(f for f in visitor.page.forms if any(c.value == "result" for c in f.controls))
        assert {c.type for c in form.controls} <= {"hidden", "radio", "checkbox", "submit"}, game


# Letters on the cards


def test_the_letters_on_the_cards_may_be_those_of_another_language(visitor: Visitor) -> None:
    take_in(visitor, "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\n" + "".join(
        f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan")))  # fmt: skip
    table = visitor.path
    assert "<b>Q</b>" in visitor.page.source
    form = next(
        f for f in visitor.page.forms if f.action == "/appearance" and any(c.name == "ranks" for c in f.controls)
    )
    assert all(letters in visitor.page.text for letters in ("A K Q J", "A R D V", "A K D B"))
    visitor.send(form, None, {"ranks": "fr"})
    page = visitor.open(table)
    assert "<b>Q</b>" not in page.source
    assert "<b>D</b>" in page.source
    assert "queen of clubs" in page.source
    assert "Ana plays" in page.text
