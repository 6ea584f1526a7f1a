"""Standings of a category: in every way of ranking its players stand in their order, with places among themselves."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import groupby

import pytest
from flask import Flask

from referee.club.tournaments import Tournaments
from referee.sheets.site import Site
from referee.sheets.tournament import Papers
from referee.tournament.document import document
from referee.tournament.exports import standings_csv
from referee.tournament.facts import Added, Came, Drawn, Entered, Fact, Left, Replaced, RoundStarted
from referee.tournament.money.facts import FeesAgreed, Grouped
from referee.tournament.money.values import Category
from referee.tournament.settings import Entrant
from referee.tournament.standings import standings, within
from referee.tournament.tournament import Tournament
from referee.words.text import ENGLISH
from tests.help.tournament import EIGHT, SETTINGS, told
from tests.help.web import Visitor
from tests.tournament import second_reader

WOMEN, JUNIORS = "Women", "Juniors"
FEES = FeesAgreed(1000, (Category(WOMEN), Category(JUNIORS, 300), Category("Guests", 1250, ranked=False)))
EVENING: tuple[Fact, ...] = (
    *EIGHT, Added((Entrant(9, "Ida"), Entrant(10, "Joe"), Entrant(11, "Kim"))), FEES,
    *(Grouped(at, (WOMEN,)) for at in (1, 3, 9, 11)), Grouped(5, (WOMEN, JUNIORS)), Grouped(8, (JUNIORS, "Guests")),
    Grouped(6, ("Guests",)),
    Entered(1, 1, (30, 10, -15, -25), deals=((30, 10, -15, -25),), takers=(0,)),
    Entered(1, 2, (30, -8, -62, 40), deals=((30, -8, -62, 40),), takers=(3,)),
    Came((9, 10, 11), 2), Left(7, 2, "ill"), Replaced(3, 10, 2, joined=True),
    Drawn(2, ((1, 5, 8, 10), (2, 4, 6, 9))), RoundStarted(2),
    Entered(2, 1, (-20, -20, 46, -6), deals=((-20, -20, 46, -6),), takers=(2,)),
)  # fmt: skip
"""Gus leaves, Joe plays on for Cléo, a woman; Ida has come late and not played to an end, and Kim sits out."""


def evening(scoring: str = "sum") -> Tournament:
    agreed = replace(SETTINGS, scoring=scoring, balanced=False, ties=())  # type: ignore[arg-type]
    return told(*EVENING, start=agreed)


@pytest.mark.parametrize("scoring", ["sum", "average", "places", "topage"])
def test_a_category_stands_in_the_order_of_all_with_places_of_its_own(scoring: str) -> None:
    tournament = evening(scoring)
    told_to_others = json.loads(json.dumps(document(tournament)))
    of = {player["number"]: player["categories"] for player in told_to_others["players"]}
    for category in (WOMEN, JUNIORS):
        found = within(standings(tournament), category)
        mine = [
            (line["total"], line["players"])
            for line in second_reader.standings(told_to_others)
            if any(category in of[player] for player in line["players"])
        ]
        places: list[tuple[int, bool, object]] = []
        for _, group in groupby(mine, lambda line: line[0]):
            level, place = list(group), len(places) + 1
            places += [(place, len(level) > 1, total) for total, _ in level]
        assert [(row.place, row.level, row.total) for row in found.rows] == places
        assert [sorted(row.players) for row in found.rows] == [sorted(players) for _, players in mine]


def test_level_among_all_is_level_in_the_category_and_who_is_alone_there_is_not() -> None:
    tournament = told(*EVENING[:-4], start=replace(SETTINGS, balanced=False))
    everybody, women = standings(tournament), within(standings(tournament), WOMEN)
    # Ana 30 and Eva 30 share the second place of all, behind Hal’s 40; among women they are first, and Cléo third.
    assert [(row.name, row.place, row.level) for row in everybody.rows][:3] == [
        ("Hal", 1, False), ("Ana", 2, True), ("Eva", 2, True),
    ]  # fmt: skip
    assert [(row.name, row.place, row.level) for row in women.rows] == [
        ("Ana", 1, True), ("Eva", 1, True), ("Cléo", 3, False),
    ]  # fmt: skip
    assert [(row.name, row.place, row.level) for row in within(everybody, JUNIORS).rows] == [
        ("Hal", 1, False), ("Eva", 2, False),
    ]  # fmt: skip


def test_who_has_not_played_stands_below_without_a_place() -> None:
    women = within(standings(evening()), WOMEN)
    assert [row.name for row in women.waiting] == ["Ida", "Kim"]
    assert [row.place for row in women.waiting] == [0, 0]
    # Ana 30 − 20, Eva 30 − 20, Cléo −15 and Joe −6 for her.
    assert [(row.name, row.total) for row in women.rows] == [("Ana", 10), ("Eva", 10), ("Cléo / Joe", -21)]


def test_only_a_category_that_is_to_be_ranked_and_has_players_is() -> None:
    assert evening().value.money.ranked == (WOMEN, JUNIORS)
    assert told(*EIGHT, FEES).value.money.ranked == ()


def test_the_file_says_who_is_in_which_and_without_categories_stays_as_it_was() -> None:
    head, *lines = standings_csv(standings(evening()), ENGLISH).splitlines()
    assert head.endswith(",Categories")
    by_name = {line.split(",")[1]: line for line in lines}
    assert by_name["Eva"].endswith(',"Women, Juniors"')
    assert "Categories" not in standings_csv(standings(told(*EIGHT, Entered(1, 1, (0,) * 4))), ENGLISH)


def test_on_paper_the_categories_stand_one_below_the_other_each_with_its_name() -> None:
    (page,) = Papers(evening()).documents("categories")
    lines = re.findall(r'<td class="place">(.*?)</td>|scope="rowgroup"[^>]*><b>(.*?)</b>', page)
    assert [place or name for place, name in lines] == [
        "Women", "1=", "1=", "3", "", "", "Juniors", "1", "2",
    ]  # fmt: skip
    assert "Guests" not in page
    assert Papers(told(*EIGHT, Entered(1, 1, (0,) * 4))).documents("categories") == []


@pytest.fixture
def event(app: Flask) -> str:
    kept: Tournaments = app.extensions["tournaments"]
    event = kept.open(replace(SETTINGS, balanced=False), "open")
    kept.act(event, "all", lambda _: EVENING)
    return event


def test_the_public_page_shows_a_category_at_a_tap(visitor: Visitor, event: str) -> None:
    page = visitor.open(f"/tournament/{event}/standings")
    assert re.findall(r'<a class="chip"[^>]*>([^<]*)</a>', page.source)[-3:] == ["All players", WOMEN, JUNIORS]
    assert "Hal" in page.source.split("seats-head")[0]
    page = visitor.open(f"/tournament/{event}/standings?category=Women")
    shown = re.findall(r'<th scope="row"><a [^>]*>([^<]*)</a>', page.source.split("seats-head")[0])
    assert shown == ["Ana", "Eva", "Cléo / Joe", "Ida", "Kim"]
    assert "category=Women" in re.findall(r'hx-get="([^"]*)"', page.source)[0]  # and stays with it
    page = visitor.open(f"/tournament/{event}/standings?category=Guests")
    assert "Hal" in page.source.split("seats-head")[0]


def test_the_page_for_the_room_turns_to_each_category(visitor: Visitor, event: str) -> None:
    turns = [visitor.open(f"/tournament/{event}/room?turn={turn}&hold=1").source for turn in range(12)]
    named = {name: source for source in turns for name in re.findall(r'<ol\s+aria-label="([^"]*)">', source)}
    assert list(named) == ["Standings", WOMEN, JUNIORS]
    assert f"<p>{JUNIORS}</p>" in named[JUNIORS]
    assert re.findall(r'class="room-name">([^<]*)<', named[JUNIORS]) == ["Hal", "Eva"]


def test_a_club_s_site_has_them_below_the_standings() -> None:
    index = Site(evening()).pages()["index.html"].decode()
    juniors = index[index.index("<h2>Juniors</h2>") :]
    assert re.findall(r'<a href="player-\d+.html">([^<]*)</a>', juniors) == ["Hal", "Eva"]
    assert "<h2>Guests</h2>" not in index


def test_they_are_offered_to_print_where_there_are_any(app: Flask, visitor: Visitor, event: str) -> None:
    assert 'value="categories"' in visitor.open(f"/tournament/{event}/print").source
    plain = app.extensions["tournaments"].open(SETTINGS, "plain")
    assert 'value="categories"' not in visitor.open(f"/tournament/{plain}/print").source
