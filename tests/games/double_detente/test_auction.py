"""Double-détente: the parts dealt, and the bids."""

import pytest

from referee.games.double_detente import DoubleDetente
from referee.record.text import Header
from referee.table.table import open_table
from tests.help.detente import RULES, TRIPLE, deal, kinds, part, refused
from tests.help.record import BIDS, OPEN, check, head, table
from tests.oracle import detente

# --- deal.1 deal.2: the cards and the dealer


@pytest.mark.law("double-detente.deal.1")
def test_the_deck_has_78_cards() -> None:
    assert len(RULES.deck) == 78
    assert sorted(RULES.deck.kinds) == sorted(detente.full_deck())
    assert sorted(card for group in RULES.pad for card in group.cards) == sorted(detente.full_deck())


@pytest.mark.law("double-detente.deal.1")
def test_each_part_has_thirteen_cards_a_player() -> None:
    assert table("deal Cléo").deals[0].deal.size == 13
    assert table("deal Ben", head=TRIPLE).deals[0].deal.size == 13


@pytest.mark.law("double-detente.deal.1")
def test_two_parts_for_three_players_and_three_for_two() -> None:
    assert "part 3: a round has 2 parts" in refused("deal Cléo part=3")
    assert "part 4: a round has 3 parts" in refused("deal Ben part=4", head=TRIPLE)
    assert "part 0" in refused("deal Cléo part=0")
    assert check(*part(1, (6, 6), (6, 7)), *part(2, (6, 6), (6, 7)), head=TRIPLE)["next"]["part"] == "3"


def test_two_players_are_told_that_they_play_triple_detente() -> None:
    assert str(open_table(Header("double-detente", ("Ana", "Ben"))).rules.title) == "Triple-détente"
    assert str(RULES.title) == str(DoubleDetente.title) == "Double-détente"


def test_a_deal_takes_no_other_keys_than_part_and_cards() -> None:
    assert "“trump”: a deal of this game takes part= and cards=" in refused("deal Cléo trump=H")
    assert "“one” stands where a part was expected" in refused("deal Cléo part=one")
    assert "14 cards a hand: expected 1 to 13" in refused("deal Cléo cards=14")
    assert "0 cards a hand" in refused("deal Cléo cards=0")


@pytest.mark.law("double-detente.deal.1")
def test_a_card_of_one_part_cannot_come_back_in_a_later_one() -> None:
    facts = [*OPEN, "trick Ana H5 H7 H9", "result tricks=4,5,4", "deal Cléo", *BIDS, "play Ana H5"]
    assert kinds(*facts) == [("already-played", "Ana", "deal.1")]


@pytest.mark.law("double-detente.deal.1")
def test_a_new_round_is_played_with_all_cards_again() -> None:
    first = [*OPEN, "trick Ana H5 H7 H9", "result tricks=4,5,4", "deal Cléo", *BIDS, "result tricks=4,5,4"]
    assert kinds(*first, "deal Ana", "bid Ben 1", "bid Cléo 1", "bid Ana 1", "play Ben H5") == []


@pytest.mark.law("double-detente.deal.2")
def test_the_same_player_deals_every_part_and_the_deal_passes_left_each_round() -> None:
    assert check()["next"] == {"kind": "deal", "seat": "Cléo", "part": "1"}
    first = part(1, (4, 5, 3), (4, 5, 4))
    assert check(*first)["next"] == {"kind": "deal", "seat": "Cléo", "part": "2"}
    assert check(*first, *part(2, (4, 5, 3), (4, 5, 4)))["next"] == {"kind": "deal", "seat": "Ana", "part": "1"}


@pytest.mark.law("double-detente.deal.2")
def test_the_deal_may_pass_on_after_every_part() -> None:
    found = check(*part(1, (4, 5, 3), (4, 5, 4)), head=head("dealer_each_part=yes"))
    assert found["next"] == {"kind": "deal", "seat": "Ana", "part": "2"}


def test_deals_are_called_by_their_round_and_part() -> None:
    facts = [*part(1, (4, 5, 3), (4, 5, 4)), *part(2, (4, 5, 3), (4, 5, 4)), "deal Ana"]
    found = table(*facts)
    assert [str(found.rules.label(one.deal)) for one in found.deals] == [
        "round 1, part 1 of 2",
        "round 1, part 2 of 2",
        "round 2, part 1 of 2",
    ]


def test_a_part_dealt_again_though_it_was_played_begins_another_round() -> None:
    facts = part(2, (4, 5, 3), (4, 5, 4))
    found = table(*facts, "deal Cléo part=2")
    assert [one.deal.terms.round for one in found.deals] == [1, 2]
    assert [one.deal.terms.round for one in table("deal Cléo part=1", "void", "deal Cléo part=2").deals] == [1, 1]


# --- bid.1 bid.2: bids


@pytest.mark.law("double-detente.bid.1")
def test_each_player_bids_once_from_the_dealers_left() -> None:
    assert kinds(*OPEN) == []
    assert check("deal Ana")["next"] == {"kind": "bid", "seat": "Ben"}
    assert "Ben has bid already" in refused("deal Cléo", "bid Ana 3", "bid Ben 4", "bid Ben 5")


@pytest.mark.law("double-detente.bid.1")
def test_a_bid_out_of_turn_is_put_right_and_the_others_bid_on() -> None:
    facts = ["deal Cléo", "bid Ben 5"]
    assert kinds(*facts) == [("out-of-turn", "Ben", "bid.1")]
    assert check(*facts)["next"] == {"kind": "bid", "seat": "Ana"}
    assert kinds(*facts, "bid Ana 4", "bid Cléo 3") == [("out-of-turn", "Ben", "bid.1")]
    assert deal(*facts, "ruling 4 uphold")["state"] == "open"
    assert deal(*facts, "ruling 5 uphold", head=head("out_of_turn=foul"))["state"] == "open"


@pytest.mark.parametrize("bid", ["0", "13"])
@pytest.mark.law("double-detente.bid.1")
def test_a_bid_is_from_0_to_13(bid: str) -> None:
    assert kinds("deal Cléo", f"bid Ana {bid}") == []


@pytest.mark.parametrize("bid", ["14", "-1"])
@pytest.mark.law("double-detente.bid.1")
def test_a_bid_beyond_0_to_13_is_illegal(bid: str) -> None:
    assert kinds("deal Cléo", f"bid Ana {bid}") == [("illegal-bid", "Ana", "bid.1")]


def test_a_bid_is_a_number() -> None:
    assert "“pass” stands where a number of tricks, 0 to 13 was expected" in refused("deal Cléo", "bid Ana pass")


@pytest.mark.law("double-detente.bid.2")
def test_the_second_of_two_may_not_bring_the_sum_to_13() -> None:
    for first in range(14):
        for second in range(14):
            found = kinds("deal Ben", f"bid Ana {first}", f"bid Ben {second}", head=TRIPLE)
            assert found == ([("illegal-bid", "Ben", "bid.2")] if first + second == 13 else [])


@pytest.mark.law("double-detente.bid.2")
def test_three_players_may_bid_13_together() -> None:
    assert kinds("deal Cléo", "bid Ana 4", "bid Ben 5", "bid Cléo 4") == []


@pytest.mark.law("double-detente.bid.2")
def test_an_illegal_bid_upheld_is_put_right_and_costs_nothing() -> None:
    facts = ["deal Ben", "bid Ana 6", "bid Ben 7", "ruling 5 uphold"]
    found = deal(*facts, head=TRIPLE)
    assert (found["state"], found["lines"]) == ("open", [])
    assert found["fouls"][0]["remedy"]["text"] == "It is put right at once; no penalty."
