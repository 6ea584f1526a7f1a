"""Double-détente: what a foul costs, and whom (foul.1, foul.2)."""

import pytest

from tests.help.detente import TRIPLE, deal, part, scores
from tests.help.record import BIDS, HEAD, OPEN, check

SUITS = [f"{suit}{rank}" for suit in "SH" for rank in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "N", "Q")]
SWEEP = [f"trick Ana T{21 - n} {SUITS[n]} {SUITS[n + 13]}" for n in range(13)]
"""A first part that leaves T1 to T8, the Excuse, two Kings and all diamonds and clubs to the second."""
NO_TRUMP = ["trick Ana SK D1 C1", "trick Ana D2 D3 C3", "trick Ben D4 C4 C2"]
"""Three tricks in which each of the three says that he holds no trump."""
REVOKE = ["trick Ana H5 T4 H9", "trick Ben S2 SK S9", "trick Cléo H2 H8 H7"]


@pytest.mark.parametrize(("number", "cost"), [(1, 20), (2, 30)])
@pytest.mark.law("double-detente.foul.1")
def test_a_foul_stops_the_part_and_costs_its_player(number: int, cost: int) -> None:
    found = deal(f"deal Cléo part={number}", *BIDS, *REVOKE, "ruling 9 uphold")
    assert (found["state"], list(found["scores"].values())) == ("stopped", [0, -cost, 0])
    assert [line["law"] for line in found["lines"]] == ["double-detente.foul.1"]


@pytest.mark.parametrize("cost", [30, 40, 50])
@pytest.mark.law("double-detente.foul.1")
def test_a_foul_in_the_third_part_costs_what_was_agreed(cost: int) -> None:
    third = ["deal Ben part=3", "bid Ana 6", "bid Ben 6", "foul Ben must-follow"]
    assert scores(*third, head=f"option foul_part3={cost}\n" + TRIPLE) == [0, -cost]
    assert scores(*third, head=TRIPLE) == [0, -40]


@pytest.mark.law("double-detente.foul.1")
def test_after_a_foul_in_the_last_part_no_next_part_is_promised() -> None:
    def told(part: int) -> str:
        return str(deal(f"deal Cléo part={part}", *BIDS, "foul Ben must-follow")["fouls"][0]["remedy"]["text"])

    assert told(1) == "The part stops; Ben loses 20, the next part is played."
    assert told(2) == "The part stops, the last of its round; Ben loses 30."


@pytest.mark.law("double-detente.foul.1")
def test_after_a_foul_the_next_part_is_played() -> None:
    assert check(*OPEN, *REVOKE, "ruling 9 uphold")["next"] == {"kind": "deal", "seat": "Cléo", "part": "2"}


@pytest.mark.parametrize("kind", ["must-follow", "must-trump", "must-overtrump", "illegal-lead", "false-announcement"])
@pytest.mark.law("double-detente.foul.1")
def test_any_breach_of_play_stops_the_part(kind: str) -> None:
    assert scores(*OPEN, f"foul Ben {kind}") == [0, -20, 0]


@pytest.mark.parametrize(
    "kind", ["illegal-bid", "already-played", "not-in-hand", "inconsistent", "wrong-count", "out-of-turn"]
)
def test_what_is_put_right_at_once_or_a_slip_of_the_pen_stops_nothing(kind: str) -> None:
    assert deal(*OPEN, f"foul Ben {kind}")["state"] == "open"


@pytest.mark.law("double-detente.foul.2")
def test_only_the_first_foul_committed_counts() -> None:
    facts = [*OPEN, *REVOKE, "foul Ana must-trump"]
    assert scores(*facts) == [-20, 0, 0]
    assert scores(*facts, "ruling 9 uphold") == [0, -20, 0]
    assert deal(*facts)["fouls"][0]["remedy"]["scores"] == {"Ana": 0, "Ben": -20, "Cléo": 0}


@pytest.mark.law("double-detente.foul.2")
def test_a_petit_taken_before_the_foul_does_not_count() -> None:
    assert scores(*OPEN, "trick Ana T1 T2 T3", "foul Ben must-follow") == [0, -20, 0]


