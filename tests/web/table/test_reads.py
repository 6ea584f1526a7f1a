"""Cards that a reader told, on the page of a table: marked, asked for, looked at."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.help.web import Visitor

BEGUN = ("deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3")
SHOWN = (*BEGUN, "read Ana H5", "read Ben T4", "play Cléo H9", "trick Ben S2 SK S9", "play Cléo H2", "play Ana H8",
         "read Ben H7")  # fmt: skip
OVER = (*SHOWN, "result tricks=4,5,4")


@pytest.fixture
def scanned(visitor: Visitor) -> Visitor:
    visitor.take_in(*BEGUN)
    return visitor


def scan(visitor: Visitor, card: str) -> None:
    """Send a card as the page does when a scanner has typed it."""
    form = visitor.page.forms_of("fact")[0]
    data = form.sent(None, {})
    data.pop("fact", None)
    data["card"] = card
    address = f"{visitor.path.partition('?')[0]}/scan"
    visitor._arrive(visitor.client.post(address, data=data, headers={"Origin": visitor.origin}), address)
    there = address.removesuffix("/scan")
    visitor.path = there


def log(app: Flask, visitor: Visitor) -> list[str]:
    return [entry.fact.line() for entry in app.extensions["tables"].get(visitor.path.split("/")[2]).table.log]


def test_a_scanned_card_lies_there_as_read(app: Flask, scanned: Visitor) -> None:
    scan(scanned, "h9")
    assert log(app, scanned)[-1] == "read Ana H9"
    assert "Ana (read):" in scanned.open(scanned.path).text


def test_a_card_scanned_twice_is_asked_for(app: Flask, scanned: Visitor) -> None:
    scan(scanned, "H9")
    scanned.open(scanned.path)
    scan(scanned, "H9")
    assert log(app, scanned)[-1] == "ask Ben H9"
    assert "Ben: which card?" in scanned.open(scanned.path).text


@pytest.mark.parametrize("card", ["H99", "", "H5+", "H5+H6"])
def test_what_is_no_card_is_refused_with_the_reason(app: Flask, scanned: Visitor, card: str) -> None:
    scan(scanned, card)
    assert scanned.status == 422
    assert scanned.page.alerts
    assert len(log(app, scanned)) == len(BEGUN)


def test_a_card_scanned_while_others_were_on_their_way_stays_read(app: Flask, scanned: Visitor) -> None:
    form = scanned.page.forms_of("fact")[0]
    data = form.sent(None, {})
    data.pop("fact", None)
    data.update({"card": "H9", "behind": "1"})
    scanned.client.post(f"{scanned.path}/scan", data=data, headers={"Origin": scanned.origin})
    assert log(app, scanned)[-1] == "read Ana H9"


def test_the_line_names_the_cards_and_one_tap_says_that_they_are_right(app: Flask, visitor: Visitor) -> None:
    visitor.take_in(*SHOWN)
    assert visitor.page.alerts == "Look: Ana ♥5, Ben trump 4, Ben ♥7"
    visitor.press("Right")
    assert log(app, visitor)[-1] == "confirm 5 6 11"
    assert "Ben" in visitor.page.alerts
    assert "Look:" not in visitor.page.alerts


def test_another_card_leads_to_the_pad_and_after_the_deal_to_the_history(visitor: Visitor) -> None:
    page = visitor.take_in(*SHOWN)
    assert any("mend=11" in href for href, said in page.links if "Ben ♥7" in said)
    page = visitor.take_in(*OVER)
    assert any("/history?fix=11" in href for href, said in page.links if "Ben ♥7" in said)


@pytest.mark.parametrize("over", [False, True], ids=["on the pad", "in the history"])
def test_people_put_a_read_card_right(app: Flask, visitor: Visitor, over: bool) -> None:
    page = visitor.take_in(*(OVER if over else SHOWN))
    visitor.open(next(href for href, said in page.links if "Ben ♥7" in said).partition("#")[0])
    mends = [form for form in visitor.page.forms if any((c.name, c.value) == ("line", "11") for c in form.controls)]
    form, key = next((form, c) for form in mends for c in form.controls if c.value == "S7")
    visitor.send(form, key)
    if over:
        visitor.press("Record")
    assert "correct 11 play Ben S7" in log(app, visitor)
    assert "Look:" not in visitor.open(f"/t/{visitor.path.split('/')[2].partition('?')[0]}").text


def test_who_does_not_write_is_asked_nothing(app: Flask, visitor: Visitor) -> None:
    visitor.take_in(*SHOWN)
    phone = Visitor(app, address="192.168.1.7")
    assert "Look:" not in phone.open(visitor.path).text
