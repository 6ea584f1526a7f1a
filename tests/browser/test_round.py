"""A full round of three players, every card tapped, with a revoke proved and upheld and a winner."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Browser, Page

from tests.browser.tablet import THREE, decide, key, record_text, recorded, says, take_in, tap
from tests.help.running import Program
from tests.oracle.deals import Record, Writing, foul_record, make_part
from tests.oracle.table import Part, honest, left_of, order

BEFORE = {"Ana": 191, "Ben": 33, "Cléo": 0}


def evening() -> str:
    """Four rounds of scores alone: Ana stands at 3 × (13 + 10 + 13 + 20) + 13 + 10, Ben at 13 + 20."""
    lines = ["game double-detente", "seats Ana Ben Cléo"]
    dealers = ("Cléo", "Ana", "Ben", "Cléo")
    for number, dealer in enumerate(dealers, 1):
        for part in (1, 2):
            tricks = "0,13,0" if (number, part) == (4, 2) else "13,0,0"
            lines += [
                f"deal {dealer} part={part} depth=score",
                *(f"bid {seat} 13" for seat in order(THREE, left_of(THREE, dealer))),
            ]
            lines.append(f"result tricks={tricks}")
    return "\n".join(lines) + "\n"


def story() -> tuple[Record, Part, dict[str, int]]:
    """A first part with a revoke that a later card shows, an honest second part that wins Ana the match; the totals.

    Ana deals the fifth round.
    """
    for seed in range(1000):
        rng = Random(seed)
        revoke = foul_record(rng, "must-follow", writing=Writing(styles=("play",)))
        first = revoke.parts[0]
        if first.dealer != "Ana" or revoke.shown is None or revoke.foul is None or revoke.foul.seat == "Ana":
            continue
        stock = sorted(first.stock)
        second = make_part(rng, THREE, "Ana", number=2, deck=stock, cards=13, choose=honest(rng))
        totals = {seat: BEFORE[seat] + score for seat, score in second.scores().items()}
        totals[revoke.foul.seat] -= 20
        if totals["Ana"] >= 200:
            return revoke, second, totals
    raise AssertionError("no such evening")


def play_the_round(page: Page, tap_on: Callable[[str], None], taken_in: Callable[[str], None] | None = None) -> None:
    """Tap bids and cards; of the second part only the last trick where the rest can be taken in."""
    revoke, second, totals = story()
    first = revoke.parts[0]
    assert revoke.foul is not None
    assert revoke.shown is not None
    tapped = []

    def bids(part: Part) -> None:
        says(page, f"Ana deals: round 5, part {part.number} of 2")
        tap_on("[value*='depth=cards']")
        for seat, bid in part.bids:
            says(page, f"{seat}: how many tricks?")
            tap_on(f"[value='bid {seat} {bid}']")
            tapped.append(f"bid {seat} {bid}")

    bids(first)
    for place, (seat, card) in enumerate(first.plays()):
        says(page, f"{seat} plays")
        tap_on(key(card))
        tapped.append(f"play {seat} {card}")
        if revoke.lines[0][place] == revoke.shown:
            break
        assert page.locator(".foul").count() == 0  # nothing is proved before the card that shows it
    decide(page)
    panel = page.locator(".foul").first
    assert revoke.foul.seat in panel.inner_text()
    assert "play.2" in panel.inner_text()
    assert panel.locator(".evidence .mark").count() == 2
    tap_on(".ruling.uphold button")
    bids(second)
    plays = list(second.plays())
    if taken_in:
        tapped += [f"play {seat} {card}" for seat, card in plays[:-3]]
        taken_in(record_text(page) + "".join(f"play {seat} {card}\n" for seat, card in plays[:-3]))
        del plays[:-3]
    for seat, card in plays:
        says(page, f"{seat} plays")
        tap_on(key(card))
        tapped.append(f"play {seat} {card}")
    says(page, "Ana wins")
    for seat, total in totals.items():
        says(page, f"{seat} {total}".replace("-", "−"))
    assert page.locator(".finished a[href*='/sheet']").count() == 1
    said = [line for line in recorded(page)[40:] if line.split()[0] in ("bid", "play")]
    assert said == tapped


def test_a_full_round_by_tapping_every_card(own_page: Page, program: Program) -> None:
    page, wrong = own_page, list[str]()
    take_in(page, program.url, evening())
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    play_the_round(page, lambda selector: tap(page, selector))
    assert wrong == []


def test_the_same_round_through_plain_forms_without_javascript(browser: Browser, program: Program) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(program.url + "/")
    page.click("#import > summary") if not page.locator("#record").is_visible() else None
    page.set_input_files("#record", {"name": "a.deal", "mimeType": "text/plain", "buffer": evening().encode()})
    page.click("#import button")
    page.wait_for_selector("#table")

    def tap_on(selector: str) -> None:
        with page.expect_navigation():
            page.click(selector)

    play_the_round(page, tap_on, lambda text: take_in(page, program.url, text))
    context.close()
