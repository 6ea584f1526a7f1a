"""Da Ban from round to round: levels, the master, the end, fouls and their remedies, what a page asks for."""

from typing import Any

import pytest

from referee.games.da_ban import DaBan
from referee.record.facts import Turned
from referee.rules import KINDS, Gauge, Scored
from referee.words.text import Slip
from tests.help.da_ban import START, cited, fouls, judged, last, table, waits

KINGS = ("jokers", "tarot", "shown")
"""What plays the Kings."""


def rounds(*counted: int, seats: int = 4, start: str = START, options: tuple[str, ...] = ()) -> dict[str, Any]:
    """Rounds of which only the opponents' points were written down."""
    dealer = start.split()[1]
    lines = [line for number in counted for line in (f"deal {dealer}", f"result points={number}")]
    return judged(start, *lines[1:], seats=seats, options=options)


# --- levels and masters


@pytest.mark.parametrize(
    ("seats", "master", "levels", "counted", "after", "following", "tribute"),
    [
        pytest.param(4, "Ana", "3,3", 0, [4, 3], "Cid", 0, id="DB-ROUND-01 Ben's turn is skipped"),
        pytest.param(4, "Ana", "3,3", 125, [3, 3], "Ben", 0, id="DB-ROUND-03"),
        pytest.param(4, "Ana", "4,3", 160, [4, 3], "Ben", 0, id="DB-ROUND-05"),
        pytest.param(4, "Ana", "4,3", 170, [4, 3], "Ben", 1, id="DB-ROUND-07"),
        pytest.param(4, "Ana", "4,3", 200, [4, 3], "Ben", 4, id="DB-ROUND-09"),
        pytest.param(6, "Eva", "3,3", 60, [4, 3], "Ana", 0, id="DB-ROUND-13 Fay is skipped"),
        pytest.param(4, "Ana", "3,3", 120, [4, 3], "Cid", 0, id="120 points do not take over"),
        pytest.param(4, "Dan", "5,6", 300, [5, 6], "Ana", 14, id="all points"),
    ],
)
@pytest.mark.law("da-ban.result.1", "da-ban.result.2")
def test_a_round_hands_on_levels_master_and_tribute(
    seats: int, master: str, levels: str, counted: int, after: list[int], following: str, tribute: int
) -> None:
    dealer = "Fay" if seats == 6 else "Dan"
    found = judged(
        f"deal {dealer} master={master} levels={levels} trump=H",
        f"result master={master} points={counted}",
        seats=seats,
    )
    deal = last(found)
    assert (deal["levels"], deal["master"], deal["tribute"]) == (after, following, tribute)
    assert deal["result"] == {"master": master, "points": counted}
    assert not found["finished"]


@pytest.mark.law("da-ban.result.2")
def test_120_points_may_be_enough_if_so_agreed() -> None:
    assert last(rounds(120, options=("threshold_inclusive=yes",)))["master"] == "Ben"


def test_the_level_of_the_masters_team_counts() -> None:
    found = table(START, "result points=0", "deal Dan", "result points=125", "deal Dan", "show Ana S3")
    assert found.deals[-1].fouls == (), "Dan, of the other team, is master at level 3"
    assert str(found.rules.label(found.deals[-1].deal)) == "round 3 – Dan master, level 3"


@pytest.mark.law("da-ban.result.1")
def test_every_round_climbed_scores_for_the_whole_team() -> None:
    found = rounds(0, 50, 125, 100)
    assert found["totals"] == {"Ana": 2, "Ben": 1, "Cid": 2, "Dan": 1}
    assert [line["law"] for line in found["deals"][0]["lines"]] == ["da-ban.result.1"]
    assert found["deals"][0]["lines"][0]["text"] == "the opponents make 0: up to level 4"
    assert found["deals"][2]["lines"][0]["points"] == {"Ana": 0, "Ben": 0, "Cid": 0, "Dan": 0}


