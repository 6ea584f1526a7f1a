"""What a foul did, through `referee check`: the worked cases, what hangs on cards not known, claims of the rest."""

from __future__ import annotations

import gc
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from referee.cli.check import check_file
from referee.endings.damage import Damage, OnPaper, OutlookText
from referee.endings.search import Search, TooLong
from referee.endings.together import Together
from referee.games.da_ban.cards import DECK as PACKS
from referee.record import text as record
from referee.rules.ruleset import Ruleset
from referee.table.damage import damage_of, what_it_did
from referee.table.report import answer
from referee.table.table import choices, fold_record, remedies
from referee.words.text import ENGLISH, Slip
from tests.endings.test_endings import played_on, stories

CASES = json.loads((Path(__file__).parents[1] / "cases" / "damage.json").read_text(encoding="utf-8"))["damage"]
"""Last tricks made up by hand, their numbers worked out by hand."""


def judged(text: str) -> dict[str, Any]:
    found: dict[str, Any] = answer("x", fold_record(record.read(text.encode())))["deals"][0]
    return found


def foul(text: str, seat: str, line: int | None) -> dict[str, Any]:
    found: dict[str, Any] = next(
        one for one in judged(text)["fouls"] if (one["seat"], one["committed"]) == (seat, line)
    )
    return found


def of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(case for case in CASES if case["id"] == name)
    return found


def without(text: str, *beginnings: str) -> str:
    """The record without these lines; comments take their place, so that the others keep their numbers."""
    return "".join("#\n" if line.startswith(beginnings) else line + "\n" for line in text.splitlines())


def agrees(want: dict[str, Any], got: dict[str, Any]) -> bool:
    return all(agrees(value, got[key]) if isinstance(value, dict) else got[key] == value for key, value in want.items())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['law']}: {case['id']}")
def test_a_worked_case_comes_out_as_worked(case: dict[str, Any]) -> None:
    found = foul(case["text"], case["seat"], case["committed"])
    assert agrees(case["expected"], found["damage"])
    assert found["damage"]["without"]["card"] in case["best_cards"]


@pytest.mark.parametrize("case", [case for case in CASES if "remedy" in case], ids=lambda case: case["id"])
def test_the_remedy_and_a_bare_ruling_follow_the_class(case: dict[str, Any]) -> None:
    found = foul(case["text"], case["seat"], case["committed"])["remedy"]
    ruled = judged(case["text"] + f"ruling {case['committed']} uphold\n")
    assert {key: found[key] for key in ("state", "scores")} == case["remedy"]
    assert {key: ruled[key] for key in ("state", "scores")} == case["remedy"]


@pytest.mark.untraced
def test_who_is_named_with_a_line_is_ruled_on_for_his_own_foul_there() -> None:
    """The cards of one line prove Ana’s foul by counting; what they left in doubt before is not told."""
    text = """game doppelkopf
preset ddv
seats Ana Ben Cid Dan
deal Dan
bid Ana gesund
bid Ben gesund
bid Cid gesund
bid Dan gesund
announce Cid kontra
trick Ana CQ DJ DK HJ
trick Ana D9 DK DA DQ
trick Dan CJ HQ H10 H10
trick Ben SK D9 SA S9
trick Cid C9 HA HJ C10
trick Ana CA H9 CA DA
trick Dan CQ SQ HQ D10
trick Dan SK SA S9 C10
trick Ana CK CJ C9 D10
trick Ben S10 SJ DQ CK
trick Dan DJ HK SQ SJ
trick Ben HA H9 HK S10
"""
    (his,) = (one for one in judged(text)["fouls"] if (one["seat"], one["proved"]) == ("Ana", 21))
    ruled = judged(text + "ruling 21 uphold seat=Ana\n")
    assert (ruled["state"], ruled["scores"]) == (his["remedy"]["state"], his["remedy"]["scores"])
    assert [(one["seat"], one["ruling"]) for one in ruled["fouls"] if one["proved"] == 21] == [("Ana", "uphold")]


