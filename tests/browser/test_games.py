"""What only one game asks at the tablet: the fewest taps for it, and all of it in sight on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tablet import (
    Screen,
    await_answer,
    key,
    look_at_what_is_asked,
    pause,
    recorded,
    says,
    take_in,
    tap,
)
from tests.help.running import ROOT, Program

DA_BAN = "game da-ban\nseats Ana Ben Cid Dan\n"
OWED = DA_BAN + "deal Dan master=Ana levels=3,3 trump=S depth=score\nresult points=185\ndeal Ana\n"
DRAWN = DA_BAN + "deal Dan\nshow Ben BK\nshow Ben H4\n"


@pytest.fixture(params=[(1280, 800), (390, 844)], ids=["tablet", "phone"])
def page(screen: Screen, request: pytest.FixtureRequest) -> Page:
    """A tablet and a phone; a test that reads nothing but texts has a page of one size: the program asks for none."""
    return screen(*request.param)


def seat(page: Page, name: str) -> None:
    page.click(f"#felt .seat:has-text('{name}') > a")


def in_sight(page: Page, selector: str) -> bool:
    """Whether something lies whole above the bar."""
    box, bar = page.locator(selector).bounding_box(), page.locator("#bar").bounding_box()
    assert box
    assert bar
    return box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] + 1


def test_who_turned_a_big_king_is_one_tap_on_the_seat(page: Page, program: Program) -> None:
    take_in(page, program.url, DA_BAN + "deal Dan\n")
    tap(page, "#felt .seat:has-text('Ben') > a")
    assert recorded(page)[-1] == "show Ben BK"


def test_a_level_card_shown_is_a_seat_and_a_suit_until_all_are_drawn(page: Page, program: Program) -> None:
    take_in(page, program.url, OWED)
    for name, card in (("Dan", "S3"), ("Cid", "H3"), ("Dan", "S3")):
        says(page, "Who shows a 3?")
        seat(page, name)
        tap(page, f"#k-{card}")
    expect(page.locator("#caption")).to_contain_text("♠3 Dan × 2, ♥3 Cid × 1")
    page.click("#until")
    says(page, "Ana gives Ben his best trumps: 2")


def test_three_kings_are_one_tap_where_the_tribute_is_asked(page: Page, program: Program) -> None:
    take_in(page, program.url, OWED)
    page.click("#until")
    assert in_sight(page, "#beside")
    expect(page.locator("#beside button")).to_have_text(["Ana: 3 BK", "Ana: 3 LK", "Cid: 3 BK", "Cid: 3 LK"])
    tap(page, "#beside button >> nth=3")
    assert recorded(page)[-1] == "announce Cid cancel LK LK LK"
    assert page.get_attribute("#table", "data-fouls") == "0"


SHOWN = "deal Ana\nshow Cid H3\n"
TURNED = "kitty S4 H6 C9 D9 C9 DQ\n"


@pytest.mark.parametrize("on", ["", "discard Ben count=6\n", "kitty C4 S6 C9 D9 C9 DQ\n"])
def test_a_card_of_the_level_shown_after_the_kitty_is_announced_by_two_taps(
    page: Page, program: Program, on: str
) -> None:
    take_in(page, program.url, OWED.replace(SHOWN[:9], SHOWN) + (on if "kitty" in on else TURNED + on))
    assert page.get_attribute("#table", "data-fouls") == "0"
    page.click("#tell > summary")
    tell = page.locator("#tell .drawer")
    expect(tell).to_contain_text("♠3, ♥3, ♦3, ♣3: after the kitty was turned, it names no trumps")
    box, bar = tell.bounding_box(), page.locator("#bar").bounding_box()
    assert box
    assert bar
    assert box["y"] >= 0, "all of it is in sight"
    tap(page, "#says-aloud button[value='show Dan S3']")
    assert recorded(page)[-1] == "show Dan S3"
    assert page.get_attribute("#table", "data-fouls") == "1"
    says(page, "Dan shows ♠3 after the kitty was turned.")


TOLD_TOP = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("#decide .told, .ruled > span"));
  return range.getBoundingClientRect().top;
}"""


