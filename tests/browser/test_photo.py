"""A deck is taught by photos and piles are counted by them, as a person does it; the photos are drawn from a seed."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, expect

from referee.rules.packs import PAD
from tests.browser.barriers import barriers
from tests.browser.tablet import press_on, record_text, recorded, take_in
from tests.browser.test_looks import SMALL, WIDER
from tests.help.running import Program
from tests.help.scenes import decks
from tests.help.scenes.photos import Shot, photo

TABLE = "game doppelkopf\noption nines=no\nseats Ana Ben Cid Dan\ndeal Ana depth=score\n"
DECK = [suit + rank for suit in "CSHD" for rank in ("A", "10", "K", "Q", "J") for _ in range(2)]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
PLAYED = TABLE.replace(" depth=score", "") + "".join(f"bid {name} gesund\n" for name in ("Ben", "Cid", "Dan", "Ana"))
KITTY = "game tarot\nseats Ana Ben Cid Dan\ndeal Ana\nbid Ben garde\nbid Cid pass\nbid Dan pass\nbid Ana pass\n"
PAD_CARDS = [group.cards for group in PAD]
PLAIN = Shot("doppelkopf", 4, size=(1200, 900), tilt=10, glare=0)


def points(cards: Sequence[str]) -> int:
    return sum(WORTH[card[1:]] for card in cards)


@cache
def taken(seed: str, cards: tuple[str, ...], shot: Shot = PLAIN) -> FilePayload:
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo(seed, cards, shot).jpeg}


def look(page: Page, *photos: FilePayload) -> None:
    """Take photos, one after the other, and wait until each has been read."""
    for each in photos:
        before = page.locator("#photos svg").count()
        page.set_input_files("#photo", each)
        expect(page.locator("#photos svg")).to_have_count(before + 1)


def require_reach(page: Page) -> None:
    """Require that everybody can read and hit what is on a page, which is no wider than the screen."""
    assert barriers(page) == {}
    assert page.evaluate(SMALL) == []
    assert page.evaluate(WIDER) == 0


def confirming(page: Page, line: str) -> str:
    """The line by which people say that they looked at the cards of another."""
    return f"confirm {record_text(page).splitlines().index(line) + 1}"


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program that offers to read photos."""
    running = Program(tmp_path_factory.mktemp("photos") / "referee.db", photos=True)
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="module")
def taught(offering: Program, browser: Browser) -> Iterator[Page]:
    """A phone at a table whose deck has been taught through the page."""
    page = browser.new_page(viewport={"width": 390, "height": 664}, reduced_motion="reduce", has_touch=True)
    take_in(page, offering.url, TABLE)
    page.tap("text=Count a pile by photo")
    page.tap(".notice a")
    page.fill("#deck-title", "The green one")
    page.tap("text=Teach this deck")
    page.wait_for_selector("#teach")
    for lay in range(page.locator(".laid").count()):
        cards = str(page.get_attribute(f"#lay-{lay} .laid", "data-cards")).split()
        page.set_input_files(f"#photo-{lay}", taken(f"lay {lay}", tuple(cards), replace(PLAIN, turned=False)))
        expect(page.locator(f"#lay-{lay} .photo g")).to_have_count(len(cards))
        labels = [card.get_attribute("aria-label") for card in page.locator(f"#lay-{lay} .photo g").all()]
        assert labels == [card.get_attribute("aria-label") for card in page.locator(f"#lay-{lay} .laid .card").all()]
        page.tap(f"#lay-{lay} form button")
        expect(page.locator(f"#lay-{lay} summary")).to_contain_text("known")
    require_reach(page)
    yield page
    page.close()


COVERED = """() => [...document.querySelectorAll("#pad .key")].filter((key) => {
  const box = key.getBoundingClientRect(), hit = document.elementFromPoint(box.x + box.width / 2, box.bottom - 3);
  return key.checkVisibility() && !key.contains(hit);
}).map((key) => key.id)"""
"""The keys that a finger would not hit."""


def test_where_photos_are_offered_no_key_of_a_kitty_hides_behind_what_sends_it(
    offering: Program, browser: Browser
) -> None:
    kitty = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    for language in ("en", "fr", "de"):
        page = browser.new_page(viewport={"width": 390, "height": 664}, locale=language)
        take_in(page, offering.url, kitty)
        expect(page.locator("#pad .send a")).to_be_in_viewport(ratio=1)
        assert page.evaluate(COVERED) == []
        page.close()