@pytest.mark.law("da-ban.end.1")
def test_a_team_whose_level_reaches_10_wins_at_once() -> None:
    # DB-ROUND-11
    found = judged("deal Dan master=Cid levels=9,7 trump=H", "result points=95")
    assert last(found)["levels"] == [10, 7]
    assert (found["finished"], found["winners"], found["next"]) == (True, ["Ana", "Cid"], None)
    with pytest.raises(Slip, match="the match is over"):
        judged("deal Dan master=Cid levels=9,7 trump=H", "result points=95", "deal Dan")


@pytest.mark.law("da-ban.end.1")
def test_another_level_may_end_the_match() -> None:
    found = rounds(0, 0, start="deal Dan master=Ana trump=H", options=("start_level=4", "end_level=6"))
    assert (last(found)["levels"], found["winners"]) == ([6, 4], ["Ana", "Cid"])


def test_levels_beyond_ten_are_the_court_cards() -> None:
    options = ("end_level=13",)
    found = judged("deal Dan master=Ana levels=J,Q trump=H", "trick Ana SJ HJ SA S2", options=options)
    assert last(found)["tricks"][0]["winner"] == "Ben"
    assert last(found)["levels"] == [11, 12]


def test_a_round_given_up_changes_nothing() -> None:
    found = judged(START, "void misdeal", "deal Dan", "show Cid BK S4")
    assert last(found)["levels"] == [3, 3]
    assert last(found)["master"] == "Cid"


def test_a_round_of_which_only_the_score_is_known_names_its_master() -> None:
    found = judged("deal Dan depth=score", "result master=Cid points=125")
    assert last(found)["master"] == "Dan"
    assert waits(table("deal Dan depth=score"))[0][0] == "result"


@pytest.mark.parametrize(
    ("result", "what"),
    [
        pytest.param("master=Ana points=121", "multiple of 5", id="DB-ROUND-15"),
        pytest.param("master=Ana points=305", "multiple of 5 from 0 to 300", id="more than there are"),
        pytest.param("master=Ana points=-5", "multiple of 5", id="fewer than none"),
        pytest.param("master=Ana", "points", id="no points"),
        pytest.param("master=Ben points=100", "expected Ana", id="another master"),
        pytest.param("master=Ana points=100 re=Ana", "expected one of", id="a key of another game"),
    ],
)
@pytest.mark.law("da-ban.points.1")
def test_a_result_that_cannot_be_is_refused(result: str, what: str) -> None:
    with pytest.raises(Slip, match=what):
        judged(START, f"result {result}")


def test_a_result_needs_a_master() -> None:
    with pytest.raises(Slip, match="the name of the master"):
        judged("deal Dan", "result points=100")


# --- the clock


@pytest.mark.law("da-ban.end.2")
def test_at_the_agreed_time_the_round_is_finished_and_the_higher_level_wins() -> None:
    clock = ("time_limit=120",)
    found = judged(START, "result points=0", "deal Dan", "time", "result points=125", options=clock)
    assert (found["finished"], found["winners"]) == (True, ["Ana", "Cid"])
    between = judged(START, "result points=0", "time", options=clock)
    assert (between["finished"], between["winners"]) == (True, ["Ana", "Cid"])


@pytest.mark.law("da-ban.end.2")
def test_equal_levels_share_the_victory() -> None:
    found = judged(START, "time", "result points=125", options=("time_limit=60",))
    assert found["winners"] == ["Ana", "Ben", "Cid", "Dan"]


def test_without_an_agreed_time_there_is_no_clock() -> None:
    with pytest.raises(Slip, match="by the clock"):
        judged(START, "time")
    with pytest.raises(Slip, match="by the clock"):
        judged("time", options=("time_limit=60",))


# --- points out of the tricks

SHORT = "deal Dan master=Ana levels=3,3 trump=H cards=2"


@pytest.mark.law("da-ban.kitty.3")
def test_the_opponents_points_are_those_of_their_tricks() -> None:
    found = judged(SHORT, "trick Ana S10 SK SA S5", "trick Cid D10 DK DA D5")
    assert last(found)["state"] == "done"
    assert last(found)["result"] == {"master": "Ana", "points": 0}
    assert last(judged(SHORT, "trick Ana S10 SK SQ S5", "trick Ben D10 DK D5 DA"))["result"]["points"] == 25


