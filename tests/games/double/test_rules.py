"""DOUBLE at the table: the trump turned, bids, following with either side, Fool and Pope, scores, fouls, prompts."""

import pytest

from referee.record.facts import KittyTurned
from referee.rules import KINDS, Law
from referee.table.table import remedies
from referee.words.text import Slip
from tests.help.double import NAMES, bids, fouls, judged, table

TURN = {"S": "SA/D2", "H": "HA/S2", "D": "DA/H3", "C": "CA/S3", None: "FOOL/H2"}
ROUNDS = (1, 2, 3, 4, 5, 5, 4, 3, 2, 1)


# --- the deal and the trump


@pytest.mark.parametrize(
    ("card", "options", "trump"),
    [
        ("SK/H4", (), "S"),
        ("H4/SK", (), "S"),
        ("D7/S8", (), "S"),
        ("FOOL/H2", (), None),
        ("HA/S2", (), "H"),
        ("HA/S2", ("ace=low",), "S"),
        ("POPE/C2", (), None),
        ("POPE/C2", ("special_turned=other_motif",), "C"),
        ("H2/FOOL", ("special_turned=other_motif",), "H"),
        ("SK/H4", ("special_turned=other_motif",), "S"),
    ],
)
@pytest.mark.law("double.trump.1")
def test_the_stronger_motif_of_the_card_turned_is_trump(card: str, options: tuple[str, ...], trump: str | None) -> None:
    found = judged("deal Cid", f"turn {card}", options=options)["deals"][0]
    assert found["trump"] == trump


def test_one_side_is_enough_to_say_which_card_is_turned() -> None:
    found = judged("deal Cid", "turn H4")["deals"][0]
    assert (found["turned"], found["trump"]) == ("SK/H4", "S")


def test_the_trump_is_turned_once() -> None:
    with pytest.raises(Slip, match="turn"):
        judged("deal Cid", "turn SK/H4", "turn HA/S2")


@pytest.mark.law("double.trump.2")
def test_a_fool_or_pope_turned_may_be_left_out_for_the_next_card() -> None:
    redraw = ("special_turned=redraw",)
    waiting = judged("deal Cid", "turn FOOL/H2", options=redraw)
    assert "trump" not in waiting["deals"][0]
    assert waiting["next"] == {"kind": "turn", "seat": "Cid"}
    found = judged("deal Cid", "turn FOOL/H2", "turn FOOL/H2", "turn D9/C8", options=redraw)["deals"][0]
    assert found["trump"] == "D"
    with pytest.raises(Slip, match="elsewhere"):
        judged("deal Cid", "turn FOOL/H2", "turn FOOL/H2", "turn FOOL/H2", options=redraw)


def test_where_nothing_but_fools_and_popes_is_left_to_turn_there_is_no_trump() -> None:
    options = ("special_turned=redraw", "lots=1")
    found = judged("deal Eva cards=5", "turn FOOL/H2", "turn POPE/C2", seats=5, options=options)["deals"][0]
    assert found["trump"] is None


def test_the_card_turned_is_out_of_play_and_cannot_come_from_a_hand() -> None:
    lines = ("deal Cid", "turn SK/H4", *bids(0, 0, 0), "play Ana H4")
    assert [foul[:2] for foul in fouls(judged(*lines, options=("lots=1",)))] == [("not-in-hand", "Ana")]
    assert fouls(judged(*lines)) == []
    with pytest.raises(Slip, match="elsewhere"):
        judged("deal Cid", "turn SK/H4", "hand Ana H4", options=("lots=1",))


@pytest.mark.law("double.play.9")
def test_a_card_is_seen_as_often_as_there_are_lots_whichever_side_is_up() -> None:
    lines = ("deal Cid cards=2", "turn HA/S2", *bids(0, 0, 0), "trick Ana SK H4", "play Cid SK")
    found = fouls(judged(*lines))
    assert found[-1][:2] == ("already-played", "Cid")


@pytest.mark.law("double.play.9")
def test_a_card_that_cannot_be_is_a_slip_and_makes_nobody_of_its_trick_a_revoker() -> None:
    """Both ♠8/♦7 are out before a third: perhaps spades were never led, and nobody turned the wrong side up."""
    open_round = ("deal Cid cards=2", "turn HA/S2", *bids(0, 0, 0))
    found = judged(*open_round, "play Ana S8", "play Ben S8", "play Cid D7")["deals"][0]["fouls"]
    assert [foul["kind"] for foul in found] == ["already-played"]
    assert "there are 2 S8/D7, and Cid plays one more" in found[0]["message"]
    lead = judged(*open_round, "trick Ana S8 S8 S9", "play Cid S8", "play Ana D10", "play Ben C7")
    assert {foul[0] for foul in fouls(lead)} == {"already-played"}


def test_the_same_card_may_lie_twice_in_an_open_hand_written_either_way_up() -> None:
    lines = ("deal Cid cards=3", "turn HA/S2", "hand Ana S8/D7 D7/S8 D7", *bids(0, 0, 0))
    with pytest.raises(Slip, match="elsewhere"):
        judged(*lines)
    two = ("deal Cid cards=2", "turn HA/S2", "hand Ana S8 D7", *bids(0, 0, 0), "play Ana S8")
    found = table(*two, "play Ben D9", "play Cid D10", "trick Ana D7 D8 D9")
    assert found.deals[0].deal.hands == {0: ("S8/D7", "S8/D7")}
    assert [foul.kind for foul in found.deals[0].fouls if foul.seat == 0] == []


