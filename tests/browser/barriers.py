"""What keeps somebody out of a page, as axe finds it."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCRIPT = Axe().axe_script
FOUND = """async (options) => {
  const { violations } = await axe.run({ resultTypes: ["violations"], ...options });
  return Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 150))]));
}"""
"""What holds is not handed over: it is long, and takes as much time as a third of the rules."""


def barriers(page: Page, **options: Any) -> dict[str, list[str]]:
    """The rules that a page breaks, each with its first elements. `options`: axe's own."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SCRIPT)
    found: dict[str, list[str]] = page.evaluate(FOUND, options)
    return found


def barriers_by_day_and_night(page: Page) -> dict[str, list[str]]:
    """What a page breaks on a light device, and of the colours also on a dark one, where they alone differ."""
    page.emulate_media(color_scheme="light")
    found = barriers(page)
    page.emulate_media(color_scheme="dark")
    return found | {f"{rule} in the dark": where for rule, where in barriers(page, runOnly=["color-contrast"]).items()}