def test_where_a_card_was_not_seen_the_points_are_asked_for() -> None:
    lines = [SHORT, "play Ana S10", "play Ben ?", "play Cid SQ", "play Dan S5", "took Ben", "trick Ben D10 DK D5 DA"]
    assert last(judged(*lines))["state"] == "open"
    assert waits(table(*lines)) == [("result", None, None)]
    assert last(judged(*lines, "result points=45"))["master"] == "Cid"
    # where only the master's side took a trick with an unseen card, the opponents' points are known
    ours = [SHORT, "play Ana S10", "play Ben ?", "play Cid SQ", "play Dan S5", "took Cid", "trick Cid D10 DK D5 DA"]
    assert last(judged(*ours))["result"] == {"master": "Ana", "points": 25}


@pytest.mark.parametrize(("counted", "slip"), [(20, True), (25, False), (275, False), (280, True)])
@pytest.mark.law("da-ban.points.1")
def test_a_result_that_the_tricks_contradict_is_a_slip_of_the_pen_perhaps(counted: int, slip: bool) -> None:
    # the opponents' trick holds 25 points, the master's 25 as well
    found = judged("deal Dan master=Ana levels=3,3 trump=H", "trick Ana S10 SK SQ S5", "trick Ben D10 DK D5 DA",
                   f"result points={counted}")  # fmt: skip
    assert [foul[:2] for foul in fouls(found)] == ([("wrong-count", None)] if slip else [])
    assert cited(found) == (["points.1"] if slip else [])


@pytest.mark.parametrize(("bonus", "counted"), [("none", 0), ("x1", 30), ("x2", 60)])
@pytest.mark.law("da-ban.kitty.3")
def test_points_set_aside_may_count_for_opponents_who_take_the_last_trick(bonus: str, counted: int) -> None:
    lines = ["kitty S10 D9 CK S5 DA C5", "trick Ana S4 S6 S7 S8", "trick Dan D4 D6 D8 D7"]
    found = judged(SHORT, *lines, options=(f"kitty_bonus={bonus}",))
    assert last(found)["result"]["points"] == counted
    ours = judged(SHORT, *lines[:2], "trick Dan D4 D6 D7 D8", options=(f"kitty_bonus={bonus}",))
    assert last(ours)["result"]["points"] == 0, "the master's side took the last trick"


def test_points_set_aside_that_nobody_saw_are_asked_for() -> None:
    lines = [SHORT, "trick Ana S4 S6 S7 S8", "trick Dan D4 D6 D8 D7"]
    assert last(judged(*lines, options=("kitty_bonus=x1",)))["state"] == "open"
    assert last(judged(*lines))["state"] == "done"
    assert last(judged(START, "result points=360", options=("kitty_bonus=x2",)))["result"]["points"] == 360


# --- fouls

REVOKE = ("trick Ana S8 SJ D4 SK", "trick Dan H5 H4 H6 S9")
"""Cid does not follow spades, and has one; committed on the first line, shown on the second."""


def remedy(found: dict[str, Any]) -> tuple[str, dict[str, int]]:
    """The state and the scores that upholding the last foul would give."""
    told = last(found)["fouls"][-1]["remedy"]
    return told["state"], told["scores"]


@pytest.mark.law("da-ban.foul.2")
def test_a_foul_proved_later_loses_the_round_for_the_team() -> None:
    found = judged(START, *REVOKE)
    assert remedy(found) == ("stopped", {"Ana": 0, "Ben": 0, "Cid": 0, "Dan": 0})
    upheld = judged(START, *REVOKE, "ruling 5 uphold")
    assert (last(upheld)["state"], last(upheld)["levels"], last(upheld)["master"]) == ("stopped", [3, 3], "Ben")
    assert [line["law"] for line in last(upheld)["lines"]] == ["da-ban.foul.2"]
    assert last(upheld)["tribute"] == 0


