"""The page of a season: finished tournaments chosen by a form, their standings, files and ratings."""

from __future__ import annotations

import csv
import io
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from referee.club.tournaments import Tournaments
from referee.tournament.facts import Drawn, Entered, Finished, RoundStarted
from referee.tournament.settings import Settings
from tests.help.sheet import hide_pango
from tests.help.tournament import with_players
from tests.help.web import Visitor

FIRST, SECOND, THIRD = (30, -10, -10, -10), (-90, 30, 30, 30), (60, -20, -20, -20)
"""Three evenings of one table: Ana's scores, and those of Ben, Cléo and Dan."""


class Club:
    """A club whose tournaments are over, and somebody who looks at its season."""

    def __init__(self, app: Flask, visitor: Visitor) -> None:
        self.kept: Tournaments = app.extensions["tournaments"]
        self.visitor = visitor
        self.ids: list[str] = []

    def evening(self, *rounds: tuple[int, ...], over: bool = True, title: str = "", **agreed: str) -> str:
        number = len(self.ids) + 1
        title, agreed = title or f"Evening {number}", {"day": f"2026-0{number}-15", "game": "tarot"} | agreed
        event = self.kept.open(Settings(title, rounds=max(1, len(rounds)), **agreed), title)  # type: ignore[arg-type]
        said = [
            fact
            for at, row in enumerate(rounds, 1)
            for fact in (Drawn(at, ((1, 2, 3, 4),)), RoundStarted(at, 0), Entered(at, 1, row))
        ]
        for at, fact in enumerate([*with_players(4), *said, *([Finished()] if over else [])]):
            self.kept.act(event, f"{title} {at}", lambda _, fact=fact: [fact])  # type: ignore[misc]
        self.ids.append(event)
        return event

    def show(self, *ids: str, best: int = 0, **filled: str) -> dict[str, list[str]]:
        """The cells of the standings by name, after the form was sent: total, then an evening each."""
        chosen = list(ids or self.ids)
        self.visitor.open("/season")
        self.visitor.press("Show the standings", t=chosen, **filled)
        if best:
            self.visitor.open(f"/season?best={best}&" + "&".join(f"t={event}" for event in chosen))
        return self.cells()

    def cells(self) -> dict[str, list[str]]:
        rows = re.findall(r'<th scope="row">(\w+).*?</th>(.*?)</tr>', self.visitor.page.source, re.S)
        return {
            name: [re.sub("<(?!s[ >])[^>]*>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", rest, re.S)]
            for name, rest in rows
        }


