"""From the deal to the first card: what is said, turned, set aside and shown, and what is wrong with it."""

import pytest

from referee.record.facts import Given
from referee.words.text import Slip
from tests.help.tarot import FOUR, HEAD, check, kinds, last, table

THREE, FIVE = "Ana Ben Cid", "Ana Ben Cid Dan Eva"
GARDE = """
    deal Dan
    bid Ana pass
    bid Ben pass
    bid Cid garde
    bid Dan pass
"""
KITTY = GARDE + "kitty S1 S2 H3 D4 T5 T21\n"
CALLED = """
    deal Eva
    bid Ana garde
    bid Ben pass
    bid Cid pass
    bid Dan pass
    bid Eva pass
"""
SHORT = "T4 S3 S5 S6 H1 D1 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 D2 D3"
PETIT = "T1 S3 S5 S6 H1 D1 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 D2 D3"
TRUMPS = [f"T{number}" for number in range(6, 21)]


def refused(lines: str, reason: str, seats: str = FOUR, options: tuple[str, ...] = ()) -> None:
    with pytest.raises(Slip, match=reason):
        table(lines, seats, options=options)


# --- the deal


@pytest.mark.law("tarot.deal.1")
def test_the_dealer_s_right_speaks_first_and_cards_are_as_many_as_the_laws_say() -> None:
    for seats, cards in ((THREE, 24), (FOUR, 18), (FIVE, 15)):
        deal = table("deal Ana", seats).deals[0].deal
        assert (deal.order[0], deal.size) == (1, cards)


def test_a_deal_takes_no_keys_but_cards_and_no_more_cards_than_there_are() -> None:
    refused("deal Ana part=2", "takes cards=")
    refused("deal Ana cards=19", "expected 1 to 18")
    refused("deal Ana cards=0", "expected 1 to 18")


@pytest.mark.law("tarot.deal.3")
def test_the_petit_alone_voids_the_deal_which_passes_on() -> None:
    found = check("deal Dan\nbid Ana pass\nannounce Ben petit-sec")
    assert found["deals"][0]["state"] == "void"
    assert found["deals"][0]["scores"] == {"Ana": 0, "Ben": 0, "Cid": 0, "Dan": 0}
    assert found["next"] == {"kind": "deal", "seat": "Ana"}


def test_a_petit_that_is_not_alone_is_announced_falsely() -> None:
    deal = last(f"deal Dan\nhand Ben T9 {PETIT.removesuffix(' D3')}\nannounce Ben petit-sec")
    assert kinds(deal) == [("false-announcement", "Ben", "seen")]


def test_the_petit_alone_is_announced_during_the_auction() -> None:
    refused(GARDE + "announce Ana petit-sec", "during the auction")


def test_an_open_hand_with_the_petit_alone_may_not_bid() -> None:
    deal = last(f"deal Dan\nhand Ana {PETIT}\nbid Ana pass")
    assert kinds(deal) == [("late-announcement", "Ana", "seen")]
    assert (deal["fouls"][0]["committed"], deal["fouls"][0]["law"]) == (HEAD + 3, "tarot.deal.3")


def test_a_hand_opened_after_its_bid_shows_the_petit_alone() -> None:
    deal = last(f"deal Dan\nbid Ana pass\nhand Ana {PETIT}")
    assert kinds(deal) == [("late-announcement", "Ana", "seen")]
    assert kinds(last(f"deal Dan\nbid Ana pass\nhand Ana {SHORT}")) == []


# --- the auction


@pytest.mark.law("tarot.bid.3")
def test_all_pass_and_the_deal_passes_on_without_a_score() -> None:
    found = check("deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid pass\nbid Dan pass")
    assert found["deals"][0]["state"] == "void"
    assert found["next"] == {"kind": "deal", "seat": "Ana"}


def test_that_all_have_passed_may_be_said_at_once() -> None:
    found = check(
        "deal Dan\nbid Ana pass\nresult contract=pass\ndeal Ana\nresult taker=Ana contract=garde bouts=2 points=41"
    )
    assert [deal["state"] for deal in found["deals"]] == ["void", "done"]
    assert found["deals"][0]["scores"] == {"Ana": 0, "Ben": 0, "Cid": 0, "Dan": 0}
    with pytest.raises(Slip, match="expected garde"):
        check(GARDE + "result contract=pass")