def test_who_is_named_with_a_line_is_not_ruled_on_for_what_he_or_another_did() -> None:
    """The last trick shows that Ben did not follow, and leaves open whether he or Ana broke one more law."""
    text = """game tarot
seats Ana Ben Cid
deal Ben
bid Cid pass
bid Ana pass
bid Ben garde
kitty DJ D3 H6 S1 D10 C2
discard Ben C3 CQ D3 D7 DJ S4
trick Cid T1 H1 T5
play Ana DQ
play Ben ?
play Cid D5
took Ana
trick Ana CK S7 C10
play Ana SK
play Ben ?
play Cid S10
took Ana
play Ben ?
play Cid S8
play Ana H10
took Ana
trick Ana T11 EX T14
trick Cid HJ SJ CJ
"""
    told = [(one["seat"], one["suspects"]) for one in judged(text)["fouls"] if one["proved"] == 24]
    assert told == [("Ben", ["Ben"]), (None, ["Ana", "Ben"])]
    ruled = judged(text + "ruling 24 uphold seat=Ben\n")
    assert [(one["seat"], one["ruling"]) for one in ruled["fouls"] if one["proved"] == 24] == [
        ("Ben", "uphold"),
        (None, None),
    ]


def test_a_card_out_of_turn_is_held_against_play_in_turn() -> None:
    """Nobody can follow or trump, so who leads takes both tricks."""
    text = (
        "game double-detente\nseats Ana Ben\ndeal Ben cards=2\nhand Ana D3 C2\nhand Ben S5 S2\nbid Ana 1\nbid Ben 1\n"
    )
    found = foul(text + "play Ben S5\nplay Ana D3\nplay Ben S2\nplay Ana C2\n", "Ben", 8)["damage"]
    assert (found["without"]["tricks"], found["with"]["tricks"]) == (0, 2)
    assert found["text"] == "In turn Ben no trick, as laid 2, with best play of all."


def test_while_a_deal_is_played_the_remedies_shown_do_not_follow_from_the_hands() -> None:
    """The serious foul and the one that changed nothing are shown alike; what a bare ruling gave is told as it counts."""
    shown = []
    for name in ("serious-re-ruffs", "none-loser-revokes"):
        table = fold_record(record.read(of(name)["text"]))
        shown.append([one.word for one in choices(table, 1, table.deals[0].fouls[0])])
    assert shown[0] == shown[1]
    table = fold_record(record.read(of("none-loser-revokes")["text"] + "ruling 23 uphold\n"))
    found = table.deals[0].fouls[0]
    assert choices(table, 1, found) == remedies(table, 1, found)


def test_of_two_fouls_upheld_the_first_committed_stops_the_deal() -> None:
    case = of("two-fouls-first-claimed")
    ruled = judged(case["text"] + "\n".join(case["then"]["lines"]) + "\n")
    assert {key: ruled[key] for key in ("state", "scores")} == {key: case["then"][key] for key in ("state", "scores")}


def test_announcements_and_cards_that_come_later_count_for_nothing() -> None:
    case = of("serious-re-ruffs")
    later = case["text"].replace("trick Ana CA SK SA SJ", "trick Ana CA SK SA SJ\nannounce Dan re")
    assert foul(later, "Dan", 25)["damage"] == foul(case["text"], "Dan", 25)["damage"]


def test_a_side_that_had_won_is_told_by_arithmetic_where_cards_are_not_known() -> None:
    hidden = without(of("decided-no60")["text"], "hand Ben", "hand Cid", "hand Dan")
    found = foul(hidden, "Ana", 25)
    damage = {key: value for key, value in found["damage"].items() if key != "text"}
    assert damage == {"state": "decided", "class": "decided", "side": "re", "won": "kontra", "forced": None}
    assert found["remedy"]["word"] == "decided"