@pytest.mark.law("da-ban.foul.2")
def test_a_foul_of_the_opponents_is_a_round_won() -> None:
    lines = ["trick Ana S8 D4 SJ SK", "trick Dan H5 H4 S9 H6"]
    assert remedy(judged(START, *lines)) == ("stopped", {"Ana": 1, "Ben": 0, "Cid": 1, "Dan": 0})
    upheld = judged(START, *lines, "ruling 5 uphold")
    assert (last(upheld)["levels"], last(upheld)["master"]) == ([4, 3], "Cid")


@pytest.mark.law("da-ban.foul.2")
def test_a_round_won_by_a_foul_of_the_opponents_may_win_the_match() -> None:
    lines = ["trick Ana SA D4 S8 SK", "trick Ana H5 H4 H6 H7", "play Dan C4", "play Ben S5", "ruling 7 uphold"]
    found = judged(START.replace("3,3", "9,3"), *lines)
    assert (last(found)["levels"], found["winners"]) == ([10, 3], ["Ana", "Cid"])


@pytest.mark.law("da-ban.foul.2")
def test_a_poor_tribute_shown_later_loses_the_round_of_its_giver() -> None:
    given = ["deal Ana", "show Cid H3", "give Ana Ben BK S3", "give Ben Ana C4 C5"]
    played = ["play Ben H4", "play Cid H5", "play Dan H6", "play Ana H3", "ruling 13 uphold"]
    found = judged(START, "result points=185", *given, "kitty S4 S4 S5 S6 S7 S8", *played)
    assert (last(found)["levels"], last(found)["master"]) == ([3, 4], "Dan")


@pytest.mark.law("da-ban.foul.2")
def test_a_round_lost_by_a_foul_is_as_played_again_once_the_foul_is_waived() -> None:
    lines = [f"{START} cards=2", "trick Ana SA S4 D4 S9", "trick Ana S4 SK S5 S6", "ruling 5 uphold"]
    assert (last(judged(*lines))["levels"], last(judged(*lines))["master"]) == ([3, 3], "Ben")
    waived = judged(*lines, "ruling 5 waive")
    assert (last(waived)["levels"], last(waived)["master"]) == ([4, 3], "Cid")


@pytest.mark.law("da-ban.foul.2")
def test_of_several_fouls_the_first_committed_counts() -> None:
    lines = ["trick Ana S8 D4 C4 SK", "trick Dan H5 H4 S9 S10"]
    found = judged(START, *lines, "ruling 5 uphold seat=Cid", "ruling 5 uphold seat=Ben")
    assert [foul["seat"] for foul in last(found)["fouls"]] == ["Ben", "Cid"]
    assert last(found)["levels"] == [4, 3], "both were committed in the first trick; Ben's came first"


@pytest.mark.law("da-ban.foul.1")
def test_a_foul_seen_while_the_trick_lies_open_is_put_right() -> None:
    found = judged(START, "play Ana S7+S8")
    assert remedy(found) == ("open", {"Ana": 0, "Ben": 0, "Cid": 0, "Dan": 0})
    assert last(judged(START, "play Ana S7+S8", "ruling 4 uphold"))["state"] == "open"


AGREED = "foul Ben must-follow"


@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        pytest.param(["play Ana SA", "play Ben D4"], False, id="his card lies there"),
        pytest.param(["trick Ana SA D4 S8 S9"], False, id="the trick is full, and the next not begun"),
        pytest.param(["trick Ana SA D4 S8 S9", "play Ana SK"], True, id="he has none on the table"),
        pytest.param(["trick Ana SA D4 S8 S9", "play Ana SK", "play Ben S5"], True, id="his card there follows suit"),
        pytest.param(["trick Ana SA D4 S8 S9", "play Ana SK", "play Ben D5"], False, id="his card there may be it"),
        pytest.param(["trick Ana S4 SA S8 S9", "play Ben D5"], True, id="he leads"),
        pytest.param(["trick Ana S4+S4 S5+D5 S8+S8 S9+S9"], False, id="one of a pair"),
        pytest.param(["play Ana SA", "play Ben ?"], False, id="a card nobody saw"),
        pytest.param(["result points=0"], True, id="the round is over"),
    ],
)
@pytest.mark.law("da-ban.foul.1")
@pytest.mark.law("da-ban.foul.2")
def test_a_revoke_people_agree_on_loses_the_round_unless_its_trick_may_lie_there(lines: list[str], lost: bool) -> None:
    goes_on = ("open", {"Ana": 0, "Ben": 0, "Cid": 0, "Dan": 0})
    is_lost = ("stopped", {"Ana": 1, "Ben": 0, "Cid": 1, "Dan": 0})
    assert remedy(judged(START, *lines, AGREED)) == (is_lost if lost else goes_on)


