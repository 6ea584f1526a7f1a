"""The eye held to its bars: decks and photos drawn from seeds it was not tuned on, read in Chromium.

    python -m tests.bench.reader [--decks 6] [--first 1000]

Each deck of each game is taught by a photo a suit, then reads piles on felt and wood, and photos it must refuse. Tuned
was on seeds below 1,000. The time is four times the processor time of the page that decodes and reads a whole photo, so
that other work on this machine does not count; beside it the time that passed while the processor was throttled fourfold.
"""

from __future__ import annotations

import base64
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import click
from playwright.sync_api import CDPSession, Page, Route, sync_playwright

from dev import BROWSERS
from tests.bench.goals import goal
from tests.help.scenes import decks, photos

ROOT = Path(__file__).resolve().parents[2]
HOST = "http://reader.test"
READ = "([photo, copies]) => read(photo, copies)"
SLOWER = 4
"""How much slower than this machine the device is that is to read in time."""
PILES = 4
"""Photos of piles for each deck."""
REFUSED = {
    "white table": {"table": "white"},
    "checked table": {"table": "checked"},
    "cards overlapping": {"spoilt": "overlap"},
    "a card half out of the picture": {"spoilt": "cut"},
    "a cup in it": {"spoilt": "cup"},
    "another deck": {},
}
SCRIPT = """
import * as reader from "/reader/reader.js";
import { length, middle } from "/reader/plane.js";
let model = null;
async function picture(jpeg) {
  const bytes = Uint8Array.from(atob(jpeg), (each) => each.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height), pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(bitmap, 0, 0);
  return pen.getImageData(0, 0, bitmap.width, bitmap.height);
}
const near = (corners, at) => length(middle(corners), middle(at)) < length(at[0], at[1]) / 4;
window.teach = async (lessons) => {
  const cards = [];
  for (const { jpeg, laid } of lessons) {
    const seen = await picture(jpeg), found = reader.find(seen);
    if (reader.doubts(seen, found, []).length || found.length !== laid.length) return false;
    found.forEach(({ corners }, at) => cards.push({ card: laid[at].card, patches: [reader.patchOf(seen, corners)] }));
  }
  model = reader.teach({ name: "drawn", cards });
  return true;
};
window.read = async ({ jpeg, laid }, copies) => {
  const begun = performance.now(), seen = await picture(jpeg), found = reader.find(seen);
  const readings = reader.readCards(model, found.map(({ corners }) => reader.patchOf(seen, corners)), copies);
  const doubts = reader.doubts(seen, found, readings), took = performance.now() - begun;
  const cards = found.map(({ corners }, at) => ({
    card: readings[at].card, sure: readings[at].sure >= reader.SURE, candidates: readings[at].candidates,
    laid: laid.find((each) => near(corners, each.corners))?.card ?? "",
  }));
  return { cards, doubts, took };
};
window.ready = true;
"""


def _served(route: Route) -> None:
    path = route.request.url.removeprefix(HOST)
    if path.startswith("/reader/"):
        route.fulfill(path=ROOT / "static" / "js" / path[1:], content_type="text/javascript")
    else:
        route.fulfill(body=f"<script type=module>{SCRIPT}</script>", content_type="text/html")


def _given(photo: photos.Photo) -> dict[str, Any]:
    laid = [{"card": each.card, "corners": each.corners} for each in photo.laid]
    return {"jpeg": base64.b64encode(photo.jpeg).decode(), "laid": laid}


def _taught(page: Page, shot: photos.Shot, counts: Counter[str]) -> bool:
    """Teach the deck; a photo that leaves a doubt is taken again, as people would."""
    lessons = []
    for number, (cards, photo) in enumerate(photos.lessons(f"bench {shot.game} {shot.deck}", shot)):
        counts["lessons"] += 1
        for again in range(4):
            if page.evaluate("lesson => teach([lesson])", _given(photo)):
                lessons.append(_given(photo))
                break
            counts["lessons refused"] += 1
            photo = photos.photo(f"bench {shot.game} {shot.deck} {number} again {again}", cards, shot)
    return bool(page.evaluate("lessons => teach(lessons)", lessons))


