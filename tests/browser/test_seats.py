"""What the seats of a phone say: name, total and what was announced are read whole, the heading names what counts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.tablet import Screen, take_in
from tests.browser.test_past import NAMES_READ
from tests.help.running import Program

PHONES = ((390, 844), (390, 664), (360, 640), (844, 390))
SEATS = ("Ana", "Benoît", "Cid", "Daniel")
TAROT = (
    "game tarot\noption misere=20\nseats Ana Benoît Cid Daniel\n"
    "deal Daniel depth=score\nresult taker=Ana contract=garde-contre bouts=3 points=80 slam=made\n"
    "deal Ana\nbid Benoît garde\nbid Cid pass\nbid Daniel pass\nbid Ana pass\ndiscard Benoît count=6\n"
)
FIVE = (
    "game tarot\nseats Ana Benoît Cid Daniel Eva\n"
    "deal Eva depth=score\nresult taker=Ana contract=garde-contre bouts=3 points=70 partner=Benoît\n"
    "deal Ana\nbid Benoît garde\nbid Cid pass\nbid Daniel pass\nbid Eva pass\nbid Ana pass\ncall Benoît HK\n"
    "discard Benoît count=3\nplay Benoît S5\nannounce Cid handful size=double\nplay Cid HK\n"
)
DOPPELKOPF = (
    "game doppelkopf\npreset ddv\nseats Ana Benoît Cid Daniel\n"
    "deal Daniel depth=score\nresult re=Ana,Benoît type=normal points=170 re-said=re,no90 kontra-said=kontra\n"
    "deal Ana\n" + "".join(f"bid {name} gesund\n" for name in (*SEATS[1:], "Ana"))
)
EIGHT = ("Maximilian", "Bernadette", "Christophe", "Wolfgang", "Alexandre", "Anne-Sophie", "Friederike", "Martineau")
DOUBLE = f"game double\nseats {' '.join(EIGHT)}\ndeal Maximilian\nturn SA/D2\n" + "".join(
    f"bid {name} 1\n" for name in (*EIGHT[1:], "Maximilian")
)
STATES = {
    "a handful": TAROT + "announce Benoît handful size=double\n",
    "a misère, a foul": TAROT + "play Benoît S5\nannounce Cid misere-heads\nplay Cid S6\nfoul Daniel must-follow card=S9\n",
    "fouls upheld, warnings": TAROT + "play Benoît S5\nfoul Cid conduct\nfoul Benoît conduct\n"
    "foul Daniel exposed-card-defence\n",
    "a handful of five": FIVE,
    "levels": DOPPELKOPF + "play Benoît CQ\n"
    + "".join(f"announce Benoît {word}\n" for word in ("re", "no90", "no60"))
    + "announce Cid kontra\nannounce Daniel kontra\n",
    "a solo": DOPPELKOPF.partition("bid")[0] + "bid Benoît vorbehalt\nbid Cid gesund\nbid Daniel gesund\nbid Ana gesund\n"
    "bid Benoît solo-queens\nplay Benoît CQ\nannounce Benoît re\n",
    "eight": DOUBLE,
}  # fmt: skip

UNREAD = """() => [...document.querySelectorAll("#felt .seat > a")].flatMap((seat) => {
  const felt = document.querySelector("#felt").getBoundingClientRect(), edge = seat.getBoundingClientRect();
  const bottom = Math.min(edge.top + seat.clientTop + seat.clientHeight, felt.bottom);
  const seen = (text) => {
    const range = document.createRange(), size = parseFloat(getComputedStyle(text).fontSize);
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter((box) => box.width);
    const room = text.closest(".role")?.getBoundingClientRect().bottom ?? bottom;
    return size > 8 && boxes.length && boxes.every((box) => {
      const middle = (box.top + box.bottom) / 2;
      return middle - size / 3 >= edge.top && middle + size / 3 <= Math.min(room, bottom) + 1 && box.left >= edge.left - 1
        && box.right <= edge.right + 1;
    });
  };
  const unread = [".who strong", ".points b", ".speech"].filter((wanted) => seat.querySelector(wanted) && !seen(seat.querySelector(wanted)));
  return [...unread, ...(edge.bottom > felt.bottom + 1 ? ["edge"] : [])].map((what) => `${seat.querySelector("strong").textContent} ${what}`);
})"""
"""What of the seats is cut off: a name, a total, what was announced, a seat's lower edge."""


