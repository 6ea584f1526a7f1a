"""Doppelkopf's published and worked cases, copied by hand: announcements, penalties, sessions, tricks, solos."""

from typing import Any

import pytest

from tests.help.doppelkopf import HEALTHY, NAMES, judged, kinds, last, scores, solo

# --- announcements: may this side still say this, with so many cards in hand

TSR = "tournament rules 6.3, 6.4; deback/deback-doko announcements.engine.test.ts @f3f0812"


@pytest.mark.parametrize(
    ("preset", "side", "word", "cards", "own", "other", "lawful"),
    [
        ("ddv", "re", "re", 11, (), (), True),  # TSR: minimum cards
        ("standard", "re", "re", 10, (), (), False),
        ("standard", "re", "no90", 10, ("re",), (), True),
        ("standard", "re", "no90", 9, ("re",), (), False),
        ("ddv", "re", "no60", 9, ("re", "no90"), (), True),
        ("standard", "re", "no60", 8, ("re", "no90"), (), False),
        ("standard", "re", "no30", 8, ("re", "no90", "no60"), (), True),
        ("standard", "re", "no30", 7, ("re", "no90", "no60"), (), False),
        ("ddv", "re", "schwarz", 7, ("re", "no90", "no60", "no30"), (), True),
        ("standard", "re", "schwarz", 6, ("re", "no90", "no60", "no30"), (), False),
        ("ddv", "re", "kontra", 11, (), (), False),  # the wrong side
        ("ddv", "re", "no90", 10, (), (), False),  # before Re
        ("ddv", "re", "no60", 10, ("re",), (), True),  # skipped while it could still be said
        ("ddv", "re", "no60", 9, ("re",), (), False),  # skipped too late
        ("standard", "re", "no60", 10, ("re",), (), False),  # the document: no90 first
        ("ddv", "kontra", "kontra", 10, (), ("re",), True),  # TSR 6.4.4: a reply one card later
        ("ddv", "kontra", "kontra", 9, (), ("re",), False),
        ("standard", "kontra", "kontra", 10, (), ("re",), True),
        ("standard", "kontra", "kontra", 9, (), ("re",), False),
        ("standard", "re", "re", 8, (), ("kontra", "no90", "no60"), True),  # the document's own example
        ("standard", "re", "re", 7, (), ("kontra", "no90", "no60"), False),
        ("standard", "re", "no90", 9, ("re",), ("kontra",), False),  # only Re or Kontra is a reply
        ("ddv", "re", "re", 11, ("re",), (), False),  # said already
    ],
)
@pytest.mark.law("doppelkopf.announce.1")
def test_who_may_still_say_what(
    preset: str, side: str, word: str, cards: int, own: tuple[str, ...], other: tuple[str, ...], *, lawful: bool
) -> None:
    """Ana alone is Re, so that everybody's side is known."""
    mine, theirs = ("Ana", "Ben") if side == "re" else ("Ben", "Ana")
    lines = ["deal Dan", *solo("Ana", "solo-queens")]
    lines += [f"announce {mine} {said}" for said in own] + [f"announce {theirs} {said}" for said in other]
    lines += ["took Ana"] * (12 - cards) + [f"announce {mine} {word}"]
    deal = last(*lines, preset=preset)
    assert [foul["seat"] for foul in deal["fouls"]] == ([] if lawful else [mine])


@pytest.mark.parametrize(
    ("preset", "trick", "cards", "lawful"),
    [
        ("ddv", 1, 11, True),
        ("ddv", 1, 10, False),
        ("ddv", 2, 10, True),
        ("ddv", 2, 9, False),
        ("ddv", 3, 9, True),
        ("ddv", 3, 8, False),
        ("standard", 1, 10, True),
        ("standard", 1, 9, False),
        ("standard", 2, 9, True),
        ("standard", 3, 8, True),
        ("standard", 3, 7, False),
    ],
)
@pytest.mark.law("doppelkopf.announce.4")
def test_after_a_hochzeit_announcements_may_be_later(preset: str, trick: int, cards: int, *, lawful: bool) -> None:
    lines = ["deal Dan", *solo("Ana", "hochzeit"), *["took Ana"] * (trick - 1), "took Ben"]
    lines += ["took Cid"] * (12 - cards - trick) + ["announce Ana re"]
    assert bool(last(*lines, preset=preset)["fouls"]) != lawful


