"""Which pages a device may keep for a reload without the laptop, and what its worker is told."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from flask import Flask

from referee import create_app
from referee.paths import STATIC
from tests.help.web import Visitor


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app({"DATABASE": str(tmp_path / "club.db")})
    yield made
    made.extensions["tables"].store.close()


@pytest.mark.parametrize("level", ["open", "discreet", "scribe"])
def test_only_who_writes_may_keep_the_page_of_a_table(app: Flask, level: str) -> None:
    owner, other = Visitor(app, address="192.168.1.7"), Visitor(app, address="192.168.1.8")
    owner.new_table()
    with app.app_context():
        app.extensions["access"].set_level(owner.path.split("/")[2], level, "level")
    owner.open(owner.path)
    assert owner.headers["X-Keep"] == "yes"
    assert "data-keep" in owner.page.source
    page = other.open(owner.path)
    assert other.status == 200
    assert "X-Keep" not in other.headers
    assert "data-keep" not in page.source
    for path in ("/", "/people", owner.path + "/history", owner.path + "/board"):
        owner.open(path)
        assert "X-Keep" not in owner.headers


def test_the_worker_has_every_file_pages_load_at_hand_and_changes_with_them(app: Flask) -> None:
    answer = app.test_client().get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    found = re.match(r'const VERSION = "([0-9a-f]{16})", ASSETS = (\[.*\]);\n', answer.text)
    assert found
    names = {
        path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*") if path.suffix in (".css", ".js", ".svg")
    }
    assert set(json.loads(found[2])) == {f"/static/{found[1]}/{name}" for name in names - {"js/worker.js"}}


def test_a_file_named_with_its_version_is_asked_for_once_and_any_other_again(app: Flask) -> None:
    client = app.test_client()
    [style] = re.findall(r'href="(/static/[0-9a-f]{16}/css/base.css)"', client.get("/").text)
    named, plain = client.get(style), client.get("/static/css/base.css")
    assert named.data == plain.data == (STATIC / "css" / "base.css").read_bytes()
    assert {"immutable", "max-age=31536000"} <= set(named.headers["Cache-Control"].split(", "))
    assert "immutable" not in plain.headers["Cache-Control"]
    assert client.get(f"/static/{'0' * 16}/css/base.css").status_code == 404
    named.close()
    plain.close()


def test_no_page_speaks_of_a_manifest_over_http_and_over_https_it_names_what_is_there(app: Flask) -> None:
    client = app.test_client()
    assert "manifest.webmanifest" not in client.get("/").text
    assert "manifest.webmanifest" in client.get("/", base_url="https://localhost").text
    told = json.loads(client.get("/manifest.webmanifest").text)
    icon = client.get(told["icons"][0]["src"])
    assert icon.status_code == 200
    icon.close()
    assert client.get(told["start_url"]).status_code == 200


def test_the_cookie_of_the_forms_outlives_the_browser_and_ends_with_the_device(app: Flask) -> None:
    cookies = app.test_client().get("/").headers.getlist("Set-Cookie")
    [session] = [cookie for cookie in cookies if cookie.startswith("session=")]
    ends = parsedate_to_datetime(re.search(r"Expires=([^;]+)", session)[1])
    assert timedelta(days=89) < ends - datetime.now(UTC) < timedelta(days=91)


def test_the_icons_that_ios_and_old_browsers_ask_for_have_the_pixels_they_say(app: Flask) -> None:
    client = app.test_client()
    told = json.loads(client.get("/manifest.webmanifest").text)
    said = {each["src"]: each["sizes"] for each in told["icons"] if each["type"] == "image/png"}
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', client.get("/").text)
    assert touch
    for path, sizes in {**said, touch[1]: "180x180", "/apple-touch-icon.png": "180x180"}.items():
        with client.get(path) as drawn:
            assert drawn.content_type == "image/png"
            assert "{}x{}".format(*struct.unpack(">II", drawn.data[16:24])) == sizes
    with client.get("/favicon.ico") as drawn:
        assert drawn.data[:4] == b"\0\0\1\0"
