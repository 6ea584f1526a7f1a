"""The page by which a tablet comes to trust the machine: for whom, for how long, in which languages."""

from __future__ import annotations

import plistlib
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

pytest.importorskip("cryptography")

from referee import create_app
from referee.server import certificates
from referee.server.tls import SecureDoor
from referee.web.club import trust
from tests.help.web import Visitor

PATHS = ("/trust", "/trust/referee.mobileconfig", "/trust/referee.crt")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    folder = certificates.make(tmp_path / "club.db.https", datetime.now(UTC)).folder
    door = SecureDoor(folder, "127.0.0.1", 8443)
    made = create_app({"DATABASE": str(tmp_path / "club.db"), "HTTPS": door, "HOSTS": ["localhost"]})
    yield made
    made.extensions["tables"].store.close()


def test_devices_see_it_for_ten_minutes_after_the_computer_opened_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, tablet = Visitor(app), Visitor(app, address="192.168.1.7")
    for path in PATHS:
        tablet.open(path)
        assert tablet.status == 404
    assert "https for tablets" in host.open("/").text
    host.open("/trust")
    host.press("Open this page to tablets for ten minutes")
    assert "for 10 minutes more" in host.page.text
    for path in PATHS:
        assert tablet.client.get(path).status_code == 200
    assert "for ten minutes" not in tablet.open("/trust").text
    now = time.monotonic()
    monkeypatch.setattr(trust.time, "monotonic", lambda: now + 601)
    for path in PATHS:
        assert tablet.client.get(path).status_code == 404


def test_no_device_opens_it_by_itself(app: Flask) -> None:
    tablet = Visitor(app, address="192.168.1.7")
    tablet.open("/")
    token = re.search(r'name="csrf-token" content="([^"]+)"', tablet.page.source)
    assert token
    sent = tablet.client.post("/trust", data={"csrf_token": token[1]}, headers={"Origin": "http://localhost"})
    assert sent.status_code == 403
    assert tablet.client.get("/trust").status_code == 404


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Remove Profile"), ("fr", "Supprimer le profil"), ("de", "Profil entfernen")],
)
def test_it_says_in_every_language_what_to_compare_and_how_to_take_it_off(
    app: Flask, language: str, words: str
) -> None:
    page = Visitor(app, language).open("/trust")
    known = certificates.read(app.config["HTTPS"].folder)
    assert known
    assert known.fingerprint in page.text
    assert words in page.text
    assert len([1 for tag, got in page.attributes if got.get("class") == "qr"]) == 2


def test_it_may_ask_the_door_over_https_and_no_other_page_may(app: Flask) -> None:
    host = Visitor(app)
    page = host.open("/trust")
    there = page.attribute("p", "data-url")
    assert re.fullmatch(r"https://[^/]+:8443/trust/reached", there)
    assert f"connect-src 'self' {there.removesuffix('/trust/reached')};" in host.headers["Content-Security-Policy"]
    host.open("/")
    assert "connect-src 'self';" in host.headers["Content-Security-Policy"]
    answer = host.client.get("/trust/reached")
    assert (answer.status_code, answer.headers["Cross-Origin-Resource-Policy"]) == (204, "cross-origin")


def test_the_profile_says_until_when_in_the_language_of_the_device(app: Flask) -> None:
    answer = Visitor(app, "de").client.get("/trust/referee.mobileconfig", headers={"Accept-Language": "de"})
    assert answer.mimetype == "application/x-apple-aspen-config"
    assert "Profil entfernen" in plistlib.loads(answer.data)["PayloadDescription"]


def test_without_https_there_is_no_such_page(tmp_path: Path) -> None:
    made = create_app({"DATABASE": str(tmp_path / "club.db")})
    host = Visitor(made)
    assert "https for tablets" not in host.open("/").text
    for path in PATHS:
        assert host.client.get(path).status_code == 404
    made.extensions["tables"].store.close()
