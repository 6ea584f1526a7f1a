"""Cents: what an evening comes to, and the fewest payments."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from referee.book.money import Payment, Worth, account, settle
from referee.book.sittings import Sitting, evenings
from referee.table.tally import Played

LOST = {"Cléo": -100, "Dan": -50}


def cents(won: dict[str, int], worth: Worth) -> dict[str, int]:
    return dict(account(evenings([Sitting("a", "tarot", "2025-01-01", tuple(won), tuple(won.values()))]), worth).cents)


def test_points_that_come_to_nought_are_paid_as_they_are() -> None:
    assert cents({"Ana": 30, "Ben": -10, "Cléo": -20}, Worth(20)) == {"Ana": 60, "Ben": -20, "Cléo": -40}


def test_half_a_cent_a_point_is_rounded_so_that_nothing_is_left_over() -> None:
    assert cents({"Ana": 3, "Ben": -1, "Cléo": -2}, Worth(5)) == {"Ana": 2, "Ben": -1, "Cléo": -1}


def test_each_against_each_pays_the_differences() -> None:
    # Doppelkopf and Skat at a cent a point, 10, 4, 1: Ben owes Ana 6, Cléo owes Ana 9 and Ben 3
    assert cents({"Ana": 10, "Ben": 4, "Cléo": 1}, Worth(10, way="each")) == {"Ana": 15, "Ben": -3, "Cléo": -12}


def test_nobody_loses_more_than_the_limit_and_who_won_shares_what_is_there() -> None:
    found = cents({"Ana": 300, "Ben": 100, "Cléo": -350, "Dan": -50}, Worth(10, most=100))
    # 150 are lost; Ana, who won three of four points, gets 112½, Ben 37½
    assert found in ({"Ana": 113, "Ben": 37} | LOST, {"Ana": 112, "Ben": 38} | LOST)


def test_a_lost_game_pays_the_kitty() -> None:
    played = Played(1, (-50, 50), (None, None), ((0, "garde", False), (1, "petite", True)))
    sitting = Sitting("a", "tarot", "2025-01-01", ("Ana", "Ben"), (-50, 50), (played,))
    assert account(evenings([sitting]), Worth(lost=50)).kitty == {"Ana": 50}


def test_the_year_is_the_sum_of_its_evenings() -> None:
    some = [Sitting(f"{n}", "tarot", f"2025-01-0{n}", ("Ana", "Ben"), (n, -n)) for n in range(1, 5)]
    assert account(evenings(some), Worth(10, most=2)).cents == {"Ana": 1 + 2 + 2 + 2, "Ben": -7}


def test_who_owes_pays_who_gets() -> None:
    assert settle({"Ana": 60, "Ben": -20, "Cléo": -40}) == (Payment("Cléo", "Ana", 40), Payment("Ben", "Ana", 20))
    assert settle({"Ana": 0}) == ()


def test_two_debts_that_match_are_paid_apart() -> None:
    # who owes most pays who gets most would take four payments here
    owed = {"Ana": 50, "Ben": 30, "Cléo": -40, "Dan": -40, "Eva": 40, "Fay": -40}
    paid = settle(owed)
    assert len(paid) == 4


@pytest.mark.parametrize("seed", range(30))
def test_no_other_way_takes_fewer_payments(seed: int) -> None:
    rng = Random(seed)
    numbers = [rng.randint(-6, 6) for _ in range(rng.randint(2, 6))]
    owed = {f"p{at}": number for at, number in enumerate([*numbers, -sum(numbers)])}
    paid = settle(owed)
    left = dict(owed)
    for one in paid:
        left[one.payer] += one.cents
        left[one.receiver] -= one.cents
        assert one.cents > 0
    assert not any(left.values())
    assert len(paid) == fewest([number for number in owed.values() if number])


def fewest(numbers: list[int]) -> int:
    """People who owe, less the most parts into which they fall that each come to nought; by trying all."""

    def parts(some: tuple[int, ...]) -> int:
        if not some:
            return 0
        first, rest = some[0], some[1:]
        best = 0
        for size in range(len(rest) + 1):
            for chosen in combinations(range(len(rest)), size):
                if first + sum(rest[at] for at in chosen) == 0:
                    best = max(best, 1 + parts(tuple(rest[at] for at in range(len(rest)) if at not in chosen)))
        return best

    return len(numbers) - parts(tuple(numbers))


def test_many_people_are_settled_at_once() -> None:
    owed = {f"p{at:02}": at for at in range(-20, 21)}
    paid = settle(owed)
    assert sum(one.cents for one in paid) == sum(range(21))
