"""What each game tells on the felt: points that decide, bids in all, who said what, cards that lie there."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.help.running import ROOT
from tests.help.web import Visitor, facts
from tests.web.table.test_results import DOKO, TAROT, at

DA_BAN = "game da-ban\nseats Ana Ben Cid Dan\n"
PLAYING = DA_BAN + "deal Dan master=Ana levels=3,3 trump=H\n"
GESUND = "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan"))


def felt(visitor: Visitor) -> str:
    return visitor.page.source.split('id="felt"')[1].split('id="strip"')[0]


def test_the_points_that_decide_a_round_of_da_ban_stand_on_the_felt_and_tricks_do_not(
    app: Flask, visitor: Visitor
) -> None:
    at(app, visitor, PLAYING + "trick Ana S10 SK S5 S4\ntrick Ben DK D10 D5 D4\n")
    # Ben is of the opponents: 10 + 10 + 5, then 10 + 10 + 5
    assert "Opponents 50 of 120" in felt(visitor)
    assert felt(visitor).count("<line ") == 2
    assert "tricks" not in felt(visitor)
    assert "cards in hand" in felt(visitor)


def test_what_is_discarded_in_da_ban_need_not_be_told(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, PLAYING + "kitty S4 S6 H9 D9 C10 DQ\n")
    assert felt(visitor).count("lying") == 6
    visitor.press("Set aside, face down")
    assert facts(visitor.record())[-1] == "discard Ana count=6"
    assert "lying" not in felt(visitor)


def test_a_later_round_of_da_ban_asks_first_who_shows_a_level_card_then_for_the_tribute(
    app: Flask, visitor: Visitor
) -> None:
    at(app, visitor, DA_BAN + "deal Dan\nresult master=Ana points=180\ndeal Ana\n")
    assert "Who shows a 3?" in visitor.page.source.split('id="asks"')[1].split("</h2>")[0]
    form = next(f for f in visitor.page.forms if any(c.name == "kind" and c.value == "show" for c in f.controls))
    key = next(c for c in form.controls if c.name == "card" and c.value == "S3")
    visitor.send(form, key, {"seat": "2"})
    assert facts(visitor.record())[-1] == "show Cid S3"
    visitor.tap("show Dan H3")
    visitor.tap("show Dan H3")
    assert "shown: ♥3 Dan × 2, ♠3 Cid × 1" in felt(visitor)
    assert "Who shows a 3?" in visitor.page.source.split('id="asks"')[1].split("</h2>")[0]
    visitor.open(visitor.path + "?then=1")
    assert "gives Ben his best trumps: 2" in visitor.page.source.split('id="asks"')[1].split("</h2>")[0]
    assert "Cid: 3 BK" in visitor.page.labels
    visitor.press("Ana: 3 BK")
    assert facts(visitor.record())[-1].startswith("announce Ana cancel BK BK BK")


def test_a_kitty_that_stays_aside_is_said_on_the_felt(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, DA_BAN + "deal Dan\nshow Ben BK\nshow Ben H4\nkitty S4 C6 C9 D9 C9 DQ\n")
    assert "the kitty stays aside as it is" in felt(visitor)


def test_a_tribute_that_is_paid_is_no_longer_owed(app: Flask, visitor: Visitor) -> None:
    owed = DA_BAN + "deal Dan\nresult master=Ana points=180\ndeal Ana\n"
    at(app, visitor, owed)
    assert "owes tribute: 2" in felt(visitor)
    visitor.tap("show Cid S3", "give Ana Ben BK BK", "give Ben Ana H5 H6")
    assert "owes tribute" not in felt(visitor)


def test_a_match_that_is_a_climb_shows_both_ladders_and_no_totals(app: Flask, visitor: Visitor) -> None:
    page = at(app, visitor, DA_BAN + "deal Dan\nresult master=Ana points=60\n").page
    scores = page.source.split('class="scores"')[1]
    assert scores.count('class="ladder"') == 2
    assert "Ana, Cid" in scores
    assert "<tfoot></tfoot>" in scores
    sheet = visitor.open(visitor.path + "/deals").source.split("<thead>")[1].split("</thead>")[0]
    assert re.findall(r"<th[^>]*>([^<]*)", sheet) == ["Ana, Cid", "Ben, Dan"]


def test_a_result_of_doppelkopf_says_the_card_points_of_both_sides(app: Flask, visitor: Visitor) -> None:
    page = at(app, visitor, DOKO + f"deal Dan\n{GESUND}result re=Ana,Ben points=134\n").page
    assert "Re 134 to Kontra 106: Re wins" in page.source.split('class="outcome')[1].split("</div>")[0]


def test_a_hochzeit_says_that_the_partner_is_sought_and_words_are_told_from_sides(app: Flask, visitor: Visitor) -> None:
    lines = "bid Ana vorbehalt\nbid Ben gesund\nbid Cid gesund\nbid Dan gesund\nbid Ana hochzeit\n"
    at(app, visitor, DOKO + f"deal Dan\n{lines}")
    assert "partner sought: trick 1 of 3" in felt(visitor)
    at(app, visitor, DOKO + f"deal  Dan\n{GESUND}announce Ben kontra\n")
    assert '<span class="speech">Kontra!</span>' in felt(visitor)


def test_announcements_are_buttons_as_wide_as_their_words_and_numbers_are_keys(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, DOKO + f"deal  Dan\n{GESUND}")
    assert 'class="choices numbers"' not in visitor.page.source
    assert 'value="announce Ana re"' in visitor.page.source
    at(app, visitor, "game double-detente\nseats Ana Ben Cid\ndeal Cid part=1\n")
    assert 'class="choices numbers"' in visitor.page.source
    assert "gesund" not in felt(visitor)


def test_double_says_how_many_tricks_are_bid_in_all(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, "game double\nseats Ana Ben Cid\ndeal Cid\nturn SA/D2\nbid Ana 0\nbid Ben 1\nbid Cid 1\n")
    assert "bid 2 of 1" in felt(visitor)


def test_a_kitty_lies_on_the_felt_until_it_is_taken_and_a_king_is_called_by_four_keys(
    app: Flask, visitor: Visitor
) -> None:
    bids = "bid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    at(app, visitor, f"{TAROT}deal Dan\n{bids}kitty S1 S2 S3 S4 S5 S6\n")
    assert felt(visitor).count("lying") == 6
    pad = visitor.page.source.split('id="pad"')[1].split('id="bar"')[0]
    assert "data-card" not in pad
    assert "Set aside, face down" in pad
    at(app, visitor, f"game tarot\nseats Ana Ben Cid Dan Eva\ndeal Eva\n{bids}bid Eva pass\n")
    pad = visitor.page.source.split('id="pad"')[1].split('id="bar"')[0]
    assert [pad.count(f'data-card="{suit}K"') for suit in "SHDC"] == [1, 1, 1, 1]
    assert 'data-card="SQ"' not in pad
    visitor.open(visitor.path + "?then=1")  # “The taker has all four kings”
    assert 'id="until"' in pad
    pad = visitor.page.source.split('id="pad"')[1].split('id="bar"')[0]
    assert [pad.count(f'data-card="S{rank}"') for rank in "KQNJ"] == [0, 1, 1, 1]


@pytest.mark.parametrize(("level", "dimmed"), [("discreet", 0), ("recorder", 4)])
def test_cards_gone_are_dimmed_for_who_records_where_the_table_has_agreed(
    app: Flask, visitor: Visitor, level: str, dimmed: int
) -> None:
    bids = "bid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    at(app, visitor, f"{TAROT}deal Dan\n{bids}trick Ana S1 S2 S3 S4\n")
    app.extensions["access"].set_level(visitor.path[3:], level, f"level {visitor.path}")
    assert visitor.open(visitor.path).source.count("data-gone") == dimmed


def test_the_row_of_kings_is_named_for_who_calls_at_this_table(app: Flask, visitor: Visitor) -> None:
    five = "game tarot\nseats Ana Ben Cid Dan Eva\ndeal Eva\n"
    at(app, visitor, f"{five}bid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\nbid Eva pass\n")
    assert 'role="group" aria-label="Ana calls a king"' in visitor.page.source
    at(app, visitor, f"{five}bid Ana pass\nbid Ben garde\nbid Cid pass\nbid Dan pass\nbid Eva pass\n")
    assert 'role="group" aria-label="Ben calls a king"' in visitor.page.source


def test_a_card_gone_is_read_aloud_in_the_language_of_the_reader(app: Flask, visitor: Visitor) -> None:
    bids = "bid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    at(app, visitor, f"{TAROT}deal Dan\n{bids}trick Ana S1 S2 S3 S4\n")
    app.extensions["access"].set_level(visitor.path[3:], "open", f"level {visitor.path}")
    visitor.language = "fr"
    assert 'aria-label="2 de pique, déjà jouée"' in visitor.open(visitor.path).source
    visitor.language = "de"
    assert ", schon gefallen" in visitor.open(visitor.path).source


def test_cards_of_an_earlier_part_do_not_come_back_and_are_dim_for_everybody(app: Flask, visitor: Visitor) -> None:
    part = "deal Cléo part=1\nbid Ana 4\nbid Ben 5\nbid Cléo 3\ntrick Ana H5 H6 H7\nresult tricks=4,5,4\n"
    more = "deal Cléo part=2\nbid Ana 4\nbid Ben 5\nbid Cléo 3\n"
    at(app, visitor, f"game double-detente\nseats Ana Ben Cléo\n{part}{more}")
    assert visitor.page.source.count("data-gone") == 3


def test_a_kitty_that_lies_on_the_felt_lies_there_alone(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, PLAYING + "kitty S4 S6 H9 D9 C10 DQ\n")
    assert " empty" not in felt(visitor).split("</ol>")[0]
    visitor.press("Set aside, face down")
    assert " empty" in felt(visitor).split("</ol>")[0]


def test_cards_in_hand_are_told_while_there_are_any(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, (ROOT / "tests/golden/da-ban/pairs.deal").read_text())
    assert "in hand" not in felt(visitor)


DOUBLE = "game double\nseats Nora Ben Cid\ndeal Cid\nturn SA/D2\nbid Nora 1\nbid Ben 0\nbid Cid 1\n"


def test_chips_that_are_bid_lie_before_their_seat(app: Flask, visitor: Visitor) -> None:
    """Everybody begins with 15; a bid of 1 leaves 14: two red fives and four black ones."""
    at(app, visitor, DOUBLE)
    seats = felt(visitor).split('id="seat-')[1:]
    assert 'class="pips staked"' in seats[0]
    assert 'class="pips staked"' not in seats[1]
    assert seats[0].count('class="v5"') == 2
    assert seats[0].count('class="v1"') == 4
    assert seats[1].count('class="v1"') == 5


def test_the_evidence_of_double_shows_both_sides_of_a_card(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, (ROOT / "referee/demos/double.deal").read_text())
    evidence = visitor.page.source.split('class="evidence"')[1].split("</div>")[0]
    assert "card D" in evidence
    assert evidence.count('class="other ') == evidence.count('class="card ')
    assert 'aria-label="king of clubs / 3 of diamonds"' in evidence


def test_a_card_has_a_second_side_in_the_game_whose_deck_gives_it_one_and_in_no_other(
    app: Flask, visitor: Visitor
) -> None:
    at(app, visitor, (ROOT / "referee/demos/double.deal").read_text())
    assert 'class="other ' in visitor.page.source
    assert 'data-sides="king of clubs / 3 of diamonds"' in visitor.page.source
    bids = "bid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    at(app, visitor, f"{TAROT}deal Dan\n{bids}play Ana C10\nplay Ben CK\n")
    assert 'data-card="C10"' in felt(visitor)
    assert 'class="other ' not in visitor.page.source
    assert "data-sides" not in visitor.page.source


def test_the_trick_before_this_one_is_told_by_its_number(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, PLAYING + "trick Ana S10 SK S5 S4\n")
    assert 'aria-label="Trick 1"' in visitor.page.source.split('id="last-trick"')[1]
    assert "(number)" not in visitor.page.source
