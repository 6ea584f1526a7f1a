"""Requests that no page sends: of another kind, out of measure, meant for somewhere else. None breaks anything, and each
is answered with a page in the reader's language.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee import create_app
from tests.help.web import ORIGIN

KEYS = count()


class Astray:
    """Whoever sends what they like, without a page before them."""

    def __init__(self, app: Flask, address: str = "127.0.0.1") -> None:
        self.client = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address

    def get(self, path: str) -> Any:
        return self.client.get(path, headers={"Accept-Language": "en"})

    def post(self, path: str, **data: Any) -> Any:
        data.setdefault("key", f"key-{next(KEYS)}")
        return self.client.post(path, data=data, headers={"Accept-Language": "en", "Origin": ORIGIN})

    def table(self) -> str:
        answer = self.post("/new", game="double-detente", seat=["Ana", "Ben", "Cléo"])
        return str(answer.location)

    def tournament(self) -> str:
        """One of four players, at a table whose round has begun."""
        event = str(self.post("/tournament/new", game="tarot", title="Cup", rounds="3", sizes="4").location)
        for name in ("Ana", "Ben", "Cléo", "Dan"):
            assert self.post(f"{event}/add", name=name, here="yes").status_code == 303
        assert self.post(f"{event}/hand", round="1", tables="Ana;Ben;Cléo;Dan").status_code == 303
        assert self.post(f"{event}/start", round="1").status_code == 303
        return event

    def table_of(self, event: str) -> str:
        return str(self.get(f"{event}/at/1").location)

    def tap(self, table: str, fact: str, **more: str) -> Any:
        seq = self.get(f"{table}/live").headers["X-Sequence"]
        return self.post(f"{table}/fact", fact=fact, seq=seq, **more)

    def seats(self, table: str) -> str:
        found = re.search("seats .*", self.get(f"{table}/record").text)
        assert found
        return found[0]


@pytest.fixture
def open_app(tmp_path: Path) -> Iterator[Flask]:
    made = create_app({"DATABASE": str(tmp_path / "referee.db"), "WTF_CSRF_ENABLED": False})
    yield made
    made.extensions["tables"].store.close()


@pytest.fixture
def host(open_app: Flask) -> Astray:
    """The machine the program runs on, which may do everything."""
    return Astray(open_app)


PAGES = (
    "", "/live", "/board", "/record", "/history", "/seats", "/claim?seat=0", "/deals", "/deals/1", "/fouls",
    "/deals/1/fouls/1.pdf", "/statistics", "/export.json", "/export.csv", "/laws", "/why/0", "/sheet.pdf", "/devices",
    "/door",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_a_tournament_is_no_table(host: Astray, page: str) -> None:
    event = host.tournament().removeprefix("/tournament/")
    answer = host.get(f"/t/{event}{page}")
    assert answer.status_code == 404
    assert "There is no such table" in answer.text


def test_a_tap_at_a_tournament_a_new_table_like_one_and_a_table_as_a_tournament_find_nothing(host: Astray) -> None:
    event, table = host.tournament().removeprefix("/tournament/"), host.table().removeprefix("/t/")
    for answer in (
        host.post(f"/t/{event}/fact", fact="note hello", seq="1"),
        host.post(f"/t/{event}/correct", how="strike", line="1", seq="1"),
        host.get(f"/new?like={event}"),
        host.get(f"/tournament/{table}"),
        host.get(f"/tournament/{table}/standings"),
        host.post(f"/tournament/{table}/note", text="hello"),
    ):
        assert answer.status_code == 404
        assert 'class="error"' in answer.text


def test_play_again_has_the_names_on_the_seats_they_were_put_right_to(host: Astray) -> None:
    table = host.table()
    assert host.tap(table, "reseat Cléo Ana Ben").status_code == 303
    page = host.get(f"/new?like={table.removeprefix('/t/')}").text
    assert re.findall(r'name="seat"[^>]*value="([^"]*)"', page) == ["Cléo", "Ana", "Ben"]


def test_only_the_director_moves_who_sits_at_a_tournaments_table_and_from_the_console(host: Astray) -> None:
    table = host.table_of(host.tournament())
    before = host.seats(table)
    answer = host.tap(table, "reseat Dan Cléo Ben Ana")
    assert answer.status_code == 422
    assert "put right by the director" in answer.text
    host.tap(table, "deal Ana")
    seq = host.get(f"{table}/live").headers["X-Sequence"]
    answer = host.post(f"{table}/correct", how="replace", line="1", fact="reseat Dan Cléo Ben Ana", seq=seq)
    assert answer.status_code == 422
    assert "“reseat” here: a deal must be open" in answer.text  # a line of the history takes none
    assert host.post(f"{table}/correct", how="reseat", seat=["Dan", "Cléo", "Ben", "Ana"], seq=seq).status_code == 403
    assert host.seats(table) == before


def test_a_player_bids_for_its_own_seat_even_behind_others_on_their_way(host: Astray, open_app: Flask) -> None:
    table = host.table()
    host.tap(table, "deal Cléo part=1")
    page = host.post(f"{table}/devices/invite", role="player")
    code = re.findall(r'<p class="code">(\w+)</p>', host.get(page.location).text)[0]
    player = Astray(open_app, "192.168.1.7")
    assert player.post(f"/j/{code}", seat="1").status_code == 303
    answer = player.tap(table, "bid Ben 4", behind="1")
    assert answer.status_code == 422 or "bid Ana 4" not in host.get(f"{table}/record").text
    assert "bid Ana" not in host.get(f"{table}/record").text


@pytest.mark.parametrize("said", ["9" * 5000, "²", "", "one", "-1"])
def test_a_round_by_hand_needs_a_number(host: Astray, said: str) -> None:
    event = host.tournament()
    answer = host.post(f"{event}/hand", round=said, tables="Ana;Ben;Cléo;Dan")
    assert answer.status_code == 422
    assert "Not done." in answer.text


@pytest.mark.parametrize("row", ["", "/", "x", "x/y", "HJ/HJ", "HJ/DQ/C9"])
def test_a_deck_of_rows_that_make_no_card_says_which(host: Astray, row: str) -> None:
    answer = host.post("/decks/double", title="Ours", row=["HK/SQ", row])
    assert answer.status_code == 422
    assert "row 2" in answer.text


@pytest.mark.parametrize("form", ["1e999", "NaN", '"1"', "[]", "null", "true", "-1e400"])
def test_a_file_of_no_form_is_no_tournaments(host: Astray, form: str) -> None:
    data = f'{{"referee": "tournament", "form": {form}, "streams": []}}'.encode()
    answer = host.post("/tournament/take-in", tournament=(io.BytesIO(data), "cup.tournament"))
    assert answer.status_code == 422
    assert "this is no file of a tournament" in answer.text


def test_a_season_of_a_billion_results_is_a_page_like_any_other(host: Astray) -> None:
    event = host.tournament()
    host.post(f"{event}/result", round="1", table="1", **{f"score.{seat}": "0" for seat in range(4)})
    host.post(f"{event}/confirm", round="1", table="1", version="1")
    host.post(f"{event}/finish")
    answer = host.get(f"/season?t={event.removeprefix('/tournament/')}&best=999999999")
    assert answer.status_code == 200
    assert len(answer.data) < 100_000


def test_settings_with_a_tie_break_there_is_none_of_are_refused_with_what_else_was_typed(host: Astray) -> None:
    event = host.tournament()
    agreed = {"title": "Cup", "rounds": "3", "sizes": "4", "ties.asked": "1", "ties": ["won", "1"], "bye": "x"}
    answer = host.post(f"{event}/settings", **agreed)
    assert answer.status_code == 422
    assert "Cup" in answer.text