@pytest.mark.law("double.deal.1")
def test_ten_rounds_of_one_to_five_cards_and_back_make_a_game_and_the_deal_passes_to_the_left() -> None:
    lines: list[str] = []
    for number, size in enumerate(ROUNDS):
        found = judged(*lines, seats=2)
        assert found["finished"] is False
        if lines:
            assert found["next"] == {"kind": "deal", "seat": NAMES[number % 2]}
        order = (1, 0) if number % 2 == 0 else (0, 1)
        lines += [f"deal {NAMES[number % 2]}", *(f"bid {NAMES[seat]} 0" for seat in order), f"result tricks={size},0"]
    found = judged(*lines, seats=2)
    assert found["finished"] is True
    assert found["winners"] == ["Ben"]
    assert found["totals"] == {"Ana": 15, "Ben": 65}  # ten zeros made
    assert found["next"] is None
    with pytest.raises(Slip, match="over"):
        judged(*lines, "deal Ana", seats=2)


def test_a_round_given_up_is_dealt_again_by_the_same_dealer() -> None:
    found = judged("deal Ben", *bids(0), "void", seats=2)
    assert found["next"] == {"kind": "deal", "seat": "Ben"}
    found = table("deal Ben", *bids(0), "void", "deal Ben", seats=2)
    assert found.deals[1].deal.size == 1


def test_a_deal_says_which_round_it_is() -> None:
    found = table("deal Cid", *bids(0, 0, 0), "result tricks=1,0,0", "deal Ana")
    assert str(found.rules.label(found.deals[1].deal)) == "round 2 of 10, hands of 2"
    with pytest.raises(Slip, match="part"):
        judged("deal Cid part=1")


# --- bids


@pytest.mark.parametrize(
    ("cards", "points", "bid", "lawful"),
    [(5, 15, 5, True), (5, 3, 4, False), (3, 0, 1, False), (1, 15, 1, True), (3, 0, 0, True), (2, 15, 3, False)],
)
@pytest.mark.law("double.bid.2")
def test_a_bid_is_within_the_hand_and_the_chips(cards: int, points: int, bid: int, lawful: bool) -> None:
    lines = ["deal Ben", "bid Ana 0", "bid Ben 0", "result tricks=1,0"]
    if points < 15:
        lines.insert(4, f"penalty Ana {15 - points}")
    found = fouls(judged(*lines, f"deal Ben cards={cards}", f"bid Ana {bid}", seats=2))
    assert [foul[:2] for foul in found] == ([] if lawful else [("illegal-bid", "Ana")])


def test_chips_lost_in_a_round_are_not_there_to_bid_with() -> None:
    lost = ("deal Ben cards=15", "bid Ana 14", "bid Ben 0", "result tricks=0,15")
    assert judged(*lost, seats=2)["totals"] == {"Ana": 1, "Ben": 15}
    found = judged(*lost, "deal Ana cards=5", "bid Ben 5", "bid Ana 2", seats=2)
    assert [foul["law"] for foul in found["deals"][1]["fouls"]] == ["double.bid.2"]
    assert "has only 1" in found["deals"][1]["fouls"][0]["message"]


@pytest.mark.law("double.bid.3")
def test_the_sum_of_the_bids_is_free_unless_the_hook_is_agreed() -> None:
    lines = ("deal Cid cards=3", *bids(1, 1, 1))
    assert fouls(judged(*lines)) == []
    found = judged(*lines, options=("hook=yes",))
    assert [(foul["kind"], foul["seat"], foul["law"]) for foul in found["deals"][0]["fouls"]] == [
        ("illegal-bid", "Cid", "double.bid.3")
    ]
    assert fouls(judged("deal Cid cards=3", *bids(1, 1, 2), options=("hook=yes",))) == []


def test_the_hook_leaves_a_player_without_chips_his_only_bid() -> None:
    broke = ("deal Cid", *bids(0, 0, 0), "result tricks=1,0,0", "penalty Ana 15")
    lines = (*broke, "deal Ana", "bid Ben 2", "bid Cid 0", "bid Ana 0")
    assert fouls(judged(*lines, options=("hook=yes",))) == []


@pytest.mark.law("double.bid.1")
def test_bids_go_round_once_from_the_dealers_left() -> None:
    found = judged("deal Cid", "bid Ben 0")
    assert [foul[:2] for foul in fouls(found)] == [("out-of-turn", "Ben")]
    with pytest.raises(Slip, match="has bid already"):
        judged("deal Cid", "bid Ana 0", "bid Ana 1")
    with pytest.raises(Slip, match="number of tricks"):
        judged("deal Cid", "bid Ana pass")
    assert [foul[:2] for foul in fouls(judged("deal Cid", "bid Ana -1"))] == [("illegal-bid", "Ana")]


def test_of_two_who_bid_out_of_turn_each_is_told_whose_turn_it_was() -> None:
    told = [str(foul.message) for foul in table("deal Cid", "bid Cid 0", "bid Ben 0").deals[0].fouls]
    assert told == ["Cid bids, and it was for Ana to bid.", "Ben bids, and it was for Ana to bid."]


# --- following


def after(trump: str | None, hand: str, *plays: str, options: tuple[str, ...] = ()) -> list[tuple[str, str | None]]:
    """The fouls where the last of these plays comes out of this open hand, as (kind, player)."""
    at = len(plays) - 1
    seats = max(3, len(plays))
    lines = [f"deal {NAMES[seats - 1]} cards={len(hand.split())}", f"turn {TURN[trump]}", f"hand {NAMES[at]} {hand}"]
    lines += [*bids(*[0] * seats), *(f"play {name} {card}" for name, card in zip(NAMES, plays, strict=False))]
    return [foul[:2] for foul in fouls(judged(*lines, seats=seats, options=options))]


