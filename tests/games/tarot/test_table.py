"""Results typed in, options, the match, and what the tablet is told to wait for."""

from typing import Any

import pytest

from referee.rules import Prompt
from referee.words.text import Slip
from tests.help.tarot import FOUR, check, kinds, last, table

THREE, FIVE = "Ana Ben Cid", "Ana Ben Cid Dan Eva"
BIDS = "deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid garde\nbid Dan pass\n"


def result(words: str, seats: str = FOUR, options: tuple[str, ...] = (), preset: str = "standard") -> dict[str, Any]:
    return last(f"deal Ana\nresult {words}", seats, preset, options)


def refused(words: str, reason: str, seats: str = FOUR, before: str = "deal Ana\n") -> None:
    with pytest.raises(Slip, match=reason):
        table(f"{before}result {words}", seats)


def test_the_taker_is_known_once_the_bids_are() -> None:
    assert [at.rules.taker(at.deals[0].deal) for at in (table("deal Dan"), table(BIDS))] == [None, 2]


# --- typed results


def test_a_result_of_a_deal_that_was_bid_needs_bouts_and_points_alone() -> None:
    deal = last(BIDS + "result bouts=2 points=45")
    assert deal["result"] == {"taker": "Cid", "contract": "garde", "bouts": 2, "points": 45}
    assert deal["scores"] == {"Ana": -58, "Ben": -58, "Cid": 174, "Dan": -58}
    assert (deal["points"], deal["bouts"]) == (45, 2)


@pytest.mark.law("tarot.count.2")
def test_points_may_be_typed_from_either_side_or_both() -> None:
    for words in ("points=45", "defence=46", "points=45 defence=46", "points=45,0"):
        assert last(BIDS + f"result bouts=2 {words}")["points"] == 45
    assert result("taker=Ana contract=garde bouts=2 points=40½", THREE)["points"] == 40.5
    assert result("taker=Ana contract=garde bouts=2 points=40,5", THREE)["points"] == 40.5
    assert result("taker=Ana contract=garde bouts=2 points=40.5", THREE)["result"]["points"] == 40.5


def test_what_a_result_says_must_be_readable_and_agree_with_the_deal() -> None:
    refused("taker=Ana contract=garde bouts=2 tricks=9", "expected one of")
    refused("contract=garde bouts=2 points=41", "taker=")
    refused("taker=Zoé contract=garde bouts=2 points=41", "no seat")
    refused("taker=Ana contract=pousse bouts=2 points=41", "contract=pousse")
    refused("taker=Ana contract=garde bouts=4 points=41", "bouts=4")
    refused("taker=Ana contract=garde points=41", "bouts=")
    refused("taker=Ana contract=garde bouts=2", "points=:")
    refused("taker=Ana contract=garde bouts=2 points=ten", "no card points")
    refused("taker=Ana contract=garde bouts=2 points=41 petit=Ana", "petit=Ana")
    refused("taker=Ana contract=garde bouts=2 points=41 slam=grand", "slam=grand")
    refused("taker=Ana contract=garde bouts=2 points=41 misere=Ana", "plays without")
    refused("taker=Ana contract=garde bouts=2 points=41 handful=single", "handful=single")
    refused("taker=Ana contract=garde bouts=2 points=41 handful=huge:Ana", "handful=huge")
    refused("taker=Ana contract=garde bouts=2 points=41 handful=single:Ana,single:Ana", "one handful")
    refused("taker=Ben bouts=2 points=41", "taker=Ben", before=BIDS)
    refused("contract=petite bouts=2 points=41", "contract=petite", before=BIDS)


@pytest.mark.law("tarot.score.7")
def test_at_five_the_partner_is_named_or_known() -> None:
    start = "taker=Ana contract=garde bouts=2 points=45"
    refused(start, "partner=", FIVE)
    refused(start + " partner=Ana", "no partner of his own", FIVE)
    assert result(start + " partner=alone", FIVE)["result"]["partner"] == "alone"
    assert result(start + " partner=Ben", FIVE)["scores"]["Ben"] == 58
    called = "deal Eva\nbid Ana garde\ncall Ana HK\nkitty S1 S2 HK\n"
    assert last(called + "result bouts=2 points=45", FIVE)["result"]["partner"] == "alone"
    refused("bouts=2 points=45 partner=Ben", "partner=Ben", FIVE, called)
    fell = (
        called.replace("HK\n", "S3\n", 1)
        .replace("call Ana S3", "call Ana HK")
        .replace("kitty S1 S2 HK", "kitty S1 S2 S3")
    )
    played = fell + "discard Ana count=3\nplay Ana S4\nplay Ben S5\nplay Cid HK\n"
    assert last(played + "result bouts=2 points=45", FIVE)["result"]["partner"] == "Cid"