@pytest.fixture
def club(app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> Club:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    return Club(app, visitor)


@pytest.fixture
def year(club: Club) -> Club:
    for scores in (FIRST, SECOND, THIRD):
        club.evening(scores, season="2026")
    return club


def test_a_season_that_calls_itself_one_is_not_called_so_twice(club: Club) -> None:
    club.evening(FIRST, season="Season 2026/27")
    club.show()
    assert re.search(r"<h1[^>]*>Season 2026/27</h1>", club.visitor.page.source)


def test_the_home_page_leads_to_the_season_once_there_is_a_tournament(club: Club) -> None:
    assert "Season" not in club.visitor.open("/").text
    club.evening(FIRST)
    club.visitor.open("/")
    club.visitor.follow("Season")
    assert "Evening 1" in club.visitor.page.text


def test_without_a_finished_tournament_the_page_says_so(club: Club) -> None:
    club.evening(FIRST, over=False)
    page = club.visitor.open("/season")
    assert "No tournament is finished yet" in page.text
    assert "Evening 1" not in page.text


def test_the_standings_have_a_column_for_each_tournament_in_the_order_they_were_played(year: Club) -> None:
    early = year.evening(FIRST, title="Before", day="2025-12-01")
    # Ana 30 + 30 − 90 + 60, the others −10 − 10 + 30 − 20.
    found = year.show()
    assert found["Ana"] == ["30", "30", "30", "−90", "60"]
    assert found["Ben"] == ["−10", "−10", "−10", "30", "−20"]
    titles = re.findall(r'<a href="/tournament/(\w+)/standings">', year.visitor.page.source)
    assert titles == [early, *year.ids[:3]]


def test_results_beyond_the_best_are_struck_out_and_do_not_count(year: Club) -> None:
    assert "<s" not in "".join(year.show()["Ana"])
    found = year.show(best=2)["Ana"]
    assert found[0] == "90"
    assert [("<s" in cell) for cell in found[1:]] == [False, True, False]
    assert "the best 2 count" in year.visitor.page.text


def test_an_average_is_of_all_rounds_and_each_evening_shows_its_own(club: Club) -> None:
    club.evening((30, -10, -10, -10), (0, 0, 0, 0))
    club.evening((-90, 30, 30, 30), scoring="average")
    # Ana −60 in three rounds: 15 a round, then −90.
    assert club.show(count="average")["Ana"] == ["−20", "15", "−90"]


def test_a_fraction_is_written_as_the_reader_writes_it(club: Club) -> None:
    club.evening((30, -10, -10, -10), (-5, 5, 0, 0))
    assert club.show(count="average")["Ana"] == ["12.5", "12.5"]  # 25 in two rounds
    club.visitor.language = "fr"
    club.visitor.open(f"/season?count=average&t={club.ids[0]}")
    assert club.cells()["Ana"] == ["12,5", "12,5"]


def test_an_evening_scored_by_its_average_weighs_as_many_rounds_as_were_played(club: Club) -> None:
    club.evening((30, -10, -10, -10), (10, -10, 0, 0), scoring="average")
    club.evening((-10, 10, 0, 0), scoring="average")
    assert club.show(count="average")["Ana"] == ["10", "20", "−10"]  # 30 + 10 − 10 in three rounds


def test_the_form_offers_as_many_best_as_there_are_tournaments(year: Club) -> None:
    year.show(best=2)
    select = re.search(r'<select id="best" name="best">(.*?)</select>', year.visitor.page.source, re.S)
    assert select
    assert re.findall(r'value="(\d)"( selected)?', select[1]) == [("0", ""), ("1", ""), ("2", " selected"), ("3", "")]


def test_all_of_a_games_season_is_chosen_by_one_tap(year: Club) -> None:
    year.evening(FIRST, season="2025", title="Old")
    year.visitor.open("/season")
    year.visitor.follow("2026 3")
    assert year.cells()["Ana"] == ["0", "30", "−90", "60"]
    assert "Season 2026" in year.visitor.page.text


def test_points_of_different_games_are_told_apart_from_places(year: Club) -> None:
    year.evening((10, -10, 0, 0), game="doppelkopf")
    year.show()
    assert "Points of different games" in year.visitor.page.text
    # Three left behind, none by anybody level: (3, 0, 3, 3) for Ana; Ben 1, 2, 1 and the last place.
    found = year.show(count="places")
    assert found["Ana"] == ["9", "3", "0", "3", "3"]
    assert found["Ben"] == ["4", "1", "2", "1", "0"]
    assert "Points of different games" not in year.visitor.page.text


def test_a_tournament_that_is_not_there_or_not_over_is_named_as_left_out(year: Club) -> None:
    running = year.evening(FIRST, over=False)
    page = year.visitor.open(f"/season?t={year.ids[0]}&t={running}&t=nothing&best=²&count=luck")
    assert year.visitor.status == 200
    assert "2 of the tournaments asked for" in page.text
    assert year.cells()["Ana"] == ["30", "30"]


def test_standings_never_shown_stay_with_the_director(year: Club, app: Flask) -> None:
    year.evening(FIRST, title="Secret", visible="never")
    assert "Secret" in year.visitor.open("/season").text
    far = Visitor(app, address="192.168.2.9")
    page = far.open(f"/season?t={year.ids[-1]}")
    assert "Secret" not in page.text
    assert "One of the tournaments asked for" in page.text


def test_the_season_goes_out_as_csv_and_as_a_calendar(year: Club) -> None:
    year.show(best=2)
    links = {said: href for href, said in year.visitor.page.links}
    table = year.visitor.client.get(links["Standings (CSV)"])
    rows = list(csv.reader(io.StringIO(table.text.lstrip("\ufeff"))))
    head = ["Rank", "Name", "Club", "Total", *(f"Evening {n} 2026-0{n}-15" for n in (1, 2, 3)), "Counted"]
    assert rows[:2] == [head, ["1", "Ana", "", "90", "30", "-90", "60", "2"]]
    calendar = year.visitor.client.get(links["Calendar (ICS)"])
    assert calendar.mimetype == "text/calendar"
    assert re.findall("SUMMARY:(.*?)\r", calendar.text) == ["Evening 1", "Evening 2", "Evening 3"]


def test_the_standings_of_a_season_go_on_paper(year: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    year.show(best=2)
    (paper,) = (href for href, said in year.visitor.page.links if said == "Print")
    hide_pango(tmp_path, monkeypatch)
    while "Printing the sheet" in year.visitor.open(paper).text:
        time.sleep(0.05)
    page = year.visitor.page
    assert "Season 2026" in page.text
    assert "the best 2 evenings count" in page.text
    ana = re.search(r"<tr[^>]*>(?:(?!</tr>).)*Ana.*?</tr>", page.source, re.S)
    assert ana
    assert re.findall(r'<td class="(\w+)">([^<]*)</td>', ana[0])[-1] == ("total", "90")  # 60 + 30
    assert '<td class="drop">−90</td>' in ana[0]


def test_ratings_have_a_column_once_they_are_asked_for(
    year: Club, speaking: Callable[[str], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    year.show(year.ids[0])
    assert ">Rating<" not in year.visitor.page.source
    page = year.visitor.follow("Ratings")
    assert "Ratings are not installed on this computer" in page.text
    assert ">Rating<" not in page.source
    monkeypatch.delitem(sys.modules, "openskill.models")
    pytest.importorskip("openskill")
    year.visitor.open(f"/season?t={year.ids[0]}&rating=yes")
    found = year.cells()
    assert ">Rating<" in year.visitor.page.source
    assert ">Rating<" not in year.visitor.follow("Ratings").source
    ranked = {name: float(cells[-1].replace("−", "-")) for name, cells in found.items()}
    assert ranked["Ana"] > ranked["Ben"] == ranked["Cléo"] == ranked["Dan"]
    french = speaking("fr").open(f"/season?t={year.ids[0]}&rating=yes")
    assert re.search(r"<td>−?\d+,\d</td></tr>", french.source)


@pytest.mark.parametrize(("language", "heading"), [("fr", "Saison 2026"), ("de", "Saison 2026")])
def test_the_page_speaks_the_readers_language(
    year: Club, speaking: Callable[[str], Visitor], language: str, heading: str
) -> None:
    page = speaking(language).open("/season?" + "&".join(f"t={event}" for event in year.ids))
    assert heading in page.text
    assert "Show the standings" not in page.text


def test_a_place_takes_as_many_evenings_as_is_asked_and_no_director_is_told_of_packages(club: Club) -> None:
    club.evening(FIRST)
    club.evening(SECOND)
    club.show()
    assert "pip install" not in club.visitor.page.text
    club.visitor.open(f"/season?least=3&t={club.ids[0]}&t={club.ids[1]}")
    assert "a place from 3 evenings on" in club.visitor.page.text
    assert "<td>–</td>" in club.visitor.page.source


def test_a_ranking_says_its_rule_and_every_number_where_it_comes_from(club: Club) -> None:
    for row in (FIRST, SECOND, THIRD):
        club.evening(row)
    club.show()
    page = club.visitor.follow("Rankings by rule")
    assert "Rule “Club: sum of the evenings”, version 1" in page.text
    assert "The points of the evenings are added up." in page.text
    page = club.visitor.press("Show the standings", rule="club-places")
    # Ana 25, then fourth: 12, then 25; the others 18 + 15 + 12 for three, 25 + 18 + 15 for three, 15 again.
    assert "points by place" in page.text
    page = club.visitor.follow("Ana")
    assert "25 + 12 + 25 = 62" in page.text
    assert "place 4 of 4: 12" in page.text
    assert "Round 1, table 1: −90" in page.text
    club.visitor.follow("Back")
    page = club.visitor.press("Show the standings", rule="ddv-ranking")
    assert page.text.count("4 players, and not 32") == 3


def test_how_many_evenings_count_and_are_asked_for_goes_along_to_the_rankings_and_back(club: Club) -> None:
    for row in (FIRST, SECOND, THIRD):
        club.evening(row)
    club.visitor.open("/season?best=2&least=3&" + "&".join(f"t={event}" for event in club.ids))
    page = club.visitor.follow("Rankings by rule")
    assert {("best", "2"), ("least", "3")} <= {(c.name, c.value) for form in page.forms for c in form.controls}
    club.visitor.follow("Choose the tournaments")
    assert "best=2" in club.visitor.path
    assert "least=3" in club.visitor.path


def test_a_line_of_a_ranking_names_its_tables_as_the_language_writes_them(
    club: Club, speaking: Callable[[str], Visitor]
) -> None:
    club.evening(FIRST)
    german = speaking("de")
    german.open(f"/season/ranking?t={club.ids[0]}")
    page = german.follow("Ana")
    assert "Runde 1, Tisch 1: " in page.text
    assert ", tisch" not in page.text


def test_a_final_is_seated_from_the_ranking_and_a_stranger_has_no_line(club: Club) -> None:
    first = club.evening(FIRST)
    page = club.visitor.open(f"/season/ranking?t={first}&final=1&until=nonsense&best=x")
    assert "1. Ana" in page.text.split("Tables of the final")[1]
    assert "Too few have a place" in club.visitor.open(f"/season/ranking?t={first}&final=2").text
    club.visitor.open(f"/season/ranking/line?t={first}&name=Nobody")
    assert club.visitor.status == 404
