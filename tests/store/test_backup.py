"""Backups, restoring them, and looking for damage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store import Counts, Event, Store, StoreDamaged, StoreLocked, StoreUnwritable, Stream, restore
from tests.help.store import TAP, Clock, damaged_copy, raw, together


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    with Store.open(tmp_path / "referee.db", clock=clock) as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> str:
    return store.create("table", {"game": "tarot"}, key="new-table", by="Nora")


# Backup and restore


def test_a_backup_holds_what_the_store_held(store: Store, table: str, tmp_path: Path) -> None:
    store.append(table, "a", 0, TAP * 2)
    store.remember_people(["Nora"])
    dest = tmp_path / "backups" / "copy.db"
    assert store.backup(dest) == Counts(streams=1, events=2, people=1)
    store.append(table, "b", 2, TAP)
    with Store.open(dest) as copy:
        assert copy.events(table) == store.events(table)[:2]
        assert copy.streams("table")[0].meta == {"game": "tarot"}
    assert not list(dest.parent.glob("*.part"))


def test_a_backup_overwrites_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(StoreUnwritable) as refused:
        store.backup(tmp_path / "copy.db")
    assert refused.value.reason == "exists"
    assert (tmp_path / "copy.db").read_text() == "precious"


def test_a_backup_is_made_while_others_write(store: Store, table: str, tmp_path: Path) -> None:
    def write() -> None:
        for count in range(300):
            store.append(table, f"{count}", count, TAP)

    def copy() -> list[Counts]:
        return [store.backup(tmp_path / f"copy{number}.db") for number in range(5)]

    answers = together(write, copy)
    for number, counts in enumerate(answers[1]):
        with Store.open(tmp_path / f"copy{number}.db") as backup:
            assert backup.seq(table) == counts.events
            assert list(backup.verify()) == []


def test_a_damaged_store_gives_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    damaged_copy(path)
    with Store.open(path, read_only=True) as store, pytest.raises(StoreDamaged):
        store.backup(tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy.db*"))


def test_a_restore_keeps_the_old_file_beside_and_brings_the_backup_back(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        table = store.create("table", {}, key="t")
        store.append(table, "a", 0, TAP)
        store.backup(tmp_path / "copy.db")
        store.append(table, "b", 1, TAP)
    kept = restore(tmp_path / "copy.db", path, clock=clock)
    assert kept == tmp_path / "referee.db.20260704T193000000000Z"
    with Store.open(path) as store:
        assert [event.key for event in store.events(table)] == ["a"]
    with Store.open(kept) as old:
        assert [event.key for event in old.events(table)] == ["a", "b"]
    assert (tmp_path / "copy.db").is_file()


def test_a_restore_never_lets_an_old_wal_meet_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        table = store.create("table", {}, key="t")
        store.backup(tmp_path / "copy.db")
        store.append(table, "a", 0, TAP)
        left = {suffix: path.with_name(path.name + suffix).read_bytes() for suffix in ("", "-wal")}
    for suffix, content in left.items():  # as after a power cut: the last commits are in the WAL alone
        path.with_name(path.name + suffix).write_bytes(content)
    kept = restore(tmp_path / "copy.db", path)
    assert kept is not None
    with Store.open(path) as store:
        assert store.events(table) == []
        assert list(store.verify()) == []
    with Store.open(kept) as old:
        assert [event.key for event in old.events(table)] == ["a"]


def test_a_restore_where_nothing_was_makes_the_store(store: Store, table: str, tmp_path: Path) -> None:
    store.backup(tmp_path / "copy.db")
    assert restore(tmp_path / "copy.db", tmp_path / "new" / "referee.db") is None
    with Store.open(tmp_path / "new" / "referee.db") as restored:
        assert restored.events(table) == []


def test_a_restore_replaces_a_damaged_store(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        table = store.create("table", {}, key="t")
        store.backup(tmp_path / "copy.db")
    path.write_bytes(b"rubbish" * 1000)
    kept = restore(tmp_path / "copy.db", path)
    assert kept is not None
    assert kept.read_bytes() == b"rubbish" * 1000
    with Store.open(path) as store:
        assert store.events(table) == []


def test_a_bad_backup_is_refused_and_the_store_stays(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        table = store.create("table", {}, key="t")
    damaged_copy(tmp_path / "damaged.db")
    (tmp_path / "text.db").write_text("no database")
    before = path.read_bytes()
    for name in ("damaged.db", "text.db", "missing.db"):
        with pytest.raises(StoreDamaged):
            restore(tmp_path / name, path)
    assert path.read_bytes() == before
    with Store.open(path) as store:
        assert store.events(table) == []


def test_a_restore_onto_an_open_store_is_refused(store: Store, table: str, tmp_path: Path) -> None:
    store.backup(tmp_path / "copy.db")
    with pytest.raises(StoreLocked):
        restore(tmp_path / "copy.db", store.path)
    assert store.append(table, "a", 0, TAP).seq_last == 1


# Verify


def test_a_sound_store_has_no_problem(store: Store, table: str) -> None:
    store.append(table, "a", 0, TAP * 3)
    assert list(store.verify()) == []
    assert list(store.verify(lambda stream, events: None)) == []


def test_verify_sees_one_state_of_a_store_in_use(store: Store, table: str) -> None:
    other = store.create("table", {}, key="other")

    def fold(stream: Stream, events: list[Event]) -> str | None:
        for name in (table, other):
            store.append(name, f"{stream.id}", store.seq(name), TAP)
        return f"{stream.seq} {len(events)}"

    store.append(table, "a", 0, TAP)
    assert [problem.text for problem in store.verify(fold)] == ["1 1", "0 0"]
    assert (store.seq(table), store.seq(other)) == (3, 2)
    assert len(store.events(table)) == 3


def test_verify_refolds_each_log_and_reports_what_the_fold_says(store: Store, table: str) -> None:
    other = store.create("tournament", {}, key="cup")
    store.append(table, "a", 0, TAP * 3)

    def fold(stream: Stream, events: list[Event]) -> str | None:
        if stream.kind == "tournament":
            raise LookupError("no rounds")
        return f"{len(events)} plays and no deal"

    found = [(problem.kind, problem.stream, problem.text) for problem in store.verify(fold)]
    assert found == [("fold", table, "3 plays and no deal"), ("fold", other, "LookupError: no rounds")]


def test_verify_finds_what_was_done_behind_the_stores_back(store: Store, table: str) -> None:
    other = store.create("table", {}, key="other")
    store.append(table, "a", 0, TAP * 4)
    store.append(other, "a", 0, TAP * 2)
    with raw(store.path) as file:
        file.execute("PRAGMA ignore_check_constraints = ON")
        file.execute("DROP TRIGGER event_is_kept")
        file.execute("DROP TRIGGER event_stays")
        file.execute("DELETE FROM event WHERE stream = ? AND seq = 2", (table,))
        file.execute("UPDATE event SET body = '[1]' WHERE stream = ? AND seq = 1", (other,))
        file.execute("UPDATE event SET body = '{\"card' WHERE stream = ? AND seq = 2", (other,))
        file.execute(
            "INSERT INTO event (stream, seq, key, part, kind, body, at, by) VALUES ('nowhere2', 1, 'k', 0, 'tap', '{}', '', '')"
        )
    found = [(problem.kind, problem.stream, problem.seq) for problem in store.verify(lambda stream, events: None)]
    assert ("gap", table, 2) in found
    assert ("body", other, 1) in found
    assert ("body", other, 2) in found
    assert ("reference", None, None) in found
    assert found.count(("trigger", None, None)) == 2
    with pytest.raises(StoreDamaged, match=f"{other}/2"):
        store.events(other)


@pytest.mark.parametrize(
    "foreign",
    [
        "CREATE TRIGGER evil AFTER INSERT ON event BEGIN DELETE FROM head; END",
        "CREATE TRIGGER my_sqlite_x AFTER INSERT ON event BEGIN DELETE FROM person; END",
        "CREATE TABLE another (a)",
        "CREATE VIEW seen AS SELECT 1",
        "DROP TRIGGER event_in_order; CREATE TRIGGER event_in_order AFTER INSERT ON event BEGIN DELETE FROM person; END",
        "DROP TABLE summary; CREATE TABLE summary (stream, made, seal, body CHECK (load_extension('evil')))",
        "DROP TABLE summary; CREATE VIEW summary AS SELECT load_extension('evil')",
    ],
)
def test_what_is_foreign_in_a_file_is_refused(store: Store, table: str, tmp_path: Path, foreign: str) -> None:
    copy = tmp_path / "copy.backup"
    store.backup(copy)
    with raw(copy) as file:
        file.executescript(foreign)
    with pytest.raises(StoreDamaged, match="not made by this program"):
        restore(copy, tmp_path / "other.db")
    assert not (tmp_path / "other.db").exists()
    with pytest.raises(StoreDamaged, match="not made by this program"):
        Store.open(copy)
    with raw(store.path) as file:
        file.executescript(foreign)
    problems = [str(problem) for problem in store.verify(lambda stream, events: None)]
    assert any(re.search("is not (made by|as) this program", problem) for problem in problems)


def test_verify_finds_a_damaged_page(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    damaged_copy(path)
    with Store.open(path, read_only=True) as store:
        assert "integrity" in {problem.kind for problem in store.verify()}
