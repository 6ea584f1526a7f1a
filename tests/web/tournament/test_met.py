"""A tournament in pictures: the race by rounds, and who met whom."""

from __future__ import annotations

from flask import Flask

from referee.tournament.facts import Drawn, Entered, Finished, RoundStarted
from referee.tournament.settings import Settings
from tests.help.tournament import with_players
from tests.help.web import Visitor

ROUNDS = (
    (((1, 2, 3, 4), (5, 6, 7, 8)), ((30, -10, -10, -10), (0, 0, 0, 0))),
    (((1, 2, 5, 6), (3, 4, 7, 8)), ((60, -20, -20, -20), (5, -5, 5, -5))),
)


def played(app: Flask, **agreed: str) -> str:
    """Two rounds of eight; returns the tournament's id."""
    kept = app.extensions["tournaments"]
    event: str = kept.open(Settings("Cup", rounds=2, game="tarot", **agreed), "cup")  # type: ignore[arg-type]
    said = [*with_players(8)]
    for number, (tables, scores) in enumerate(ROUNDS, 1):
        said += [Drawn(number, tables), RoundStarted(number, 0)]
        said += [Entered(number, table, row) for table, row in enumerate(scores, 1)]
    for at, fact in enumerate([*said, Finished()]):
        kept.act(event, f"cup {at}", lambda _, fact=fact: [fact])
    return event


def test_the_race_and_the_meetings_are_shown_as_far_as_the_standings(visitor: Visitor, app: Flask) -> None:
    event = played(app)
    visitor.open(f"/tournament/{event}/standings")
    page = visitor.follow("Who met whom")
    assert page.source.count("<polyline") == 8
    first = page.text.split("Who met whom")[-1]
    assert "1. Ana · 1 1 1 1 2" in first  # Gus and Hal she never met, Ben, the last of eight, twice
    assert "Round no. Ana" in page.text
    assert "1 30" in page.text
    assert "2 90" in page.text


def test_what_nobody_may_see_yet_is_in_no_picture(visitor: Visitor, app: Flask) -> None:
    event = played(app, visible="never")
    other = Visitor(app, address="192.168.1.7")
    page = other.open(f"/tournament/{event}/met")
    assert other.status == 200
    assert "<polyline" not in page.source
    assert "No result yet." in page.text
