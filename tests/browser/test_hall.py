"""A hall with the longest names, before, during and after its rounds, on every screen: nothing broken, cut or pushed aside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from referee.club.tournaments import Tournaments
from referee.club.transfer import export
from referee.store import Store
from referee.tournament.facts import Added, Came, DirectorCalled, Drawn, Entered, Finished, RoundStarted
from referee.tournament.money.facts import FeesAgreed, Grouped, PrizesAgreed, Received
from referee.tournament.money.values import Category, Prize, Prizes
from referee.tournament.settings import Entrant, Settings
from tests.help.running import Program

NAMES = ("Marie-Françoise de La Rochefoucauld-Montbel", "Maximilian-Alexander von Hohenlohe-Waldenburg", "王小明",
         "Christopher Featherstonehaugh-Smythe", "Wolfgang Oberstaufenbacher", "Elizabeth Worthington-Cholmondeley",
         "Véronique Charpentier-Delaunay", "Bartholomew Fitzgerald", "Alexandra Montgomery", "Alexander Montgomery",
         "Jean-Pierre Martin", "Jean-Pierre Martineau", "Guðmundur Þórðarson", "Ana Ort", "Annegret Kramp-Karrenbauer")  # fmt: skip
CLUB = "Doppelkopf-Freunde Saarbrücken 1974 e. V."
SCREENS = ((1280, 800), (810, 1080), (390, 844), (360, 640))
PAGES = ("", "?round=1&table=10", "?player=1", "/standings", "/desk", "/desk/agreed", "/desk/box", "/met", "/codes", "/print",
         "/player/1", "/quick")  # fmt: skip


def opened(page: Page, url: str, folder: Path, moment: str) -> str:
    """The address of a tournament of fifty at this moment: before its first round, in its second, or at its end."""
    players, people = tuple(range(1, 51)), []
    for number in players:
        name = NAMES[number % len(NAMES)]
        people.append(Entrant(number, name if number <= len(NAMES) else f"{name} {number}", CLUB if number % 2 else ""))
    rounds = [
        tuple(tuple((at + step * seat) % 50 + 1 for seat in range(5)) for at in range(0, 50, 5)) for step in (1, 11)
    ]
    said = [Added(tuple(people)), Came(players), FeesAgreed(1500, (Category("Jeunes de moins de 25 ans"),)),
            PrizesAgreed(Prizes((Prize(1, cents=15000, thing="une bouteille de crémant d’Alsace"),))), *(Received(at, 1500) for at in players[::3])]  # fmt: skip
    if moment != "before":
        said += [Drawn(1, rounds[0]), RoundStarted(1, 0)]
        said += [Entered(1, table, (1200, -336, -238, -430, -196)) for table in range(1, 11)]
        said += [Drawn(2, rounds[1]), RoundStarted(2, 60), Entered(2, 1, (-1036, 258, 236, 346, 196))]
        said += [DirectorCalled(2, 3), DirectorCalled(2, 10)] if moment == "middle" else []
    if moment == "end":
        said += [*(Entered(2, table, (-1036, 258, 236, 346, 196)) for table in range(2, 11)), Finished()]
        said += [*(Grouped(at, ("Jeunes de moins de 25 ans",)) for at in (1, 2, 3))]
    title = f"Grand tournoi de la Toussaint de Nancy-Est et de ses environs, {moment}"
    title = "Tournoi d’octobre" if moment == "end" else title
    with Store.open(folder / f"{moment}.db") as store:
        kept = Tournaments(store)
        event = kept.open(
            Settings(title, "tarot", rounds=2, sizes=(5,), visible="always", signup=True, season="2026"), moment
        )
        for at, fact in enumerate(said):
            kept.act(event, f"{moment} {at}", lambda _, fact=fact: [fact])  # type: ignore[misc]
        file = export(store, event)
    [token, *_] = re.findall(r'name="csrf_token" value="([^"]+)"', page.request.get(url).text())
    sent = {"name": "a.tournament", "mimeType": "application/octet-stream", "buffer": file}
    answer = page.request.post(f"{url}/tournament/take-in", headers={"Origin": url, "Referer": url},
                               multipart={"csrf_token": token, "tournament": sent})  # fmt: skip
    assert answer.ok
    assert answer.url.endswith(event), answer.text()
    return answer.url


@pytest.fixture(scope="module")
def hall(
    browser: Browser, program: Program, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Page, dict[str, str]]]:
    """A director's screen, and the addresses of the three tournaments."""
    page = browser.new_page(locale="fr", reduced_motion="reduce")
    folder = tmp_path_factory.mktemp("hall")
    yield page, {moment: opened(page, program.url, folder, moment) for moment in ("before", "middle", "end")}
    page.close()


