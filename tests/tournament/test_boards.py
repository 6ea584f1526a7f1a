"""The boards of a tournament: the movement and its certificate, the grid, what the director gives and takes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.tournament.boards.grid import frequency, missing, results
from referee.tournament.boards.movement import certify, movement
from referee.tournament.boards.values import BoardCell, BoardSet
from referee.tournament.duplicate import compared
from referee.tournament.values import Round, Sitting
from referee.words.text import Slip

SET = BoardSet(1, 1, 2, 4, "", "seal", "director")


@pytest.mark.parametrize(
    ("boards", "tables", "copies"), [(6, 6, 1), (12, 6, 1), (6, 3, 1), (6, 4, 1), (3, 6, 2), (4, 10, 3)]
)
def test_every_table_plays_every_board_once_and_as_few_sets_are_needed_as_can_be(
    boards: int, tables: int, copies: int
) -> None:
    order = movement(range(1, boards + 1), range(1, tables + 1))
    found = certify(order, range(1, boards + 1))
    assert found.once
    assert found.times == boards
    assert found.copies == copies


def test_a_certificate_says_where_a_board_is_played_twice() -> None:
    assert not certify({1: (1, 1), 2: (1, 2)}, (1, 2)).once
    assert certify({1: (1, 2), 2: (1, 2)}, (1, 2)).copies == 2


def cells() -> dict[tuple[int, int], BoardCell]:
    """The worked example of R-RO p. 18 on board 1, five tables; on board 2 one table spoiled it."""
    scores = {1: 56, 5: 62, 4: -56, 3: -52, 2: 50}
    found = {(table, 1): BoardCell((3 * u, -u, -u, -u), 0) for table, u in scores.items()}
    found |= {(table, 2): BoardCell((3 * u, -u, -u, -u), 0) for table, u in scores.items() if table != 3}
    return found | {(3, 2): BoardCell(percents=(40, 60, 60, 60), reason="étui ouvert")}


def test_the_results_of_a_board_are_compared_as_the_federation_does() -> None:
    assert [(row.table, row.attack, row.defence) for row in frequency(cells(), 1)] == [
        (5, 100, 0), (1, 75, 25), (2, 50, 50), (3, 25, 75), (4, 0, 100),
    ]  # fmt: skip


def test_an_adjusted_board_brings_its_percents_and_the_others_are_compared_without_it() -> None:
    at = Round(1, {table: Sitting(1, table, tuple(range(4 * table - 3, 4 * table + 1))) for table in range(1, 6)})
    made = results(SET, at, cells())
    sittings = {
        table: Sitting(1, table, at.tables[table].seats, results=(result,), confirmed=True)
        for table, result in made.items()
    }
    notes = compared(Round(1, sittings))
    assert notes[9] == ((Fraction(25),), (Fraction(40),))  # table 3: 25 percent of board 1, 40 for the fault
    assert notes[10] == ((), (Fraction(75), Fraction(60)))
    assert [notes[4 * table - 3][0][1] for table in (5, 1, 2, 4)] == [100, Fraction(200, 3), Fraction(100, 3), 0]


def test_a_round_is_not_closed_while_a_board_is_missing() -> None:
    at = Round(1, {1: Sitting(1, 1, (1, 2, 3, 4))})
    assert missing(SET, [1], {}) == ((1, 1), (1, 2))
    with pytest.raises(Slip, match="table 1 has no result of board 1, and 2 are missing"):
        results(SET, at, {})
