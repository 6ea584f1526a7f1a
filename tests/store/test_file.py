"""The file of the store: what it forbids, what is refused, full disks, many writes in one transaction."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlite_utils import Database

from referee.store import (
    Appended,
    StaleSequence,
    Store,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreLocked,
    StoreTooNew,
    StoreUnwritable,
    restore,
)
from tests.help.store import TAP, Facts, damaged_copy, in_one_transaction, raw, together


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "referee.db") as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> str:
    return store.create("table", {"game": "tarot"}, key="new-table", by="Nora")


# The file


def test_the_writer_syncs_every_commit(store: Store) -> None:
    def pragma(name: str) -> object:
        return store.writer.db.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 2  # FULL
    assert pragma("foreign_keys") == 1
    assert pragma("recursive_triggers") == 1


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        ("UPDATE event SET body = '{}'", "never changes"),
        ("DELETE FROM event WHERE seq = 2", "never removed"),
        (
            "INSERT OR REPLACE INTO event (stream, seq, key, part, kind, body, at, by) SELECT stream, 1, key, part, kind, '{}', at, by FROM event",
            "without a gap",
        ),
        (
            "INSERT INTO event (stream, seq, key, part, kind, body, at, by) SELECT stream, 4, 'x', 0, kind, body, at, by FROM event WHERE seq = 1",
            "without a gap",
        ),
    ],
)
def test_the_file_itself_forbids_to_change_the_log(store: Store, table: str, statement: str, law: str) -> None:
    store.append(table, "a", 0, TAP * 2)
    with raw(store.path) as file, pytest.raises(sqlite3.IntegrityError, match=law):
        file.execute(statement)


def test_the_writer_cannot_replace_an_event_by_its_key(store: Store, table: str) -> None:
    store.append(table, "a", 0, TAP)
    statement = "INSERT OR REPLACE INTO event (stream, seq, key, part, kind, body, at, by) SELECT stream, 2, key, part, kind, '{}', at, by FROM event"
    with pytest.raises(sqlite3.IntegrityError, match="never removed"):
        store.writer.write(lambda db: db.execute(statement))
    assert [event.seq for event in store.events(table)] == [1]


def test_the_tables_take_no_wrong_types_and_no_event_without_a_stream(store: Store) -> None:
    row = "INSERT INTO event (stream, seq, key, part, kind, body, at, by) VALUES ('{}', {}, 'k', 0, 'tap', '{{}}', '', '')"
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        store.writer.write(lambda db: db.execute(row.format("nowhere2", 1)))
    with pytest.raises(sqlite3.IntegrityError):
        store.writer.write(lambda db: db.execute(row.format("nowhere2", "'one'")))


def test_opening_again_finds_everything_and_migrates_nothing_twice(tmp_path: Path) -> None:
    for count in range(3):
        with Store.open(tmp_path / "deep" / "referee.db") as store:
            table = store.create("table", {}, key="t")
            store.append(table, f"{count}", count, TAP)
    with Store.open(tmp_path / "deep" / "referee.db") as store:
        assert [event.key for event in store.events(table)] == ["0", "1", "2"]


def test_a_name_with_signs_of_its_own_in_addresses_is_a_name_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "Club à 50% #1?mode=ro.db"
    with Store.open(path) as store:
        table = store.create("table", {}, key="t")
        assert store.events(table) == []
    assert path.is_file()


def test_a_store_is_opened_once(store: Store) -> None:
    with pytest.raises(StoreLocked) as refused:
        Store.open(store.path)
    assert refused.value.fields == {"path": str(store.path), "holder": os.getpid()}


def test_a_closed_store_writes_and_reads_no_more(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "referee.db")
    table = store.create("table", {}, key="t")
    store.close()
    store.close()
    with pytest.raises(StoreClosed):
        store.append(table, "a", 0, TAP)
    with pytest.raises(StoreClosed):
        store.events(table)
    with Store.open(tmp_path / "referee.db") as again:
        assert again.events(table) == []


@pytest.mark.parametrize("content", [b"no database at all\n" * 500, b"SQLite format 3\x00" + b"\xff" * 8000])
def test_a_file_that_is_no_database_is_called_damaged_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "referee.db"
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(StoreDamaged, match=r"referee\.db") as damaged:
            Store.open(path, read_only=read_only)
        assert damaged.value.fields["path"] == str(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "music.db"
    with raw(path) as file:
        file.execute("CREATE TABLE song (title TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="another program"):
        Store.open(path)
    assert path.read_bytes() == before


def test_a_damaged_page_is_found_on_opening(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    damaged_copy(path)
    with pytest.raises(StoreDamaged):
        Store.open(path)


def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    Store.open(path).close()
    with raw(path) as file:
        file.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('referee', '9999_later', '')"
        )
    with pytest.raises(StoreTooNew, match="9999_later"):
        Store.open(path)
    with pytest.raises(StoreTooNew):
        restore(path, tmp_path / "other.db")


# Disk full, disk read-only


def fill(store: Store, spare: int = 2) -> None:
    """Let the file grow by no more than a few pages."""
    (pages,) = store.writer.db.execute("PRAGMA page_count").fetchone()
    store.writer.db.execute(f"PRAGMA max_page_count = {pages + spare}")


def empty(store: Store) -> None:
    store.writer.db.execute("PRAGMA max_page_count = 1000000")


BIG: Facts = [("note", {"text": "x" * 3000})] * 20


def test_a_full_disk_keeps_nothing_half_done_and_later_writes_work_again(store: Store, table: str) -> None:
    store.append(table, "a", 0, TAP)
    fill(store)
    for _ in range(3):
        with pytest.raises(StoreUnwritable) as full:
            store.append(table, "big", 1, BIG)
        assert full.value.reason == "full"
        assert full.value.path == store.path
        assert "the disk is full" in str(full.value)
    assert [event.key for event in store.events(table)] == ["a"]
    assert store.seq(table) == 1
    empty(store)
    assert store.append(table, "big", 1, BIG) == Appended(2, 21, repeated=False)
    assert list(store.verify()) == []


def test_what_still_fits_on_a_full_disk_is_written(store: Store, table: str) -> None:
    fill(store)
    big, small = in_one_transaction(
        store, lambda: store.append(table, "big", 0, BIG), lambda: store.append(table, "small", 0, TAP)
    )
    assert isinstance(big, StoreUnwritable)
    assert small == Appended(1, 1, repeated=False)
    assert [event.key for event in store.events(table)] == ["small"]


def test_a_disk_that_turns_read_only_refuses_until_it_can_be_written_again(store: Store, table: str) -> None:
    store.writer.db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreUnwritable) as refused:
        store.append(table, "a", 0, TAP)
    assert refused.value.reason == "read-only"
    assert store.events(table) == []
    store.writer.db.execute("PRAGMA query_only = OFF")
    assert store.append(table, "a", 0, TAP) == Appended(1, 1, repeated=False)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreUnwritable) as refused:
            Store.open(tmp_path / "referee.db")
        assert refused.value.reason == "read-only"
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_may_only_be_read_is_refused_on_opening(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    Store.open(path).close()
    path.chmod(0o400)
    with pytest.raises(StoreUnwritable) as refused:
        Store.open(path)
    assert refused.value.reason == "read-only"


def test_a_path_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnwritable, match="file"):
        Store.open(tmp_path / "file" / "referee.db")
    with pytest.raises(StoreUnwritable):
        Store.open(tmp_path)


# Group commit


def test_writes_that_wait_share_one_transaction(store: Store) -> None:
    tables = [store.create("table", {}, key=f"t{number}") for number in range(10)]
    said: list[str] = []
    store.writer.db.conn.set_trace_callback(said.append)
    answers = in_one_transaction(store, *[lambda name=name: store.append(name, "a", 0, TAP) for name in tables])
    store.writer.db.conn.set_trace_callback(None)
    assert answers == [Appended(1, 1, repeated=False)] * 10
    assert said.count("BEGIN IMMEDIATE") == said.count("COMMIT") == 2  # the write they waited for, then theirs


def test_one_failure_in_a_transaction_does_not_fail_the_others(store: Store, table: str) -> None:
    def fail() -> None:
        def work(db: Database) -> None:
            db.execute("UPDATE stream SET label = '{\"wrong\": 1}'")
            raise LookupError("midway")

        store.writer.write(work)

    answers = in_one_transaction(
        store,
        lambda: store.append(table, "a", 0, TAP),
        fail,
        lambda: store.append(table, "b", 0, TAP),
        lambda: store.append(table, "a", 0, TAP),
        lambda: store.append("nowhere2", "a", 0, TAP),
        lambda: store.append(table, "c", 1, [("play", {"card": "\ud800"})]),
        lambda: store.append(table, "d", 1, TAP),
    )
    assert [type(answer).__name__ for answer in answers] == [
        "Appended",
        "LookupError",
        "StaleSequence",
        "Appended",
        "UnknownStream",
        "UnicodeEncodeError",
        "Appended",
    ]
    assert answers[3].repeated
    assert [event.key for event in store.events(table)] == ["a", "d"]
    assert store.stream(table).label == {}


def test_a_commit_that_fails_is_told_to_everybody_in_it(store: Store, table: str) -> None:
    def break_the_commit() -> None:
        def work(db: Database) -> None:
            db.execute("PRAGMA defer_foreign_keys = ON")
            db.execute(
                "INSERT INTO event (stream, seq, key, part, kind, body, at, by) VALUES ('nowhere2', 1, 'k', 0, 'tap', '{}', '', '')"
            )

        store.writer.write(work)

    answers = in_one_transaction(
        store,
        lambda: store.append(table, "a", 0, TAP),
        lambda: store.append(table, "a", 0, TAP),
        lambda: store.append(table, "b", 0, TAP),
        break_the_commit,
    )
    assert all(isinstance(answer, sqlite3.IntegrityError) for answer in answers)
    assert store.events(table) == []
    assert store.seq(table) == 0
    assert store.append(table, "a", 0, TAP) == Appended(1, 1, repeated=False)


def test_writes_that_wait_while_the_store_closes_are_answered(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "referee.db")
    table = store.create("table", {}, key="t")

    def taps(thread: int) -> int:
        count = 0
        with suppress(StoreClosed):
            while True:
                with suppress(StaleSequence):
                    store.append(table, f"{thread}-{count}", store.seq(table), TAP)
                    count += 1
        return count

    def close() -> int:
        time.sleep(0.05)
        store.close()
        return 0

    counts = together(*[lambda thread=thread: taps(thread) for thread in range(4)], close)
    with Store.open(tmp_path / "referee.db") as again:
        assert again.seq(table) == sum(counts)


def test_every_error_says_what_happened_and_carries_its_fields(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    errors: list[StoreError] = [
        StoreLocked(path, 42),
        StoreLocked(path, None),
        StoreUnwritable(path, "full", "database or disk is full"),
        StoreDamaged(path, "empty"),
        StoreTooNew(path, ("9999_later",)),
        StoreClosed(path),
    ]
    for error in errors:
        assert str(path) in str(error)
        assert error.fields["path"] == str(path)
    assert "42" in str(errors[0])


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_a_store_in_use_is_refused_under_every_name_of_its_file(tmp_path: Path, link: str) -> None:
    if link == "hardlink_to" and sys.platform != "linux":
        pytest.skip("only Linux tells its locks from those of SQLite")
    path, other = tmp_path / "referee.db", tmp_path / "elsewhere" / "link.db"
    other.parent.mkdir()
    with Store.open(path) as store:
        getattr(other, link)(path)
        with pytest.raises(StoreLocked):
            Store.open(other)
        with pytest.raises(StoreLocked):
            restore(path, other)
        store.append(store.create("table", {}, key="t"), "a", 0, [("tap", {})])
    with Store.open(other) as store:
        assert len(store.streams("table")) == 1


def test_a_name_given_up_by_a_refused_store_is_free_again(tmp_path: Path) -> None:
    path, other = tmp_path / "referee.db", tmp_path / "link.db"
    with Store.open(path):
        other.symlink_to(path)
        with pytest.raises(StoreLocked):
            Store.open(other)
    Store.open(other).close()
    Store.open(path).close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_but_its_owner_may_read_the_database_its_backups_and_what_a_restore_keeps(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    umask = os.umask(0o022)
    try:
        with Store.open(path) as store:
            store.create("table", {}, key="t")
            store.backup_dated()
            store.backup(tmp_path / "copy.db")
            assert {one.stat().st_mode & 0o077 for one in tmp_path.iterdir()} == {0}
        path.chmod(0o644)
        restore(tmp_path / "copy.db", path)
    finally:
        os.umask(umask)
    assert len(list(tmp_path.iterdir())) >= 5
    assert [one.name for one in tmp_path.iterdir() if one.stat().st_mode & 0o077] == []


def test_an_append_to_a_long_log_is_no_more_work_than_to_a_short_one(store: Store, table: str) -> None:
    def steps(key: str, seq: int) -> int:
        taken = 0

        def count() -> None:
            nonlocal taken
            taken += 1

        store.writer.db.conn.set_progress_handler(count, 1)
        store.append(table, key, seq, TAP)
        store.writer.db.conn.set_progress_handler(None, 0)
        return taken

    store.append(table, "first", 0, TAP)
    short = steps("a", 1)
    store.append(table, "many", 2, TAP * 2000)
    assert steps("b", 2002) < 2 * short
    assert steps("many", 2003) < 2 * short


def test_a_store_opened_to_read_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreDamaged, match="no such file"):
        Store.open(tmp_path / "referee.db", read_only=True)
    assert list(tmp_path.iterdir()) == []
