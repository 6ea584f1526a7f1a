"""Drives a tournament through its pages, by the buttons that stand there, and keeps the books by hand beside it.

`Desk` is the director at the computer the program runs on, `device` a phone or a tablet elsewhere in the room.
`Books` holds what was said to the program, never what the program said: what it comes to is added up there by hand.
"""

from __future__ import annotations

import html
import io
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from web_help import Control, Form, Page, Visitor

Scores = dict[str, int]


@dataclass
class Books:
    """Who got what at which table, what was taken off, who counts as one with whom. Names as they stand on the pages."""

    tables: dict[tuple[int, int], Scores] = field(default_factory=dict)
    adjusted: dict[tuple[int, str], int] = field(default_factory=dict)
    penalties: list[tuple[str, int]] = field(default_factory=list)
    one: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)

    def totals(self, through: int = 99) -> Scores:
        """What everybody comes to after a round, added up."""
        found = dict.fromkeys((self.one.get(name, name) for name in self.players), 0)
        got = {(number, name): score for (number, _), at in self.tables.items() for name, score in at.items()}
        for (number, name), score in (got | self.adjusted).items():
            found[self.one.get(name, name)] += score if number <= through else 0
        for name, points in self.penalties:
            found[self.one.get(name, name)] -= points
        return found

    def places(self, through: int = 99) -> dict[str, int]:
        """One more than those who have more."""
        totals = self.totals(through)
        return {name: 1 + sum(other > total for other in totals.values()) for name, total in totals.items()}


def device(app: Flask, number: int) -> Visitor:
    """A phone or a tablet; each has its own address."""
    visitor = Visitor(app)
    visitor.client.environ_base["REMOTE_ADDR"] = f"192.168.2.{number}"
    return visitor


def form_of(page: Page, act: str, said: str | None = None, **filled: Any) -> tuple[Form, Control]:
    """The form that does an act, by its button that says or sends `said`, with all the fields to be filled in."""
    for form in page.forms:
        if form.action.endswith(f"/{act}") and set(filled) <= {control.name for control in form.controls}:
            for control in form.controls:
                if control.type == "submit" and said in (None, control.label, control.value):
                    return form, control
    raise AssertionError(f"no form {act} {said} {filled}: {[form.action for form in page.forms]}")


