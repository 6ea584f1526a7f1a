"""Between two deals: what the last one came to, what was ruled, the sheet, and who deals next."""

from __future__ import annotations

from flask import Flask

from tests.help.running import ROOT
from tests.help.web import Visitor, facts
from tests.web.table.test_results import TAROT, at

SEEN = "deal Dan\nfoul Ben must-follow\nresult taker=Ana contract=garde bouts=2 points=45\n"
"""A garde of 45 with two bouts, 41 needed, is made by 4; a revoke found after its trick (CA p.6) gives points back."""


def test_what_a_deal_came_to_stands_before_the_next_one_with_the_points_of_each(app: Flask, visitor: Visitor) -> None:
    page = at(app, visitor, TAROT + SEEN).page
    banner = page.source.split('class="outcome')[1].split("</div>")[0]
    # (25 + 4) × 2 from each of three
    for words in ("45 points with 2 bouts", "Ana <b>+174</b>", "Ben <b>−58</b>"):
        assert words in banner
    assert page.source.index('class="outcome') < page.source.index("Record every card")


def test_a_ruling_stands_in_the_score_with_what_was_ruled(app: Flask, visitor: Visitor) -> None:
    page = at(app, visitor, TAROT + SEEN).page
    score = page.source.split('class="scores"')[1]
    assert "Upheld: Ben – Not following. " in score
    assert "The deal counts, and the points won unlawfully go back to the other side." in score
    page = visitor.open(visitor.path + "/fouls")
    assert "upheld" in page.text
    verdict = page.source.split("verdict")[1].split("</header>")[0]
    assert "The deal counts, and the points won unlawfully go back to the other side." in verdict


def test_the_sheet_has_a_row_a_deal_with_the_totals_after_it(app: Flask, visitor: Visitor) -> None:
    second = "deal Ana\nresult taker=Ben contract=petite bouts=3 points=36\n"  # made by 0: 25 from each
    page = at(app, visitor, TAROT + SEEN + second).page
    rows = page.source.split('class="sheet rounds"')[1].split("</tbody>")[0].split("<tr>")[2:]
    assert [row.split("<b>")[1].split("<")[0] for row in rows] == ["2", "1"]
    assert "<b>−25</b> <small>149</small>" in rows[0]
    assert "<b>+174</b> <small>174</small>" in rows[1]


def test_the_ways_to_record_keep_their_order_and_the_last_one_stands_out(app: Flask, visitor: Visitor) -> None:
    page = at(app, visitor, TAROT + "deal Dan depth=score\nresult taker=Ana contract=garde bouts=2 points=45\n").page
    wanted = ["Record every card", "Record who takes each trick", "Record the score only"]
    assert [label for label in page.labels if label.startswith("Record ")][:3] == wanted
    button = page.source.split("Record the score only")[0].rpartition("<button")[2]
    assert "primary" in button


def test_at_the_end_of_a_match_no_foul_is_asked_for(app: Flask, visitor: Visitor) -> None:
    lines = ["deal Dan", "result master=Ana points=0"]
    lines += ["deal Ana", "result points=0", "deal Cid", "result points=0"]  # their partner is master next
    page = at(app, visitor, "\n".join(["game da-ban", "option end_level=6", "seats Ana Ben Cid Dan", *lines, ""])).page
    assert "Ana, Cid win" in page.text
    pad = page.source.split('id="pad"')[1].split('id="bar"')[0]
    assert "foul" not in pad.lower()
    assert "Won by Ana, Cid" in page.source.split('id="asks"')[1].split("</h2>")[0]
    assert "Referee!" in page.text


def test_of_a_round_that_a_foul_has_ended_the_foul_is_told(app: Flask, visitor: Visitor) -> None:
    """Da Ban, foul.2: the offender's team loses the round."""
    played = (ROOT / "referee" / "demos" / "da-ban.deal").read_text()  # its last line proves a foul of Ben's
    upheld = f"{played}ruling {len(played.splitlines())} uphold\n"
    banner = at(app, visitor, upheld).page.source.split('class="outcome')[1]
    assert banner.split("<strong>")[1].startswith("Foul by Ben: the round is lost</strong>")


def test_a_seat_tapped_between_two_deals_deals(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + SEEN)
    visitor.open(visitor.path + "?as=2")
    visitor.press("Record the score only")
    assert facts(visitor.record())[-1] == "deal Cid depth=score"


# an entry corrected in its place

HEARTS = ("deal Cléo part=1", "bid Ana 4", "bid Ben 5", "bid Cléo 3", "play Ana H5", "play Ben T4", "play Cléo H9")


