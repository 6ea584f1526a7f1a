"""Every page there is, by every role and level of discretion: the addresses are taken from the map of the program."""

from __future__ import annotations

import secrets
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask, Response
from werkzeug.routing import Rule

from referee.web.kit.guard import StreamId
from referee.web.kit.rights import right_to
from referee.web.kit.visit import COOKIE
from referee.web.tournament.acts import ACTS
from tests.help.web import ORIGIN, Visitor

WRITERS = ("scribe", "owner", "computer")
ALL = ("stranger", "spectator", "cashier", "player", *WRITERS)
MAY = {
    "anyone": ALL,
    "who is let in": ALL,
    "who belongs to the club": ALL,
    "opens tables": ALL,
    "sees the scores": ALL,
    "speaks": ("player", *WRITERS),
    "writes": WRITERS,
    "mends": WRITERS,
    "owns": ("owner", "computer"),
    "directs": ("owner", "computer"),
    "on the computer, or directs the club": ("computer",),
    "takes the money": ("cashier", "owner", "computer"),
    "tells cards": (),
}
"""Who may, by what the view declares. A cashier is one of the tournament alone. At home everybody in the room is let in,
belongs to the club and opens tables. Programs alone tell cards: tests/web/api/test_told.py.
"""
NOTE = {"key": "k", "seq": "0", "fact": "note x"}
DECIDES: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "tap.fact": (NOTE, WRITERS),
    "tap.prompt": ({"key": "p", "seq": "0", "prompt": "deal"}, WRITERS),
    "tap.scan": ({"key": "s", "seq": "0", "card": "S1"}, WRITERS),
    "devices.arrive": ({}, ()),
    "devices.join": ({"key": "j", "name": "x"}, ()),
    "club.arrive": ({}, ()),
    "club.join": ({"key": "j", "name": "x"}, ()),
    "check.everybody": ({}, ("owner", "computer")),
    "director.console": ({}, ("owner", "computer")),
    "trust.page": ({}, ()),
    "trust.profile": ({}, ()),
    "trust.certificate": ({}, ()),
}
"""What is sent to a view that decides for itself, and for whom it does it: for nobody by a wrong code, or while the
computer lets no device trust it.
"""
ELSEWHERE = {
    "decks.remove": "tests/web/club/test_decks.py",
    "director.take": "tests/web/tournament/test_console.py",
}
"""Views that need a deck or a file before they can refuse, and the tests that bring one."""
LEVELLED: dict[str, dict[str, tuple[str, ...]]] = {
    "sees the past": {"open": ALL, "discreet": ALL, "scribe": WRITERS},
    "sees the record": {"open": ALL, "discreet": ALL, "scribe": WRITERS},
}
PAGES = {
    "api.tables": "people.everybody",
    "api.table": "table.page",
    "api.deals": "past.deals",
    "api.fouls": "past.fouls",
    "api.news": "news.watch",
    "api.tournaments": "people.everybody",
    "api.tournament": "club.public",
    "api.players": "club.public",
    "api.round": "club.public",
    "api.standings": "club.public",
    "api.clock": "club.public",
    "api.event_news": "club.public",
    "api.people": "people.everybody",
    "api.person": "people.person",
}
"""Each answer to other programs, and the page that shows the same. The lists of tables and tournaments stand on the first
page, which tells a stranger of a club on a server how to come in; who belongs to the club sees them there.
"""
FOR_ANYONE = {"api.index", "api.schema"}
VALUES: dict[str, Any] = {
    "code": "AAAAAA",
    "name": "Ana",
    "what": "level",
    "act": "settings",
    "game": "tarot",
    "deck": "abcdefgh",
    "filename": "js/send.js",
}


