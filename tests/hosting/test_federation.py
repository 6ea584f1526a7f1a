"""A federation on a server: it sees of its clubs what they agreed to show, their players as they agreed to be named."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime, timedelta

import pytest

from referee.club.tournaments import Tournaments
from referee.hosting.address import address_of
from referee.store import Store
from referee.tournament.facts import Added, Came, Drawn, Entered, Finished, RoundStarted
from referee.tournament.settings import Entrant, Settings
from tests.help.clubs import Hall
from tests.help.web import Visitor

COMING = (datetime.now(UTC) + timedelta(days=40)).strftime("%Y-%m-%dT19:30")


def evening(hall: Hall, word: str, title: str, scores: tuple[int, ...], *players: Entrant, **agreed: str) -> None:
    """A tournament of one table that is over, in a club."""
    with Store.open(address_of(hall.address, word)) as store:
        kept = Tournaments(store)
        wanted = {"day": "2026-03-06", "season": "2026"} | agreed
        event = kept.open(Settings(title, "tarot", rounds=1, **wanted), title)  # type: ignore[arg-type]
        numbers = tuple(player.number for player in players)
        said = (Added(players), Came(numbers), Drawn(1, (numbers,)), RoundStarted(1, 0), Entered(1, 1, scores))
        store.remember_people(player.name for player in players)
        for at, fact in enumerate((*said, Finished())):
            kept.act(event, f"{title} {at}", lambda _, fact=fact: [fact])  # type: ignore[misc]


def four(*first: Entrant) -> tuple[Entrant, ...]:
    others = [Entrant(number, f"Guest {number}") for number in range(len(first) + 1, 5)]
    return (*first, *others)


class Country:
    """A federation, two clubs with an evening each, and their directors."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.word, link = hall.add("--federation")
        self.head = hall.device(self.word, link)
        self.clubs = [hall.add() for _ in range(2)]
        self.directors = [hall.device(*club) for club in self.clubs]
        zacharie = Entrant(1, "Zacharie Petit", licence="77")
        evening(hall, self.clubs[0][0], "Spring Cup", (90, -30, -30, -30), *four(zacharie, Entrant(2, "Yolande Roy")))
        again = Entrant(1, "Z. Petit", licence="77")
        evening(hall, self.clubs[1][0], "Autumn Cup", (60, -20, -20, -20), *four(again), day="2026-10-02")
        with Store.open(address_of(hall.address, self.clubs[1][0])) as store:
            Tournaments(store).open(Settings("Winter Cup", "tarot", day=COMING, place="Hall 9"), "winter")

    def agree(self, *which: int, act: str = "agree") -> None:
        """Tap what stands on the club's page beside this federation: there may be more on a server."""
        for at in which:
            director = self.directors[at]
            forms = director.open("/club").forms
            form = next(f for f in forms for c in f.controls if (c.name, c.value) == ("federation", self.word))
            assert form.action == f"/club/{act}"
            sent = form.sent(form.controls[-1], {})
            assert director.client.post(form.action, data=sent, headers={"Origin": director.origin}).status_code == 303

    def rows(self, visitor: Visitor | None = None) -> dict[str, list[str]]:
        """The ranking by place and name."""
        said = (visitor or self.head).client.get("/federation/ranking.csv", headers={"Accept-Language": "en"}).data
        table = list(csv.reader(io.StringIO(said.decode().lstrip("\ufeff"))))
        return {row[1]: row for row in table[1:]}


@pytest.fixture
def country(hall: Hall) -> Country:
    return Country(hall)


def test_nothing_of_a_club_is_seen_before_its_director_agrees_nor_once_that_is_taken_back(country: Country) -> None:
    assert "None yet" in country.head.open("/").text
    country.agree(0)
    assert f"The {country.clubs[0][0]}" in country.head.open("/").text
    assert "Spring Cup" in country.head.page.text
    assert "Autumn Cup" not in country.head.page.text
    assert country.clubs[0][0] in country.hall.command("list").partition(country.word)[2]
    country.agree(0, act="withdraw")
    assert "Spring Cup" not in country.head.open("/").text
    assert "None yet" in country.head.page.text


def test_one_ranking_counts_a_licence_as_one_person_and_says_who_agreed_to_be_named(country: Country) -> None:
    country.agree(0, 1)
    page = country.head.open("/").text
    assert "Winter Cup" in page
    assert "Hall 9" in page
    assert re.search(
        r'<details class="panel[^>]*><summary>Evenings past', country.head.page.source
    )  # a fold as large as others
    rows = country.rows()
    assert rows["Z. Petit"][0] == "1"  # 90 and 60, as the last evening has the name
    assert rows["Z. Petit"][3:] == ["77", "150", "2"]
    assert "Y. R." in rows
    assert "Yolande" not in page
    country.directors[0].open("/people/Yolande Roy")
    country.directors[0].press("Agrees to be named in full")
    assert "Yolande Roy" in country.rows()
    country.directors[0].open("/people/Yolande Roy")
    country.directors[0].press("By initials alone")
    assert "Yolande Roy" not in country.rows()


