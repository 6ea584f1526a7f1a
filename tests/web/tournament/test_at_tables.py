"""What is said at a table and of it: a result of too few deals, totals that count for nothing, a second device."""

from __future__ import annotations

from collections.abc import Callable

from tests.help.desk import Desk, addresses
from tests.help.web import Visitor

FOUR = ("Ana", "Ben", "Cléo", "Dan")
Far = Callable[..., Visitor]


def joined(desk: Desk, far: Far) -> Visitor:
    """A device that scanned the code of table 1."""
    device = far()
    device.go(addresses(desk.open("/codes").source)[0])
    device.press("This device writes here")
    return device


def test_a_result_of_fewer_deals_than_agreed_says_so_before_it_is_confirmed(visitor: Visitor, far: Far) -> None:
    desk = Desk(visitor, **{"deals.4": "24"})
    desk.begin(*FOUR)
    tablet, names = joined(desk, far), desk.seats(1)
    tablet.tap(f"deal {names[3]} depth=score")
    tablet.tap(f"result taker={names[0]} contract=garde bouts=2 points=51")
    assert "Only 1 of 24 deals have ended." in tablet.page.text
    tablet.press(names[0])
    assert "This result is of 1 of 24 deals." in tablet.page.text
    assert "waits for confirmation 1/24" in desk.open().text
    tablet.press(f"{names[2]}: it is right")
    assert "done 1/24" in desk.open().text
    assert "This result is of 1 of 24 deals." in desk.open("?round=1&table=1").text


def test_totals_are_refused_where_every_deal_is_compared(visitor: Visitor, far: Far) -> None:
    desk = Desk(visitor, scoring="topage")
    desk.begin(*FOUR)
    page = desk.result(1, 10, -10, 0, 0)
    assert desk.visitor.status == 422
    assert "each deal is compared" in page.alerts
    tablet = joined(desk, far)
    _, more = tablet.page.source.split('id="more-parts"')
    assert "Enter scores" in more.split("</details>")[0], "below the table it lies out of sight on a phone"
    tablet.follow("Enter scores")
    page = tablet.press("Hand in", **{f"score.{seat}": "0" for seat in range(4)}, seat="0")
    assert "each deal is compared" in page.alerts


def test_a_table_is_told_at_once_what_its_tournament_records_and_asks_for_nothing_in_between(
    visitor: Visitor, far: Far
) -> None:
    desk = Desk(visitor)
    desk.begin(*FOUR)
    tablet, told = joined(desk, far), list[tuple[str, str]]()
    watches = tablet.client.get(f"{tablet.path}/news").headers["X-Held"].split()
    door = next(got for _, got in tablet.page.attributes if got.get("id") == "door")
    assert door["hx-trigger"] == "news"
    visitor.client.application.extensions["listen"](lambda topic, text: told.append((topic, text)))
    desk.enter(1, 10, -10, 0, 0)
    heard = {text for topic, text in told if topic in watches}
    assert heard == {"door"}


def test_a_second_device_at_a_table_is_told_before_it_joins_and_so_is_the_first(visitor: Visitor, far: Far) -> None:
    desk = Desk(visitor)
    desk.begin(*FOUR)
    first = joined(desk, far)
    assert "Another device is at this table" not in first.page.text
    second = far()
    page = second.go(addresses(desk.open("/codes").source)[0])
    assert "Another device is at this table" in page.text
    second.press("This device writes here")
    assert "Another device is at this table" in second.page.text
    assert "Another device is at this table" in first.open(first.path).text


def test_who_owes_a_duty_solo_stands_on_the_table_s_tile(visitor: Visitor, far: Far) -> None:
    # TSR 4.2: each plays one duty solo in the round, the first solo named.
    desk = Desk(visitor, "doppelkopf", preset="ddv")
    desk.begin(*FOUR)
    assert "owes a solo" not in desk.open("/part/tables").text
    tablet, names = joined(desk, far), desk.seats(1)
    tablet.tap(f"deal {names[0]} depth=score")
    tablet.tap(f"result re={names[1]} type=solo-queens points=121")
    tile = desk.open("/part/tables").text
    assert [f"{name} owes a solo" in tile for name in names] == [True, False, True, True]


def test_after_the_last_deal_a_key_in_sight_leads_to_the_handing_in(visitor: Visitor, far: Far) -> None:
    desk = Desk(visitor, "doppelkopf", preset="ddv", depth="score")
    desk.begin(*FOUR)
    tablet, names = joined(desk, far), desk.seats(1)
    for number in range(24):
        assert ("#hand-in", "Hand in the result ↓") not in tablet.page.links
        dealer = names[number % 4]
        tablet.tap(f"deal {dealer} depth=score")
        forced = f"{names[(number + 1) % 4]} type=solo-queens"
        tablet.tap(f"result re={forced if number >= 20 else f'{names[0]},{names[1]}'} points=121")
    page = tablet.open(tablet.path)
    assert ("#hand-in", "Hand in the result ↓") in page.links
    assert " win" in page.text
    assert "Play again" not in page.text
    tablet.press(names[0])
    assert ("#hand-in", "Hand in the result ↓") not in tablet.page.links
