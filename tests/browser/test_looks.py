"""What everybody can see, read and hit: accessibility, sizes of controls, pages that fit their screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.barriers import barriers_by_day_and_night
from tests.browser.tablet import THREE, await_answer, bidding, bring, foul, playing, record_of, take_in
from tests.help.running import Program

SIZES = {"table": (1280, 800), "tablet": (810, 1080), "phone": (390, 844)}
PAST = {"history": "history", "mending": "history?fix=6", "deals": "deals", "deal": "deals/1", "fouls": "fouls",
        "statistics": "statistics", "laws": "laws", "why": "why/0", "seats": "seats", "claim": "claim?seat=1",
        "devices": "devices", "board": "board"}  # fmt: skip
PAGES = (
    "home",
    "new",
    "bidding",
    "playing",
    "foul",
    "score",
    "ten",
    "five",
    "first",
    "join",
    "deck",
    "lost",
    "people",
    "person",
    "several",
    *PAST,
)

# Of what can be tapped, the visible box: a label stands for the input inside it.
SMALL = """() => {
  const visible = { visibilityProperty: true, opacityProperty: true };
  const seen = (e) => e.checkVisibility(visible) && e.getBoundingClientRect().width > 1;
  const stood_for = "input[type=radio], input[type=checkbox], input[type=hidden]";
  return [...document.querySelectorAll("a, button, summary, input, select, textarea, label.chip, label.key, label.tab")]
    .filter((e) => seen(e) && !e.closest(".sr, .skip") && !e.matches(stood_for))
    .map((e) => [e, e.getBoundingClientRect()])
    // all keys of the large pack on a phone are lower, and still larger than the letters of the phone's own keyboard
    .filter(([e, b]) => b.height < (e.matches(".large .key") ? 38 : 47.5) || b.width < 47.5)
    .map(([e, b]) => `${e.outerHTML.slice(0, 90)} ${b.width.toFixed(0)}×${b.height.toFixed(0)}`);
}"""
WITHOUT_GROUND = """() => {
  const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), found = [];
  const lies = (e) => e && (getComputedStyle(e).backgroundColor !== "rgba(0, 0, 0, 0)" || lies(e.parentElement));
  while (words.nextNode())
    if (words.currentNode.data.trim() && !lies(words.currentNode.parentElement)) found.push(words.currentNode.data.trim());
  return found;
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

FIVE = "game doppelkopf\npreset ddv\nseats Ana Ben Cid Dan Eva\ndeal Eva\n" + "".join(
    f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan")
) + "play Ana CQ\nannounce Ana re\n"  # fmt: skip


@pytest.fixture(scope="module")
def addresses(browser: Browser, program: Program) -> Iterator[dict[str, str]]:
    """The pages to look at."""
    page = browser.new_page()
    found = {"home": program.url + "/", "new": program.url + "/new?game=double-detente&count=3"}
    for name, lines in (
        ("bidding", bidding()),
        ("playing", (*playing(), "play Ana H5", "play Ben H6")),
        ("foul", foul()),
    ):
        found[name] = bring(page, program.url, record_of(THREE, *lines))
    found["score"] = bring(page, program.url, "game tarot\nseats Nora Élie Sacha\ndeal Sacha depth=score\n")
    ten = ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jean-Baptiste")
    turned = ("deal Ana", "turn SA/D2", *(f"bid {name} 0" for name in (*ten[1:], ten[0])))
    found["ten"] = bring(page, program.url, "\n".join(["game double", f"seats {' '.join(ten)}", *turned]) + "\n")
    found["five"] = bring(page, program.url, FIVE)
    found["lost"] = program.url + "/no-such-page"
    found["first"] = program.url + "/first-evening"
    found["people"] = program.url + "/people"
    found["person"] = program.url + "/people/Ana"
    found["join"] = program.url + "/j"
    found |= {name: f"{found['foul']}/{path}" for name, path in PAST.items()}
    found["deck"] = program.url + "/decks/double?row=SA/D2&row=HA/S2&first=SQ"
    six = "game da-ban\nseats Ana Ben Cid Dan Eva Fay\ndeal Fay master=Ana levels=3,3 trump=H\n"
    found["several"] = bring(page, program.url, six + "play Ana S5+S5\nplay Ben S6+S7\n")
    page.close()
    return found


def looking(
    browser: Browser, program: Program, language: str, scheme: str, size: str = "table", **options: Any
) -> Page:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
    context.add_cookies(
        [
            {"name": name, "value": value, "url": program.url}
            for name, value in (("language", language), ("scheme", scheme))
        ]
    )
    return context.new_page()


