"""A record's lines as the taps that write them, and a hand quick enough to tap whole deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.tablet import AGAIN

# Each step: choose what is to be chosen, press a button, wait until the table has answered.
HAND = """async ([steps, again]) => {
  const table = () => document.getElementById("table");
  const find = (wanted, nth = 0) => document.querySelectorAll(wanted)[nth];
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const pressed = new Map();
  // The same key again at once would be a finger that trembles; what is new is first looked at.
  const meant = async (key) => {
    const name = key.id || key.dataset.took || key.dataset.key || key.value;
    await pause((pressed.get(name) ?? 0) + again - performance.now());
    pressed.set(name, performance.now());
    while (find("#pad[aria-disabled]")) await pause(20);
  };
  for (const [choose, buttons] of steps) {
    const before = table().dataset.seq;
    for (const [wanted, nth] of choose) {
      const found = find(wanted, nth);
      if (!found) return `nothing to choose: ${wanted}, asked: ${table().dataset.say}`;
      await meant(found);
      found.click();
    }
    const button = () => buttons.map((wanted) => find(wanted)).find(Boolean);
    if (!button()) return `no button: ${buttons.join(" or ")}, asked: ${table().dataset.say}`;
    await meant(button());
    button().click();
    const deadline = Date.now() + 20000;
    while (table().dataset.seq === before) {
      if (Date.now() > deadline) return `no answer: ${buttons[0]}, ${document.querySelector("[role=alert]")?.textContent}`;
      await pause(4);
    }
  }
  return "";
}"""


@dataclass(frozen=True)
class Tap:
    """What is chosen in a form (selector, which of them), and the button pressed: the first of these there is."""

    choose: tuple[tuple[str, int], ...]
    buttons: tuple[str, ...]


def form(kind: str) -> str:
    return f"form:has(> input[name=kind][value={kind}])"


def cards(kind: str, codes: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The cards to tick on the pad of a form; of two copies the second beside the first."""
    return tuple((f"{form(kind)} input[name=card][value='{c}']", codes[:at].count(c)) for at, c in enumerate(codes))


def taps(lines: Sequence[str], names: Sequence[str]) -> Iterator[Tap]:
    """The taps that write these lines of a record, a tap for each card played."""
    for line in lines:
        word, *rest = line.split()
        match word:
            case "bid":
                yield Tap((), (f"[value='{line}']",))
            case "call":
                yield Tap((), (f"#k-{rest[1]}",))
            case "kitty":
                *first, (last, _) = cards("kitty", rest)
                yield Tap(tuple(first), (last,))  # the last card sends it
            case "discard":
                yield _discard(rest[1:])
            case "give":
                yield _give(rest[1], rest[2:])
            case "announce":
                yield _announce(line, rest, names)
            case "play":
                yield Tap((), (f"#k-{rest[1]}",))
            case "trick":
                yield from (Tap((), (f"#k-{card}",)) for card in rest[1:])


def _discard(words: Sequence[str]) -> Tap:
    count = next((word for word in words if word.startswith("count=")), "")
    shown = next((word.removeprefix("shown=").split(",") for word in words if word.startswith("shown=")), [])
    button = f"{form('discard')} button[name=choice][value='{count}']"
    return Tap(cards("discard", shown if count else words), (button,))


def _give(to: str, words: Sequence[str]) -> Tap:
    hidden = words[0].startswith("count=")
    choice = " ".join((to, *words)) if hidden else to
    return Tap(cards("give", [] if hidden else words), (f"{form('give')} button[name=choice][value='{choice}']",))


def _announce(line: str, words: Sequence[str], names: Sequence[str]) -> Tap:
    seat, word, *more = words
    if word != "handful" or more[0].startswith("size="):
        return Tap((), (f"[value='{line}']", f"[value='announce {seat} {word}']"))
    pad = f"{form('announce')}:has(input[name=card])"
    chosen = tuple((f"{pad} input[name=card][value='{card}']", 0) for card in more)
    who = (f"{pad} input[name=seat][value='{names.index(seat)}']", 0)
    return Tap((who, *chosen), (f"{pad} button[name=choice][value='handful']",))


def by_hand(page: Page, wanted: Sequence[Tap]) -> None:
    """All these taps, one after the other; fails with what could not be tapped."""
    steps = [[list(map(list, tap.choose)), list(tap.buttons)] for tap in wanted]
    trouble = page.evaluate(HAND, [steps, 1000 * AGAIN])
    if trouble:
        raise AssertionError(trouble)
