"""The dearest requests of every address, which the map of the program gives: each page, and with each form the dearest that
may be sent and the dearest that is refused.
"""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Flask, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.routing import BuildError
from werkzeug.test import encode_multipart

from referee.record.text import Entry, read
from referee.table.table import fold_record
from referee.words.text import Slip
from tests.help.device import Device

NAMES = ["now", "tables", "players", "log", "standings.csv", "seats.csv", "document.json", "whole", "tarot", "Ana"]
QUERIES = {
    "home.page": ("q=a", "all=1", "shelf=bin"),
    "people.person": ("all=1",),
    "past.history": ("at=1", "fix=2&how=replace", "fix=2&how=forgotten"),
    "past.deal": ("foul=1&shows=1", "at=9"),
    "past.damage": ("ask=1",),
    "past.claim": ("seat=0",),
    "laws.of_game": ("q=e",),
    "referee.page": ("q=e", "kind=revoke&seat=0"),
    "season.page": ("t={event}&best=9&count=places",),
    "season.by_rule": ("t={event}&best=9&least=1",),
    "director.part": ("log=all",),
    "director.console": ("round=1",),
    "director.papers": ("piece=results",),
    "desk.papers": ("piece=receipts",),
    "club.room": ("turn=1", "hold=1"),
}
"""What else an address may be asked, where that costs more."""
FIELDS = (
    "name",
    "title",
    "text",
    "fact",
    "rows",
    "tables",
    "reason",
    "seat",
    "deck",
    "players",
    "pasted",
    "scores",
    "note",
)
LONG = 60_000
"""Bytes of a form that is refused; a form without a file may have 64 kB."""


class Sent(NamedTuple):
    """A request: its address, and for a form its body and the type of that; `what` tells it from others to the same."""

    path: str
    body: bytes | None = None
    kind: str = "application/x-www-form-urlencoded"
    what: str = ""

    def with_token(self, token: str) -> Sent:
        """The same with the token of a page."""
        return self._replace(body=self.body and self.body.replace(TOKEN.encode(), token.encode()))


TOKEN = "T0KEN"


class Asker(Device):
    """A device in a role, which opens pages and sends forms."""

    headers: Mapping[str, str] = {}

    def come_in(self, code: str, path: str) -> None:
        """Come in by a code."""
        self.post(Sent(f"{path}{code}", f"csrf_token={TOKEN}&key=in&name=x".encode()))

    def post(self, sent: Sent) -> int:
        """Send a form with the token of a page; or open an address."""
        if sent.body is None:
            return self.ask("GET", sent.path, headers=self.headers)[0]
        if not self.token:
            self.enter()
        headers = {**self.headers, "Content-Type": sent.kind}
        return self.ask("POST", sent.path, sent.with_token(self.token).body, headers)[0]


def form(path: str, what: str, **fields: object) -> Sent:
    """A form without a file."""
    return Sent(path, urlencode({"csrf_token": TOKEN, "key": f"{path}{what}"[-60:], **fields}).encode(), what=what)


def file(path: str, what: str, name: str, data: bytes, **fields: str) -> Sent:
    """A form with a file."""
    upload = FileStorage(io.BytesIO(data), "dear.file")
    fields = {"csrf_token": TOKEN, "key": f"{path}{what}"[-60:], **fields}
    boundary, body = encode_multipart({**fields, name: upload})
    return Sent(path, body, f"multipart/form-data; boundary={boundary}", what)


def values(event: str, table: str, rule_arguments: set[str]) -> dict[str, str | int]:
    """What stands in an address: this tournament, this table, else the first of all."""
    own: dict[str, str | int] = {"event": event, "table": 1 if "event" in rule_arguments else table, "subject": event}
    own |= dict.fromkeys(("player", "number", "round", "played", "deal", "place"), 1)
    return own | {"seat": 0, "seats": 4, "what": "level", "code": "AAAAAA", "act": "settings"}


def pages(app: Flask, event: str, tables: Sequence[str]) -> Iterator[Sent]:
    """Every address that can be opened, of the tournament and of each of these tables."""
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint == "static" or "news" in rule.rule:
                continue
            own = "table" in rule.arguments and "event" not in rule.arguments
            for table in tables if own else tables[:1]:
                known = values(event, table, rule.arguments)
                for name in NAMES if "name" in rule.arguments else [""]:
                    with suppress(BuildError, KeyError):  # a name that this file does not have
                        path = url_for(rule.endpoint, **{k: (known | {"name": name})[k] for k in rule.arguments})
                        yield Sent(path)
                        yield from (Sent(f"{path}?{q.format(event=event)}") for q in QUERIES.get(rule.endpoint, ()))


