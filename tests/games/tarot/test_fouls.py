"""What the code of arbitration gives for a foul: when, for which outcome, with which warning or points."""

from typing import Any

import pytest

from referee.games.tarot.rulings import RULINGS
from referee.record.text import read
from referee.table.table import fold_record, remedies
from referee.words.text import Slip
from tests.help.tarot import FOUR, check, kinds, last, table

FIVE = "Ana Ben Cid Dan Eva"
DEAL = "deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde-sans\nbid Dan pass\n"
"""Five lines: the first trick stands on line 9."""
MADE = "bouts=2 points=45"
FAILED = "bouts=2 points=39"


def counted(lines: str, result: str, preset: str = "fft", seats: str = FOUR) -> dict[str, Any]:
    """A deal with its tricks not written down, a foul agreed on, and its result."""
    return last(f"{lines}\nresult {result}", seats, preset)


def agreed(kind: str, seat: str, result: str, preset: str = "fft") -> dict[str, Any]:
    return counted(f"{DEAL}foul {seat} {kind}", result, preset)


# --- revokes


REVOKE = DEAL + "play Ana S1\nplay Ben H2\n"
OPEN = "deal Dan\nhand Ben S2 S3 S4 S5 S6 S7 H2 H3 H4 H5 H6 H7 D2 D3 D4 D5 D6 D7\n" + DEAL.split("\n", 1)[1]


@pytest.mark.law("tarot.foul.1", "tarot.code.revoke-not-consumed")
def test_a_revoke_seen_at_once_is_not_consumed_and_the_card_goes_back() -> None:
    text = OPEN + "play Ana S1\nplay Ben H2\n"
    foul = last(text, preset="fft")["fouls"][0]
    assert foul["remedy"]["word"] == "back"
    assert "not consumed" in foul["remedy"]["text"]
    assert "A warning." in foul["remedy"]["text"]
    after = last(text + "ruling 11 uphold remedy=back\nplay Ben S2", preset="fft")
    assert after["tricks"][0]["cards"] == [["S1"], ["S2"]]
    assert kinds(after) == [("must-follow", "Ben", "seen")]
    assert [(w["seat"], w["points"]) for w in after["warnings"]] == [("Ben", 0)]


@pytest.mark.law("tarot.code.revoke-not-consumed")
@pytest.mark.parametrize("back", ["", "withdraw Ben\n"])
def test_a_ruling_without_a_remedy_takes_the_card_back_as_the_code_asks(back: str) -> None:
    text = (
        OPEN + f"play Ana S1\nplay Ben H2\nplay Cid S9\nruling 11 uphold\n{back}play Ben S2\nplay Dan S8\nplay Cid D1"
    )
    after = last(text, preset="fft")
    assert [trick["cards"] for trick in after["tricks"]] == [[["S1"], ["S9"], ["S2"], ["S8"]], [["D1"]]]
    assert kinds(after) == [("must-follow", "Ben", "seen")]
    assert [(warning["seat"], warning["points"]) for warning in after["warnings"]] == [("Ben", 0)]


@pytest.mark.law("tarot.code.revoke-consumed")
def test_a_revoke_of_an_open_hand_is_consumed_where_the_next_trick_has_begun_before_it_is_ruled() -> None:
    revoke = OPEN + "play Ana S1\nplay Ben H2\nplay Cid S9\nplay Dan S8\n"
    for lines, said in (
        (revoke, "A revoke, not consumed "),
        (revoke + "play Cid D1\n", "A revoke, consumed "),
        (revoke + "play Cid D1\nruling 11 uphold\n", "A revoke, consumed "),
        (revoke + "ruling 11 uphold\nplay Ben S2\nplay Cid D1\n", "A revoke, not consumed "),
        (revoke + "result bouts=2 points=45\n", "A revoke, consumed "),
    ):
        (foul,) = last(lines, preset="fft")["fouls"]
        assert foul["remedy"]["text"].startswith(said), lines


@pytest.mark.law("tarot.foul.2")
def test_a_revoke_found_by_counting_is_consumed_where_the_next_trick_has_begun_before_it_is_ruled() -> None:
    # Ben and Dan hold no diamond and no trump: 34 such cards do not fit into Ana's hand and the kitty.
    spades = " ".join(f"S{rank}" for rank in (*range(1, 11), *"JNQK"))
    hands = f"hand Ben {spades} H1 H2 H3 H4\nhand Dan {spades.replace('S', 'C')} H5 H6 H7 H8\n"
    revoke = f"deal Dan\n{hands}bid Ana garde-sans\nplay Ana D5\nplay Ben S1\nplay Cid H9\nplay Dan C1\n"
    for lines, said in (
        (revoke, "A revoke, not consumed "),
        (revoke + "play Ana D6\n", "A revoke, consumed "),
        (revoke + "ruling 10 uphold\nplay Cid D7\nplay Ana D6\n", "A revoke, not consumed "),
    ):
        foul = last(lines, preset="fft")["fouls"][0]
        assert (foul["seat"], foul["proof"], foul["committed"], foul["proved"]) == ("Cid", "counted", 10, 10)
        assert foul["remedy"]["text"].startswith(said), lines


