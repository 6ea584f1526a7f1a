"""The pages of a group's book: who leads, evenings, names, cents, sharing, in and out, and for whom."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from urllib.parse import unquote

import pytest
from flask import Flask

from referee.club import summaries
from tests.help.web import ORIGIN, Visitor

NAMES = "Ana Ben Cléo Dan"


def take_in(visitor: Visitor, day: str, *results: str, names: str = NAMES) -> str:
    """An evening of Tarot with these results typed, the taker first: `Ana garde 2 46`. Returns the table's id."""
    lines = ["game tarot", f"date {day}", f"seats {names}"]
    for result in results:
        taker, contract, bouts, points = result.split()
        lines += [
            f"deal {names.split(maxsplit=1)[0]}",
            f"result taker={taker} contract={contract} bouts={bouts} points={points}",
        ]
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO("\n".join([*lines, ""]).encode()), f"{day}.deal"))
    assert visitor.status == 200, visitor.page.text
    return visitor.path.split("/")[2]


def two_evenings(visitor: Visitor) -> str:
    """Ana takes and makes garde by 5 and by 0: 60 and 50 from each; then Ben fails petite by 6: 31 to each."""
    table = take_in(visitor, "2025-02-03", "Ana garde 2 46", "Ana garde 2 41")
    take_in(visitor, "2025-02-10", "Ben petite 3 30")
    return table


