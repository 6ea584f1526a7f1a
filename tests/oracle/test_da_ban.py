"""The oracle of Da Ban against worked cases.

The cases and their ids were worked out by hand from the published text (and, where it is silent, from the defaults).
"""

import pytest

from tests.oracle.da_ban import (
    after_round,
    answers,
    breach,
    declarer,
    full_deck,
    kitty_trump,
    level_rank,
    master_takes,
    may_withdraw,
    points,
    tribute_due,
    winner,
)


def test_three_packs_of_fifty_four_hold_three_hundred_points() -> None:
    assert len(full_deck()) == 162
    assert points(full_deck()) == 300
    assert [level_rank(level) for level in (3, 10, 11, 14)] == ["3", "10", "J", "A"]


@pytest.mark.parametrize(
    ("level", "trump", "trick", "place"),
    [
        pytest.param(3, "H", "H4 HA H2 S2", 2, id="DB-WINNER-01"),
        pytest.param(3, "H", "H2 S3 H3 LK", 3, id="DB-WINNER-03"),
        pytest.param(3, "H", "D3 C3 HA S3", 0, id="DB-WINNER-07"),
        pytest.param(3, "H", "S7 DA SJ S4", 2, id="DB-WINNER-13"),
        pytest.param(3, "H", "S4 S5 S4 S5", 1, id="DB-WINNER-15"),
        pytest.param(4, "S", "S3 S5 SA H4", 3, id="DB-WINNER-17"),
        pytest.param(9, "C", "C10 S9 C9 C2", 2, id="DB-WINNER-19"),
        pytest.param(3, "H", "D7+D7 H4+H4 DA+DA D4+D5", 1, id="DB-WINNER-21"),
        pytest.param(3, "H", "H5+H5 H6+H6 S3+S3 LK+LK", 3, id="DB-WINNER-23"),
        pytest.param(3, "H", "C3+C3 H3+H3 D2+D2 BK+LK", 1, id="DB-WINNER-25"),
        pytest.param(3, "H", "S8+S8+S8 S9+S9+S9 SK+SK+SA D4+D5+D6", 1, id="DB-WINNER-27"),
        pytest.param(3, "H", "DK+DK D4+D5 D10+S10 S4+S6", 0, id="DB-WINNER-29"),
    ],
)
def test_a_trick_goes_to_the_best_set_as_large_as_the_lead(level: int, trump: str, trick: str, place: int) -> None:
    assert winner([play.split("+") for play in trick.split()], level, trump) == place


@pytest.mark.parametrize(
    ("led", "hand", "can"),
    [
        pytest.param("S7 S7", "S9 S9 SK H4", ["S9 S9", "S9 SK"], id="DB-FOLLOW-01"),
        pytest.param("H5", "D3 D7 C9", ["D3"], id="DB-FOLLOW-05"),
        pytest.param("S8", "S3 S2 D5", ["D5", "S2", "S3"], id="DB-FOLLOW-07"),
        pytest.param("S8 S8 S8", "S9 S10 H4 H4", ["H4 S10 S9"], id="DB-FOLLOW-11"),
        pytest.param("H6 H6", "H5 LK C3 D8", ["C3 H5", "C3 LK", "H5 LK"], id="DB-FOLLOW-13"),
    ],
)
def test_a_hand_may_answer_as_the_laws_leave_it(led: str, hand: str, can: list[str]) -> None:
    found = [" ".join(cards) for cards in answers(hand.split(), led.split(), 3, "H")]
    assert found == can


def test_another_number_of_cards_is_a_breach() -> None:
    hand = ["H4", "H5", "D6", "D6"]
    assert breach(hand, ["H4"], ["S7", "S7"], 3, "H") == "number"
    assert breach(hand, ["D6", "D6", "H4"], ["S7", "S7"], 3, "H") == "number"


