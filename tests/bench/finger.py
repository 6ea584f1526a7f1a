"""From finger to frame, in Chromium: a card's tap beside a plain fetch of the same tap with a swap of 1 KB.

Both go to the same server, in turns, on one page of Tarot at five: only what the page does with a tap differs. Measured
are two things apart, at the browser's own speed and throttled sixfold: how long the card takes to lie on the felt, which
waits for no answer and is held against the plain fetch, and how long until the frame after the answer is put in. A second
device looks on: when does it show the card? And how much does the first load of the table send?
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from playwright.sync_api import Browser, Page, sync_playwright

from referee.club.tables import Tables
from referee.record.facts import Played
from referee.record.grammar import Fact
from referee.record.text import Record, read, write
from referee.store import Store
from tests.bench.goals import goal
from tests.help.running import Program
from tests.oracle import tarot_deals

SPEEDS = (1, 6)  # times slower
CARDS = 30  # of a deal, at each speed
GOAL, SEEN_GOAL = 1.25, 100
CONFIRMED = {1: 100, 6: 250}
"""Milliseconds until a tap is confirmed, at each speed."""
FIRST_LOAD = 80
SCRIPT = """async ([taps, token]) => {
  const table = () => document.getElementById("table");
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const box = document.body.appendChild(document.createElement("div"));
  const swapped = `<p>${"a word ".repeat(140)}</p>`;
  const shows = {}, found = { ours: [], plain: [], lies: [], at: [] };
  const answered = (before) => new Promise((done) => {
    const told = () => { if (table().dataset.seq !== before) { watcher.disconnect(); done(); } };
    const watcher = new MutationObserver(told);
    watcher.observe(document.querySelector(".stage"), { subtree: true, childList: true, attributeFilter: ["data-seq"] });
  });
  for (const { key, other, seq, fact } of taps) {
    const button = document.querySelector(key), before = table().dataset.seq;
    let begun = performance.now();
    const answer = answered(before);
    button.click();
    const clicked = frame().then(() => found.lies.push(performance.now() - begun));
    found.at.push(Date.now());
    await answer;
    await frame();
    found.ours.push(performance.now() - begun);
    await clicked;
    await pause(60);
    const body = new URLSearchParams({ csrf_token: token, key: `plain-${other}-${seq}`, seq, fact });
    const headers = { "HX-Request": "true", "HX-Target": "table", "X-Shows": shows[other] ?? "" };
    begun = performance.now();
    const said = await (await fetch(`/t/${other}/fact`, { method: "POST", body, headers })).text();
    box.innerHTML = swapped;
    await frame();
    found.plain.push(performance.now() - begun);
    shows[other] = said.match(/data-shows="([^"]+)"/)[1];
    await pause(60);
  }
  box.remove();
  return found;
}"""
LOOKS_ON = """() => {
  window.seen = {};
  const note = () => { window.seen[document.getElementById("table").dataset.seq] ??= Date.now(); };
  new MutationObserver(note).observe(document.querySelector(".stage"), {
    subtree: true, childList: true, attributeFilter: ["data-seq"] });
}"""


def begun() -> tuple[str, list[Fact]]:
    """A deal of Tarot at five as far as its first card, and the cards that come."""
    made, rng = None, Random(5)
    while made is None or made.void or not any(isinstance(entry.fact, Played) for entry in read(made.text).entries):
        made = tarot_deals.deal(rng, 5, tarot_deals.Style())
    record = read(made.text)
    first = next(at for at, entry in enumerate(record.entries) if isinstance(entry.fact, Played))
    cards = [entry.fact for entry in record.entries[first:] if isinstance(entry.fact, Played)]
    return write(Record(record.header, record.entries[:first])), cards


def measure(page: Page, looking: Page, program: Program, ids: dict[str, int], cards: list[Fact]) -> dict[str, Any]:
    """The times in ms of the taps at the first table and of the same at the second, in turns."""
    here, other = ids
    page.goto(f"{program.url}/t/{here}")
    looking.goto(f"{program.url}/t/{here}")
    looking.evaluate(LOOKS_ON)
    page.bring_to_front()
    token = re.search('csrf-token" content="([^"]+)"', page.content())
    assert token
    taps = [
        {"key": f"#k-{card.cards[0]}", "other": other, "seq": ids[other] + at, "fact": card.line()}
        for at, card in enumerate(cards[:CARDS])
        if isinstance(card, Played)
    ]
    found: dict[str, Any] = page.evaluate(SCRIPT, [taps, token[1]])
    page.wait_for_timeout(500)
    seen = looking.evaluate("() => window.seen")
    found["seen"] = [
        seen[str(ids[here] + at)] - when for at, when in enumerate(found["at"], 1) if str(ids[here] + at) in seen
    ]
    return found


def run() -> list[str]:
    """The figures at each speed, each beside its goal."""
    text, cards = begun()
    lines = []
    with tempfile.TemporaryDirectory(dir=".") as name, sync_playwright() as playwright:
        program = Program(Path(name) / "referee.db")
        with Store.open(program.database) as store:
            tables = Tables(store)
            pairs = []
            for speed in SPEEDS:
                ids = [tables.take_in(text.encode(), "", key=f"{speed} {side}") for side in ("ours", "plain")]
                pairs.append({table: tables.seq(table) for table in ids})
        program.start()
        whole = shutil.which("chromium") or shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=whole, args=["--no-sandbox"])
        try:
            for speed, ids in zip(SPEEDS, pairs, strict=True):
                page, looking = browser.new_page(), browser.new_context().new_page()
                page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": speed})
                lines += figures(speed, measure(page, looking, program, ids, cards))
            lines.append(goal("first load of a table, packed", first_load(browser, program, ids), FIRST_LOAD, " KB"))
        finally:
            browser.close()
            program.kill()
    return lines


def first_load(browser: Browser, program: Program, tables: dict[str, int]) -> float:
    """KB that a device which was never here receives for a table's page and all that it asks for."""
    page, sizes = browser.new_context().new_page(), list[int]()
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(f"{program.url}/t/{next(iter(tables))}", wait_until="load")
    page.wait_for_timeout(500)
    return sum(sizes) / 1024


def figures(speed: int, found: dict[str, Any]) -> list[str]:
    """What was measured at one speed."""
    ours, plain, lies, seen = (median(found[name]) for name in ("ours", "plain", "lies", "seen"))
    late = sum(time > SEEN_GOAL for time in found["seen"])
    against = f"against a plain fetch in {plain:.0f} ms"
    return [
        goal(f"{speed} times slower: the card lies after {lies:.0f} ms, {against}", lies / plain, GOAL),
        goal(f"{speed} times slower: it is confirmed, {against}", ours, CONFIRMED[speed], " ms"),
        goal(
            f"{speed} times slower: seen elsewhere ({late} of {len(found['seen'])} later than the goal)",
            seen,
            SEEN_GOAL,
            " ms",
        ),
    ]


if __name__ == "__main__":
    print("\n".join(run()))
