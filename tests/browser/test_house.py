"""House rules of Doppelkopf played by touch, from the form to the printed sheet."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from tests.browser.deal_taps import taps
from tests.browser.hand import Hand
from tests.browser.tablet import AGAIN, LOOK, Screen, recorded
from tests.help.running import Program

GOLDEN = Path(__file__).parents[1] / "golden" / "doppelkopf"
NAMES = ("Ana", "Ben", "Cid", "Dan")


def open_by_touch(page: Page, program: Program, preset: str, options: list[tuple[str, str]]) -> None:
    """The form of a new table: the game, the laws as one chip, options unfolded, four names."""
    page.goto(f"{program.url}/new?game=doppelkopf")
    chosen = page.locator(f"input[name=preset][value={preset}]")
    page.locator("label.chip").filter(has=chosen).tap()
    page.wait_for_selector(f"input[name=drawn][value={preset}]", state="attached")
    for seat, name in enumerate(NAMES, 1):
        page.locator(f"#seat-{seat}").fill(name)
    if options:
        page.locator("#options > summary").tap()
        page.locator("#more > summary").tap()
    for name, value in options:
        page.locator(f"label.chip:has(input[name='option.{name}'][value='{value}'])").tap()
    page.get_by_role("button", name="Open the table").tap()
    page.wait_for_selector("#table")


def play(hand: Hand, page: Page, lines: list[str]) -> None:
    """Touch a whole deal; the same key again only once the finger has left it, an announcement in its drawer."""
    before: list[str] = []
    for wanted in taps(lines, NAMES):
        for selector, nth in wanted.choose:
            page.locator(selector).nth(nth).locator("xpath=..").tap()
        key = next(one for one in wanted.buttons if page.locator(one).count())
        if "announce" in key and not page.locator(key).first.is_visible():
            page.locator("summary", has_text="Announce").tap()
        if not all(one.startswith("#k-") for one in (key, *before[-1:])):
            hand.pause(1000 * LOOK)  # what is new is first looked at
        elif key in before:
            hand.pause(1000 * AGAIN)
        hand.record(key)
        before = [*before[-3:], key]


def pdf(page: Page, address: str) -> PdfReader:
    """A paper, once it is printed."""
    for _ in range(200):
        answer = page.request.get(address)
        if answer.headers["content-type"].startswith("application/pdf"):
            return PdfReader(io.BytesIO(answer.body()))
        page.wait_for_timeout(100)
    raise AssertionError("never printed")


@pytest.mark.parametrize(
    ("record", "preset", "options", "scores", "agreed"),
    [
        ("schweinchen", "schweinchen", [], [-2, 2, -2, 2], "Schweinchen"),
        ("house-hochzeit-by-the-first-plain-trick", "dulle", [("hochzeit", "plain")], [3, 3, -3, -3], "auction.9"),
        ("house-armut-of-four", "dulle", [("armut_trumps", "4"), ("armut_gives", "trumps")], [4, 4, -4, -4], "four trumps"),
    ],
)  # fmt: skip
def test_an_evening_with_house_rules_is_played_by_touch_and_printed(
    screen: Screen, program: Program, record: str, preset: str, options: list[tuple[str, str]],
    scores: list[int], agreed: str,
) -> None:  # fmt: skip
    """The scores are those worked by hand in the records; without the tournament's laws a Karlchen caught is 1 more."""
    page = screen(1024, 768, has_touch=True)
    open_by_touch(page, program, preset, options)
    lines = [line.partition("#")[0].strip() for line in (GOLDEN / f"{record}.deal").read_text().splitlines()]
    begun = next(at for at, line in enumerate(lines) if line.startswith("deal "))
    hand = Hand(page.context, page)
    hand.record("[data-key='depth=cards']")
    play(hand, page, [line for line in lines[begun + 1 :] if line])
    row = page.locator("table.sheet tr.sum td").all_inner_texts()
    assert [int(cell.replace("−", "-")) for cell in row] == scores
    assert f"preset {preset}" in recorded(page)
    table = re.sub(r"(/t/\w+).*", r"\1", page.url)
    sheet = " ".join(one.extract_text() for one in pdf(page, f"{table}/sheet.pdf").pages)
    assert all(name in sheet for name in NAMES)
    laws = pdf(page, f"{table}/agreed.pdf")
    assert len(laws.pages) == 1
    assert agreed in laws.pages[0].extract_text()