def test_on_a_phone_a_long_sentence_and_a_foul_do_not_lie_over_each_other(screen: Screen, program: Program) -> None:
    page = screen(390, 664, locale="de")
    take_in(page, program.url, OWED.replace(SHOWN[:9], SHOWN) + TURNED + "show Dan S3\n")
    expect(page.locator("#asks")).to_have_text("Ben nimmt den Stock und legt ab")
    asks = page.locator("#asks").bounding_box()
    assert asks
    assert asks["y"] + asks["height"] <= page.evaluate(TOLD_TOP) + 1


def test_on_a_phone_a_long_sentence_and_what_was_corrected_do_not_lie_over_each_other(
    screen: Screen, program: Program
) -> None:
    page = screen(390, 844, locale="de")
    take_in(page, program.url, (ROOT / "tests" / "golden" / "plain" / "oh-hell-bids.deal").read_text(encoding="utf-8"))
    expect(page.locator(".ruled > span")).to_have_text("korrigiert: Ben: sagt 2")
    asks = page.locator("#asks").bounding_box()
    assert asks
    assert asks["y"] + asks["height"] <= page.evaluate(TOLD_TOP) + 1


def test_a_card_shown_while_a_tribute_is_given_is_two_taps_as_well(page: Page, program: Program) -> None:
    take_in(page, program.url, OWED.replace(SHOWN[:9], SHOWN) + "give Ana Ben BK\n")
    page.click("#tell > summary")
    tap(page, "#says-aloud button[value='show Dan S3']")
    assert recorded(page)[-1] == "show Dan S3"
    assert page.get_attribute("#table", "data-fouls") == "0"


def test_a_card_shown_too_late_that_was_forgotten_is_put_in_before_the_play(page: Page, program: Program) -> None:
    take_in(page, program.url, OWED + TURNED + "discard Ben count=6\nplay Ben S6\n")
    page.click("#more > summary")
    page.click("#forgotten")
    page.click("#table .missing >> text=A card is shown too late")
    look_at_what_is_asked(page)
    page.click("#pad .chip:has-text('Dan')")
    tap(page, "#pad .choice:has-text('♠3')")
    assert recorded(page)[-1].endswith("show Dan S3")
    assert page.get_attribute("#table", "data-fouls") == "1"


def test_the_kitty_lies_on_the_felt_a_tap_keeps_a_card_and_one_sets_the_rest_aside(
    page: Page, program: Program
) -> None:
    take_in(page, program.url, DRAWN + "kitty S4 H6 C9 D9 C9 DQ\n")
    page.click("#felt .lift >> nth=1")
    page.click("#felt .lift >> nth=4")
    tap(page, "#pad .choice")
    assert recorded(page)[-1] == "discard Ben count=6 shown=S4,C9,D9,DQ"
    take_in(page, program.url, DRAWN + "kitty S4 H6 C9 D9 C9 DQ\n")
    tap(page, "#pad .choice")  # nothing is said of what is kept: all of it went into the hand
    assert recorded(page)[-1] == "discard Ben count=6"


def test_da_ban_counts_the_cards_in_hand_and_no_tricks(screen: Screen, program: Program) -> None:
    page = screen()
    take_in(page, program.url, DRAWN + "kitty S4 C6 C9 D9 C9 DQ\n")
    expect(page.locator("#caption")).not_to_contain_text("Trick")
    expect(page.locator("#caption")).to_contain_text("the kitty stays aside as it is")
    take_in(page, program.url, DRAWN + "kitty S4 C6 C9 D9 C9 DQ\nplay Ben S5+S5\n")
    expect(page.locator("#caption")).to_contain_text("39 cards in hand")