@pytest.mark.law("da-ban.foul.2")
def test_a_revoke_people_agree_on_after_the_last_trick_was_not_in_it() -> None:
    found = judged(f"{START} cards=2", "trick Ana SA D4 S8 S9", "trick Ana SK D5 S10 S6", "foul Cid must-follow")
    assert (last(found)["levels"], last(found)["master"]) == ([3, 3], "Ben")


@pytest.mark.law("da-ban.foul.1")
def test_fouls_may_only_be_put_right() -> None:
    option = ("foul=correct_only",)
    assert remedy(judged(START, *REVOKE, options=option))[0] == "open"
    found = judged(START, *REVOKE, "ruling 6 uphold", "result points=100", options=option)
    assert (last(found)["levels"], last(found)["state"]) == ([4, 3], "done")


@pytest.mark.parametrize(
    ("lines", "counted", "after"),
    [
        pytest.param(REVOKE, 100, [4, 3], id="the master's team: 20 more for the opponents, 120 in all"),
        pytest.param(REVOKE, 105, [3, 3], id="125 in all"),
        pytest.param(("trick Ana S8 D4 SJ SK", "trick Dan H5 H4 S9 H6"), 140, [4, 3], id="the opponents: 120 in all"),
        pytest.param(("trick Ana S8 D4 SJ SK", "trick Dan H5 H4 S9 H6"), 10, [4, 3], id="never less than none"),
    ],
)
@pytest.mark.law("da-ban.foul.2")
def test_fouls_may_cost_points(lines: tuple[str, str], counted: int, after: list[int]) -> None:
    option = ("foul=points:20",)
    found = judged(START, *lines, "ruling 6 uphold", f"result points={counted}", options=option)
    assert last(found)["levels"] == after
    assert "20 points" in last(found)["fouls"][0]["remedy"]["text"]


@pytest.mark.parametrize(
    ("trick", "counted", "due"),
    [(REVOKE[0], 155, 1), ("trick Ana S8 D4 SJ SK", 185, 0)],
    ids=["155 and 20 are 175", "185 less 20 are 165"],
)
@pytest.mark.law("da-ban.foul.2")
def test_points_that_a_foul_costs_count_for_the_tribute(trick: str, counted: int, due: int) -> None:
    shown = REVOKE[1] if trick == REVOKE[0] else "trick Dan H5 H4 S9 H6"
    lines = [START, trick, shown, "ruling 6 uphold", f"result points={counted}"]
    found = judged(*lines, options=("foul=points:20",))
    assert (last(found)["master"], last(found)["tribute"]) == ("Ben", due)


def test_a_foul_nobody_is_named_for_waits_for_a_name() -> None:
    found = judged(START, "trick Ana S10 SK SQ S5", "result points=0")
    assert remedy(found)[0] == "done"
    assert "Find out" in last(found)["fouls"][0]["remedy"]["text"]


def test_a_foul_before_there_is_a_master_is_put_right() -> None:
    found = judged("deal Dan", "foul Ben must-follow")
    assert remedy(found)[0] == "open"


def test_every_kind_of_foul_has_a_law() -> None:
    rules = table(START).rules
    for kind in KINDS:
        law = rules.kind_law(kind)
        assert rules.law(law) is not None, law


# --- what a page asks for


def test_a_lead_is_any_number_of_cards_and_an_answer_as_many() -> None:
    assert waits(table(START))[-2:] == [("play", "Ana", None), ("result", None, None)]
    assert waits(table(START, "play Ana S7+S7"))[0] == ("play", "Ben", 2)
    assert waits(table(START, "play Ana S7+S7"))[1] == ("took", None, None)


