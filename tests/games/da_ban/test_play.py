"""Da Ban: leads, following by number, who takes a trick, cards laid early.

Cases with an id (DB-…) are worked from the source by hand; see docs/laws/da-ban.md for each law.
"""

import pytest

from referee.games.da_ban.play import withdrawable
from referee.words.text import Slip
from tests.help.da_ban import START, cited, fouls, judged, last, table, takers, waits


def lead(level: str, trump: str) -> str:
    return f"deal Dan master=Ana levels={level},{level} trump={trump}"


# --- who takes a trick


@pytest.mark.parametrize(
    ("level", "trump", "plays", "taker"),
    [
        pytest.param("3", "H", "H4 HA H2 S2", "Cid", id="DB-WINNER-01 the 2 of trumps beats another 2 and the ace"),
        pytest.param("3", "H", "H2 S3 H3 LK", "Dan", id="DB-WINNER-03 the Little King beats every level card"),
        pytest.param("3", "H", "S3 H3 D3 C3", "Ben", id="DB-WINNER-05 the level of trumps beats the others"),
        pytest.param("3", "H", "D3 C3 HA S3", "Ana", id="DB-WINNER-07 other levels are equal: the first"),
        pytest.param("3", "H", "H10 HJ HQ HK", "Dan", id="DB-WINNER-09 A K Q J 10 of trumps"),
        pytest.param("3", "H", "S7 S9 H4 SA", "Cid", id="DB-WINNER-11 the lowest trump beats a plain ace"),
        pytest.param("3", "H", "S7 DA SJ S4", "Cid", id="DB-WINNER-13 another plain suit never wins"),
        pytest.param("3", "H", "S4 S5 S4 S5", "Ben", id="DB-WINNER-15 of equal cards the first in turn"),
        pytest.param("4", "S", "S3 S5 SA H4", "Dan", id="DB-WINNER-17 at level 4 the 3 is the lowest trump"),
        pytest.param("3", "H", "D7+D7 H4+H4 DA+DA D4+D5", "Ben", id="DB-WINNER-21 a pair of trumps"),
        pytest.param("3", "H", "C3+C3 H3+H3 D2+D2 BK+LK", "Ben", id="DB-WINNER-25 two Kings are no pair"),
        pytest.param("3", "H", "S8+S8+S8 S9+S9+S9 SK+SK+SA D4+D5+D6", "Ben", id="DB-WINNER-27 only a triple"),
        pytest.param("3", "H", "DK+DK D4+D5 D10+S10 S4+S6", "Ana", id="DB-WINNER-29 nobody has a better pair"),
        pytest.param("3", "none", "S4 H3 SA D2", "Ben", id="without a trump suit Kings, levels and 2s are the trumps"),
        pytest.param("3", "none", "D2 H2 S2 C2", "Ana", id="without a trump suit all 2s are equal"),
        pytest.param("3", "H", "S9+S4 S8+S8 S5+S6 D4+D4", "Ben", id="an unlawful lead stands for its weakest card"),
    ],
)
@pytest.mark.law("da-ban.trump.1", "da-ban.trick.1", "da-ban.trick.2")
def test_the_best_set_as_large_as_the_lead_takes_the_trick(level: str, trump: str, plays: str, taker: str) -> None:
    assert takers(judged(lead(level, trump), f"trick Ana {plays}")) == [taker]


@pytest.mark.law("da-ban.lead.1")
def test_the_taker_of_a_trick_leads_the_next() -> None:
    found = judged(START, "trick Ana S7 S9 H4 SA", "play Cid D4")
    assert fouls(found) == []
    assert found["next"] == {"kind": "play", "seat": "Dan"}


def test_six_play_in_turn() -> None:
    found = judged("deal Fay master=Cid levels=3,3 trump=H", "trick Cid S7 S9 SJ SQ SA S4", seats=6)
    assert takers(found) == ["Ana"]


# --- leads


@pytest.mark.parametrize("cards", ["HA", "BK+BK+BK", "D3+D3"])
@pytest.mark.law("da-ban.lead.2")
def test_one_two_or_three_identical_cards_are_a_lead(cards: str) -> None:
    assert fouls(judged(START, f"play Ana {cards}")) == []


