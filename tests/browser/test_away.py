"""The laptop goes away while a director types: the page says so, keeps what was typed, and sends it once."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.errand import desk_of, open_console
from tests.browser.tablet import press_on, take_in
from tests.help.running import Program

AWAY = "The laptop does not answer."


def console(page: Page, program: Program) -> None:
    """A console with four players, seated and begun, the table's result asked for."""
    desk = desk_of(page, program.url)
    desk.begin("Ana", "Ben", "Cléo", "Dan")
    open_console(page, program.url, desk, "?round=1&table=1#focus")
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


def test_a_form_sent_in_the_moment_the_laptop_falls_is_sent_once_it_is_back(browser: Browser, fragile: Program) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    console(page, fragile)
    scores = page.locator("form[action$='/result'] input[type=text]")
    for at, score in enumerate(("30", "-10", "-10", "-10")):
        scores.nth(at).fill(score)
    fragile.kill()
    page.click("form[action$='/result'] button.primary")  # nothing on the page tells yet that the laptop is gone
    expect(page.get_by_text("Not sent yet: kept here, and sent once the laptop answers.")).to_be_visible()
    assert [scores.nth(at).input_value() for at in range(4)] == ["30", "-10", "-10", "-10"]
    page.click("text=Quick entry")
    assert "/quick" not in page.url
    fragile.start()
    expect(page.locator("#focus .latest td").first).to_have_text("30")
    context.close()


def test_what_a_device_keeps_is_opened_from_the_page_that_says_no_contact(page: Page, program: Program) -> None:
    take_in(page, program.url, "game double-detente\nseats Ana Ben Cid\n")
    kept = page.url
    page.goto(program.url + "/offline")
    page.route("**/health", lambda route: route.abort())  # the laptop is away; the worker answers for the table
    page.locator("main .links").evaluate(
        "(links, kept) => { links.innerHTML = `<li><a href='${kept}'>Kept</a></li>`; }", kept
    )
    page.click("main .links a")
    page.wait_for_selector("#table")


def test_a_link_followed_while_a_form_is_on_its_way_leads_on_once_it_is_taken(page: Page, program: Program) -> None:
    page.goto(f"{program.url}/tournament/new?game=tarot")
    page.fill("#title", "In a hurry")
    press_on(page, "#setup button.big")
    page.fill("#add-name", "Ana")
    page.route("**/health", lambda route: None)  # the form is answered before the laptop is asked for the link
    page.evaluate("""() => {
      document.querySelector("#add-player form[action$='/add'] button").click();
      Array.from(document.querySelectorAll("a")).find((link) => link.href.endsWith("/directors-guide")).click();
    }""")
    page.wait_for_url("**/directors-guide")
    page.unroute("**/health")
    page.go_back()
    expect(page.locator(".player")).to_have_count(1)


def test_a_link_followed_while_the_next_page_comes_takes_its_place(page: Page, program: Program) -> None:
    page.goto(f"{program.url}/tournament/new?game=tarot")
    page.fill("#title", "In a greater hurry")
    page.route(re.compile(r"/tournament/\w{8}$"), lambda route: None)  # the next page is slow,
    page.route("**/health", lambda route: None)  # and so would the laptop be with any other question
    page.evaluate("""() => {
      document.querySelector("#setup button.big").click();
      setTimeout(() => document.querySelector("a[href='/']").click(), 1500);
    }""")
    page.wait_for_url(f"{program.url}/")
    expect(page.locator(".tile", has_text="In a greater hurry")).to_be_visible()


def test_a_form_whose_answer_is_lost_is_done_once(page: Page, program: Program) -> None:
    console(page, program)
    lost = []

    def lose(route: Route) -> None:
        """Have the program do it, and lose what it answers, the first time."""
        if lost:
            return route.continue_()
        lost.append(route.fetch(max_redirects=0).status)
        return route.abort()

    page.route("**/result", lose)
    for at, score in enumerate(("60", "-20", "-20", "-20")):
        page.locator("form[action$='/result'] input[type=text]").nth(at).fill(score)
    page.click("form[action$='/result'] button.primary")
    expect(page.locator("#focus .latest td").first).to_have_text("60")
    assert len(lost) == 1
    page.goto(page.url.partition("?")[0] + "?log=all")
    expect(page.locator(".log-text", has_text="entered 60, −20, −20, −20")).to_have_count(1)


