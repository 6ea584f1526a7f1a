"""A scanner on the page of a table, and people who are asked: by keys that come as a scanner sends them, and by touch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tablet import THREE, pause, playing, record_of, recorded, take_in, tap
from tests.help.running import Program

SLOW_MS = 80  # between two keys of a person


@pytest.fixture(scope="module")
def tablet(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en", viewport={"width": 390, "height": 664}, has_touch=True)
    yield context.new_page()
    context.close()


SCAN = """(keys) => {
  for (const key of keys) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""


def scan(page: Page, card: str) -> None:
    """Send a card as a scanner does: its keys and Enter, one right after the other, however slow the machine is."""
    page.evaluate(SCAN, [*card, "Enter"])


def test_a_scanned_card_is_read_and_people_are_asked_for_one_that_cannot_be(tablet: Page, program: Program) -> None:
    take_in(tablet, program.url, record_of(THREE, *playing()))
    scan(tablet, "H10")
    expect(tablet.locator("#trick .read [data-card=H10]")).to_be_visible()
    scan(tablet, "h10")
    expect(tablet.locator("#asks")).to_have_text("Ben: which card?")
    keys = tablet.locator(".which .key")
    expect(keys).to_have_count(1)
    tap(tablet, "#k-H6")
    expect(tablet.locator("#asks")).to_have_text("Cléo plays")
    assert recorded(tablet)[4:] == ["read Ana H10", "ask Ben H10", "play Ben H6"]


def test_what_a_person_types_or_what_goes_into_a_field_is_no_scan(tablet: Page, program: Program) -> None:
    take_in(tablet, program.url, record_of(THREE, *playing()))
    tablet.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=elsewhere>')")
    tablet.focus("#elsewhere")
    scan(tablet, "S9")
    tablet.evaluate("document.getElementById('elsewhere').remove()")
    tablet.keyboard.type("h9", delay=SLOW_MS)
    tablet.wait_for_selector("#table[data-seq='5']")
    assert recorded(tablet)[4:] == ["play Ana H9"]


def test_two_touches_answer_and_look(tablet: Page, program: Program) -> None:
    shown = ("play Ana H5", "read Ben T4", "play Cléo H9", "trick Ben S2 SK S9", "play Cléo H2", "play Ana H8")
    take_in(tablet, program.url, record_of(THREE, *playing(), *shown, "ask Ben H7 H6"))
    tap(tablet, ".which [value='play Ben H7']")
    expect(tablet.locator("#foul .told")).to_have_text("Look: Ben trump 4")
    pause(tablet)
    tap(tablet, "#foul [value^=confirm]")
    expect(tablet.locator("#foul .told")).to_contain_text("Ben")
    assert recorded(tablet)[-2].startswith("play Ben H7")
    assert recorded(tablet)[-1].startswith("confirm ")
