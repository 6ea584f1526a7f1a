"""A card is one touch of a finger at every size, and no key moves under it: one game a size, from its first bid on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.tablet import AGAIN, LOOK, Screen, key, recorded, take_in, tap
from tests.browser.test_offline import back, cut
from tests.help.running import Program

FOUR, THREE = "seats Ana Ben Cid Dan\n", "seats Ana Ben Cid\n"
TAROT = [
    "bid Ana pass",
    "bid Ben garde",
    "bid Cid pass",
    "bid Dan pass",
    "kitty S1 H2 T3 D4 C5 EX",
    "discard Ben count=6",
]
GESUND = [f"bid {name} gesund" for name in ("Ana", "Ben", "Cid", "Dan")]
TOUCHED = {
    "tarot": ((390, 664), FOUR + "deal Dan\n", TAROT, "S2 S3 SK S9 H4 D5 H6 T21"),
    "doppelkopf": ((810, 1080), FOUR + "deal Dan\n", GESUND, "SA S9 SK S10 HA HK CQ H9"),
    "double-detente": (
        (390, 844),
        THREE + "deal Cid part=1\n",
        ["bid Ana 4", "bid Ben 5", "bid Cid 4"],
        "S5 S6 S9 H5 T1 H9",
    ),
    "double": (
        (1024, 768),
        THREE + "deal Cid cards=4\n",
        ["turn S8", "bid Ana 0", "bid Ben 1", "bid Cid 1"],
        "C10 C5 C4 HK H7",
    ),
    "da-ban": (
        (1280, 800),
        FOUR + "deal Dan\nshow Ben BK\nshow Ben H4\nkitty S4 C6 C9 D9 C9 DQ\n",
        [],
        "S5 S6 D7 SA C8 CQ CJ CK",
    ),
}
"""The screen, the record so far, what is told before the play, and the cards."""
PLACES = """() => [...document.querySelectorAll("#pad .key")].filter((key) => key.checkVisibility())
  .map((key) => [key.textContent.trim(), Math.round(key.getBoundingClientRect().x), Math.round(key.getBoundingClientRect().y)])"""


@pytest.mark.parametrize("game", TOUCHED)
def test_what_is_told_is_a_touch_each_and_the_keys_stand_still(screen: Screen, program: Program, game: str) -> None:
    (width, height), begun, told, cards = TOUCHED[game]
    page = screen(width, height, has_touch=True)
    hand = Hand(page.context, page)
    take_in(page, program.url, f"game {game}\n{begun}")
    for line in told:
        hand.look()
        hand.pause(1000 * AGAIN)  # the next player's key may stand where this one stood
        word, *rest = line.split()
        *first, last = (
            map(key, rest) if word in ("kitty", "turn") else [f"#pad [value='{line}'], #pad [value='{rest[-1]}']"]
        )
        for place in first:
            hand.tap(place)
        hand.record(last)
    hand.look()
    places = page.evaluate(PLACES)
    for card in cards.split():
        hand.record(key(card))
        assert page.evaluate(PLACES) == places, card
    assert [line.split()[-1] for line in recorded(page) if line.startswith("play")] == cards.split()


LAID = """() => [...document.querySelectorAll("#trick .card")].map((card) => [card.dataset.card, card.getBoundingClientRect().x])"""
SIZES = {"tablet": (1280, 800), "small": (1024, 768), "upright": (810, 1080), "phone": (390, 844), "low": (390, 664)}


REACHED = """(wanted) => wanted.filter((each) => {
  const key = [...document.querySelectorAll(each)].find((one) => one.checkVisibility());
  const { x, y, width, height } = key.getBoundingClientRect();
  return !key.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""
"""Which of these a finger that touches their middle would not touch."""


@pytest.mark.parametrize("sizes", [("upright", "small", "tablet"), ("phone", "low")], ids=["tablets", "phones"])
def test_without_network_cards_lie_in_order_and_where_another_was_quicker_a_finger_decides(
    screen: Screen, program: Program, sizes: tuple[str, ...]
) -> None:
    told = "".join(f"{line}\n" for line in TAROT[:4]).replace("garde", "garde-sans")
    page, other = screen(*SIZES[sizes[-1]], has_touch=True), screen()
    hand = Hand(page.context, page)
    take_in(page, program.url, f"game tarot\n{FOUR}deal Dan\n{told}trick Ana S1 S4 S3 S2\n")
    other.goto(page.url)
    cut(page)
    for number, card in enumerate(("T18", "T16", "T1"), 1):  # Ben leads
        hand.tap(key(card))
        expect(page.locator("#badge")).to_have_text(f"{number} waiting")
        hand.pause()
    for width, height in (SIZES[size] for size in sizes):
        page.set_viewport_size({"width": width, "height": height})
        laid = page.evaluate(LAID)
        assert {card for card, _ in laid} == {"T18", "T16", "T1"}
        if width == 390:  # in a row there
            assert [card for card, _ in sorted(laid, key=lambda one: one[1])] == ["T18", "T16", "T1"]
        assert page.evaluate(REACHED, [key(card) for card in ("T18", "T16", "T1")]) == []
    tap(other, key("H5"))
    back(page)
    contact = page.locator("#contact")
    expect(contact.locator(".waiting button")).to_have_text(["Ben trump 18 ×", "Cid trump 16 ×", "Dan trump 1 ×"])
    for width, height in (SIZES[size] for size in sizes):
        page.set_viewport_size({"width": width, "height": height})
        for button in contact.locator(".ways .button:visible").all():
            expect(button).to_be_in_viewport(ratio=1)
        assert page.evaluate(REACHED, ["#contact .waiting button", "#contact [data-do=retry]"]) == [], (width, height)
    page.wait_for_selector("#table[data-seq='7']")  # the table is followed meanwhile
    hand.pause(900)
    hand.tap("#contact .waiting button")
    expect(contact.locator(".waiting button")).to_have_count(2)
    hand.pause(900)
    hand.tap("#contact [data-do=retry]")
    page.wait_for_selector("#table[data-seq='9']")
    assert recorded(page)[-3:] == ["play Ben H5", "play Cid T16", "play Dan T1"]


@pytest.fixture
def hand(screen: Screen) -> Hand:
    """The hand on a low phone."""
    page = screen(390, 664, has_touch=True)
    return Hand(page.context, page)


def test_on_a_low_phone_a_player_is_replaced_by_four_touches_and_the_key_that_goes_on_is_in_sight(
    hand: Hand, program: Program
) -> None:
    page = hand.page
    take_in(page, program.url, f"game tarot\n{FOUR}deal Dan\nresult taker=Ana contract=garde bouts=2 points=45\n")
    players = "#more a[href$='/players']"
    hand.tap("#more > summary")
    page.locator(players).wait_for()
    hand.pause(1000 * LOOK)
    hand.tap(players)
    page.wait_for_selector("#setup")
    expect(page.get_by_role("button", name="Go on")).to_be_in_viewport(ratio=1)
    hand.tap("#seat-3")
    page.fill("#seat-3", "Eva")
    hand.tap("#setup .opens button")
    expect(page.locator("#seat-2")).to_contain_text("Eva")
    expect(page.locator("#seat-0")).to_contain_text("174")  # the evening goes on: totals, deals, who deals
    expect(page.locator("#strip")).to_contain_text("Ana deals: deal 2")


PROVED = "cards=3\nhand Ben S8 C8 C9\nplay Ana S5\nplay Ben C8\n"
"""Ben, whose cards all have seen, does not follow in spades."""


def test_a_proved_card_is_taken_back_by_two_touches_and_its_player_plays_again(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, f"game da-ban\n{FOUR}deal Dan master=Ana levels=3,3 trump=H {PROVED}")
    hand.tap("#decide > summary")
    page.wait_for_selector("#decide .rulings:not([aria-disabled])")
    hand.record("#decide [value*='remedy=back']")
    expect(page.locator("#trick .card")).to_have_count(1)
    expect(page.locator("#asks")).to_contain_text("Ben plays")
    hand.pause(1000 * LOOK)
    hand.record(key("S8"))
    expect(page.locator("#asks")).to_contain_text("Cid plays")
    assert page.get_attribute("#table", "data-fouls") == "0"


SPADES = "hand Ben S2 H2\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\nplay Ana S1\nplay Ben H2\n"
PUT_OFF = {
    "da-ban": (f"{FOUR}deal Dan master=Ana levels=3,3 trump=H {PROVED}", "S9", ("back", "stands"), "Cid"),
    "tarot": (f"{FOUR}deal Dan cards=2\n{SPADES}", "S3", ("back",), "Cid"),
}
"""A record with a foul just proved, the card laid next, the remedies, and whose card that is."""


@pytest.mark.parametrize("game", PUT_OFF)
def test_what_is_put_off_is_decided_after_the_next_card(hand: Hand, program: Program, game: str) -> None:
    page, (text, card, remedies, name) = hand.page, PUT_OFF[game]
    take_in(page, program.url, f"game {game}\n{text}")
    later, decide = page.locator("#foul > .later"), page.locator("#decide > summary")
    expect(later).to_be_in_viewport(ratio=1)
    hand.tap("#foul > .later")
    expect(page.locator("#asks")).to_contain_text(f"{name} plays")
    expect(page.locator("#asks")).to_be_in_viewport(ratio=1)
    expect(decide).to_be_in_viewport()
    hand.pause(1000 * LOOK)
    hand.record(key(card))
    assert recorded(page)[-1] == f"play {name} {card}"
    hand.pause(1000 * LOOK)
    hand.tap("#decide > summary")
    page.wait_for_selector("#decide .rulings:not([aria-disabled])")
    for word in remedies:
        expect(page.locator(f"#decide [value*='remedy={word}']")).to_be_in_viewport(ratio=1)
    hand.record(f"#decide [value*='remedy={remedies[-1]}']")
    assert recorded(page)[-1].endswith(f"uphold remedy={remedies[-1]}")
    expect(page.locator("#decide")).to_have_count(0)


def test_a_seat_answers_who_it_was_once_the_question_has_been_seen(hand: Hand, program: Program) -> None:
    page = hand.page
    gesund = "".join(f"{line}\n" for line in GESUND)
    take_in(
        page, program.url, f"game doppelkopf\npreset ddv\n{FOUR}deal Dan\n{gesund}trick Ana CA C9 C10 CK\nplay Ana HA\n"
    )
    hand.tap("#referee > summary")
    hand.pause(1000 * LOOK)
    hand.tap("#referee a[href*='late-announcement']")
    page.wait_for_selector("#mend")
    hand.pause(1000 * LOOK)
    hand.tap("#seat-2")
    expect(page.locator("[value*='foul Cid late-announcement']").first).to_be_in_viewport(ratio=1)