@pytest.mark.parametrize(("preset", "cards", "lawful"), [("ddv", 9, True), ("ddv", 8, False), ("standard", 8, True)])
@pytest.mark.law("doppelkopf.announce.4")
def test_a_hochzeit_without_a_partner_counts_three_tricks(preset: str, cards: int, *, lawful: bool) -> None:
    lines = ["deal Dan", *solo("Ana", "hochzeit"), *["took Ana"] * (12 - cards), "announce Ana re"]
    assert bool(last(*lines, preset=preset)["fouls"]) != lawful


@pytest.mark.law("doppelkopf.announce.5")
def test_nothing_is_said_before_the_partner_of_a_hochzeit_is_known() -> None:
    deal = last("deal Dan", *solo("Ana", "hochzeit"), "took Ana", "announce Ben kontra")
    assert kinds(deal) == [("false-announcement", "Ben")]
    assert deal["fouls"][0]["law"] == "doppelkopf.announce.5"


# --- tricks


@pytest.mark.parametrize(
    ("contract", "dulle", "cards", "taker"),
    [
        # mannewolff/doppelkopf RulesValidator.test.ts @4d87278
        ("normal", True, "SK SA S9 S10", 1),
        ("normal", True, "D9 CQ H10 DJ", 2),
        ("normal", True, "SA HK S9 S10", 0),
        # from the document
        ("normal", False, "HA H10 HK H9", 0),
        ("normal", False, "CQ H10 DA D10", 0),
        ("normal", True, "CA CA C10 CK", 0),
        ("solo-queens", False, "CJ CK C9 C10", 3),
        ("solo-queens", True, "CJ CK H10 CQ", 3),
        ("solo-aces", False, "S9 SQ CA SJ", 1),
        ("solo-aces", False, "S9 SJ S10 SK", 2),
        ("solo-clubs", False, "D10 DA DK CK", 3),
        ("solo-clubs", False, "D10 DA DK SK", 1),
        ("solo-hearts", True, "HK H10 HA H9", 1),
        ("solo-hearts", False, "HK H10 HA H9", 2),
        ("solo-jacks", False, "SJ CQ CJ HJ", 2),
        ("solo-spades", False, "DA SA CJ DK", 2),
        ("solo-diamonds", False, "D9 DK CJ CQ", 3),
    ],
)
@pytest.mark.law("doppelkopf.trump.1", "doppelkopf.trump.2", "doppelkopf.trump.3", "doppelkopf.play.3")
def test_who_takes_a_trick(contract: str, dulle: bool, cards: str, taker: int) -> None:
    bids = HEALTHY if contract == "normal" else solo("Ben", contract)
    deal = last("deal Dan", *bids, f"trick Ana {cards}", options=(f"dulle={'yes' if dulle else 'no'}",))
    assert deal["tricks"][0]["winner"] == NAMES[taker]


@pytest.mark.parametrize(("second", "taker"), [("yes", 2), ("no", 1)])
@pytest.mark.law("doppelkopf.trump.2")
def test_of_two_tens_of_hearts_the_first_wins_unless_agreed_otherwise(second: str, taker: int) -> None:
    options = ("dulle=yes", f"second_dulle={second}")
    deal = last("deal Dan", *HEALTHY, "trick Ana D9 H10 H10 CQ", options=options)
    assert deal["tricks"][0]["winner"] == NAMES[taker]


def test_as_plain_hearts_the_first_of_two_tens_wins_whatever_is_agreed() -> None:
    options = ("dulle=yes", "second_dulle=yes")
    deal = last("deal Dan", *solo("Ana", "solo-aces"), "trick Ana H9 H10 H10 HK", options=options)
    assert deal["tricks"][0]["winner"] == "Ben"


def test_where_the_tens_of_hearts_are_not_on_top_the_first_of_two_wins_in_a_hearts_solo_too() -> None:
    deal = last("deal Dan", *solo("Dan", "solo-hearts"), "trick Ana HK H10 H10 H9", options=("second_dulle=yes",))
    assert deal["tricks"][0]["winner"] == "Ben"


