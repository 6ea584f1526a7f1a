"""The cookies and tokens that a device sends: each counts for its own device alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee import create_app
from referee.record.text import Header
from tests.help.web import ORIGIN


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"DATABASE": str(tmp_path / "referee.db"), "SECRET_KEY": "s", "TESTING": True})


def token(client: FlaskClient) -> str:
    found = re.search('csrf-token" content="([^"]+)"', client.get("/").text)
    assert found
    return found[1]


def test_a_token_is_taken_from_its_own_device_alone(app: Flask) -> None:
    table = app.extensions["tables"].open(Header("double-detente", ("Ana", "Ben", "Cléo")), "", "k")
    own, other = app.test_client(), app.test_client()
    known, foreign = token(own), token(other)

    def note(client: FlaskClient, sent: str, key: str, seq: int) -> int:
        form = {"csrf_token": sent, "key": key, "seq": seq, "fact": 'note "x"'}
        return client.post(f"/t/{table}/fact", data=form, headers={"Origin": ORIGIN}).status_code

    assert [note(own, known, "a", 0), note(own, known, "b", 1), note(other, foreign, "c", 2)] == [303, 303, 303]
    assert [note(other, known, "d", 3), note(own, foreign, "e", 3), note(own, "", "f", 3)] == [400, 400, 400]
    own.delete_cookie("session")
    assert note(own, known, "g", 3) == 400
    assert app.extensions["tables"].seq(table) == 3
