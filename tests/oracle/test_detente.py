"""The oracle's laws against worked cases.

The cases and their ids were worked out by hand from the published rules of Double-détente (and,
where those are silent, from the principles of classic tarot and the defaults).
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.detente import (
    bids_legal,
    breaches,
    denied,
    full_deck,
    legal,
    match_winners,
    score_foul,
    score_part,
    score_round,
    score_tricks,
    winner,
)


@pytest.mark.parametrize(
    ("table", "can", "cannot"),
    [
        pytest.param("H5", "H9 HK", "S3 T4", id="DD-LEGAL-01"),
        pytest.param("H5 T10", "T12", "S3 T4", id="DD-LEGAL-03"),
        pytest.param("H5 T10", "S3 D8", "", id="DD-LEGAL-05"),
        pytest.param("T8 T15", "T3 T9", "S2", id="DD-LEGAL-07"),
        pytest.param("H5", "H9 EX", "S3", id="DD-LEGAL-09"),
        pytest.param("", "EX H2 T1", "", id="DD-LEGAL-11"),
        pytest.param("EX D7", "D2 DK", "T3 S4", id="DD-LEGAL-13"),
        pytest.param("H5", "EX S3 D2", "", id="DD-LEGAL-15"),
        pytest.param("EX", "D2 T1 SK", "", id="the second player is free after the Excuse led"),
        pytest.param("EX T4", "T9 T20", "T3 D2", id="a trump may be what follows the Excuse led"),
        pytest.param("T4 EX", "T9 EX", "T3 D2", id="the Excuse is no trump to go over"),
        pytest.param("S2 T4", "S1", "T9 D2", id="who can follow does not overtrump"),
        pytest.param("T20", "T3 T4 EX", "D2", id="the Excuse beside trumps that cannot go over"),
    ],
)
def test_a_hand_may_play_what_the_laws_leave_it(table: str, can: str, cannot: str) -> None:
    hand = {*can.split(), *cannot.split()}
    assert legal(hand, table.split()) == set(can.split())


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        pytest.param("H5 HJ HN", 2, id="DD-WINNER-01"),
        pytest.param("HK T1 H2", 1, id="DD-WINNER-03"),
        pytest.param("H5 SK DK", 0, id="DD-WINNER-05"),
        pytest.param("EX D7 S9", 1, id="DD-WINNER-07"),
        pytest.param("T8 EX T5", 0, id="DD-WINNER-09"),
        pytest.param("EX S9", 1, id="the Excuse led between two"),
        pytest.param("C1 C2 C10", 2, id="the ace is the lowest card"),
        pytest.param("T9 T10 T2", 1, id="trumps count by their number"),
    ],
)
def test_a_trick_goes_to_the_highest_trump_or_else_the_highest_of_the_suit(trick: str, place: int) -> None:
    assert winner(trick.split()) == place


def test_the_excuse_alone_has_not_won_yet() -> None:
    with pytest.raises(ValueError, match="Excuse"):
        winner(["EX"])


@pytest.mark.parametrize(
    ("part", "bid", "tricks", "petit", "petit_last", "excuse_last", "score"),
    [
        pytest.param(1, 5, 5, False, False, False, 15, id="DD-SCORE-01"),
        pytest.param(1, 13, 13, False, False, False, 23, id="DD-SCORE-03"),
        pytest.param(1, 5, 4, False, False, False, 9, id="DD-SCORE-05"),
        pytest.param(1, 5, 3, False, False, False, 5, id="DD-SCORE-07"),
        pytest.param(1, 5, 2, False, False, False, 2, id="DD-SCORE-09"),
        pytest.param(1, 0, 2, False, False, False, 4, id="DD-SCORE-11"),
        pytest.param(1, 1, 0, False, False, False, 5, id="DD-SCORE-13"),
        pytest.param(1, 3, 0, False, False, False, 0, id="DD-SCORE-15"),
        pytest.param(2, 0, 0, False, False, False, 20, id="DD-SCORE-17"),
        pytest.param(2, 5, 4, False, False, False, 14, id="DD-SCORE-19"),
        pytest.param(2, 5, 3, False, False, False, 8, id="DD-SCORE-21"),
        pytest.param(2, 1, 0, False, False, False, 10, id="DD-SCORE-23"),
        pytest.param(3, 6, 6, False, False, False, 36, id="DD-SCORE-25"),
        pytest.param(3, 6, 5, False, False, False, 25, id="DD-SCORE-27"),
        pytest.param(3, 6, 4, False, False, False, 14, id="DD-SCORE-29"),
        pytest.param(3, 0, 0, False, False, False, 30, id="DD-SCORE-31"),
        pytest.param(1, 4, 4, True, True, False, 21, id="DD-SCORE-33"),
        pytest.param(2, 4, 4, True, True, False, 31, id="DD-SCORE-35"),
        pytest.param(1, 4, 4, False, False, True, 9, id="DD-SCORE-37"),
        pytest.param(2, 5, 5, False, False, True, 20, id="DD-SCORE-39"),
        pytest.param(1, 7, 3, True, False, False, 5, id="DD-SCORE-41"),
    ],
)
def test_a_players_score_is_bonus_tricks_petit_and_excuse(
    part: int,
    bid: int,
    tricks: int,
    petit: bool,
    petit_last: bool,
    excuse_last: bool,
    score: int,
) -> None:
    scores = score_part(
        part,
        [bid],
        [tricks],
        petit_winner=0 if petit else None,
        petit_last=petit_last,
        excuse_last_by=0 if excuse_last else None,
    )
    assert scores == [score]


@pytest.mark.parametrize(
    ("part", "bids", "tricks", "petit_winner", "excuse_last_by", "scores"),
    [
        pytest.param(1, [4, 5, 3], [4, 5, 4], 1, None, [14, 17, 9], id="DD-PART-TABLE-01"),
        pytest.param(1, [6, 6, 6], [6, 4, 3], None, 2, [16, 6, -2], id="DD-PART-TABLE-03"),
        pytest.param(3, [6, 8], [7, 6], 0, None, [29, 16], id="DD-PART-TABLE-05"),
    ],
)
def test_a_part_is_scored_for_everybody(
    part: int,
    bids: list[int],
    tricks: list[int],
    petit_winner: int | None,
    excuse_last_by: int | None,
    scores: list[int],
) -> None:
    assert score_part(part, bids, tricks, petit_winner=petit_winner, excuse_last_by=excuse_last_by) == scores


def test_tricks_played_out_give_petit_and_excuse_their_points() -> None:
    # Trick 1: HK takes it (place 1). Trick 2, the last: T2 takes the Petit; the Excuse lies in it.
    tricks = [(0, ["H5", "HK", "H2"]), (1, ["T1", "T2", "EX"])]
    # 1 bid 1: 10 + 1. 2 bid 0: 5 + 1 + 7. 0 bid 0: 10, less 5 for the Excuse.
    assert score_tricks(1, [0, 1, 0], tricks) == [5, 11, 13]


def test_an_excuse_or_a_petit_before_the_last_trick_gives_no_more() -> None:
    tricks = [(0, ["T1", "EX"]), (0, ["H5", "HK"])]
    # 0 bid 1: 10 + 1 + 2. 1 bid 1: 10 + 1.
    assert score_tricks(1, [1, 1], tricks) == [13, 11]


@pytest.mark.parametrize(
    ("part", "players", "offender", "scores"),
    [
        pytest.param(1, 3, 1, [0, -20, 0], id="DD-FOUL-01"),
        pytest.param(2, 3, 0, [-30, 0, 0], id="the source's 30"),
        pytest.param(3, 2, 1, [0, -40], id="DD-FOUL-03"),
    ],
)
def test_a_foul_costs_its_offender_and_pays_nobody(part: int, players: int, offender: int, scores: list[int]) -> None:
    assert score_foul(part, players, offender) == scores


def test_a_round_is_the_sum_of_its_parts() -> None:
    assert score_round([[14, 17, 9], [0, -30, 0]]) == [14, -13, 9]


@pytest.mark.parametrize(
    ("totals", "complete", "winners"),
    [
        pytest.param({"A": 199, "B": 150, "C": 90}, True, set(), id="DD-VICTORY-01"),
        pytest.param({"A": 205, "B": 212, "C": 90}, True, {"B"}, id="DD-VICTORY-03"),
        pytest.param({"A": 205, "B": 205, "C": 90}, True, set(), id="DD-VICTORY-05"),
        pytest.param({"A": 214, "B": 150, "C": 90}, False, set(), id="DD-VICTORY-07"),
        pytest.param({"A": 200, "B": 150, "C": 90}, True, {"A"}, id="200 is enough"),
    ],
)
def test_a_match_ends_with_the_round_that_brings_somebody_to_200(
    totals: dict[str, int], complete: bool, winners: set[str]
) -> None:
    assert match_winners(totals, complete) == winners


def test_a_tie_may_be_shared() -> None:
    assert match_winners({"A": 205, "B": 205, "C": 90}, tie="shared") == {"A", "B"}


@pytest.mark.parametrize(
    ("players", "previous", "bid", "lawful"),
    [
        pytest.param(3, [4, 5], 4, True, id="DD-BID-01"),
        pytest.param(3, [], 0, True, id="DD-BID-03"),
        pytest.param(2, [6], 6, True, id="DD-BID-05"),
        pytest.param(2, [], 7, True, id="DD-BID-07"),
        pytest.param(2, [6], 7, False, id="the second of two may not make 13"),
        pytest.param(3, [], 14, False, id="there are 13 tricks"),
        pytest.param(3, [], -1, False, id="no bid below 0"),
    ],
)
def test_a_bid_is_0_to_13_and_two_may_not_make_13(players: int, previous: list[int], bid: int, lawful: bool) -> None:
    assert bids_legal(previous, bid, players) is lawful


@pytest.mark.parametrize(
    ("table", "played", "later", "kinds"),
    [
        pytest.param("H5", "T4", "H9", {"must-follow"}, id="DD-RETRO-FOUL-01"),
        pytest.param("H5", "S3", "T1", {"must-trump"}, id="DD-RETRO-FOUL-03"),
        pytest.param("H5 T10", "T4", "T7", set(), id="DD-RETRO-FOUL-05"),
        pytest.param("H5 T10", "T4", "T11", {"must-overtrump"}, id="T11 beats T10"),
        pytest.param("T10", "S3", "T1", {"must-follow"}, id="trumps led are the suit"),
        pytest.param("H5", "EX", "H9", set(), id="the Excuse denies nothing"),
    ],
)
def test_a_card_kept_shows_what_an_earlier_play_denied(table: str, played: str, later: str, kinds: set[str]) -> None:
    assert set(breaches({played, later}, played, table.split())) == kinds


def test_the_deck_is_78_cards_and_three_times_thirteen_is_half_of_it() -> None:
    """DD-DEAL-01."""
    assert len(set(full_deck())) == 78
    assert 2 * 3 * 13 == 78


@settings(deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(full_deck()), min_size=1, max_size=12, unique=True),
    st.integers(0, 2),
)
def test_a_card_is_legal_exactly_when_the_hand_holds_nothing_it_denies(cards: list[str], on_table: int) -> None:
    table, hand = cards[:on_table], set(cards[on_table:])
    honest = {card for card in hand if not any(said & hand for said in denied(card, table).values())}
    assert legal(hand, table) == honest