# --- legal plays


@pytest.mark.parametrize(
    ("contract", "dulle", "lead", "hand", "lawful"),
    [
        # mannewolff/doppelkopf RulesValidator.test.ts @4d87278; Pht27/doko_game CardPlayValidatorTests.cs @f466bcc
        ("normal", True, "SA", "SK HK D9", "SK"),
        ("normal", True, "SA", "HK D9", "HK D9"),
        ("normal", True, "D9", "DA CA", "DA"),
        ("normal", True, "C9", "CA CK SA", "CA CK"),
        ("normal", True, "HA", "H10", "H10"),
        # from the document
        ("normal", False, "HA", "H10 HK CQ", "H10 HK"),
        ("normal", False, "CA", "CQ CJ SA", "CQ CJ SA"),
        ("normal", True, "CQ", "CA H10 D9", "H10 D9"),
        ("normal", True, "HA", "H10 SA", "H10 SA"),
        ("solo-jacks", False, "SJ", "CA DA HQ SJ SA", "SJ"),
        ("solo-queens", True, "HQ", "H10 DJ SQ", "SQ"),
        ("solo-aces", True, "CQ", "CJ H10 DA", "CJ"),
        ("solo-spades", False, "SA", "SK DA HJ", "SK HJ"),
        ("solo-spades", False, "DA", "SK D9 HJ", "D9"),
    ],
)
@pytest.mark.law("doppelkopf.trump.3", "doppelkopf.play.2")
def test_follow_suit_if_you_can(contract: str, dulle: bool, lead: str, hand: str, lawful: str) -> None:
    bids = HEALTHY if contract == "normal" else solo("Ben", contract)
    held = hand.split()
    for card in held:
        lines = [f"deal Dan cards={len(held)}", f"hand Ben {hand}", *bids, f"play Ana {lead}", f"play Ben {card}"]
        deal = last(*lines, options=(f"dulle={'yes' if dulle else 'no'}",))
        assert kinds(deal) == ([] if card in lawful.split() else [("must-follow", "Ben")]), card


# --- scores that a published source got wrong


@pytest.mark.law("doppelkopf.value.4")
def test_ninety_is_not_under_ninety() -> None:
    """slschulte/DoppelkopfTracker, example 1, says 2."""
    assert scores(last("deal Dan", "result re=Ana,Ben type=normal points=150", preset="ddv")) == [1, 1, -1, -1]


def test_forty_is_not_under_thirty_and_a_solo_has_no_karlchen() -> None:
    """slschulte/DoppelkopfTracker, example 3, says 42 in a doubled Bock round."""
    lines = ["deal Dan bock=yes", "result re=Ana type=solo-queens points=200 kontra-said=kontra re-extra=karlchen:1"]
    assert scores(last(*lines, preset="ddv", options=("bock=double",))) == [30, -10, -10, -10]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("result re=Ana,Ben type=normal points=130", [3, 3, -3, -3]),  # 1 + 2 for the Bock
        ("result re=Ana type=solo-queens points=130", [9, -3, -3, -3]),
    ],
)
def test_a_bock_round_may_add_two(line: str, expected: list[int]) -> None:
    """ThomasThiessenhusen/doppelkopf-schreiber scoreCalculator.test.ts @b01fe78, "Bock single"."""
    assert scores(last("deal Dan bock=yes", line, options=("bock=plus2",))) == expected


# --- penalties (tournament rules of 21.02.2026, 9)

LEVELS = ("no90", "no60", "no30", "schwarz")


def ruled(remedy: str, offender: str, *bids: str, said: tuple[str, ...] = ()) -> dict[str, Any]:
    """A foul everybody saw, ruled so, after these announcements."""
    return last("deal Dan", *bids, *said, f"foul {offender} must-follow remedy={remedy}", preset="ddv")


@pytest.mark.law("doppelkopf.foul.1")
def test_a_foul_that_changes_nothing_costs_nothing() -> None:  # TSR 9.2.3
    deal = ruled("none", "Ana", *HEALTHY)
    assert (scores(deal), deal["state"]) == ([0, 0, 0, 0], "open")


