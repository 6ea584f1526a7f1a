"""Records and forms with mistakes planted in valid ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask

from referee import create_app
from referee.record.text import read
from referee.rules.allowance import allowance
from referee.table.report import answer, sentences
from referee.table.table import fold_record
from referee.words.languages import language
from referee.words.text import RefereeError
from tests.help.running import ROOT
from tests.help.web import ORIGIN, Form, Page, Visitor

RECORDS = sorted([*(ROOT / "tests" / "golden").glob("*/*.deal"), *(ROOT / "referee" / "demos").glob("*.deal")])
VALUES = [
    "", " ", "0", "-1", "1", "2", "99", "999999999", "1e9", "1/2", "½", "٣", "None", "true", "no", "yes", "on", "[]", "{}",
    "A", "Ana", "Zoë", "N.N. 1", "x" * 300, "é" * 40, "\x00", "\n", "\r\nSet-Cookie: a=b", "\u202e", "🂡", "<b>", "{{7*7}}",
    "'", '"', "../..", "=1+1", "H5", "T21", "EX", "SA", "?", "/", "//", ",", ";", "undo", "play Ana", 'note "x"', "deal",
    "2026-02-30", "25:61", "1;2;3", "1,2,3", "Ana;Ben", "1 2 3",
]  # fmt: skip
PAGES = ("/", "/new", "/people", "/tournament/new", "/decks/double", "/first-evening", "/j", "/season")
PAGES_OF_TABLE = ("", "/history", "/history?fix=2", "/devices", "/seats", "/claim?seat=0", "/deals", "/fouls", "/door")
PAGES_OF_EVENT = ("", "/players", "/sign-up", "/settings", "/draw", "/quick", "/rounds", "/board", "/lists", "/reading")
POSTS_KEPT = 400
"""After so many forms the program is made again, as some of them delete what others need."""


def records() -> list[list[str]]:
    """All known records, as lines."""
    return [path.read_text("utf-8").splitlines() for path in RECORDS]


def record(rng: Random, all_: list[list[str]]) -> bytes:
    """A random record with a few mistakes."""
    lines = list(rng.choice(all_))
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines))
        words = lines[at].split(" ")
        place = rng.randrange(len(words))
        match rng.randrange(9):
            case 0:
                del lines[at]
            case 1:
                lines.insert(rng.randrange(len(lines) + 1), lines[at])
            case 2:
                other = rng.choice(all_)
                lines[at] = rng.choice(other)
            case 3:
                words[place] = rng.choice(VALUES)
                lines[at] = " ".join(words)
            case 4:
                words[place] = rng.choice(rng.choice(lines).split(" ") or [""])
                lines[at] = " ".join(words)
            case 5:
                lines[at] = " ".join([*words[:place], *words[place + 1 :]])
            case 6:
                rng.shuffle(words)
                lines[at] = " ".join(words)
            case 7:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
            case _:
                lines = lines[: at + 1]
        lines = lines or [""]
    data = "\n".join(lines).encode("utf-8", "replace") + b"\n"
    if rng.random() < 0.1:
        spot = rng.randrange(len(data))
        data = data[:spot] + bytes([rng.randrange(256)]) + data[spot + rng.randrange(2) :]
    return data


def judged(data: bytes, whole: bool = True) -> str:
    """The outcome of a record: read or refused. Any other error is a fault.

    Unless `whole`, the effects of fouls are not computed, which takes seconds.
    """
    try:
        table = fold_record(read(data))
        if whole:
            with allowance():  # for each command of its own
                answer("x.deal", table, language("en"))
            with allowance():
                sentences("x.deal", table, language("de"))
    except RefereeError as error:
        error.text.say(language("fr"))
        return "refused"
    return "read"


class Played:
    """A program with a table of every game and a tournament."""

    def __init__(self, app: Flask, rng: Random) -> None:
        self.app, self.rng = app, rng
        self.visitor = Visitor(app)
        tables = app.extensions["tables"]
        self.tables = [
            tables.take_in(path.read_bytes(), "T", key=path.stem) for path in RECORDS if "demos" in str(path)
        ]
        self.event = self._tournament().rpartition("/")[2]

    def _tournament(self) -> str:
        answer = self.post(
            "/tournament/new", {"game": "tarot", "title": "Cup", "rounds": "3", "sizes": "4", "key": "cup"}
        )
        event = str(answer.location)
        for name in ("Ana", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal"):
            self.post(f"{event}/add", {"name": name, "here": "yes", "key": name})
        self.post(f"{event}/hand", {"round": "1", "tables": "Ana;Ben;Cid;Dan\nEva;Fay;Gus;Hal", "key": "hand"})
        self.post(f"{event}/start", {"round": "1", "key": "start"})
        return event

    def post(self, path: str, data: dict[str, Any]) -> Any:
        return self.visitor.client.post(path, data=data, headers={"Origin": ORIGIN, "Accept-Language": "en"})


def status_of(answer: Any) -> int:
    """The status of an answer; 0 for a 503 that says when to ask again, as what takes long on a busy machine."""
    return 0 if answer.status_code == 503 and "Retry-After" in answer.headers else int(answer.status_code)


class Forms(Played):
    """Such a program, and every form of its pages."""

    def __init__(self, app: Flask, rng: Random) -> None:
        super().__init__(app, rng)
        self.forms: list[Form] = []
        paths = [*PAGES, *(f"/new?game={game}&count=4" for game in ("tarot", "doppelkopf"))]
        paths += [f"/t/{name}{rest}" for name in self.tables for rest in PAGES_OF_TABLE]
        paths += [f"/tournament/{self.event}{rest}" for rest in PAGES_OF_EVENT]
        for path in paths:
            self.forms += [form for form in self._page(path).forms if form.method.lower() == "post"]

    def _page(self, path: str) -> Page:
        answer = self.visitor.client.get(path, headers={"Accept-Language": "en"})
        page = Page(answer.text if answer.mimetype == "text/html" else "")
        answer.close()
        return page

    def send(self) -> tuple[str, dict[str, Any], int, float]:
        """Send a form with a few mistakes. Return its address, its fields, the status of the answer (see `status_of`) and the
        seconds of the processor that this took.
        """
        form = self.rng.choice(self.forms)
        data, began = self._mutated(form), time.thread_time()
        answer = self.post(form.action, data)
        answer.close()
        return form.action, data, status_of(answer), time.thread_time() - began

    def _mutated(self, form: Form) -> dict[str, Any]:
        rng = self.rng
        data: dict[str, Any] = {}
        for control in form.controls:
            if control.name and (control.type not in ("radio", "checkbox") or rng.random() < 0.5):
                data.setdefault(control.name, []).append(control.value)
        data["key"] = [f"{rng.random()}"]
        for name in rng.sample(sorted(data), min(len(data), rng.choice((1, 1, 2, 3)))):
            match rng.randrange(5):
                case 0:
                    del data[name]
                case 1:
                    data[name] = [*data[name], rng.choice(VALUES)]
                case 2:
                    data[name] = data[rng.choice(sorted(data))]
                case _:
                    data[name] = [rng.choice(VALUES)]
        return data


def sent(folder: Path, rng: Random, posts: int) -> Iterator[tuple[str, dict[str, Any], int, float]]:
    """Send this many mutated forms, each few hundred to a new program. A fault of the program is raised."""
    for first in range(0, posts, POSTS_KEPT):
        app = create_app({"DATABASE": str(folder / f"{rng.random()}.db"), "WTF_CSRF_ENABLED": False})
        try:
            forms = Forms(app, rng)
            for _ in range(min(POSTS_KEPT, posts - first)):
                yield forms.send()
        finally:
            app.extensions["tables"].store.close()