def test_nothing_is_said_of_a_deal_too_long_or_too_little_known() -> None:
    early = """game doppelkopf
preset ddv
seats Ana Ben Cid Dan
deal Dan
bid Ana gesund
bid Ben gesund
bid Cid gesund
bid Dan gesund
trick Ana SA DA S9 S9
play Ben S10
"""
    found = foul(early, "Ben", 9)
    assert (found["damage"]["state"], found["damage"]["why"], found["damage"]["class"]) == (
        "not-computed",
        "cards",
        None,
    )
    assert found["remedy"]["word"] == "serious"
    assert did(early, 9)[1].on_paper(None, ENGLISH) == []


def test_nothing_is_said_where_the_plays_allowed_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.endings.damage.NODES", 3)
    found = foul(of("serious-re-ruffs")["text"], "Dan", 25)
    assert (found["damage"]["state"], found["damage"]["why"]) == ("not-computed", "budget")
    assert found["remedy"]["word"] == "serious"


def test_of_a_question_too_long_nothing_is_kept_but_that_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for nodes in (3, 5, 8):  # spent at other places of the search
        monkeypatch.setattr("referee.endings.damage.NODES", nodes)
        foul(of("serious-re-ruffs")["text"], "Dan", 25)
    gc.collect()
    assert [one for one in gc.get_objects() if isinstance(one, (TooLong, Search, Together))] == []


@pytest.mark.untraced
def test_the_many_ways_of_a_last_seat_to_complete_a_trick_are_paid_for_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dan holds no spade and 39 other cards, so that he completes the trick in more ways than the others together."""
    allowed, opened = 2000, 0
    gather = Together.gather

    def counted(search: Together, *position: int) -> int:
        nonlocal opened
        opened += 1
        return gather(search, *position)

    monkeypatch.setattr(Together, "gather", counted)
    monkeypatch.setattr("referee.endings.damage.NODES", allowed)
    found = dan_completes_the_trick()
    assert (found["damage"]["state"], found["damage"]["why"]) == ("not-computed", "budget")
    assert opened < 5 * allowed


@pytest.mark.untraced
@pytest.mark.parametrize("kept", [0, 10, 300])
def test_a_question_keeps_no_more_positions_than_there_is_memory_for(
    kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A last seat with many ways leads to more positions than plays: half a kilobyte each, and hundreds of megabytes."""
    known: list[dict[int, tuple[int, int]]] = []
    begin = Search.__init__

    def noted(search: Search, *question: Any) -> None:
        begin(search, *question)
        known.append(search.known)

    monkeypatch.setattr(Search, "__init__", noted)
    monkeypatch.setattr("referee.endings.search.KEPT", kept, raising=False)
    monkeypatch.setattr("referee.endings.damage.NODES", 3000 + kept)  # a question of its own
    found = dan_completes_the_trick()
    assert (found["damage"]["state"], found["damage"]["why"]) == ("not-computed", "budget")
    assert sum(map(len, known)) <= kept


def test_of_a_last_seat_with_many_ways_nothing_is_said_where_there_is_memory_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.endings.damage.NODES", 3000)
    monkeypatch.setattr("referee.endings.search.KEPT", 0)
    found = dan_completes_the_trick(22)
    assert (found["damage"]["state"], found["damage"]["why"]) == ("not-computed", "budget")


def dan_completes_the_trick(cards: int = 39) -> dict[str, Any]:
    """The foul of Ben, after which Dan holds no spade and all his other cards."""
    spades = [f"S{rank}" for rank in ("A", "K", "Q", "J", 10, 9, 8, 7, 6, 5, 4) for _ in range(3)]
    others = [code for code in PACKS.codes(PACKS.all) if code not in spades]
    Random(1).shuffle(others)
    more = cards - 11
    hands = [spades[at * 11 : at * 11 + 11] + others[at * more : at * more + more] for at in range(3)]
    lines = ["game da-ban", "seats Ana Ben Cid Dan", f"deal Dan master=Ana levels=3,3 trump=H cards={cards}"]
    lines += [f"hand {name} {' '.join(hand)}" for name, hand in zip(("Ana", "Ben", "Cid"), hands, strict=True)]
    lines += [f"hand Dan {' '.join(others[3 * more :][:cards])}", "play Ana SA", f"play Ben {hands[1][-1]}"]
    (found,) = judged("\n".join(lines))["fouls"]
    return cast("dict[str, Any]", found)