# Cléo takes trick 1 (spades), Ben trumps a heart in trick 2 and shows one in trick 4; Ana has bid 4, Ben 5, Cléo 3.
LATER = ["trick Ana S3 S4 S9", "trick Cléo H9 H5 T4", "trick Ben D2 DK D3", "trick Cléo H2 H8 H7"]


@pytest.mark.law("double-detente.foul.2")
def test_the_others_may_keep_the_tricks_they_had_won_before_the_foul() -> None:
    form = "option foul_others=tricks\n" + HEAD
    facts = [*OPEN, *LATER, "ruling 11 uphold"]
    assert scores(*facts, head=form) == [0, -20, 1]
    assert [line["law"][15:] for line in deal(*facts, head=form)["lines"]] == ["foul.1", "score.1"]


@pytest.mark.law("double-detente.foul.2")
def test_the_others_may_score_their_tricks_and_their_bid_as_it_stood() -> None:
    form = "option foul_others=contract\n" + HEAD
    # Before the foul Ana has 0 of 4 (nothing), Cléo 1 of 3 (two away: 2 + 1).
    assert scores(*OPEN, *LATER, "ruling 11 uphold", head=form) == [0, -20, 1 + 2]


def test_a_foul_before_everybody_has_bid_leaves_the_others_nothing_to_score() -> None:
    form = "option foul_others=contract\n" + HEAD
    assert scores("deal Cléo", "bid Ana 4", "foul Ana must-follow", head=form) == [-20, 0, 0]


def test_a_foul_that_names_nobody_has_no_remedy_yet() -> None:
    facts = [*OPEN, "trick Ana H5 ? H9", "took Ana"]
    remedy = deal(*facts)["fouls"][0]["remedy"]
    assert remedy["text"] == "Find out who it was, or correct what was written down."
    assert deal(*facts, "ruling 8 uphold")["state"] == "open"


@pytest.mark.parametrize(("agreed", "state", "points"), [("warn", "open", [0, 0, 0]), ("foul", "stopped", [0, -20, 0])])
@pytest.mark.law("double-detente.foul.1")
def test_an_unlawful_bid_is_a_foul_like_the_others_where_that_is_agreed(
    agreed: str, state: str, points: list[int]
) -> None:
    """ "Tout manquement … implique l'arrêt": a bid of 14 in a hand of thirteen cards."""
    head = f"option illegal_bid={agreed}\n" + HEAD
    found = deal("deal Cléo part=1", "bid Ana 4", "bid Ben 14", "ruling 6 uphold", head=head)
    assert (found["state"], list(found["scores"].values())) == (state, points)
    early = deal("deal Cléo part=1", "bid Ben 4", "ruling 5 uphold", head=head)
    assert (early["state"], list(early["scores"].values())) == (state, points)


@pytest.mark.law("double-detente.play.3")
def test_in_the_last_part_the_cards_left_have_to_be_in_the_hands() -> None:
    """T1 to T8 are in no hand. It was not Ben: only he may hold the ten diamonds left, and he has ten cards."""
    (foul,) = deal(*OPEN, *SWEEP, "deal Cléo part=2", *BIDS, *NO_TRUMP)["fouls"]
    assert (foul["proof"], foul["seat"], foul["suspects"]) == ("counted", None, ["Ana", "Cléo"])


@pytest.mark.law("double-detente.foul.1")
def test_after_a_part_that_was_stopped_the_cards_may_lie_in_the_hands_set_aside() -> None:
    stopped = [*OPEN, *REVOKE, "ruling 9 uphold"]
    assert deal(*stopped, "deal Cléo part=2", *BIDS, "trick Ana SQ D1 C1", *NO_TRUMP[1:])["fouls"] == []


@pytest.mark.law("double-detente.foul.1")
def test_a_foul_may_be_upheld_after_the_next_part() -> None:
    first = [*OPEN, *REVOKE, "result tricks=4,5,4"]
    found = check(*first, *part(2, (4, 5, 3), (4, 5, 4)), "ruling 9 uphold")
    assert found["deals"][0]["state"] == "stopped"
    assert found["totals"] == {"Ana": 24, "Ben": 25 - 20, "Cléo": 14}