@pytest.mark.law("tarot.bid.2")
def test_a_bid_must_rise() -> None:
    deal = last("deal Dan\nbid Ana garde\nbid Ben petite")
    assert kinds(deal) == [("illegal-bid", "Ben", "seen")]
    assert "not more than the garde of Ana" in deal["fouls"][0]["message"]


@pytest.mark.law("tarot.bid.4")
def test_where_garde_alone_is_agreed_nothing_else_is_asked_for_and_another_bid_is_a_foul() -> None:
    deal = last("deal Dan\nbid Ana pass\nbid Ben petite", options=("contract=garde",))
    assert kinds(deal) == [("illegal-bid", "Ben", "seen")]
    assert "Ben bids petite: only garde is played here." in deal["fouls"][0]["message"]
    refused("deal Dan\nresult taker=Ana contract=petite bouts=2 points=45", "garde", options=("contract=garde",))
    opened = table("deal Dan", options=("contract=garde",))
    asked = opened.rules.prompts(opened.deals[0].deal)
    assert [choice.word for prompt in asked if prompt.kind == "bid" for choice in prompt.choices] == ["pass", "garde"]


@pytest.mark.law("tarot.bid.1", "tarot.foul.5")
def test_a_bid_out_of_turn_is_put_right_and_the_others_still_speak() -> None:
    deal = last("deal Dan\nbid Ben pass\nbid Ana petite\nbid Cid pass\nbid Dan pass")
    assert kinds(deal) == [("out-of-turn", "Ben", "seen")]
    assert deal["fouls"][0]["remedy"]["text"] == "It is put right at once; no penalty."
    assert deal["result"] == {"taker": "Ana", "contract": "petite"}


def test_each_speaks_once_and_says_a_contract() -> None:
    refused("deal Dan\nbid Ana pass\nbid Ana garde", "has bid already")
    refused("deal Dan\nbid Ana pousse", "is no bid")


def test_whoever_was_not_written_down_has_passed() -> None:
    deal = last("deal Dan\nbid Ana garde\nkitty S1 S2 S3 S4 S5 S6\ndiscard Ana count=6")
    assert deal["result"] == {"taker": "Ana", "contract": "garde"}
    assert last("deal Dan\nbid Ana garde-sans\nplay Ana S1")["result"]["taker"] == "Ana"


# --- the call


@pytest.mark.law("tarot.call.1")
def test_the_holder_of_the_called_king_is_the_partner() -> None:
    deal = last(
        CALLED + "call Ana HK\nkitty S1 S2 S3\ndiscard Ana count=3\nplay Ana SQ\nplay Ben SK\nplay Cid HK", FIVE
    )
    assert deal["result"]["partner"] == "Cid"


@pytest.mark.law("tarot.call.3")
def test_a_called_card_in_the_kitty_or_in_the_taker_s_hand_makes_him_play_alone() -> None:
    assert last(CALLED + "call Ana HK\nkitty S1 S2 HK", FIVE)["result"]["partner"] == "alone"
    deal = last(CALLED + "call Ana HK\nkitty S1 S2 S3\ndiscard Ana count=3\nplay Ana HK", FIVE)
    assert deal["result"]["partner"] == "alone"


def test_an_open_hand_tells_the_partner() -> None:
    hand = "hand Dan HK S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 T1 T2 T3 T4"
    deal = last(f"deal Eva\n{hand}\nbid Ana garde\ncall Ana HK", FIVE)
    assert deal["result"]["partner"] == "Dan"


def test_only_the_taker_calls_and_sets_aside() -> None:
    refused(CALLED + "call Ben HK", "is not the taker", FIVE)
    refused(GARDE + "discard Ana count=6", "is not the taker")


def test_a_ten_cannot_be_called() -> None:
    assert kinds(last(CALLED + "call Ana H10", FIVE)) == [("illegal-bid", "Ana", "seen")]


@pytest.mark.law("tarot.call.2")
def test_who_calls_a_queen_says_that_he_holds_all_kings() -> None:
    deal = last(CALLED + "call Ana SQ\nkitty S1 S2 HK", FIVE)
    assert kinds(deal) == [("illegal-bid", "Ana", "shown")]
    played = last(CALLED.replace("garde", "garde-sans") + "call Ana SQ\nplay Ana H1\nplay Ben HK", FIVE)
    assert kinds(played) == [("illegal-bid", "Ana", "shown")]
    assert played["fouls"][0]["message"].endswith("In trick 1 Ben plays HK.")