@pytest.mark.law("tarot.score.4")
def test_handfuls_and_a_slam_announced_before_are_known_to_the_result() -> None:
    start = BIDS + "kitty S1 S2 S3 S4 S5 S6\ndiscard Cid count=6\nannounce Cid slam\nannounce Cid handful size=single\n"
    with pytest.raises(Slip, match="the slam: was it announced"):
        table(start + "result bouts=2 points=45")
    deal = last(start + "result bouts=2 points=45 slam=announced-failed")
    assert deal["result"]["handful"] == "single:Cid"
    assert deal["scores"]["Cid"] == 3 * (58 + 20 - 200)
    with pytest.raises(Slip, match="the slam: was it announced"):
        table(BIDS + "took Ana\nresult bouts=2 points=45 slam=announced-failed")


def test_a_slam_needs_all_the_tricks_written_down() -> None:
    with pytest.raises(Slip, match="not won every trick"):
        table(BIDS + "took Ana\nresult bouts=2 points=87 slam=made")


def test_the_petit_last_goes_to_who_won_the_last_trick() -> None:
    with pytest.raises(Slip, match="won by the other side"):
        table(BIDS + "took Cid\n" * 18 + "result bouts=2 points=45 petit=defence")
    refused("taker=Ana contract=garde bouts=2 points=87 slam=made petit=defence", "cannot have won the last one")


@pytest.mark.law("tarot.count.4", "tarot.score.6")
def test_who_wins_no_trick_has_what_was_set_aside_and_perhaps_the_excuse() -> None:
    assert result("taker=Ana contract=garde bouts=1 points=23 slam=defence")["scores"]["Ana"] == -3 * (53 * 2 + 200)
    refused("taker=Ana contract=garde bouts=1 points=24 slam=defence", "at most 23 points")
    refused("taker=Ana contract=garde-contre bouts=1 points=5 slam=defence", "at most 4 points")
    refused("taker=Ana contract=garde-contre bouts=0 points=2 slam=defence", "at most 0 points")
    refused("taker=Ana contract=garde bouts=2 points=18 slam=defence", "at most the Excuse")
    assert result("taker=Ana contract=garde-sans bouts=3 points=31 slam=defence")["state"] == "done"


@pytest.mark.law("tarot.kitty.3")
def test_in_a_garde_contre_the_taker_never_has_the_points_of_the_kitty() -> None:
    # Six cards are 3 points at least.
    assert result("taker=Ana contract=garde-contre bouts=3 points=88 slam=made")["scores"]["Ana"] == 3 * (77 * 6 + 200)
    refused("taker=Ana contract=garde-contre bouts=3 points=90 slam=made", "at most 88 points")
    refused("taker=Ana contract=garde-contre bouts=3 points=90", "at most 88 points")


def test_a_federation_table_copies_what_was_signed_and_shows_what_cannot_be() -> None:
    deal = result("taker=Ana contract=garde bouts=0 points=40.5 slam=made petit=attack", preset="fft")
    assert {kind for kind, _, _ in kinds(deal)} == {"wrong-count"}
    assert len(deal["fouls"]) == 5 - 1
    assert deal["state"] == "done"


def test_a_bid_put_right_changes_no_score() -> None:
    deal = last("deal Dan\nbid Ana garde\nbid Ben petite\nruling 6 uphold\nresult bouts=2 points=45")
    assert deal["scores"]["Ana"] == 174


# --- options


def test_the_half_point_may_go_to_the_attack_or_to_nobody() -> None:
    def taker(points: str, to: str) -> int:
        words = f"taker=Ana contract=petite bouts=2 points={points}"
        score: int = result(words, THREE, (f"half_point={to}",))["scores"]["Ana"]
        return score

    assert (taker("40.5", "winner"), taker("41.5", "winner")) == (-52, 52)
    assert (taker("40.5", "attack"), taker("41.5", "attack")) == (50, 52)
    assert (taker("40.5", "none"), taker("41.5", "none")) == (-50, 50)


@pytest.mark.law("tarot.score.3")
def test_a_handful_may_go_to_the_side_that_showed_it() -> None:
    words = "taker=Ana contract=petite bouts=2 points=45 handful=single:Ben,single:Ana"
    assert result(words)["scores"]["Ana"] == 3 * (29 + 20 + 20)
    assert result(words, options=("handful_to=announcer",))["scores"]["Ana"] == 3 * (29 - 20 + 20)


