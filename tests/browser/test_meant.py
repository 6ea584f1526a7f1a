"""What a hand does without meaning it changes nothing: it trembles, goes on, touches beside, rests on the screen."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.hand import PALM, Hand
from tests.browser.tablet import THREE, Screen, await_answer, foul, key, playing, record_of, recorded, take_in
from tests.help.running import Program

SIZES = {"phone": (390, 664), "tablet": (1280, 800)}
ALL_SIZES = SIZES | {"tall phone": (390, 844), "upright": (810, 1080), "small": (1024, 768)}
TAROT = "game tarot\nseats Ana Ben Cid Dan\n"
DOPPELKOPF = "game doppelkopf\nseats Ana Ben Cid Dan\n"
BIDS = "bid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
GESUND = "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan"))
GAPS = (20, 60, 120, 250, 335)
"""Times in ms between the end of a touch and the beginning of the next."""


@pytest.fixture
def program(unhurried: Program) -> Program:
    """The program, which waits as long as a person's hand needs."""
    return unhurried


@pytest.fixture(params=SIZES)
def hand(screen: Screen, request: pytest.FixtureRequest) -> Hand:
    """A hand at a phone and at a tablet."""
    return _hand(screen, request.param)


ON_A_PHONE = pytest.mark.parametrize("hand", ["phone"], indirect=True)
ON_A_TABLET = pytest.mark.parametrize("hand", ["tablet"], indirect=True)
"""One size is enough where meant.js asks only which key, when and by what: a card's key and Undo never move
(test_instrument.py)."""


def _hand(screen: Screen, size: str) -> Hand:
    page = screen(*ALL_SIZES[size], has_touch=True)
    return Hand(page.context, page)


def settled(page: Page) -> list[str]:
    """What is recorded once nothing waits any more."""
    expect(page.locator("#badge")).to_have_text("saved")
    return recorded(page)


def suit(hand: Hand, card: str) -> None:
    """On a phone, the suit of the card."""
    tab = hand.page.locator(f"#pad label.tab[data-suit='{card[0]}']")
    if tab.is_visible() and not hand.page.locator(key(card)).is_visible():
        hand.tap(f"#pad label.tab[data-suit='{card[0]}']")
        hand.page.wait_for_selector(key(card))


@ON_A_PHONE
def test_a_card_touched_twice_is_played_once_and_the_key_says_so(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, TAROT + "deal Dan\n" + BIDS)
    played = []
    for gap, card in zip(GAPS, ("S1", "S2", "S3", "S4", "S5"), strict=True):
        where = hand.record(key(card))
        hand.touch(*where, gap=gap)
        played.append(card)
        expect(page.locator(".typed.unheard")).to_contain_text("once")  # for a moment
        assert [line.split()[-1] for line in settled(page) if line.startswith("play")] == played


def test_a_bid_touched_twice_is_one_and_the_next_player_may_bid_the_same(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, TAROT + "deal Dan\n")
    where = hand.record("[value='bid Ana pass']")
    for gap in (60, 200):  # of one trembling
        hand.touch(*where, gap=gap - 15)
    assert settled(page)[1:] == ["bid Ana pass"]
    hand.pause()
    where = hand.record("[value='bid Ben pass']")
    hand.pause(380)
    hand.touch(*where, gap=0)
    page.wait_for_selector("[value='bid Dan pass']")
    assert settled(page)[1:] == ["bid Ana pass", "bid Ben pass", "bid Cid pass"]


def test_a_bid_that_came_under_the_finger_is_not_made(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, TAROT + "deal Dan\n")
    where = hand.record("[value='bid Ana petite']")
    hand.touch(*where, gap=200)  # the next higher bid may stand there now
    assert settled(page)[1:] == ["bid Ana petite"]


@ON_A_PHONE
def test_other_keys_count_however_soon_they_are_touched(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, TAROT + "deal Dan\n" + BIDS)
    cards = ("S1", "S2", "S3", "S4", "S5", "S6")
    places = [hand.place(key(card)) for card in cards]
    hand.pause(0)
    for place in places:
        hand.touch(*place, gap=45)
    page.wait_for_selector("#table[data-seq='11']")
    assert [line.split()[-1] for line in settled(page)[5:]] == list(cards)


