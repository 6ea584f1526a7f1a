"""A sheet that is being printed: the page that waits for it."""

from __future__ import annotations

import time

import pytest
from web_help import Visitor
from werkzeug.test import TestResponse

from referee import sheets
from referee.texts import Slip, T

SHEET = "/blank/tarot-4.pdf"


def waited(visitor: Visitor) -> TestResponse:
    """What the waiting page is told in the end."""
    answer = visitor.client.get(SHEET, headers={"HX-Request": "true"})
    while answer.status_code == 200 and "HX-Redirect" not in answer.headers:
        time.sleep(0.05)
        answer = visitor.client.get(SHEET, headers={"HX-Request": "true"})
    return answer


def test_the_page_that_waits_is_sent_to_the_sheet(visitor: Visitor) -> None:
    assert waited(visitor).headers["HX-Redirect"] == SHEET
    assert visitor.client.get(SHEET).data.startswith(b"%PDF")


def test_the_page_that_waits_says_why_there_is_no_sheet(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_paper(*_: object, **__: object) -> bytes:
        raise Slip(T("there is no paper"))

    monkeypatch.setattr(sheets, "blank", out_of_paper)
    answer = waited(visitor)
    assert answer.status_code == 422
    assert "there is no paper" in answer.text