OPEN_KITTY = "deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde\nbid Dan pass\nkitty S1 S2 S3 S4 {}\n"


@pytest.mark.law("tarot.discard.3", "tarot.foul.2")
@pytest.mark.parametrize("kitty", ["S5 T15", "T1 T15"])
def test_a_taker_who_hid_a_trump_or_did_not_trump_is_not_said_to_have_done_one_of_them(kitty: str) -> None:
    # A kitty's trump is in his hand or among the six: he may have revoked, or set it aside, and which is not known.
    told = OPEN_KITTY.format(kitty) + "discard Cid count=6\nplay Ana D5\nplay Ben D6\nplay Cid H8\n"
    foul = last(told)["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["committed"], foul["proved"]) == ("inconsistent", "Cid", None, 13)
    assert "one of these was a foul: Cid sets 6 cards aside, Cid plays H8 in trick 1." in foul["message"]
    assert foul["remedy"]["text"] == "Find out which it was, or correct what was written down."
    shown = last(told + "play Dan D7\nplay Dan S6\nplay Ana S7\nplay Ben S8\nplay Cid T15")["fouls"]
    assert [(foul["kind"], foul["proof"], foul.get("explained")) for foul in shown] == [
        ("inconsistent", "counted", 18), ("must-trump", "shown", None),
    ]  # fmt: skip


@pytest.mark.law("tarot.handful.1")
def test_a_handful_that_may_be_true_counts_though_its_player_did_not_trump() -> None:
    # With ten trumps Ana trumps a heart: her handful was false or her diamond a revoke, and which is not known.
    text = (
        DEAL.replace("garde-sans", "pass").replace("Ana pass", "Ana garde-sans") + "announce Ana handful size=single\n"
    )
    text += "trick Ana S5 S6 S7 S8\nplay Dan H4\nplay Ana D1\nruling 12 uphold\nresult bouts=1 points=51"
    deal = last(text, preset="fft")
    assert kinds(deal) == [("inconsistent", "Ana", "counted")]
    assert deal["scores"] == {"Ana": 3 * (25 * 4 + 20), "Ben": -120, "Cid": -120, "Dan": -120}


def test_a_card_taken_back_at_once_says_nothing_any_more() -> None:
    after = last(REVOKE + "withdraw Ben\nplay Ben S2")
    assert after["tricks"][0]["cards"] == [["S1"], ["S2"]]
    assert kinds(after) == []  # put right between the players; who wants it noted writes foul exposed-card-defence


@pytest.mark.law("tarot.play.10")
def test_a_card_in_a_trick_just_closed_can_still_be_taken_back() -> None:
    after = last(REVOKE + "play Cid S3\nplay Dan S4\nwithdraw Ben\nplay Ben S9")
    assert after["tricks"][0]["winner"] == "Ben"


@pytest.mark.parametrize("preset", ["standard", "fft"])
@pytest.mark.parametrize(
    ("lines", "seat"),
    [
        pytest.param("play Ana S1\nplay Ben S2\nwithdraw Ben\nplay Ben S3", "Ben", id="it followed suit"),
        pytest.param("play Ana S1\nwithdraw Ana\nplay Ana S2", "Ana", id="any lead is lawful"),
        pytest.param("play Ana S1\nplay Ben EX\nwithdraw Ben\nplay Ben S3", "Ben", id="the Excuse is always lawful"),
        pytest.param(
            "play Ana S1\nplay Ben S2\nplay Cid S3\nplay Dan S4\nwithdraw Cid", "Cid", id="in a trick just closed"
        ),
    ],
)
@pytest.mark.law("tarot.foul.1", "tarot.code.card-taken-back")
def test_a_card_out_of_the_hand_that_can_be_no_foul_is_not_taken_back(lines: str, seat: str, preset: str) -> None:
    # The document: a card out of the hand must be played; it may be replaced only where it would be a foul.
    foul = last(DEAL + lines, preset=preset)["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["law"]) == ("card-taken-back", seat, "tarot.foul.1")
    assert "laid again" in foul["remedy"]["text"]


@pytest.mark.law("tarot.foul.1")
def test_an_open_hand_that_holds_what_it_should_have_played_lets_the_card_go_back_another_does_not() -> None:
    assert kinds(last(OPEN + "play Ana S1\nplay Ben H2\nwithdraw Ben\nplay Ben S2")) == [("must-follow", "Ben", "seen")]
    held = OPEN.replace("S2 S3 S4 S5 S6 S7", "C2 C3 C4 C5 C6 C7")
    assert kinds(last(held + "play Ana S1\nplay Ben H2\nwithdraw Ben\nplay Ben H3")) == [
        ("card-taken-back", "Ben", "seen")
    ]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param("play Ben H2\nplay Cid H3\nwithdraw Cid\nwithdraw Ben", id="after a lead out of turn"),
        pytest.param("play Ana S1\nplay Ben D2\nplay Cid T3\nwithdraw Ben\nplay Ben T4\nwithdraw Cid\nplay Cid T5",
                     id="after another card was replaced"),
        pytest.param("play Ana S1\nplay Ben ?\nplay Cid S2\nwithdraw Cid", id="after a card nobody saw"),
    ],
)  # fmt: skip
@pytest.mark.law("tarot.foul.1")
def test_who_had_reason_to_take_a_card_back_is_not_accused(lines: str) -> None:
    assert "card-taken-back" not in [kind for kind, _, _ in kinds(last(DEAL + lines))]