def test_all_fouls_of_a_record_share_one_allowance_and_their_rulings_say_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = of("two-fouls-first-claimed")
    file = tmp_path / "evening.deal"
    file.write_text(case["text"] + f"ruling {case['committed']} uphold\n", encoding="utf-8")
    states = set()
    for plays in (0, 1, 2_000_000):
        monkeypatch.setattr("referee.rules.allowance.MOST", plays)
        (deal,) = json.loads(check_file(str(file), True, "en", False)[0])["deals"]
        found = [one["damage"] for one in deal["fouls"]]
        states.add(tuple(one["state"] for one in found))
        for one in deal["fouls"]:
            assert one["damage"]["class"] in (None, one["remedy"]["word"])
        assert deal["state"] == deal["fouls"][0]["remedy"]["state"]
    assert states == {("not-computed", "not-computed"), ("computed", "computed")}


@pytest.mark.untraced
def test_the_fouls_of_a_long_record_leave_room_for_its_last_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Revokes in four deals whose cards are nearly all in hand still, and one a few tricks from the end."""
    case, rng, text = of("serious-re-ruffs"), Random(1), ""
    head, last = case["text"].split("deal ", 1)
    for story in stories("doppelkopf", 12, 11, 4):
        text += "deal " + (story.text + played_on(story, rng)).split("deal ", 1)[1]
    file = tmp_path / "evening.deal"
    file.write_text(f"{head}{text}deal {last}", encoding="utf-8")
    monkeypatch.setattr("referee.rules.allowance.MOST", 60_000)
    fouls = [deal["fouls"][0]["damage"] for deal in json.loads(check_file(str(file), True, "en", False)[0])["deals"]]
    assert [one["state"] for one in fouls][-1] == "computed"
    assert "not-computed" in [one["state"] for one in fouls]
    assert agrees(case["expected"], fouls[-1])


@pytest.mark.untraced
@pytest.mark.parametrize("way", ["lines", "best_play"])
def test_what_a_spent_budget_leaves_is_what_the_whole_says(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The class hangs on all lawful lines, asked first; what best play comes to is told where there is room left."""
    case = of("two-fouls-first-claimed")
    text = case["text"].replace("preset ddv", f"preset ddv\noption foul_class={way}")
    whole, left = foul(text, case["seat"], case["committed"] + 1)["damage"], set()
    for nodes in (*range(10, 400, 15), 900, 1200):
        monkeypatch.setattr("referee.endings.damage.NODES", nodes)
        found = foul(text, case["seat"], case["committed"] + 1)["damage"]
        if found["state"] == "not-computed":
            continue
        for part in ("with", "without"):
            assert found[part].items() <= whole[part].items()
        assert (found["forced"], found["counter"]) == (whole["forced"], whole["counter"])
        unknown = way == "best_play" and "winner" not in found["without"]
        assert found["class"] == (None if unknown else whole["class"])
        left.add("points" in found["with"])
        assert ("not computed" in found["text"]) == ("card" not in found["without"])
    assert left == {True, False}


def test_a_game_without_a_winner_of_the_deal_is_told_its_tricks_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "game double-detente\nseats Ana Ben Cid\ndeal Cid part=1 cards=3\nhand Ana H5 S1 C3\nhand Ben H6 T4 C2\n"
    text += "hand Cid H1 S2 C1\nbid Ana 1\nbid Ben 1\nbid Cid 0\ntrick Ana H5 T4 H1\n"
    states = set()
    for nodes in range(1, 60, 3):
        monkeypatch.setattr("referee.endings.damage.NODES", nodes)
        found = foul(text, "Ben", 10)["damage"]
        states.add(found["state"])
        assert ("with" in found) == (found["state"] == "computed")
        assert "with" not in found or "range" in found["with"]
    assert states == {"computed", "not-computed"}


