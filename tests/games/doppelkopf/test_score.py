"""Doppelkopf's score line by line: from tricks and from results, extras, options, slips in results."""

import pytest

from referee.words.text import Slip
from tests.help.doppelkopf import HEALTHY, last, prompts, scores, solo, table

TRICKS = (
    "trick Ana CA C9 C10 CK", "trick Ana HA CQ H9 HA", "trick Ben SA S9 SK SK", "trick Ben D9 HQ D9 DJ",
    "trick Cid SA S9 S10 S10", "trick Cid DQ CQ H10 HJ", "trick Ana CA SQ HK D10", "trick Ben CJ DK HJ DQ",
    "trick Ana C9 SJ DK HK", "trick Ben SQ DJ SJ HQ", "trick Ben DA D10 H10 CK", "trick Dan H9 C10 CJ DA",
)  # fmt: skip
"""The published deal of jengryg/doppelkopf-srv SeededNormalPlayTest.kt @0b0b30d: Ben and Dan are Re, 150 to 90."""


def value(line: str, preset: str = "standard", *options: str) -> list[int]:
    return scores(last("deal Dan", f"result {line}", preset=preset, options=options))


# --- from the tricks


@pytest.mark.law("doppelkopf.extra.2")
def test_the_published_deal_is_scored_from_its_tricks() -> None:
    deal = last("deal Dan", *HEALTHY, *TRICKS, options=("dulle=yes",))
    assert deal["state"] == "done"
    assert deal["result"] == {
        "re": ["Ben", "Dan"], "type": "normal", "points": 150, "re-extra": {"fox": 1, "karlchen": 1},
    }  # fmt: skip
    assert [(line["law"], line["text"], list(line["points"].values())) for line in deal["lines"]] == [
        ("doppelkopf.value.1", "the deal won", [-1, 1, -1, 1]),
        ("doppelkopf.extra.1", "a fox caught: that of Cid, trick 12", [-1, 1, -1, 1]),
        ("doppelkopf.extra.2", "Karlchen takes the last trick: Ben, trick 12", [-1, 1, -1, 1]),
    ]
    assert scores(deal) == [-3, 3, -3, 3]


def test_the_result_says_who_made_each_announcement() -> None:
    said = ("announce Dan re", "announce Ana kontra", TRICKS[0], "announce Ana no90")
    deal = last("deal Dan", *HEALTHY, *said, *TRICKS[1:], options=("dulle=yes",))
    told = [line["text"] for line in deal["lines"]]
    assert {"Re said: Dan", "Kontra said: Ana", "no 90 said by Kontra: Ana"} <= set(told)
    typed = last("deal Dan", "result re=Ben,Dan points=150 re-said=re")  # nobody wrote down who
    assert "Re said" in [line["text"] for line in typed["lines"]]


@pytest.mark.law("doppelkopf.extra.1")
def test_a_fox_stays_open_until_the_sides_are_known() -> None:
    lines = ["deal Dan", *HEALTHY, "trick Ana D9 DA DK CJ"]
    assert last(*lines)["result"] == {}
    assert last(*lines, "play Dan CQ", "play Ana D10", "play Ben DJ", "play Cid CQ")["result"] == {
        "re-extra": {"fox": 1}
    }


@pytest.mark.law("doppelkopf.extra.1")
def test_a_fox_of_ones_own_side_is_not_caught() -> None:
    deal = last("deal Dan", *HEALTHY, "trick Ana D9 DA DK CQ", "trick Dan DJ D9 CQ DQ")
    assert deal["result"] == {}


@pytest.mark.law("doppelkopf.extra.4")
def test_a_trick_of_forty_is_a_doppelkopf() -> None:
    lines = ["deal Dan", *solo("Ana", "hochzeit"), "took Ben"]
    assert last(*lines, "trick Ben SA SA S10 S10")["result"] == {"re-extra": {"doppelkopf": 1}}
    assert last(*lines, "trick Ben SA SA S10 SK")["result"] == {}