@pytest.mark.law("tarot.foul.1", "tarot.code.revoke-not-consumed")
def test_under_the_code_a_revoke_put_right_is_still_a_warning() -> None:
    text = DEAL + "play Ana H5\nplay Ben C7\nwithdraw Ben\nplay Ben H7"
    foul = last(text, preset="fft")["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["proof"], foul["committed"], foul["proved"]) == (
        "must-follow", "Ben", "shown", 10, 12,
    )  # fmt: skip
    assert foul["remedy"]["text"].startswith("A revoke, not consumed ")
    after = last(text + "\nruling 12 uphold", preset="fft")
    assert [(warning["seat"], warning["points"]) for warning in after["warnings"]] == [("Ben", 0)]
    assert after["tricks"][0]["cards"] == [["H5"], ["H7"]]
    played_on = last(text + "\nplay Cid H8\nplay Dan H9\nplay Dan S1", preset="fft")["fouls"][0]
    assert played_on["remedy"]["text"].startswith("A revoke, not consumed ")
    seen = OPEN + "play Ana S1\nplay Ben H2\nwithdraw Ben\nplay Ben S2\nplay Cid S9\nplay Dan S8\nplay Cid D1"
    assert last(seen, preset="fft")["fouls"][0]["remedy"]["text"].startswith("A revoke, not consumed ")


@pytest.mark.law("tarot.foul.1")
def test_only_a_card_that_can_have_been_a_foul_is_offered_to_go_back() -> None:
    def offered(lines: str) -> list[str]:
        found = table(DEAL + lines)
        return [
            choice.word
            for prompt in found.rules.prompts(found.deals[-1].deal)
            if prompt.kind == "withdraw"
            for choice in prompt.choices
        ]

    assert offered("play Ana S1\nplay Ben S2") == []
    assert offered("play Ana S1\nplay Ben S2\nplay Cid H3") == ["Cid"]
    assert offered("play Dan S1") == ["Dan"], "led out of turn"


def test_what_was_not_played_cannot_be_taken_back() -> None:
    for lines in (DEAL + "play Ana S1\nwithdraw Ben", DEAL + "trick Ana S1 S2 S3 S4\nplay Dan S5\nwithdraw Ben",
                  DEAL + "play Ana ?\nwithdraw Ana", DEAL + "play Ana S1\nplay Ben S2\nwithdraw Ana"):  # fmt: skip
        with pytest.raises(Slip, match="no card to take back"):
            table(lines)


@pytest.mark.law("tarot.code.revoke-consumed")
def test_a_revoke_shown_in_a_later_trick_is_consumed() -> None:
    foul = last(REVOKE + "play Cid S3\nplay Dan S4\nplay Dan D1\nplay Ana D2\nplay Ben S5")["fouls"][0]
    assert foul["remedy"]["text"].startswith("A revoke, consumed ")
    assert "If the offender's side wins, the deal is void; if it loses, it counts, and" in foul["remedy"]["text"]
    assert foul["remedy"]["state"] == "open"


@pytest.mark.law("tarot.code.revoke-consumed")
def test_only_where_the_deal_counts_do_the_points_of_a_consumed_revoke_go_back() -> None:
    """Cid's garde-sans of 45 points with two bouts is made by 4, of 39 lost by 2; a void deal has no points."""
    code = "A revoke, consumed (code of arbitration of 2012). "
    for result, said in (
        (MADE, "The deal counts, and the points won unlawfully go back to the other side."),
        (FAILED, "The deal is void."),
    ):
        assert agreed("must-follow", "Ben", result)["fouls"][0]["remedy"]["text"] == code + said


OPEN_TRICK = "play Ana H5\nplay Ben C7\nplay Cid H8\n"


