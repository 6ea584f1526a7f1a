"""Phones come to a table by its codes, one tap each; turned out, they only look on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.barriers import barriers
from tests.browser.tablet import bidding, record_of, says, take_in, tap
from tests.browser.test_looks import SMALL, WIDER
from tests.help.running import Program


@pytest.fixture
def phones(browser: Browser) -> Iterator[list[Page]]:
    """Three phones elsewhere in the room: what passes a request on makes it nobody's own machine."""
    contexts = [
        browser.new_context(
            viewport={"width": 390, "height": 844},
            locale=locale,
            reduced_motion="reduce",
            extra_http_headers={"X-Forwarded-For": "192.168.1.9"},
        )
        for locale in ("en", "fr", "de")
    ]
    for context in contexts:
        context.add_init_script("setInterval = () => 0")  # no page asks by itself: what comes, comes as news
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def fits(page: Page) -> None:
    """No control too small, no page too wide, nobody kept out."""
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDER) == 0
    assert barriers(page) == {}


def invited(owner: Page, role: str) -> str:
    """The code for a role, as it stands on the page of devices."""
    codes = owner.locator(".code")
    before = codes.first.inner_text() if codes.count() else ""
    owner.click(f"button[name=role][value={role}]")
    expect(codes.first).not_to_have_text(before)
    return codes.first.inner_text()


def test_a_scribe_a_player_and_a_spectator_come_by_code_and_one_is_turned_out(
    browser: Browser, program: Program, phones: list[Page]
) -> None:
    tablet = browser.new_page()
    take_in(tablet, program.url, record_of(("Ana", "Ben", "Cléo"), *bidding()))
    table = tablet.url
    tablet.click("#door a")
    tablet.wait_for_url("**/devices")
    fits(tablet)
    scribe, player, spectator = phones

    scribe.goto(program.url + "/j")
    fits(scribe)
    scribe.fill("#code", invited(tablet, "scribe").lower())
    scribe.click(".code-form button")
    scribe.wait_for_selector("form[action*='/j/']")
    fits(scribe)
    scribe.click("main form button")
    scribe.wait_for_selector("#table")
    assert scribe.url.split("?")[0] == table
    expect(tablet.locator(".members .member")).to_have_count(1)

    player.goto(f"{program.url}/j/{invited(tablet, 'player')}")
    fits(player)
    player.click("main form button >> text=Ana")
    player.wait_for_selector("#table")
    says(player, "Ana")
    player.click("#bar [form=call]")
    expect(player.locator("#call [role=status]")).to_be_visible()
    fits(player)
    expect(scribe.locator("#call [role=alert]")).to_contain_text("Ana")
    scribe.click("#call button")
    expect(scribe.locator("#call")).to_have_count(0)
    expect(player.locator("#call [role=status]")).to_have_count(0)

    spectator.goto(table)
    fits(spectator)
    spectator.goto(f"{program.url}/j/{invited(tablet, 'spectator')}")
    spectator.click("main form button")
    spectator.wait_for_selector("#table")
    expect(spectator.locator("#table form")).to_have_count(0)

    tap(player, "button[value='bid Ana 4']")
    scribe.wait_for_selector("#table[data-seq='2']")
    tap(scribe, "button[value='bid Ben 5']")
    spectator.wait_for_selector("#table[data-seq='3']")
    fits(tablet)

    tablet.click(".members li:has-text('scribe') .danger")
    expect(tablet.locator(".members .member")).to_have_count(2)
    expect(scribe.locator("#door [role=alert]")).to_be_visible()
    scribe.reload()
    expect(scribe.locator("#table form")).to_have_count(0)
    tablet.close()