@pytest.mark.parametrize("cards", ["D3+C3", "S7+S8", "BK+LK", "S7+S7+S8+S8"])
@pytest.mark.law("da-ban.lead.2")
def test_other_cards_together_are_no_lead(cards: str) -> None:
    found = judged(START, f"play Ana {cards}")
    assert fouls(found) == [("illegal-lead", "Ana", 4, 4, "seen")]
    assert cited(found) == ["lead.2"]


@pytest.mark.law("da-ban.deal.2")
def test_a_fourth_copy_of_a_card_is_a_slip_of_the_pen_first() -> None:
    found = judged(START, "trick Ana S7+S7 S8+S8 S7+S4 SA+SA", "play Dan S7")
    assert [(foul[0], foul[1]) for foul in fouls(found)][:1] == [("already-played", "Dan")]
    assert "slip of the pen, perhaps: there are 3 S7" in last(found)["fouls"][0]["message"]


# --- following


@pytest.mark.parametrize(
    ("led", "hand", "answers"),
    [
        pytest.param("S7+S7", "S9 S9 SK H4", "SK+S9 S9+S9", id="DB-FOLLOW-01"),
        pytest.param("S7+S7", "H4 H5 D6 D6", "D6+D6 H4+D6 H4+H5", id="DB-FOLLOW-03"),
        pytest.param("H5", "D3 D7 C9", "D3", id="DB-FOLLOW-05 the 3 of diamonds is a trump"),
        pytest.param("S8", "S3 S2 D5", "S3 S2 D5", id="DB-FOLLOW-07 the 3 and the 2 of spades are no spades"),
        pytest.param("S8", "H10 D4", "H10 D4", id="DB-FOLLOW-09 no duty to trump"),
        pytest.param("S8+S8+S8", "S9 S10 H4 H4", "S9+S10+H4", id="DB-FOLLOW-11"),
        pytest.param("H6+H6", "H5 LK C3 D8", "H5+LK LK+C3 H5+C3", id="DB-FOLLOW-13 trumps are one suit"),
    ],
)
@pytest.mark.law("da-ban.trump.2", "da-ban.follow.2")
def test_honest_answers_are_those_the_laws_leave_a_hand(led: str, hand: str, answers: str) -> None:
    for cards in answers.split():
        start = f"{START} cards={len(hand.split())}"
        found = judged(start, f"hand Ben {hand}", f"play Ana {led}", f"play Ben {cards}")
        assert fouls(found) == [], cards


@pytest.mark.parametrize(
    ("led", "hand", "cards", "law"),
    [
        pytest.param("S7+S7", "S9 S9 SK H4", "S9+H4", "follow.2", id="DB-FOLLOW-01 one spade where two are held"),
        pytest.param("S7+S7", "H4 H5 D6 D6", "H4", "follow.1", id="DB-FOLLOW-03 one card on two"),
        pytest.param("S7+S7", "H4 H5 D6 D6", "D6+D6+H4", "follow.1", id="DB-FOLLOW-03 three cards on two"),
        pytest.param("H5", "D3 D7 C9", "D7", "follow.2", id="DB-FOLLOW-05"),
        pytest.param("S8+S8+S8", "S9 S10 H4 H4", "H4+H4+S9", "follow.2", id="DB-FOLLOW-11"),
        pytest.param("H6+H6", "H5 LK C3 D8", "H5+D8", "follow.2", id="DB-FOLLOW-13"),
    ],
)
@pytest.mark.law("da-ban.follow.1")
def test_an_open_hand_shows_a_foul_at_once(led: str, hand: str, cards: str, law: str) -> None:
    found = judged(f"{START} cards={len(hand.split())}", f"hand Ben {hand}", f"play Ana {led}", f"play Ben {cards}")
    assert fouls(found) == [("must-follow", "Ben", 6, 6, "seen")]
    assert cited(found) == [law]


@pytest.mark.law("da-ban.follow.2")
def test_a_card_played_later_shows_that_a_player_did_not_follow() -> None:
    # DB-RETRO-FOUL-01: no spade in the first trick, and one in the second
    found = judged(START, "trick Ana S8 SJ D4 SK", "play Dan H5", "play Ana H4", "play Ben H6", "play Cid S9")
    assert fouls(found) == [("must-follow", "Cid", 4, 8, "shown")]
    assert "no spade" in last(found)["fouls"][0]["message"]


