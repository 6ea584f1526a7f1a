"""Doppelkopf's fouls: what is proved, the class proposed, what each class pays, who has lost the right to claim."""

from typing import Any

import pytest

from referee.table.table import remedy
from referee.words.text import Slip
from tests.help.doppelkopf import HEALTHY, judged, kinds, last, scores, solo, table

DEAL = ("deal Dan", *HEALTHY)
REVOKE = (*DEAL, "trick Ana SA DA S9 S9", "play Ben S10")
"""Ben throws a fox on a spade (line 9), and has a spade himself (line 10)."""


def remedies(deal: dict[str, Any]) -> dict[str, list[int]]:
    """The remedies to choose from, the one proposed first, with what they score."""
    return {one["word"]: list(one["scores"].values()) for one in deal["fouls"][0]["remedies"]}


@pytest.mark.law("doppelkopf.play.2")
def test_a_revoke_is_shown_by_a_later_card_of_the_suit() -> None:
    foul = last(*REVOKE)["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["committed"], foul["proved"], foul["proof"]) == (
        "must-follow", "Ben", 9, 10, "shown",
    )  # fmt: skip
    assert foul["law"] == "doppelkopf.play.2"
    assert foul["message"] == (
        "In trick 1 Ben plays DA on SA, which says: no spade. In trick 2 S10 comes from the same hand."
    )


def test_nothing_is_proved_of_who_followed_to_a_card_nobody_saw() -> None:
    assert last(*DEAL, "trick Ana ? DA S9 S9", "took Ben", "play Ben S10")["fouls"] == []


@pytest.mark.law("doppelkopf.foul.1")
def test_the_judge_proposes_and_a_person_decides() -> None:
    deal = last(*REVOKE)
    assert (deal["state"], scores(deal)) == ("open", [0, 0, 0, 0])
    assert remedies(deal) == {"serious": [4, -12, 4, 4], "none": [0, 0, 0, 0], "minor": [1, -3, 1, 1]}
    assert last(*REVOKE, "ruling 10 waive")["state"] == "open"


@pytest.mark.parametrize(
    ("ruling", "state", "expected"),
    [
        ("uphold", "stopped", [4, -12, 4, 4]),
        ("uphold remedy=serious", "stopped", [4, -12, 4, 4]),
        ("uphold remedy=minor", "open", [1, -3, 1, 1]),
        ("uphold remedy=none", "open", [0, 0, 0, 0]),
    ],
)
def test_the_class_chosen_is_what_it_costs(ruling: str, state: str, expected: list[int]) -> None:
    deal = last(*REVOKE, f"ruling 10 {ruling}")
    assert (deal["state"], scores(deal)) == (state, expected)


def test_a_remedy_the_laws_do_not_leave_is_a_slip() -> None:
    with pytest.raises(Slip, match="minor-soloist"):
        table(*REVOKE, "ruling 10 uphold remedy=minor-soloist")
    with pytest.raises(Slip, match="capital"):
        table(*DEAL, "foul Ana must-follow remedy=capital")


def test_the_other_classes_appear_once_the_sides_are_known() -> None:
    known = ("deal Dan", *solo("Ana", "solo-clubs"), "trick Ana SA DA S9 S9", "play Ana SK", "play Ben S10")
    assert list(remedies(last(*known))) == ["serious", "none", "minor", "minor-soloist", "decided"]
    soloist = ("deal Dan", *solo("Ben", "solo-clubs"), "trick Ana SA DA S9 S9", "play Ana SK", "play Ben S10")
    assert list(remedies(last(*soloist))) == ["serious", "none", "minor", "decided"]


@pytest.mark.law("doppelkopf.foul.7")
def test_who_has_played_on_has_lost_the_right_to_claim() -> None:
    lines = (*DEAL, "trick Ana SA DA S9 S9", "trick Ben H9 HK HA H9", "play Dan S10", "play Ana SK", "play Ben S10")
    assert "lost the right" not in last(*lines)["fouls"][0]["remedy"]["text"]
    foul = last(*lines, "play Cid SK", "play Dan D9")["fouls"][0]
    assert foul["remedy"]["text"].endswith("Who has played on has lost the right to claim: Cid, Dan.")
    assert next(iter(remedies(last(*lines, "play Cid SK", "play Dan D9")))) == "serious"


@pytest.mark.law("doppelkopf.foul.7")
def test_once_everybody_has_played_on_no_penalty_is_proposed() -> None:
    lines = (*REVOKE, "play Cid SK", "play Dan SK", "play Ana H9")
    assert next(iter(remedies(last(*lines)))) == "none"
    solo_lines = ("deal Dan", *solo("Ana", "solo-clubs"), "trick Ana SA DA S9 S9", "play Ana SK", "play Ben S10")
    partners = (*solo_lines, "play Cid SK", "play Dan D9")
    assert next(iter(remedies(last(*partners)))) == "serious"
    assert next(iter(remedies(last(*partners, "play Ben H9", "play Ana H9")))) == "none"


def test_levels_announced_against_the_offender_make_it_dearer() -> None:
    lines = (*DEAL, "announce Ana re", "announce Ana no90", "play Ana CQ", "foul Ben must-follow")
    assert scores(last(*lines)) == [4, -12, 4, 4]
    against = (*DEAL, "announce Ana re", "announce Ana no90", "announce Ben kontra", "foul Ben must-follow")
    assert scores(last(*against)) == [5, -15, 5, 5]


