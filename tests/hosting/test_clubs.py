"""Many clubs on one server: each at a name of its own, open to devices that it has let in, and to no other."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.routing import Rule

from referee.store import Store
from referee.web.kit.guard import StreamId
from referee.web.kit.rights import right_to
from tests.help.clubs import Hall
from tests.help.web import Visitor

NAMES = ("Zacharie", "Yolande", "Xavier")
"""Who plays in the one club, and is not to be read in the other."""


@pytest.fixture
def played(hall: Hall) -> tuple[Visitor, str, str]:
    """A club's director, and the paths of a table and a tournament with names in them."""
    director = hall.device(*hall.add())
    director.new_table(*NAMES)
    table = "/".join(director.path.split("/")[:3])
    director.open("/tournament/new")
    director.press("Open the tournament", title="Cup")
    event = "/".join(director.path.split("/")[:3])
    return director, table, event


def test_a_link_makes_one_device_the_director_of_a_club_and_no_second(hall: Hall) -> None:
    word, link = hall.add()
    director = hall.device(word, link)
    assert "New table" in director.page.text
    assert "The club" in director.page.text
    second = hall.device(word)
    second.open(link)
    assert (second.status, "This code lets nobody in" in second.page.alerts) == (403, True)
    second.open("/")
    assert "New table" not in second.page.text
    assert f"The {word}" in second.page.text


def test_scorers_open_tables_readers_look_on_and_both_can_be_turned_out(
    hall: Hall, played: tuple[Visitor, str, str]
) -> None:
    director, table, _ = played
    word = director.origin.removeprefix("http://").partition(".")[0]
    devices = {}
    for role, sent in (("scorer", "scribe"), ("reader", "spectator")):
        director.open("/club")
        director.press(sent)
        link = re.findall(r'href="http://[^/"]+(/club/join/\w+)"', director.page.source)[0]
        devices[role] = hall.device(word, link, name=f"the {role}")
    scorer, reader = devices["scorer"], devices["reader"]
    for device in (scorer, reader):
        assert "Zacharie" in device.open("/").text
        assert "Zacharie" in device.open("/people").text
        assert device.open(table).text
        assert device.status == 200
    assert scorer.new_table("Ana", "Ben", "Cléo")
    reader.open("/new?game=double-detente&count=3")
    assert reader.status == 403
    for device in (scorer, reader):
        for path in ("/club", "/club/copy"):
            device.open(path)
            assert device.status == 403, path
        token = device.open("/people").forms[0].sent(None, {})["csrf_token"]
        for path in ("/club/invite", "/people/Zacharie/named"):
            sent = {"csrf_token": token, "key": path, "role": "director", "full": "yes"}
            answer = device.client.post(path, data=sent, headers={"Origin": device.origin})
            assert answer.status_code == 403, path
    director.open("/club")
    form = next(form for form in director.page.forms_of("revoke") if form.controls)
    director.client.post(form.action, data=form.sent(form.controls[-1], {}), headers={"Origin": director.origin})
    director.open("/club")
    gone = [device for role, device in devices.items() if f"the {role}" not in director.page.text]
    assert len(gone) == 1
    gone[0].open("/people")
    assert gone[0].status == 403


def test_a_device_let_in_at_a_table_sees_this_table_alone(hall: Hall, played: tuple[Visitor, str, str]) -> None:
    director, table, event = played
    director.open(table + "/devices")
    director.press("scribe")
    (code,) = re.findall(r'<p class="code">(\w+)</p>', director.page.source)
    phone = hall.device(director.origin.removeprefix("http://").partition(".")[0])
    phone.open("/j/" + code)
    phone.press("Join")
    assert phone.path.startswith(table)
    phone.tap(f"deal {NAMES[2]} part=1")
    assert phone.page.seq == 1
    for path in ("/people", "/season", "/new", event + "/standings"):
        phone.open(path)
        assert phone.status == 403, path


def walked(app: Flask, table: str, event: str) -> Iterator[tuple[str, str]]:
    """Every method and address of the program with this table's and this tournament's ids."""
    ids = {"table": table.split("/")[2], "event": event.split("/")[2]}
    usual = {"code": "AAAAAA", "name": NAMES[0], "what": "level", "act": "invite"}
    for rule in app.url_map.iter_rules():
        values = {name: _value(rule, name, ids, usual) for name in rule.arguments}
        with app.test_request_context():
            path = app.url_map.bind("localhost").build(rule.endpoint, values)
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            yield method, path


