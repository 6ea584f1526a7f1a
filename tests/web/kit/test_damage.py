"""What goes wrong while the program runs: a damaged database, a fault of its own; and how to see that all is well."""

from __future__ import annotations

import logging
import re

import pytest
from flask import Flask

from tests.help.web import ORIGIN, Visitor


@pytest.fixture
def damaged(app: Flask, visitor: Visitor) -> Visitor:
    """A tablet at a table whose file is overwritten, all but its first page, as by a dying disk; what was in memory of
    who is let in there is gone too, as after a start.
    """
    visitor.client.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    visitor.new_table()
    app.extensions["access"].reread()
    store = app.extensions["tables"].store
    store.writer.wipe()
    content = store.path.read_bytes()
    with store.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\x55" * (len(content) - 4096))
    return visitor


def table_of(visitor: Visitor) -> str:
    return visitor.path.split("?")[0]


@pytest.mark.parametrize("page", ["/", "/people", "{t}", "{t}/history", "{t}/live?seq=9", "{t}/door", "/nowhere"])
@pytest.mark.parametrize(("lang", "words"), [("en", "damaged"), ("de", "beschädigt"), ("fr", "abîmé")])
def test_a_page_of_a_damaged_file_says_so(damaged: Visitor, page: str, lang: str, words: str) -> None:
    damaged.language = lang
    found = damaged.open(page.format(t=table_of(damaged)))
    if page != "/nowhere":
        assert damaged.status == 503
        assert words in found.text
    assert "<h1>" in found.source


def test_a_tap_on_a_damaged_file_says_that_nothing_was_saved(damaged: Visitor) -> None:
    form = damaged.page.forms_of("fact")[0]
    data = form.sent(None, {})
    data.setlist("fact", ["deal Cléo part=1"])
    for headers in ({}, {"HX-Request": "true", "HX-Target": "table"}):
        answer = damaged.client.post(form.action, data=data, headers={"Origin": ORIGIN, **headers})
        assert answer.status_code == 503
        assert "Nothing was saved" in answer.text
        assert "X-Sequence" not in answer.headers


def test_who_watches_over_the_program_is_told_that_it_is_well(visitor: Visitor) -> None:
    assert visitor.open("/health").source == "ok\n"
    assert visitor.status == 200


def test_who_watches_over_the_program_is_told_of_a_damaged_file(damaged: Visitor) -> None:
    damaged.open("/health")
    assert damaged.status == 503


def test_a_fault_has_a_number_that_stands_on_the_page_and_in_the_messages(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing() -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr("referee.web.home.demos", failing)
    visitor.client.application.logger.propagate = True
    with caplog.at_level(logging.ERROR):
        page = visitor.open("/")
    assert visitor.status == 500
    found = re.search(r"under ([0-9a-f]{8})\.", page.text)
    assert found, page.text
    assert f"number {found[1]}" in caplog.text
    assert "no such luck" in caplog.text
    assert "no such luck" not in page.source
