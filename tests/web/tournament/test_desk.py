"""The cash desk: fees and categories agreed, taken by one tap, waived, counted, prizes handed out, by who may."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.club.tournaments import Tournaments
from referee.tournament.facts import Added, Came, Fact, Undone
from referee.tournament.money.facts import BoxMoved, FeesAgreed, Grouped, Received, Waived
from referee.tournament.money.values import Category
from referee.tournament.settings import Entrant, Settings
from tests.help.desk import Desk
from tests.help.web import Visitor

DOOR = {"fee": "10", "category.0.name": "Women", "category.1.name": "Juniors", "category.1.fee": "3"}


@pytest.fixture
def desk(visitor: Visitor) -> Desk:
    """Four players who pay 10, juniors 3."""
    desk = Desk(visitor, rounds="1")
    desk.add("Ana", "Ben", "Cléo", "Dan")
    desk.do("agreed/fees", at="/desk/agreed", **DOOR)
    assert visitor.status == 200, visitor.page.alerts
    return desk


def take(desk: Desk, number: int) -> None:
    """What a player owes, by the one tap."""
    page = desk.open("/desk")
    form = page.forms_of("desk/take")[-1]
    button = next(c for c in form.controls if c.name == "one" and c.value.startswith(f"{number} "))
    desk.visitor.send(form, button)


def sums(desk: Desk) -> str:
    found = re.search(r'class="desk-sums">(.*?)</p>', desk.open("/desk").source, re.S)
    assert found
    return " ".join(re.sub("<[^>]*>", " ", found[1]).split())


def test_one_tap_takes_what_a_player_owes_by_their_categories(desk: Desk) -> None:
    assert sums(desk).endswith("4 players still owe €40.00")
    desk.do("desk/group", at="/desk?player=1", category=["Women", "Juniors"])
    take(desk, 1)
    take(desk, 2)
    assert sums(desk) == "€13.00 taken in · 2 players still owe €20.00"
    assert "Ana pays €3.00" in desk.log()
    assert "this computer" in desk.log()


def test_a_part_a_waiver_and_money_back_are_taken_back_like_any_act(desk: Desk) -> None:
    desk.prepare("desk/take", "Take the money", at="/desk?player=1", amount="4,50")
    assert "paid in part €4.50" in desk.open("/desk").text
    desk.do("desk/take", "Remit it", at="/desk?player=1", text="volunteer")
    assert sums(desk) == "€4.50 taken in · 3 players still owe €30.00"
    assert "Ana need not pay €5.50: volunteer" in desk.log()
    desk.prepare("desk/undo", at="/desk?player=1")
    desk.do("desk/take", "Give back", at="/desk?player=1", amount="4.50")
    assert sums(desk) == "€0.00 taken in · 4 players still owe €40.00"


def test_the_list_shows_the_licence_by_which_somebody_is_found_at_the_door(desk: Desk) -> None:
    desk.read("name,club,licence\nEva,Lyon,A-4711\n")
    assert "Lyon · A-4711" in desk.open("/desk").text


def test_who_has_paid_meanwhile_is_not_paid_for_twice(desk: Desk) -> None:
    page = desk.open("/desk")
    form = page.forms_of("desk/take")[-1]
    button = next(c for c in form.controls if c.name == "one" and c.value.startswith("1 "))
    take(desk, 1)
    seen = desk.visitor.send(form, button)
    assert desk.visitor.status in (200, 422)
    assert sums(desk).startswith("€10.00"), seen.alerts


@pytest.mark.parametrize("typed", ["ten", "1.234,50", "-5"])
def test_what_is_no_amount_stays_as_it_was_typed(desk: Desk, typed: str) -> None:
    page = desk.do("desk/take", "Take the money", at="/desk?player=1", amount=typed)
    assert desk.visitor.status == 422
    assert "is no amount" in page.alerts
    assert any(got.get("value") == typed for _, got in page.attributes)
    assert sums(desk).startswith("€0.00")


def test_the_treasurer_s_count_is_set_against_the_entries(desk: Desk) -> None:
    take(desk, 1)
    take(desk, 2)
    desk.prepare("desk/move", "in", at="/desk/box", amount="50", text="change")
    desk.prepare("desk/count", at="/desk/box", amount="69.50")
    text = desk.open("/desk/box").text
    assert "€69.50 counted, €70.00 by the entries – €0.50 missing" in text
    assert "has taken money too" in text
    desk.prepare("desk/count", at="/desk/box", amount="70")
    assert "€70.00 by the entries – it agrees" in desk.open("/desk/box").text


def test_after_an_evening_of_44_the_treasurer_s_page_agrees_with_an_independent_sum(
    app: Flask, visitor: Visitor
) -> None:
    kept: Tournaments = app.extensions["tournaments"]
    event = kept.open(Settings("Soirée", "tarot"), "open")
    said: list[Fact] = [
        Added(tuple(Entrant(at, f"Player {at}") for at in range(1, 45))), Came(tuple(range(1, 44))),
        FeesAgreed(1250, (Category("Juniors", 500), Category("Guests", 1505))), BoxMoved(10000, "change"),
        *(Grouped(at, ("Juniors",)) for at in range(5, 44, 5)), *(Grouped(at, ("Guests",)) for at in range(7, 44, 7)),
        *(Received(at, 1250 if at % 5 and at % 7 else 500 if at % 7 else 1505) for at in range(1, 40)),
        Received(40, 333), Waived(41, 1250, "volunteer"), Received(6, -1250), BoxMoved(-4567, "hall"), Undone(20),
    ]  # fmt: skip
    for at, fact in enumerate(said):
        kept.act(event, f"act {at}", lambda _, fact=fact: [fact], "Zoé" if at % 2 else "Max")  # type: ignore[misc]
    events = [one.body | {"seq": one.seq} for one in kept.store.events(event)]
    gone = {one["at"] for one in events if one["kind"] == "undone"}
    money = [one for one in events if one["kind"] in ("paid", "moved") and one["seq"] not in gone]
    taken = sum(one["cents"] for one in money if one["kind"] == "paid")
    box = sum(one["cents"] for one in money)
    text = visitor.open(f"/tournament/{event}/desk/box").text
    assert f"Entry fees taken in €{taken / 100:.2f}" in text
    assert f"In the box €{box / 100:.2f}" in text
    assert len(gone) == 1
    visitor.open(f"/tournament/{event}/desk/paper.pdf?piece=money")
    assert visitor.status == 200


def test_a_cashier_sees_and_does_this_alone(desk: Desk, app: Flask) -> None:
    desk.prepare("invite", "cashier", at="/desk")
    code = re.findall(r'class="aside url">[^<]*?(/[^<]*)<', desk.open("/desk").source)[-1]
    cashier = Visitor(app, address="192.0.2.9")
    cashier.go("/" + code.split("/", 3)[-1])
    cashier.press("Join", name="Zoé")
    assert cashier.status == 200
    assert cashier.path.endswith("/desk")
    form = cashier.page.forms_of("desk/take")[-1]
    cashier.send(form, next(c for c in form.controls if c.name == "one" and c.value.startswith("3 ")))
    assert "Cléo pays €10.00" in desk.log()
    assert "Zoé" in desk.log()
    for closed in ("/desk/agreed", "/print", "/codes", "/players.csv", "/quick"):
        cashier.open(f"/tournament/{desk.id}{closed}")
        assert cashier.status == 403, closed
    cashier.open(f"/tournament/{desk.id}/desk/prizes")
    assert "once the tournament is over" in cashier.page.text
    stranger = Visitor(app, address="192.0.2.10")
    for closed in ("/desk", "/desk/box", "/desk/prizes", "/desk/paper.pdf"):
        stranger.open(f"/tournament/{desk.id}{closed}")
        assert stranger.status == 403, closed


def test_prizes_are_agreed_won_shared_and_handed_out(desk: Desk, app: Flask) -> None:
    desk.do("desk/group", at="/desk?player=3", category=["Women"])
    for number in (1, 2, 3, 4):
        take(desk, number)
    table = {
        "0.money": "50%",
        "1.money": "5,01",
        "1.thing": "a ham",
        "2.place": "1",
        "2.money": "4",
        "2.category": "Women",
    }
    form = desk.open("/desk/agreed").forms_of("agreed/prizes")[0]
    desk.visitor.send(form, None, {f"prize.{name}": value for name, value in table.items()})
    assert desk.visitor.status == 200, desk.visitor.page.alerts
    desk.seat(1, "Ana", "Ben", "Cléo", "Dan")
    desk.do("start")
    desk.enter(1, 20, 20, -10, -30)
    stranger = Visitor(app, address="192.0.2.10")
    stranger.open(f"/tournament/{desk.id}/prizes")
    assert "€" not in stranger.page.text
    desk.prepare("finish", at="")
    text = desk.open("/desk/prizes").text
    # Half of 40 and 5.01 shared by two: 12.50 each, a cent left; the ham by lot.
    assert "€25.01 shared by 2; €0.01 is left over" in text
    assert "a ham: drawn by lot" in text
    desk.prepare("desk/hand", "Hand out €12.50", at="/desk/prizes")
    desk.do("desk/hand", "Hand out a ham", at="/desk/prizes")
    assert desk.visitor.status == 200, desk.visitor.page.alerts
    text = desk.open("/desk/prizes").text
    assert text.count("handed out") >= 2
    assert "In the box €27.50" in desk.open("/desk/box").text
    stranger.open(f"/tournament/{desk.id}/prizes")
    assert "Cléo" in stranger.page.text
    assert "€4.00" in stranger.page.text


def test_a_prize_that_was_not_taken_in_is_handed_out_only_where_the_club_pays(desk: Desk) -> None:
    desk.prepare("agreed/prizes", at="/desk/agreed", **{"prize.0.place": "1", "prize.0.money": "50"})
    desk.seat(1, "Ana", "Ben", "Cléo", "Dan")
    desk.do("start")
    desk.enter(1, 30, -10, -10, -10)
    desk.prepare("finish", at="")
    assert "€50.00 more is promised than was taken in" in desk.open("/desk/prizes").text
    page = desk.do("desk/hand", "Hand out €50.00", at="/desk/prizes")
    assert desk.visitor.status == 422
    assert "more would be paid out" in page.alerts
    desk.prepare("agreed/prizes", at="/desk/agreed", guaranteed="yes")
    desk.do("desk/hand", "Hand out €50.00", at="/desk/prizes")
    assert desk.visitor.status == 200
    assert "The club adds €50.00" in desk.open("/desk/prizes").text
