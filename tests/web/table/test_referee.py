"""Referee!: a ruling is found, its offender and card told, and what follows read, before anything is recorded."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.games.tarot.rulings import CA2012
from tests.help.web import Visitor, facts
from tests.web.table.test_results import TAROT, at

BIDS = "deal Dan\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
LED = BIDS + "trick Ana S1 S2 S3 S4\n"


def test_an_exposed_card_is_ruled_once_it_is_known_which_and_then_must_be_in_that_hand(
    app: Flask, visitor: Visitor
) -> None:
    """CA p.5: the card goes back and is played at will. So it is there: not following with it left is a revoke."""
    at(app, visitor, TAROT + LED)
    table = visitor.path
    before = facts(visitor.record())
    page = visitor.open(f"{table}/referee?kind=exposed-card-defence&seat=1&card=H5")
    assert "The card goes back into the hand and is played at will" in page.text
    assert facts(visitor.record()) == before
    visitor.press("Uphold it")
    assert facts(visitor.record())[-1] == "foul Ben exposed-card-defence card=H5"
    assert "Upheld: Ben" in visitor.page.text
    for line in ("play Dan H9", "play Ana H8", "play Ben C4"):
        visitor.tap(line)
    assert "Not following" in visitor.page.source.split('id="foul"')[1].split("</summary>")[0]


def test_a_card_that_has_been_played_cannot_be_exposed(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + LED)
    page = visitor.open(visitor.path + "/referee?kind=exposed-card-defence&seat=1&card=S2")
    assert "has been played already" in page.alerts


def test_every_ruling_of_the_code_is_found_and_the_likely_ones_come_first(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, "game tarot\npreset fft\nseats Ana Ben Cid Dan\n" + LED)
    page = visitor.open(visitor.path + "/referee")
    links = [href for href, _ in page.links if "kind=" in href]
    assert [href.rpartition("kind=")[2] for href in links[:3]] == ["must-follow", "must-trump", "must-overtrump"]
    assert {ruling.id for ruling in CA2012} <= {href.rpartition("kind=")[2] for href in links}
    page = visitor.open(visitor.path.partition("/referee")[0] + "/referee?q=handful")
    assert all("poignee" in href for href, _ in page.links if "kind=" in href)


@pytest.mark.parametrize(("lines", "first"), [("deal Dan\n", "out-of-turn"), (LED, "must-follow")])
def test_six_rulings_that_are_likely_now_stand_at_the_table(
    app: Flask, visitor: Visitor, lines: str, first: str
) -> None:
    page = at(app, visitor, TAROT + lines).page
    drawer = page.source.split('id="rule"')[1].split("</section>")[0]
    assert drawer.count("kind=") == 2 * 6  # an address to go to, and the same to fetch
    assert f"kind={first}" in drawer.partition("kind=")[1] + drawer.partition("kind=")[2][:40]
    assert "conduct" in drawer
