"""Deals counted by photo and keyed in by hand, through the real pages with a finger, from seeds not tuned on.

    python -m tests.bench.piles [--deals 3] [--first 1]

Whoever counts by hand adds up the cards besides: that is in neither figure. A photo is two touches, the button and the
shutter. What was recorded is held against the cards that lay there.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import click
from playwright.sync_api import CDPSession, FilePayload, Page, expect, sync_playwright

from dev import BROWSERS
from referee.games.tarot.cards import ALL_HALVES, BOUTS, HALVES
from referee.rules.packs import DECK
from tests.bench.goals import goal
from tests.browser.tablet import recorded, take_in
from tests.help.running import Program
from tests.help.scenes.photos import Shot, photo

SEATS = "seats Ana Ben Cid Dan\ndeal Ana depth=score\n"
TABLES = {"tarot": f"game tarot\n{SEATS}", "doppelkopf": f"game doppelkopf\noption nines=no\n{SEATS}"}
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
DOPPELKOPF = [suit + rank for suit in "CSHD" for rank in WORTH for _ in range(2)]
MOST_AGAIN = 6
"""How often a photo that leaves a doubt is taken again."""


class Finger:
    """A finger on a phone, and how often it touched."""

    def __init__(self, page: Page) -> None:
        self.page, self.touches, self.refused = page, 0, 0
        self.asked = list[str]()
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Performance.enable")

    def tap(self, place: str) -> None:
        self.touches += 1
        self.page.locator(place).first.tap()

    def shoot(self, payload: FilePayload, button: str = "#photo") -> None:
        self.touches += 2
        self.page.set_input_files(button, payload)

    def worked(self) -> float:
        """The seconds of processor time of the page and of all that works for it."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == "ProcessTime"))


def _taken(seed: str, cards: Sequence[str], shot: Shot) -> FilePayload:
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo(seed, cards, shot).jpeg}


def _teach(finger: Finger, game: str, deck: int) -> None:
    page = finger.page
    page.goto(page.url.partition("#")[0] + "/decks")
    page.fill("#deck-title", f"{game} {deck}")
    page.tap("text=Teach this deck")
    page.wait_for_selector("#teach")
    for lay in range(page.locator(".laid").count()):
        cards = str(page.get_attribute(f"#lay-{lay} .laid", "data-cards")).split()
        for again in range(MOST_AGAIN):
            seed = f"pile lesson {game} {deck} {lay} {again}"
            page.set_input_files(f"#photo-{lay}", _taken(seed, cards, Shot(game, deck, turned=False)))
            expect(page.locator(f"#lay-{lay} .said")).not_to_contain_text("being read", timeout=60_000)
            if page.locator(f"#lay-{lay} form button").is_visible():
                break
        page.tap(f"#lay-{lay} form button")
        expect(page.locator(f"#lay-{lay} summary")).to_contain_text("known")


def _read(finger: Finger, seed: str, cards: Sequence[str], shot: Shot) -> None:
    """Take a photo until it leaves no doubt, and name the cards that are asked."""
    page = finger.page
    for again in range(MOST_AGAIN):
        before = page.locator("#photos svg").count()
        finger.shoot(_taken(f"{seed} {again}", cards, shot))
        expect(page.locator("#photos svg")).to_have_count(before + 1, timeout=60_000)
        if not page.locator("#photos [role=alert]").count():
            break
        finger.refused += 1
        finger.tap("text=Drop this photo")
    lying = page.locator("#photos > div:first-child g")
    assert lying.count() == len(cards), "as many were found"
    while page.locator("#question").is_visible():
        states = [str(card.get_attribute("class")) for card in lying.all()]
        [asked] = [card for card, state in zip(cards, states, strict=True) if "current" in state]
        first = page.locator(f"#question .asking .key[data-code='{asked}']")
        if not first.count():
            finger.tap("text=Another card")
            first = page.locator(f"#question details .key[data-code='{asked}']")
        finger.asked.append(asked)
        finger.touches += 1
        first.first.tap()


def _chip(name: str, value: object) -> str:
    return f"#result label:has([name='{name}'][value='{value}']), .prompt label:has([name='{name}'][value='{value}'])"


