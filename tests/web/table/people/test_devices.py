"""Devices at a table: who may do what, from another address than this machine's."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from tests.help.web import Visitor
from tests.web.table.test_results import TAROT, at


@pytest.fixture
def tablet(far: Callable[[], Visitor]) -> Visitor:
    """A tablet that has opened a table."""
    opened = far()
    opened.new_table()
    return opened


def table_of(visitor: Visitor) -> str:
    found = re.search(r"/t/\w+", visitor.path)
    assert found
    return found[0]


def code(owner: Visitor, role: str) -> str:
    """A code for a role, as the page of devices shows it."""
    owner.open(table_of(owner) + "/devices")
    page = owner.press(role)
    return re.findall(r'<p class="code">(\w+)</p>', page.source)[0]


def test_the_device_that_opens_a_table_owns_it(tablet: Visitor) -> None:
    assert "Undo" in " ".join(tablet.page.labels)
    tablet.tap("deal Cléo part=1")
    assert tablet.page.seq == 1
    assert "Let a device in" in tablet.open(table_of(tablet) + "/devices").text


def test_another_device_looks_on_and_is_offered_to_join(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    tablet.tap("deal Cléo part=1")
    phone = far()
    page = phone.open(table_of(tablet))
    assert phone.status == 200
    assert "Ana" in page.text
    assert "Join" in page.labels
    assert not [form for form in page.forms if form.action.endswith(("/fact", "/prompt"))]


def test_this_very_machine_owns_every_table(tablet: Visitor, visitor: Visitor) -> None:
    visitor.open(table_of(tablet))
    visitor.tap("deal Cléo part=1")
    assert visitor.page.seq == 1


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_what_a_proxy_on_this_machine_passes_on_is_not_this_machine(
    tablet: Visitor, visitor: Visitor, header: str
) -> None:
    visitor.open(table_of(tablet) + "/devices", **{header: "192.168.1.99"})
    assert visitor.status == 403


def test_a_stranger_cannot_record_correct_or_let_itself_in(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    tablet.tap("deal Cléo part=1")
    where, stranger = table_of(tablet), far()
    stranger.open(where)
    token = stranger.page.attribute("meta", "content")
    found = re.search(r'name="csrf-token" content="([^"]+)"', stranger.page.source)
    assert found, token
    sent = {"csrf_token": found[1], "key": "k", "seq": "1", "fact": "bid Ana 4", "how": "strike", "line": "1"}
    sent |= {"device": "x", "role": "scribe", "level": "open", "deal": "1", "seat": "0", "scores": "", "agreed": "yes"}
    for address in ("fact", "correct", "devices/invite", "devices/level", "devices/revoke", "confirm"):
        answer = stranger.client.post(f"{where}/{address}", data=sent, headers={"Origin": "http://localhost"})
        assert answer.status_code == 403, address
    assert stranger.client.get(where + "/devices").status_code == 403
    assert tablet.open(where).seq == 1


def test_a_phone_with_the_code_of_a_scribe_writes(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    phone = far()
    phone.open("/j/" + code(tablet, "scribe"))
    phone.press("Join", name="Ben’s phone")
    assert table_of(phone) == table_of(tablet)
    phone.tap("deal Cléo part=1")
    assert phone.page.seq == 1
    assert "Ben’s phone" in tablet.open(table_of(tablet) + "/devices").text
    assert "Ben’s phone" in tablet.open(table_of(tablet) + "/history?fix=1").text


def test_looking_at_a_code_does_not_use_it_up(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    invitation = code(tablet, "scribe")
    for _ in range(3):
        assert "Join" in far().open("/j/" + invitation).labels


def test_a_code_that_was_used_is_refused_in_words(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    invitation, first, late = code(tablet, "scribe"), far(), far()
    first.open("/j/" + invitation)
    late.open("/j/" + invitation)
    first.press("Join")
    late.press("Join")
    assert late.status == 403
    assert "lets nobody in" in late.page.alerts


@pytest.mark.parametrize(("role", "button"), [("scribe", "Join"), ("player", "Ben")])
def test_a_code_tapped_twice_leads_to_the_table_twice(
    tablet: Visitor, far: Callable[[], Visitor], role: str, button: str
) -> None:
    phone = far()
    form, control = phone.open("/j/" + code(tablet, role)).button(button)
    for _ in range(2):
        phone.send(form, control)
        assert (phone.status, table_of(phone)) == (200, table_of(tablet)), phone.page.alerts
    assert len(phone.page.alerts) == 0


def test_a_player_chooses_its_seat_and_says_only_its_own_bids(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    tablet.tap("deal Cléo part=1")
    phone = far()
    page = phone.open("/j/" + code(tablet, "player"))
    assert {"Ana", "Ben", "Cléo"} <= set(page.labels)
    phone.press("Ana")
    assert "Ana" in phone.page.text
    phone.tap("bid Ana 4")
    assert phone.page.seq == 2
    assert not [form for form in phone.page.forms if form.action.endswith("/fact")]
    other = far()
    other.open("/j/" + code(tablet, "player"))
    other.press("Ben")
    other.tap("bid Cléo 3")
    assert other.status == 403
    assert "may not write this" in other.page.alerts
    assert tablet.open(table_of(tablet)).seq == 2


def test_a_player_calls_the_referee_from_a_phone_and_who_writes_says_that_it_was_heard(
    tablet: Visitor, far: Callable[[], Visitor]
) -> None:
    phone = far()
    phone.open("/j/" + code(tablet, "player"))
    phone.press("Ben")
    assert "Ben: Referee!" not in tablet.open(table_of(tablet)).text
    assert 'form="call"' in phone.page.source  # the button in the bar
    phone.send(next(form for form in phone.page.forms if form.action.endswith("/call")))
    assert "Who writes knows it" in phone.page.text
    assert "Ben: Referee!" in tablet.open(table_of(tablet)).text
    assert "Ben: Referee!" not in far().open(table_of(tablet)).text
    tablet.press("Understood")
    assert "Ben: Referee!" not in tablet.page.text
    assert "Who writes knows it" not in phone.open(table_of(tablet)).text


def test_players_confirm_or_dispute_the_scores_and_a_correction_asks_them_again(
    tablet: Visitor, far: Callable[[], Visitor]
) -> None:
    tablet.tap("deal Cléo part=1 depth=score", "bid Ana 4", "bid Ben 5", "bid Cléo 3")
    phones = []
    for name in ("Ana", "Ben"):
        phone = far()
        phone.open("/j/" + code(tablet, "player"))
        phone.press(name)
        phones.append(phone)
    tablet.open(table_of(tablet))
    tablet.tap("result tricks=5,4,4")
    assert tablet.status == 200, tablet.page.alerts
    phones[0].open(table_of(tablet))
    kept = tablet.client.application.extensions["tables"]
    assert f"Log {kept.code(kept.get(table_of(tablet)[3:]))}" in phones[0].page.text
    phones[0].press("These scores are right")
    phones[1].open(table_of(tablet))
    page = phones[1].press("They are not")
    assert "confirmed" in page.text
    assert "disputed" in tablet.open(table_of(tablet)).text
    line = tablet.page.seq
    tablet.open(f"{table_of(tablet)}/history?fix={line}")
    form = next(form for form in tablet.page.forms if form.action.endswith("/correct"))
    data = form.sent(None, {})
    data.setlist("fact", ["result tricks=4,5,4"])
    data.setlist("how", ["replace"])
    data.setlist("line", [str(line)])
    tablet.client.post(form.action, data=data, headers={"Origin": "http://localhost"})
    data.setlist("change", [f"correct {line} result tricks=4,5,4"])
    data.setlist("key", ["confirmed"])
    tablet.client.post(form.action, data=data, headers={"Origin": "http://localhost"})
    text = tablet.open(table_of(tablet)).text
    assert "disputed" not in text
    assert "not yet confirmed" in text


def test_the_streams_of_a_table_end_where_its_rights_change(app: Flask, tablet: Visitor) -> None:
    table, told = table_of(tablet), list[tuple[str, str]]()
    watches = tablet.client.get(f"{table}/news").headers["X-Held"].split()
    app.extensions["listen"](lambda topic, text: told.append((topic, text)))
    app.extensions["access"].grant(table.split("/")[2], "a" * 16, "scribe", "k", name="x")
    assert [text for topic, text in told if topic in watches] == ["door", ""]  # it ends, and is asked for anew


def test_turned_out_a_phone_looks_on_and_is_told(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    phone = far()
    phone.open("/j/" + code(tablet, "scribe"))
    phone.press("Join", name="lost phone")
    tablet.open(table_of(tablet) + "/devices")
    tablet.press("Turn out")
    phone.tap("deal Cléo part=1")
    assert phone.status == 403
    assert "may not write" in phone.page.alerts
    assert "turned out" in phone.open(table_of(tablet)).alerts


def test_the_machine_hands_over_the_table_of_a_lost_tablet(
    tablet: Visitor, visitor: Visitor, far: Callable[[], Visitor]
) -> None:
    phone = far()
    phone.open("/j/" + code(tablet, "scribe"))
    phone.press("Join")
    visitor.open(table_of(tablet) + "/devices")
    visitor.press("Hand the table over")
    assert "Let a device in" in phone.open(table_of(tablet) + "/devices").text
    tablet.open(table_of(tablet) + "/devices")
    assert tablet.status == 403
    tablet.open(table_of(tablet))
    tablet.tap("deal Cléo part=1")
    assert tablet.page.seq == 1


def test_a_discreet_table_keeps_what_was_played_from_those_who_look_on(
    tablet: Visitor, far: Callable[[], Visitor]
) -> None:
    tablet.tap("deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3", "play Ana H5")
    phone = far()
    assert "5 of hearts" in phone.open(table_of(tablet)).source
    assert "5 of hearts" not in phone.open(table_of(tablet) + "/history").source
    phone.open(table_of(tablet) + "/record")
    assert phone.status == 403
    assert "5 of hearts" in tablet.open(table_of(tablet) + "/history").source


def test_an_open_table_marks_the_cards_that_are_gone(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    tablet.tap("deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3", "play Ana H5")
    assert "5 of hearts, gone" not in tablet.page.source
    tablet.open(table_of(tablet) + "/devices")
    tablet.press("everything, with the cards gone marked")
    assert "5 of hearts, gone" in tablet.open(table_of(tablet)).source
    assert "5 of hearts" in far().open(table_of(tablet) + "/history").source


def test_a_table_for_the_scribe_alone_shows_the_others_the_scores(far: Callable[[], Visitor]) -> None:
    tablet = far()
    tablet.open("/new?game=double-detente&count=3")
    tablet.press("Open the table", seat=["Ana", "Ben", "Cléo"], level="scribe")
    tablet.tap("deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3", "play Ana H5")
    phone = far()
    page = phone.open(table_of(tablet))
    assert "Total" in page.text
    assert "5 of hearts" not in page.source
    assert "5 of hearts" not in phone.open(table_of(tablet) + "/live").source
    phone.open(table_of(tablet) + "/history")
    assert phone.status == 403
    assert "5 of hearts" in tablet.open(table_of(tablet)).source


def test_ten_wrong_codes_make_a_stranger_wait_and_nobody_else(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    invitation, guesser = code(tablet, "scribe"), far()
    guesser.open("/")
    for guess in range(10):
        guesser.open(f"/j/AAAAA{guess}")
        assert guesser.status == 403
    assert "Wait" in guesser.open("/j/" + invitation).alerts
    assert "Join" in far().open("/j/" + invitation).labels


def test_a_device_cannot_name_itself(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    cookie = tablet.client.get_cookie("device")
    assert cookie
    forger = far()
    forger.client.set_cookie("device", cookie.value.partition(".")[0] + ".forged")
    forger.open(table_of(tablet) + "/devices")
    assert forger.status == 403


def test_two_devices_that_write_at_once_are_told_of_each_other(tablet: Visitor, far: Callable[[], Visitor]) -> None:
    phone = far()
    phone.open("/j/" + code(tablet, "scribe"))
    phone.press("Join", name="Ben’s phone")
    phone.tap("deal Cléo part=1")
    tablet.open(table_of(tablet))
    assert "Two devices write" not in tablet.page.text
    tablet.tap("bid Ana 4")
    assert "Two devices write at this table: this one and Ben’s phone" in tablet.page.text


def test_the_panel_says_nothing_twice(tablet: Visitor) -> None:
    where = table_of(tablet)
    page = tablet.open(where + "/door")
    seen = page.attribute("section", "hx-get")
    tablet.open(seen)
    assert tablet.status == 204


@pytest.mark.parametrize(("language", "word"), [("fr", "Rejoindre"), ("de", "Beitreten")])
def test_who_comes_in_is_spoken_to_in_its_language(
    tablet: Visitor, far: Callable[..., Visitor], language: str, word: str
) -> None:
    assert word in far(language).open("/j/" + code(tablet, "scribe")).labels


def test_who_looks_on_is_told_that_the_result_is_being_entered_and_may_join_at_once(
    app: Flask, visitor: Visitor
) -> None:
    at(app, visitor, TAROT + "deal Dan depth=score\n")
    guest = Visitor(app, address="192.168.1.77")
    page = guest.open(visitor.path)
    assert "The result is being entered." in page.source.split('id="strip"')[1]
    assert page.source.index('name="code"') < page.source.index('class="instrument"')
