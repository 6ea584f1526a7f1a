"""Pages over a database on a server: several processes serve one club, each of them any device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest
from flask import Flask

from referee import create_app
from referee.store import Store
from referee.words.text import RefereeError
from tests.help.postgresql import Server
from tests.help.web import Visitor

Apps = tuple[Flask, Flask]
AWAY = "192.168.1.7"
TABLE = re.compile(r"/t/\w+")


@pytest.fixture
def apps(postgresql: Server) -> Iterator[Apps]:
    """The program twice, over one club's database; two in one process share no more than two processes would."""
    address = postgresql.address()
    made = tuple(create_app({"DATABASE": address, "SECRET_KEY": "one for all"}) for _ in range(2))
    yield cast(Apps, made)
    for app in made:
        app.extensions["tables"].store.close()


def at_other(device: Visitor, app: Flask) -> Visitor:
    """The same device, answered by the other process."""
    there = Visitor(app, address=AWAY)
    for cookie in ("device", "session"):
        if (kept := device.client.get_cookie(cookie)) is not None:
            there.client.set_cookie(cookie, kept.value)
    return there


def test_a_device_goes_on_at_whatever_process_answers(apps: Apps) -> None:
    one, other = apps
    tablet = Visitor(one, address=AWAY)
    tablet.new_table()
    table = TABLE.findall(tablet.path)[0]
    tablet.tap("deal Cléo part=1")
    there = at_other(tablet, other)
    there.open(table)
    there.tap("bid Ana 2")
    assert there.page.seq == 2, (there.status, there.page.text[:600], there.page.alerts)
    assert tablet.open(table).seq == 2


def test_a_code_made_by_one_process_lets_in_at_another(apps: Apps) -> None:
    one, other = apps
    tablet = Visitor(one, address=AWAY)
    tablet.new_table()
    table = TABLE.findall(tablet.path)[0]
    phone = Visitor(other, address="192.168.1.8")
    phone.open(table)  # this process has looked who is let in before anybody is
    tablet.open(table + "/devices")
    tablet.press("scribe")
    (code,) = re.findall(r'<p class="code">(\w+)</p>', tablet.page.source)
    phone.open("/j/" + code)
    phone.press("Join", name="Ben’s phone")
    phone.tap("deal Cléo part=1")
    assert tablet.open(table).seq == 1


def test_a_person_forgotten_by_one_process_is_shown_by_none(apps: Apps) -> None:
    one, other = apps
    tablet = Visitor(one)
    tablet.new_table("Ana", "Ben", "Zacharie")
    table = TABLE.findall(tablet.path)[0]
    elsewhere = Visitor(other)
    assert "Zacharie" in elsewhere.open(table).text
    told: list[bool] = []
    store: Store = other.extensions["tables"].store
    store.listen_rewritten(lambda: told.append(True))
    tablet.open("/people/Zacharie")
    tablet.press("Forget Zacharie for good")
    for _ in range(100):
        if told:
            break
        store.wait(table.split("/")[-1], 10_000, timeout=0.1)
    assert told
    assert "Zacharie" not in elsewhere.open(table).text


def test_the_program_wants_its_secret_from_the_environment(postgresql: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_SECRET_KEY", raising=False)
    with pytest.raises(RefereeError, match="REFEREE_SECRET_KEY"):
        create_app({"DATABASE": postgresql.address()})
    monkeypatch.setenv("REFEREE_SECRET_KEY", "a long random text")
    create_app({"DATABASE": postgresql.address()}).extensions["tables"].store.close()
