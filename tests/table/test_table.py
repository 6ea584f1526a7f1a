"""A table: facts in their phases, taken back and corrected; fouls ruled on; tricks seen in part."""

import pytest

from referee.record.facts import Bid, Noted, Undone
from referee.record.text import read
from referee.table.report import answer, sentences
from referee.table.table import fold_record, open_table
from referee.words.text import ENGLISH, Slip, with_line
from tests.help.record import BIDS, HEAD, OPEN, check, head, record, somebody_revoked, table

TRIPLE = head(seats=("Ana", "Ben"))


def refused(*facts: str, head: str = HEAD) -> str:
    """Why the last of these facts cannot have happened, with its line."""
    table(*facts[:-1], head=head)
    with pytest.raises(Slip) as slip:
        table(*facts, head=head)
    assert slip.value.line == 2 + len(facts)
    return str(slip.value)


def deal(*facts: str, head: str = HEAD) -> dict:
    """The last deal of a record."""
    return check(*facts, head=head)["deals"][-1]


def tricks(*facts: str, head: str = HEAD) -> list[tuple[str | None, str | None]]:
    """Leader and winner of the tricks of the last deal."""
    return [(trick["leader"], trick["winner"]) for trick in deal(*facts, head=head)["tricks"]]


def fouls(*facts: str, head: str = HEAD) -> list[tuple]:
    """What is wrong in the last deal: kind, seat, line committed, line proved, ruling."""
    found = deal(*facts, head=head)["fouls"]
    return [(foul["kind"], foul["seat"], foul["committed"], foul["proved"], foul["ruling"]) for foul in found]


def bids(*facts: str) -> dict[str, str | None]:
    """The bids of the last deal, by name."""
    found = table(*facts)
    deal = found.deals[-1].deal
    return {name: deal.bid(seat) for seat, name in enumerate(found.seats)}


# Ben trumps a heart on line 7 and shows a heart on line 9.
REVOKE = [*OPEN, "trick Ana H5 T4 H9", "trick Ben S2 SK S9", "trick Cléo H2 H8 H7"]
RESULT = "result tricks=4,5,4"
FIRST_PART = [*OPEN, RESULT]  # 4+10, 5+10, 4+5 on line 7

# --- phases


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (["play Ana H5"], "“play” here: a deal must be open; expected “deal”"),
        (["void"], "“void” here: a deal must be open"),
        (["foul Ana must-follow"], "“foul” here: there is no deal yet"),
        (["ruling 3 uphold"], "“ruling” here: there is no deal yet"),
        (["undo"], "there is nothing to take back"),
        (["time"], "this table is not played by the clock"),
        (["deal Cléo", "play Ana H5"], "“play” does not come now: expected one of bid, hand"),
        (["deal Cléo", RESULT], "“result” does not come now"),
        (
            ["deal Cléo", "deal Cléo"],
            "the deal before has not ended: finish it, give its result, or let it count for nothing",
        ),
        ([*OPEN, "bid Ana 4"], "“bid” does not come now: expected one of hand, play, result, took, trick"),
        ([*OPEN, "call Ana H5"], "“call” does not come now"),
        ([*OPEN, "kitty H5"], "“kitty” does not come now"),
        ([*OPEN, "time"], "this table is not played by the clock"),
        ([*OPEN, "withdraw Ana"], "“withdraw” does not come now"),
        ([*FIRST_PART, "play Ana H5"], "“play” here: a deal must be open"),
        ([*FIRST_PART, "took Ana"], "“took” here: a deal must be open"),
        ([*OPEN, "play Ana H5", "hand Ana H5"], "“hand” does not come now"),
        ([*OPEN, "play Ana H5", "trick Ben H7"], "trick 1 has begun: write its other cards with “play”"),
        ([*OPEN, "play Ana H5", "play Ana H6"], "Ana has played to trick 1 already"),
        ([*OPEN, "trick Ana H5 H6 H7 H8"], "4 cards in a trick of 3"),
        ([*OPEN, "trick Ana"], "the trick of Ana has no card"),
        ([*OPEN, "play Dan H5"], "there is no seat “Dan”: expected one of Ana, Ben, Cléo"),
        ([*OPEN, "trick Dan H5"], "there is no seat “Dan”"),
        ([*OPEN, "took Dan"], "there is no seat “Dan”"),
        ([*OPEN, "penalty Dan 10"], "there is no seat “Dan”"),
        ([*OPEN, "play Ana H15"], "this deck has no card “H15”"),
        ([*OPEN, "took Ana H15"], "this deck has no card “H15”"),
        ([*OPEN, "play Ana H5+H6"], "H5+H6: a play is one card in this game"),
        ([*OPEN, "took Ana count=2"], "count=2: so many cards are no trick in this game"),
        ([*OPEN, "took Ana count=0"], "count=0: so many cards are no trick in this game"),
        ([*OPEN, "foul Ana cheating"], "there is no foul “cheating”: expected one of must-follow"),
        ([*OPEN, "foul Ana must-follow remedy=mercy"], "remedy=mercy: expected one of"),
        (["deal Dan"], "there is no seat “Dan”"),
        (["deal Cléo depth=all"], "depth=all: expected one of score, tricks, cards"),
        (["deal Cléo", "hand Ana H5"], "Ana has 1 cards here: expected 13"),
        (["deal Cléo cards=1", "hand Ana H15"], "this deck has no card “H15”"),
        (["deal Cléo cards=2", "hand Ana H5 H5"], "H5 is known to be elsewhere, or played already"),
        (["deal Cléo cards=1", "hand Ana H5", "hand Ana H6"], "the hand of Ana is open already"),
        (["deal Cléo cards=1", "hand Ana H5", "hand Ben H5"], "H5 is known to be elsewhere, or played already"),
    ],
)
def test_a_fact_that_cannot_have_happened_now_is_refused_with_what_was_expected(facts: list[str], message: str) -> None:
    assert message in refused(*facts)