@pytest.mark.parametrize(
    ("lines", "consumed"),
    [
        pytest.param(OPEN_TRICK + "foul Ben must-follow", False, id="the trick lies open"),
        pytest.param(OPEN_TRICK + "play Dan H9\nfoul Ben must-follow", False, id="the next is not led"),
        pytest.param(OPEN_TRICK + "foul Ben must-follow\nwithdraw Ben\nplay Ben H7\nplay Dan H9\nplay Dan S1", False,
                     id="it was put right, and play went on"),
        pytest.param(OPEN_TRICK + "foul Ben must-follow\nplay Dan H9\nplay Dan S1", False,
                     id="it was seen in time, and play went on"),
        pytest.param(OPEN_TRICK + "play Dan H9\nplay Dan S1\nfoul Ben must-follow", True, id="the next is led"),
        pytest.param(OPEN_TRICK + "play Dan H9\nplay Dan S1\nplay Ana S2\nplay Ben S3\nfoul Ben must-follow", True,
                     id="his card in the next is none"),
        pytest.param(OPEN_TRICK + "play Dan H9\nplay Dan S1\nplay Ana S2\nplay Ben T3\nfoul Ben must-trump", True,
                     id="he trumps in the next"),
        pytest.param("took Ana\ntook Ben\nfoul Ben must-follow", True, id="no card was noted"),
        pytest.param("play Ana H5\nplay Ben ?\nfoul Ben must-follow", False, id="nobody saw his card"),
        pytest.param("play Ana T5\nplay Ben T2\nfoul Ben must-overtrump", False, id="his trump lies there"),
        pytest.param("play Ana T5\nplay Ben H2\nplay Cid T6\nplay Dan T7\nplay Dan S1\nplay Ana S2\nplay Ben H3\n"
                     "foul Ben must-overtrump", True, id="his heart there can have undertrumped nothing"),
    ],
)  # fmt: skip
@pytest.mark.law("tarot.foul.2")
def test_a_revoke_people_agree_on_is_consumed_once_the_next_trick_is_led(lines: str, consumed: bool) -> None:
    foul = last(DEAL + lines, preset="fft")["fouls"][0]
    assert foul["remedy"]["text"].startswith("A revoke, consumed " if consumed else "A revoke, not consumed ")


@pytest.mark.law("tarot.foul.2")
def test_a_revoke_agreed_on_and_put_right_is_one_foul() -> None:
    text = DEAL + OPEN_TRICK + "foul Ben must-follow\nwithdraw Ben\nplay Ben H7\nplay Dan H9"
    assert kinds(last(text, preset="fft")) == [("must-follow", "Ben", "seen")]


@pytest.mark.parametrize(("result", "state"), [(MADE, "done"), (FAILED, "void")])
@pytest.mark.law("tarot.foul.2")
def test_a_defender_s_consumed_revoke_voids_a_deal_the_defence_wins(result: str, state: str) -> None:
    deal = agreed("must-follow", "Ana", result)
    assert deal["state"] == state
    assert (deal["scores"]["Cid"] > 0) == (state == "done")


@pytest.mark.parametrize(("result", "state"), [(MADE, "void"), (FAILED, "done")])
@pytest.mark.law("tarot.foul.2")
def test_the_taker_s_consumed_revoke_voids_a_deal_he_wins(result: str, state: str) -> None:
    assert agreed("must-trump", "Cid", result)["state"] == state


def test_the_partner_s_foul_is_the_taker_s_side_s() -> None:
    start = "deal Eva\nbid Ana garde-sans\ncall Ana HK\nfoul Ben must-follow"
    assert counted(start, "bouts=2 points=45 partner=Ben", seats=FIVE)["state"] == "void"
    assert counted(start, "bouts=2 points=45 partner=Dan", seats=FIVE)["state"] == "done"


def test_a_foul_proved_changes_nothing_until_it_is_upheld() -> None:
    played = REVOKE + "play Cid S3\nplay Dan S4\nplay Dan D1\nplay Ana D2\nplay Ben S5\n"
    text = played + f"result {FAILED}\n"
    pending = last(text)
    assert (pending["state"], pending["fouls"][0]["remedy"]["state"]) == ("done", "void")
    assert last(text + "ruling 15 uphold")["state"] == "void"
    assert last(text + "ruling 15 waive")["state"] == "done"


# --- out of turn


@pytest.mark.law("tarot.code.out-of-turn-defender")
def test_after_a_lead_out_of_turn_the_taker_chooses_among_three() -> None:
    foul = last(DEAL + "play Ben H5", preset="fft")["fouls"][0]
    assert [one["word"] for one in foul["remedies"]] == ["accept", "suit", "other"]


@pytest.mark.law("tarot.play.11")
def test_a_card_out_of_turn_in_a_trick_that_was_led_asks_for_no_suit() -> None:
    foul = last(DEAL + "play Ana H2\nplay Dan H5", preset="fft")["fouls"][0]
    assert [one["word"] for one in foul["remedies"]] == ["accept", "back"]
    assert "the card stands, or it goes back into the hand." in foul["remedy"]["text"]
    assert "suit" not in foul["remedy"]["text"]


