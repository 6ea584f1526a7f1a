"""A plain score sheet by finger and by keyboard."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.tablet import Screen, recorded, take_in
from tests.browser.test_offline import back, cut
from tests.help.running import Program

SHEET = "game plain\noption sum=26\nseats Nora Ben Cid Ana\ndeal Ana\nresult points=0,13,8,5\n"


def test_a_round_is_typed_with_the_keys_on_the_page_and_the_next_by_keyboard(screen: Screen, program: Program) -> None:
    """Two digits alike in a row are two digits; the last player's points follow from the others."""
    page = screen(390, 844, has_touch=True)
    take_in(page, program.url, SHEET)

    def key(sign: str) -> None:
        page.tap(f"[data-digit='{sign}']")

    def field(name: str) -> str:
        return page.input_value(f"[name='points.{name}']")

    for sign in "11±→9⌫3→40→":
        key(sign)
    assert [field(name) for name in ("Nora", "Ben", "Cid", "Ana")] == ["-11", "3", "40", ""]
    expect(page.locator("[name='points.Ana']")).to_have_attribute("placeholder", "-6")
    expect(page.locator(".points output")).to_have_text("26 / 26")
    key("→")
    expect(page.locator("#asks")).to_have_text("Ben deals: round 3")
    assert recorded(page)[-2:] == ["deal Nora", "result points=-11,3,40,-6"]

    expect(page.locator("[name='points.Nora']")).to_be_focused()
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    page.keyboard.type("5-")
    page.keyboard.press("Enter")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    expect(page.locator(".points output")).to_have_text("25 / 26")
    page.keyboard.press("Enter")
    expect(page.locator("#strip")).to_contain_text("they add up to 25, expected 26")
    assert [field(name) for name in ("Nora", "Ben", "Cid", "Ana")] == ["20", "-5", "7", "3"]
    page.fill("[name='points.Ana']", "4")
    page.keyboard.press("Enter")
    expect(page.locator("#asks")).to_have_text("Cid deals: round 4")
    assert recorded(page)[-2:] == ["deal Ben", "result points=20,-5,7,4"]
    expect(page.locator("[name='points.Nora']")).to_be_focused()


def test_bids_and_points_without_network_arrive_once(screen: Screen, program: Program) -> None:
    """The first bid opens the round. Each counts for the player whose turn it is; what was typed waits like any tap."""
    page = screen(390, 664, has_touch=True)
    take_in(page, program.url, "game plain\npreset oh-hell-bids\nseats Nora Ben Cid\n")

    def bid(tricks: int) -> None:
        page.locator("#pad button.choice").get_by_text(str(tricks), exact=True).click(no_wait_after=True)

    expect(page.locator("#asks")).to_have_text("Cid deals: round 1 · Nora: how many tricks?")
    cut(page)
    for at, tricks in enumerate((2, 0, 1), 1):
        bid(tricks)
        expect(page.locator("#badge")).to_have_text(f"{at} waiting")
    back(page)
    expect(page.locator("#asks")).to_have_text("The points of this round")
    assert recorded(page)[1:] == ["deal Cid", "bid Nora 2", "bid Ben 0", "bid Cid 1"]
    for sign in "2→1→0":
        page.tap(f"[data-digit='{sign}']:visible")
    expect(page.locator(".preview")).to_contain_text("12")
    cut(page)
    page.tap("[data-digit='→']:visible")
    expect(page.locator("#badge")).to_have_text("1 waiting")
    page.reload()
    expect(page.locator("#badge")).to_have_text("1 waiting")
    back(page)
    expect(page.locator("#asks")).to_have_text("Nora deals: round 2 · Ben: how many tricks?")
    assert recorded(page)[5:] == ["result tricks=2,1,0"]
    assert page.get_attribute("#table", "data-seq") == "5"
    page.click("#undo")
    expect(page.locator("#asks")).to_have_text("The points of this round")