def test_nothing_of_a_record_is_taken_when_one_of_its_facts_is_refused() -> None:
    before = table(*OPEN)
    with pytest.raises(Slip):
        before.add(7, Bid("Ana", "4"))
    assert before.current is not None
    assert len(before.facts()) == len(before.log) == 4


def test_a_deal_without_its_end_stays_open_and_says_what_comes_next() -> None:
    found = check(*OPEN, "trick Ana H5 H7 H9", "play Cléo S1")
    assert found["deals"][0]["state"] == "open"
    assert found["next"] == {"kind": "play", "seat": "Ana"}
    assert found["totals"] == {"Ana": 0, "Ben": 0, "Cléo": 0}


def test_a_table_without_a_deal_waits_for_one() -> None:
    assert check()["next"] == {"kind": "deal", "seat": "Cléo", "part": "1"}
    assert check("note hello")["deals"] == []


def test_what_is_past_are_the_deals_that_have_ended_whatever_was_ruled_since() -> None:
    for facts, numbers in (((), []), (OPEN, []), (FIRST_PART, [1]), ((*FIRST_PART, "deal Ana part=2"), [1])):
        past = table(*facts).past
        assert [scored.deal.number for scored in past] == [deal.deal.number for deal in table(*facts).ended] == numbers
    ruled = table(*REVOKE, RESULT, "deal Ana part=2", "ruling 9 uphold")
    assert [foul.kind for foul in ruled.past[0].upheld] == ["must-follow"]


def test_a_note_changes_nothing() -> None:
    assert check(*OPEN, "note x", "play Ana H5")["next"] == {"kind": "play", "seat": "Ben"}


@pytest.mark.untraced
def test_a_table_takes_a_thousand_deals() -> None:
    with pytest.raises(Slip, match="1000 deals are the most a table takes") as refused:
        fold_record(read(record(*["deal Cléo", "void"] * 1001)))
    assert refused.value.line == 2 + 2001


def test_a_deal_too_many_is_refused_where_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.table.fold.MOST_DEALS", 3)
    assert "3 deals are the most a table takes" in refused(*["deal Cléo", "void"] * 3, "deal Cléo")


