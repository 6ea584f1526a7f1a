"""The director's desk: a tournament driven through the buttons of its console."""

from __future__ import annotations

import html
import io
import re
import time
from collections.abc import Sequence
from secrets import token_hex
from typing import Any

from tests.help.web import Control, Form, Page, Visitor

OF_FOCUS = re.compile(r"\?(.*&)?(player|table)=")
FOCUS = {"HX-Request": "true", "HX-Target": "focus"}
"""With this the console's script asks for a player or a table alone."""
NAMES = ("Ana", "Ben", "Cléo", "Dan", "Eva", "Fay", "Gus", "Hal")


def form_of(page: Page, act: str, said: str | None = None, **filled: Any) -> tuple[Form, Control]:
    """The form for an act that has all the fields to fill in, and its button with label or value `said`."""
    for form in page.forms_of(act):
        if set(filled) <= {control.name for control in form.controls}:
            for control in form.controls:
                if control.type == "submit" and said in (None, control.label, control.value):
                    return form, control
    raise AssertionError(f"no form {act} {said} {filled}: {[form.action for form in page.forms]}")


def addresses(source: str) -> list[str]:
    """The addresses behind the codes of a page, as a camera reads them."""
    return [re.sub(r"^https?://[^/]*", "", url) for url in re.findall(r'class="aside url">([^<]*)<', source)]


def _filled(scores: Sequence[int], reason: str | None) -> dict[str, str]:
    """The fields of a table's result."""
    filled = {f"score.{seat}": str(score) for seat, score in enumerate(scores)}
    return filled if reason is None else {**filled, "reason": reason}