class Desk:
    """The director's desk: the console of one tournament."""

    def __init__(self, app: Flask, game: str, **agreed: Any) -> None:
        self.visitor = Visitor(app)
        self.visitor.open(f"/tournament/new?game={game}")
        self.visitor.press("Open the tournament", **agreed)
        assert self.visitor.status == 200, self.visitor.page.alerts
        self.id = self.visitor.path.split("#")[0].rsplit("/", 1)[1]
        self.often = 0

    def open(self, more: str = "") -> Page:
        return self.visitor.open(f"/tournament/{self.id}{more}")

    def do(self, act: str, said: str | None = None, at: str = "", **filled: Any) -> Page:
        """Do an act from the console or, `at`, from where it shows a table or a player; every third is sent twice."""
        form, button = form_of(self.open(at), act, said, **filled)
        self.often += 1
        if self.often % 3 == 0 and not any(isinstance(value, tuple) for value in filled.values()):
            self.visitor.send(form, button, filled)
        page = self.visitor.send(form, button, filled)
        assert self.visitor.status == 200, page.alerts
        return page

    def read(self, rows: str) -> None:
        """Players out of a file."""
        self.do("read", players=(io.BytesIO(rows.encode()), "players.csv"))

    def code(self, role: str) -> str:
        """The address that a code on the console leads to: to sign up, for another director."""
        self.do("invite", role)
        return addresses(self.open().source)[-1]

    def code_of(self, name: str) -> str:
        """The address on the code for one player's own phone."""
        at = self.player(name)
        self.do("invite", "player", at=at, player=at.rpartition("=")[2])
        return addresses(self.open(at).source.split('id="focus"')[1])[0]

    def draw(self) -> None:
        """Draw, and wait until the round stands there."""
        self.do("draw")
        while "Drawing …" in self.open("/part/now").text:
            time.sleep(0.05)
        assert not self.visitor.page.alerts

    def begin(self) -> None:
        """The next round: drawn where it is not yet or the page advises it, and begun."""
        page = self.open()
        drawn = any(form.action.endswith("/start") for form in page.forms)
        if not drawn or re.search("Draw again, or|or draw again", page.text):
            self.draw()
        self.do("start")

    def player(self, name: str) -> str:
        """Where the console shows a player."""
        page = self.open()
        found = re.search(rf'href="[^"]*(\?player=\d+)#focus"[^>]*><b>{re.escape(html.escape(name))}</b>', page.source)
        assert found, name
        return found[1]

    def result(self, number: int, table: int, scores: Scores, reason: str | None = None) -> None:
        """A table's result by the director's hand."""
        at = f"?round={number}&table={table}"
        filled = {f"score.{seat}": str(scores[name]) for seat, name in enumerate(self.seats(number, table))}
        self.do("result", at=at, **filled, **({} if reason is None else {"reason": reason}))

    def seats(self, number: int, table: int) -> list[str]:
        """Who sits at a table, in the order of the seats."""
        page = self.open(f"?round={number}&table={table}")
        found = re.search(r"<caption>Result</caption><thead><tr>(.*?)</tr>", page.source)
        assert found
        return [html.unescape(name) for name in re.findall(r"<th[^>]*>([^<]*)</th>", found[1])]

    def tables(self) -> dict[int, str]:
        """The address on the code of each table."""
        page = self.open("/codes")
        numbers = [int(found) for found in re.findall(r"<h2>Table (\d+)</h2>", page.source)]
        return dict(zip(numbers, addresses(page.source), strict=True))

    def log(self) -> list[tuple[str, str]]:
        """Every entry of the log with who wrote it and when, the last first."""
        section = self.open("?log=all").source.split('id="s-log"')[1]
        found = re.findall(r'<span class="log-text">(.*?) <small>(.*?)</small>', section, re.S)
        return [(html.unescape(text), html.unescape(who)) for text, who in found]


def addresses(source: str) -> list[str]:
    """Where the codes of a page lead, as a camera reads them."""
    return [re.sub(r"^https?://[^/]*", "", url) for url in re.findall(r'class="aside url">([^<]*)<', source)]


def names(page: Page) -> list[str]:
    """Who sits at the table whose quick form this is."""
    return [html.unescape(name) for name in re.findall(r'<label for="score-\d"[^>]*>([^<]*)</label>', page.source)]


def seated(page: Page) -> dict[int, list[str]]:
    """Who sits at each table, as the page for everybody shows it."""
    tiles = re.findall(r'class="tile-number">(\d+)</span><span class="tile-names">(.*?)</div>', page.source, re.S)
    names = r'<span data-player="\d+">([^<]*)</span>'
    return {int(table): [html.unescape(name) for name in re.findall(names, who)] for table, who in tiles}


def enter(tablet: Visitor, scores: Iterable[int], seat: int = 0, twice: bool = False) -> Scores:
    """Enter the scores of a round on a table's device, for the player in `seat`; who got what."""
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
    """Another player says that it is right."""
    tablet.press(f"{name}: it is right")
    assert "confirmed" in tablet.page.text, tablet.page.alerts


def standings(page: Page) -> dict[str, tuple[int, int]]:
    """Place and total of everybody, as the page for everybody shows them; empty where it shows none."""
    rows = r'<td>(\d+)=?</td><th scope="row"><a[^>]*>([^<]*)</a>.*?<td class="total">([^<]*)</td>'
    found = re.findall(rows, page.source, re.S)
    return {html.unescape(name): (int(place), int(total.replace("−", "-"))) for place, name, total in found}