@ON_A_TABLET
def test_of_two_copies_the_second_counts_after_a_quarter_of_a_second(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, DOPPELKOPF + "deal Dan\n" + GESUND)
    where = hand.record(key("DA"))
    hand.touch(*where, gap=120)
    assert settled(page)[5:] == ["play Ana DA"]
    hand.touch(*where, gap=300)
    page.wait_for_selector("#table[data-seq='7']")
    assert settled(page)[5:] == ["play Ana DA", "play Ben DA"]


SIX = "game da-ban\nseats Ana Ben Cid Dan Eva Fay\ndeal Fay master=Ana levels=3,3 trump=H\n"
SIX += "play Ana D5+D5\nplay Ben D6+D8\nplay Cid D8+D9\nplay Dan D9+D10\nplay Eva D10+DJ\nplay Fay DJ+DQ\n"
PAIRS = ("play Ana SK+SK", "play Ben S6+S8", "play Cid S8+S9", "play Dan S9+SJ", "play Eva C10+CJ", "play Fay CQ+CK")


LED, ENDED = ["SK", "S6", "S8", "S8"], ["C10", "CJ", "CQ"]


@pytest.mark.parametrize(
    ("hand", "before", "touched", "after", "played"),
    [
        ("phone", 0, LED, ["S9"], PAIRS[:3]),  # the chips of the lead still say two
        ("tablet", 0, LED, ["S9"], PAIRS[:3]),
        ("phone", 4, ENDED, ["CK"], PAIRS),
        ("phone", 5, ["CQ", "CK", "S10"], [], (*PAIRS, "play Ana S10")),  # a lead of one card
    ],
    indirect=["hand"],
)
def test_cards_touched_before_a_pair_is_answered_count(
    hand: Hand, program: Program, before: int, touched: list[str], after: list[str], played: tuple[str, ...]
) -> None:
    page, late = hand.page, list[Route]()
    take_in(page, program.url, SIX + "\n".join(PAIRS[:before]))
    page.route("**/prompt", lambda route: late.insert(0, route), times=1)
    hand.look()
    if not before:
        hand.tap("#pad .sizes label:has([value='2'])")
    for card in touched:
        suit(hand, card)
        hand.pause(300)
        hand.tap(key(card))
    while not late:
        page.wait_for_timeout(10)
    late[0].continue_()
    expect(page.locator("#badge")).to_have_text("saved")
    for card in after:
        suit(hand, card)
        hand.tap(key(card))
    expect(page.locator("#pad [name=card]:checked")).to_have_count(0)
    assert settled(page)[7:] == list(played)


def test_who_takes_a_trick_may_take_the_next_after_a_quarter_of_a_second(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, TAROT + "deal Dan depth=tricks\n" + BIDS)
    where = hand.record("[data-took=Ben]")
    hand.touch(*where, gap=120)
    assert settled(page)[5:] == ["took Ben"]
    hand.touch(*where, gap=300)
    page.wait_for_selector("#table[data-seq='7']")
    assert settled(page)[5:] == ["took Ben", "took Ben"]


@ON_A_PHONE
def test_undo_counts_each_time(hand: Hand, program: Program) -> None:
    page = hand.page
    names = ("Ana", "Ben", "Cid", "Dan", "Dan", "Ana", "Ben", "Cid", "Cid", "Dan", "Ana", "Ben", "Ben", "Cid", "Dan")
    spades = (f"S{rank}" for rank in (*range(1, 11), "J", "Q", "K"))
    plays = [f"play {name} {card}" for name, card in zip(names, (*spades, "D1", "D2"), strict=True)]
    take_in(page, program.url, TAROT + "deal Dan\n" + BIDS + "\n".join(plays))
    where = hand.place("#undo")
    for count, gap in enumerate((30, 150, 400), 1):
        hand.pause(0)
        for _ in range(5):
            hand.touch(*where, gap=gap)
        page.wait_for_selector(f"#table[data-seq='{20 + 5 * count}']")
        assert settled(page)[20:] == ["undo"] * 5 * count
        assert page.locator("#trick [data-card]").count() == (15 - 5 * count) % 4


