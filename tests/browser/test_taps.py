"""Thumbs, keys, seats, a second device, and a server that goes away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tablet import (
    THREE,
    Screen,
    await_answer,
    decide,
    foul,
    key,
    playing,
    record_of,
    recorded,
    says,
    take_in,
    tap,
)
from tests.browser.test_offline import cut, mend
from tests.help.running import Program


@pytest.fixture
def table(page: Page, program: Program) -> Page:
    """A table where Ana is to lead."""
    take_in(page, program.url, record_of(THREE, *playing()))
    return page


@pytest.fixture
def phone(screen: Screen) -> Page:
    """A phone; beside a tablet, another device."""
    return screen(390, 844)


def test_a_table_is_opened_and_bid_at_by_hand(page: Page, program: Program) -> None:
    page.goto(program.url + "/")
    page.click("li.new a")
    page.click("label:has(> #game-double-detente)")
    expect(page.locator("#game-double-detente")).to_be_checked()
    page.click("label:has(> #count-3)")
    expect(page.locator("input[name=seat]")).to_have_count(3)
    for place, name in enumerate(THREE, 1):
        page.fill(f"#seat-{place}", name)
    page.click("button.primary.big")
    page.wait_for_selector("#table")
    tap(page, "[value*='depth=cards']")
    tap(page, "[value='bid Ana 4']")
    assert recorded(page) == ["deal Cléo part=1 depth=cards", "bid Ana 4"]


def test_of_a_new_table_two_quick_choices_both_count(page: Page, program: Program) -> None:
    page.goto(program.url + "/new?game=tarot&count=4")
    page.evaluate("for (const id of ['game-double-detente', 'count-3']) document.getElementById(id).click()")
    expect(page.locator("input[name=seat]")).to_have_count(3)
    page.wait_for_load_state("networkidle")
    expect(page.locator("#game-double-detente")).to_be_checked()
    expect(page.locator("input[name=seat]")).to_have_count(3)


def test_the_form_of_a_new_table_follows_the_game_and_the_number_of_players(page: Page, program: Program) -> None:
    page.goto(program.url + "/new?game=double-detente&count=3")
    page.fill("#seat-1", "Ouidad")
    page.click("label:has(> #count-2)")
    expect(page.locator("input[name=seat]")).to_have_count(2)
    expect(page.locator("#seat-1")).to_have_value("Ouidad")


# The keys that a finger would not hit, or that are smaller than the letters of a phone's own keyboard.
HARD_TO_HIT = """() => [...document.querySelectorAll("#pad .key:not(.again)")].filter((key) => {
  const box = key.getBoundingClientRect(), hit = document.elementFromPoint(box.x + box.width / 2, box.bottom - 3);
  return !key.contains(hit) || Math.min(box.width, box.height) < 38;
}).map((key) => key.id)"""


def test_what_a_browser_leaves_of_most_phones_shows_every_key_and_a_lower_phone_trumps_and_the_suit_led(
    phone: Page, program: Program
) -> None:
    take_in(phone, program.url, record_of(THREE, *playing()))
    for height in (745, 664):
        phone.set_viewport_size({"width": 390, "height": height})
        assert phone.evaluate(HARD_TO_HIT) == []
        assert not phone.locator("input.tab").first.is_visible()  # where there are no tabs, there is nothing to tab to
        for row, last in (("S", "S10"), ("T", "T10")):  # 1 to 10 above one another
            boxes = [phone.locator(key(card)).bounding_box() for card in (f"{row}1", last, "H1", "H10")]
            assert len({round(box["x"]) for box in boxes if box}) == 2
    phone.set_viewport_size({"width": 390, "height": 600})
    for card in ("S2", "T1", "T21", "?"):
        expect(phone.locator(key(card))).to_be_in_viewport(ratio=1)
    assert phone.locator(key("S2")).is_visible()
    assert not phone.locator(key("H5")).is_visible()
    tabs = [phone.locator(f"#pad {kind}.tab").locator("visible=true").count() for kind in ("input", "label")]
    assert tabs == [4, 4], "the trumps need no tab, and none without a name is left"
    phone.click("label.tab.H")
    tap(phone, key("H5"))
    assert phone.locator(key("H6")).is_visible()
    assert not phone.locator(key("S2")).is_visible()
    assert recorded(phone)[-1] == "play Ana H5"


WHOLE_PACKS = {
    "double": "seats Ana Ben Cid\ndeal Cid cards=4\nturn S8\nbid Ana 0\nbid Ben 1\nbid Cid 1\n",
    "da-ban": "seats Ana Ben Cid Dan\ndeal Dan\nshow Ben BK\nshow Ben H4\nkitty S4 C6 C9 D9 C9 DQ\n",
    "double of six": "seats Ana Ben Cid Dan Eva Fay\ndeal Fay cards=4\nturn S8\n"
    "bid Ana 0\nbid Ben 1\nbid Cid 1\nbid Dan 0\nbid Eva 0\nbid Fay 0\n",
    "da-ban of six": "seats Ana Ben Cid Dan Eva Fay\ndeal Fay\nshow Ben BK\nshow Ben H4\nkitty S4 C6 C9 D9 C9 DQ\n",
}


@pytest.mark.parametrize("game", WHOLE_PACKS)
def test_a_pack_with_jokers_is_whole_on_a_phone_too(phone: Page, program: Program, game: str) -> None:
    take_in(phone, program.url, f"game {game.split(maxsplit=1)[0]}\n{WHOLE_PACKS[game]}")
    for height in (844, 745, 664):
        phone.set_viewport_size({"width": 390, "height": height})
        keys = phone.locator("#pad .key").locator("visible=true")
        assert keys.count() == 55, "52, two jokers, and a card nobody saw"
        assert phone.evaluate(HARD_TO_HIT) == [], height


def test_a_full_trick_clears_itself_after_a_moment(table: Page) -> None:
    for card in ("H5", "H6", "H7"):
        tap(table, key(card))
    cards = table.locator(".trick.gathered .card")
    expect(cards).to_have_count(3)
    expect(table.locator(".trick.gathered .best .card")).to_have_attribute("aria-label", "7 of hearts")
    expect(cards.first).to_be_hidden()  # by itself: nobody has tapped


def test_cards_are_typed_by_their_names_and_taken_back_by_u(table: Page) -> None:
    for typed, said in (("h10", "play Ana H10"), ("t21", "play Ben T21"), ("ex", "play Cléo EX"), (".", "play Ben ?")):
        with await_answer(table):
            table.keyboard.type(typed)
        assert recorded(table)[-1] == said
    table.keyboard.type("u")
    table.wait_for_selector("#table[data-seq='9']")
    assert recorded(table)[-1] == "undo"
    table.keyboard.type("h1")
    expect(table.locator("#typed")).to_have_text("h1")  # h1 or h10
    table.keyboard.press("Enter")
    table.wait_for_selector("#table[data-seq='10']")
    assert recorded(table)[-1] == "play Ben H1"


def test_keys_typed_into_a_field_are_its_own(table: Page) -> None:
    table.click("#more > summary")
    table.click("#more details:has(input[name=text]) > summary")
    table.fill("input[name=text]", "uh10")
    table.keyboard.type("u")
    assert table.locator("#table").get_attribute("data-seq") == "4"
    table.keyboard.press("Enter")
    table.wait_for_selector("#table[data-seq='5']")
    assert recorded(table)[-1] == "note uh10u"
    assert table.locator("#more[open]").count() == 0, "what was opened for it is out of the way again"


def test_a_seat_tapped_first_plays_out_of_turn(table: Page) -> None:
    table.click("#seat-2")
    says(table, "Cléo plays out of turn")
    tap(table, key("S9"))
    assert recorded(table)[-1] == "play Cléo S9"
    decide(table)
    assert "Out of turn" in table.locator(".foul").inner_text()


def test_a_mis_tap_is_corrected_from_the_foul(page: Page, program: Program) -> None:
    take_in(page, program.url, record_of(THREE, *foul()))
    decide(page)
    page.locator(".ruling.correct a").first.click()
    page.wait_for_selector("text=Instead of")
    page.click("#k-D7")
    page.wait_for_selector("#table[data-seq='14']")
    assert recorded(page)[-1] == "correct 16 play Ben D7"
    assert page.locator(".foul").count() == 0


def test_a_second_device_sees_a_tap_and_records_the_next(table: Page, phone: Page) -> None:
    phone.goto(table.url)
    tap(table, key("H5"))
    phone.wait_for_selector("#table[data-seq='5']")
    tap(phone, key("H6"))
    table.wait_for_selector("#table[data-seq='6']")
    assert recorded(table)[-2:] == ["play Ana H5", "play Ben H6"]


def note(page: Page, text: str) -> None:
    page.click("#more > summary")
    page.click("#more details:has(input[name=text]) > summary")
    page.fill("input[name=text]", text)
    tap(page, "#more details:has(input[name=text]) .send button")


def test_two_devices_that_tap_at_once_lose_nothing_and_say_who_came_second(table: Page, phone: Page) -> None:
    phone.goto(table.url)
    phone.route("**/live*", lambda route: route.abort())  # it does not see the first tap coming
    note(table, "the dog barks")
    phone.click(key("S3"))
    notice = phone.locator("#table[data-seq='5'] .notice[role=alert]")
    expect(notice).to_contain_text("the dog barks")
    expect(notice).to_contain_text("♠3")
    phone.reload()  # it waits for a decision
    expect(phone.locator("#contact [data-do=retry]")).to_be_visible()
    tap(phone, "#contact [data-do=retry]")
    assert recorded(table)[-2:] == ['note "the dog barks"', "play Ana S3"]


def test_fast_taps_are_sent_in_order_each_for_the_seat_whose_turn_it_becomes(table: Page) -> None:
    for card in ("H5", "H6", "H7"):
        table.click(key(card), no_wait_after=True)
    table.wait_for_selector("#table[data-seq='7']")
    assert recorded(table)[-3:] == ["play Ana H5", "play Ben H6", "play Cléo H7"]


def test_a_tap_while_the_server_is_gone_is_kept_said_and_arrives_once(page: Page, fragile: Program) -> None:
    take_in(page, fragile.url, record_of(THREE, *playing()))
    fragile.kill()
    page.click(key("H5"))
    contact = page.locator("#contact")
    expect(contact).to_be_visible()
    expect(contact).to_contain_text("Not saved")
    page.click(key("H6"))
    expect(page.locator("#badge")).to_contain_text("2 waiting")
    fragile.start()
    page.wait_for_selector("#table[data-seq='6']")
    expect(contact).to_be_hidden()
    assert recorded(page)[4:] == ["play Ana H5", "play Ben H6"]


def left_behind(table: Page) -> tuple[str, Page]:
    """The address of a table that a tap waits for, its page closed while it had no network; and a new page."""
    address, again = table.url, table.context.new_page()
    cut(table)
    table.click(key("H5"))
    expect(table.locator("#contact")).to_be_visible()
    table.close()
    mend(again)
    return address, again


def test_a_tap_kept_outlives_its_page(table: Page) -> None:
    address, again = left_behind(table)
    again.goto(address)
    again.wait_for_selector("#table[data-seq='5']")
    expect(again.locator("#contact")).to_be_hidden()
    again.reload()
    assert again.get_attribute("#table", "data-seq") == "5"
    assert recorded(again)[4:] == ["play Ana H5"]


SLOW = """
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...args) {
  const asked = {};
  setTimeout(() => {
    const opening = open.apply(this, args);
    for (const name of ["onupgradeneeded", "onsuccess", "onerror"]) opening[name] = () => {
      asked.result = opening.result;
      asked[name]?.();
    };
  }, 2500);
  return asked;
};
"""


def test_a_tap_kept_is_sent_however_long_the_browser_takes_to_open_what_it_kept(table: Page) -> None:
    address, again = left_behind(table)
    again.add_init_script(SLOW)
    again.goto(address)
    again.wait_for_selector("#table[data-seq='5']")
    assert recorded(again)[4:] == ["play Ana H5"]


def test_a_tap_recorded_whose_answer_was_lost_is_not_recorded_twice(table: Page) -> None:
    lost = []

    def lose(route: object) -> None:
        if not lost:
            lost.append(route.fetch())  # type: ignore[attr-defined]  # it arrives, and its answer does not
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    table.route("**/fact", lose)
    table.click(key("H5"))
    table.wait_for_selector("#table[data-seq='5']")
    expect(table.locator("#contact")).to_be_hidden()
    assert recorded(table)[4:] == ["play Ana H5"]


def test_a_card_that_follows_is_typed_by_its_rank_alone(table: Page) -> None:
    tap(table, key("H5"))
    for typed, said in (("k", "play Ben HK"), ("t4", "play Cléo T4")):
        with await_answer(table):
            table.keyboard.type(typed)
        assert recorded(table)[-1] == said
    with table.expect_popup() as help_:
        table.keyboard.type("?")
    assert help_.value.url.endswith("/first-evening#keys")
