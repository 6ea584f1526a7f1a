"""Looking back in a browser: the proof in pictures, the law beside it, a correction seen before it is made, a replay."""

from __future__ import annotations

import json
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers
from tests.browser.tablet import THREE, Screen, decide, foul, press_on, record_of, recorded, take_in, tap
from tests.help.running import ROOT, Program

CASES = json.loads((ROOT / "tests" / "cases" / "damage.json").read_text(encoding="utf-8"))["damage"]


def test_what_a_foul_did_is_told_side_by_side_first_as_laid(page: Page, program: Program) -> None:
    (text,) = (case["text"] for case in CASES if case["id"] == "serious-re-ruffs")
    take_in(page, program.url, text)
    page.goto(page.url + "/deals/1/fouls/1/damage?ask=1")
    page.wait_for_selector(".outlook")
    laid, lawful = (page.locator(".outlook").nth(at).bounding_box() for at in (0, 1))
    assert laid
    assert lawful
    assert (laid["y"], laid["height"]) == (lawful["y"], lawful["height"])
    assert laid["x"] + laid["width"] <= lawful["x"]
    expect(page.locator(".outlook").first).to_have_class("outlook laid")


SCORED = {
    "tarot": "seats Nora Sacha Maximilian\ndeal Sacha\nresult taker=Nora contract=garde bouts=2 points=45\n",
    "doppelkopf": "seats Annegret Bernd Maximilian Jean-Paul\ndeal Bernd\nresult re=Bernd,Annegret type=normal points=130\n",
    "double-detente": "seats Anastasia Sacha Jean-Paul\ndeal Sacha part=1\nbid Anastasia 4\nbid Sacha 6\n"
    "bid Jean-Paul 3\nresult tricks=4,5,4 petit=Sacha\n",
    "double": "seats Nora Sacha Maximilian\ndeal Sacha cards=3\nturn SA/D2\nbid Nora 1\nbid Sacha 0\nbid Maximilian 2\n"
    "result tricks=1,1,1\n",
    "da-ban": "seats Annegret Bernd Maximilian Jean-Paul\ndeal Bernd\nresult master=Annegret points=0\n",
}
BROKEN = """(places) => [...document.querySelectorAll(places)].flatMap((th) => {
  const text = th.firstChild, range = document.createRange();
  return [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
    range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map((word) => word[0]);
})"""
"""The words in these places that go on in a second line."""


