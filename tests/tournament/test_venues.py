"""One tournament at several venues: two match days worked out by hand, and the venues heard of in any order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import permutations

import pytest

from referee.tournament.exports import standings_csv
from referee.tournament.facts import Added, Came, Changed, Drawn, Entered, Fact, Finished, Penalised
from referee.tournament.money.facts import FeesAgreed, Grouped
from referee.tournament.money.values import Category
from referee.tournament.season import RULES, Dated, ranking
from referee.tournament.settings import Entrant, Settings
from referee.tournament.standings import standings, team_standings, within
from referee.tournament.tournament import Entry, Tournament
from referee.tournament.venues import Whole, provisional, whole
from referee.words.languages import Language
from referee.words.text import Slip
from tests.help.tournament import told, with_players

HAMBURG, COLOGNE = "Hamburg", "Cologne"
DAY = Settings("Bundesliga, 1", "doppelkopf", rounds=2, sizes=(4,), team=4, venues=(HAMBURG, COLOGNE), confirm=False)
ORGANISER = told(start=DAY)
ROUNDS = {
    HAMBURG: (
        ((10, -2, -4, -4), (3, 3, -3, -3), (0, 6, -6, 0), (-1, -1, -1, 3)),
        ((2, -2, 1, -1), (-5, 5, 0, 0), (4, 0, 0, -4), (0, 0, 8, -8)),
    ),
    COLOGNE: (
        ((1, 1, 1, -3), (1, 1, 1, -3), (1, 1, 1, -3), (1, 1, 1, -3)),
        ((6, -2, -2, -2), (0, 0, 0, 0), (0, 2, -2, 0), (-2, 0, 0, 2)),
    ),
}
"""A venue's four teams of four, one of each at each table: by round and table what the player of each team scores.

Hamburg, first round: the first team 10 + 3 + 0 - 1 = 12, then 6, -14, -4; second round: 1, 3, 9, -13.
Cologne, first round: 4, 4, 4, -12; second round: 4, 0, -4, 0.
"""


def match_day(venue: str, *, over: bool = True) -> Tournament:
    """A venue's own tournament: team H1 to H4 or C1 to C4, players H1a to H1d."""
    teams = [f"{venue[0]}{number}" for number in range(1, 5)]
    entrants = [
        Entrant(4 * t + p + 1, f"{team}{'abcd'[p]}", team, team) for t, team in enumerate(teams) for p in range(4)
    ]
    said: list[Fact] = [Added(tuple(entrants)), Came(tuple(range(1, 17)))]
    for number, tables in enumerate(ROUNDS[venue], 1):
        said.append(Drawn(number, tuple(tuple(4 * t + (k + number * t) % 4 + 1 for t in range(4)) for k in range(4))))
        said += [Entered(number, table, scores) for table, scores in enumerate(tables, 1)]
    start = replace(DAY, title=f"Bundesliga, 1 · {venue}", place=venue, venues=())
    return told(*said, *([Finished()] if over else []), start=start)


def extended(tournament: Tournament, *more: Fact) -> Tournament:
    return tournament.extend(Entry(tournament.seq + at, fact) for at, fact in enumerate(more, 1))


def of(*venues: str) -> Whole:
    return whole(ORGANISER, {venue: [match_day(venue)] for venue in venues})


def test_the_teams_of_both_venues_stand_in_one_table() -> None:
    found = of(HAMBURG, COLOGNE)
    # 12 + 1, 6 + 3, -14 + 9, -4 - 13; and 4 + 4, 4 + 0, 4 - 4, -12 + 0.
    assert [(row.name, row.total) for row in team_standings(found.tournament).rows] == [
        ("H1", 13), ("H2", 9), ("C1", 8), ("C2", 4), ("C3", 0), ("H3", -5), ("C4", -12), ("H4", -17),
    ]  # fmt: skip
    assert len(standings(found.tournament).rows) == 32
    assert found.final
    assert found.tournament.value.finished


def test_categories_are_ranked_over_all_venues() -> None:
    women = FeesAgreed(0, (Category("Women"), Category("Guests", 300)))
    organiser = told(women, start=DAY)
    hamburg = extended(match_day(HAMBURG, over=False), women, Grouped(1, ("Women",)), Grouped(6, ("Guests", "Women")))
    cologne = extended(
        match_day(COLOGNE), FeesAgreed(0, (Category("women"), Category("Old"))), Grouped(2, ("Old", "women"))
    )
    day = whole(organiser, {HAMBURG: [hamburg], COLOGNE: [cologne]}).tournament
    # H1a 10 + 2, C1b 1 + 0, H2b 3 + 5 by the tables above; each of 16 keeps a number of its own.
    found = {row.name: (row.total, row.categories) for row in standings(day).rows if row.categories}
    assert {name: categories for name, (_, categories) in found.items()} == {
        "H1a": ("Women",), "H2b": ("Guests", "Women"), "C1b": ("Old", "Women"),
    }  # fmt: skip
    own = within(standings(day), "Women").rows
    assert [row.place for row in own] == [1, 2, 3]
    assert [row.total for row in own] == sorted((total for total, _ in found.values()), reverse=True)
    assert day.value.money.ranked == ("Women", "Guests", "Old")
    assert whole(organiser, {COLOGNE: [cologne], HAMBURG: [hamburg]}).tournament.value.money == day.value.money