PLACES = """() => [...document.querySelectorAll("#pad .key")].filter((key) => key.checkVisibility())
  .map((key) => [key.textContent.trim(), Math.round(key.getBoundingClientRect().x), Math.round(key.getBoundingClientRect().y)])"""


def test_no_key_moves_between_the_lead_and_the_cards_that_follow(screen: Screen, program: Program) -> None:
    page, begun = screen(), DRAWN + "kitty S4 C6 C9 D9 C9 DQ\n"
    for width, height in ((1280, 800), (390, 844), (810, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        take_in(page, program.url, begun)
        lead = page.evaluate(PLACES)
        take_in(page, program.url, begun + "play Ben S5\n")
        assert page.evaluate(PLACES) == lead


def test_three_cards_of_each_lie_beside_the_seats(page: Page, program: Program) -> None:
    plays = "play Ana C5+C5+C5\nplay Ben C6+C6+C6\nplay Cid C7+C7+C7\nplay Dan C10+C10+C10\n"
    take_in(page, program.url, DA_BAN + "deal Dan master=Ana trump=S\n" + plays)
    boxes = "found => found.map(one => one.getBoundingClientRect().toJSON())"
    seats, lying = (page.locator(each).evaluate_all(boxes) for each in ("#felt .seat > a", "#trick .card"))
    assert len(lying) == 12
    for one in seats:
        for card in lying:
            wide = min(one["right"], card["right"]) - max(one["left"], card["left"])
            high = min(one["bottom"], card["bottom"]) - max(one["top"], card["top"])
            assert min(wide, high) < 1


def test_a_kitty_that_is_refused_stands_again_as_it_was_ticked_and_the_card_that_cannot_be_goes_at_a_tap(
    page: Page, program: Program
) -> None:
    take_in(page, program.url, OWED.replace("185", "100") + "show Dan C4\nshow Dan C4\nshow Dan C4\n")
    page.click("#until")
    page.wait_for_selector("#pad .pick")
    for card in ("C4", "C9", "S4", "H6", "DQ", "C9"):
        if card == "C9":
            pause(page)
        page.locator(key(card)).evaluate("key => key.click()")  # the sixth sends it
    says(page, "Not recorded.")
    expect(page.locator("#pad input[name=card]:checked")).to_have_count(6)
    expect(page.locator("#pad .wrong [data-card]")).to_have_attribute("data-card", "C4")
    expect(page.locator("#pad .wrong")).to_be_visible()
    expect(page.locator("#pad .key[data-times]")).to_have_attribute("data-times", "×2")
    page.locator(key("C4")).evaluate("key => key.click()")
    with await_answer(page):
        page.locator(key("C3")).evaluate("key => key.click()")
    assert recorded(page)[-1] == "kitty C9 S4 H6 DQ C9 C3"


NO_BIDS = "bid Ana 0\nbid Ben 0\nbid Cid 1\nbid Dan 1\n"
ARMUT = "game doppelkopf\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana gesund\nbid Ben vorbehalt\nbid Cid gesund\nbid Dan gesund\n"
TAKEN = ARMUT + "bid Ben armut\nbid Cid refuse\nbid Dan accept\ngive Ben Dan count=3\n"


def test_of_an_armuts_cards_given_back_the_count_is_in_sight_and_the_trumps_said_are_one_tap(
    page: Page, program: Program
) -> None:
    take_in(page, program.url, TAKEN)
    page.click(key("SA"))
    page.click(key("S9"))
    expect(page.locator("#pad [data-chosen]")).to_have_text("2 of 3 cards")
    assert in_sight(page, "#pad [data-chosen]")
    assert in_sight(page, "#pad .few >> nth=3")
    expect(page.locator("#pad .few")).to_have_text(["0", "1", "2", "3"])
    tap(page, "#pad .few >> nth=2")  # unseen, whatever was ticked before
    assert recorded(page)[-1] == "give Dan Ben count=3 trumps=2"


def test_each_vorbehalt_is_in_sight(page: Page, program: Program) -> None:
    take_in(page, program.url, ARMUT)
    assert in_sight(page, "#pad .choice >> nth=8")


def test_who_announces_is_a_seat_and_a_word(page: Page, program: Program) -> None:
    said = ARMUT.replace("vorbehalt", "gesund")
    take_in(page, program.url, said)
    seat(page, "Cid")
    page.wait_for_selector("#beside")
    assert in_sight(page, "#beside")
    tap(page, "#beside button:has-text('Kontra') >> nth=0")
    assert recorded(page)[-1] == "announce Cid kontra"
    expect(page.locator("#felt .seat:has-text('Cid') .speech")).to_have_text("Kontra!")


def test_whose_turn_it_is_announces_and_is_not_told_to_be_out_of_turn(page: Page, program: Program) -> None:
    take_in(page, program.url, ARMUT.replace("vorbehalt", "gesund"))
    seat(page, "Ana")
    page.wait_for_selector("#beside")
    expect(page.locator("#asks")).to_have_text("Ana plays")
    expect(page.locator(".seat.acting")).to_have_count(0)
    tap(page, "#beside button:has-text('Re') >> nth=0")
    assert recorded(page)[-1] == "announce Ana re"
    seat(page, "Cid")
    expect(page.locator("#asks")).to_have_text("Cid announces, or plays out of turn")


def test_no_plain_suit_of_doppelkopf_is_broken_between_two_rows(page: Page, program: Program) -> None:
    take_in(page, program.url, ARMUT.replace("vorbehalt", "gesund"))
    boxes = "found => found.map(one => one.checkVisibility() && Math.round(one.getBoundingClientRect().y))"
    for suit in "CSH":
        keys = ", ".join(key(f"{suit}{rank}") for rank in ("A", "10", "K", "9"))
        assert len(set(page.locator(keys).evaluate_all(boxes)) - {False}) == 1


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (1024, 600), (810, 1080)])
def test_the_keys_of_doppelkopf_use_the_room_of_a_tablet_and_leave_it_to_announcements(
    screen: Screen, program: Program, width: int, height: int
) -> None:
    page = screen(width, height)
    take_in(page, program.url, ARMUT.replace("vorbehalt", "gesund"))
    before = page.locator(key("SA")).bounding_box()
    assert before is not None
    assert min(before["width"], before["height"]) >= 64  # a fingertip and a half
    seat(page, "Ana")
    said = page.locator("#beside button").last.bounding_box()
    bar = page.locator("#bar").bounding_box()
    assert said is not None
    assert bar is not None
    assert said["y"] + said["height"] <= bar["y"]
    assert page.locator(key("SA")).bounding_box() == before