@pytest.mark.law("tarot.play.11")
def test_the_right_player_may_have_to_lead_that_suit() -> None:
    text = DEAL + "play Ben H5\nruling 9 uphold remedy=suit\n"
    assert check(text)["next"] == {"kind": "play", "seat": "Ana"}
    assert kinds(last(text + "play Ana H7\nplay Ben H5"))[1:] == []
    assert kinds(last(text + "play Ana EX\nplay Ben H5"))[1:] == []
    wrong = last(text + "play Ana S7\nplay Ben S5\nplay Cid S6\nplay Dan S8\nplay Dan H1\nplay Ana H2")
    assert kinds(wrong)[1:] == [("illegal-lead", "Ana", "shown")]
    assert wrong["fouls"][1]["law"] == "tarot.play.11"


@pytest.mark.law("tarot.play.11")
def test_the_right_player_may_have_to_lead_another_suit() -> None:
    text = DEAL + "play Ben H5\nruling 9 uphold remedy=other\n"
    assert kinds(last(text + "play Ana S7\nplay Ben S5"))[1:] == []
    # There are not enough hearts for Ana to hold nothing else.
    assert kinds(last(text + "play Ana H7"))[1:] == [("illegal-lead", "Ana", "counted")]


def test_an_accepted_lead_stands() -> None:
    deal = last(DEAL + "play Ben H5\nruling 9 uphold remedy=accept\nplay Cid H6", preset="fft")
    assert deal["tricks"][0]["cards"] == [["H5"], ["H6"]]
    assert [w["points"] for w in deal["warnings"]] == [0]


def test_the_excuse_led_out_of_turn_just_goes_back() -> None:
    foul = last(DEAL + "play Ben EX")["fouls"][0]
    assert [one["word"] for one in foul["remedies"]] == ["accept", "back"]


@pytest.mark.law("tarot.play.9")
def test_a_card_out_of_turn_within_a_trick_just_goes_back() -> None:
    text = DEAL + "play Ana S1\nplay Dan S5\n"
    assert [one["word"] for one in last(text)["fouls"][0]["remedies"]] == ["accept", "back"]
    assert last(text + "ruling 10 uphold remedy=back")["tricks"][0]["cards"] == [["S1"]]


def test_a_slam_s_announcer_leads_after_a_card_out_of_turn_too() -> None:
    text = DEAL + "announce Cid slam\nplay Ana S1\nruling 10 uphold remedy=suit"
    assert check(text)["next"] == {"kind": "play", "seat": "Cid"}


@pytest.mark.law("tarot.code.exposed-card-taker")
def test_the_taker_s_card_out_of_turn_costs_nothing() -> None:
    deal = last(DEAL + "play Cid S1\nruling 9 uphold remedy=back", preset="fft")
    assert (deal["warnings"], deal["tricks"]) == ([], [])


def test_a_card_that_others_followed_can_no_longer_go_back() -> None:
    foul = last(DEAL + "play Ben H5\nplay Cid H6")["fouls"][0]
    assert "remedies" not in foul
    with pytest.raises(Slip, match="remedy=suit"):
        table(DEAL + "play Ben H5\nplay Cid H6\nruling 9 uphold remedy=suit")


@pytest.mark.law("tarot.code.exposed-card-defence")
def test_a_lead_of_the_called_suit_goes_back() -> None:
    text = "deal Eva\nbid Ana garde-sans\ncall Ana HK\nplay Ana H3\n"
    foul = last(text, FIVE)["fouls"][0]
    assert foul["remedy"]["word"] == "back"
    assert check(text + "ruling 7 uphold remedy=back", FIVE)["next"] == {"kind": "play", "seat": "Ana"}
    lead = "deal Dan\nbid Eva pass\nbid Ana pass\nbid Ben garde-sans\ncall Ben HK\nplay Eva H3"
    other = last(lead, FIVE)["fouls"][0]
    assert other["remedy"]["text"].startswith("A card exposed by the defence")


# --- warnings, points, the log


@pytest.mark.law("tarot.foul.3", "tarot.foul.4", "tarot.code.hesitation", "tarot.code.conduct")
def test_a_warning_comes_first_then_a_hundred_points() -> None:
    found = check(f"""
        {DEAL}foul Ana hesitation
        foul Ana conduct
        foul Ben conduct
        result {MADE}
        deal Ana
        foul Ana exposed-card-defence
    """, preset="fft")  # fmt: skip
    first, second = found["deals"]
    assert [(w["seat"], w["points"]) for w in first["warnings"]] == [("Ana", 0), ("Ana", -100), ("Ben", 0)]
    assert [(w["seat"], w["points"]) for w in second["warnings"]] == [("Ana", -100)]
    assert first["penalties"] == {"Ana": -100}
    assert sum(first["scores"].values()) == 0
    assert sum(found["totals"].values()) == -200


