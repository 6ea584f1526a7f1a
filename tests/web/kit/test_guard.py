"""Who may talk to the program, in which language it answers, and what every page carries."""

from __future__ import annotations

import errno
import gzip
import os
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from flask import Flask

from referee import create_app
from referee.paths import STATIC
from referee.store import StoreUnwritable
from referee.web.kit.guard import secret
from tests.help.web import ORIGIN, Page, Visitor, facts

DEAL = "deal Cléo part=1"
PAGES = (
    "/",
    "/new",
    "{t}",
    "{t}/history",
    "{t}/record",
    "{t}/live",
    "/nowhere",
    "/t/nwhere22",
    "/static/icons/referee.svg",
)
HOSTILE = (
    '<script>alert("1")</script>',
    'O\'Neil "X" &amp;',
    "👩🏽 🂡 ♠",
    "שרה لیلا",
    "Ł" * 40,
    "a=b,c;d#e",
    "../..",
    "{{ 7*7 }}",
    "100%s {found}",
)


@pytest.fixture
def at_table(visitor: Visitor) -> Visitor:
    visitor.new_table()
    return visitor


# Hosts, origins, tokens


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:8000", "192.168.1.20:8000", "[::1]:8000", "club.local", "referee.localhost"]
)
def test_this_machine_answers_by_number_and_by_its_own_names(
    visitor: Visitor, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Club.lan")
    visitor.open("/", Host=host)
    assert visitor.status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.local", "xlocal", "[", "[::1", "a b"],
)
def test_a_name_that_is_not_ours_gets_a_page_that_refuses(visitor: Visitor, host: str) -> None:
    page = visitor.open("/", Host=host)
    assert visitor.status in (400, 403)
    assert "Referee" in page.text


def test_a_name_the_club_has_given_is_answered(tmp_path: Path) -> None:
    app = create_app({"DATABASE": str(tmp_path / "club.db"), "HOSTS": ["scores.club.example"]})
    try:
        assert app.test_client().get("/", headers={"Host": "scores.club.example"}).status_code == 200
    finally:
        app.extensions["tables"].store.close()


@pytest.mark.parametrize("name", ["scores.club.local", "192.168.1.20:8000", "referee.localhost"])
def test_a_page_at_another_name_than_the_machines_own_for_itself_has_not_the_rights_of_the_machine(
    tmp_path: Path, name: str
) -> None:
    app = create_app({"DATABASE": str(tmp_path / "club.db"), "HOSTS": ["scores.club.local"]})
    try:
        visitor = Visitor(app)
        visitor.new_table("Ana", "Ben", "Victim")
        asked = ("/people/Victim", visitor.path + "/devices")
        for host, statuses in (("localhost", [True, 200]), ("127.0.0.1:8000", [True, 200]), (name, [False, 403])):
            offered = "Forget this player" in visitor.open(asked[0], Host=host).text
            visitor.open(asked[1], Host=host)
            assert [offered, visitor.status] == statuses, host
    finally:
        app.extensions["tables"].store.close()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://localhost.evil.example", "http://localhost:81", "http://["]
)
def test_a_form_of_another_site_is_refused_with_a_page_and_records_nothing(at_table: Visitor, origin: str) -> None:
    form = next(form for form in at_table.page.forms if form.action.endswith("/fact"))
    data = form.sent(None, {})
    data.setlist("fact", [DEAL])
    answer = at_table.client.post(form.action, data=data, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "not allowed from here" in Page(answer.text).text
    assert facts(at_table.record()) == []


def test_another_sites_page_may_lead_here_but_spends_nothing_of_a_device(visitor: Visitor) -> None:
    image = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    for _ in range(12):
        visitor.open("/j/AAAAAA", **image)
        assert visitor.status == 403
        visitor.open("/j/AAAAAA", **link)
        assert visitor.status == 200
    visitor.open("/j/AAAAAA")
    assert "Too many wrong codes" not in visitor.page.text


def test_what_another_sites_page_loads_over_plain_http_spends_nothing_of_a_device_that_was_here(app: Flask) -> None:
    """Such requests have no header that says who asks, and no cookie (SameSite=Lax)."""
    phone = Visitor(app, address="192.168.1.7")
    phone.open("/")
    for _ in range(12):
        loaded = Visitor(app, address="192.168.1.7")
        loaded.open("/j/AAAAAA")
    assert "Too many wrong codes" in loaded.page.text
    phone.open("/j/AAAAAA")
    assert "Too many wrong codes" not in phone.page.text


def test_a_key_that_cannot_be_written_is_told_before_anything_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr("referee.web.kit.guard.os.fsync", Mock(side_effect=full))
    with pytest.raises(StoreUnwritable, match="the disk is full"):
        secret(tmp_path / "referee.db")


@pytest.mark.parametrize("token", ["", "x", None])
def test_a_form_without_its_token_is_refused_with_a_page_and_records_nothing(
    at_table: Visitor, token: str | None
) -> None:
    data = {"key": "k", "seq": "0", "fact": DEAL, **({} if token is None else {"csrf_token": token})}
    answer = at_table.client.post(at_table.path + "/fact", data=data)
    assert answer.status_code == 400
    assert "This page is too old" in Page(answer.text).text
    assert "X-Sequence" not in answer.headers
    assert facts(at_table.record()) == []


def test_a_token_of_another_visitor_is_refused(at_table: Visitor, other: Visitor) -> None:
    form = next(form for form in at_table.page.forms if form.action.endswith("/fact"))
    data = form.sent(None, {})
    data.setlist("fact", [DEAL])
    other.open("/")
    assert other.client.post(form.action, data=data).status_code == 400


def test_every_form_of_a_table_carries_its_own_visitors_token_and_number(at_table: Visitor, other: Visitor) -> None:
    at_table.tap(DEAL)
    other.open(at_table.path)
    tokens = []
    for device in (at_table, other):
        forms = [form for form in device.page.forms if form.action.startswith("/t/")]
        sent = [{c.name: c.value for c in form.controls if c.type == "hidden"} for form in forms]
        assert len(sent) > 3
        assert {each["seq"] for each in sent} == {"1"}
        assert all(each["key"] for each in sent)
        tokens.append({each["csrf_token"] for each in sent})
    assert [len(each) for each in tokens] == [1, 1]
    assert tokens[0] != tokens[1]


def test_a_page_left_open_outlives_a_restart_of_the_program(at_table: Visitor, app: Flask) -> None:
    app.extensions["tables"].store.close()
    again = create_app({"DATABASE": app.config["DATABASE"]})
    try:
        at_table.client.application = again
        at_table.tap(DEAL)
        assert at_table.status == 200
        assert facts(at_table.record()) == [DEAL]
    finally:
        again.extensions["tables"].store.close()


def test_a_key_file_left_empty_by_a_crash_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "referee.db.key").touch()
    app = create_app({"DATABASE": str(tmp_path / "referee.db")})
    try:
        assert Visitor(app).new_table().seq == 0
        assert len((tmp_path / "referee.db.key").read_text()) >= 32
    finally:
        app.extensions["tables"].store.close()


def test_the_key_that_signs_cookies_is_for_its_owner_alone(app: Flask) -> None:
    assert Path(app.config["DATABASE"] + ".key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("path", ["/", "/appearance", "{t}/fact", "/new"])
def test_too_much_is_refused_with_a_page(at_table: Visitor, path: str) -> None:
    answer = at_table.client.post(path.replace("{t}", at_table.path), data={"fact": "x" * 1_300_000})
    assert answer.status_code in (405, 413)
    assert "Referee" in Page(answer.text).text


def test_a_method_a_page_does_not_know_gets_a_page(visitor: Visitor) -> None:
    assert visitor.client.delete("/").status_code in (400, 405)


# Headers


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_headers_that_keep_it_ours(at_table: Visitor, path: str) -> None:
    table = at_table.path
    at_table.open(path.replace("{t}", table))
    headers = at_table.headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Server"] == "referee"  # not the library that serves
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert {"camera=()", "microphone=()", "geolocation=()"} <= set(headers["Permissions-Policy"].split(", "))
    if not path.startswith("/static"):
        assert headers["Cache-Control"] == "no-store"


def test_a_style_or_a_script_is_taken_for_nothing_else_and_by_no_other_site(visitor: Visitor) -> None:
    for path in ("/static/css/base.css", "/static/js/send.js"):
        answer = visitor.client.get(path)
        answer.close()
        assert answer.mimetype in ("text/css", "text/javascript")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/new", "{t}", "{t}/history", "/nowhere"])
def test_no_page_asks_for_anything_from_outside_or_runs_what_it_carries(at_table: Visitor, path: str) -> None:
    table = at_table.path
    at_table.tap(DEAL)
    page = at_table.open(path.replace("{t}", table))
    for tag, got in page.attributes:
        for name in ("href", "src", "action", "hx-get", "hx-post", "data-live"):
            if name in got:
                assert re.match("/(?!/)|#", got[name]), (tag, name, got[name])
        assert not [name for name in got if name.startswith(("on", "hx-on")) or name == "style"], (tag, got)
        assert tag != "style"
    assert all(got.get("src") for tag, got in page.attributes if tag == "script")


def test_a_table_and_all_it_loads_weigh_less_than_80_kilobytes_on_the_way(at_table: Visitor) -> None:
    at_table.tap(DEAL)
    asked = [at_table.path] + [
        got[name]
        for _, got in at_table.page.attributes
        for name in ("src", "href")
        if got.get(name, "").startswith("/static")
    ]
    answers = [at_table.client.get(path, headers={"Accept-Encoding": "gzip"}) for path in asked]
    assert [answer.status_code for answer in answers] == [200] * len(asked)
    assert sum(len(answer.data) for answer in answers) < 80_000
    for answer in answers:
        answer.close()


def test_a_page_names_every_script_its_scripts_ask_for(at_table: Visitor) -> None:
    attributes = at_table.page.attributes
    scripts = {got["src"] for tag, got in attributes if tag == "script"}
    named = scripts | {got["href"] for tag, got in attributes if got.get("rel") == "modulepreload"}
    assert len(named) > len(scripts)
    for path in named:
        folder, _, name = path.partition("/js/")
        text = (STATIC / "js" / name).read_text() if name else ""
        asked = {f"{folder}/js/{name}" for name in re.findall(r'^import .*"\./(.*)";$', text, re.MULTILINE)}
        assert asked <= named, (path, asked - named)


def test_what_is_packed_unpacks_to_the_same(at_table: Visitor) -> None:
    packed = at_table.client.get("/static/js/send.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data) == (STATIC / "js" / "send.js").read_bytes()
    plain = at_table.client.get("/static/js/send.js", headers={"Accept-Encoding": "identity"})
    assert plain.data == (STATIC / "js" / "send.js").read_bytes()
    packed.close()
    plain.close()


# Languages


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("fr", "fr"),
        ("de-CH,de;q=0.9", "de"),
        ("en-GB", "en"),
        ("zh-CN,zh;q=0.9", "en"),
        ("zh-CN, fr;q=0.5", "fr"),
        ("en;q=0.2, de;q=0.8", "de"),
        ("*", "en"),
        ("", "en"),
        (";;;q=x,\xff", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_the_language_is_the_first_the_browser_asks_for_that_we_speak(
    visitor: Visitor, accepted: str, spoken: str
) -> None:
    page = visitor.open("/", **{"Accept-Language": accepted})
    assert visitor.status == 200
    assert page.attribute("html", "lang") == spoken


def test_a_language_chosen_by_hand_holds_against_the_browsers(visitor: Visitor) -> None:
    visitor.open("/new")
    visitor.follow("Deutsch")
    assert (visitor.status, visitor.headers["Location"]) == (303, "/new")
    assert visitor.open("/").attribute("html", "lang") == "de"


@pytest.mark.parametrize("cookie", ["zh", "xx", "", "../../etc", "fr; DROP", "%00", "é" * 30])
def test_a_mad_language_cookie_is_as_none(visitor: Visitor, cookie: str) -> None:
    page = visitor.open("/", Cookie=f"language={cookie}")
    assert visitor.status == 200
    assert page.attribute("html", "lang") == "en"


@pytest.mark.parametrize("code", ["xx", "", "fr%0d%0aSet-Cookie:x=y", "%00"])
def test_a_language_we_do_not_speak_leaves_the_page_readable(visitor: Visitor, code: str) -> None:
    answer = visitor.client.get(f"/language?code={code}&next=/")
    assert answer.status_code == 303
    assert "x=y" not in " ".join(answer.headers.getlist("Set-Cookie")).replace("\\", "")
    visitor.open("/")
    assert visitor.status == 200


def test_court_cards_have_the_letters_of_the_language(at_table: Visitor, speaking: Callable[[str], Visitor]) -> None:
    at_table.tap(DEAL, "bid Ana 4", "bid Ben 5", "bid Cléo 3", "play Ana SK")
    assert "Undo Ana plays ♠K" in at_table.page.text
    french = speaking("fr")
    french.open(at_table.path)
    assert "♠R" in french.page.text
    assert "♠K" not in french.page.text


# Looks


def test_looks_chosen_are_kept_and_lead_back(at_table: Visitor) -> None:
    at_table.open("/new?game=double-detente")
    form = next(form for form in at_table.page.forms if form.action == "/appearance")
    at_table.send(form, None, {"scheme": "dark", "colours": "distinct", "hand": "left", "shortcuts": "off"})
    assert at_table.path == "/new?game=double-detente"
    page = at_table.open("/")
    assert page.attribute("html", "class").split() == ["dark", "distinct", "left"]
    assert "data-shortcuts" not in dict(page.attributes[0][1])


@pytest.mark.parametrize("cookie", ["scheme=purple", 'scheme="><script>', "colours=; hand=x", "shortcuts=maybe"])
def test_mad_looks_are_as_none(visitor: Visitor, cookie: str) -> None:
    page = visitor.open("/", Cookie=cookie)
    assert page.attribute("html", "class").split() == ["auto", "classic", "right"]


@pytest.mark.parametrize(
    "target",
    [
        "http://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https:evil.example",
        "javascript:alert(1)",
        "/\t/evil.example",
        "/\n/evil.example",
        "\t//evil.example",
        "/\r\nX: y",
        "",
        "new",
    ],
)
def test_no_choice_leads_away_from_here(visitor: Visitor, target: str) -> None:
    visitor.open("/")
    form = next(form for form in visitor.page.forms if form.action == "/appearance")
    data = form.sent(None, {})
    data.setlist("next", [target])
    for answer in (
        visitor.client.post("/appearance", data=data, headers={"Origin": ORIGIN}),
        visitor.client.get("/language", query_string={"code": "fr", "next": target}),
    ):
        assert (answer.status_code, answer.location) == (303, "/")


# Names


def test_hostile_names_are_shown_as_they_are_and_nothing_more_on_every_page(app: Flask) -> None:
    for number in range(0, len(HOSTILE), 3):
        visitor = Visitor(app)
        names = HOSTILE[number : number + 3]
        visitor.new_table(*names, title=names[0])
        visitor.press("Record every card")
        for _name in names:
            visitor.press("Record it all the same") if "Record it all the same" in visitor.page.labels else None
            visitor.press(
                next(
                    c.value
                    for form in visitor.page.forms
                    for c in form.controls
                    if c.value.startswith("bid ") and c.value.endswith(" 4")
                )
            )
        for card in ("H5", "T4", "H9", "S2", "SK", "S9", "H2", "H8", "H7"):
            form = next(
                f
                for f in visitor.page.forms
                if any(c.name == "fact" and c.value.startswith("play ") for c in f.controls)
            )
            visitor.send(form, next(control for control in form.controls if control.value == card))
            assert visitor.status == 200, visitor.page.alerts
        table = visitor.path
        assert "Not following" in visitor.page.text
        for path in (
            table,
            table + "/history",
            table + "/history?fix=6",
            "/",
            "/new",
            "/new?like=" + table.split("/")[2],
        ):
            page = visitor.open(path)
            assert visitor.status == 200
            assert all(got.get("src") for tag, got in page.attributes if tag == "script")
            assert "alert(" not in " ".join(
                value for _, got in page.attributes for name, value in got.items() if name.startswith("on")
            )
            shown = page.text + " ".join(value for _, got in page.attributes for value in got.values())
            assert all(" ".join(name.split()) in " ".join(shown.split()) for name in names), path
        record = visitor.client.get(table + "/record").data
        assert record.decode().count("\n") == 4 + 13  # game, seats, day, title; the facts


# Discretion


def pad(page: Page) -> str:
    """The keys of the card pad as they stand in the page."""
    found = re.search(r'<div class="pad.*?</form>', page.source, re.S)
    assert found
    return found[0]


def test_the_pad_is_the_same_before_and_after_plays_and_does_not_tell_which_cards_are_gone(at_table: Visitor) -> None:
    at_table.tap(DEAL, "bid Ana 4", "bid Ben 5", "bid Cléo 3")
    before = pad(at_table.page)
    at_table.tap("play Ana H5", "play Ben H6", "play Cléo H9", "play Cléo S2", "play Ana SK", "play Ben S9")
    assert pad(at_table.page) == before
    assert "disabled" not in before


def test_within_a_trick_the_pad_differs_only_by_the_suit_a_phone_opens(at_table: Visitor) -> None:
    at_table.tap(DEAL, "bid Ana 4", "bid Ben 5", "bid Cléo 3")
    before = pad(at_table.page)
    at_table.tap("play Ana H5")
    assert pad(at_table.page).replace(" checked", "") == before.replace(" checked", "")


def test_the_key_of_the_cookies_is_on_the_disk_before_a_cookie_is_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    fsync = os.fsync

    def noted(descriptor: int) -> None:
        status = os.fstat(descriptor)
        synced.extend(one.name for one in (tmp_path, *tmp_path.iterdir()) if os.path.samestat(one.stat(), status))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    key = secret(tmp_path / "referee.db")
    assert synced == ["referee.db.key", tmp_path.name]
    assert secret(tmp_path / "referee.db") == key


DAY = 24 * 3600


def test_a_device_is_known_for_ninety_days_after_it_was_last_here(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    visitor.client.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    visitor.new_table()
    table, devices = visitor.path, visitor.path + "/devices"
    first = visitor.client.get_cookie("device")
    assert first
    taken = Visitor(app)
    taken.client.environ_base["REMOTE_ADDR"] = "192.168.1.66"
    taken.client.set_cookie("device", first.value)
    for days, status in ((0, 200), (80, 200), (160, 200), (-3, 200), (251, 403)):
        now = begun + days * DAY
        visitor.open(table)
        visitor.open(devices)
        assert visitor.status == status, days
    now = begun + 91 * DAY
    taken.open(devices)
    assert taken.status == 403
