"""While a sealed hand is in play nothing of it can be read: every route, every role, every level, and all that is kept."""

from __future__ import annotations

import gzip
import io
import logging
import re
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

import pytest
from flask import Flask, url_for

from referee.boards import read_hands, write_hands
from referee.club.access import LEVELS as ACCESS_LEVELS
from referee.club.boards import form_at
from referee.web.kit.visit import COOKIE
from referee.web.tournament.acts import ACTS
from tests.help.boards import boards as known_boards
from tests.help.boards import form
from tests.help.desk import Desk
from tests.help.web import ORIGIN, Visitor
from tests.web.tournament.test_boards import DUPLICATE, dealt, led_to, revoke_of, sealed

ORIGINS = {"Origin": ORIGIN, "Accept-Language": "en"}
LEVELS = ("everything, with the cards gone marked", "what lies on the table", "the scores alone")
SIGNS = str.maketrans({"♠": " S", "♥": " H", "♦": " D", "♣": " C", "★": " T"})
PRINTED = "director.board_papers"
"""The one route that hands are for: a director who has said that they print the dealing sheets."""


@dataclass(frozen=True)
class Hidden:
    """What would tell a hand: the seal, and any four cards of a hand in its order, which come up by no chance."""

    seal: str
    runs: frozenset[tuple[str, ...]]

    def told(self, data: bytes) -> list[object]:
        """What of it stands in an answer or a file, packed or not, the cards by their codes or with their signs."""
        text = unpacked(data).decode("utf-8", errors="replace").replace("trump ", "T").translate(SIGNS)
        words = re.findall(r"[A-Za-z0-9]+", re.sub(r"<[^>]*>", " ", text))
        found: list[object] = [
            run for run in zip(words, words[1:], words[2:], words[3:], strict=False) if run in self.runs
        ]
        return [*found, *([self.seal] if self.seal in text else [])]


def unpacked(data: bytes) -> bytes:
    """What is inside a file."""
    if data[:2] == b"\x1f\x8b":
        return gzip.decompress(data)
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as pack:
            return b"\n".join(pack.read(name) for name in pack.namelist())
    return data


def routes(app: Flask, event: str, table: str) -> Iterator[str]:
    """Every address that can be opened, of this tournament and its table, with every part and file there is."""
    values: dict[str, list[object]] = {
        "event": [event], "table": [table], "player": [1], "number": [1], "round": [1], "played": [1], "deal": [1],
        "place": [1], "seat": [0], "subject": [event],
        "name": ["now", "tables", "players", "log", "standings.csv", "seats.csv", "document.json", "whole", "tarot"],
    }  # fmt: skip
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint in (PRINTED, "static"):
                continue
            if rule.arguments <= values.keys():
                for name in values["name"] if "name" in rule.arguments else [""]:
                    own = {key: name if key == "name" else values[key][0] for key in rule.arguments}
                    if rule.rule.startswith("/tournament") and "table" in own:
                        own["table"] = 1
                    yield url_for(rule.endpoint, **own) + ("?log=all" if name == "log" else "")


def secrets_of(app: Flask, desk: Desk) -> Hidden:
    """What must not be told of the first round."""
    runs = {
        cards[at : at + 4]
        for board in dealt(app, desk)
        for cards in (*board.hands, *board.rest.values())
        for at in range(len(cards) - 3)
    }
    runs |= {
        (suit, *ranks[:3])
        for board in dealt(app, desk)
        for hand in board.hands
        for suit in "SHDCT"
        if len(ranks := [card[1:] for card in hand if card[0] == suit]) > 2
    }
    seals = app.extensions["boards"].seals
    return Hidden(seals.get(desk.id, 1, sealed(desk)).seal.hex(), frozenset(runs))


def answered(who: Visitor, path: str) -> bytes:
    """What an address answers, a paper once it is printed."""
    answer = who.client.get(path, headers={"Accept-Language": "en"})
    while ".pdf" in path and answer.status_code == 200 and b'class="error"' in answer.data:
        time.sleep(0.01)
        answer = who.client.get(path, headers={"Accept-Language": "en"})
    assert answer.status_code < 500, path
    return answer.get_data()


