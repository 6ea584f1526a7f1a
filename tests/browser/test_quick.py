"""The results of a round typed from a pile of paper lists, each number as it stands there."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.errand import desk_of, open_console
from tests.browser.tablet import HASTE
from tests.help.running import Program

PILE = {
    3: [[90, -45, -45], [-56, 28, 28], [0, 0, 0]],
    4: [[90, -30, -30, -30], [-56, 28, 28, 0], [12, -40, 14, 14]],
    5: [[80, -20, -20, -20, -20], [-7, 7, 0, 12, -12], [0, 0, 0, 0, 0]],
}
"""Paper lists by the size of their tables."""


def paper(tables: int, most: int, seed: int) -> list[list[int]]:
    """The lists of tables of four, each adding up to 0."""
    chance = Random(seed)
    lists = [[chance.randrange(-most, most) for _ in range(3)] for _ in range(tables)]
    return [[*three, -sum(three)] for three in lists]


def seated(page: Page, program: Program, game: str, tables: int, size: int = 4) -> None:
    """The quick entry of a round of so many tables, begun."""
    desk, numbers = desk_of(page, program.url, game), range(1, size * tables + 1)
    desk.read("\n".join(f"Player {number}" for number in numbers))
    desk.prepare("came", "All are here")
    lines = "\n".join("; ".join(map(str, numbers[at : at + size])) for at in range(0, size * tables, size))
    desk.prepare("hand", round="1", tables=lines)
    desk.prepare("start")
    open_console(page, program.url, desk, "/quick?round=1")
    expect(seat(page, 1, 0)).to_be_focused()


def seat(page: Page, table: int, number: int) -> Locator:
    return page.locator(f"#score-{table}-{number}")


def entered(page: Page, tables: int) -> list[list[int]]:
    """The scores of each table, once all are there."""
    expect(page.locator(".quick-row")).to_have_count(0)
    rows = [page.locator(f"#table-{n} > span > b").all_inner_texts() for n in range(1, tables + 1)]
    return [[int(score.replace("−", "-")) for score in row] for row in rows]


def look(page: Page) -> None:
    """Wait as long as a person who looks at the number that was worked out before Enter takes it."""
    page.wait_for_timeout(80 / HASTE + 2)


CHOSEN = "(e) => e === document.activeElement && e.value.slice(e.selectionStart, e.selectionEnd)"
PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""
GREY = "(e) => getComputedStyle(e).color !== getComputedStyle(e.form.querySelector('input[type=text]')).color"


def test_the_lists_of_25_tables_are_typed_with_few_keys(page: Page, program: Program) -> None:
    # 206 of these keys are digits; the last score is worked out, and looked at before Enter sends it.
    seated(page, program, "tarot", 25)
    lists, pressed = paper(25, 400, 17), 1
    page.route("**/quick", lambda route: route.abort(), times=1)  # the first table's result does not get through
    for list_ in lists:
        typed = "".join(str(score) if score < 0 or not at else f"+{score}" for at, score in enumerate(list_[:-1]))
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        look(page)
        page.keyboard.press("Enter")
        pressed += len(typed) + 2
    expect(page.locator(".quick-row")).to_have_count(1)
    expect(page.locator(".quick-row.unsent input[type=text]:focus")).to_have_value(str(lists[0][0]))
    page.keyboard.press("Enter")
    assert pressed <= 325
    assert entered(page, 25) == lists


@pytest.mark.parametrize(("game", "size"), [("tarot", 4), ("tarot", 5), ("tarot", 3), ("doppelkopf", 4), ("double", 3)])
def test_who_types_every_number_and_enter_enters_each_at_its_seat(
    page: Page, program: Program, game: str, size: int
) -> None:
    lists = PILE[size]
    seated(page, program, game, len(lists), size)
    balanced = game != "double"
    for table, list_ in enumerate(lists, 1):
        for score in list_[:-1]:
            page.keyboard.type(str(score))
            page.keyboard.press("Enter")
        last = seat(page, table, size - 1)
        expect(last).to_be_focused()
        expect(last).to_have_value(str(list_[-1]) if balanced else "")
        if balanced:
            assert last.evaluate(CHOSEN) == str(list_[-1])
            assert last.evaluate(GREY)
        page.keyboard.type(str(list_[-1]))
        page.keyboard.press("Enter")
    assert entered(page, len(lists)) == lists


def test_a_mistyped_digit_is_seen_when_the_last_number_is_typed_too(page: Page, program: Program) -> None:
    seated(page, program, "tarot", 2)
    for typed in ("215", "-102", "-2", "-101", "90", "-30", "-30", "-30"):  # 215 stands for 205
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    expect(page.locator("#table-1 .notice[role=alert]").first).to_contain_text("add up to 10")
    expect(page.locator(".quick-row")).to_have_count(1)
    assert [seat(page, 1, at).input_value() for at in range(4)] == ["215", "-102", "-2", "-101"]
    seat(page, 1, 0).fill("205")
    page.keyboard.press("Enter")
    assert entered(page, 2) == [[205, -102, -2, -101], [90, -30, -30, -30]]


def test_one_wrong_digit_in_each_list_of_a_pile_is_seen_in_all_eleven(page: Page, program: Program) -> None:
    lists = paper(11, 400, 23)
    seated(page, program, "tarot", 11)
    places = [(table % 4, table % 3) for table in range(11)]  # which number of the list, which of its digits
    wrong = [[str(score) for score in list_] for list_ in lists]
    for typed, (number, digit) in zip(wrong, places, strict=True):
        digits = list(typed[number])
        at = len(digits) - 1 - digit % len(typed[number].lstrip("-"))
        digits[at] = str((int(digits[at]) + 1 + digit) % 10)
        typed[number] = "".join(digits)
    for typed in wrong:
        for score in typed:
            page.keyboard.type(score)
            page.keyboard.press("Enter")
    expect(page.locator(".quick-row .notice[role=alert]:not(.not-sent)")).to_have_count(11)
    for table, (number, _) in enumerate(places, 1):
        seat(page, table, number).fill(str(lists[table - 1][number]))
        page.keyboard.press("Enter")
        expect(page.locator(f"#table-{table} .quick-row")).to_have_count(0)
    assert entered(page, 11) == lists


def test_signs_tab_and_the_mouse_lead_to_the_number_that_is_worked_out_as_enter_does(
    page: Page, program: Program
) -> None:
    seated(page, program, "tarot", 5)
    page.keyboard.type("100-40-60-7")  # the last one is compared
    page.keyboard.press("Enter")
    expect(page.locator("#table-1 .notice[role=alert]").first).to_contain_text("add up to −7")
    expect(page.locator(".htmx-added")).to_have_count(0)  # nobody types on in the instant it is drawn
    seat(page, 1, 3).fill("0")
    page.keyboard.press("Enter")
    for score in ("10", "20", "-5"):
        page.keyboard.type(score)
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-sign]')"):
            page.keyboard.press("Tab")
    assert seat(page, 2, 3).evaluate(CHOSEN) == "-25"
    seat(page, 2, 2).fill("-6")  # and follows what is put right before
    expect(seat(page, 2, 3)).to_have_value("-24")
    page.keyboard.press("Enter")
    expect(seat(page, 2, 3)).to_be_focused()
    look(page)
    page.keyboard.press("Enter")
    for at, score in enumerate(("1", "2", "3")):
        seat(page, 3, at).click()
        page.keyboard.type(score)
    seat(page, 3, 3).click()
    assert seat(page, 3, 3).evaluate(CHOSEN) == "-6"
    page.keyboard.type("-6")
    page.click("#table-3 .quick-row button.primary")
    for at, score in enumerate(("1", "2", "3")):
        seat(page, 4, at).fill(score)
    page.click("#table-4 .quick-row button.primary")  # the seat that was not looked at is shown first
    assert seat(page, 4, 3).evaluate(CHOSEN) == "-6"
    page.click("#table-4 .quick-row button.primary")
    for at, score in enumerate(("4", "", "-3", "-2")):
        seat(page, 5, at).fill(score)
    page.keyboard.press("Enter")
    assert seat(page, 5, 1).evaluate(CHOSEN) == "1"
    look(page)
    for _ in range(3):
        page.keyboard.down("Enter")  # held down: one press
    page.keyboard.up("Enter")
    assert entered(page, 5) == [[100, -40, -60, 0], [10, 20, -6, -24], [1, 2, 3, -6], [1, 2, 3, -6], [4, 1, -3, -2]]


def test_sheets_that_come_back_in_any_order_are_gone_to_by_their_number(page: Page, program: Program) -> None:
    seated(page, program, "tarot", 3)
    lists = paper(3, 90, 5)
    for table in (3, 1, 2):
        page.keyboard.press("/")
        expect(page.locator("#go-table")).to_be_focused()
        page.keyboard.type(str(table))
        page.keyboard.press("Enter")
        expect(seat(page, table, 0)).to_be_focused()
        for score in lists[table - 1][:-1]:
            page.keyboard.type(str(score))
            page.keyboard.press("Enter")
        look(page)
        page.keyboard.press("Enter")
        expect(page.locator(f"#table-{table} .quick-row")).to_have_count(0)
    assert entered(page, 3) == lists
    page.fill("#go-table", "2")
    page.keyboard.press("Enter")
    expect(page.locator("#table-2 a")).to_be_focused()  # it is entered: it may be changed
    page.fill("#go-table", "7")
    page.keyboard.press("Enter")
    expect(page.locator("main [role=alert]").first).to_have_text("There is no table 7 in this round.")


def test_typed_twice_one_wrong_digit_in_each_of_eleven_lists_is_seen(page: Page, program: Program) -> None:
    seated(page, program, "tarot", 11)
    page.click("text=Type each list twice")
    lists, chance = paper(11, 300, 11), Random(4)
    wrong = [list(list_) for list_ in lists]
    for list_ in wrong:
        seat_, by = chance.randrange(3), chance.choice((1, 10, 100))
        list_[seat_] += by
        list_[3] -= by  # worked out from it, so that the sum tells nothing
    for pile in (wrong, lists):
        for table, list_ in enumerate(pile, 1):
            expect(seat(page, table, 0)).to_be_focused()
            for score in list_[:-1]:
                page.keyboard.type(str(score))
                page.keyboard.press("Enter")
            look(page)
            page.keyboard.press("Enter")
            said = "not the same as before" if pile is lists else "Typed once"
            expect(page.locator(f"#table-{table}")).to_contain_text(said)
    expect(page.locator(".quick-row")).to_have_count(11)
    for table, list_ in enumerate(lists, 1):
        expect(seat(page, table, 0)).to_be_focused()
        for score in list_[:-1]:
            page.keyboard.type(str(score))
            page.keyboard.press("Enter")
        look(page)
        page.keyboard.press("Enter")
    assert entered(page, 11) == lists


def test_a_key_that_trembles_takes_no_number_that_nobody_has_seen(own_page: Page, unhurried: Program) -> None:
    page = own_page
    page.clock.install()
    seated(page, unhurried, "tarot", 2)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    for score in ("74", "227", "-18", "-284"):  # the paper says −283: a number was mistyped, or is wrong there
        page.keyboard.type(score)
        page.keyboard.press("Enter")
        page.clock.run_for(20)
        page.keyboard.press("Enter")
        page.clock.run_for(300)
    expect(page.locator("#table-1 .notice[role=alert]").first).to_contain_text("add up to −1")
    assert [seat(page, 1, at).input_value() for at in range(4)] == ["74", "227", "-18", "-284"]


@pytest.mark.parametrize("between", ["\t", "\n", " ", ";"])
def test_a_list_that_is_pasted_goes_seat_by_seat_and_is_compared(page: Page, program: Program, between: str) -> None:
    seated(page, program, "tarot", 2)
    for list_ in (["205", "-102", "-2", "−100"], ["215", "-102", "-2", "-101"]):
        page.evaluate(PASTE, between.join(list_))
        expect(page.locator(":focus")).to_have_value(list_[-1])
        page.keyboard.press("Enter")
    for table, together in ((1, "1"), (2, "10")):
        expect(page.locator(f"#table-{table} .notice[role=alert]").first).to_contain_text(f"add up to {together}")
    seat(page, 1, 3).fill("-101")
    page.keyboard.press("Enter")
    seat(page, 2, 0).fill("205")
    page.keyboard.press("Enter")
    assert entered(page, 2) == [[205, -102, -2, -101]] * 2


def test_without_scripts_every_seat_takes_a_number_and_they_are_compared(
    browser: Browser, page: Page, program: Program
) -> None:
    seated(page, program, "tarot", 1)
    context = browser.new_context(locale="en", java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(page.url)
    assert "worked out" not in plain.locator("main").inner_text()
    for at, score in enumerate(("215", "-102", "-2")):
        seat(plain, 1, at).fill(score)
    plain.keyboard.press("Enter")
    expect(seat(plain, 1, 3)).to_be_focused()
    plain.keyboard.type("-101")
    plain.keyboard.press("Enter")
    expect(plain.locator("#table-1 .notice[role=alert]").first).to_contain_text("add up to 10")
    seat(plain, 1, 0).fill("205")
    plain.keyboard.press("Enter")
    assert entered(plain, 1) == [[205, -102, -2, -101]]
    context.close()