@pytest.mark.law("tarot.play.8")
def test_the_first_lead_may_not_be_of_the_suit_called_but_the_called_card() -> None:
    start = CALLED + "call Ana HK\nkitty S1 S2 S3\ndiscard Ana count=3\n"
    assert kinds(last(start + "play Ana H3", FIVE)) == [("illegal-lead", "Ana", "seen")]
    assert kinds(last(start + "play Ana HK", FIVE)) == []
    assert kinds(last(start + "play Ana EX", FIVE)) == []
    assert kinds(last(start + "play Ana C3", FIVE)) == []


def test_a_deal_without_its_call_can_be_played_on() -> None:
    assert kinds(last(CALLED + "kitty S1 S2 S3\ndiscard Ana count=3\nplay Ana H3", FIVE)) == []
    assert kinds(last(CALLED.replace("garde", "garde-sans") + "play Ana H3", FIVE)) == []


# --- kitty and discard


@pytest.mark.law("tarot.kitty.1")
def test_the_kitty_has_as_many_cards_as_the_laws_say() -> None:
    refused(GARDE + "kitty S1 S2 S3 S4 S5", "expected 6")
    refused(GARDE + "kitty S1 S2 S3 S4 S5 S5", "expected 6")


@pytest.mark.law("tarot.discard.2")
def test_a_king_or_bout_in_a_known_discard_is_seen() -> None:
    deal = last(KITTY + "discard Cid T21 S1 S2 H3 D4 C1")
    assert kinds(deal) == [("illegal-discard", "Cid", "seen")]
    assert deal["fouls"][0]["law"] == "tarot.discard.2"


def test_anything_may_be_set_aside_where_the_table_says_so() -> None:
    assert kinds(last(KITTY + "discard Cid T21 S1 S2 H3 D4 CK", options=("discard=free",))) == []


@pytest.mark.law("tarot.discard.3")
def test_a_trump_set_aside_says_that_no_other_card_could_go() -> None:
    deal = last(KITTY + "discard Cid count=6 shown=T5\ntrick Ana S3 S4 S2 S6")
    assert kinds(deal) == [("illegal-discard", "Cid", "shown")]
    assert "no other card that could be set aside" in deal["fouls"][0]["message"]


def test_a_king_is_no_card_that_could_be_set_aside() -> None:
    assert kinds(last(KITTY + "discard Cid count=6 shown=T5\ntrick Ana S3 S4 SK S6")) == []


def test_what_was_set_aside_cannot_be_what_others_hold() -> None:
    refused(
        f"deal Dan\nhand Ana {SHORT}\nbid Cid garde\nkitty S1 S2 H3 D4 T5 T21\ndiscard Cid S3 S1 S2 H3 D4 T5",
        "not in the hand",
    )
    own = f"deal Dan\nhand Cid {SHORT}\nbid Cid garde\nkitty S1 S2 H3 D4 T5 T21\ndiscard Cid HK S1 S2 H3 D4 T5"
    refused(own, "not in the hand")


def test_a_discard_is_cards_or_a_number() -> None:
    refused(KITTY + "discard Cid S1 S2 count=1", "no more than that")
    assert kinds(last(KITTY + "discard Cid S1 S2 H3 D4 C1 C2 count=6")) == []
    deal = last(KITTY + "discard Cid T5 count=6\ntrick Ana S3 S4 S2 S6")
    assert kinds(deal) == [("illegal-discard", "Cid", "shown")]
    refused(KITTY + "discard Cid S1 S1", "cards set aside")
    refused(KITTY + "discard Cid count=1 shown=T5,T6", "cards set aside")
    assert kinds(last(KITTY + "discard Cid")) == []


@pytest.mark.law("tarot.discard.1", "tarot.code.ecart-wrong-count-before-play")
def test_a_wrong_number_set_aside_is_a_foul_that_can_still_be_put_right() -> None:
    deal = last(KITTY + "discard Cid count=5")
    assert kinds(deal) == [("wrong-count", "Cid", "seen")]
    assert "may put it right" in deal["fouls"][0]["remedy"]["text"]


def test_a_hidden_discard_that_nobody_wrote_down_holds_no_king() -> None:
    assert kinds(last(GARDE + "play Ana S1")) == []
    assert kinds(last(KITTY + "play Ana S3")) == []