@pytest.mark.law("tarot.score.9")
@pytest.mark.parametrize(("size", "points"), [("single", 20), ("double", 40), ("triple", 60)])
def test_a_handful_may_pay_twenty_more_for_each_size(size: str, points: int) -> None:
    words = f"taker=Ana contract=garde bouts=2 points=45 handful={size}:Ana"
    assert result(words, options=("handful_points=20_40_60",))["scores"]["Ana"] == 3 * (29 * 2 + points)


@pytest.mark.law("tarot.score.8")
def test_a_misere_is_paid_by_every_other_player() -> None:
    deal = result("taker=Ana contract=petite bouts=2 points=45 misere=Ben,Cid", options=("misere=10",))
    assert deal["scores"] == {"Ana": 87 - 20, "Ben": -29 + 30 - 10, "Cid": -29 - 10 + 30, "Dan": -29 - 20}
    assert deal["result"]["misere"] == "Ben,Cid"
    start = BIDS + "kitty S1 S2 S3 S4 S5 S6\ndiscard Cid count=6\nannounce Ana misere-heads\n"
    assert last(start + "result bouts=2 points=45", options=("misere=20",))["scores"]["Ana"] == -58 + 60


# --- the match


@pytest.mark.law("tarot.deal.2")
def test_the_deal_passes_to_the_right_and_totals_run() -> None:
    text = "deal Dan\nresult taker=Ana contract=petite bouts=2 points=45\n"
    found = check(text + text.replace("deal Dan", "deal Ana"))
    assert found["totals"] == {"Ana": 174, "Ben": -58, "Cid": -58, "Dan": -58}
    assert (found["next"], found["finished"]) == ({"kind": "deal", "seat": "Ben"}, False)
    assert check("note hello")["next"] == {"kind": "deal", "seat": "Dan"}


@pytest.mark.law("tarot.match.1")
def test_a_match_of_so_many_deals_ends_when_all_have_dealt_alike() -> None:
    text = "".join(f"deal {name}\nresult taker=Ana contract=petite bouts=2 points=45\n" for name in FOUR.split())
    assert not check(text.rsplit("deal", 1)[0], options=("deals=3",))["finished"]
    found = check(text, options=("deals=3",))
    assert (found["finished"], found["winners"], found["next"]) == (True, ["Ana"], None)
    passed = "deal Ana\n" + "".join(f"bid {name} pass\n" for name in ("Ben", "Cid", "Dan", "Ana"))
    assert check(passed + text.split("\n", 2)[2], options=("deals=4",))["finished"]


def test_a_deal_is_called_by_its_contract_and_who_plays_it() -> None:
    whole = table("deal Eva\nbid Ana garde\nresult bouts=2 points=45 partner=Ben\ndeal Ana", FIVE)
    assert [str(whole.rules.label(judged.deal)) for judged in whole.deals] == ["deal 1: garde by Ana, Ben", "deal 2"]


def test_roles_and_sides_are_told_as_far_as_they_are_known() -> None:
    rules = table("deal Eva", FIVE).rules
    start = table("deal Eva", FIVE).deals[0].deal
    assert [rules.role(start, 0), rules.team(start, 0), rules.team(None, 0)] == [None, None, None]
    bid = table("deal Eva\nbid Ana garde\nkitty S1 S2 S3", FIVE).deals[0].deal
    assert [rules.team(bid, seat) for seat in range(2)] == [0, None]
    done = table("deal Eva\nresult taker=Ana contract=garde bouts=2 points=45 partner=Ben", FIVE).deals[0].deal
    assert [str(rules.role(done, seat)) for seat in range(3)] == ["taker", "partner", "None"]
    assert [rules.team(done, seat) for seat in range(3)] == [0, 0, 1]
    assert [str(rules.word_text(word)) for word in ("garde-sans", "other")] == ["garde sans", "other"]
    assert rules.kind_law("hesitation") == "tarot.code.hesitation"
    assert rules.kind_law("special-too-early") == "tarot.foul.5"


def test_the_kitty_lies_open_until_the_discard_is_made() -> None:
    def lying(lines: str) -> tuple[str, ...]:
        whole = table(lines)
        return whole.rules.lying(whole.deals[0].deal)

    turned = BIDS + "kitty S1 S2 S3 S4 S5 S6\n"
    assert [lying(BIDS), lying(turned), lying(turned + "discard Cid count=6")] == [
        (),
        ("S1", "S2", "S3", "S4", "S5", "S6"),
        (),
    ]