@pytest.mark.parametrize(
    ("trump", "hand", "before", "legal", "illegal"),
    [
        ("S", "HK/C3 CK/D3", ("D9",), ("D3",), ("HK", "C3", "CK")),
        ("S", "HK/C3 S8/D7", ("S9",), ("S8",), ("D7", "HK", "C3")),
        ("S", "FOOL/H2 SQ/C4", ("D9",), ("H2", "SQ", "C4"), ("FOOL",)),
        ("S", "FOOL/H2 C10/D6", ("H9",), ("H2",), ("FOOL", "C10", "D6")),
        (None, "POPE/C2 SQ/C4", ("D9",), ("POPE", "C2", "SQ", "C4"), ()),
        ("S", "SQ/C4 HK/C3", ("FOOL",), ("SQ", "C4", "HK", "C3"), ()),
        ("S", "SQ/C4 HK/C3", ("FOOL", "S9"), ("SQ", "C4", "HK", "C3"), ()),
        ("S", "FOOL/H2 D9/C8", (), ("FOOL", "H2", "D9", "C8"), ()),
        # By hand: Fool led, a trump, then a diamond names the suit.
        ("S", "DQ/C5 HQ/D4", ("FOOL", "S9", "D9"), ("DQ", "D4"), ("C5", "HQ")),
        # By hand: the Fool's other side is trump, so the first heart names the suit.
        ("H", "DA/H3 SK/H4", ("FOOL", "H9"), ("H3", "H4"), ("DA", "SK")),
        # By hand: in that trick without trump the Pope only wants no heart; trumps there are none.
        ("H", "POPE/C2 D9/C8", ("FOOL", "S9"), ("POPE", "C2", "D9", "C8"), ()),
        # By hand: a second special before the suit is named comes freely.
        ("S", "POPE/C2 SQ/C4", ("FOOL",), ("POPE", "C2", "SQ", "C4"), ()),
        # By hand: trump led; a trump in hand forbids the Pope.
        ("S", "POPE/C2 CQ/H5", ("S9",), ("POPE", "C2", "CQ", "H5"), ()),
    ],
)
@pytest.mark.law("double.play.3", "double.play.5", "double.play.6")
def test_a_hand_follows_with_either_side_of_its_cards(
    trump: str | None, hand: str, before: tuple[str, ...], legal: tuple[str, ...], illegal: tuple[str, ...]
) -> None:
    for card in legal:
        assert after(trump, hand, *before, card) == [], card
    for card in illegal:
        kind = "special-too-early" if card in ("FOOL", "POPE") else "must-follow"
        assert after(trump, hand, *before, card) == [(kind, NAMES[len(before)])], card


@pytest.mark.parametrize(
    ("rule", "hand", "led", "lawful"),
    [
        ("void_both", "FOOL/H2 SQ/C4", "D9", False),
        ("void_led", "FOOL/H2 SQ/C4", "D9", True),
        ("void_led", "FOOL/H2 CK/D3", "D9", False),
        ("void_led", "FOOL/H2 SQ/C4", "H9", False),
        ("anytime", "FOOL/H2 CK/D3", "D9", True),
        ("anytime", "FOOL/H2 CK/D3", "H9", True),
    ],
)
@pytest.mark.law("double.play.4")
def test_when_the_fool_may_follow_is_agreed(rule: str, hand: str, led: str, lawful: bool) -> None:
    found = after("S", hand, led, "FOOL", options=(f"special_follow={rule}",))
    assert found == ([] if lawful else [("special-too-early", "Ben")])


def test_the_other_side_of_the_card_itself_gives_a_hidden_hand_away_at_once() -> None:
    lines = ("deal Cid cards=2", "turn SA/D2", *bids(0, 0, 0))
    found = judged(*lines, "trick Ana D9 CK")
    assert fouls(found) == [("must-follow", "Ben", 8, 8, "seen")]
    message = found["deals"][0]["fouls"][0]["message"]
    assert "CK" in message
    assert "D3" in message
    assert fouls(judged(*lines, "trick Ana H9 FOOL")) == [("special-too-early", "Ben", 8, 8, "seen")]
    assert fouls(judged("deal Cid cards=2", "turn HA/S2", *bids(0, 0, 0), "trick Ana D9 FOOL"))[0][3] == 8


def test_a_foul_that_gives_itself_away_is_not_reported_again_by_a_later_card() -> None:
    lines = ("deal Cid cards=2", "turn SA/D2", *bids(0, 0, 0), "trick Ana D9 CK D10", "trick Cid C9 C8 D8")
    assert fouls(judged(*lines)) == [("must-follow", "Ben", 8, 8, "seen")]


@pytest.mark.parametrize("card", ["D9/C8", "C8/D9", "D9+D9", "D9+D10", "S1", "EX"])
@pytest.mark.parametrize("deck", ["default", "none"])
def test_one_card_is_played_by_the_side_that_lies_up(card: str, deck: str) -> None:
    lines = ("deal Cid cards=2", "turn SA/D2", *bids(0, 0, 0))
    for play in (f"play Ana {card}", f"trick Ana {card}"):
        with pytest.raises(Slip):
            judged(*lines, play, options=(f"deck={deck}",))


def test_the_twin_of_a_card_may_be_in_another_hand_but_there_is_no_third() -> None:
    lines = ("deal Cid cards=2", "turn SA/D2", *bids(0, 0, 0), "trick Ana D9 HK HK", "play Ana D10")
    assert fouls(judged(*lines)) == []
    assert fouls(judged(*lines, "play Ben C3")) == [("already-played", "Ben", 10, 10, "seen")]


def test_a_card_nobody_saw_that_took_the_trick_may_lie_either_side_up() -> None:
    # Ben's only card is SK/H4: its King can have taken a spade, its 4 of hearts cannot.
    lines = ("deal Ben", "turn FOOL/H2", "hand Ben SK/H4", "bid Ana 0", "bid Ben 1")
    found = judged(*lines, "trick Ana S9 ?", "took Ben", seats=2)
    assert fouls(found) == []
    assert found["deals"][0]["scores"] == {"Ana": 5, "Ben": 6}
    beaten = judged(*lines, "trick Ana SA ?", "took Ben", seats=2)
    assert [foul[0] for foul in fouls(beaten)] == ["inconsistent"]


TWINS = (
    "deal Cid cards=3",
    "turn SA/D2",
    "hand Ana D9/C8 HK/C3 CQ/H5",
    *bids(0, 0, 0),
    "trick Ana ? H10 H7",
    "took Ben",
)
"""Ana shows one of the two D9/C8 and then plays a card that nobody sees, CQ/H5 as it happens."""