@pytest.mark.law("tarot.code.smoking")
def test_among_friends_warnings_are_noted_and_no_points_taken() -> None:
    deal = agreed("smoking", "Ana", MADE, "standard")
    assert [(w["seat"], w["points"]) for w in deal["warnings"]] == [("Ana", 0)]
    assert deal["penalties"] == {}


@pytest.mark.law("tarot.code.slow-play")
def test_slow_play_costs_more_the_second_time() -> None:
    deal = last(f"{DEAL}foul Ana slow-play\nfoul Ana slow-play", preset="fft")
    assert [w["points"] for w in deal["warnings"]] == [-100, -200]


def test_the_taker_is_not_warned_for_a_card_taken_back() -> None:
    deal = last(f"{DEAL}foul Cid revoke-not-consumed\nfoul Cid hesitation", preset="fft")
    assert [w["points"] for w in deal["warnings"]] == [0]


def test_points_for_a_revoke_are_the_director_s_to_give_when_it_comes_again() -> None:
    text = f"{DEAL}foul Ana revoke-consumed\nfoul Ana revoke-consumed"
    again = last(text, preset="fft")["fouls"][1]
    assert [one["word"] for one in again["remedies"]] == ["bare", "points"]
    deal = last(f"{DEAL}foul Ana revoke-consumed\nfoul Ana revoke-consumed remedy=points", preset="fft")
    assert deal["penalties"] == {"Ana": -100}
    assert "remedies" not in last(text)["fouls"][1]


def test_a_penalty_given_by_hand_stands_beside_them() -> None:
    deal = last(f'{DEAL}penalty Ana 50 "late"\nfoul Ana smoking', preset="fft")
    assert deal["penalties"] == {"Ana": -150}


# --- the deal that is void, or dealt again


@pytest.mark.parametrize(
    ("kind", "dealer"),
    [("misdeal-dealer", "Dan"), ("card-turned-high", "Dan"), ("misdeal-found-after-bid-two-others", "Ana")],
)
@pytest.mark.law(
    "tarot.code.misdeal-dealer",
    "tarot.code.card-turned-high",
    "tarot.code.misdeal-found-after-bid-two-others",
)
def test_a_misdeal_voids_the_deal_and_says_who_deals(kind: str, dealer: str) -> None:
    found = check(f"{DEAL}foul Dan {kind}", preset="fft")
    assert found["deals"][0]["state"] == "void"
    assert found["next"] == {"kind": "deal", "seat": dealer}


@pytest.mark.law("tarot.deal.4")
def test_a_deal_given_up_is_dealt_again_by_the_same_dealer() -> None:
    assert check(f"{DEAL}void accident")["next"] == {"kind": "deal", "seat": "Dan"}


@pytest.mark.parametrize(("result", "state"), [(MADE, "done"), (FAILED, "void")])
@pytest.mark.law("tarot.code.misdeal-found-in-play")
def test_a_misdeal_found_in_play_protects_the_taker(result: str, state: str) -> None:
    assert agreed("misdeal-found-in-play", "Dan", result)["state"] == state
    text = last(f"{DEAL}foul Dan misdeal-found-in-play")["fouls"][0]["remedy"]["text"]
    assert "If the taker makes the contract, the deal counts; if not, it is void." in text


@pytest.mark.law("tarot.code.petit-sec-not-declared")
def test_the_petit_alone_found_before_the_first_trick_is_over_voids_the_deal() -> None:
    petit = "T1 S3 S5 S6 H1 D1 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 D2 D3"
    text = f"deal Dan\nhand Ana {petit}\nbid Ana pass\n"
    foul = last(text)["fouls"][0]
    assert [one["word"] for one in foul["remedies"]] == ["void", "stands"]
    assert last(text + "ruling 6 uphold")["state"] == "void"
    assert last(text + "ruling 6 uphold remedy=stands")["state"] == "open"


def test_the_petit_alone_found_later_is_the_director_s() -> None:
    lines = DEAL + "trick Ana T1 T2 T3 T4\ntrick Dan T5 H1 T6 T7\ntrick Cid T8 T9 H2 T10\n"
    lines += "trick Ben T11 T12 T13 H3\ntrick Dan T14 H4 T15 T16\ntrick Cid T17 T18 H5 T19\ntrick Ben T20 T21 D1 H6\n"
    foul = last(lines + "trick Cid EX")["fouls"][0]
    assert [one["word"] for one in foul["remedies"]] == ["stands", "void"]
    assert last(lines + "trick Cid EX\nruling 16 uphold remedy=void")["state"] == "void"
    assert last(lines + "trick Cid EX\nruling 16 uphold")["state"] == "open"


# --- discard and handful


GARDE = "deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde\nbid Dan pass\nkitty S1 S2 H3 D4 C1 C2\n"
TEN = "T6 T7 T8 T9 T10 T11 T12 T13 T14 T15"