def test_keys_held_down_or_bounced_are_one_and_ctrl_z_counts_each_time(page: Page, program: Program) -> None:
    take_in(page, program.url, TAROT + "deal Dan\n" + BIDS)
    page.focus(key("S1"))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-seq='6']")
    page.focus(key("S2"))
    for _ in range(12):
        page.keyboard.down("Enter")
        page.wait_for_timeout(40)
    page.keyboard.up("Enter")
    assert settled(page)[5:] == ["play Ana S1", "play Ben S2"]
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.wait_for_selector("#table[data-seq='9']")
    for _ in range(3):
        page.keyboard.down("u")
    page.keyboard.up("u")
    page.wait_for_selector("#table[data-seq='10']")
    assert settled(page)[7:] == ["undo", "undo", "undo"]


def test_enter_that_bounces_leads_to_the_next_seat_and_not_past_it(page: Page, program: Program) -> None:
    take_in(page, program.url, "game plain\noption sum=26\nseats Nora Ben Cid Uma\ndeal Uma\nresult points=0,13,8,5\n")
    page.focus("[name='points.Nora']")
    for points in ("20", "-5"):
        page.keyboard.type(points)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    expect(page.locator("[name='points.Cid']")).to_be_focused()
    assert [page.input_value(f"[name='points.{name}']") for name in ("Nora", "Ben", "Cid")] == ["20", "-5", ""]


TIME_IS_THE_HAND_S = """() => addEventListener("pointerdown", ({ timeStamp }) => {
  performance.now = () => timeStamp;
}, true)"""
"""Let the page's time stand still between touches, so that what follows at once does so on the slowest machine, too."""
ONE_CARD_EACH = "game double\nseats Nora Ben Cid\ndeal Cid depth=cards\nturn S8/D7\nbid Nora 0\nbid Ben 1\nbid Cid 1\n"


def test_a_touch_after_the_last_card_starts_no_deal(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, ONE_CARD_EACH + "play Nora C10\nplay Ben C5\n")
    page.evaluate(TIME_IS_THE_HAND_S)
    where = hand.record(key("C4"))
    page.wait_for_selector("[value*='depth=cards']")
    for gap in (90, 130):
        hand.touch(*where, gap=gap)
    hand.touch(*hand.place("[value*='depth=cards']"), gap=20)
    hand.touch(*hand.place("[value*='depth=score']"), gap=20)
    expect(page.locator(".typed.unheard")).to_contain_text("Not counted")  # for a moment
    assert settled(page)[-1] == "play Cid C4"
    hand.look()
    hand.record("[value*='depth=score']")
    assert "depth=score" in settled(page)[-1]


def test_a_fold_of_the_history_touched_twice_is_opened(hand: Hand, program: Program) -> None:
    take_in(hand.page, program.url, TAROT + "deal Dan\nresult taker=Ana contract=garde bouts=2 points=45\ndeal Ana\n")
    hand.page.goto(hand.page.url + "/history")
    fold = hand.page.locator("#deal-1")
    opened = fold.get_attribute("open")
    where = hand.tap("#deal-1 > summary")
    hand.touch(*where, gap=200)
    hand.page.wait_for_timeout(400)
    assert (fold.get_attribute("open") is None) != (opened is None)


LED_ON = {
    "a claim that is left": (TAROT + "deal Dan\n" + BIDS, "/claim?seat=1", ".links a[href^='/t/']:last-of-type"),
    "who plays now": (
        TAROT + "deal Dan\nresult taker=Ana contract=garde bouts=2 points=45\n",
        "/players",
        ".opens button",
    ),
}