def test_no_page_keeps_anybody_out(browser: Browser, program: Program, addresses: dict[str, str]) -> None:
    page, found = looking(browser, program, "fr", "auto"), {}
    for name in PAGES:
        page.goto(addresses[name])
        assert page.get_attribute("html", "lang") == "fr"
        if broken := barriers_by_day_and_night(page):
            found[name] = broken
    page.context.close()
    assert found == {}


def at_every_size(page: Page) -> Iterator[str]:
    """Each size, the page laid out for it: no script asks for the size, so it need not be loaded anew."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        yield size


# What is cut off: an element that hides what does not fit into it, and holds text of its own.
CUT = """() => [...document.querySelectorAll("main *, .bar *")]
  .filter((e) => e.checkVisibility() && !e.closest(".sr, svg, .sprite, #undone"))  // what is undone may be shortened
  .filter((e) => ["hidden", "clip"].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1)
  .filter((e) => e.clientWidth > 1)
  .map((e) => e.outerHTML.slice(0, 120))"""


# Whether the sign of the trumps is what a finger would hit there: not clipped, not covered.
TRUMPS_SEEN = """() => {
  const sign = document.querySelector(".trumps .icon"), box = sign.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height - 2);
  return hit?.closest(".trumps") !== null;
}"""


# What a finger must find at once where a foul was proved: who plays, what lies, how to decide or put it off, the keys.
WITHIN_REACH = """() => [".seat.turn", "#felt .trick", "#decide .button", "#foul > .later", "#pad .key", "#undo"].filter((wanted) => {
  const box = document.querySelector(wanted).getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !hit?.closest(wanted);
})"""


Found = dict[str, dict[str, Any]]
"""What is wrong, by size and page."""


@dataclass(frozen=True)
class Walk:
    """What every page showed: controls too small, pages too wide, what is cut off or out of sight; what was asked for."""

    small: Found = field(default_factory=lambda: {size: {} for size in SIZES})
    wide: Found = field(default_factory=lambda: {size: {} for size in SIZES})
    cut: Found = field(default_factory=lambda: {size: {} for size in SIZES})
    asked: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def walked(browser: Browser, program: Program, addresses: dict[str, str]) -> Walk:
    """Every page at every size: with its text twice as large, as it comes, and unfolded."""
    page = looking(browser, program, "de", "light", bypass_csp=True)
    walk = Walk()
    page.on("request", lambda request: walk.asked.append(request.url))
    for name in PAGES:
        page.goto(addresses[name])
        large = page.add_style_tag(content="html { font-size: 200% !important; }")
        for size in at_every_size(page):
            if extra := page.evaluate(WIDER):
                walk.wide[size][f"{name} enlarged"] = extra
            if found := cut_off(page, name):
                walk.cut[size][name] = found
        large.evaluate("(style) => style.remove()")
        for size in at_every_size(page):
            see_controls(page, walk, size, name)
            if name == "several" and not page.evaluate(TRUMPS_SEEN):
                walk.cut[size]["not enlarged"] = "the trumps"
        page.evaluate("() => document.querySelectorAll('main details, details.menu').forEach((d) => d.open = true)")
        for size in at_every_size(page):
            see_controls(page, walk, size, f"{name} unfolded")
    page.context.close()
    return walk


def cut_off(page: Page, name: str) -> list[str]:
    found: list[str] = page.evaluate(CUT)
    found += ["the trumps"] if name == "several" and not page.evaluate(TRUMPS_SEEN) else []
    found += page.evaluate(WITHIN_REACH) if name == "foul" else []
    return found


def see_controls(page: Page, walk: Walk, size: str, name: str) -> None:
    if found := page.evaluate(SMALL):
        walk.small[size][name] = found
    if extra := page.evaluate(WIDER):
        walk.wide[size][name] = extra


@pytest.mark.parametrize("size", SIZES)
def test_every_control_is_big_enough_for_a_thumb_and_no_page_is_wider_than_its_screen(walked: Walk, size: str) -> None:
    assert (walked.small[size], walked.wide[size]) == ({}, {})


def test_a_page_asks_nothing_of_the_world_outside(walked: Walk, program: Program) -> None:
    assert len(walked.asked) > len(PAGES)
    assert [url for url in walked.asked if not url.startswith(program.url + "/")] == []


MOST_BYTES = 81_000  # compressed, of a table on first load


def test_the_first_load_of_a_table_is_light(browser: Browser, program: Program, addresses: dict[str, str]) -> None:
    page = looking(browser, program, "fr", "light")
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    loaded: list[float] = []
    network.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    page.goto(addresses["foul"], wait_until="networkidle")
    page.context.close()
    assert len(loaded) >= 4  # the page, its style and its two scripts
    assert sum(loaded) < MOST_BYTES


@pytest.mark.parametrize("size", SIZES)
def test_text_of_twice_the_size_is_all_there(walked: Walk, size: str) -> None:
    assert walked.cut[size] == {}


@pytest.mark.parametrize("size", SIZES)
def test_the_page_turns_round_for_who_sits_opposite_and_stays_so(
    browser: Browser, program: Program, addresses: dict[str, str], size: str
) -> None:
    page = looking(browser, program, "en", "light", size)
    page.goto(addresses["playing"])
    before = page.locator("#turn-round").bounding_box()
    page.click("#turn-round")
    page.wait_for_selector("html.turned")
    after = page.locator("#turn-round").bounding_box()
    assert before is not None
    assert after is not None
    width, height = SIZES[size]
    assert abs(width - after["x"] - after["width"] - before["x"]) < 24  # a scrollbar's width may lie between
    assert abs(height - after["y"] - after["height"] - before["y"]) < 3
    if page.locator("label.tab.H").is_visible():
        page.click("label.tab.H")
    with await_answer(page):
        page.click("#k-HK")
    page.wait_for_load_state("networkidle")
    page.reload()
    assert page.locator("html.turned").count() == 1
    with await_answer(page):
        page.click("#undo")
    page.context.close()


def test_the_board_follows_the_table(browser: Browser, program: Program, addresses: dict[str, str]) -> None:
    room, table = looking(browser, program, "en", "light"), looking(browser, program, "en", "light", "phone")
    table.goto(addresses["score"])
    room.goto(addresses["score"] + "/board")
    for name, value in (
        ("taker", "Élie"),
        ("contract", "garde"),
        ("bouts", "2"),
        ("points.10", "4"),
        ("points.1", "9"),
    ):
        table.click(f".prompt:not(.optional) label:has(> input[name='{name}'][value='{value}'])")
    table.click(".prompt:not(.optional) .send button")
    room.wait_for_selector(".board-total:has-text('132')")  # (25 + 8) × 2 from each of two
    size = room.locator(".board-total").first.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)")
    assert size > 100
    room.context.close()
    table.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_that_an_overlay_says_has_a_ground_of_its_own(
    browser: Browser, program: Program, addresses: dict[str, str], scheme: str
) -> None:
    page = looking(browser, program, "en", "light")
    page.goto(f"{addresses['playing']}/overlay?scheme={scheme}")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.locator(".board-now").count() == 1
    assert page.evaluate(WITHOUT_GROUND) == []
    page.context.close()


def test_a_deal_is_played_by_the_keyboard_alone(browser: Browser, program: Program, addresses: dict[str, str]) -> None:
    page = looking(browser, program, "en", "light")
    page.goto(addresses["bidding"])

    def walk_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(s) => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"no way to {selector}")

    def press(key: str) -> None:
        with await_answer(page):
            page.keyboard.press(key)

    for bid in ("bid Ana 4", "bid Ben 5", "bid Cléo 3"):
        walk_to(f"[value='{bid}']")
        press("Enter")
        assert page.evaluate("() => document.activeElement.matches('.ask h2')")  # at the next question
    assert page.inner_text(".ask h2") == "Ana plays"
    walk_to("#k-S5")
    press("Space")
    assert page.evaluate("() => document.activeElement.id") == "k-S5"  # a key stays under the finger
    assert page.get_attribute("#say", "aria-live") == "polite"
    assert page.inner_text("#say") == "Ben plays"
    page.context.close()


SPY = """
  Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => undefined });
  Navigator.prototype.vibrate = (pattern) => { (window.buzzed ??= []).push(pattern); return true; };