@pytest.mark.parametrize(("result", "state"), [(MADE, "void"), (FAILED, "done")])
@pytest.mark.law("tarot.code.faux-ecart-6-illegal-cards")
def test_an_unlawful_discard_voids_a_deal_the_taker_wins(result: str, state: str) -> None:
    text = GARDE + "discard Cid T21 S1 S2 H3 D4 C1\nruling 10 uphold"
    assert counted(text, result)["state"] == state


@pytest.mark.parametrize(("count", "fault"), [(5, "Five cards"), (7, "Seven cards")])
@pytest.mark.law("tarot.code.faux-ecart-7", "tarot.code.faux-ecart-5")
def test_a_wrong_discard_found_in_play_cannot_be_put_right(count: int, fault: str) -> None:
    foul = last(GARDE + f"discard Cid count={count}\ntrick Ana S3 S4 S5 S6", preset="fft")["fouls"][0]
    assert foul["remedy"]["text"].startswith(fault)


@pytest.mark.parametrize(("count", "last_trick"), [(5, 19), (7, 18)])
def test_after_a_wrong_discard_the_last_trick_is_short(count: int, last_trick: int) -> None:
    tricks = GARDE + f"discard Cid count={count}\n" + "took Cid\n" * last_trick
    assert len(table(tricks).deals[0].deal.tricks) == last_trick
    assert last(tricks + "result bouts=3 points=80")["state"] == "done"


def shown(kind: str, seat: str, words: str, result: str) -> tuple[str, int]:
    """A false or late handful upheld: the state of the deal and what the handful pays the taker."""
    text = GARDE + f"discard Cid count=6\n{words}"
    line = 4 + text.count("\n")
    deal = counted(f"{text}\nruling {line} uphold", result)
    assert [foul[:2] for foul in kinds(deal)] == [(kind, seat)]
    paid = [row["points"]["Cid"] for row in deal["lines"] if row["law"] == "tarot.score.3"]
    return deal["state"], sum(paid)


@pytest.mark.law("tarot.code.poignee-too-many-taker", "tarot.code.poignee-too-many-defender")
def test_too_many_trumps_count_but_void_what_a_defender_wins() -> None:
    taker = f"announce Cid handful {TEN} T16"
    assert shown("false-announcement", "Cid", taker, MADE) == ("done", 60)
    ana = f"announce Ana handful {TEN} T16"
    assert shown("false-announcement", "Ana", ana, MADE) == ("done", 60)
    assert shown("false-announcement", "Ana", ana, FAILED) == ("void", 0)


@pytest.mark.law("tarot.code.poignee-incomplete-fixable")
def test_an_incomplete_handful_is_completed_while_it_can_be() -> None:
    nine = TEN.removesuffix(" T15")
    assert shown("false-announcement", "Ana", f"announce Ana handful {nine}", MADE) == ("done", 60)


@pytest.mark.law("tarot.code.poignee-incomplete-unfixable-taker")
def test_an_incomplete_handful_that_never_was_one_does_not_count() -> None:
    nine = TEN.removesuffix(" T15")
    tricks = "\n".join(["took Cid"] * 18)
    text = GARDE + f"discard Cid count=6\nannounce {{0}} handful {nine}\n{tricks}"
    for seat, result, state in (("Cid", MADE, "done"), ("Ana", MADE, "done"), ("Ana", FAILED, "void")):
        deal = counted(text.format(seat) + "\nruling 11 uphold", result)
        assert deal["state"] == state
        assert not any(row["law"] == "tarot.score.3" for row in deal["lines"])
        assert "cannot be completed" in deal["fouls"][0]["remedy"]["text"]


@pytest.mark.law("tarot.code.poignee-incomplete-unfixable-defender")
def test_a_false_size_is_an_incomplete_handful() -> None:
    tricks = "trick Ana S3 S4 S5 S6\ntrick Dan H4 H5 H6 H7\ntrick Cid D5 D6 D7 D8\ntrick Ben C4 C5 C6 C7"
    foul = last(GARDE + f"discard Cid count=6\nannounce Ana handful size=triple\n{tricks}")["fouls"][0]
    assert foul["remedy"]["text"].startswith("An incomplete handful of a defender that cannot be completed")


@pytest.mark.law("tarot.code.poignee-after-first-card-uncovered")
def test_a_handful_right_after_one_s_first_card_counts_with_a_warning() -> None:
    words = f"play Ana S3\nannounce Ana handful {TEN}"
    assert shown("late-announcement", "Ana", words, MADE) == ("done", 60)