@pytest.mark.law("da-ban.follow.2")
def test_a_card_played_later_shows_that_a_player_followed_short() -> None:
    # DB-RETRO-FOUL-03: one spade on a pair, and a second one afterwards
    found = judged(START, "trick Ana S8+S8 SK+D4 SJ+S4 SQ+S5", "trick Ana C4 S5")
    assert fouls(found) == [("must-follow", "Ben", 4, 5, "shown")]
    assert "no other spade" in last(found)["fouls"][0]["message"]


@pytest.mark.law("da-ban.follow.1")
def test_who_has_fewer_cards_than_were_led_plays_them_all() -> None:
    lines = ["deal Dan master=Ana levels=3,3 trump=H cards=2", "play Ana S4", "play Ben S5+S6"]
    found = judged(*lines, "play Cid S7", "play Dan S8", "play Dan D9")
    assert [foul[:2] for foul in fouls(found)] == [("must-follow", "Ben")]
    assert found["next"] == {"kind": "play", "seat": "Ana"}, "Ben has no card left, and is not waited for"


# --- if so agreed: pairs first

PAIRS = ("follow_format=pairs_first",)


@pytest.mark.parametrize(
    ("led", "cards", "later", "proved"),
    [
        pytest.param("S7+S7", "S9+SK", "S9", True, id="another 9 beside the one played"),
        pytest.param("S7+S7", "S9+SK", "S5+S5", True, id="a pair led later"),
        pytest.param("S7+S7", "S9+SK", "S5", False, id="a single card says nothing yet"),
        pytest.param("S7+S7", "S9+S9", "SK+SK", False, id="who answers with a pair says nothing"),
        pytest.param("S7+S7", "S9+D4", "D4", False, id="who follows short says that there is no other spade"),
        pytest.param("S7+S7+S7", "S9+S9+SK", "S9", True, id="two where three are held"),
        pytest.param("S7+S7+S7", "S9+S9+SK", "SK+D4", False, id="two pairs are held and no triple"),
        pytest.param("S7+S7+S7", "S9+S9+SK", "SK+SK", True, id="three kings"),
        pytest.param("S7+S7+S7", "S9+SJ+SK", "S10+S10", True, id="three single cards, and a pair is held"),
    ],
)
@pytest.mark.law("da-ban.follow.3")
def test_a_pair_or_triple_is_answered_by_the_longest_set_held(led: str, cards: str, later: str, proved: bool) -> None:
    others = {2: ["S4+S6", "SQ+SJ"], 3: ["S4+S6+S8", "SQ+S4+S6"]}[len(led.split("+"))]
    lines = [START, f"trick Ana {led} {cards} " + " ".join(others)]
    if len(set(cards.split("+"))) > 1:
        lines.append("play Ana " + "+".join(["C8"] * len(later.split("+"))))
    found = judged(*lines, f"play Ben {later}", options=PAIRS)
    found["deals"][0]["fouls"] = [foul for foul in last(found)["fouls"] if foul["kind"] != "illegal-lead"]
    assert fouls(found) == ([("must-follow", "Ben", 5, 7, "shown")] if proved else [])
    assert cited(found) == (["follow.3"] if proved else [])


@pytest.mark.law("da-ban.follow.3")
def test_an_open_hand_shows_that_a_pair_was_kept() -> None:
    lines = (f"{START} cards=4", "hand Ben S9 SK S5 S5", "play Ana S7+S7", "play Ben S9+SK")
    assert fouls(judged(*lines, options=PAIRS)) == [("must-follow", "Ben", 7, 7, "seen")]
    assert fouls(judged(*lines)) == []


# --- plays nobody saw


@pytest.mark.law("da-ban.follow.1")
def test_an_unseen_play_is_of_as_many_cards_as_the_lead() -> None:
    lines = [
        "deal Dan master=Ana levels=3,3 trump=H cards=2",
        "play Ana S4+S4",
        "play Ben ?",
        "play Cid ?",
        "play Dan ?",
    ]
    found = table(*lines, "took Ben")
    assert [len(play.cards) for play in found.deals[0].deal.tricks[0].plays] == [2, 2, 2, 2]
    assert found.deals[0].deal.over
    assert [prompt[0] for prompt in waits(found)] == ["result"]