def test_if_so_agreed_the_longest_set_is_played() -> None:
    hand = ["S9", "S9", "SK"]
    assert breach(hand, ["S9", "SK"], ["S7", "S7"], 3, "H") is None
    assert breach(hand, ["S9", "SK"], ["S7", "S7"], 3, "H", pairs_first=True) == "alike"
    assert breach(hand, ["S9", "S9"], ["S7", "S7"], 3, "H", pairs_first=True) is None


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        pytest.param("0S", (0, "S"), id="DB-DECLARATION-01"),
        pytest.param("0S 2S 1H 1H", (1, "H"), id="DB-DECLARATION-03"),
        pytest.param("0S 1H 1H 0S", (0, "S"), id="DB-DECLARATION-05"),
        pytest.param("", None, id="DB-DECLARATION-07"),
    ],
)
def test_the_most_cards_of_one_suit_name_trumps(shown: str, expected: tuple[int, str] | None) -> None:
    assert declarer([(int(one[0]), one[1] + "4") for one in shown.split()], 4) == expected


def test_the_kitty_names_trumps_where_nobody_did() -> None:
    assert kitty_trump(["SA", "D9", "C4", "H4"], 4) == "C"
    assert kitty_trump(["S7", "D9", "CK", "DA", "HA"], 4) == "D"
    assert kitty_trump(["BK", "LK"], 4) is None


@pytest.mark.parametrize(
    ("kitty", "takes"),
    [
        pytest.param("S7 D9 CK S4 DA C10", False, id="DB-CHIEN-01"),
        pytest.param("H7 S7 D9 C5 C6 DQ", True, id="DB-CHIEN-03"),
        pytest.param("H3 S7 D9 C5 C6 DQ", True, id="DB-CHIEN-05"),
        pytest.param("H7 H9 HK BK HA H4", True, id="DB-CHIEN-07"),
        pytest.param("H7 H9 HK HQ HA H4", False, id="nothing but trumps of the suit"),
    ],
)
def test_the_master_takes_a_kitty_with_some_of_the_trump_suit(kitty: str, takes: bool) -> None:
    assert master_takes(kitty.split(), "H") == takes


def test_an_early_card_may_be_taken_back_when_an_equal_one_comes_in_turn() -> None:
    assert may_withdraw([(0, ["S7"]), (3, ["BK"]), (1, ["BK"])], [0, 1, 2, 3], 3, "H") == {3}  # DB-EARLY-PLAY-01
    assert may_withdraw([(0, ["S7"]), (1, ["BK"]), (3, ["BK"])], [0, 1, 2, 3], 3, "H") == {3}, "laid first or not"
    assert may_withdraw([(0, ["S7"]), (1, ["BK"]), (2, ["BK"])], [0, 1, 2, 3], 3, "H") == set(), "in its turn"


@pytest.mark.parametrize(
    ("levels", "master", "players", "counted", "after"),
    [
        pytest.param([3, 3], 0, 4, 0, ([4, 3], 2, 0), id="DB-ROUND-01"),
        pytest.param([3, 3], 0, 4, 125, ([3, 3], 1, 0), id="DB-ROUND-03"),
        pytest.param([4, 3], 0, 4, 160, ([4, 3], 1, 0), id="DB-ROUND-05"),
        pytest.param([4, 3], 0, 4, 170, ([4, 3], 1, 1), id="DB-ROUND-07"),
        pytest.param([4, 3], 0, 4, 200, ([4, 3], 1, 4), id="DB-ROUND-09"),
        pytest.param([3, 3], 4, 6, 60, ([4, 3], 0, 0), id="DB-ROUND-13"),
    ],
)
def test_a_round_hands_on_levels_master_and_tribute(
    levels: list[int], master: int, players: int, counted: int, after: tuple[list[int], int, int]
) -> None:
    assert after_round(levels, master, players, counted) == after


def test_the_published_example_of_a_tribute() -> None:
    assert tribute_due(185) == 2
