"""The static folder of a tournament, opened from a disk in Chromium; the cash desk, looked at by axe."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from referee.club.tournaments import Tournaments
from referee.sheets.site import write_site
from referee.store import Store
from referee.tournament.facts import Drawn, Entered, Fact, Finished, RoundStarted
from referee.tournament.money.facts import BoxCounted, FeesAgreed, PrizesAgreed, Received
from referee.tournament.money.values import Category, Prize, Prizes
from tests.browser.barriers import barriers
from tests.browser.test_looks import SIZES
from tests.help.running import Program
from tests.help.tournament import SETTINGS, told, with_players

EVENING: tuple[Fact, ...] = (
    *with_players(), FeesAgreed(1000, (Category("Women"),)), Received(1, 1000), Received(2, 500), BoxCounted(1400),
    PrizesAgreed(Prizes((Prize(1, cents=501), Prize(2, thing="a ham")))),
    Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))), RoundStarted(1, 0),
    Entered(1, 1, (20, 20, -10, -30)), Entered(1, 2, (1, 2, -3, 0)), Finished(),
)  # fmt: skip


@pytest.mark.parametrize("size", ["table", "phone"])
def test_the_folder_opens_from_a_disk_without_script_and_is_for_everybody(
    browser: Browser, tmp_path: Path, size: str
) -> None:
    first = write_site(told(*EVENING), tmp_path / "site", "fr")
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, java_script_enabled=size == "table")
    page.goto(first.as_uri())
    for link in ("Ana", "Tour 1", "Classement"):
        if size == "table":
            assert barriers(page) == {}, page.url
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.get_by_role("link", name=link, exact=True).click()
    assert page.url == first.as_uri()
    page.context.close()


def test_the_cash_desk_is_for_everybody(browser: Browser, tmp_path: Path) -> None:
    with Store.open(tmp_path / "club.db") as store:
        kept = Tournaments(store)
        event = kept.open(replace(SETTINGS, rounds=1), "open")
        for at, said in enumerate(EVENING):
            kept.act(event, f"act {at}", lambda _, said=said: [said], "Zoé")  # type: ignore[misc]
    program = Program(tmp_path / "club.db")
    program.start()
    try:
        page = browser.new_page(viewport={"width": 390, "height": 844}, locale="en")
        for more in ("desk", "desk?player=1", "desk/box", "desk/prizes", "desk/agreed", "prizes", "standings",
                     f"../season/ranking?t={event}", f"../season/ranking/line?t={event}&name=Ana"):  # fmt: skip
            page.goto(f"{program.url}/tournament/{event}/{more}".replace(f"tournament/{event}/../", ""))
            assert barriers(page) == {}, more
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, more
        page.context.close()
    finally:
        program.kill()