def _digits(name: str, value: float) -> list[str]:
    half = [f"label:has([name='{name}.half'])"] if value % 1 else []
    return [_chip(f"{name}.10", int(value) // 10), _chip(f"{name}.1", int(value) % 10), *half]


def _deal(game: str, number: int) -> tuple[dict[str, list[str]], list[str], Mapping[str, float], str]:
    """The piles by the name of their chip, the taps of the fields that no pile tells, those that one tells, the line."""
    rng = Random(f"pile {game} {number}")
    if game == "doppelkopf":
        cards = rng.sample(DOPPELKOPF, len(DOPPELKOPF))
        cut = 4 * rng.randint(4, 6)
        points = sum(WORTH[card[1:]] for card in cards[:cut])
        piles = {"The cards of Re": cards[:cut], "The cards of Kontra": cards[cut:]}
        return piles, [_chip("re", "Ben"), _chip("re", "Cid")], {"points": points}, f" points={points}"
    cards = rng.sample(list(DECK.kinds), 78)
    tricks = [cards[at : at + 4] for at in range(6, 78, 4)]
    own = [*cards[:6], *(card for trick in tricks[:9] for card in trick)]
    other = [card for card in cards if card not in own]
    halves, bouts = sum(HALVES[card] for card in own), sum(card in BOUTS for card in own)
    assert halves + sum(HALVES[card] for card in other) == ALL_HALVES
    piles = {"The cards of the taker": own, "The cards of the defence": other}
    told = f"bouts={bouts} points={halves / 2:g}"
    return piles, [_chip("taker", "Ben"), _chip("contract", "garde")], {"bouts": bouts, "points": halves / 2}, told


def _by_photo(finger: Finger, game: str, deck: int, number: int) -> tuple[int, float, str]:
    page, (piles, fields, _, told) = finger.page, _deal(game, number)
    for field in fields:
        finger.tap(field)
    finger.tap("text=Count a pile by photo")
    page.wait_for_selector("#photo", state="attached")
    begun, worked = finger.touches - len(fields) - 1, finger.worked()
    for at, (pile, cards) in enumerate(piles.items()):
        if at:
            finger.tap(f"#piles label:has-text('{pile}')")
        _read(finger, f"pile {game} {number} {at}", cards, Shot(game, deck, table=("felt", "wood")[number % 2]))
    expect(page.locator("#sums")).to_contain_text("the sums are proved")
    spent = finger.worked() - worked
    finger.tap("text=Fill in the result")
    finger.tap("#result button:has-text('Record')")
    page.wait_for_selector("#table")
    return finger.touches - begun, spent, "" if told in recorded(page)[-1] else recorded(page)[-1]


def _by_hand(finger: Finger, game: str, number: int) -> int:
    _, fields, told, line = _deal(game, number)
    begun, taps = finger.touches, [*fields]
    for name, value in told.items():
        taps += _digits(name, value) if name == "points" else [_chip(name, value)]
    for each in taps:
        finger.tap(each)
    finger.tap(".prompt button:has-text('Record')")
    expect(finger.page.locator("[data-asks=result]")).to_have_count(0)
    assert line in recorded(finger.page)[-1]
    return finger.touches - begun


def figures(deals: int, first: int) -> Iterator[str]:
    """The figures of so many deals of each game."""
    path = next(filter(None, map(shutil.which, BROWSERS)), "/usr/bin/chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        program = Program(Path(folder) / "referee.db", photos=True)
        program.start()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for game, table in TABLES.items():
            page = browser.new_page(viewport={"width": 390, "height": 664}, reduced_motion="reduce", has_touch=True)
            finger, deck, wrong = Finger(page), 3000 + first, 0
            take_in(page, program.url, table)
            _teach(finger, game, deck)
            for number in range(first, first + deals):
                take_in(page, program.url, table)
                typed = _by_hand(finger, game, number)
                take_in(page, program.url, table)
                finger.refused, finger.asked = 0, []
                touches, spent, other = _by_photo(finger, game, deck, number)
                wrong += bool(other)
                yield (
                    f"{game} {number}: {touches} touches by photo, asked: {' '.join(finger.asked) or 'none'}, {finger.refused} photos taken again, {spent:.1f} s of "
                    f"processor time; {typed} touches by hand, and the counting{other and f'; wrong: {other}'}"
                )
            yield goal(f"{game}: wrong without a word", wrong, 0)
            page.close()
        program.kill()
        browser.close()


@click.command()
@click.option("--deals", default=3, help="Deals of each game.")
@click.option("--first", default=1, help="The first seed.")
def main(deals: int, first: int) -> None:
    """Print the figures."""
    for line in figures(deals, first):
        print(line, flush=True)


if __name__ == "__main__":
    main()