@pytest.mark.law("doppelkopf.extra.3")
def test_karlchen_caught_by_the_other_side_scores_and_by_a_partner_does_not() -> None:
    start = ["deal Dan cards=2", *solo("Ana", "hochzeit"), "trick Ana D9 SQ D10 DK"]
    assert last(*start, "trick Ben D9 SQ DK CJ")["result"]["kontra-extra"] == {"karlchen-caught": 1}
    assert "re-extra" not in last(*start, "trick Ben SQ D9 DK CJ")["result"]
    assert last(*start, "trick Ben CJ D9 CJ DK")["result"] == {
        "re": ["Ana", "Ben"], "type": "hochzeit", "points": 25, "no-trick": "kontra",
        "re-extra": {"karlchen": 1, "karlchen-caught": 1},
    }  # fmt: skip


@pytest.mark.law("doppelkopf.value.8")
def test_an_exercise_with_fewer_cards_scores_nothing() -> None:
    deal = last("deal Dan cards=1", *HEALTHY, "trick Ana CA C9 C10 CK")
    assert (deal["state"], deal["lines"], scores(deal)) == ("done", [], [0, 0, 0, 0])


def test_cards_nobody_saw_leave_the_result_to_be_counted() -> None:
    unseen = [TRICKS[0].replace("C9", "?"), "took Ana", *TRICKS[1:]]
    at = table("deal Dan", *HEALTHY, *unseen, options=("dulle=yes",))
    assert at.current is not None
    assert [prompt.kind for prompt in prompts(at)] == ["result"]
    assert not prompts(at)[0].optional
    deal = last("deal Dan", *HEALTHY, *unseen, "result re=Ben,Dan points=150", options=("dulle=yes",))
    assert scores(deal) == [-3, 3, -3, 3], "as published: a fox caught and Karlchen were seen"


@pytest.mark.parametrize(
    ("tricks", "what"),
    [
        pytest.param(("trick Ana CQ D9 CQ DJ", "trick Ana SA S10 SA S10"), "doppelkopf", id="a doppelkopf"),
        pytest.param(("trick Ana CQ D9 CQ D9", "trick Ana SA DA SQ S9"), "fox", id="a fox"),
    ],
)
@pytest.mark.law("doppelkopf.extra.1", "doppelkopf.extra.4")
def test_a_typed_result_keeps_the_extras_that_were_seen(tricks: tuple[str, str], what: str) -> None:
    lines = ["deal Dan", *HEALTHY, *tricks]
    assert scores(last(*lines, "result points=150")) == [2, -2, 2, -2], "the deal won, and the extra"
    assert last(*lines, "result points=150")["result"]["re-extra"] == {what: 1}
    assert scores(last(*lines, f"result points=150 re-extra={what}:2")) == [3, -3, 3, -3], "another fell unseen"
    with pytest.raises(Slip, match="the cards noted show more for Re: a "):
        last(*lines, f"result points=150 re-extra={what}:0")
    field = next(field for field in prompts(table(*lines))[-1].fields if field.name == "re-extra")
    assert field.start == f"{what}:1"


def test_the_extras_seen_go_to_the_sides_that_the_result_names() -> None:
    lines = ["deal Dan", *HEALTHY, "trick Ana SA S10 SA S10"]
    assert last(*lines, "result re=Ana,Ben points=150")["result"]["re-extra"] == {"doppelkopf": 1}
    assert last(*lines, "result re=Cid,Ben points=150")["result"]["kontra-extra"] == {"doppelkopf": 1}
    assert "re-extra" not in last(*lines, "result re=Ana points=150")["result"], "a solo has no extras"


