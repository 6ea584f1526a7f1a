"""Duplicate tournaments: the published examples of the tarot federation, and standings worked by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli.main import main
from referee.tournament.duplicate import adjusted_points, match_points, overall, scale, topage
from referee.tournament.facts import Drawn, Entered
from referee.tournament.settings import Settings
from referee.tournament.standings import standings
from tests.help.tournament import told, with_players

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "tarot.json").read_text(encoding="utf-8")
)["tournament_cases"]


def cases(kind: str) -> list[dict[str, Any]]:
    found = [case for case in CASES if case["kind"] == kind]
    assert found
    return found


def test_every_published_case_is_of_a_kind_tested_here() -> None:
    kinds = {"topage", "topage_scale", "global_pct", "PM", "PM_adjusted_quadrette", "PM_adjusted_team"}
    assert {case["kind"] for case in CASES} == kinds


def test_a_deal_is_compared_across_the_tables_as_published() -> None:
    for case in cases("topage"):
        notes = topage(tuple(case["input_scores"].values()))
        assert dict(zip(case["input_scores"], notes, strict=True)) == case["attack_pct"]


def test_the_notes_go_from_100_to_0_in_equal_steps_as_published() -> None:
    for case in cases("topage_scale"):
        assert list(scale(case["n"])) == case["notes"]


def test_equal_results_share_the_mean_of_their_notes() -> None:
    # R-RO p. 17: 11 results, the two best equal: (100 + 90) / 2.
    assert topage((9, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))[:3] == (95, 95, 80)


def test_attack_counts_a_quarter_and_in_teams_of_three_half() -> None:
    assert cases("global_pct")[0]["individual"] == "1/4 attack + 3/4 defence"
    attack, defence = (Fraction(100), Fraction(50)), (Fraction(20), Fraction(40), Fraction(60))
    assert overall(attack, defence) == Fraction(75, 4) + Fraction(3 * 40, 4)
    assert overall(attack, defence, team=3) == Fraction(75 + 40, 2)


def test_the_points_of_a_match_are_the_root_of_the_difference_as_published() -> None:
    for case in cases("PM"):
        assert match_points(case["a"], case["b"]) == pytest.approx(case["pm_a"], abs=0.001)
        assert match_points(case["b"], case["a"]) == pytest.approx(-case["pm_a"], abs=0.001)


def test_spoiled_deals_are_adjusted_as_published() -> None:
    for kind in ("PM_adjusted_quadrette", "PM_adjusted_team"):
        for case in cases(kind):
            raw = match_points(case["a"], case["b"])
            assert raw == pytest.approx(case["raw_pm_a"], abs=0.001)
            marks = adjusted_points(raw, team=kind.endswith("team"))
            assert marks == pytest.approx((case["marks"]["A"], case["marks"]["B"]), abs=0.001)


@pytest.mark.parametrize("form", ["quadrette", "team"])
def test_the_command_says_what_two_sides_mark(form: str) -> None:
    for case in cases(f"PM_adjusted_{form}"):
        words = ["tournament", "match", "--adjusted", form, str(case["a"]), str(case["b"])]
        marks = [float(mark) for mark in CliRunner().invoke(main, words).output.split()]
        assert marks == pytest.approx([case["marks"]["A"], case["marks"]["B"]], abs=0.005)


def test_the_command_takes_scores_with_a_minus() -> None:
    case = next(case for case in cases("PM") if case["a"] < 0)
    marks = CliRunner().invoke(main, ["tournament", "match", str(case["a"]), str(case["b"])]).output.split()
    assert float(marks[0]) == pytest.approx(case["pm_a"], abs=0.005)


def test_a_duplicate_tournament_ranks_by_a_quarter_attack_and_three_quarters_defence() -> None:
    # Two tables, two deals. Deal 1: Ana takes for +150 at table 1, Eva for −60 at table 2: Ana 100 %, Eva 0 %.
    # Deal 2: Ben takes for +90, Fay for +90: 50 % each. A defender has 100 less the taker's note.
    start = Settings("Open", "tarot", scoring="topage", balanced=True)
    one = ((150, -50, -50, -50), (-30, 90, -30, -30))
    two = ((-60, 20, 20, 20), (-30, 90, -30, -30))
    said = (
        *with_players(8), Drawn(1, ((1, 2, 3, 4), (5, 6, 7, 8))),
        Entered(1, 1, (120, 40, -80, -80), deals=one, takers=(0, 1)),
        Entered(1, 2, (-90, 110, -10, -10), deals=two, takers=(0, 1)),
    )  # fmt: skip
    got = {row.players[0]: row.total for row in standings(told(*said, start=start)).rows}
    assert got == {
        1: Fraction(100, 4) + Fraction(3 * 50, 4),
        2: Fraction(50, 4) + 0,
        3: Fraction(0 + 50, 2), 4: Fraction(0 + 50, 2),
        5: 0 + Fraction(3 * 50, 4),
        6: Fraction(50, 4) + Fraction(3 * 100, 4),
        7: Fraction(100 + 50, 2), 8: Fraction(100 + 50, 2),
    }  # fmt: skip
