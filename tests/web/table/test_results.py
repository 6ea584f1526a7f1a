"""Results entered by chips alone, cards taken back, and what the page notes beside seats and scores."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.help.web import Visitor, facts

TAROT = "game tarot\nseats Ana Ben Cid Dan\n"
DOKO = "game doppelkopf\nseats Ana Ben Cid Dan\n"
PLAYED = (
    "deal Dan\nbid Ana pass\nbid Ben petite\nbid Cid pass\nbid Dan pass\nkitty S1 S2 S3 S4 S5 S6\ndiscard Ben count=6\n"
)


def at(app: Flask, visitor: Visitor, text: str) -> Visitor:
    """The table of a record, open on the page."""
    table = app.extensions["tables"].take_in(text.encode(), "", key=text[:60])
    visitor.open(f"/t/{table}")
    return visitor


def chips(visitor: Visitor, kind: str, **filled: str) -> None:
    """Choose these chips in the form of a prompt and send it."""
    form = next(f for f in visitor.page.forms if any(c.name == "kind" and c.value == kind for c in f.controls))
    visitor.send(form, None, {name.replace("__", "."): value for name, value in filled.items()})


def digits(field: str, number: str) -> dict[str, str]:
    return {f"{field}__10": number[:-1] or "0", f"{field}__1": number[-1]}


def test_a_tarot_deal_counted_only_takes_seven_taps(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT)
    visitor.press("Record the score only")
    entry = {"taker": "Cid", "contract": "garde", "bouts": "2", **digits("points", "45")}
    chips(visitor, "result", **entry)
    assert visitor.status == 200, visitor.page.alerts
    assert len(entry) + 2 <= 8
    assert facts(visitor.record())[-1] == "result taker=Cid contract=garde bouts=2 points=45"


def test_the_extras_seen_are_chosen_before_anybody_taps(app: Flask, visitor: Visitor) -> None:
    gesund = "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan"))
    at(app, visitor, DOKO + f"deal Dan\n{gesund}trick Ana CQ D9 CQ DJ\ntrick Ana SA S10 SA S10\n")
    chips(visitor, "result", **digits("points", "150"))
    assert visitor.status == 200, visitor.page.alerts
    assert facts(visitor.record())[-1] == "result points=150 re-extra=doppelkopf:1"


BIDS = "deal Dan\nbid Ana pass\nbid Ben petite\nbid Cid pass\nbid Dan pass\n"


def test_the_petit_seen_last_is_chosen_before_anybody_taps(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + BIDS + "took Ana\n" * 17 + "trick Ana H2 T1 H3 H4\n")
    chips(visitor, "result", bouts="2", **digits("points", "45"))
    assert visitor.status == 200, visitor.page.alerts
    assert facts(visitor.record())[-1] == "result bouts=2 points=45 petit=attack"


def test_a_petit_that_fell_before_the_last_trick_is_not_asked_for(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + BIDS + "trick Ana T2 T1 T3 T4\n")
    form = next(f for f in visitor.page.forms if any(c.value == "result" for c in f.controls))
    assert "petit" not in {control.name for control in form.controls}


def test_a_deal_everybody_passed_is_one_tap_at_any_depth(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT)
    visitor.press("Record the score only")
    visitor.press("Everybody passes")
    assert facts(visitor.record())[-1] == "result contract=pass"
    assert "Ana deals" in visitor.page.text


def test_the_points_may_come_from_the_defence_or_from_both_sides(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + "deal Dan depth=score\n")
    entry = {"taker": "Cid", "contract": "garde", "bouts": "2"}
    chips(visitor, "result", **entry, **digits("points", "45"), **digits("defence", "45"))
    assert "do not make 91" in visitor.page.alerts
    chips(visitor, "result", **entry, **digits("defence", "46"), handful__Ana="double:Ana", petit="defence")
    assert visitor.status == 200, visitor.page.alerts
    made = "result taker=Cid contract=garde bouts=2 defence=46 petit=defence handful=double:Ana"
    assert facts(visitor.record())[-1] == made


def test_a_half_point_is_a_tick_beside_the_digits(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, "game tarot\nseats Ana Ben Cid\ndeal Cid depth=score\n")
    entry = {"taker": "Ana", "contract": "petite", "bouts": "2"}
    chips(visitor, "result", **entry, **digits("points", "40"), points__half="1")
    assert facts(visitor.record())[-1] == "result taker=Ana contract=petite bouts=2 points=40.5"


@pytest.mark.parametrize("left_out", ["points__10", "points__1"])
def test_a_digit_left_out_is_asked_for(app: Flask, visitor: Visitor, left_out: str) -> None:
    at(app, visitor, TAROT + "deal Dan depth=score\n")
    entry = {"taker": "Cid", "contract": "garde", "bouts": "2", **digits("points", "45")}
    del entry[left_out]
    chips(visitor, "result", **entry)
    assert visitor.status == 422
    assert "choose both the tens and the ones" in visitor.page.alerts


def test_a_doppelkopf_deal_counted_only_takes_eight_taps_with_an_announcement(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, DOKO)
    visitor.press("Record the score only")
    form = next(f for f in visitor.page.forms if any(c.name == "re-said" for c in f.controls))
    chosen = {"re": ["Ana", "Cid"], "re-said": "re,no90", "points.10": "15", "points.1": "4"}
    visitor.send(form, None, chosen)
    assert visitor.status == 200, visitor.page.alerts
    assert sum(len(taps) if isinstance(taps, list) else 1 for taps in chosen.values()) + 2 <= 8
    assert facts(visitor.record())[-1] == "result re=Ana,Cid points=154 re-said=re,no90"


def test_extras_are_counted_thing_by_thing(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, DOKO + "deal Dan depth=score\n")
    form = next(f for f in visitor.page.forms if any(c.name == "re-said" for c in f.controls))
    extras = {"re-extra.fox": "fox:2", "re-extra.doppelkopf": "doppelkopf:1"}
    points = {"points.10": "12", "points.1": "1"}
    visitor.send(form, None, {"re": ["Ana", "Cid"], **points, **extras})
    assert facts(visitor.record())[-1] == "result re=Ana,Cid points=121 re-extra=fox:2,doppelkopf:1"


def test_a_result_asks_neither_for_sides_nor_for_a_type_that_are_settled(app: Flask, visitor: Visitor) -> None:
    bids = "bid Ana gesund\nbid Ben vorbehalt\nbid Cid gesund\nbid Dan gesund\nbid Ben solo-jacks\n"
    at(app, visitor, DOKO + "deal Dan depth=score\n" + bids)
    chips(visitor, "result", **digits("points", "130"))
    assert facts(visitor.record())[-1] == "result points=130"
    assert "This deal −1 +3 −1 −1" in visitor.page.text


def test_a_card_laid_down_may_be_taken_back_until_the_next_trick_has_begun(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + PLAYED + "play Ana H5\nplay Ben C7\n")
    assert "Ben takes C7 back" in visitor.page.text.replace("7♣", "C7").replace("♣7", "C7")
    visitor.press("withdraw Ben")
    assert facts(visitor.record())[-1] == "withdraw Ben"
    assert "Ben plays" in visitor.page.text


def test_who_owes_a_duty_solo_and_who_was_warned_is_noted_beside_the_name(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, DOKO.replace("seats", "preset ddv\nseats"))
    assert visitor.page.text.count("owes a solo") == 4
    at(app, visitor, TAROT + "deal Dan\nfoul Ana conduct\nfoul Ana conduct\nfoul Ben hesitation\n")
    assert "2 warnings" in visitor.page.text
    assert "a warning" in visitor.page.text


def test_what_does_not_add_up_is_said_below_the_scores(app: Flask, visitor: Visitor) -> None:
    played = "deal Dan\nresult re=Ana,Cid points=130\npenalty Ana 5 late\n"
    at(app, visitor, DOKO + played)
    assert "The totals add up to −5, not to 0." in visitor.page.text


def test_who_sits_out_is_told_so_and_has_no_place_for_a_card(app: Flask, visitor: Visitor) -> None:
    bids = "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan"))
    at(app, visitor, DOKO.replace("Dan", "Dan Eva") + "deal Eva\n" + bids)
    assert visitor.page.text.count("sits out") == 1
    assert visitor.page.source.count('empty" aria-hidden="true"') == 4


def test_what_a_deal_would_come_to_is_said_before_it_is_recorded(app: Flask, visitor: Visitor) -> None:
    at(app, visitor, TAROT + "deal Dan depth=score\n")
    record = visitor.record()
    asked = "?kind=result&taker=Ana&contract=garde&points.10=4&points.1=5"
    assert visitor.open(visitor.path + "/preview" + asked).source == ""  # the bouts are still to be told
    said = visitor.open(visitor.path.partition("?")[0] + asked + "&bouts=2").source
    # 45 points with two bouts, 41 needed: (25 + 4) × 2 from each of three
    assert "made by 4" in said
    assert "Ana <b>+174</b>" in said
    assert "Cid <b>−58</b>" in said
    visitor.path = visitor.path.partition("/preview")[0]
    assert visitor.record() == record
    assert Visitor(app, address="192.168.1.77").open(visitor.path + "/preview" + asked + "&bouts=2").text != said


def test_bouts_that_the_tricks_have_settled_are_not_asked_again_after_a_claim(app: Flask, visitor: Visitor) -> None:
    """Ben, the taker, lost the Petit and took the 21: he has one bout, or two with the Excuse."""
    lost = "trick Ana H2 H3 T1 T2\n"
    at(app, visitor, TAROT + BIDS + lost + "trick Dan S2 S3 T21 T3\n" + "took Ana\n" * 16)
    form = next(f for f in visitor.page.forms if any(one.value == "result" for one in f.controls))
    assert [one.value for one in form.controls if one.name == "bouts"] == ["1", "2"]