@pytest.mark.parametrize(
    "trick",
    [
        # Cid has played the twin: Ana's own card comes from her hand in the next trick.
        ("trick Ben C10 ? C3", "took Ben C8", "trick Ben DK D5 D9"),
        # One of Ana and Cid has played it; the other has the twin, or nobody.
        ("trick Ben C10 ? ?", "took Ben C8", "trick Ben DK D5 D9"),
        ("trick Ben C10 ? ?", "took Ben C8", "trick Ben DK D9 C3"),
    ],
)
def test_of_two_cards_alike_the_one_known_to_be_in_another_hand_is_not_taken_for_the_one_nobody_saw(
    trick: tuple[str, ...],
) -> None:
    assert fouls(judged(*TWINS, *trick)) == []


def test_a_card_whose_twins_are_both_in_open_hands_cannot_have_been_played_by_a_third() -> None:
    hand = "hand Ben C8/D9 H10/C6 C10/D6"
    lines = (*TWINS[:3], hand, *bids(0, 0, 0), "trick Ana ? ? H7", "took Ben", "trick Ben C10 ? C3", "took Ben C8")
    assert [foul[0] for foul in fouls(judged(*lines))] == ["inconsistent"]


def test_a_card_nobody_saw_leaves_the_suit_open() -> None:
    lines = ("deal Cid cards=2", "turn SA/D2", *bids(0, 0, 0))
    assert fouls(judged(*lines, "trick Ana ? CK D8", "took Ben", "trick Ben D10 D4 D3")) == []
    assert fouls(judged(*lines, "trick Ana FOOL ? CK", "trick Ana D10 D4 D3")) == []


def test_who_took_an_unseen_lead_may_show_that_a_card_had_to_lie_the_other_side_up() -> None:
    lines = ("deal Cid cards=2", "turn SA/D2", *bids(0, 0, 0), "trick Ana ? CK D9")
    assert fouls(judged(*lines)) == []
    # The nine takes only a diamond, and the king of clubs has the three of diamonds on its other side.
    assert fouls(judged(*lines, "took Cid")) == [("must-follow", "Ben", 8, 9, "counted")]


def test_a_later_card_proves_by_its_other_side_what_was_denied() -> None:
    # Worked cases: HK on a diamond, and two tricks later CK with D3 on its other side;
    lines = ("deal Cid cards=4", "turn S8/D7", *bids(0, 0, 0), "trick Ana D9 HK D10", "trick Cid C10 C5 C9")
    found = judged(*lines, "play Cid HJ", "play Ana HQ", "play Ben CK")
    assert fouls(found) == [("must-follow", "Ben", 8, 12, "shown")]
    assert found["deals"][0]["fouls"][0]["law"] == "double.play.3"
    # the Fool on a diamond where spades are trump, and two tricks later C7 with S9 on its other side.
    lines = ("deal Cid cards=4", "turn S8/D7", *bids(0, 0, 0), "trick Ana D9 FOOL D10", "trick Ben C9 C10 CA")
    found = judged(*lines, "play Ana HJ", "play Ben C7")
    assert fouls(found) == [("special-too-early", "Ben", 8, 11, "shown")]
    assert found["deals"][0]["fouls"][0]["law"] == "double.play.4"


def test_the_fool_played_rightly_under_one_agreement_is_a_foul_under_another() -> None:
    lines = ("deal Cid cards=3", "turn S8/D7", *bids(0, 0, 0), "trick Ana D9 FOOL D10", "play Ben C7")
    assert [foul[0] for foul in fouls(judged(*lines))] == ["special-too-early"]
    for rule in ("void_led", "anytime"):
        assert fouls(judged(*lines, options=(f"special_follow={rule}",))) == []


@pytest.mark.law("double.play.6")
def test_in_a_trick_without_trump_the_fool_denies_only_the_suit_led() -> None:
    """Clubs are trump, and the Pope led has a club on its back: the trick has no trump, ♦9 names the suit."""
    lines = ("deal Cid cards=3", "turn C9/H8", *bids(0, 0, 0), "trick Ana POPE D9 FOOL")
    assert fouls(judged(*lines, "play Cid C9")) == []
    assert [foul[:2] for foul in fouls(judged(*lines, "play Cid DQ"))] == [("special-too-early", "Cid")]
    spades = ("deal Cid cards=3", "turn S9/C7", *lines[2:])
    assert [foul[:2] for foul in fouls(judged(*spades, "play Cid S9"))] == [("special-too-early", "Cid")]


@pytest.mark.law("double.play.8")
def test_playing_out_of_turn_is_seen_and_costs_nothing() -> None:
    plays = ("play Ben D9", "play Cid D10", "play Ana D3")
    found = judged("deal Cid cards=1", "turn SA/D2", *bids(0, 0, 1), *plays, "ruling 8 uphold")
    assert fouls(found)[0][:2] == ("out-of-turn", "Ben")
    assert found["deals"][0]["scores"] == {"Ana": 5, "Ben": 5, "Cid": 6}


# --- who takes the trick


@pytest.mark.parametrize(
    ("trump", "cards", "winner", "options"),
    [
        ("H", "S9 SK SQ", 1, ()),
        ("H", "SK H3 H4", 2, ()),
        (None, "S2 DK S3", 2, ()),
        ("H", "S9 HK HK", 1, ()),
        ("H", "SK POPE FOOL", 2, ()),
        ("H", "SK FOOL FOOL", 1, ()),
        ("D", "POPE S9 DK", 0, ()),
        ("S", "C9 C8 CJ", 2, ()),
        ("D", "HQ H10 HJ H7 D2", 4, ()),
        ("C", "S2 SA S3", 1, ()),
        ("C", "S2 SA S3", 2, ("ace=low",)),
        ("H", "FOOL POPE H3", 0, ()),
        ("H", "POPE FOOL H3", 1, ()),
        (None, "POPE POPE S4", 0, ()),
    ],
)
@pytest.mark.law("double.play.2", "double.play.7")
def test_the_fool_the_pope_trumps_and_the_suit_led_take_the_trick_in_this_order(
    trump: str | None, cards: str, winner: int, options: tuple[str, ...]
) -> None:
    seats = len(cards.split())
    lines = (f"deal {NAMES[seats - 1]} cards=3", f"turn {TURN[trump]}", *bids(*[0] * seats), f"trick Ana {cards}")
    found = judged(*lines, seats=seats, options=options)
    assert found["deals"][0]["tricks"][0]["winner"] == NAMES[winner]