@pytest.mark.parametrize("most", [5000, 20])
def test_nothing_is_said_of_more_deals_than_can_be_tried(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.endings.known.MOST_WAYS", most)
    text = of("serious-re-ruffs")["text"]
    tricks = [at for at, line in enumerate(text.splitlines()) if line.startswith("trick")]
    fouled = [*text.splitlines()[: tricks[-3]], "trick Ana HK D9"]  # Ben trumps the king of hearts with a heart in hand
    hidden = without("\n".join(fouled) + "\n", "hand Ana", "hand Cid", "hand Dan")
    damage = foul(hidden, "Ben", len(fouled))["damage"]
    assert (damage["state"], damage["why"]) == ("not-computed", "cards")


def test_nothing_is_said_where_one_of_the_deals_was_not_looked_at_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """By best play the class of a deal is not known before its winner is."""
    case = of("minor-wins-anyway")
    text = case["text"].replace("preset ddv", "preset ddv\noption foul_class=best_play")
    monkeypatch.setattr("referee.endings.damage.NODES", 20)
    # With both hands unseen, of two offenders another play of Ben may be his: no line is named.
    damage = foul(without(text, "hand Ben", "hand Cid"), case["seat"], None)["damage"]
    assert (damage["state"], damage["why"]) == ("not-computed", "budget")


def test_nothing_is_said_of_a_deck_nobody_knows() -> None:
    text = "game double\noption deck=none\nseats Ana Ben Cid\ndeal Cid cards=1\nturn H4/SK\n"
    text += "bid Ana 0\nbid Ben 0\nbid Cid 0\nplay Ana S5\nplay Cid S6\n"
    damage = foul(text, "Cid", 10)["damage"]
    assert (damage["state"], damage["why"]) == ("not-computed", "cards")


def test_nothing_is_said_of_three_cards_laid_where_one_is_asked() -> None:
    """The hands are no longer even: played on as they are written down, one of them is empty before the others."""
    text = (
        "game da-ban\nseats Ana Ben Cid Dan\ndeal Ana master=Ben trump=H\nresult master=Ben points=115\n"
        "deal Ana cards=4 trump=none\nhand Ana DQ HA S2 DK\nhand Ben H7 S3 C7 HK\nhand Cid HQ S7 C4 H5\n"
        "hand Dan C8 CJ S9 D2\nplay Cid HQ\nplay Dan C8\nplay Ana DQ+HA+S2\n"
    )
    fouls = answer("x", fold_record(record.read(text.encode())))["deals"][1]["fouls"]
    assert [one["damage"]["state"] for one in fouls if one["seat"] == "Ana"] == ["not-computed"]


def test_nothing_is_said_of_a_trick_with_a_card_nobody_saw() -> None:
    text = (
        "game double-detente\nseats Ana Ben Cid\ndeal Cid cards=2 part=1\nbid Ana 1\nbid Ben 1\nbid Cid 1\n"
        "play Ana H5\nplay Ben ?\nplay Cid C9\ntook Ana\nplay Ana S3\nplay Ben S4\nplay Cid H2\n"
    )
    damage = foul(text, "Cid", 9)["damage"]
    assert (damage["state"], damage["why"]) == ("not-computed", "cards")


def test_a_card_laid_early_is_not_asked_what_it_did() -> None:
    text = """game da-ban
seats Ana Ben Cid Dan
deal Dan master=Ana levels=3,3 trump=H
hand Cid {cards}
play Ana S7
play Cid D4
play Ben S8
"""
    cards = "S4 D4 " + " ".join(
        suit + rank for suit in "DC" for rank in ("5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    )
    cards += " H4 H5 H6 H7 H8 H9 H10 HJ HQ HK HA S2 H2 D2 C2 BK LK"
    fouls = judged(text.format(cards=cards))["fouls"]
    assert ("must-follow", "Cid") in [(one["kind"], one["seat"]) for one in fouls]
    assert not any("damage" in one for one in fouls)


def test_a_claim_is_not_weighed_while_the_sides_are_not_known() -> None:
    five = """game tarot
seats Ana Ben Cid Dan Eve
deal Eve cards=1
hand Ana T21
hand Ben S3
hand Cid H6
hand Dan C4
hand Eve D5
bid Ana garde-contre
bid Ben pass
bid Cid pass
bid Dan pass
bid Eve pass
claim Ana
foul Ana claims-wrongly
"""
    damage = foul(five, "Ana", 15)["damage"]
    assert (damage["state"], damage["why"]) == ("not-computed", "cards")


def test_a_table_without_classes_is_told_what_a_foul_did_and_keeps_its_remedy() -> None:
    case = of("serious-re-ruffs")
    standard = case["text"].replace("preset ddv", "preset ddv\noption foul_class=kind")
    found = foul(standard, "Dan", 26)
    assert (found["damage"]["state"], found["damage"]["class"]) == ("computed", None)
    assert found["damage"]["with"]["points"] == 101


def test_a_game_of_tricks_counts_the_tricks_of_the_offender() -> None:
    text = """game double-detente
seats Ana Ben Cid
deal Cid part=1 cards=2
hand Ana H5 S1
hand Ben H6 T4
hand Cid H1 S2
bid Ana 1
bid Ben 1
bid Cid 0
trick Ana H5 T4 H1
"""
    found = foul(text, "Ben", 10)["damage"]
    assert (found["lawful"], found["forced"], found["takes"]) == (["H6"], True, "Ben")
    assert found["with"] == {"tricks": 2, "range": [2, 2]}
    assert found["without"] == {"tricks": 2, "range": [2, 2], "card": "H6"}


CLAIM = """game tarot
seats Ana Ben Cid
deal Cid cards=2
hand Ana {ana}
hand Ben {ben}
hand Cid S3 H6
bid Ana garde-contre
bid Ben pass
bid Cid pass
claim Ana{named}
foul Ana claims-wrongly
"""


@pytest.mark.parametrize(
    ("ana", "ben", "named", "right"),
    [
        ("T21 T20", "S2 H5", "", True),
        ("T21 HK", "T1 S2", "", False),
        ("T21 HK", "T1 S2", " T21 HK", True),
        ("T21 HK", "T1 S2", " HK T21", False),
    ],
)
def test_a_claim_is_right_where_every_trick_falls_to_it_in_its_order(
    ana: str, ben: str, named: str, right: bool
) -> None:
    found = foul(CLAIM.format(ana=ana, ben=ben, named=named), "Ana", 11)["damage"]
    assert (found["state"], found["forced"], "lawful" in found) == ("computed", right, False)


def test_a_wrong_claim_is_played_in_the_way_worst_for_who_made_it() -> None:
    found = foul(CLAIM.format(ana="T21 HK", ben="T1 S2", named=""), "Ana", 11)["damage"]
    # led first, the king is ruffed with the Petit, and the 21 takes two low cards; best, the 21 draws the Petit
    assert (found["with"]["points"], found["without"]["points"]) == (5.5, 15)
    assert found["counter"] == [["HK", "T1", "H6"]]


def test_a_claim_comes_while_cards_are_played_from_who_plays() -> None:
    begun = CLAIM.format(ana="T21 T20", ben="S2 H5", named="").splitlines(keepends=True)
    with pytest.raises(Slip, match="nothing is being played"):
        judged("".join(begun[:2]) + "claim Ana\n")
    five = "game doppelkopf\nseats Ana Ben Cid Dan Eve\ndeal Eve\n"
    five += "".join(f"bid {name} gesund\n" for name in ("Ana", "Ben", "Cid", "Dan"))
    with pytest.raises(Slip, match="Eve does not play in this deal"):
        judged(five + "claim Eve\n")


def test_cards_claimed_have_to_be_as_many_as_the_hand() -> None:
    with pytest.raises(Slip, match="expected 2"):
        judged(CLAIM.format(ana="T21 T20", ben="S2 H5", named=" T21"))


def did(text: str, committed: int) -> tuple[Ruleset, Damage]:
    table = fold_record(record.read(text.encode()))
    (judged_deal,) = table.deals
    one = next(one for one in judged_deal.fouls if one.committed == committed)
    found = damage_of(table.rules, table.state, judged_deal, one)
    assert found is not None
    return table.rules, found


def test_the_lines_that_show_it_are_told_trick_by_trick_with_who_takes_them() -> None:
    rules, found = did(of("serious-re-ruffs")["text"], 25)
    lines = [[([play.card for play in trick.plays], trick.winner) for trick in line] for _, line in found.lines(rules)]
    assert lines[2:] == [[(["CA", "SK", "SA", "C9"], 0)], [(["CA", "SK", "SA", "SJ"], 3)]]
    assert [line[0] for line in lines[:2]] == [(["CA", "SK", "SA", "SJ"], 3), (["CA", "SK", "SA", "C9"], 0)]
    rules, found = did(of("minor-wins-anyway")["text"], 23)
    *_, (_, line) = found.lines(rules)
    assert [trick.winner for trick in line] == [1, 0]


def test_what_a_deal_comes_to_is_told_as_a_person_reads_it() -> None:
    _, found = did(of("serious-re-ruffs")["text"], 25)
    laid, lawful = found.outlook(True, ENGLISH), found.outlook(False, ENGLISH)
    assert laid == OutlookText(
        as_laid=True, points="101", range=("101", "101"), unit="points", count=101, side="Re", winners=("Re",)
    )
    assert (lawful.points, lawful.winners) == ("75", ("Kontra",))


def told_on_paper(text: str, committed: int) -> list[str]:
    table = fold_record(record.read(text.encode()))
    (judged_deal,) = table.deals
    one = next(one for one in judged_deal.fouls if one.committed == committed)
    return read_on(what_it_did(table.rules, table.state, judged_deal, one, ENGLISH))


def read_on(told: list[OnPaper]) -> list[str]:
    """What is told on paper, read out: the cards drawn between what they are and what they come to."""
    return [" ".join((one.label, *("+".join(cards) for cards in one.plays), one.text)).strip() for one in told]


def test_on_paper_what_a_foul_did_is_told_in_sentences_once_its_deal_is_over() -> None:
    played = of("serious-re-ruffs")["text"]
    assert told_on_paper(played, 25) == []
    assert told_on_paper(played + "ruling 25 uphold\n", 25) == [
        "TSR\N{NO-BREAK SPACE}9.4.1: Re can win after it, and can fail to without it.",
        "As laid SJ Re 101 by any lawful play.",
        "Lawfully C9 Re 75 by any lawful play.",
    ]
    two = of("two-fouls-first-claimed")
    told = told_on_paper(two["text"] + f"ruling {two['committed']} uphold\n", two["committed"])
    assert [line[line.index("Re ") :] for line in told[1:]] == [
        "Re 130 with best play; 104 to 134 by any lawful play.",
        "Re 133 with best play; 122 to 144 by any lawful play.",
    ]
    hidden = without(of("decided-no60")["text"], "hand Ben", "hand Cid", "hand Dan")
    assert told_on_paper(hidden + "ruling 25 uphold\n", 25) == [
        "TSR\N{NO-BREAK SPACE}9.5.1: Kontra had won already, whatever the cards not known."
    ]


@pytest.mark.parametrize("way", ["lines", "best_play"])
def test_on_paper_nothing_is_told_that_was_not_computed(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = of("two-fouls-first-claimed")
    text = case["text"].replace("preset ddv", f"preset ddv\noption foul_class={way}")
    _, found = did(text, case["committed"] + 1)
    whole = set(read_on(found.on_paper(None, ENGLISH)))
    for label, as_laid in (("As laid", True), ("Lawfully C9", False)):
        one = found.outlook(as_laid, ENGLISH)
        by_any = f"{one.range[0]} to {one.range[1]} by any lawful play."
        whole |= {f"{label} Re {by_any}", f"{label} Re {one.points} with best play."}
    for nodes in (3, 10, 25, 60, 130, 160, 200, 250, 400, 600, 900):
        monkeypatch.setattr("referee.endings.damage.NODES", nodes)
        _, found = did(text, case["committed"] + 1)
        assert set(read_on(found.on_paper(None, ENGLISH))[1:]) <= whole


def test_on_paper_all_lawful_play_is_told_where_best_play_is_not_known() -> None:
    case = of("two-fouls-first-claimed")
    _, found = did(case["text"], case["committed"])
    answered = found.answer
    assert answered is not None
    laid, lawful = (replace(one, points=None, card=None) for one in (answered.laid, answered.without))
    half = replace(found, answer=replace(answered, laid=laid, without=lawful))
    assert [one.text for one in half.on_paper(None, ENGLISH)[1:]] == [
        "Re 104 to 134 by any lawful play.",
        "Re 122 to 144 by any lawful play.",
    ]


def test_where_no_lawful_card_is_best_in_every_deal_none_is_named() -> None:
    _, found = did(of("serious-re-ruffs")["text"], 25)
    answered = found.answer
    assert answered is not None
    merged = replace(found, answer=replace(answered, without=replace(answered.without, card=None), merged=True))
    assert str(merged.text()).startswith("Lawfully Re 75, as laid 101, with best play of all.")


def test_on_paper_best_play_is_told_where_all_lawful_play_was_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.endings.damage.NODES", 40)
    _, found = did(of("serious-re-ruffs")["text"], 25)
    assert found.outlook(True, ENGLISH).range == ()
    assert read_on(found.on_paper(None, ENGLISH))[1:] == [
        "As laid Re 101 with best play.",
        "Lawfully C9 Re 75 with best play.",
    ]


@pytest.mark.law("tarot.play.7")
def test_in_a_slam_the_line_that_shows_it_ends_with_the_excuse_led() -> None:
    text = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan cards=2\nhand Ana T21 EX\nhand Ben T5 S4\nhand Cid T6 H2\n"
    text += "hand Dan T7 D3\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\nplay Ana T21\nplay Ben S4\n"
    rules, found = did(text, 13)
    lines = [[([play.card for play in trick.plays], trick.winner) for trick in line] for _, line in found.lines(rules)]
    assert (["EX", "T5", "H2", "D3"], 0) in lines[0]


def test_no_line_is_told_where_the_cards_are_not_known() -> None:
    hidden = without(of("decided-no60")["text"], "hand Ben", "hand Cid", "hand Dan")
    rules, found = did(hidden, 25)
    assert list(found.lines(rules)) == []


@pytest.mark.law("tarot.play.7")
def test_a_slam_that_ends_with_the_excuse_is_the_most_an_ending_can_bring() -> None:
    """Ana holds her last trumps, the Excuse and a heart; were all tricks hers, the last by the Excuse, she had all 91."""
    plain = [f"T{21 - n} S{card} " for n, card in enumerate(("7", "8", "9", "10", "J", "N", "Q", "K"))]
    plain += [f"T{13 - n} H{n + 1} " for n in range(6)]
    others = ["T2 HJ", "T3 HN", "T4 HQ", "T5 HK", *(f"C{n} D{n}" for n in range(1, 11))]
    tricks = [a + b for a, b in zip(plain, others, strict=True)]
    tricks += ["T7 H7 CJ DJ", "H9 H8 CN DN", "EX H10 CQ DQ"]
    text = "game tarot\nseats Ana Ben Cid Dan\ndeal Dan\nbid Ana garde-sans\nbid Ben pass\nbid Cid pass\nbid Dan pass\n"
    text += "".join(f"trick Ana {trick}\n" for trick in tricks) + "trick Ben T1 CK DK T6\n"
    table = fold_record(record.read(text.encode()))
    (revoke,) = [foul for foul in table.deals[0].fouls if (foul.seat, foul.committed, foul.proved) == (1, 22, 25)]
    did = damage_of(table.rules, table.state, table.deals[0], revoke)
    assert did is not None
    assert did.answer is not None
    assert (did.answer.laid.high / 2, did.answer.without.high / 2) == (91, 91)