def test_tricks_named_one_by_one_end_in_a_result() -> None:
    lines = ["deal Dan", *solo("Ana", "hochzeit"), "took Ana", *["took Ben"] * 11]
    assert last(*lines)["state"] == "open"
    assert scores(last(*lines, "result re=Ana,Ben points=240 no-trick=kontra")) == [5, 5, -5, -5]


@pytest.mark.law("doppelkopf.side.1")
def test_who_holds_both_old_ladies_and_says_gesund_plays_alone() -> None:
    """The published deal with the queens of clubs in one hand."""
    tricks = [trick.replace("DQ CQ H10 HJ", "DQ SQ H10 HJ").replace("CA SQ HK D10", "CA CQ HK D10") for trick in TRICKS]
    deal = last("deal Dan", *HEALTHY, *tricks, options=("dulle=yes",))
    assert (deal["re"], deal["result"]["type"]) == (["Ben"], "silent-solo")
    assert "re-extra" not in deal["result"]
    assert (deal["result"]["points"], scores(deal)) == (115, [1, -3, 1, 1])


def test_a_hochzeit_without_a_partner_is_called_so() -> None:
    deal = last("deal Dan", *solo("Ben", "hochzeit"), "result re=Ben type=hochzeit-solo points=121")
    assert scores(deal) == [-1, 3, -1, -1]


# --- the value


@pytest.mark.parametrize(
    ("line", "preset", "options", "expected"),
    [
        # against the old ladies
        ("re=Ana,Ben type=normal points=119", "standard", (), [-2, -2, 2, 2]),
        ("re=Ana,Ben type=armut points=119", "standard", (), [-2, -2, 2, 2]),
        ("re=Ana,Ben type=armut points=119", "standard", ("against_old=not_poverty",), [-1, -1, 1, 1]),
        ("re=Ana,Ben type=normal points=119", "standard", ("against_old=not_poverty",), [-2, -2, 2, 2]),
        ("re=Ana type=silent-solo points=119", "standard", ("against_old=not_poverty",), [-3, 1, 1, 1]),
        ("re=Ana type=silent-solo points=119", "standard", ("against_old=always",), [-6, 2, 2, 2]),
        ("re=Ana,Ben type=normal points=119", "standard", ("against_old=never",), [-1, -1, 1, 1]),
        # only Kontra said: Re needs 120, Kontra 121
        ("re=Ana,Ben type=normal points=120 kontra-said=kontra", "standard", (), [3, 3, -3, -3]),
        ("re=Ana,Ben type=normal points=119 kontra-said=kontra", "standard", (), [-4, -4, 4, 4]),
        # schwarz means no trick, not no points
        ("re=Ana,Ben type=normal points=240 no-trick=nobody", "standard", (), [4, 4, -4, -4]),
        ("re=Ana,Ben type=normal points=240 no-trick=kontra", "standard", (), [5, 5, -5, -5]),
        ("re=Ana,Ben type=normal points=240 re-said=schwarz no-trick=nobody", "ddv", (), [-8, -8, 8, 8]),
        # a winner may end negative
        ("re=Ana,Ben type=normal points=121 kontra-extra=fox:2", "standard", (), [-1, -1, 1, 1]),
        # Re and Kontra double the value, extras stand beside it
        ("re=Ana,Ben type=normal points=151 re-said=re kontra-said=kontra", "standard", ("re_kontra=double",), [8, 8, -8, -8]),
        ("re=Ana,Ben type=normal points=121 re-said=re re-extra=fox", "standard", ("re_kontra=double",), [3, 3, -3, -3]),
        # both fail
        ("re=Ana,Ben type=normal points=170 re-said=no60 kontra-said=no60", "standard", (), [1, 1, -1, -1]),
        ("re=Ana,Ben type=normal points=170 re-said=no60 kontra-said=no60", "ddv", (), [3, 3, -3, -3]),
        ("re=Ana,Ben type=normal points=170 re-said=no60 kontra-said=no60 re-extra=fox", "ddv", ("both_fail=extras",), [1, 1, -1, -1]),
        # extras by option
        ("re=Ana,Ben type=normal points=121 re-extra=fox:1,doppelkopf:2", "standard", (), [4, 4, -4, -4]),
        ("re=Ana,Ben type=normal points=121 re-extra=karlchen-caught:1", "standard", (), [2, 2, -2, -2]),
        ("re=Ana,Ben type=normal points=121 re-extra=karlchen-caught:1", "ddv", (), [1, 1, -1, -1]),
        ("re=Ana,Ben type=normal points=121 re-extra=fox:1", "standard", ("extras=no",), [1, 1, -1, -1]),
        ("re=Ana,Ben type=normal points=121 re-extra=fox:0", "standard", (), [1, 1, -1, -1]),
        ("re=Ana type=solo-aces points=121 re-extra=fox:1", "standard", (), [3, -1, -1, -1]),
    ],
)  # fmt: skip
@pytest.mark.law("doppelkopf.win.1", "doppelkopf.win.2", "doppelkopf.win.3", "doppelkopf.value.2", "doppelkopf.value.3")
def test_what_a_deal_is_worth(line: str, preset: str, options: tuple[str, ...], expected: list[int]) -> None:
    assert value(line, preset, *options) == expected


