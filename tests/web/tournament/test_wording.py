"""What stands on the pages of a tournament, word for word where it read wrongly."""

from __future__ import annotations

import re
import time

from tests.help.desk import Desk
from tests.help.web import Visitor


def test_the_movement_names_no_number_it_was_drawn_with_where_there_is_none(visitor: Visitor) -> None:
    desk = Desk(visitor, draw="movement", rounds="3")
    desk.read("name\n" + "\n".join(f"P{number}" for number in range(1, 17)))
    desk.prepare("came", "All are here", at="")
    desk.draw()
    assert "None" not in desk.visitor.page.text


def test_one_who_signed_up_is_one_in_french(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.read("name\nAna\n")
    visitor.language = "fr"
    assert "+ 1 inscrit " in desk.open().text


def test_the_seats_come_out_in_french_under_the_word_of_the_other_pages(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.begin("Ana", "Ben", "Cléo", "Dan")
    said = visitor.client.get(f"/tournament/{desk.id}/file/seats.csv", headers={"Accept-Language": "fr"}).text
    assert said.splitlines()[0].startswith("\ufeffTour")


def test_tables_for_a_spreadsheet_are_parted_as_the_reader_s_parts_them(visitor: Visitor) -> None:
    desk = Desk(visitor, scoring="average")
    four = ("Ana", "Ben", "Cléo", "Dan")
    desk.begin(*four)
    desk.enter(1, 10, -10, 0, 0)
    desk.seat(2, *four)
    desk.do("start")
    desk.enter(1, 5, -5, 0, 0, number=2)

    def line(language: str) -> str:
        headers = {"Accept-Language": language}
        return visitor.client.get(f"/tournament/{desk.id}/file/standings.csv", headers=headers).text.splitlines()[1]

    assert line("fr") == line("de")
    assert line("fr").startswith("1;Ana;;;10;5;0;7,5")
    assert line("en").startswith("1,Ana,,,10,5,0,7.5")


def test_a_list_goes_out_by_last_names_where_they_are_known(visitor: Visitor) -> None:
    desk = Desk(visitor)
    desk.read("Nom;Prénom\nZola;Anne\nAdam;Yves\n")
    page = desk.open().source
    assert page.index("Yves Adam") < page.index("Anne Zola")


def test_why_a_draw_failed_is_told_until_somebody_comes(visitor: Visitor) -> None:
    desk = Desk(visitor, sizes=["4"])
    desk.read("name\nAna\nBen\nCléo\nDan\n")
    desk.do("draw", at="")
    told = "nobody is marked as here: at least 4 players are needed"
    while told not in desk.open().text:
        time.sleep(0.05)
    assert desk.do("came", "All are here", at="").text.count(told) == 0


def test_the_console_prepares_boards_and_only_the_public_page_shows_their_hash(visitor: Visitor) -> None:
    desk = Desk(visitor, scoring="topage")
    desk.begin()
    page = desk.do("make", at="/boards", count="2")
    assert "Boards 1 to 2 are prepared" in page.text
    (hashed,) = re.findall(r'<code class="seal">(\w{64})</code>', desk.open("/hands").source)
    log = desk.log()
    assert "boards 1 to 2 of round 1 are prepared" in log
    assert hashed[:8] not in page.source + log


def test_a_round_of_a_tournament_and_one_evening_have_their_words_in_french(visitor: Visitor) -> None:
    desk = Desk(visitor, rounds="1", visible="always")
    desk.begin("Ana", "Ben", "Cléo", "Dan")
    desk.enter(1, 30, -10, -10, -10)
    desk.do("finish", at="")
    visitor.language = "fr"
    picture = desk.open("/met").text
    assert "Tour" in picture.split()
    assert "Manche" not in picture
    season = visitor.open("/season").source
    assert ">le meilleur</option>" in season
    assert "les 1 meilleurs" not in season
