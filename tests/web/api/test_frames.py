"""Pages in frames of other sites: framed by whom the host named, and by nobody else."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.help.desk import Desk
from tests.help.web import Visitor

SITE = "https://club.example"
IN_A_FRAME = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}


@pytest.fixture
def places(app: Flask) -> dict[str, str]:
    """The address of each page for a frame."""
    visitor = Visitor(app)
    visitor.new_table("Ana", "Ben", "Cléo")
    table = visitor.path.split("/")[2]
    desk = Desk(visitor, minutes="30")
    desk.begin()
    there = f"/embed/tournament/{desk.id}"
    return {
        "overlay": f"/t/{table}/overlay",
        "table": f"/embed/t/{table}",
        "standings": f"{there}/standings",
        "clock": f"{there}/clock",
    }


def test_a_named_site_frames_these_pages_and_no_other(app: Flask, places: dict[str, str]) -> None:
    app.config["SITES"] = (SITE,)
    visitor = Visitor(app)
    for path in places.values():
        visitor.open(path, **IN_A_FRAME)
        assert visitor.status == 200, path
        assert f"frame-ancestors 'self' {SITE};" in visitor.headers["Content-Security-Policy"], path
    visitor.open("/", **IN_A_FRAME)
    assert visitor.status == 403


def test_without_a_named_site_nobody_frames_them(app: Flask, places: dict[str, str]) -> None:
    visitor = Visitor(app)
    for path in places.values():
        visitor.open(path)
        assert "frame-ancestors 'self';" in visitor.headers["Content-Security-Policy"], path


def test_a_frame_asks_again_and_is_told_only_news(app: Flask, places: dict[str, str]) -> None:
    visitor = Visitor(app)
    page = visitor.open(places["table"])
    again = page.attribute("div", "hx-get")
    visitor.open(again, **{"HX-Request": "true"})
    assert visitor.status == 204
    visitor.open(places["table"].replace("/embed", ""))
    visitor.tap("deal Ana part=1")
    visitor.open(again, **{"HX-Request": "true"})
    assert visitor.status == 200


def test_they_show_what_they_are_for(app: Flask, places: dict[str, str]) -> None:
    visitor = Visitor(app)
    assert "Ana" in visitor.open(places["overlay"]).text
    assert "No result yet." in visitor.open(places["standings"]).text
    assert "30:00" in visitor.open(places["clock"]).text or "29:5" in visitor.page.text
