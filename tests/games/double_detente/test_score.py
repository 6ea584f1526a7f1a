"""Double-détente: tricks, bids, the Petit, the Excuse, and results typed in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.record.text import read
from referee.table.table import fold_record
from tests.help.detente import SEATS, TRIPLE, deal, kinds, part, refused, scores
from tests.help.record import BIDS, HEAD, OPEN
from tests.oracle import detente

# --- what the cards noted have settled before a result is typed in


@pytest.mark.law("double-detente.score.3")
def test_a_typed_result_keeps_the_petit_that_was_seen_taken() -> None:
    seen = ["trick Ana T5 T1 T9", "result tricks=4,5,4"]
    assert scores(*OPEN, *seen) == [4 + 10, 5 + 10, 4 + 5 + 2]
    assert deal(*OPEN, *seen)["result"]["petit"] == "Cléo"
    assert refused(*OPEN, seen[0], "result tricks=4,5,4 petit=Ana") == "Cléo has taken the Petit already"
    assert refused(*OPEN, seen[0], "result tricks=4,5,4 petit=Cléo petit-last=yes").startswith(
        "the cards noted say whether the Petit"
    )


@pytest.mark.law("double-detente.score.5")
def test_a_typed_result_keeps_the_excuse_that_was_seen_in_the_last_trick() -> None:
    lines = [*OPEN, *["took Ana"] * 12, "play Ana EX"]
    assert deal(*lines, "result tricks=12,1,0")["result"]["excuse-last"] == "Ana"
    assert scores(*lines, "result tricks=12,1,0") == [12 - 5, 1, 0]
    assert refused(*lines, "result tricks=12,1,0 excuse-last=Ben") == (
        "the cards noted say that Ana played the Excuse to the last trick"
    )


@pytest.mark.law("double-detente.score.4")
def test_a_petit_on_the_table_goes_to_who_took_the_trick_or_the_result_asks() -> None:
    last_one = [*OPEN, *["took Ana"] * 12, "play Ana T1"]
    assert scores(*last_one, "result tricks=12,1,0") == [12, 1 + 2 + 5, 0]
    assert "who took it?" in refused(*OPEN, "play Ana T1", "result tricks=4,5,4")
    assert deal(*OPEN, "play Ana T1", "result tricks=4,5,4 petit=Ben")["result"]["petit"] == "Ben"


# --- score.1 score.2: tricks and bids


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("number", "seats", "bonus"),
    [
        (1, 3, (10, 5, 2, 0)),
        (2, 3, (20, 10, 5, 0)),
        (1, 2, (10, 5, 2, 0)),
        (2, 2, (20, 10, 5, 0)),
        (3, 2, (30, 20, 10, 0)),
    ],
)
@pytest.mark.law("double-detente.score.1", "double-detente.score.2")
def test_a_bid_pays_by_its_distance_from_the_tricks_beside_a_point_a_trick(
    number: int, seats: int, bonus: tuple[int, ...]
) -> None:
    form = HEAD if seats == 3 else TRIPLE
    for bid in range(14):
        for tricks in range(14):
            second = 1 if bid == 12 else 0 if bid != 13 else 1
            rest = (13 - tricks, 0)[: seats - 1]
            facts = part(number, (bid, second, 0)[:seats], (tricks, *rest))
            assert scores(*facts, head=form)[0] == tricks + bonus[min(abs(bid - tricks), 3)]


@pytest.mark.law("double-detente.score.1")
def test_every_line_names_its_law() -> None:
    found = deal(*part(1, (4, 5, 3), (4, 5, 4), "petit=Ben petit-last=yes excuse-last=Cléo"))
    assert [line["law"] for line in found["lines"]] == [f"double-detente.score.{number}" for number in range(1, 6)]
    assert found["lines"][1]["text"] == (
        "precision: Ana: 4 tricks for 4 → 10, Ben: 5 tricks for 5 → 10, Cléo: 4 tricks for 3, missed by 1 → 5"
    )


@pytest.mark.untraced
@given(st.integers(1, 2), st.tuples(*[st.integers(0, 13)] * 3), st.integers(0, 13), st.integers(0, 13), st.data())
@pytest.mark.law("double-detente.score.2")
def test_a_part_scores_as_the_laws_say(
    number: int, bids: tuple[int, int, int], one: int, other: int, data: st.DataObject
) -> None:
    low, high = sorted((one, other))
    tricks = (low, high - low, 13 - high)
    petit = data.draw(st.none() | st.sampled_from([seat for seat in range(3) if tricks[seat]]))
    last = petit is not None and data.draw(st.booleans())
    earlier = None if last else petit  # one trick of this seat was not the last
    free = [s for s in range(3) if not (last and s == petit) and 13 - tricks[s] > (earlier not in (None, s))]
    excuse = data.draw(st.none() | st.sampled_from(free))
    more = f"petit={SEATS[petit]} petit-last={'yes' if last else 'no'} " if petit is not None else ""
    more += f"excuse-last={SEATS[excuse]}" if excuse is not None else ""
    expected = detente.score_part(number, bids, tricks, petit_winner=petit, petit_last=last, excuse_last_by=excuse)
    assert scores(*part(number, bids, tricks, more)) == expected


# --- score.3 to score.5: the Petit, the Excuse


LAST = ["deal Cléo cards=2", "bid Ana 0", "bid Ben 0", "bid Cléo 0"]


@pytest.mark.law("double-detente.score.3")
def test_whoever_takes_the_petit_scores_two() -> None:
    facts = [*LAST, "trick Ana H5 T1 H9", "trick Ben S5 S6 S7"]
    assert deal(*facts)["result"] == {"tricks": [1, 1, 0], "petit": "Ben", "petit-last": False}
    assert scores(*facts) == [1 + 5, 1 + 5 + 2, 10]


@pytest.mark.law("double-detente.score.3")
def test_the_petit_of_another_goes_to_who_takes_the_trick() -> None:
    facts = [*LAST, "trick Ana T5 T1 T9", "trick Cléo S5 S6 S7"]
    assert deal(*facts)["result"]["petit"] == "Cléo"


@pytest.mark.law("double-detente.score.4")
def test_in_the_last_trick_of_a_part_the_petit_brings_five_more_never_scaled() -> None:
    for number, exact in ((1, 10), (2, 20)):
        facts = [LAST[0] + f" part={number}", "bid Ana 0", "bid Ben 1", "bid Cléo 1"]
        assert scores(*facts, "trick Ana H5 H6 H7", "trick Cléo S5 S6 T1") == [exact, exact + 1 + 7, exact + 1]
    triple = ["deal Ben part=3 cards=1", "bid Ana 1", "bid Ben 1", "trick Ana T1 S1"]
    assert scores(*triple, head=TRIPLE) == [30 + 1 + 7, 20]


@pytest.mark.law("double-detente.score.5")
def test_the_excuse_in_the_last_trick_costs_its_player_five_even_when_forced_or_led() -> None:
    assert scores(*LAST, "trick Ana H5 H6 H7", "trick Cléo S5 EX S7") == [10 - 5, 5 + 1, 5 + 1]
    assert scores(*LAST, "trick Ana H5 H6 H7", "trick Cléo EX S5 S7") == [10, 5 + 1, 5 + 1 - 5]


@pytest.mark.law("double-detente.score.5")
def test_the_excuse_before_the_last_trick_costs_nothing_and_is_no_foul() -> None:
    facts = [*LAST, "trick Ana EX H6 H7", "trick Cléo S5 S6 S7"]
    assert scores(*facts) == [10, 5 + 1, 5 + 1]
    assert kinds(*facts, head=HEAD) == kinds(*LAST, "trick Ana H5 H6 H7", "trick Cléo S5 EX S7") == []


def test_the_petit_noted_in_a_trick_of_which_only_the_winner_is_known_counts() -> None:
    assert deal(*LAST, "took Ana", "took Ben T1")["result"] == {"tricks": [1, 1, 0], "petit": "Ben", "petit-last": True}


def test_of_two_the_loser_of_the_last_trick_played_the_excuse_in_it() -> None:
    facts = ["deal Ben cards=2", "bid Ana 1", "bid Ben 0", "took Ana", "took Ana EX"]
    assert deal(*facts, head=TRIPLE)["result"] == {"tricks": [2, 0], "excuse-last": "Ben"}
    assert deal(*LAST, "took Ana", "trick Ana H5 ? ?", "took Ana")["result"] == {"tricks": [2, 0, 0]}


def test_of_three_somebody_has_to_say_who_played_the_excuse_to_the_last_trick() -> None:
    assert "who played the Excuse?" in refused(*LAST, "took Ana", "took Ben EX")
    assert deal(*LAST, "took Ana", "play Ana H5", "play Ben S5", "took Ana EX")["result"]["excuse-last"] == "Cléo"
    assert deal(*LAST, "took Ana", "trick Ana ? ? EX", "took Ana")["result"]["excuse-last"] == "Cléo"
    assert deal(*LAST, "took Ana EX")["tricks"][0]["winner"] == "Ana"


@pytest.mark.law("double-detente.score.3")
def test_the_petit_is_taken_in_at_most_one_part_of_a_round() -> None:
    first = part(1, (4, 5, 3), (4, 5, 4), "petit=Ben")
    again = part(2, (4, 5, 3), (4, 5, 4), "petit=Ana")
    assert "the Petit was played in an earlier part of this round" in refused(*first, *again)
    found = deal(*first, "deal Cléo cards=1", *BIDS, "trick Ana T1 S5 S6")
    assert "petit" not in found["result"]
    seen = [*LAST, "trick Ana H5 T1 H9", "trick Ben S5 S6 S7"]
    assert "the Petit was played" in refused(*seen, *again)
    assert (
        deal(*first, *part(2, (4, 5, 3), (4, 5, 4)), *part(1, (4, 5, 3), (4, 5, 4), "petit=Ana", 0))["scores"]["Ana"]
        == 16
    )


@pytest.mark.law("double-detente.score.5")
def test_the_excuse_falls_in_the_last_trick_of_at_most_one_part_of_a_round() -> None:
    """deal.1: a card played in one part of a round cannot come back in a later one."""
    first = part(1, (4, 5, 3), (4, 5, 4), "excuse-last=Ana")
    again = part(2, (4, 5, 3), (4, 5, 4), "excuse-last=Ben")
    message = "the Excuse was played before: it is not in the last trick"
    assert message in refused(*first, *again)
    assert message in refused(*OPEN, "trick Ana H5 EX H9", "result tricks=4,5,4 excuse-last=Cléo")
    assert message in refused(*OPEN, "took Ana EX", "result tricks=4,5,4 excuse-last=Cléo")
    assert message in refused(*LAST, "trick Ana H5 EX H9", "trick Cléo S5 S6 S7", *again)
    late = part(1, (4, 5, 3), (4, 5, 4), "excuse-last=Ana", 0)
    assert scores(*first, *part(2, (4, 5, 3), (4, 5, 4)), *late) == [14 - 5, 15, 9]


def test_an_excuse_written_down_a_second_time_costs_nothing() -> None:
    first = [*LAST, "trick Ana H5 EX H9", "trick Cléo S5 S6 S7"]
    last = [*first, "deal Cléo cards=1", "bid Ana 1", "bid Ben 0", "bid Cléo 0", "trick Ana C5 C6 EX"]
    assert kinds(*last) == [("already-played", "Cléo", "deal.1")]
    assert scores(*last) == [0 + 10, 1 + 10, 20]


# --- results that cannot be


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ("", "Tricks: expected a number for each of Ana, Ben, Cléo, 13 in all"),
        ("tricks=4,5", "Tricks: expected a number for each"),
        ("tricks=4,5,3", "13 in all"),
        ("tricks=4,5,4,0", "13 in all"),
        ("tricks=-1,10,4", "13 in all"),
        ("tricks=4,5,four", "“four” stands where a number of tricks was expected"),
        ("tricks=4,5,4 bouts=1", "“bouts”: expected one of tricks, petit, petit-last, excuse-last"),
        ("tricks=4,5,4 petit=Dan", "petit=Dan: expected one of Ana, Ben, Cléo"),
        ("tricks=4,5,4 excuse-last=Dan", "excuse-last=Dan: expected one of"),
        ("tricks=4,5,4 petit-last=yes", "the Petit in the last trick: who took it?"),
        ("tricks=4,5,4 petit=Ana petit-last=perhaps", "petit-last=perhaps: expected yes or no"),
        ("tricks=0,9,4 petit=Ana", "Ana took the Petit without a trick"),
        ("tricks=13,0,0 excuse-last=Ana", "the Excuse takes no trick: Ana cannot have won the last one with it"),
        ("tricks=4,5,4 petit=Ana petit-last=yes excuse-last=Ana", "the Excuse takes no trick"),
    ],
)
def test_a_result_no_part_can_have_is_refused(result: str, message: str) -> None:
    assert message in refused(*OPEN, f"result {result}")


def test_a_result_agrees_with_the_tricks_seen_before() -> None:
    seen = [*OPEN, "trick Ana H5 T1 H9"]
    assert "Ben has taken one trick already" in refused(*seen, "result tricks=13,0,0")
    assert "Ben has taken the Petit already" in refused(*seen, "result tricks=4,5,4 petit=Ana")
    assert deal(*seen, "result tricks=4,5,4 petit=Ben")["state"] == "done"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("petit=Cléo", "Cléo took the Petit in no trick that was noted: count again"),
        ("petit=Ana", "Ana took the Petit in the last trick: say so"),
        ("petit=Cléo petit-last=yes", "Cléo has not won the last trick: count again"),
        ("excuse-last=Ana", "the Excuse takes no trick: Ana cannot have won the last one with it"),
    ],
)
@pytest.mark.law("double-detente.score.3", "double-detente.score.4", "double-detente.score.5")
def test_a_result_agrees_with_the_order_of_the_tricks_left(keys: str, message: str) -> None:
    """Cléo took the first of two tricks, without the Petit; so Ana took the last."""
    assert refused(*LAST, "trick Ana H5 H6 H9", f"result tricks=1,0,1 {keys}") == message


@pytest.mark.law("double-detente.score.4", "double-detente.score.5")
def test_a_result_is_free_to_say_what_was_in_a_last_trick_that_nobody_saw() -> None:
    seen = [*LAST, "trick Ana H5 H6 H9", "trick Cléo ? ? ?"]
    found = deal(*seen, "result tricks=1,0,1 petit=Ana petit-last=yes excuse-last=Ben")["result"]
    assert found == {"tricks": [1, 0, 1], "petit": "Ana", "petit-last": True, "excuse-last": "Ben"}


# --- what a page tells


def test_a_part_is_told_by_the_tricks_of_each_beside_the_bid_and_in_a_row_by_its_name() -> None:
    at = fold_record(read(HEAD + "\n".join([*OPEN, "result tricks=4,6,3"]) + "\n"))
    scored = at.deals[0].scored
    bid = [scored.deal.bid(seat) for seat in range(3)]
    assert str(at.rules.result_text(scored)) == f"Ana 4/{bid[0]}, Ben 6/{bid[1]}, Cléo 3/{bid[2]}"
    assert str(at.rules.brief(scored)) == str(at.rules.label(scored.deal))
    begun = fold_record(read(HEAD + "\n".join(OPEN) + "\n"))
    assert (begun.rules.result_text(begun.deals[0].scored), begun.rules.brief(begun.deals[0].scored)) == (None, None)
