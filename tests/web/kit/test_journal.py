"""The journal: who came in and who was refused stands there, without codes and without a stranger's own lines."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.web.kit import journal
from tests.help.web import Visitor


@pytest.fixture
def kept(app: Flask, tmp_path: Path) -> Iterator[Path]:
    handler = journal.keep_journal(app, tmp_path / "journal")
    yield tmp_path / "journal"
    for logger in (logging.getLogger("referee.door"), app.logger):
        logger.removeHandler(handler)
    handler.close()


def test_a_join_and_a_refusal_are_written_down_with_device_and_address_and_never_the_code(
    app: Flask, visitor: Visitor, kept: Path
) -> None:
    visitor.new_table()
    table = visitor.path.split("/")[2]
    with app.test_request_context():
        access = app.extensions["access"]
        access.invite(table, "scribe", "k")
        [invitation] = access.of(table).invitations.values()
        code = access.code(invitation)
    tablet = Visitor(app, address="192.168.1.7")
    tablet.open(f"/t/{table}/devices")
    tablet.open("/j/ZZZZZZ")
    tablet.open(f"/j/{code}")
    tablet.press("Join")
    lines = [line.partition(" ")[2] for line in kept.read_text().splitlines()]
    told = [(line.split()[0], line.split()[3], line.split()[4]) for line in lines]
    assert told == [
        ("refused", "devices.page", table),
        ("refused", "devices.arrive", "-"),
        ("joined", "devices.join", "-"),
    ]
    assert all(line.endswith("from 192.168.1.7") for line in lines)
    assert len({line.split(" device ")[1].split()[0] for line in lines}) == 1
    assert code not in kept.read_text()
    assert "ZZZZZZ" not in kept.read_text()


def test_no_stranger_writes_a_line_of_his_own_and_the_file_does_not_grow_for_ever(
    app: Flask, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = Visitor(app, address="192.168.1.8")
    stranger.open("/people/x%0Ajoined%20303")
    stranger.open("/", Host="evil.example%0Ajoined")
    assert "joined" not in (kept.read_text() if kept.exists() else "")
    [handler] = [each for each in app.logger.handlers if each.__class__.__name__ == "RotatingFileHandler"]
    handler.maxBytes = 2000
    for _ in range(200):
        stranger.open("/", Host="evil.example")
    files = sorted(kept.parent.glob("journal*"))
    assert len(files) == journal.FILES_KEPT + 1
    assert all(file.stat().st_size <= 2000 for file in files)


def test_a_fault_stands_there_under_the_number_its_page_tells(
    app: Flask, visitor: Visitor, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.extensions["tables"], "all", lambda: 1 / 0)
    page = visitor.open("/")
    assert visitor.status == 500
    number = next(
        word.strip(".")
        for word in page.text.split()
        if len(word.strip(".")) == 8 and word.strip(".").isalnum() and any(c.isdigit() for c in word)
    )
    assert f"number {number}" in kept.read_text()
    assert "ZeroDivisionError" in kept.read_text()


def test_tokens_of_programs_are_written_down_when_made_and_ended_and_those_refused_but_never_themselves(
    app: Flask, visitor: Visitor, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.kit.limits.ANSWERS", 1)
    visitor.open("/programs")
    token = re.search(r"<code>(\w+)</code>", visitor.press("Make a token", name="Score board").source)
    assert token
    program = Visitor(app, address="192.168.1.9")
    for known in (token[1], token[1], "nobody"):
        program.open("/api/1/tables", Authorization=f"Bearer {known}")
    visitor.press("End")
    lines = [line.split() for line in kept.read_text().splitlines()]
    assert [(line[1], line[2], line[4]) for line in lines] == [
        ("token-made", "200", "programs.add"),
        ("refused", "429", "api.tables"),
        ("refused", "401", "api.tables"),
        ("token-ended", "303", "programs.end"),
    ]
    assert "device program " in " ".join(lines[1])
    assert token[1] not in kept.read_text()
