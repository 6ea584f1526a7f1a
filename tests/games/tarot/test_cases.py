"""Tarot's scores and rulings against worked cases: the federation's own, and those of other programs' tests.

`tests/cases/tarot.json` says where each number comes from.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.games.tarot.rulings import CA2012
from referee.words.text import Slip
from tests.help.tarot import FOUR, check, last

CASES = json.loads((Path(__file__).parents[2] / "cases" / "tarot.json").read_text(encoding="utf-8"))
SEATS = {3: "Ana Ben Cid", 4: FOUR, 5: "Ana Ben Cid Dan Eva"}
CONTRACT = {"prise": "petite", "garde": "garde", "garde_sans": "garde-sans", "garde_contre": "garde-contre"}
SIZE = {"simple": "single", "double": "double", "triple": "triple"}
SIDE = {"taker": "attack", "attack": "attack", "defence": "defence"}
SLAM = {
    "announced_made": "announced-made",
    "unannounced_made": "made",
    "announced_failed": "announced-failed",
    "defence_made": "defence",
}


def result(case: dict[str, Any]) -> str:
    """A case as a result line: Ana takes, Ben is her partner, the last seat defends."""
    seats = SEATS[case["players"]].split()
    words = [f"contract={CONTRACT[case['contract']]}", f"bouts={case['taker_bouts']}", f"points={case['taker_points']}"]
    if case["players"] == 5:
        words.append(f"partner={'Ben' if 'partner' in case['fft_full'] else 'alone'}")
    if case["poignee"]:
        shown = (f"{SIZE[p['level']]}:{seats[0] if p['side'] == 'taker' else seats[-1]}" for p in case["poignee"])
        words.append("handful=" + ",".join(shown))
    if case["petit_au_bout"]:
        words.append(f"petit={SIDE[case['petit_au_bout']]}")
    if case["chelem"]:
        words.append("slam=" + ",".join(SLAM[word] for word in case["chelem"].split("+")))
    return f"result taker=Ana {' '.join(words)}"


def row(case: dict[str, Any], preset: str = "fft") -> dict[str, int]:
    deal = last(f"deal Ana\n{result(case)}", SEATS[case["players"]], preset)
    assert sum(deal["scores"].values()) == 0
    assert all(sum(line["points"].values()) == 0 for line in deal["lines"])
    scores: dict[str, int] = deal["scores"]
    return scores


@pytest.mark.parametrize("case", CASES["verbatim"] + CASES["derived"], ids=lambda case: case["id"])
@pytest.mark.law("tarot.count.1", "tarot.score.1", "tarot.score.5")
def test_a_deal_pays_what_a_source_says(case: dict[str, Any]) -> None:
    scores, seats = row(case), SEATS[case["players"]].split()
    expected = {seats[0]: case["fft_full"]["taker"], seats[-1]: case["fft_full"]["defender"]}
    if "partner" in case["fft_full"]:
        expected["Ben"] = case["fft_full"]["partner"]
    assert {seat: scores[seat] for seat in expected} == expected


@pytest.mark.parametrize("case", CASES["verbatim_conflicting_with_fft"], ids=lambda case: case["id"])
def test_what_contradicts_the_federation_does_not_come_out(case: dict[str, Any]) -> None:
    scores, seats = row(case), SEATS[case["players"]].split()
    assert scores["Ana"] == case["fft_full"]["taker"] != case["expected"]["taker"]
    assert scores[seats[-1]] == case["fft_full"]["defender"]


@pytest.mark.parametrize("case", CASES["half_point_cases"], ids=lambda case: f"{case['raw']} of {case['need']}")
@pytest.mark.law("tarot.count.3")
def test_a_half_point_goes_to_the_side_that_wins_the_deal(case: dict[str, Any]) -> None:
    bouts = {56: 0, 51: 1, 41: 2, 36: 3}[case["need"]]
    by = case["counted"] - case["need"]
    scores = last(f"deal Ana\nresult taker=Ana contract=petite bouts={bouts} points={case['raw']}", SEATS[3])["scores"]
    assert scores["Ana"] == 2 * (25 + abs(by)) * (1 if by >= 0 else -1)


def test_the_federations_sheet_comes_to_its_totals() -> None:
    # The sheet gives contracts and scores; the points and bonuses below are ones that come to these.
    sheet = CASES["session_cases"][0]
    lines = """
        deal Ouest
        result taker=Est contract=garde bouts=2 points=49 handful=single:Est petit=attack
        deal Nord
        result taker=Ouest contract=garde-sans bouts=2 points=45 petit=defence
        deal Sud
        result taker=Sud contract=petite bouts=1 points=44 handful=single:Sud petit=attack
        deal Est
        result taker=Nord contract=garde bouts=2 points=52 handful=single:Nord
        deal Ouest
        result taker=Sud contract=garde bouts=2 points=87 handful=single:Sud petit=attack slam=announced-made
    """
    found = check(lines, "Nord Sud Est Ouest", "fft")
    rows = [[deal["scores"][seat] for seat in ("Nord", "Sud", "Est", "Ouest")] for deal in found["deals"]]
    assert rows == [case["scores"] for case in sheet["rows"]]
    assert list(found["totals"].values()) == sheet["bilan"]


def test_running_totals_follow_a_published_evening() -> None:
    case = CASES["session_cases"][1]
    deals = [f"tb-{number}" for number in (1, 3, 5)]
    known = {case["id"]: case for case in CASES["verbatim"]}
    totals = case["running_totals"]
    steps = [[b - a for a, b in zip(x, y, strict=True)] for x, y in zip([[0] * 5, *totals], totals, strict=False)]
    rows = [sorted(row(known[deal]).values()) for deal in deals]
    assert [sorted(steps[number]) for number in (0, 2, 4)] == rows


@pytest.mark.parametrize(
    ("seats", "words", "reason"),
    [
        pytest.param(4, "bouts=2 points=40.5", "even number of cards", id="a half point at four"),
        pytest.param(4, "bouts=2 points=49 defence=41", "do not make 91", id="points that do not make 91"),
        pytest.param(4, "bouts=2 points=49 handful=triple:Ana,single:Ben", "trumps in all handfuls", id="25 trumps"),
        pytest.param(4, "bouts=2 points=60 slam=made", "has at least 87 points", id="a slam with 60 points"),
        pytest.param(
            4, "bouts=3 points=87 slam=made", "three bouts has all points", id="a slam with its Excuse and 87"
        ),
        pytest.param(4, "bouts=0 points=87 slam=made", "has the 21 and the Petit", id="a slam without bouts"),
        pytest.param(4, "bouts=0 points=49 petit=attack", "must have a bout", id="the Petit last without a bout"),
        pytest.param(4, "bouts=3 points=49 petit=defence", "cannot have three", id="the Petit last and three bouts"),
        pytest.param(4, "bouts=3 points=91", "the defence took no trick", id="all points and no slam"),
        pytest.param(4, "bouts=0 points=3", "the taker's side took no trick", id="six cards aside and no slam"),
        pytest.param(
            4,
            "bouts=0 points=15 slam=defence handful=double:Ana",
            "both sides took a trick",
            id="no trick with 13 trumps, which the 9 others cannot all beat",
        ),
        pytest.param(4, "bouts=2 points=92", "count 91", id="more than there are"),
        pytest.param(3, "bouts=2 points=40.25", "in halves", id="a quarter of a point"),
        pytest.param(4, "bouts=2 points=49 partner=Ben", "nobody is called", id="a partner at four"),
    ],
)
@pytest.mark.law("tarot.count.2")
def test_what_cannot_be_is_refused_with_its_reason(seats: int, words: str, reason: str) -> None:
    with pytest.raises(Slip, match=reason):
        check(f"deal Ana\nresult taker=Ana contract=garde {words}", SEATS[seats])


def test_the_code_of_arbitration_has_its_43_rulings() -> None:
    assert [row.id.replace("-", "_") for row in CA2012] == [case["id"] for case in CASES["foul_rulings"]]


@pytest.mark.parametrize("case", CASES["foul_rulings"], ids=lambda case: case["id"])
@pytest.mark.law("tarot.code")
def test_a_ruling_is_what_the_code_says(case: dict[str, Any]) -> None:
    row = next(row for row in CA2012 if row.id.replace("-", "_") == case["id"])
    first, repeat = (case[key].split(" ")[0] for key in ("penalty_first", "penalty_repeat"))
    nothing = {"none": "", "-": "", "?": ""}
    assert row.first == nothing.get(first, first)
    assert row.repeat == nothing.get(repeat, repeat)
    assert row.optional == ("optional" in case["penalty_repeat"])
    assert row.spares_taker == ("none if taker" in case["penalty_first"])
    said = (case["if_offender_camp_wins"], case["if_offender_camp_loses"])
    annulled = any("annul" in word or "not counted" in word for word in said)
    assert annulled == bool({"void", "drop"} & {row.wins, row.loses}) or "not counted" in case["remedy"]
