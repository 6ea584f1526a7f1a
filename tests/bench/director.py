"""Whole evenings of 43, 100 and 400 players through HTTP, added up by hand after every act.

`python -m tests.bench.director [players …]`: a server of its own, a director who does
what went wrong on evenings that were watched: sums that do not fit, tables that never hand in, people who leave in the
middle of a round, come late, are replaced while they play, results of old rounds put right, acts taken back. The books
hold what was said, never what was answered.
"""

from __future__ import annotations

import csv
import io
import json
import re
import secrets
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from fractions import Fraction
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random
from typing import Any

from tests.help.running import Program
from tests.tournament import second_reader

SIZES = (43, 100, 400)
ROUNDS = 5
AVERAGE = "average"


class Stays(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer."""

    def redirect_request(self, *args: Any) -> None:
        return None


class Director:
    """A browser without JavaScript."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()), Stays)
        self.token = re.findall(r'name="csrf_token" value="([^"]+)"', self.get("/tournament/new"))[0]

    def _asked(self, request: urllib.request.Request) -> tuple[int, str, str]:
        request.add_header("Accept-Language", "en")
        request.add_header("Origin", self.url)
        try:
            answer = self.opener.open(request, timeout=120)
        except urllib.error.HTTPError as error:
            answer = error  # type: ignore[assignment]
        with answer:
            return answer.status, answer.read().decode(), answer.headers.get("Location", "")

    def get(self, path: str) -> str:
        status, text, _ = self._asked(urllib.request.Request(self.url + path))
        assert status == 200, (path, status)
        return text

    def post(self, path: str, **fields: Any) -> tuple[int, str, str]:
        body = urllib.parse.urlencode(
            {"csrf_token": self.token, "key": secrets.token_hex(16)} | fields, doseq=True
        ).encode()
        return self._asked(urllib.request.Request(self.url + path, body))


class Evening:
    """A tournament, and the books beside it: what everybody got in each round, or their average."""

    def __init__(self, url: str, players: int, seed: int) -> None:
        self.chance, self.desk = Random(seed), Director(url)
        self.books: dict[str, dict[int, Fraction | str]] = {}
        self.taken: dict[str, Fraction] = {}
        self.one: dict[str, str] = {}
        self.acts = self.refused = 0
        sizes = ["4", "3", "5"]
        status, _, where = self.desk.post(
            "/tournament/new", game="tarot", title=f"Grand Prix {players}", rounds=ROUNDS, sizes=sizes, wished="4",
            balanced="yes", **{"balanced.asked": "1"},
        )  # fmt: skip
        assert status == 303
        self.at = where.split("#")[0]
        self._sign_up(players)

    def _sign_up(self, players: int) -> None:
        names = [
            f"{'Nom'}{n:03} Prénom {'Marie-Christine de la' if n % 7 == 0 else 'Jo'}" for n in range(1, players + 1)
        ]
        rows = "sep=;\nListe des inscrits\n\nLicence;Nom;Prénom;Club\n" + "\n".join(
            f"L{n};{name.split(' ', 1)[0]};{name.split(' ', 1)[1]};Club {n % 9}" for n, name in enumerate(names, 1)
        )
        for _ in range(2):  # the second time everybody is on the list already
            status, page, _ = self.desk.post(f"{self.at}/read", rows=rows)
            assert status == 200
            columns = re.findall(r'<option value="(\w*)" selected', page)
            status, *_ = self.desk.post(f"{self.at}/take", rows=rows, column=columns)
            assert status == 303, re.findall(r'role="alert">(.*?)</', page, re.S)
        self.act("came", player="all")
        found = self.players()
        assert len(found) == players, f"{len(found)} players of {players}: the list read twice counts once"
        for name in found:
            self.books[name], self.taken[name] = {}, Fraction(0)

    # What the program says

    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.desk.get(f"{self.at}/file/document.json"))
        return found

    def players(self) -> dict[str, int]:
        return {one["shown"]: one["number"] for one in self.document()["players"]}

    def round(self, number: int) -> dict[int, list[str]]:
        """Who sits where."""
        found = self.document()
        names = {one["number"]: one["shown"] for one in found["players"]}
        tables = next(at["tables"] for at in found["rounds"] if at["number"] == number)
        return {table["number"]: [names[player] for player in table["seats"]] for table in tables}

    # Acts, and the sum after each

    def act(self, what: str, refused: bool = False, **fields: Any) -> str:
        status, text, _ = self.desk.post(f"{self.at}/{what}", **fields)
        assert status == (422 if refused else 303), (
            what,
            fields,
            status,
            re.findall(r'role="alert">(.*?)</', text, re.S),
        )
        self.acts += 1
        self.refused += refused
        if self.books:
            self.check()
        return text

    def totals(self) -> dict[str, Fraction]:
        found: dict[str, Fraction] = {}
        for name, got in self.books.items():
            played = [points for points in got.values() if isinstance(points, Fraction)]
            mean = sum(played, Fraction(0)) / len(played) if played else Fraction(0)
            total = sum((mean if points == AVERAGE else Fraction(points) for points in got.values()), Fraction(0))
            line = self.one.get(name, name)
            found[line] = found.get(line, Fraction(0)) + total - self.taken[name]
        return found

    def check(self) -> None:
        rows = list(csv.DictReader(io.StringIO(self.desk.get(f"{self.at}/file/standings.csv").lstrip("\ufeff"))))
        told = {row["Name"].split(" / ")[0].lstrip("'"): row["Total"] for row in rows}
        mine = {name: total for name, total in self.totals().items() if name in told}
        wrong = {
            name: (told[name], str(total))
            for name, total in mine.items()
            if abs(Fraction(told[name]) - total) > Fraction(1, 100)
        }
        assert not wrong, wrong
        assert len(told) == len(rows) == len({self.one.get(name, name) for name in self.books}), len(rows)

    def draw(self, number: int, **more: Any) -> None:
        self.act("draw", round=number, **more)
        while 'id="drawing"' in self.desk.get(f"{self.at}/part/now"):
            time.sleep(0.1)
        assert number in {at["number"] for at in self.document()["rounds"]}

    def scores(self, count: int) -> list[int]:
        found = [self.chance.randrange(-400, 400, 2) for _ in range(count - 1)]
        return [*found, -sum(found)]

    def hand_in(self, number: int, table: int, names: list[str], quick: bool) -> None:
        got = self.scores(len(names))
        fields: dict[str, Any] = {f"score.{seat}": score for seat, score in enumerate(got)}
        if quick:
            empty = self.chance.randrange(len(got))
            fields[f"score.{empty}"] = ""
        for name, score in zip(names, got, strict=True):
            self.books[name][number] = Fraction(score)
        self.act("quick" if quick else "result", round=number, table=table, **fields)

    def play(self) -> None:
        self.draw(1)
        for number in range(1, ROUNDS + 1):
            self.begin(number)
            tables = self.round(number)
            late = self.trouble(number, tables)
            for table, names in self.round(number).items():
                if table not in late:
                    self.hand_in(number, table, names, quick=bool(table % 2))
            self.after(number)
        self.act("finish")
        found = self.document()
        mine = second_reader.standings(json.loads(json.dumps(found)))
        assert [row["players"] for row in found["standings"]] == [line["players"] for line in mine]

    def begin(self, number: int) -> None:
        """Start a round; where results are missing only when that is said, and then at every round."""
        missing = [at["number"] for at in self.document()["rounds"] if at["number"] < number
                   and any(not table["confirmed"] for table in at["tables"])]  # fmt: skip
        if missing:
            self.act("start", refused=True, round=number)
            self.act("force", round=number)
        else:
            self.act("start", round=number)

    def trouble(self, number: int, tables: Mapping[int, list[str]]) -> set[int]:
        """What goes wrong in a round while it is played; the tables that hand in no result."""
        known = self.players()
        if number == 1:
            seats = len(tables[1])
            page = self.act("result", refused=True, round=1, table=1, **{f"score.{s}": 11 + s for s in range(seats)})
            assert all(f'value="{11 + seat}"' in page for seat in range(seats)), "what was typed is lost"
            self.act("quick", refused=True, round=1, table=2, **{f"score.{s}": "7" for s in range(len(tables[2]))})
        if number == 2:  # somebody leaves while the round is played, and another table never hands in
            self.act("left", player=known[tables[1][0]])
            self.act("start", refused=True, round=3)
            return {3}
        if number == 3:  # somebody is replaced in the middle, both count as one; nobody knew the new one before
            gone = tables[2][1]
            self.books["Remplaçant Tardif"], self.taken["Remplaçant Tardif"] = {}, Fraction(0)
            self.one["Remplaçant Tardif"] = gone
            self.act("replace", player=known[gone], by=0, name="Remplaçant Tardif", since=3, joined="yes")
            return {4}
        if number == 4:
            self.books["Dernier Venu"], self.taken["Dernier Venu"] = {}, Fraction(0)
            self.act("add", name="Dernier Venu", here="yes")
        return set()

    def after(self, number: int) -> None:
        known = self.players()
        if number == 1:  # an act taken back, and that too
            name = next(iter(self.books))
            self.taken[name] += 10
            self.act("penalty", player=known[name], points=10, reason="late")
            at = int(re.findall(r'name="at" value="(\d+)"', self.desk.get(f"{self.at}?log=all"))[0])
            self.taken[name] -= 10
            self.act("undo", at=at)
        if number == 2:  # the third round was drawn with whoever left
            for name in self.round(2)[3]:
                self.books[name][2] = AVERAGE
            self.act("not-played", round=2, table=3, award="average", reason="left early")
            self.draw(3)
            assert not any("Seated, but gone" in self.desk.get(f"{self.at}/part/now") for _ in range(1))
        if number == 4:  # a result of the second round put right, the table of the third at last, half a point
            names = self.round(2)[1]
            got = self.scores(len(names))
            self.act("result", refused=True, round=2, table=1, **{f"score.{s}": v for s, v in enumerate(got)})
            for name, score in zip(names, got, strict=True):
                self.books[name][2] = Fraction(score)
            fields = {f"score.{seat}": score for seat, score in enumerate(got)}
            self.act("result", round=2, table=1, reason="written in the wrong row", **fields)
            self.hand_in(3, 4, self.round(3)[4], quick=False)
            lucky = self.round(3)[1][0]
            self.books[lucky][3] = Fraction(5, 2)
            self.act("adjust", player=known[lucky], round=3, points="2,5", reason="the table was called away")
            self.draw(5)


def evening(players: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder) / "club.db")
        program.start()
        try:
            began = time.monotonic()
            one = Evening(program.url, players, players)
            one.play()
            spent = time.monotonic() - began
            each = 1000 * spent / one.acts
            return [
                f"{players} players: {one.acts} acts, {one.refused} refused as they should, every sum right",
                f"{players} players: an act of the director and all that is looked up after it: {each:.0f} ms",
            ]
        finally:
            program.kill()


if __name__ == "__main__":
    for size in map(int, sys.argv[1:] or SIZES):
        print("\n".join(evening(size)), flush=True)