def test_a_lead_nobody_saw_is_as_large_as_the_first_play_seen() -> None:
    lines = [
        "deal Dan master=Ana levels=3,3 trump=H cards=4",
        "play Ana ?",
        "play Ben ?",
        "play Cid S5+S5",
        "play Dan ?",
    ]
    found = table(*lines, "took Cid")
    assert [len(play.cards) for play in found.deals[0].deal.tricks[0].plays] == [2, 2, 2, 2]
    assert found.deals[0].fouls == ()
    assert found.deals[0].deal.cards_left(0) == 2


def test_a_trick_of_which_only_the_taker_was_seen_may_be_of_several_cards() -> None:
    found = table("deal Dan master=Ana levels=3,3 trump=H cards=5", "took Ben SK count=2", "took Ben", "play Ben S4")
    assert [found.deals[0].deal.cards_left(seat) for seat in range(4)] == [2, 1, 2, 2]


def test_a_trick_has_at_least_one_card_from_everybody() -> None:
    with pytest.raises(Slip, match="count=0"):
        judged(START, "took Ben count=0")


def test_an_unseen_lead_denies_nothing_until_who_took_the_trick_tells_its_suit() -> None:
    first = [START, "play Ana ?", "play Ben D4", "play Cid S4", "play Dan S5"]
    assert fouls(judged(*first, "took Ana", "play Ana S7", "play Ben S8")) == []
    # Dan's five of spades can have won only if spades were led: then Ben, who threw a diamond, had none.
    proved = fouls(judged(*first, "took Dan", "play Dan S6", "play Ana S7", "play Ben S8"))
    assert proved == [("must-follow", "Ben", 5, 11, "shown")]


# --- cards laid early


@pytest.mark.law("da-ban.early.1")
def test_a_card_may_be_laid_before_its_turn() -> None:
    found = judged(START, "play Ana S7", "play Dan S9", "play Ben S4", "play Cid SJ")
    assert fouls(found) == []
    assert takers(found) == ["Cid"]


@pytest.mark.law("da-ban.early.3")
def test_nobody_leads_before_it_is_his_turn() -> None:
    found = judged(START, "play Ben S7")
    assert fouls(found) == [("out-of-turn", "Ben", 4, 4, "seen")]
    assert cited(found) == ["early.3"]


@pytest.mark.law("da-ban.early.2")
def test_an_early_card_equal_to_one_that_comes_in_turn_may_be_taken_back() -> None:
    # DB-EARLY-PLAY-01
    found = table(START, "play Ana S7", "play Dan BK", "play Ben BK")
    deal = found.deals[0].deal
    assert [found.seats[seat] for seat in withdrawable(deal)] == ["Dan"]
    assert ("withdraw", "Dan", None) in waits(found)
    again = judged(START, "play Ana S7", "play Dan BK", "play Ben BK", "withdraw Dan", "play Cid S9", "play Dan D4")
    assert fouls(again) == []
    assert takers(again) == ["Ben"]


@pytest.mark.law("da-ban.early.2")
def test_an_early_card_may_be_taken_back_too_when_the_equal_one_in_turn_before_it_was_laid_first() -> None:
    # The document: if an equal card comes to be laid, the order counts, and the last person may take his card back.
    found = table(START, "play Ana C7", "play Ben BK", "play Dan BK")
    assert ("withdraw", "Dan", None) in waits(found)
    again = judged(START, "play Ana C7", "play Ben BK", "play Dan BK", "withdraw Dan", "play Cid C9", "play Dan C4")
    assert fouls(again) == []
    assert takers(again) == ["Ben"]


@pytest.mark.law("da-ban.trick.2")
def test_turn_order_decides_between_equal_cards_whichever_was_laid_first() -> None:
    assert takers(judged(START, "play Ana S7", "play Dan BK", "play Ben BK", "play Cid S4")) == ["Ben"]


@pytest.mark.law("da-ban.early.2")
def test_an_early_card_may_still_be_taken_back_when_the_trick_is_full() -> None:
    found = judged(START, "play Ana S7", "play Dan SA", "play Ben S4", "play Cid SA", "withdraw Dan", "play Dan S5")
    assert fouls(found) == []
    assert takers(found) == ["Cid"]


