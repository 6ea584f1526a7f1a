"""Worked rulings of the federation's code of arbitration of 1 July 2012 (CA201206), each played to its numbers.

Worked by hand from the code's table (`foul_rulings` of tests/cases/tarot.json) and the rules of scoring, apart from the
program. Four players; Cid plays a garde-sans (×4) or a garde (×2) with two bouts, so that he needs 41. With 45 he makes
it by 4: (25 + 4) × 4 = 116 from each, or (25 + 4) × 2 = 58; with 39 he is down by 2: (25 + 2) × 4 = 108, or 54.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.help.tables import case_expected, case_told
from tests.help.tarot import check, last

CASES = json.loads((Path(__file__).parents[2] / "cases" / "rulings.json").read_text(encoding="utf-8"))["tarot"]
"""Endings whose hands all lie open in the record, worked out by hand."""
SANS = "deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde-sans\nbid Dan pass\n"
BIDS = SANS.removeprefix("deal Dan\n")
GARDE = SANS.replace("garde-sans", "garde")
MADE, FAILED = "\nresult bouts=2 points=45", "\nresult bouts=2 points=39"
VOID = ("void", (0, 0, 0, 0))
WON, LOST = ("done", (-116, -116, 348, -116)), ("done", (108, 108, -324, 108))
TEN = "T6 T7 T8 T9 T10 T11 T12 T13 T14 T15"
LATE = "trick Ana S3 S4 S5 S6\n"
"""A trick after which a handful comes too late."""


def outcome(text: str) -> tuple[str, tuple[int, ...]]:
    deal = last(text, preset="fft")
    return deal["state"], tuple(deal["scores"].values()) or (0, 0, 0, 0)


def owed(text: str) -> dict[str, Any]:
    """The warnings of the last deal, 0 points each, and what it takes from whom."""
    deal = last(text, preset="fft")
    return {"warned": [w["seat"] for w in deal["warnings"] if not w["points"]], "takes": deal["penalties"]}


@pytest.mark.parametrize(
    ("fault", "made", "failed"),
    [
        # A fault that cannot be put right voids what the offender's side wins, and counts where it loses (p.5-6).
        pytest.param("Ben must-follow", WON, VOID, id="a defender's revoke consumed"),
        pytest.param("Ana must-overtrump", WON, VOID, id="a defender who could have gone over"),
        pytest.param("Cid must-trump", VOID, LOST, id="the taker's revoke consumed"),
        pytest.param("Dan exposed-card-important-defence", WON, VOID, id="an important card exposed by the defence"),
        pytest.param("Cid faux-ecart-6-illegal-cards", VOID, LOST, id="a king set aside"),
        pytest.param("Cid faux-ecart-5", VOID, LOST, id="five cards set aside"),
        # An exposed card and a card out of turn leave the score as it is, whoever wins (p.5).
        pytest.param("Ben exposed-card-defence", WON, LOST, id="a card exposed by the defence"),
        pytest.param("Cid exposed-card-taker", WON, LOST, id="a card exposed by the taker"),
        pytest.param("Ben revoke-not-consumed", WON, LOST, id="a revoke not consumed"),
        # What may have harmed the taker: his deal counts only if he makes it, whoever's fault it is (p.4, p.7).
        pytest.param("Ben misdeal-found-in-play", WON, VOID, id="a misdeal found in play"),
        pytest.param("Cid misdeal-found-in-play", WON, VOID, id="the taker's own"),
        pytest.param("Ben wrong-card-count-defender", WON, VOID, id="a defender has not the right number of cards"),
        pytest.param("Ana hand-thrown-in-after-contract", WON, VOID, id="a hand thrown in after the contract"),
        pytest.param("Ben chien-seen-gs-gc-defence", WON, VOID, id="the kitty seen by the defence alone"),
        pytest.param("Cid chien-seen-gs-gc-taker", WON, LOST, id="the kitty seen by the taker too"),
    ],
)
def test_a_garde_sans_of_45_or_39_pays_after_a_fault(fault: str, made: Any, failed: Any) -> None:
    assert outcome(f"{SANS}foul {fault}{MADE}") == made
    assert outcome(f"{SANS}foul {fault}{FAILED}") == failed


@pytest.mark.parametrize(
    ("lines", "made", "failed"),
    [
        # A handful is 20 from each defender, not multiplied, to who wins: 58 + 20 = 78, or 54 + 20 = 74.
        pytest.param(f"announce Cid handful {TEN}", 78, -74, id="shown in time"),
        pytest.param(f"{LATE}announce Cid handful {TEN}\nruling 11 uphold", 58, -74, id="the taker's too late"),
        pytest.param(f"{LATE}announce Ana handful {TEN}\nruling 11 uphold", 78, None, id="a defender's too late"),
        pytest.param(f"announce Cid handful {TEN} T16\nruling 10 uphold", 78, -74, id="the taker shows one too many"),
        pytest.param(f"announce Ana handful {TEN} T16\nruling 10 uphold", 78, None, id="a defender shows one too many"),
        pytest.param(f"play Ana S3\nannounce Ana handful {TEN}\nruling 11 uphold", 78, -74,
                     id="right after one's first card, not covered yet"),
        pytest.param("foul Cid poignee-incomplete-unfixable-taker", 58, -54, id="the taker's incomplete"),
        pytest.param("foul Ana poignee-incomplete-unfixable-defender", 58, None, id="a defender's incomplete"),
    ],
)  # fmt: skip
def test_a_handful_shown_wrongly_pays_what_page_8_says(lines: str, made: int, failed: int | None) -> None:
    start = f"{GARDE}discard Cid count=6\n{lines}"
    assert outcome(start + MADE) == ("done", (-made, -made, 3 * made, -made))
    assert outcome(start + FAILED) == (VOID if failed is None else ("done", (-failed, -failed, 3 * failed, -failed)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['law']}: {case['id']}")
def test_what_a_revoke_or_a_claim_did_and_what_is_ruled_where_the_hands_lie_open(case: dict[str, Any]) -> None:
    assert case_told(case) == case_expected(case), case["why"]


def test_a_revoke_is_consumed_by_the_first_card_of_the_next_trick_and_not_before() -> None:
    trick = "play Ana S1\nplay Ben H2\nplay Cid S3\nplay Dan S4\n"
    told = {}
    for at, lines in enumerate(("play Ana S1\nplay Ben H2\n", trick, trick + "play Dan D1\n")):
        (foul,) = last(f"{SANS}{lines}foul Ben must-follow", preset="fft")["fouls"]
        told[at] = foul["remedy"]["text"].partition(" (")[0]
    assert told == {0: "A revoke, not consumed", 1: "A revoke, not consumed", 2: "A revoke, consumed"}


def test_a_defender_is_warned_and_then_pays_a_hundred_the_taker_neither() -> None:
    twice = "foul {0} revoke-not-consumed\nfoul {0} revoke-not-consumed"
    assert owed(SANS + twice.format("Ben") + MADE) == {"warned": ["Ben"], "takes": {"Ben": -100}}
    assert owed(SANS + twice.format("Cid") + MADE) == {"warned": [], "takes": {}}
    assert outcome(SANS + twice.format("Ben") + MADE) == WON  # the points stand in a column of their own


def test_an_exposed_card_after_a_hesitation_is_a_second_warning_and_so_a_hundred() -> None:
    text = f"{SANS}foul Ana hesitation{MADE}\n{SANS.replace('deal Dan', 'deal Ana')}foul Ana exposed-card-defence{MADE}"
    assert owed(text) == {"warned": [], "takes": {"Ana": -100}}


def test_the_kitty_seen_costs_a_hundred_at_once() -> None:
    assert owed(f"{SANS}foul Ben chien-seen-gs-gc-defence{MADE}") == {"warned": [], "takes": {"Ben": -100}}
    assert owed(f"{SANS}foul Cid chien-seen-gs-gc-taker{FAILED}") == {"warned": [], "takes": {"Cid": -100}}


@pytest.mark.parametrize(
    ("fault", "dealer", "takes"),
    [
        # A misdeal by the dealer: the same one deals again. Found after a bid: annulled, 500 to who kept it quiet (p.4).
        ("Dan misdeal-dealer", "Dan", {}),
        ("Dan misdeal-found-after-bid-dealer-chien", None, {"Dan": -500}),
        ("Ben misdeal-found-after-bid-two-others", None, {}),
    ],
)
def test_a_misdeal_found_before_play_voids_the_deal(fault: str, dealer: str | None, takes: dict[str, int]) -> None:
    text = f"{SANS}foul {fault}"
    assert outcome(text) == VOID
    assert owed(text)["takes"] == takes
    if dealer is not None:
        assert check(text, preset="fft")["next"]["seat"] == dealer


LEAD = SANS + "play Ben H5\n"
"""Ana is to lead; Ben, a defender, does."""


def test_after_a_lead_out_of_turn_each_choice_of_the_taker_is_held() -> None:
    ask = LEAD + "ruling 9 uphold remedy={}\n"
    accepted = last(ask.format("accept") + "play Cid H6\nplay Dan H7\nplay Ana H8", preset="fft")
    assert (accepted["tricks"][0]["winner"], len(accepted["fouls"])) == ("Ana", 1)  # the trick goes on from Ben's card
    for word, lead, after in (("suit", "H9", ()), ("other", "S9", ()), ("suit", "S9", "H"), ("other", "H9", "S")):
        text = ask.format(word) + f"play Ana {lead}\nplay Ben {lead[0]}2\nplay Cid {lead[0]}3\nplay Dan {lead[0]}4\n"
        shown = [f"play Ana {after}10"] if after else []
        fouls = last(text + "\n".join(shown), preset="fft")["fouls"][1:]
        assert bool(fouls) == bool(after), (word, lead)
        assert all((one["kind"], one["seat"]) == ("illegal-lead", "Ana") for one in fouls)


def test_the_excuse_passes_what_the_taker_asked_on_to_the_next_player() -> None:
    asked = LEAD + "ruling 9 uphold remedy=suit\nplay Ana EX\n"
    wrong = last(asked + "play Ben S2\nplay Cid S3\nplay Dan S4\nplay Dan D1\nplay Ana D2\nplay Ben H5", preset="fft")
    assert ("illegal-lead", "Ben") in [(one["kind"], one["seat"]) for one in wrong["fouls"]]
    right = last(asked + "play Ben H5\nplay Cid H6\nplay Dan H7", preset="fft")
    assert len(right["fouls"]) == 1


CLAIMS = """deal Dan cards=2
hand Ana T10 S5
hand Ben T21 S3
hand Cid HK H2
hand Dan D2 D3
bid Ana garde-contre
bid Ben pass
bid Cid pass
bid Dan pass
"""


def test_the_rest_is_played_in_the_way_worst_for_a_defender_who_claimed_it_wrongly() -> None:
    """Ben's 21 takes one trick, Ana's five of spades the other: two spades and two cards of Cid and Dan. At best they
    throw low ones, four half points, 2; at worst for Ben, Cid throws the king: 4½ + ½ + ½ + ½ = 6.
    """
    (foul,) = last(CLAIMS + "claim Ben\nfoul Ben claims-wrongly", preset="fft")["fouls"]
    assert (foul["damage"]["with"]["points"], foul["damage"]["without"]["points"]) == (6, 2)
    assert foul["remedy"]["text"].endswith("least favourable to the offender.")


def test_nothing_is_wrong_with_a_claim_that_holds_whatever_is_laid() -> None:
    held = CLAIMS.replace("T10 S5", "T10 T9").replace("T21 S3", "D5 S3")
    (foul,) = last(held + "claim Ana\nfoul Ana claims-wrongly", preset="fft")["fouls"]
    assert foul["damage"]["forced"]


def test_at_five_a_partner_s_revoke_voids_what_the_taker_wins() -> None:
    """Alone against none: the partner's side is the taker's, so a defender's would have let the deal count."""
    start = "deal Eva\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\nbid Eva pass\ncall Ana HK\n"
    for seat, state in (("Ben", "void"), ("Dan", "done")):
        text = f"{start}foul {seat} must-follow\nresult bouts=2 points=45 partner=Ben"
        assert last(text, "Ana Ben Cid Dan Eva", "fft")["state"] == state


