"""What a tap is answered with: the pieces that differ. Put in, they make the very part that is asked for anew."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from flask import Flask

from referee import create_app
from referee.cache import forget_answers
from referee.record.facts import Bid, Dealt, Played, TrickPlayed
from referee.record.text import Record, read
from referee.table.table import open_table
from referee.web.kit.cookies import sign
from referee.web.table.pieces import NAMED, Shown
from tests.help.web import ASKS_PART, ORIGIN
from tests.oracle import da_ban_deals, doppelkopf_deals, double_deals, tarot_deals
from tests.oracle.deals import Writing, round_record

VOID = ("input", "use", "line", "circle", "rect", "polyline", "br", "meta", "link")
OWN = ("key", "seq", "csrf_token")
"""What every form sends: fresh in each, and not what a state of the table is."""


class Element:
    """An element of a page, with what is in it."""

    def __init__(self, name: str, attributes: dict[str, str | None]) -> None:
        self.name = name
        self.attributes = attributes
        self.children: list[Element | str] = []

    def all(self) -> Iterator[Element]:
        waiting = [self]
        while waiting:
            yield (element := waiting.pop())
            waiting += [child for child in reversed(element.children) if isinstance(child, Element)]

    def find(self, name: str) -> Element:
        return next(each for each in self.all() if each.attributes.get("id") == name)

    def lines(self) -> Iterator[Any]:
        """All of it, one plain value for each beginning, text and end."""
        yield self.name, {**self.attributes, "value": ""} if self.attributes.get("name") in OWN else self.attributes
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child.lines()
        yield "/" + self.name


class Reading(HTMLParser):
    """The elements of a text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = Element("", {})
        self._open = [self.root]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self._open[-1].children.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].name == tag, (self._open[-1].name, tag)
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self._open[-1].children.append(data.strip())


def part(text: str) -> Element:
    return Reading(text).root.find("table")


class Device:
    """A device at a table that shows what it is answered, as static/js/patch.js does."""

    def __init__(self, app: Flask, table: str, name: str = "") -> None:
        """Of this machine itself, or of the `name` by which it was let in."""
        self.client = app.test_client()
        if name:
            self.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
            self.client.set_cookie("device", sign("s", name))
        self.path = f"/t/{table}"
        page = self.client.get(self.path, headers={"Accept-Language": "en"}).text
        self.token = (re.search('csrf-token" content="([^"]+)"', page) or ["", ""])[1]
        self.shown = part(page)
        self.weights: list[tuple[int, int]] = []  # of pieces: bytes packed, elements

    @property
    def state(self) -> str:
        return self.shown.attributes["data-shows"] or ""

    def tap(self, fact: str) -> bool:
        """Whether it was recorded."""
        seq = self.shown.attributes["data-seq"]
        form = {"csrf_token": self.token, "key": f"k{seq}", "seq": seq, "fact": fact}
        headers = {**ASKS_PART, "Origin": ORIGIN, "X-Shows": self.state}
        answer = self.client.post(self.path + "/fact", data=form, headers=headers)
        if answer.status_code == 422:  # the whole part comes, with why
            return False
        self.show(answer)
        return True

    def look(self) -> None:
        seq = self.shown.attributes["data-seq"]
        headers = {**ASKS_PART, "X-Shows": self.state}
        self.show(self.client.get(f"{self.path}/live?seq={seq}", headers=headers))

    def show(self, answer: Any) -> None:
        assert answer.status_code in (200, 304)
        if answer.status_code == 304:  # it shows the last entry
            return
        if "X-Pieces" not in answer.headers:
            self.shown = part(answer.text)
            return
        pieces = [piece for piece in Reading(answer.text).root.children if isinstance(piece, Element)]
        self.weights.append((len(gzip.compress(answer.data)), sum(1 for piece in pieces for _ in piece.all())))
        for piece in pieces:
            how, place = piece.attributes.pop("data-put"), self.shown.find(piece.attributes["id"] or "")
            place.name, place.attributes = piece.name, piece.attributes
            if how == "true":
                place.children = piece.children
            if how == "list":
                stays = {child.attributes["id"]: child for child in place.children if isinstance(child, Element)}
                new = [child for child in piece.children if isinstance(child, Element)]
                place.children = [stays[each.attributes["id"]] if each.name == "i" else each for each in new]

    def anew(self) -> Element:
        """The part as who never drew anything before draws it."""
        forget_answers()
        return part(self.client.get(self.path, headers=ASKS_PART).text)


def records(seed: int = 7) -> Iterator[tuple[str, Record]]:
    rng = Random(seed)
    yield "double-detente", read(round_record(rng, writing=Writing(styles=("play",))).text)
    made = None
    while made is None or made.void:
        made = tarot_deals.deal(rng, 5, tarot_deals.Style())
    yield "tarot", read(made.text)
    yield "doppelkopf", read(doppelkopf_deals.honest(rng, "gesund").text)
    yield "double", read(double_deals.honest_record(rng, 4).text)
    written = da_ban_deals.Table(rng, 6, {}, da_ban_deals.Writing(0.0, 0.0, 0.0, 0.0), 5, None).match(1)
    yield "da-ban", read(written.text)