@pytest.mark.law("tarot.code.poignee-other-bad-time-taker", "tarot.code.poignee-other-bad-time-defender")
def test_a_handful_later_still_counts_for_nobody_who_would_gain() -> None:
    start = "trick Ana S3 S4 S5 S6\n"
    cid = start + f"announce Cid handful {TEN}"
    assert shown("late-announcement", "Cid", cid, MADE) == ("done", 0)
    assert shown("late-announcement", "Cid", cid, FAILED) == ("done", -60)
    ana = start + f"announce Ana handful {TEN}"
    assert shown("late-announcement", "Ana", ana, MADE) == ("done", 60)
    assert shown("late-announcement", "Ana", ana, FAILED) == ("void", 0)


@pytest.mark.law("tarot.code.poignee-excuse-hiding-trump")
def test_the_excuse_hiding_a_trump_voids_what_the_offender_wins() -> None:
    start = DEAL + "announce Ana handful T6 T7 T8 T9 T10 T11 T12 T13 T14 EX\nplay Ana T21\nruling 10 uphold"
    assert counted(start, MADE)["state"] == "done"
    assert counted(start, FAILED)["state"] == "void"


# --- nobody named


@pytest.mark.law("tarot.foul.6")
def test_a_foul_without_a_name_only_asks_who_it_was() -> None:
    deal = last("deal Ana\nresult taker=Ana contract=garde bouts=2 points=41 slam=made", preset="fft")
    assert kinds(deal) == [("wrong-count", None, "seen")]
    assert deal["fouls"][0]["remedy"]["text"] == "Count again, or correct what was written down."
    twice = last(DEAL + "trick Ana S1 S2 S3 S4\ntook Dan S1")
    assert twice["fouls"][0]["remedy"]["text"] == "Find out who it was, or correct what was written down."


def test_a_void_deal_stays_void_under_further_rulings() -> None:
    deal = last(f"{DEAL}foul Dan misdeal-dealer\nfoul Ana smoking", preset="fft")
    assert (deal["state"], deal["penalties"]) == ("void", {"Ana": -100})


def test_what_people_named_is_told_by_its_name() -> None:
    from referee.table.report import sentences
    from referee.words.text import ENGLISH

    found = "\n".join(sentences("x", table(f"{DEAL}foul Ana conduct", preset="fft"), ENGLISH))
    assert "Discourtesy, a manner, a remark: Ana admitted it, or everybody saw it." in found


def test_the_command_tells_warnings_and_points() -> None:
    from referee.table.report import sentences
    from referee.words.text import ENGLISH

    found = "\n".join(sentences("x", table(f"{DEAL}foul Ana conduct\nfoul Ana conduct", preset="fft"), ENGLISH))
    assert "Warning: Ana: Discourtesy" in found
    assert "Penalty: Ana −100 Discourtesy" in found


def test_a_federation_s_table_may_log_every_fault_of_the_code_friends_the_common_ones() -> None:
    friends, federation = table("deal Dan").rules.breaches, table("deal Dan", preset="fft").rules.breaches
    revokes = ("must-follow", "must-trump", "must-overtrump")
    common = ("out-of-turn", "exposed-card-defence", "conduct", "hesitation", "illegal-bid", "illegal-lead")
    assert friends == (*revokes, *common)
    judged = {"revoke-consumed", "revoke-not-consumed", "out-of-turn-defender"}
    assert set(federation) == {*friends, *RULINGS} - judged
    found = last("deal Dan\nfoul Ana smoking\nfoul Ben poignee-unsorted", preset="fft")
    assert [(cost["seat"], cost["points"]) for cost in found["warnings"]] == [("Ana", -100), ("Ben", 0)]


def test_a_card_written_down_wrong_and_taken_back_leaves_the_hand_whole() -> None:
    after = last(DEAL + "play Ana S1\nplay Ben S1\nwithdraw Ben\nplay Ben S2\nplay Cid S3\nplay Dan S4")
    assert kinds(after) == [("already-played", "Ben", "seen")]
    assert after["tricks"][0]["cards"] == [["S1"], ["S2"], ["S3"], ["S4"]]


def test_a_revoke_that_is_only_counted_in_no_known_trick_has_no_ruling_of_the_code_yet() -> None:
    """Cards that fit in no hands any more: somebody did not follow, in which trick nobody knows."""
    text = (
        "game tarot\npreset fft\nseats Ana Ben Cid Dan Eva\ndeal Ben\nbid Cid pass\nbid Dan garde\nbid Eva pass\n"
        "bid Ana pass\nbid Ben pass\ncall Dan CK\ndiscard Dan H3 H6 H8\ntrick Cid C7 C6 C3 C1 C2\n"
        "trick Dan SK H1 T6 T9 D6\ntrick Dan EX HQ HK H2 HJ\n"
    )
    judged = fold_record(read(text.encode()))
    [foul] = [foul for deal in judged.deals for foul in deal.fouls if foul.trick is None]
    assert (foul.proof, foul.seat) == ("counted", None)
    [remedy] = remedies(judged, 1, foul)
    assert remedy.word is None
