"""The page that a hall opens on its phones."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.tablet import press_on
from tests.help.running import Program

NAMES = (
    "Marie-Françoise de la Rochefoucauld",
    "Jean-Christophe Vandenbroucke-Lemaître",
    "Anne Li",
    "Wolfgang-Dieter Schulze-Wartenhorst",
)


def test_the_standings_are_whole_on_a_narrow_phone(page: Page, program: Program) -> None:
    page.goto(f"{program.url}/tournament/new?game=tarot")
    page.fill("#title", "Open")
    press_on(page, "#setup button.big")
    for name in NAMES:
        page.fill("#add-name", name)
        page.fill("#add-club", "Tarot Club de Villeurbanne")
        page.click("#add-player form[action$='/add'] button")
        page.wait_for_selector(f".player >> text={name}")
    page.click("#by-hand > summary")
    page.fill("#hand-tables", "1;2;3;4")
    press_on(page, "#by-hand button")
    press_on(page, "#s-now button:has-text('Start round 1')")
    page.click("#s-tables .table-tile a")
    for at, score in enumerate((-1530, 1770, 1490, -1730)):
        page.fill(f"#focus form[action$='/result'] >> input[name='score.{at}']", str(score))
    press_on(page, "#focus form[action$='/result'] button.primary")
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(page.url.partition("?")[0] + "/standings")
    expect(page.locator(".total", has_text="1770")).to_be_visible()
    held, room = page.locator(".standings").evaluate("(e) => [e.scrollWidth, e.parentElement.clientWidth]")
    assert held <= room