@pytest.mark.parametrize("what", LED_ON)
def test_a_second_touch_of_what_leads_to_a_page_falls_on_nothing_there(hand: Hand, program: Program, what: str) -> None:
    page = hand.page
    begun, place, key = LED_ON[what]
    take_in(page, program.url, begun)
    before = recorded(page)
    page.goto(page.url + place)
    where = hand.tap(key)
    at = hand.at
    page.wait_for_selector("#table")
    hand.at = at
    hand.touch(*where, gap=100)
    assert settled(page) == before
    assert page.locator("#pad :checked[name=card], [open]").count() == 0
    page.wait_for_timeout(800)
    hand.pause(0)
    hand.touch(*hand.place("#more > summary"))
    expect(page.locator("#more[open]")).to_have_count(1)


def test_a_second_touch_in_a_drawer_plays_no_card(hand: Hand, program: Program) -> None:
    page, played = hand.page, list[str]()
    take_in(page, program.url, TAROT + "deal Dan\n" + BIDS)
    for gap, name in ((60, "Ana"), (250, "Ben")):
        hand.pause(800)
        hand.tap("#referee > summary")
        page.wait_for_selector("#r-unseen")
        where = hand.record("#r-unseen")
        for _ in range(2):
            hand.touch(*where, gap=gap)
        played.append(f"play {name} ?")
        assert settled(page)[5:] == played
        assert page.locator(".seat.acting").count() == 0


# The middles of the keys that nothing covers.
FREE = """() => [...document.querySelectorAll("#pad .key")].map((key) => [key, key.getBoundingClientRect()])
  .map(([key, box]) => [key, box.x + box.width / 2, box.y + box.height / 2])
  .filter(([key, x, y]) => key.contains(document.elementFromPoint(x, y))).map(([, x, y]) => [x, y])"""


def test_a_touch_beside_what_is_open_only_closes_it(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, record_of(THREE, *foul()))
    for opens in ("#menu > summary", "#more > summary", "#decide > summary"):
        before = recorded(page)
        hand.pause(800)
        hand.tap(opens)
        expect(page.locator(":is(#menu, #more, #decide)[open]")).to_have_count(1)
        free = page.evaluate(FREE)
        if not free and "decide" in opens:
            return  # on a phone a foul covers all that could be touched beside it
        where = free[-1] if free else hand.place("#badge")  # on a phone the menu lies over all keys
        hand.pause(0)
        hand.touch(*where)
        expect(page.locator(":is(#menu, #more, #decide)[open]")).to_have_count(0)
        hand.touch(*where, gap=200)
        assert settled(page) == before
        if free:
            hand.pause(800)
            hand.touch(*where, gap=0)
            page.wait_for_selector(f"#table[data-seq='{len(before) + 1}']")
            assert len(settled(page)) == len(before) + 1


def test_a_swipe_turns_to_earlier_tricks_and_back_and_corrects_none(hand: Hand, program: Program) -> None:
    page = hand.page
    tricks = "".join(f"trick Ana {suit}9 {suit}2 {suit}3\n" for suit in "HDCS") + "trick Ana H5 H6 H7\n"
    take_in(page, program.url, record_of(THREE, *playing()) + tricks)
    hand.tap("#last-trick > summary")
    expect(page.locator("#tricks h3").first).to_contain_text("Trick 2")
    hand.swipe(*hand.place("#tricks .card >> nth=0"), across=120)
    expect(page.locator("#tricks h3").first).to_contain_text("Trick 1")
    hand.pause(800)
    hand.swipe(*hand.place("#tricks h3 >> nth=0"), across=-120)
    expect(page.locator("#tricks h3").first).to_contain_text("Trick 2")
    expect(page.locator("#mend")).to_have_count(0)


def test_two_settings_are_two_touches_in_a_menu_that_stays_open(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, record_of(THREE, *playing()))
    hand.tap("#menu > summary")
    hand.pause(800)
    hand.tap("#menu label:has([value=dark])")
    expect(page.locator("html.dark")).to_have_count(1)
    hand.pause(800)
    hand.tap("#menu label:has([value=distinct])")
    expect(page.locator("html.dark.distinct")).to_have_count(1)
    expect(page.locator("#menu[open]")).to_have_count(1)
    page.reload()
    expect(page.locator("#menu[open]")).to_have_count(0)