UNREAD = r"""() => {
  const found = new Set(), tell = (what, e) => found.add(`${what}: ${e.tagName}.${e.className} ${e.textContent.trim().slice(0, 60)}`);
  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wider) found.add(`${wider} wider than the screen`);
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter((h) => h.checkVisibility());
  levels.forEach((h, at) => { if (at && h.tagName[1] - levels[at - 1].tagName[1] > 1) tell("a level of headings left out", h); });
  for (const e of document.querySelectorAll("main details")) e.open = true;
  for (const e of document.querySelectorAll("main :is(a, button, summary, input, select)")) {
    const { width, height } = e.getBoundingClientRect();
    if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || width < 2 || e.closest(".sr, label")) continue;
    if (width < 43.5 || height < 43.5) tell("too small to touch", e);
    if (e.type === "text" && e.clientWidth < 300 && innerWidth > 400 && e.scrollWidth > e.clientWidth + 1) tell(`shorter than ${e.value}`, e);
  }
  for (const e of document.querySelectorAll("main button:not(:empty) > .icon:only-child")) {
    const middle = ({ top, height }) => top + height / 2, key = e.parentElement;
    if (key.checkVisibility() && !key.textContent.trim() && Math.abs(middle(e.getBoundingClientRect()) - middle(key.getBoundingClientRect())) > 2)
      tell("beside the middle of its key", e);
  }
  for (const e of document.querySelectorAll("main .chip > [type=checkbox] + span")) {
    const { width, height } = getComputedStyle(e, "::before");
    if (e.checkVisibility() && Math.abs(parseFloat(width) - parseFloat(height)) > 1) tell("a box to tick squeezed", e);
  }
  for (const e of document.querySelectorAll("main .total")) {
    if (e.checkVisibility() && e.getBoundingClientRect().right > innerWidth - 16) tell("a total out of sight", e);
  }
  for (const e of document.querySelectorAll("main *")) {
    const look = getComputedStyle(e), room = e.parentElement.closest(".panel, li, th, td, main, .wide, .scroll");
    if (!e.checkVisibility() || e.closest(".sr, svg, input, option, code")) continue;
    if (["hidden", "clip"].includes(look.overflowX) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1) tell("cut", e);
    const beyond = e.getBoundingClientRect().right - room.getBoundingClientRect().right;
    if (beyond > 1 && getComputedStyle(room).overflowX === "visible" && look.position === "static") tell("stands out", e);
  }
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.parentElement.checkVisibility() || text.parentElement.closest(".sr, svg, code, .url")) continue;
    for (const word of text.data.matchAll(/[\p{L}\d]+/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top))).size > 1)
        tell(`broken ${word[0]}`, text.parentElement);
    }
  }
  return [...found];
}"""
"""What somebody cannot read on a page: words broken, cut, or beyond their place."""


@pytest.mark.parametrize("moment", ["before", "middle", "end"])
def test_every_page_of_a_hall_is_read_whole_however_long_its_names(
    hall: tuple[Page, dict[str, str]], moment: str
) -> None:
    page, addresses = hall
    unread = {}
    for path in PAGES:
        answer = page.goto(addresses[moment] + path)
        assert answer
        assert answer.ok, path
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            if found := page.evaluate(UNREAD):
                unread[f"{path} at {width}"] = found
    assert unread == {}


def test_the_screens_of_the_room_are_read_whole_on_a_wall_and_on_a_phone(hall: tuple[Page, dict[str, str]]) -> None:
    page, addresses = hall
    unread = {}
    for moment, screen in (
        ("before", 0),
        ("middle", 0),
        ("middle", 6),
        ("middle", 12),
        ("end", 0),
        ("end", 1),
        ("end", 2),
    ):
        page.goto(f"{addresses[moment]}/room?hold=1&turn={screen}")
        for width, height in (*SCREENS, (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            if found := page.evaluate(UNREAD):
                unread[f"{moment}, screen {screen} at {width}"] = found
            lower = page.evaluate("() => document.documentElement.scrollHeight - innerHeight")
            if width >= 1280 and lower > 0:  # nobody scrolls a wall
                unread[f"{moment}, screen {screen} at {width}, lower"] = [str(lower)]
    assert unread == {}


def test_the_totals_of_a_season_are_in_sight_on_a_phone(hall: tuple[Page, dict[str, str]]) -> None:
    page, addresses = hall
    url, _, event = addresses["end"].rpartition("/tournament/")
    page.set_viewport_size({"width": 360, "height": 640})
    for asked in (f"?t={event}", f"/ranking?t={event}&rule=club-sum"):
        page.goto(f"{url}/season{asked}")
        assert page.locator(".total").count() == 50
        assert page.evaluate(UNREAD) == []
    assert page.locator("#clubs-head").inner_text() == "Classement des clubs"
