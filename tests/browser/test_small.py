"""The page that a hall opens on its phones."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.errand import desk_of, open_console
from tests.help.running import Program

NAMES = (
    "Marie-Françoise de la Rochefoucauld",
    "Jean-Christophe Vandenbroucke-Lemaître",
    "Anne Li",
    "Wolfgang-Dieter Schulze-Wartenhorst",
)


def test_the_standings_are_whole_on_a_narrow_phone(page: Page, program: Program) -> None:
    desk = desk_of(page, program.url)
    for name in NAMES:
        desk.prepare("add", name=name, club="Tarot Club de Villeurbanne", here="yes")
    desk.seat(1, *NAMES)
    desk.do("start")
    desk.result(1, -1530, 1770, 1490, -1730)
    page.set_viewport_size({"width": 360, "height": 780})
    open_console(page, program.url, desk, "/standings")
    expect(page.locator(".total", has_text="1770")).to_be_visible()
    held, room = page.locator(".standings").evaluate("(e) => [e.scrollWidth, e.parentElement.clientWidth]")
    assert held <= room