@pytest.mark.law("tarot.kitty.2")
def test_a_hidden_kitty_stays_unseen_until_the_count() -> None:
    start = GARDE.replace("garde", "garde-sans")
    refused(start + "kitty S1 S2 S3 S4 S5 S6", "does not come now")


# --- announcements


@pytest.mark.law("tarot.play.1")
def test_who_announces_a_slam_leads() -> None:
    deal = last(KITTY + "discard Cid count=6\nannounce Cid slam\nplay Cid T20")
    assert (kinds(deal), deal["tricks"][0]["leader"]) == ([], "Cid")


@pytest.mark.law("tarot.slam.1")
def test_only_the_taker_announces_a_slam_and_before_the_first_card() -> None:
    start = KITTY + "discard Cid count=6\n"
    assert kinds(last(start + "announce Ana slam")) == [("false-announcement", "Ana", "seen")]
    late = last(start + "play Ana S3\nannounce Cid slam")
    assert kinds(late) == [("late-announcement", "Cid", "seen")]
    assert late["fouls"][0]["remedy"]["text"] == "It is put right at once; no penalty."
    refused(start + "announce Cid slam\nannounce Cid slam", "announced it already")
    refused(start + "announce Cid belote", "expected one of")


@pytest.mark.law("tarot.handful.1")
def test_a_handful_shows_exactly_so_many_trumps() -> None:
    start = KITTY + "discard Cid count=6\n"
    assert kinds(last(start + f"announce Cid handful {' '.join(TRUMPS[:10])}")) == []
    assert kinds(last(start + f"announce Cid handful {' '.join(TRUMPS[:13])}")) == []
    for shown in (TRUMPS[:9], TRUMPS[:11]):
        deal = last(start + f"announce Cid handful {' '.join(shown)}")
        assert kinds(deal) == [("false-announcement", "Cid", "seen")]


def test_a_handful_may_be_a_size_alone_but_not_nothing() -> None:
    start = KITTY + "discard Cid count=6\n"
    assert kinds(last(start + "announce Cid handful size=double")) == []
    refused(start + "announce Cid handful", "its cards, or its size")
    refused(start + "announce Cid handful size=huge", "its cards, or its size")
    refused(start + "announce Cid handful size=single by=him", "its cards, or its size")
    refused(start + "announce Cid handful T2 S1 T3", "no place in a handful")
    refused(start + "announce Cid handful T2 T2", "no place in a handful")


def test_all_handfuls_together_have_no_more_trumps_than_there_are() -> None:
    start = KITTY + "discard Cid count=6\n"
    refused(start + "announce Cid handful size=double\nannounce Ana handful size=single", "trumps in all handfuls")


@pytest.mark.law("tarot.handful.2")
def test_the_excuse_in_a_handful_says_that_no_other_trump_is_there() -> None:
    start = KITTY.replace("T5 T21", "C5 C6") + "discard Cid count=6\n"
    shown = f"announce Ana handful {' '.join(TRUMPS[:9])} EX\n"
    deal = last(start + shown + "play Ana T21")
    assert kinds(deal) == [("false-announcement", "Ana", "shown")]
    assert deal["fouls"][0]["law"] == "tarot.handful.2"


@pytest.mark.law("tarot.handful.1")
def test_a_handful_of_a_size_is_proved_false_by_the_suit_cards() -> None:
    start = KITTY + "discard Cid count=6\nannounce Ana handful size=triple\n"
    plays = "trick Ana S3 S4 S5 S6\ntrick Dan H4 H5 H6 H7\ntrick Cid D5 D6 D7 D8\ntrick Ben C4 C5 C6 C7"
    assert kinds(last(start + plays.removesuffix(" C7"))) == []
    assert kinds(last(start + plays)) == [("false-announcement", "Ana", "counted")]


def test_a_trump_that_had_to_be_set_aside_belongs_to_the_handful() -> None:
    shown = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T16"
    deal = last(GARDE + f"kitty S1 S2 H3 D4 C1 T2\ndiscard Cid count=6 shown=T2\nannounce Cid handful {shown}")
    assert kinds(deal) == []