def test_a_trick_with_an_unseen_card_waits_for_its_taker() -> None:
    found = table(START, "play Ana ?", "play Ben S4", "play Cid S5", "play Dan S6")
    assert [kind for kind, *_ in waits(found)] == ["took", "result"]


def test_a_finished_round_waits_for_nothing() -> None:
    found = table(START, "result points=0")
    assert waits(found) == []
    assert [field.name for field in found.rules.fields(found.deals[0].deal)] == ["master", "points"]


def test_before_anybody_has_shown_the_trick_by_trick_record_may_begin() -> None:
    found = table("deal Dan", "took Ana")
    assert [kind for kind, *_ in waits(found)] == ["took", "result"]


def test_where_only_the_score_is_written_the_result_comes_first_while_cards_are_drawn() -> None:
    assert [kind for kind, *_ in waits(table("deal Dan depth=score"))][:2] == ["result", "show"]


def test_trick_by_trick_the_next_trick_comes_first_once_there_are_trumps() -> None:
    found = table(f"{START} depth=tricks")
    first, *others = found.rules.prompts(found.deals[-1].deal)
    assert first.kind == "took"
    assert all(prompt.optional for prompt in others)


def test_a_page_says_which_kings_are_played_with() -> None:
    said = {kings: str(table("deal Dan", options=(f"kings={kings}",)).rules.remarks()[0]) for kings in KINGS}
    assert "joker" in said["jokers"]
    assert "trump 21" in said["tarot"]
    assert "shown" in said["shown"]


def test_the_first_result_asks_for_the_master() -> None:
    rules = table("deal Dan").rules
    deal = table("deal Dan").deals[0].deal
    assert [(field.name, field.kind, field.step) for field in rules.fields(deal)] == [
        ("master", "seat", 1),
        ("points", "number", 5),
    ]