# --- the score


@pytest.mark.parametrize(
    ("bid", "made", "points"),
    [(0, 0, 5), (2, 2, 7), (4, 4, 9), (1, 0, -1), (5, 4, -5), (0, 1, 0), (3, 2, -3), (0, 2, 0), (4, 1, -4)],
)
@pytest.mark.law("double.score.1", "double.score.2", "double.score.3")
def test_a_bid_met_pays_five_and_itself_and_a_bid_missed_is_lost(bid: int, made: int, points: int) -> None:
    lines = ("deal Ben cards=5", f"bid Ana {bid}", "bid Ben 5", f"result tricks={made},{5 - made}")
    found = judged(*lines, seats=2)["deals"][0]
    assert found["scores"]["Ana"] == points
    assert sum(line["points"]["Ana"] for line in found["lines"]) == points
    assert found["result"] == {"tricks": [made, 5 - made]}


@pytest.mark.law("double.deal.2")
def test_the_best_that_can_be_had_is_95_points() -> None:
    lines: list[str] = []
    running = []
    for number, size in enumerate(ROUNDS):
        order = ("Ana", "Ben") if number % 2 == 0 else ("Ben", "Ana")
        said = {"Ana": size, "Ben": 0}
        lines += [f"deal {order[1]}", *(f"bid {name} {said[name]}" for name in order), f"result tricks={size},0"]
        running.append(judged(*lines, seats=2)["totals"]["Ana"])
    assert running == [21, 28, 36, 45, 55, 65, 74, 82, 89, 95]


@pytest.mark.parametrize(
    ("points", "winners"), [((40, 55, 52), ["Ben"]), ((55, 40, 55), ["Ana", "Cid"]), ((9, 9, 9), ["Ana", "Ben", "Cid"])]
)
@pytest.mark.law("double.end.1", "double.end.2")
def test_after_ten_rounds_the_most_points_win_and_a_tie_is_shared(points: tuple[int, ...], winners: list[str]) -> None:
    lines = []
    for number in range(10):
        order = [(number + place) % 3 for place in range(3)]
        said = {0: 1, 1: 0, 2: 0}
        lines += [f"deal {NAMES[(2 + number) % 3]} cards=1", *(f"bid {NAMES[seat]} {said[seat]}" for seat in order)]
        lines += ["result tricks=1,0,0"]
    assert judged(*lines)["totals"] == {"Ana": 75, "Ben": 65, "Cid": 65}
    taken = [f"penalty {name} {had - want}" for name, had, want in zip(NAMES, (75, 65, 65), points, strict=False)]
    found = judged(*lines, *taken)
    assert found["totals"] == dict(zip(NAMES, points, strict=False))
    assert found["winners"] == winners


@pytest.mark.parametrize("tricks", ["1,1", "2,0,0", "0,0", "2,-1,0", "", "1,0,x"])
def test_a_result_has_a_number_of_tricks_for_everybody(tricks: str) -> None:
    with pytest.raises(Slip):
        judged("deal Cid", *bids(0, 0, 0), f"result tricks={tricks}")


@pytest.mark.parametrize("taken", [("took Ana",), ("turn SA/D2", "play Ana D9", "play Ben HK", "play Cid H10")])
def test_a_result_leaves_the_tricks_that_were_taken_to_who_took_them(taken: tuple[str, ...]) -> None:
    seen = ("deal Cid cards=3", *taken[:-3], *bids(0, 0, 0), *taken[-3:])
    with pytest.raises(Slip, match="Ana has taken one trick already"):
        judged(*seen, "result tricks=0,3,0")
    assert judged(*seen, "result tricks=1,2,0")["deals"][0]["result"] == {"tricks": [1, 2, 0]}


def test_the_result_of_a_round_asks_for_the_tricks_of_everybody() -> None:
    at = table("deal Cid cards=3")
    (field,) = at.rules.fields(at.deals[0].deal)
    assert (field.name, field.total) == ("tricks", 3)


def test_a_result_has_no_other_key() -> None:
    with pytest.raises(Slip, match="petit"):
        judged("deal Cid", *bids(0, 0, 0), "result tricks=1,0,0 petit=Ana")


@pytest.mark.law("double.foul.2")
def test_a_penalty_takes_no_more_points_than_there_are() -> None:
    round_lost = ["deal Cid", *bids(1, 0, 0), "result tricks=0,1,0"]
    assert judged(*round_lost, "penalty Ana 20")["totals"] == {"Ana": 0, "Ben": 15, "Cid": 20}
    assert judged("deal Cid", "penalty Ana 20")["totals"] == {"Ana": 0, "Ben": 15, "Cid": 15}  # the round is not over
    again = judged(
        *round_lost, "penalty Ana 20", "deal Ana", *["bid Ben 0", "bid Cid 0", "bid Ana 1"], "result tricks=2,0,0"
    )
    assert again["totals"]["Ana"] == 0, "what was never there is not owed"
    assert judged(*round_lost, "penalty Ana 20", "deal Ana", "bid Ben 0", "bid Cid 0", "bid Ana 0",
                  "result tricks=0,2,0")["totals"]["Ana"] == 5  # fmt: skip


