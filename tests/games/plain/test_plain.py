"""The plain score sheet: points of any game, by the laws of docs/laws/plain.md."""

from typing import Any

import pytest

from referee.games import game
from referee.table.table import Table, remedies
from referee.words.languages import language
from referee.words.text import Slip
from tests.help.tables import NAMES, a_table, checked


def sheet(*lines: str, seats: int = 3, preset: str = "", options: tuple[str, ...] = ()) -> Table:
    return a_table("plain", *lines, seats=NAMES[:seats], preset=preset, options=options)


def rounds(*points: str, seats: int = 3) -> list[str]:
    """A round for each of these points, dealt in turn from the last seat on."""
    return [
        line
        for at, each in enumerate(points)
        for line in (f"deal {NAMES[(at + seats - 1) % seats]}", f"result points={each}")
    ]


def found(*points: str, options: tuple[str, ...] = ()) -> dict[str, Any]:
    return checked(sheet(*rounds(*points), options=options))


@pytest.mark.law("plain.deal.1")
def test_the_deal_passes_to_the_next_player_after_every_round() -> None:
    dealers = []
    for played in range(4):
        due = sheet(*rounds(*["1,2,3"] * played)).standing.due
        dealers.append((NAMES[due.dealer], str(due.label)))
    assert dealers == [("Cid", "round 1"), ("Ana", "round 2"), ("Ben", "round 3"), ("Cid", "round 4")]


@pytest.mark.law("plain.deal.1")
def test_a_round_given_up_is_dealt_again_by_the_same_player_and_counts_for_nothing() -> None:
    table = sheet(*rounds("1,2,3"), "deal Ana", "void", options=("rounds=2",))
    assert (NAMES[table.standing.due.dealer], table.standing.finished, table.standing.totals) == (
        "Ana",
        False,
        (1, 2, 3),
    )


@pytest.mark.law("plain.score.1")
def test_points_are_added_up_above_and_below_zero() -> None:
    assert found("10,-4,0", "-20,3,99999")["totals"] == {"Ana": -10, "Ben": -1, "Cid": 99999}


@pytest.mark.law("plain.score.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7, 8])
def test_two_to_eight_players_sit_down(seats: int) -> None:
    points = ",".join(map(str, range(seats)))
    assert sheet(*rounds(points, seats=seats), seats=seats).standing.totals == tuple(range(seats))


@pytest.mark.law("plain.score.1")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("result points=1,2", "Points: expected a number for each of Ana, Ben, Cid"),
        ("result points=1,2,3,4", "Points: expected a number for each of Ana, Ben, Cid"),
        ("result points=1,,3", "Points: expected a number for each of Ana, Ben, Cid"),
        ("result", "Points: expected a number for each of Ana, Ben, Cid"),
        ("result points=1,x,3", "“x” stands where a number of points was expected"),
        ("result points=1,2.5,3", "“2.5” stands where a number of points was expected"),
        ("result tricks=1,2,3", "“tricks”: expected one of points"),
    ],
)
def test_points_that_cannot_be_are_refused_in_a_sentence(line: str, said: str) -> None:
    with pytest.raises(Slip) as slip:
        sheet("deal Cid", line)
    assert str(slip.value) == said


@pytest.mark.law("plain.score.2")
def test_where_a_sum_is_agreed_the_points_of_a_round_add_up_to_it() -> None:
    assert found("20,4,2", options=("sum=26",))["totals"] == {"Ana": 20, "Ben": 4, "Cid": 2}
    assert found("-20,24,-4", options=("sum=0",))["totals"] == {"Ana": -20, "Ben": 24, "Cid": -4}
    assert found("-20,-4,-2", options=("sum=-26",))["totals"] == {"Ana": -20, "Ben": -4, "Cid": -2}
    with pytest.raises(Slip) as slip:
        found("20,4,3", options=("sum=26",))
    assert str(slip.value) == "Points: they add up to 27, expected 26"


@pytest.mark.law("plain.foul.1")
def test_penalty_points_and_warnings_stand_beside_the_round() -> None:
    answer = checked(sheet(*rounds("1,2,3"), "penalty Ben 10 late", "penalty Cid 0"))
    assert answer["deals"][0]["scores"] == {"Ana": 1, "Ben": 2, "Cid": 3}
    assert answer["totals"] == {"Ana": 1, "Ben": -8, "Cid": 3}


@pytest.mark.law("plain.foul.1")
def test_a_foul_that_people_name_costs_nothing_by_itself() -> None:
    table = sheet(*rounds("1,2,3"), "foul Ben out-of-turn")
    (foul,) = table.deals[0].fouls
    assert (foul.law, [str(each.text) for each in remedies(table, 1, foul)]) == (
        "plain.foul.1",
        ["It is put right at once; no penalty."],
    )
    assert table.standing.totals == (1, 2, 3)


