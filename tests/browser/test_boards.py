"""The director's page of boards in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from referee.club.boards import Boards
from referee.club.seals import Seals
from referee.club.tournaments import Tournaments
from referee.store import Store
from referee.tournament.facts import Drawn, RoundStarted
from tests.help.running import Program
from tests.help.tournament import SETTINGS, with_players


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[str]:
    """The address of a tournament whose first round has boards."""
    with Store.open(tmp_path / "club.db") as store:
        events = Tournaments(store)
        event = events.open(replace(SETTINGS, scoring="topage"), "open")
        for at, said in enumerate((*with_players(), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))), RoundStarted(1, 0))):
            events.act(event, f"act {at}", lambda _, said=said: [said])  # type: ignore[misc]
        Boards(events, Seals(tmp_path / "club.db.seals")).seal(event, "seal", 1, 1, 3, "director")
    program = Program(tmp_path / "club.db")
    program.start()
    yield f"{program.url}/tournament/{event}/boards"
    program.kill()


def test_the_page_of_boards_is_no_table_and_asks_for_none(browser: Browser, desk: str) -> None:
    page, lost = browser.new_page(), list[str]()
    page.on("response", lambda answer: lost.append(answer.url) if answer.status >= 400 else None)
    with page.expect_response(lambda answer: "/boards/seen" in answer.url):  # its own part, after two seconds
        page.goto(desk)
    assert lost == []
    assert page.locator("#badge").is_hidden()
    page.context.close()
