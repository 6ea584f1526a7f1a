"""What evenings come to, reckoned by hand."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from referee.book.chance import mean_of
from referee.book.figures import (
    Runs,
    aims,
    curve,
    duel,
    extremes,
    in_front_since,
    race,
    runs,
    season_of,
    spans,
    standings,
    within,
)
from referee.book.money import Worth, account
from referee.book.pairs import pairs
from referee.book.sittings import Evening, Sitting, evenings
from referee.table.tally import Played


def deal(
    number: int, *paid: int | None, sides: tuple[int | None, ...] = (), aim: tuple[tuple[int, str, bool], ...] = ()
) -> Played:
    return Played(number, paid, sides or (None,) * len(paid), aim)


def table(id_: str, day: str, names: str, won: tuple[int, ...], *deals: Played, game: str = "tarot") -> Sitting:
    return Sitting(id_, game, day, tuple(names.split()), won, deals)


FIRST = table("a", "2024-12-30", "Ana Ben Cléo", (30, 0, -30), deal(1, 40, -20, -20), deal(2, -10, 20, -10))
SECOND = table("b", "2025-01-06", "Ben Cléo Ana", (5, 5, -10), deal(1, 5, 5, -10))
THIRD = table("c", "2025-01-13", "Ana Ben Guest", (-8, 4, 4), deal(1, -8, 4, 4))


def three() -> tuple[Evening, ...]:
    return evenings([FIRST, SECOND, THIRD])


def test_who_has_most_points_leads() -> None:
    lines = standings(three(), "points")
    assert [(line.name, line.points, line.evenings, line.won) for line in lines] == [
        ("Ana", 12, 3, 1), ("Ben", 9, 3, 2), ("Guest", 4, 1, 1), ("Cléo", -25, 2, 1),
    ]  # fmt: skip


def test_a_place_counts_one_for_everybody_left_behind_and_half_for_a_tie() -> None:
    behind = {line.name: line.behind for line in standings(three(), "places")}
    # Ana leaves 2, 0, 0 behind; Ben 1, 1½, 1½; Cléo 0, 1½; the guest 1½
    assert behind == {"Ana": 2, "Ben": 4, "Cléo": Fraction(3, 2), "Guest": Fraction(3, 2)}
    assert [line.name for line in standings(three(), "places")] == ["Ben", "Ana", "Cléo", "Guest"]


def test_who_leads_has_been_in_front_since_the_evening_that_made_it_so() -> None:
    fourth = table("d", "2025-01-20", "Ana Ben", (-10, 10), deal(1, -2, 2))
    # Points: Ana has 30, 20, 12, then 2; Ben 0, 5, 9, then 19. Halves left behind: Ana 4, 4, 4, 4; Ben 2, 5, 8, 10.
    # A deal: Ana 15, 20/3, 3, 2; Ben 0, 5/3, 9/4, 11/5; the guest 4 from the third evening on.
    expected = {
        "points": ["2024-12-30", "2025-01-20"],
        "places": ["2025-01-06", "2025-01-06"],
        "deal": ["2025-01-13", "2025-01-13"],
    }
    for measure, days in expected.items():
        for some, day in zip((three(), evenings([FIRST, SECOND, THIRD, fourth])), days, strict=True):
            since = in_front_since(some, measure)  # type: ignore[arg-type]
            assert since
            assert since.day == day, measure
    level = table("e", "2025-01-01", "Ana Ben", (-15, 15))
    assert in_front_since(evenings([FIRST, level]), "points") is None


def test_by_the_deal_who_laid_none_stands_last() -> None:
    paper = table("d", "2025-02-01", "Dan Eva", (50, -50))
    lines = standings(evenings([FIRST, paper]), "deal")
    assert [(line.name, line.deal.value) for line in lines] == [
        ("Ana", 15), ("Ben", 0), ("Cléo", -15), ("Dan", None), ("Eva", None),
    ]  # fmt: skip


def test_two_tables_of_one_game_on_one_day_are_one_evening() -> None:
    more = table("e", "2024-12-30", "Ana Dan Eva", (1, 2, -3))
    other = table("f", "2024-12-30", "Ana Ben Cléo", (1, 2, -3), game="double")
    first, second = evenings([FIRST, more, other])
    assert (first.game, second.game) == ("double", "tarot")
    assert second.won == {"Ana": 31, "Dan": 2, "Ben": 0, "Eva": -3, "Cléo": -30}
    assert (second.winners, second.place("Eva")) == (("Ana",), 4)


def test_the_curve_adds_up_evening_by_evening_and_stays_where_somebody_was_not_there() -> None:
    assert curve(three(), ("Ana", "Cléo")) == [(0, 0), (30, -30), (20, -25), (12, -25)]


def test_the_race_adds_up_deal_by_deal() -> None:
    assert race(three()[0]) == (("Ana", "Ben", "Cléo"), [(0, 0, 0), (40, -20, -20), (30, 0, -30)])


def test_head_to_head_counts_the_evenings_when_both_were_there() -> None:
    met = duel(three(), "Ana", "Cléo")
    assert (met.ahead, met.level, met.behind, met.lead.value) == (1, 0, 1, Fraction(60 - 15, 2))
    assert duel(three(), "Ben", "Guest").level == 1
    assert duel(three(), "Cléo", "Guest").lead.value is None


def test_aims_are_counted_by_person() -> None:
    told = table("g", "2025-03-01", "Ana Ben", (0, 0), deal(1, 1, -1, aim=((0, "garde", True),)),
                 deal(2, -1, 1, aim=((0, "garde", False), (1, "petite", True))))  # fmt: skip
    assert aims(evenings([told])) == {"garde": {"Ana": (2, 1)}, "petite": {"Ben": (1, 1)}}


def test_an_evening_missed_breaks_no_run() -> None:
    missed = table("h", "2025-01-20", "Ana Ben", (1, 9))
    again = table("i", "2025-01-27", "Guest Ana", (3, 1))
    found = runs(evenings([FIRST, SECOND, THIRD, missed, again]))
    assert found["Ben"] == Runs(3, 3, 1)  # won: 2nd, 3rd, 4th; above: 20, 5, 4
    assert found["Guest"] == Runs(2, 1, 0)


def test_the_best_and_the_worst_deal_name_their_table() -> None:
    found = extremes(three())
    assert found is not None
    best, worst = found
    assert (best.name, best.points, best.table, best.deal, best.day) == ("Ana", 40, "a", 1, "2024-12-30")
    assert (worst.name, worst.points) == ("Ben", -20)
    assert extremes(evenings([table("j", "2025-01-01", "Ana Ben", (1, 2))])) is None


def test_two_and_two_know_who_sat_on_one_side_and_leave_out_who_sat_out() -> None:
    played = deal(1, 10, 10, -20, None, sides=(0, 0, 1, None))
    [one, *others] = pairs([(("Ana", "Ben", "Cléo", "Dan"), played)])
    assert (one.names, one.together, one.won, one.points) == (("Ana", "Ben"), 1, 1, 20)
    assert [(pair.names, pair.ahead) for pair in others] == [(("Ana", "Cléo"), [1, 0]), (("Ben", "Cléo"), [1, 0])]


def test_a_mean_of_few_says_little() -> None:
    # 2, 4, 9: mean 5, variance 13; t of two degrees of freedom is 4.303
    mean = mean_of([2, 4, 9])
    assert mean.value == 5
    assert mean.spread == pytest.approx(4.303 * sqrt(13 / 3))
    assert not mean.sure
    assert mean_of([10, 11, 12, 11, 10]).sure
    assert (mean_of([]).value, mean_of([7]).spread) == (None, None)
    assert mean_of([0, 2] * 500).spread == pytest.approx(1.96 * sqrt(1 / 1000), rel=0.01)


def test_a_season_begins_in_september() -> None:
    assert [season_of(day) for day in ("2024-08-31", "2024-09-01", "1999-12-31")] == ["2023/24", "2024/25", "1999/00"]
    assert spans(iter(["2024-08-31", "2024-09-01"])) == ("2024/25", "2024", "2023/24")
    last = three()[-1]
    assert [within(last, span, "") for span in ("", "2025", "2024/25", "2024")] == [True, True, True, False]
    assert not within(last, "", "double")


def test_where_the_fewest_points_win_who_has_them_leads_and_wins() -> None:
    """Ana 30 and 10, Ben 5 and 20, Cid 25 the first time."""
    low = evenings([
        Sitting("a", "plain romme", "2025-01-06", ("Ana", "Ben", "Cid"), (30, 5, 25),
                (Played(1, (30, 5, 25), (None,) * 3, (), True),), lowest_wins=True),
        Sitting("b", "plain romme", "2025-01-13", ("Ana", "Ben"), (10, 20),
                (Played(1, (10, 20), (None,) * 2, (), True),), lowest_wins=True),
    ])  # fmt: skip
    first = low[0]
    assert (first.winners, [first.place(name) for name in ("Ana", "Ben", "Cid")]) == (("Ben",), [3, 1, 2])
    assert list(first.won) == ["Ben", "Cid", "Ana"]
    lines = standings(low, "points")
    assert [(line.name, line.points, line.won, line.behind) for line in lines] == [
        ("Ben", 25, 1, 2), ("Cid", 25, 0, 1), ("Ana", 40, 1, 1),
    ]  # fmt: skip
    assert [line.name for line in standings(low, "places")] == ["Ben", "Ana", "Cid"]
    assert [line.name for line in standings(low, "deal")] == ["Ben", "Ana", "Cid"]
    assert in_front_since(low, "points") is None  # Ben and Cid have 25 each
    assert [in_front_since(low, measure) for measure in ("places", "deal")] == [first, first]  # type: ignore[arg-type]
    against = duel(low, "Ben", "Ana")
    assert (against.ahead, against.behind, against.lead.value) == (1, 1, Fraction(15, 2))
    found = extremes(low)
    assert found is not None
    assert [(one.name, one.points) for one in found] == [("Ben", 5), ("Ana", 30)]
    (pair,) = [
        pair for pair in pairs((s.seats, d) for each in low for s, d in each.deals) if pair.names == ("Ana", "Ben")
    ]
    assert pair.ahead == [1, 1]
    assert account(low, Worth(tenths=10)).cents["Ben"] > 0 > account(low, Worth(tenths=10)).cents["Ana"]
