"""Who plays with whom: groups are found by the tables alone."""

from __future__ import annotations

from referee.book.groups import groups
from referee.book.sittings import Sitting


def sat(number: int, names: str, day: str = "", after: str = "") -> Sitting:
    seats = tuple(names.split())
    return Sitting(f"t{number}", "tarot", day or f"2025-01-{number:02}", seats, (0,) * len(seats), (), after)


def found(*sittings: Sitting, together: tuple[tuple[str, str], ...] = ()) -> list[tuple[set[str], list[str]]]:
    """Each group: its regulars and its tables."""
    return [(set(one.regulars), [s.id for s in one.sittings]) for one in groups(sittings, together)]


def test_the_same_people_most_of_them_are_a_group() -> None:
    assert found(sat(1, "Ana Ben Cléo Dan"), sat(2, "Ana Ben Cléo Eva"), sat(3, "Dan Cléo Ben Ana")) == [
        ({"Ana", "Ben", "Cléo", "Dan", "Eva"}, ["t1", "t2", "t3"])
    ]


def test_half_of_them_is_not_most() -> None:
    assert [tables for _, tables in found(sat(1, "Ana Ben Cléo Dan"), sat(2, "Ana Ben Eva Fay"))] == [["t2"], ["t1"]]


def test_who_came_once_is_a_guest_and_no_regular() -> None:
    tables = [sat(number, "Ana Ben Cléo") for number in range(1, 7)]
    [(regulars, _)] = found(*tables, sat(7, "Ana Ben Guest"))
    assert regulars == {"Ana", "Ben", "Cléo"}


def test_two_guests_who_came_once_make_no_majority() -> None:
    tables = [sat(number, "Ana Ben Cléo") for number in range(1, 7)]
    assert len(found(*tables, sat(7, "Ana Ben Guest"), sat(8, "Ana Guest Other"))) == 2


def test_somebody_in_two_groups_is_a_regular_of_both() -> None:
    both = found(sat(1, "Ana Ben Cléo"), sat(2, "Ana Eva Fay"), sat(3, "Cléo Ben Ana"), sat(4, "Fay Eva Ana"))
    assert both == [({"Ana", "Eva", "Fay"}, ["t2", "t4"]), ({"Ana", "Ben", "Cléo"}, ["t1", "t3"])]


def test_a_group_s_people_may_change_over_the_years() -> None:
    tables = [sat(n, "Ana Ben Cléo", f"2015-01-{n:02}") for n in range(1, 9)]
    tables += [sat(n, "Ana Ben Dan", f"2016-01-{n:02}") for n in range(9, 25)]
    tables += [sat(n, "Ana Eva Dan", f"2017-01-{n - 20:02}") for n in range(25, 40)]
    [(regulars, all_tables)] = found(*tables)
    assert len(all_tables) == len(tables)
    assert {"Ana", "Ben", "Dan", "Eva"} == regulars


def test_capitals_and_composed_accents_make_no_second_person() -> None:
    [(regulars, _)] = found(sat(1, "ana BEN Cle\u0301o"), sat(2, "Ana Ben Cléo"))
    assert regulars == {"Ana", "Ben", "Cléo"}


def test_two_at_one_table_are_never_one_person() -> None:
    both = groups([sat(1, "Ana Ben Cléo"), sat(2, "Ana ana Ben Cléo")])
    assert [sitting.seats for sitting in both[0].sittings][1] == ("Ana", "ana", "Ben", "Cléo")


def test_a_table_that_goes_on_with_other_players_stays_with_its_group() -> None:
    assert len(found(sat(1, "Ana Ben Cléo"), sat(2, "Ana Eva Fay", after="t1"))) == 1


def test_two_groups_are_one_by_somebody_s_word() -> None:
    tables = sat(1, "Ana Ben Cléo Dan"), sat(2, "Eva Fay Gus Hal")
    assert len(found(*tables)) == 2
    [(_, one)] = found(*tables, together=(("t1", "t2"),))
    assert one == ["t1", "t2"]
    assert len(found(*tables, together=(("t1", "gone"),))) == 2


def test_the_order_in_which_tables_are_read_changes_nothing() -> None:
    tables = [
        sat(1, "Ana Ben Cléo Dan"),
        sat(2, "Ana Ben Cléo Eva"),
        sat(3, "Eva Fay Gus Hal"),
        sat(4, "Dan Cléo Ben Ana"),
    ]
    assert found(*tables[::-1]) == found(*tables)