def test_the_first_of_two_serious_fouls_counts() -> None:
    assert scores(last(*DEAL, "foul Ben must-follow", "foul Ana must-follow remedy=minor")) == [4, -12, 4, 4]


@pytest.mark.law("doppelkopf.foul.6")
def test_in_a_decided_deal_the_remaining_tricks_go_to_the_other_side() -> None:
    """Ana, alone, has taken a trick of 40 and Kontra none; Ben revokes and all other cards are hers."""
    lines = ("deal Dan", *solo("Ana", "solo-aces"), "trick Ana SA SA S10 S10", "foul Ben must-follow remedy=decided")
    deal = last(*lines)
    assert deal["state"] == "done"
    assert [line["law"] for line in deal["lines"]] == [
        "doppelkopf.value.1", *["doppelkopf.value.4"] * 4, "doppelkopf.foul.6",
    ]  # fmt: skip
    assert scores(deal) == [16, -8, -4, -4]


def test_in_a_decided_deal_kontra_gets_the_rest_where_the_soloist_fouls() -> None:
    lines = ("deal Dan", *solo("Ana", "solo-aces"), "trick Ana SA SA S10 S10", "foul Ana must-follow remedy=decided")
    assert scores(last(*lines)) == [-9 - 3, 3 + 1, 3 + 1, 3 + 1]


def test_a_decided_deal_that_was_played_out_keeps_its_tricks() -> None:
    lines = ("deal Dan cards=1", *solo("Ana", "solo-aces"), "trick Ana SA SA S10 S10")
    deal = last(*lines, "foul Ben must-follow remedy=decided")
    assert scores(deal) == [1, -3, 1, 1]


def test_minor_fouls_of_several_add_up_with_the_score() -> None:
    lines = (*DEAL, "foul Ana out-of-turn", "foul Ben illegal-bid", "result re=Ana,Ben points=121")
    assert scores(last(*lines)) == [1 - 3 + 1, 1 + 1 - 3, -1 + 2, -1 + 2]


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        ("must-follow", "serious"),
        ("false-announcement", "serious"),
        ("late-announcement", "serious"),
        ("illegal-give", "serious"),
        ("out-of-turn", "minor"),
        ("illegal-bid", "minor"),
        ("wrong-count", "none"),
    ],
)
def test_the_class_proposed_goes_by_the_kind(kind: str, word: str) -> None:
    assert last(*DEAL, f"foul Ana {kind}")["fouls"][0]["remedy"]["word"] == word


def test_who_sits_out_gets_nothing_of_a_payment() -> None:
    assert scores(last("deal Eva", *HEALTHY, "foul Ana must-follow", seats=5)) == [-12, 4, 4, 4, 0]


# --- what everybody sees


@pytest.mark.law("doppelkopf.play.5")
def test_a_card_played_out_of_turn_is_seen() -> None:
    deal = last(*DEAL, "play Ana D9", "play Cid D9")
    assert kinds(deal) == [("out-of-turn", "Cid")]
    assert deal["fouls"][0]["law"] == "doppelkopf.play.5"


@pytest.mark.law("doppelkopf.play.4")
def test_a_third_copy_of_a_card_may_be_a_slip_of_the_scribe() -> None:
    deal = last(*DEAL, "trick Ana D9 D9 DK DA", "play Dan D9")
    foul = deal["fouls"][0]
    assert (foul["kind"], foul["seat"], foul["law"]) == ("already-played", "Dan", "doppelkopf.play.4")
    assert foul["message"].startswith("a slip of the pen, perhaps")
    assert next(iter(remedies(deal))) == "none"


@pytest.mark.law("doppelkopf.play.4")
def test_a_card_from_a_hand_that_shows_it_not_is_seen() -> None:
    hand = "hand Ben CJ CJ D9 DK SA SK S9 HA HK H9 CA CK"
    deal = last("deal Dan", hand, *HEALTHY, "play Ana D9", "play Ben CQ")
    assert kinds(deal) == [("not-in-hand", "Ben")]


def test_several_suspects_are_told_apart_by_a_person() -> None:
    """Ana and Ben say that they are Re, and a queen of clubs falls from Cid: one of them has none."""
    lines = (*DEAL, "announce Ana re", "announce Ben no90 side=re", "trick Ana D9 DK CQ DA")
    deal = last(*lines)
    foul = deal["fouls"][0]
    assert (foul["seat"], foul["suspects"]) == (None, ["Ana", "Ben"])
    assert foul["remedy"]["text"] == "Find out who it was, or correct what was written down."
    assert "remedies" not in foul
    at = table(*lines)
    assert remedy(at, 1, at.deals[0].fouls[0]).word == "none"
    ruled = last(*lines, "ruling 11 uphold seat=Ben remedy=minor")
    assert ruled["fouls"][0]["ruling"] == "uphold"
    assert scores(last(*lines, "ruling 11 uphold seat=Ben")) == [4, -12, 4, 4]


def test_the_deal_stopped_is_dealt_again_by_the_same_dealer() -> None:
    assert judged(*REVOKE, "ruling 10 uphold")["next"] == {"kind": "deal", "seat": "Dan"}


def test_the_deal_goes_on_after_a_minor_foul() -> None:
    assert judged(*REVOKE, "ruling 10 uphold remedy=minor")["next"] == {"kind": "play", "seat": "Cid"}