@pytest.mark.law("double.deal.2")
def test_chips_are_shown_as_white_red_and_black() -> None:
    rules = table().rules
    told = [[(str(colour), value, count) for colour, value, count in rules.tokens(p)] for p in (0, 4, 15, 28, 95, -3)]
    assert told == [
        [],
        [("black", 1, 4)],
        [("red", 5, 2), ("black", 1, 5)],
        [("white", 20, 1), ("red", 5, 1), ("black", 1, 3)],
        [("white", 20, 4), ("red", 5, 3)],
        [],
    ]


# --- fouls and what they cost

TRICKS = ("trick Ana D9 HK D10", "trick Cid C10 C5 C4", "trick Cid C9 C2 CK")
REVOKE = ("deal Cid cards=3", "turn S8/D7", *bids(0, 1, 1), *TRICKS)
"""The worked revoke: Ben fouls in trick 1 and shows it in trick 3; as played 5, 6, -1."""


def scores(*more: str, option: str | None = None) -> tuple[str, list[int]]:
    options = (f"foul={option}",) if option else ()
    at = len(options)
    deal = judged(*REVOKE, *(line.replace("AT", str(10 + at)) for line in more), options=options)["deals"][0]
    return deal["state"], list(deal["scores"].values())


def test_a_foul_changes_nothing_until_it_is_upheld() -> None:
    assert scores() == ("done", [5, 6, -1])
    assert scores("ruling AT waive") == ("done", [5, 6, -1])
    assert scores("ruling AT correct") == ("done", [5, 6, -1])


@pytest.mark.law("double.foul.1")
def test_a_foul_proved_after_its_trick_makes_the_bid_count_as_missed() -> None:
    assert scores("ruling AT uphold") == ("done", [5, -1, -1])


def test_a_table_may_agree_that_a_foul_costs_points_or_the_round() -> None:
    assert scores("ruling AT uphold", option="minus:4") == ("done", [5, 2, -1])
    assert scores("ruling AT uphold", option="replay") == ("void", [0, 0, 0])
    with pytest.raises(Slip, match="foul cannot be"):
        scores(option="minus:much")


def test_a_round_to_be_replayed_is_dealt_again_by_its_dealer() -> None:
    found = judged(*REVOKE, "ruling 11 uphold", options=("foul=replay",))
    assert found["next"] == {"kind": "deal", "seat": "Cid"}
    assert found["totals"] == {"Ana": 15, "Ben": 15, "Cid": 15}


@pytest.mark.law("double.foul.2")
def test_nobody_loses_more_than_he_has() -> None:
    assert scores("ruling AT uphold", option="minus:100") == ("done", [5, -15, -1])


def test_two_fouls_of_a_player_miss_his_bid_once_and_cost_points_twice() -> None:
    more = ("ruling AT uphold", "foul Ben must-follow")
    assert scores(*more) == ("done", [5, -1, -1])
    assert scores(*more, option="minus:4") == ("done", [5, -2, -1])


def test_the_remedy_says_before_what_it_would_give() -> None:
    remedy = judged(*REVOKE)["deals"][0]["fouls"][0]["remedy"]
    assert remedy["scores"] == {"Ana": 5, "Ben": -1, "Cid": -1}
    assert remedy["state"] == "done"
    minus = judged(*REVOKE, options=("foul=minus:5",))["deals"][0]["fouls"][0]["remedy"]
    assert "5 points" in minus["text"]
    early = judged(*REVOKE[:-1], "play Cid C9", "play Ana C2", "play Ben CK", "undo", "play Ben CK")
    assert early["deals"][0]["fouls"][0]["remedy"]["scores"]["Ben"] == -1


def test_while_the_round_goes_on_the_remedy_says_what_the_foul_costs_by_itself() -> None:
    lines = ("deal Cid cards=4", *REVOKE[1:])
    remedy = judged(*lines)["deals"][0]["fouls"][0]["remedy"]
    assert (remedy["state"], remedy["scores"]) == ("open", {"Ana": 0, "Ben": -1, "Cid": 0})


def test_a_foul_proved_while_its_trick_is_open_is_put_right() -> None:
    lines = ("deal Cid cards=1", "turn SA/D2", *bids(1, 0, 0), "trick Ana D9 CK D8")
    found = judged(*lines, "ruling 8 uphold")["deals"][0]
    assert found["scores"] == {"Ana": 6, "Ben": 5, "Cid": 5}
    assert found["fouls"][0]["remedy"]["word"] == "put-right"
    assert [remedy["word"] for remedy in found["fouls"][0]["remedies"]] == ["put-right", "count"]


def test_a_card_that_can_no_longer_go_back_is_not_told_to() -> None:
    """The foul was proved while its trick was open, so it costs nothing, whenever it is ruled on."""
    last = ("deal Cid cards=1", "turn SA/D2", *bids(1, 0, 0), "play Ana D9", "play Ben CK")
    back = "Its trick was open: the card goes back and another is played; no penalty."
    seen = "It was seen while its trick was open: no penalty."
    for lines, told, word, label in (
        (last, back, "back", "The card is taken back"),
        ((*last, "ruling 9 uphold", "play Cid D8"), seen, "put-right", None),  # it says no card back: CK lies there
        ((*last, "play Cid D8"), seen, "put-right", "No penalty"),
        ((*last, "play Cid D8", "ruling 9 uphold"), seen, "put-right", None),
        (("deal Cid cards=2", *last[1:], "play Cid D8", "play Ana C9"), seen, "put-right", "No penalty"),
    ):
        foul = judged(*lines)["deals"][0]["fouls"][0]
        assert (foul["remedy"]["word"], foul["remedy"]["text"]) == (word, told), lines
        at = table(*lines)
        assert label is None or str(remedies(at, 1, at.deals[0].fouls[0])[0].label) == label