@pytest.mark.parametrize(
    ("lines", "state"),
    [
        # Before the end of the deal it is dealt again, after it the deal stands (p.4): who bids has been dealt to.
        ("foul Ana wrong-dealer", "void"),
        ("bid Ana pass\nfoul Ana wrong-dealer", "open"),
        ("bid Ana pass\nfoul Ana wrong-dealer remedy=void", "void"),
        (f"{BIDS}foul Ana wrong-dealer", "open"),
        # The Petit alone: annulled until the first trick is over, then the director decides (R-RO p.5, D).
        ("foul Ana petit-sec-not-declared", "void"),
        (f"{BIDS}play Ana S1\nfoul Ana petit-sec-not-declared", "void"),
        (f"{BIDS}{LATE}foul Ana petit-sec-not-declared", "open"),
    ],
)
def test_what_the_director_decides_is_proposed_by_when_it_is_found(lines: str, state: str) -> None:
    deal = last(f"deal Dan\n{lines}", preset="fft")
    assert deal["state"] == state


def test_a_deal_annulled_as_the_wrong_player_dealt_is_dealt_again_by_the_right_one() -> None:
    """CA p.4. After Dan it is for Ana to deal; Cid deals, and it is seen before anybody has spoken."""
    found = check(f"{SANS}{MADE}\ndeal Cid\nfoul Cid wrong-dealer\n", preset="fft")
    assert (found["deals"][1]["state"], found["next"]["seat"]) == ("void", "Ana")
    found = check(f"{SANS}{MADE}\ndeal Cid\nfoul Cid wrong-dealer\ndeal Cid\nfoul Cid wrong-dealer\n", preset="fft")
    assert found["next"]["seat"] == "Ana"
    found = check("deal Cid\nfoul Cid wrong-dealer\n", preset="fft")
    assert found["next"]["seat"] == "Dan", "of a first deal nobody knows whose it was"


@pytest.mark.parametrize(
    ("lines", "consumed"),
    [
        ("play Ana S1\nplay Ben ?", False),  # nobody saw the card that lies there: it may be the one
        ("play Ana S1\nplay Ben EX", True),  # the Excuse is no revoke: it was in the trick before
        ("play Ana T5\nplay Ben T4", False),
        ("play Ana T21\nplay Ben T4", True),  # nobody goes over the 21
    ],
)
def test_a_revoke_agreed_on_is_the_card_that_lies_there_if_that_may_be_one(lines: str, consumed: bool) -> None:
    kind = "must-overtrump" if "T" in lines else "must-follow"
    deal = last(f"{SANS}trick Ana S6 S3 S4 S5\n{lines}\nfoul Ben {kind}\n", preset="fft")
    (foul,) = deal["fouls"]
    assert ("not consumed" not in foul["remedy"]["text"]) is consumed
