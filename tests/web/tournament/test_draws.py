"""Draws on the console: what is agreed about them, and what their certificate says."""

from __future__ import annotations

from tests.help.desk import Desk
from tests.help.web import Visitor


def listed(count: int, size: int) -> str:
    rows = [f"P{n},Club {n % 3},Team {(n - 1) // size + 1}" for n in range(1, count + 1)]
    return "name,club,team\n" + "\n".join(rows)


def test_pairs_are_agreed_drawn_and_their_round_robin_told_in_french(visitor: Visitor) -> None:
    desk = Desk(visitor, game="da-ban", sizes="4", rounds="3", team="2", mates="together")
    desk.read(listed(8, 2))
    desk.prepare("came", "All are here", at="")
    desk.draw()
    visitor.language = "fr"
    assert "Chaque équipe rencontre toutes les autres exactement une fois." in desk.open().text


def test_partners_have_one_field_and_their_team_gets_what_they_won_once(visitor: Visitor) -> None:
    desk = Desk(visitor, game="da-ban", sizes="4", rounds="3", team="2", mates="together")
    desk.read(listed(8, 2))
    desk.prepare("came", "All are here", at="")
    desk.draw()
    desk.do("start")
    assert not any("score.2" in desk.open(place).source for place in ("?round=1&table=1", "/quick"))
    first, second, third, fourth = desk.seats(1)
    assert f"{first} &amp; {third}" in desk.open("?round=1&table=1").source
    desk.enter(1, 3, 0)  # the first pair climbs three levels
    totals = desk.totals()
    assert [totals[name] for name in (first, second, third, fourth)] == ["3", "0", "3", "0"]
    team = "Team " + str((int(first[1:]) - 1) // 2 + 1)
    assert totals[team] == "3"
    desk.prepare("result", at="?round=1&table=1", **{"score.0": "2", "score.1": "0", "reason": "misread"})
    assert desk.totals()[team] == "2"
    assert "teams.csv" in desk.open("/print").source
    assert desk.open("/file/teams.csv").source.splitlines()[1].startswith(f"1,{team},")
    assert visitor.client.get(f"/tournament/{desk.id}/file/team.csv").status_code == 404


def test_finals_are_agreed_on_the_form_and_stand_apart_in_the_standings(visitor: Visitor) -> None:
    desk = Desk(visitor, rounds="2", sizes="4", qualifying="1", finals="4", carry="nothing")
    desk.read(listed(8, 1))
    desk.prepare("came", "All are here", at="")
    desk.draw()
    desk.do("start")
    for table in (1, 2):
        desk.enter(table, 10 * table, 5, -5, -10 * table)
    desk.draw()
    desk.do("start")
    for table in (1, 2):
        desk.enter(table, 1, 0, 0, -1, number=2)
    text = visitor.client.get(f"/tournament/{desk.id}/public", follow_redirects=True).text
    shown = desk.open().text
    assert "Final A" in text + shown
    assert shown.index("Final A") < shown.index("Final B")


def test_finals_that_are_no_numbers_are_refused_and_the_rest_stays(visitor: Visitor) -> None:
    desk = Desk(visitor, rounds="3")
    page = desk.do("settings", at="", title="Cup", finals="acht", qualifying="1")
    assert visitor.status == 422
    assert "“acht” stands where a number was expected" in page.text
    assert 'value="Cup"' in page.source