def test_name_total_and_what_was_announced_are_read_on_every_seat_of_a_phone(
    browser: Browser, program: Program
) -> None:
    unread = {}
    for locale in ("fr", "de"):
        page = browser.new_context(locale=locale, reduced_motion="reduce").new_page()
        for state, text in STATES.items():
            take_in(page, program.url, text)
            for width, height in PHONES:
                page.set_viewport_size({"width": width, "height": height})
                found = page.evaluate(UNREAD)
                if state == "eight":
                    found += page.evaluate(NAMES_READ, ".seat .who strong")[0]
                    rows = page.locator("#felt .seat").evaluate_all(
                        "(all) => new Set(all.map((e) => e.offsetTop)).size"
                    )
                    found += [f"{rows} rows"] if rows != 2 else []
                if found:
                    unread[locale, state, width, height] = found
        page.context.close()
    assert unread == {}


def test_the_heading_of_a_low_phone_names_the_master_his_level_and_the_trumps_and_its_menu_is_short(
    browser: Browser, program: Program
) -> None:
    page = browser.new_context(locale="fr", reduced_motion="reduce").new_page()
    rounds = "deal Wang master=Ana levels=3,3 trump=C\nresult points=185\ndeal Ana\nshow Maximilian H3\n"
    take_in(page, program.url, f"game da-ban\nseats Ana Maximilian Cid Wang\n{rounds}")
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#menu > summary")  # the light and the suit colours are a line each
    for name in ("scheme", "colours"):
        chips = page.locator(f".chip:has([name={name}])")
        assert chips.evaluate_all("(all) => new Set(all.map((e) => e.offsetTop)).size") == 1, name
    heading = page.locator("#caption strong")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert heading.evaluate("(e) => e.scrollWidth - e.clientWidth") <= 0, (width, height)
        expect(page.locator("#caption .trumps .icon")).to_be_in_viewport(ratio=1)
    page.context.close()


COVERED = """(wanted) => {
  const box = document.querySelector(wanted).getBoundingClientRect(), inside = (y) =>
    document.elementFromPoint(box.x + Math.min(box.width / 2, 40), y)?.closest(wanted);
  return !inside(box.top + 3) || !inside(box.bottom - 3);
}"""
"""Whether the upper or the lower edge of something lies under something else."""


def test_by_score_all_of_doppelkopf_is_in_sight_of_a_phone_and_nothing_chosen_lies_under_the_button(
    browser: Browser, program: Program
) -> None:
    page = browser.new_context(locale="de", reduced_motion="reduce").new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    take_in(page, program.url, DOPPELKOPF.partition("deal Ana")[0] + "deal Ana depth=score\n")
    assert page.evaluate(UNREAD) == []
    for wanted in ("[name='points.10'][value='24']", "[name='points.1'][value='0']", "[name='points.1'][value='9']"):
        assert not page.evaluate(COVERED, f".chip:has({wanted})"), wanted
    assert not page.evaluate(COVERED, "#pad .rare > summary")
    assert not page.evaluate(COVERED, "#pad .send button")
    for width, height in PHONES[1:]:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        for wanted in (
            "[name=type][value=solo-hearts]",
            "[name='points.10'][value='17']",
            "[name='points.1'][value='1']",
            "[name='points.1'][value='8']",
        ):
            page.locator(f"#pad {wanted}").dispatch_event("click")  # wherever of it the finger finds
            assert not page.evaluate(COVERED, f".chip:has({wanted})"), (width, height, wanted)
        page.locator("#pad .rare > summary").dispatch_event("click")
        page.wait_for_function(f"!({COVERED})('#pad .rare > summary')")
    page.context.close()


UNDONE = (
    "game tarot\nseats Ana Ben Cid Maximilian\ndeal Maximilian\nbid Ana garde\nbid Ben pass\nbid Cid pass\nbid Maximilian pass\n",
    ("kitty C2 C3 C4 C5 C6 C7\n", "discard Ana count=6\nplay Ana S1\nplay Ben S2\ncorrect 10 play Ben S10\n",
     "discard Ana count=6\nplay Ana S1\nplay Ben S2\nplay Cid S3\nannounce Maximilian handful size=single\n"),
)  # fmt: skip


@pytest.mark.parametrize("locale", ["de", "fr"])
def test_on_a_phone_what_undo_would_take_back_is_read_whole(screen: Screen, program: Program, locale: str) -> None:
    begun, acts = UNDONE
    for width, height in PHONES:
        page = screen(width, height, locale=locale)
        for act in acts:
            take_in(page, program.url, begun + act)
            hidden = page.locator("#undone").evaluate(
                "(e) => [e.scrollHeight - e.clientHeight, e.getBoundingClientRect().bottom - innerHeight, "
                "e.parentElement.scrollHeight - e.parentElement.clientHeight]"
            )
            assert max(hidden) <= 0, (width, height, act)
