"""The boards of a tournament: the movement and its certificate, the grid, what the director gives and takes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.tournament.boards.grid import compare_seats, frequency, match_tables, results, without_result
from referee.tournament.boards.movement import certify, groups, movement, repeats
from referee.tournament.boards.slip import read_cell, write_cell
from referee.tournament.boards.values import BoardCell, BoardSet
from referee.tournament.duplicate import notes_of_round
from referee.tournament.values import Result, Round, Sitting
from referee.words.text import Slip

SET = BoardSet(1, 1, 2, 4, "", "seal", "director")


@pytest.mark.parametrize(
    ("boards", "tables", "copies"), [(6, 6, 1), (12, 6, 1), (6, 3, 1), (6, 4, 1), (3, 6, 1), (4, 10, 1)]
)
def test_every_table_plays_every_board_once_and_as_few_sets_are_needed_as_can_be(
    boards: int, tables: int, copies: int
) -> None:
    order = movement(range(1, boards + 1), range(1, tables + 1))
    found = certify(order, range(1, boards + 1))
    assert found.once
    assert found.times == boards
    assert found.copies == copies


@pytest.mark.parametrize(
    ("boards", "tables", "sets", "waits"),
    [(2, 3, 1, 1), (2, 4, 1, 1), (3, 5, 1, 1), (2, 5, 1, 2), (2, 5, 2, 1), (3, 3, 1, 0)],
)
def test_with_fewer_boards_than_tables_the_tables_pause_in_turn(
    boards: int, tables: int, sets: int, waits: int
) -> None:
    order = movement(range(1, boards + 1), range(1, tables + 1), sets)
    found = certify(order, range(1, boards + 1))
    assert (found.once, found.copies, found.times) == (True, sets, boards)
    assert found.waits == waits


@pytest.mark.parametrize("tables", range(1, 26))
def test_half_as_many_boards_as_tables_let_nobody_wait_longer_than_for_one(tables: int) -> None:
    for boards in range(-(-tables // 2), 30):
        found = certify(movement(range(1, boards + 1), range(1, tables + 1)), range(1, boards + 1))
        assert (found.once, found.copies, found.times) == (True, 1, boards)
        assert found.waits <= 1


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
    notes = notes_of_round(Round(1, sittings))
    assert notes[9] == ((Fraction(25),), (Fraction(40),))  # table 3: 25 percent of board 1, 40 for the fault
    assert notes[10] == ((), (Fraction(75), Fraction(60)))
    assert [notes[4 * table - 3][0][1] for table in (5, 1, 2, 4)] == [100, Fraction(200, 3), Fraction(100, 3), 0]


def test_a_round_is_not_closed_while_a_board_is_missing() -> None:
    at = Round(1, {1: Sitting(1, 1, (1, 2, 3, 4))})
    assert without_result(SET, [1], {}) == ((1, 1), (1, 2))
    with pytest.raises(Slip, match="table 1 has no result of board 1; missing in all: 2"):
        results(SET, at, {})


def test_two_sets_of_boards_go_round_a_half_of_the_tables_each() -> None:
    tables, boards = range(1, 13), range(1, 7)
    assert groups(tables, 2) == [(1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12)]
    order = movement(boards, tables, 2)
    assert order[1] == order[7] == (1, 2, 3, 4, 5, 6)
    found = certify(order, boards)
    assert (found.once, found.copies, found.shared) == (True, 2, (6, 6))
    relay = movement(boards, tables, 12)
    assert set(relay.values()) == {tuple(boards)}
    assert certify(relay, boards).copies == 12


@pytest.mark.parametrize(("boards", "tables", "rest"), [(6, 6, 0), (12, 6, 1), (12, 4, 2), (6, 1, None)])
def test_a_certificate_says_how_long_a_board_lies_still_between_two_tables(
    boards: int, tables: int, rest: int | None
) -> None:
    assert certify(movement(range(boards), range(tables)), range(boards)).rest == rest


def test_each_table_hands_its_boards_to_the_one_before_it() -> None:
    found = certify(movement(range(1, 5), range(1, 5)), range(1, 5))
    assert found.handed == {1: 4, 2: 1, 3: 2, 4: 3}
    assert certify({1: (1, 2, 3), 2: (2, 3, 1), 3: (3, 2, 1)}, (1, 2, 3)).handed is None


def test_who_sits_at_two_tables_of_a_round_meets_its_boards_twice() -> None:
    seats = {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)}
    rounds = {1: Round(1, {table: Sitting(1, table, four) for table, four in seats.items()})}
    assert repeats([SET], rounds) == ()
    seats[2] = (5, 6, 7, 1)
    rounds = {1: Round(1, {table: Sitting(1, table, four) for table, four in seats.items()})}
    assert repeats([SET], rounds) == ((1, 1), (1, 2))


def test_where_nobody_takes_a_board_each_seat_is_compared_with_the_same_seat() -> None:
    # Three tables: the first seat scored 3, 1 and 1, so it beats both others, and those share the rest: 100, 25, 25.
    there = {1: (3, -3, 3, -3), 2: (1, -1, -1, 1), 3: (1, 1, -1, -1)}
    found = compare_seats({(table, 1): BoardCell(scores) for table, scores in there.items()}, 1)
    assert [row.notes for row in found] == [(100, 0, 100, 0), (25, 50, 25, 100), (25, 100, 25, 50)]
    assert compare_seats({(1, 1): BoardCell((0,) * 4), (2, 1): BoardCell((0,) * 4)}, 1) == ()
    sittings = {
        table: Sitting(1, table, tuple(range(4 * table - 3, 4 * table + 1)), confirmed=True,
                       results=(Result(scores, 0, deals=(scores,), takers=(-1,)),))
        for table, scores in there.items()
    }  # fmt: skip
    notes = notes_of_round(Round(1, sittings))
    assert [notes[player] for player in (1, 6, 12)] == [((), (100,)), ((), (50,)), ((), (50,))]


@pytest.mark.parametrize(
    ("said", "cell"),
    [
        ("N +75", BoardCell((75, -25, -25, -25), 0)),
        ("o-126", BoardCell((42, -126, 42, 42), 1)),
        ("S −126", BoardCell((42, 42, -126, 42), 2)),
        (" 0 ", BoardCell((0, 0, 0, 0))),
        ("passe", BoardCell((0, 0, 0, 0))),
        ("3 -3 3 -3", BoardCell((3, -3, 3, -3))),
        ("E: -60 20 20 20", BoardCell((-60, 20, 20, 20), 3)),
    ],
)
def test_a_cell_of_the_grid_is_read_as_a_slip_is_written(said: str, cell: BoardCell) -> None:
    letters = ("N", "O", "S", "E")  # a French slip: Ouest
    assert read_cell(said, letters) == cell
    assert read_cell(write_cell(cell, letters), letters) == cell


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("X 75", "expected the taker’s position and points such as N \\+75"),
        ("75", "expected the taker’s position"),
        ("N 100", "100 is not shared evenly by 3 opponents"),
        ("3 -3 a -3", "“a” stands where a number of points was expected"),
    ],
)
def test_a_cell_that_cannot_be_is_said(said: str, why: str) -> None:
    with pytest.raises(Slip, match=why):
        read_cell(said, ("N", "W", "S", "E"))


def test_a_side_of_a_match_gets_the_root_of_the_difference_and_who_spoiled_a_board_a_point_less() -> None:
    # R-RO p. 23: 82 against 66 is 4; code of arbitration p. 15, example 1: 68 against 60, the first side at fault: −4, 4
    # and a point more. Players 1, 6, 7, 8 are one side, 5, 2, 3, 4 the other.
    def sitting(table: int, *gained: int) -> Sitting:
        deals = tuple((3 * each, -each, -each, -each) for each in gained)
        result = Result(tuple(map(sum, zip(*deals, strict=True))), 0, deals=deals, takers=(0, 0))
        return Sitting(1, table, tuple(range(4 * table - 3, 4 * table + 1)), results=(result,), confirmed=True)

    at = Round(1, {1: sitting(1, 82, 68), 2: sitting(2, 66, 60)})
    faults = BoardSet(1, 1, 2, 4, "", "seal", "director", faults=frozenset({(1, 2)}))
    found = match_tables(faults, at, quadrette=True, provisional=False)
    assert {player: float(points) for player, points in found.items()} == {
        **dict.fromkeys((1, 6, 7, 8), 4 - 4 - 1), **dict.fromkeys((5, 2, 3, 4), -4 + 4),
    }  # fmt: skip