@pytest.fixture
def unprinted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers as the text that would be printed."""

    def printed(documents: Any, *_: object, **__: object) -> bytes:
        return "".join(variants[0] for variants in documents).encode()

    for module in ("sheet", "tournament", "boards"):
        monkeypatch.setattr(f"referee.sheets.{module}.pdf_of", printed)


@pytest.mark.usefixtures("unprinted")
def test_no_route_tells_anybody_a_sealed_hand(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    desk = Desk(visitor, **DUPLICATE)
    desk.begin()
    desk.prepare("make", at="/boards", count="2", tell="table")
    names, (led, fouled) = desk.seats(1), revoke_of(dealt(app, desk)[0])
    table = desk.stream(1).split("/")[2].split("?")[0]
    scribe, player, stranger = far(), far(), far()
    scribe.go("/j/" + desk.code_of_table(1))
    scribe.press("This device writes here")
    player.go(desk.code_of(names[0]))
    player.press("That is me")
    assert scribe.status == player.status == 200
    visitor.open(f"/t/{table}")
    visitor.tap(*led_to(names, led))
    visitor.tap(f"play {names[1]} {fouled}")
    hidden = secrets_of(app, desk)
    asked = list(routes(app, desk.id, table))
    assert len(asked) > 50
    assert f"/tournament/{desk.id}/hands" in asked
    assert f"/tournament/{desk.id}/boards" in asked
    for level in LEVELS:
        visitor.open(f"/t/{table}/devices")
        if level in visitor.page.text:
            visitor.press(level)
        for who in (visitor, scribe, player, stranger) if level == LEVELS[0] else (player, stranger):
            for path in asked if level == LEVELS[0] else [p for p in asked if p.startswith("/t/")]:
                assert hidden.told(answered(who, path)) == [], path
    for who in (scribe, player, stranger):
        for piece in ("hands", "packs", "records"):
            assert who.client.get(f"/tournament/{desk.id}/boards.pdf?round=1&piece={piece}").status_code == 403
    unasked = visitor.client.get(f"/tournament/{desk.id}/boards.pdf?round=1&piece=hands")
    assert unasked.status_code == 403  # also the director, before the log names them
    assert visitor.client.get(f"/tournament/{desk.id}/hands/1.deal").status_code == 404
    kept(app, hidden)
    assert hidden.told(caplog.text.encode()) == []


WHATS = ("invite", "close", "revoke", "hand", "hand-in", "confirm", "dispute", "call", "take", "scores")
FIELDS = {
    "round": "1", "table": "1", "board": "1", "taker": "0", "score": "75", "scores": "75 -25 -25 -25", "count": "0",
    "piece": "slips", "decision": "look", "line": "7", "player": "1", "points": "1", "tenths": "5", "seat": "1",
    "role": "spectator", "cell.1.2": "?", "text": "?", "fact": "play Cléo T9",
}  # fmt: skip
"""What a form may hold, so that an act is done or refused for its own reasons."""


def sent(app: Flask, event: str, table: str) -> Iterator[tuple[str, str]]:
    """Every address of a tournament and of its table that takes what is sent there, with the act it is for."""
    acts = {endpoint: tuple(word for of, word in ACTS if of == endpoint) for endpoint, _ in ACTS} | {
        "devices.change": WHATS,
        "handin.say_so": WHATS,
    }
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "POST" not in (rule.methods or ()) or not rule.arguments & {"event", "table"}:
                continue
            for word in acts.get(rule.endpoint, ("fees",)):
                own = {key: {"event": event, "table": table}.get(key, word) for key in rule.arguments}
                yield url_for(rule.endpoint, **own), word


@pytest.mark.usefixtures("unprinted")
def test_whatever_anybody_sends_is_answered_without_a_sealed_hand(
    app: Flask, visitor: Visitor, other: Visitor, far: Callable[[], Visitor]
) -> None:
    desk = Desk(visitor, **DUPLICATE)
    desk.begin()
    desk.prepare("make", at="/boards", count="2", tell="table")
    names, (led, fouled) = desk.seats(1), revoke_of(dealt(app, desk)[0])
    table = desk.stream(1).split("/")[2].split("?")[0]
    elsewhere = Desk(other, **DUPLICATE).id
    people = {
        "player": let_in(app, far(), {table: "player", desk.id: "player"}),
        "spectator": let_in(app, far(), {table: "spectator", desk.id: "spectator"}),
        "scribe": let_in(app, far(), {table: "scribe", desk.id: "scribe"}),
        "cashier": let_in(app, far(), {desk.id: "cashier"}),
        "director of another": let_in(app, far(), {elsewhere: "director"}),
        "stranger": far(),
    }
    visitor.open(f"/t/{table}")
    visitor.tap(*led_to(names, led))
    visitor.tap(f"play {names[1]} {fouled}")
    hidden, asked = secrets_of(app, desk), list(sent(app, desk.id, table))
    assert len(asked) > 60
    before, kept_tables = dealt(app, desk), app.extensions["tables"]
    for level in ACCESS_LEVELS:
        app.extensions["access"].set_level(table, level, level)
        for role, who in people.items():
            for path, word in (
                asked if level == ACCESS_LEVELS[0] else [one for one in asked if one[0].startswith("/t/")]
            ):
                tell_nothing(who, path, word, hidden, role, kept_tables.seq(table))
    for path, word in asked:  # what else the director may do would end the evening
        if "/boards/" in path:
            tell_nothing(visitor, path, word, hidden, "director", kept_tables.seq(table))
    assert dealt(app, desk) == before


def let_in(app: Flask, device: Visitor, roles: Mapping[str, str]) -> Visitor:
    """A device that has come in somewhere."""
    device.open("/")
    signed = device.client.get_cookie(COOKIE)
    assert signed
    for subject, role in roles.items():
        known, seat = signed.value.split(".")[0], 1 if role == "player" else None
        app.extensions["access"].grant(subject, known, role, f"{subject} {role}", name=role, seat=seat)
    return device


def tell_nothing(who: Visitor, path: str, word: str, hidden: Hidden, role: str, seq: int) -> None:
    """Send a form with all its fields somewhere: whatever is answered tells nothing."""
    home = who.page if who.path == "/" else who.open("/")
    token = next(c.value for form in home.forms for c in form.controls if c.name == "csrf_token")
    data = FIELDS | {"csrf_token": token, "key": token_hex(16), "seq": str(seq)}
    answer = who.client.post(path, data=data, headers=ORIGINS)
    assert answer.status_code < 500, (role, path)
    assert hidden.told(answer.get_data()) == [], (role, path)


def kept(app: Flask, hidden: Hidden) -> None:
    """Nothing of it lies in the database, in a copy of it or in what stands beside it but the secret itself."""
    store = app.extensions["tables"].store
    copy = store.path.with_name("copy.backup")
    store.backup(copy)
    for file in store.path.parent.iterdir():
        if file.is_file():
            assert hidden.told(file.read_bytes()) == [], file.name


@pytest.mark.usefixtures("unprinted")
def test_the_log_names_the_director_who_prints_the_hands(visitor: Visitor, app: Flask) -> None:
    desk = Desk(visitor, **DUPLICATE)
    desk.begin()
    desk.prepare("make", at="/boards", count="2")
    desk.prepare("print", "hands", at="/boards")
    assert "the dealing sheets of round 1 are printed" in desk.log()
    sheets = answered(visitor, f"/tournament/{desk.id}/boards.pdf?round=1&piece=hands")
    assert len(secrets_of(app, desk).told(sheets)) > 10
    french = {"Accept-Language": "fr"}
    assert (
        visitor.client.get(f"/tournament/{desk.id}/boards.pdf?round=1&piece=hands", headers=french).status_code != 403
    )
    assert secrets_of(app, desk).told(answered(visitor, f"/tournament/{desk.id}/boards.pdf?round=1&piece=slips")) == []


def test_hands_that_were_typed_are_as_secret_as_those_of_a_seal_until_they_are_told(
    app: Flask, visitor: Visitor
) -> None:
    desk = Desk(visitor, **DUPLICATE)
    desk.begin()
    header = form_at(app.extensions["tournaments"].get(desk.id).tournament, 1)[1]
    text = write_hands(form(), header, known_boards(count=2))
    page = desk.do("make", at="/boards", hands=(io.BytesIO(text.encode()), "hands.deal"))
    assert visitor.status == 200, page.alerts
    hidden = secrets_of(app, desk)
    kept(app, hidden)
    for board in (1, 2):
        for table in (1, 2):
            desk.do("enter", at="/boards", table=str(table), board=str(board), taker="0", score="75")
    assert hidden.told(desk.open("/boards").source.encode()) == []
    desk.prepare("close", at="/boards")
    written = visitor.client.get(f"/tournament/{desk.id}/hands/1.deal").text
    assert read_hands(form(), written.encode()) == known_boards(count=2)
    assert "These hands were typed in" in desk.open("/hands").text
