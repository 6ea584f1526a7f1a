"""What everybody can see, read and hit: accessibility, sizes of controls, pages that fit their screens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.tablet import THREE, bidding, foul, playing, record_of, take_in
from playwright.sync_api import Browser, Page
from running import Program

SIZES = {"table": (1280, 800), "tablet": (810, 1080), "phone": (390, 844)}
PAGES = ("home", "new", "bidding", "playing", "foul", "history", "mending")

# Of what can be tapped, the visible box: a label stands for the input inside it.
SMALL = """() => {
  const visible = { visibilityProperty: true, opacityProperty: true };
  const seen = (e) => e.checkVisibility(visible) && e.getBoundingClientRect().width > 1;
  const stood_for = "input[type=radio], input[type=checkbox], input[type=hidden]";
  return [...document.querySelectorAll("a, button, summary, input, select, textarea, label.chip, label.key, label.tab")]
    .filter((e) => seen(e) && !e.closest(".sr, .skip") && !e.matches(stood_for))
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([e, b]) => b.height < 47.5 || b.width < 47.5)
    .map(([e, b]) => `${e.outerHTML.slice(0, 90)} ${b.width.toFixed(0)}×${b.height.toFixed(0)}`);
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


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
        take_in(page, program.url, record_of(THREE, *lines))
        found[name] = page.url
    found["history"] = found["foul"] + "/history"
    found["mending"] = found["foul"] + "/history?fix=6"
    page.close()
    return found


def looking(browser: Browser, program: Program, language: str, scheme: str, size: str = "table") -> Page:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    context.add_cookies(
        [
            {"name": name, "value": value, "url": program.url}
            for name, value in (("language", language), ("scheme", scheme))
        ]
    )
    return context.new_page()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_no_page_keeps_anybody_out(
    browser: Browser, program: Program, addresses: dict[str, str], language: str, scheme: str
) -> None:
    page = looking(browser, program, language, scheme)
    found = {}
    for name in PAGES:
        page.goto(addresses[name])
        assert page.get_attribute("html", "lang") == language
        results = Axe().run(page)
        for violation in results.response["violations"]:
            nodes = [node["html"][:120] for node in violation["nodes"][:3]]
            found[f"{name}: {violation['id']}"] = nodes
    page.context.close()
    assert found == {}


@pytest.mark.parametrize("size", SIZES)
def test_every_control_is_big_enough_for_a_thumb_and_no_page_is_wider_than_its_screen(
    browser: Browser, program: Program, addresses: dict[str, str], size: str
) -> None:
    page = looking(browser, program, "de", "light", size)
    small, wide = {}, {}
    for name in PAGES:
        page.goto(addresses[name])
        for opened in (False, True):
            if opened:
                page.evaluate(
                    "() => document.querySelectorAll('main details, details.menu').forEach((d) => d.open = true)"
                )
            if found := page.evaluate(SMALL):
                small[f"{name} {opened}"] = found
            if extra := page.evaluate(WIDER):
                wide[f"{name} {opened}"] = extra
    page.context.close()
    assert (small, wide) == ({}, {})


def test_a_page_asks_nothing_of_the_world_outside(
    browser: Browser, program: Program, addresses: dict[str, str]
) -> None:
    page = looking(browser, program, "en", "light")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in PAGES:
        page.goto(addresses[name])
    page.context.close()
    assert [url for url in asked if not url.startswith(program.url + "/")] == []