def test_a_decentral_match_day_of_the_ddv_gives_4_3_2_1_at_each_venue() -> None:
    days = [Dated(match_day(venue), date(2026, 1, 10)) for venue in (HAMBURG, COLOGNE)]
    found = ranking(days, RULES["bundesliga"])
    assert {line.name: line.total for line in found.lines} == {
        "H1": 4, "H2": 3, "H3": 2, "H4": 1, "C1": 4, "C2": 3, "C3": 2, "C4": 1,
    }  # fmt: skip


def test_a_decentral_match_day_of_the_skat_federation_gives_3_2_1_0_in_each_round() -> None:
    days = [Dated(match_day(venue), date(2026, 1, 10)) for venue in (HAMBURG, COLOGNE)]
    found = ranking(days, RULES["dskv-liga"])
    # Hamburg: 12 6 -4 -14 give H1 3 H2 2 H4 1 H3 0; then 9 3 1 -13 give H3 3 H2 2 H1 1 H4 0.
    # Cologne: three level on 4 share 3 + 2 + 1; then C1 3, C2 and C4 level on 0 share 2 + 1, C3 0.
    assert {line.name: line.total for line in found.lines} == {
        "H1": 4, "H2": 4, "H3": 3, "H4": 1, "C1": 5, "C2": Fraction(7, 2), "C3": 2, "C4": Fraction(3, 2),
    }  # fmt: skip
    assert "3, 2, 1, 0" in str(RULES["dskv-liga"].sentences[0])


def test_provisional_standings_name_the_venues_that_are_missing() -> None:
    found = whole(ORGANISER, {HAMBURG: [match_day(HAMBURG, over=False)]})
    assert (found.missing, found.playing, found.final) == ((COLOGNE,), (HAMBURG,), False)
    assert str(provisional(found)) == "Provisional: nothing is here yet of Cologne; still playing: Hamburg."
    assert not found.tournament.value.finished
    assert team_standings(found.tournament).rows[0].name == "H1"


def test_a_venue_with_two_logs_counts_in_neither() -> None:
    found = whole(ORGANISER, {HAMBURG: [match_day(HAMBURG), match_day(HAMBURG)], COLOGNE: [match_day(COLOGNE)]})
    assert (found.doubled, found.final) == ((HAMBURG,), False)
    assert {row.name[0] for row in team_standings(found.tournament).rows} == {"C"}


# Five venues, heard of in whatever order

FIVE = tuple("ABCDE")
WHOLE = told(start=Settings("Five", "tarot", rounds=1, sizes=(4,), venues=FIVE, ties=("opponents", "lot")))


def small(venue: str, points: int, *more: Fact) -> Tournament:
    names = tuple(Added((Entrant(at, f"{venue}{at}"),)) for at in range(1, 5))
    return told(*names, Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),), certificate={"seed": venue}),
                Entered(1, 1, (3 * points, -points, -points, -points)), *more, Finished())  # fmt: skip


def test_five_venues_come_to_the_same_in_all_120_orders() -> None:
    parts = {venue: small(venue, at, Penalised(2, at, "late", 1)) for at, venue in enumerate(FIVE, 1)}
    told_by = {
        standings_csv(standings(whole(WHOLE, {venue: [parts[venue]] for venue in order}).tournament), Language("en"))
        for order in permutations(FIVE)
    }
    assert len(told_by) == 1
    (said,) = told_by
    assert said.splitlines()[1].startswith("1,E1,")  # 3 × 5
    assert "A2,,,-1,-1,-2" in said  # a point lost at the table and one to the director of that venue


def test_who_plays_at_two_venues_is_named_and_keeps_both_results() -> None:
    parts: dict[str, Sequence[Tournament]] = {
        "A": [told(*with_players(4), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (9, -3, -3, -3)))],
        "B": [told(*with_players(4), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (3, -1, -1, -1)))],
    }
    found = whole(WHOLE, parts)
    assert next((one.name, one.venues) for one in found.twice) == ("Ana", ("A", "B"))
    assert sorted(row.total for row in standings(found.tournament).rows)[-2:] == [3, 9]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [({"venues": ("A",)}, "two at least"), ({"venues": ("A", "a")}, "name of its own"),
     ({"venues": FIVE, "scoring": "match"}, "one venue"),
     ({"venues": FIVE, "finals": (4,), "qualifying": 1, "rounds": 2}, "one venue")],
)  # fmt: skip
def test_what_cannot_be_played_at_several_venues_is_not_agreed(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(Slip, match=why):
        told(start=replace(DAY, **wrong))  # type: ignore[arg-type]


def test_rounds_are_drawn_at_the_venues_alone() -> None:
    with pytest.raises(Slip, match="each draws its own rounds"):
        told(*with_players(4), Drawn(1, ((1, 2, 3, 4),)), start=DAY)
    drawn = told(*with_players(4), Drawn(1, ((1, 2, 3, 4),)))
    with pytest.raises(Slip, match="cannot be played at several venues any more"):
        told(*(entry.fact for entry in drawn.log[1:]), Changed(replace(drawn.settings, venues=FIVE)))