def test_what_replaces_the_kitty_and_the_discard_waits(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, TAROT + "deal Dan\nbid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\n")
    cards = ("S1", "S2", "S3", "S4", "S5")
    for card in cards:
        hand.tap(key(card))
    where = hand.record(key("S6"))
    hand.touch(*where, gap=150)
    hand.look()
    assert page.locator("#pad :checked[name=card]").count() == 0
    where = hand.record("#pad button[value^='count=']")
    hand.touch(*where, gap=150)
    hand.touch(*page.evaluate(FREE)[1], gap=20)
    assert settled(page)[5:] == ["kitty S1 S2 S3 S4 S5 S6", "discard Ana count=6"]


@ON_A_TABLET
def test_a_palm_that_rests_plays_nothing_and_a_finger_beside_it_does(hand: Hand, program: Program) -> None:
    page = hand.page
    take_in(page, program.url, TAROT + "deal Dan\n" + BIDS)
    hand.touch(*hand.place(key("S1")), radius=PALM)
    hand.touch(*hand.place(key("S2")), long=900)
    hand.slide(*hand.place(key("S3")))
    fingers = [hand.place(key(card)) for card in ("S5", "H5", "D5")]
    for count, apart in ((2, 0), (3, 0), (3, 40)):  # in ms
        hand.at_once(*fingers[:count], apart=apart)
        expect(page.locator(".typed.unheard")).to_contain_text("with a finger")  # for a moment
    assert settled(page)[5:] == []
    hand.beside_a_palm(*hand.place(key("S4")), palm=hand.place(key("S1")))
    page.wait_for_selector("#table[data-seq='6']")
    assert settled(page)[5:] == ["play Ana S4"]


def cards(rng: Random, ranks: str, count: int) -> list[str]:
    return [f"play {card}" for card in rng.sample([f"{suit}{rank}" for suit in "SHDC" for rank in ranks], count)]


KITTY = "kitty S4 S6 C9 D9 C10 DQ"


def evening(game: str, rng: Random) -> tuple[str, list[str]]:
    """The beginning of a short evening, and what is then meant to be recorded; a play names only its card."""
    four, three = "seats Ana Ben Cid Dan\n", "seats Ana Ben Cid\n"
    match game:
        case "tarot":
            first, last = rng.sample(["pass", "garde"], 2)
            bids = [f"bid Ana {first}", f"bid Ben {last}", "bid Cid pass", "bid Dan pass"]
            taker = "Ana" if first == "garde" else "Ben"
            hidden = ["kitty S1 H2 S3 D4 C5 S6", f"discard {taker} count=6"]
            return f"game tarot\n{four}", ["deal Dan depth=cards", *bids, *hidden, *cards(rng, "789", 3)]
        case "doppelkopf":
            bids = [f"bid {name} gesund" for name in ("Ana", "Ben", "Cid", "Dan")]
            return f"game doppelkopf\n{four}deal Dan\n", [*bids, *cards(rng, "AK", 4), "play DJ", "play DJ"]
        case "double-detente":
            bids = ["bid Ana 4", "bid Ben 5", "bid Cid 4"]
            return f"game double-detente\n{three}deal Cid part=1\n", [*bids, *cards(rng, "6789", 5)]
        case "double":
            played = [f"play {card}" for card in rng.sample(["C10", "C5", "C4"], 3)]
            return f"game double\n{three}", [
                "deal Cid depth=cards",
                "turn S8",
                "bid Ana 0",
                "bid Ben 1",
                "bid Cid 1",
                *played,
            ]
    begun = f"game da-ban\n{four}deal Dan master=Ana levels=3,3 trump=H\n{KITTY}\ndiscard Ana count=6\n"
    return begun, cards(rng, "5678", 6)


def tremble(hand: Hand, where: tuple[float, float], rng: Random) -> None:
    copies = hand.page.locator("#pad [data-again]").count() > 1
    hand.touch(*where, gap=rng.randrange(20, 230 if copies else 335))