class Walk:
    """A table and a tournament, and a device in each role at both."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.tokens: dict[str, str] = {}
        self.computer = Visitor(app)
        self.computer.new_table("Ana", "Ben", "Cléo")
        self.table = self.computer.path.split("/")[2]
        self.computer.open("/tournament/new")
        self.computer.press("Open the tournament", title="Cup")
        self.event = self.computer.path.split("/")[2]
        self.devices = {role: self._device(role) for role in ALL if role != "computer"} | {"computer": self.computer}

    def _device(self, role: str) -> Visitor:
        device = Visitor(self.app, address="192.168.1.7")
        device.open("/")
        if role != "stranger":
            signed = device.client.get_cookie(COOKIE)
            assert signed
            known = signed.value.split(".")[0]
            for subject in (self.table, self.event):
                kind = "director" if role == "owner" and subject == self.event else role
                seat = 0 if role == "player" else None
                self.app.extensions["access"].grant(subject, known, kind, secrets.token_hex(4), name=role, seat=seat)
        return device

    def addresses(self, rule: Rule) -> list[str]:
        """The addresses of a page: one, or one for each of its forms."""
        words = [word for endpoint, word in ACTS if endpoint == rule.endpoint] if "act" in rule.arguments else []
        return [self.address(rule, act=word) for word in words] or [self.address(rule)]

    def address(self, rule: Rule, **named: str) -> str:
        """An address of a page: this table, this tournament, what is named, else what fits."""
        values = {}
        for name in rule.arguments:
            converter = rule._converters[name]
            ours = {"table": self.table, "event": self.event}.get(name)
            number = type(converter).__name__ == "IntegerConverter"
            fits = named.get(name) or VALUES.get(name, "x")
            values[name] = ours if isinstance(converter, StreamId) and ours else 0 if number else fits
        with self.app.test_request_context():
            built = self.app.url_map.bind("localhost").build(rule.endpoint, values)
        return str(built)

    def answered(self, role: str, method: str, path: str, fields: dict[str, str] | None = None) -> int:
        """The status a device gets; what it sends is empty but for its token and these fields."""
        return self.answer(role, method, path, fields).status_code

    def answer(self, role: str, method: str, path: str, fields: dict[str, str] | None = None) -> Response:
        """The answer a device gets, closed; what it sends is empty but for its token and these fields."""
        device = self.devices[role]
        token = self.tokens.get(role) or device.open("/").forms[-1].sent(None, {})["csrf_token"]
        self.tokens[role] = token
        data = {"csrf_token": token, **(fields or {})} if method == "POST" else None
        answer = device.client.open(path, method=method, data=data, headers={"Origin": ORIGIN})
        answer.close()
        return cast(Response, answer)


@pytest.fixture
def walk(app: Flask) -> Walk:
    return Walk(app)


def test_every_page_refuses_who_may_not_and_opens_to_who_may(app: Flask, walk: Walk) -> None:
    wrong, walked = [], Counter[str]()
    for rule in app.url_map.iter_rules():
        with app.app_context():
            right = right_to(rule.endpoint)
        assert right, rule
        may = MAY.get(right.name)
        walked["decides for itself" if may is None else "walked"] += 1
        methods = sorted((rule.methods or set()) & {"GET", "POST"}) if may else ()
        for method, path in product(methods, walk.addresses(rule)):
            for role in ALL:
                # What is allowed is opened; what would be done is tried by who may not do it.
                if (role not in may) if method == "POST" else not ("pdf" in path and role in may):
                    refused = walk.answered(role, method, path) == 403
                    if refused != (role not in may):
                        wrong.append((method, path, role, right.name, refused))
    assert wrong == []
    assert walked["walked"] > 60


@pytest.mark.parametrize("level", ["open", "discreet", "scribe"])
def test_what_is_past_is_seen_by_the_level_of_the_table(app: Flask, walk: Walk, level: str) -> None:
    app.extensions["access"].set_level(walk.table, level, "level")
    for rule in app.url_map.iter_rules():
        with app.app_context():
            right = right_to(rule.endpoint)
        if right and right.name in LEVELLED and "GET" in (rule.methods or set()) and "pdf" not in rule.rule:
            path = walk.address(rule)
            seen = [role for role in ALL if walk.answered(role, "GET", path) != 403]
            assert seen == list(LEVELLED[right.name][level]), path


def test_what_a_view_decides_by_itself_it_does_for_these_alone(app: Flask, walk: Walk) -> None:
    left = set(ELSEWHERE)
    for rule in app.url_map.iter_rules():
        with app.app_context():
            right = right_to(rule.endpoint)
        if right is None or right.name in MAY or right.name in LEVELLED or rule.endpoint in ELSEWHERE:
            left.discard(rule.endpoint)
            continue
        fields, may = DECIDES[rule.endpoint]
        if rule.rule == "/j":  # where a code is typed
            continue
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            for role in ALL:
                if role not in may or method == "GET":
                    status = walk.answered(role, method, walk.address(rule), fields)
                    assert (status == 200) == (role in may), (rule, role, status)
                    assert status < 500, (rule, role)
    assert left == set()
    assert all(Path(test).is_file() for test in ELSEWHERE.values())


def test_a_record_is_for_who_writes_while_a_deal_is_open(app: Flask, walk: Walk) -> None:
    for opened in (False, True):
        if opened:
            assert walk.answered("scribe", "POST", f"/t/{walk.table}/fact", NOTE | {"fact": "deal Ana part=1"}) < 400
        for level, roles in LEVELLED["sees the past"].items():
            app.extensions["access"].set_level(walk.table, level, f"{opened} {level}")
            seen = [role for role in ALL if walk.answered(role, "GET", f"/t/{walk.table}/record") != 403]
            assert seen == list(WRITERS if opened else roles), (level, opened)


def test_no_right_differs_between_a_page_and_its_json_whoever_asks_and_whatever_others_may_see(
    app: Flask, walk: Walk
) -> None:
    rules = {rule.endpoint: rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or set())}
    with app.app_context():
        rights = {endpoint: right_to(endpoint) for endpoint in rules}
    assert {name for name in rules if name.startswith("api.")} == PAGES.keys() | FOR_ANYONE
    assert {answer for answer, page in PAGES.items() if rights[answer] is not rights[page]} == set()
    assert {rights[answer] for answer in FOR_ANYONE} == {rights["home.health"]}
    for level in ("open", "recorder", "discreet", "scribe"):
        app.extensions["access"].set_level(walk.table, level, level)
        answered = cache(walk.answered)  # one page shows what several answers tell
        for answer, page in PAGES.items():
            paths = [walk.address(rules[endpoint]) for endpoint in (answer, page)]
            for role in ALL:
                told, shown = (answered(role, "GET", path) == 403 for path in paths)
                assert told == shown, (level, role, paths)


def test_whoever_asks_an_address_otherwise_is_told_how_it_may_be_asked(app: Flask, walk: Walk) -> None:
    """RFC 9110, 15.5.6: a 405 names in `Allow` the methods that the address takes."""
    told = 0
    for rule in app.url_map.iter_rules():
        path = walk.address(rule)
        takes = set(app.url_map.bind("localhost").allowed_methods(path))
        for method in {"GET", "POST"} - takes if takes else ():  # no address: an id that has not its form
            answer = walk.answer("computer", method, path)
            assert answer.status_code == 405, (method, path)
            assert {name.strip() for name in answer.headers["Allow"].split(",")} == takes >= (rule.methods or set())
            told += 1
    assert told > 100