@pytest.mark.parametrize("bids", [HEALTHY, solo("Ana", "solo-queens")])  # TSR 9.3.2, 9.3.3 (a)
@pytest.mark.law("doppelkopf.foul.2")
def test_a_minor_foul_costs_three_and_play_goes_on(bids: tuple[str, ...]) -> None:
    lines = ["deal Dan", *bids, "foul Ana must-follow remedy=minor"]
    assert last(*lines, preset="ddv")["state"] == "open"
    kind = "normal" if bids == HEALTHY else "solo-queens"
    seats = "Ana,Ben" if bids == HEALTHY else "Ana"
    deal = last(*lines, f"result re={seats} type={kind} points=121", preset="ddv")
    assert deal["lines"][-1]["points"] == {"Ana": -3, "Ben": 1, "Cid": 1, "Dan": 1}


@pytest.mark.parametrize(
    ("remedy", "expected"),
    [("minor-soloist", [3, -3, 0, 0]), ("minor", [1, -3, 1, 1])],  # TSR 9.3.3 (b1), (b2)
)
@pytest.mark.law("doppelkopf.foul.3")
def test_a_minor_foul_of_kontra_may_harm_the_soloist(remedy: str, expected: list[int]) -> None:
    lines = ["deal Dan", *solo("Ana", "solo-queens"), f"foul Ben must-follow remedy={remedy}"]
    deal = last(*lines, "result re=Ana type=solo-queens points=121", preset="ddv")
    assert list(deal["lines"][-1]["points"].values()) == expected


@pytest.mark.parametrize("levels", range(5))  # TSR 9.4.3
@pytest.mark.law("doppelkopf.foul.4")
def test_a_serious_foul_stops_the_deal(levels: int) -> None:
    said = ("announce Ben kontra", *(f"announce Ben {level}" for level in LEVELS[:levels])) if levels else ()
    said = ("announce Ana re", *said)
    deal = ruled("serious", "Ana", *HEALTHY, said=said)
    assert (scores(deal), deal["state"]) == ([-12 - 3 * levels, *[4 + levels] * 3], "stopped")


@pytest.mark.parametrize("levels", range(5))  # TSR 9.4.4
@pytest.mark.law("doppelkopf.foul.5")
def test_a_serious_foul_of_kontra_pays_the_soloist(levels: int) -> None:
    said = ("announce Ana re", *(f"announce Ana {level}" for level in LEVELS[:levels]))
    deal = ruled("serious", "Ben", *solo("Ana", "solo-queens"), said=said)
    assert (scores(deal), deal["state"]) == ([12 + 3 * levels, -12 - 3 * levels, 0, 0], "stopped")


def test_a_serious_foul_of_the_soloist_pays_everybody() -> None:  # TSR 9.4.4
    assert scores(ruled("serious", "Ana", *solo("Ana", "solo-queens"))) == [-12, 4, 4, 4]


def test_unsporting_conduct_is_a_penalty_of_its_own() -> None:  # TSR 9.7.2 b
    found = judged("deal Dan", 'penalty Ana 12 "unsporting"', preset="ddv")
    assert found["deals"][0]["penalties"] == {"Ana": -12}
    assert list(found["totals"].values()) == [-12, 0, 0, 0]


# --- sessions


@pytest.mark.parametrize(
    ("results", "totals"),
    [
        # hamvocke/doppelkopf scorecard.test.ts @c140135
        (("re=Ana,Dan type=normal points=211", "re=Ana,Cid type=normal points=110"), [2, -2, -6, 6]),
        # ThomasThiessenhusen/doppelkopf-schreiber scoreCalculator.test.ts
        (("re=Ana,Ben type=normal points=121", "re=Ana,Cid type=normal points=89"), [-2, 4, -4, 2]),
    ],
)
def test_scores_add_up(results: tuple[str, ...], totals: list[int]) -> None:
    lines = [
        line for name, result in zip(NAMES, results, strict=False) for line in (f"deal {name}", f"result {result}")
    ]
    assert list(judged(*lines)["totals"].values()) == totals