def test_a_card_that_goes_back_leaves_its_player_in_turn_and_another_is_played() -> None:
    lines = (
        "deal Cid cards=1",
        "turn SA/D2",
        *bids(1, 0, 0),
        "play Ana D9",
        "play Ben CK",
        "ruling 9 uphold remedy=back",
    )
    assert judged(*lines)["next"] == {"kind": "play", "seat": "Ben"}
    found = judged(*lines, "play Ben D3", "play Cid D8")["deals"][0]
    assert (found["state"], found["scores"]) == ("done", {"Ana": 6, "Ben": 5, "Cid": 5})


def test_the_table_may_rule_that_it_is_too_late_to_put_a_foul_right() -> None:
    lines = ("deal Cid cards=1", "turn SA/D2", *bids(1, 0, 0), "trick Ana D9 CK D8")
    found = judged(*lines, "ruling 8 uphold remedy=count")["deals"][0]
    assert found["scores"] == {"Ana": 6, "Ben": 0, "Cid": 5}
    assert judged(*lines, "ruling 8 uphold remedy=put-right")["deals"][0]["scores"]["Ben"] == 5
    replayed = judged(*lines, "ruling 9 uphold remedy=count", options=("foul=replay",))
    assert replayed["deals"][0]["state"] == "void"
    with pytest.raises(Slip, match="remedy=half"):
        judged(*lines, "ruling 8 uphold remedy=half")


def test_a_foul_everybody_saw_counts_as_upheld() -> None:
    lines = ("deal Ben", "bid Ana 1", "bid Ben 0", "foul Ana must-follow", "result tricks=1,0")
    assert judged(*lines, seats=2)["deals"][0]["scores"] == {"Ana": -1, "Ben": 5}
    before_bids = ("deal Ben", "foul Ana must-follow")
    assert judged(*before_bids, seats=2)["deals"][0]["fouls"][0]["remedy"]["scores"]["Ana"] == 0


def test_a_pope_that_leaves_too_many_cards_for_the_others_is_proved_by_counting() -> None:
    # One lot, two hands of 13 and the card turned. Only HK/C3 CQ/H5 H10/C6 C9/H8 FOOL/H2 POPE/C2 have neither diamond
    # nor spade; 19 of the cards not seen have, and Ana has 12 places.
    lines = ("deal Ben cards=13", "turn SA/D2", "bid Ana 0", "bid Ben 0", "trick Ana D9 POPE")
    assert fouls(judged(*lines, seats=2, options=("lots=1",))) == [("special-too-early", "Ben", 8, 8, "counted")]


