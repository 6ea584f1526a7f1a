"""The network cut with taps in flight, reloads, conflicts, five devices: nothing lost, nothing doubled."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, Route, expect

from tests.browser.tablet import THREE, Screen, key, playing, press, record_of, recorded, take_in, tap
from tests.help.running import Program
from tests.oracle.deals import make_part
from tests.oracle.detente import full_deck
from tests.oracle.table import honest

FIVE = ((1280, 800), (810, 1080), (390, 844), (844, 390), (1080, 810))
"""The sizes of five devices, a phone among them."""
RECORDED = re.compile("/(fact|prompt)$")
"""Where taps and the forms of the table are sent."""


def cut(page: Page, let_through: int = 0) -> None:
    """No tap arrives any more, and no news; of the first so many the answer alone is lost."""
    left = [let_through]

    def lose(route: Route) -> None:
        if left[0]:
            left[0] -= 1
            route.fetch()  # it arrives, and its answer does not
        route.abort()

    page.context.route(RECORDED, lose)
    page.context.route("**/live*", lambda route: route.abort())


def mend(page: Page) -> None:
    page.context.unroute(RECORDED)
    page.context.unroute("**/live*")


def back(page: Page) -> None:
    """The network is there again, and the browser says so."""
    mend(page)
    page.evaluate("dispatchEvent(new Event('online'))")


def test_a_whole_part_tapped_without_network_arrives_once_and_in_order(page: Page, program: Program) -> None:
    part = make_part(Random(7), THREE, "Cléo", number=1, deck=full_deck(), cards=13, choose=honest(Random(7)))
    bids = [f"bid {seat} {bid}" for seat, bid in part.bids]
    take_in(page, program.url, record_of(THREE, "deal Cléo part=1", *bids))
    plays = list(part.plays())
    cut(page, let_through=1)
    for number, (_, card) in enumerate(plays, 1):
        page.click(key(card), no_wait_after=True)
        expect(page.locator("#badge")).to_have_text(f"{number} waiting")
        if number == 9:  # a wrong card, taken back before anything is sent
            page.click(key("?"))
            expect(page.locator("#badge")).to_have_text("10 waiting")
            page.click("#undo")
            expect(page.locator("#badge")).to_have_text("9 waiting")
        if number == 20:  # the page is loaded again; what was tapped is still there, in order
            page.reload()
            expect(page.locator("#badge")).to_have_text("20 waiting")
    expect(page.locator("#contact")).to_contain_text("Not saved.")
    expect(page.locator("#caption")).not_to_contain_text("Trick 1 of 13", use_inner_text=True)
    expect(page.locator("#contact .waiting li")).to_have_count(len(plays))
    mend(page)
    page.dispatch_event("#contact [data-do=retry]", "click")  # hidden, where it was sent by itself meanwhile
    page.wait_for_selector(f"#table[data-seq='{4 + len(plays)}']")
    expect(page.locator("#badge")).to_have_text("saved")
    expect(page.locator("#contact")).to_be_hidden()
    assert recorded(page)[4:] == [f"play {seat} {card}" for seat, card in plays]
    page.reload()
    assert page.get_attribute("#table", "data-seq") == str(4 + len(plays))
    assert page.locator(".foul").count() == 0


def test_without_network_too_a_pair_is_led_by_the_chips_and_after_it_a_single_card(
    page: Page, program: Program
) -> None:
    begun = "deal Dan master=Ana levels=3,3 trump=H\nplay Ana D5\nplay Ben D6\nplay Cid D8\n"
    take_in(page, program.url, "game da-ban\nseats Ana Ben Cid Dan\n" + begun)
    page.set_viewport_size({"width": 390, "height": 664})
    sizes = page.locator("#pad .sizes")
    expect(sizes).to_be_hidden()
    cut(page)
    press(page, "label:has(> #k-D9)")
    expect(page.locator("#badge")).to_have_text("1 waiting")
    expect(sizes).to_be_in_viewport(ratio=1)
    sizes.locator("[value='2']").check()
    for number, cards in (
        (2, ["CK"]),
        (3, ["C6", "C8"]),
        (4, ["C9", "CJ"]),
        (5, ["C7", "C10"]),
        (6, ["SA"]),
        (7, ["S6"]),
    ):
        for card in cards:
            press(page, f"label:has(> #k-{card})")
        expect(page.locator("#badge")).to_have_text(f"{number} waiting")
    back(page)
    expect(page.locator("#badge")).to_have_text("saved")
    assert recorded(page)[4:] == [
        *("play Dan D9", "play Dan CK+CK", "play Ana C6+C8", "play Ben C9+CJ", "play Cid C7+C10"),
        *("play Dan SA", "play Ana S6"),
    ]


def test_a_conflict_shows_both_versions_and_a_person_chooses(page: Page, program: Program, screen: Screen) -> None:
    take_in(page, program.url, record_of(THREE, *playing()))
    other = screen(390, 844)
    other.goto(page.url)
    cut(page)
    for card in ("H5", "H6", "H9"):
        page.click(key(card), no_wait_after=True)
    expect(page.locator("#badge")).to_have_text("3 waiting")
    tap(other, key("S9"))  # another card, from the other device
    back(page)
    contact = page.locator("#contact")
    expect(contact).to_contain_text("The table has moved on")
    expect(page.locator(".notice")).to_contain_text("Ana plays ♠9")
    waiting = ["Ana 5 of hearts ×", "Ben 6 of hearts ×", "Cléo 9 of hearts ×"]
    expect(contact.locator(".waiting button")).to_have_text(waiting)
    page.set_viewport_size({"width": 390, "height": 664})
    for button in contact.locator(".ways .button:visible").all():  # what is decided is in sight, however much waits
        expect(button).to_be_in_viewport(ratio=1)
    tap(other, key("H3"))
    page.wait_for_selector("#table[data-seq='6']")  # the table is followed meanwhile
    expect(contact.locator(".meanwhile")).to_have_text("Meanwhile: Ana plays ♠9 · Ben plays ♥3 · Cléo plays")
    assert recorded(page)[4:] == ["play Ana S9", "play Ben H3"]  # nothing is sent before somebody has chosen
    contact.locator(".waiting button").first.click()
    expect(contact.locator(".waiting button")).to_have_count(2)
    page.reload()  # the choice waits through a reload
    expect(contact.locator(".waiting button")).to_have_text(waiting[1:])
    contact.locator(".waiting button").first.click()
    contact.locator("[data-do=retry]").click()
    page.wait_for_selector("#table[data-seq='7']")
    expect(contact).to_be_hidden()
    assert recorded(page)[4:] == ["play Ana S9", "play Ben H3", "play Cléo H9"]
    other.wait_for_selector("#table[data-seq='7']")


def test_the_same_tap_of_two_devices_settles_itself_and_what_was_tapped_after_it_goes_on(
    page: Page, program: Program, screen: Screen
) -> None:
    take_in(page, program.url, record_of(THREE, *playing()))
    other = screen(390, 844)
    other.goto(page.url)
    cut(page)
    for card in ("H5", "H6"):
        page.click(key(card), no_wait_after=True)
    tap(other, key("H5"))
    back(page)
    page.wait_for_selector("#table[data-seq='6']")
    assert recorded(page)[4:] == ["play Ana H5", "play Ben H6"]


def test_taps_that_wait_may_be_dropped_and_the_table_goes_on(page: Page, program: Program, screen: Screen) -> None:
    take_in(page, program.url, record_of(THREE, *playing()))
    other = screen()
    other.goto(page.url)
    cut(page)
    page.click(key("H5"), no_wait_after=True)
    page.click(key("H6"), no_wait_after=True)
    tap(other, key("S9"))
    back(page)
    expect(page.locator("#contact [data-do=drop]")).to_be_visible()
    page.click("#contact [data-do=retry]")  # refused: the sheet says which and why, as it lies over the line
    expect(page.locator("#contact .waiting button")).to_have_text("Ben 6 of hearts ×")
    expect(page.locator("#contact .meanwhile")).to_contain_text(
        "Ana 5 of hearts – Not recorded. Ana has played to trick 1 already"
    )
    page.click("#contact [data-do=drop]")
    expect(page.locator("#badge")).to_have_text("saved")
    tap(page, key("S3"))
    assert recorded(page)[4:] == ["play Ana S9", "play Ben S3"]


def test_cards_of_da_ban_that_wait_are_named(page: Page, program: Program) -> None:
    begun = "game da-ban\nseats Ana Ben Cid Dan\ndeal Dan\nshow Ana BK\nshow Ana H4\n"
    take_in(page, program.url, begun + "kitty S4 C6 C9 D9 C9 DQ\ndiscard Ana count=6\n")
    cut(page)
    press(page, key("S5"))
    press(page, key("S6"))
    expect(page.locator("#contact .waiting li")).to_have_text(["Ana 5 of spades", "Ben 6 of spades"])
    mend(page)


def test_five_devices_at_one_table_record_a_card_once_and_see_the_same(
    page: Page, program: Program, screen: Screen
) -> None:
    take_in(page, program.url, record_of(THREE, *playing()))
    pages = [screen(*size) for size in FIVE]
    for each in pages:
        each.goto(page.url)
        each.context.route("**/live*", lambda route: route.abort())  # none sees another's tap coming
        if each.locator("label.tab.H").is_visible():
            each.click("label.tab.H")
    for each in pages:
        each.click(key("H5"), no_wait_after=True)
    for each in pages:
        each.wait_for_selector("#table[data-seq='5']")
    assert sum(each.locator(".notice", has_text="Not recorded").count() for each in pages) == 4
    assert recorded(page)[4:] == ["play Ana H5"]
    for each in pages:
        each.context.unroute("**/live*")
    for each, card in zip(pages, ("H6", "H9", "HK", "H2", "H3"), strict=True):
        if each.locator("label.tab.H").is_visible():
            each.click("label.tab.H")
        tap(each, key(card))
        for seer in pages:
            seer.wait_for_selector(f"#table[data-seq='{5 + ('H6', 'H9', 'HK', 'H2', 'H3').index(card) + 1}']")
    assert len(recorded(page)) == 10
    assert len({each.locator(".seats").inner_text() for each in pages}) == 1


def test_a_refused_form_stands_as_it_was_filled_in(page: Page, program: Program) -> None:
    take_in(page, program.url, "game tarot\nseats Nora Élie Sacha Ouidad\ndeal Ouidad depth=score\n")
    for name, value in (("taker", "Élie"), ("contract", "garde"), ("bouts", "2"), ("points.10", "4")):
        page.click(f".prompt label:has(> input[name='{name}'][value='{value}'])")
    page.click(".prompt .send button")
    expect(page.locator(".notice")).to_contain_text("choose both the tens and the ones")
    expect(page.locator(".prompt:not(.optional) input[name=taker]:checked")).to_have_value("Élie")
    expect(page.locator(".prompt:not(.optional) input[name='points.10']:checked")).to_have_value("4")
    page.click(".prompt label:has(> input[name='points.1'][value='9'])")
    expect(page.locator(".digits .sum").first).to_have_text("49")
    tap(page, ".prompt .send button")
    assert "points=49" in recorded(page)[-1]