@pytest.mark.law("plain.end.1")
def test_the_match_ends_with_the_round_after_which_somebody_has_reached_the_goal() -> None:
    before, after = (found(*points, options=("goal=100",)) for points in (("99,0,0",), ("99,0,0", "0,105,1")))
    assert (before["finished"], before["next"]["seat"]) == (False, "Ana")
    assert (after["finished"], after["winners"], after["next"]) == (True, ["Ben"], None)
    assert sheet(options=("goal=100",)).rules.goal == 100
    assert sheet().rules.goal is None


@pytest.mark.law("plain.end.2")
def test_the_match_ends_after_the_rounds_agreed_or_with_the_goal_before() -> None:
    assert not found("9,1,1", "1,1,1", options=("rounds=3",))["finished"]
    assert found("9,1,1", "1,1,1", "1,1,1", options=("rounds=3",))["winners"] == ["Ana"]
    assert found("9,1,1", "1,1,1", options=("rounds=3", "goal=10"))["winners"] == ["Ana"]
    with pytest.raises(Slip, match="the match is over"):
        found("1,1,1", "1,1,1", options=("rounds=1",))


@pytest.mark.law("plain.end.3")
def test_the_most_points_win_or_the_fewest_and_who_is_level_shares_the_victory() -> None:
    points, over = "5,-7,5", ("rounds=1",)
    assert found(points, options=over)["winners"] == ["Ana", "Cid"]
    assert found(points, options=(*over, "wins=low"))["winners"] == ["Ben"]
    high, low = sheet().rules, sheet(options=("wins=low",)).rules
    assert [high.worth(3) > high.worth(2), low.worth(3) > low.worth(2)] == [True, False]


def test_a_table_has_the_name_of_its_game_in_the_readers_language_or_as_it_was_typed() -> None:
    names = [sheet(preset=preset).rules.title for preset in ("standard", "romme")]
    assert [language(code).say(title) for title in names for code in ("en", "fr", "de")] == [
        *("Plain score sheet", "Feuille de marque", "Spielblock"),
        *("Rummy", "Rami", "Rommé"),
    ]
    assert str(sheet(options=('called="Phase 10"',)).rules.title) == "Phase 10"


@pytest.mark.parametrize(
    "option", ["called=(x", "called=" + "x" * 31, "sum=1.5", "sum=00", "goal=0", "goal=-5", "rounds=0", "rounds=1000"]
)
def test_an_option_that_means_nothing_is_refused(option: str) -> None:
    with pytest.raises(Slip, match="cannot be"):
        sheet(options=(option,))


def test_an_option_that_was_typed_is_said_in_words() -> None:
    options = sheet(options=("sum=162", "goal=1000", "rounds=12", "called=Jass")).rules.options
    words = {option.name: str(option.value_text(option.value)) for option in options.rows()}
    assert words == {
        "called": "Jass",
        "sum": "add up to 162",
        "wins": "the most points",
        "goal": "1000",
        "rounds": "12",
        "bids": "no",
    }


def test_a_round_has_nothing_but_its_dealer_and_its_points() -> None:
    with pytest.raises(Slip) as slip:
        sheet("deal Cid cards=3")
    assert str(slip.value) == "“cards”: a round has only its dealer"
    with pytest.raises(Slip, match="does not come now"):
        sheet("deal Cid", "bid Ana 3")
    with pytest.raises(Slip):
        sheet(*rounds("1,2,3"), "result points=1,2,3")


def test_a_round_is_told_by_who_dealt_it_and_every_preset_has_a_name() -> None:
    table = sheet(*rounds("1,2,3"), "deal Ana")
    rules = table.rules
    assert [str(rules.brief(judged.scored)) for judged in table.deals] == ["Cid deals", "None"]
    assert rules.lines(table.deals[1].scored, ()) == ()
    assert rules.result(table.deals[1].deal) == {}
    assert rules.prompts(table.deals[0].deal) == ()
    plain = game("plain")
    assert [str(plain.preset_name(word)) for word in plain.presets] == [
        "any game", "Skat", "Belote", "Tarot", "Rummy", "Oh Hell", "Oh Hell with bids", "Wizard",
    ]  # fmt: skip


def test_a_group_s_book_has_the_game_that_is_played_by_its_own_name() -> None:
    plain, tarot = game("plain"), game("tarot")
    assert [sheet(options=options).rules.booked for options in ((), ("called=Hearts",))] == ["plain", "plain Hearts"]
    assert a_table("tarot", seats=NAMES[:4]).rules.booked == "tarot"
    assert [str(plain.book_title(word)) for word in ("", "Hearts", "skat")] == ["Plain score sheet", "Hearts", "Skat"]
    assert str(tarot.book_title("")) == str(tarot.title)


