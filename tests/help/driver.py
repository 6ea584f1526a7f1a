"""A whole evening of a tournament: a hurried director, the tables' tablets, and books kept by hand.

`Books` holds what was sent to the program, never what the program said, and adds it up independently.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.help.desk import Desk, form_of
from tests.help.web import Page, Visitor

Scores = dict[str, int]


@dataclass
class Books:
    """The scores of each table, adjustments, penalties, and joined players. Names are as the pages show them."""

    tables: dict[tuple[int, int], Scores] = field(default_factory=dict)
    adjusted: dict[tuple[int, str], int] = field(default_factory=dict)
    penalties: list[tuple[str, int]] = field(default_factory=list)
    one: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)

    def totals(self, through: int = 99) -> Scores:
        """The totals after a round of all who have a result."""
        found: Scores = {}
        got = {(number, name): score for (number, _), at in self.tables.items() for name, score in at.items()}
        for (number, name), score in (got | self.adjusted).items():
            if number <= through:
                who = self.one.get(name, name)
                found[who] = found.get(who, 0) + score
        for name, points in self.penalties:
            if (who := self.one.get(name, name)) in found:
                found[who] -= points
        return found

    def places(self, through: int = 99) -> dict[str, int]:
        """The place of each player: one more than the number of players with more."""
        totals = self.totals(through)
        return {name: 1 + sum(other > total for other in totals.values()) for name, total in totals.items()}


class Hurried(Desk):
    """A director who starts every act at the console, and sends every third act twice."""

    often = 0

    def do(self, act: str, said: str | None = None, at: str | None = None, **filled: Any) -> Page:
        form, button = form_of(self.open(at or ""), act, said, **filled)
        self.often += 1
        if self.often % 3 == 0 and not any(isinstance(value, tuple) for value in filled.values()):
            self.visitor.send(form, button, filled)
        page = self.visitor.send(form, button, filled)
        assert self.visitor.status == 200, page.alerts
        return page


def names(page: Page) -> list[str]:
    """The players of the table with this quick form."""
    return [html.unescape(name) for name in re.findall(r'<label for="score\.\d"[^>]*>([^<]*)</label>', page.source)]


def seated(page: Page) -> dict[int, list[str]]:
    """The players of each table, as the public page shows them."""
    tiles = re.findall(r'class="tile-number">(\d+)</span><span class="tile-names">(.*?)</div>', page.source, re.S)
    names = r'<span data-player="\d+">([^<]*)</span>'
    return {int(table): [html.unescape(name) for name in re.findall(names, who)] for table, who in tiles}


def enter(tablet: Visitor, scores: Iterable[int], seat: int = 0, twice: bool = False) -> Scores:
    """Enter a round's scores on a table's device, for the player in `seat`. Return who got what."""
    page = tablet.follow("Enter scores")
    got = dict(zip(names(page), scores, strict=True))
    form, button = page.button("Hand in")
    filled: dict[str, Any] = {f"score.{at}": f"{score:+}" for at, score in enumerate(got.values())}
    if any(control.name == "seat" for control in form.controls):
        filled["seat"] = str(seat)
    for _ in range(1 + twice):
        tablet.send(form, button, filled)
    assert tablet.status == 200, tablet.page.alerts
    return got


def confirm(tablet: Visitor, name: str) -> None:
    """Confirm a result as another player."""
    tablet.press(f"{name}: it is right")
    assert "confirmed" in tablet.page.text, tablet.page.alerts


def standings(page: Page) -> dict[str, tuple[int, int]]:
    """Place and total of each player on the public page; empty where it shows none."""
    rows = r'<td>(\d+)=?</td><th scope="row"><a[^>]*>([^<]*)</a>.*?<td class="total">([^<]*)</td>'
    found = re.findall(rows, page.source, re.S)
    return {html.unescape(name): (int(place), int(total.replace("−", "-"))) for place, name, total in found}