def test_where_one_of_two_must_have_fouled_the_table_says_who() -> None:
    # One lot, hands of 8: of 11 diamonds not seen (either side) Ana's 7 places and the stock's 2 take no more than 9.
    lines = ("deal Cid cards=8", "turn SA/D2", *bids(0, 0, 0), "trick Ana D9 HK H10", "result tricks=8,0,0")
    found = judged(*lines, options=("lots=1",))
    foul = found["deals"][0]["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["proof"]) == ("must-follow", None, "counted")
    assert foul["suspects"] == ["Ben", "Cid"]
    assert "Find out who" in foul["remedy"]["text"]
    with pytest.raises(Slip, match="seat=NAME"):
        judged(*lines, "ruling 9 uphold", options=("lots=1",))
    ruled = judged(*lines, "ruling 9 uphold seat=Ben", options=("lots=1",))
    assert ruled["deals"][0]["scores"] == {"Ana": 0, "Ben": 0, "Cid": 5}


# --- what the table waits for


def prompts(*lines: str, seats: int = 3, options: tuple[str, ...] = ()) -> list[tuple[str, int | None, bool]]:
    found = table(*lines, seats=seats, options=options)
    return [(prompt.kind, prompt.seat, prompt.optional) for prompt in found.rules.prompts(found.deals[-1].deal)]


def test_a_round_asks_for_the_trump_the_bids_and_the_plays() -> None:
    assert prompts("deal Cid") == [("turn", 2, True), ("bid", 0, False)]
    assert prompts("deal Cid", "turn SA/D2") == [("bid", 0, False)]
    turned = ("deal Cid cards=2", "turn SA/D2", *bids(0, 0, 0))
    assert prompts(*turned) == [("play", 0, False), ("took", None, True), ("result", None, True)]
    assert prompts(*turned, "play Ana D9") == [("play", 1, False), ("took", None, True), ("result", None, True)]
    assert prompts(*turned, "trick Ana D9 ? D8") == [("took", None, False), ("result", None, True)]
    assert prompts("deal Cid", "turn SA/D2", *bids(0, 0, 0), "trick Ana D9 D10 D8") == []


def test_scores_are_kept_without_the_card_turned_but_no_card_is_played_before_it() -> None:
    assert prompts("deal Cid depth=score") == [("bid", 0, False), ("turn", 2, True)]
    assert prompts("deal Cid", "bid Ana 0") == [("bid", 1, False), ("turn", 2, True)]
    assert prompts("deal Cid", *bids(0, 0, 0)) == [("turn", 2, True), ("took", None, True), ("result", None, True)]
    assert judged("deal Cid", *bids(0, 0, 0), "took Ana")["deals"][0]["state"] == "done"
    with pytest.raises(Slip, match="expected one of"):
        judged("deal Cid", *bids(0, 0, 0), "play Ana D9")
    assert judged("deal Cid", *bids(0, 0, 0), "turn SA/D2", "trick Ana D9 D10 D8")["deals"][0]["state"] == "done"


def test_bids_that_would_be_fouls_say_so() -> None:
    found = table("deal Cid cards=2", "turn SA/D2", *bids(1, 0), options=("hook=yes",))
    choices = found.rules.prompts(found.deals[-1].deal)[0].choices
    assert [(choice.word, choice.note is None) for choice in choices] == [("0", True), ("1", False), ("2", True)]


def test_another_card_is_asked_for_when_the_fool_is_left_out() -> None:
    found = table("deal Cid", "turn FOOL", options=("special_turned=redraw",))
    assert str(found.rules.prompts(found.deals[-1].deal)[0].text) == "Another card is turned for trump"


def test_hands_are_opened_before_the_first_card_and_nothing_comes_after_the_last() -> None:
    played = ("deal Cid", "turn SA/D2", *bids(0, 0, 0), "play Ana D9")
    with pytest.raises(Slip, match="hand"):
        judged(*played, "hand Ben D10")
    with pytest.raises(Slip):
        judged(*played, "play Ben D10", "play Cid D8", "took Ana")
    with pytest.raises(Slip, match="kitty"):
        judged("deal Cid", "kitty D9")


def test_a_finished_round_takes_no_fact_and_no_other_games_fact_means_anything() -> None:
    found = table("deal Cid", *bids(0, 0, 0), "result tricks=1,0,0")
    assert found.rules.takes(found.deals[0].deal) == frozenset()
    with pytest.raises(Slip, match="no place in this game"):
        found.rules.step(found.deals[0].deal, 9, KittyTurned(("D9",)))


def test_the_pad_has_every_motif_once_lowest_first_with_fool_and_pope_apart() -> None:
    pad = table().rules.pad
    assert [group.suit for group in pad] == ["S", "H", "D", "C", "X"]
    assert pad[0].cards[0] == "S2"
    assert pad[0].cards[-1] == "SA"
    assert pad[-1].cards == ("FOOL", "POPE")
    assert table(options=("ace=low",)).rules.pad[0].cards[0] == "SA"
    assert sorted(card for group in pad for card in group.cards) == sorted(table().rules.deck.kinds)


def test_every_kind_of_foul_names_a_law_there_is() -> None:
    rules = table().rules
    for kind in KINDS:
        assert isinstance(rules.law(rules.kind_law(kind)), Law), kind


@pytest.mark.parametrize(("card", "trump"), [("SK/H4", "S"), ("FOOL/H2", "")])
def test_the_table_is_told_what_is_trump_once_it_is_turned(card: str, trump: str) -> None:
    before, after = table("deal Cid cards=2"), table("deal Cid cards=2", f"turn {card}")
    assert before.rules.trump(before.deals[0].deal) is None
    assert after.rules.trump(after.deals[0].deal) == trump


def test_the_table_is_told_how_many_tricks_are_bid_in_all() -> None:
    def bid(*numbers: int) -> str:
        at = table("deal Cid cards=3", "turn SA/D2", *bids(*numbers))
        return str(at.rules.status(at.deals[0].deal))

    assert [bid(), bid(2), bid(2, 0), bid(2, 0, 2)] == ["None", "bid 2 of 3", "bid 2 of 3", "bid 4 of 3"]


@pytest.mark.parametrize(
    ("kind", "option", "said"),
    [
        ("must-follow", "bid_missed", "bid lost"),
        ("must-follow", "replay", "foul upheld"),
        ("illegal-bid", "bid_missed", "foul upheld"),
    ],
)
@pytest.mark.law("double.foul.1")
def test_a_foul_upheld_is_told_by_the_bid_it_loses_where_it_loses_one(kind: str, option: str, said: str) -> None:
    at = table("deal Cid", *bids(0, 0, 0), f"foul Ben {kind}", options=(f"foul={option}",))
    assert str(at.rules.fault(at.deals[0].fouls[0])) == said


@pytest.mark.parametrize(("agreed", "kinds"), [("counts", ["special-too-early"]), ("ignored", [])])
@pytest.mark.law("double.play.10")
def test_whether_the_other_side_of_the_fool_itself_counts_is_agreed(agreed: str, kinds: list[str]) -> None:
    """FOOL/H2 on a heart, from a hand with neither heart nor trump besides."""
    lines = ("deal Cid cards=2", "turn SA/D2", *bids(0, 0, 0), "trick Ana H9 FOOL")
    found = fouls(judged(*lines, options=(f"special_other={agreed}",)))
    assert [foul[0] for foul in found] == kinds
    held = after("S", "FOOL/H2 CQ/H5", "H9", "FOOL", options=(f"special_other={agreed}",))
    assert held == [("special-too-early", "Ben")]


@pytest.mark.parametrize(("agreed", "kinds", "taker"), [("next", ["must-follow"], "Ana"), ("free", [], "Ana")])
@pytest.mark.law("double.play.5")
def test_what_a_trump_on_a_fool_that_was_led_asks_for_is_agreed(agreed: str, kinds: list[str], taker: str) -> None:
    """The Fool is led, Ben lays a trump, Cid a club; Dan holds a club and lays a diamond."""
    lines = ("deal Dan cards=2", "turn SA/D2", *bids(0, 0, 0, 0), "hand Dan D9/C8 CA/S3", "trick Ana FOOL S10 CQ D9")
    found = judged(*lines, seats=4, options=(f"special_led={agreed}",))
    assert [foul[0] for foul in fouls(found)] == kinds
    assert found["deals"][0]["tricks"][0]["winner"] == taker


def test_the_other_side_of_a_card_and_the_chips_a_seat_has_staked_are_told() -> None:
    at = table("deal Cid cards=3", "turn SA/D2", *bids(2, 0))
    deal = at.deals[0].deal
    assert [at.rules.other_side(card) for card in ("SK", "H4", "?")] == ["H4", "SK", None]
    assert [at.rules.chips_staked(deal, seat) for seat in deal.order] == [2, 0, 0]


def test_a_round_in_which_nobody_met_the_bid_says_so() -> None:
    for bid, made, said in (((2, 0, 1), (1, 1, 0), "nobody met the bid"), ((1, 0, 1), (1, 1, 0), "None")):
        line = f"result tricks={','.join(map(str, made))}"
        at = table("deal Cid cards=2", *bids(*bid), line)
        assert str(at.rules.result_text(at.deals[0].scored)) == said
    begun = table("deal Cid cards=2", *bids(2, 0, 0))
    assert begun.rules.result_text(begun.deals[0].scored) is None