"""


def test_a_foul_buzzes_whose_turn_it_is_moves_and_the_hint_for_the_screen_is_said_once(
    browser: Browser, program: Program
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    context.add_init_script(SPY)  # as on plain http, and on a phone
    page = context.new_page()
    take_in(page, program.url, record_of(THREE, *foul()[:-1]))
    assert page.is_visible("#wake-hint")
    page.click("#wake-hint button")
    moves = "() => getComputedStyle(document.querySelector('.seat.turn > a'), '::after').animationName"
    assert page.evaluate(moves) == "next"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moves) == "none"
    page.click("#k-H7")
    page.wait_for_selector("#foul:not([hidden])")
    assert page.evaluate("() => window.buzzed.length") == 1
    page.reload()
    assert not page.is_visible("#wake-hint")
    context.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (810, 1080), (390, 844), (390, 664)])
def test_a_table_can_be_opened_from_what_is_in_sight(page: Page, program: Program, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(program.url + "/new?game=tarot&count=4")
    button = page.locator(".setup button.big")
    expect(button).to_be_in_viewport(ratio=1)
    for seat, name in enumerate(("Ana", "Ben", "Cléo", "Dan"), 1):
        page.fill(f"#seat-{seat}", name)
        expect(button).to_be_in_viewport(ratio=1)
    button.click()
    expect(page.locator("#seat-0")).to_contain_text("Ana")