@pytest.mark.law("doppelkopf.value.1", "doppelkopf.value.3", "doppelkopf.value.4", "doppelkopf.value.5")
def test_every_line_says_what_it_is_for() -> None:
    line = "result re=Ana,Ben type=normal points=209 re-said=re,no90 kontra-said=kontra re-extra=fox:2,doppelkopf"
    deal = last("deal Dan", line, preset="ddv")
    assert [(line["law"][11:], line["text"], line["points"]["Ana"]) for line in deal["lines"]] == [
        ("value.1", "the deal won", 1),
        ("value.3", "Re said", 2),
        ("value.3", "Kontra said", 2),
        ("value.4", "Kontra under 90", 1),
        ("value.4", "Kontra under 60", 1),
        ("value.5", "no 90 said by Re", 1),
        ("extra.1", "2 foxes caught", 2),
        ("extra.4", "a Doppelkopf", 1),
    ]


def test_a_bock_round_doubles_what_is_scored_and_nothing_stays_nothing() -> None:
    options = ("bock=double",)
    assert scores(last("deal Dan bock=yes", "result re=Ana,Ben points=121", options=options)) == [2, 2, -2, -2]
    even = "result re=Ana,Ben points=121 kontra-extra=fox:1"
    assert scores(last("deal Dan bock=yes", even, options=options)) == [0, 0, 0, 0]


@pytest.mark.law("doppelkopf.win.3")
def test_a_bock_round_adds_nothing_where_nobody_wins() -> None:
    both = "result re=Ana,Ben points=150 re-said=no60 kontra-said=no60"
    assert scores(last("deal Dan bock=yes", both, options=("bock=plus2",))) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        # Re needs 121, Kontra 120.
        ("re=Ana,Ben points=134", "Re 134 to Kontra 106: Re wins"),
        ("re=Ana,Ben points=120", "Re 120 to Kontra 120: Kontra wins"),
        ("re=Ana type=solo-aces points=121", "Re 121 to Kontra 119: the solo is won"),
        ("re=Ana type=solo-aces points=119", "Re 119 to Kontra 121: the solo is lost"),
        # Both said that the other side stays under 60: neither did.
        ("re=Ana,Ben points=150 re-said=no60 kontra-said=no60", "Re 150 to Kontra 90: nobody wins"),
    ],
)
@pytest.mark.law("doppelkopf.win.1", "doppelkopf.win.3")
def test_a_deal_ends_with_the_card_points_of_both_sides_and_who_won(line: str, said: str) -> None:
    at = table("deal Dan", f"result {line}")
    assert str(at.rules.result_text(at.deals[0].scored)) == said