def _worked(session: CDPSession) -> float:
    """The seconds of processor time that the page has worked."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "ThreadTime"))


def _pile(rng: Random, game: str, least: int, most: int) -> list[str]:
    cards = list(decks.CARDS[game]) * decks.COPIES[game]
    return rng.sample(cards, min(len(cards), rng.randint(least, most)))


def _counted(counts: Counter[str], pile: list[str], read: dict[str, Any]) -> None:
    """Count what became of a pile's photo. Its sum is right if every card was found and each wrong one is asked."""
    cards = read["cards"]
    counts["cards"] += len(pile)
    for card in cards:
        right = card["card"] == card["laid"]
        counts["right"] += right
        counts["sure and wrong"] += card["sure"] and not right
        counts["asked"] += not card["sure"]
        counts["among the first three"] += card["laid"] in card["candidates"]
    whole = sorted(card["laid"] if not card["sure"] else card["card"] for card in cards) == sorted(pile)
    counts["photos"] += 1
    counts["sums right"] += whole and not read["doubts"]
    counts["silently wrong"] += not whole and not read["doubts"]


def _lines(game: str, count: Counter[str]) -> Iterator[str]:
    cards, shots = count["cards"], count["photos"]
    yield f"{game}: {cards} cards in {shots} photos; among the first three {100 * count['among the first three'] / cards:.2f} %; asked {100 * count['asked'] / cards:.1f} %; {count['lessons refused']} of {count['lessons']} photos that teach taken again"
    yield goal(f"{game}: found and right at once", 100 * count["right"] / cards, 99, " %", least=True)
    yield goal(f"{game}: shown as sure and wrong", 100 * count["sure and wrong"] / cards, 0.5, " %")
    yield goal(f"{game}: the sum of 24 to 48 cards right", 100 * count["sums right"] / shots, 90, " %", least=True)
    yield goal(f"{game}: a sum wrong without a word", 100 * count["silently wrong"] / shots, 0, " %")


def _weights() -> Iterator[str]:
    """What a device loads before it reads."""
    eye, page = (
        sum(script.stat().st_size for script in (ROOT / "static/js" / name).glob("*.js"))
        for name in ("reader", "photo")
    )
    yield goal("script of the eye", eye / 1000, 50, " kB")
    yield f"script of the pages around it: {page / 1000:.0f} kB"


def figures(each: int, first: int, only: str) -> Iterator[str]:
    """The figures of `each` decks of every game, from the seed `first`."""
    browser_path = next(filter(None, map(shutil.which, BROWSERS)), "/usr/bin/chromium")
    refused: dict[str, Counter[str]] = {name: Counter() for name in REFUSED}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.route(f"{HOST}/**", _served)
        page.goto(f"{HOST}/")
        page.wait_for_function("window.ready")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        for game in decks.CARDS if not only else [only]:
            counts: Counter[str] = Counter()
            worked, passed = list[float](), list[float]()
            for deck in range(first, first + each):
                rng = Random(f"bench {game} {deck}")
                shot = photos.Shot(game, deck, turned=False)
                if not _taught(page, replace(shot, table=rng.choice(("felt", "wood"))), counts):
                    counts["decks not taught"] += 1
                    continue
                copies = decks.COPIES[game]
                for number in range(PILES):
                    pile = _pile(rng, game, 24, 48)
                    table = replace(shot, table=("felt", "wood")[number % 2], turned=True)
                    photo = _given(photos.photo(f"bench {game} {deck} {number}", pile, table))
                    before = _worked(session)
                    _counted(counts, pile, page.evaluate(READ, [photo, copies]))
                    worked.append(_worked(session) - before)
                    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                    passed.append(page.evaluate(READ, [photo, copies])["took"] / 1000)
                    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
                for name, how in REFUSED.items():
                    pile = _pile(rng, game, 16, 30)
                    table = replace(shot, turned=True, **how, deck=deck + 500 if name == "another deck" else deck)
                    photo = photos.photo(f"bench {game} {deck} {name}", pile, table)
                    read = page.evaluate(READ, [_given(photo), copies])
                    refused[name]["all"] += 1
                    refused[name]["said"] += bool(read["doubts"])
            yield from _lines(game, counts)
            yield goal(f"{game}: a photo at fourfold slower, the slowest", SLOWER * max(worked), 3, " s")
            yield f"{game}: beside this machine's other work {median(passed):.1f} s passed, at most {max(passed):.1f} s"
        browser.close()
    yield from _weights()
    for name, count in refused.items():
        yield goal(f"{name}: said", 100 * count["said"] / count["all"], 100, " %", least=True)


@click.command()
@click.option("--decks", "each", default=6, help="Decks of each game.")
@click.option("--first", default=1000, help="The first seed.")
@click.option("--game", "only", default="", help="One game alone.")
def main(each: int, first: int, only: str) -> None:
    """Print the figures."""
    for line in figures(each, first, only):
        print(line, flush=True)


if __name__ == "__main__":
    main()
