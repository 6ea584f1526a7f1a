"""A store moved to another engine and back: the same rows, each log checked where it arrives."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.store import Store, StoreUnwritable, StreamsDiffer
from referee.store.moving import move
from referee.store.rewriting import with_bodies
from tests.help.postgresql import Server
from tests.help.store import TAP

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
            ["Nora"],
            lambda stream, events: (stream, with_bodies(events, blank)) if len(events) == 10 else None,
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