def test_a_handful_comes_before_one_s_first_card() -> None:
    start = KITTY + "discard Cid count=6\nplay Ana S3\n"
    assert kinds(last(start + f"announce Ben handful {' '.join(TRUMPS[:10])}")) == []
    assert kinds(last(start + f"announce Ana handful {' '.join(TRUMPS[:10])}")) == [
        ("late-announcement", "Ana", "seen")
    ]
    assert kinds(last(start + "announce Ana handful size=single")) == [("late-announcement", "Ana", "seen")]
    took = KITTY + "discard Cid count=6\ntook Ana\n"
    assert kinds(last(took + "announce Ben handful size=single")) == [("late-announcement", "Ben", "seen")]


def test_a_misere_is_announced_only_where_it_is_played() -> None:
    start = KITTY + "discard Cid count=6\n"
    refused(start + "announce Ana misere-trumps", "expected one of")
    on = ("misere=10",)
    assert kinds(last(start + "announce Ana misere-trumps", options=on)) == []
    false = last(start + "announce Ana misere-heads\nplay Ana SQ", options=on)
    assert kinds(false) == [("false-announcement", "Ana", "shown")]
    late = last(start + "play Ana S3\nannounce Ana misere-trumps", options=on)
    assert kinds(late) == [("late-announcement", "Ana", "seen")]


def test_facts_of_other_games_have_no_place() -> None:
    whole = table("deal Dan")
    with pytest.raises(Slip, match="no place in this game"):
        whole.rules.step(whole.deals[0].deal, 5, Given("Ana", "Ben"))
    refused("deal Dan\ngive Ana Ben count=3", "does not come now")


@pytest.mark.law("tarot.score.2")
def test_a_typed_result_keeps_the_petit_that_was_seen_last() -> None:
    start = "deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde-sans\nbid Dan pass\n" + "took Ana\n" * 17
    typed = "result bouts=2 points=45"
    deal = last(start + "trick Ana T21 T1 H2 H3\n" + typed)
    assert deal["result"]["petit"] == "defence", "Ana took it, and plays against Cid"
    assert deal["lines"][1]["points"] == {"Ana": 40, "Ben": 40, "Cid": -120, "Dan": 40}
    assert "petit" not in last(start + "trick Ana T21 T2 H2 H3\n" + typed)["result"]


@pytest.mark.law("tarot.score.2")
def test_a_typed_result_cannot_pay_a_petit_that_fell_before_the_last_trick() -> None:
    start = "deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde-sans\nbid Dan pass\ntrick Ana T21 T1 T2 T3\n"
    paid, text = "result bouts=2 points=45 petit=defence", "Petit last pays nobody"
    refused(start + paid, text)
    refused(start + "took Ana\n" * 17 + paid, text)
    refused(start.replace("T1 ", "T4 ") + "took Ana\n" * 16 + "trick Ana H2 H3 T1 H4\n" + paid, "by the other side")
    flagged = last(start + paid, options=("impossible_counts=flag",))
    assert kinds(flagged) == [("wrong-count", None, "seen")]


@pytest.mark.parametrize(
    ("typed", "slip"),
    [
        ("bouts=2 points=85", False),
        ("bouts=3 points=60", True),
        ("bouts=1 points=9", False),
        ("bouts=0 points=10", True),
    ],
)
@pytest.mark.law("tarot.count.2")
def test_a_typed_result_that_the_tricks_contradict_is_a_slip_of_the_pen_perhaps(typed: str, slip: bool) -> None:
    # the taker's trick holds 4½ for the 21 and three halves, 6 points, and the kitty 3 at least; the defence's 4½ for the Petit and three halves, 6
    tricks = "trick Ana H2 H3 T21 H1\ntrick Cid S2 T1 S3 S4\n"
    bids = "deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde-sans\nbid Dan pass\n"
    found = last(bids + tricks + f"result {typed}")
    assert kinds(found) == ([("wrong-count", None, "seen")] if slip else [])
    assert found["state"] == "done"


def test_what_a_player_has_announced_stands_at_his_seat() -> None:
    spoken = table(f"{GARDE}discard Cid count=6\nannounce Cid slam\nannounce Cid handful size=double\n")
    deal = spoken.deals[0].deal
    assert [str(spoken.rules.speech(deal, seat)) for seat in range(4)] == [
        "None",
        "None",
        "Slam, double handful",
        "None",
    ]


VOIDED = {
    "misdeal-dealer": ("Dan", "Dan"),
    "card-turned-high": ("Cid", "Dan"),
    "misdeal-found-after-bid-two-others": ("Cid", "Ana"),
    "misdeal-found-after-bid-dealer-chien": ("Dan", "Ana"),
}
"""The rulings of the code that bar their player in the next deal, each with whom it names and who then deals."""
ORDER = ["Ana", "Ben", "Cid", "Dan"]


