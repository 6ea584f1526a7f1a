"""The columns of the standings stand in one list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.club.tournaments import Tournaments
from referee.sheets.site import Site
from referee.sheets.tournament import Papers
from referee.tournament import columns as listed
from referee.tournament.columns import Column, Where
from referee.tournament.standings import Standings
from referee.words.text import T
from tests.help.desk import Desk
from tests.help.web import Visitor

HEAD, CELL = "Heads won", "seven of them"


def test_a_column_added_once_stands_on_every_page_on_paper_in_the_file_and_in_the_room(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = listed._columns

    def more(found: Standings, where: Where) -> Iterator[Column]:
        yield from known(found, where)
        yield Column("heads", T("{head}", head=HEAD), lambda row: CELL)

    monkeypatch.setattr(listed, "_columns", more)
    desk = Desk(visitor)
    desk.begin("Ana", "Ben", "Cléo", "Dan")
    desk.enter(1, 10, -10, 0, 0)
    events: Tournaments = visitor.client.application.extensions["tournaments"]
    tournament = events.get(desk.id).tournament
    drawn = {
        "console": desk.open().source,
        "public page": desk.open("/standings").source,
        "file": desk.open("/file/standings.csv").source,
        "paper": "".join(Papers(tournament).documents("standings")),
        "site": Site(tournament).pages()["index.html"].decode(),
    }
    for name, text in drawn.items():
        assert HEAD in text, name
        assert text.count(CELL) == 4, name
    room = [desk.open(f"/room?turn={turn}").source for turn in range(4)]
    assert max(screen.count(CELL) for screen in room) == 4  # its lines have no heads


def test_the_room_and_the_pages_leave_out_what_has_no_room_there(visitor: Visitor) -> None:
    desk = Desk(visitor, ties=["lot", "best"])
    desk.begin("Ana", "Ben", "Cléo", "Dan")
    desk.enter(1, 10, -10, 0, 0)
    assert desk.open("/file/standings.csv").source.splitlines()[0] == (
        "\ufeffRank,Name,Club,Team,Round 1,Penalties,Total,lot,best round"
    )
    assert desk.totals() == {"Ana": "10", "Ben": "-10", "Cléo": "0", "Dan": "0"}
    assert '<th scope="col">best round</th>' not in desk.open("/standings").source
