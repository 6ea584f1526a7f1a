"""Two processes asked in turn: what was kept in one's memory is the same from both.

Every page can be asked so: `REFEREE_TEST_TWO=1 pytest tests/web` has all applications of the tests answer in turn.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from flask import Flask

from referee.web.club import sheets
from tests.help.alternating import alternating
from tests.help.postgresql import Server
from tests.help.web import Visitor

FOUND = {"trip": "12", "clock": "0", "keeps": "yes", "awake": "yes", "battery": "80"}


@pytest.fixture
def both(postgresql: Server) -> Iterator[Flask]:
    yield from alternating({"DATABASE": postgresql.address(), "SECRET_KEY": "x"})


def test_the_hall_check_shows_every_device_whichever_is_asked(both: Flask) -> None:
    for number in range(3):
        tablet = Visitor(both, address=f"192.168.1.{number}")
        token = tablet.open("/check").forms[-1].sent(None, {})["csrf_token"]
        sent = FOUND | {"name": f"tablet {number}", "csrf_token": token}
        tablet.client.post("/check", data=sent, headers={"Origin": tablet.origin})
    director = Visitor(both)
    for _ in range(2):
        page = director.open("/check/all").text
        assert [f"tablet {number}" in page for number in range(3)] == [True] * 3
        assert "battery 80 %" in page


def test_a_sheet_that_both_are_asked_for_counts_once(both: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets.sheets, "blank", lambda *_, **__: b"%PDF")
    monkeypatch.setattr(sheets, "SHEETS", 2)
    guest = Visitor(both, address="192.168.1.77")

    def ordered(seats: int) -> list[int]:
        """What the one and then the other says of a sheet, once it lies there."""
        told: list[int] = []
        while len(told) < 2:
            answer = guest.client.get(f"/blank/double-{seats}.pdf")
            told += [answer.status_code] if answer.mimetype == "application/pdf" or answer.status_code != 200 else []
            time.sleep(0.005)
        return told

    assert [ordered(seats) for seats in (2, 3, 4)] == [[200, 200], [200, 200], [429, 429]]
