"""The page for the room at a hundred tables: everybody by name, and no turn longer than two minutes."""

from __future__ import annotations

import html
import re

from flask import Flask

from referee.club.tournaments import Tournaments
from referee.tournament.facts import Added, Came, Drawn, Entered, RoundStarted
from referee.tournament.settings import Entrant, Settings
from tests.help.desk import Desk
from tests.help.web import Visitor


def hundred(app: Flask) -> str:
    """400 players, a round played, the next drawn."""
    kept: Tournaments = app.extensions["tournaments"]
    event = kept.open(Settings("Open", "tarot", rounds=2), "open")
    players = tuple(Entrant(n, f"Prénom{n} Nom{n % 37:02}", last=f"Nom{n % 37:02}") for n in range(1, 401))
    tables = tuple(tuple(range(at, at + 4)) for at in range(1, 401, 4))
    said = [Added(players), Came(tuple(range(1, 401))), Drawn(1, tables), RoundStarted(1, 90)]
    said += [Entered(1, table, (30, -10, -10, -10)) for table in range(1, 101)]
    kept.act(event, "all", lambda _: [*said, Drawn(2, tuple(reversed(tables)))])
    return event


def turn(visitor: Visitor, address: str) -> list[tuple[str, int]]:
    """All screens from an address on until it comes again: the source of each, and its seconds."""
    found: list[tuple[str, int]] = []
    first = None
    while address != first:
        first = first or address
        source = visitor.open(address).source
        after = re.search(r'content="(\d+);url=([^"]+)"', source)
        assert after
        found.append((source, int(after[1])))
        address = html.unescape(after[2])
    return found


def test_at_a_hundred_tables_everybody_stands_on_a_turn_of_two_minutes(app: Flask, visitor: Visitor) -> None:
    event = hundred(app)
    screens = turn(visitor, f"/tournament/{event}/room?turn=0")
    assert sum(seconds for _, seconds in screens) <= 120
    named = re.findall(
        r'<th scope="row">([^<]*)</th><td><b>(\d+)</b></td>\s*<td>(\d)</td>', "".join(s for s, _ in screens)
    )
    assert len(named) == len(set(named)) == 400
    assert [name.split(",")[0] for name, _, _ in named] == sorted(name.split(",")[0] for name, _, _ in named)
    seats = {name: (int(table), int(seat)) for name, table, seat in named}
    assert seats["Nom30, Prénom400"] == (1, 4)  # the last table of the first round is the first of the second


def test_a_hundred_tables_stand_by_their_state_on_one_screen_and_on_a_short_console(
    app: Flask, visitor: Visitor
) -> None:
    event = hundred(app)
    kept = app.extensions["tournaments"]
    kept.act(
        event, "more", lambda _: [RoundStarted(2, 90), *(Entered(2, n, (30, -10, -10, -10)) for n in range(1, 31))]
    )
    room = visitor.open(f"/tournament/{event}/room?turn=0")
    states = re.findall(r"<dt>([^<]*) <b>(\d+)</b></dt><dd>(.*?)</dd>", room.source)
    assert [(label, count) for label, count, _ in states] == [("playing", "70"), ("done", "30")]
    assert [n for _, _, some in states for n in re.findall(r">(\d+)<", some)] == [
        *map(str, range(31, 101)),
        *map(str, range(1, 31)),
    ]
    console = visitor.open(f"/tournament/{event}").source
    assert "<h3>playing <b>70</b></h3>" in console
    assert re.search(
        r'<details [^>]*id="group-done"><summary[^>]*>done <b>30</b>', console
    )  # what is settled is folded
    assert len(re.findall(r'class="tile-number">\d+<', console)) == 100


def test_the_clock_can_stand_alone_and_says_what_is_spoken(visitor: Visitor) -> None:
    desk = Desk(visitor, minutes="30")
    desk.begin()
    page = desk.open("/room?clock=1")
    assert re.search(r'<p class="room-clock"><span class="clock"[^>]*>(30:00|29:5\d)<', page.source)
    assert 'data-gong="Five minutes left.|Time is up."' in page.source
    assert "Clock alone" in page.text
