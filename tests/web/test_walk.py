"""Every page there is, by every role and level of discretion: the addresses are taken from the map of the program."""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from referee.web.kit.guard import StreamId
from referee.web.kit.rights import right_to
from referee.web.kit.visit import COOKIE
from tests.help.web import ORIGIN, Visitor

WRITERS = ("scribe", "owner", "computer")
MAY = {
    "anyone": ("stranger", "spectator", "player", *WRITERS),
    "sees the scores": ("stranger", "spectator", "player", *WRITERS),
    "speaks": ("player", *WRITERS),
    "writes": WRITERS,
    "mends": WRITERS,
    "owns": ("owner", "computer"),
    "directs": ("owner", "computer"),
    "on the computer": ("computer",),
}
"""Who may, by what the view declares; a view that decides for itself has tests of its own."""
ALL = MAY["anyone"]
LEVELLED = {"sees the past": {"open": ALL, "discreet": ALL, "scribe": WRITERS}}
VALUES: dict[str, Any] = {"code": "AAAAAA", "name": "Ana", "what": "level", "act": "settings", "game": "tarot"}


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

    def address(self, rule: Rule) -> str:
        """An address of a page: this table, this tournament, else what fits."""
        values = {}
        for name in rule.arguments:
            converter = rule._converters[name]
            ours = {"table": self.table, "event": self.event}.get(name)
            number = type(converter).__name__ == "IntegerConverter"
            values[name] = ours if isinstance(converter, StreamId) and ours else 0 if number else VALUES.get(name, "x")
        with self.app.test_request_context():
            built = self.app.url_map.bind("localhost").build(rule.endpoint, values)
        return str(built)

    def refused(self, role: str, method: str, path: str) -> bool:
        """Whether a device gets 403; what it sends is empty but for its token."""
        device = self.devices[role]
        token = self.tokens.get(role) or device.open("/").forms[-1].sent(None, {})["csrf_token"]
        self.tokens[role] = token
        data = {"csrf_token": token} if method == "POST" else None
        answer = device.client.open(path, method=method, data=data, headers={"Origin": ORIGIN})
        answer.close()
        return answer.status_code == 403


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
        for method in sorted((rule.methods or set()) & {"GET", "POST"}) if may and rule.endpoint != "static" else ():
            path = walk.address(rule)
            for role in ALL:
                # What is allowed is opened; what would be done is tried by who may not do it.
                if (role not in may) if method == "POST" else not ("news" in path or ("pdf" in path and role in may)):
                    refused = walk.refused(role, method, path)
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
            seen = [role for role in ALL if not walk.refused(role, "GET", path)]
            assert seen == list(LEVELLED[right.name][level]), path
