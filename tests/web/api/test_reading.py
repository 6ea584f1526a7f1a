"""What other programs read: as docs/api.md and the schema say, and no more than the pages show the same reader."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from fastjsonschema import compile as compiled
from flask import Flask

from referee.record.text import Header
from referee.web.table.news import listen
from tests.help.desk import NAMES, Desk
from tests.help.running import ROOT
from tests.help.web import THREE, Visitor
from tests.web.test_rights import FACE_DOWN, GATHERED, LYING, OPEN

SITE = "https://club.example"
ENDED = (ROOT / "tests" / "golden" / "double-detente" / "fouls-upheld.deal").read_text("utf-8")


class Program:
    """A program that reads: by the address, as the document says."""

    def __init__(self, visitor: Visitor) -> None:
        self.client = visitor.client
        self.schema = self.client.get("/api/1/schema.json").get_json()

    def ask(self, path: str, **headers: str) -> Any:
        """The answer, held against the definition that its Link header names."""
        answer = self.client.get(f"/api/1/{path}" if "/api/" not in path else path, headers=headers)
        assert answer.status_code == 200, (path, answer.text)
        kind = answer.headers["Link"].partition("#/definitions/")[2].partition(">")[0]
        content = json.loads(answer.text)
        compiled({**self.schema, "$ref": f"#/definitions/{kind}"})(content)
        return content


@pytest.fixture
def tarot(app: Flask) -> str:
    """A table of tarot whose fourth trick is being played."""
    computer = Visitor(app)
    computer.open("/")
    computer.press("Import", record=(io.BytesIO(OPEN.encode()), "evening.deal"))
    assert computer.status == 200
    return computer.path.split("/")[2]


def test_a_table_tells_what_its_page_shows(app: Flask, tarot: str) -> None:
    program = Program(Visitor(app))
    assert [row["id"] for row in program.ask("tables")["tables"]] == [tarot]
    table = program.ask(f"t/{tarot}")
    assert (table["game"], table["preset"], table["seats"][0]) == ("tarot", "fft", "South")
    deal = table["deal"]
    assert (deal["number"], deal["dealer"]) == (1, "North")
    assert deal["trick"]["plays"] == [{"seat": "South", "cards": ["SQ"]}]
    assert deal["turn"] == "East"


def test_a_foul_is_told_with_its_law(app: Flask, tarot: str) -> None:
    [foul] = Program(Visitor(app)).ask(f"t/{tarot}/fouls")["fouls"]
    assert (foul["deal"], foul["seat"], foul["kind"]) == (1, "South", "must-follow")
    assert foul["law"].startswith("tarot.")


def test_deals_are_those_of_the_export(app: Flask, tarot: str) -> None:
    visitor = Visitor(app)
    exported = visitor.client.get(f"/t/{tarot}/export.json").get_json()
    assert Program(visitor).ask(f"t/{tarot}/deals")["deals"] == exported["deals"]


@pytest.mark.parametrize("level", ["open", "recorder", "discreet", "scribe"])
def test_a_reader_is_told_no_card_that_the_pages_hide(app: Flask, tarot: str, level: str) -> None:
    app.extensions["access"].set_level(tarot, level, "level")
    computer, phone = Visitor(app), Visitor(app, address="192.168.1.7")
    for path in (f"t/{tarot}", f"t/{tarot}/deals", f"t/{tarot}/fouls"):
        assert computer.client.get(f"/api/1/{path}").status_code == 200  # what it is told is not told to others
        answer = phone.client.get(f"/api/1/{path}")
        hidden = {"open": (), "recorder": (*FACE_DOWN, *GATHERED), "discreet": (*FACE_DOWN, *GATHERED)}
        for code in hidden.get(level, (*FACE_DOWN, *GATHERED, *LYING)):
            assert f'"{code}"' not in answer.text, (path, code)
        assert answer.status_code == (403 if level == "scribe" and path != f"t/{tarot}" else 200)


def test_a_reader_who_has_the_answer_gets_no_other(app: Flask, tarot: str) -> None:
    visitor = Visitor(app)
    first = visitor.client.get(f"/api/1/t/{tarot}")
    tag = {"If-None-Match": first.headers["ETag"]}
    again = visitor.client.get(f"/api/1/t/{tarot}", headers=tag)
    assert (again.status_code, again.data) == (304, b"")
    visitor.open(f"/t/{tarot}")
    visitor.tap("play East S9")
    assert visitor.client.get(f"/api/1/t/{tarot}", headers=tag).status_code == 200


def test_an_answer_that_many_get_follows_the_log_the_title_and_the_language(app: Flask, tarot: str) -> None:
    program, visitor = Program(Visitor(app)), Visitor(app)
    first = program.ask(f"t/{tarot}")
    assert "East" in program.ask(f"t/{tarot}", **{"Accept-Language": "de"})["waits"]
    app.extensions["tables"].store.set_label(tarot, {"title": "Friday"})
    visitor.open(f"/t/{tarot}")
    visitor.tap("play East S9")
    then = program.ask(f"t/{tarot}")
    assert (then["title"], then["seq"], len(then["deal"]["trick"]["plays"])) == ("Friday", first["seq"] + 1, 2)
    visitor.open(f"/t/{tarot}")
    visitor.tap("undo")
    assert program.ask(f"t/{tarot}")["deal"] == first["deal"]


def test_a_refusal_is_a_problem_in_the_readers_language(app: Flask) -> None:
    program = Program(Visitor(app))
    for path, status in (("t/AAAAAAAAAAAA", 404), ("nothing", 404), ("tournament/AAAAAAAAAAAA", 404)):
        answer = program.client.get(f"/api/1/{path}", headers={"Accept-Language": "de"})
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), path
        compiled({**program.schema, "$ref": "#/definitions/problem"})(json.loads(answer.text))
        assert answer.get_json()["status"] == status
    assert "Adresse" in answer.get_json()["detail"]


def test_a_long_list_comes_in_pages(app: Flask) -> None:
    visitor = Visitor(app)
    for number in range(62):
        app.extensions["tables"].open(Header("double-detente", THREE), str(number), f"table {number}")
    program = Program(visitor)
    first = program.ask("tables")
    rest = program.ask(first["next"])
    titles = [row["title"] for row in first["tables"] + rest["tables"]]
    assert (len(titles), len(set(titles)), rest["next"]) == (62, 62, None)


def test_a_tournament_tells_what_its_public_page_shows(app: Flask) -> None:
    desk = Desk(Visitor(app), "double-detente", rounds="2")
    desk.add(*NAMES[:6])
    program = Program(Visitor(app))
    assert [row["id"] for row in program.ask("tournaments")["tournaments"]] == [desk.id]
    there = f"tournament/{desk.id}"
    before = program.ask(there)
    assert (before["rounds"], before["round"], before["through"]) == (2, 0, 0)
    assert program.ask(f"{there}/standings")["rows"] == []
    assert [row["name"] for row in program.ask(f"{there}/players")["players"]] == list(NAMES[:6])
    assert program.ask(f"{there}/clock")["clock"] is None
    desk.start()
    at = program.ask(f"{there}/rounds/1")
    assert sorted(seat["name"] for table in at["tables"] for seat in table["seats"]) == list(NAMES[:6])
    assert {table["confirmed"] for table in at["tables"]} == {False}
    assert program.client.get(f"/api/1/{there}/rounds/2").status_code == 404
    assert {row["name"] for row in program.ask("people")["people"]} >= {"Ana", "Fay"}


def test_the_news_of_a_tournament_tell_each_entry_and_end_where_rights_change(app: Flask) -> None:
    desk = Desk(Visitor(app), "double-detente", rounds="2")
    heard: list[tuple[str, str]] = []
    store, access = app.extensions["tables"].store, app.extensions["access"]
    listen(store, access, lambda topic, text: heard.append((topic, text)))
    news = desk.visitor.client.get(f"/api/1/tournament/{desk.id}/news")
    seq = store.seq(desk.id)
    assert news.text.endswith(f"id: {seq}\ndata: tournament {seq}\n\n")
    topics = news.headers["X-Held"].split()
    desk.add("Ana")
    access.set_level(desk.id, "open", "level")
    held = [text for topic, text in heard if topic in topics]
    assert held == [f"tournament {store.seq(desk.id)}", "door", ""]


def test_pages_of_sites_that_the_host_named_may_ask(app: Flask, tarot: str) -> None:
    visitor = Visitor(app)
    far = {"Origin": SITE, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}
    assert visitor.client.get("/api/1/tables", headers=far).status_code == 403
    app.config["SITES"] = (SITE,)
    answer = visitor.client.get("/api/1/tables", headers=far)
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, SITE)
    asked = visitor.client.options("/api/1/tables", headers={**far, "Access-Control-Request-Method": "GET"})
    assert (asked.status_code, asked.headers["Access-Control-Allow-Origin"]) == (204, SITE)
    assert visitor.client.get(f"/t/{tarot}", headers=far).status_code == 403  # the pages stay closed
    other = {**far, "Origin": "https://other.example"}
    assert visitor.client.get("/api/1/tables", headers=other).status_code == 403


def token_of(computer: Visitor) -> dict[str, str]:
    """The header of a program to which the computer gives a token."""
    computer.open("/programs")
    page = computer.press("Make a token", name="Score board")
    token = re.search(r"<code>(\w+)</code>", page.source)
    assert token
    return {"Authorization": f"Bearer {token[1]}"}


def test_a_program_that_asks_too_often_is_told_when_to_ask_again(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    bearer = token_of(Visitor(app))
    monkeypatch.setattr("referee.web.kit.limits.ANSWERS", 3)
    program = Program(Visitor(app, address="192.168.1.9"))
    for _ in range(3):
        assert program.client.get("/api/1/tables", headers=bearer).status_code == 200
    answer = program.client.get("/api/1/tables", headers={**bearer, "Accept-Language": "fr"})
    assert (answer.status_code, answer.mimetype) == (429, "application/problem+json")
    compiled({**program.schema, "$ref": "#/definitions/problem"})(json.loads(answer.text))
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert "3 réponses" in answer.get_json()["detail"]
    assert program.client.get("/api/1/tables").status_code == 200  # the room is not held up by it


def test_a_person_tells_what_the_page_shows(app: Flask, tarot: str) -> None:
    program = Program(Visitor(app))
    person = program.ask("people/South")
    [table] = person["tables"]
    assert (table["id"], table["game"], table["seats"][0], table["deals"]) == (tarot, "tarot", "South", 1)
    assert (person["games"], person["left"], person["next"]) == ([], 0, None)  # no deal is over
    visitor = Visitor(app)
    for title, lines in (("one", ENDED), ("two", ENDED)):
        visitor.open("/")
        visitor.press("Import", record=(io.BytesIO(lines.encode()), f"{title}.deal"))
    scored = re.findall(r"expect scores .*\bBen=(-?\d+)", ENDED)
    [game] = program.ask("people/Ben")["games"]
    assert (game["game"], game["deals"]) == ("double-detente", 2 * len(scored))
    assert (game["total"], game["worst"]) == (2 * sum(map(int, scored)), min(map(int, scored)))
    assert program.client.get("/api/1/people/Nobody").status_code == 404


@pytest.mark.parametrize("level", ["open", "discreet", "scribe"])
def test_of_a_person_a_reader_is_told_what_the_page_counts_for_the_same_device(app: Flask, level: str) -> None:
    computer = Visitor(app)
    computer.open("/")
    computer.press("Import", record=(io.BytesIO(ENDED.encode()), "evening.deal"))
    app.extensions["access"].set_level(computer.path.split("/")[2], level, "level")
    phone = Visitor(app, address="192.168.1.7")
    [*games] = Program(phone).ask("people/Ana")["games"]
    assert bool(games) == (level != "scribe")
    assert bool(games) == ("tally-card" in phone.open("/people/Ana").source)


def test_a_program_reads_by_its_token_until_the_host_ends_it(app: Flask, tarot: str) -> None:
    computer = Visitor(app)
    bearer = token_of(computer)
    assert bearer["Authorization"].partition(" ")[2] not in computer.open("/programs").source
    program = Visitor(app, address="192.168.1.9")
    assert program.client.get("/api/1/tables", headers=bearer).get_json()["tables"][0]["id"] == tarot
    wrong = program.client.get("/api/1/tables", headers={"Authorization": "Bearer nobody"})
    assert (wrong.status_code, wrong.mimetype) == (401, "application/problem+json")
    assert wrong.headers["WWW-Authenticate"].startswith("Bearer ")  # RFC 9110, 15.5.2
    computer.press("End")
    assert program.client.get("/api/1/tables", headers=bearer).status_code == 401


def test_only_the_computer_makes_tokens(app: Flask) -> None:
    phone = Visitor(app, address="192.168.1.9")
    phone.open("/programs")
    assert phone.status == 403


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\u202eb"])
def test_a_program_without_a_proper_name_gets_no_token(app: Flask, name: str) -> None:
    computer = Visitor(app)
    computer.open("/programs")
    page = computer.press("Make a token", name=name)
    assert computer.status == 422
    assert "Name the program" in page.alerts
    assert "<code>" not in page.source