def test_of_an_open_deal_and_of_one_with_fewer_cards_no_ending_is_told() -> None:
    for lines in (["deal Dan"], ["deal Dan cards=1", *HEALTHY, "trick Ana CA C9 C10 CK"]):
        at = table(*lines)
        assert at.rules.result_text(at.deals[0].scored) is None


# --- a result as it is written


@pytest.mark.law("doppelkopf.deck.1")
def test_without_nines_the_points_are_the_same_and_a_hand_has_ten_cards() -> None:
    at = table("deal Dan", options=("nines=no",))
    assert at.current is not None
    assert (at.current.deal.size, len(at.rules.deck)) == (10, 40)
    with pytest.raises(Slip, match="C9"):
        table("deal Dan", *HEALTHY, "play Ana C9", options=("nines=no",))


def test_the_type_may_be_left_out_where_the_auction_says_it() -> None:
    assert last("deal Dan", *solo("Ana", "solo-aces"), "result re=Ana points=121")["result"]["type"] == "solo-aces"
    assert last("deal Dan", "result re=Ana,Ben points=121")["result"]["type"] == "normal"


@pytest.mark.parametrize(
    ("line", "match"),
    [
        ("re=Ana,Ben", "points="),
        ("points=121", "one name or two"),
        ("re=Ana,Ben,Cid points=121", "one name or two"),
        ("re=Ana,Ana points=121", "one name or two"),
        ("re=Ana,Zoe points=121", "one name or two"),
        ("re=Ana points=121", "which solo was it"),
        ("re=Ana type=normal points=121", "the deal was “normal”: expected one of Clubs solo"),
        ("re=Ana,Ben type=solo-aces points=121", "the deal was “Solo without trumps”: expected one of normal"),
        ("re=Ana,Ben points=241", "241"),
        ("re=Ana,Ben points=many", "many"),
        ("re=Ana,Ben points=121 no-trick=kontra", "card points"),
        ("re=Ana,Ben points=121 no-trick=us", "us"),
        ("re=Ana,Ben points=121 re-said=kontra", "kontra"),
        ("re=Ana,Ben points=121 re-extra=dog:1", "dog"),
        ("re=Ana,Ben points=121 re-extra=fox:3", "fox:3"),
        ("re=Ana,Ben points=121 re-extra=fox:x", "fox:x"),
        ("re=Ana,Ben points=121 re-extra=fox,fox", "fox,fox"),
        ("re=Ana,Ben points=121 trumps=3", "trumps"),
        ("re=Ana,Ben points=121 re-extra=fox:2 kontra-extra=fox:1", "together"),  # there are two
        ("re=Ana,Ben points=121 re-extra=doppelkopf:2 kontra-extra=doppelkopf:3", "together"),  # 16 aces and tens
        ("re=Ana,Ben points=121 re-extra=karlchen kontra-extra=karlchen", "together"),  # one takes the last trick
        ("re=Ana,Ben points=121 re-extra=karlchen kontra-extra=karlchen-caught", "together"),
        ("re=Ana,Ben points=121 re-extra=karlchen:1,karlchen-caught:2", "together"),  # there are two jacks of clubs
        ("re=Ana,Ben points=119 re-extra=doppelkopf:3", "the extras of Re take 120 card points, and it has 119"),
        ("re=Ana,Ben points=219 kontra-extra=fox:2", "the extras of Kontra take 22 card points, and it has 21"),
        ("re=Ana,Ben points=239", "no tricks give Re 239 points"),  # no card is worth 1
        ("re=Ana,Ben points=1", "no tricks give Re 1 points"),
        ("re=Ana,Ben points=240", "Kontra has no points: enter whether"),
        ("re=Ana,Ben points=0 no-trick=both", "expected re, kontra or nobody"),
        (
            "re=Ana,Ben points=0 no-trick=re re-extra=karlchen-caught",
            "the extras of Re take 2 card points, and it has 0",
        ),
    ],
)
def test_a_result_that_cannot_be_is_a_slip(line: str, match: str) -> None:
    with pytest.raises(Slip, match=match):
        value(line)