def test_what_was_refused_stands_where_it_was_typed(page: Page, program: Program) -> None:
    console(page, program)
    scores, send = page.locator("form[action$='/result'] input[type=text]"), "form[action$='/result'] button.primary"
    for at, score in enumerate(("70", "-20", "-20", "-20")):
        scores.nth(at).fill(score)
    page.click(send)
    expect(page.locator("main [role=alert]").first).to_contain_text("Not done.")
    assert scores.first.input_value() == "70"
    expect(page.locator("form[action$='/result'] output")).to_have_text("10")
    other = page.context.new_page()
    other.goto(page.url.partition("?")[0] + "?round=1&table=1")
    for at, score in enumerate(("60", "-20", "-20", "-20")):
        other.locator("form[action$='/result'] input[type=text]").nth(at).fill(score)
    other.click(send)
    expect(page.locator(".refusal")).to_have_count(0)  # the result is there: what was refused says nothing any more
    scores.first.fill("60")
    page.context.clear_cookies()  # whoever sends this page is nobody the program knows
    page.click(send)
    expect(page.locator("#away strong")).to_have_text("This page is too old")
    assert scores.first.input_value() == "60"


def opened(browser: Browser, url: str) -> Page:
    page = browser.new_page(locale="en")
    page.goto(url)
    return page


def test_every_page_stays_with_what_is_typed_while_the_laptop_is_away(browser: Browser, fragile: Program) -> None:
    event, table, home, season, laws = (
        opened(browser, fragile.url + path) for path in ("/tournament/new", "/new", "/", "/season", "/laws")
    )
    typed = {event: {"#title": "An evening"}}
    typed[table] = {f"input[name=seat] >> nth={at}": name for at, name in enumerate(("Ana", "Ben", "Cléo", "Dan"))}
    fragile.kill()
    for page in (event, table, home, season, laws):
        expect(page.locator("#away strong")).to_have_text(AWAY)
    for page, fields in typed.items():
        for field, text in fields.items():
            page.fill(field, text)
        page.click("#setup button.big" if page is event else ".opens button")
        expect(page.get_by_text("Not sent yet: kept here, and sent once the laptop answers.")).to_be_visible()
        assert {field: page.input_value(field) for field in fields} == fields
    for page in (event, table, home, season, laws):
        before = page.url
        page.click("header .brand")  # no error page of the browser
        assert page.url == before
    fragile.start()
    expect(event.locator(".bar-title h1")).to_have_text("An evening")
    table.wait_for_selector("#table")
    for page in (home, season, laws):
        expect(page.locator("#away")).to_be_hidden()
        page.click("header .brand")
        page.wait_for_url(fragile.url + "/")
        page.close()


def test_a_link_at_a_table_leads_nowhere_while_the_laptop_is_away(browser: Browser, fragile: Program) -> None:
    page = browser.new_page()
    take_in(page, fragile.url, "game double-detente\nseats Ana Ben Cid\n")
    at = page.url
    fragile.kill()
    expect(page.locator("#badge.lost")).to_be_visible()
    page.click("header .brand")
    assert page.url == at
    fragile.start()
    expect(page.locator("#badge:not(.lost)")).to_be_visible()
    page.click("header .brand")
    page.wait_for_url(fragile.url + "/")
    page.close()


def test_a_page_that_waits_asks_again_after_a_lost_request(page: Page, program: Program) -> None:
    console(page, program)
    page.goto(page.url.partition("?")[0] + "/print")
    page.route("**/*", lambda route: route.abort() if "hx-request" in route.request.headers else route.continue_())
    page.click("main form button.primary")
    for _ in range(3):
        with page.expect_request(lambda request: "hx-request" in request.headers):
            pass
