"""The table as an instrument: four regions that never move, decisions no blind finger makes, cards that lie at once."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.deal_taps import taps
from tests.browser.tablet import (
    THREE,
    Screen,
    decide,
    foul,
    key,
    look,
    look_at_what_is_asked,
    pause,
    playing,
    record_of,
    recorded,
    take_in,
    tap,
)  # fmt: skip
from tests.help.running import ROOT, Program

SIZES = {
    "tablet": (1280, 800),
    "ipad": (1024, 768),
    "netbook": (1024, 600),
    "upright": (810, 1080),
    "phone": (390, 844),
}
GAMES = {
    "tarot": ("game tarot\npreset fft\nseats Ana Ben Cid Dan\ndeal Dan\n"
              "bid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"),
    "doppelkopf": "game doppelkopf\npreset ddv\nseats Ana Ben Cid Dan\ndeal Dan\n"
                  + "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan")),
    "double-detente": record_of(THREE, *playing()),
    "double": "game double\nseats Ana Ben Cid\ndeal Cid\nturn SA/D2\nbid Ana 0\nbid Ben 1\nbid Cid 1\n",
    "da-ban": "game da-ban\nseats Ana Ben Cid Dan\ndeal Dan master=Ana levels=3,3 trump=H\n",
}  # fmt: skip

DEMOS = ROOT / "referee" / "demos"
CASES = json.loads((ROOT / "tests" / "cases" / "damage.json").read_text(encoding="utf-8"))["damage"]
OVER = next(case["text"] for case in CASES if case["id"] == "serious-re-ruffs") + "trick Dan C9 H9 D9 S9\n"
"""A deal of Doppelkopf that is over, with a foul of which it is told what it did."""

# The regions, and each key that is not behind another suit's tab: where they stand, in whole pixels.
REGIONS = """() => Object.fromEntries(["felt", "strip", "pad", "bar"].map((id) => {
  const box = document.getElementById(id).getBoundingClientRect();
  return [id, [box.left, box.top, box.width, box.height].map(Math.round)];
}))"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll("#pad .key, #bar .button, #strip > *, #undo")]
  .filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect(), document.elementFromPoint(
    e.getBoundingClientRect().left + e.offsetWidth / 2, e.getBoundingClientRect().top + e.offsetHeight / 2)])
  .filter(([e, box, top]) => box.bottom > innerHeight || box.right > innerWidth || box.top < 0 || !e.contains(top))
  .map(([e]) => e.outerHTML.slice(0, 80))"""
# The same behind the tab of each suit, where there are tabs.
OUT_OF_SIGHT_BEHIND_TABS = f"""async () => {{
  const found = [], frame = () => new Promise((go) => requestAnimationFrame(go));
  const tabs = [...document.querySelectorAll("label.tab")].filter((tab) => tab.checkVisibility());
  for (const tab of tabs.length ? tabs : [null]) {{
    tab?.click();
    if (tab) await frame();
    found.push(...({OUT_OF_SIGHT})());
  }}
  return found;
}}"""

IN_SIGHT = """(wanted) => {
  const box = document.querySelector(wanted).getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(wanted) != null;
}"""


@pytest.fixture
def sized(screen: Screen) -> Page:
    """A page whose window is given another size."""
    return screen()


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("game", GAMES)
def test_every_key_is_in_sight_at_every_size(sized: Page, program: Program, game: str) -> None:
    take_in(sized, program.url, GAMES[game])
    hidden = {}
    for size in SIZES:
        resize(sized, size)
        if found := sized.evaluate(OUT_OF_SIGHT_BEHIND_TABS):
            hidden[size] = found
    assert hidden == {}
    if game != "doppelkopf":  # on a tall phone too every card is one tap, on a key for a thumb
        low = sized.locator("#pad .key:not(.again)").evaluate_all(
            "(all) => all.filter((e) => !e.checkVisibility() || e.offsetHeight < 44).length"
        )
        assert low == 0


# Where the table that is shown differs from the one that is asked for anew: what was put in piece by piece is all there.
DIFFERS = """async () => {
  const shown = document.getElementById("table");
  const answer = await fetch(shown.dataset.live, { headers: { "HX-Request": "true", "HX-Target": "table" } });
  const anew = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
  const own = (e, name) => name === "open" || (name === "value" && ["key", "seq", "csrf_token"].includes(e.getAttribute("name")));
  const lines = (e) => [
    e.tagName + " " + Array.from(e.attributes).filter((a) => a.value && !own(e, a.name)).map((a) => `${a.name}=${a.value}`).sort(),
    e.checked === true ? "checked" : "",
    ...Array.from(e.childNodes).flatMap((n) => n.nodeType === 1 ? lines(n) : n.nodeType === 3 ? [n.data.trim()] : []).filter(Boolean)];
  const [one, other] = [lines(shown), lines(anew)], at = one.findIndex((line, n) => line !== other[n]);
  return at < 0 && one.length === other.length ? "" : `${one[at]} | ${other[at]}`;
}"""


# A tap, until it is answered, and where the regions stand then.
STEP = f"""async (button) => {{
  const table = () => document.getElementById("table"), before = table().dataset.seq;
  document.querySelector(button).click();
  for (let n = 0; table().dataset.seq === before; n++) {{
    if (n > 600) return `no answer to ${{button}}`;
    await new Promise((go) => requestAnimationFrame(go));
  }}
  return ({REGIONS})();
}}"""


@pytest.mark.parametrize("size", ["tablet", "upright", "phone"])
def test_nothing_moves_while_a_deal_is_played_and_a_foul_opens(sized: Page, program: Program, size: str) -> None:
    resize(sized, size)
    lines = foul()
    take_in(sized, program.url, record_of(THREE, lines[0]))
    before = sized.evaluate(REGIONS)
    in_pieces: list[bool] = []
    sized.on(
        "response", lambda answer: in_pieces.append("x-pieces" in answer.headers) if "/fact" in answer.url else None
    )
    for step in taps(lines[1:], THREE):
        assert sized.evaluate(STEP, step.buttons[0]) == before
        if size == "tablet":  # what is put in is the same at each
            assert sized.evaluate(DIFFERS) == ""
    assert in_pieces.count(True) >= 7
    expect(sized.locator("#foul .told")).to_contain_text("Ben")
    sized.click("#decide > summary")
    assert sized.evaluate(REGIONS) == before
    pad = sized.locator("#pad").bounding_box()
    assert pad is not None
    if size == "phone":  # there the sheet lies over the pad too: proof and decision are seen at once
        proof = sized.locator(".evidence .mark .card")
        assert proof.count() == 2
        for shown in (*proof.all(), *sized.locator("#foul .way, #foul .rulings .button").all()):
            expect(shown).to_be_in_viewport(ratio=1)
        return
    for button in sized.locator("#foul [value^=ruling]").all():
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        beside = box["x"] + box["width"] <= pad["x"] or box["x"] >= pad["x"] + pad["width"]
        assert beside or box["y"] + box["height"] <= pad["y"]


CARDS = {
    "tarot": "H5 T4 H9 HK S2 S3 S4 S5 H2 H3 H6",
    "doppelkopf": "CA S9 C9 CK SA S10 S9 SK CA C10",
    "da-ban": "C7+C8 S6+S7 S8+S9 S10 S4",
}
"""The cards of some tricks; the last shows that the second did not follow."""

# A tap on a card, until it is answered: how much what stands on the page has shifted without being asked.
TAP = """async (code) => {
  const frame = () => new Promise((go) => requestAnimationFrame(go)), table = () => document.getElementById("table");
  await frame(); await frame();
  let sum = 0;
  const add = (entries) => { for (const each of entries) sum += each.value; };
  const moved = new PerformanceObserver((list) => add(list.getEntries())), before = table().dataset.seq;
  moved.observe({ type: "layout-shift" });
  for (const card of code.split("+")) document.getElementById(`k-${card}`).click();
  for (let n = 0; table().dataset.seq === before; n++) { if (n > 300) return `no answer to ${code}: ${document.body.innerText.slice(0, 300)}`; await frame(); }
  await frame(); await frame();
  add(moved.takeRecords());
  return sum;
}"""


# Each seat's cards have a place of their own on the felt.
SPOTS = """() => new Set([...document.querySelectorAll("#trick li")].map((e) => {
  const box = e.getBoundingClientRect();
  return `${Math.round(box.x)} ${Math.round(box.y)}`;
})).size"""


@pytest.mark.parametrize("game", CARDS)
def test_nothing_moves_in_any_game_at_any_size(sized: Page, program: Program, game: str) -> None:
    take_in(sized, program.url, GAMES[game] + ("play Ana S5+S5\n" if game == "da-ban" else ""))  # after the kitty
    before = {}
    for size in SIZES:
        resize(sized, size)
        before[size] = sized.evaluate(REGIONS)
    shifts, anew = [], []
    sized.on(
        "response", lambda answer: anew.append(answer.url) if "/live" in answer.url and answer.status == 200 else None
    )
    for number, card in enumerate(CARDS[game].split()):
        size = list(SIZES)[number % len(SIZES)]
        resize(sized, size)
        shifts.append(sized.evaluate(TAP, card))
        assert sized.evaluate(SPOTS) == 4
        assert sized.evaluate(REGIONS) == before[size]
    expect(sized.locator("#foul .told")).to_contain_text("Ben")
    for size in SIZES:
        resize(sized, size)
        assert sized.evaluate(REGIONS) == before[size]
    assert shifts == [0] * len(shifts)
    assert anew == []  # what a card is answered with was put in as it came, also one that begins a trick
    assert sized.evaluate(DIFFERS) == ""


PHASES = {
    "tarot": ("game tarot\nseats Ana Ben Cid Dan\ndeal Dan\n",
              "bid Ana pass\nbid Ben garde\nbid Cid pass\nbid Dan pass\n", "discard Ben count=6\nplay Ana S5\n"),
    "da-ban": ("game da-ban\nseats Ana Ben Cid Dan\ndeal Dan\nshow Ben BK\nshow Ben H4\n",
               "kitty S4 H6 C9 D9 C9 DQ\ndiscard Ben count=6\n", "play Ben S5\n"),
    "double": ("game double\nseats Ana Ben Cid Dan\ndeal Dan cards=6\n", "turn SA/D2\n",
               "bid Ana 1\nbid Ben 2\nbid Cid 3\nbid Dan 1\n"),
}  # fmt: skip
"""A deal from its beginning, after what comes before the cards, and in play."""


@pytest.mark.parametrize("game", PHASES)
def test_the_felt_stays_where_it_is_from_the_deal_to_the_cards(screen: Screen, program: Program, game: str) -> None:
    page = screen(locale="fr")  # its words are the longest here
    stands: dict[str, set[str]] = {size: set() for size in SIZES}
    for number in range(1, 4):
        take_in(page, program.url, "".join(PHASES[game][:number]))
        for size in SIZES:
            resize(page, size)
            boxes = "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.top, b.height].map(Math.round); })"
            stands[size].add(str(page.locator("#felt .felt, #felt .seat > a").evaluate_all(boxes)))
    assert {size: found for size, found in stands.items() if len(found) > 1} == {}


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_a_finger_that_taps_on_where_the_cards_are_decides_no_foul(sized: Page, program: Program, size: str) -> None:
    resize(sized, size)
    take_in(sized, program.url, record_of(THREE, *foul()[:-1]))
    if sized.locator("label.tab.H").is_visible():
        sized.click("label.tab.H")
    box = sized.locator(key("H7")).bounding_box()
    assert box is not None
    tap(sized, key("H7"))
    expect(sized.locator("#foul")).to_be_visible()
    pad = sized.locator("#pad").bounding_box()
    assert pad is not None
    for across in range(8):
        for down in range(4):
            sized.mouse.click(pad["x"] + (across + 0.5) * pad["width"] / 8, pad["y"] + (down + 0.5) * pad["height"] / 4)
    sized.wait_for_load_state("networkidle")
    assert "/history" not in sized.url
    assert not [line for line in recorded(sized) if line.startswith("ruling")]


# What is decided of a foul that cannot be pressed at once: out of the sheet, or under something else.
UNDECIDABLE = """(all) => all.filter((e) => {
  const box = e.getBoundingClientRect(), sheet = e.closest(".drawer").getBoundingClientRect();
  return box.top < sheet.top || box.bottom > sheet.bottom || [box.top + 2, box.bottom - 2].some((y) =>
    !e.contains(document.elementFromPoint(box.x + box.width / 2, y)));
}).map((e) => e.textContent)"""
OUT_OF_TURN = GAMES["tarot"] + "trick Ana S5 S6 S7 S8\nplay Ben H5\n"


@pytest.mark.parametrize(
    ("text", "most", "locale"),
    [
        ((DEMOS / "tarot.deal").read_text(), 4, "fr"),
        (OUT_OF_TURN, 5, "de"),
        ((DEMOS / "doppelkopf.deal").read_text(), 7, "en"),
    ],
)
def test_all_that_may_be_decided_is_in_sight_as_soon_as_a_foul_is_opened(
    screen: Screen, program: Program, text: str, most: int, locale: str
) -> None:
    page = screen(locale=locale)  # where its words are the longest
    take_in(page, program.url, text)
    hidden: dict[str, list[str]] = {}
    for size in SIZES:
        resize(page, size)
        page.locator("#decide").evaluate("(sheet) => { sheet.open = true; }")
        decisions = page.locator("#decide .rulings .button")
        assert decisions.count() == most
        hidden |= {size: found} if (found := decisions.evaluate_all(UNDECIDABLE)) else {}
        page.keyboard.press("Escape")
    assert hidden == {}


# What speaks on the line and is cut off, or has something else written over it.
ON_THE_LINE = """() => {
  const line = document.getElementById("strip").getBoundingClientRect();
  const boxes = ["#asks", ".ruled > span", ".ruled > button", "#decide > summary .button"].map((wanted) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(`#strip ${wanted}`));
    return [wanted, range.getBoundingClientRect()];
  });
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  return boxes.filter(([, box]) => box.width < 8 || box.top < line.top || box.bottom > line.bottom || box.right > line.right
    || boxes.some(([, other]) => other !== box && over(box, other))).map(([wanted]) => wanted);
}"""


@pytest.mark.parametrize("locale", ["fr", "de"])
def test_the_line_has_a_place_for_each_who_speaks_on_it(screen: Screen, program: Program, locale: str) -> None:
    page = screen(locale=locale)
    take_in(
        page, program.url, GAMES["tarot"] + "trick Ana S3 S4 H5 S6\ntrick Dan D2 D3 D4 S9\nplay Ben DK\nplay Cid D6\n"
    )
    decide(page)
    tap(page, ".ruling.waive button >> nth=0")  # one ruled, with its Undo; the other still open
    for width, height in (*SIZES.values(), (390, 664), (360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(ON_THE_LINE) == [], (width, height)


def test_a_decision_takes_no_press_before_it_has_been_seen(sized: Page, program: Program) -> None:
    resize(sized, "tablet")
    take_in(sized, program.url, record_of(THREE, *foul()))
    at_once = """() => { document.querySelector("#decide > summary").click();
      document.querySelector(".ruling.waive button").click(); }"""
    sized.evaluate(at_once)
    expect(sized.locator("#badge")).to_have_text("saved")
    assert recorded(sized)[-1] == "play Ben H7"
    tap(sized, ".ruling.uphold button")  # waits until it may be pressed
    assert recorded(sized)[-1].startswith("ruling ")
    expect(sized.locator("#strip .ruled")).to_contain_text("Upheld: Ben")
    tap(sized, "#strip .ruled button")
    expect(sized.locator("#foul")).to_be_visible()
    assert recorded(sized)[-1] == "undo"


def test_a_ruling_just_chosen_takes_no_press_before_it_has_been_seen(sized: Page, program: Program) -> None:
    take_in(sized, program.url, OUT_OF_TURN)
    before = recorded(sized)
    sized.click("#referee > summary")
    at_once = """() => document.addEventListener("htmx:afterSwap", () =>
      setTimeout(() => document.querySelector("#rule .ruling button")?.click()))"""
    sized.evaluate(at_once)
    sized.click("#referee [href*='kind=must-follow']")
    look_at_what_is_asked(sized)
    sized.click("#seat-2")
    sized.wait_for_selector("#rule .rulings")
    assert recorded(sized) == before
    tap(sized, "#rule .ruling button >> nth=0")  # waits until it may be pressed
    assert len(recorded(sized)) == len(before) + 1


def test_a_card_lies_on_the_felt_and_the_turn_moves_on_before_the_table_has_answered(
    sized: Page, program: Program
) -> None:
    resize(sized, "phone")
    take_in(sized, program.url, record_of(THREE, *playing()))
    kept: list[Route] = []
    sized.route("**/fact", lambda route: kept.insert(0, route))
    at_once = """() => { document.querySelector("#k-H5").click();
      const felt = document.getElementById("felt");
      return [felt.querySelector(".echo .card").dataset.card,
              felt.querySelector("[aria-current=step] strong").textContent, document.getElementById("asks").textContent]; }"""
    assert sized.evaluate(at_once) == ["H5", "Ben", "Ben plays"]
    while not kept:
        sized.wait_for_timeout(10)
    kept.pop().continue_()
    sized.wait_for_selector("#table[data-seq='5']")
    assert sized.locator("#felt .echo").count() == 0
    assert sized.locator("#felt .trick [data-card=H5]").count() == 1


def test_cards_tapped_without_network_lie_at_the_seats_that_play_them_where_play_goes_to_the_right(
    sized: Page, program: Program
) -> None:
    take_in(sized, program.url, GAMES["tarot"] + "trick Ana S5 S6 S7 S8\n")
    sized.route("**/fact", lambda route: route.abort())
    sized.route("**/live*", lambda route: route.abort())
    for card, name in (("CK", "Ana"), ("C9", "Ben"), ("C2", "Cid")):
        sized.click(key(card), no_wait_after=True)
        expect(sized.locator("#asks")).to_have_text(f"{name} plays")
        expect(sized.locator("#felt [aria-current=step] strong")).to_have_text(name)
    expect(sized.locator("#felt .echo", has_text="Ana:").locator("[data-card=C9]")).to_have_count(1)
    shown = "(all) => all.map((e) => e.querySelector('.card')?.dataset.card ?? '')"
    assert sized.locator("#felt .trick > li").evaluate_all(shown) == ["CK", "C9", "C2", ""]  # as on a phone's one row


def test_the_card_that_lies_before_the_answer_is_the_one_that_lies_after_it(sized: Page, program: Program) -> None:
    take_in(sized, program.url, record_of(THREE, *playing()))
    sized.evaluate("""() => { document.querySelector("#k-H5").click();
      window.laid = document.querySelector("#felt .trick [data-card=H5]");
      window.said = document.getElementById("asks"); }""")
    sized.wait_for_selector("#table[data-seq='5']")
    stands = (
        "document.querySelector('#felt .trick [data-card=H5]') === laid && document.getElementById('asks') === said"
    )
    assert sized.evaluate(stands)
    assert sized.locator("#felt .echo").count() == 0


def test_a_card_that_the_table_puts_elsewhere_is_taken_back(sized: Page, program: Program) -> None:
    take_in(sized, program.url, record_of(THREE, *playing()))
    sized.click("#seat-1")  # Ben plays before Ana
    sized.wait_for_selector(".seat.acting")
    sized.evaluate("document.querySelector('#k-H7').click()")
    sized.wait_for_selector("#table[data-seq='5']")
    assert recorded(sized)[-1] == "play Ben H7"
    assert sized.locator("#felt .trick [data-card=H7]").count() == 1
    assert sized.locator("#felt [aria-current=step]").count() == 1


def test_cards_tapped_without_network_lie_on_the_felt_and_nobody_is_said_to_take_them(
    sized: Page, program: Program
) -> None:
    resize(sized, "tablet")
    take_in(sized, program.url, record_of(THREE, *playing()))
    sized.route("**/fact", lambda route: route.abort())
    sized.route("**/live*", lambda route: route.abort())
    for card in ("H5", "H6", "H7"):
        sized.click(key(card), no_wait_after=True)
    expect(sized.locator("#felt .echo")).to_have_count(3)
    expect(sized.locator("#felt [aria-current=step]")).to_have_count(0)
    expect(sized.locator("#asks")).to_have_text("…")
    expect(sized.locator("#undone")).to_have_text("Cléo · 7 of hearts")
    expect(sized.locator("#contact")).to_be_visible()
    expect(sized.locator("#contact .waiting")).to_be_hidden()  # they lie on the felt
    for card in ("S2", "S3", "S4", "D2"):  # the next trick has no name yet; the fourth card begins another
        sized.click(key(card), no_wait_after=True)
    expect(sized.locator("#felt .echo")).to_have_count(1)
    expect(sized.locator("#felt .trick .empty")).to_have_count(2)
    expect(sized.locator("#felt .trick .sr")).to_have_count(0)
    expect(sized.locator("#asks")).to_have_text("…")
    sized.unroute("**/fact")
    sized.unroute("**/live*")
    sized.evaluate("dispatchEvent(new Event('online'))")
    sized.wait_for_selector("#table[data-seq='11']")
    expect(sized.locator("#contact")).to_be_hidden()
    assert recorded(sized)[4:] == [
        "play Ana H5", "play Ben H6", "play Cléo H7", "play Cléo S2", "play Ana S3", "play Ben S4", "play Ben D2",
    ]  # fmt: skip


def test_who_takes_two_tricks_running_is_tapped_twice(sized: Page, program: Program) -> None:
    resize(sized, "tablet")
    bids = ("bid Ana 4", "bid Ben 5", "bid Cléo 3")
    take_in(sized, program.url, record_of(THREE, "deal Cléo part=1 depth=tricks", *bids))
    sized.click("[data-took=Ben]", no_wait_after=True)
    sized.wait_for_timeout(300)
    sized.click("[data-took=Ben]", no_wait_after=True)
    sized.wait_for_selector("#table[data-seq='6']")
    assert recorded(sized)[4:] == ["took Ben", "took Ben"]


def test_another_device_is_told_of_a_tap_and_asks_for_nothing_in_between(
    browser: Browser, sized: Page, program: Program
) -> None:
    resize(sized, "tablet")
    take_in(sized, program.url, record_of(THREE, *playing()))
    other = browser.new_context(locale="en").new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url.rpartition("/")[2].partition("?")[0]))
    other.clock.install()
    with other.expect_request("**/news"):
        other.goto(sized.url)
    other.clock.run_for(5000)
    assert {"live", "door"}.isdisjoint(asked)
    tap(sized, key("H5"))
    other.wait_for_selector("#table[data-seq='5']")
    assert asked.count("news") == 1
    other.context.close()


def test_on_a_phone_what_is_opened_from_the_bar_is_there_whole(sized: Page, program: Program) -> None:
    resize(sized, "phone")
    take_in(sized, program.url, GAMES["tarot"])
    sized.click("#more > summary")
    fold = sized.locator("#more details:has([name=points])")
    fold.locator("summary").click()
    at = sized.locator("#more .drawer").evaluate("(e) => [e.scrollTop, e.scrollHeight - e.clientHeight]")
    assert at == [0, 0]
    assert sized.evaluate(IN_SIGHT, "#more details[open] .send button")
    sized.click("#referee > summary")
    assert sized.evaluate(IN_SIGHT, "#referee .cases:last-child > :last-child")
    at = sized.locator("#referee .drawer").evaluate("(e) => [e.scrollTop, e.scrollHeight - e.clientHeight]")
    assert at == [0, 0]
    sized.click("#referee [href*='kind=exposed']")
    sized.click("#k-H5")
    expect(sized.locator("#mend")).to_have_text("Card exposed: ♥5 – whose?")
    look_at_what_is_asked(sized)
    sized.click("#seat-1")
    sized.wait_for_selector("#rule")
    assert sized.evaluate(IN_SIGHT, "#rule .ruling button")
    assert sized.evaluate(IN_SIGHT, "#rule .links > :last-child")


def test_every_digit_of_a_result_is_in_sight(sized: Page, program: Program) -> None:
    take_in(sized, program.url, "game tarot\npreset fft\nseats Ana Ben Cid Dan\ndeal Dan depth=score\n")
    for size in ("netbook", "phone"):
        resize(sized, size)
        for digit in ("points.10'][value='9'", "points.1'][value='6'"):
            assert sized.evaluate(IN_SIGHT, f".chip:has([name='{digit}])"), size


def test_what_two_devices_tapped_at_once_is_told_once(screen: Screen, sized: Page, program: Program) -> None:
    take_in(sized, program.url, record_of(THREE, *playing()))
    sized.route("**/fact", lambda route: route.abort())
    sized.click(key("H5"), no_wait_after=True)
    expect(sized.locator("#badge.waiting")).to_have_text("1 waiting")
    other = screen()
    other.goto(sized.url)
    tap(other, key("S9"))
    sized.unroute("**/fact")
    sized.evaluate("dispatchEvent(new Event('online'))")
    expect(sized.locator("#contact.held")).to_contain_text("The table has moved on")
    expect(sized.locator("#strip .notice")).to_be_hidden()


LONG = ("Maximilian-Alexander", "Bernadette-Françoise", "Christophe-Emmanuel", "Wolfgang-Amadeus")
ALL_SEEN = """() => [".felt .trick .card", ".seats .who strong"].every((wanted) => {
  const room = document.querySelector(`#felt ${wanted.split(" ")[0]}`).getBoundingClientRect();
  return [...document.querySelectorAll(`#felt ${wanted}`)].map((e) => e.getBoundingClientRect()).every((box) =>
    box.height > 8 && box.top >= room.top - 1 && box.bottom <= room.bottom + 1 && box.right <= room.right + 1);
})"""

KEYS_CUT = """(keys) => keys.filter((e) => e.getBoundingClientRect().bottom >
  document.getElementById("bar").getBoundingClientRect().top).map((e) => e.textContent)"""


@pytest.mark.parametrize(
    ("game", "cards", "enlarged"),
    [("tarot", "S5 S8 T4", False), ("tarot", "S5 S8 T4", True), ("da-ban", "S5 S8 S4", True)],
)
def test_the_trick_and_the_seats_are_in_sight_however_long_the_names(
    screen: Screen, program: Program, game: str, cards: str, enlarged: bool
) -> None:
    page = screen(bypass_csp=True)
    turns = (LONG[0], *LONG[:0:-1]) if game == "da-ban" else LONG  # to the left
    played = "".join(f"play {name} {card}\n" for name, card in zip(turns, cards.split(), strict=False))
    text = GAMES[game] + played
    for short, long in zip(("Ana", "Ben", "Cid", "Dan"), LONG, strict=True):
        text = text.replace(short, long)
    take_in(page, program.url, text)
    if enlarged:
        page.add_style_tag(content="html { font-size: 200% !important; }")
    hidden = []
    for size in SIZES:
        resize(page, size)
        if not page.evaluate(ALL_SEEN):
            hidden.append(size)
    cut = page.locator("#pad .key:visible").evaluate_all(KEYS_CUT)  # on the phone, the last of the sizes
    assert (hidden, cut) == ([], [])


OVERLAPPING = """() => {
  const cards = document.querySelector("#felt .trick").getBoundingClientRect();
  const lies = (seat) => seat.getBoundingClientRect().bottom > cards.top + 1;
  return [...document.querySelectorAll("#felt .seat")].filter(lies).length;
}"""
"""How many seats lie under the cards."""
LOW = ((390, 664), (360, 640))


def test_on_a_low_phone_no_seat_of_six_lies_under_the_cards_and_the_trumps_are_in_sight(
    screen: Screen, program: Program
) -> None:
    page = screen(*LOW[-1], locale="fr")
    shown = "show Wang BK\nshow Wang LK\nshow Wang H7\n"
    for facts in (shown, shown + "kitty H8 H9 H10 S2 S3 S4\n"):
        take_in(page, program.url, f"game da-ban\nseats Maximilian Ben Cid Dan Wang Pierre\ndeal Pierre\n{facts}")
        assert page.locator("#felt .seat").count() == 6
        for width, height in LOW:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERLAPPING) == 0
            expect(page.locator("#felt .trumps .icon")).to_be_in_viewport(ratio=1)
    take_in(page, program.url, GAMES["tarot"])
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUT_OF_SIGHT) == []  # the Excuse stands in the last row


ON_ONE_LINE = """(all) => all.map((e) => [e.getClientRects().length, parseFloat(getComputedStyle(e).fontSize) >= 12])"""


def test_on_a_phone_a_name_of_nine_letters_is_read_on_one_line(screen: Screen, program: Program) -> None:
    page = screen(bypass_csp=True)
    resize(page, "phone")
    take_in(page, program.url, GAMES["doppelkopf"].replace("Ana", "Annemarie"))
    names = page.locator("#felt .seats .who strong")
    for large in (100, 200):
        page.add_style_tag(content=f"html {{ font-size: {large}% !important; }}")
        assert names.evaluate_all(ON_ONE_LINE) == [[1, True]] * 4, large


HANGING = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"


def test_on_a_phone_each_card_of_the_kitty_and_each_digit_of_a_result_is_one_tap(sized: Page, program: Program) -> None:
    resize(sized, "phone")
    take_in(sized, program.url, HANGING)
    assert sized.locator("#pad .key").evaluate_all("(all) => all.every((e) => e.checkVisibility())")
    assert sized.evaluate(OUT_OF_SIGHT) == []
    take_in(sized, program.url, HANGING.partition("bid Ben")[0])
    tap(sized, "#beside button")  # the others pass, a line each
    for card in ("S1", "HK", "T4", "T7", "C9"):
        sized.click(key(card))
    tap(sized, key("D2"))  # the sixth sends it
    assert recorded(sized)[-4:] == ["bid Ben pass", "bid Cid pass", "bid Dan pass", "kitty S1 HK T4 T7 C9 D2"]
    take_in(sized, program.url, "game tarot\nseats Ana Ben Cid Dan\ndeal Dan depth=score\n")
    said = {"taker": "Ben", "contract": "garde", "bouts": "2", "points.10": "50", "points.1": "2"}
    for name, value in said.items():
        sized.click(f"#pad label:has(> [name='{name}']:is([value='{value}'], [data-adds='{value}']))")
    expect(sized.locator("#pad .preview b")).to_have_count(4)  # what it comes to hides no key
    below = sized.locator("#pad .send").bounding_box()
    last = sized.locator("#pad label:has(> [name='points.1'])").last.bounding_box()
    assert below
    assert last
    assert last["y"] + last["height"] <= below["y"]


CUT = """(all) => all.filter((e) => {
  const { left, right, top, bottom, width } = e.getBoundingClientRect();
  return !width || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).map((e) => e.textContent)"""
KEYS = "(keys) => keys.map((e) => e.getBoundingClientRect()).map((b) => [b.x, b.y, b.width, b.height].map(Math.round))"


def test_a_correction_moves_no_key_and_back_leaves_it_and_stays_at_the_table(sized: Page, program: Program) -> None:
    take_in(sized, program.url, GAMES["tarot"] + "play Ana S5\nplay Ben S8\n")
    table, keys = sized.url, sized.locator("#pad .key")
    for size in ("tablet", "upright", "phone"):
        resize(sized, size)
        sized.evaluate("scrollTo(0, 0)")
        before = keys.evaluate_all(KEYS)
        sized.click("#more > summary")
        sized.click("#missed")
        expect(sized.locator("#mend")).to_be_in_viewport(ratio=1)
        expect(keys).to_have_count(len(before))
        assert keys.evaluate_all(KEYS) == before
        assert sized.locator(".mend-who a").evaluate_all(CUT) == []
        sized.click(".mend-head a")
        expect(sized.locator("#mend")).to_have_count(0)
        look(sized)
    for leave in (sized.go_back, lambda: sized.click(".mend-head a")):
        sized.click("#more > summary")
        sized.click("#forgotten")
        expect(sized.locator("#mend")).to_be_visible()
        leave()
        expect(sized.locator("#mend")).to_have_count(0)
        assert sized.url == table
        look(sized)


def test_what_was_forgotten_goes_before_the_card_tapped_last(sized: Page, program: Program) -> None:
    resize(sized, "tablet")
    take_in(sized, program.url, record_of(THREE, *playing()))
    tap(sized, key("H5"))
    tap(sized, key("T4"))
    sized.click("#more > summary")
    sized.click("#missed")
    expect(sized.locator("#pad [data-asks] input[name=line]").first).to_have_value("6")


def test_who_takes_a_trick_is_tapped_on_the_felt_and_the_petit_is_asked_for_once(sized: Page, program: Program) -> None:
    resize(sized, "phone")
    bids = "bid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    seats = "game tarot\npreset fft\nseats Ana Ben Cid Dan\ndeal Dan depth=tricks\n"
    take_in(sized, program.url, seats + bids)
    expect(sized.locator("#pad label.chip")).to_have_text(["With the Petit", "With the 21"])
    sized.click("#pad label.chip:has([value=T1])")
    tap(sized, "#seat-1")
    assert recorded(sized)[-1] == "took Ben T1"
    expect(sized.locator("#pad label.chip [value=T21]")).to_have_count(1)
    expect(sized.locator("#pad label.chip [value=T1]")).to_have_count(0)
    tap(sized, "[data-took=Ana]")
    assert recorded(sized)[-1] == "took Ana"


def test_a_single_card_is_led_by_one_tap_and_a_pair_by_its_chip_and_one(sized: Page, program: Program) -> None:
    resize(sized, "tablet")
    cards = "kitty S4 S6 C9 D9 C10 DQ\ndiscard Ana S4 S6 C9 D9 C10 DQ\n"
    take_in(sized, program.url, GAMES["da-ban"] + cards)
    sized.click("#pad .send button.primary")  # nothing is chosen, nothing is sent
    expect(sized.locator("#pad .send button.primary")).to_be_visible()
    expect(sized.locator("#badge")).to_have_text("saved")
    assert sized.locator("#strip .notice").count() == 0
    tap(sized, key("S5"))
    assert recorded(sized)[-1] == "play Ana S5"
    sized.keyboard.press("Control+z")
    expect(sized.locator("#felt .trick [data-card=S5]")).to_have_count(0)
    assert recorded(sized)[-1] == "undo"
    pause(sized)
    sized.click(".sizes label:has([value='2'])")
    tap(sized, key("S5"))
    assert recorded(sized)[-1] == "play Ana S5+S5"