def test_without_nines_every_trick_has_points() -> None:
    with pytest.raises(Slip, match="no tricks give Re 7 points"):
        value("re=Ana,Ben points=7", "standard", "nines=no")  # four jacks are 8
    with pytest.raises(Slip, match="no tricks give Re 0 points"):
        value("re=Ana,Ben points=0 no-trick=nobody", "standard", "nines=no")


def test_only_with_nines_may_a_trick_have_no_points() -> None:
    def choices(nines: str) -> list[list[str]]:
        asked = prompts(table("deal Dan", options=(f"nines={nines}",)))[-1].fields
        return [[choice.word for choice in field.choices] for field in asked if field.name == "no-trick"]

    assert choices("yes") == [["re", "kontra", "nobody"]]
    assert choices("no") == [["re", "kontra"]]


def test_a_side_without_points_is_asked_for_its_tricks_only_in_a_whole_deal() -> None:
    with pytest.raises(Slip, match="Kontra has no points"):
        value("re=Ana,Ben points=240")
    assert last("deal Dan cards=2", "result re=Ana,Ben points=240")["state"] == "done"


def test_an_armut_is_not_taken_where_none_is_played() -> None:
    with pytest.raises(Slip, match="the deal was “Armut”"):
        value("re=Ana,Ben type=armut points=121", "standard", "armut=no")


@pytest.mark.parametrize(
    ("result", "slip"),
    [
        ("points=34", True),  # the first trick holds 35 already
        ("points=35", False),
        ("points=219", False),
        ("points=220", True),  # a trick of Kontra holds 21
    ],
)
def test_points_that_the_tricks_noted_contradict_are_a_slip_of_the_pen_perhaps(result: str, slip: bool) -> None:
    tricks = ("trick Ana CQ DA D10 DA", "trick Ana C9 CA C10 C9")
    deal = last("deal Dan", *HEALTHY, *tricks, f"result re=Ana,Cid {result}")
    assert [foul["kind"] for foul in deal["fouls"]] == (["wrong-count"] if slip else [])
    assert deal["state"] == "done"


def test_a_result_agrees_with_the_auction() -> None:
    with pytest.raises(Slip, match="the deal was “normal”"):
        table("deal Dan", *solo("Ana", "hochzeit"), "result re=Ana,Ben type=normal points=121")


def test_the_fields_of_a_result_follow_the_options() -> None:
    def names(preset: str, *options: str) -> list[str]:
        return [field.name for field in prompts(table("deal Dan", preset=preset, options=options))[-1].fields]

    full = ["re", "type", "points", "re-said", "kontra-said", "no-trick", "re-extra", "kontra-extra"]
    assert names("standard") == full
    assert names("standard", "extras=no") == full[:-2]
    at = table("deal Dan", preset="ddv")
    assert at.current is not None
    fields = {field.name: field for field in at.rules.fields(at.current.deal)}
    assert "armut" not in [choice.word for choice in fields["type"].choices]
    assert [c.word for c in fields["re-extra"].choices] == [
        "fox:1", "fox:2", "karlchen:1", "doppelkopf:1", "doppelkopf:2", "doppelkopf:3", "doppelkopf:4",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "match"),
    [
        ("deal Dan part=2", "part"),
        ("deal Dan cards=13", "13"),
        ("deal Dan cards=0", "0"),
        ("deal Dan bock=maybe", "maybe"),
    ],
)
def test_a_deal_is_opened_as_it_can_be(line: str, match: str) -> None:
    with pytest.raises(Slip, match=match):
        table(line)