def test_a_group_is_on_the_list_of_players_and_its_page_says_who_leads(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    visitor.open("/people")
    page = visitor.follow("Ana, Ben, Cléo, Dan 2 evenings 10 Feb 2025")
    assert visitor.path == f"/book/{table}"
    # Ana 3 × 110 + 31; Cléo and Dan −110 + 31; Ben −110 − 93
    assert "Ana leads, 440 ahead of Cléo. In front since 3 Feb 2025." in page.text
    assert "1 Ana +361 2 2" in page.text
    assert "−203" in page.text
    assert "10 Feb 2025 Ana, Cléo, Dan +31" in page.text


def test_the_page_of_a_player_leads_to_the_group(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    assert f"/book/{table}" in [href for href, _ in visitor.open("/people/Ben").links]


def test_an_evening_alone_makes_no_group_on_the_list_but_has_its_page(visitor: Visitor) -> None:
    table = take_in(visitor, "2025-02-03", "Ana garde 2 46")
    assert "/book/" + table not in visitor.open("/people").source
    assert "1. Ana +180" in visitor.open(f"/book/{table}/evening").text


def test_years_and_measures_are_chosen(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    take_in(visitor, "2026-01-05", "Cléo petite 3 36")
    assert "Cléo leads, 100 ahead of" in visitor.open(f"/book/{table}").text
    assert "Ana leads" in visitor.open(f"/book/{table}?span=2025").text
    assert "Ana leads, 440 ahead of Cléo." in visitor.open(f"/book/{table}?span=2024/25").text
    places = visitor.open(f"/book/{table}?span=2025&by=places").text
    # Ana leaves 3 behind, then 1 and 2 halves; Cléo and Dan 1 each and twice a half, then 1 and two halves
    assert "Ana leads, 2 ahead of Cléo." in places


def test_points_of_different_games_are_not_added_up_unless_asked(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    lines = ["game double-detente", "date 2025-02-17", "seats Ana Ben Cléo", "deal Cléo part=1", "bid Ana 4", "bid Ben 6",
             "bid Cléo 3", "result tricks=4,5,4 petit=Ana"]  # fmt: skip
    visitor.open("/")
    visitor.press("Import", record=(io.BytesIO("\n".join([*lines, ""]).encode()), "x.deal"))
    page = visitor.open(f"/book/{table}")
    assert "all games" in [said for _, said in page.links]
    assert "+361" in page.text  # Tarot alone, played more often
    assert "Points of different games are not added up" in visitor.follow("all games").text


def test_a_group_is_named_and_named_anew(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    visitor.open(f"/book/{table}")
    form = visitor.page.forms_of("name")[0]
    visitor.send(form, None, {"title": "Tuesday table"})
    assert '<h1 class="page-title">Tuesday table</h1>' in visitor.page.source
    assert "Tuesday table" in visitor.open("/people").text
    visitor.open(f"/book/{table}")
    form = visitor.page.forms_of("name")[0]
    visitor.send(form, None, {"title": "x" * 61})
    assert visitor.status == 422
    assert "is too long: at most 60 letters" in visitor.page.text
    assert "x" * 61 in visitor.page.source


def test_two_groups_are_made_one_and_taken_apart(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    other = take_in(visitor, "2025-03-03", "Zoé garde 2 46", names="Zoé Fay Gus")
    visitor.open(f"/book/{table}")
    visitor.send(visitor.page.forms_of("join")[0], None, {"other": other})
    assert "Zoé" in visitor.open(f"/book/{table}").text
    visitor.send(visitor.page.forms_of("part")[0])
    assert "Zoé" not in re.sub(r"<select.*?</select>", "", visitor.open(f"/book/{table}").source)


def test_a_colour_and_letters_are_a_person_s(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    visitor.open(f"/book/{table}")
    visitor.send(visitor.page.forms_of("style")[0], None, {"name": "Ben", "colour": "7", "letters": "BB"})
    visitor.send(visitor.page.forms_of("share")[0], None, {"initials": "yes"})
    page = visitor.open(f"/book/{table}/evening")
    assert "1. A. +330" in page.text
    assert 'class="line7"' in page.source
    shared = re.search(r'<pre id="told".*?</pre>', page.source, re.S)
    assert shared
    assert "BB" in shared[0]
    assert "Ben" not in shared[0]


def test_cents_say_who_gives_whom_how_much(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    visitor.open(f"/book/{table}")
    visitor.send(visitor.page.forms_of("cents")[0], None, {"halfs": "½", "lost": "20"})
    text = visitor.page.text
    assert "Ben gives Ana 1.02" in text or "Ben gives Ana 1.01" in text  # half of 203
    assert "Into the kitty: Ben 0.20" in text
    assert "Ben gives Ana 0.55" in visitor.open(f"/book/{table}/evening").text
    visitor.open(f"/book/{table}")
    visitor.send(visitor.page.forms_of("cents")[0], None, {"halfs": "much", "lost": "20"})
    assert visitor.status == 422
    assert "“much” stands where a number was expected" in visitor.page.text


def test_the_ratings_rise_for_who_wins(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    page = visitor.open(f"/book/{table}/ratings")
    assert "Evening Ana Cléo Dan Ben 3 Feb 2025" in page.text
    ana, cleo, _, ben = (float(number.replace("−", "-")) for number in page.text.split("10 Feb 2025 ")[1].split()[:4])
    assert ana > cleo > ben


def test_without_the_package_the_page_says_who_can_add_ratings(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = two_evenings(visitor)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert "Ratings are not installed on this computer" in visitor.open(f"/book/{table}/ratings").text


def test_the_best_deal_leads_to_its_replay(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    page = visitor.open(f"/book/{table}")
    assert (f"/t/{table}/deals/1", "Ana +180 , 3 Feb 2025") in page.links


def test_a_player_forgotten_stands_in_no_curve(visitor: Visitor, app: Flask) -> None:
    table = two_evenings(visitor)
    visitor.open(f"/book/{table}")
    visitor.send(visitor.page.forms_of("style")[0], None, {"name": "Ben", "colour": "7", "letters": "BE"})
    visitor.open("/people/Ben/forget")
    visitor.press("Forget Ben for good")
    for path in ("", "/evening", "/book.csv", "/book.json", "?span=ever&game=all"):
        source = visitor.open(f"/book/{table}{path}").source
        assert "Ben" not in source
        assert "N.N. 1" in source
    assert "BE" not in visitor.open(f"/book/{table}/evening").text
    assert {one.letters for one in app.extensions["book"].words().styles.values()} == {""}


def test_a_table_that_tells_others_only_scores_is_not_in_their_book(visitor: Visitor, app: Flask) -> None:
    table = two_evenings(visitor)
    app.extensions["access"].set_level(table, "scribe", "level")
    other = Visitor(app, address="192.168.1.7")
    other.open(f"/book/{table}")
    assert other.status == 404
    assert "+361" in visitor.open(f"/book/{table}").text


def test_tables_thrown_away_and_tried_out_are_in_no_book(visitor: Visitor, app: Flask) -> None:
    table = two_evenings(visitor)
    visitor.client.post(f"/t/{table}/shelf", data=_sent(visitor, shelf="bin"), headers={"Origin": ORIGIN})
    visitor.open(f"/book/{table}")
    assert visitor.status == 404


def _sent(visitor: Visitor, **fields: str) -> dict[str, str]:
    return {**visitor.open("/").forms[-1].sent(None, {}).to_dict(), **fields}


def test_while_tables_are_still_to_be_read_the_book_says_so(
    visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = two_evenings(visitor)
    monkeypatch.setattr(app.extensions["idle"], "note", lambda late, hurry: None)  # nobody reads them meanwhile
    monkeypatch.setattr(summaries, "AT_ONCE", 0)
    visitor.client.application.extensions["tables"].reread()
    for path in ("", "/evening", "/book.csv"):
        assert "2 more tables are still to be counted." in visitor.open(f"/book/{table}{path}").text
        assert visitor.headers["Refresh"] == "1"


def test_a_table_of_no_group_has_its_statistics_instead(visitor: Visitor) -> None:
    visitor.new_table()
    table = visitor.path.split("/")[2]
    visitor.go(f"/book/{table}/evening")
    assert visitor.path == f"/t/{table}/statistics"


def test_the_book_goes_out_as_csv_and_json(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    rows = list(csv.reader(io.StringIO(visitor.client.get(f"/book/{table}/book.csv").text.lstrip("\ufeff"))))
    assert rows[0] == ["date", "name", "points", "game", "Rank", "Deals"]
    assert rows[1] == ["2025-02-03", "Ana", "330", "tarot", "1", "2"]
    assert len(rows) == 9
    document = json.loads(visitor.client.get(f"/book/{table}/book.json").text)
    assert document["evenings"][1]["points"] == {"Ana": 31, "Cléo": 31, "Dan": 31, "Ben": -93}
    assert document["evenings"][0]["tables"][0]["deals"][1] == {"number": 2, "points": [150, -50, -50, -50]}


def test_an_evening_goes_to_bg_stats_by_its_link(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    visitor.open(f"/book/{table}/evening")
    href = next(href for href, said in visitor.page.links if said == "To the app BG Stats")
    address, _, data = href.partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    play = json.loads(unquote(data))
    assert play["playDate"] == "2025-02-03 12:00:00"
    assert play["players"][0] == {
        "name": "Ana",
        "sourcePlayerId": "Ana",
        "score": 330,
        "rank": 1,
        "winner": True,
        "startPlayer": False,
    }


def test_bg_stats_gets_initials_where_the_group_shares_by_initials(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    visitor.open(f"/book/{table}")
    visitor.send(visitor.page.forms_of("share")[0], None, {"initials": "yes"})
    visitor.open(f"/book/{table}/evening")
    href = next(href for href, said in visitor.page.links if said == "To the app BG Stats")
    players = json.loads(unquote(href.partition("?data=")[2]))["players"]
    assert [player["name"] for player in players] == ["A.", "B.", "C.", "D."]
    assert len({player["sourcePlayerId"] for player in players}) == 4
    assert not {"Ana", "Ben", "Cléo", "Dan"} & {player["sourcePlayerId"] for player in players}


def test_the_fewest_points_lead_the_book_where_they_win(visitor: Visitor) -> None:
    """Ben 5 and 20, Cid 25 and 30, Ana 30 and 10."""
    for day, first, second in (("2025-02-03", "30,5,25", "0,0,0"), ("2025-02-10", "10,20,30", "0,0,0")):
        rounds = f"deal Cid\nresult points={first}\ndeal Ana\nresult points={second}\n"
        record = f"game plain\npreset romme\ndate {day}\nseats Ana Ben Cid\n{rounds}"
        visitor.open("/")
        visitor.press("Import", record=(io.BytesIO(record.encode()), f"{day}.deal"))
    table = visitor.path.split("/")[2]
    assert "Rummy" in visitor.open(f"/book/{table}/evening").text
    page = visitor.open(f"/book/{table}")
    assert "Ben leads, 15 ahead of Ana." in page.text
    assert "1 Ben +25 2 1" in page.text
    assert "10 Feb 2025 Ana +10" in page.text
    assert "The best deal: Ana 0 , 3 Feb 2025 The worst deal: Ana +30 , 3 Feb 2025" in page.text


PAPER = "Datum;Ana;Ben;Cléo;Dan\n3.1.2019;120;-40;-40;-40\n10.1.2019;-30;90;;-60\n"


def test_a_paper_book_is_shown_first_then_taken_in_and_left_out_again(visitor: Visitor) -> None:
    table = two_evenings(visitor)
    visitor.open("/book/paper")
    page = visitor.press("Read them", text=PAPER, game="tarot")
    assert "2 evenings were read" in page.text
    assert "2019-01-10 · French Tarot Ana −30 · Ben +90 · Dan −60" in page.text
    assert "2019" not in visitor.open(f"/book/{table}").text
    visitor.open("/book/paper")
    visitor.press("Read them", text=PAPER, game="tarot")
    page = visitor.press("Take them into the book")
    assert "+451" in page.text  # 361 + 120 − 30, with the tables of the same people
    visitor.open("/book/paper")
    visitor.press("Leave it out")
    assert "+361" in visitor.open(f"/book/{table}?span=ever").text
    visitor.open("/book/paper")
    visitor.press("Take it back in")
    assert "+451" in visitor.open(f"/book/{table}?span=ever").text


def test_rows_of_one_person_each_are_read_too(visitor: Visitor) -> None:
    visitor.open("/book/paper")
    text = "points,name,date,game\n12,Ana,2020-05-01,Skat\n-12,Ben,2020-05-01,Skat\n"
    page = visitor.press("Read them", text="", game="", file=(io.BytesIO(text.encode()), "book.csv"))
    assert "2020-05-01 · Skat Ana +12 · Ben −12" in page.text


def refused(visitor: Visitor, text: str) -> str:
    visitor.open("/book/paper")
    visitor.press("Read them", text=text)
    assert visitor.status == 422
    assert text.splitlines()[-1] in visitor.page.text
    return visitor.page.alerts


def test_what_cannot_be_read_is_refused_with_its_row(visitor: Visitor) -> None:
    assert "line 2: “31.2.2019” is no day" in refused(visitor, "date;Ana\n31.2.2019;5")
    assert "line 3: “many” is no number of points" in refused(visitor, "date;Ana\n1.2.2019;5\n2.2.2019;many")
    assert "line 3: Ana has points twice on this day" in refused(
        visitor, "date,name,points\n2019-01-01,Ana,1\n2019-01-01,Ana,2"
    )
    assert "line 2: there is no name" in refused(visitor, "date,name,points\n2019-01-01,,1")
    assert "expected a first row with names" in refused(visitor, "nothing")