def barred(kind: str, *bids: str, name: str = "") -> str:
    """The record of a deal in which somebody bids after a ruling; the others pass."""
    offender, dealer = VOIDED[kind]
    said = dict(bid.split() for bid in bids)
    turns = [*ORDER[ORDER.index(dealer) + 1 :], *ORDER[: ORDER.index(dealer) + 1]]
    lines = "".join(f"bid {seat} {said.get(seat, 'pass')}\n" for seat in turns)
    return f"deal Dan\nfoul {name or offender} {kind}\ndeal {dealer}\n{lines}"


@pytest.mark.parametrize("kind", VOIDED)
def test_who_may_not_bid_after_a_ruling_is_told_when_he_bids_and_nobody_else(kind: str) -> None:
    """The code of 2012, page 4: “may not bid on the new deal”, “may not be the taker of the next deal”."""
    offender, dealer = VOIDED[kind]
    deal = last(barred(kind, f"{offender} garde"))
    assert kinds(deal) == [("illegal-bid", offender, "seen")]
    assert deal["fouls"][0]["law"] == f"tarot.code.{kind}"
    assert "may not" in deal["fouls"][0]["message"]
    assert deal["fouls"][0]["remedy"]["text"] == "It is put right at once; no penalty."
    if offender != dealer:  # who speaks last goes over: only who may not bid at all is told
        overbid = kinds(last(barred(kind, f"{offender} petite", f"{dealer} garde")))
        assert overbid == ([] if kind.endswith("chien") else [("illegal-bid", offender, "seen")])
    assert kinds(last(barred(kind, "Ben garde"))) == []
    assert kinds(last(barred(kind))) == []
    after = barred(kind, "Ben garde") + "result bouts=2 points=45\n"
    later = kinds(last(f"{after}deal {ORDER[(ORDER.index(dealer) + 1) % 4]}\nbid {offender} garde"))
    assert ("illegal-bid", offender, "seen") not in later  # the ruling was about one deal


@pytest.mark.parametrize("kind", VOIDED)
@pytest.mark.parametrize("how", ["result taker={} contract=garde bouts=2 points=45", "bid {} garde\ntook Ana"])
def test_a_taker_who_may_not_be_is_told_once_however_the_auction_is_recorded(kind: str, how: str) -> None:
    offender, dealer = VOIDED[kind]
    deal = last(f"deal Dan\nfoul {offender} {kind}\ndeal {dealer}\n{how.format(offender)}\n")
    assert [foul for foul in kinds(deal) if foul[0] == "illegal-bid"] == [("illegal-bid", offender, "seen")]
    void = f"deal Dan\nfoul {offender} {kind}\nundo\nresult taker=Ana contract=garde bouts=2 points=45\ndeal Ana\n"
    taken_back = last(void + f"{how.format(offender)}\n")
    assert [foul for foul in kinds(taken_back) if foul[0] == "illegal-bid"] == []


def test_a_misdeal_told_of_somebody_who_did_not_deal_bars_nobody() -> None:
    assert kinds(last(barred("misdeal-dealer", "Ben garde", name="Ben"))) == []


def test_a_ruling_that_bars_nobody_leaves_the_next_auction_free() -> None:
    assert (
        kinds(last("deal Dan\nfoul Cid card-turned-at-cut\ndeal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde\n"))
        == []
    )


@pytest.mark.parametrize(
    ("kind", "noted"), [("card-turned-high", True), ("misdeal-found-after-bid-dealer-chien", False)]
)
def test_the_pad_says_of_each_bid_that_its_player_may_not_bid(kind: str, noted: bool) -> None:
    offender, dealer = VOIDED[kind]
    turns = [*ORDER[ORDER.index(dealer) + 1 :], *ORDER[: ORDER.index(dealer) + 1]]
    passed = "".join(f"bid {seat} pass\n" for seat in turns[: turns.index(offender)])
    asked = table(f"deal Dan\nfoul {offender} {kind}\ndeal {dealer}\n{passed}")
    bids = next(prompt for prompt in asked.rules.prompts(asked.deals[-1].deal) if prompt.kind == "bid").choices
    assert [choice.note is not None for choice in bids] == [False, *[noted] * 4]
