"""Boards of two tables against each other: the worked examples of the code of arbitration through the director's grid."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.help.desk import Desk
from tests.help.web import Visitor
from tests.web.tournament.test_boards import enter

CASES = json.loads((Path(__file__).parents[2] / "cases" / "tarot.json").read_text(encoding="utf-8"))["tournament_cases"]
ADJUSTED = {
    kind: [case for case in CASES if case["kind"] == kind] for kind in ("PM_adjusted_quadrette", "PM_adjusted_team")
}


@pytest.mark.parametrize(("kind", "team"), [("PM_adjusted_quadrette", "4"), ("PM_adjusted_team", "3")])
def test_a_board_that_one_side_spoiled_is_marked_as_the_code_of_arbitration_says(
    visitor: Visitor, kind: str, team: str
) -> None:
    cases = ADJUSTED[kind]
    desk = Desk(visitor, scoring="topage", depth="cards", team=team)
    desk.begin()
    desk.do("make", at="/boards", count=str(len(cases)))
    for board, case in enumerate(cases, 1):
        enter(desk, 1, board, 0, 3 * case["a"])
        enter(desk, 2, board, 0, 3 * case["b"])
    for board in range(1, len(cases) + 1):
        desk.do("fault", at="/boards", table="1", board=str(board))
    match = desk.open("/boards").source.split("Match of tables 1 and 2")[1].split("</table>")[0]
    marks = [float(found.replace("−", "-")) for found in re.findall(r"<td><b>([^<]*)</b>", match)]
    expected = [mark for case in cases for mark in (case["marks"]["A"], case["marks"]["B"])]
    assert marks == pytest.approx(expected, abs=0.0005)
    assert match.count("at fault: −1") == sum(case["extra_penalty_A"] for case in cases)


def test_the_marks_of_a_board_nobody_spoiled_are_the_root_of_the_difference(visitor: Visitor) -> None:
    cases = [case for case in CASES if case["kind"] == "PM"]
    desk = Desk(visitor, scoring="topage", depth="cards", team="4")
    desk.begin()
    desk.do("make", at="/boards", count=str(len(cases)))
    for board, case in enumerate(cases, 1):
        enter(desk, 1, board, 0, 3 * case["a"])
        enter(desk, 2, board, 0, 3 * case["b"])
    match = desk.open("/boards").source.split("Match of tables 1 and 2")[1].split("</table>")[0]
    marks = [float(found.replace("−", "-")) for found in re.findall(r"<td><b>([^<]*)</b>", match)]
    assert marks[::2] == pytest.approx([case["pm_a"] for case in cases], abs=0.0005)