def test_rulings_and_penalties_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table takes 2,000, a deal 100 rulings; here fewer, so that the test is short."""
    monkeypatch.setattr("referee.table.fold.MOST_DECISIONS", 30)
    monkeypatch.setattr("referee.table.fold.MOST_RULINGS", 10)
    penalties = [*OPEN, *["penalty Ana 1"] * 30]
    assert check(*penalties)["totals"]["Ana"] == -30
    assert "30 rulings and penalties are the most a table takes" in refused(*penalties, "penalty Ana 1")
    rulings = [*OPEN, *["foul Ana out-of-turn"] * 10]
    assert len(deal(*rulings)["fouls"]) == 10
    assert "10 rulings are the most a deal takes" in refused(*rulings, "foul Ana out-of-turn")


# --- taking back and correcting


def test_undo_takes_the_last_standing_fact_back() -> None:
    assert check(*OPEN, "play Ana H5", "undo")["next"] == {"kind": "play", "seat": "Ana"}
    assert check(*OPEN, "play Ana H5", "undo", "undo")["next"] == {"kind": "bid", "seat": "Cléo"}


def test_an_undone_fact_stays_in_the_log() -> None:
    found = table(*OPEN, "play Ana H5", "undo")
    assert [entry.fact.word for entry in found.log] == ["deal", "bid", "bid", "bid", "play", "undo"]
    assert [entry.fact.word for entry in found.facts()] == ["deal", "bid", "bid", "bid"]


def test_undo_of_a_whole_trick_takes_back_its_line() -> None:
    assert tricks(*OPEN, "trick Ana H5 H7 H9", "undo") == []


def test_undo_reopens_a_deal_that_was_finished() -> None:
    assert deal(*FIRST_PART, "undo")["state"] == "open"
    assert check(*FIRST_PART, "undo")["totals"]["Ana"] == 0


def test_undo_takes_back_a_ruling_a_penalty_and_a_foul() -> None:
    assert fouls(*REVOKE, "ruling 9 uphold", "undo")[0][-1] is None
    assert check(*OPEN, "penalty Ana 5", "undo")["totals"]["Ana"] == 0
    assert fouls(*OPEN, "foul Ana must-follow", "undo") == []


def test_a_corrected_card_is_judged_anew() -> None:
    assert [foul[:4] for foul in fouls(*REVOKE)] == [("must-follow", "Ben", 7, 9)]
    assert fouls(*REVOKE, "correct 9 trick Cléo H2 H8 S7") == []


def test_a_corrected_trick_may_have_another_winner() -> None:
    facts = [*OPEN, "trick Ana H5 H7 H9"]
    assert check(*facts)["next"] == {"kind": "play", "seat": "Cléo"}
    assert check(*facts, "correct 7 trick Ana HJ H7 H9")["next"] == {"kind": "play", "seat": "Ana"}


def test_a_correction_keeps_its_line() -> None:
    assert deal(*OPEN, "correct 3 deal Ben")["line"] == 3
    assert deal(*OPEN, "correct 3 deal Ben")["dealer"] == "Ben"


def test_each_line_on_which_a_fact_stands_names_it_as_corrected() -> None:
    at = table(*OPEN, "correct 3 deal Ben", "trick Ana H5 H7 H9", "strike 8").fact_at
    assert {line: fact.line() for line, fact in at.items()} == dict(enumerate(["deal Ben", *BIDS], 3))


def test_a_struck_fact_did_not_happen() -> None:
    assert tricks(*OPEN, "trick Ana H5 H7 H9", "trick Cléo S1 S2 S3", "strike 8") == [("Ana", "Cléo")]


def test_a_fact_put_in_happened_before_that_line() -> None:
    facts = [*OPEN, "trick Cléo S1 S2 S3", "insert 7 trick Ana H5 H7 H9"]
    assert tricks(*facts) == [("Ana", "Cléo"), ("Cléo", "Ben")]
    assert fouls(*facts) == []


def test_a_fact_put_in_can_itself_be_corrected_and_struck_at_its_own_line() -> None:
    facts = [*OPEN, "trick Cléo S1 S2 S3", "insert 7 trick Ana H5 H7 H9"]
    assert tricks(*facts, "correct 8 trick Ana HK H7 H9")[0] == ("Ana", "Ana")
    assert tricks(*facts, "strike 8") == [("Cléo", "Ben")]


def test_undo_of_a_correction_brings_the_first_word_back() -> None:
    facts = [*OPEN, "trick Ana H5 H7 H9", "correct 7 trick Ana HJ H7 H9", "undo"]
    assert check(*facts)["next"] == {"kind": "play", "seat": "Cléo"}


def test_undo_after_a_correction_and_a_play_takes_back_the_play_and_then_the_correction() -> None:
    facts = [*OPEN, "trick Ana H5 H7 H9", "correct 7 trick Ana HJ H7 H9", "play Ana S1"]
    assert check(*facts, "undo")["next"] == {"kind": "play", "seat": "Ana"}
    assert check(*facts, "undo", "undo")["next"] == {"kind": "play", "seat": "Cléo"}


def test_undo_after_undo_takes_back_the_facts_that_stand_from_the_last_on() -> None:
    taken_back = table(*OPEN, "undo", "undo", "bid Ben 6")  # bids of Ana, Ben and Cléo on lines 4 to 6
    assert list(taken_back.undoable()) == [9, 4, 3]
    assert taken_back.latest == Bid("Ben", "6")
    assert (list(table().undoable()), table().latest) == ([], None)


def test_undo_of_a_strike_and_of_an_insert_brings_the_facts_back() -> None:
    facts = [*OPEN, "trick Ana H5 H7 H9"]
    assert tricks(*facts, "strike 7", "undo") == [("Ana", "Cléo")]
    assert tricks(*facts, "insert 7 trick Ana C1 C2 C3", "undo") == [("Ana", "Cléo")]


def test_a_correction_that_makes_a_later_fact_impossible_is_refused() -> None:
    facts = [*FIRST_PART, "deal Cléo"]
    expected = "could not stand: the deal before has not ended"
    assert expected in refused(*facts, "strike 7")
    assert "then “Ben: 5” could not stand: Ben has bid already" in refused(*OPEN, "correct 4 bid Ben 4")


def test_two_corrections_of_which_the_first_cannot_stand_alone_stand_together_and_are_taken_back_one_by_one() -> None:
    exchanged = ["correct 4 bid Ben 4", "correct 5 bid Ana 5"]
    for pair in (exchanged, exchanged[::-1]):
        assert bids(*OPEN, *pair) == {"Ben": "4", "Ana": "5", "Cléo": "3"}
        assert bids(*OPEN, *pair, "undo", "undo") == {"Ana": "4", "Ben": "5", "Cléo": "3"}


def test_two_corrections_that_cannot_stand_together_either_are_refused() -> None:
    with pytest.raises(Slip, match="“Cléo: 3” could not stand: Cléo has bid already") as slip:
        table(*OPEN, "correct 4 bid Ben 4", "correct 5 bid Cléo 5")
    assert slip.value.line == 8


def test_a_correction_into_what_cannot_have_happened_is_refused() -> None:
    assert "this deck has no card “H15”" in refused(*OPEN, "play Ana H5", "correct 7 play Ana H15")


@pytest.mark.parametrize("fact", ["correct 99 bid Ana 4", "strike 99", "insert 99 bid Ana 4", "strike 2"])
def test_only_a_line_on_which_a_fact_stands_can_be_corrected(fact: str) -> None:
    assert "no fact stands at line" in refused(*OPEN, fact)


@pytest.mark.untraced
def test_a_table_takes_no_corrections_without_end() -> None:
    facts = [*OPEN, *["note"] * 200, *["correct 7 note late"] * 151]  # 150 times 200 facts folded anew, and once more
    assert "too many corrections reach far back" in refused(*facts)
    table(*facts[:-1])


def test_a_trick_folded_anew_counts_as_many_as_it_has_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.table.table.MOST_OF_A_RECORD", 6)
    again = "correct 7 trick Ana H5 H4 H9"
    table(*OPEN, "trick Ana H5 H4 H9", again, again)
    assert "too many corrections reach far back" in refused(*OPEN, "trick Ana H5 H4 H9", again, again, again)


def test_names_put_on_other_seats_again_and_again_are_refused_as_corrections_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.table.table.MOST_OF_A_RECORD", 120)
    twice = ["reseat Cléo Ben Ana", "reseat Ana Ben Cléo"]
    assert table(*OPEN, *twice).seats == ("Ana", "Ben", "Cléo")
    with pytest.raises(Slip, match="too many corrections reach far back"):
        table(*OPEN, *twice, *twice)


def test_a_struck_fact_cannot_be_corrected() -> None:
    assert "no fact stands at line 7" in refused(*OPEN, "play Ana H5", "strike 7", "correct 7 play Ana H6")


def test_a_ruling_falls_with_the_foul_it_was_about() -> None:
    found = table(*REVOKE, "ruling 9 uphold", "correct 7 trick Ana H5 H4 H9")
    assert found.deals[0].state == "open"
    assert [entry.fact.word for entry in found.facts()][-1] == "trick"


def test_a_ruling_stays_when_another_line_is_corrected() -> None:
    assert fouls(*REVOKE, "ruling 9 uphold", "correct 6 bid Cléo 2")[0][-1] == "uphold"


def test_a_correction_deep_in_the_past_changes_all_that_follows() -> None:
    facts = [*FIRST_PART, "deal Cléo", *BIDS, "result tricks=4,5,4"]
    assert check(*facts)["totals"] == {"Ana": 38, "Ben": 40, "Cléo": 23}
    corrected = check(*facts, "correct 4 bid Ana 9")
    assert corrected["totals"] == {"Ana": 28, "Ben": 40, "Cléo": 23}


def test_a_log_in_parts_is_the_same_table() -> None:
    whole = table(*REVOKE, "ruling 9 uphold")
    part = open_table(whole.header)
    for entry in whole.log:
        part = part.add(entry.line, entry.fact)
    assert part.log == whole.log
    assert part.deals == whole.deals
    assert part.standing == whole.standing


def test_a_table_is_a_value() -> None:
    before = table(*OPEN)
    after = before.add(7, Noted("x"))
    assert (len(before.log), len(after.log), len(after.add(8, Undone()).facts())) == (4, 5, 4)


# --- rulings


def test_a_foul_changes_nothing_until_somebody_decides() -> None:
    found = deal(*REVOKE)
    assert (found["state"], found["lines"], found["fouls"][0]["ruling"]) == ("open", [], None)
    assert table(*REVOKE).deals[0].pending[0].kind == "must-follow"


def test_a_foul_upheld_stops_the_part_and_costs_twenty() -> None:
    found = deal(*REVOKE, "ruling 9 uphold")
    assert found["state"] == "stopped"
    assert found["scores"] == {"Ana": 0, "Ben": -20, "Cléo": 0}
    assert table(*REVOKE, "ruling 9 uphold").deals[0].pending == ()


def test_the_remedy_says_what_upholding_would_give_before_anybody_decides() -> None:
    remedy = deal(*REVOKE)["fouls"][0]["remedy"]
    assert (remedy["state"], remedy["scores"]) == ("stopped", {"Ana": 0, "Ben": -20, "Cléo": 0})


@pytest.mark.parametrize("decision", ["waive", "correct"])
def test_a_foul_waived_or_written_down_wrong_lets_play_go_on(decision: str) -> None:
    found = deal(*REVOKE, f"ruling 9 {decision}", "play Cléo S4")
    assert (found["state"], found["fouls"][0]["ruling"]) == ("open", decision)


def test_the_last_ruling_on_a_foul_counts() -> None:
    assert deal(*REVOKE, "ruling 9 waive", "ruling 9 uphold")["state"] == "stopped"
    assert deal(*REVOKE, "ruling 9 uphold", "ruling 9 waive")["state"] == "open"


def test_after_a_foul_waived_again_the_part_is_played_on() -> None:
    assert len(tricks(*REVOKE, "ruling 9 uphold", "ruling 9 waive", "play Cléo S4")) == 4


def test_no_card_is_played_after_the_part_stopped() -> None:
    assert "a deal must be open" in refused(*REVOKE, "ruling 9 uphold", "play Cléo S4")


def test_a_part_stopped_for_nothing_stays_stopped_once_the_next_is_dealt() -> None:
    found = check(*REVOKE, "ruling 9 uphold", "deal Cléo", "ruling 9 waive")
    assert [(deal["state"], deal["lines"]) for deal in found["deals"]] == [("stopped", []), ("open", [])]
    assert found["totals"]["Ben"] == 0


def test_a_foul_can_be_upheld_after_its_part_has_ended() -> None:
    facts = [*REVOKE, RESULT.replace("4,5,4", "4,4,5")]
    assert check(*facts)["totals"]["Ben"] == 9
    found = check(*facts, "ruling 9 uphold")
    assert found["deals"][0]["state"] == "stopped"
    assert found["totals"] == {"Ana": 0, "Ben": -20, "Cléo": 0}


def test_a_foul_can_be_upheld_after_the_next_part_has_ended() -> None:
    facts = [*REVOKE, "result tricks=4,4,5", "deal Cléo", *BIDS, RESULT]
    assert check(*facts)["totals"] == {"Ana": 38, "Ben": 34, "Cléo": 21}
    found = check(*facts, "ruling 9 uphold")
    assert [deal["state"] for deal in found["deals"]] == ["stopped", "done"]
    assert found["totals"] == {"Ana": 24, "Ben": 5, "Cléo": 14}


def test_a_ruling_needs_a_foul_on_its_line() -> None:
    assert "no foul was proved at line 7" in refused(*REVOKE, "ruling 7 uphold")
    assert "“forgive”: expected one of uphold, waive, correct" in refused(*REVOKE, "ruling 9 forgive")
    assert "there is no seat “Dan”" in refused(*REVOKE, "ruling 9 uphold seat=Dan")
    assert "the foul proved at line 9 is not one of Ana: expected Ben" in refused(*REVOKE, "ruling 9 uphold seat=Ana")


# Both Ben and Cléo trump a heart on line 7, and both show one on line 8.
TWO = [*OPEN, "trick Ana H5 T4 T6", "trick Cléo H9 H8 H7"]


def test_several_fouls_proved_on_one_line_are_told_apart_by_their_seat() -> None:
    assert {foul[:2] for foul in fouls(*TWO)} == {("must-follow", "Ben"), ("must-follow", "Cléo")}
    assert "several may have done it (Ben, Cléo): say seat=NAME" in refused(*TWO, "ruling 8 uphold")
    found = deal(*TWO, "ruling 8 uphold seat=Cléo")
    assert found["scores"] == {"Ana": 0, "Ben": 0, "Cléo": -20}
    assert {foul["seat"]: foul["ruling"] for foul in found["fouls"]} == {"Ben": None, "Cléo": "uphold"}


def test_only_the_first_foul_committed_counts_in_whatever_order_they_are_upheld() -> None:
    for order in (["Ben", "Cléo"], ["Cléo", "Ben"]):
        found = deal(*TWO, *(f"ruling 8 uphold seat={seat}" for seat in order))
        assert found["scores"] == {"Ana": 0, "Ben": -20, "Cléo": 0}


def test_fouls_proved_on_one_line_can_be_waived_together() -> None:
    assert {foul[-1] for foul in fouls(*TWO, "ruling 8 waive")} == {"waive"}


# The four cards of this deck of hearts nobody can hold: Ana's hand is open, both others trumped and so have no heart.
def test_a_foul_of_one_of_several_asks_whom_it_is_upheld_against() -> None:
    facts = somebody_revoked()
    found = deal(*facts)["fouls"]
    assert [(foul["seat"], foul["proof"], foul["suspects"]) for foul in found] == [(None, "counted", ["Ben", "Cléo"])]
    proved = found[0]["proved"]
    assert "several may have done it (Ben, Cléo): say seat=NAME" in refused(*facts, f"ruling {proved} uphold")
    upheld = deal(*facts, f"ruling {proved} uphold seat=Cléo")
    assert upheld["scores"] == {"Ana": 0, "Ben": 0, "Cléo": -30}
    assert deal(*facts, f"ruling {proved} waive")["state"] == "open"


# --- fouls people saw, penalties


def test_a_foul_people_saw_counts_as_upheld() -> None:
    found = deal(*OPEN, "foul Cléo must-trump")
    assert found["state"] == "stopped"
    assert found["scores"] == {"Ana": 0, "Ben": 0, "Cléo": -20}
    assert [(f["kind"], f["proof"], f["ruling"]) for f in found["fouls"]] == [("must-trump", "seen", "uphold")]
    assert found["fouls"][0]["law"] == "double-detente.play.3"


def test_what_a_foul_did_is_left_out_while_it_is_not_known() -> None:
    found = answer("x.deal", table(*REVOKE), did=lambda _, __: None)
    (foul,) = found["deals"][0]["fouls"]
    assert (foul["kind"], "damage" in foul) == ("must-follow", False)


def test_a_foul_people_saw_can_be_waived_after_all() -> None:
    assert deal(*OPEN, "foul Cléo must-trump", "ruling 7 waive")["state"] == "open"


# Ana has led; Ben, who did not play yet, lets H5 be seen.
EXPOSED = [
    "deal Dan", "bid Ana garde", "bid Ben pass", "bid Cid pass", "bid Dan pass", "play Ana S7",
    "foul Ben exposed-card-defence card=H5",
]  # fmt: skip
AT_TAROT = head(game="tarot", seats=("Ana", "Ben", "Cid", "Dan"))


def test_a_card_all_saw_is_in_that_hand_until_it_is_played() -> None:
    assert deal(*EXPOSED, head=AT_TAROT)["fouls"][0]["message"] == "Ben let H5 be seen."
    assert fouls(*EXPOSED, "play Ben S8", "play Cid H5", head=AT_TAROT)[1:] == [("not-in-hand", "Cid", 11, 11, None)]
    assert len(fouls(*EXPOSED, "play Ben H5", head=AT_TAROT)) == 1


def test_a_card_that_was_played_cannot_be_seen_in_a_hand() -> None:
    played = [line.replace("H5", "S7") for line in EXPOSED]
    assert "S7 has been played already" in refused(*played, head=AT_TAROT)


def test_a_foul_can_be_seen_after_the_part_has_ended() -> None:
    assert check(*FIRST_PART, "foul Ben must-follow")["totals"] == {"Ana": 0, "Ben": -20, "Cléo": 0}


def test_a_foul_seen_is_committed_where_it_was_put_in() -> None:
    facts = [*OPEN, "foul Ben must-follow", "insert 7 foul Ana must-trump"]
    assert "could not stand" not in str(deal(*facts))
    assert deal(*facts)["scores"] == {"Ana": -20, "Ben": 0, "Cléo": 0}


def test_a_play_put_in_before_another_foul_is_the_first_foul() -> None:
    # On line 9 a trick is put in before line 7: in it Cléo trumps a heart, and shows one on line 8.
    facts = [*OPEN, "trick Cléo S5 T4 S9", "trick Ana H5 S3 H7", "insert 7 trick Ana H2 H3 T6"]
    found = {foul["seat"]: (foul["committed"], foul["proved"]) for foul in deal(*facts)["fouls"]}
    assert found["Cléo"] == (9, 8)
    assert deal(*facts, "ruling 8 uphold seat=Cléo")["scores"] == {"Ana": 0, "Ben": 0, "Cléo": -20}


@pytest.mark.parametrize("points", ["100", "-100", "+100"])
def test_a_penalty_takes_points_off_whatever_its_sign(points: str) -> None:
    found = check(*FIRST_PART, f'penalty Ana {points} "late"')
    assert found["deals"][0]["penalties"] == {"Ana": -100}
    assert found["deals"][0]["scores"]["Ana"] == 14
    assert found["totals"] == {"Ana": -86, "Ben": 15, "Cléo": 9}


def test_penalties_count_at_once_also_in_an_open_deal() -> None:
    assert check(*OPEN, "penalty Ana 5", "penalty Ana 5", "penalty Ben 1")["totals"] == {
        "Ana": -10,
        "Ben": -1,
        "Cléo": 0,
    }


def test_penalties_of_an_open_deal_count_beside_the_deals_before() -> None:
    facts = [*FIRST_PART, "deal Cléo", "penalty Ana 5"]
    assert check(*facts)["totals"] == check(*facts, *BIDS, "play Ana H5")["totals"] == {"Ana": 9, "Ben": 15, "Cléo": 9}


def test_a_penalty_counts_in_a_deal_given_up() -> None:
    assert check("deal Cléo", "penalty Ana 5", "void")["totals"]["Ana"] == -5


# --- deals given up


def test_a_deal_given_up_scores_nothing_and_is_dealt_again_by_the_same_player() -> None:
    found = check(*OPEN, 'void "a card lay face up"')
    assert (found["deals"][0]["state"], found["deals"][0]["lines"]) == ("void", [])
    assert found["next"] == {"kind": "deal", "seat": "Cléo", "part": "1"}


def test_a_second_part_given_up_is_dealt_again_as_the_second() -> None:
    found = check(*FIRST_PART, "deal Cléo", "void", "deal Cléo", *BIDS, RESULT)
    assert [deal["state"] for deal in found["deals"]] == ["done", "void", "done"]
    assert found["totals"] == {"Ana": 38, "Ben": 40, "Cléo": 23}
    assert found["next"] == {"kind": "deal", "seat": "Ana", "part": "1"}


def test_a_foul_in_a_deal_given_up_leaves_it_given_up() -> None:
    for facts in (["void", "foul Ana must-follow"], ["void", "ruling 9 uphold"]):
        found = check(*REVOKE, *facts)
        assert (found["deals"][0]["state"], found["totals"]["Ben"]) == ("void", 0)


def test_cards_of_a_deal_given_up_come_again_and_those_of_the_part_before_do_not() -> None:
    part1 = [*OPEN, "trick Ana H5 H7 H9", "result tricks=4,5,4"]
    again = [*part1, "deal Cléo", *BIDS, "trick Ana S1 S2 S3", "void", "deal Cléo", *BIDS]
    assert fouls(*again, "trick Ana S1 S2 S3") == []
    assert fouls(*again, "play Ana H5") == [("already-played", "Ana", 19, 19, None)]


def test_after_a_part_whose_cards_cannot_be_right_the_next_is_judged_by_itself() -> None:
    part1 = [*OPEN, "trick Ana H5 ? H9", "took Ana", "result tricks=4,5,4"]
    facts = [*part1, "deal Cléo", *BIDS, "trick Ana D5 T4 D9", "trick Ben S2 SK S9", "trick Cléo D2 D8 D7"]
    assert [foul[:2] for foul in fouls(*facts)] == [("must-follow", "Ben")]


# --- turns, tricks, cards nobody saw


def test_a_play_out_of_turn_is_a_foul_and_counts_as_played() -> None:
    found = deal(*OPEN, "play Ana H5", "play Cléo H9", "play Ben H7")
    assert [(foul["kind"], foul["seat"]) for foul in found["fouls"]] == [("out-of-turn", "Cléo")]
    assert found["tricks"] == [{"leader": "Ana", "cards": [["H5"], ["H9"], ["H7"]], "winner": "Cléo"}]


def test_who_leads_out_of_turn_has_led() -> None:
    facts = [*OPEN, "play Cléo S9"]
    assert fouls(*facts) == [("out-of-turn", "Cléo", 7, 7, None)]
    assert check(*facts)["next"] == {"kind": "play", "seat": "Ana"}
    assert tricks(*facts, "play Ana S1", "play Ben H7") == [("Cléo", "Cléo")]


def test_a_trick_may_be_begun_in_one_line_and_finished_card_by_card() -> None:
    facts = [*OPEN, "trick Ana H5", "play Ben H7", "play Cléo H9"]
    assert tricks(*facts) == [("Ana", "Cléo")]
    assert tricks(*OPEN, "trick Ana H5 H7") == [("Ana", None)]


def test_a_trick_with_an_unseen_card_waits_for_its_winner() -> None:
    facts = [*OPEN, "trick Ana H5 ? H9"]
    assert tricks(*facts) == [("Ana", None)]
    assert check(*facts)["next"] == {"kind": "took", "seat": None}
    assert tricks(*facts, "took Ben") == [("Ana", "Ben")]
    assert check(*facts, "took Ben")["next"] == {"kind": "play", "seat": "Ben"}


def test_a_deal_in_which_too_much_was_unseen_says_since_when_nobody_is_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = [*OPEN, "trick Ana H5 H7 H9", "trick Cléo S5 ? S9", "took Cléo"]
    told = "Not decided since line 8: so many cards were not seen that nobody is accused by counting."
    assert "undecided" not in deal(*facts)
    assert told not in "\n".join(sentences("x.deal", table(*facts), ENGLISH))
    monkeypatch.setattr("referee.judge.worlds.FACT", 0)
    assert deal(*facts)["undecided"] == 8
    assert told in "\n".join(sentences("x.deal", table(*facts), ENGLISH))


def test_who_leads_after_a_trick_with_an_unseen_card_is_taken_to_have_won_it() -> None:
    assert tricks(*OPEN, "trick Ana H5 ? H9", "play Cléo S1") == [("Ana", "Cléo"), ("Cléo", None)]


def test_who_leads_although_only_another_can_have_taken_the_unseen_trick_leads_out_of_turn() -> None:
    # No card goes over the trump 21: Ana took it, and the lead was hers.
    facts = [*OPEN, "trick Ana T21 ? H9", "play Cléo S1"]
    assert tricks(*facts) == [("Ana", "Ana"), ("Cléo", None)]
    assert fouls(*facts) == [("out-of-turn", "Cléo", 8, 8, None)]
    assert fouls(*facts[:-1], "took Ana", "play Cléo S1") == [("out-of-turn", "Cléo", 9, 9, None)]
    # A heart of Ben's may have gone over H9, so nobody knows whose turn it was: a slip of the pen, perhaps.
    assert fouls(*OPEN, "trick Ana H5 ? H9", "play Ana S1") == [("inconsistent", None, 8, 8, None)]
    # Nor does anybody where a card of the trick cannot be right.
    twice = ["trick Ana T21 H7 H9", "trick Ana T21 ? H8", "play Cléo S1"]
    assert [kind for kind, *_ in fouls(*OPEN, *twice)] == ["already-played"]
    assert tricks(*OPEN, *twice)[1] == ("Ana", "Cléo")


def test_a_winner_whose_card_cannot_have_won_is_a_slip_of_the_pen() -> None:
    assert fouls(*OPEN, "trick Ana H5 ? H9", "took Ana") == [("inconsistent", None, 8, 8, None)]


def test_who_took_a_trick_may_be_all_that_is_written() -> None:
    found = deal(*OPEN, "took Ben T1", "took Ben", "took Ana")
    assert found["tricks"][0] == {"leader": None, "cards": [], "winner": "Ben"}
    assert found["result"] == {"tricks": [1, 2, 0], "petit": "Ben", "petit-last": False}
    assert check(*OPEN, "took Ben")["next"] == {"kind": "play", "seat": "Ben"}


def test_a_trick_begun_and_taken_has_unseen_cards_of_the_others() -> None:
    found = deal(*OPEN, "play Ana H5", "took Cléo")
    assert found["tricks"] == [{"leader": "Ana", "cards": [["H5"], ["?"], ["?"]], "winner": "Cléo"}]


def test_every_trick_taken_makes_the_hands_a_card_shorter() -> None:
    facts = ["deal Cléo cards=2", "bid Ana 1", "bid Ben 1", "bid Cléo 0", "took Ana", "took Ben"]
    assert deal(*facts)["state"] == "done"
    assert deal(*facts)["result"] == {"tricks": [1, 1, 0]}


def test_a_deal_whose_last_trick_is_undecided_waits_for_its_winner() -> None:
    facts = ["deal Cléo cards=1", "bid Ana 1", "bid Ben 1", "bid Cléo 0", "trick Ana H5 ? H9"]
    assert deal(*facts)["state"] == "open"
    assert "all cards are played: who took the last trick? expected “took”" in refused(*facts, "play Ana S1")
    assert deal(*facts, "took Cléo")["state"] == "done"


def test_a_card_played_twice_is_told_as_a_slip_first() -> None:
    found = deal(*OPEN, "trick Ana H5 H7 H9", "play Cléo H5")["fouls"][0]
    assert (found["kind"], found["seat"], found["proved"]) == ("already-played", "Cléo", 8)
    assert found["message"].startswith("a slip of the pen, perhaps")


def test_seats_out_of_the_deal_are_none_in_this_game_so_all_play() -> None:
    assert check("deal Ana", *BIDS[1:], BIDS[0])["next"] == {"kind": "play", "seat": "Ben"}


def test_triple_detente_has_two_seats() -> None:
    facts = ["deal Ben", "bid Ana 6", "bid Ben 6", "trick Ana H5 H7"]
    assert tricks(*facts, head=TRIPLE) == [("Ana", "Ben")]


def test_a_refusal_says_its_line() -> None:
    with pytest.raises(Slip) as refused:
        table(*OPEN, "bid Ana 4")
    assert str(with_line(refused.value)).startswith("line 7: “bid” does not come now")