class Desk:
    """A visitor at the console of one tournament."""

    def __init__(self, visitor: Visitor, game: str = "tarot", **agreed: Any) -> None:
        self.visitor = visitor
        visitor.open(f"/tournament/new?game={game}")
        taken = visitor.attempt(*visitor.page.button("Open the tournament"), {"title": "Open"} | agreed)
        assert taken, visitor.page.alerts
        self.id = taken.split("#")[0].rsplit("/", 1)[1]

    def open(self, more: str = "") -> Page:
        return self.visitor.open(f"/tournament/{self.id}{more}")

    def look(self, at: str) -> Page:
        """Open a place of the console: a player or a table alone, as its script does."""
        return self.visitor.open(f"/tournament/{self.id}{at}", **(FOCUS if OF_FOCUS.match(at) else {}))

    def do(self, act: str, said: str | None = None, at: str | None = None, **filled: Any) -> Page:
        """Do an act on the present page, or `at` a place of the console, with a button of its form."""
        form, button = form_of(self.visitor.page if at is None else self.look(at), act, said, **filled)
        return self.visitor.send(form, button, filled)

    def prepare(self, act: str, said: str | None = None, at: str = "", **filled: Any) -> None:
        """Do an act, and do not look at what follows."""
        self.visitor.send_unseen(*form_of(self.look(at), act, said, **filled), filled)

    # Players

    def add(self, *names: str) -> None:
        """Add players who are here; the page of before is open."""
        self.open()
        self._add(names)

    def _add(self, names: Sequence[str]) -> None:
        """Add players by the form of the open page."""
        form, button = form_of(self.visitor.page, "add", name="", here="yes")
        for name in names:
            self.visitor.send_unseen(form, button, {"key": token_hex(16), "name": name, "here": "yes"})

    def read(self, rows: str) -> None:
        """Sign up the players of a file, as it was read."""
        self.do("read", at="", players=(io.BytesIO(rows.encode()), "players.csv"))
        form, button = form_of(self.visitor.page, "take")
        self.visitor.send(form, button, {})

    def player(self, name: str) -> str:
        """The place of a player on the console."""
        page = self.open("/part/players")
        found = re.search(rf'href="[^"]*(\?player=\d+)#focus"[^>]*><b>{re.escape(html.escape(name))}</b>', page.source)
        assert found, name
        return found[1]

    # Codes

    def code(self, role: str) -> str:
        """The address behind a code of the console: to sign up, or for another director."""
        self.do("invite", role, at="")
        return addresses(self.open().source)[-1]

    def code_of(self, name: str) -> str:
        """The address behind the code for one player's phone."""
        at = self.player(name)
        self.prepare("invite", "player", at=at, player=at.rpartition("=")[2])
        return addresses(self.look(at).source)[0]

    def code_of_table(self, table: int) -> str:
        """The letters of a table's code."""
        page = self.look(f"?round=1&table={table}")
        found = re.search(r'id="table-codes".*?<p class="code">(\w+)</p>', page.source, re.S)
        assert found
        return found[1]

    def tables(self) -> dict[int, str]:
        """The address behind the code of each table."""
        page = self.open("/codes")
        numbers = [int(found) for found in re.findall(r"<h2>Table (\d+)</h2>", page.source)]
        return dict(zip(numbers, addresses(page.source), strict=True))

    # Rounds

    def draw(self) -> None:
        """Draw the next round, and wait until it is there."""
        self.prepare("draw")
        while "Drawing …" in self.open("/part/now").text:
            time.sleep(0.05)
        assert not self.visitor.page.alerts
        self.open()

    def seat(self, number: int = 1, *names: str) -> None:
        """Seat a round by hand, four at a table."""
        self.open()
        self._seat(number, names or NAMES)
        self.open()

    def _seat(self, number: int, names: Sequence[str]) -> None:
        """Seat a round by the form of the open page."""
        lines = ["; ".join(names[at : at + 4]) for at in range(0, len(names), 4)]
        form, button = form_of(self.visitor.page, "hand", tables="")
        self.visitor.send_unseen(form, button, {"round": str(number), "tables": "\n".join(lines)})

    def begin(self, *names: str) -> None:
        """Add players, seat them by hand, start the first round; the page of before is open."""
        names = names or NAMES
        self.open()
        self._add(names)
        self._seat(1, names)
        self.prepare("start", at="/part/now")

    def start(self) -> None:
        """Start the next round; draw it first if it is not drawn, or if the page advises to draw again."""
        page = self.open()
        drawn = any(form.action.endswith("/start") for form in page.forms)
        if not drawn or re.search("Draw again, or|or draw again", page.text):
            self.draw()
        self.do("start")

    def seats(self, table: int, number: int = 1) -> list[str]:
        """The players of a table, in the order of the seats."""
        page = self.look(f"?round={number}&table={table}")
        found = re.search(r"<caption>Result</caption><thead><tr>(.*?)</tr>", page.source)
        assert found
        return [html.unescape(name) for name in re.findall(r'<th[^>]* title="([^"]*)"', found[1])]

    def result(self, table: int, *scores: int, reason: str | None = None, number: int = 1) -> Page:
        """Enter a table's result as the director, in the order of the seats."""
        return self.do("result", at=f"?round={number}&table={table}", **_filled(scores, reason))

    def enter(self, table: int, *scores: int, reason: str | None = None, number: int = 1) -> None:
        """Enter a table's result, and do not look at what follows."""
        self.prepare("result", at=f"?round={number}&table={table}", **_filled(scores, reason))

    def stream(self, table: int, number: int = 1) -> str:
        """The address of a table's page."""
        page = self.look(f"?round={number}&table={table}")
        return next(href for href, said in page.links if said == "To the table")

    # Results

    def totals(self) -> dict[str, str]:
        page = self.open("/standings")
        rows = re.findall(r'<th scope="row"><a[^>]*>([^<]*)</a>.*?<td class="total">([^<]*)</td>', page.source, re.S)
        return {name: total.replace("−", "-") for name, total in rows}

    def log(self) -> str:
        """The whole log in words, last first."""
        return self.open("/part/log?log=all").text

    def entries(self) -> list[tuple[str, str]]:
        """Every entry of the log with its author and time, last first."""
        section = self.open("?log=all").source.split('id="s-log"')[1]
        found = re.findall(r'<span class="log-text">(.*?) <small>(.*?)</small>', section, re.S)
        return [(html.unescape(text), html.unescape(who)) for text, who in found]