RECORDS = dict(records())


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    database = tmp_path_factory.mktemp("pieces") / "referee.db"
    return create_app({"DATABASE": str(database), "SECRET_KEY": "s", "TESTING": True})


@pytest.mark.parametrize("game", RECORDS)
def test_pieces_put_in_make_the_part_that_is_asked_for_anew(app: Flask, game: str) -> None:
    record = RECORDS[game]
    table = app.extensions["tables"].open(record.header, "", f"pieces {game}")
    scribe, other = Device(app, table), Device(app, table)
    inside: list[tuple[int, int]] = []
    for number, entry in enumerate(record.entries):
        lies = [
            each.attributes.get("class", "") or "" for each in scribe.shown.find("trick").all() if each.name == "li"
        ]
        still = [place for place in lies if "empty" in place]
        answered = len(scribe.weights)
        scribe.tap(entry.fact.line())
        assert len(scribe.weights) > answered or not isinstance(entry.fact, Bid)  # other choices, the same table around
        if isinstance(entry.fact, Played) and 1 < len(still) < len(lies):
            inside.append(scribe.weights[-1])
        if number % 3 != 1:  # now and then it hears of two at once
            other.look()
        if number % 9 == 8:
            scribe.tap("undo")
            scribe.tap(entry.fact.line())
        if number % 8 == 7:
            assert list(scribe.shown.lines()) == list(scribe.anew().lines())
    if other.shown.attributes["data-seq"] != scribe.shown.attributes["data-seq"]:
        other.look()
    assert list(scribe.shown.lines()) == list(other.shown.lines()) == list(scribe.anew().lines())
    assert len(scribe.weights) > 5
    packed, elements = (max(each) for each in zip(*inside, strict=True))
    assert packed <= 1024
    assert elements <= 60


def at_depth(record: Record, depth: str) -> list[str]:
    """The first deal of a record as it is written down at a depth: no cards laid, at most who took them."""
    lines, table = list[str](), open_table(record.header)
    for entry in record.entries:
        taken = len(table.current.deal.tricks) if table.current else 0
        table = table.add(entry.line, entry.fact)
        deal = table.deals[-1].deal
        if deal.state == "done" or (isinstance(entry.fact, Dealt) and lines):
            break
        line = entry.fact.line()
        if isinstance(entry.fact, Dealt):
            line += "" if depth == "cards" else f" depth={depth}"
        elif isinstance(entry.fact, Played | TrickPlayed) and depth != "cards":
            won = [table.seats[trick.winner] for trick in deal.tricks[taken:] if trick.winner is not None]
            if depth == "tricks":
                lines += [f"took {name}" for name in won]
            continue
        lines.append(line)
    return [*lines, "undo", 'void "dealt anew"', "undo"]


@pytest.mark.parametrize("depth", ["cards", "tricks", "score"])
@pytest.mark.parametrize("game", RECORDS)
def test_whoever_looks_on_is_sent_what_makes_the_part_he_would_ask_for(app: Flask, game: str, depth: str) -> None:
    """The scribe, a player, who only watches; also where the pad shows which cards are gone."""
    record, access = dict(records(len(depth)))[game], app.extensions["access"]
    table = app.extensions["tables"].open(record.header, "", f"roles {game} {depth}")
    roles = {"scribe": None, "player": 1, "spectator": None}
    for role, seat in roles.items():
        access.grant(table, role, role, f"{table} {role}", seat=seat)
    access.set_level(table, "discreet" if depth == "score" else "open", f"{table} level")
    scribe, *others = [Device(app, table, role) for role in roles]
    taken = 0
    for number, line in enumerate(at_depth(record, depth)):
        taken += scribe.tap(line)
        for place, other in enumerate(others):
            if (number + place) % 3:
                other.look()
        if number % 7 == 6:
            assert list(scribe.shown.lines()) == list(scribe.anew().lines())
    for device in (scribe, *others):
        device.look()
        assert list(device.shown.lines()) == list(device.anew().lines())
    assert taken > 3
    assert depth != "cards" or all(device.weights for device in (scribe, *others))


def test_a_seat_says_that_a_tap_records_for_it_only_to_who_may_record(app: Flask) -> None:
    access = app.extensions["access"]
    table = app.extensions["tables"].open(dict(records(4))["tarot"].header, "", "seats")
    for role, told in (("scribe", True), ("spectator", False)):
        access.grant(table, role, role, role)
        assert ("tap if" in str(list(Device(app, table, role).anew().lines()))) is told


def test_of_a_state_that_is_not_known_any_more_the_whole_part_is_sent() -> None:
    text = f'<!--[--><div id="a" data-shows="{NAMED}"><!--[--><b id="b">{{}}</b><!--]--></div><!--]-->'
    first, other = Shown(), Shown()
    name = (re.search('data-shows="([^"]+)"', first.whole(text.format("1"))) or [""])[1]
    assert first.news(text.format("2"), name) == '<b id="b" data-put="true">2</b>'
    assert first.news(text.format("2"), "0") is None
    assert other.news(text.format("2"), name) is None
