"""What was written wrong or forgotten, now or deals ago, is mended by three touches of a finger and taken back by one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Error, Locator, Page

from tests.browser.hand import Hand
from tests.browser.tablet import LOOK, Screen, recorded, take_in
from tests.help.running import Program

SIZES = {"wide": (1280, 800), "small": (1024, 768), "upright": (810, 1080), "phone": (390, 844), "low": (390, 664)}
FOUR, THREE = "seats Ana Ben Cid Dan\n", "seats Ana Ben Cid\n"
BIDS = "deal Dan\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
GESUND = "deal Dan\n" + "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan"))
TRICKS, TELL = "#last-trick > summary", "#tell > summary"
DETENTE = "game double-detente\n" + THREE + "deal Cid part=1\nbid Ana 4\nbid Ben 5\nbid Cid 4\n"
DOUBLE = "game double\n" + THREE + "deal Cid cards=4\nturn S8\nbid Ana 0\nbid Ben 1\nbid Cid 1\n"


def card_of(trick: int, place: int) -> str:
    return f"#tricks .trick-cell:nth-child({trick}) li:nth-child({place}) a"


MENDED = {
    "a handful": ("low", "game tarot\n" + FOUR + BIDS + "trick Ana S1 S2 S3 S4\ntrick Dan S5 S6 S7 S8\n",
                  (TELL, "#unsaid", "[value='announce Ben handful size=single']"), "announce Ben handful size=single"),
    "another player": ("small", "game doppelkopf\n" + FOUR + GESUND + "play Ana SA\nplay Ben S9\nplay Cid SK\nplay Dan S10\n",
                       (TRICKS, card_of(1, 3), ".mend-who button"), "play Cid SA"),
    "two cards exchanged": ("upright", DETENTE + "play Ana S5\nplay Ben S6\nplay Cid S7\nplay Cid H5\n",
                            (TRICKS, card_of(1, 1), "#k-S6"), "play Ben S5"),
    "the trick before last": ("low", DOUBLE + "trick Ana C10 C5 C4\ntrick Ana H10 H5 H4\n",
                              (TRICKS, card_of(1, 2), "#k-C2"), "trick Ana C10 C2 C4"),
    "a card of the kitty": ("low", "game tarot\n" + FOUR + BIDS.replace("-sans", "") + "kitty S1 H2 S3 D4 C5 S6\n",
                            (TRICKS, ".kitty li:nth-child(4) a", "#k-D9"), "kitty S1 H2 S3 D9 C5 S6"),
    "a card left out": ("low", DETENTE + "play Ana S5\nplay Ben S7\n",
                        ("#more > summary", "#missed", "#k-S6"), "play Ben S6"),
    "who took a trick": ("phone", DETENTE.replace("part=1", "part=1 depth=tricks") + "took Ana\ntook Ben\n",
                         (TRICKS, "#tricks h3 a", "[data-took=Cid]"), "took Cid"),
}  # fmt: skip
"""What was wrong: the screen, the record so far, the touches, and what is then recorded."""


def at_table(screen: Screen, program: Program, size: str, begun: str) -> tuple[Page, Hand]:
    """A screen of this size with the record so far on it, and a hand at it."""
    width, height = SIZES[size]
    page = screen(width, height, has_touch=True)
    take_in(page, program.url, begun)
    return page, Hand(page.context, page)


@pytest.mark.parametrize("what", MENDED)
def test_it_is_mended_by_three_touches_and_taken_back_by_one(screen: Screen, program: Program, what: str) -> None:
    size, begun, touches, written = MENDED[what]
    page, hand = at_table(screen, program, size, begun)
    before = recorded(page)
    drawer, wrong, right = touches
    for place, then in ((drawer, wrong), (wrong, "#mend")):
        hand.tap(place)
        page.locator(then).locator("visible=true").first.wait_for()
        hand.pause(1000 * LOOK)  # what is new is first looked at
    hand.record(right)
    new = recorded(page)[len(before) :]
    assert any(line.endswith(written) for line in new), new
    hand.pause(1000 * LOOK)
    hand.record("#undo")
    assert recorded(page)[len(before) + len(new) :] == ["undo"] * len(new)


AGAIN = (
    "game tarot\n" + FOUR + BIDS.replace("-sans", "") + "kitty S1 H2 S3 D4 C5 S6\ndiscard Ana count=6\n"
    "trick Ana S2 S4 S5 S7\nplay Dan H5\nplay Ana H6\nvoid\n"
    + BIDS.replace("deal Dan", "deal Dan depth=tricks") + "took Ana\ntook Ben\nvoid\n"
    "deal Dan depth=score\nresult taker=Ana contract=garde bouts=2 points=45 handful=single:Ben\n"
    "deal Ana\nbid Ben pass\n"
)  # fmt: skip
"""Two deals broken off, a third of which the score alone was kept, and the bidding of a fourth."""
HISTORY = ".scores .links a[href$='/history']"
LONG_AGO = {
    "a card": ("#line-9 a", "#k-H9", "play Dan H9"),
    "a bid left out": ("#line-23 .put-in", "[value='bid Ben petite']", "bid Ben petite"),
    "a card of a trick on one line": ("#line-8 a:nth-child(2)", "#k-S9", "trick Ana S2 S9 S5 S7"),
    "the wrong player": ("#line-10 a", ".fix [value='play Ben H6']", "play Ben H6"),
    "a card of the kitty": ("#line-6 a:nth-child(4)", "#k-D9", "kitty S1 H2 S3 D9 C5 S6"),
    "a bid": ("#line-2 a", "[value='bid Ana petite']", "bid Ana petite"),
    "a handful": (
        "#deal-1 > .links a",
        "[value='announce Ben handful size=single']",
        "announce Ben handful size=single",
    ),
    "who took a trick": ("#line-18 a", "[data-took=Cid]", "took Cid"),
    "who dealt": ("#line-12 a", ".fix [value^='deal Ben']", "deal Ben depth=tricks"),
}
"""What was wrong in a deal two or three back: the entry, the right one, and what is then recorded."""


@pytest.mark.parametrize("what", LONG_AGO)
def test_what_was_wrong_deals_ago_is_three_touches_from_the_page_of_the_table(
    screen: Screen, program: Program, what: str
) -> None:
    page, hand = at_table(screen, program, "low", AGAIN)
    before = recorded(page)
    wrong, right, written = LONG_AGO[what]
    for place, then in ((HISTORY, wrong), (wrong, right)):
        with page.expect_navigation():
            hand.tap(place)
        page.locator(then).locator("visible=true").first.wait_for()
        hand.pause(1000 * LOOK)  # what is new is first looked at
    hand.tap(right)
    page.wait_for_selector("#table, .change")
    new = recorded(page)[len(before) :]
    assert any(line.endswith(written) for line in new), new


SEND = ".fix .send button"


def chip(name: str, value: str) -> str:
    return f".fix label:has([name='{name}'][value='{value}'])"


SHEETS: dict[str, tuple[str, tuple[tuple[int, tuple[str, ...], str], ...]]] = {
    "tarot": (AGAIN, (
        (3, (chip("contract", "garde-sans"), SEND), "contract=garde-sans bouts=2 points=45 handful=single:Ben"),
        (3, (chip("handful.Ben", "double:Ben"), SEND), "points=45 handful=double:Ben"),
        (1, ("#line-10 .put-in", "#k-H7"), "play Ana H7"),
        (1, ("[value='announce Ana slam']",), "announce Ana slam"),
    )),
    "doppelkopf": (
        "game doppelkopf\n" + FOUR + "deal Dan depth=score\nresult re=Ana,Ben points=121\ndeal Ana\n"
        "bid Ben gesund\nbid Cid gesund\nbid Dan gesund\nbid Ana gesund\nplay Ben S9\nvoid\ndeal Ben\n",
        (
            (1, (chip("re-said", "re"), SEND), "re=Ana,Ben points=121 re-said=re"),
            (1, (chip("re", "Cid,Dan"), SEND), "re=Cid,Dan points=121 re-said=re"),
            (1, (chip("re", "Ana,Dan"), SEND), "re=Ana,Dan points=121 re-said=re"),
            (2, ("[value='announce Cid kontra']",), "announce Cid kontra"),
        ),
    ),
    "double-detente": (
        "game double-detente\n" + THREE + "deal Cid part=1 depth=score\nbid Ana 4\nbid Ben 5\nbid Cid 3\nresult tricks=4,6,3\n"
        "deal Ana part=2\n",
        ((1, (chip("petit", "Ben"), SEND), "result tricks=4,6,3 petit=Ben"),
         (1, ("#line-3 a", "[value='bid Ben 6']"), "bid Ben 6")),
    ),
    "double": (
        "game double\n" + THREE + "deal Cid cards=4 depth=score\nbid Ana 0\nbid Ben 1\nbid Cid 1\nresult tricks=0,1,3\ndeal Ana cards=4\n",
        ((1, (".missing .cards a", "#k-S8"), "turn S8"), (1, (chip("tricks.Ana", "1"), chip("tricks.Cid", "2"), SEND), "result tricks=1,1,2")),
    ),
    "da-ban": (
        "game da-ban\n" + FOUR + "deal Dan depth=score\nresult master=Ana points=40\ndeal Ana\n",
        ((1, (chip("master", "Ben"), SEND), "result master=Ben points=40"), (1, (chip("points.1", "5"), SEND), "points=45")),
    ),
}  # fmt: skip
"""Of each game a record whose next deal has begun, and what is wrong in an earlier one: the row of the sheet that is
touched first, the touches after it, and what is then recorded. A number of tricks is typed, not chosen.
"""


@pytest.mark.parametrize("game", SHEETS)
def test_a_row_of_the_sheet_opens_its_deal_where_two_touches_mend_it(
    screen: Screen, program: Program, game: str
) -> None:
    begun, wrongs = SHEETS[game]
    page, hand = at_table(screen, program, "low", begun)
    table = page.url
    for at, (number, touches, written) in enumerate(wrongs):
        width, height = SIZES["wide" if at % 2 else "low"]
        page.set_viewport_size({"width": width, "height": height})
        assert len([one for one in touches if "tricks." not in one]) <= 2
        before, row = recorded(page), f"#table .rounds a[href$='deal={number}']"
        for place, then in pairwise((row, *touches)):
            hand.tap(place)
            page.locator(then).locator("visible=true").first.wait_for()
            hand.pause(1000 * LOOK)  # what is new is first looked at
        hand.tap(touches[-1])
        page.wait_for_selector("#table, .change")
        new = recorded(page)[len(before) :]
        assert any(line.endswith(written) for line in new), new
        page.goto(table)


def test_the_result_just_told_is_corrected_in_its_form_which_holds_it(screen: Screen, program: Program) -> None:
    page, hand = at_table(screen, program, "low", AGAIN.partition("deal Ana\n")[0])
    before = recorded(page)
    for place, then in (
        (".outcome a", ".fix label:has([name='points.1'][value='9'])"),
        (".fix label:has([name='points.1'][value='9'])", ".fix .send button"),
    ):
        hand.tap(place)
        page.locator(then).locator("visible=true").first.wait_for()
        hand.pause(1000 * LOOK)
    hand.tap(".fix .send button")
    page.wait_for_selector(".change")
    [line] = recorded(page)[len(before) :]
    assert line.endswith("result taker=Ana contract=garde bouts=2 points=49 handful=single:Ben")


def test_entries_of_long_ago_come_as_the_page_is_scrolled(page: Page, program: Program) -> None:
    take_in(page, program.url, "game tarot\n" + FOUR + BIDS + "note a\n" * 520)
    page.goto(page.url + "/history")
    assert page.locator("#line-4").count() == 0
    page.locator("#history > .links:last-child").scroll_into_view_if_needed()
    page.wait_for_selector("#line-4")
    assert page.locator("#history > .links").count() == 0


EARLIER = (
    DETENTE.replace("part=1", "part=1 cards=2")
    + "play Ana S5\nplay Ben S6\nplay Cid S7\ntrick Cid H5 H6 H7\ndeal Cid part=2 cards=2\n"
)


def test_two_cards_exchanged_in_the_deal_before_are_mended_by_three_touches(screen: Screen, program: Program) -> None:
    """Cid takes the trick either way: nothing is asked."""
    page = screen(810, 1080, has_touch=True)
    hand = Hand(page.context, page)
    take_in(page, program.url, EARLIER)
    before, wrong = recorded(page), "#tricks section:nth-of-type(1) li:nth-child(1) a"
    for place, then in ((TRICKS, wrong), (wrong, ".fix #k-S6")):
        hand.tap(place)
        page.locator(then).wait_for()
        hand.pause(1000 * LOOK)
    hand.tap(".fix #k-S6")
    page.wait_for_selector("#table")
    new = [line.partition(" play ")[2] for line in recorded(page)[len(before) :]]
    assert sorted(new) == ["Ana S6", "Ben S5"]


def touch_until(hand: Hand, place: str, then: Locator) -> None:
    """Touch, and once more if nothing came of it: on a slow machine the page may still take no press."""
    hand.tap(place)
    try:
        then.wait_for(timeout=8000)
    except Error:
        hand.tap(place)
        then.wait_for()


ONE_PRESS = {
    "everybody gesund": ("phone", "game doppelkopf\n" + FOUR + "deal Dan\n", ("#beside button",), 4),
    "the others pass": ("low", "game tarot\n" + FOUR + "deal Dan\nbid Ana garde\n", ("#beside button",), 3),
    "a claim": ("upright", "game tarot\n" + FOUR + BIDS + "trick Ana S1 S2 S3 S4\n",
                ("#referee > summary", "#referee [href*='kind=claim']", "#seat-1", "button.primary"), 17),
}  # fmt: skip
"""What one press writes as several facts: the screen, the record so far, the touches, and how many facts."""


@pytest.mark.parametrize("what", ONE_PRESS)
def test_what_one_press_wrote_is_one_undo(screen: Screen, program: Program, what: str) -> None:
    size, begun, touches, written = ONE_PRESS[what]
    page, hand = at_table(screen, program, size, begun)
    before = recorded(page)
    for place, then in pairwise((*touches, f"#table[data-seq='{len(before) + written}']")):
        page.locator(place).locator("visible=true").first.wait_for()
        hand.pause(1000 * LOOK)  # what is new is first looked at
        touch_until(hand, place, page.locator(then).locator("visible=true").first)
    hand.pause(1000 * LOOK)
    hand.record("#undo")
    assert recorded(page)[len(before) + written :] == ["undo"] * written