def test_a_round_asks_for_its_points_until_they_are_written_and_no_pile_tells_them() -> None:
    table = sheet("deal Ana")
    deal = table.current.deal
    [asked] = table.rules.prompts(deal)
    assert [field.kind for field in (*asked.fields, *table.rules.fields(deal))] == ["points", "points"]
    assert table.rules.won(deal) is None
    assert str(table.rules.label(deal)) == "round 1"
    assert table.rules.prompts(sheet(*rounds("1,2,3")).ended[0].deal) == ()


BIDS = ("deal Cid", "bid Ana 2", "bid Ben 0", "bid Cid 1")


def after(result: str, counting: str = "ten-tricks") -> tuple[int, ...]:
    return sheet(*BIDS, result, options=(f"bids={counting}",)).standing.totals


@pytest.mark.law("plain.bid.1")
def test_each_player_bids_after_the_dealer_and_then_the_tricks_are_asked_for() -> None:
    asked = []
    for said in range(1, 5):
        table = sheet(*BIDS[:said], options=("bids=ten",))
        [prompt] = table.rules.prompts(table.current.deal)
        asked.append((prompt.kind, str(prompt.text)))
    assert asked == [
        *(("bid", f"{name}: how many tricks?") for name in NAMES[:3]),
        ("result", "The points of this round"),
    ]
    with pytest.raises(Slip, match="does not come now"):
        sheet(*BIDS[:3], "result tricks=2,0,1", options=("bids=ten",))


@pytest.mark.law("plain.bid.1")
def test_bids_come_in_any_order_and_one_a_player() -> None:
    table = sheet("deal Cid", "bid Cid 1", "bid Ana 2", "bid Ben 0", "result tricks=2,0,1", options=("bids=ten",))
    assert (table.standing.totals, table.deals[0].fouls) == ((12, 10, 11), ())
    for line, said in (
        ("bid Ana 3", "Ana has bid already"),
        ("bid Ben 21", "“21” stands where a number of tricks, 0 to 20 was expected"),
        ("bid Ben -1", "“-1” stands where a number of tricks, 0 to 20 was expected"),
        ("bid Ben two", "“two” stands where a number of tricks, 0 to 20 was expected"),
    ):
        with pytest.raises(Slip) as slip:
            sheet(*BIDS[:2], line, options=("bids=ten",))
        assert str(slip.value) == said


@pytest.mark.law("plain.score.3")
@pytest.mark.parametrize(
    ("counting", "points"),
    [("ten-tricks", (12, 3, 0)), ("ten", (12, 0, 0)), ("two", (4, -3, -1)), ("twenty", (40, -30, -10))],
)
def test_the_points_follow_from_the_bids_and_the_tricks(counting: str, points: tuple[int, ...]) -> None:
    """2 for 2, 3 for 0 and 0 for 1, by each way of counting."""
    assert after("result tricks=2,3,0", counting) == points


@pytest.mark.law("plain.score.3")
def test_what_the_table_writes_counts_in_place_of_what_follows() -> None:
    assert after("result tricks=2,3,0 points=,-5,") == (12, -5, 0)
    assert after("result tricks=2,3,0 points=1,2,3") == (1, 2, 3)
    for line, said in (
        ("result tricks=2,3", "Tricks: expected a number for each of Ana, Ben, Cid"),
        ("result points=1,2,3", "Tricks: expected a number for each of Ana, Ben, Cid"),
        ("result tricks=2,-1,0", "nobody takes fewer tricks than none"),
        ("result tricks=2,1,0 points=1,2", "Other points than follow: expected a number for each of Ana, Ben, Cid"),
    ):
        with pytest.raises(Slip) as slip:
            after(line)
        assert str(slip.value) == said


def test_a_bid_is_met_or_not_in_the_book_of_the_group() -> None:
    table = sheet(*BIDS, "result tricks=2,3,0", options=("bids=ten",))
    aims = table.rules.aims(table.deals[0].scored)
    assert [(table.seats[aim.seat], aim.made) for aim in aims] == [("Ana", True), ("Ben", False), ("Cid", False)]


@pytest.mark.law("plain.bid.1")
def test_a_bid_is_said_in_words_and_no_card_is_played() -> None:
    table = sheet("deal Cid", "bid Cid 1", options=("bids=ten",))
    assert language("en").say(table.rules.word_text("3")) == "bids 3"
    with pytest.raises(Slip):
        sheet("deal Cid", "play Ana H5")