def disturb(hand: Hand, rng: Random) -> None:
    """What else a hand does between two touches that are meant."""
    what = rng.randrange(8)
    free = hand.page.evaluate(FREE) if what in (1, 2) else []
    match what:
        case 0:
            where = hand.tap(rng.choice(["#menu > summary", "#more > summary"]))
            expect(hand.page.locator(":is(#menu, #more)[open]")).to_have_count(1)
            if beside := hand.page.evaluate(FREE):
                where = rng.choice(beside)
            hand.touch(*where, gap=400)
            tremble(hand, where, rng)
            expect(hand.page.locator(":is(#menu, #more)[open]")).to_have_count(0)
            hand.pause(720)
        case 1 if free:
            hand.touch(*rng.choice(free), gap=60, radius=PALM)
        case 2 if free:
            hand.slide(*rng.choice(free))


def keys_of(line: str) -> list[str]:
    """The keys to touch for a line."""
    word, *rest = line.split()
    if word in ("play", "turn", "kitty"):
        return [key(card) for card in rest]
    if word == "bid":
        return [f"#pad [value='{line}']"]
    return [f"#pad [value$='{rest[-1]}']"]


def meant_by(line: str) -> str:
    """A recorded line as it was meant: a play without its player, a card that was turned without its other side."""
    words = line.partition("/")[0].split()
    return f"play {words[-1]}" if words[0] == "play" else " ".join(words)


@pytest.mark.parametrize(
    ("game", "size", "seed"),
    [
        ("tarot", "phone", 1),
        ("doppelkopf", "upright", 3),
        ("double-detente", "tall phone", 4),
        ("double", "small", 5),
        ("da-ban", "tablet", 6),
    ],
)
def test_an_evening_of_a_hand_that_trembles_is_the_evening_that_is_meant(
    screen: Screen, program: Program, game: str, size: str, seed: int
) -> None:
    hand = _hand(screen, size)
    page, rng = hand.page, Random(seed)
    begun, meant = evening(game, rng)
    take_in(page, program.url, begun)
    before, last, where = recorded(page), "", (0.0, 0.0)
    for line in meant:
        hand.look()
        disturb(hand, rng)
        keys = keys_of(line)
        hand.pause(360 if keys[-1] == last or "bid" in line else 0)  # the same key may be meant again
        last = keys[-1]
        with await_answer(page):
            for place in keys:
                suit(hand, place.removeprefix("#k-"))
                before_it, where = where, hand.place(place)
                hand.pause(360 if where == before_it else 0)  # another key that came under the finger
                hand.touch(*where)
                at_once = rng.random() < 0.4
                if at_once:
                    tremble(hand, where, rng)
        if not at_once:
            tremble(hand, where, rng)
    assert [meant_by(line) for line in settled(page)[len(before) :]] == meant


@pytest.mark.parametrize("kind", ["void", "note"])
def test_the_second_touch_on_an_entry_of_more_leaves_it_open_where_it_stands_alone(
    screen: Screen, program: Program, kind: str
) -> None:
    """On a phone the others go, so that the entry stands higher: the touch falls beside the drawer."""
    page = screen(390, 664, has_touch=True)
    hand = Hand(page.context, page)
    take_in(
        page,
        program.url,
        TAROT + "deal Dan\n" + BIDS + "play Ana S1\nplay Ben S2\nplay Cid S3\nplay Dan S4\nplay Dan D1\nplay Ana D2\n",
    )
    for gap in (60, 180, 250):
        hand.pause(800)
        hand.tap("#more > summary")
        hand.look()
        where = hand.tap(f"#more-parts .fold:has([value={kind}]) > summary")
        hand.touch(*where, gap=gap)
        assert settled(page)[-1] == "play Ana D2"
        expect(page.locator(f"#more[open] .fold[open] [value={kind}]")).to_have_count(1)
        page.evaluate("for (const each of document.querySelectorAll('#more, #more .fold')) each.open = false")