def test_the_fouls_offered_first_are_those_of_the_phase() -> None:
    def likely(lines: str) -> tuple[str, ...]:
        whole = table(lines)
        return whole.rules.likely(whole.deals[0].deal)

    turned = BIDS + "kitty S1 S2 S3 S4 S5 S6\n"
    aside = turned + "discard Cid count=6\n"
    assert ["illegal-bid" in likely(lines) for lines in ("deal Dan", BIDS, aside)] == [True, True, False]
    assert likely(turned)[0] == "faux-ecart-6-illegal-cards"
    assert likely(aside + "play Ana S7")[0] == "must-follow"


# --- what is waited for


def prompts(lines: str, seats: str = FOUR, options: tuple[str, ...] = ()) -> list[Prompt]:
    found = table(lines, seats, options=options)
    return list(found.rules.prompts(found.deals[-1].deal))


def told(lines: str, seats: str = FOUR, options: tuple[str, ...] = ()) -> list[tuple[str, int | None]]:
    return [(prompt.kind, prompt.seat) for prompt in prompts(lines, seats, options)]


def test_the_auction_waits_for_each_in_turn() -> None:
    found = prompts("deal Dan\nbid Ana garde")
    assert (found[0].kind, found[0].seat) == ("bid", 1)
    notes = {choice.word: choice.note is None for choice in found[0].choices}
    assert notes == {"pass": True, "petite": False, "garde": False, "garde-sans": True, "garde-contre": True}
    assert [prompt.kind for prompt in found] == ["bid", "bid", "announce", "result"]
    assert [choice.word for choice in found[1].choices] == ["Ben pass\nbid Cid pass\nbid Dan pass"]
    last = prompts("deal Dan\nbid Ana garde\nbid Ben pass\nbid Cid pass")
    assert [prompt.kind for prompt in last] == ["bid", "announce", "result"]


def test_call_kitty_discard_and_play_follow() -> None:
    call = prompts("deal Eva\nbid Ana garde\nbid Ben pass\nbid Cid pass\nbid Dan pass\nbid Eva pass", FIVE)
    assert (call[0].kind, call[0].seat, call[0].cards) == ("call", 0, ("SK", "HK", "DK", "CK"))
    assert (call[1].kind, len(call[1].cards), call[1].optional) == ("call", 12, True)
    assert told(BIDS)[:2] == [("kitty", None), ("discard", 2)]
    kitty = BIDS + "kitty S1 S2 S3 S4 S5 S6\n"
    assert told(kitty) == [("discard", 2), ("discard", 2), ("took", None), ("result", None)]
    play = told(kitty + "discard Cid count=6")
    assert play == [("play", 0), ("took", None), ("announce", 2), ("announce", None), ("result", None)]


def test_a_discard_may_be_told_by_its_cards_or_kept_face_down() -> None:
    down, seen = prompts(BIDS + "kitty S1 S2 S3 S4 S5 S6")[:2]
    assert ([choice.word for choice in down.choices], down.count) == (["count=6"], None)
    assert ([choice.word for choice in seen.choices], seen.count) == (["count=6", ""], 6)


def test_a_handful_is_offered_until_everybody_has_played() -> None:
    kitty = BIDS + "kitty S1 S2 S3 S4 S5 S6\ndiscard Cid count=6\nannounce Ben handful size=single\n"
    handful = next(prompt for prompt in prompts(kitty + "play Ana S7") if prompt.kind == "announce")
    assert [choice.word for choice in handful.choices][:2] == ["handful", "handful size=single"]
    assert (handful.seat, len(handful.cards)) == (None, 22)
    assert "announce" not in [kind for kind, _ in told(kitty + "trick Ana S7 S8 S9 S10")]


def test_a_misere_is_offered_where_it_is_played() -> None:
    kitty = BIDS + "kitty S1 S2 S3 S4 S5 S6\ndiscard Cid count=6\n"
    words = [choice.word for prompt in prompts(kitty, options=("misere=10",)) for choice in prompt.choices]
    assert {"misere-trumps", "misere-heads"} <= set(words)


def test_an_open_trick_waits_for_who_took_it_and_the_end_for_its_count() -> None:
    kitty = BIDS + "kitty S1 S2 S3 S4 S5 S6\ndiscard Cid count=6\n"
    assert told(kitty + "trick Ana S7 ? S8 S9")[0] == ("took", None)
    assert told(kitty + "took Cid\n" * 18) == [("result", None)]
    assert told("deal Dan\nbid Ana pass\nbid Ben pass\nbid Cid pass\nbid Dan pass") == []