@pytest.mark.law("da-ban.early.2")
def test_pairs_of_other_level_cards_are_equal_and_the_early_one_may_be_taken_back() -> None:
    early = ["play Ana H7+H7", "play Dan D3+D3", "play Ben C3+C3", "withdraw Dan"]
    found = judged(START, *early, "play Cid H5+H6", "play Dan H6+H8")
    assert fouls(found) == []
    assert takers(found) == ["Ben"]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["play Dan S9", "play Ben S4", "withdraw Dan"], id="no equal card came"),
        pytest.param(["play Dan S9+S9", "play Ben S9+S8", "withdraw Dan"], id="no equal pair came"),
        pytest.param(["play Ben S9", "play Cid S9", "withdraw Cid"], id="it was laid in turn"),
        pytest.param(["play Dan S9", "play Ben S4", "play Cid S9", "withdraw Cid"], id="the equal one comes after it"),
        pytest.param(["play Dan C4", "play Ben D4", "withdraw Dan"], id="cards of other suits are not equal"),
    ],
)
@pytest.mark.law("da-ban.early.1")
def test_any_other_card_laid_stays(lines: list[str]) -> None:
    led = "play Ana S7+S7" if "+" in lines[0] else "play Ana S7"
    found = judged(START, led, *lines)
    assert cited(found) == ["early.1"]
    assert [foul[:2] for foul in fouls(found)] == [("out-of-turn", lines[-1].split()[1])]


@pytest.mark.parametrize("lines", [["withdraw Ana"], ["play Ana S7", "withdraw Ana"], ["play Ana S7", "withdraw Ben"],
                                   ["play Ana S7", "play Dan ?", "withdraw Dan"]])  # fmt: skip
def test_what_was_not_laid_early_cannot_be_taken_back(lines: list[str]) -> None:
    begun = [] if len(lines) > 1 else ["trick Ana S4 S5 S6 S7", "play Dan C4"]
    with pytest.raises(Slip, match="nothing to take back"):
        judged(START, *begun, *lines[:-1], lines[-1].replace("Ana", "Dan") if begun else lines[-1])


def test_a_card_taken_back_is_known_to_be_in_the_hand() -> None:
    lines = [START, "play Ana S7", "play Dan BK", "play Ben BK", "withdraw Dan", "play Cid S9", "play Dan D4"]
    found = judged(*lines, "trick Ben C4 BK C5 C6", "play Cid BK")
    assert [foul[:2] for foul in fouls(found)] == [("not-in-hand", "Cid")], "the third one is Dan's"


def test_a_card_taken_back_counts_no_longer_against_a_pair_denied() -> None:
    lines = [START, "trick Ana S7+S7 S9+SK S4+S6 SQ+SJ", "play Ana S4", "play Ben S5"]
    early = ["play Dan SA", "play Cid S8"]
    found = judged(*lines, *early, "trick Dan C4 C5 C6 C7", options=PAIRS)
    assert fouls(found) == []
    again = [START, "trick Ana S7+S7 S4+S6 SQ+SJ S9+SK", "play Ana S8", "play Dan S5", "play Ben S5", "withdraw Dan",
             "play Cid S4", "play Dan S5"]  # fmt: skip
    assert fouls(judged(*again, options=PAIRS)) == []


# --- what cannot be written so


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        pytest.param(
            ["deal Dan master=Ana levels=3,3 trump=H cards=1", "play Ana S5+S5"], "1 left", id="more than held"
        ),
        pytest.param(["deal Dan", "play Ana S5"], "does not come now", id="trumps are not known"),
        pytest.param(["deal Dan master=Ana trump=H", "play Ana SX"], "no card", id="no such card"),
        pytest.param(["deal Dan master=Ana trump=H", "bid Ana 3"], "does not come now", id="nobody bids"),
    ],
)
def test_a_slip_of_the_pen_is_refused(lines: list[str], what: str) -> None:
    with pytest.raises(Slip, match=what):
        judged(*lines)


def test_a_trick_counts_what_its_cards_do_where_all_were_seen() -> None:
    rules = table(START).rules
    assert rules.points_in(("SK", "S10", "S5", "S4", "BK")) == 10 + 10 + 5
    assert rules.points_in(("SK", "?")) is None