@pytest.mark.law("da-ban.deal.1")
def test_a_page_names_teams_master_and_levels() -> None:
    found = table(START, "result points=185", "deal Dan")
    rules, deal = found.rules, found.deals[-1].deal
    assert isinstance(rules, DaBan)
    assert [rules.team(deal, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [str(rules.role(deal, seat) or "") for seat in range(4)] == ["", "master", "", ""]
    past = [found.deals[0].scored]
    assert [str(mark) for mark in rules.marks(past)] == [
        "level 3, owes tribute: 2",
        "level 3",
        "level 3",
        "level 3",
    ]
    assert [str(rules.word_text(word)) for word in ("cancel", "master", "x")] == [
        "cancels the tribute",
        "is master",
        "x",
    ]
    assert rules.goal == 7
    assert [
        table(line).rules.trump(table(line).deals[0].deal) for line in (START, "deal Dan master=Ana trump=none")
    ] == [
        "H",
        "",
    ]


def test_what_comes_next_is_told() -> None:
    due = [table(*lines).standing.due for lines in ([], [START, "result points=0"], [START, "result points=185"])]
    assert [str(one.label) for one in due] == [
        "first round: a Big King turned while drawing makes the master and trumps",
        "round 2 – Cid master, level 4",
        "round 2 – Ben master, level 3, tribute owed by Ana: 2",
    ]
    assert [one.dealer for one in due] == [3, 1, 0]
    assert str(table("deal Dan").rules.label(table("deal Dan").deals[0].deal)) == "round 1"


def test_a_fact_of_another_game_is_refused() -> None:
    rules = table(START).rules
    with pytest.raises(Slip, match="no place"):
        rules.step(table(START).deals[0].deal, 4, Turned("S4"))


def test_a_round_without_a_result_scores_nothing_and_takes_nothing_more() -> None:
    found = table(START)
    over = found.deals[0].deal._replace(phase="done", state="done")
    assert found.rules.lines(Scored(over), []) == ()
    assert found.rules.takes(over) == frozenset()


def test_a_result_may_come_before_it_is_known_who_took_the_last_trick() -> None:
    found = judged(START, "play Ana ?", "play Ben S10", "play Cid SK", "play Dan S5", "result points=0")
    assert (fouls(found), last(found)["state"]) == ([], "done")


# --- what a page shows


def gauge(*lines: str) -> Gauge | None:
    found = table(*lines)
    return found.rules.gauge(found.deals[-1].deal)


def test_the_points_of_the_masters_opponents_decide_a_round_and_are_shown_on_the_way_to_120_and_160() -> None:
    # Ben takes a King, a ten and a five, then two Kings; two tens go to Cid, who plays with the master.
    tricks = ["trick Ana S10 SK S5 S4", "trick Ben DK D9 DK D4", "trick Ben C10 CA C10 C4"]
    made = [gauge(START, *tricks[:count]) for count in (1, 2, 3)]
    assert [one.value for one in made if one is not None] == [25, 45, 45]
    last_one = made[-1]
    assert last_one is not None
    assert (last_one.most, last_one.marks, str(last_one.text)) == (300, (120, 160), "Opponents 45 of 120")


def test_points_are_shown_only_while_all_those_of_the_opponents_are_known() -> None:
    unseen = [START, "play Ana S10", "play Ben ?", "play Cid SQ", "play Dan S5"]
    assert gauge(START) is None, "nothing was led yet"
    assert gauge("deal Dan", "took Ana") is None, "nobody knows whose opponents"
    assert gauge(*unseen) is None, "nobody has said who took it"
    assert gauge(*unseen, "took Ben") is None, "Ben, an opponent, has taken a card nobody saw"
    ours = gauge(*unseen, "took Cid")
    assert ours is not None
    assert ours.value == 0, "the card nobody saw lies with the master's side"
    assert gauge(START, "trick Ana S10 SK S5 S4", "result points=125") is None, "the round is over"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([START, "result points=0"], "opponents 0: Ana, Cid hold and rise a level"),
        ([START, "result points=120"], "opponents 120: Ana, Cid hold and rise a level"),
        ([START, "result points=125"], "opponents 125: they take over"),
        (["deal Dan", "result master=Dan points=60"], "opponents 60: Ben, Dan hold and rise a level"),
        ([START, *REVOKE], None),
        ([START, *REVOKE, "ruling 5 uphold"], None),
    ],
    ids=["none", "120 is not enough", "more than 120", "the other team", "not over", "lost by a foul, not by points"],
)
def test_how_a_round_ended_is_told_in_one_sentence(lines: list[str], said: str | None) -> None:
    found = table(*lines)
    told = found.rules.result_text(found.deals[-1].scored)
    assert (None if told is None else str(told)) == said


@pytest.mark.parametrize(
    ("lines", "mark"),
    [
        pytest.param([], "level 3, owes tribute: 2", id="two full tens above 160"),
        pytest.param(["give Ana Ben BK"], "level 3, owes tribute: 1", id="one is given"),
        pytest.param(["give Ana Ben BK LK"], "level 3", id="both are given"),
        pytest.param(["announce Cid cancel LK LK LK"], "level 3", id="cancelled"),
        pytest.param(["kitty S7 D9 CK S4 DA C10"], "level 3", id="lost once the kitty is turned"),
        pytest.param(["play Ben S4"], "level 3", id="lost once the master leads"),
    ],
)
def test_while_a_round_is_played_the_tribute_still_owed_stands_beside_who_owes_it(lines: list[str], mark: str) -> None:
    found = table(START, "result points=185", "deal Ana", "show Cid H3", *lines)
    marks = found.rules.marks([found.deals[0].scored], found.deals[-1].deal)
    assert [str(one) for one in marks] == [mark, "level 3", "level 3", "level 3"]


def test_in_a_round_without_a_tribute_only_the_levels_stand_beside_the_seats() -> None:
    found = table(START, "result points=60", "deal Ben")
    marks = found.rules.marks([found.deals[0].scored], found.deals[-1].deal)
    assert [str(one) for one in marks] == ["level 4", "level 3", "level 4", "level 3"]
