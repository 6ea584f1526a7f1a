"""A store moved to another engine and back: the same rows, each log checked where it arrives."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from itertools import islice, permutations
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.main import main
from referee.hosting.moving import join, move
from referee.store import Store, StoreDamaged, StoreUnwritable, StreamsDiffer
from referee.store.rewriting import with_bodies
from tests.help.postgresql import Server
from tests.help.store import TAP, change

TABLES = ("stream", "event", "person", "head", "resealed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed store: two tables, one of them rewritten, a tournament, two players, keys with several parts."""
    path = tmp_path / "club.db"
    with Store.open(path) as store:
        for name, count in (("a", 5), ("b", 0), ("c", 3)):
            stream = store.create("table", {"game": "tarot", "name": "É\\u0000"}, key=name, label={"title": name})
            for seq in range(count):
                store.append(stream, f"{name}{seq}", seq * 2, TAP * 2, by="Élie")
        store.remember_people(["Nora", "Élie"])
        blank = [{"seat": "–", "card": "S1"}] * 10
        store.rewrite(
            ["Élie"],
            lambda stream, events: (stream, with_bodies(events, blank) if len(events) == 10 else events),
        )
    return path


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as file:
        return {table: file.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES}


def test_a_club_goes_to_a_server_and_back_and_every_row_is_the_same(
    postgresql: Server, path: Path, tmp_path: Path
) -> None:
    told: list[tuple[int, int]] = []
    with Store.open(path) as file, Store.open(postgresql.address()) as server:
        found = move(file, server, lambda done, of: told.append((done, of)))
        assert (found.streams, found.events, found.people) == (3, 16, 1)
        assert list(server.verify()) == []
        assert [stream.label["title"] for stream in server.streams("table")] == ["a", "b", "c"]
        with Store.open(tmp_path / "back.db") as back:
            move(server, back)
            assert list(back.verify()) == []
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert rows(tmp_path / "back.db") == rows(path)


def test_a_move_that_is_made_again_goes_on_where_it_was(postgresql: Server, path: Path) -> None:
    with Store.open(path) as file, Store.open(postgresql.address()) as server:
        move(file, server)
        first, *_ = file.streams("table")
        file.append(first.id, "later", first.seq, TAP)
        file.set_label(first.id, {"title": "By the window"})
        assert move(file, server).events == 17
        assert server.head(first.id) == file.head(first.id)
        assert server.stream(first.id) == file.stream(first.id)


def test_a_log_that_went_on_in_both_is_refused_with_its_entry(postgresql: Server, path: Path) -> None:
    with Store.open(path) as file, Store.open(postgresql.address()) as server:
        move(file, server)
        first, *_ = file.streams("table")
        file.append(first.id, "here", first.seq, [("play", {"card": "H1"})])
        server.append(first.id, "there", first.seq, [("play", {"card": "H2"})])
        with pytest.raises(StreamsDiffer) as differ:
            move(file, server)
        assert (differ.value.stream, differ.value.seq) == (first.id, 11)


def test_the_backup_of_a_club_on_a_server_is_a_file_as_a_club_at_home_has_it(
    postgresql: Server, path: Path, tmp_path: Path
) -> None:
    with Store.open(path) as file, Store.open(postgresql.address()) as server:
        move(file, server)
        server.backup(tmp_path / "copy.db")
        with pytest.raises(StoreUnwritable, match="already there"):
            server.backup(tmp_path / "copy.db")
    assert rows(tmp_path / "copy.db") == rows(path)
    assert sorted(found.name for found in tmp_path.iterdir() if found.name.startswith("copy")) == ["copy.db"]


# Venues that played apart


@pytest.fixture
def venues(tmp_path: Path) -> list[Path]:
    """Five files: each venue has tables of its own, and the league's log as far as it had gone when it was handed out."""
    league = tmp_path / "league.db"
    with Store.open(league) as store:
        stream = store.create("tournament", {"name": "League"}, key="league", by="Élie")
        store.append(stream, "begin", 0, TAP)
    files = []
    for number in range(5):
        if number:  # the organiser went on between handing out one and the next
            with Store.open(league) as store:
                store.append(stream, f"go {number}", number, TAP)
        file = tmp_path / f"venue{number}.db"
        shutil.copy(league, file)
        with Store.open(file) as store:
            table = store.create("table", {"venue": number}, key="table", label={"title": f"Table {number}"})
            store.append(table, "tap", 0, TAP * (number + 1))
            store.remember_people(["Nora", f"Player {number}"])
        files.append(file)
    return files


def joined(files: Sequence[Path], into: Path) -> dict[str, list[tuple[object, ...]]]:
    with ExitStack() as opened:
        join([opened.enter_context(Store.open(file, read_only=True)) for file in files], into)
    return rows(into)


def test_five_venues_joined_in_whatever_order_give_the_same_rows(venues: list[Path], tmp_path: Path) -> None:
    first = joined(venues, tmp_path / "first.db")
    assert [len(first[table]) for table in ("stream", "event", "person")] == [6, 5 + 15, 6]
    for number, order in enumerate(islice(permutations(venues), 7, None, 16)):  # all 120 take half a minute
        assert joined(order, tmp_path / f"{number}.db") == first
    assert joined([*venues, tmp_path / "first.db"], tmp_path / "again.db") == first


def test_a_venue_whose_file_was_altered_is_refused_with_its_entry(venues: list[Path], tmp_path: Path) -> None:
    change(venues[3], """UPDATE event SET body = '{"seat":"Nora","card":"S2"}' WHERE seq = 2 AND key = 'tap'""")
    with pytest.raises(StoreDamaged, match=r"/2: event 2 is not as it was written"):
        joined(venues, tmp_path / "out.db")
    assert not (tmp_path / "out.db").exists()


def test_a_log_that_two_venues_went_on_with_is_refused_with_its_entry(venues: list[Path], tmp_path: Path) -> None:
    for file in venues[1:3]:
        with Store.open(file) as store:
            (league,) = store.streams("tournament")
            store.append(league.id, f"by {file.name}", league.seq, TAP)
    with pytest.raises(StreamsDiffer) as differ:
        joined(venues, tmp_path / "out.db")
    assert (differ.value.stream, differ.value.seq) == (
        league.id,
        4,
    )  # the longest of the two, whose fourth entry the organiser wrote otherwise
    assert list(tmp_path.glob("out*")) == []


def test_venues_are_joined_by_one_command(venues: list[Path], tmp_path: Path) -> None:
    into = tmp_path / "all.db"
    told = CliRunner().invoke(main, ["join", *map(str, venues), "--into", str(into)])
    assert (told.exit_code, told.output) == (0, "6 logs, 20 entries, 6 players\n")
    again = CliRunner().invoke(main, ["join", str(venues[0]), "--into", str(into)])
    assert (again.exit_code, "already there" in again.output) == (2, True)
