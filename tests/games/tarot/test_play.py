"""The tricks of tarot: what a card says, who takes, the Excuse, and how a deal comes to its count."""

from typing import Any

import pytest

from referee.words.text import Slip
from tests.help.tarot import FOUR, check, kinds, last

THREE, FIVE = "Ana Ben Cid", "Ana Ben Cid Dan Eva"
BIDS = "bid Ana pass\nbid Ben pass\nbid Cid garde-sans\nbid Dan pass\n"
DEAL = "deal Dan\n" + BIDS


def winner(cards: str) -> str:
    tricks = last(DEAL + f"trick Ana {cards}")["tricks"]
    found: str = tricks[0]["winner"]
    return found


@pytest.mark.parametrize(
    ("cards", "who"),
    [
        ("S1 S10 SJ SK", "Dan"),
        ("S1 H10 SJ DK", "Cid"),
        ("S1 T1 SK T2", "Dan"),
        ("EX S3 S9 HK", "Cid"),
        ("T3 EX T21 T4", "Cid"),
        ("HN HQ HJ H10", "Ben"),
    ],
)
@pytest.mark.law("tarot.play.5")
def test_the_highest_trump_else_the_highest_of_the_suit_led_takes(cards: str, who: str) -> None:
    assert winner(cards) == who


@pytest.mark.parametrize(
    ("played", "then", "kind"),
    [
        ("S1 H2 S3 S4", "S5", "must-follow"),
        ("S1 H2 S3 S4", "T5", "must-trump"),
        ("S1 T2 S3 S4", "S5", "must-follow"),
        ("T9 H2 T3 T4", "T21", "must-follow"),
        ("T9 T2 T10 T4", "T21", "must-overtrump"),
        ("S1 EX S3 S4", None, None),
        ("EX H2 S3 S4", None, None),
    ],
)
@pytest.mark.law("tarot.play.2", "tarot.play.3")
def test_what_a_card_says_is_held_against_what_comes_later(played: str, then: str | None, kind: str | None) -> None:
    lines = DEAL + f"trick Ana {played}\n" + (f"play Ben {then}" if then else "")
    shown = [foul for foul in kinds(last(lines)) if foul[0] != "out-of-turn"]
    assert shown == ([(kind, "Ben", "shown")] if kind else [])


def test_after_an_unseen_card_nobody_is_held_to_go_over() -> None:
    lines = DEAL + "play Ana S1\nplay Ben T5\nplay Cid ?\nplay Dan T2\ntook Cid\ntrick Cid H1 T7"
    assert kinds(last(lines)) == []


def test_an_unseen_lead_binds_nobody() -> None:
    assert kinds(last(DEAL + "play Ana ?\nplay Ben S2\nplay Cid H3\nplay Dan T1\ntook Dan\nplay Dan S1")) == []


def test_a_card_laid_before_one_s_turn_binds_nobody_before_it() -> None:
    lines = (
        DEAL + "play Ana S1\nplay Cid T9\nplay Ben T3\nplay Dan S2\nplay Cid H1\nplay Dan H2\nplay Ana H3\nplay Ben T10"
    )
    assert [kind for kind, _, _ in kinds(last(lines))] == ["out-of-turn"]


# --- the Petit alone


@pytest.mark.law("tarot.deal.3")
def test_the_petit_alone_comes_to_light_when_all_other_trumps_have_been_seen() -> None:
    lines = DEAL.replace("garde-sans", "garde-contre") + "trick Ana T1 T2 T3 T4\ntrick Dan T5 H1 T6 T7\n"
    lines += "trick Cid T8 T9 H2 T10\ntrick Ben T11 T12 T13 H3\ntrick Dan T14 H4 T15 T16\ntrick Cid T17 T18 H5 T19\n"
    lines += "trick Ben T20 T21 D1 H6\n"
    assert kinds(last(lines)) == []
    deal = last(lines + "trick Cid EX")
    assert kinds(deal) == [("late-announcement", "Ana", "shown")]
    assert deal["fouls"][0]["committed"] == 5


def test_who_had_another_trump_had_not_the_petit_alone() -> None:
    lines = DEAL + "trick Ana T1 T2 T3 T4\ntrick Dan T5 T6 EX T7\n"
    assert kinds(last(lines)) == []


def test_the_taker_s_own_petit_alone_is_told_from_the_kitty_s_trumps() -> None:
    # Ana is dealt the Petit alone, takes three trumps in the kitty, and sets three suit cards aside.
    start = "deal Cid cards=24\nbid Ana garde\nbid Ben pass\nbid Cid pass\nkitty T19 T20 T21 S1 S2 S3\n"
    start += "discard Ana S1 S2 S3 H1 H2 H3\n"
    tricks = ["Ana T21 T2 T3", "Ana T20 T4 T5", "Ana T19 T6 T7", "Ana T1 T8 T9", "Cid T10 H4 T11", "Ben T12 T13 H5"]
    tricks += ["Cid T14 H6 T15", "Ben T16 T17 H7"]
    text = start + "".join(f"trick {trick}\n" for trick in tricks)
    assert kinds(last(text, THREE)) == []
    deal = last(text + "trick Cid T18 H8 EX", THREE)
    assert kinds(deal) == [("late-announcement", "Ana", "shown")]


