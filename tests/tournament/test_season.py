"""A season of evenings, its ratings, and a tournament as other programs read it."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

import pytest

from referee.tournament.exports import ics, seats_csv, standings_csv
from referee.tournament.facts import Added, Came, Drawn, Entered, Penalised
from referee.tournament.ratings import ratings
from referee.tournament.season import COUNTS, Count, Dated, Line, Rule, ranking
from referee.tournament.settings import Entrant, Settings
from referee.tournament.standings import standings
from referee.tournament.tournament import Tournament
from referee.words.languages import language
from referee.words.text import ENGLISH
from tests.help.tournament import told, with_players


def evening(*rounds: tuple[int, int, int, int]) -> Tournament:
    """An evening of one table: the scores of Ana, Ben, Cléo and Dan round by round."""
    said = [fact for at, row in enumerate(rounds, 1) for fact in (Drawn(at, ((1, 2, 3, 4),)), Entered(at, 1, row))]
    return told(*with_players(4), *said)


SEASON = (evening((30, -10, -10, -10), (0, 0, 0, 0)), evening((-90, 30, 30, 30)), evening((60, -20, -20, -20)))


def season_standings(
    evenings: Sequence[Tournament], best: int = 0, count: Count = "sum", least: int = 0
) -> tuple[Line, ...]:
    rule = Rule("season", "1", COUNTS[count], count, best=best, least=least)
    return ranking([Dated(one, date(2026, 1, day)) for day, one in enumerate(evenings, 1)], rule).lines


def test_a_season_adds_up_its_evenings() -> None:
    rows = season_standings(SEASON)
    # Ana 30 − 90 + 60, the others −10 + 30 − 20.
    assert [(row.place, row.level, row.total) for row in rows] == [(1, True, 0)] * 4


def test_only_the_best_evenings_count_where_that_is_agreed() -> None:
    first = season_standings(SEASON, best=2)[0]
    assert (first.name, first.total) == ("Ana", 90)
    assert [one.counts for one in first.parts] == [True, False, True]


def test_an_average_is_of_all_rounds_played() -> None:
    # Four rounds: Ana 30 + 0 − 90 + 60 = 0, Ben −10 + 0 + 30 − 20 = 0; without the third evening −60 and 20 in three.
    rows = season_standings(SEASON[:2], count="average")
    assert {row.name: row.total for row in rows} == {
        "Ana": Fraction(-60, 3), "Ben": Fraction(20, 3), "Cléo": Fraction(20, 3), "Dan": Fraction(20, 3),
    }  # fmt: skip


def test_a_person_is_known_by_name_and_club_whatever_their_number() -> None:
    one = told(Added((Entrant(1, "Ana", "Lyon"), Entrant(2, "Ana", "Nice"), Entrant(3, "Ben"), Entrant(4, "Dan"))),
               Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (30, -10, -10, -10)))  # fmt: skip
    two = told(Added((Entrant(7, "ana", "NICE"), Entrant(8, "Ben"), Entrant(9, "Dan"), Entrant(10, "Eva"))),
               Came((7, 8, 9, 10)), Drawn(1, ((7, 8, 9, 10),)), Entered(1, 1, (30, -10, -10, -10)))  # fmt: skip
    found = {(row.name, row.club): row.total for row in season_standings((one, two))}
    assert found == {("Ana", "Lyon"): 30, ("Ana", "Nice"): 20, ("Ben", ""): -20, ("Dan", ""): -20, ("Eva", ""): -10}


def test_two_of_the_same_name_and_club_in_one_evening_are_two_lines_of_the_season() -> None:
    one = told(Added((Entrant(1, "Ana"), Entrant(2, "Ben"), Entrant(3, "Ana"), Entrant(4, "Dan"))),
               Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (-30, 10, 40, -20)))  # fmt: skip
    found = {row.name: row.total for row in season_standings((one, evening((7, 1, -4, -4))))}
    assert found == {"Ana": -23, "Ana #2": 40, "Ben": 11, "Dan": -24, "Cléo": -4}


def test_places_give_a_point_for_each_left_behind() -> None:
    rows = season_standings((evening((30, 10, -20, -20)),), count="places")
    assert [(row.name, row.total) for row in rows] == [
        ("Ana", 3), ("Ben", 2), ("Cléo", Fraction(1, 2)), ("Dan", Fraction(1, 2)),
    ]  # fmt: skip


def test_who_wins_more_is_rated_higher_and_those_level_alike() -> None:
    pytest.importorskip("openskill")
    rows = ratings((evening((30, -10, -10, -10)), evening((60, -20, -20, -20))))
    assert [row.name for row in rows] == ["Ana", "Ben", "Cléo", "Dan"]
    assert rows[0].mu > 25 > rows[1].mu == rows[2].mu
    assert {row.tables for row in rows} == {2}


def test_two_of_the_same_name_and_club_are_rated_apart() -> None:
    pytest.importorskip("openskill")
    one = told(Added((Entrant(1, "Ana"), Entrant(2, "Ben"), Entrant(3, "Ana"), Entrant(4, "Dan"))),
               Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (-30, 10, 40, -20)))  # fmt: skip
    assert [row.name for row in ratings((one,))] == ["Ana #2", "Ben", "Dan", "Ana"]


def test_standings_go_out_as_csv_in_the_readers_language() -> None:
    entrants = (Entrant(1, "=Ana", "Lyon"), Entrant(2, "Ben"), Entrant(3, "Cléo"), Entrant(4, "Dan"))
    start = Settings("Open", "tarot", ties=("best",))
    said = (Added(entrants), Came((1, 2, 3, 4)), Drawn(1, ((1, 2, 3, 4),)), Entered(1, 1, (31, -10, -21, 0)))
    found = standings(told(*said, Penalised(4, 5, "late"), start=start))
    rows = list(csv.reader(io.StringIO(standings_csv(found, ENGLISH))))
    assert rows[:2] == [
        ["Rank", "Name", "Club", "Team", "Round 1", "Penalties", "Total", "best round"],
        ["1", "'=Ana", "Lyon", "", "31", "0", "31", "31"],
    ]
    assert rows[2] == ["2", "Dan", "", "", "0", "-5", "-5", "0"]
    assert standings_csv(found, language("de")).startswith("Rang,Name")


def test_every_seat_goes_out_as_csv() -> None:
    tournament = told(*with_players(5), Drawn(1, ((4, 3, 2, 1),), (5,)), Entered(1, 1, (9, -3, -3, -3)))
    rows = list(csv.reader(io.StringIO(seats_csv(tournament, ENGLISH))))
    assert rows[1] == ["1", "1", "1", "4", "Dan", "9"]
    assert rows[5] == ["1", "", "", "5", "Eva", ""]


def test_a_season_is_a_calendar_with_its_texts_escaped_and_its_lines_folded() -> None:
    evenings = [
        ("abc", Settings("Open; d’hiver, " + "é" * 60, "tarot", day="2026-11-21T19:30", place="Café\nLyon"), "2026-07-04T19:30:00.000Z"),
        ("def", Settings("Open", "tarot", day="2026-12-05"), "2026-07-04T19:30:00.000Z"),
        ("ghi", Settings("Some day", "tarot"), "2026-07-04T19:30:00.000Z"),
    ]  # fmt: skip
    text = ics(evenings)
    assert text.count("BEGIN:VEVENT") == 2
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    whole = text.replace("\r\n ", "").split("\r\n")
    assert "SUMMARY:Open\\; d’hiver\\, " + "é" * 60 in whole
    assert {"DTSTART:20261121T193000", "DTSTART;VALUE=DATE:20261205", "DTSTAMP:20260704T193000Z"} < set(whole)
    assert "LOCATION:Café\\nLyon" in whole


def test_who_came_too_seldom_has_no_place_and_stands_below() -> None:
    def met(*scores: tuple[int, int]) -> Tournament:
        players = tuple(Entrant(number, name) for number, name in enumerate(("Ana", "Ben", "Cléo", "Dan"), 1))
        rows = [(*pair, 0, -sum(pair)) for pair in scores]
        said = [fact for at, row in enumerate(rows, 1) for fact in (Drawn(at, ((1, 2, 3, 4),)), Entered(at, 1, row))]
        return told(Added(players), Came((1, 2, 3, 4)), *said)

    guest = (Added((Entrant(5, "Gus"), Entrant(6, "Hal"), Entrant(7, "Ida"), Entrant(8, "Jan"))), Came((5, 6, 7, 8)))
    once = told(*guest, Drawn(1, ((5, 6, 7, 8),)), Entered(1, 1, (-50, 20, 20, 10)))
    season = (met((-55, -40)), met((-50, -60)), met((-90, 10)), once)
    # Of the best two: Ana −50 −55 = −105, Ben −40 + 10 = −30; Gus was there once and lost 50 points.
    of_all = [row.name for row in season_standings(season, best=2)]
    assert of_all.index("Gus") < of_all.index("Ana")
    rows = {row.name: row for row in season_standings(season, best=2, least=2)}
    assert [rows[name].total for name in ("Ana", "Ben", "Gus")] == [-105, -30, -50]
    assert [name for name in rows if not rows[name].place] == ["Hal", "Ida", "Jan", "Gus"]
    assert [rows[name].place for name in ("Dan", "Cléo", "Ben", "Ana")] == [1, 2, 3, 4]