@pytest.fixture
def pile(taught: Page, offering: Program) -> Page:
    """A new table of that deck, and the page of its pile, to which goes what was chosen before."""
    take_in(taught, offering.url, TABLE)
    taught.tap("#pad label:has-text('Ben')")
    taught.tap("text=Count a pile by photo")
    expect(taught.locator("#result [name=re][value=Ben]")).to_be_checked()
    return taught


@pytest.fixture(scope="module")
def sides() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards that Re and Kontra won."""
    cards = Random("sides").sample(DECK, len(DECK))
    return tuple(cards[:18]), tuple(cards[18:])


def answer(page: Page, *photos: Sequence[str]) -> None:
    """Answer what is asked, knowing the cards of each photo as they lie, the newest photo first."""
    cards = [card for photo in photos for card in photo]
    while page.locator("#question").is_visible():
        states = [str(card.get_attribute("class")) for card in page.locator("#photos g").all()]
        [asked] = [card for card, state in zip(cards, states, strict=True) if "current" in state]
        page.tap(f"#question .asking .key[data-code='{asked}']")


def test_photos_of_both_sides_prove_the_sum_and_fill_in_the_result(
    pile: Page, sides: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    re, kontra = sides
    sent = list[str]()
    pile.on("request", lambda request: sent.append(request.method))
    look(pile, taken("re, a half", re[:9]), taken("re, the other half", re[9:]))
    answer(pile, re[9:], re[:9])
    expect(pile.locator("#sums")).to_contain_text(f"Card points of Re: {points(re)}")
    expect(pile.locator("#sums")).to_contain_text("Look whether as many cards lie there")
    pile.tap("#piles label:has-text('Kontra')")
    look(pile, taken("kontra", kontra))
    answer(pile, kontra, re[9:], re[:9])
    expect(pile.locator("#sums")).to_contain_text("All 40 cards are there")
    require_reach(pile)
    assert set(sent) == {"GET"}  # a photo stays where it was taken
    pile.tap("text=Fill in the result")
    pile.tap("#result label:has-text('Cid')")
    pile.tap("#result button:has-text('Record')")
    pile.wait_for_selector("#table")
    [line] = [line for line in recorded(pile) if line.startswith("result")]
    assert "re=Ben,Cid" in line
    assert f" points={points(re)}" in line


def test_a_tap_changes_a_card_takes_one_out_and_adds_one_and_none_counts_too_often(
    pile: Page, sides: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    re, _ = sides
    look(pile, taken("re", re))
    answer(pile, re)
    sums, first, question = pile.locator("#sums"), pile.locator("#photos g").first, pile.locator("#question")
    other = next(card for card in dict.fromkeys(DECK) if card not in re)
    first.tap()
    question.get_by_text("Another card").tap()
    question.locator(f"details [data-code='{other}']").tap()
    expect(sums).to_contain_text(f"Card points of Re: {points((other, *re[1:]))}")
    first.tap()
    question.get_by_role("button", name="No card").tap()
    expect(sums).to_contain_text("The cards of Re: 17")
    expect(sums).to_contain_text(f"Card points of Re: {points(re[1:])}")
    pile.locator("#photos svg").scroll_into_view_if_needed()
    box = pile.locator("#photos svg").bounding_box()
    assert box
    pile.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
    question.locator(f"details [data-code='{re[0]}']").tap()
    expect(sums).to_contain_text(f"Card points of Re: {points(re)}")
    look(pile, taken("re", re))  # the same photo again: its cards are there too often
    expect(sums).to_contain_text("Cards still to be named")
    expect(pile.locator("#use")).to_be_hidden()
    pile.get_by_role("button", name="Drop this photo").first.tap()
    expect(sums).to_contain_text(f"Card points of Re: {points(re)}")


def test_on_a_white_table_no_sum_is_told(pile: Page, sides: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    look(pile, taken("white", sides[0][:6], replace(PLAIN, table="white")))
    expect(pile.locator("#photos [role=alert]")).to_contain_text("No sum is told")
    expect(pile.locator("#photos [role=alert]")).to_contain_text("as bright as the cards")
    expect(pile.locator("#sums")).to_have_text("")
    expect(pile.locator("#use")).to_be_hidden()


def test_without_the_laptop_the_page_says_why_it_cannot_read(
    pile: Page, sides: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    pile.context.set_offline(True)
    pile.set_input_files("#photo", taken("re", sides[0]))
    expect(pile.locator("#said")).to_contain_text("out of reach, and the pictures of the deck are on it")
    pile.context.set_offline(False)
    pile.set_input_files("#photo", {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"})
    expect(pile.locator("#said")).to_contain_text("no photo that this browser can show")


def test_what_only_people_can_say_of_a_fox_is_said_by_a_tap(pile: Page) -> None:
    foxes = ("DA", "S10", "DA", "CK", "HQ", "CJ")
    look(pile, taken("two foxes", foxes))
    answer(pile, foxes)
    caught = pile.locator("#sums button")
    expect(caught).to_have_count(2)
    caught.last.tap()
    expect(pile.locator("#result [name='re-extra.fox'][value='fox:2']")).to_be_checked()
    expect(caught.last).to_have_attribute("aria-pressed", "true")
    require_reach(pile)
    caught.last.tap()
    expect(pile.locator("#result [name='re-extra.fox'][value='fox:2']")).not_to_be_checked()


def test_a_french_page_has_a_space_before_its_colons(pile: Page, sides: tuple[tuple[str, ...], ...]) -> None:
    pile.context.add_cookies([{"name": "language", "value": "fr", "url": pile.url}])
    try:
        pile.reload()
        look(pile, taken("re", sides[0]))
        answer(pile, sides[0])
        expect(pile.locator("#sums")).to_contain_text(f"Points de Re\u00a0: {points(sides[0])}")
        assert ": " not in pile.locator("#sums").inner_text().replace("\u00a0: ", "")
    finally:
        pile.context.clear_cookies(name="language")


HAND = ("HQ", "S10", "CK", "DA", "HA", "SJ", "C10", "D10", "SA", "CQ")


@pytest.mark.parametrize("looked", [True, False], ids=["looked at", "not looked at"])
def test_the_hand_of_a_claim_is_shown_by_photo_and_marked_as_read_until_people_looked(
    taught: Page, offering: Program, looked: bool
) -> None:
    take_in(taught, offering.url, PLAYED)
    table = taught.url
    taught.goto(f"{table}/claim?seat=1")
    taught.tap("text=Show the hand by photo")
    look(taught, taken("a hand", HAND))
    answer(taught, HAND)
    expect(taught.locator("#sums")).to_contain_text("All 10 cards are there")
    require_reach(taught)
    taught.tap("text=Each card has its right name" if looked else "text=marked as read")
    expect(taught.locator(".change .card")).to_have_count(10)
    require_reach(taught)
    taught.tap("text=Contested")
    taught.wait_for_selector("#table")
    line = f"claim Ben {' '.join(HAND)} by=photo"
    assert recorded(taught)[-2:] == ([line, confirming(taught, line)] if looked else ["bid Ana gesund", line])
    taught.goto(f"{table}/history")
    assert ("(read)" in taught.content()) is not looked


def test_a_hand_is_counted_by_photo_without_its_cards_being_named(taught: Page, offering: Program) -> None:
    take_in(taught, offering.url, PLAYED)
    taught.goto(f"{taught.url}/referee?counted=&seat=1")
    taught.tap("text=By photo")
    look(taught, taken("a hand of nine", HAND[:9]))
    expect(taught.locator("#sums")).to_contain_text("The hand of Ben: 9")
    assert taught.locator("#photos text").all_text_contents() == [str(number) for number in range(1, 10)]
    require_reach(taught)
    taught.tap("#use button")
    expect(taught.locator("#rule")).to_contain_text("Ben has 1 too few")


def learnt(page: Page, address: str, cards: Sequence[str]) -> None:
    """Teach the open deck's row by pictures that were drawn flat, as if they had been cut out of a photo."""
    strip = Image.new("RGB", (96, 160 * len(cards)), (30, 60, 40))
    for at, code in enumerate(cards):
        drawn = decks.card("tarot", code, 4).convert("RGBA").resize((72, 120)).resize((96, 160))
        strip.paste(drawn, (0, 160 * at), drawn)
    file = io.BytesIO()
    strip.save(file, "JPEG", quality=90)
    form = page.locator("#teach form").nth(PAD_CARDS.index(tuple(cards)))
    sent = {name: str(form.locator(f"[name={name}]").input_value()) for name in ("csrf_token", "key", "lay")}
    jpeg: FilePayload = {"name": "strip.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}
    answer = page.request.post(f"{address}/photo", headers={"Origin": page.url.rpartition("/t/")[0]},
                               multipart={**sent, "strip": jpeg})  # fmt: skip
    assert answer.ok, answer.text()


@pytest.fixture(scope="module")
def tarot(browser: Browser, offering: Program) -> Iterator[Page]:
    """A tablet where a deck of tarot has been taught."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", has_touch=True)
    take_in(page, offering.url, KITTY)
    press_on(page, "text=By photo")
    press_on(page, ".notice a")
    page.fill("#deck-title", "Tarot")
    page.click("text=Teach this deck")
    page.wait_for_selector("#teach")
    for row in PAD_CARDS:
        learnt(page, page.url, row)
    yield page
    page.close()


def test_that_the_petit_was_led_last_is_said_by_a_tap(tarot: Page, offering: Program) -> None:
    take_in(tarot, offering.url, "game tarot\nseats Ana Ben Cid Dan\ndeal Ana depth=score\n")
    tarot.tap("#pad label:has-text('Ben')")
    press_on(tarot, "text=Count a pile by photo")
    won = ("T1", "H3", "T14", "SK", "C9", "D1")
    look(tarot, taken("petit", won, Shot("tarot", 4, size=(1200, 900), tilt=8, glare=0)))
    answer(tarot, won)
    [said] = tarot.locator("#sums button").all()
    said.tap()
    expect(tarot.locator("#result [name=petit][value=attack]")).to_be_checked()
    expect(said).to_have_attribute("aria-pressed", "true")
    said.tap()
    expect(tarot.locator("#result [name=petit][value=attack]")).not_to_be_checked()


def test_a_photo_of_the_kitty_ticks_its_cards(tarot: Page, offering: Program) -> None:
    page = tarot
    take_in(page, offering.url, KITTY)
    press_on(page, "text=By photo")
    cards = ("H3", "T14", "SK", "C9", "D1", "T5")
    look(page, taken("kitty", cards, Shot("tarot", 4, size=(1200, 900), tilt=8, glare=0)))
    answer(page, cards)
    expect(page.locator("#sums")).to_contain_text("All 6 cards are there")
    page.click("text=Each card has its right name")
    require_reach(page)
    page.click("#result button:has-text('Record')")
    page.wait_for_selector("#table")
    line = f"kitty {' '.join(cards)} by=photo"
    assert recorded(page)[-2:] == [line, confirming(page, line)]


def dealt(board: int, seed: str) -> dict[str, list[str]]:
    """A board of the deck that was taught: the hand of each position."""
    cards = Random(f"{seed} {board}").sample(DECK, len(DECK))
    return {name: cards[at * 10 : at * 10 + 10] for at, name in enumerate("NESW")}


def test_the_hands_of_a_board_are_put_down_by_a_photo_each_and_none_with_a_card_too_few(
    taught: Page, offering: Program
) -> None:
    page, hands = taught, dealt(4, "a board")
    page.goto(f"{offering.url}/tournament/new?game=doppelkopf")
    page.fill("[name=title]", "Boards by photo")
    page.evaluate("document.querySelector('[name=\"option.nines\"][value=no]').checked = true")
    press_on(page, "text=Open the tournament")
    page.goto(page.url.split("#")[0] + "/boards")
    press_on(page, "text=A board’s hands by photo")
    page.fill("#board", "4")
    put_down = page.locator("#use button")
    look(page, taken("a card too few", tuple(hands["N"][1:])))
    answer(page, hands["N"][1:])
    expect(page.locator("#sums")).to_contain_text("N: 9 cards, a hand has 10.")
    page.tap("#photos button")
    for name, cards in hands.items():
        expect(page.locator("[name=pile]:checked + *, label:has([name=pile]:checked)").first).to_contain_text(name)
        assert not put_down.is_visible()
        look(page, taken(f"hand {name}", tuple(cards)))
        answer(page, *(hands[each] for each in list(hands)[list(hands).index(name) :: -1]))
    require_reach(page)
    page.tap("#use button")
    rows = [row.split("; ") for row in page.input_value("[name=typed]").splitlines()]
    assert {name: sorted(cards.split()) for _, name, cards in rows} == {n: sorted(cards) for n, cards in hands.items()}
    assert [board for board, *_ in rows] == ["4"] * 4
    assert page.input_value("#board") == "5"
    assert page.locator("#photos svg").count() == 0
    press_on(page, "text=Prepare the boards")
    expect(page.locator("main")).to_contain_text("Boards 4 to 4 are prepared")