def test_once_a_trick_has_cleared_itself_the_felt_is_still_there(page: Page, program: Program) -> None:
    take_in(page, program.url, DA_BAN + "deal Dan master=Ana trump=S\ntrick Ana C5 C6 C7 C8\n")
    expect(page.locator(".trick.gathered .card").first).to_be_hidden()
    expect(page.locator("#trick")).to_be_visible()


def test_the_word_on_each_tab_lies_within_it(screen: Screen, program: Program) -> None:
    page = screen(390, 740)  # a taller phone shows every key
    take_in(page, program.url, "game double\nseats Ana Ben Cid Dan\ndeal Dan\nturn SA/D2\n" + NO_BIDS)
    over = "tabs => tabs.filter(tab => tab.scrollWidth > tab.clientWidth).length"
    assert page.locator("label.tab").evaluate_all(over) == 0
    middle = """tab => { const words = document.createRange(); words.selectNodeContents(tab);
      const box = tab.getBoundingClientRect(), said = words.getBoundingClientRect();
      return Math.abs(box.left + box.right - said.left - said.right); }"""
    assert page.locator("label.tab >> nth=-1").evaluate(middle) < 2


def test_seven_seats_are_two_rows_of_four_and_three(page: Page, program: Program) -> None:
    take_in(page, program.url, "game double\nseats Ana Ben Cid Dan Eva Fay Gus\ndeal Gus\n")
    rows = [round(box["y"]) for at in range(7) if (box := page.locator(f"#place-{at}").bounding_box())]
    assert [rows.count(row) for row in sorted(set(rows))] == [4, 3]