def test_a_card_nobody_saw_leaves_the_petit_unknown() -> None:
    lines = DEAL + "play Ana ?\nplay Ben S2\nplay Cid S3\nplay Dan S4\ntook Ana\nplay Ana T1"
    assert kinds(last(lines)) == []


def test_a_kitty_nobody_saw_leaves_the_taker_s_petit_unknown() -> None:
    start = "deal Cid cards=24\nbid Ana garde\nbid Ben pass\nbid Cid pass\ndiscard Ana count=6\n"
    assert kinds(last(start + "trick Ana T1 T2 T3\nplay Cid ?", THREE)) == []
    hidden = "deal Cid\nbid Ana garde\nbid Ben pass\nbid Cid pass\nkitty T19 T20 T21 S1 S2 S3\ndiscard Ana count=6\n"
    assert kinds(last(hidden + "trick Ana T1 T2 T3", THREE, options=("discard=free",))) == []


# --- the count


SLAM = [
    "21 S7 2 HJ", "20 S8 3 HN", "19 S9 4 HQ", "18 S10 5 HK", "17 SJ C1 D1", "16 SN C2 D2", "15 SQ C3 D3", "14 SK C4 D4",
    "13 H1 C5 D5", "12 H2 C6 D6", "11 H3 C7 D7", "10 H4 C8 D8",
    "9 H5 C9 D9", "8 H6 C10 D10", "7 H7 CJ DJ", "6 H8 CN DN",
]  # fmt: skip


@pytest.fixture(autouse=True)
def scores_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the fouls of these made-up tricks did is not asked here: every card of them is against some law."""
    monkeypatch.setattr("referee.table.report.damage_of", lambda *_: None)


def ends(
    with_tricks: str, contract: str = "garde-sans", announce: bool = False, options: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A deal in which Ana takes every trick with trumps but the last two or three, which are given."""
    tricks = []
    for trick in SLAM[: 18 - with_tricks.count("trick")]:
        first, *rest = trick.split()
        tricks.append("trick Ana " + " ".join(["T" + first, *("T" + c if c.isdigit() else c for c in rest)]))
    said = "announce Ana slam\n" if announce else ""
    start = f"deal Dan\nbid Ana {contract}\nbid Ben pass\nbid Cid pass\nbid Dan pass\n{said}"
    return last(start + "\n".join(tricks) + "\n" + with_tricks, options=options)


@pytest.mark.law("tarot.play.7")
def test_a_slam_that_ends_with_the_excuse_has_the_petit_last_in_the_trick_before() -> None:
    deal = ends("trick Ana T1 H9 CQ DQ\ntrick Ana EX H10 CK DK", announce=True)
    assert deal["tricks"][-1]["winner"] == "Ana"
    assert deal["result"] == {
        "taker": "Ana", "contract": "garde-sans", "bouts": 3, "points": 91, "petit": "attack", "slam": "announced-made",
    }  # fmt: skip


def test_the_excuse_in_the_last_trick_goes_to_the_other_side() -> None:
    last_two = "trick Ana T1 H9 CQ DQ\ntrick Ana H10 EX CK DK"
    deal = ends(last_two)
    # All tricks are Ana's, so Ben's Excuse is too.
    assert (deal["points"], deal["bouts"], deal["result"]["slam"]) == (91, 3, "made")
    assert ends(last_two, options=("excuse_last=trick_winner",))["points"] == 91


@pytest.mark.law("tarot.play.6")
def test_the_excuse_played_before_stays_with_its_side_for_half_a_point() -> None:
    deal = ends("trick Ana T1 EX CQ DQ\ntrick Ana H10 H9 CK DK")
    assert (deal["points"], deal["bouts"], deal["result"]["slam"]) == (87, 2, "made")


@pytest.mark.law("tarot.play.7")
def test_the_taker_s_excuse_in_the_last_trick_is_lost() -> None:
    deal = ends("trick Ana H9 H10 CQ DQ\ntrick Ben CK DK T1 EX")
    # Defence: 9, 10, two queens; king, king, Petit, Excuse: 8 + 18.
    assert (deal["points"], deal["bouts"], deal["result"]["petit"]) == (65, 1, "defence")


def test_one_s_own_excuse_in_a_last_trick_one_wins_changes_sides_for_half_a_point() -> None:
    tricks = "trick Ana H9 H10 CQ DQ\ntrick Ben T1 EX CK DK"
    # Defence: 8, then the Petit and two kings, and half a point for the Excuse: 22.
    assert [ends(tricks)[key] for key in ("points", "bouts")] == [69, 2]
    kept = ends(tricks, options=("excuse_last=trick_winner",))
    assert [kept[key] for key in ("points", "bouts")] == [65, 1]


