"""A group's book in a browser: nobody is kept out, nothing is wider than a phone, and one tap shares the evening."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.barriers import barriers_by_day_and_night
from tests.browser.tablet import take_in
from tests.browser.test_looks import SMALL, WIDER, looking
from tests.help.running import Program

PAGES = ("", "/evening", "/ratings")
SIDEWAYS = """() => [...document.querySelectorAll("main *")].filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth
  && getComputedStyle(e).overflowX === "auto").map((e) => `${e.textContent.trim().slice(0, 40)}: ${e.scrollWidth}`)"""
"""What a person would have to push aside on the phone."""
PAPER = "Datum;Anna;Benoît\n3.1.2019;120;-120\n"


def record(day: str, *results: str) -> str:
    lines = ["game tarot", f"date {day}", "seats Anna Benoît Chloé Maximilian"]
    for result in results:
        lines += ["deal Anna", f"result {result}"]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def book(browser: Browser, program: Program) -> str:
    """The address of a group's page, with two evenings."""
    page = browser.new_page()
    take_in(
        page,
        program.url,
        record("2025-02-03", *(f"taker=Anna contract=garde bouts=2 points={n}" for n in (46, 30, 41))),
    )
    table = page.url.rpartition("/")[2]
    take_in(page, program.url, record("2025-02-10", "taker=Benoît contract=petite bouts=3 points=30"))
    page.close()
    return f"{program.url}/book/{table}"


def test_the_book_keeps_nobody_out(browser: Browser, program: Program, book: str) -> None:
    page, found = looking(browser, program, "fr", "auto"), {}
    for path in (*(book + path for path in PAGES), program.url + "/book/paper"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
        if broken := barriers_by_day_and_night(page):
            found[path] = broken
    page.context.close()
    assert found == {}


def test_the_book_fits_a_phone_and_a_finger(browser: Browser, program: Program, book: str) -> None:
    page = looking(browser, program, "de", "light", "phone")
    page.set_viewport_size({"width": 360, "height": 640})
    for path in (*(book + path for path in PAGES), program.url + "/book/paper"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
        assert page.evaluate(WIDER) == 0, path
        assert page.evaluate(SIDEWAYS) == [], path
        assert page.evaluate(SMALL) == [], path
    page.context.close()


def test_one_tap_saves_the_picture_and_copies_the_text(browser: Browser, program: Program, book: str) -> None:
    page = looking(browser, program, "en", "light", "phone", permissions=["clipboard-read", "clipboard-write"])
    page.goto(book + "/evening")
    with page.expect_download() as download:
        page.get_by_role("button", name="Share").click()
    picture = Path(download.value.path()).read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20], "big") == 1080
    expect(page.locator("#shared")).to_have_text("The picture is saved and the text copied.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("French Tarot · 3 February 2025\n1. Anna ")
    page.context.close()


def test_where_the_system_shares_it_gets_picture_and_text(browser: Browser, program: Program, book: str) -> None:
    page = looking(browser, program, "en", "light", "phone")
    page.add_init_script(
        "navigator.canShare = () => true; navigator.share = async (given) => { window.shared = given; };"
    )
    page.goto(book + "/evening")
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("window.shared")
    assert page.evaluate("[shared.files[0].type, shared.text.split('\\n').length]") == ["image/png", 5]
    page.context.close()
