"""Copies that are made by themselves: proved, kept by a rule; and a restore that proves before it replaces."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.club.forget import forget
from referee.club.tables import Tables
from referee.server.hourly import EVERY, STILL, Due
from referee.store import Store, StoreDamaged, restore
from referee.store.snapshots import snapshots, take, times_kept
from tests.help.store import TAP, change, damaged_copy

NOW = datetime(2026, 7, 4, 19, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed store with a table of three entries."""
    path = tmp_path / "referee.db"
    with Store.open(path) as store:
        table = store.create("table", {"game": "tarot"}, key="t")
        store.append(table, "a", 0, TAP * 3)
        store.remember_people(["Nora"])
    return path


def play(path: Path, key: str) -> None:
    with Store.open(path) as store:
        [table] = store.streams("table")
        store.append(table.id, key, table.seq, TAP)


def test_a_snapshot_holds_what_the_store_holds_and_is_its_owners_alone(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "there"
    made = take(path, folder, NOW).copy
    assert made == folder / "referee.db-20260704T193000Z.copy"
    assert (folder.stat().st_mode & 0o077, made.stat().st_mode & 0o077) == (0, 0)
    with Store.open(path, read_only=True) as store, Store.open(made, read_only=True) as copy:
        assert copy.state() == store.state()
        assert list(copy.verify()) == []


def test_where_nothing_changed_no_other_snapshot_is_made(path: Path, tmp_path: Path) -> None:
    assert take(path, tmp_path / "there", NOW).copy
    assert take(path, tmp_path / "there", NOW + HOUR).copy is None
    play(path, "b")
    assert take(path, tmp_path / "there", NOW + HOUR).copy


def test_a_snapshot_after_the_clock_was_set_back_is_still_the_newest(path: Path, tmp_path: Path) -> None:
    first = take(path, tmp_path, NOW).copy
    play(path, "b")
    second = take(path, tmp_path, NOW - 24 * HOUR).copy
    assert sorted(snapshots(path, tmp_path).values()) == [first, second]


def test_the_rule_keeps_the_last_24_one_an_evening_and_one_a_month() -> None:
    """Three years of evenings, one a week from 18 to 2 o'clock, hourly: counted by hand from the rule's sentence."""
    evenings = [datetime(2024, 1, 5, 18, tzinfo=UTC) + timedelta(weeks=week) for week in range(156)]
    times = [evening + hours * HOUR for evening in evenings for hours in range(9)]
    stays = times_kept(times)
    ends = [evening + 8 * HOUR for evening in evenings]
    assert set(times[-24:]) <= stays  # the last two evenings and six hours of the one before
    assert set(ends[-30:]) <= stays  # past midnight is the same evening
    assert min(stays) == datetime(2026, 1, 31, 2, tzinfo=UTC)  # the twelfth month back: the evening of 30 January
    months = stays - set(times[-24:]) - set(ends[-30:])
    assert months == {
        max(end for end in ends if (end - 8 * HOUR).month == month and end.year == 2026) for month in range(1, 6)
    }


def test_a_snapshot_that_cannot_be_proved_is_none_and_removes_none(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "there"
    good = take(path, folder, NOW).copy
    play(path, "b")
    change(path, "UPDATE event SET body = '{}' WHERE seq = 2")
    with pytest.raises(StoreDamaged, match="event 2 is not as it was written"):
        take(path, folder, NOW + HOUR)
    assert list(folder.iterdir()) == [good]


def test_who_is_forgotten_is_in_no_snapshot_kept(tmp_path: Path) -> None:
    path, folder = tmp_path / "referee.db", tmp_path / "there"
    with Store.open(path) as store:
        Tables(store).take_in(b"game double-detente\nseats Nora Ben Ana\ndeal Nora part=1\n", "", key="k")
    take(path, folder, NOW)
    with Store.open(path) as store:
        forget(store, "Nora")
    made = take(path, folder, NOW + HOUR).copy
    assert list(folder.iterdir()) == [made]
    assert b"Nora" not in made.read_bytes()


def test_one_is_due_an_hour_after_the_last_while_something_changes_and_once_when_it_lies_still() -> None:
    due, now, made = Due(((0, 0),), 0.0), 0.0, []
    for minute in range(1, 400):
        now = minute * 60.0
        state = ((min(minute, 150), 0),)  # something changes in each of the first 150 minutes, then nothing
        if due.look(state, now):
            made.append(minute)
    assert made == [60, 120, 170]
    assert (EVERY, STILL) == (3600, 1200)


# Restore


def test_a_restore_refuses_a_copy_with_one_entry_changed_and_replaces_nothing(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)
    change(copy, "UPDATE event SET by = 'Sacha' WHERE seq = 2")
    play(path, "b")
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="event 2 is not as it was written") as refused:
        restore(copy, path)
    assert refused.value.path == copy
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


def test_a_restore_refuses_a_copy_with_pages_overwritten(path: Path, tmp_path: Path) -> None:
    damaged_copy(tmp_path / "copy.db")
    before = path.read_bytes()
    with pytest.raises(StoreDamaged):
        restore(tmp_path / "copy.db", path)
    assert path.read_bytes() == before


def test_a_copy_of_the_version_before_is_brought_up_to_date_on_the_way(tmp_path: Path) -> None:
    old = Path(__file__).with_name("before-0002.db")
    before = old.read_bytes()
    restore(old, tmp_path / "referee.db")
    assert old.read_bytes() == before
    with Store.open(tmp_path / "referee.db", read_only=True) as store:
        assert list(store.verify()) == []
        assert store.kinds() == ["table"]