def refused(app: Flask, event: str, tables: Sequence[str]) -> Iterator[Sent]:
    """To every address that takes a form, one without a field, and one whose fields are long nonsense."""
    junk = "x;1\n" * (LONG // 4 // len(FIELDS))
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "POST" not in (rule.methods or ()) or rule.endpoint == "check.end":
                continue
            known = values(event, tables[-1], rule.arguments) | {"name": "double", "deck": "x" * 8}
            with suppress(BuildError, KeyError):
                path = url_for(rule.endpoint, **{k: known[k] for k in rule.arguments})
                yield form(path, "empty")
                yield form(path, "nonsense", seq=1, round=1, line=2, how="replace", **dict.fromkeys(FIELDS, junk))


def taken(event: str, tables: Sequence[str], whole: bytes) -> Iterator[Sent]:
    """The dearest forms that are taken, or refused only once they are read. `whole`: the file of a tournament."""
    long = tables[-1]
    evening = doppelkopf(4000)
    yield file("/import", "long record", "record", evening)
    yield file("/import", "rulings", "record", ruled(evening[: evening.index(b"\ndeal ", len(evening) // 3) + 1]))
    yield file("/import", "nonsense", "record", b"x" * 990_000)
    yield file("/import", "bad at its end", "record", evening + b"play Nobody C9\n")
    names = "\n".join(f"Last{n};First{n};Club{n % 9};{n}" for n in range(400))
    at = f"/tournament/{event}"
    yield file(f"{at}/read", "list", "players", names.encode())
    yield file(f"{at}/read", "workbook", "players", workbook())
    yield file(f"{at}/read", "nonsense", "players", b"a;b\n" * 250_000)
    yield form(f"{at}/take", "list", rows=names[:LONG])
    for act, fields in {
        "hand": {"round": 5, "tables": "\n".join(";".join(map(str, range(n, n + 4))) for n in range(1, 400, 4))},
        "draw": {"round": 5, "seq": 1},
        "result": {"round": 5, "table": 7, **{f"score-{n}": n for n in range(4)}},
        "penalty": {"player": 1, "points": 3, "reason": "late"},
        "undo": {"entry": 3},
        "finish": {},
    }.items():
        yield form(f"{at}/{act}", "", **fields)
    yield file("/tournament/take-in", "whole", "tournament", whole)
    yield file("/tournament/take-in", "nonsense", "tournament", b"[" * 20_000_000)
    yield file("/decks/double/file", "nonsense", "deck", b"[a]\n" * 15_000)
    yield form(f"/t/{long}/fact", "many", seq=3000, fact="note x\n" * 2000)
    yield form(f"/t/{long}/correct", "first", seq=3000, line=1, how="replace", fact="note y")
    yield form(f"/t/{long}/correct", "written", seq=3000, change="correct 1 note y")
    yield form("/people/Ana", "forget", sure="yes")


def doppelkopf(most: int) -> bytes:
    """The record of so many facts at least, deal after deal by the soak's dealer, with fouls in it."""
    rng, deal, head, body = random.Random(5), import_module("tests.soak.doppelkopf").deal, list[str](), list[str]()
    number, table = 0, None
    while len(body) < most:
        lines = deal(rng)[0].splitlines()
        begin = next(at for at, line in enumerate(lines) if line.startswith("deal "))
        head = head or lines[:begin]
        table = table or fold_record(read("\n".join([*head, ""]).encode()))
        names = head[-1].split()[1:]
        if lines[:begin] != head:
            continue
        turn = number - names.index(lines[begin].split()[1])
        seats = {name: names[(at + turn) % len(names)] for at, name in enumerate(names)}
        new = [" ".join(seats.get(word, word) for word in line.split(" ")) for line in lines[begin:]]
        entries = read("\n".join([*head, *new, ""]).encode()).entries
        with suppress(Slip):  # one in which another deals first, say
            after = table.extend(Entry(len(body) + entry.line, entry.fact) for entry in entries)
            if after.current is None:
                table, body, number = after, body + new, number + 1
    return "\n".join([*head, *body, ""]).encode()


def ruled(record: bytes) -> bytes:
    """The record with a ruling on each of its fouls, whose weight must be searched."""
    deals = fold_record(read(record)).deals
    rulings = [f"ruling {foul.proved} uphold\n" for deal in deals if deal.state != "open" for foul in deal.fouls]
    return record + "".join(rulings).encode()


def workbook() -> bytes:
    """A small workbook that unpacks to forty megabytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("_rels/.rels", '<R><Relationship Id="a" Type="/officeDocument" Target="xl/book.xml"/></R>')
        packed.writestr("xl/book.xml", '<w xmlns:r="n"><sheets><sheet r:id="r1"/></sheets></w>')
        packed.writestr("xl/_rels/book.xml.rels", '<R><Relationship Id="r1" Type="/worksheet" Target="s.xml"/></R>')
        packed.writestr("xl/s.xml", "<worksheet><sheetData>" + "<row/>" * 6_000_000 + "</sheetData></worksheet>")
    return out.getvalue()
