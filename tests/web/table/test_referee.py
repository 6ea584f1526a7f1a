"""Referee!: a ruling is found, its offender and card told, and what follows read, before anything is recorded."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.games.tarot.rulings import CA2012
from referee.record.text import Record, write
from referee.rules.ruleset import Ruleset
from tests.help.rulings import by_people
from tests.help.tables import CARD_GAMES
from tests.help.web import Visitor, facts
from tests.web.table.test_results import DOKO, TAROT, at
from tools import rulings

BIDS = "deal Dan\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
LED = BIDS + "trick Ana S1 S2 S3 S4\n"


def test_an_exposed_card_is_ruled_once_it_is_known_which_and_then_must_be_in_that_hand(
    app: Flask, visitor: Visitor
) -> None:
    """CA p.5: the card goes back and is played at will. So it is there: not following with it left is a revoke."""
    at(app, visitor, TAROT + LED)
    table = visitor.path
    before = facts(visitor.record())
    page = visitor.open(f"{table}?kind=exposed-card-defence&seat=1&card=H5")
    assert "The card goes back into the hand and is played at will" in page.text
    assert facts(visitor.record()) == before
    visitor.press("Uphold it")
    assert facts(visitor.record())[-1] == "foul Ben exposed-card-defence card=H5"
    assert "Upheld: Ben" in visitor.page.text
    visitor.tap("play Dan H9", "play Ana H8", "play Ben C4")
    assert "Not following" in visitor.page.source.split('id="foul"')[1].split("</summary>")[0]


def test_a_card_that_has_been_played_cannot_be_exposed(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + LED)
    page = visitor.open(visitor.path + "?kind=exposed-card-defence&seat=1&card=S2")
    assert "has been played already" in page.alerts


def test_every_ruling_of_the_code_is_found_and_the_likely_ones_come_first(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, "game tarot\npreset fft\nseats Ana Ben Cid Dan\n" + LED)
    page = visitor.open(visitor.path + "/referee")
    links = [href for href, _ in page.links if "kind=" in href]
    assert all("/referee" not in href for href in links)
    assert [href.rpartition("kind=")[2] for href in links[:3]] == ["must-follow", "must-trump", "must-overtrump"]
    assert {ruling.id for ruling in CA2012} <= {href.rpartition("kind=")[2] for href in links}
    page = visitor.open(visitor.path.partition("/referee")[0] + "/referee?q=handful")
    assert all("poignee" in href for href, _ in page.links if "kind=" in href)


@pytest.mark.parametrize(
    ("game", "preset"),
    [pytest.param(game, preset, id=f"{game.name}-{preset}") for game in CARD_GAMES for preset in game.presets],
)
def test_who_it_was_may_be_named_first_and_every_ruling_is_then_two_taps_more(
    app: Flask, visitor: Visitor, game: type[Ruleset], preset: str
) -> None:
    """Referee!, who it was, what it was, what is ruled: four."""
    playing = rulings.tables(game, preset)[rulings.PHASES[1]]
    at(app, visitor, write(Record(playing.header, playing.log)))
    table, name = visitor.path, playing.seats[1]
    assert f"{table}/referee?seat=1" in visitor.page.source
    links = [href for href, _ in visitor.open(f"{table}/referee?seat=1").links if "kind=" in href]
    kinds = [found[1] for href in links if (found := re.search(r"kind=([\w-]+)", href))]
    for kind, href in zip(kinds, links, strict=True):
        assert re.search(rf"foul {name} {kind}|ruling \d+ uphold", visitor.open(href).source), href
    assert set(kinds) == by_people(game, preset)


def test_a_revoke_taken_back_leaves_the_felt_and_leaves_no_other_accusation_of_that_card(
    app: Flask, visitor: Visitor
) -> None:
    """Ana, who took the kitty, lays a diamond on clubs and takes it back at once (CA p.6); her clubs are then no foul."""
    taken = "deal Dan\nbid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\nkitty C2 C3 S1 S2 S3 S4\n"
    at(app, visitor, TAROT + taken + "discard Ana S1 S2 S3 S4 S5 S6\ntrick Ana H1 H2 H3 H9\n")
    visitor.tap("play Dan C9", "play Ana DQ")
    table = visitor.path
    assert "Not following" in visitor.open(table).source.split('id="foul"')[1], "the club of the kitty proves it"
    visitor.open(f"{table}?kind=must-follow&seat=0")
    visitor.press("Uphold it: The card is taken back")
    page = visitor.open(table)
    assert "Ana plays" in page.source.split('id="asks"')[1][:200]
    assert 'data-fouls="0"' in page.source
    assert "DQ" not in page.source.split('id="trick"')[1].split("</ol>")[0]
    visitor.tap("play Ana C2", "play Ben C4")
    assert 'data-fouls="0"' in visitor.open(table).source


def test_a_card_out_of_turn_that_is_put_right_goes_back_unless_it_stands(app: Flask, visitor: Visitor) -> None:
    begun = "game double-detente\nseats Ana Ben Cid\ndeal Cid part=1\nbid Ana 4\nbid Ben 5\nbid Cid 3\nplay Cid H5\n"
    table = at(app, visitor, begun).path
    visitor.press("The card is taken back")
    assert facts(visitor.record())[-1] == "ruling 7 uphold remedy=back"
    assert "5 of hearts" not in visitor.open(table).source.split('id="trick"')[1].split("</ol>")[0]
    visitor.press("Undo")
    visitor.press("The card stands")
    assert "5 of hearts" in visitor.open(table).source.split('id="trick"')[1].split("</ol>")[0]


@pytest.mark.parametrize(("lines", "first"), [("deal Dan\n", "out-of-turn"), (LED, "must-follow")])
def test_six_rulings_that_are_likely_now_stand_at_the_table(
    app: Flask, visitor: Visitor, lines: str, first: str
) -> None:
    page = at(app, visitor, TAROT + lines).page
    drawer = page.source.split('id="r-now"')[1].split("</section>")[0]
    kinds = list(dict.fromkeys(re.findall(r"kind=([\w-]+)", drawer)))
    assert kinds[0] == first
    assert {*kinds} >= {"conduct", "exposed"}
    assert len([kind for kind in kinds if kind != "exposed"]) in (5, 6)  # what a card exposed may be is one of the six


def test_hands_that_are_counted_wrong_say_what_follows(app: Flask, visitor: Visitor) -> None:
    """Of 18 cards one was laid by each: 17 are left. One with 16 and another with 18 were dealt wrong."""
    at(app, visitor, TAROT + LED)
    table = visitor.path
    page = visitor.open(f"{table}/referee?counted=")
    assert "Ben 17" in page.text
    assert "has as many as the tricks say" in visitor.open(f"{table}/referee?seat=1&counted=17").text
    page = visitor.open(f"{table}/referee?seat=1&counted=16")
    assert "Ben has 1 too few." in page.text
    assert "Cid 18" in page.text
    assert "look on the floor" in page.text
    visitor.open(f"{table}/referee?seat=1&counted=16&other=2")
    assert "dealt wrong" in visitor.page.text
    visitor.press("void misdealt")
    assert facts(visitor.record())[-1] == "void misdealt"


def test_a_warning_is_two_taps_and_says_so(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + LED)
    visitor.follow("Warn a player")
    visitor.press("penalty Ben 0 conduct")
    assert facts(visitor.record())[-1] == "penalty Ben 0 conduct"
    assert "Ben is warned: conduct" in visitor.page.source.split('id="undone"')[1].split("</small>")[0]
    assert "a warning" in visitor.page.source.split('id="seat-1"')[1].split("</li>")[0]


def test_a_claim_that_is_contested_is_remembered_and_the_rest_played_out(app: Flask, visitor: Visitor) -> None:
    most = "".join(f"trick Ana S{n} H{n} D{n} C{n}\n" for n in range(1, 11))
    court = "".join(f"trick Ana S{n} H{n} D{n} C{n}\n" for n in "JNQK")
    at(app, visitor, TAROT + BIDS + most + court)
    table = visitor.path
    page = visitor.open(f"{table}/claim?seat=0")
    assert "Not laid yet" in page.text
    assert page.source.count('class="card T') == 21
    visitor.press("Contested: play it out")
    assert facts(visitor.record())[-1] == "claim Ana"
    assert "Ana plays" in visitor.page.source.split('id="asks"')[1]


def test_a_claim_that_was_wrong_is_ruled_where_the_laws_have_a_ruling_for_it(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + BIDS + "trick Ana S1 H1 D1 C1\n")
    table = visitor.path
    visitor.open(f"{table}/claim?seat=0")
    visitor.press("It was wrong: rule it")
    assert facts(visitor.record())[-1] == "foul Ana claims-wrongly"
    doppelkopf = "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan")) + "trick Ana SA S9 S10 SK\n"
    at(app, visitor, DOKO + "deal Dan\n" + doppelkopf)
    assert "It was wrong" not in visitor.open(f"{visitor.path}/claim?seat=0").text


@pytest.mark.parametrize(
    ("game", "void"),
    [("tarot", "Void this deal"), ("double", "Void this round"), ("da-ban", "Void this round"),
     ("double-detente", "Void this part")],
)  # fmt: skip
def test_what_is_given_up_is_called_as_in_its_game(app: Flask, visitor: Visitor, game: str, void: str) -> None:
    names, begun = ("Ana Ben Cid", " part=1") if game == "double-detente" else ("Ana Ben Cid Dan", "")
    page = at(app, visitor, f"game {game}\nseats {names}\ndeal {names.split()[-1]}{begun}\n").page
    assert void in page.text


def test_what_the_taker_has_asked_of_the_lead_stands_on_the_felt_until_it_is_led(app: Flask, visitor: Visitor) -> None:
    """Article play.11: after a lead out of turn by a defender the taker may ask for that suit."""
    at(app, visitor, TAROT + BIDS + "play Ben H5\n")
    visitor.tap("ruling 6 uphold remedy=suit")
    felt = visitor.page.source.split('id="felt"')[1].split('id="strip"')[0]
    assert "asked for: a lead of hearts" in felt
    visitor.tap("play Ana H2")
    assert "asked for" not in visitor.page.source.split('id="felt"')[1].split('id="strip"')[0]


def test_the_address_of_a_ruling_before_tables_asked_themselves_still_leads_there(app: Flask, visitor: Visitor) -> None:
    table = at(app, visitor, TAROT + LED).path
    answer = visitor.client.get(f"{table}/referee?kind=must-follow&seat=1")
    assert (answer.status_code, answer.location) == (302, f"{table}?kind=must-follow&seat=1")