def _value(rule: Rule, name: str, ids: dict[str, str], usual: dict[str, str]) -> str | int:
    converter = rule._converters[name]
    if isinstance(converter, StreamId) and name in ids:
        return ids[name]
    return 0 if type(converter).__name__ == "IntegerConverter" else usual.get(name, "x")


def test_nobody_of_another_club_and_no_stranger_reads_or_writes_anything_of_a_club(
    hall: Hall, played: tuple[Visitor, str, str]
) -> None:
    """Every page of the program, asked of the club itself and of one's own, as another club's director and as nobody."""
    director, table, event = played
    there = director.origin.removeprefix("http://")
    other_word, link = hall.add()
    other = hall.device(other_word, link)
    intruder = Visitor(hall.app, address="192.168.1.8", host=there)
    own = other.client.get_cookie("device", domain=f"{other_word}.localhost")
    assert own
    intruder.client.set_cookie("device", own.value, domain=there)  # as another club's director, at this one's door
    federation, link = hall.add("--federation")  # to which nobody agreed
    overseer = hall.device(federation, link)
    told, open_to_all = [], set()
    for device in (other, intruder, overseer, hall.device(there.partition(".")[0])):
        token = device.open("/").forms[0].sent(None, {})["csrf_token"]
        for method, path in walked(hall.app, table, event):
            data = {"csrf_token": token, "key": "1"} if method == "POST" else None
            answer = device.client.open(path, method=method, data=data, headers={"Origin": device.origin})
            if any(name.encode() in answer.data for name in NAMES) and f"/{NAMES[0]}" not in path:
                told.append((device.origin, method, path))
            if device not in (other, overseer) and answer.status_code < 400:
                open_to_all.add((method, path.partition("?")[0]))
            if (
                device in (other, overseer)
                and ("/t/" in path or "/tournament/" in path)
                and event.split("/")[2] in path
            ):
                assert answer.status_code in (403, 404), path
            answer.close()
    assert told == []
    allowed = {"anyone", "whoever has a code", "while the computer lets devices trust it"}
    with hall.app.test_request_context():
        bound = hall.app.url_map.bind("localhost")
        rights = {path: right_to(bound.match(path, method=method)[0]) for method, path in open_to_all}
    assert {path: right.name for path, right in rights.items() if right and right.name not in allowed} == {}
    assert director.open(table).seq == 0
    assert "Zacharie" in director.page.text


def test_the_servers_own_name_shows_no_club_and_answers_who_watches_over_it(hall: Hall) -> None:
    front = Visitor(hall.app, host="referee.example")
    assert "Each club has an address of its own" in front.open("/").text
    for path in ("/people", "/new", "/season", "/club", "/t/22222222"):
        front.open(path)
        assert front.status == 404, path
    front.open("/health")
    assert front.status == 200
    nobody = Visitor(hall.app, host="nobody.referee.example")
    nobody.open("/")
    assert nobody.status == 404
    nobody = Visitor(hall.app, host="nobody.elsewhere.example")
    nobody.open("/")
    assert nobody.status == 403


def test_a_club_goes_out_as_one_file_and_in_again_under_another_name(
    hall: Hall, played: tuple[Visitor, str, str], tmp_path: Path
) -> None:
    director, table, _ = played
    word = director.origin.removeprefix("http://").partition(".")[0]
    hall.command("out", word, str(tmp_path / "club.db"))
    back = f"back-{secrets.token_hex(4)}"
    *_, link = hall.command("in", str(tmp_path / "club.db"), f"The {back}", "--as", back).splitlines()
    again = hall.device(back, "/club" + link.partition("/club")[2])
    assert again.open(table).text
    assert "Zacharie" in again.page.text
    assert back in hall.command("list")
    with Store.open(tmp_path / "club.db") as file:
        assert [stream.id for stream in file.streams("table")] == [table.split("/")[2]]
    saved = director.client.get("/club/copy")
    (tmp_path / "saved.db").write_bytes(saved.data)
    with Store.open(tmp_path / "saved.db") as file:
        assert list(file.verify()) == []
        assert [person.name for person in file.people()]