def test_a_bid_lost_by_a_foul_is_told_in_red_in_the_place_of_its_dots(page: Page, program: Program) -> None:
    plays = "play Ana S4\nplay Ben H5\nplay Cid S6\nplay Dan S7\nplay Dan C2\nplay Ana C5\nplay Ben S8\n"
    bids = "bid Ana 1\nbid Ben 2\nbid Cid 1\nbid Dan 1\n"
    head = "game double\nseats Ana Ben Cid Dan\ndeal Dan cards=3\nturn SA/D2\n"
    take_in(page, program.url, head + bids + plays + "ruling 15 uphold\n")
    expect(page.locator("#seat-1 .lost")).to_have_text("bid lost")
    expect(page.locator("#seat-1 .pips")).to_have_count(0)
    expect(page.locator("#seat-0 .pips")).to_have_count(1)
    lost, points = (page.locator(f"#seat-1 {part}").bounding_box() for part in (".lost", ".points"))
    assert lost
    assert points
    assert lost["y"] + lost["height"] <= points["y"] + 1
    at = page.url.split("?")[0]
    page.goto(at + "/history")
    expect(page.locator(".card.double").first).to_have_accessible_name("ace of spades / 2 of diamonds")
    page.goto(at + "/deals/1?at=6")
    assert page.locator(".replay .turn strong").evaluate("name => name.offsetParent === name.closest('.place')")


def test_a_card_that_cannot_be_is_told_with_all_the_places_where_it_lies(page: Page, program: Program) -> None:
    plays = "play Ana LK\nplay Ben C5\nplay Cid LK\nplay Dan LK\nplay Ana C5\nplay Ben LK\n"
    take_in(page, program.url, DA_BAN + "deal Dan master=Ana trump=S\n" + plays)
    expect(page.locator("#strip .told")).to_contain_text("trick 2")
    page.click("#decide > summary")
    expect(page.locator(".evidence .mark > span:last-child")).to_have_text(["Ana", "Cid", "Dan", "Ben"])
    expect(page.locator(".ruling.uphold")).to_have_count(0)


def test_a_card_shown_by_somebody_else_is_told_with_who_has_shown_it(page: Page, program: Program) -> None:
    shown = "show Ben H3\n" * 3 + "kitty S4 S6 C9 D9 C10 DQ\nplay Ana H5\nplay Ben H6\nplay Cid H3\n"
    take_in(page, program.url, DA_BAN + "deal Dan master=Ana trump=S\n" + shown)
    page.click("#decide > summary")
    expect(page.locator(".foul .sentence")).to_contain_text("Ben has shown it")


def test_a_long_press_shows_the_card_with_its_other_side(page: Page, program: Program) -> None:
    take_in(
        page,
        program.url,
        "game double\nseats Ana Ben Cid Dan\ndeal Dan\nturn SA/D2\n"
        "bid Ana 1\nbid Ben 0\nbid Cid 1\nbid Dan 1\nplay Ana SA\n",
    )
    page.locator(key("SK")).dispatch_event("contextmenu")
    expect(page.locator(".typed.sides .card > b")).to_have_text("K")
    expect(page.locator(".typed.sides .other svg")).to_have_count(1)