def test_a_card_of_the_deal_being_played_is_corrected_on_the_table_in_one_step(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.tap(*HEARTS)
    table = visitor.path
    page = visitor.open(table + "?mend=6")
    assert "Instead of: Ben plays trump 4" in page.text
    form = next(f for f in page.forms if any(c.value == "H7" for c in f.controls) and f.action.endswith("/correct"))
    visitor.send(form, next(c for c in form.controls if c.value == "H7"))
    assert facts(visitor.record())[-1] == "correct 8 play Ben H7"
    assert visitor.path == table
    assert "corrected: Ben plays ♥7" in visitor.page.source.split('class="ruled"')[1].split("</form>")[0]
    visitor.press("Undo corrected: Ben plays ♥7")
    assert facts(visitor.record())[-1] == "undo"


def test_a_bid_that_was_forgotten_is_put_in_before_the_last_entry(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.tap(HEARTS[0], HEARTS[2])
    page = visitor.open(next(href for href, said in visitor.page.links if said == "Something is missing"))
    form = next(f for f in page.forms if f.action.endswith("/correct"))
    visitor.send(form, next(c for c in form.controls if c.value == "bid Ana 4"))
    assert facts(visitor.record())[-1] == "insert 4 bid Ana 4"


def test_what_cannot_have_been_is_refused_on_the_table_with_why(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.tap(*HEARTS)
    page = visitor.open(visitor.path + "?mend=2")
    form = next(f for f in page.forms if f.action.endswith("/correct"))
    visitor.send(form, None, {})
    assert visitor.status == 422
    assert "Not recorded." in visitor.page.alerts


def test_a_card_that_fell_before_is_a_slip_to_mend_and_no_foul_to_uphold(visitor: Visitor) -> None:
    visitor.new_table()
    visitor.tap(*HEARTS, "play Ben D5", "play Cléo H9")
    panel = visitor.page.source.split('class="foul"')[1].split('class="law"')[0]
    assert "uphold" not in panel
    assert "waive" not in panel
    assert "mend=9" in panel  # this card
    assert "mend=7" in panel  # and the one that fell in trick 1
    assert 'id="foul" class="slip"' in visitor.page.source  # nobody is accused: the line is not red


DETENTE = "game double-detente\nseats Ana Ben Cid\ndeal Cid part=1 depth=score\nbid Ana 4\nbid Ben 5\nbid Cid 3\n"
DETENTE += "result tricks=4,6,3\n"


def test_a_row_of_the_sheet_says_who_played_what_and_by_how_much_it_was_made(app: Flask, visitor: Visitor) -> None:
    lost = "deal Ana\nresult taker=Ben contract=petite bouts=3 points=30\n"  # 36 are needed
    rows = at(app, visitor, TAROT + SEEN + lost).page.source.split('class="sheet rounds"')[1]
    assert "garde by Ana: +4" in rows
    assert "petite by Ben: −6" in rows
    assert "needed" not in rows.split("</tbody>")[0]
    past = visitor.open(visitor.path + "/deals")
    assert "garde by Ana: +4" in past.text
    # 6 below: 25 + 6 to each of three; the revoke seen in the first deal is paid there
    assert [cell.split("<")[0] for cell in past.source.split("<tfoot>")[1].split("<td>")[1:]] == [
        "205", "−151", "−27", "−27"]  # fmt: skip


def test_what_a_part_came_to_says_the_tricks_of_each_beside_the_bid(app: Flask, visitor: Visitor) -> None:
    page = at(app, visitor, DETENTE).page
    banner = page.source.split('class="outcome')[1].split("</div>")[0]
    assert "Ana 4/4, Ben 6/5, Cid 3/3" in banner
    rows = page.source.split('class="sheet rounds"')[1]
    assert "part 1" in rows
    # on the seat as well, and so in the replay
    assert page.source.split('id="seat-1"')[1].count("tricks: 6, bid: 5") == 1
    past = visitor.open(visitor.path + "/deals/1").text
    assert "Ben 6 /5" in past
    assert "the result" in past
    assert "tricks 4,6,3" not in past


def test_where_a_match_is_a_climb_each_side_is_told_by_its_level(app: Flask, visitor: Visitor) -> None:
    """Da Ban: with 100 points the opponents do not hold the master's side, which rises from 3 to 4."""
    page = at(app, visitor, "game da-ban\nseats Ana Ben Cid Dan\ndeal Dan\nresult master=Ana points=100\n").page
    banner = page.source.split('class="outcome')[1].split("</div>")[0]
    assert "Ana, Cid <b>4</b>" in banner
    assert "+1" not in banner
    rows = page.source.split('class="sheet rounds"')[1].split("</table>")[0]
    assert rows.count('scope="col"') == 2
    assert rows.count("<td><b>4</b></td><td><b>3</b></td>") == 1


def test_the_level_cards_of_da_ban_are_one_row_of_four_keys(app: Flask, visitor: Visitor) -> None:
    lines = "deal Dan\nresult master=Ana points=100\ndeal Ana\n"
    page = at(app, visitor, "game da-ban\nseats Ana Ben Cid Dan\n" + lines).page
    pad = page.source.split('id="pad"')[1].split('id="bar"')[0]
    assert pad.count('class="suit') == 1
    assert pad.count('data-card="') == 4
