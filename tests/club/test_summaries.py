"""What tables come to for their players, kept beside the logs: always what the logs come to, and never in their way."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from referee.club import summaries as module
from referee.club.forget import forget
from referee.club.summaries import Summaries, program, summary_of
from referee.club.tables import Tables
from referee.games import CLASSES
from referee.hosting.moving import move, write_file
from referee.record.grammar import parse
from referee.store import Store
from referee.store.summaries import Summary as Row
from tests.oracle.deals import match_record

MATCH = """\
game double-detente
seats Nora Ben Cléo
deal Cléo part=1
bid Nora 4
bid Ben 6
bid Cléo 3
result tricks=4,5,4 petit=Nora
deal Cléo part=2
bid Nora 4
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a new store is, in a file and on a server."""
    if request.param == "sqlite":
        return tmp_path / "referee.db"
    address: str = request.getfixturevalue("postgresql").address()
    return address


@pytest.fixture
def store(database: Path | str) -> Iterator[Store]:
    with Store.open(database) as opened:
        yield opened


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


def filled(tables: Tables) -> Summaries:
    """All that is missing, reckoned."""
    made = Summaries(tables)
    for _ in made.fill():
        pass
    return made


def kept(tables: Tables) -> dict[str, str]:
    return tables.store.summaries(program())


def test_what_is_kept_is_what_the_table_comes_to(tables: Tables) -> None:
    table = tables.take_in(MATCH.encode(), "", "a")
    found, left = filled(tables).of(tables.all(), "Nora")
    assert left == 0
    assert kept(tables).keys() == {table}
    assert found == {table: summary_of(tables.get(table).table).only("Nora")}
    nora = found[table]
    assert (nora.total("Nora"), nora.place("Nora"), nora.deals) == (16, 1, 2)  # 4 + 10 + 2, before Ben’s 10
    assert nora.over["Nora"].aims == {"bid met": [1, 1]}
    ben = Summaries(tables).of(tables.all(), "Ben")[0][table].over["Ben"]
    assert (ben.paid, ben.won) == ([10], 1)


@pytest.mark.parametrize("game", sorted(CLASSES))
def test_every_game_s_tables_come_back_as_they_were_kept(tables: Tables, game: str) -> None:
    deal, rng = import_module(f"tests.soak.{game.replace('-', '_')}").deal, Random(4)
    for number in range(6):
        tables.take_in(deal(rng)[0].encode(), "", f"soak {number}")
    summaries = filled(tables)
    whole = {stream.id: summary_of(tables.get(stream.id).table) for stream in tables.all()}
    for name in {name for stream in tables.all() for name in stream.meta["seats"]}:
        found, _ = summaries.of(tables.all(), name)
        assert found == {stream: whole[stream].only(name) for stream in found}


def test_a_table_that_goes_on_is_reckoned_anew(tables: Tables) -> None:
    table = tables.take_in(MATCH.encode(), "", "a")
    summaries = filled(tables)
    for seq, line in enumerate(("bid Ben 5", "bid Cléo 2", "result tricks=4,5,4"), 8):
        tables.add(table, f"tap {seq}", seq - 1, parse(line))
    assert kept(tables) == {}
    found, _ = summaries.of(tables.all(), "Nora")
    assert found[table].over["Nora"].deals == 2
    assert filled(tables).of(tables.all(), "Nora")[0] == found
    assert len(kept(tables)) == 1


def test_what_another_program_kept_counts_for_nothing(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    tables.take_in(MATCH.encode(), "", "a")
    filled(tables)
    monkeypatch.setattr(module, "program", lambda: "the next one")
    assert tables.store.summaries("the next one") == {}
    filled(tables)
    assert len(tables.store.summaries("the next one")) == 1
    assert kept(tables) == {}


def test_a_name_put_on_another_seat_is_the_one_that_counts(tables: Tables) -> None:
    table = tables.take_in((MATCH + "reseat Nore Ben Cléo\n").encode(), "", "a")
    for summaries in (Summaries(tables), filled(tables)):
        assert summaries.of(tables.all(), "Nora")[0] == {}
        assert summaries.of(tables.all(), "Nore")[0].keys() == {table}
        assert list(summaries.seats(tables.all())) == [("Nore", "Ben", "Cléo")]


def test_of_a_forgotten_player_no_summary_knows(tables: Tables, database: Path | str) -> None:
    tables.take_in((MATCH + "reseat Nore Ben Cléo\n").encode(), "", "a")
    other = tables.take_in(MATCH.replace("Nora", "Zoé").encode(), "", "b")
    filled(tables)
    forget(tables.store, "Nore")
    assert kept(tables).keys() == {other}
    tables.reread()
    assert set(filled(tables).seats(tables.all())) == {("Zoé", "Ben", "Cléo"), ("N.N. 1", "Ben", "Cléo")}


def test_a_summary_made_before_a_name_was_taken_out_is_not_kept(tables: Tables) -> None:
    table = tables.take_in(MATCH.encode(), "", "a")
    steps = Summaries(tables).fill()
    next(steps)
    _, seal = tables.store.head(table)
    forget(tables.store, "Nora")
    assert list(steps) is not None
    assert kept(tables) == {}
    tables.store.keep_summaries(program(), [Row(table, seal, '{"seats":["Nora"]}')])
    assert kept(tables) == {}


def test_tables_brought_to_another_store_are_reckoned_there(tables: Tables, tmp_path: Path) -> None:
    tables.take_in(MATCH.encode(), "", "a")
    found, _ = filled(tables).of(tables.all(), "Nora")
    write_file(tables.store, tmp_path / "moved.db")
    tables.store.backup(tmp_path / "backup.db")
    for name in ("moved.db", "backup.db"):
        with Store.open(tmp_path / name) as there:
            assert list(there.verify()) == []
            assert filled(Tables(there)).of(Tables(there).all(), "Nora")[0] == found
            move(tables.store, there)
            assert filled(Tables(there)).of(Tables(there).all(), "Nora")[0] == found


def test_one_page_folds_so_much_and_tells_what_is_left(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 14)
    for number in range(3):
        tables.take_in(MATCH.encode(), "", f"key {number}")
    tables = Tables(tables.store)
    summaries = Summaries(tables)
    assert [(len(found), left) for found, left in (summaries.of(tables.all(), "Ben") for _ in range(2))] == [
        (2, 1),
        (3, 0),  # those folded before take no time
    ]


def test_a_table_where_something_was_just_written_is_left_for_later(tables: Tables) -> None:
    tables.take_in(MATCH.encode(), "", "a")
    steps = Summaries(tables).fill(timedelta(hours=1))
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert end.value.value is True
    assert kept(tables) == {}


def test_many_tables_are_kept_lot_by_lot(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOT", 2)
    monkeypatch.setattr(module, "STEP", 3)
    for number in range(5):
        tables.take_in(MATCH.encode(), "", f"key {number}")
    for _ in Summaries(tables).fill():
        pass
    assert len(kept(tables)) == 5


def test_a_log_that_cannot_be_folded_hides_no_other(tables: Tables) -> None:
    good = tables.take_in(MATCH.encode(), "", "good")
    bad = tables.open(tables.record(good).header, "", "bad")
    tables.store.append(bad, "x", 0, [("nonsense", {"fact": "nonsense"})])
    assert Summaries(tables).of(tables.all(), "Nora")[0].keys() == {good}
    found, left = filled(tables).of(tables.all(), "Nora")
    assert (set(found), left) == ({good}, 0)


def test_a_long_match_comes_to_the_same_step_by_step(tables: Tables) -> None:
    table = tables.take_in(match_record(Random(3)).record.text.encode(), "", "a")
    name = tables.get(table).table.seats[0]
    found, _ = filled(tables).of(tables.all(), name)
    assert found[table] == summary_of(tables.get(table).table).only(name)
