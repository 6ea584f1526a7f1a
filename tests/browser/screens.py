"""Pictures of pages: `python3 dev.py screenshots` takes those that documents show, into docs/screens."""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parents[1])]

from PIL import Image  # WeasyPrint brings it
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.tablet import await_answer
from tests.help.running import ROOT, Program

SCREENS = ROOT / "docs" / "screens"
SHOWN = re.compile(r"screens/([\w-]+)\.png")
SIZES = {"tablet": (1280, 800), "upright": (810, 1080), "phone": (390, 844)}
DEMOS = ROOT / "referee" / "demos"

Step = Callable[[Page], None]

SCORES = {
    "tarot": "seats Nora Élie Sacha Ouidad\ndeal Ouidad depth=score\n",
    "doppelkopf": "seats Jana Ole Mia Tim\ndeal Tim depth=score\n",
    "double-detente": "seats Nora Élie Sacha\ndeal Sacha part=1 depth=score\nbid Nora 4\nbid Élie 5\nbid Sacha 3\n",
    "double": "seats Nora Ben Cid\ndeal Cid depth=score\nbid Nora 0\nbid Ben 1\nbid Cid 1\n",
    "da-ban": "seats Ana Ben Cid Dan\ndeal Dan depth=score\n",
}


def tried(game: str, *after: Step) -> Step:
    """The table to try of a game, and what is done there."""

    def go(page: Page) -> None:
        page.locator("#try").evaluate("(fold) => { fold.open = true; }")
        page.click(f"#try-{game}")
        page.wait_for_selector("#table")
        for step in after:
            step(page)

    return go


def tap(selector: str) -> Step:
    """Tap, and wait until the table has answered."""

    def go(page: Page) -> None:
        with await_answer(page):
            page.locator(selector).first.click()

    return go


def click(selector: str) -> Step:
    """Tap what changes the page alone."""
    return lambda page: page.locator(selector).first.click()


def to(ending: str) -> Step:
    """Another page of the table that is open."""
    return lambda page: void(page.goto(page.url.split("?")[0] + ending))


def void(_: object) -> None:
    """Nothing."""


def all_played(page: Page) -> None:
    """The home page of a club that has played everything."""
    for game in SCORES:
        page.evaluate("() => { document.getElementById('import').open = true; }")
        page.set_input_files("#record", DEMOS / f"{game}.deal")
        page.click("#import button")
        page.wait_for_selector("#table")
        page.goto(page.url.partition("/t/")[0] + "/")


DECIDE = click("#decide > summary")


def looked(page: Page) -> None:
    """What was opened has been seen: before, its decisions take no press."""
    page.wait_for_selector(".rulings:not([aria-disabled])")


def waived(page: Page) -> None:
    """The foul of a table to try, waived."""
    for step in (DECIDE, looked, tap(".ruling.waive button")):
        step(page)


PAGES: dict[str, Step] = {
    "home": all_played,
    "new": lambda page: void(page.goto(page.url + "new")),
    "first-evening": lambda page: void(page.goto(page.url + "first-evening")),
    "foul": tried("tarot", DECIDE),
    "playing": tried("tarot", waived),
    "playing-doppelkopf": tried("doppelkopf", waived),
    "playing-double": tried("double", waived),
    "playing-da-ban": tried("da-ban", waived),
    "playing-double-detente": tried("double-detente", waived),
    "history": tried("tarot", to("/history")),
    "deals": tried("tarot", to("/deals")),
    "deal": tried("tarot", to("/deals/3")),
    "fouls": tried("tarot", to("/fouls")),
    "statistics": tried("tarot", to("/statistics")),
    "deck": lambda page: void(page.goto(page.url + "decks/double")),
    "laws": tried("tarot", to("/laws")),
    "why": tried("tarot", to("/why/1")),
    "mending": tried("tarot", to("/history?fix=20&how=replace")),
    "devices": tried("tarot", to("/devices")),
    "join": lambda page: void(page.goto(page.url + "j")),
    "board": tried("tarot", to("/board")),
}


def scored(game: str) -> Step:
    """A deal of which the score only is tapped."""

    def go(page: Page) -> None:
        page.locator("#import").evaluate("(fold) => { fold.open = true; }")
        record = f"game {game}\n{SCORES[game]}".encode()
        page.set_input_files("#record", {"name": "score.deal", "mimeType": "text/plain", "buffer": record})
        page.click("#import button")
        page.wait_for_selector("#table")

    return go


PAGES |= {f"score-{game}": scored(game) for game in SCORES}


def shown() -> set[str]:
    """The names of the pictures that a document shows."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return {name for page in pages for name in SHOWN.findall(page.read_text(encoding="utf-8"))}


def shots(browser: Browser, url: str, wanted: set[str], scheme: str, size: str) -> Iterator[tuple[str, Page]]:
    """Each wanted page at a size, ready to be looked at."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en", reduced_motion="reduce", color_scheme=scheme
    )
    for name, go in PAGES.items():
        if f"{name}-{size}" not in wanted:
            continue
        page = context.new_page()
        page.goto(url + "/")
        go(page)
        page.evaluate("() => scrollTo(0, 0)")
        page.wait_for_timeout(200)
        yield f"{name}-{size}", page
        page.close()
    context.close()


def small(png: bytes) -> bytes:
    """A picture of less weight, for reading about the page rather than reading it."""
    with Image.open(io.BytesIO(png)) as image:
        size = (image.width * 6 // 10, image.height * 6 // 10)
        found = image.convert("RGB").resize(size, Image.Resampling.LANCZOS).quantize(64)
    packed = io.BytesIO()
    found.save(packed, "PNG", optimize=True)
    return packed.getvalue()


def main(arguments: list[str]) -> None:
    """Takes the pictures that documents show, or all of the pages named; `--all` of every page, `--to FOLDER` elsewhere,
    `--dark` in the dark, `--lying` on a phone lying too.
    """
    into = Path(arguments.pop(arguments.index("--to") + 1)) if "--to" in arguments else SCREENS
    scheme = "dark" if "--dark" in arguments else "light"
    if "--lying" in arguments:
        SIZES["lying"] = (844, 390)
    named = PAGES if "--all" in arguments else [word for word in arguments if not word.startswith("--")]
    wanted = {f"{name}-{size}" for name in named for size in SIZES} or shown()
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for size in SIZES:  # each with tables of its own
            program = Program(Path(folder) / f"{size}.db")
            program.start()
            try:
                for name, page in shots(browser, program.url, wanted, scheme, size):
                    into.joinpath(f"{name}.png").write_bytes(small(page.screenshot()))
                    print(name, flush=True)
            finally:
                program.kill()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
