"""Pages over a database on a server: several processes serve one club, each of them any device."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest
from flask import Flask

from referee import create_app
from referee.club.tournaments import Tournaments
from referee.store import Store
from referee.tournament.facts import Added, Came
from referee.tournament.settings import Entrant, Settings
from referee.words.text import RefereeError
from tests.help.desk import Desk
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
    rewritten = Event()
    store: Store = other.extensions["tables"].store
    store.listen_rewritten(rewritten.set)
    tablet.open("/people/Zacharie/forget")
    tablet.press("Forget Zacharie for good")
    assert rewritten.wait(10)
    assert "Zacharie" not in elsewhere.open(table).text


def test_what_one_process_saw_of_a_device_another_tells(apps: Apps) -> None:
    one, other = apps
    tablet = Visitor(one, address=AWAY)
    tablet.new_table()
    table = tablet.path.split("/")[2]
    tablet.tap("deal Cléo part=1")
    (device,) = one.extensions["access"].of(table).members
    seen = other.extensions["seen"]
    assert (seen.ago(table, device) is None, seen.ago(table, "another")) == (False, None)
    assert seen.last(table) < 600
    assert seen.writers(table, 600) == [device]
    assert seen.writers("22222222", 600) == []


def test_an_address_may_do_no_more_at_several_processes_than_at_one(apps: Apps) -> None:
    one, other = (app.extensions["acts"] for app in apps)
    allowed = [acts.may("table", AWAY, 5) for _ in range(4) for acts in (one, other)]
    assert allowed == [True] * 5 + [False] * 3
    assert one.may("sheet", AWAY, 5)
    assert other.may("table", "192.168.1.8", 5)


def test_a_draw_is_under_way_once_and_told_and_stopped_by_any_process(apps: Apps) -> None:
    """The one draws for minutes; the other, asked to draw as well, tells how far the one is and stops it."""
    one, other = (app.extensions["draws"] for app in apps)
    event = cup(apps[0].extensions["tournaments"])
    one._seconds = other._seconds = 600
    one.begin(event, 1, "draw-1", "Nora")
    other.begin(event, 1, "draw-2", "Ben")
    assert other._under_way == {}
    assert other.progress(event) is not None
    other.stop(event)
    for _ in range(300):
        if one.progress(event) is None:
            break
        time.sleep(0.1)
    assert (one.progress(event), other.progress(event)) == (None, None)
    assert [each.failure(event).msgid for each in (one, other)] == ["the draw was not finished"] * 2
    other._seconds = 0.02
    other.begin(event, 1, "draw-3", "Ben")
    assert one.failure(event) is None
    for _ in range(300):
        if other.progress(event) is None:
            break
        time.sleep(0.1)
    assert len(apps[0].extensions["tournaments"].get(event).tournament.value.rounds) == 7


def cup(tournaments: Tournaments) -> str:
    """A tournament of seven rounds, hard to draw, about to be drawn."""
    event = tournaments.open(Settings("Open", "tarot", rounds=7), "cup")
    players = tuple(Entrant(number, f"Player {number}") for number in range(1, 24))
    tournaments.add(event, "players", 1, [Added(players), Came(tuple(range(1, 24)))])
    return event


def test_the_program_wants_its_secret_from_the_environment(postgresql: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_SECRET_KEY", raising=False)
    with pytest.raises(RefereeError, match="REFEREE_SECRET_KEY"):
        create_app({"DATABASE": postgresql.address()})
    monkeypatch.setenv("REFEREE_SECRET_KEY", "a long random text")
    create_app({"DATABASE": postgresql.address()}).extensions["tables"].store.close()


def test_two_directors_who_seal_at_two_processes_at_once_lose_no_hands(
    apps: Apps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # beside which the processes keep the seals
    desk = Desk(Visitor(apps[0]), scoring="topage")
    desk.do("make", at="/boards", count="3")
    one, other = (app.extensions["boards"] for app in apps)
    act = Tournaments.act

    def meanwhile(*given: Any) -> Any:
        """The second seals while the first has written its file, and not yet its entry."""
        monkeypatch.setattr(Tournaments, "act", act)
        other.seal(desk.id, "second", 1, 1, 3, "director")
        return act(*given)

    monkeypatch.setattr(Tournaments, "act", meanwhile)
    one.seal(desk.id, "first", 1, 1, 3, "director")
    assert one.boards_with_hands(desk.id, 1)[1] == other.boards_with_hands(desk.id, 1)[1]  # and each fits its hash
    hashes = set(re.findall("[0-9a-f]{64}", Desk.open(desk, "/hands").source))
    assert len(hashes) == 3
    assert len(list(tmp_path.rglob("*.seal"))) == 3
