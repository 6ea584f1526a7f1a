"""A club's evening in a browser: players sign up on their phones, the director draws, tables hand in, the room follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.barriers import barriers
from tests.browser.tablet import press_on
from tests.browser.test_looks import SIZES, SMALL, WIDER
from tests.help.running import Program

UNREAD = """() => Array.from(document.querySelectorAll('[pattern]'), (i) => i.pattern)
    .filter((p) => { try { new RegExp(p, 'v'); return false; } catch { return true; } })"""
"""The patterns of fields that a browser cannot read and so leaves out of account."""
PLAYERS = ("Élodie", "Bernard", "Cléo", "Maximilian-Ferdinand von Hohenzollern")


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """A phone elsewhere in the room, in a language."""
    contexts = []

    def come(language: str) -> Page:
        context = browser.new_context(
            viewport={"width": 390, "height": 844},
            locale=language,
            reduced_motion="reduce",
            extra_http_headers={"X-Forwarded-For": f"192.168.3.{len(contexts) + 2}"},
        )
        contexts.append(context)
        return context.new_page()

    yield come
    for context in contexts:
        context.close()


def fits(page: Page) -> None:
    """No control too small, no page too wide, nobody kept out, with everything unfolded."""
    page.evaluate("() => document.querySelectorAll('main details').forEach((d) => d.open = true)")
    assert page.evaluate(SMALL) == [], page.url
    assert page.evaluate(WIDER) == 0, page.url
    assert page.evaluate(UNREAD) == [], page.url
    assert barriers(page) == {}, page.url


def signed_up(phone: Callable[[str], Page], address: str) -> list[Page]:
    """Four players, each on a phone of their own; one reads French, one German."""
    pages = []
    for name, language in zip(PLAYERS, ("fr", "en", "en", "de"), strict=True):
        page = phone(language)
        page.goto(address)
        if name == PLAYERS[0]:
            fits(page)
        page.fill("#name", name)
        page.click("main form:has(#name) button")
        page.wait_for_selector("#personal")
        pages.append(page)
    return pages


def in_sight(page: Page, *what: str) -> None:
    """All of it can be seen without scrolling."""
    for one in what:
        expect(page.locator(one).first).to_be_in_viewport(ratio=1)


def test_a_new_tournament_is_opened_without_scrolling(browser: Browser, program: Program) -> None:
    for width, height in SIZES.values():
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(program.url + "/tournament/new")
        in_sight(page, "#title", "#setup button.big")
        page.close()


def test_before_the_first_round_players_come_in_above_their_long_list(browser: Browser, program: Program) -> None:
    desk = browser.new_page()
    desk.goto(program.url + "/tournament/new")
    desk.fill("#title", "Many")
    desk.click("#more-agreed > summary")
    for tie in ("lot", "best"):
        desk.click(f"[data-ordered] label:has(> input[value={tie}])")
    desk.click("#setup button.big")
    in_sight(desk, "#codes button[value=player]", "#add-name", "#players-head")
    desk.click("#codes button[value=player]")
    in_sight(desk, "#codes .qr", "#add-name", "#players-head")
    names = "\n".join(f"Jürgen{n}" if n % 2 else f"Élodie{n}" for n in range(1, 21))
    desk.set_input_files("#read-players", {"name": "list.csv", "mimeType": "text/csv", "buffer": names.encode()})
    desk.click("#add-player form[action$='/read'] button")
    press_on(desk, "#list-form button.primary")
    expect(desk.locator(".player")).to_have_count(20)
    desk.fill("#filter", "jurgen1")
    expect(desk.locator(".player:visible")).to_have_text([f"Jürgen{n}" for n in (1, 11, 13, 15, 17, 19)])
    desk.fill("#filter", "")
    press_on(desk, "#s-players .section-head button")
    desk.click(".now-next button")
    desk.wait_for_selector("#s-now button:has-text('Start round 1')", timeout=60_000)
    desk.click("#s-now button:has-text('Start round 1')")
    expect(desk.locator("#s-now button:has-text('Start round 1')")).to_have_count(0)
    expect(desk.locator("#codes[open]")).to_have_count(0)
    expect(desk.locator("#s-standings")).to_contain_text("No result yet.")
    desk.click(".table-tile a >> nth=4")
    in_sight(desk, ".now-line", "#focus h2", "#focus .sum")
    desk.click("#settings > summary")
    desk.click("#settings #more-agreed > summary")
    expect(desk.locator("[data-ordered] .chip:has(:checked)")).to_have_text(["lot", "best round"])
    desk.close()


def test_an_evening_from_the_sign_up_by_phone_to_the_standings_in_the_room(
    browser: Browser, program: Program, phone: Callable[[str], Page]
) -> None:
    desk = browser.new_page()
    desk.goto(program.url + "/")
    desk.click("text=New tournament")
    desk.wait_for_selector("#setup")
    fits(desk)
    desk.fill("#title", "Club night")
    desk.click("label:has(> input[name=minutes][value='60'])")
    desk.click("#setup button.big")
    desk.wait_for_selector("#s-now")
    console = desk.url.split("#")[0]
    desk.click("#codes button[value=player]")
    desk.wait_for_selector("#codes .code")
    code = desk.locator("#codes .code").first.inner_text()

    room = browser.new_page()
    room.goto(console + "/room")
    expect(room.locator("#room .code")).to_have_text(code)
    in_sight(room, "#room .qr", "#room .code", "#room .url")
    room.close()
    phones = signed_up(phone, f"{program.url}/j/{code}")
    expect(desk.locator("#s-players .player")).to_have_count(4)  # by itself, while the director looks on
    desk.click("#s-players .check >> nth=1")
    expect(desk.locator("#s-players .player >> nth=1")).to_have_class("player is-here")
    expect(desk.locator("#s-now .now-count")).to_contain_text("1 player here")
    press_on(desk, "#s-players .section-head button")
    desk.click(".now-next button")
    desk.wait_for_selector("#s-now button:has-text('Start round 1')", timeout=60_000)
    desk.click("#s-now button:has-text('Start round 1')")
    desk.wait_for_selector("#s-now .clock[data-running]")
    for page in phones:
        expect(page.locator("#personal .big-table")).to_contain_text("1")
    fits(phones[0])

    first, second = phones[0], phones[1]
    first.click("#personal a.big")
    first.wait_for_selector("#table")
    in_sight(first, ".bar-title h1", ".place a[href$='/round/scores']")
    expect(first.locator(".bar-title h1")).to_have_text("Tour 1, table 1")
    press_on(first, ".place a[href$='/round/scores']")
    for seat, score in enumerate(("50", "-50", "30", "-30")):
        first.fill(f"[name='score.{seat}']", score)
    expect(first.locator("output")).to_have_text("0")
    fits(first)
    first.click("main form button.big")
    first.wait_for_selector("#door .confirm-list")
    expect(desk.locator("#s-tables .is-waiting")).to_have_count(1)

    second.click("#personal a.big")
    second.wait_for_selector("#door form[action$='/confirm'] button")
    fits(second)
    press_on(second, "#door form[action$='/call'] button")
    expect(desk.locator("#s-now .call")).to_have_count(1)
    press_on(desk, "#s-now .call button:has-text('Resolved')")
    second.click("#door form[action$='/confirm'] button")
    expect(desk.locator("#s-tables .is-done")).to_have_count(1)
    expect(desk.locator("#s-standings .total").first).to_have_text("50")
    desk.click("#s-tables .table-tile a")
    expect(desk.locator("#focus h2")).to_contain_text("table 1")
    fits(desk)
    desk.click("#s-players .player >> nth=0 >> a")
    expect(desk.locator("#focus h2")).to_contain_text(PLAYERS[1])

    public = phone("de")
    for address in ("standings", "room?turn=0", "room?turn=1", "room?turn=2", "room?turn=3"):
        public.goto(f"{console}/{address}")
        for width, height in SIZES.values():
            public.set_viewport_size({"width": width, "height": height})
            assert public.evaluate(WIDER) == 0, (address, width)
        if address != "room?turn=0":
            fits(public)
    clock = """() => new Promise((struck) => {
        document.addEventListener("gong", (event) => struck(event.detail));
        document.querySelector("[data-gong]").insertAdjacentHTML("beforeend", "<i data-left=301 data-running>5:01</i>");
    })"""
    public.set_viewport_size({"width": 1920, "height": 1080})
    public.goto(f"{console}/room?hold=1")
    assert public.evaluate(clock) == "Noch fünf Minuten."
    row = public.locator(".room-names tr:not(.head) th").first
    assert row.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") >= 44
    width, height = SIZES["phone"]
    desk.set_viewport_size({"width": width, "height": height})
    for address in ("?player=2", "?round=1&table=1", "/print"):
        desk.goto(console + address)
        fits(desk)
    desk.close()


def test_who_is_ticked_is_counted_in_the_same_moment(page: Page, program: Program) -> None:
    page.goto(program.url + "/tournament/new")
    page.fill("#title", "Counted")
    page.click("#setup button.big")
    page.set_input_files("#read-players", {"name": "list.csv", "mimeType": "text/csv", "buffer": b"name\nAna\nBen\n"})
    page.click("#add-player form[action$='/read'] button")
    press_on(page, "#list-form button.primary")
    page.route("**/part/*", lambda route: route.abort())  # nothing but the answer to the tick
    for count in ("1 player here + 1 signed up", "2 players here"):
        page.locator(".player.is-signed .check").first.click()
        expect(page.locator(".now-count")).to_have_text(count)
    expect(page.locator("#s-now")).to_have_count(1)
    page.locator(".player .check.on").first.click()
    expect(page.locator(".now-count")).to_have_text("1 player here + 1 signed up")


def test_a_long_menu_of_names_is_searched_by_letters(page: Page, program: Program) -> None:
    page.goto(program.url + "/tournament/new")
    page.fill("#title", "Long menus")
    page.click("#setup button.big")
    names = "\n".join(["name", *(f"Player {letter}" for letter in "QWERTZUIOPÄS"), "Jürgen Möller", "Élodie Martin"])
    page.set_input_files("#read-players", {"name": "list.csv", "mimeType": "text/csv", "buffer": names.encode()})
    page.click("#add-player form[action$='/read'] button")
    press_on(page, "#list-form button.primary")
    press_on(page, "#s-players .section-head button")
    page.click("text=Player Q")
    page.click("#leave > summary")
    menu = page.locator("#leave select")
    others = [f"Player {letter}" for letter in "ÄEIOPRSTUWZ"]
    assert menu.locator("option").all_inner_texts()[1:] == ["Élodie Martin", "Jürgen Möller", *others]
    page.locator("#leave [data-searches]").fill("moll")
    expect(menu.locator("option")).to_have_text(["Jürgen Möller"])
    page.locator("#leave [data-searches]").fill("")
    expect(menu.locator("option")).to_have_count(14)  # and "somebody new"
    page.locator("#leave [data-searches]").fill("martin")
    page.locator("#leave [data-searches]").press("Enter")  # sends nothing
    page.click("#leave button:has-text('Replace')")
    expect(page.locator("#s-players .is-gone")).to_contain_text("Élodie Martin")
