"""Schweinchen: both foxes in one hand, announced before the first is played, are the highest trumps."""

import pytest

from referee.words.text import Slip
from tests.help.doppelkopf import HEALTHY, kinds, last, prompts, solo, table

PIGS = ("schweinchen=yes", "dulle=yes")
DEAL = ("deal Dan", *HEALTHY)


def takers(*lines: str, options: tuple[str, ...] = PIGS) -> list[str]:
    return [trick["winner"] for trick in last(*lines, options=options)["tricks"]]


@pytest.mark.law("doppelkopf.trump.4")
def test_announced_foxes_go_over_the_ten_of_hearts_and_over_each_other_never() -> None:
    trick = "trick Ana H10 DA CQ D9"
    assert takers(*DEAL, trick) == ["Ana"]
    assert takers(*DEAL, "announce Ben schweinchen", trick) == ["Ben"]
    assert takers(*DEAL, "announce Ben schweinchen", "play Ana H10", "play Ben DA", "play Cid CQ", "play Dan D9") == [
        "Ben"
    ]
    assert takers(*DEAL, "play Ana H10", "announce Ben schweinchen", "play Ben DA", "play Cid H10", "play Dan D9") == [
        "Ben"
    ]


@pytest.mark.law("doppelkopf.trump.4")
def test_the_foxes_of_a_schweinchen_are_still_trumps_and_follow_trumps() -> None:
    deal = last(*DEAL, "announce Ben schweinchen", "trick Ana H10 C9 CQ D9", "play Ana D9", "play Ben DA", options=PIGS)
    assert ("must-follow", "Ben", "shown") in [(foul["kind"], foul["seat"], foul["proof"]) for foul in deal["fouls"]]


@pytest.mark.parametrize(("contract", "taker"), [("solo-diamonds", "Ben"), ("hochzeit", "Ben")])
@pytest.mark.law("doppelkopf.trump.4")
def test_they_are_the_highest_where_diamonds_are_trumps(contract: str, taker: str) -> None:
    assert takers("deal Dan", *solo("Cid", contract), "announce Ben schweinchen", "trick Ana H10 DA SQ D9") == [taker]


@pytest.mark.parametrize("contract", ["solo-clubs", "solo-queens", "solo-jacks", "solo-aces"])
def test_where_diamonds_are_no_trumps_there_is_none(contract: str) -> None:
    with pytest.raises(Slip, match="no Schweinchen can be announced"):
        table("deal Dan", *solo("Cid", contract), "announce Ben schweinchen", options=PIGS)


def test_only_where_it_is_agreed_and_only_once() -> None:
    with pytest.raises(Slip, match="schweinchen"):
        table(*DEAL, "announce Ben schweinchen")
    with pytest.raises(Slip, match="no Schweinchen can be announced"):
        table(*DEAL, "announce Ben schweinchen", "announce Cid schweinchen", options=PIGS)
    with pytest.raises(Slip, match="does not play"):
        table("deal Eva", *HEALTHY, "announce Eva schweinchen", seats=5, options=PIGS)


@pytest.mark.law("doppelkopf.trump.4")
def test_after_the_first_fox_it_is_too_late_and_without_both_it_is_false() -> None:
    lines = (*DEAL, "trick Ana D9 DA D9 D10")
    late = last(*lines, "announce Ben schweinchen", options=PIGS)
    assert kinds(late) == [("late-announcement", "Ben")]
    false = last(*lines, "announce Cid schweinchen", options=PIGS)
    assert kinds(false) == [("false-announcement", "Cid")]
    assert false["fouls"][0]["law"] == "doppelkopf.trump.4"


@pytest.mark.law("doppelkopf.trump.4")
def test_a_fox_in_another_hand_shows_that_the_announcement_was_false() -> None:
    deal = last(*DEAL, "announce Ben schweinchen", "play Ana D9", "play Ben D10", "play Cid DA", options=PIGS)
    assert [(foul["kind"], foul["seat"], foul["proof"]) for foul in deal["fouls"]] == [
        ("false-announcement", "Ben", "shown")
    ]


def test_the_table_offers_it_while_it_can_be_announced_and_shows_who_did() -> None:
    def offered(*lines: str, options: tuple[str, ...] = PIGS) -> bool:
        asked = prompts(table(*DEAL, *lines, options=options))
        return any(choice.word == "schweinchen" for prompt in asked for choice in prompt.choices)

    assert offered()
    assert not offered(options=())
    assert not offered("announce Ben schweinchen")
    assert not offered("play Ana DA")
    at = table(*DEAL, "announce Ben schweinchen", "announce Ben re", options=PIGS)
    assert at.current is not None
    assert str(at.rules.speech(at.current.deal, 1)) == "Re, Schweinchen!"


def test_what_a_foul_did_is_not_told_while_a_schweinchen_may_still_be_announced() -> None:
    hands = ("hand Ana CQ SK", "hand Ben D9 S9", "hand Cid SA CQ", "hand Dan DA DA")
    lines = ("deal Dan cards=2", *hands, *HEALTHY, "play Ana SK", "play Ben S9", "play Cid CQ")
    found = [last(*lines, options=(f"schweinchen={word}", "foul_class=lines"))["fouls"][0] for word in ("no", "yes")]
    assert [foul["damage"]["state"] for foul in found] == ["computed", "not-computed"]
