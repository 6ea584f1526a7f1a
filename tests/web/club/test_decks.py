"""A club's own deck on its screen: made by taps, refused with its row, kept, saved and read, played with."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest

from referee.games.double import decks
from tests.help.web import Visitor, facts
from tests.oracle.double import PAIRING

OURS = [row.split("-") for row in PAIRING.replace("SA-D2", "SA-C2").replace("POPE-C2", "POPE-D2").split()]
"""The program's pairing with two motifs changed over."""


def address(rows: list[list[str]], **more: str) -> str:
    said = [*(("row", "/".join(row)) for row in rows), *more.items()]
    return "/decks/double?" + "&".join(f"{name}={value}" for name, value in said)


def test_two_taps_make_a_card_and_the_motifs_left_shrink(visitor: Visitor) -> None:
    page = visitor.open("/new?game=double")
    page = visitor.follow("Make a deck of your own")
    assert "0 of 27 cards" in page.text
    assert page.source.count('name="tap"') == 54
    page = visitor.press("SA")
    assert "what is on the other side" in page.text
    page = visitor.press("D2")
    assert "1 of 27 cards" in page.text
    assert page.source.count('name="tap"') == 52


def test_a_card_that_cannot_be_is_refused_with_its_row_and_nothing_is_lost(visitor: Visitor) -> None:
    page = visitor.open(address(OURS[:8], first="SQ"))
    page = visitor.press("S10")
    assert "row 9: SQ and S10 are of the same suit" in page.alerts
    assert "8 of 27 cards" in page.text
    assert "what is on the other side" in page.text
    page = visitor.open(address([["SA", "D2"], ["HA", "D2"]]))
    assert "row 2: D2 stands on row 1 already" in page.alerts


def test_a_card_is_taken_apart_again(visitor: Visitor) -> None:
    visitor.open(address(OURS[:3]))
    page = visitor.press("2")
    assert "2 of 27 cards" in page.text
    assert 'id="m-HA"' in page.source


def test_a_whole_deck_is_kept_and_a_table_plays_with_it(visitor: Visitor) -> None:
    page = visitor.open(address(OURS[:26], first="POPE"))
    page = visitor.press("D2")
    assert "The deck is whole: 27 cards" in page.text
    page = visitor.press("Keep it for new tables", title="Les Tilleuls", **{"option.ace": "low", "option.lots": "1"})
    assert "Les Tilleuls" in page.text
    page = visitor.open(visitor.path + "&count=3")
    page = visitor.press("Open the table", seat=["Ana", "Ben", "Cid"])
    assert visitor.status == 200, page.text
    assert "Deck: Les Tilleuls" in page.text
    head = visitor.record().splitlines()
    word = decks.make("Les Tilleuls", OURS, {"lots": "1", "ace": "low"}).word
    assert f'option deck="{word}"' in head
    assert "option lots=1" in head
    assert "option ace=low" in head


def test_a_table_played_again_has_the_same_deck(visitor: Visitor) -> None:
    word = decks.make("Ours", OURS, {}).word
    record = f'game double\noption deck="{word}"\nseats Ana Ben\n'.encode()
    form = next(form for form in visitor.open("/").forms if "import" in form.action)
    visitor.send(form, None, {"record": (io.BytesIO(record), "a.deal")})
    table = re.search(r"/t/(\w+)", visitor.path)
    assert table
    visitor.open(f"/new?like={table[1]}")
    visitor.press("Open the table")
    assert "Deck: Ours" in visitor.page.text
    assert facts(visitor.record()) == []


def test_a_deck_goes_out_as_a_file_and_comes_in_again(visitor: Visitor) -> None:
    ours = decks.make('The "Oak"', OURS, {"lots": "1"})
    form = next(form for form in visitor.open("/decks/double").forms if form.action.endswith("/file"))
    visitor.send(form, None, {"deck": (io.BytesIO(ours.toml().encode()), "ours.toml")})
    assert visitor.status == 200
    visitor.open("/decks/double")
    href = next(href for href, said in visitor.page.links if said == "Deck file (.toml)")
    answer = visitor.client.get(href)
    assert decks.read(answer.text) == ours
    answer.close()
    visitor.press("Take it off the list")
    assert "Oak" not in visitor.page.text


def test_a_deck_is_taken_off_the_list_by_who_kept_it_and_by_the_machine_alone(
    visitor: Visitor, far: Callable[..., Visitor]
) -> None:
    keeper, stranger = far(), far()
    for title, taker in (("Oak", keeper), ("Elm", visitor)):
        file = decks.make(title, OURS, {}).toml().encode()
        form = next(form for form in keeper.open("/decks/double").forms if form.action.endswith("/file"))
        keeper.send(form, None, {"deck": (io.BytesIO(file), "ours.toml")})
        page = keeper.open("/decks/double")
        gone = next(form.action for form in page.forms if form.action.endswith("/gone"))
        page = stranger.open("/decks/double")
        assert title in page.text
        assert "Take it off the list" not in page.labels
        sent = page.forms[-1].sent(None, {})
        answer = stranger.client.post(gone, data=sent, headers={"Origin": "http://localhost"})
        assert answer.status_code == 403
        taker.open("/decks/double")
        taker.press("Take it off the list")
        assert title not in taker.page.text


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"", "Choose a deck file"),
        (b"x" * 20_001, "Choose a deck file"),
        (b"\xff\xfe", "not UTF-8"),
        (b"cards = [", "this is no deck file"),
        (b"cards = " + b"[" * 15_000, "this is no deck file"),
        (b"lots = " + b"9" * 5_000, "this is no deck file"),
        (b"lots = 0x" + b"f" * 5_000, "this is no deck file"),
        (decks.default().toml().replace('["SA", "D2"]', '["SA", "S2"]').encode(), "row 1: SA and S2"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_with_its_row(visitor: Visitor, file: bytes, said: str) -> None:
    form = next(form for form in visitor.open("/decks/double").forms if form.action.endswith("/file"))
    page = visitor.send(form, None, {"deck": (io.BytesIO(file), "ours.toml")})
    assert visitor.status == 422
    assert said in page.alerts


def test_a_deck_without_all_its_cards_is_not_kept(visitor: Visitor) -> None:
    page = visitor.open(address(OURS))
    form = next(form for form in page.forms if form.action == "/decks/double" and form.method == "post")
    form.controls = [control for control in form.controls if control.value != "SK/H4"]
    page = visitor.send(form, None, {"title": "Short"})
    assert visitor.status == 422
    assert "26 rows, expected 27" in page.alerts


def test_only_games_with_such_cards_have_the_screen(visitor: Visitor) -> None:
    for path in ("/decks/tarot", "/decks/whist", "/decks/double/nothere.toml"):
        visitor.open(path)
        assert visitor.status == 404, path


def test_a_word_that_is_no_deck_is_not_offered(visitor: Visitor) -> None:
    page = visitor.open("/new?game=double&option.deck=x:SA/SA")
    assert visitor.status == 200
    assert "x:SA/SA" not in page.source.split("<form")[2]
