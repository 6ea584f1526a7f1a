"""The keys that a client chooses: they tell when a form is sent twice, and name nothing else."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from flask import Flask

from referee.club.access import SCRIBE
from referee.record.grammar import parse
from referee.record.text import Header
from referee.store import StoreDamaged
from referee.tournament.settings import Settings
from tests.help.web import THREE, Visitor, encoded

GAME = "double-detente"
KEY = "0123456789abcdef0123456789abcdef"


def token_of(visitor: Visitor) -> str:
    visitor.open("/new")
    return visitor.page.attribute("input", "value")


def sent(visitor: Visitor, path: str, **fields: object) -> str:
    """Send a form made by hand; return where it leads, empty where it is refused."""
    form = {"csrf_token": token_of(visitor), **fields}
    headers = {"Origin": visitor.origin, "Accept-Language": "en"}
    answer = visitor.client.post(path, headers=headers, **encoded(form))  # type: ignore[arg-type]
    visitor.status = answer.status_code
    answer.close()
    return str(answer.location or "") if answer.status_code == 303 else ""


def new_table(visitor: Visitor, key: str, **more: object) -> str:
    return sent(visitor, "/new", key=key, game=GAME, seat=[*THREE], **more)


def new_tournament(visitor: Visitor, key: str) -> str:
    return sent(visitor, "/tournament/new", key=key, game=GAME, title="Open", rounds="1", sizes="3")


def id_in(address: str) -> str:
    found = re.search(r"/(?:t|tournament)/(\w+)", address)
    assert found, address
    return found[1]


@pytest.fixture
def venues(app: Flask) -> str:
    """A tournament that the computer directs, of two venues."""
    settings = Settings("Open", GAME, rounds=1, sizes=(3,), venues=("Lyon", "Nice"))
    return str(app.extensions["tournaments"].open(settings, "a" * 32, "this computer"))


def test_a_tournament_under_the_key_of_a_table_is_another_thing(visitor: Visitor, far: Callable[[], Visitor]) -> None:
    stranger = far()
    table, event = new_table(stranger, KEY), new_tournament(stranger, KEY)
    assert id_in(table) != id_in(event)
    for device in (visitor, stranger):
        for page in ("/", table, event):
            device.go(page)
            assert device.status == 200, page


def test_a_form_sent_again_opens_nothing_twice(far: Callable[[], Visitor]) -> None:
    tablet = far()
    for send in (new_table, new_tournament):
        first = send(tablet, KEY)
        assert first
        assert send(tablet, KEY) == first


def test_the_key_of_another_device_is_no_way_to_its_table(far: Callable[[], Visitor]) -> None:
    owner, stranger = far(), far()
    table = new_table(owner, KEY)
    assert new_table(stranger, KEY) != table
    stranger.open(f"{table}/devices")
    assert stranger.status == 403


def test_a_form_sent_before_and_after_an_upgrade_counts_once(app: Flask, far: Callable[[], Visitor]) -> None:
    tables, events = app.extensions["tables"], app.extensions["tournaments"]
    table = tables.open(Header(GAME, THREE), "", KEY)
    event = events.open(Settings("Open", GAME, rounds=1, sizes=(3,)), "f" * 32)
    again = far()
    assert new_table(again, KEY) == f"/t/{table}"
    assert new_tournament(again, "f" * 32) == f"/tournament/{event}"
    assert len(tables.all()) == len(events.all()) == 1
    for page in (f"/t/{table}/devices", f"/tournament/{event}/codes"):
        again.open(page)
        assert again.status == 403, page


def test_a_tap_sent_before_and_after_an_upgrade_counts_once(app: Flask, visitor: Visitor) -> None:
    table = app.extensions["tables"].open(Header(GAME, THREE), "", KEY)
    app.extensions["tables"].add(table, "e" * 32, 0, parse("deal Cléo part=1"))
    sent(visitor, f"/t/{table}/fact", key="e" * 32, seq="0", fact="deal Cléo part=1")
    assert visitor.status == 303
    assert app.extensions["tables"].get(table).seq == 1


@pytest.mark.parametrize("key", ["{event}/venue Lyon", "{event}/venue+Lyon", "venue {event} Lyon"])
def test_nobody_becomes_the_director_of_a_venue_by_its_key(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor], venues: str, key: str
) -> None:
    part = id_in(sent(visitor, f"/tournament/{venues}/venue", key=KEY, venue="Lyon"))
    stranger = far()
    new_tournament(stranger, key.format(event=venues))
    for page in (f"/tournament/{part}/codes", f"/tournament/{part}/players.csv"):
        stranger.open(page)
        assert stranger.status == 403, page
    assert not app.extensions["access"].of(part).members


def test_a_venue_is_opened_although_a_stranger_sent_its_key_before(
    visitor: Visitor, far: Callable[[], Visitor], venues: str
) -> None:
    new_tournament(far(), f"{venues}/venue Lyon")
    part = sent(visitor, f"/tournament/{venues}/venue", key=KEY, venue="Lyon")
    assert "Lyon" in visitor.go(part).text
    visitor.open("/")
    assert visitor.status == 200


def test_a_venue_opened_by_the_computer_is_nobody_elses(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor], venues: str
) -> None:
    director = far()
    token_of(director)
    device = next(cookie for cookie in director.client._cookies.values() if cookie.key == "device").value.split(".")[0]
    app.extensions["access"].grant(venues, device, "director", "invited him")
    part = id_in(sent(visitor, f"/tournament/{venues}/venue", key=KEY, venue="Nice"))
    assert id_in(sent(director, f"/tournament/{venues}/venue", key=KEY, venue="Nice")) == part
    director.open(f"/tournament/{part}/codes")
    assert director.status == 403


def test_the_rights_of_a_table_stay_whatever_key_a_stranger_sends(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor]
) -> None:
    table = id_in(new_table(visitor, KEY))
    new_table(far(), f"access {table}")
    app.extensions["access"].grant(table, "scribe", SCRIBE, "he joined")
    assert [stream.meta["subject"] for stream in app.extensions["tables"].store.streams("access")] == [table]
    visitor.open("/")
    assert visitor.status == 200


def test_wrong_codes_are_counted_whatever_key_a_stranger_sends(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor]
) -> None:
    stranger = far()
    new_table(stranger, "guesses")
    stranger.open("/j/AAAAAA")
    assert len(app.extensions["tables"].store.streams("guesses")) == 1
    visitor.open("/")
    assert visitor.status == 200


@pytest.mark.parametrize("key", ["with space", "nul\0", "é", "x" * 65, "line\n"])
@pytest.mark.parametrize("path", ["/new", "/tournament/new", "/import", f"/try/{GAME}"])
def test_an_odd_key_is_refused_at_the_door(app: Flask, visitor: Visitor, path: str, key: str) -> None:
    record = (io.BytesIO(b"game double-detente\nseats Ana Ben\n"), "a.deal")
    more = {"record": record} if path == "/import" else {"game": GAME, "seat": [*THREE], "title": "Open"}
    sent(visitor, path, key=key, **more)
    assert visitor.status == 400
    assert not app.extensions["tables"].store.kinds()


@pytest.mark.parametrize("key", ["", "with space", "nul\0", "x" * 65])
def test_an_odd_key_of_a_tap_is_refused(app: Flask, visitor: Visitor, key: str) -> None:
    table = new_table(visitor, KEY)
    for path, fields in (("fact", {"fact": "deal Cléo part=1"}), ("correct", {"line": "1", "how": "strike"})):
        sent(visitor, f"{table}/{path}", key=key, seq="0", **fields)
        assert visitor.status == 400, path


def test_a_device_turned_out_does_not_come_back_with_its_old_form(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor]
) -> None:
    owner = far()
    table = new_table(owner, KEY)
    (device,) = app.extensions["access"].of(id_in(table)).members
    app.extensions["access"].revoke(id_in(table), device, "out with him")
    new_table(owner, KEY)
    sent(owner, "/import", key=KEY, record=(io.BytesIO(b"game double-detente\nseats Ana Ben Cl\xc3\xa9o\n"), "a.deal"))
    sent(owner, f"/try/{GAME}", key=KEY)
    owner.open(f"{table}/devices")
    assert owner.status == 403


def test_a_table_that_went_on_gives_no_rights_to_who_asks_again(
    app: Flask, visitor: Visitor, far: Callable[[], Visitor]
) -> None:
    owner = far()
    table = new_table(owner, KEY)
    names = ["Ana", "Ben", "Dora"]
    after = sent(owner, f"{table}/players", key="d" * 32, seat=names)
    assert after != table
    access = app.extensions["access"]
    (device,) = access.of(id_in(after)).members
    access.revoke(id_in(after), device, "out with him")
    sent(owner, f"{table}/players", key="c" * 32, seat=names)
    assert not access.of(id_in(after)).members


def test_a_table_goes_on_at_a_new_table_whatever_key_is_sent(far: Callable[[], Visitor]) -> None:
    owner = far()
    first = new_table(owner, KEY)
    second = new_table(owner, "b" * 32)
    after = sent(owner, f"{second}/players", key=KEY, seat=["Ana", "Ben", "Dora"])
    assert after not in (first, second)


def test_a_stream_of_another_kind_is_never_taken_for_the_own(app: Flask) -> None:
    store = app.extensions["tables"].store
    table = store.create("table", {}, "one key")
    with pytest.raises(StoreDamaged):
        store.create("tournament", {}, "one key")
    assert store.stream_of_key("table", "one key") == table
    assert store.stream_of_key("tournament", "one key") is None


@pytest.mark.parametrize("shelf", ["", "archive", "bin"])
def test_one_table_that_cannot_be_read_costs_its_own_tile(app: Flask, visitor: Visitor, shelf: str) -> None:
    store = app.extensions["tables"].store
    broken = app.extensions["tables"].open(Header(GAME, THREE), "Broken", "b" * 32)
    whole = app.extensions["tables"].open(Header(GAME, ("Dora", "Emil")), "Whole", "c" * 32)
    event = app.extensions["tournaments"].open(Settings("Lost", GAME, rounds=1, sizes=(3,)), "d" * 32)
    store.append(broken, "x", 0, [("opened", {"word": "opened"})])
    store.append(event, "x", 1, [("what", {"no": "word"})])
    for stream in (broken, whole, event):
        store.set_label(stream, store.stream(stream).label | {"shelf": shelf})
    page = visitor.open(f"/?shelf={shelf}&put={broken}")
    assert visitor.status == 200
    for words in ("Broken", "Whole", "Lost", "cannot be read"):
        assert words in page.text
    for own in (f"/t/{broken}", f"/t/{broken}/history", f"/tournament/{event}"):
        assert "Throw it away on the first page, or restore a backup." in visitor.open(own).text
        assert "A fault of the program" not in visitor.page.text
    for other in ("/tournament/calendar.ics", "/season", "/people"):
        visitor.open(other)
        assert visitor.status != 500, other
    sent(visitor, f"/t/{broken}/shelf", shelf="archive")
    assert visitor.status == 303