@pytest.mark.law("tarot.score.2")
def test_a_captured_petit_pays_its_captor_or_nobody() -> None:
    tricks = "trick Ana H9 H8 CN DN\ntrick Ana EX H10 CQ DQ\ntrick Ben T1 CK DK T6"
    assert ends(tricks)["result"]["petit"] == "attack"
    assert "petit" not in ends(tricks, options=("petit_captured=nobody",))["result"]
    own = "trick Ana H9 H10 CQ DQ\ntrick Ben T1 EX CK DK"
    assert ends(own, options=("petit_captured=nobody",))["result"]["petit"] == "defence"


@pytest.mark.law("tarot.kitty.3")
def test_a_garde_contre_leaves_the_kitty_to_the_defence() -> None:
    deal = ends("trick Ana T1 H9 CQ DQ\ntrick Ana EX H10 CK DK", "garde-contre")
    # The kitty is six low spades: 3 points.
    assert (deal["points"], deal["result"]["slam"]) == (88, "made")


def test_cards_nobody_saw_leave_the_count_to_the_players() -> None:
    deal = ends("trick Ana T1 ? CQ ?\ntook Ana\ntrick Ana EX H10 CK DK")
    assert (deal["state"], deal["points"], deal["result"]["taker"]) == ("done", 91, "Ana")


def test_a_kitty_turned_after_the_last_trick_may_tell_the_count() -> None:
    hidden = "trick Ana T1 H9 ? DQ\ntook Ana\ntrick Ana H10 EX CK ?\ntook Ana"
    deal = ends(hidden, "garde-contre")
    assert (deal["state"], deal["points"]) == ("open", None)
    counted = ends(hidden + "\nkitty S1 S2 S3 S4 S5 S6", "garde-contre")
    assert (counted["state"], counted["points"]) == ("done", 88)


def test_a_shortened_deal_ends_without_a_score() -> None:
    deal = last("deal Dan cards=1\nbid Cid garde-sans\ntrick Ana S1 S2 S3 S4")
    assert (deal["state"], deal["lines"], deal["points"]) == ("done", [], None)


def test_tricks_alone_need_their_points_typed() -> None:
    text = DEAL + "\n".join(["took Cid"] * 17 + ["took Ben T1"])
    found = check(text)
    assert found["next"] == {"kind": "result", "seat": None}
    deal = last(text + "\nresult bouts=2 points=60 petit=defence")
    assert (deal["state"], deal["scores"]["Cid"]) == ("done", 3 * (44 * 4 - 40))


def test_nobody_plays_on_after_the_last_trick() -> None:
    with pytest.raises(Slip, match="does not come now"):
        check(DEAL + "\n".join(["took Cid"] * 17 + ["took Ben"]) + "\nplay Cid S1", FOUR)


def test_tricks_without_an_auction_take_their_contract_from_the_result() -> None:
    text = "deal Dan\n" + "\n".join(["took Cid"] * 18)
    deal = last(text + "\nresult taker=Cid contract=garde bouts=3 points=91 slam=made")
    assert deal["scores"]["Cid"] == 3 * (80 * 2 + 200)
    assert (
        last("deal Dan\ntrick Ana S1 H2 S3 S4\nplay Dan S5\nplay Ana S6\nplay Ben S7")["fouls"][0]["kind"]
        == "must-follow"
    )


def test_at_five_a_called_card_that_never_fell_lay_in_the_kitty() -> None:
    start = "deal Eva\nbid Ana garde-sans\ncall Ana HK\n"
    assert last(start + "play Ana S1\nplay Ben S2", FIVE)["result"] == {"taker": "Ana", "contract": "garde-sans"}


def test_after_the_excuse_a_card_out_of_turn_names_no_suit_for_who_was_to_play() -> None:
    # Cid lays a spade before Ben's turn; Ben, whose card names the suit, plays a heart and has a spade.
    lines = DEAL + "play Ana EX\nplay Cid S5\nplay Ben H3\nplay Dan S9\ntrick Dan S6 S7 S8\n"
    assert kinds(last(lines)) == [("out-of-turn", "Cid", "seen")]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param("play Dan S9\ntrick Dan H4 H10 HJ H2\n", id="he has a heart"),
        pytest.param("play Dan H9\ntrick Cid S6 S8 S7 S10\n", id="he has a spade"),
    ],
)
def test_a_card_out_of_turn_after_the_excuse_leaves_the_suit_open_for_the_last(lines: str) -> None:
    # Cid's spade was laid first, Ben's heart is first in turn: the laws do not say which of them Dan is to follow.
    found = last(DEAL + "play Ana EX\nplay Cid S5\nplay Ben H3\n" + lines)
    assert kinds(found) == [("out-of-turn", "Cid", "seen")]
