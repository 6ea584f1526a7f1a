"""Who plays now: somebody joins, leaves or is replaced between two deals, and takes along what they have."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from flask import Flask
from pypdf import PdfReader

from tests.help.web import Page, Visitor
from tests.web.club.test_sheets import waited
from tests.web.table.people.test_devices import code, table_of
from tests.web.table.test_results import TAROT, at

WON = "deal Dan\nresult taker=Ana contract=garde bouts=2 points=45\n"  # (25 + 4) × 2 from each of three


def test_a_fifth_joins_at_ten_and_what_each_has_goes_with_the_person(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + WON)
    old = visitor.path
    visitor.open(old + "/players")
    visitor.press("Go on", seat=["Ana", "Ben", "Cid", "Dan", "Eva"])
    assert visitor.path != old
    assert "seats Ana Ben Cid Dan Eva" in visitor.record()
    visitor.tap("deal Eva")
    page = visitor.tap("result taker=Eva contract=petite bouts=3 points=36 partner=alone")  # 25 from each of four
    evening = page.source.split('class="panel evening"')[1].split("</section>")[0]
    for words in ("Ana <b>+149</b>", "Ben <b>−83</b>", "Eva <b>+100</b>"):
        assert words in evening
    assert "It goes on with other players" in visitor.open(old).text


def test_who_leaves_keeps_what_they_have_and_the_next_takes_the_place(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + WON)
    visitor.open(visitor.path + "/players")
    page = visitor.press("Go on", seat=["Ana", "Ben", "Eva", "Dan", ""])
    assert "seats Ana Ben Eva Dan" in visitor.record()
    evening = page.source.split('class="panel evening"')[1].split("</section>")[0]
    assert "Cid <b>−58</b>" in evening
    assert "Eva <b>0</b>" in evening


def seat(page: Page, number: int) -> str:
    """What stands on a seat."""
    return Page(page.source.split(f'id="seat-{number}"')[1].split("</a>")[0]).text


def test_on_the_seats_the_evening_goes_on_with_totals_deals_and_dealer(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + WON)
    old = visitor.path
    visitor.open(old + "/players")
    page = visitor.press("Go on", seat=["Ana", "Ben", "Eva", "Dan", ""])
    assert "174" in seat(page, 0)
    assert "58" in seat(page, 1)
    assert "58" not in seat(page, 2), "Eva has played nothing"
    assert "deal 2" in page.text
    assert ("dealer" in seat(page, 0), "dealer" in seat(page, 3)) == (True, False), "Dan dealt, now it is Ana's deal"
    page = visitor.tap("deal Ana")
    page = visitor.tap("result taker=Eva contract=petite bouts=3 points=36")  # 25 from each of three
    assert "149" in seat(page, 0)
    assert "75" in seat(page, 2)
    assert "deal 3" in page.text
    now = visitor.path
    visitor.open(old)
    visitor.tap("undo")
    visitor.tap("result taker=Ben contract=petite bouts=2 points=41")  # 25 from each, now for Ben
    page = visitor.open(now)
    assert "50" in seat(page, 0), "a correction at the first table counts at once: -25 - 25"


@pytest.mark.parametrize(
    ("order", "dealer"),
    [
        (["Ana", "Ben", "Cid", "Dan", "Eva"], "Ana"),  # Dan has dealt, Ana is the next
        (["Eva", "Ben", "Cid", "Dan"], "Eva"),  # who takes the place takes the deal
        (["Ben", "Cid", "Dan"], "Ben"),  # whoever comes next and still plays
        (["Cid", "Eva", "Ana", "Ben"], "Ana"),
    ],
)
def test_the_next_of_the_old_order_deals(app: Flask, visitor: Visitor, order: list[str], dealer: str) -> None:
    at(app, visitor, TAROT + WON)
    visitor.open(visitor.path + "/players")
    visitor.press("Go on", seat=[*order, "", ""][:5])
    table = app.extensions["tables"].get(visitor.path.split("/")[2]).table
    assert table.seats[table.standing.due.dealer] == dealer


def test_who_sat_out_takes_up_again_what_they_had(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + WON)
    for order in (["Ben", "Cid", "Dan", "", ""], ["Ana", "Ben", "Cid", "Dan", ""]):
        visitor.open(visitor.path + "/players")
        page = visitor.press("Go on", seat=order)
    assert "174" in seat(page, 0)


@pytest.mark.parametrize("game", ["double-detente", "double", "da-ban", "doppelkopf"])
def test_each_game_says_whether_its_match_goes_on_with_other_players(app: Flask, visitor: Visitor, game: str) -> None:
    names = ["Ana", "Ben", "Cid", "Dan"][: 3 if game == "double-detente" else 4]
    at(app, visitor, f"game {game}\nseats {' '.join(names)}\n")
    page = visitor.open(visitor.path + "/players")
    assert ("takes over its points" in page.text) == (game != "doppelkopf")
    page = visitor.press("Go on", seat=["Ana", "Ben", "Eva", *names[3:]])
    assert visitor.status == 200
    assert "Eva" in seat(page, 2)


def test_the_place_goes_along_with_the_evening(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + 'place "Café du Port"\n' + WON)
    visitor.open(visitor.path + "/players")
    visitor.press("Go on", seat=["Ana", "Ben", "Eva", "Dan", ""])
    assert 'place "Café du Port"' in app.extensions["tables"].export(visitor.path.split("/")[2])


def test_the_sheet_of_the_evening_holds_the_deals_of_all_its_players(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + WON)
    visitor.open(visitor.path + "/players")
    visitor.press("Go on", seat=["Ana", "Ben", "Eva", "Dan", ""])
    visitor.tap("deal Ana")
    visitor.tap("result taker=Eva contract=petite bouts=3 points=36")
    path = f"{visitor.path}/sheet.pdf"
    waited(visitor, path)
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(visitor.client.get(path).data)).pages)
    for said in ("Cid", "Eva", "Carried over", "+174", "149"):
        assert said in text


def test_the_players_change_between_deals_and_in_numbers_the_game_has(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + WON)
    old = visitor.path
    visitor.open(old + "/players")
    page = visitor.press("Go on", seat=["Ana", "Ben", "", "", ""])
    assert (visitor.status, "2 players: this game is played by" in page.alerts) == (422, True)
    visitor.open(old)
    visitor.tap("deal Ana")
    visitor.open(old + "/players")
    assert "finish it or void it first" in visitor.press("Go on", seat=["Ana", "Ben", "Eva", "Dan", ""]).alerts


def test_a_scribe_at_a_table_is_one_at_the_next_and_who_looked_on_looks_on(far: Callable[[], Visitor]) -> None:
    tablet, phone, stranger = far(), far(), far()
    tablet.new_table()
    phone.open("/j/" + code(tablet, "scribe"))
    phone.press("Join")
    tablet.open(table_of(tablet) + "/players")
    tablet.press("Go on", seat=["Ana", "Eva", "Cléo"])
    assert "Record every card" in phone.open(table_of(tablet)).labels
    assert "Record every card" not in stranger.open(table_of(tablet)).labels


def test_a_change_of_players_is_taken_back_until_something_is_recorded(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + WON)
    old = visitor.path
    for _ in range(2):  # also a second time
        visitor.open(old + "/players")
        visitor.press("Go on", seat=["Ana", "Ben", "Eva", "Dan", ""])
        new = visitor.path
        visitor.open(new + "/players")
        visitor.press("As before: Ana, Ben, Cid, Dan")
        assert visitor.path == old
        assert "It goes on with other players" not in visitor.page.text
        assert new not in visitor.open("/").source
    visitor.open(old + "/players")
    visitor.press("Go on", seat=["Ana", "Ben", "Eva", "Dan", ""])
    visitor.open(visitor.path + "/players")
    form, back = visitor.page.button("As before: Ana, Ben, Cid, Dan")
    visitor.open(visitor.path.removesuffix("/players"))
    visitor.tap("deal Ana")
    visitor.send(form, back)
    assert (visitor.status, "they stay" in visitor.page.alerts) == (422, True)