def test_a_double_detente_bid_is_told_with_by_how_much_it_was_missed(screen: Screen, program: Program) -> None:
    page = screen()
    take_in(
        page,
        program.url,
        "game double-detente\nseats Ana Ben Cléo\ndeal Cléo part=1\n"
        "bid Ana 8\nbid Ben 3\nbid Cléo 4\nresult tricks=2,7,4\n",
    )
    expect(page.locator(".why summary small")).to_have_text(
        ["Ana: 2 tricks for 8, missed by 6 → 0", "Ben: 7 tricks for 3, missed by 4 → 0", "Cléo: 4 tricks for 4 → 10"]
    )


def test_where_two_sides_climb_the_last_round_has_a_column_for_each(screen: Screen, program: Program) -> None:
    page = screen()
    take_in(page, program.url, DA_BAN + "deal Dan master=Ana levels=8,9 trump=S depth=score\nresult points=60\n")
    expect(page.locator(".scores thead th")).to_have_text(["Ana, Cid", "Ben, Dan"])
    expect(page.locator(".scores tbody td")).to_have_text(["+1", ""])
    expect(page.locator(".seat .role")).to_have_count(0)  # of the round that is over, beside the levels of the next


def test_while_the_partner_of_a_hochzeit_is_sought_the_words_are_grey_and_say_why(page: Page, program: Program) -> None:
    take_in(page, program.url, ARMUT + "bid Ben hochzeit\n")
    seat(page, "Ana")
    page.wait_for_selector("#beside")
    expect(page.locator("#beside .choice:not([disabled])")).to_have_count(0)
    expect(page.locator("#beside .aside")).to_have_text("nothing is said before the partner of the hochzeit is known")


def test_a_round_of_double_says_who_met_the_bid_or_that_nobody_did(screen: Screen, program: Program) -> None:
    page = screen()
    bids = "bid Ana 0\nbid Ben 0\nbid Cid 1\nbid Dan 1\n"
    head = "game double\nseats Ana Ben Cid Dan\ndeal Dan depth=score\nturn SA/D2\n"
    take_in(page, program.url, head + bids + "result tricks=0,0,0,1\n")
    expect(page.locator(".outcome strong")).to_have_text("Bids met: Ana 0, Ben 0, Dan 1")
    expect(page.locator(".why summary").last).to_contain_text("Cid: no trick for 1")
    take_in(page, program.url, head + bids.replace(" 0", " 1").replace("Dan 1", "Dan 0") + "result tricks=0,0,0,1\n")
    expect(page.locator(".outcome strong")).to_have_text("Nobody met the bid")


def test_in_german_an_announcement_out_of_turn_and_an_armut_given_back_are_told_whole(
    screen: Screen, program: Program
) -> None:
    page = screen(390, 844, locale="de")
    take_in(page, program.url, ARMUT.replace("vorbehalt", "gesund"))
    seat(page, "Cid")
    page.wait_for_selector("#beside")
    assert page.locator("#strip").evaluate("strip => strip.scrollHeight <= strip.clientHeight")
    page.set_viewport_size({"width": 1024, "height": 768})
    take_in(page, program.url, TAKEN)
    assert len({round(box["y"]) for at in range(4) if (box := page.locator("#pad .few").nth(at).bounding_box())}) == 1


@pytest.mark.parametrize("size", [(1024, 600), (390, 844)], ids=["low", "phone"])
def test_the_mark_of_whose_turn_it_is_lies_clear_of_what_was_bid(
    screen: Screen, program: Program, size: tuple[int, int]
) -> None:
    page = screen(*size)
    bids = "bid Ana 6\nbid Ben 6\nbid Cléo 5\n"
    take_in(page, program.url, "game double-detente\nseats Ana Ben Cléo\ndeal Cléo part=1\n" + bids)
    apart = """name => {
      const seat = name.closest("a"), bid = seat.querySelector(".meets").getBoundingClientRect(), mark = getComputedStyle(name, "::before");
      const top = seat.getBoundingClientRect().top + parseFloat(mark.top);
      return Math.max(top - bid.bottom, bid.top - top - parseFloat(mark.height));
    }"""
    assert page.locator(".seat.turn strong").evaluate(apart) >= -1