def test_a_result_counts_what_was_heard_before_unless_it_says_so_itself() -> None:
    heard = ("deal Dan", *HEALTHY, "announce Ana re", "announce Ben kontra")
    assert scores(last(*heard, "result re=Ana,Cid points=130")) == [5, -5, 5, -5]
    assert scores(last(*heard[:-1], "result re=Ana,Cid points=130 kontra-said=kontra,no90")) == [6, -6, 6, -6]
    assert last(*heard, "result re=Ana,Cid points=130")["result"]["re-said"] == ["re"]


def test_a_result_need_not_name_the_sides_that_the_contract_has_settled() -> None:
    deal = last("deal Dan", *solo("Ana", "solo-queens"), "result points=130")
    assert deal["result"]["re"] == ["Ana"]
    assert scores(deal) == [3, -1, -1, -1]


def test_what_was_heard_stands_in_the_form_of_the_result() -> None:
    at = table("deal Dan", *HEALTHY, "announce Ana re", "announce Ana no90")
    result = next(prompt for prompt in prompts(at) if prompt.kind == "result")
    assert {field.name: field.start for field in result.fields if "said" in field.name} == {
        "re-said": "re,no90",
        "kontra-said": None,
    }


def test_an_announcement_ruled_out_does_not_count_in_a_result_either() -> None:
    late = ("deal Dan", *HEALTHY, "trick Ana C9 C10 CA CK", "trick Cid SA S9 S10 SK", "announce Cid re")
    assert scores(last(*late, "result re=Ana,Cid points=130")) == [3, -3, 3, -3]
    upheld = last(*late, "ruling 11 uphold remedy=none", "result re=Ana,Cid points=130")
    assert scores(upheld) == [1, -1, 1, -1]


@pytest.mark.parametrize(("agreed", "points"), [("nobody", 0), ("winner", 1), ("maker", -1)])
@pytest.mark.law("doppelkopf.value.4")
def test_a_level_made_by_a_side_that_failed_a_higher_one_scores_as_agreed(agreed: str, points: int) -> None:
    """Re said no 90 and no 60 and holds Kontra to 70: Kontra wins 1 and 1 against the old ladies, Re said 2, two levels."""
    line = "re=Ana,Ben points=170 re-said=re,no90,no60"
    assert value(line, "standard", f"levels_made={agreed}")[2] == 1 + 1 + 2 + 2 + points


@pytest.mark.parametrize(("agreed", "points"), [("yes", 2), ("once", 1), ("no", 0)])
@pytest.mark.law("doppelkopf.extra.3")
def test_two_karlchen_caught_in_one_trick_score_as_agreed(agreed: str, points: int) -> None:
    line = "re=Ana,Ben points=130 re-extra=karlchen-caught:2"
    assert value(line, "standard", f"karlchen_caught={agreed}")[0] == 1 + points


@pytest.mark.law("doppelkopf.extra.1")
def test_what_lies_face_up_is_told_while_the_deal_is_played() -> None:
    def told(*lines: str) -> str:
        at = table("deal Dan", *HEALTHY, *lines)
        text = at.rules.status(at.deals[0].deal)
        return str(text).removeprefix("normal game").removeprefix(" – ")

    fox = "trick Ana D9 DA DK CJ"
    assert told() == ""
    assert told(fox) == "open fox: Ben"
    assert told(fox, "announce Dan re", "announce Ben kontra") == "fox: Ben"
    assert told(fox, "announce Dan re", "announce Ben re") == ""
    assert told("trick Ana SA SA S10 S10") == "Doppelkopf: Ana"
    at = table("deal Dan", *solo("Ana", "solo-diamonds"), fox)
    assert str(at.rules.status(at.deals[0].deal)) == "Diamonds solo (Ana)"


def test_a_trick_counts_what_its_cards_do_where_all_were_seen() -> None:
    rules = table("deal Dan").rules
    assert rules.points_in(("CA", "C10", "CK", "C9")) == 11 + 10 + 4
    assert rules.points_in(("CA", "?", "CK", "C9")) is None
