"""Hooks: what is posted, to whom, how often, and what the director sees of it."""

from __future__ import annotations

import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import ip_network

import pytest
from fastjsonschema import compile as compiled
from flask import Flask

from referee.web.hooks.courier import Courier, signed
from referee.web.hooks.log import Hooks
from tests.help.desk import NAMES, Desk
from tests.help.receiver import Receiver, receiving
from tests.help.web import Visitor

PART = ["deal Cléo part=1", "bid Ana 6", "bid Ben 6", "bid Cléo 6", "result tricks=6,4,3 excuse-last=Cléo"]
"""The first part of tests/golden/double-detente/score-only.deal, where it is worked out by hand."""
SCORES = {"Ana": 16, "Ben": 6, "Cléo": -2}
REVOKE = ["deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3"]
REVOKE += ["trick Ana H5 T4 H9", "trick Ben S2 SK S9", "trick Cléo H2 H8 H7"]
"""The first part of tests/golden/double-detente/fouls-upheld.deal: Ben revokes, as his heart proves on the last line."""


class Watch:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 7, 4, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def courier(app: Flask, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> Courier:
    """The courier of the application, by that clock, allowed on this machine; it looks only when a test says so."""
    monkeypatch.setattr(Courier, "wake", lambda self: None)
    monkeypatch.setattr(app.extensions["tables"].store, "_clock", watch)
    things = app.extensions
    made = Courier(things["hooks"], things["tournaments"], things["access"], [ip_network("127.0.0.0/8")], watch)
    made.begin()
    return made


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def add(visitor: Visitor, there: str, address: str) -> str:
    """Add a hook on its page; the key that is shown."""
    visitor.open(f"{there}/hooks")
    page = visitor.press("Tell it from now on", address=address)
    assert visitor.status == 200, page.alerts
    return page.source.partition("<code>")[2].partition("</code>")[0]


def settle(courier: Courier) -> None:
    """Look until nothing is due."""
    while (left := courier.look()) is not None and left <= timedelta():
        pass


@pytest.fixture
def there(visitor: Visitor) -> str:
    """The address of a table of Double-détente."""
    visitor.new_table("Ana", "Ben", "Cléo", title="Thursday")
    return visitor.path


def tap(visitor: Visitor, there: str, *facts: str) -> None:
    visitor.open(there)
    for fact in facts:
        visitor.tap(fact)
        assert visitor.status == 200, visitor.page.alerts


def test_each_result_and_each_ruling_is_posted_once_in_order_as_the_schema_says(
    app: Flask, visitor: Visitor, courier: Courier, receiver: Receiver, there: str
) -> None:
    tap(visitor, there, *REVOKE)
    add(visitor, there, receiver.url)
    settle(courier)
    assert receiver.got == []
    tap(visitor, there, "ruling 7 uphold", "deal Ana part=2")
    settle(courier)
    schema = visitor.client.get("/api/1/schema.json").get_json()
    for post in receiver.posts:
        compiled({**schema, "$ref": "#/definitions/post"})(post)
    table = {"table": there.split("/")[2], "title": "Thursday", "game": "double-detente"}
    result, foul = receiver.posts
    assert (result["type"], foul["type"]) == ("table.result", "table.foul")
    scores = {"Ana": 0, "Ben": -20, "Cléo": 0}
    more = {"deal": 1, "state": "stopped", "scores": scores, "totals": scores, "finished": False, "winners": []}
    assert result["data"] == table | more
    law = "double-detente.play.2"
    assert foul["data"] | {"law": law} == table | {
        "deal": 1, "seat": "Ben", "kind": "must-follow", "law": law, "ruling": "uphold",
    }  # fmt: skip
    settle(courier)
    assert len(receiver.got) == 2


def test_a_post_is_signed_as_standard_webhooks_are() -> None:
    """The example that the specification and its libraries publish."""
    key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    headers = signed(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_who_has_the_key_can_tell_that_a_post_comes_from_here(
    visitor: Visitor, courier: Courier, receiver: Receiver, there: str, watch: Watch
) -> None:
    key = add(visitor, there, receiver.url)
    assert key not in visitor.open(f"{there}/hooks").source
    tap(visitor, there, *PART)
    settle(courier)
    [(_, headers, body)] = receiver.got
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    seal = hmac.new(b64decode(key.removeprefix("whsec_")), content, sha256).digest()
    assert headers["webhook-signature"] == f"v1,{b64encode(seal).decode()}"
    assert headers["webhook-timestamp"] == str(int(watch().timestamp()))
    assert json.loads(body)["data"]["scores"] == SCORES


def test_what_was_corrected_is_told_again_under_another_id_and_an_undo_alone_tells_nothing(
    visitor: Visitor, courier: Courier, receiver: Receiver, there: str
) -> None:
    add(visitor, there, receiver.url)
    tap(visitor, there, *PART)
    settle(courier)
    tap(visitor, there, "undo")
    settle(courier)
    tap(visitor, there, PART[-1])
    settle(courier)
    assert len(receiver.got) == 1  # it stands as it was told
    tap(visitor, there, "undo", "result tricks=6,4,3")
    settle(courier)
    tap(visitor, there, "undo", PART[-1])
    settle(courier)
    assert [post["data"]["scores"]["Cléo"] for post in receiver.posts][::2] == [-2, -2]
    assert len(set(receiver.ids)) == 3


def test_what_is_not_taken_is_posted_again_with_the_same_id_after_growing_waits(
    visitor: Visitor, courier: Courier, receiver: Receiver, there: str, watch: Watch
) -> None:
    add(visitor, there, receiver.url)
    receiver.status = 503
    tap(visitor, there, *PART)
    waits = []
    for _ in range(14):
        while not (left := courier.look()):
            pass
        waits.append(left.total_seconds())
        watch.move(seconds=waits[-1])
    assert waits == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600]
    assert len(receiver.got) == 14
    assert len(set(receiver.ids)) == 1
    page = visitor.open(f"{there}/hooks").text
    assert "Not taken 14 times" in page
    assert "deal 1 – answered 503" in page
    receiver.status = 200
    settle(courier)
    assert len(set(receiver.ids)) == 1
    assert courier.look() is None
    assert "All is told." in visitor.open(f"{there}/hooks").text


def test_whoever_takes_nothing_for_a_day_is_told_nothing_more_until_the_director_tries_again(
    visitor: Visitor, courier: Courier, receiver: Receiver, there: str, watch: Watch
) -> None:
    add(visitor, there, receiver.url)
    receiver.status = 404
    tap(visitor, there, *PART)
    settle(courier)
    watch.move(hours=24)
    settle(courier)
    assert "Ended: it took nothing for a day." in visitor.open(f"{there}/hooks").text
    watch.move(hours=24)
    settle(courier)
    assert len(receiver.got) == 2
    receiver.status = 204
    visitor.press("Try again")
    settle(courier)
    assert len(receiver.got) == 3
    assert "All is told." in visitor.open(f"{there}/hooks").text


def test_the_director_tries_again_at_once_and_ends_it(
    visitor: Visitor, courier: Courier, receiver: Receiver, there: str
) -> None:
    add(visitor, there, receiver.url)
    receiver.status = 301
    tap(visitor, there, *PART)
    settle(courier)
    visitor.open(f"{there}/hooks")
    visitor.press("Try again")
    settle(courier)
    assert len(receiver.got) == 2
    visitor.open(f"{there}/hooks")
    visitor.press("End")
    assert "Ended." in visitor.page.text
    assert {"Try again", "End"}.isdisjoint(visitor.page.labels)
    settle(courier)
    assert len(receiver.got) == 2


def test_an_address_that_is_gone_is_left_alone(
    visitor: Visitor, courier: Courier, receiver: Receiver, there: str, watch: Watch
) -> None:
    add(visitor, there, receiver.url)
    receiver.status = 410
    tap(visitor, there, *PART)
    settle(courier)
    watch.move(hours=2)
    settle(courier)
    assert len(receiver.got) == 1
    assert "gone (410)" in visitor.open(f"{there}/hooks").text


def test_a_program_killed_between_a_post_and_its_note_posts_again_under_the_same_id(
    app: Flask, visitor: Visitor, courier: Courier, receiver: Receiver, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(visitor, there, receiver.url)
    tap(visitor, there, *PART)
    with monkeypatch.context() as killed:
        killed.setattr(Hooks, "note", lambda *_: None)
        courier.look()
    things = app.extensions
    fresh = Courier(
        Hooks(courier.hooks.store, "another secret"),
        things["tournaments"], things["access"], [ip_network("127.0.0.0/8")], courier.hooks.store._clock,
    )  # fmt: skip
    fresh.begin()
    settle(fresh)
    assert len(receiver.got) == 2
    assert len(set(receiver.ids)) == 1
    settle(fresh)
    assert len(receiver.got) == 2


def test_one_that_does_not_answer_keeps_no_other_waiting(
    visitor: Visitor, courier: Courier, receiver: Receiver, there: str
) -> None:
    with receiving() as other:
        add(visitor, there, other.url)
        add(visitor, there, receiver.url)
        other.status = 500
        tap(visitor, there, *PART, "deal Ana part=2", "bid Ben 5", "bid Cléo 5", "bid Ana 0", "result tricks=7,6,0")
        settle(courier)
        assert [post["data"]["deal"] for post in receiver.posts] == [1, 2]
        assert [post["data"]["deal"] for post in other.posts] == [1]


def test_a_tournament_tells_rounds_results_as_far_as_they_are_shown_and_fouls_ruled(
    app: Flask, courier: Courier, receiver: Receiver
) -> None:
    director = Visitor(app)
    desk = Desk(director, "double-detente", rounds="2", visible="rounds")
    desk.add(*NAMES[:6])
    add(director, f"/tournament/{desk.id}", receiver.url)
    desk.start()
    settle(courier)
    schema = director.client.get("/api/1/schema.json").get_json()
    [begun] = receiver.posts
    assert (begun["type"], begun["data"]["state"], begun["data"]["round"]) == ("tournament.round", "begun", 1)
    assert sorted(seat["name"] for table in begun["data"]["tables"] for seat in table["seats"]) == list(NAMES[:6])
    for table in (1, 2):
        desk.enter(table, *((12, -4, -8) if table == 1 else (3, -1, -2)))
        settle(courier)
        shown = [post["type"] for post in receiver.posts[1:]]
        assert shown == ([] if table == 1 else ["tournament.result", "tournament.result", "tournament.round"])
    first = receiver.posts[1]["data"]
    assert (first["tournament"], first["round"], first["table"]["paid"]) == (desk.id, 1, [12, -4, -8])
    assert receiver.posts[3]["data"]["state"] == "over"
    for post in receiver.posts:
        compiled({**schema, "$ref": "#/definitions/post"})(post)
        public = director.client.get(f"/api/1/tournament/{desk.id}/rounds/1").get_json()["tables"]
        if post["type"] == "tournament.result":
            assert post["data"]["table"] in public


def test_a_tournament_tells_a_foul_ruled_at_one_of_its_tables(app: Flask, courier: Courier, receiver: Receiver) -> None:
    director = Visitor(app)
    desk = Desk(director, "double-detente", rounds="1")
    desk.add(*NAMES[:6])
    desk.start()
    add(director, f"/tournament/{desk.id}", receiver.url)
    seats = dict(zip(SCORES, desk.seats(2), strict=True))
    lines = [" ".join(seats.get(word, word) for word in fact.split()) for fact in (*REVOKE, "ruling 7 uphold")]
    tap(director, desk.stream(2), *lines)
    settle(courier)
    schema = director.client.get("/api/1/schema.json").get_json()
    [foul] = receiver.posts
    compiled({**schema, "$ref": "#/definitions/post"})(foul)
    told = {key: foul["data"][key] for key in ("tournament", "round", "table", "seat", "kind", "ruling")}
    assert told == {
        "tournament": desk.id, "round": 1, "table": 2, "seat": seats["Ben"], "kind": "must-follow", "ruling": "uphold",
    }  # fmt: skip


def test_where_others_see_the_scores_alone_no_ruling_is_posted(
    app: Flask, visitor: Visitor, courier: Courier, receiver: Receiver, there: str
) -> None:
    app.extensions["access"].set_level(there.split("/")[2], "scribe", "level")
    add(visitor, there, receiver.url)
    tap(visitor, there, *REVOKE, "ruling 7 uphold")
    settle(courier)
    assert [post["type"] for post in receiver.posts] == ["table.result"]


def test_an_own_network_is_reached_only_where_the_host_allows_it(
    app: Flask, visitor: Visitor, courier: Courier, receiver: Receiver, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courier, "_may", ())
    add(visitor, there, receiver.url)
    tap(visitor, there, *PART)
    settle(courier)
    assert receiver.got == []
    assert "a network of this computer, which the host has not allowed" in visitor.open(f"{there}/hooks").text


def test_an_address_is_typed_well_or_stands_there_again_with_the_reason(visitor: Visitor, there: str) -> None:
    visitor.open(f"{there}/hooks")
    page = visitor.press("Tell it from now on", address="ftp://club.example")
    assert visitor.status == 422
    assert "an address begins with https://" in page.alerts
    [typed] = [control.value for form in page.forms for control in form.controls if control.name == "address"]
    assert typed == "ftp://club.example"
    for number in range(6):
        page = visitor.press("Tell it from now on", address=f"https://club.example/{number}")
    assert visitor.status == 422
    assert "5 addresses are told already" in page.alerts


def test_a_form_sent_twice_adds_one_hook_and_shows_its_key_again(visitor: Visitor, there: str) -> None:
    page = visitor.open(f"{there}/hooks")
    form, button = page.button("Tell it from now on")
    keys = [
        visitor.send(form, button, {"address": "https://club.example/"}).source.partition("<code>")[2][:50]
        for _ in "12"
    ]
    assert keys[0] == keys[1]
    assert visitor.open(f"{there}/hooks").text.count("https://club.example/ ") == 1


def test_only_who_is_in_charge_sees_and_changes_hooks(app: Flask, visitor: Visitor, there: str) -> None:
    phone = Visitor(app, address="192.168.1.7")
    assert phone.open(f"{there}/hooks")
    assert phone.status == 403
    visitor.open(f"{there}/hooks")
    assert visitor.client.post(f"{there}/hooks/nobody", data={"do": "end"}).status_code == 400  # no token
