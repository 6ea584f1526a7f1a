"""Who plays now: somebody joins, leaves or is replaced between two deals, and takes along what they have."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask

from tests.help.web import Visitor
from tests.web.table.test_devices import code, table_of
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