@pytest.mark.parametrize("game", SCORED)
def test_no_name_is_broken_in_a_score_on_a_phone(page: Page, program: Program, game: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    take_in(page, program.url, f"game {game}\n{SCORED[game]}")
    for path in ("", "/deals", "/deals/1"):
        page.goto(page.url.partition("/deals")[0] + path)
        expect(page.locator(".sheet thead th").first).to_be_attached()
        assert page.evaluate(BROKEN, ".sheet thead th") == [], path


PLAYED = """game tarot\nseats {} Ben Cid Dan\ndeal Dan\nresult taker={} contract=garde bouts=2 points=45
deal {}\nresult taker=Ben contract=petite bouts=1 points=60\n"""


def test_figures_of_people_break_no_word_and_hide_none_on_the_smallest_phone(screen: Screen, program: Program) -> None:
    page = screen(360, 640, locale="de")
    take_in(page, program.url, PLAYED.format(*["Wilhelmina"] * 3))
    for address in (page.url + "/statistics", program.url + "/people/Wilhelmina"):
        page.goto(address)
        expect(page.locator(".figures").first).to_be_visible()
        assert page.evaluate(BROKEN, ".figures dt, .tally-card h2 span") == [], address
        for wide in page.locator(".sheet-wide, .scroll").all():
            assert wide.evaluate("(box) => box.scrollWidth - box.clientWidth") == 0, address


FIVE = """game tarot\nseats Christophe Maximilian Ouidad Élisabeth Jean-Paul\ndeal Jean-Paul
bid Christophe garde\nbid Maximilian pass\nbid Ouidad pass\nbid Élisabeth pass\nbid Jean-Paul pass\ncall Christophe HK
kitty H2 H3 H4\ndiscard Christophe H2 H3 H4\ntrick Christophe S2 S3 S4 S5 S6\nplay Jean-Paul C2\nplay Christophe HK\n"""
LONG = "Maximilianalexanderfriedrichwilhelmhohen"


def test_no_name_is_broken_on_the_felt_of_five_on_a_phone(screen: Screen, program: Program) -> None:
    page = screen(390, 844, locale="fr")
    take_in(page, program.url, FIVE)
    assert page.evaluate(BROKEN, ".seat .who strong, .seat .role") == []


CLUB = ("Maximilian-Alexander von Hohenlohe-Waldenburg", "Maximilian Oberhauser", "Wolfgang Oberstaufenbacher",
        "Marie-Françoise de La Rochefoucauld-Montbel", "Jean-Pierre Martin", "Jean-Pierre Martineau", "王小明",
        "Annegret Kramp-Karrenbauer")  # fmt: skip
NAMES_READ = """(places) => {
  const shown = [...document.querySelectorAll(places)].filter((place) => place.checkVisibility()), cut = [];
  for (const place of shown) {
    const words = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), room = place.closest(".seat, .stacked, #pad");
    while (words.nextNode()) {
      const text = words.currentNode, range = document.createRange();
      if (!text.parentElement.checkVisibility()) continue;
      for (const word of text.data.matchAll(/[^\\s-]+/g)) {
        range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
        const boxes = [...range.getClientRects()].filter((box) => box.width), around = room.getBoundingClientRect();
        if (boxes.length > 1 || boxes[0].left < around.left || boxes[0].right > around.right) cut.push(word[0]);
      }
    }
  }
  const names = shown.map((place) => place.innerText);
  return [cut, names.filter((name, at) => names.indexOf(name) !== at)];
}"""
"""The words of the names in these places that are broken or stand out, and the names that stand there twice."""


@pytest.mark.parametrize(
    ("game", "seats", "then"),
    [
        ("tarot", 5, "deal {last}\nbid {first} garde\n"),
        ("tarot", 5, "deal {last} depth=score\n"),
        ("doppelkopf", 5, "deal {last}\n"),
        ("da-ban", 6, "deal {last} master={first} levels=3,3 trump=H\n"),
        ("double", 6, "deal {last}\nturn S8\n"),
        ("plain", 7, "deal {first}\n"),
        ("double", 8, "deal {first}\n"),
    ],
)
def test_on_a_phone_full_names_are_told_apart_and_none_is_broken(
    page: Page, program: Program, game: str, seats: int, then: str
) -> None:
    names = [f'"{name}"' for name in CLUB[:seats]]
    lines = then.format(first=names[0], last=names[-1])
    take_in(page, program.url, f"game {game}\nseats {' '.join(names)}\n{lines}")
    for width, height in product((390, 360), (844, 664)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(NAMES_READ, ".seat .who strong") == [[], []], (width, height)
        assert page.evaluate(NAMES_READ, "#pad .points label") == [[], []]
        assert page.evaluate(NAMES_READ, ".sheet thead th") == [[], []]


def test_a_name_of_one_long_word_makes_no_page_wider_than_a_phone(page: Page, program: Program) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    head = f"game double-detente\nseats {LONG} Ben Cid\ndeal Cid\nbid {LONG} 1\nbid Ben 1\nbid Cid 1\n"
    take_in(page, program.url, f"{head}trick {LONG} H2 S2 H3\ntrick Cid C2 C3 H5\n")
    table = page.url.partition("?")[0]
    for path in ("", "/fouls", "/deals/1", "/history", "/statistics"):
        page.goto(table + path)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, path


OVERFLOWING = """buttons => buttons.filter((button) => {
  const words = document.createRange(), box = button.getBoundingClientRect();
  words.selectNodeContents(button);
  return [...words.getClientRects()].some((part) => part.left < box.left || part.right > box.right);
}).map((button) => button.textContent)"""
"""The buttons with a word that stands out of them."""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (810, 1080), (390, 844)])
def test_the_classes_of_the_tournament_rules_fit_their_buttons(
    screen: Screen, program: Program, width: int, height: int
) -> None:
    page = screen(width, height, locale="de")
    (text,) = (case["text"] for case in CASES if case["id"] == "serious-re-ruffs")
    take_in(page, program.url, text)
    page.goto(page.url)
    page.click("#decide > summary")
    expect(page.locator("#decide .ruling .button").first).to_be_visible()
    assert "Schwerwiegend" in page.locator("#decide .ruling .button").all_inner_texts()
    assert page.locator("#decide .ruling .button").evaluate_all(OVERFLOWING) == []


def test_a_foul_is_looked_at_its_law_read_and_the_mis_tap_corrected_after_its_effects_were_seen(
    own_page: Page, program: Program
) -> None:
    page, wrong = own_page, list[str]()
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    take_in(page, program.url, record_of(THREE, *foul()))
    table = page.url

    # the log of fouls: both tricks drawn, Ben's cards marked, the law in words, and searched from there
    page.goto(table + "/fouls")
    expect(page.locator(".ruled .mark .card")).to_have_count(2)
    page.click(".law-says a")
    expect(page.locator("[id='double-detente.play.2']")).to_be_in_viewport()
    page.fill("#q", "petit last")
    page.keyboard.press("Enter")
    expect(page.locator(".laws dl > div:not(.agreed)")).to_have_count(1)

    # the replay goes to the card that proved it, and back a card in place
    page.goto(table + "/fouls")
    page.locator(".ruled .links a").first.click()
    expect(page.locator("#replay .big")).to_contain_text("Ben plays ♥7")
    expect(page.locator("#replay .foul-new")).to_be_visible()
    page.click("#replay .step-to >> nth=1")
    expect(page.locator("#replay .big")).to_contain_text("Ana plays ♥8")
    expect(page.locator("#replay .foul-new")).to_have_count(0)

    # the correction: made, shown, taken back, made again
    before = recorded(page)
    page.goto(table + "/history?fix=6")
    page.click("#k-H3")
    expect(page.locator(".foul-gone")).to_contain_text("Not following · Ben")
    expect(page.locator(".pair .mark .card").first).to_be_visible()
    assert barriers(page) == {}
    assert recorded(page) == [*before, "correct 9 play Ben H3"]
    press_on(page, ".change [value=undo]")
    assert recorded(page) == [*before, "correct 9 play Ben H3", "undo"]

    # a number opens in place to what made it
    decide(page)
    tap(page, ".ruling.uphold button")
    page.wait_for_selector("#pad:not([aria-disabled])")  # what is there now has been seen
    page.locator("tfoot a.number").nth(1).click()
    expect(page.locator("#why")).to_contain_text("−20")
    expect(page.locator("#why")).to_contain_text("foul.1")
    assert page.url == table
    assert wrong == []