def test_a_player_forgotten_by_a_club_is_forgotten_by_the_federation(country: Country) -> None:
    country.agree(0, 1)
    assert "Z. Petit" in country.rows()
    country.directors[1].open("/people/Z. Petit/forget")
    country.directors[1].press("Forget Z. Petit for good")
    rows = country.rows()
    assert "Z. Petit" not in rows
    assert (rows["N.N. 1"][3:5], rows["Zacharie Petit"][3:5]) == (["", "60"], ["77", "90"])  # the other club knows him


def test_the_calendar_has_the_evenings_of_all_clubs_that_agreed(country: Country) -> None:
    country.agree(1)
    said = country.head.client.get("/federation/calendar.ics").data.decode()
    assert re.findall(r"SUMMARY:(.*)\r", said) == ["Autumn Cup", "Winter Cup"]
    assert f"UID:{country.clubs[1][0]}-" in said


def test_a_federation_has_readers_by_link_and_shows_a_stranger_its_name_alone(country: Country) -> None:
    country.agree(0, 1)
    stranger = country.hall.device(country.word)
    page = stranger.open("/").text
    assert f"The {country.word}" in page
    assert "Petit" not in page
    for path in [path for path, _ in stranger.page.links if path.startswith("/")]:
        stranger.open(path)
        assert stranger.status < 400, path
    assert "Cup" not in page
    for path in ("/federation/ranking.csv", "/federation/calendar.ics"):
        stranger.open(path)
        assert stranger.status == 403, path
    country.head.open("/club")
    assert "opens tables" not in country.head.page.text
    country.head.press("spectator")
    link = re.findall(r'href="http://[^/"]+(/club/join/\w+)"', country.head.page.source)[0]
    reader = country.hall.device(country.word, link)
    assert "Z. Petit" in reader.open("/").text
    reader.open("/club")
    assert reader.status == 403


def test_nothing_is_played_at_a_federation_and_its_director_reads_no_club(country: Country) -> None:
    country.agree(0)
    for path in ("/new", "/people", "/season", "/tournament/new", "/check", "/club/copy"):
        country.head.open(path)
        assert country.head.status == 404, path
    club = country.clubs[0][0]
    own = country.head.client.get_cookie("device", domain=f"{country.word}.localhost")
    assert own
    there = Visitor(country.hall.app, address="192.168.1.8", host=f"{club}.localhost")
    there.client.set_cookie("device", own.value, domain=f"{club}.localhost")
    assert "Spring Cup" not in there.open("/").text
    for path in ("/people", "/season", "/club", "/federation/ranking.csv"):
        there.open(path)
        assert there.status in (403, 404), path


def test_a_director_agrees_for_the_own_club_alone_and_with_a_federation_alone(country: Country) -> None:
    token = country.directors[0].open("/club").forms[-1].sent(None, {})["csrf_token"]
    for wanted in (country.clubs[1][0], "nobody", ""):
        data = {"csrf_token": token, "key": "1", "federation": wanted}
        answer = country.directors[0].client.post(
            "/club/agree", data=data, headers={"Origin": country.directors[0].origin}
        )
        assert answer.status_code == 400, wanted
    token = country.head.open("/club").forms[-1].sent(None, {})["csrf_token"]
    data = {"csrf_token": token, "key": "1", "federation": country.word}
    answer = country.head.client.post("/club/agree", data=data, headers={"Origin": country.head.origin})
    assert answer.status_code == 400


# How much room a club has


def test_a_club_beyond_its_room_begins_nothing_new_and_goes_on_with_what_is_begun(hall: Hall) -> None:
    word, link = hall.add()
    director = hall.device(word, link)
    director.new_table("Ana", "Ben", "Cléo")
    table = director.path
    assert "tables  1 / 1" in hall.command("limit", word, "--tables", "1")
    assert "Tables: 1 of 1" in director.open("/club").text
    director.open("/new")
    director.press("Open the table", seat=["Ana", "Ben", "Cléo"])
    assert director.status == 403
    assert "as many tables as it may on this server (1)" in director.page.text
    director.open("/tournament/new")
    director.press("Open the tournament", title="Cup")
    assert director.status == 403
    director.open(table)
    director.tap("deal Ana part=1")
    assert director.page.seq == 1
    hall.command("limit", word, "--tables", "0", "--entries", "1")
    director.open("/new")
    director.press("Open the table", seat=["Ana", "Ben", "Cléo"])
    assert "as many entries as they may" in director.page.text
    hall.command("limit", word, "--entries", "0")
    assert director.new_table("Ana", "Ben", "Cléo")


def test_a_club_prints_so_many_sheets_an_hour(hall: Hall) -> None:
    word, link = hall.add()
    director = hall.device(word, link)
    hall.command("limit", word, "--sheets", "1")
    assert director.client.get("/blank/tarot-4.pdf").status_code == 200
    refused = director.client.get("/blank/tarot-5.pdf")
    assert refused.status_code == 429
    assert b"as many sheets within an hour as it may on this server (1)" in refused.data
