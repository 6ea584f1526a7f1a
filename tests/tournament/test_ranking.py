"""Rankings by rules with a name and a version, worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from referee.tournament.facts import Added, Came, Drawn, Entered, Fact
from referee.tournament.season import RULES, Dated, Line, Ranking, back, clubs, finals, ranking, rule_of
from referee.tournament.settings import Entrant, Settings
from referee.tournament.tournament import Tournament
from tests.help.tournament import SETTINGS, told

CLUBS = {"Ana": "Lyon", "Ben": "Nice", "Cléo": "Lyon", "Dan": "Nice", "Eva": "Lyon"}


def evening(day: str, *rounds: tuple[int, int, int, int], names: str = "Ana Ben Cléo Dan", start: Settings = SETTINGS,
            more: int = 0, teams: Mapping[str, str] | None = None) -> Dated:  # fmt: skip
    """One table that matters, and as many others of strangers, level, as make `more` players."""
    people = [*names.split(), *(f"{day} {number}" for number in range(more))]
    teams = teams or {}
    entrants = tuple(Entrant(at, name, CLUBS.get(name, ""), teams.get(name, "")) for at, name in enumerate(people, 1))
    said: list[Fact] = [Added(entrants), Came(tuple(range(1, len(people) + 1)))]
    for number, row in enumerate(rounds, 1):
        tables = [tuple(range(at, at + 4)) for at in range(1, len(people) - 2, 4)]
        said.append(Drawn(number, tuple(tables)))
        said += [Entered(number, table, row if table == 1 else (0, 0, 0, 0)) for table in range(1, len(tables) + 1)]
    return Dated(told(*said, start=start), date.fromisoformat(day))


def of(found: Ranking, name: str) -> Line:
    return next(line for line in found.lines if line.name == name)


# --- the DDV's ranking: the average a round over 24 months, 36 rounds, tournaments of 32 players and 3 rounds


@pytest.fixture(scope="module")
def two_years() -> tuple[Dated, ...]:
    """Twelve tournaments of three rounds, Ana making 1, 2, … 12 a round, Eva in Dan's place at the first; before them
    one of long ago, among them one of 28 players and one of two rounds.
    """
    months = [f"2025-{month:02}-15" for month in range(1, 13)]
    old = evening("2024-11-30", *[(1000, -1000, 0, 0)] * 3, more=28)
    small = evening("2025-06-20", *[(500, -500, 0, 0)] * 3, more=24)
    short = evening("2025-06-21", *[(500, -500, 0, 0)] * 2, more=28)
    played = [
        evening(day, *[(k, -k, 2, -2)] * 3, names="Ana Ben Cléo Eva" if k == 1 else "Ana Ben Cléo Dan", more=28)
        for k, day in enumerate(months, 1)
    ]
    return (old, *played[:6], small, short, *played[6:])


def test_the_ddv_s_ranking_is_the_average_a_round_over_24_months(two_years: tuple[Dated, ...]) -> None:
    found = ranking(two_years, RULES["ddv-ranking"], date(2026, 11, 30))
    # Ana: 3 × (1 + 2 + … + 12) = 234 points in 36 rounds, 6.5 a round; Ben the same below 0; Cléo 72 / 36 = 2.
    assert [(line.name, line.total, line.place) for line in found.lines if line.place] == [
        ("Ana", Fraction(13, 2), 1), ("Cléo", Fraction(2), 2), ("Ben", Fraction(-13, 2), 3),
    ]  # fmt: skip
    assert of(found, "Ana").played == 36


def test_33_rounds_give_no_place_and_say_so(two_years: tuple[Dated, ...]) -> None:
    dan = of(ranking(two_years, RULES["ddv-ranking"], date(2026, 11, 30)), "Dan")
    assert (dan.place, dan.total, str(dan.why)) == (0, Fraction(-2), "rounds: 33 of 36")


def test_what_does_not_count_is_named_with_the_reason(two_years: tuple[Dated, ...]) -> None:
    found = ranking(two_years, RULES["ddv-ranking"], date(2026, 11, 30))
    assert {at: str(why) for at, why in found.left_out.items()} == {
        0: "more than 24 months ago", 7: "28 players, and not 32", 8: "2 rounds, and not 3",
    }  # fmt: skip


def test_a_day_before_the_old_tournament_still_counts_and_later_ones_do_not(two_years: tuple[Dated, ...]) -> None:
    found = ranking(two_years, RULES["ddv-ranking"], date(2025, 1, 31))
    # Ana: 3000 + 3 in six rounds.
    assert of(found, "Ana").total == Fraction(3003, 6)
    assert str(found.left_out[2]) == "after the day of reckoning"


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [("2026-11-30", 24, "2024-11-30"), ("2026-08-31", 6, "2026-02-28"), ("2024-08-31", 6, "2024-02-29"),
     ("2026-01-15", 1, "2025-12-15")],
)  # fmt: skip
def test_months_are_counted_back_to_the_same_day_or_the_month_s_last(day: str, months: int, expected: str) -> None:
    assert back(date.fromisoformat(day), months) == date.fromisoformat(expected)


def test_the_ranking_of_the_laender_adds_the_best_positive_result_of_each(two_years: tuple[Dated, ...]) -> None:
    def there(day: str, region: str, ana: int) -> Dated:
        start = replace(SETTINGS, region=region)
        return evening(day, *[(ana, -ana, 0, 0)] * 3, more=28, start=start)

    some = (there("2026-01-10", "Hessen", 4), there("2026-02-10", "Hessen", 6), there("2026-03-10", "Bayern", -5),
            there("2026-04-10", "Berlin", 2))  # fmt: skip
    found = ranking(some, RULES["ddv-regions"])
    # Ana: Hessen 18 (12 does not count), Berlin 6, Bayern below 0; Ben: Bayern 15 alone; level on nothing: Cléo 0.
    assert [of(found, name).total for name in ("Ana", "Ben", "Cléo")] == [24, 15, 0]
    assert [part.counts for part in of(found, "Ana").parts] == [False, True, False, True]


# --- Bundesliga: 4-3-2-1 by the day's place in a group of four


def test_the_bundesliga_gives_4_3_2_1_by_the_day_s_place_in_the_group() -> None:
    days = (evening("2026-01-10", (50, 20, -20, -50)), evening("2026-02-10", (-10, 40, 10, -40)),
            evening("2026-03-10", (0, 30, -30, 0)), evening("2026-04-10", (9, 0, 0, -9), more=4))  # fmt: skip
    found = ranking(days, RULES["bundesliga"])
    # Day 1: A4 B3 C2 D1; day 2: B4 C3 A2 D1; day 3: B4, Ana and Dan level on 2 share 3 + 2 = 2½ each, C1.
    assert [(line.name, line.total) for line in found.lines] == [
        ("Ben", 11), ("Ana", Fraction(17, 2)), ("Cléo", 6), ("Dan", Fraction(9, 2)),
    ]  # fmt: skip
    assert str(found.left_out[3]) == "8 in the group, and not 4"


def test_a_group_of_four_teams_is_ranked_by_teams() -> None:
    teams = {"Ana": "Lyon I", "Ben": "Nice I", "Cléo": "Lyon II", "Dan": "Nice II"}
    day = evening("2026-01-10", (50, 20, -20, -50), start=replace(SETTINGS, team=4), teams=teams)
    found = ranking((day,), RULES["bundesliga"])
    assert [(line.name, line.total) for line in found.lines] == [
        ("Lyon I", 4), ("Nice I", 3), ("Lyon II", 2), ("Nice II", 1),
    ]  # fmt: skip


# --- a club's own

CLUB = (
    evening("2026-01-10", (30, -10, -10, -10)),
    evening("2026-02-10", (-90, 30, 30, 30)),
    evening("2026-03-10", (60, -20, -20, -20), names="Ana Ben Cléo Eva"),
)


def test_a_missed_evening_counts_as_nothing_as_the_last_or_as_one_s_average() -> None:
    # Dan was there twice: −10 and 30. Eva once: −20.
    for missed, dan, eva in (("nothing", 20, -20), ("worst", 0, -20 - 10 - 90), ("average", 30, -60)):
        found = ranking(CLUB, rule_of("club-sum", missed=missed))
        assert (of(found, "Dan").total, of(found, "Eva").total) == (dan, eva), missed


def test_too_few_evenings_give_no_place_and_the_best_alone_count() -> None:
    found = ranking(CLUB, rule_of("club-sum", best=2, least=2))
    # Ana 30 + 60, Ben and Cléo 30 − 10, Dan 30 − 10.
    assert [(line.name, line.total, line.place, line.level) for line in found.lines] == [
        ("Ana", 90, 1, False), ("Ben", 20, 2, True), ("Cléo", 20, 2, True), ("Dan", 20, 2, True),
        ("Eva", -20, 0, False),
    ]  # fmt: skip
    assert str(found.lines[-1].why) == "evenings: 1 of 2"


def test_points_by_place_are_shared_by_who_is_level() -> None:
    found = ranking(CLUB[:2], rule_of("club-places"))
    # Evening 1: Ana 25, the others 18 + 15 + 12 = 45 for three; evening 2: three level on 1: 58 / 3, Ana 12.
    assert of(found, "Ana").total == 37
    assert of(found, "Ben").total == 15 + Fraction(58, 3)


def test_a_handicap_adds_a_share_of_what_one_lay_below_the_best_so_far() -> None:
    found = ranking(CLUB, rule_of("club-handicap"))
    # Evening 1: none. Before evening 2 Ana has 30, the others −10: half of 40 for each of them.
    # Before evening 3: Ana −30, Ben and Cléo 10, which is the best: Ana gets half of 40, they get nothing.
    assert [part.handicap for part in of(found, "Ana").parts] == [0, 0, 20]
    assert [part.handicap for part in of(found, "Ben").parts] == [0, 20, 0]
    assert (of(found, "Ana").total, of(found, "Ben").total, of(found, "Eva").total) == (20, 20, -20)


def test_a_federation_s_rule_is_not_changed_by_what_a_club_agrees_on() -> None:
    assert rule_of("ddv-ranking", best=3, least=2, missed="worst") == RULES["ddv-ranking"]
    assert rule_of("club-sum", best=3, least=2, missed="worst") == replace(
        RULES["club-sum"], best=3, least=2, missed="worst"
    )


def test_clubs_are_ranked_by_their_best_lines() -> None:
    rows = clubs(ranking(CLUB, rule_of("club-sum")), 2)
    # Lyon: Ana 0 and Cléo 0, Eva −20 is not among the best two; Nice: Dan 20, Ben 0.
    assert [(name, total) for name, total, _ in rows] == [("Nice", 20), ("Lyon", 0)]


def test_a_final_seats_the_first_as_1_5_9_13() -> None:
    day = evening("2026-01-10", (8, 7, 6, -21), more=12)
    others = [line.name for line in ranking((day,), rule_of("club-sum")).lines]
    tables = finals(ranking((day,), rule_of("club-sum")), 4)
    assert [[others.index(line.name) + 1 for line in table] for table in tables] == [
        [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16],
    ]  # fmt: skip
    assert finals(ranking(CLUB, rule_of("club-sum")), 4) == ()


def test_every_total_is_the_sum_of_the_parts_it_shows(two_years: tuple[Dated, ...]) -> None:
    tournaments: tuple[Tournament, ...] = tuple(one.tournament for one in CLUB)
    assert all(tournaments)
    for rule in RULES.values():
        for line in ranking((*CLUB, *two_years), rule).lines:
            shown = sum((part.worth for part in line.counted), Fraction(0))
            assert line.total == (shown / line.played if rule.count == "average" and line.played else shown)
            for part in line.parts:
                if part.sat and rule.count != "places":
                    assert sum(one.points for one in part.sat) - part.penalties + part.handicap == part.worth