def fields(lines: str, seats: str = FOUR, options: tuple[str, ...] = ()) -> list[str]:
    return [
        field.name for prompt in prompts(lines, seats, options) for field in prompt.fields if prompt.kind == "result"
    ]


def test_a_result_asks_only_for_what_is_not_known() -> None:
    assert fields("deal Dan") == ["taker", "contract", "bouts", "points", "defence", "petit", "handful", "slam"]
    assert fields(BIDS) == ["bouts", "points", "defence", "petit", "handful", "slam"]
    assert fields("deal Dan", FIVE, ("misere=10",))[2:4] == ["partner", "bouts"]
    kitty = BIDS + "kitty S1 S2 S3 S4 S5 S6\ndiscard Cid count=6\nannounce Cid handful size=single\nannounce Cid slam\n"
    assert fields(kitty) == ["bouts", "points", "defence", "petit", "slam"]
    misere = BIDS + "kitty S1 S2 S3 S4 S5 S6\ndiscard Cid count=6\nannounce Cid misere-heads\n"
    assert "misere" not in fields(misere, options=("misere=10",))
    assert "misere" in fields(BIDS, options=("misere=10",))


def test_a_sheet_prints_the_federation_s_table_of_values() -> None:
    rules = table("deal Eva", FIVE).rules
    said = [(str(title), [(str(name), str(value)) for name, value in rows]) for title, rows in rules.values()]
    assert said[0][1] == [("0 bouts", "56"), ("1 bout", "51"), ("2 bouts", "41"), ("3 bouts", "36")]
    assert [value for _, value in said[1][1]] == ["× 1", "× 2", "× 4", "× 6"]
    assert said[2][1][0] == ("the Petit last, times the contract", "10")
    assert said[2][1][1:4] == [
        ("single handful: 8 trumps", "20"),
        ("double handful: 10 trumps", "30"),
        ("triple handful: 13 trumps", "40"),
    ]
    assert [value for _, value in said[2][1][4:]] == ["400", "−200", "200", "−200"]


def test_a_sheet_asks_for_every_field_there_is() -> None:
    whole = table(BIDS + "result bouts=2 points=45")
    names = [field.name for field in whole.rules.fields(whole.deals[0].deal)]
    assert names == ["taker", "contract", "bouts", "points", "defence", "petit", "handful", "slam"]


# --- what a page tells


@pytest.mark.parametrize(
    ("words", "said"),
    [("bouts=2 points=45", "garde by Cid: +4"), ("bouts=2 points=41", "garde by Cid: +0"),
     ("bouts=3 points=30", "garde by Cid: −6")],
)  # fmt: skip
@pytest.mark.law("tarot.score.1")
def test_a_deal_is_told_in_a_row_by_who_played_what_and_by_how_much_it_was_made(words: str, said: str) -> None:
    at = table(BIDS + f"result {words}")
    assert str(at.rules.brief(at.deals[0].scored)) == said


def test_of_an_open_deal_no_row_is_told() -> None:
    at = table(BIDS)
    assert at.rules.brief(at.deals[0].scored) is None


@pytest.mark.parametrize(
    ("asked", "said"),
    [("suit", "asked for: a lead of hearts"), ("other", "asked for: a lead of another suit than hearts")],
)
@pytest.mark.law("tarot.play.11")
def test_what_the_taker_asked_of_the_lead_is_told_until_it_is_led(asked: str, said: str) -> None:
    """Ben, a defender, leads hearts for Ana; the fifth line is Dan's bid."""
    lines = BIDS.replace("garde", "garde-sans") + "play Ben H5\n"
    ruled = lines + f"ruling 9 uphold remedy={asked}\n"
    told = [at.rules.status(at.deals[0].deal) for at in (table(lines), table(ruled), table(ruled + "play Ana S2\n"))]
    assert [told[0], str(told[1]), told[2]] == [None, said, None]
    assert table(ruled + "trick Ana EX H6 H7 H8\n").deals[0].deal.terms.ask is not None
    next_trick = table(ruled + "trick Ana EX H6 H7 H8\n")
    assert next_trick.rules.status(next_trick.deals[0].deal) is None


@pytest.mark.law("tarot.cards.2")
def test_a_trick_counts_what_its_cards_do_where_all_were_seen() -> None:
    rules = table("deal Dan").rules
    assert rules.points_in(("SK", "SQ", "S1", "S2")) == 4.5 + 3.5 + 0.5 + 0.5
    assert rules.points_in(("T1", "T2", "EX", "SJ")) == 4.5 + 0.5 + 4.5 + 1.5
    assert rules.points_in(("SK", "?", "S1", "S2")) is None
