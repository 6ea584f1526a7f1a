"""The laptop goes away while a director types: the page says so, keeps what was typed, and sends it once."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.help.running import Program

AWAY = "The laptop does not answer."


def console(page: Page, program: Program) -> None:
    """A console with four players, seated and begun."""
    page.goto(f"{program.url}/tournament/new?game=tarot")
    page.fill("#title", "An evening")
    page.click("#setup button.big")
    for name in ("Ana", "Ben", "Cléo", "Dan"):
        page.fill("#add-name", name)
        page.click("#add-player form[action$='/add'] button")
    page.click("#by-hand > summary")
    page.fill("#hand-tables", "Ana; Ben; Cléo; Dan")
    page.click("#by-hand button")
    page.click("#s-now button:has-text('Start round 1')")
    page.click("#s-tables .table-tile a")
    expect(page.locator("#focus-head")).to_be_visible()


def test_a_result_typed_while_the_laptop_is_away_stays_and_is_sent_once(browser: Browser, fragile: Program) -> None:
    context = browser.new_context(locale="en", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    console(page, fragile)
    fragile.kill()
    expect(page.locator("#away strong")).to_have_text(AWAY)
    expect(page.locator("#away")).to_be_visible()
    scores = page.locator("form[action$='/result'] input[type=text]")
    for at, score in enumerate(("30", "-10", "-10", "-10")):
        scores.nth(at).fill(score)
    page.click("form[action$='/result'] button.primary")
    expect(page.get_by_text("Not sent yet: kept here, and sent once the laptop answers.")).to_be_visible()
    page.click("form[action$='/result'] button.primary")  # an impatient second tap
    page.click("text=Quick entry")  # no error page of the browser
    assert [scores.nth(at).input_value() for at in range(4)] == ["30", "-10", "-10", "-10"]
    fragile.start()
    expect(page.locator("#focus .latest td").first).to_have_text("30")
    expect(page.locator("#away")).to_be_hidden()
    page.goto(page.url.partition("?")[0] + "?log=all")
    expect(page.locator(".log-text", has_text="entered 30, −10, −10, −10")).to_have_count(1)
    context.close()


def test_a_page_that_waits_asks_again_after_a_lost_request(page: Page, program: Program) -> None:
    console(page, program)
    page.goto(page.url.partition("?")[0] + "/print")
    page.route("**/*", lambda route: route.abort() if "hx-request" in route.request.headers else route.continue_())
    page.click("main form button.primary")
    for _ in range(3):
        with page.expect_request(lambda request: "hx-request" in request.headers):
            pass
